//! The solver of the course (Princeton's assignment *8puzzle*): A* on a minimum priority queue,
//! board and twin in lockstep.

use crate::board::{Board, Moves};
use crate::goal::Parity;
use crate::guard::{Guard, Silent};
use crate::heuristic::HeuristicKind;
use crate::search::{CourseOptions, Queues, course};

/// Which distance is added to the moves made.
///
/// ```
/// use noyes::solve::{Priority, Solvability};
/// use noyes::{Board, Solver};
///
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// let solve = |priority| Solver::with(&board, priority, Solvability::Lockstep);
/// let (hamming, manhattan) = (solve(Priority::Hamming), solve(Priority::Manhattan));
/// // Both are shortest; the better distance takes fewer nodes.
/// assert_eq!(hamming.moves(), manhattan.moves());
/// assert!(hamming.insertions() > manhattan.insertions());
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Priority {
    /// Tiles out of place.
    Hamming,
    /// Steps from each tile to its place.
    #[default]
    Manhattan,
}

impl Priority {
    /// The heuristic that gives this distance.
    ///
    /// ```
    /// use noyes::heuristic::HeuristicKind;
    /// use noyes::solve::Priority;
    ///
    /// assert_eq!(Priority::default().heuristic(), HeuristicKind::Manhattan);
    /// ```
    pub fn heuristic(self) -> HeuristicKind {
        match self {
            Self::Hamming => HeuristicKind::Hamming,
            Self::Manhattan => HeuristicKind::Manhattan,
        }
    }
}

/// How the solver finds out that a board cannot be solved.
///
/// ```
/// use noyes::solve::{Priority, Solvability};
/// use noyes::{Board, Solver};
///
/// let board = Board::new(&[[1, 2, 3], [4, 5, 6], [8, 7, 0]])?;
/// for solvability in [Solvability::Lockstep, Solvability::Parity] {
///     assert!(!Solver::with(&board, Priority::Manhattan, solvability).is_solvable());
/// }
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solvability {
    /// By searching board and twin in lockstep until one of them reaches the goal.
    #[default]
    Lockstep,
    /// By parity, before the search; then there is one queue.
    Parity,
}

/// Solves a board as the course asks: the shortest solution, or the word that there is none.
///
/// It has no limits: a hard 4×4 may need more memory than there is. [`crate::solve()`] has
/// limits, and is faster.
///
/// ```
/// use noyes::{Board, Solver};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let solver = Solver::new(&board);
/// assert!(solver.is_solvable());
/// let boards: Vec<Board> = solver.solution().unwrap().collect();
/// assert_eq!(boards.len(), 5);
/// assert!(boards[4].is_goal());
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    board: Board,
    moves: Option<Moves>,
    queues: Queues,
}

impl Solver {
    /// Solves with the Manhattan priority, board and twin in lockstep.
    ///
    /// ```
    /// let board = "0 1 3/4 2 5/7 8 6".parse()?;
    /// assert_eq!(noyes::Solver::new(&board).moves(), Some(4));
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn new(board: &Board) -> Self {
        Self::with(board, Priority::default(), Solvability::default())
    }

    /// Solves with a priority and a way to find out solvability.
    ///
    /// ```
    /// use noyes::Solver;
    /// use noyes::solve::{Priority, Solvability};
    ///
    /// let board = "0 1 3/4 2 5/7 8 6".parse()?;
    /// let solver = Solver::with(&board, Priority::Hamming, Solvability::Parity);
    /// assert_eq!((solver.moves(), solver.queues().twin), (Some(4), None));
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn with(board: &Board, priority: Priority, solvability: Solvability) -> Self {
        let goal = Board::goal(board.size());
        let unsolved = Self {
            board: board.clone(),
            moves: None,
            queues: Queues::default(),
        };
        let parity = Parity::of(board, &goal).is_solvable();
        if solvability == Solvability::Parity && !parity {
            return unsolved;
        }
        let options = CourseOptions {
            with_twin: solvability == Solvability::Lockstep,
            ..CourseOptions::default()
        };
        let ended = course(
            board,
            &goal,
            priority.heuristic(),
            &options,
            &Guard::new(&Silent),
        );
        // These two distances serve every board.
        let ended = ended.unwrap_or_else(|error| unreachable!("{priority:?}: {error}"));
        debug_assert_eq!(ended.moves.is_some(), parity, "lockstep and parity agree");
        Self {
            moves: ended.moves,
            queues: ended.queues,
            ..unsolved
        }
    }

    /// Whether the board can be solved.
    ///
    /// ```
    /// use noyes::Solver;
    ///
    /// assert!(Solver::new(&"1 2/0 3".parse()?).is_solvable());
    /// assert!(!Solver::new(&"2 1/0 3".parse()?).is_solvable());
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn is_solvable(&self) -> bool {
        self.moves.is_some()
    }

