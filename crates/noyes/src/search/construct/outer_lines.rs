//! The outer lines of the open rectangle, which holds the cells that are not done yet.

use super::fill::Line;
use crate::board::{Direction, Rectangle, Size};

/// The outer lines that can be filled now.
///
/// The line of the blank's goal cell is never one of them, nor is one of the last two lines. Of
/// rows and columns the shorter ones are taken. There is at least one line if a side is longer than
/// two.
pub(super) fn outer_lines(open: Rectangle, size: Size, blank_home: usize) -> Vec<Line> {
    let (row, col) = (size.row(blank_home), size.col(blank_home));
    let cell = |row: usize, col: usize| row * size.cols() + col;
    let mut lines = Vec::with_capacity(4);
    if open.rows() > 2 && open.rows() >= open.cols() {
        for (line, inward) in [(open.top, Direction::Down), (open.bottom, Direction::Up)] {
            if line != row {
                let cells = (open.left..=open.right)
                    .map(|col| cell(line, col))
                    .collect();
                lines.push(Line { cells, inward });
            }
        }
    }
    if open.cols() > 2 && open.cols() >= open.rows() {
        for (line, inward) in [(open.left, Direction::Right), (open.right, Direction::Left)] {
            if line != col {
                let cells = (open.top..=open.bottom)
                    .map(|row| cell(row, line))
                    .collect();
                lines.push(Line { cells, inward });
            }
        }
    }
    lines
}

/// The rectangle without the outer line from which `inward` leads into it.
pub(super) fn without_line(mut open: Rectangle, inward: Direction) -> Rectangle {
    match inward {
        Direction::Down => open.top += 1,
        Direction::Up => open.bottom -= 1,
        Direction::Right => open.left += 1,
        Direction::Left => open.right -= 1,
    }
    debug_assert!(open.rows() >= 2 && open.cols() >= 2);
    open
}
