//! What can be wrong with a text, in one sentence that says where and how to mend it.

use std::fmt;

use crate::board::BoardError;

/// A place in a text. Lines and columns count from 1, columns in characters.
///
/// ```
/// use noyes::format::{Place, read_board};
///
/// let place = read_board("1 2 3\n4 five 6\n7 8 0").unwrap_err().place();
/// assert_eq!(place, Some(Place { line: 2, col: 3 }));
/// assert_eq!(Place::START.to_string(), "line 1, column 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub col: usize,
}

impl Place {
    /// Where every text begins.
    ///
    /// ```
    /// use noyes::format::Place;
    ///
    /// assert_eq!(Place::START, Place { line: 1, col: 1 });
    /// ```
    pub const START: Self = Self { line: 1, col: 1 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.col)
    }
}

/// Why a text could not be read. Every message is one sentence with the remedy in it.
///
/// ```
/// use noyes::format::{ReadError, read_board};
///
/// assert_eq!(read_board("# no tiles"), Err(ReadError::Empty));
/// let error = read_board("1 2 3 4 5 0").unwrap_err();
/// assert!(matches!(error, ReadError::NotSquare { count: 6, .. }));
/// let error = read_board("1 2/3 three").unwrap_err();
/// assert!(error.to_string().starts_with("line 1, column 7: expected"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// Nothing but spaces and comments.
    #[error(
        "there is no board in the text: expected the size and then the tiles, found nothing but spaces and comments; write for example 1 2 3/4 5 6/7 8 0"
    )]
    Empty,
    /// Bytes that are not text.
    #[error("{place}: expected text, found {found}; save the file as plain text in UTF-8")]
    NotText {
        /// Where the first such byte is.
        place: Place,
        /// The byte, or what it gives away.
        found: String,
    },
    /// Something else stands where one thing was expected.
    #[error("{place}: expected {expected}, found {found}; {remedy}")]
    Unexpected {
        /// Where it stands.
        place: Place,
        /// What should stand there.
        expected: String,
        /// What does, cut to 20 characters.
        found: String,
        /// How to mend it.
        remedy: String,
    },
    /// A grid was read, and it is not a board.
    #[error("{place}: {error}")]
    Board {
        /// Where the offending tile or row stands.
        place: Place,
        /// What is wrong with the grid.
        error: BoardError,
    },
    /// A list without rows whose length is not a square.
    #[error(
        "{place}: expected a square number of tiles (4, 9, 16, …) in a list without rows, found {count}; {remedy}"
    )]
    NotSquare {
        /// Where the list begins.
        place: Place,
        /// How many tiles it has.
        count: usize,
        /// How to give the rows.
        remedy: &'static str,
    },
    /// Two boards of a transcript that follow each other are not one slide apart.
    #[error(
        "{place}: expected board {} to be one slide from board {number}, found {found}; write every board of the way, in order",
        number + 1
    )]
    NotOneSlide {
        /// Where the second of the two begins.
        place: Place,
        /// Which board of the transcript the first of the two is, from 1.
        number: usize,
        /// How the two differ.
        found: String,
    },
}

impl ReadError {
    /// Where in the text the error is, if it is in one place.
    ///
    /// ```
    /// use noyes::format::{Place, read_board};
    ///
    /// let twice = read_board("1 2\n2 0").unwrap_err();
    /// assert_eq!(twice.place(), Some(Place { line: 2, col: 1 }));
    /// assert_eq!(read_board("").unwrap_err().place(), None);
    /// ```
    pub fn place(&self) -> Option<Place> {
        match *self {
            Self::Empty => None,
            Self::NotText { place, .. }
            | Self::Unexpected { place, .. }
            | Self::Board { place, .. }
            | Self::NotSquare { place, .. }
            | Self::NotOneSlide { place, .. } => Some(place),
        }
    }

    /// The commonest error: one thing where another was expected.
    pub(super) fn unexpected(
        place: Place,
        expected: impl Into<String>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::Unexpected {
            place,
            expected: expected.into(),
            found: found.into(),
            remedy: remedy.into(),
        }
    }
}

/// A piece of the text as messages show it: in quotes, escaped, at most 20 characters of it.
pub(super) fn quoted(text: &str) -> String {
    const MOST: usize = 20;
    let mut shown: String = text.chars().take(MOST).flat_map(shown_char).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    format!("“{shown}”")
}

fn shown_char(c: char) -> impl Iterator<Item = char> {
    // Quotes and letters of any script stay as they are; what would garble a terminal does not.
    let plain = c == '"' || c == '\'' || c == '\\';
    let escaped = (!plain).then(|| c.escape_debug());
    plain
        .then_some(c)
        .into_iter()
        .chain(escaped.into_iter().flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_short_and_harmless() {
        assert_eq!(quoted("abc"), "“abc”");
        assert_eq!(quoted("\u{1b}[31m"), "“\\u{1b}[31m”");
        assert_eq!(quoted(&"é".repeat(20)), format!("“{}”", "é".repeat(20)));
        assert_eq!(quoted(&"é".repeat(21)), format!("“{}…”", "é".repeat(20)));
    }
}
