//! One multi-tile move: the blank goes to another line of its column or row.

use super::COLUMN_MOVES;
use crate::board::{Direction, Size};

/// A multi-tile move by its kind and by where the blank goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineMove {
    /// Column moves have [`COLUMN_MOVES`], row moves 1.
    pub kind: u8,
    /// The blank's new row for a column move, its new column for a row move.
    pub to: u8,
}

impl LineMove {
    /// All moves along a column or a row of a board, whatever the blank's cell.
    pub fn along(size: Size, kind: u8) -> impl Iterator<Item = Self> {
        let lines = if usize::from(kind) == COLUMN_MOVES {
            size.rows()
        } else {
            size.cols()
        };
        (0..lines as u8).map(move |to| Self { kind, to })
    }

    /// The blank's line before the move.
    fn line(self, size: Size, blank: usize) -> usize {
        if usize::from(self.kind) == COLUMN_MOVES {
            size.row(blank)
        } else {
            size.col(blank)
        }
    }

    /// The slides of the move with the blank on cell `blank`: each with the cell that its tile
    /// leaves. None if the blank is on that line already.
    pub fn slides(self, size: Size, mut blank: usize) -> impl Iterator<Item = (Direction, usize)> {
        let is_column_move = usize::from(self.kind) == COLUMN_MOVES;
        let to = usize::from(self.to);
        let line = self.line(size, blank);
        let (direction, step) = match (line < to, is_column_move) {
            (true, true) => (Direction::Up, size.cols() as isize),
            (false, true) => (Direction::Down, -(size.cols() as isize)),
            (true, false) => (Direction::Left, 1),
            (false, false) => (Direction::Right, -1),
        };
        (0..line.abs_diff(to)).map(move |_| {
            blank = blank.wrapping_add_signed(step);
            (direction, blank)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Left};

    #[test]
    fn slides_name_the_way_of_the_tiles() {
        let size = Size::new(3, 4).unwrap();
        let up = LineMove { kind: 0, to: 0 };
        assert_eq!(
            up.slides(size, 9).collect::<Vec<_>>(),
            [(Down, 5), (Down, 1)]
        );
        let right = LineMove { kind: 1, to: 3 };
        assert_eq!(
            right.slides(size, 9).collect::<Vec<_>>(),
            [(Left, 10), (Left, 11)]
        );
        assert_eq!(right.slides(size, 11).count(), 0);
        assert_eq!(LineMove::along(size, 1).count(), 4);
    }
}
