//! Which partitions of the 24-puzzle's tiles complement each other: the search behind
//! `pattern/catalogue/24-puzzle.txt`.
//!
//! ```text
//! cargo run --release --example partitions -- SIZES TILINGS BOARDS SEED MEGABYTES…
//! ```
//!
//! All ways to cut the 24 tiles into connected patterns of these SIZES (6,6,6,6, or several with a
//! slash between: 7,7,7,3/7,7,5,5/7,6,6,5) are listed, and the patterns of the TILINGS most compact
//! ones (most pairs of neighbours kept together) are tabulated, each once, and its distance noted
//! on BOARDS random boards as they are and transposed. A table of six tiles takes two seconds, one
//! of seven forty.
//!
//! Then tables of so many MEGABYTES in all are chosen so that the partitions they make *together*
//! have the largest mean bound: a table that is part of several partitions costs one probe for all
//! of them, and serves its mirror image too. Greedily at first, then by dropping a few at
//! random and filling up again.

use std::collections::{BTreeMap, BTreeSet};

use noyes::pattern::{CellSetCache, Pattern, Symmetry, Table, build};
use noyes::scramble::Scrambler;
use noyes::search::{Guard, Silent};
use noyes::{Goal, Instance, Size};

/// The patterns of a tiling, as masks of goal cells.
type Tiling = Vec<u32>;

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

/// All connected sets of so many cells of `free` that hold its first.
fn shapes(free: u32, size: usize) -> BTreeSet<u32> {
    let mut sets: BTreeSet<u32> = [1 << free.trailing_zeros()].into();
    for _ in 1..size {
        let mut grown = BTreeSet::new();
        for set in sets {
            let edge = cells(set).fold(0, |mask, cell| mask | beside(cell)) & free & !set;
            grown.extend(cells(edge).map(|cell| set | 1 << cell));
        }
        sets = grown;
    }
    sets
}

/// All ways to cut `free` into connected patterns of these sizes, in any order.
fn tile(free: u32, sizes: &[usize], so_far: &mut Tiling, found: &mut Vec<Tiling>) {
    if free == 0 {
        found.push(so_far.clone());
        return;
    }
    for (place, &size) in sizes.iter().enumerate() {
        if sizes[..place].contains(&size) {
            continue;
        }
        let rest = [&sizes[..place], &sizes[place + 1..]].concat();
        for shape in shapes(free, size) {
            so_far.push(shape);
            tile(free & !shape, &rest, so_far, found);
            so_far.pop();
        }
    }
}

fn mirrored(mask: u32) -> u32 {
    cells(mask).fold(0, |image, cell| image | 1 << (cell % 5 * 5 + cell / 5))
}

/// The pattern whose table serves both a pattern and its mirror image.
fn canonical(mask: u32) -> u32 {
    mask.min(mirrored(mask))
}

/// What is asked for on the command line.
struct Wish {
    kinds: Vec<Vec<usize>>,
    tilings: usize,
    boards: usize,
    seed: u64,
    budgets: Vec<f64>,
}

impl Wish {
    fn read(words: &[String]) -> Option<Self> {
        let [kinds, tilings, boards, seed, budgets @ ..] = words else {
            return None;
        };
        let sizes = |kind: &str| -> Option<Vec<usize>> {
            let sizes: Option<Vec<usize>> = kind.split(',').map(|size| size.parse().ok()).collect();
            sizes.filter(|sizes| sizes.iter().sum::<usize>() == 24 && !sizes.contains(&0))
        };
        Some(Self {
            kinds: kinds.split('/').map(sizes).collect::<Option<_>>()?,
            tilings: tilings.parse().ok()?,
            boards: boards.parse().ok().filter(|&boards| boards > 0)?,
            seed: seed.parse().ok()?,
            budgets: budgets
                .iter()
                .map(|budget| budget.parse().ok())
                .collect::<Option<_>>()?,
        })
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(wish) = Wish::read(&words) else {
        eprintln!("partitions SIZES TILINGS BOARDS SEED MEGABYTES…");
        std::process::exit(2);
    };
    let (boards, seed) = (wish.boards, wish.seed);
    let mut tilings = Vec::new();
    for sizes in &wish.kinds {
        tile(TILES, sizes, &mut Vec::new(), &mut tilings);
    }
    println!("{} tilings", tilings.len());
    // A tiling and its mirror image use the same tables.
    tilings.retain(|tiling| {
        let mut image: Tiling = tiling.iter().copied().map(mirrored).collect();
        image.sort_unstable();
        let mut own = tiling.clone();
        own.sort_unstable();
        own <= image
    });
    let score = |tiling: &Tiling| tiling.iter().map(|&mask| compactness(mask)).sum::<u32>();
    tilings.sort_by_key(|tiling| std::cmp::Reverse(score(tiling)));
    let compact = &tilings[..wish.tilings.clamp(1, tilings.len())];
    let masks: BTreeSet<u32> = compact.iter().flatten().map(|&m| canonical(m)).collect();
    println!(
        "{} of them, {} patterns, compactness {} to {}",
        compact.len(),
        masks.len(),
        compact.last().map_or(0, score) / 2,
        compact.first().map_or(0, score) / 2
    );

    let size = Size::new(5, 5).expect("a size");
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, seed).expect("a goal");
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
        let on_boards = |view: usize| -> Vec<u32> {
            let distance = |board: &[Vec<u16>; 2]| {
                let labels = &board[view];
                let blank = labels.iter().position(|&label| label == 24).unwrap_or(0);
                table.distance(labels, blank)
            };
            views.iter().map(distance).collect()
        };
        let [plain, image] = [on_boards(0), on_boards(1)];
        distances.insert(mirrored(mask), [image.clone(), plain.clone()]);
        distances.insert(mask, [plain, image]);
        eprintln!("{} of {}: {pattern}", number + 1, masks.len());
    }
    // All tilings of the tabulated patterns, and the bound of each on each board: the larger of
    // both views.
    tilings.retain(|tiling| tiling.iter().all(|mask| distances.contains_key(mask)));
    let choices: Vec<Choice> = tilings
        .iter()
        .map(|tiling| {
            let sum = |view: usize, board: usize| -> u32 {
                tiling.iter().map(|mask| distances[mask][view][board]).sum()
            };
            Choice {
                tiling: tiling.clone(),
                tables: tiling.iter().copied().map(canonical).collect(),
                bounds: (0..boards).map(|b| sum(0, b).max(sum(1, b))).collect(),
            }
        })
        .collect();
    println!("{} tilings of these patterns", choices.len());
    for &most in &wish.budgets {
        let mut random = seed;
        let mut best = fill(&choices, BTreeSet::new(), most);
        for _ in 0..300 {
            let mut fewer = best.clone();
            for _ in 0..3 + best.len() / 4 {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let drop = fewer
                    .iter()
                    .nth((random >> 33) as usize % fewer.len().max(1));
                if let Some(drop) = drop.copied() {
                    fewer.remove(&drop);
                }
            }
            let other = fill(&choices, fewer, most);
            if total(&choices, &other) > total(&choices, &best) {
                best = other;
            }
        }
        show(&choices, &best);
    }
}

