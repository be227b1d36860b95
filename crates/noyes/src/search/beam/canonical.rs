//! The canonical orientation of an instance: the goal cell of the blank, if it is a corner, is
//! last.
//!
//! The nets are trained for one goal, the blank in the last cell. A goal with the blank in another
//! corner is the same puzzle mirrored.

use crate::board::{Direction, Moves};
use crate::goal::Instance;

/// The labels of an instance, mirrored where that is needed, and the mirrors that were used.
#[derive(Clone, Debug)]
pub struct CanonicalInstance {
    /// The labels by cell.
    pub labels: Vec<u8>,
    /// The goal cell of the blank.
    pub blank_home: usize,
    swaps_rows: bool,
    swaps_cols: bool,
}

impl CanonicalInstance {
    /// Orients an instance, which must have at most 256 cells.
    pub fn new(instance: &Instance) -> Self {
        let size = instance.size();
        debug_assert!(size.cells() <= 256);
        let (row, col) = (
            size.row(instance.blank_home()),
            size.col(instance.blank_home()),
        );
        let (last_row, last_col) = (size.rows() - 1, size.cols() - 1);
        let is_corner = (row == 0 || row == last_row) && (col == 0 || col == last_col);
        let swaps_rows = is_corner && row == 0;
        let swaps_cols = is_corner && col == 0;
        let mirror = |cell: usize| {
            let (row, col) = (size.row(cell), size.col(cell));
            let row = if swaps_rows { last_row - row } else { row };
            let col = if swaps_cols { last_col - col } else { col };
            row * size.cols() + col
        };
        let mut labels = vec![0; size.cells()];
        for (cell, &label) in instance.labels().iter().enumerate() {
            labels[mirror(cell)] = mirror(usize::from(label)) as u8;
        }
        Self {
            labels,
            blank_home: mirror(instance.blank_home()),
            swaps_rows,
            swaps_cols,
        }
    }

    /// Moves of the canonical board as moves of the instance.
    pub fn restore(&self, moves: &Moves) -> Moves {
        let restore = |&direction: &Direction| {
            let flips = match direction {
                Direction::Up | Direction::Down => self.swaps_rows,
                Direction::Left | Direction::Right => self.swaps_cols,
            };
            if flips {
                direction.opposite()
            } else {
                direction
            }
        };
        moves.iter().map(restore).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::goal::Goal;
    use crate::scramble::Scrambler;

    #[test]
    fn a_corner_goal_is_mirrored_and_others_are_not() {
        let size = Size::new(4, 3).unwrap();
        for (goal, home) in [
            (Goal::BlankLast, 11),
            (Goal::BlankFirst, 11),
            (Goal::Snail, 4),
        ] {
            let board = Scrambler::new(size, &goal, 3).unwrap().uniform();
            let instance = Instance::new(&board, &goal).unwrap();
            let canonical = CanonicalInstance::new(&instance);
            if goal != Goal::Snail {
                assert_eq!(canonical.blank_home, home);
            } else {
                let labels = instance.labels().iter().map(|&label| label as u8);
                assert!(canonical.labels.iter().copied().eq(labels));
            }
        }
    }
}
