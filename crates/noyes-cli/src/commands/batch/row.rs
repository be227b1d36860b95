//! What became of one board of a batch.

use noyes::Size;
use noyes::solve::Outcome;

/// One board of a batch.
#[derive(Debug)]
pub struct Row {
    pub name: String,
    pub size: Option<Size>,
    pub known: Option<u32>,
    pub state: State,
}

/// How it ended.
#[derive(Debug)]
pub enum State {
    /// There was no board in the text.
    Unreadable { why: String },
    /// It cannot be solved, by parity.
    Unsolvable,
    /// The solver failed: nothing it may have found counts.
    Failed { why: String },
    /// The solver came back.
    Ended(Outcome),
}

impl Row {
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.state {
            State::Ended(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Moves of a solution, all of which were replayed.
    pub fn length(&self) -> Option<u32> {
        self.outcome().and_then(Outcome::length)
    }

    pub fn is_proven(&self) -> bool {
        self.outcome().is_some_and(Outcome::is_optimal)
    }

    /// A solvable board without a solution.
    pub fn is_unsolved(&self) -> bool {
        match &self.state {
            State::Failed { .. } => true,
            State::Ended(outcome) => outcome.moves().is_none(),
            State::Unreadable { .. } | State::Unsolvable => false,
        }
    }

    /// A solution shorter than the known minimum, or a bound above it.
    pub fn contradicts(&self) -> bool {
        let (Some(known), Some(outcome)) = (self.known, self.outcome()) else {
            return self.known.is_some() && matches!(self.state, State::Unsolvable);
        };
        outcome.lower_bound() > known || outcome.length().is_some_and(|length| length < known)
    }

    /// A proof was wanted and a limit came first.
    pub fn lacks_proof(&self) -> bool {
        self.outcome()
            .is_some_and(|outcome| outcome.wanted_proof && !outcome.is_optimal())
    }
}
