//! What a text says about a board.

use noyes::board::Metric;
use noyes::format::{MovesFormat, ReadError, read_moves};
use noyes::verify::verify;
use noyes::{Board, Direction, Moves};
use serde_json::Value;

use crate::claims;
use crate::line::Line;
use crate::quote::Quote;
use crate::scanner::Scanner;
use crate::solution::{Fault, Reading, Solution};
use crate::trouble::Trouble;

/// What a text says about a board.
///
/// ```
/// use noyes::Board;
/// use noyes::board::Metric;
/// use noyes_answer::Answer;
///
/// let board = Board::new(&[[1, 2], [0, 3]])?;
/// let goal = Board::goal(board.size());
/// let text = "Solving…\nMinimum number of moves = 1\nleft\n";
/// let answer = Answer::read(text, &board, &goal, Metric::Single);
/// assert_eq!(answer.claim, Some((2, 1)));
/// assert_eq!(answer.solution.unwrap().moves.to_string(), "L");
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// The moves that solve the board, or why there are none.
    pub solution: Result<Solution, Fault>,
    /// The number of moves that the text claims to make, and the line that does.
    pub claim: Option<(usize, i64)>,
    /// The line that says that the board has no solution.
    pub says_unsolvable: Option<Quote>,
    /// What the program that wrote the text died of.
    pub trouble: Option<Trouble>,
    /// The first lines that mean nothing here.
    pub not_understood: Vec<Quote>,
    /// How many such lines there are.
    pub not_understood_count: usize,
    /// Whether there are boards in the text.
    pub(crate) is_transcript: bool,
}

impl Answer {
    /// Reads a text in any format, with any other prints around it.
    ///
    /// | Argument | Contract |
    /// |---|---|
    /// | `goal` | A board of the same size; with another size no text is a solution. |
    /// | `metric` | What boards of a transcript may be apart: one slide, or several along one line. |
    pub fn read(text: &str, board: &Board, goal: &Board, metric: Metric) -> Self {
        let strict = read_moves(text, board);
        if let Some(object) = object(text) {
            return Self::of_object(&object, strict.map(|read| read.moves), board, goal);
        }
        let scanned = || {
            let mut scanner = Scanner::new(board, goal, metric);
            text.lines().for_each(|line| scanner.line(line));
            scanner.finish()
        };
        let (moves, reading) = match strict {
            Ok(read) if !read.moves.is_empty() || read.format == MovesFormat::Transcript => {
                let reading = match read.format {
                    MovesFormat::Tiles => Reading::Tiles,
                    MovesFormat::Transcript => Reading::Boards,
                    _ => Reading::TileLetters,
                };
                (read.moves, reading)
            }
            // A text without a move may still claim that none is needed.
            Ok(_) => return scanned().or_no_moves(board, goal),
            Err(error) => return scanned().or_strict(error, text),
        };
        let plain = solved(moves, reading, board, goal);
        if plain.is_ok() {
            let headline = (1..)
                .zip(text.lines())
                .find(|(_, line)| !line.trim().is_empty());
            let claim = headline.and_then(|(number, line)| Some((number, claims::moves(line)?)));
            return Self {
                solution: plain,
                claim,
                ..Self::empty()
            };
        }
        let scanned = scanned();
        match scanned.solution {
            Ok(_) => scanned,
            Err(_) => Self {
                solution: plain,
                ..scanned
            },
        }
    }

    /// An answer that says nothing.
    pub(crate) fn empty() -> Self {
        Self {
            solution: Err(Fault::Empty),
            claim: None,
            says_unsolvable: None,
            trouble: None,
            not_understood: Vec::new(),
            not_understood_count: 0,
            is_transcript: false,
        }
    }

    /// What the object that `noyes solve --format json` writes says.
    fn of_object(
        object: &Value,
        moves: Result<Moves, ReadError>,
        board: &Board,
        goal: &Board,
    ) -> Self {
        let says_unsolvable = object["solvable"] == false;
        Self {
            solution: match moves {
                Ok(moves) => solved(moves, Reading::TileLetters, board, goal),
                Err(error) => Err(Fault::Unreadable(error)),
            },
            claim: object["length"].as_i64().map(|length| (1, length)),
            says_unsolvable: says_unsolvable.then(|| Quote::new(1, "\"solvable\":false")),
            ..Self::empty()
        }
    }

    /// For a text that may hold nothing because nothing is needed: the board is solved, and the
    /// text says so.
    fn or_no_moves(self, board: &Board, goal: &Board) -> Self {
        let claims_none = self.claim.is_some_and(|(_, claim)| claim == 0);
        if board != goal || self.solution.is_ok() || !claims_none {
            return self;
        }
        let solution = Ok(Solution {
            moves: Moves::new(),
            reading: Reading::TileLetters,
        });
        Self { solution, ..self }
    }

    /// Takes the error of the reader of plain texts where it tells more: the text is meant to be
    /// moves and nothing else.
    fn or_strict(self, error: ReadError, text: &str) -> Self {
        let is_open = self.solution.is_err() && !self.is_transcript;
        let is_open = is_open && self.trouble.is_none() && self.says_unsolvable.is_none();
        if is_open && begins_with_moves(text) && !has_words(text, &error) {
            return Self {
                solution: Err(Fault::Unreadable(error)),
                ..self
            };
        }
        self
    }
}

/// Whether the first line that says something, besides how many moves there are, is moves, or
/// nearly so.
fn begins_with_moves(text: &str) -> bool {
    let is_content =
        |line: &&str| !matches!(Line::read(line), Line::Gap) && claims::moves(line).is_none();
    let Some(first) = text.lines().find(is_content) else {
        return false;
    };
    let chars = || first.chars().filter(|c| !c.is_whitespace() && *c != ',');
    let letters = chars().filter(|&c| Direction::from_letter(c).is_some() || c.is_ascii_digit());
    !matches!(Line::read(first), Line::Other) || letters.count() * 4 >= chars().count() * 3
}

/// Whether the error is of a line with direction words, which the reader of plain texts does not
/// know: `1 left` is no error.
fn has_words(text: &str, error: &ReadError) -> bool {
    let line = error.place().and_then(|at| text.lines().nth(at.line - 1));
    line.is_some_and(|line| {
        let mut words = line.split(|c: char| !c.is_alphabetic());
        words.any(|word| {
            let word = word.to_ascii_lowercase();
            ["up", "down", "left", "right"].contains(&word.as_str())
        })
    })
}

/// The moves as a solution, in either meaning of letters.
fn solved(moves: Moves, reading: Reading, board: &Board, goal: &Board) -> Result<Solution, Fault> {
    let Err(error) = verify(board, goal, &moves) else {
        return Ok(Solution { moves, reading });
    };
    if reading != Reading::TileLetters || moves.is_empty() {
        return Err(Fault::Wrong {
            error,
            other_way: None,
            line: None,
        });
    }
    let turned: Moves = moves.iter().map(|way| way.opposite()).collect();
    match verify(board, goal, &turned) {
        Ok(()) => Ok(Solution {
            moves: turned,
            reading: Reading::BlankLetters,
        }),
        Err(other) => Err(Fault::Wrong {
            error,
            other_way: Some(other),
            line: None,
        }),
    }
}

fn object(text: &str) -> Option<Value> {
    let is_object = text.trim_start().starts_with('{');
    is_object.then(|| serde_json::from_str(text).ok()).flatten()
}

#[cfg(test)]
mod tests;
