//! Ranks of cell sets and of the blank's region beside them: the rows of a table.
//!
//! # Idea
//!
//! The tiles of a pattern stand on a set of cells. The free cells fall into regions, and as long as
//! the blank stays in one region no pattern tile has moved; so its exact cell does not matter. A
//! *row* is a cell set and a region:
//!
//! ```text
//! # # . .     set of 5 cells, two regions of free cells:
//! # 1 # .     region 0 = {cell 5}, region 1 = all the others
//! . # . .     (regions are numbered by their first cell)
//! . . . .
//! ```
//!
//! # Index
//!
//! Sets of k cells are ranked in colexicographic order: the rank of {c₁ < c₂ < …} is
//! C(c₁, 1) + C(c₂, 2) + …, which splits into a lookup for the lower thirteen cells, one for the
//! next twelve, and on boards of more than 25 cells one for the other eleven.
//!
//! ```text
//! tiles on the 4×4 board    sets      rows
//! 7                         11,440    27,748
//! 8                         12,870    35,347
//! ```
//!
//! Six tiles have 1,947,792 sets on the 6×6 board.
//!
//! # The order of the rows
//!
//! Rows are numbered by set and then by region. On boards of up to sixteen cells the sets are
//! sorted so that those between which tiles slide along a board row are neighbours: a search that
//! has just read one reads the others next, and finds them in the same cache line. The misses of
//! this and of other orders are in `bench/records/2026-11-notes-heuristics-and-tables.md`.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::Pattern;
use crate::board::Size;

const LOW: usize = 13;
const HIGH: usize = 12;
const TOP: usize = Pattern::MOST_CELLS - LOW - HIGH;
/// The most cells of boards whose rows are sorted by `neighbourhood`.
const SORTED: usize = 16;

/// All sets of `k` cells of a board and the regions they leave free.
///
/// ```
/// use noyes::pattern::CellSets;
/// use noyes::Size;
///
/// let sets = CellSets::new(Size::new(4, 4)?, 7);
/// assert_eq!((sets.sets(), sets.rows()), (11_440, 27_748));
/// // The row of a set and a cell of the blank holds that set again.
/// let row = sets.row(0b111_1111, 15);
/// assert_eq!(sets.masks(row).0, 0b111_1111);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CellSets {
    size: Size,
    low: Box<[u32]>,
    high: Box<[u32]>,
    /// Empty on boards that have no such cells.
    top: Box<[u32]>,
    base: Box<[u32]>,
    rows: Box<[(u64, u64)]>,
}

/// A cache of ranked cell sets, by size of the board and number of tiles. An engine owns one.
///
/// ```
/// use std::sync::Arc;
/// use noyes::pattern::{CellSetCache, Pattern};
/// use noyes::Size;
///
/// let (cache, size) = (CellSetCache::default(), Size::new(3, 3)?);
/// let pattern = Pattern::new(size, 8, &[0, 1, 2])?;
/// assert!(Arc::ptr_eq(&cache.get(size, 3), &cache.of(&pattern)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct CellSetCache {
    ranked: Mutex<FxHashMap<(Size, usize), Arc<CellSets>>>,
}

