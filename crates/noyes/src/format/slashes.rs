//! Rows split by slashes: `8 1 3/4 0 2/7 6 5`.

use super::detect::{BoardFormat, Reading};
use super::error::{ReadError, quoted};
use super::grid::{self, Row};
use super::page::Page;
use crate::board::{Board, Size};

/// Reads a page with at least one slash. Line ends are spaces here.
pub(super) fn read(page: &Page<'_>) -> Result<Reading, ReadError> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut rest = page.words();
    while let Some(first) = rest.first() {
        let length = rest.iter().position(|word| word.is_mark("/"));
        let (words, behind) = match length {
            Some(length) => (&rest[..length], &rest[length + 1..]),
            None => (rest, &rest[rest.len()..]),
        };
        if words.is_empty() {
            return Err(ReadError::unexpected(
                first.place,
                format!("the tiles of row {}", rows.len() + 1),
                quoted(first.text),
                "put one / between two rows",
            ));
        }
        if rows.len() == Size::MAX || words.len() > Size::MAX {
            return Err(ReadError::unexpected(
                first.place,
                format!("at most {0} rows of at most {0} tiles", Size::MAX),
                "more",
                "give a board of at most 127×127",
            ));
        }
        rows.push(Row {
            place: first.place,
            words,
        });
        rest = behind;
    }
    if let [first, ..] = rows.as_slice()
        && rows.iter().all(|row| row.words.len() == 1)
    {
        return Err(ReadError::unexpected(
            first.place,
            "at least two tiles in row 1",
            quoted(first.words[0].text),
            "put a space between two tiles",
        ));
    }
    grid::read(&rows, BoardFormat::Slashes, "rows split by /")
}

/// The rows in one line, split by slashes: `8 1 3/4 0 2/7 6 5`.
///
/// ```
/// use noyes::Board;
/// use noyes::format::{read_board, slashes};
///
/// let board = Board::new(&[[1, 2, 3], [4, 5, 0]])?;
/// assert_eq!(slashes(&board), "1 2 3/4 5 0");
/// assert_eq!(read_board(&slashes(&board))?.board, board);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn slashes(board: &Board) -> String {
    let row = |tiles: &[u16]| {
        tiles
            .iter()
            .map(u16::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let rows: Vec<String> = board.tiles().chunks(board.cols()).map(row).collect();
    rows.join("/")
}
