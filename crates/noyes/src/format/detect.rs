//! The detector: which format a board's text is in, decided by what yields a board.
//!
//! A text that begins with a bracket is JSON or an array of a program, one with the heading
//! `starting positions` gives the cell of each tile, and one with a `/` has its rows split by it.
//! What remains is numbers, and the counts decide, because almost no text can be a board two ways:
//!
//! * 1 + n² numbers, the first n, is the course's file. Taken without a size, n would appear
//!   twice, so it is no board then.
//! * 2 + r·c numbers, the first r and c, likewise.
//! * Lines of equal length are rows. Sixteen numbers on two lines are a 2×8 board, not a 4×4
//!   one that happens to be wrapped, because line breaks are taken as meant.
//! * A square number of numbers is a list, but not where the first line stands apart like a
//!   size: a file cut short must not be taken for a smaller board.
//!
//! The first way that yields a board is taken. When none does, the error told is the one of
//! the way that the text resembles most.

use std::fmt;
use std::str::FromStr;

use super::error::{Place, ReadError};
use super::page::Page;
use super::word::{Words, without_bom};
use super::{columns, course, json, line, positions, rows, slashes};
use crate::board::{Board, Size};

/// The ways a board may be written.
///
/// ```
/// use noyes::format::{BoardFormat, read_board};
///
/// assert_eq!(read_board("[[1, 2], [3, 0]]")?.format, BoardFormat::Json);
/// assert_eq!(read_board("2 3\n1 2 3\n4 5 0\n")?.format, BoardFormat::CourseRect);
/// assert_eq!(BoardFormat::CourseRect.to_string(), "course-rect");
/// # Ok::<(), noyes::format::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BoardFormat {
    /// n, then the n² tiles.
    Course,
    /// Rows and columns, then the tiles.
    CourseRect,
    /// Rows of aligned columns, the blank an empty place.
    Columns,
    /// A line a row, no size.
    Rows,
    /// A list of a square number of tiles.
    Line,
    /// Rows split by `/`.
    Slashes,
    /// A JSON array, nested or flat, or an array as a program writes it.
    Json,
    /// The cell of each tile, below a heading.
    Positions,
}

impl fmt::Display for BoardFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Course => "course",
            Self::CourseRect => "course-rect",
            Self::Columns => "columns",
            Self::Rows => "rows",
            Self::Line => "line",
            Self::Slashes => "slashes",
            Self::Json => "json",
            Self::Positions => "positions",
        })
    }
}

/// A board and how its text was understood.
///
/// ```
/// use noyes::format::{BoardFormat, read_board};
///
/// let reading = read_board("2\n1 2\n3 0\n")?;
/// assert_eq!(reading.board.tiles(), [1, 2, 3, 0]);
/// assert_eq!(reading.format, BoardFormat::Course);
/// assert_eq!(reading.note, "a 2×2 board; n, then the tiles; blank written 0");
/// # Ok::<(), noyes::format::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The board.
    pub board: Board,
    /// The format it was written in.
    pub format: BoardFormat,
    /// The same in words: `a 4×4 board; n, then the tiles; blank written 0`.
    pub note: String,
}

/// What trying one format gives: nothing where the text is not laid out like it at all.
pub(super) type Attempt = Option<Result<Reading, ReadError>>;

/// Reads one board in any format.
///
/// ```
/// use noyes::format::read_board;
///
/// let reading = read_board("8 1 3 / 4 _ 2 / 7 6 5")?;
/// assert_eq!(reading.note, "a 3×3 board; rows split by /; blank written _");
/// let error = read_board("3\n1 2 3\n4 5 6\n7 7 0").unwrap_err();
/// assert!(error.to_string().starts_with("line 4, column 3: tile 7 appears twice"));
/// # Ok::<(), noyes::format::ReadError>(())
/// ```
pub fn read_board(text: &str) -> Result<Reading, ReadError> {
    read_board_at(without_bom(text), Place::START)
}

/// Reads one board in any format, as [`read_board`] does.
///
/// ```
/// use noyes::Board;
///
/// let board: Board = "8 1 3/4 0 2/7 6 5".parse()?;
/// assert_eq!(board, "3\n8 1 3\n4 0 2\n7 6 5".parse()?);
/// assert_eq!(board, board.to_string().parse()?);
/// # Ok::<(), noyes::format::ReadError>(())
/// ```
impl FromStr for Board {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        Ok(read_board(text)?.board)
    }
}

/// Reads one board from a part of a text that begins at `place`.
pub(super) fn read_board_at(text: &str, place: Place) -> Result<Reading, ReadError> {
    if let Some(first) = Words::json(text, place).next()
        && json::closing(&first).is_some()
    {
        return json::read(text, place);
    }
    if let Some(reading) = positions::read(text, place) {
        return reading;
    }
    let page = Page::new(Words::plain(text, place))?;
    if page.words().iter().any(|word| word.is_mark("/")) {
        slashes::read(&page)
    } else {
        numbers(&page)
    }
}

