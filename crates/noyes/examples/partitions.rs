//! Which partitions of a board's tiles complement each other: the search behind
//! `pattern/catalogue/24-puzzle.txt` and `rectangles.txt`.
//!
//! ```text
//! cargo run --release -p noyes --example partitions -- BOARD SIZES TILINGS BOARDS SEED MEGABYTES…
//! ```
//!
//! BOARD is its rows and columns, no wider than tall (6x5). After an @ comes the goal cell of the
//! blank, if that is not the last (5x5@12), and after a colon the number of views, if the tables
//! are to be read in more than the two that the solver has (5x5@12:8).
//!
//! All ways to cut the tiles into connected patterns of these SIZES (6,6,6,6, or several with a
//! slash between: 7,7,7,3/7,7,5,5/7,6,6,5) are listed, of boards of more than 25 cells some
//! thousand random ones, and the patterns of the TILINGS most compact
//! ones (most pairs of neighbours kept together) are tabulated, each once, and its distance noted
//! on BOARDS random boards as they are and mirrored. A table of six tiles takes two seconds, one
//! of seven forty.
//!
//! Then tables of so many MEGABYTES in all are chosen so that the partitions they make *together*
//! have the largest mean bound: a table that is part of several partitions costs one probe for all
//! of them, and serves its mirror image too. Greedily at first, then by dropping a few at
//! random and filling up again.

use std::collections::{BTreeMap, BTreeSet};

use noyes::guard::{Guard, Silent};
use noyes::pattern::{CellSetCache, Pattern, Symmetry, Table, build};
use noyes::scramble::Scrambler;
use noyes::{Board, Direction, Goal, Instance, Size};

/// The patterns of a tiling, as masks of goal cells.
type Tiling = Vec<u64>;

/// How many random tilings of a large board are listed.
const SAMPLE: usize = 20_000;

/// The board, the goal cell of its blank, and in how many views it is seen.
#[derive(Clone, Copy)]
struct Kind {
    size: Size,
    home: usize,
    views: usize,
}

impl Kind {
    fn read(word: &str) -> Option<Self> {
        let (word, views) = word.split_once(':').unwrap_or((word, "2"));
        let (board, home) = word.split_once('@').unwrap_or((word, ""));
        let views = views.parse().ok()?;
        let (rows, cols) = board.split_once('x')?;
        let size = Size::new(rows.parse().ok()?, cols.parse().ok()?).ok()?;
        let last = size.cells() - 1;
        let home = home.parse().unwrap_or(last);
        (size.rows() >= size.cols() && last < Pattern::MOST_CELLS && home <= last && views > 0)
            .then_some(Self { size, home, views })
    }

    fn tiles(self) -> u64 {
        ((1 << self.size.cells()) - 1) & !(1 << self.home)
    }

    fn goal(self) -> Goal {
        let mut tiles = 1..self.size.cells() as u32;
        let cells = (0..self.size.cells()).map(|cell| match cell == self.home {
            true => 0,
            false => tiles.next().expect("a tile for every other cell"),
        });
        let cells: Vec<u32> = cells.collect();
        let rows: Vec<&[u32]> = cells.chunks(self.size.cols()).collect();
        Goal::Board(Board::new(&rows).expect("a board"))
    }

    fn beside(self, cell: usize) -> u64 {
        let ways = Direction::ALL.into_iter();
        let cells = ways.filter_map(|way| self.size.source_cell(cell, way));
        cells.fold(0, |mask, cell| mask | 1 << cell)
    }

    /// Twice the pairs of neighbours in a pattern.
    fn compactness(self, mask: u64) -> u32 {
        cells(mask)
            .map(|cell| (self.beside(cell) & mask).count_ones())
            .sum()
    }

