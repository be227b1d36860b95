//! The result for one board of a batch.

use noyes::Size;
use noyes::solve::Outcome;

/// One board of a batch.
#[derive(Debug)]
pub struct Row {
    pub name: String,
    pub size: Option<Size>,
    pub known: Option<u32>,
    pub state: RowState,
}

/// How the solve of a board ended.
#[derive(Debug)]
pub enum RowState {
    /// The text holds no board, or none that fits the goal.
    Unreadable { why: String },
    /// It cannot be solved, by parity.
    Unsolvable,
    /// The solver failed; anything it had found is discarded.
    Failed { why: String },
    /// The solver ended, with or without a solution.
    Ended(Outcome),
}

impl Row {
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.state {
            RowState::Ended(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The number of moves of the solution, which was replayed.
    pub fn length(&self) -> Option<u32> {
        self.outcome().and_then(Outcome::length)
    }

    pub fn is_proven(&self) -> bool {
        self.outcome().is_some_and(Outcome::is_optimal)
    }

    /// Whether it is a solvable board without a solution.
    pub fn is_unsolved(&self) -> bool {
        match &self.state {
            RowState::Failed { .. } => true,
            RowState::Ended(outcome) => outcome.moves().is_none(),
            RowState::Unreadable { .. } | RowState::Unsolvable => false,
        }
    }

    /// Whether the solution is shorter than the known minimum, or the lower bound above it.
    pub fn contradicts(&self) -> bool {
        let (Some(known), Some(outcome)) = (self.known, self.outcome()) else {
            return self.known.is_some() && matches!(self.state, RowState::Unsolvable);
        };
        outcome.lower_bound() > known || outcome.length().is_some_and(|length| length < known)
    }

    /// Whether a proof was asked for and a limit was reached first.
    pub fn lacks_proof(&self) -> bool {
        self.outcome()
            .is_some_and(|outcome| outcome.wanted_proof && !outcome.is_optimal())
    }
}