fn numbers(page: &Page<'_>) -> Result<Reading, ReadError> {
    let size_line = course::size_line(page);
    let counted = course::read(page, size_line);
    let in_columns = columns::read(page, size_line);
    let in_rows = rows::read(page);
    let in_line = line::read(page, size_line);
    let one_a_line = page.even_lines() == Some(1) && page.line_count() >= 4;

    // Of two ways that both fail, the one told is the one the layout speaks for.
    let likely: [Attempt; 5] = match size_line {
        Some(_) if one_a_line && !matches!(counted, Some(Err(_))) => {
            [counted, in_columns, in_line, in_rows, None]
        }
        Some(size_line) => {
            let sized = Some(Err(course::explain(page, size_line)));
            [counted, in_columns, sized, in_rows, in_line]
        }
        None => [in_rows, in_columns, counted, in_line, None],
    };
    let mut error = None;
    for attempt in likely.into_iter().flatten() {
        match attempt {
            Ok(reading) => return Ok(reading),
            Err(failed) => error = error.or(Some(failed)),
        }
    }
    Err(match (error, size_line) {
        (_, None) if page.is_full() => too_many(page),
        (Some(error), _) => error,
        (None, Some(size_line)) => course::explain(page, size_line),
        (None, None) if page.line_count() > 1 => rows::explain(page),
        (None, None) => line::explain(page),
    })
}

fn too_many(page: &Page<'_>) -> ReadError {
    let most = Size::MAX * Size::MAX;
    ReadError::unexpected(
        page.words().get(most).map_or(page.end(), |word| word.place),
        format!("the end of the text after {most} tiles, the most a board can have"),
        "more numbers",
        "give one board of at most 127×127",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::slashes;

    fn reads(text: &str, format: BoardFormat, board: &str) {
        let reading = read_board(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(slashes(&reading.board), board, "{text:?}");
        assert_eq!(reading.format, format, "{text:?}");
    }

    #[test]
    fn one_board_in_every_format() {
        const BOARD: &str = "8 1 3/4 0 2/7 6 5";
        for text in [
            "3\n8 1 3\n4 0 2\n7 6 5\n",
            "\u{feff}3\r\n 8  1  3 \r\n 4  0  2 \r\n 7  6  5 \r\n\r\n",
            "  3  \n\n8 1 3 4\n0 2 7\n\n6\n5",
            "3 8 1 3 4 0 2 7 6 5",
            "3,8,1,3,4,0,2,7,6,5",
            "# mine\n3 # n\n8 1 3\n4 _ 2\n7 6 5 # last",
            "3\n8\n1\n3\n4\n0\n2\n7\n6\n5\n",
        ] {
            reads(text, BoardFormat::Course, BOARD);
        }
        reads("3 3\n8 1 3\n4 0 2\n7 6 5\n", BoardFormat::CourseRect, BOARD);
        reads("3 3 8 1 3 4 0 2 7 6 5", BoardFormat::CourseRect, BOARD);
        reads(
            "3\n 8  1  3\n 4     2\n 7  6  5\n",
            BoardFormat::Columns,
            BOARD,
        );
        reads(
            " 8  1  3\n 4     2\n 7  6  5\n",
            BoardFormat::Columns,
            BOARD,
        );
        for text in [
            "8 1 3\n4 0 2\n7 6 5",
            "8,1,3\n4,x,2\n7,6,5\n",
            "8 1 3\n\n4 . 2\n\n7 6 5\n",
        ] {
            reads(text, BoardFormat::Rows, BOARD);
        }
        for text in [
            "8 1 3 4 0 2 7 6 5",
            "8, 1, 3, 4, X, 2, 7, 6, 5",
            "8 1 3 4 B 2 7 6 5",
            "8 1 3 4\n0 2 7 6 5",
            "813402765",
        ] {
            reads(text, BoardFormat::Line, BOARD);
        }
        reads("8\n1\n3\n4\n0\n2\n7\n6\n5\n", BoardFormat::Line, BOARD);
        for text in ["8 1 3/4 0 2/7 6 5", "8,1,3 / 4,_,2 /\n7,6,5 /"] {
            reads(text, BoardFormat::Slashes, BOARD);
        }
        for text in ["[[8,1,3],[4,null,2],[7,6,5]]", "[8,1,3,4,0,2,7,6,5]"] {
            reads(text, BoardFormat::Json, BOARD);
        }
    }

    #[test]
    fn counts_decide_where_two_ways_are_open() {
        // A 5×2 board that begins like the course's 3×3.
        reads(
            "3 0\n1 2\n4 5\n6 7\n8 9",
            BoardFormat::Rows,
            "3 0/1 2/4 5/6 7/8 9",
        );
        // A 4×2 board that begins like a 2×3 one with its size.
        reads("2 3\n1 4\n5 0\n6 7", BoardFormat::Rows, "2 3/1 4/5 0/6 7");
        reads("2 3\n1 4 5\n0 2 3", BoardFormat::CourseRect, "1 4 5/0 2 3");
        reads("3 2\n1 4\n5 0\n2 3", BoardFormat::CourseRect, "1 4/5 0/2 3");
        reads("3 2\n1 0", BoardFormat::Rows, "3 2/1 0");
        reads(
            "1 2 3 4 5 6 7 8\n9 10 11 12 13 14 15 0",
            BoardFormat::Rows,
            "1 2 3 4 5 6 7 8/9 10 11 12 13 14 15 0",
        );
    }

    #[test]
    fn a_file_cut_short_is_not_a_smaller_board() {
        for text in ["3\n1 2 0", "2\n1 3", "2 3\n1 4 5", "4 2\n1 3 0 5 6 7 8"] {
            assert!(read_board(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn notes_say_what_was_understood() {
        let note = |text| read_board(text).unwrap().note;
        assert_eq!(
            note("2\n1 2\n3 0"),
            "a 2×2 board; n, then the tiles; blank written 0"
        );
        assert_eq!(
            note("2 3\n1 2 3\n4 5"),
            "a 2×3 board; the size, then the tiles in columns; blank left empty"
        );
        assert_eq!(
            note("[[1,2],[3,null]]"),
            "a 2×2 board; JSON, a list a row; blank written null"
        );
    }
}
