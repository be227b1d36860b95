//! Building a table: breadth first from the goal, a bit a state, a row at a time.
//!
//! # Idea
//!
//! A state is a row (cell set and the blank's region, see `cell_sets`) and the rank of a
//! permutation. While the search runs, a row is a string of k! bits. A slide of a pattern tile
//! leads from a whole row to a whole row:
//!
//! ```text
//! along a board row      the permutation stays:      new |= frontier                (words)
//! along a board column   a tile passes m others:     new |= frontier rotated by m   (bit by bit)
//! ```
//!
//! Each level *pulls*: a row collects what its neighbour rows had in the level before, removes what
//! it has visited, and the rest is its frontier. So threads write disjoint rows.
//!
//! # Invariants
//!
//! A slide changes the colour (row + column, odd or even) of one pattern tile, so the parity of the
//! distance is the parity of the set: even rows take part only in even levels. The rows are in two
//! classes by it, one read and one written in turn. That halves the work of a level, and needs no
//! `unsafe`.
//!
//! # What is stored
//!
//! Of the distance h only bit 1, `(h >> 1) & 1`. Bit 0 is the set's colour, and a slide of a
//! pattern
//! tile changes h by exactly one, so the two bits of a neighbour tell rise from fall. Unreached
//! states (half of them when the pattern is the whole board) have 0. At the end the bits are
//! transposed, 64×64 at a time, from row by row to permutation by permutation (see `table`).
//!
//! # Cost
//!
//! Three bits a state while it is built. Measurements are in
//! `bench/records/2026-11-notes-heuristics-and-tables.md`.
//!
//! ```text
//! tiles on the 4×4 board    memory    CPU time, one core
//! 7                         52 MB     about 0.8 s
//! 8                         534 MB    9 to 11 s
//! ```

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::bits::{drain_flags, transpose_64};
use super::cell_sets::{CellSets, beside};
use super::permutation::{Rank, Rotation, Rotations, factorial};
use super::{Pattern, Table};
use crate::guard::{Event, Guard, Stop};
use crate::workers::Threads;

/// A table just built, and how many states are at each distance.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::{Pattern, build};
/// use noyes::Size;
///
/// let pattern = Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?;
/// let built = build(&pattern, &Guard::new(&Silent))?;
/// assert_eq!(built.table.pattern(), &pattern);
/// assert_eq!(built.layers[0], 1); // the goal alone
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Built {
    /// The table.
    pub table: Table,
    /// States at distance 0, 1, 2, …
    pub layers: Vec<u64>,
}

/// Bytes of memory that building the table of `pattern` takes at its peak; `sets` are those of its
/// size and number of tiles. The largest number there is, where an address space does not suffice.
///
/// ```
/// use noyes::pattern::{CellSets, Pattern, Table, build_bytes};
/// use noyes::Size;
///
/// let size = Size::new(4, 4)?;
/// let pattern = Pattern::new(size, 15, &[0, 1, 2, 3, 4, 5, 6])?;
/// let sets = CellSets::new(size, 7);
/// assert!((50_000_000..55_000_000).contains(&build_bytes(&pattern, &sets)));
/// assert!(build_bytes(&pattern, &sets) > 2 * Table::bytes(&pattern, &sets));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build_bytes(pattern: &Pattern, sets: &CellSets) -> usize {
    let words = factorial(pattern.tiles()).div_ceil(64);
    words.saturating_mul(3 * 8).saturating_mul(sets.rows())
}

/// Builds the table of a pattern on the guard's threads.
///
/// The guard's observer is told the states found so far after each level, and can stop the build
/// there. Its memory limit is compared with [`build_bytes`] first.
///
/// ```
/// use noyes::Size;
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::{Pattern, build};
///
/// // All tiles of the 8-puzzle: half of the 9! arrangements, at most 31 moves from the goal.
/// let pattern = Pattern::new(Size::new(3, 3)?, 8, &[0, 1, 2, 3, 4, 5, 6, 7])?;
/// let built = build(&pattern, &Guard::new(&Silent))?;
/// assert_eq!(built.layers.iter().sum::<u64>(), 181_440);
/// assert_eq!(built.layers.len(), 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build(pattern: &Pattern, guard: &Guard<'_>) -> Result<Built, Stop> {
    let sets = CellSets::new(pattern.size(), pattern.tiles());
    build_on(pattern, Arc::new(sets), guard)
}

