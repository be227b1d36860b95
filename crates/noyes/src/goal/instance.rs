//! A board that can reach its goal, in the form that search works on.

use super::{Goal, GoalError, GoalKind, Parity};
use crate::board::{Board, Size};

/// A board and a goal it can reach: solvability is decided here, once.
///
/// Search sees it *labelled*: each tile is called by its goal cell, and the blank by its own.
/// So the goal is always the identity (cell 0 holds label 0, cell 1 label 1, …), whatever goal
/// was asked for, and a tile's distance is that between its label and its cell.
///
/// ```
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[1, 2, 3], [4, 5, 6], [0, 7, 8]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// assert_eq!(instance.labels(), [0, 1, 2, 3, 4, 5, 8, 6, 7]);
/// assert!(Instance::new(&board.twin(), &Goal::BlankLast).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    board: Board,
    goal: Board,
    goal_kind: GoalKind,
    labels: Box<[u16]>,
}

/// Why a board and a goal make no instance.
///
/// ```
/// use noyes::goal::InstanceError;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[2, 1], [3, 0]])?;
/// let error = Instance::new(&board, &Goal::BlankLast).unwrap_err();
/// assert!(matches!(error, InstanceError::Unsolvable(_)));
/// assert!(error.to_string().starts_with("the board cannot be solved: "));
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InstanceError {
    /// The board cannot reach the goal.
    #[error("the board cannot be solved: {0}")]
    Unsolvable(Parity),
    /// The goal does not fit the board.
    #[error(transparent)]
    Goal(#[from] GoalError),
}

impl Instance {
    /// Pairs a board with a goal, if the board can reach it. If it cannot, that is
    /// [`InstanceError::Unsolvable`]; a goal of another size is [`InstanceError::Goal`].
    ///
    /// ```
    /// use noyes::goal::InstanceError;
    /// use noyes::{Board, Goal, Instance};
    ///
    /// let board = Board::new(&[[1, 2], [0, 3]])?;
    /// let instance = Instance::new(&board, &Goal::BlankLast)?;
    /// // Tile 3 belongs in cell 2, and the blank in cell 3.
    /// assert_eq!(instance.labels(), [0, 1, 3, 2]);
    /// let twin = Instance::new(&board.twin(), &Goal::BlankLast);
    /// assert!(matches!(twin, Err(InstanceError::Unsolvable(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(board: &Board, goal: &Goal) -> Result<Self, InstanceError> {
        let goal_board = goal.board(board.size())?;
        if !Parity::allows(board, &goal_board) {
            return Err(InstanceError::Unsolvable(Parity::of(board, &goal_board)));
        }
        Ok(Self::labelled(board.clone(), goal_board, goal.kind()))
    }

    /// A pair whose solvability is not checked: the twin in a lockstep search.
    pub(crate) fn unchecked(board: &Board, goal: &Board) -> Self {
        Self::labelled(board.clone(), goal.clone(), GoalKind::Custom)
    }

    fn labelled(board: Board, goal: Board, goal_kind: GoalKind) -> Self {
        let mut home = vec![0u16; board.size().cells()];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            home[usize::from(tile)] = cell as u16;
        }
        let labels = board
            .tiles()
            .iter()
            .map(|&tile| home[usize::from(tile)])
            .collect();
        Self {
            board,
            goal,
            goal_kind,
            labels,
        }
    }

    /// The same path walked backwards: from the goal to the board. It is as long as the way there.
    ///
    /// ```
    /// use noyes::{Goal, Instance};
    ///
    /// let instance = Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?;
    /// let back = instance.reversed();
    /// assert_eq!((back.board(), back.goal()), (instance.goal(), instance.board()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reversed(&self) -> Self {
        Self::labelled(self.goal.clone(), self.board.clone(), GoalKind::Custom)
    }

    /// The board to solve.
    ///
    /// ```
    /// # use noyes::{Board, Goal, Instance};
    /// let board: Board = "1 2/0 3".parse()?;
    /// assert_eq!(Instance::new(&board, &Goal::BlankLast)?.board(), &board);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board to reach.
    ///
    /// ```
    /// # use noyes::{Board, Goal, Instance};
    /// let instance = Instance::new(&"1 0/2 3".parse()?, &Goal::BlankFirst)?;
    /// assert_eq!(instance.goal(), &"0 1/2 3".parse::<Board>()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The kind of its goal.
    ///
    /// ```
    /// # use noyes::{Goal, Instance, goal::GoalKind};
    /// let instance = Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?;
    /// assert_eq!(instance.goal_kind(), GoalKind::BlankLast);
    /// assert_eq!(instance.reversed().goal_kind(), GoalKind::Custom);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn goal_kind(&self) -> GoalKind {
        self.goal_kind
    }

    /// Rows and columns.
    ///
    /// ```
    /// # use noyes::{Goal, Instance};
    /// let instance = Instance::new(&"1 2 3/0 4 5".parse()?, &Goal::BlankLast)?;
    /// assert_eq!(instance.size().cells(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// The label in each cell: the goal cell of the tile there, or of the blank.
    ///
    /// ```
    /// # use noyes::{Goal, Instance};
    /// let instance = Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?;
    /// // The blank belongs in cell 3, and tile 3 in cell 2.
    /// assert_eq!(instance.labels(), [0, 1, 3, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn labels(&self) -> &[u16] {
        &self.labels
    }

    /// The cell of the blank now.
    ///
    /// ```
    /// # use noyes::{Goal, Instance};
    /// let instance = Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?;
    /// assert_eq!((instance.blank(), instance.blank_home()), (2, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn blank(&self) -> usize {
        self.board.blank()
    }

    /// The cell of the blank in the goal, which is also its label.
    ///
    /// ```
    /// # use noyes::{Goal, Instance};
    /// let instance = Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?;
    /// assert_eq!(usize::from(instance.labels()[instance.blank()]), instance.blank_home());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn blank_home(&self) -> usize {
        self.goal.blank()
    }

    /// Whether there is nothing to do.
    ///
    /// ```
    /// # use noyes::{Board, Goal, Instance};
    /// let board: Board = "1 2/3 0".parse()?;
    /// assert!(Instance::new(&board, &Goal::BlankLast)?.is_solved());
    /// assert!(!Instance::new(&board, &Goal::Snail)?.is_solved());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_solved(&self) -> bool {
        self.board == self.goal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_make_every_goal_the_identity() {
        for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snail] {
            let board = goal.board(Size::new(4, 3).unwrap()).unwrap();
            let instance = Instance::new(&board, &goal).unwrap();
            assert!(instance.is_solved());
            assert!(instance.labels().iter().copied().eq(0..12));
            assert_eq!(instance.blank(), instance.blank_home());
            assert!(matches!(
                Instance::new(&board.twin(), &goal),
                Err(InstanceError::Unsolvable(_))
            ));
        }
    }

    #[test]
    fn reversed_twice_is_the_same_path() {
        let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]).unwrap();
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let back = instance.reversed();
        assert_eq!(back.goal(), &board);
        assert_eq!(back.reversed().labels(), instance.labels());
    }
}
