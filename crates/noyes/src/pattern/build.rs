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
//! pattern tile changes h by exactly one, so the two bits of a neighbour tell rise from fall.
//! Unreached states (half of them when the pattern is the whole board) have 0. At the end the bits
//! are transposed, 64×64 at a time, from row by row to permutation by permutation (see `table`).
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

mod level;
mod row_graph;

use std::sync::{Arc, OnceLock};

use self::level::Class;
use self::row_graph::{Edges, Order};
use super::bits::transpose_64;
use super::cell_sets::CellSets;
use super::permutation::{Rank, Rotations, factorial};
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

/// Bytes of memory that building the table of `pattern` takes at its peak; `sets` must be those of
/// its size and number of tiles, else the number means nothing. The largest number there is, where
/// an address space does not suffice.
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
/// # Panics
///
/// If the sets are of another size or number of tiles.
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
    let (size, tiles) = (pattern.size(), pattern.tiles());
    assert!(
        sets.size() == size && sets.tiles() == tiles,
        "the cell sets are of another pattern"
    );
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
    let total = sets.rows() as u64 * perms as u64;
    let name = pattern.to_string();
    let tell = |done: u64| {
        guard.tell(&Event::Table {
            name: name.clone(),
            done,
            total,
        })
    };
    tell(1)?;
    let rotations = Rotations::<R>::new(pattern.tiles(), pattern.size().cols() - 1);
    let order = Order::new(&sets);
    let edges = |class| Edges::new(&sets, &order, class, || tell(1));
    let edges = [edges(0)?, edges(1)?];
    let mut classes = [0, 1].map(|class| Class::new(order.rows[class].len(), perms, threads));

    let (goal_class, goal_row) = order.of_row[sets.row(pattern.mask(), pattern.blank_home())];
    classes[goal_class].start(goal_row);
    let mut layers = vec![1u64];
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
        let tell = |found: u64| tell(done + found);
        let value = level >> 1 & 1 == 1;
        let found = to.pull(from, &edges[written], &rotations, value, threads, &tell)?;
        if found == 0 {
            break;
        }
        layers.push(found);
        tell(found)?;
    }
    let done: u64 = layers.iter().sum();
    let values = classes.map(|class| class.value);
    let stride = Table::stride_words(sets.rows());
    let mut bits = vec![0u64; perms * stride];
    let ask = || tell(done);
    turn(&values, &order, words, &mut bits, stride, threads, &ask)?;
    // The table is about to be written.
    ask()?;
    let table = Table::from_words(pattern.clone(), sets, bits);
    Ok(Built { table, layers })
}

/// From row by row to permutation by permutation; `ask` may end it.
fn turn(
    values: &[Vec<u64>; 2],
    order: &Order,
    words: usize,
    bits: &mut [u64],
    stride: usize,
    threads: Threads<'_>,
    ask: &(dyn Fn() -> Result<(), Stop> + Sync),
) -> Result<(), Stop> {
    let stopped = OnceLock::new();
    threads.for_each_chunk(bits, 64 * stride, |word, bits| {
        if stopped.get().is_none()
            && let Err(stop) = ask()
        {
            let _ = stopped.set(stop);
        }
        if stopped.get().is_some() {
            return;
        }
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
    stopped.into_inner().map_or(Ok(()), Err)
}
