//! The verdict on one answer.

use std::fmt;

use anyhow::Result;
use noyes::goal::Parity;
use noyes::solve::Outcome;

use super::{Key, Question};
use crate::answer_text::{says_unsolvable, why_empty};
use crate::review::{Fault, Solution};

/// The verdict on an answer, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Right,
    /// It solves the board, and it is not known whether fewer moves suffice.
    Unproven,
    NotMinimal,
    Wrong,
    Invalid,
    Missing,
}

impl Verdict {
    /// Whether nothing is known to be wrong with the answer.
    pub fn is_right(self) -> bool {
        matches!(self, Self::Right | Self::Unproven)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Right => "right",
            Self::Unproven => "solves",
            Self::NotMinimal => "not minimal",
            Self::Wrong => "wrong",
            Self::Invalid => "invalid",
            Self::Missing => "missing",
        })
    }
}

/// The grade of one answer.
#[derive(Clone, Debug)]
pub struct Grade {
    pub student: String,
    pub board: String,
    pub verdict: Verdict,
    pub moves: Option<usize>,
    /// The moves where sliding several tiles of a line at once counts as one.
    pub multi_tile_moves: Option<usize>,
    /// The minimum, if it is proven.
    pub minimum: Option<u32>,
    pub lower_bound: Option<u32>,
    /// The length of the shortest solution found.
    pub best: Option<u32>,
    /// The line of the answer that cannot be read.
    pub line: Option<usize>,
    pub remark: String,
}

impl Grade {
    fn new(verdict: Verdict, remark: impl Into<String>) -> Self {
        Self {
            student: String::new(),
            board: String::new(),
            verdict,
            moves: None,
            multi_tile_moves: None,
            minimum: None,
            lower_bound: None,
            best: None,
            line: None,
            remark: remark.into(),
        }
    }
}

/// Grades an answer; `None` is a missing one.
pub fn grade(question: &Question, answer: Option<Result<String>>) -> Grade {
    let grade = match answer {
        None => Grade::new(Verdict::Missing, "no file is named as the board"),
        Some(Err(error)) => Grade::new(Verdict::Invalid, format!("{error:#}")),
        Some(Ok(text)) => grade_text(question, &text),
    };
    let Key::Solved(outcome) = &question.key else {
        return grade;
    };
    Grade {
        minimum: outcome.length().filter(|_| outcome.is_optimal()),
        lower_bound: Some(outcome.lower_bound()),
        best: outcome.length(),
        ..grade
    }
}

fn grade_text(question: &Question, text: &str) -> Grade {
    let outcome = match (&question.key, says_unsolvable(text)) {
        (Key::Unsolvable(_), true) => {
            return Grade::new(Verdict::Right, "there is no solution, and it says so");
        }
        (Key::Unsolvable(parity), false) => return grade_unsolvable(text, parity),
        (Key::Solved(_), true) => {
            return Grade::new(Verdict::Wrong, "says there is no solution, but there is");
        }
        (Key::Solved(outcome), false) => outcome,
    };
    if let Some(reason) = why_empty(text, &question.board) {
        return Grade::new(Verdict::Invalid, reason);
    }
    let solution = match Solution::read(text, &question.board, &question.goal) {
        Ok(solution) => solution,
        Err(Fault::Unreadable(error)) => {
            let line = error.place().map(|place| place.line);
            return Grade {
                line,
                ..Grade::new(Verdict::Invalid, error.to_string())
            };
        }
        Err(Fault::Wrong { error, .. }) => {
            return Grade::new(Verdict::Wrong, error.to_string());
        }
    };
    let (verdict, remark) = match solution.false_claim() {
        Some(claim) => (Verdict::Wrong, claim),
        None => grade_length(solution.moves.len() as u32, outcome),
    };
    Grade {
        moves: Some(solution.moves.len()),
        multi_tile_moves: Some(solution.multi_tile_moves()),
        ..Grade::new(verdict, remark)
    }
}

/// Grades an answer that gives moves for an unsolvable board.
fn grade_unsolvable(text: &str, parity: &Parity) -> Grade {
    if text.trim().is_empty() {
        return Grade::new(Verdict::Invalid, "there is nothing in it");
    }
    let remark = format!("the board cannot be solved: {parity}; expected “No solution possible”");
    Grade::new(Verdict::Wrong, remark)
}

