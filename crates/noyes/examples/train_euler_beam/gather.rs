//! Euler beams that give sets to fit.

use noyes::board::Direction;
use noyes::guard::{Counts, Guard, Silent};
use noyes::scramble::Scrambler;
use noyes::search::euler_beam::{
    EulerBeamOptions, LineLayer, NeighbourPoints, euler_beam_observed,
};
use noyes::{Goal, Instance, Size};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::fit::Set;

/// One of this many layers is collected.
const INTERVAL: u32 = 4;
/// The most others of a set.
const OTHERS: usize = 12;

/// What a beam gave.
pub struct Gathered {
    pub sets: Vec<Set>,
    /// Moves ÷ Manhattan distance.
    pub ratio: f64,
}

/// A layer, before it is known which of its boards is on the path of the solution.
struct Sample {
    /// The number of slides made for good, and their hash.
    made: usize,
    hash: u64,
    boards: Vec<Leaf>,
}

/// A board of a layer.
struct Leaf {
    path: Vec<Direction>,
    /// Its score less the points of its pairs.
    rest: f64,
    pairs: Vec<(u16, i16)>,
}

/// Solves a random board by the points of both phases.
pub fn gather(
    points: [&NeighbourPoints; 2],
    n: usize,
    (width, line_width): (usize, usize),
    seed: u64,
) -> Result<Gathered, String> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let size = Size::new(n, n).map_err(|error| error.to_string())?;
    let scrambler = Scrambler::new(size, &Goal::BlankLast, random.random());
    let board = scrambler.map_err(|error| error.to_string())?.uniform();
    let instance = Instance::new(&board, &Goal::BlankLast).map_err(|error| error.to_string())?;
    let options = EulerBeamOptions {
        width,
        line_width,
        approach_points: Some(points[0]),
        line_points: Some(points[1]),
        ..EulerBeamOptions::default()
    };
    let mut samples: Vec<Sample> = Vec::new();
    let mut collect = |layer: &mut LineLayer<'_>| {
        if random.random_range(0..INTERVAL) == 0 {
            samples.push(sample(layer, points[1]));
        }
    };
    let guard = Guard::new(&Silent);
    let moves = euler_beam_observed(
        &instance,
        &options,
        &guard,
        &mut Counts::default(),
        &mut collect,
    )
    .map_err(|stop| stop.to_string())?;
    let mut hashes = vec![0];
    for &by in &moves {
        hashes.push(hash_after(hashes[hashes.len() - 1], by));
    }
    let mut sets = Vec::new();
    for sample in samples {
        if hashes.get(sample.made) != Some(&sample.hash) {
            // The beam has gone back since.
            continue;
        }
        let ahead = &moves[sample.made..];
        let on_path = |leaf: &Leaf| ahead.starts_with(&leaf.path);
        let Some(chosen) = sample.boards.iter().position(on_path) else {
            continue;
        };
        let mut set = Set::new(&sample.boards[chosen].pairs, sample.boards[chosen].rest);
        for _ in 0..OTHERS {
            let other = random.random_range(0..sample.boards.len());
            if other != chosen {
                set.push(&sample.boards[other].pairs, sample.boards[other].rest);
            }
        }
        if !set.is_empty() {
            sets.push(set);
        }
    }
    Ok(Gathered {
        sets,
        ratio: moves.len() as f64 / f64::from(board.manhattan()),
    })
}

fn sample(layer: &mut LineLayer<'_>, points: &NeighbourPoints) -> Sample {
    let of_leaf = |layer: &mut LineLayer<'_>, leaf: usize| {
        let path = layer.path(leaf);
        let pairs = layer.pair_changes(&path);
        let of_pairs = pairs.iter().map(|&(number, count)| {
            f64::from(points.points()[usize::from(number)]) * f64::from(count)
        });
        let of_pairs = of_pairs.sum::<f64>() / f64::from(NeighbourPoints::PARTS);
        Leaf {
            rest: layer.score(leaf) - of_pairs,
            path,
            pairs,
        }
    };
    Sample {
        made: layer.moves.len(),
        hash: layer.moves.iter().fold(0, |hash, &by| hash_after(hash, by)),
        boards: (0..layer.leaves())
            .map(|leaf| of_leaf(layer, leaf))
            .collect(),
    }
}

fn hash_after(hash: u64, by: Direction) -> u64 {
    (hash.rotate_left(5) ^ (by as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
