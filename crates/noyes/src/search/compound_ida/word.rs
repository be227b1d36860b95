//! The words that nodes are made of, for boards of two widths.
//!
//! A node holds a word for each projection: the cells of the pattern's tiles, a bit a cell, and the
//! distance modulo 4 in the two highest bits. It also holds the board, in as many bits a cell as
//! a label takes. Boards of up to 25 cells, which are searched most, fit into half the space.
//!
//! ```text
//! word   cells   low cells   board
//! u32    25      12          u128, 5 bits a cell
//! u64    36      18          two u128, 6 bits a cell: cells 0 to 17, and 18 to 35
//! ```

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitXor};

use crate::board::{Packed, Size};

/// A word of a projection; see the module documentation.
pub(super) trait Word:
    Copy + Debug + Default + Eq + Send + Sync + BitAnd<Output = Self> + BitXor<Output = Self> + 'static
{
    /// The board that goes with it.
    type Board: PackedBoard;

    /// The most cells of a board.
    const MOST_CELLS: usize;
    /// How many cells count as low; the others are high.
    const LOW_CELLS: usize;

    /// The word of these cells, without a distance. Others than the lowest
    /// [`Word::MOST_CELLS`] bits must be 0.
    fn of_cells(mask: u64) -> Self;

    /// The word with this distance modulo 4, where it had none.
    fn with_distance(self, distance: u32) -> Self;

    /// How many bits are set.
    fn count(self) -> u32;

    /// Its low and its high cells.
    fn halves(self) -> (usize, usize);

    /// Bit 1 of the distance if it rises.
    fn bit_above(self) -> u32;

    /// The word after the distance has risen, or has fallen if `rises` is 0.
    fn stepped(self, rises: u32) -> Self;
}

