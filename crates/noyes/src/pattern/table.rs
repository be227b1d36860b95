//! A table in use: one bit a state, permutation by permutation.
//!
//! # Idea
//!
//! The bit is `(h >> 1) & 1`, where h is the least number of slides of pattern tiles that brings
//! them home *and* the blank into the region of its own home. Slides of other tiles cost nothing.
//! Bit 0 of h is a parity of the tiles' cells. A slide of a pattern tile changes h by exactly one,
//! so the two bits of a neighbour tell whether h rises or falls.
//!
//! # Layout
//!
//! ```text
//!             row 0   row 1   row 2   …  (cell set and region)
//! rank 0        b       b       b          one line of `stride` words
//! rank 1        b       b       b
//! …                                        k! lines
//! ```
//!
//! Slides along a board row leave the rank and so stay within a line: neighbours in the search are
//! neighbours in memory.
//!
//! ```text
//! tiles on the 4×4 board    bytes a line
//! 7                         3.5 KB
//! 8                         4.4 KB
//! ```

use std::sync::Arc;

use super::Pattern;
use super::cell_sets::{CellSets, beside};
use super::permutation::{factorial, rank};
use super::table_bits::TableBits;

/// The table of a pattern. Clones share the bits.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::{Pattern, build};
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// // The tiles 1 to 4: their goal cells are 0 to 3.
/// let pattern = Pattern::new(board.size(), instance.blank_home(), &[0, 1, 2, 3])?;
/// let table = build(&pattern, &Guard::new(&Silent))?.table;
/// // Slides of the tiles 1 to 4 that any solution makes at least.
/// assert!(table.distance(instance.labels(), instance.blank()) >= 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    pattern: Pattern,
    sets: Arc<CellSets>,
    bits: Arc<TableBits>,
    stride: usize,
}

/// The label of cells without a pattern tile, while distances are walked.
const OTHER: u16 = u16::MAX;

/// A pattern's state on a board: the cells of its tiles, and their order.
///
/// ```
/// use noyes::pattern::State;
/// # use noyes::guard::{Guard, Silent};
/// # use noyes::pattern::{Pattern, build};
/// # use noyes::Size;
/// # let pattern = Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?;
/// # let table = build(&pattern, &Guard::new(&Silent))?.table;
///
/// // The tiles of the goal cells 0 and 1, both one cell further to the right.
/// let state = table.state(&[5, 0, 1, 3, 4, 2]);
/// assert_eq!(state, State { mask: 0b110, perm: 0 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The cells of its tiles.
    pub mask: u64,
    /// The rank of their order.
    pub perm: u32,
}

impl Table {
    /// The walk down a table ends after this many steps: no pattern that fits needs as many.
    pub(crate) const MAX_DISTANCE: u32 = 255;

    /// Words of a line with this many rows.
    pub(crate) fn stride_words(rows: usize) -> usize {
        rows.div_ceil(64)
    }