    /// All connected sets of so many cells of `free` that hold its first.
    fn shapes(self, free: u64, size: usize) -> BTreeSet<u64> {
        let mut sets: BTreeSet<u64> = [1 << free.trailing_zeros()].into();
        for _ in 1..size {
            let mut grown = BTreeSet::new();
            for set in sets {
                let edge = cells(set).fold(0, |mask, cell| mask | self.beside(cell)) & free & !set;
                grown.extend(cells(edge).map(|cell| set | 1 << cell));
            }
            sets = grown;
        }
        sets
    }

    /// All ways to cut `free` into connected patterns of these sizes, in any order.
    fn tile(self, free: u64, sizes: &[usize], so_far: &mut Tiling, found: &mut Vec<Tiling>) {
        if free == 0 {
            found.push(so_far.clone());
            return;
        }
        for (place, &size) in sizes.iter().enumerate() {
            if sizes[..place].contains(&size) {
                continue;
            }
            let rest = [&sizes[..place], &sizes[place + 1..]].concat();
            for shape in self.shapes(free, size) {
                so_far.push(shape);
                self.tile(free & !shape, &rest, so_far, found);
                so_far.pop();
            }
        }
    }

    /// Random ways to cut the tiles, the most compact shapes being likelier; each once.
    fn sample(self, sizes: &[usize], seed: u64) -> Vec<Tiling> {
        let mut random = Random(seed);
        let mut found = BTreeSet::new();
        'attempt: for _ in 0..SAMPLE {
            let (mut free, mut sizes) = (self.tiles(), sizes.to_vec());
            let mut tiling = Tiling::new();
            while !sizes.is_empty() {
                let size = sizes.swap_remove(random.below(sizes.len()));
                let shapes: Vec<u64> = self.shapes(free, size).into_iter().collect();
                if shapes.is_empty() {
                    continue 'attempt;
                }
                let draws = (0..6).map(|_| shapes[random.below(shapes.len())]);
                let best = draws.max_by_key(|&shape| self.compactness(shape));
                let shape = best.expect("six draws");
                tiling.push(shape);
                free &= !shape;
            }
            tiling.sort_unstable();
            found.insert(tiling);
        }
        found.into_iter().collect()
    }
}

/// The views of a board, the board as it is first.
struct Views {
    ways: Vec<Symmetry>,
}

impl Views {
    /// As many as the kind has, at most those that leave the blank's goal cell where it is.
    fn new(kind: Kind) -> Self {
        let ways = Symmetry::fixing(kind.size, kind.home).take(kind.views);
        let views = Self {
            ways: ways.collect(),
        };
        let count = views.ways.len();
        let is_group = (0..count * count).all(|pair| {
            let (image, view) = (pair / count, pair % count);
            views.found(image, view).is_some()
        });
        assert!(is_group, "so many views are no group: take 2, or all");
        views
    }

    fn image(&self, way: usize, mask: u64) -> u64 {
        image(&self.ways[way], mask)
    }

    fn images(&self, mask: u64) -> impl Iterator<Item = u64> {
        self.ways.iter().map(move |way| image(way, mask))
    }

    /// The view that `image` makes `view` of.
    fn before(&self, image: usize, view: usize) -> usize {
        self.found(image, view).expect("a group")
    }

    fn found(&self, image: usize, view: usize) -> Option<usize> {
        let (image, view) = (&self.ways[image], &self.ways[view]);
        self.ways.iter().position(|way| {
            let mut cells = 0..view.to().cells();
            cells.all(|cell| image.cell(way.cell(cell)) == view.cell(cell))
        })
    }
}

/// The image of a set of cells.
fn image(way: &Symmetry, mask: u64) -> u64 {
    cells(mask).fold(0, |image, cell| image | 1 << way.cell(cell))
}

fn cells(mask: u64) -> impl Iterator<Item = usize> {
    (0..Pattern::MOST_CELLS).filter(move |cell| mask >> cell & 1 == 1)
}

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1);
        (self.0 >> 33) as usize % end
    }
}

/// What is asked for on the command line.
struct Wish {
    kind: Kind,
    kinds: Vec<Vec<usize>>,
    tilings: usize,
    boards: usize,
    seed: u64,
    budgets: Vec<f64>,
}