macro_rules! word {
    ($word:ty, $board:ty, $cells:expr, $low:expr) => {
        impl Word for $word {
            type Board = $board;

            const MOST_CELLS: usize = $cells;
            const LOW_CELLS: usize = $low;

            fn of_cells(mask: u64) -> Self {
                debug_assert!(mask >> $cells == 0);
                mask as Self
            }

            fn with_distance(self, distance: u32) -> Self {
                self | Self::from(distance) << (Self::BITS - 2)
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn halves(self) -> (usize, usize) {
                let low = self & ((1 << $low) - 1);
                let high = self >> $low & ((1 << ($cells - $low)) - 1);
                (low as usize, high as usize)
            }

            #[inline(always)]
            fn bit_above(self) -> u32 {
                (self.wrapping_add(1 << (Self::BITS - 2)) >> (Self::BITS - 1)) as u32
            }

            #[inline(always)]
            fn stepped(self, rises: u32) -> Self {
                let change = Self::from(2 * rises).wrapping_sub(1) << (Self::BITS - 2);
                self.wrapping_add(change)
            }
        }
    };
}

word!(u32, u128, 25, 12);
word!(u64, WideBoard, 36, 18);

/// The label on each cell of a board, the blank's own included.
pub(super) trait PackedBoard:
    Copy + Debug + Default + Eq + Hash + Ord + Send + Sync + 'static
{
    /// Packs labels.
    fn pack(labels: &[u16]) -> Self;

    /// The label on a cell.
    fn at(&self, cell: usize) -> u8;

    /// A board that has 1 on two cells and 0 on the others: what [`PackedBoard::slid`] takes.
    fn pair(a: usize, b: usize) -> Self;

    /// The board with two labels exchanged, whose exclusive or is `change`.
    fn slid(self, pair: &Self, change: u8) -> Self;

    /// Its bytes, as they go into signatures.
    fn bytes(&self) -> impl AsRef<[u8]>;

    /// Whether boards have keys.
    const HAS_KEYS: bool;

    /// What a transposition table knows it by, if boards have keys.
    fn key(&self) -> u128;
}

impl PackedBoard for u128 {
    fn pack(labels: &[u16]) -> Self {
        <Self as Packed>::pack(labels)
    }

    #[inline(always)]
    fn at(&self, cell: usize) -> u8 {
        (self >> (5 * cell)) as u8 & 31
    }

    fn pair(a: usize, b: usize) -> Self {
        1 << (5 * a) | 1 << (5 * b)
    }

    #[inline(always)]
    fn slid(self, pair: &Self, change: u8) -> Self {
        self ^ (pair * Self::from(change))
    }

    fn bytes(&self) -> impl AsRef<[u8]> {
        self.to_le_bytes()
    }

    const HAS_KEYS: bool = true;

    /// 24 cells of five bits: the label on the first cell follows from the others.
    #[inline(always)]
    fn key(&self) -> u128 {
        self >> 5
    }
}

/// A board of up to 36 cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct WideBoard([u128; 2]);

/// Cells in each half of a [`WideBoard`].
const HALF: usize = 18;

impl PackedBoard for WideBoard {
    fn pack(labels: &[u16]) -> Self {
        let mut halves = [0; 2];
        for (cell, &label) in labels.iter().enumerate() {
            halves[cell / HALF] |= u128::from(label) << (6 * (cell % HALF));
        }
        Self(halves)
    }

    #[inline(always)]
    fn at(&self, cell: usize) -> u8 {
        let half = usize::from(cell >= HALF);
        (self.0[half] >> (6 * (cell - HALF * half))) as u8 & 63
    }

    fn pair(a: usize, b: usize) -> Self {
        let mut halves = [0; 2];
        for cell in [a, b] {
            halves[cell / HALF] |= 1 << (6 * (cell % HALF));
        }
        Self(halves)
    }

    #[inline(always)]
    fn slid(self, pair: &Self, change: u8) -> Self {
        let change = u128::from(change);
        Self([
            self.0[0] ^ (pair.0[0] * change),
            self.0[1] ^ (pair.0[1] * change),
        ])
    }

    fn bytes(&self) -> impl AsRef<[u8]> {
        let mut bytes = [0; 32];
        bytes[..16].copy_from_slice(&self.0[0].to_le_bytes());
        bytes[16..].copy_from_slice(&self.0[1].to_le_bytes());
        bytes
    }

    /// A board is longer than the keys of a transposition table.
    const HAS_KEYS: bool = false;

    #[inline(always)]
    fn key(&self) -> u128 {
        0
    }
}

/// The word of boards of up to 25 cells.
pub(super) type Narrow = u32;
/// The word of larger boards. A page, which downloads its code, goes without a second copy of the
/// search for them, and takes no tables for such boards.
#[cfg(not(target_family = "wasm"))]
pub(super) type Wide = u64;
#[cfg(target_family = "wasm")]
pub(super) type Wide = Narrow;
/// The fewest projections that wide nodes have room for.
pub(super) const WIDE_ROOM: usize = if cfg!(target_family = "wasm") { 64 } else { 32 };

/// Whether boards of a size take the wide words.
pub(super) fn is_wide(size: Size) -> bool {
    size.cells() > Narrow::MOST_CELLS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agree<B: PackedBoard>(cells: usize) {
        let mut labels: Vec<u16> = (0..cells as u16).rev().collect();
        let mut board = B::pack(&labels);
        for step in 0..200 {
            let (a, b) = (step * 7 % cells, (step * 5 + 1) % cells);
            if a != b {
                let change = (labels[a] ^ labels[b]) as u8;
                labels.swap(a, b);
                board = board.slid(&B::pair(a, b), change);
            }
            assert_eq!(board, B::pack(&labels));
            for (cell, &label) in labels.iter().enumerate() {
                assert_eq!(u16::from(board.at(cell)), label);
            }
        }
    }

    #[test]
    fn packed_boards_agree_with_plain_ones() {
        agree::<u128>(25);
        agree::<WideBoard>(25);
        agree::<WideBoard>(36);
    }

    fn steps<W: Word>() {
        let cells = W::of_cells(0b1011);
        for distance in 0..4 {
            let word = cells.with_distance(distance);
            for rises in [0, 1] {
                let after = (distance + 2 * rises + 3) % 4;
                assert_eq!(word.stepped(rises), cells.with_distance(after));
            }
            assert_eq!(word.bit_above(), (distance + 1) % 4 / 2);
            assert_eq!(word.halves(), (0b1011, 0));
        }
        assert_eq!(cells.count(), 3);
        let last = W::of_cells(1 << (W::MOST_CELLS - 1));
        assert_eq!(last.halves(), (0, 1 << (W::MOST_CELLS - W::LOW_CELLS - 1)));
    }

    #[test]
    fn words_hold_cells_and_a_distance() {
        steps::<u32>();
        steps::<u64>();
    }
}