/// As [`build`], with the cell sets of the pattern's size and number of tiles ranked before.
///
/// ```
/// use std::sync::Arc;
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::{CellSets, Pattern, build_on};
/// use noyes::Size;
///
/// let size = Size::new(3, 3)?;
/// let sets = Arc::new(CellSets::new(size, 4));
/// for homes in [[0, 1, 2, 3], [4, 5, 6, 7]] {
///     let pattern = Pattern::new(size, 8, &homes)?;
///     let built = build_on(&pattern, Arc::clone(&sets), &Guard::new(&Silent))?;
///     assert_eq!(built.layers[0], 1);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build_on(pattern: &Pattern, sets: Arc<CellSets>, guard: &Guard<'_>) -> Result<Built, Stop> {
    // The ranks of eight tiles fit sixteen bits.
    if factorial(pattern.tiles()) <= 1 << 16 {
        build_with::<u16>(pattern, sets, guard)
    } else {
        build_with::<u32>(pattern, sets, guard)
    }
}

fn build_with<R: Rank>(
    pattern: &Pattern,
    sets: Arc<CellSets>,
    guard: &Guard<'_>,
) -> Result<Built, Stop> {
    let threads = guard.threads();
    let perms = factorial(pattern.tiles());
    let words = perms.div_ceil(64);
    let bytes = build_bytes(pattern, &sets);
    guard.check_memory(bytes)?;
    // No machine has as much, and an allocation would panic.
    if isize::try_from(bytes).is_err() {
        return Err(Stop::Memory);
    }
    let rotations = Rotations::<R>::new(pattern.tiles(), pattern.size().cols() - 1);
    let order = Order::new(&sets);
    let edges = [0, 1].map(|class| Edges::new(&sets, &order, class));
    let mut classes = [0, 1].map(|class| Class::new(order.rows[class].len(), perms, threads));

    let (goal_class, goal_row) = order.of_row[sets.row(pattern.mask(), pattern.blank_home())];
    classes[goal_class].start(goal_row);
    let mut layers = vec![1u64];
    let total = sets.rows() as u64 * perms as u64;
    let name = pattern.to_string();
    loop {
        let level = layers.len();
        let written = (goal_class + level) % 2;
        let [even, odd] = &mut classes;
        let (from, to) = if written == 0 {
            (&*odd, even)
        } else {
            (&*even, odd)
        };
        let done: u64 = layers.iter().sum();
        let tell = |found: u64| {
            guard.tell(&Event::Table {
                name: name.clone(),
                done: done + found,
                total,
            })
        };
        let value = level >> 1 & 1 == 1;
        let found = to.pull(from, &edges[written], &rotations, value, threads, &tell)?;
        if found == 0 {
            break;
        }
        layers.push(found);
        tell(found)?;
    }
    let values = classes.map(|class| class.value);
    let stride = Table::stride_words(sets.rows());
    let mut bits = vec![0u64; perms * stride];
    turn(&values, &order, words, &mut bits, stride, threads);
    let table = Table::from_words(pattern.clone(), sets, bits);
    Ok(Built { table, layers })
}

/// Rows sorted into the two classes.
struct Order {
    /// The rows of each class.
    rows: [Vec<u32>; 2],
    /// The class of each row and its number there.
    of_row: Vec<(usize, usize)>,
}

impl Order {
    fn new(sets: &CellSets) -> Self {
        let size = sets.size();
        let odd_cells = (0..size.cells())
            .filter(|&cell| (size.row(cell) + size.col(cell)) % 2 == 1)
            .fold(0u32, |mask, cell| mask | 1 << cell);
        let mut rows = [Vec::new(), Vec::new()];
        let mut of_row = Vec::with_capacity(sets.rows());
        for row in 0..sets.rows() {
            let class = (sets.masks(row).0 & odd_cells).count_ones() as usize % 2;
            of_row.push((class, rows[class].len()));
            rows[class].push(row as u32);
        }
        Self { rows, of_row }
    }
}

/// For every row of a class, the rows of the other class it pulls from.
struct Edges {
    starts: Vec<u32>,
    edges: Vec<(u32, Option<Rotation>)>,
}

