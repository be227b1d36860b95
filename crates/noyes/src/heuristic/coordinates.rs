//! The coordinates of all cells, tabulated: this saves a division at each slide.

use crate::board::Size;

/// Row and column of each cell of a size, and the goal cell of the blank.
#[derive(Clone, Debug)]
pub(super) struct Coordinates {
    row: Box<[u8]>,
    col: Box<[u8]>,
    pub(super) size: Size,
    pub(super) blank_home: usize,
}

impl Coordinates {
    pub(super) fn new(size: Size, blank_home: usize) -> Self {
        assert!(blank_home < size.cells(), "{}", super::NO_CELL);
        Self {
            row: (0..size.cells()).map(|cell| size.row(cell) as u8).collect(),
            col: (0..size.cells()).map(|cell| size.col(cell) as u8).collect(),
            size,
            blank_home,
        }
    }

    #[inline]
    pub(super) fn row(&self, cell: usize) -> usize {
        usize::from(self.row[cell])
    }

    #[inline]
    pub(super) fn col(&self, cell: usize) -> usize {
        usize::from(self.col[cell])
    }

    #[inline]
    pub(super) fn distance(&self, a: usize, b: usize) -> u32 {
        u32::from(self.row[a].abs_diff(self.row[b])) + u32::from(self.col[a].abs_diff(self.col[b]))
    }
}