impl CellSetCache {
    /// As [`CellSets::new`], with the same panics, ranked once and shared.
    ///
    /// Two threads that ask at the same moment may both rank; one of the two equal results stays.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use noyes::Size;
    /// use noyes::pattern::CellSetCache;
    ///
    /// let (cache, size) = (CellSetCache::default(), Size::new(3, 3)?);
    /// assert!(Arc::ptr_eq(&cache.get(size, 3), &cache.get(size, 3)));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn get(&self, size: Size, k: usize) -> Arc<CellSets> {
        let ranked = || self.ranked.lock().unwrap_or_else(PoisonError::into_inner);
        let known = ranked().get(&(size, k)).cloned();
        known.unwrap_or_else(|| {
            let fresh = Arc::new(CellSets::new(size, k));
            Arc::clone(ranked().entry((size, k)).or_insert(fresh))
        })
    }

    /// The sets of a pattern.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::{CellSetCache, Pattern};
    ///
    /// let pattern = Pattern::new(Size::new(3, 3)?, 8, &[0, 1, 2])?;
    /// assert_eq!(CellSetCache::default().of(&pattern).tiles(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(&self, pattern: &Pattern) -> Arc<CellSets> {
        self.get(pattern.size(), pattern.tiles())
    }

    /// Forgets all sets. Tables that use them keep them.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use noyes::Size;
    /// use noyes::pattern::CellSetCache;
    ///
    /// let (cache, size) = (CellSetCache::default(), Size::new(3, 3)?);
    /// let kept = cache.get(size, 3);
    /// cache.clear();
    /// assert!(!Arc::ptr_eq(&kept, &cache.get(size, 3)));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn clear(&self) {
        let mut ranked = self.ranked.lock().unwrap_or_else(PoisonError::into_inner);
        ranked.clear();
    }
}

impl CellSets {
    /// Ranks all sets of `k` cells.
    ///
    /// # Panics
    ///
    /// If the board has more than 36 cells, or `k` is not from 1 to one less than its cells.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::CellSets;
    ///
    /// // Two of six cells.
    /// assert_eq!(CellSets::new(Size::new(2, 3)?, 2).sets(), 15);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn new(size: Size, k: usize) -> Self {
        let cells = size.cells();
        assert!(
            cells <= Pattern::MOST_CELLS && k >= 1 && k < cells,
            "a board of at most 36 cells, and from 1 to one less than its cells in a set"
        );
        let mut sets = Self {
            size,
            low: colex(LOW, 0, 0).into(),
            high: (0..=LOW)
                .flat_map(|below| colex(HIGH, LOW, below))
                .collect(),
            top: (0..=LOW + HIGH)
                .take_while(|_| cells > LOW + HIGH)
                .flat_map(|below| colex(TOP, LOW + HIGH, below))
                .collect(),
            base: Box::new([]),
            rows: Box::new([]),
        };
        let mut masks = Vec::new();
        let mut mask = (1u64 << k) - 1;
        while mask < 1u64 << cells {
            debug_assert_eq!(sets.rank(mask), masks.len());
            masks.push(mask);
            mask = next_set(mask);
        }
        sets.base = vec![0; masks.len()].into();
        if Self::are_sorted(size) {
            masks.sort_by_cached_key(|&mask| neighbourhood(size, mask));
        }
        let grid = Grid::new(size);
        let mut rows = Vec::new();
        for mask in masks {
            let rank = sets.rank(mask);
            sets.base[rank] = rows.len() as u32;
            let mut free = !mask & ((1 << cells) - 1);
            while free != 0 {
                let found = grid.flood(free, free & free.wrapping_neg());
                rows.push((mask, found));
                free &= !found;
            }
        }
        sets.rows = rows.into();
        sets
    }

    /// Whether the rows of a board of this size are in the order of slides, not of rank.
    pub(crate) fn are_sorted(size: Size) -> bool {
        size.cells() <= SORTED
    }

    /// The board's size.
    ///
    /// ```
    /// # use noyes::{Size, pattern::CellSets};
    /// assert_eq!(CellSets::new(Size::new(2, 3)?, 2).size(), Size::new(2, 3)?);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many cells a set has.
    ///
    /// ```
    /// # use noyes::{Size, pattern::CellSets};
    /// assert_eq!(CellSets::new(Size::new(2, 3)?, 2).tiles(), 2);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn tiles(&self) -> usize {
        self.rows[0].0.count_ones() as usize
    }

    /// How many rows there are: a set has one for each region that it leaves free.
    ///
    /// ```
    /// # use noyes::{Size, pattern::CellSets};
    /// // Any cell of the 2×2 board leaves one region free, two opposite ones leave two.
    /// assert_eq!(CellSets::new(Size::new(2, 2)?, 1).rows(), 4);
    /// assert_eq!(CellSets::new(Size::new(2, 2)?, 2).rows(), 4 + 2 * 2);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// How many sets there are.
    ///
    /// ```
    /// # use noyes::{Size, pattern::CellSets};
    /// assert_eq!(CellSets::new(Size::new(4, 4)?, 7).sets(), 11_440);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn sets(&self) -> usize {
        self.base.len()
    }

    /// The rank of a set of `k` cells, given as a mask. A mask with another number of cells, or
    /// with cells behind the board, has no rank: the answer then means nothing, or it panics.
    #[inline]
    pub(crate) fn rank(&self, mask: u64) -> usize {
        let low = mask as usize & ((1 << LOW) - 1);
        let high = (mask >> LOW) as usize & ((1 << HIGH) - 1);
        let below_high = low.count_ones() as usize;
        let rank = self.low[low] + self.high[below_high << HIGH | high];
        let top = (mask >> (LOW + HIGH)) as usize;
        if top == 0 {
            return rank as usize;
        }
        let below_top = below_high + high.count_ones() as usize;
        (rank + self.top[below_top << TOP | top]) as usize
    }

    /// The first row of the set with this rank, which must be below [`CellSets::sets`].
    #[inline]
    pub(crate) fn base(&self, rank: usize) -> usize {
        self.base[rank] as usize
    }

    /// The row of a set and of the blank's cell. The set is a mask of [`CellSets::tiles`] cells of
    /// the board, and the blank must be on a cell outside it. Otherwise the row is that of another
    /// state, or the call panics.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::CellSets;
    ///
    /// let sets = CellSets::new(Size::new(2, 2)?, 2);
    /// // Two opposite cells part the others: the blank is in one region or the other.
    /// assert_ne!(sets.row(0b1001, 1), sets.row(0b1001, 2));
    /// // Two cells of a row do not.
    /// assert_eq!(sets.row(0b0011, 2), sets.row(0b0011, 3));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    #[inline]
    pub fn row(&self, mask: u64, blank: usize) -> usize {
        let first = self.base(self.rank(mask));
        let mut regions = self.rows[first..].iter();
        let number = regions.position(|&(_, region)| region >> blank & 1 == 1);
        debug_assert!(mask >> blank & 1 == 0, "the blank's cell is free");
        first + number.unwrap_or(0)
    }

    /// The set and the region of a row, as masks.
    ///
    /// # Panics
    ///
    /// If the row is not below [`CellSets::rows`].
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::CellSets;
    ///
    /// let sets = CellSets::new(Size::new(2, 2)?, 2);
    /// assert_eq!(sets.masks(sets.row(0b1001, 1)), (0b1001, 0b0010));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn masks(&self, row: usize) -> (u64, u64) {
        self.rows[row]
    }
}

