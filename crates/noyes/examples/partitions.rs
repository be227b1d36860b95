//! Which partitions of the 24-puzzle's tiles complement each other: the search behind
//! `pattern/catalogue/24-puzzle.txt`.
//!
//! ```text
//! cargo run --release --example partitions -- TILINGS BOARDS SEED
//! ```
//!
//! All ways to cut the 24 tiles into four connected patterns of six are listed, and the TILINGS
//! most compact ones (most pairs of neighbours kept together) are looked at. Every pattern among
//! them is tabulated once, and its distance noted on BOARDS random boards as they are and
//! transposed. Then partitions are chosen greedily: first the one with the largest mean bound, then
//! the one that raises the mean of the maximum most, and so on. A table takes seconds, so a few hundred
//! patterns are a matter of minutes.

use std::collections::{BTreeMap, BTreeSet};

use noyes::pattern::{Pattern, Symmetry, build};
use noyes::scramble::Scrambler;
use noyes::search::{Guard, Silent};
use noyes::{Goal, Instance, Size};

/// The patterns of a tiling, as masks of goal cells.
type Tiling = [u32; 4];

const TILES: u32 = (1 << 24) - 1;

fn beside(cell: usize) -> u32 {
    let (row, col) = (cell / 5, cell % 5);
    let mut mask = 0;
    if row > 0 {
        mask |= 1 << (cell - 5);
    }
    if row < 4 {
        mask |= 1 << (cell + 5);
    }
    if col > 0 {
        mask |= 1 << (cell - 1);
    }
    if col < 4 {
        mask |= 1 << (cell + 1);
    }
    mask
}

fn cells(mask: u32) -> impl Iterator<Item = usize> {
    (0..25).filter(move |cell| mask >> cell & 1 == 1)
}

/// Twice the pairs of neighbours in a pattern.
fn compactness(mask: u32) -> u32 {
    cells(mask)
        .map(|cell| (beside(cell) & mask).count_ones())
        .sum()
}

/// All connected sets of six cells of `free` that hold its first.
fn shapes(free: u32) -> BTreeSet<u32> {
    let mut sets: BTreeSet<u32> = [1 << free.trailing_zeros()].into();
    for _ in 1..6 {
        let mut larger = BTreeSet::new();
        for set in sets {
            let edge = cells(set).fold(0, |mask, cell| mask | beside(cell)) & free & !set;
            larger.extend(cells(edge).map(|cell| set | 1 << cell));
        }
        sets = larger;
    }
    sets
}

fn tile(free: u32, so_far: &mut Vec<u32>, found: &mut Vec<Tiling>) {
    if free == 0 {
        found.extend(Tiling::try_from(&so_far[..]));
        return;
    }
    for shape in shapes(free) {
        so_far.push(shape);
        tile(free & !shape, so_far, found);
        so_far.pop();
    }
}

fn mirrored(mask: u32) -> u32 {
    cells(mask).fold(0, |image, cell| image | 1 << (cell % 5 * 5 + cell / 5))
}

fn main() {
    let words: Vec<usize> = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let [wanted, boards, seed] = words[..] else {
        eprintln!("partitions TILINGS BOARDS SEED");
        std::process::exit(2);
    };
    let mut tilings = Vec::new();
    tile(TILES, &mut Vec::new(), &mut tilings);
    println!("{} tilings", tilings.len());
    // A tiling and its mirror image look into the same tables.
    tilings.retain(|tiling| {
        let mut image = tiling.map(mirrored);
        image.sort_unstable();
        let mut own = *tiling;
        own.sort_unstable();
        own <= image
    });
    let score = |tiling: &Tiling| tiling.iter().map(|&mask| compactness(mask)).sum::<u32>();
    tilings.sort_by_key(|tiling| std::cmp::Reverse(score(tiling)));
    tilings.truncate(wanted);
    let canonical = |mask: u32| mask.min(mirrored(mask));
    let masks: BTreeSet<u32> = tilings.iter().flatten().map(|&m| canonical(m)).collect();
    println!(
        "{} of them, {} patterns, compactness {} to {}",
        tilings.len(),
        masks.len(),
        tilings.last().map_or(0, score) / 2,
        tilings.first().map_or(0, score) / 2
    );

    let size = Size::new(5, 5).expect("a size");
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, seed as u64).expect("a goal");
    let transpose = Symmetry::fixing(size, 24).nth(1).expect("a mirror image");
    let views: Vec<[Vec<u16>; 2]> = (0..boards)
        .map(|_| {
            let instance = Instance::new(&scrambler.uniform(), &Goal::BlankLast).expect("solvable");
            let labels = instance.labels().to_vec();
            let image = transpose.labels(&labels);
            [labels, image]
        })
        .collect();
    // For each pattern the distances on all boards, then on all transposed boards.
    let mut distances: BTreeMap<u32, [Vec<u32>; 2]> = BTreeMap::new();
    for (number, &mask) in masks.iter().enumerate() {
        let homes: Vec<usize> = cells(mask).collect();
        let pattern = Pattern::new(size, 24, &homes).expect("a pattern");
        let table = build(&pattern, &Guard::new(&Silent))
            .expect("no limit")
            .table;
        let look = |view: usize| -> Vec<u32> {
            let distance = |board: &[Vec<u16>; 2]| {
                let labels = &board[view];
                let blank = labels.iter().position(|&label| label == 24).unwrap_or(0);
                table.distance(labels, blank)
            };
            views.iter().map(distance).collect()
        };
        let [plain, image] = [look(0), look(1)];
        distances.insert(mirrored(mask), [image.clone(), plain.clone()]);
        distances.insert(mask, [plain, image]);
        eprintln!("{} of {}: {pattern}", number + 1, masks.len());
    }
    // The bound of a tiling on each board, the larger of both views.
    let bound = |tiling: &Tiling| -> Vec<u32> {
        let sum = |view: usize, board: usize| -> u32 {
            tiling.iter().map(|mask| distances[mask][view][board]).sum()
        };
        (0..boards).map(|b| sum(0, b).max(sum(1, b))).collect()
    };
    let bounds: Vec<Vec<u32>> = tilings.iter().map(bound).collect();
    let mut best = vec![0u32; boards];
    for number in 1..=8 {
        let gain =
            |bound: &Vec<u32>| -> u32 { bound.iter().zip(&best).map(|(a, b)| *a.max(b)).sum() };
        let Some((chosen, total)) = bounds.iter().map(gain).enumerate().max_by_key(|&(_, g)| g)
        else {
            return;
        };
        for (best, bound) in best.iter_mut().zip(&bounds[chosen]) {
            *best = (*best).max(*bound);
        }
        let alone = bounds[chosen].iter().sum::<u32>() as f64 / boards as f64;
        let together = total as f64 / boards as f64;
        let lists: Vec<String> = tilings[chosen]
            .iter()
            .map(|&mask| {
                cells(mask)
                    .map(|c| c.to_string())
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        println!(
            "{number}: {}  alone {alone:.3} together {together:.3}",
            lists.join(" / ")
        );
    }
}