impl Wish {
    fn read(words: &[String]) -> Option<Self> {
        let [kind, kinds, tilings, boards, seed, budgets @ ..] = words else {
            return None;
        };
        let kind = Kind::read(kind)?;
        let tiles = kind.size.tiles();
        let sizes = |kind: &str| -> Option<Vec<usize>> {
            let sizes: Option<Vec<usize>> = kind.split(',').map(|size| size.parse().ok()).collect();
            sizes.filter(|sizes| sizes.iter().sum::<usize>() == tiles && !sizes.contains(&0))
        };
        Some(Self {
            kind,
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
        eprintln!("partitions BOARD SIZES TILINGS BOARDS SEED MEGABYTES…");
        std::process::exit(2);
    };
    let (kind, boards, seed) = (wish.kind, wish.boards, wish.seed);
    let (size, home) = (kind.size, kind.home);
    let views = Views::new(kind);
    // The pattern whose table serves both a pattern and its images.
    let canonical = |mask: u64| views.images(mask).min().expect("the identity at least");
    let mut tilings = Vec::new();
    for sizes in &wish.kinds {
        match size.cells() {
            ..=25 => kind.tile(kind.tiles(), sizes, &mut Vec::new(), &mut tilings),
            _ => tilings.extend(kind.sample(sizes, seed)),
        }
    }
    println!("{} tilings", tilings.len());
    // A tiling and its images use the same tables.
    tilings.retain(|tiling| {
        let sorted = |mut tiling: Tiling| {
            tiling.sort_unstable();
            tiling
        };
        let own = sorted(tiling.clone());
        let image = |way: &Symmetry| sorted(tiling.iter().map(|&mask| image(way, mask)).collect());
        views.ways.iter().all(|way| own <= image(way))
    });
    let score = |tiling: &Tiling| {
        tiling
            .iter()
            .map(|&mask| kind.compactness(mask))
            .sum::<u32>()
    };
    tilings.sort_by_key(|tiling| std::cmp::Reverse(score(tiling)));
    let compact = &tilings[..wish.tilings.clamp(1, tilings.len())];
    let masks: BTreeSet<u64> = compact.iter().flatten().map(|&m| canonical(m)).collect();
    println!(
        "{} of them, {} patterns, compactness {} to {}",
        compact.len(),
        masks.len(),
        compact.last().map_or(0, score) / 2,
        compact.first().map_or(0, score) / 2
    );

    let goal = kind.goal();
    let mut scrambler = Scrambler::new(size, &goal, seed).expect("a goal");
    let seen: Vec<Vec<Vec<u16>>> = (0..boards)
        .map(|_| {
            let instance = Instance::new(&scrambler.uniform(), &goal).expect("solvable");
            let labels = instance.labels();
            views.ways.iter().map(|way| way.labels(labels)).collect()
        })
        .collect();
    // For each pattern, by view, the distances on all boards.
    let mut distances: BTreeMap<u64, Vec<Vec<u32>>> = BTreeMap::new();
    for (number, &mask) in masks.iter().enumerate() {
        let homes: Vec<usize> = cells(mask).collect();
        let pattern = Pattern::new(size, home, &homes).expect("a pattern");
        let table = build(&pattern, &Guard::new(&Silent))
            .expect("no limit")
            .table;
        let on_boards = |view: usize| -> Vec<u32> {
            let distance = |board: &Vec<Vec<u16>>| {
                let labels = &board[view];
                let blank = labels
                    .iter()
                    .position(|&label| usize::from(label) == home)
                    .unwrap_or(0);
                table.distance(labels, blank)
            };
            seen.iter().map(distance).collect()
        };
        let own: Vec<Vec<u32>> = (0..views.ways.len()).map(on_boards).collect();
        for image in 0..views.ways.len() {
            // The image of the pattern, in a view, is the pattern in the view before the image.
            let seen = |view: usize| own[views.before(image, view)].clone();
            distances.insert(
                views.image(image, mask),
                (0..views.ways.len()).map(seen).collect(),
            );
        }
        eprintln!("{} of {}: {pattern}", number + 1, masks.len());
    }
    // All tilings of the tabulated patterns, and the bound of each on each board: the largest of
    // all views.
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
                bounds: (0..boards)
                    .map(|board| {
                        let sums = (0..views.ways.len()).map(|view| sum(view, board));
                        sums.max().unwrap_or(0)
                    })
                    .collect(),
            }
        })
        .collect();
    println!("{} tilings of these patterns", choices.len());
    let costs = costs(kind, &wish.kinds);
    for &most in &wish.budgets {
        let most = (most, &costs);
        let mut random = Random(seed);
        let mut best = fill(&choices, BTreeSet::new(), most);
        for _ in 0..300 {
            let mut fewer = best.clone();
            for _ in 0..3 + best.len() / 4 {
                let drop = fewer.iter().nth(random.below(fewer.len().max(1)));
                if let Some(drop) = drop.copied() {
                    fewer.remove(&drop);
                }
            }
            let other = fill(&choices, fewer, most);
            if total(&choices, &other) > total(&choices, &best) {
                best = other;
            }
        }
        show(&choices, &best, &costs);
    }
}

