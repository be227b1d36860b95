//! A list of tiles without rows: a square number of them makes a square board.

use super::course::SizeLine;
use super::detect::{Attempt, BoardFormat};
use super::error::ReadError;
use super::grid;
use super::page::Page;
use crate::board::Board;

/// Reads the text if it is one line, one tile a line, or wrapped with no line like a size
/// before it, and the number of tiles is a square.
pub(super) fn read(page: &Page<'_>, size_line: Option<SizeLine<'_>>) -> Attempt {
    let count = page.words().len();
    let side = count.isqrt();
    let listed = page.line_count() == 1 || page.even_lines() == Some(1) || size_line.is_none();
    if !listed || count < 4 || side * side != count {
        return None;
    }
    let rows = grid::cut(page.words(), side);
    let how = "the tiles in one list, no size given";
    Some(grid::read(&rows, BoardFormat::Line, how))
}

/// What is wrong with a list whose length is not a square.
pub(super) fn explain(page: &Page<'_>) -> ReadError {
    let first = page.words().first();
    let Some(place) = first.map(|word| word.place) else {
        return ReadError::Empty;
    };
    ReadError::NotSquare {
        place,
        count: page.words().len(),
        remedy: "split the rows with /, as in 1 2 3/4 5 0",
    }
}

/// The tiles in one line: `8 1 3 4 0 2 7 6 5`.
///
/// The size is not written, so only a square board can be read back from the line.
///
/// ```
/// use noyes::Board;
/// use noyes::format::{read_board, tile_line};
///
/// let board = Board::new(&[[1, 2], [0, 3]])?;
/// assert_eq!(tile_line(&board), "1 2 0 3");
/// assert_eq!(read_board(&tile_line(&board))?.board, board);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tile_line(board: &Board) -> String {
    let tiles: Vec<String> = board.tiles().iter().map(u16::to_string).collect();
    tiles.join(" ")
}
