//! The result for one board of a batch.

use noyes::Board;
use noyes::search::Algorithm;
use noyes::solve::Request;
use noyes_api::SolveAnswer;

/// One board of a batch.
#[derive(Clone, Debug)]
pub struct Row {
    pub name: String,
    pub board: Option<Board>,
    pub known: Option<u32>,
    pub state: RowState,
}

/// How the solve of a board ended.
#[derive(Clone, Debug)]
pub enum RowState {
    /// The text holds no board, or none that fits the goal or the request.
    Unreadable { why: String },
    /// The solver failed; anything it had found is discarded.
    Failed { why: String },
    /// The solver ended, with or without a solution, or the board cannot be solved.
    Ended(Box<SolveAnswer>),
}

impl Row {
    /// The answer, also that a board cannot be solved.
    pub fn answer(&self) -> Option<&SolveAnswer> {
        match &self.state {
            RowState::Ended(answer) => Some(answer),
            _ => None,
        }
    }

    /// The answer for a board that can be solved.
    pub fn solved(&self) -> Option<&SolveAnswer> {
        self.answer().filter(|answer| answer.solvable)
    }

    pub fn is_unsolvable(&self) -> bool {
        self.answer().is_some_and(|answer| !answer.solvable)
    }

    pub fn is_unreadable(&self) -> bool {
        matches!(self.state, RowState::Unreadable { .. })
    }

    /// The number of moves of the solution, which was replayed.
    pub fn length(&self) -> Option<u32> {
        self.answer().and_then(|answer| answer.length)
    }

    pub fn is_proven(&self) -> bool {
        self.answer().is_some_and(|answer| answer.optimal)
    }

    /// Whether it is a solvable board without a solution.
    pub fn is_unsolved(&self) -> bool {
        match &self.state {
            RowState::Failed { .. } => true,
            RowState::Ended(answer) => answer.solvable && answer.length.is_none(),
            RowState::Unreadable { .. } => false,
        }
    }

    /// Whether what was asked for found the solution. What a fallback found is an answer, but not
    /// one of the algorithm that was named.
    pub fn is_solved_by(&self, requested: Option<Algorithm>) -> bool {
        self.solved().is_some_and(|answer| {
            let is_it = |wanted: Algorithm| wanted.name() == answer.algorithm;
            answer.length.is_some() && requested.is_none_or(is_it)
        })
    }

    /// Whether the solution is shorter than the known minimum, or the lower bound above it.
    pub fn contradicts(&self) -> bool {
        let (Some(known), Some(answer)) = (self.known, self.answer()) else {
            return false;
        };
        !answer.solvable
            || answer.lower_bound.is_some_and(|bound| bound > known)
            || answer.length.is_some_and(|length| length < known)
    }

    /// Whether a proof was asked for and a limit was reached first.
    pub fn lacks_proof(&self, request: &Request) -> bool {
        let Some(answer) = self.solved() else {
            return false;
        };
        let is_wanted = match request.algorithm {
            _ if request.optimal => true,
            Some(algorithm) => algorithm.finds_minimum(),
            None => answer.rows.max(answer.cols) <= 4,
        };
        is_wanted && !answer.optimal
    }
}
