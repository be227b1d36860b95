//! The arrangements a board can be asked to reach.

use crate::board::{Board, Size, Tile};

/// The arrangement to reach.
///
/// ```
/// use noyes::{Board, Goal, Size};
///
/// let snail = Goal::Snail.board(Size::new(3, 3)?)?;
/// assert_eq!(snail, Board::new(&[[1, 2, 3], [8, 0, 4], [7, 6, 5]])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Goal {
    /// Tiles in reading order, the blank last.
    #[default]
    BlankLast,
    /// The blank first, then the tiles in reading order.
    BlankFirst,
    /// Tiles along a clockwise spiral from the top left corner, the blank at its inner end.
    Snail,
    /// Any given arrangement.
    Board(Board),
}

/// A [`Goal`] without the board of a custom one.
///
/// ```
/// use noyes::goal::GoalKind;
/// use noyes::{Board, Goal};
///
/// let custom = Goal::Board(Board::new(&[[3, 2], [1, 0]])?);
/// assert_eq!(custom.kind(), GoalKind::Custom);
/// assert_eq!(GoalKind::BlankFirst.to_string(), "blank-first");
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GoalKind {
    /// Tiles in reading order, the blank last.
    BlankLast,
    /// The blank first, then the tiles in reading order.
    BlankFirst,
    /// Tiles along a spiral.
    Snail,
    /// A given arrangement.
    Custom,
}

impl GoalKind {
    /// The name as the command writes it: `blank-last`, `blank-first`, `snail` or `custom`.
    ///
    /// ```
    /// assert_eq!(noyes::goal::GoalKind::Snail.name(), "snail");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::BlankLast => "blank-last",
            Self::BlankFirst => "blank-first",
            Self::Snail => "snail",
            Self::Custom => "custom",
        }
    }
}

display_name!(GoalKind);

/// Why a goal does not fit a board.
///
/// ```
/// use noyes::{Board, Goal, Size};
///
/// let goal = Goal::Board(Board::new(&[[1, 2], [3, 0]])?);
/// let error = goal.board(Size::new(3, 3)?).unwrap_err();
/// let words = "the goal is a 2×2 board but the board is 3×3: give a goal of the same size";
/// assert_eq!(error.to_string(), words);
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GoalError {
    /// The goal's size is not the board's.
    #[error("the goal is a {goal} board but the board is {board}: give a goal of the same size")]
    Size {
        /// The goal's size.
        goal: Size,
        /// The board's.
        board: Size,
    },
}

impl Goal {
    /// The kind of goal, without the board of a custom one.
    ///
    /// ```
    /// use noyes::Goal;
    /// use noyes::goal::GoalKind;
    ///
    /// assert_eq!(Goal::default().kind(), GoalKind::BlankLast);
    /// ```
    pub fn kind(&self) -> GoalKind {
        match self {
            Self::BlankLast => GoalKind::BlankLast,
            Self::BlankFirst => GoalKind::BlankFirst,
            Self::Snail => GoalKind::Snail,
            Self::Board(_) => GoalKind::Custom,
        }
    }

    /// The name of its kind: see [`GoalKind::name`].
    ///
    /// ```
    /// use noyes::Goal;
    ///
    /// assert_eq!(Goal::BlankFirst.name(), "blank-first");
    /// assert_eq!(Goal::Board("3 2/1 0".parse()?).name(), "custom");
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn name(&self) -> &'static str {
        self.kind().name()
    }

    /// The goal of a size as a board. A [`Goal::Board`] must be of that size; one of another is a
    /// [`GoalError::Size`].
    ///
    /// ```
    /// use noyes::{Goal, Size};
    ///
    /// assert_eq!(Goal::BlankFirst.board(Size::new(2, 2)?)?, "0 1/2 3".parse()?);
    /// let small = Goal::Board("3 2/1 0".parse()?);
    /// assert!(small.board(Size::new(3, 3)?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn board(&self, size: Size) -> Result<Board, GoalError> {
        match self {
            Self::BlankLast => Ok(Board::goal(size)),
            Self::BlankFirst => {
                let tiles = (0..size.cells() as Tile).collect();
                Ok(Board::from_permutation(size, tiles))
            }
            Self::Snail => Ok(snail(size)),
            Self::Board(board) if board.size() == size => Ok(board.clone()),
            Self::Board(board) => Err(GoalError::Size {
                goal: board.size(),
                board: size,
            }),
        }
    }
}

/// Walks the spiral: right, down, left, up, turning wherever the next cell is taken.
fn snail(size: Size) -> Board {
    let mut tiles = vec![0; size.cells()];
    let (rows, cols) = (size.rows() as isize, size.cols() as isize);
    let (mut row, mut col) = (0, 0);
    let (mut down, mut right) = (0, 1);
    for tile in 1..=size.tiles() as Tile {
        tiles[(row * cols + col) as usize] = tile;
        let free = |r: isize, c: isize| {
            (0..rows).contains(&r) && (0..cols).contains(&c) && tiles[(r * cols + c) as usize] == 0
        };
        if !free(row + down, col + right) {
            (down, right) = (right, -down);
        }
        (row, col) = (row + down, col + right);
    }
    Board::from_permutation(size, tiles.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(goal: &Goal, rows: usize, cols: usize) -> String {
        format!("{:?}", goal.board(Size::new(rows, cols).unwrap()).unwrap())
    }

    #[test]
    fn goals_as_boards() {
        assert_eq!(text(&Goal::BlankLast, 2, 3), "Board(1 2 3/4 5 0)");
        assert_eq!(text(&Goal::BlankFirst, 2, 3), "Board(0 1 2/3 4 5)");
        assert_eq!(text(&Goal::Snail, 3, 3), "Board(1 2 3/8 0 4/7 6 5)");
        assert_eq!(text(&Goal::Snail, 2, 2), "Board(1 2/0 3)");
        assert_eq!(
            text(&Goal::Snail, 4, 4),
            "Board(1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7)"
        );
        assert_eq!(text(&Goal::Snail, 3, 2), "Board(1 2/0 3/5 4)");
    }

    #[test]
    fn a_goal_of_another_size_is_refused() {
        let goal = Goal::Board(Board::goal(Size::new(3, 3).unwrap()));
        let error = goal.board(Size::new(4, 4).unwrap()).unwrap_err();
        assert!(error.to_string().contains("3×3"));
    }
}
