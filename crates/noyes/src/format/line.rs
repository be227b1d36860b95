//! A list of tiles without rows: a square number of them makes a square board. Up to 3×3 it may be
//! one word, with a digit a tile.

use super::course::SizeLine;
use super::detect::{Attempt, BoardFormat};
use super::error::{Place, ReadError};
use super::grid;
use super::page::Page;
use super::word::{Word, kind};
use crate::board::Board;

/// Reads the text if it is one line, one tile a line, or wrapped with no line like a size
/// before it, and the number of tiles is a square.
pub(super) fn read(page: &Page<'_>, size_line: Option<SizeLine<'_>>) -> Attempt {
    if let [word] = page.words()
        && let Some(tiles) = digits(word)
    {
        let rows = grid::cut(&tiles, tiles.len().isqrt());
        let how = "a digit a tile, no size given";
        return Some(grid::read(&rows, BoardFormat::Line, how));
    }
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

/// The tiles of one word of 4 or 9 digits, if each digit below their number is in it: a board that
/// is written without spaces, `813402765`. One number alone is no board, so it means nothing else.
fn digits<'a>(word: &Word<'a>) -> Option<Vec<Word<'a>>> {
    let count = word.text.len();
    let all = (0..count as u32).all(|digit| {
        let sign = char::from_digit(digit, 10);
        sign.is_some_and(|sign| word.text.contains(sign))
    });
    if !matches!(count, 4 | 9) || !all {
        return None;
    }
    let tile = |at: usize| {
        let text = word.text.get(at..=at)?;
        Some(Word {
            text,
            kind: kind(text),
            place: Place {
                col: word.place.col + at,
                ..word.place
            },
            at: word.at + at,
            end: word.at + at + 1,
        })
    };
    (0..count).map(tile).collect()
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
