//! What can be wrong with a grid that should be a board.

use super::Size;

/// Why a grid of numbers is not a board. Rows and columns count from 1.
///
/// ```
/// use noyes::Board;
/// use noyes::board::BoardError;
///
/// let error = Board::new(&[[1, 2], [2, 0]]).unwrap_err();
/// assert_eq!(error.cell(), Some((2, 1)));
/// assert!(error.to_string().ends_with("each tile must appear once, and tile 3 is missing"));
/// let error = Board::new(&[[1, 2], [3, 4]]).unwrap_err();
/// assert!(matches!(error, BoardError::NoBlank { tile: 4, row: 2, col: 2, .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A side is shorter than 2 or longer than 127.
    #[error(
        "a {rows}×{cols} board is {}: both sides must be from {} to {}",
        if *rows > Size::MAX || *cols > Size::MAX { "too large" } else { "too small" },
        Size::MIN,
        Size::MAX
    )]
    Size {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// A row is longer or shorter than the first.
    #[error(
        "the rows are not equally long: row {row} has {found} where row 1 has {expected} tiles; give every row as many"
    )]
    NotRectangular {
        /// The row, from 1.
        row: usize,
        /// How many tiles the first row has.
        expected: usize,
        /// How many this row has.
        found: usize,
    },
    /// A number is larger than the board has tiles.
    #[error(
        "tile {tile} in row {row}, column {col} is out of range: a {size} board has the tiles 1 to {} and a blank (0)",
        size.tiles()
    )]
    OutOfRange {
        /// The number found.
        tile: u32,
        /// Its row, from 1.
        row: usize,
        /// Its column, from 1.
        col: usize,
        /// The board's size.
        size: Size,
    },
    /// A tile appears twice.
    #[error(
        "tile {tile} appears twice, in row {}, column {} and in row {row}, column {col}; each tile must appear once{}",
        first.0, first.1,
        missing_words(*missing)
    )]
    Twice {
        /// The tile.
        tile: u32,
        /// Row and column of its first appearance, from 1.
        first: (usize, usize),
        /// Row of the second, from 1.
        row: usize,
        /// Column of the second, from 1.
        col: usize,
        /// The lowest tile that does not appear, 0 if that is the blank.
        missing: u32,
    },
    /// More than one blank.
    #[error(
        "there are two blanks (0), in row {}, column {} and in row {row}, column {col}; a board has exactly one{}",
        first.0, first.1,
        missing_words(*missing)
    )]
    TwoBlanks {
        /// Row and column of the first blank, from 1.
        first: (usize, usize),
        /// Row of the second, from 1.
        row: usize,
        /// Column of the second, from 1.
        col: usize,
        /// The lowest tile that does not appear.
        missing: u32,
    },
    /// No blank, and a number one past the last tile in its place.
    #[error(
        "there is no blank: tile {tile} in row {row}, column {col} is one more than a {size} board has; write the blank as 0"
    )]
    NoBlank {
        /// The surplus number.
        tile: u32,
        /// Its row, from 1.
        row: usize,
        /// Its column, from 1.
        col: usize,
        /// The board's size.
        size: Size,
    },
}

fn missing_words(missing: u32) -> String {
    match missing {
        0 => ", and the blank (0) is missing".to_owned(),
        tile => format!(", and tile {tile} is missing"),
    }
}

impl BoardError {
    /// Row and column, from 1, of the cell the error is about, if it is about one.
    ///
    /// ```
    /// use noyes::Board;
    ///
    /// let twice = Board::new(&[[1, 2], [2, 0]]).unwrap_err();
    /// assert_eq!(twice.cell(), Some((2, 1)));
    /// let too_small = Board::new(&[[0]]).unwrap_err();
    /// assert_eq!(too_small.cell(), None);
    /// ```
    pub fn cell(&self) -> Option<(usize, usize)> {
        match *self {
            Self::OutOfRange { row, col, .. }
            | Self::Twice { row, col, .. }
            | Self::TwoBlanks { row, col, .. }
            | Self::NoBlank { row, col, .. } => Some((row, col)),
            _ => None,
        }
    }
}
