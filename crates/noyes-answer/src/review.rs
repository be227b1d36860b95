//! The review of an answer: its verdict, and the reason in one sentence.

use noyes::board::Metric;
use noyes::goal::Parity;
use noyes::{Board, Moves};

use crate::answer::Answer;
use crate::claims;
use crate::quote::Quote;
use crate::solution::{Fault, Reading};
use crate::trouble::TroubleKind;
use crate::verdict::Verdict;

/// A board, and what is known of its solutions.
///
/// ```
/// use noyes::{Board, board::Metric, goal::Parity};
/// use noyes_answer::{Known, Question, Verdict};
///
/// let board = Board::new(&[[2, 1], [3, 0]])?;
/// let goal = Board::goal(board.size());
/// let known = Known::Unsolvable(Parity::of(&board, &goal));
/// let question = Question { board, goal, metric: Metric::Single, known };
/// assert_eq!(question.review_text("No solution possible").verdict, Verdict::Right);
/// assert_eq!(question.review_text("LULU").verdict, Verdict::Wrong);
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Question {
    /// The board.
    pub board: Board,
    /// The board to reach, of the same size.
    pub goal: Board,
    /// What counts as one move.
    pub metric: Metric,
    /// What is known of its solutions, in that metric.
    pub known: Known,
}

/// What is known of the solutions of a board.
///
/// ```
/// use noyes_answer::Known;
///
/// let known = Known::Solvable { lower_bound: 4, best: Some(4) };
/// assert_eq!(known.minimum(), Some(4));
/// assert_eq!(Known::Solvable { lower_bound: 2, best: Some(4) }.minimum(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// There is none, and why.
    Unsolvable(Parity),
    /// There are solutions.
    Solvable {
        /// No solution is shorter.
        lower_bound: u32,
        /// The length of the shortest one found.
        best: Option<u32>,
    },
}

impl Known {
    /// The minimum, if it is proven.
    pub fn minimum(&self) -> Option<u32> {
        match *self {
            Self::Solvable { lower_bound, best } if best == Some(lower_bound) => best,
            _ => None,
        }
    }
}

/// A verdict and its reason.
///
/// ```
/// use noyes_answer::{Review, Verdict};
///
/// let review = Review::missing("no file is named as the board");
/// assert_eq!(review.verdict, Verdict::Missing);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Review {
    /// The verdict.
    pub verdict: Verdict,
    /// The moves that solve the board, if the answer has some.
    pub moves: Option<Moves>,
    /// The line of the answer that the remark is about.
    pub line: Option<usize>,
    /// The reason; empty where there is nothing to say.
    pub remark: String,
    /// The first lines of the answer that mean nothing here, and were left aside.
    pub not_understood: Vec<Quote>,
    /// How many such lines there are.
    pub not_understood_count: usize,
}

impl Review {
    /// The review of an answer that is not there.
    pub fn missing(why: impl Into<String>) -> Self {
        Self::new(Verdict::Missing, None, why)
    }

    /// The review of an answer that cannot be had, and why.
    pub fn of_trouble(verdict: Verdict, why: impl Into<String>) -> Self {
        Self::new(verdict, None, why)
    }

    fn new(verdict: Verdict, line: Option<usize>, remark: impl Into<String>) -> Self {
        Self {
            verdict,
            moves: None,
            line,
            remark: remark.into(),
            not_understood: Vec::new(),
            not_understood_count: 0,
        }
    }
}

impl Question {
    /// Reads an answer and reviews it.
    pub fn review_text(&self, text: &str) -> Review {
        self.review(Answer::read(text, &self.board, &self.goal, self.metric))
    }

    /// Reviews an answer to this board.
    pub fn review(&self, answer: Answer) -> Review {
        let review = match &self.known {
            Known::Unsolvable(parity) => unsolvable(&answer, parity),
            Known::Solvable { lower_bound, best } => self.solvable(&answer, *lower_bound, *best),
        };
        Review {
            not_understood: answer.not_understood,
            not_understood_count: answer.not_understood_count,
            ..review
        }
    }

