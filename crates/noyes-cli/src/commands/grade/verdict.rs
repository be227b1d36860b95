//! One answer against its board.

use std::fmt;

use anyhow::Result;

use super::{Key, Question};
use crate::judge::{Fault, Solution};

/// What an answer is worth, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Right,
    /// It solves, and nobody knows yet whether fewer moves would do.
    Unproven,
    NotMinimal,
    Wrong,
    Invalid,
    Missing,
}

impl Verdict {
    /// Nothing is wrong with it, as far as anyone knows.
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
    pub pushes: Option<usize>,
    pub minimum: Option<u32>,
    /// The line of the answer where it goes wrong.
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
            pushes: None,
            minimum: None,
            line: None,
            remark: remark.into(),
        }
    }
}

/// Grades an answer, or the lack of one.
pub fn grade(question: &Question, answer: Option<Result<String>>) -> Grade {
    let grade = match answer {
        None => Grade::new(Verdict::Missing, "no file is named as the board"),
        Some(Err(error)) => Grade::new(Verdict::Invalid, format!("{error:#}")),
        Some(Ok(text)) => read(question, &text),
    };
    let minimum = match &question.key {
        Key::Solved(outcome) => outcome.length().filter(|_| outcome.is_optimal()),
        Key::Unsolvable(_) => None,
    };
    Grade { minimum, ..grade }
}

fn read(question: &Question, text: &str) -> Grade {
    let says_no = text
        .lines()
        .any(|line| line.to_ascii_lowercase().contains("no solution possible"));
    let outcome = match (&question.key, says_no) {
        (Key::Unsolvable(_), true) => {
            return Grade::new(Verdict::Right, "there is no solution, and it says so");
        }
        (Key::Unsolvable(parity), false) => {
            return Grade::new(
                Verdict::Wrong,
                format!("the board cannot be solved: {parity}"),
            );
        }
        (Key::Solved(_), true) => {
            return Grade::new(Verdict::Wrong, "says there is no solution, but there is");
        }
        (Key::Solved(outcome), false) => outcome,
    };
    if text.trim().is_empty() && !question.board.eq(&question.goal) {
        return Grade::new(Verdict::Invalid, "the file is empty");
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
    let length = solution.moves.len();
    let claimed = claimed_moves(text);
    let (verdict, remark) = match claimed {
        Some(claimed) if claimed != length => (
            Verdict::Wrong,
            format!("says {claimed} moves but makes {length}"),
        ),
        _ if length as u32 == outcome.lower_bound => (Verdict::Right, String::new()),
        _ => match outcome.length() {
            Some(best) if best < length as u32 => (
                Verdict::NotMinimal,
                format!("{} moves more than needed", length as u32 - best),
            ),
            _ => (
                Verdict::Unproven,
                format!("the minimum is at least {}", outcome.lower_bound),
            ),
        },
    };
    Grade {
        moves: Some(length),
        pushes: Some(solution.pushes()),
        ..Grade::new(verdict, remark)
    }
}

/// The number in a first line such as `Minimum number of moves = 4`.
fn claimed_moves(text: &str) -> Option<usize> {
    let first = text.trim_start().lines().next()?;
    if !first.to_ascii_lowercase().contains("number of moves") {
        return None;
    }
    let (_, number) = first.split_once(['=', ':'])?;
    number.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::batch::gather::Entry;
    use noyes::search::Silent;
    use noyes::{Board, Goal};
    use std::time::Duration;

    fn question(rows: &[[u32; 3]; 3]) -> Question {
        let entry = Entry {
            name: "puzzle.txt".to_owned(),
            board: Ok(Board::new(rows).unwrap()),
            known: None,
        };
        Question::new(entry, &Goal::BlankLast, Duration::from_secs(10), &Silent).unwrap()
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
        let invalid = grade(&easy, Some(Ok("1 L\n8 U\n".to_owned())));
        assert_eq!((invalid.verdict, invalid.line), (Verdict::Invalid, Some(2)));
        assert_eq!(grade(&easy, None).verdict, Verdict::Missing);

        let hopeless = question(&[[1, 2, 3], [4, 5, 6], [8, 7, 0]]);
        let verdict = |text: &str| grade(&hopeless, Some(Ok(text.to_owned()))).verdict;
        assert_eq!(verdict("No solution possible\n"), Verdict::Right);
        assert_eq!(verdict("LULU"), Verdict::Wrong);
    }
}