impl Edges {
    fn new(sets: &CellSets, order: &Order, class: usize) -> Self {
        let size = sets.size();
        let mut starts = vec![0];
        let mut edges = Vec::new();
        for &row in &order.rows[class] {
            let (mask, region) = sets.masks(row as usize);
            for free in (0..size.cells()).filter(|cell| region >> cell & 1 == 1) {
                let mut tiles = beside(size, free) & mask;
                while tiles != 0 {
                    let cell = tiles.trailing_zeros() as usize;
                    tiles &= tiles - 1;
                    let other = sets.row(mask ^ (1 << cell | 1 << free), cell);
                    edges.push((order.of_row[other].1 as u32, back(mask, cell, free)));
                }
            }
            starts.push(edges.len() as u32);
        }
        Self { starts, edges }
    }
}

/// The rotation that brings the tile on `free` back to `cell`.
fn back(mask: u32, cell: usize, free: usize) -> Option<Rotation> {
    let (first, last) = (cell.min(free), cell.max(free));
    let below = (1u32 << first) - 1;
    let between = ((1u32 << last) - 1) & !below & !(1 << first);
    let past = (mask & between).count_ones() as usize;
    (past > 0).then(|| Rotation {
        place: (mask & below).count_ones() as usize,
        past,
        forward: cell > free,
    })
}

/// The bits of half of the rows.
struct Class {
    perms: usize,
    words: usize,
    /// What the last level of this class found; void where `active` is 0.
    frontier: Vec<u64>,
    visited: Vec<u64>,
    value: Vec<u64>,
    /// How many states of a row the last level found.
    active: Vec<u32>,
    /// How many states of a row are not yet found.
    left: Vec<u32>,
}

/// Rows that one thread takes at a time.
const BLOCK: usize = 32;
/// Blocks between two questions to the guard.
const ASKING: usize = 64;

/// A block of rows of a class, while a level is written.
struct Rows<'a> {
    frontier: &'a mut [u64],
    visited: &'a mut [u64],
    value: &'a mut [u64],
    active: &'a mut [u32],
    left: &'a mut [u32],
    /// States found in this level.
    found: u64,
}

impl Class {
    fn new(rows: usize, perms: usize, threads: Threads<'_>) -> Self {
        let words = perms.div_ceil(64);
        let zeros = || {
            let mut zeros = vec![0; rows * words];
            // Fresh memory that is read before it is written is mapped twice, and the second
            // mapping
            // stops all threads: so it is written first.
            threads.for_each_chunk(&mut zeros, BLOCK * words, |_, rows| rows.fill(0));
            zeros
        };
        Self {
            perms,
            words,
            frontier: vec![0; rows * words],
            visited: zeros(),
            value: zeros(),
            active: vec![0; rows],
            left: vec![perms as u32; rows],
        }
    }

    fn start(&mut self, row: usize) {
        self.frontier[row * self.words] = 1;
        self.visited[row * self.words] = 1;
        self.active[row] = 1;
        self.left[row] = self.perms as u32 - 1;
    }