/// What a solution of that length is worth, and no more than is proven.
fn grade_length(length: u32, outcome: &Outcome) -> (Verdict, String) {
    let bound = outcome.lower_bound();
    match outcome.length() {
        _ if length == bound => (Verdict::Right, String::new()),
        Some(best) if best < length => {
            let least = if outcome.is_optimal() {
                ""
            } else {
                "at least "
            };
            let more = length - best;
            (
                Verdict::NotMinimal,
                format!("{least}{more} more than needed"),
            )
        }
        _ => (
            Verdict::Unproven,
            format!(
                "at most {} more than needed: the minimum is at least {bound}",
                length - bound
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::batch::gather::Entry;
    use noyes::board::Metric;
    use noyes::search::Silent;
    use noyes::solve::{Engine, Interval, Tie};
    use noyes::{Board, Goal, Instance};
    use std::time::Duration;

    fn question(rows: &[[u32; 3]; 3]) -> Question {
        let entry = Entry {
            name: "puzzle.txt".to_owned(),
            board: Ok(Board::new(rows).unwrap()),
            known: None,
        };
        Question::new(
            &Engine::new(),
            entry,
            &Goal::BlankLast,
            Duration::from_secs(10),
            &Silent,
        )
        .unwrap()
    }

    #[test]
    fn every_verdict() {
        let easy = question(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]);
        let verdict = |text: &str| grade(&easy, Some(Ok(text.to_owned()))).verdict;
        assert_eq!(verdict("LULU"), Verdict::Right);
        assert_eq!(verdict("1 L\n2 U\n5 L\n6 U\n"), Verdict::Right);
        assert_eq!(
            verdict("Minimum number of moves = 5\n1 L\n2 U\n5 L\n6 U\n"),
            Verdict::Wrong
        );
        assert_eq!(verdict("LLRULU"), Verdict::NotMinimal);
        assert_eq!(verdict("LUL"), Verdict::Wrong);
        assert_eq!(verdict("No solution possible"), Verdict::Wrong);
        assert_eq!(verdict(""), Verdict::Invalid);
        assert_eq!(verdict("Minimum number of moves = 4"), Verdict::Invalid);
        let invalid = grade(&easy, Some(Ok("1 L\n8 U\n".to_owned())));
        assert_eq!((invalid.verdict, invalid.line), (Verdict::Invalid, Some(2)));
        assert_eq!(grade(&easy, None).verdict, Verdict::Missing);

        let unsolvable = question(&[[1, 2, 3], [4, 5, 6], [8, 7, 0]]);
        let verdict = |text: &str| grade(&unsolvable, Some(Ok(text.to_owned()))).verdict;
        assert_eq!(verdict("No solution possible\n"), Verdict::Right);
        assert_eq!(verdict("LULU"), Verdict::Wrong);
        assert_eq!(verdict(""), Verdict::Invalid);
        let other = grade(&unsolvable, Some(Ok("Unsolvable puzzle".to_owned())));
        assert_eq!(other.verdict, Verdict::Wrong);
        let expected = "expected “No solution possible”";
        assert!(other.remark.ends_with(expected), "{}", other.remark);

        let solved = question(&[[1, 2, 3], [4, 5, 6], [7, 8, 0]]);
        let verdict = |text: &str| grade(&solved, Some(Ok(text.to_owned()))).verdict;
        assert_eq!(verdict(""), Verdict::Invalid);
        assert_eq!(verdict("Minimum number of moves = 0"), Verdict::Right);
    }

    #[test]
    fn remarks_claim_no_more_than_is_proven() {
        let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]).unwrap();
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let proven = noyes::solve(&instance).unwrap();
        assert_eq!(proven.length(), Some(4));
        let (verdict, remark) = grade_length(10, &proven);
        assert_eq!(verdict, Verdict::NotMinimal);
        assert_eq!(remark, "6 more than needed");
        // The same solution, with a bound of 2.
        let mut interval = Interval::new(&instance, Metric::Single);
        interval.raise(2).unwrap();
        interval
            .take(&instance, proven.moves().unwrap(), Tie::KeepOld)
            .unwrap();
        let open = Outcome { interval, ..proven };
        let (verdict, remark) = grade_length(10, &open);
        assert_eq!(verdict, Verdict::NotMinimal);
        assert_eq!(remark, "at least 6 more than needed");
        let (verdict, remark) = grade_length(4, &open);
        assert_eq!(verdict, Verdict::Unproven);
        assert!(remark.starts_with("at most 2 more than needed"), "{remark}");
    }
}
