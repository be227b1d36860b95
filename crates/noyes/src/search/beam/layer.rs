//! One layer of the beam: all boards kept at one depth, in flat vectors.

use super::evaluation::Worth;

/// What a node is besides its tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub hash: u64,
    pub worth: Worth,
    pub blank: u8,
    /// The slide that led here; 4 at the start.
    pub by: u8,
}

/// The boards of one depth.
#[derive(Debug, Default)]
pub struct Layer {
    pub(super) heads: Vec<Head>,
    pub(super) boards: Vec<u8>,
    pub(super) sums: Vec<i16>,
    pub(super) cells: usize,
    pub(super) units: usize,
}

impl Layer {
    /// How many boards there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The labels of a board in reading order.
    #[inline(always)]
    pub fn board(&self, index: usize) -> &[u8] {
        &self.boards[index * self.cells..(index + 1) * self.cells]
    }

    #[inline(always)]
    pub(super) fn sums(&self, index: usize) -> &[i16] {
        &self.sums[index * self.units..(index + 1) * self.units]
    }

    /// Makes room for exactly `count` boards, whatever is in them.
    pub(super) fn resize(&mut self, count: usize) {
        const NOBODY: Head = Head {
            hash: 0,
            worth: Worth {
                points: 0,
                bound: 0,
            },
            blank: 0,
            by: 4,
        };
        self.heads.resize(count, NOBODY);
        self.boards.resize(count * self.cells, 0);
        self.sums.resize(count * self.units, 0);
    }
}
