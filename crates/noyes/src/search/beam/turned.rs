//! An instance turned so that the goal's blank, if it is in a corner, is in the last cell.
//!
//! The learned evaluations know one goal, the blank last. A goal with the blank in another corner
//! is the same puzzle seen in a mirror.

use crate::board::{Direction, Moves};
use crate::goal::Instance;

/// The labels of an instance, perhaps mirrored, and the way back.
#[derive(Clone, Debug)]
pub struct Turned {
    /// The labels by cell.
    pub labels: Vec<u8>,
    /// The cell of the blank in the goal.
    pub blank_home: usize,
    upside_down: bool,
    left_right: bool,
}

impl Turned {
    /// Turns an instance of at most 256 cells.
    pub fn new(instance: &Instance) -> Self {
        let size = instance.size();
        debug_assert!(size.cells() <= 256);
        let (row, col) = (
            size.row(instance.blank_home()),
            size.col(instance.blank_home()),
        );
        let (last_row, last_col) = (size.rows() - 1, size.cols() - 1);
        let is_corner = (row == 0 || row == last_row) && (col == 0 || col == last_col);
        let upside_down = is_corner && row == 0;
        let left_right = is_corner && col == 0;
        let turn = |cell: usize| {
            let (row, col) = (size.row(cell), size.col(cell));
            let row = if upside_down { last_row - row } else { row };
            let col = if left_right { last_col - col } else { col };
            row * size.cols() + col
        };
        let mut labels = vec![0; size.cells()];
        for (cell, &label) in instance.labels().iter().enumerate() {
            labels[turn(cell)] = turn(usize::from(label)) as u8;
        }
        Self {
            labels,
            blank_home: turn(instance.blank_home()),
            upside_down,
            left_right,
        }
    }

    /// Moves of the turned board as moves of the instance.
    pub fn back(&self, moves: &Moves) -> Moves {
        let back = |&direction: &Direction| {
            let flips = match direction {
                Direction::Up | Direction::Down => self.upside_down,
                Direction::Left | Direction::Right => self.left_right,
            };
            if flips {
                direction.opposite()
            } else {
                direction
            }
        };
        moves.iter().map(back).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::goal::Goal;
    use crate::scramble::Scrambler;

    #[test]
    fn a_corner_goal_is_turned_and_others_are_left() {
        let size = Size::new(4, 3).unwrap();
        for (goal, home) in [
            (Goal::BlankLast, 11),
            (Goal::BlankFirst, 11),
            (Goal::Snail, 4),
        ] {
            let board = Scrambler::new(size, &goal, 3).unwrap().uniform();
            let instance = Instance::new(&board, &goal).unwrap();
            let turned = Turned::new(&instance);
            if goal != Goal::Snail {
                assert_eq!(turned.blank_home, home);
            } else {
                let labels = instance.labels().iter().map(|&label| label as u8);
                assert!(turned.labels.iter().copied().eq(labels));
            }
        }
    }
}
