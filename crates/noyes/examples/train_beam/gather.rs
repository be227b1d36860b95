//! Beams that give sets to fit, and beams that judge a net.

use noyes::Size;
use noyes::board::{Moves, SlideTable};
use noyes::guard::{Counts, Guard, Silent};
use noyes::search::beam::{Beam, Evaluation, Layer, Net, Task};
use noyes::workers::Threads;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::boards;
use super::model::Set;

/// The most others of a set.
const OTHERS: usize = 20;
/// Boards of either kind that are never trained on.
const HELD_OUT: usize = 24;
/// The width of the beams that solve them.
const HELD_OUT_WIDTH: usize = 1000;

/// Solves a random board. Returns the sets of some depths, or none if the beam does not solve it.
pub fn gather(net: &Net, width: usize, seed: u64) -> Result<Option<Vec<Set>>, String> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let size = net.size();
    let board = boards::draw(size, &mut random)?;
    // One of this many layers is collected.
    let interval = size.rows();
    let mut layers: Vec<Vec<u8>> = Vec::new();
    let mut depth = random.random_range(0..interval);
    let mut collect = |layer: &Layer| {
        depth += 1;
        let count = if depth.is_multiple_of(interval) {
            OTHERS.min(layer.len())
        } else {
            0
        };
        let some = (0..count).flat_map(|_| layer.board(random.random_range(0..layer.len())));
        layers.push(some.copied().collect());
    };
    let Some(moves) = solve(net, &board, width, &mut collect)? else {
        return Ok(None);
    };
    let slide_table = SlideTable::new(size);
    let mut path = board;
    let blank = path.iter().position(|&l| usize::from(l) + 1 == path.len());
    let mut blank = blank.ok_or("no blank")?;
    let mut sets = Vec::new();
    for (&slide, others) in moves.iter().zip(layers) {
        let from = slide_table.source_cell(blank, slide).ok_or("no tile")?;
        path.swap(blank, from);
        blank = from;
        let mut boards = path.clone();
        for other in others.chunks_exact(path.len()) {
            if *other != path {
                boards.extend_from_slice(other);
            }
        }
        if boards.len() > path.len() {
            sets.push(Set { boards });
        }
    }
    Ok(Some(sets))
}

/// The Manhattan distance of a board.
fn manhattan(size: Size, board: &[u8]) -> u32 {
    let tiles = board
        .iter()
        .enumerate()
        .filter(|&(_, &l)| usize::from(l) + 1 != board.len());
    let far = tiles.map(|(cell, &label)| size.distance(cell, usize::from(label)) as u32);
    far.sum()
}

/// One beam on one thread.
fn solve(
    net: &Net,
    board: &[u8],
    width: usize,
    on_layer: &mut dyn FnMut(&Layer),
) -> Result<Option<Moves>, String> {
    let task = Task {
        width,
        below: 2 * manhattan(net.size(), board) + 60,
        salt: 1,
    };
    let mut counts = Counts::default();
    Beam::new(Evaluation::learned(net.clone()))
        .run(board, task, &Guard::new(&Silent), &mut counts, on_layer)
        .map_err(|stop| format!("{stop:?}"))
}

/// The held-out score of a net on boards of one kind.
pub struct HeldOut {
    /// Mean moves ÷ mean Manhattan distance of the boards that were solved.
    pub ratio: f64,
    pub solved: usize,
}

/// The held-out scores of a net: on uniform boards and on walks.
pub fn held_out(net: &Net, threads: Threads<'_>) -> Result<[HeldOut; 2], String> {
    let size = net.size();
    let lengths = threads.map(2 * HELD_OUT, |number| {
        let board = if number < HELD_OUT {
            boards::uniform(size, 2_000_000 + number as u64)?
        } else {
            boards::walk(
                size,
                &mut ChaCha8Rng::seed_from_u64(3_000_000 + number as u64),
            )?
        };
        let moves = solve(net, &board, HELD_OUT_WIDTH, &mut |_| {})?;
        let far = f64::from(manhattan(size, &board));
        Ok(moves.map(|moves| (moves.len() as f64, far)))
    });
    let lengths: Vec<Option<(f64, f64)>> = lengths.into_iter().collect::<Result<_, String>>()?;
    let score = |lengths: &[Option<(f64, f64)>]| {
        let moves: f64 = lengths.iter().flatten().map(|one| one.0).sum();
        let far: f64 = lengths.iter().flatten().map(|one| one.1).sum();
        HeldOut {
            ratio: moves / far.max(1.0),
            solved: lengths.iter().flatten().count(),
        }
    };
    let (uniform, walks) = lengths.split_at(HELD_OUT);
    Ok([score(uniform), score(walks)])
}
