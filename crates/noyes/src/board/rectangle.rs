//! A rectangle of cells of a board.

use super::Size;

/// The cells from row `top` to row `bottom` and from column `left` to column `right`, all included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rectangle {
    pub top: usize,
    pub bottom: usize,
    pub left: usize,
    pub right: usize,
}

impl Rectangle {
    /// The whole board.
    pub fn whole(size: Size) -> Self {
        Self {
            top: 0,
            bottom: size.rows() - 1,
            left: 0,
            right: size.cols() - 1,
        }
    }

    pub fn rows(self) -> usize {
        self.bottom - self.top + 1
    }

    pub fn cols(self) -> usize {
        self.right - self.left + 1
    }

    pub fn contains(self, size: Size, cell: usize) -> bool {
        (self.top..=self.bottom).contains(&size.row(cell))
            && (self.left..=self.right).contains(&size.col(cell))
    }

    /// Its cells, row by row.
    pub fn cells(self, size: Size) -> impl Iterator<Item = usize> {
        let row = move |row: usize| row * size.cols() + self.left..=row * size.cols() + self.right;
        (self.top..=self.bottom).flat_map(row)
    }
}
