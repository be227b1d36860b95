//! JSON arrays: a list of rows, `[[8,1,3],[4,0,2],[7,6,5]]`, or one flat list; `null` or 0 the
//! blank.
//!
//! So are arrays as programs write them: with the braces of Java and C, the parentheses of Python,
//! without commas as NumPy prints them, with a comma behind the last element, with a semicolon at
//! the end.
//!
//! The reader is its own: a general one forgets where a number stood, and messages name the
//! place. It knows two levels of brackets and never recurses, so depth costs nothing.

use super::detect::{BoardFormat, Reading};
use super::error::{Place, ReadError, quoted};
use super::grid::{self, Row};
use super::word::{Kind, Word, Words};
use crate::board::{Board, Size};

const REMEDY: &str = "write the board as a list of rows, [[1,2],[3,0]]";

/// What opens a list, and what closes it.
const BRACKETS: [(&str, &str); 3] = [("[", "]"), ("{", "}"), ("(", ")")];

/// What closes the list that a word opens, if it opens one.
pub(super) fn closing(word: &Word<'_>) -> Option<&'static str> {
    let opens = |&&(open, _): &&(&str, &str)| word.is_mark(open);
    BRACKETS.iter().find(opens).map(|&(_, close)| close)
}

/// What closes the list that begins here, if one does. A brace before a text in quotes is an
/// object.
fn begins(words: &Words<'_>) -> Option<&'static str> {
    let mut words = words.clone();
    let close = closing(&words.next()?)?;
    let is_object = close == "}" && words.next().is_some_and(|word| word.text.starts_with('"'));
    (!is_object).then_some(close)
}

/// Reads text whose first character opens a list.
pub(super) fn read(text: &str, place: Place) -> Result<Reading, ReadError> {
    // Where no comma is written, none is missing.
    let bare = !text.contains(',');
    let mut words = Words::json(text, place);
    let close = open(&mut words)?.1;
    let nested = begins(&words).is_some();
    let mut rows: Vec<(Place, Vec<Word<'_>>)> = Vec::new();
    if nested {
        loop {
            let (row_place, row_close) = open(&mut words)?;
            rows.push((row_place, row(&mut words, row_close, bare, Size::MAX)?));
            if rows.len() > Size::MAX {
                return Err(too_long(row_place));
            }
            let another = bare && begins(&words).is_some();
            if !another && ends(&mut words, close)? {
                break;
            }
        }
    } else {
        let first = words.clone().next().map_or(place, |word| word.place);
        rows.push((first, row(&mut words, close, bare, Size::MAX * Size::MAX)?));
    }
    if words.clone().next().is_some_and(|word| word.is_mark(";")) {
        words.next();
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

/// The cells up to what closes the list, at most `most`; what opened it is behind us. Where the
/// text is `bare` of commas, none stands between them.
fn row<'a>(
    words: &mut Words<'a>,
    close: &'static str,
    bare: bool,
    most: usize,
) -> Result<Vec<Word<'a>>, ReadError> {
    const CELL: &str = "a whole number or null";
    let is_cell = |word: &Word<'_>| word.number().is_some() || word.text == "null";
    let mut cells = Vec::new();
    loop {
        let next = words.next();
        match next {
            Some(word) if word.number().is_some() => cells.push(word),
            Some(word) if word.text == "null" => cells.push(Word {
                kind: Kind::Blank,
                ..word
            }),
            Some(word) if word.is_mark(close) && cells.is_empty() => return Ok(cells),
            _ => return Err(wrong(next, words.place(), CELL)),
        }
        if cells.len() > most {
            return Err(too_long(words.place()));
        }
        let another = bare && words.clone().next().as_ref().is_some_and(is_cell);
        if !another && ends(words, close)? {
            return Ok(cells);
        }
    }
}

/// Passes over what stands behind an element: whether it closes the list. A comma may stand behind
/// the last element, but in JSON.
fn ends(words: &mut Words<'_>, close: &'static str) -> Result<bool, ReadError> {
    let mut next = words.next();
    if next.is_some_and(|word| word.is_mark(",")) {
        let is_last = words.clone().next().is_some_and(|word| word.is_mark(close));
        if !is_last || close == "]" {
            return Ok(false);
        }
        next = words.next();
    }
    match next {
        Some(word) if word.is_mark(close) => Ok(true),
        _ => {
            let expected = format!("a comma or the closing {close}");
            Err(wrong(next, words.place(), &expected))
        }
    }
}

/// Passes over what opens a list: its place, and what closes the list.
fn open(words: &mut Words<'_>) -> Result<(Place, &'static str), ReadError> {
    let close = begins(words);
    let next = words.next();
    match (next, close) {
        (Some(word), Some(close)) => Ok((word.place, close)),
        _ => Err(wrong(next, words.place(), "[")),
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
    fn arrays_of_programs_are_read() {
        for text in [
            "{{8, 1, 3}, {4, 0, 2}, {7, 6, 5}}",
            "{ {8,1,3},\n  {4,0,2},\n  {7,6,5},\n};",
            "((8, 1, 3), (4, 0, 2), (7, 6, 5))",
            "[(8, 1, 3), (4, 0, 2), (7, 6, 5)]",
            "[[8 1 3]\n [4 0 2]\n [7 6 5]]",
            "{8, 1, 3, 4, 0, 2, 7, 6, 5}",
            "(8, 1, 3, 4, 0, 2, 7, 6, 5,)",
        ] {
            let read = read_board(text).map(|reading| json_rows(&reading.board));
            assert_eq!(read.as_deref(), Ok("[[8,1,3],[4,0,2],[7,6,5]]"), "{text}");
        }
        for text in [
            "{{8, 1, 3}, {4, 0, 2}, {7, 6, 5}",
            "{{8, 1, 3}, {4, 0, 2], {7, 6, 5}}",
            "[[8,1,3],,[4,0,2],[7,6,5]]",
            "[8,,1]",
            "{{1, 2}, {3, 0}};;",
            "{\"tiles\": [1]}",
        ] {
            assert!(read_board(text).is_err(), "{text}");
        }
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