/// A tiling, the tables it takes, and its bound on each board.
struct Choice {
    tiling: Tiling,
    tables: BTreeSet<u32>,
    bounds: Vec<u32>,
}

/// The largest bound on each board of the tilings that these tables make.
fn largest(choices: &[Choice], tables: &BTreeSet<u32>) -> Vec<u32> {
    let mut largest = vec![0; choices[0].bounds.len()];
    for choice in choices.iter().filter(|c| c.tables.is_subset(tables)) {
        for (largest, bound) in largest.iter_mut().zip(&choice.bounds) {
            *largest = (*largest).max(*bound);
        }
    }
    largest
}

fn total(choices: &[Choice], tables: &BTreeSet<u32>) -> u32 {
    largest(choices, tables).iter().sum()
}

/// The tables of some patterns, in megabytes.
fn megabytes<'a>(masks: impl IntoIterator<Item = &'a u32>) -> f64 {
    let size = Size::new(5, 5).expect("a size");
    let sets = CellSetCache::default();
    let bytes = |&mask: &u32| {
        let homes: Vec<usize> = cells(mask).collect();
        let pattern = Pattern::new(size, 24, &homes).expect("a pattern");
        Table::bytes(&pattern, &sets.of(&pattern))
    };
    masks.into_iter().map(bytes).sum::<usize>() as f64 / 1e6
}

/// Adds tilings to a set of tables, each time the one that gains most for a table, up to `most`
/// megabytes.
fn fill(choices: &[Choice], mut tables: BTreeSet<u32>, most: f64) -> BTreeSet<u32> {
    loop {
        let now = largest(choices, &tables);
        let left = most - megabytes(&tables);
        let gain = |choice: &Choice| {
            let new = choice.tables.difference(&tables).count();
            let raised = choice.bounds.iter().zip(&now);
            let raised: u32 = raised.map(|(bound, now)| bound.saturating_sub(*now)).sum();
            let fits = new > 0 && megabytes(choice.tables.difference(&tables)) <= left;
            fits.then(|| raised * 1000 / new as u32)
        };
        let rated = choices.iter().filter_map(|c| Some((gain(c)?, c)));
        let Some((_, choice)) = rated.max_by_key(|&(gain, _)| gain) else {
            return tables;
        };
        tables.extend(&choice.tables);
    }
}

/// The tilings of a set of tables, the most useful first, at most eight.
fn show(choices: &[Choice], tables: &BTreeSet<u32>) {
    let boards = choices[0].bounds.len();
    let mean = |sum: u32| f64::from(sum) / boards as f64;
    println!(
        "\n{} tables, {:.0} MB, mean {:.3}",
        tables.len(),
        megabytes(tables),
        mean(total(choices, tables))
    );
    let mut left: Vec<&Choice> = choices
        .iter()
        .filter(|c| c.tables.is_subset(tables))
        .collect();
    let mut now = vec![0; boards];
    for _ in 0..8 {
        let sum = |choice: &Choice| -> u32 {
            now.iter().zip(&choice.bounds).map(|(a, b)| *a.max(b)).sum()
        };
        let Some(place) = (0..left.len()).max_by_key(|&place| sum(left[place])) else {
            return;
        };
        let choice = left.swap_remove(place);
        for (now, bound) in now.iter_mut().zip(&choice.bounds) {
            *now = (*now).max(*bound);
        }
        let lists: Vec<String> = choice
            .tiling
            .iter()
            .map(|&mask| {
                let cells: Vec<String> = cells(mask).map(|cell| cell.to_string()).collect();
                cells.join(" ")
            })
            .collect();
        println!(
            "{}  # mean {:.3}",
            lists.join(" / "),
            mean(now.iter().sum())
        );
    }
}
