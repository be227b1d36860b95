//! JSON arrays: a list of rows, `[[8,1,3],[4,0,2],[7,6,5]]`, or one flat list; `null` or 0 the
//! blank.
//!
//! The reader is its own: a general one forgets where a number stood, and messages name the
//! place. It knows two levels of brackets and never recurses, so depth costs nothing.

use super::detect::{BoardFormat, Reading};
use super::error::{Place, ReadError, quoted};
use super::grid::{self, Row};
use super::word::{Kind, Word, Words};
use crate::board::{Board, Size};

const REMEDY: &str = "write the board as a list of rows, [[1,2],[3,0]]";

/// Reads text whose first character is a bracket or a brace.
pub(super) fn read(text: &str, place: Place) -> Result<Reading, ReadError> {
    let mut words = Words::json(text, place);
    expect(&mut words, "[")?;
    let nested = words.clone().next().is_some_and(|word| word.is_mark("["));
    let mut rows: Vec<(Place, Vec<Word<'_>>)> = Vec::new();
    if nested {
        loop {
            let row_place = expect(&mut words, "[")?.place;
            rows.push((row_place, row(&mut words, Size::MAX)?));
            if rows.len() > Size::MAX {
                return Err(too_long(row_place));
            }
            let next = words.next();
            match next {
                Some(word) if word.is_mark(",") => {}
                Some(word) if word.is_mark("]") => break,
                _ => return Err(wrong(next, words.place(), "a comma or the closing ]")),
            }
        }
    } else {
        let first = words.clone().next().map_or(place, |word| word.place);
        rows.push((first, row(&mut words, Size::MAX * Size::MAX)?));
    }
    if let Some(surplus) = words.next() {
        return Err(wrong(Some(surplus), surplus.place, "the end of the text"));
    }
    if nested {
        let rows: Vec<Row<'_>> = rows
            .iter()
            .map(|&(place, ref words)| Row { place, words })
            .collect();
        grid::read(&rows, BoardFormat::Json, "JSON, a list a row")
    } else {
        flat(&rows)
    }
}

fn flat(rows: &[(Place, Vec<Word<'_>>)]) -> Result<Reading, ReadError> {
    let (place, cells): (Place, &[Word<'_>]) = match rows {
        [(place, cells)] => (*place, cells),
        _ => (Place::START, &[]),
    };
    let side = cells.len().isqrt();
    if cells.is_empty() || side * side != cells.len() {
        return Err(ReadError::NotSquare {
            place,
            count: cells.len(),
            remedy: "split the rows, as in [[1,2,3],[4,5,0]]",
        });
    }
    let how = "JSON, the tiles in one list";
    grid::read(&grid::cut(cells, side), BoardFormat::Json, how)
}

/// The cells up to the closing bracket, at most `most`; the opening one is behind us.
fn row<'a>(words: &mut Words<'a>, most: usize) -> Result<Vec<Word<'a>>, ReadError> {
    const CELL: &str = "a whole number or null";
    let mut cells = Vec::new();
    loop {
        let next = words.next();
        match next {
            Some(word) if word.number().is_some() => cells.push(word),
            Some(word) if word.text == "null" => cells.push(Word {
                kind: Kind::Blank,
                ..word
            }),
            Some(word) if word.is_mark("]") && cells.is_empty() => return Ok(cells),
            _ => return Err(wrong(next, words.place(), CELL)),
        }
        if cells.len() > most {
            return Err(too_long(words.place()));
        }
        let next = words.next();
        match next {
            Some(word) if word.is_mark(",") => {}
            Some(word) if word.is_mark("]") => return Ok(cells),
            _ => return Err(wrong(next, words.place(), "a comma or the closing ]")),
        }
    }
}

fn expect<'a>(words: &mut Words<'a>, mark: &str) -> Result<Word<'a>, ReadError> {
    match words.next() {
        Some(word) if word.is_mark(mark) => Ok(word),
        other => Err(wrong(other, words.place(), mark)),
    }
}

fn wrong(word: Option<Word<'_>>, end: Place, expected: &str) -> ReadError {
    let (place, found) = match word {
        Some(word) => (word.place, quoted(word.text)),
        None => (end, "the end of the text".to_owned()),
    };
    let remedy = match word.map(|word| word.text) {
        Some(text) if text.starts_with(['"', '\'']) => "write the numbers without quotes",
        Some(text) if text.starts_with('-') => "tiles are numbered from 1 upwards",
        _ => REMEDY,
    };
    ReadError::unexpected(place, expected, found, remedy)
}

fn too_long(place: Place) -> ReadError {
    let expected = format!("at most {0} rows of at most {0} tiles", Size::MAX);
    ReadError::unexpected(place, expected, "more", "give a board of at most 127×127")
}

/// The rows as nested JSON arrays: `[[8,1,3],[4,0,2],[7,6,5]]`.
///
/// ```
/// use noyes::Board;
/// use noyes::format::json_rows;
///
/// let board = Board::new(&[[1, 2, 3], [4, 5, 0]])?;
/// assert_eq!(json_rows(&board), "[[1,2,3],[4,5,0]]");
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
pub fn json_rows(board: &Board) -> String {
    let row = |tiles: &[u16]| {
        let tiles: Vec<String> = tiles.iter().map(u16::to_string).collect();
        format!("[{}]", tiles.join(","))
    };
    let rows: Vec<String> = board.tiles().chunks(board.cols()).map(row).collect();
    format!("[{}]", rows.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::read_board;

    #[test]
    fn general_readers_agree_on_what_is_written() {
        let board = Board::new(&[[5, 1, 2], [4, 0, 3]]).unwrap();
        let text = json_rows(&board);
        let rows: Vec<Vec<u32>> = serde_json::from_str(&text).unwrap();
        assert_eq!(Board::new(&rows), Ok(board.clone()));
        assert_eq!(read_board(&text).unwrap().board, board);
    }

    #[test]
    fn depth_costs_nothing() {
        let deep = "[".repeat(1_000_000);
        let error = read_board(&deep).unwrap_err().to_string();
        assert!(
            error.starts_with("line 1, column 3: expected a whole number"),
            "{error}"
        );
    }
}