    /// One level: every row takes what is new to it from its neighbours' frontiers.
    fn pull<R: Rank>(
        &mut self,
        from: &Self,
        edges: &Edges,
        rotations: &Rotations<R>,
        value: bool,
        threads: Threads<'_>,
        tell: &(dyn Fn(u64) -> Result<(), Stop> + Sync),
    ) -> Result<u64, Stop> {
        let words = self.words;
        let mut blocks: Vec<Rows<'_>> = self
            .frontier
            .chunks_mut(BLOCK * words)
            .zip(self.visited.chunks_mut(BLOCK * words))
            .zip(self.value.chunks_mut(BLOCK * words))
            .zip(self.active.chunks_mut(BLOCK))
            .zip(self.left.chunks_mut(BLOCK))
            .map(|((((frontier, visited), value), active), left)| Rows {
                frontier,
                visited,
                value,
                active,
                left,
                found: 0,
            })
            .collect();
        let (found, stopped) = (AtomicU64::new(0), OnceLock::new());
        threads.for_each_mut(&mut blocks, |number, rows| {
            // A level of a large table takes seconds: the guard is asked in between.
            if number % ASKING == ASKING - 1
                && let Err(stop) = tell(found.load(Ordering::Relaxed))
            {
                let _ = stopped.set(stop);
            }
            if stopped.get().is_some() {
                return;
            }
            let mut flags = vec![0u8; words * 64];
            let spans = edges.starts[number * BLOCK..].windows(2);
            for (row, span) in (0..rows.left.len()).zip(spans) {
                let sources = &edges.edges[span[0] as usize..span[1] as usize];
                let frontier = &mut rows.frontier[row * words..(row + 1) * words];
                rows.active[row] = 0;
                if rows.left[row] == 0 || !from.collect(sources, rotations, frontier, &mut flags) {
                    continue;
                }
                let visited = &mut rows.visited[row * words..(row + 1) * words];
                let values = &mut rows.value[row * words..(row + 1) * words];
                let mut found = 0;
                for ((new, old), values) in frontier.iter_mut().zip(visited).zip(values) {
                    *new &= !*old;
                    *old |= *new;
                    *values |= if value { *new } else { 0 };
                    found += new.count_ones();
                }
                rows.active[row] = found;
                rows.left[row] -= found;
                rows.found += u64::from(found);
            }
            found.fetch_add(rows.found, Ordering::Relaxed);
        });
        match stopped.into_inner() {
            Some(stop) => Err(stop),
            None => Ok(found.into_inner()),
        }
    }

    /// The frontiers of these rows, rotated and joined; false if all are empty. `flags` has a byte
    /// a
    /// permutation, all 0 before and after: where many bits must be rotated, bytes are set and
    /// packed
    /// later, because setting bits waits for the last write to the same word.
    fn collect<R: Rank>(
        &self,
        sources: &[(u32, Option<Rotation>)],
        rotations: &Rotations<R>,
        target: &mut [u64],
        flags: &mut [u8],
    ) -> bool {
        let (mut plain, mut rotated) = (0, 0);
        for &(other, rotation) in sources {
            let active = self.active[other as usize];
            match rotation {
                None => plain += active,
                Some(_) => rotated += active,
            }
        }
        if plain + rotated == 0 {
            return false;
        }
        target.fill(0);
        let many = rotated as usize > self.words;
        for &(other, rotation) in sources {
            let other = other as usize;
            if self.active[other] == 0 {
                continue;
            }
            let source = &self.frontier[other * self.words..(other + 1) * self.words];
            match rotation {
                None => join(target, source),
                Some(rotation) if many => flag(flags, source, rotations.table(rotation)),
                Some(rotation) => join_rotated(target, source, rotations.table(rotation)),
            }
        }
        if many {
            drain_flags(flags, target);
        }
        true
    }
}

fn join(target: &mut [u64], source: &[u64]) {
    for (to, from) in target.iter_mut().zip(source) {
        *to |= from;
    }
}

fn flag<R: Rank>(flags: &mut [u8], source: &[u64], table: &[R]) {
    for (ranks, &word) in table.chunks(64).zip(source) {
        let mut word = word;
        while word != 0 {
            let to = ranks[word.trailing_zeros() as usize].get();
            word &= word - 1;
            flags[to] = 0xff;
        }
    }
}

fn join_rotated<R: Rank>(target: &mut [u64], source: &[u64], table: &[R]) {
    for (ranks, &word) in table.chunks(64).zip(source) {
        let mut word = word;
        while word != 0 {
            let to = ranks[word.trailing_zeros() as usize].get();
            word &= word - 1;
            target[to / 64] |= 1 << (to % 64);
        }
    }
}

/// From row by row to permutation by permutation.
fn turn(
    values: &[Vec<u64>; 2],
    order: &Order,
    words: usize,
    bits: &mut [u64],
    stride: usize,
    threads: Threads<'_>,
) {
    threads.for_each_chunk(bits, 64 * stride, |word, bits| {
        for (column, rows) in order.of_row.chunks(64).enumerate() {
            let mut block = [0u64; 64];
            for (slot, &(class, row)) in block.iter_mut().zip(rows) {
                *slot = values[class][row * words + word];
            }
            transpose_64(&mut block);
            for (line, slot) in bits.chunks_mut(stride).zip(block) {
                line[column] = slot;
            }
        }
    });
}