/// A tiling, the tables it takes, and its bound on each board.
struct Choice {
    tiling: Tiling,
    tables: BTreeSet<u64>,
    bounds: Vec<u32>,
}

/// The largest bound on each board of the tilings that these tables make.
fn largest(choices: &[Choice], tables: &BTreeSet<u64>) -> Vec<u32> {
    let mut largest = vec![0; choices[0].bounds.len()];
    for choice in choices.iter().filter(|c| c.tables.is_subset(tables)) {
        for (largest, bound) in largest.iter_mut().zip(&choice.bounds) {
            *largest = (*largest).max(*bound);
        }
    }
    largest
}

fn total(choices: &[Choice], tables: &BTreeSet<u64>) -> u32 {
    largest(choices, tables).iter().sum()
}

/// The megabytes of a table, by how many tiles it has.
type Costs = BTreeMap<usize, f64>;

fn costs(kind: Kind, kinds: &[Vec<usize>]) -> Costs {
    let sets = CellSetCache::default();
    let cost = |&tiles: &usize| {
        let homes: Vec<usize> = cells(kind.tiles()).take(tiles).collect();
        let pattern = Pattern::new(kind.size, kind.home, &homes).expect("a pattern");
        (
            tiles,
            Table::bytes(&pattern, &sets.of(&pattern)) as f64 / 1e6,
        )
    };
    kinds.iter().flatten().map(cost).collect()
}

/// The tables of some patterns, in megabytes.
fn megabytes<'a>(masks: impl IntoIterator<Item = &'a u64>, costs: &Costs) -> f64 {
    let masks = masks.into_iter();
    masks.map(|mask| costs[&(mask.count_ones() as usize)]).sum()
}

/// Adds tilings to a set of tables, each time the one that gains most for a table, up to `most`
/// megabytes.
fn fill(
    choices: &[Choice],
    mut tables: BTreeSet<u64>,
    (most, costs): (f64, &Costs),
) -> BTreeSet<u64> {
    loop {
        let now = largest(choices, &tables);
        let left = most - megabytes(&tables, costs);
        let gain = |choice: &Choice| {
            let new = choice.tables.difference(&tables).count();
            let raised = choice.bounds.iter().zip(&now);
            let raised: u32 = raised.map(|(bound, now)| bound.saturating_sub(*now)).sum();
            let fits = new > 0 && megabytes(choice.tables.difference(&tables), costs) <= left;
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
fn show(choices: &[Choice], tables: &BTreeSet<u64>, costs: &Costs) {
    let boards = choices[0].bounds.len();
    let mean = |sum: u32| f64::from(sum) / boards as f64;
    println!(
        "\n{} tables, {:.0} MB, mean {:.3}",
        tables.len(),
        megabytes(tables, costs),
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