    /// Bytes of the bits of a pattern's table. `sets` must be those of its size and number of
    /// tiles, else the number means nothing.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::{CellSets, Pattern, Table};
    ///
    /// let size = Size::new(4, 4)?;
    /// let pattern = Pattern::new(size, 15, &[0, 1, 2, 3, 4, 5, 6])?;
    /// assert_eq!(Table::bytes(&pattern, &CellSets::new(size, 7)), 17_498_880);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bytes(pattern: &Pattern, sets: &CellSets) -> usize {
        let line = 8 * Self::stride_words(sets.rows());
        line.saturating_mul(factorial(pattern.tiles()))
    }

    pub(crate) fn from_words(pattern: Pattern, sets: Arc<CellSets>, words: Vec<u64>) -> Self {
        Self::from_storage(pattern, sets, TableBits::from_words(words))
    }

    pub(crate) fn from_storage(pattern: Pattern, sets: Arc<CellSets>, bits: TableBits) -> Self {
        let stride = Self::stride_words(sets.rows());
        assert_eq!(
            bits.bytes().len(),
            8 * stride * factorial(pattern.tiles()),
            "a table has a bit for every state"
        );
        Self {
            pattern,
            sets,
            bits: Arc::new(bits),
            stride,
        }
    }

    /// Its pattern.
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::{Pattern, build}};
    /// let pattern = Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?;
    /// let table = build(&pattern, &Guard::new(&Silent))?.table;
    /// assert_eq!(table.pattern(), &pattern);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The cell sets its rows come from.
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::{Pattern, build}};
    /// let pattern = Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?;
    /// let table = build(&pattern, &Guard::new(&Silent))?.table;
    /// assert_eq!((table.sets().size(), table.sets().tiles()), (pattern.size(), pattern.tiles()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sets(&self) -> &CellSets {
        &self.sets
    }

    /// The bits: bit `r % 8` of byte `rank * stride_bytes + r / 8` belongs to row `r` of its
    /// [`sets`](Table::sets).
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::{Pattern, build}};
    /// let pattern = Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?;
    /// let table = build(&pattern, &Guard::new(&Silent))?.table;
    /// // Two orders of two tiles.
    /// assert_eq!(table.bits().len(), 2 * table.stride_bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bits(&self) -> &[u8] {
        self.bits.bytes()
    }

    /// The header of the file that it was opened from.
    pub(crate) fn header(&self) -> Option<&[u8]> {
        self.bits.header()
    }

    /// Bytes from one permutation to the next.
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::{Pattern, build}};
    /// let pattern = Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?;
    /// let table = build(&pattern, &Guard::new(&Silent))?.table;
    /// // A bit for each row, in whole words.
    /// assert_eq!(table.stride_bytes(), 8 * table.sets().rows().div_ceil(64));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stride_bytes(&self) -> usize {
        8 * self.stride
    }

    /// The pattern's state on a labelled board (see [`crate::Instance::labels`]), which must be of
    /// the pattern's size and blank home. Of another board the state means nothing, or the call
    /// panics.
    ///
    /// ```
    /// use noyes::pattern::State;
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::{Pattern, build}};
    /// let pattern = Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?;
    /// let table = build(&pattern, &Guard::new(&Silent))?.table;
    /// // The tiles of the goal cells 0 and 1 exchanged.
    /// assert_eq!(table.state(&[1, 0, 2, 3, 4, 5]), State { mask: 0b11, perm: 1 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn state(&self, labels: &[u16]) -> State {
        let cells = labels.iter().enumerate();
        self.state_of(cells.filter(|&(_, &label)| self.pattern.has(usize::from(label))))
    }

    /// The same where all other labels are [`OTHER`].
    fn own_state(&self, own: &[u16]) -> State {
        self.state_of(own.iter().enumerate().filter(|&(_, &label)| label != OTHER))
    }

    /// The state of tiles given by cell, ascending, and label.
    fn state_of<'a>(&self, tiles: impl Iterator<Item = (usize, &'a u16)>) -> State {
        let (mut mask, mut order) = (0u64, Vec::with_capacity(Pattern::MOST_TILES));
        for (cell, &label) in tiles {
            mask |= 1 << cell;
            order.push(self.pattern.place(usize::from(label)) as u8);
        }
        State {
            mask,
            perm: rank(&order) as u32,
        }
    }

    /// Bit 1 of the distance of a state of this table with the blank on cell `blank`, which must be
    /// outside the state's cells. Other arguments give the bit of another state, or a panic.
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::{Pattern, build}};
    /// let pattern = Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?;
    /// let table = build(&pattern, &Guard::new(&Silent))?.table;
    /// // Two slides from home, so bit 1 of the distance is set.
    /// let labels = [5, 0, 1, 3, 4, 2];
    /// assert!(table.bit(table.state(&labels), 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn bit(&self, state: State, blank: usize) -> bool {
        let row = self.sets.row(state.mask, blank);
        let byte = state.perm as usize * self.stride_bytes() + row / 8;
        self.bits()[byte] >> (row % 8) & 1 == 1
    }

    /// The distance of a labelled board with the blank on cell `blank`: the least number of slides
    /// of pattern tiles to the goal.
    ///
    /// Walks downhill, each step to a neighbour whose two low bits are one less, and counts the
    /// steps. Where the bits lead nowhere, because the table is wrong, the answer is the Manhattan
    /// distance of the pattern's tiles, which is a lower bound whatever the bits are.
    ///
    /// `labels` must be a permutation of the pattern's size with its blank on `blank`. Of another
    /// board the number is no bound, or it panics.
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::{Pattern, build}};
    /// let pattern = Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?;
    /// let table = build(&pattern, &Guard::new(&Silent))?.table;
    /// // The tiles of the goal cells 0 and 1 are one cell too far to the right.
    /// assert_eq!(table.distance(&[5, 0, 1, 3, 4, 2], 0), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distance(&self, labels: &[u16], blank: usize) -> u32 {
        let size = self.pattern.size();
        let mut own: Vec<u16> = labels.to_vec();
        for label in &mut own {
            if !self.pattern.has(usize::from(*label)) {
                *label = OTHER;
            }
        }
        let goal_row = self
            .sets
            .row(self.pattern.mask(), self.pattern.blank_home());
        let mut state = self.own_state(&own);
        let mut row = self.sets.row(state.mask, blank);
        let tiles = own.iter().enumerate().filter(|&(_, &label)| label != OTHER);
        let steps = tiles.map(|(cell, &label)| size.distance(cell, usize::from(label)) as u32);
        let manhattan: u32 = steps.sum();
        // Each slide of a pattern tile changes its Manhattan distance by one: bit 0 is its parity.
        let mut low_bits = 2 * u32::from(self.bit(state, blank)) + manhattan % 2;
        for steps in 0..=Self::MAX_DISTANCE {
            if (row, state.perm) == (goal_row, 0) {
                return steps;
            }
            low_bits = low_bits.wrapping_sub(1) % 4;
            let Some(nearer) = self.neighbour(&mut own, state, row, low_bits >> 1 == 1) else {
                return manhattan;
            };
            (state, row) = nearer;
        }
        manhattan
    }

    /// Slides a pattern tile into the blank's region so that the bit of the new state is `bit`, if
    /// one does: the new state and its row.
    fn neighbour(
        &self,
        own: &mut [u16],
        state: State,
        row: usize,
        bit: bool,
    ) -> Option<(State, usize)> {
        let size = self.pattern.size();
        let region = self.sets.masks(row).1;
        for free in (0..size.cells()).filter(|cell| region >> cell & 1 == 1) {
            let mut tiles = beside(size, free) & state.mask;
            while tiles != 0 {
                let cell = tiles.trailing_zeros() as usize;
                tiles &= tiles - 1;
                own.swap(cell, free);
                let next = self.own_state(own);
                if self.bit(next, cell) == bit {
                    return Some((next, self.sets.row(next.mask, cell)));
                }
                own.swap(cell, free);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::guard::{Guard, Silent};
    use crate::pattern::build;

    #[test]
    fn a_wrong_table_gives_a_lower_bound_and_ends() {
        let size = Size::new(3, 3).unwrap();
        let pattern = Pattern::new(size, 8, &[0, 1, 2, 3]).unwrap();
        let right = build(&pattern, &Guard::new(&Silent)).unwrap().table;
        let words = right.bits().len() / 8;
        // All bits 0, all 1, and noise.
        let noise: Vec<u64> = (0..words as u64).map(crate::splitmix::nth).collect();
        for bits in [vec![0; words], vec![u64::MAX; words], noise] {
            let wrong = Table::from_words(pattern.clone(), Arc::clone(&right.sets), bits);
            let mut labels: Vec<u16> = (0..9).collect();
            for step in 0..500 {
                labels.swap(step * 7 % 9, step * 5 % 8);
                let blank = labels.iter().position(|&label| label == 8).unwrap();
                let distance = wrong.distance(&labels, blank);
                assert!(distance <= Table::MAX_DISTANCE);
            }
        }
    }
}
