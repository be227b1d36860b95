//! A lower bound on the multi-tile moves of any board, from the slides that it needs.
//!
//! # Idea
//!
//! A column move makes at most rows − 1 vertical slides, and a row move at most cols − 1 horizontal
//! ones. So the fewest vertical slides divided by rows − 1, rounded up, is a lower bound on column
//! moves, and likewise for row moves. In a shortest solution the two kinds alternate, so neither
//! can be more than one ahead of the other.
//!
//! # Cost
//!
//! That of linear conflict, which bounds the slides of both axes on any board. Walking distance
//! does so better on boards of up to six lines.

use crate::board::Size;
use crate::goal::Instance;
use crate::guard::Guard;
use crate::heuristic::{LinearConflict, WalkingBound};

/// Lower bounds on the slides along either axis, as a bound on multi-tile moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SlideBound {
    size: Size,
    vertical: u32,
    horizontal: u32,
}

impl SlideBound {
    /// The bound of a board at once, by linear conflict.
    pub fn of(instance: &Instance) -> Self {
        let size = instance.size();
        let (labels, home) = (instance.labels(), instance.blank_home());
        let conflicts = LinearConflict::of(size, home);
        let aside_in_rows: u32 = (0..size.rows())
            .map(|row| conflicts.aside_in_row(labels, row))
            .sum();
        let aside_in_cols: u32 = (0..size.cols())
            .map(|col| conflicts.aside_in_col(labels, col))
            .sum();
        let (mut vertical, mut horizontal) = (2 * aside_in_rows, 2 * aside_in_cols);
        for (cell, &label) in labels.iter().enumerate() {
            let label = usize::from(label);
            if label != home {
                vertical += size.row(cell).abs_diff(size.row(label)) as u32;
                horizontal += size.col(cell).abs_diff(size.col(label)) as u32;
            }
        }
        Self {
            size,
            vertical,
            horizontal,
        }
    }

    /// The bound of a board by walking distance, as far as it is found before the guard says stop;
    /// none for sizes that it does not fit.
    pub fn by_walking(instance: &Instance, guard: &Guard<'_>) -> Option<Self> {
        let bound = WalkingBound::of(instance, guard)?;
        Some(Self {
            size: instance.size(),
            vertical: bound.vertical,
            horizontal: bound.horizontal,
        })
    }

    /// The lower bound on multi-tile moves.
    pub fn moves(&self) -> u32 {
        let most = |lines: usize| lines as u32 - 1;
        let column_moves = self.vertical.div_ceil(most(self.size.rows()));
        let row_moves = self.horizontal.div_ceil(most(self.size.cols()));
        let more = column_moves.max(row_moves);
        (column_moves + row_moves).max((2 * more).saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::goal::Goal;
    use crate::guard::Silent;
    use crate::search::MultiTileSolver;

    #[test]
    fn never_above_the_minimum() {
        for (rows, cols) in [(2, 3), (2, 5), (3, 3), (3, 4)] {
            let size = Size::new(rows, cols).unwrap();
            for goal in [Goal::BlankLast, Goal::Snail] {
                let mut scrambler = crate::scramble::Scrambler::new(size, &goal, 11).unwrap();
                let home = goal.board(size).unwrap().blank();
                let guard = Guard::new(&Silent);
                let solver = MultiTileSolver::new(size, home, None, &guard).unwrap();
                for _ in 0..30 {
                    let instance = Instance::new(&scrambler.uniform(), &goal).unwrap();
                    let minimum = solver.solve(&instance, &guard).lower_bound;
                    let bound = SlideBound::of(&instance).moves();
                    let walking = SlideBound::by_walking(&instance, &guard).unwrap().moves();
                    assert!(
                        bound <= walking && walking <= minimum,
                        "{}",
                        instance.board()
                    );
                }
            }
        }
    }

    #[test]
    fn nothing_for_the_goal_and_one_kind_alone() {
        let size = Size::new(5, 5).unwrap();
        let goal = Instance::new(&Board::goal(size), &Goal::BlankLast).unwrap();
        assert_eq!(SlideBound::of(&goal).moves(), 0);
        let bound = |vertical, horizontal| {
            SlideBound {
                size,
                vertical,
                horizontal,
            }
            .moves()
        };
        assert_eq!(bound(4, 0), 1);
        assert_eq!(bound(5, 0), 3);
        assert_eq!(bound(72, 72), 36);
    }
}