    fn solvable(&self, answer: &Answer, lower_bound: u32, best: Option<u32>) -> Review {
        let solution = match &answer.solution {
            Ok(solution) => solution,
            Err(fault) => return no_solution(answer, fault),
        };
        let length = self.metric.length(&solution.moves);
        let (verdict, line, remark) = if solution.reading == Reading::BlankLetters {
            let remark =
                "solves the board if the directions are the blank's; write the way the tile slides";
            (Verdict::Reversed, None, remark.to_owned())
        } else {
            match answer.claim {
                Some((line, claim)) if claim != i64::from(length) => {
                    let remark = format!("says {claim} moves but makes {length}");
                    (Verdict::Wrong, Some(line), remark)
                }
                _ => {
                    let (verdict, remark) = of_length(length, lower_bound, best);
                    (verdict, None, remark)
                }
            }
        };
        Review {
            moves: Some(solution.moves.clone()),
            ..Review::new(verdict, line, remark)
        }
    }
}

/// Reviews an answer to a board that has no solution.
fn unsolvable(answer: &Answer, parity: &Parity) -> Review {
    const COURSE: &str = "no solution possible";
    if let Some(quote) = &answer.says_unsolvable {
        let is_exact = quote.text.to_ascii_lowercase().contains(COURSE) || quote.text.contains('"');
        let remark = match is_exact {
            true => "there is no solution, and it says so".to_owned(),
            false => format!(
                "there is no solution, and it says so: “{}” (the course's words are “No solution possible”)",
                quote.text
            ),
        };
        return Review::new(Verdict::Right, None, remark);
    }
    if let Some(review) = of_trouble(answer) {
        return review;
    }
    if answer.solution == Err(Fault::Empty) {
        return Review::new(Verdict::Empty, None, EMPTY);
    }
    let remark = format!("the board cannot be solved: {parity}; expected “No solution possible”");
    Review::new(Verdict::Wrong, None, remark)
}

const EMPTY: &str = "there is nothing in it";

/// Reviews an answer without a solution.
fn no_solution(answer: &Answer, fault: &Fault) -> Review {
    if let Some(quote) = &answer.says_unsolvable {
        let remark = match claims::is_no_value(&quote.text) {
            true => format!(
                "has no moves, only “{}”, but there is a solution",
                quote.text
            ),
            false => "says there is no solution, but there is".to_owned(),
        };
        return Review::new(Verdict::Wrong, Some(quote.line), remark);
    }
    if let Some(review) = of_trouble(answer) {
        return review;
    }
    if let (Fault::NotUnderstood(_), Some((line, claim))) = (fault, answer.claim) {
        let remark = format!("says {claim} moves, but there are no moves or boards in it");
        return Review::new(Verdict::Invalid, Some(line), remark);
    }
    match fault {
        Fault::Empty => Review::new(Verdict::Empty, None, EMPTY),
        Fault::NotUnderstood(None) => {
            Review::new(Verdict::Invalid, None, "there are no moves or boards in it")
        }
        Fault::NotUnderstood(Some(quote)) => Review::new(
            Verdict::Invalid,
            Some(quote.line),
            format!("there are no moves or boards in it; not understood: {quote}"),
        ),
        Fault::Unreadable(error) => {
            let line = error.place().map(|place| place.line);
            Review::new(Verdict::Invalid, line, error.to_string())
        }
        Fault::Wrong { error, line, .. } => {
            let remark = match line {
                Some(line) => format!("line {line}: {error}"),
                None => error.to_string(),
            };
            Review::new(Verdict::Wrong, *line, remark)
        }
    }
}

/// Reviews an answer that tells of trouble.
fn of_trouble(answer: &Answer) -> Option<Review> {
    let trouble = answer.trouble.as_ref()?;
    let verdict = match trouble.kind {
        TroubleKind::Crashed => Verdict::Crashed,
        TroubleKind::OutOfMemory => Verdict::OutOfMemory,
        TroubleKind::TimedOut => Verdict::TimedOut,
    };
    Some(Review::new(
        verdict,
        Some(trouble.quote.line),
        trouble.to_string(),
    ))
}

/// What a solution of that length is, and no more than is proven.
fn of_length(length: u32, lower_bound: u32, best: Option<u32>) -> (Verdict, String) {
    match best {
        _ if length == lower_bound => (Verdict::Right, String::new()),
        Some(best) if best < length => {
            let least = if best == lower_bound { "" } else { "at least " };
            let more = length - best;
            (
                Verdict::NotMinimal,
                format!("{least}{more} more than needed"),
            )
        }
        _ => (
            Verdict::Solves,
            format!(
                "at most {} more than needed: the minimum is at least {lower_bound}",
                length.saturating_sub(lower_bound)
            ),
        ),
    }
}
