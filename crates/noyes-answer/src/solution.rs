//! A solution that was read, or why a text is none.

use noyes::Moves;
use noyes::format::ReadError;
use noyes::verify::VerifyError;

use crate::quote::Quote;

/// Moves that lead to the goal.
///
/// ```
/// use noyes::Board;
/// use noyes::board::Metric;
/// use noyes_answer::{Answer, Reading};
///
/// let board = Board::new(&[[1, 2], [0, 3]])?;
/// let goal = Board::goal(board.size());
/// let solution = Answer::read("3 left", &board, &goal, Metric::Single).solution.unwrap();
/// assert_eq!((solution.moves.len(), solution.reading), (1, Reading::Tiles));
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// The slides, named by the way the tile goes.
    pub moves: Moves,
    /// How the text is to be read.
    pub reading: Reading,
}

/// How a text is to be read so that it solves the board.
///
/// ```
/// use noyes_answer::Reading;
///
/// assert_eq!(Reading::Boards.words(), "read as boards");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reading {
    /// Letters or words, each the way the tile slides.
    TileLetters,
    /// Letters or words, each the way the blank goes.
    BlankLetters,
    /// Tiles by number.
    Tiles,
    /// A transcript of boards.
    Boards,
}

impl Reading {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::TileLetters => "tile-letters",
            Self::BlankLetters => "blank-letters",
            Self::Tiles => "tiles",
            Self::Boards => "boards",
        }
    }

    /// The reading in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::TileLetters => "letters are the way the tile slides",
            Self::BlankLetters => "letters are the way the blank goes",
            Self::Tiles => "read as tiles",
            Self::Boards => "read as boards",
        }
    }
}

/// Why a text is no solution.
///
/// ```
/// use noyes::Board;
/// use noyes::board::Metric;
/// use noyes_answer::{Answer, Fault};
///
/// let board = Board::new(&[[1, 2], [0, 3]])?;
/// let goal = Board::goal(board.size());
/// let read = |text| Answer::read(text, &board, &goal, Metric::Single).solution.unwrap_err();
/// assert!(matches!(read(""), Fault::Empty));
/// assert!(matches!(read("Hello"), Fault::NotUnderstood(_)));
/// assert!(matches!(read("LR"), Fault::Wrong { .. }));
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// There is nothing in it.
    Empty,
    /// There are neither moves nor boards in it; the first line that says something else.
    NotUnderstood(Option<Quote>),
    /// Its moves or boards cannot be read, or do not fit the board.
    Unreadable(ReadError),
    /// Its moves do not lead to the goal.
    Wrong {
        /// Why not.
        error: VerifyError,
        /// The error of the other meaning of the directions, if there are directions.
        other_way: Option<VerifyError>,
        /// The line of the move that cannot be made.
        line: Option<usize>,
    },
}