/// The sort key of a set: first how many cells each board row has, the last row most significant,
/// then which cells, the last row least significant. Sets between which tiles slide along board
/// rows are then near each other.
fn neighbourhood(size: Size, mask: u64) -> (u64, u64) {
    let line = |row: usize| mask >> (row * size.cols()) & ((1 << size.cols()) - 1);
    (0..size.rows()).fold((0, 0), |(counts, cells), row| {
        let count = u64::from(line(row).count_ones());
        (
            counts | count << (4 * row),
            cells << size.cols() | line(row),
        )
    })
}

/// Σ C(cell, position) for all sets of `cells` cells: cells counted from `offset`, positions from
/// `below`. A set is a smaller one and its last cell.
fn colex(cells: usize, offset: usize, below: usize) -> Vec<u32> {
    let mut sums = vec![0u32; 1 << cells];
    for set in 1..sums.len() {
        let last = set.ilog2() as usize;
        let position = below + set.count_ones() as usize;
        // Sums of sets too large for any board may pass 32 bits; they are never asked for.
        sums[set] = sums[set ^ 1 << last].wrapping_add(CHOOSE[last + offset][position]);
    }
    sums
}

/// Binomial coefficients: `CHOOSE[n][k]`, modulo 2³² where no pattern has as many tiles.
const CHOOSE: [[u32; Pattern::MOST_CELLS + 1]; Pattern::MOST_CELLS] = {
    let mut choose = [[0u32; Pattern::MOST_CELLS + 1]; Pattern::MOST_CELLS];
    let mut n = 0;
    while n < Pattern::MOST_CELLS {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= n {
            choose[n][k] = choose[n - 1][k - 1].wrapping_add(choose[n - 1][k]);
            k += 1;
        }
        n += 1;
    }
    choose
};