    /// The fewest moves, if the board can be solved.
    ///
    /// ```
    /// use noyes::Solver;
    ///
    /// assert_eq!(Solver::new(&"1 2/0 3".parse()?).moves(), Some(1));
    /// assert_eq!(Solver::new(&"2 1/0 3".parse()?).moves(), None);
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn moves(&self) -> Option<usize> {
        self.moves.as_ref().map(|moves| moves.len())
    }

    /// The boards of a shortest solution from the first to the goal, as often as asked for; none if
    /// the board cannot be solved.
    ///
    /// ```
    /// use noyes::format::slashes;
    ///
    /// let solver = noyes::Solver::new(&"1 0/3 2".parse()?);
    /// let boards: Vec<String> = solver.solution().unwrap().map(|board| slashes(&board)).collect();
    /// assert_eq!(boards, ["1 0/3 2", "1 2/3 0"]);
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn solution(&self) -> Option<impl Iterator<Item = Board> + '_> {
        let moves = self.moves.as_ref()?;
        let mut board = self.board.clone();
        let rest = moves.iter().map_while(move |&direction| {
            board = board.slide(direction)?;
            Some(board.clone())
        });
        Some(std::iter::once(self.board.clone()).chain(rest))
    }

    /// The slides of that solution.
    ///
    /// ```
    /// let solver = noyes::Solver::new(&"0 1 3/4 2 5/7 8 6".parse()?);
    /// assert_eq!(solver.slides().map(ToString::to_string).as_deref(), Some("LULU"));
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn slides(&self) -> Option<&Moves> {
        self.moves.as_ref()
    }

    /// The operations on both priority queues.
    ///
    /// ```
    /// let queues = noyes::Solver::new(&"0 1 3/4 2 5/7 8 6".parse()?).queues();
    /// assert_eq!((queues.board.enqueued, queues.board.dequeued), (10, 5));
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn queues(&self) -> Queues {
        self.queues
    }

    /// Nodes inserted into the priority queues.
    ///
    /// ```
    /// let solver = noyes::Solver::new(&"0 1 3/4 2 5/7 8 6".parse()?);
    /// assert_eq!(solver.insertions(), solver.queues().enqueued());
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn insertions(&self) -> u64 {
        self.queues.enqueued()
    }

    /// Nodes deleted from the priority queues.
    ///
    /// ```
    /// let solver = noyes::Solver::new(&"0 1 3/4 2 5/7 8 6".parse()?);
    /// assert!(solver.deletions() <= solver.insertions());
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn deletions(&self) -> u64 {
        self.queues.dequeued()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::verify;

    #[test]
    fn the_four_move_board_takes_ten_insertions_and_five_deletions() {
        let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]).unwrap();
        for priority in [Priority::Manhattan, Priority::Hamming] {
            let solver = Solver::with(&board, priority, Solvability::Parity);
            assert_eq!(solver.moves(), Some(4));
            assert_eq!((solver.insertions(), solver.deletions()), (10, 5));
            let lockstep = Solver::with(&board, priority, Solvability::Lockstep);
            assert_eq!(lockstep.moves(), Some(4));
        }
    }

    #[test]
    fn the_solution_can_be_walked_again_and_again() {
        let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]]).unwrap();
        let solver = Solver::new(&board);
        for _ in 0..2 {
            let boards: Vec<Board> = solver.solution().unwrap().collect();
            assert_eq!(boards.len(), solver.moves().unwrap() + 1);
            assert_eq!(boards[0], board);
            assert!(boards.last().unwrap().is_goal());
            assert!(
                boards
                    .windows(2)
                    .all(|pair| pair[0].neighbors().any(|next| next == pair[1]))
            );
        }
        let goal = Board::goal(board.size());
        assert_eq!(verify(&board, &goal, solver.slides().unwrap()), Ok(()));
    }

    #[test]
    fn unsolvable_either_way() {
        let board = Board::new(&[[1, 2, 3], [4, 5, 6], [8, 7, 0]]).unwrap();
        for solvability in [Solvability::Lockstep, Solvability::Parity] {
            let solver = Solver::with(&board, Priority::Manhattan, solvability);
            assert!(!solver.is_solvable());
            assert_eq!(solver.moves(), None);
            assert!(solver.solution().is_none());
        }
    }

    #[test]
    fn a_solved_board_needs_no_moves() {
        let board = Board::goal(crate::Size::new(5, 5).unwrap());
        let solver = Solver::new(&board);
        assert_eq!(solver.moves(), Some(0));
        assert_eq!(solver.solution().unwrap().count(), 1);
    }
}
