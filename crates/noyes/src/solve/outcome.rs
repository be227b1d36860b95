//! What a solve comes back with.

use std::time::Duration;

use super::{Guide, Interval};
use crate::board::{Metric, Moves};
use crate::guard::{Counts, Stop};
use crate::pattern::Tier;
use crate::search::{Algorithm, Queues, Weight};

/// What a solve came back with: an interval that holds the minimum, and the solution.
///
/// ```
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let outcome = noyes::solve(&Instance::new(&board, &Goal::BlankLast)?)?;
/// assert_eq!(outcome.moves().map(ToString::to_string).as_deref(), Some("LULU"));
/// assert_eq!((outcome.lower_bound(), outcome.length()), (4, Some(4)));
/// assert_eq!(outcome.stop, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// What is known of the minimum, with the best solution.
    pub interval: Interval,
    /// The work of all stages.
    pub counts: Counts,
    /// The operations on the priority queues of A*, for `astar` and `course`.
    pub queues: Option<Queues>,
    /// The algorithm that found the solution, or the last that ran.
    pub algorithm: Algorithm,
    /// What guided it.
    pub heuristic: Guide,
    /// The pattern tables that it used.
    pub tables: Option<Tier>,
    /// The weight of the distance, if it is weighted.
    pub weight: Option<Weight>,
    /// Why it ended before the minimum was proven, if it did.
    pub stop: Option<StopReason>,
    /// Time spent.
    pub elapsed: Duration,
    /// Whether the plan wanted a proof.
    pub wanted_proof: bool,
}

/// Why a solve ended before the minimum was proven.
///
/// ```
/// use noyes::guard::{Control, Event, Observer};
/// use noyes::solve::{Engine, Request, StopReason};
/// use noyes::{Board, Goal, Instance};
///
/// struct Impatient;
/// impl Observer for Impatient {
///     fn on(&self, _: &Event) -> Control {
///         Control::Stop
///     }
/// }
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let engine = Engine::new();
/// let plan = engine.plan(&instance, &Request::default())?;
/// let outcome = engine.solve(&instance, &plan, &Impatient)?;
/// assert_eq!(outcome.stop, Some(StopReason::Interrupted));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StopReason {
    /// The time limit.
    #[error("the time limit was reached")]
    Time,
    /// The node limit.
    #[error("the node limit was reached")]
    Nodes,
    /// The memory limit.
    #[error("the memory limit was reached")]
    Memory,
    /// The longest solution that the proof can hold.
    #[error("the bound passed the longest solution that this proof can hold")]
    Depth,
    /// The observer, on the user's behalf.
    #[error("it was interrupted")]
    Interrupted,
}

impl StopReason {
    pub(super) fn new(stop: Stop, time_is_up: bool) -> Self {
        match stop {
            Stop::Nodes => Self::Nodes,
            Stop::Memory => Self::Memory,
            Stop::Depth => Self::Depth,
            Stop::Observer if time_is_up => Self::Time,
            Stop::Observer => Self::Interrupted,
        }
    }
}

impl Outcome {
    /// The best solution, replayed by [`crate::verify`]; none only if everything was stopped before
    /// the first.
    ///
    /// ```
    /// # use noyes::{Goal, Instance};
    /// let outcome = noyes::solve(&Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?)?;
    /// assert_eq!(outcome.moves().map(ToString::to_string).as_deref(), Some("L"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self) -> Option<&Moves> {
        self.interval.moves()
    }

    /// No solution is shorter than this.
    ///
    /// ```
    /// # use noyes::{Goal, Instance};
    /// let outcome = noyes::solve(&Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?)?;
    /// assert_eq!(outcome.lower_bound(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lower_bound(&self) -> u32 {
        self.interval.lower_bound()
    }

    /// Moves of the best solution, in the metric of the plan.
    ///
    /// ```
    /// # use noyes::{Goal, Instance};
    /// let outcome = noyes::solve(&Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?)?;
    /// assert_eq!(outcome.length(), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn length(&self) -> Option<u32> {
        self.interval.length()
    }

    /// Whether the solution is proven minimal.
    ///
    /// ```
    /// # use noyes::{Goal, Instance};
    /// let outcome = noyes::solve(&Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?)?;
    /// assert!(outcome.is_optimal() && outcome.length() == Some(outcome.lower_bound()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_optimal(&self) -> bool {
        self.interval.is_optimal()
    }

    /// What counts as one move, in lengths and bounds.
    ///
    /// ```
    /// use noyes::board::Metric;
    /// # use noyes::{Goal, Instance};
    /// let outcome = noyes::solve(&Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?)?;
    /// assert_eq!(outcome.metric(), Metric::Single);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn metric(&self) -> Metric {
        self.interval.metric()
    }

    /// The first line of an answer: the minimum if it is proven, else the interval.
    ///
    /// ```
    /// # use noyes::{Goal, Instance};
    /// let outcome = noyes::solve(&Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?)?;
    /// assert_eq!(outcome.headline(), "Minimum number of moves = 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn headline(&self) -> String {
        let bound = self.lower_bound();
        let (alone, after) = match self.metric() {
            Metric::Single => ("", ""),
            Metric::Multi => (" (multi-tile)", ", multi-tile"),
        };
        match self.length() {
            Some(length) if self.is_optimal() => {
                format!("Minimum number of moves = {length}{alone}")
            }
            Some(length) => {
                format!("Number of moves = {length} (minimum is at least {bound}{after})")
            }
            None => format!("No solution found yet (minimum is at least {bound}{after})"),
        }
    }
}