/// The next number with the same count of bits (Gosper's hack).
fn next_set(mask: u64) -> u64 {
    let lowest = mask & mask.wrapping_neg();
    let ripple = mask + lowest;
    (((ripple ^ mask) >> 2) / lowest) | ripple
}

/// The cells beside a cell, as a mask.
pub(crate) fn beside(size: Size, cell: usize) -> u64 {
    crate::board::Direction::ALL
        .into_iter()
        .filter_map(|direction| size.source_cell(cell, direction))
        .fold(0, |mask, neighbour| mask | 1 << neighbour)
}

/// Steps from all cells of a set at once.
struct Grid {
    cols: usize,
    first_column: u64,
    last_column: u64,
}

impl Grid {
    fn new(size: Size) -> Self {
        let column = |col: usize| {
            (0..size.rows()).fold(0u64, |set, row| set | 1 << (row * size.cols() + col))
        };
        Self {
            cols: size.cols(),
            first_column: column(0),
            last_column: column(size.cols() - 1),
        }
    }

    /// All cells of `free` that can be walked to from the cells of `start`.
    fn flood(&self, free: u64, start: u64) -> u64 {
        let mut found = start;
        loop {
            let aside = (found & !self.last_column) << 1 | (found & !self.first_column) >> 1;
            let grown = found | (aside | found << self.cols | found >> self.cols) & free;
            if grown == found {
                return found;
            }
            found = grown;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checksum::crc32;

    #[test]
    fn rows_and_ranks_agree() {
        for (rows, cols, k) in [
            (3, 3, 4),
            (2, 4, 7),
            (3, 4, 3),
            (4, 4, 7),
            (5, 5, 4),
            (7, 4, 3),
            (6, 6, 3),
        ] {
            let size = Size::new(rows, cols).unwrap();
            let sets = CellSets::new(size, k);
            let all = CHOOSE[size.cells() - 1];
            assert_eq!(sets.sets() as u32, all[k] + all[k - 1]);
            for row in 0..sets.rows() {
                let (mask, region) = sets.masks(row);
                assert_eq!(mask & region, 0);
                for cell in (0..size.cells()).filter(|cell| region >> cell & 1 == 1) {
                    assert_eq!(sets.row(mask, cell), row);
                }
            }
        }
    }

    /// Files of tables are written in this order: if it changes, their version must change.
    #[test]
    fn the_order_of_the_rows_is_that_of_the_files() {
        let sum = |rows, cols, k| {
            let sets = CellSets::new(Size::new(rows, cols).unwrap(), k);
            let rows = (0..sets.rows()).map(|row| sets.masks(row));
            let bytes = rows.flat_map(|(mask, region)| {
                [mask, region].map(|mask| u32::try_from(mask).unwrap().to_le_bytes())
            });
            crc32(bytes.collect::<Vec<_>>().as_flattened())
        };
        let sums = [sum(3, 3, 4), sum(4, 3, 5), sum(4, 4, 7), sum(5, 5, 3)];
        assert_eq!(sums, [0x4e91_fdb5, 0x9bd2_482a, 0x2882_b17f, 0x2f1d_c452]);
    }

    #[test]
    fn the_numbers_of_the_fifteen_puzzle() {
        let size = Size::new(4, 4).unwrap();
        assert_eq!(CellSets::new(size, 7).rows(), 27_748);
        assert_eq!(CellSets::new(size, 8).rows(), 35_347);
    }
}
