//! What is known of a board's minimum: a lower bound and the best solution in hand.
//!
//! Every stage of a solve works on one [`Interval`]. It changes in two ways only:
//! [`Interval::raise`] takes a proven bound, and [`Interval::take`] takes a solution after
//! [`crate::verify`] has replayed it. So "optimal" is said only of what is proven and replayed.

use crate::board::{Metric, Moves};
use crate::goal::Instance;
use crate::verify::{VerifyError, verify};

/// A lower bound ≤ the minimum ≤ the length of the best solution.
///
/// ```
/// use noyes::board::Metric;
/// use noyes::solve::{Interval, Tie};
/// use noyes::{Board, Direction, Goal, Instance, Moves};
///
/// let board = Board::new(&[[1, 2, 3], [4, 5, 6], [0, 7, 8]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let mut interval = Interval::new(&instance, Metric::Single);
/// interval.raise(1)?; // of odd length, no solution is possible: the bound is 2
/// assert_eq!(interval.lower_bound(), 2);
/// let moves: Moves = [Direction::Left, Direction::Left].into_iter().collect();
/// interval.take(&instance, &moves, Tie::KeepOld)?;
/// assert!(interval.is_optimal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    metric: Metric,
    lower_bound: u32,
    moves: Option<Moves>,
    /// Whether every solution has an odd number of single-tile moves.
    is_odd: bool,
}

/// Why an interval refuses a bound or a solution. Either is a mistake in noyes, or in a file that
/// it was told to go on from.
///
/// ```
/// use noyes::board::Metric;
/// use noyes::solve::{Interval, IntervalError, Tie};
/// use noyes::{Board, Direction, Goal, Instance, Moves};
///
/// let board = Board::new(&[[1, 2, 3], [4, 5, 6], [7, 0, 8]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let mut interval = Interval::new(&instance, Metric::Single);
/// let moves: Moves = [Direction::Left].into_iter().collect();
/// interval.take(&instance, &moves, Tie::KeepOld)?;
/// assert_eq!(interval.raise(3), Err(IntervalError::UpsideDown { bound: 3, length: 1 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IntervalError {
    /// The moves do not solve the board.
    #[error("a wrong solution ({0})")]
    Wrong(#[from] VerifyError),
    /// A bound above the length of a solution.
    #[error("a lower bound of {bound} for a board that was solved in {length} moves")]
    UpsideDown {
        /// The bound.
        bound: u32,
        /// The length of the solution.
        length: u32,
    },
}

/// What becomes of a solution that is as long as the one in hand.
///
/// ```
/// use noyes::board::Metric;
/// use noyes::solve::{Interval, Tie};
/// use noyes::{Board, Direction, Goal, Instance, Moves};
///
/// let board = Board::new(&[[1, 2, 3], [4, 5, 6], [7, 0, 8]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let mut interval = Interval::new(&instance, Metric::Single);
/// let moves: Moves = [Direction::Left].into_iter().collect();
/// assert!(interval.take(&instance, &moves, Tie::KeepOld)?);
/// assert!(!interval.take(&instance, &moves, Tie::KeepOld)?);
/// assert!(interval.take(&instance, &moves, Tie::TakeNew)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// It is refused.
    KeepOld,
    /// It takes the place of the old one.
    TakeNew,
}

