//! A table in use: one bit a state, permutation by permutation.
//!
//! ```text
//!             row 0   row 1   row 2   …  (cell set and region)
//! rank 0        b       b       b          one line of `stride` words
//! rank 1        b       b       b
//! …                                        k! lines
//! ```
//!
//! Slides along a board row leave the rank and so stay within a line (3.5 KB for 7 tiles on the
//! 4×4 board, 4.4 KB for 8): neighbours in the search are neighbours in memory.
//!
//! The bit is `(h >> 1) & 1`, where h is the least number of slides of pattern tiles that brings
//! them home *and* the blank into the region of its own home, other tiles sliding for nothing.

use std::sync::Arc;

use super::Pattern;
use super::cell_sets::{CellSets, beside};
use super::permutation::{factorial, rank};
use super::storage::Storage;

/// The table of a pattern.
#[derive(Clone, Debug)]
pub struct Table {
    pattern: Pattern,
    sets: Arc<CellSets>,
    bits: Arc<Storage>,
    stride: usize,
}

/// A pattern's share of a board: where its tiles stand, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The cells of its tiles.
    pub mask: u32,
    /// The rank of their order.
    pub perm: u32,
}

impl Table {
    /// Words of a line for so many rows.
    pub(crate) fn stride_words(rows: usize) -> usize {
        rows.div_ceil(64)
    }

    /// Bytes of the bits of a pattern's table; `sets` are those of its size and number of tiles.
    pub fn bytes(pattern: &Pattern, sets: &CellSets) -> usize {
        8 * Self::stride_words(sets.rows()) * factorial(pattern.tiles())
    }

    pub(crate) fn from_words(pattern: Pattern, sets: Arc<CellSets>, words: Vec<u64>) -> Self {
        Self::from_storage(pattern, sets, Storage::from_words(words))
    }

    pub(crate) fn from_storage(pattern: Pattern, sets: Arc<CellSets>, bits: Storage) -> Self {
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
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The cell sets its rows come from.
    pub fn sets(&self) -> &CellSets {
        &self.sets
    }

    /// The bits: bit `r % 8` of byte `rank * stride_bytes + r / 8` belongs to row `r`.
    pub fn bits(&self) -> &[u8] {
        self.bits.bytes()
    }

    /// Bytes from one permutation to the next.
    pub fn stride_bytes(&self) -> usize {
        8 * self.stride
    }

    /// The pattern's share of a labelled board (see [`crate::Instance::labels`]).
    pub fn state(&self, labels: &[u16]) -> State {
        let cells = labels.iter().enumerate();
        let mine = cells.filter(|&(_, &label)| self.pattern.has(usize::from(label)));
        let (mut mask, mut order) = (0, Vec::with_capacity(Pattern::MOST_TILES));
        for (cell, &label) in mine {
            mask |= 1 << cell;
            order.push(self.pattern.place(usize::from(label)) as u8);
        }
        State {
            mask,
            perm: rank(&order) as u32,
        }
    }

    /// Bit 1 of the distance of a state with the blank on cell `blank`.
    #[inline]
    pub fn bit(&self, state: State, blank: usize) -> bool {
        let row = self.sets.row(state.mask, blank);
        let byte = state.perm as usize * self.stride_bytes() + row / 8;
        self.bits()[byte] >> (row % 8) & 1 == 1
    }

    /// The distance of a labelled board with the blank on cell `blank`: walks downhill to the
    /// goal, each step to a neighbour whose two low bits are one less, and counts the steps.
    pub fn distance(&self, labels: &[u16], blank: usize) -> u32 {
        let size = self.pattern.size();
        let mut mine: Vec<u16> = labels.to_vec();
        for label in &mut mine {
            if !self.pattern.has(usize::from(*label)) {
                *label = u16::MAX;
            }
        }
        let share = |mine: &[u16]| {
            let (mut mask, mut order) = (0u32, Vec::with_capacity(Pattern::MOST_TILES));
            for (cell, &label) in mine.iter().enumerate() {
                if label != u16::MAX {
                    mask |= 1 << cell;
                    order.push(self.pattern.place(usize::from(label)) as u8);
                }
            }
            State {
                mask,
                perm: rank(&order) as u32,
            }
        };
        let goal_row = self
            .sets
            .row(self.pattern.mask(), self.pattern.blank_home());
        let mut state = share(&mine);
        let mut row = self.sets.row(state.mask, blank);
        // Bit 0 is whether the pattern's tiles have walked an odd number of steps in all.
        let odd = mine
            .iter()
            .enumerate()
            .filter(|&(_, &label)| label != u16::MAX);
        let walked: usize = odd
            .map(|(cell, &label)| size.distance(cell, usize::from(label)))
            .sum();
        let mut low_bits = 2 * u32::from(self.bit(state, blank)) + walked as u32 % 2;
        let mut steps = 0;
        while (row, state.perm) != (goal_row, 0) {
            let wanted = low_bits.wrapping_sub(1) % 4;
            let region = self.sets.masks(row).1;
            let down = (0..size.cells())
                .filter(|cell| region >> cell & 1 == 1)
                .find_map(|free| {
                    let mut tiles = beside(size, free) & state.mask;
                    while tiles != 0 {
                        let cell = tiles.trailing_zeros() as usize;
                        tiles &= tiles - 1;
                        mine.swap(cell, free);
                        let next = share(&mine);
                        if u32::from(self.bit(next, cell)) == wanted >> 1 {
                            return Some((next, self.sets.row(next.mask, cell)));
                        }
                        mine.swap(cell, free);
                    }
                    None
                });
            let Some((next, next_row)) = down else {
                unreachable!("every reachable state but the goal has a neighbour nearer to it");
            };
            (state, row) = (next, next_row);
            low_bits = wanted;
            steps += 1;
        }
        steps
    }
}
