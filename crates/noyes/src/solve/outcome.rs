//! What a solve comes back with.

use std::time::Duration;

use crate::board::{Metric, Moves};
use crate::search::{Counts, Stop};

/// What a solve came back with: an interval that holds the minimum, and the solution.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The best solution, replayed by [`crate::verify`]; none only if everything was stopped
    /// before the first.
    pub moves: Option<Moves>,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// What counts as one move, in lengths and bounds.
    pub metric: Metric,
    /// The work of all stages.
    pub counts: Counts,
    /// The algorithm that found the solution, or the last that ran.
    pub algorithm: &'static str,
    /// Its heuristic; `none` if it uses none.
    pub heuristic: &'static str,
    /// Why it ended before the minimum was proven, if it did.
    pub stop: Option<StopReason>,
    /// Time spent.
    pub elapsed: Duration,
    /// Whether the plan wanted a proof.
    pub wanted_proof: bool,
}

/// Why a solve ended before the minimum was proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
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
    /// Moves of the best solution.
    pub fn length(&self) -> Option<u32> {
        self.moves.as_ref().map(|moves| self.metric.length(moves))
    }

    /// Whether the solution is proven minimal.
    pub fn is_optimal(&self) -> bool {
        self.length() == Some(self.lower_bound)
    }

    /// The first line of an answer: the minimum if it is proven, else the interval.
    pub fn headline(&self) -> String {
        let bound = self.lower_bound;
        let (alone, after) = match self.metric {
            Metric::Single => ("", ""),
            Metric::Multi => (" (multi-tile)", ", multi-tile"),
        };
        match self.length() {
            Some(length) if length == bound => {
                format!("Minimum number of moves = {length}{alone}")
            }
            Some(length) => {
                format!("Number of moves = {length} (minimum is at least {bound}{after})")
            }
            None => format!("No solution found yet (minimum is at least {bound}{after})"),
        }
    }
}
