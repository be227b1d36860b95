//! The open rectangle: the cells that are not done yet, and its outer lines.

use super::fill::Line;
use super::finish;
use crate::board::{Direction, Size};

/// A rectangle of cells: its first and last row and column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub top: usize,
    pub bottom: usize,
    pub left: usize,
    pub right: usize,
}

impl Open {
    /// The whole board.
    pub fn all(size: Size) -> Self {
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

    /// Whether the exact finish can solve it.
    pub fn is_small(self) -> bool {
        self.rows().max(self.cols()) <= finish::LONGEST_SIDE
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

    /// The outer lines that can be filled now.
    ///
    /// Never the line of the blank's home, never one of the last two lines, and of rows and
    /// columns those that are shorter. There is at least one if a side is longer than two.
    pub fn lines(self, size: Size, blank_home: usize) -> Vec<Line> {
        let (row, col) = (size.row(blank_home), size.col(blank_home));
        let cell = |row: usize, col: usize| row * size.cols() + col;
        let mut lines = Vec::with_capacity(4);
        if self.rows() > 2 && self.rows() >= self.cols() {
            for (line, inward) in [(self.top, Direction::Down), (self.bottom, Direction::Up)] {
                if line != row {
                    let cells = (self.left..=self.right)
                        .map(|col| cell(line, col))
                        .collect();
                    lines.push(Line { cells, inward });
                }
            }
        }
        if self.cols() > 2 && self.cols() >= self.rows() {
            for (line, inward) in [(self.left, Direction::Right), (self.right, Direction::Left)] {
                if line != col {
                    let cells = (self.top..=self.bottom)
                        .map(|row| cell(row, line))
                        .collect();
                    lines.push(Line { cells, inward });
                }
            }
        }
        lines
    }

    /// The rectangle without one of its outer lines.
    pub fn without(mut self, inward: Direction) -> Self {
        match inward {
            Direction::Down => self.top += 1,
            Direction::Up => self.bottom -= 1,
            Direction::Right => self.left += 1,
            Direction::Left => self.right -= 1,
        }
        debug_assert!(self.rows() >= 2 && self.cols() >= 2);
        self
    }
}