impl Interval {
    /// Nothing is known of an instance but that the minimum is at least 0. Lengths and bounds are
    /// in `metric`.
    ///
    /// ```
    /// # use noyes::solve::{Interval, Tie};
    /// # use noyes::{Direction, Goal, Instance, Moves, board::Metric};
    /// let instance = Instance::new(&"1 2 3/4 5 6/0 7 8".parse()?, &Goal::BlankLast)?;
    /// # let moves = Moves::from(vec![Direction::Left; 2]);
    /// let mut interval = Interval::new(&instance, Metric::Single);
    /// assert_eq!((interval.lower_bound(), interval.moves()), (0, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(instance: &Instance, metric: Metric) -> Self {
        let way_home = instance
            .size()
            .distance(instance.blank(), instance.blank_home());
        Self {
            metric,
            lower_bound: 0,
            moves: None,
            is_odd: way_home % 2 == 1,
        }
    }

    /// No solution is shorter than this.
    ///
    /// ```
    /// # use noyes::solve::{Interval, Tie};
    /// # use noyes::{Direction, Goal, Instance, Moves, board::Metric};
    /// let instance = Instance::new(&"1 2 3/4 5 6/0 7 8".parse()?, &Goal::BlankLast)?;
    /// # let moves = Moves::from(vec![Direction::Left; 2]);
    /// let mut interval = Interval::new(&instance, Metric::Single);
    /// interval.raise(2)?;
    /// assert_eq!(interval.lower_bound(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lower_bound(&self) -> u32 {
        self.lower_bound
    }

    /// The best solution, if there is one.
    ///
    /// ```
    /// # use noyes::solve::{Interval, Tie};
    /// # use noyes::{Direction, Goal, Instance, Moves, board::Metric};
    /// let instance = Instance::new(&"1 2 3/4 5 6/0 7 8".parse()?, &Goal::BlankLast)?;
    /// # let moves = Moves::from(vec![Direction::Left; 2]);
    /// let mut interval = Interval::new(&instance, Metric::Single);
    /// interval.take(&instance, &moves, Tie::KeepOld)?;
    /// assert_eq!(interval.moves(), Some(&moves));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self) -> Option<&Moves> {
        self.moves.as_ref()
    }

    /// What counts as one move, in the bound and the length.
    ///
    /// ```
    /// # use noyes::solve::{Interval, Tie};
    /// # use noyes::{Direction, Goal, Instance, Moves, board::Metric};
    /// let instance = Instance::new(&"1 2 3/4 5 6/0 7 8".parse()?, &Goal::BlankLast)?;
    /// # let moves = Moves::from(vec![Direction::Left; 2]);
    /// let mut interval = Interval::new(&instance, Metric::Single);
    /// assert_eq!(interval.metric(), Metric::Single);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The length of the best solution, in the metric.
    ///
    /// ```
    /// # use noyes::solve::{Interval, Tie};
    /// # use noyes::{Direction, Goal, Instance, Moves, board::Metric};
    /// let instance = Instance::new(&"1 2 3/4 5 6/0 7 8".parse()?, &Goal::BlankLast)?;
    /// # let moves = Moves::from(vec![Direction::Left; 2]);
    /// let mut interval = Interval::new(&instance, Metric::Single);
    /// interval.take(&instance, &moves, Tie::KeepOld)?;
    /// assert_eq!(interval.length(), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn length(&self) -> Option<u32> {
        self.moves.as_ref().map(|moves| self.metric.length(moves))
    }

    /// Whether the best solution is proven minimal.
    ///
    /// ```
    /// # use noyes::solve::{Interval, Tie};
    /// # use noyes::{Direction, Goal, Instance, Moves, board::Metric};
    /// let instance = Instance::new(&"1 2 3/4 5 6/0 7 8".parse()?, &Goal::BlankLast)?;
    /// # let moves = Moves::from(vec![Direction::Left; 2]);
    /// let mut interval = Interval::new(&instance, Metric::Single);
    /// interval.take(&instance, &moves, Tie::KeepOld)?;
    /// assert!(!interval.is_optimal());
    /// interval.raise(2)?;
    /// assert!(interval.is_optimal());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_optimal(&self) -> bool {
        self.length() == Some(self.lower_bound)
    }

    /// What a bound comes to: every solution in single tiles has the parity of the blank's way
    /// home, so a bound of the other parity is really one more. Multi-tile moves have no parity.
    ///
    /// ```
    /// # use noyes::solve::{Interval, Tie};
    /// # use noyes::{Direction, Goal, Instance, Moves, board::Metric};
    /// let instance = Instance::new(&"1 2 3/4 5 6/0 7 8".parse()?, &Goal::BlankLast)?;
    /// # let moves = Moves::from(vec![Direction::Left; 2]);
    /// let mut interval = Interval::new(&instance, Metric::Single);
    /// // The blank is an even number of steps from home, and so is every solution.
    /// assert_eq!((interval.rounded(1), interval.rounded(2)), (2, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rounded(&self, bound: u32) -> u32 {
        match self.metric {
            Metric::Single => bound.saturating_add(u32::from((bound % 2 == 1) != self.is_odd)),
            Metric::Multi => bound,
        }
    }

    /// Takes a lower bound, which must be proven: a wrong one makes a solution *optimal* that is
    /// not, unless it is above the solution in hand, which is an error. Tells whether it is higher
    /// than the one before.
    ///
    /// ```
    /// # use noyes::solve::{Interval, Tie};
    /// # use noyes::{Direction, Goal, Instance, Moves, board::Metric};
    /// let instance = Instance::new(&"1 2 3/4 5 6/0 7 8".parse()?, &Goal::BlankLast)?;
    /// # let moves = Moves::from(vec![Direction::Left; 2]);
    /// let mut interval = Interval::new(&instance, Metric::Single);
    /// assert!(interval.raise(2)?);
    /// assert!(!interval.raise(1)?);
    /// interval.take(&instance, &moves, Tie::KeepOld)?;
    /// assert!(interval.raise(4).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn raise(&mut self, bound: u32) -> Result<bool, IntervalError> {
        let bound = self.rounded(bound);
        if let Some(length) = self.length()
            && length < bound
        {
            return Err(IntervalError::UpsideDown { bound, length });
        }
        let is_higher = bound > self.lower_bound;
        self.lower_bound = self.lower_bound.max(bound);
        Ok(is_higher)
    }

    /// Takes a solution of `instance`, which must be the one this was made for, if it replays and
    /// is shorter than the one in hand, or as long and preferred; whether it was taken. Moves that
    /// do not solve `instance` are an error; that `instance` is the right one is not checked.
    ///
    /// ```
    /// # use noyes::solve::{Interval, Tie};
    /// # use noyes::{Direction, Goal, Instance, Moves, board::Metric};
    /// let instance = Instance::new(&"1 2 3/4 5 6/0 7 8".parse()?, &Goal::BlankLast)?;
    /// # let moves = Moves::from(vec![Direction::Left; 2]);
    /// let mut interval = Interval::new(&instance, Metric::Single);
    /// assert!(interval.take(&instance, &moves, Tie::KeepOld)?);
    /// // No moves do not solve it.
    /// assert!(interval.take(&instance, &Moves::new(), Tie::KeepOld).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take(
        &mut self,
        instance: &Instance,
        moves: &Moves,
        tie: Tie,
    ) -> Result<bool, IntervalError> {
        verify(instance.board(), instance.goal(), moves)?;
        let length = self.metric.length(moves);
        if length < self.lower_bound {
            return Err(IntervalError::UpsideDown {
                bound: self.lower_bound,
                length,
            });
        }
        let is_better = match self.length() {
            None => true,
            Some(best) => length < best || length == best && tie == Tie::TakeNew,
        };
        if is_better {
            self.moves = Some(moves.clone());
        }
        Ok(is_better)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Direction};
    use crate::goal::Goal;

    fn instance() -> Instance {
        let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]).unwrap();
        Instance::new(&board, &Goal::BlankLast).unwrap()
    }

    fn moves(letters: &str) -> Moves {
        let ways = letters.chars().map(Direction::from_letter);
        ways.collect::<Option<Moves>>().unwrap()
    }

    #[test]
    fn bounds_rise_to_the_parity_and_never_fall() {
        let instance = instance();
        let mut interval = Interval::new(&instance, Metric::Single);
        assert_eq!(interval.raise(3), Ok(true));
        assert_eq!(interval.lower_bound(), 4);
        assert_eq!(interval.raise(2), Ok(false));
        assert_eq!(interval.lower_bound(), 4);
        assert!(!interval.is_optimal());
        let mut multi = Interval::new(&instance, Metric::Multi);
        assert_eq!(multi.raise(3), Ok(true));
        assert_eq!(multi.lower_bound(), 3);
    }

    #[test]
    fn only_replayed_solutions_are_taken_and_only_better_ones() {
        let instance = instance();
        let mut interval = Interval::new(&instance, Metric::Single);
        let (short, long) = (moves("LULU"), moves("LRLULU"));
        assert_eq!(interval.take(&instance, &long, Tie::KeepOld), Ok(true));
        assert_eq!(interval.take(&instance, &short, Tie::KeepOld), Ok(true));
        assert_eq!(interval.take(&instance, &long, Tie::TakeNew), Ok(false));
        assert_eq!(interval.take(&instance, &short, Tie::KeepOld), Ok(false));
        assert_eq!(interval.take(&instance, &short, Tie::TakeNew), Ok(true));
        let wrong = interval.take(&instance, &moves("LU"), Tie::KeepOld);
        assert!(matches!(wrong, Err(IntervalError::Wrong(_))));
        assert_eq!(interval.length(), Some(4));
        interval.raise(4).unwrap();
        assert!(interval.is_optimal());
    }

    #[test]
    fn an_interval_upside_down_is_refused() {
        let instance = instance();
        let mut interval = Interval::new(&instance, Metric::Single);
        interval
            .take(&instance, &moves("LRLULU"), Tie::KeepOld)
            .unwrap();
        let error = interval.raise(8).unwrap_err();
        assert_eq!(
            error,
            IntervalError::UpsideDown {
                bound: 8,
                length: 6
            }
        );
        interval.raise(6).unwrap();
        assert!(
            interval
                .take(&instance, &moves("LULU"), Tie::KeepOld)
                .is_err()
        );
    }
}
