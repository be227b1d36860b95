//! From rows of words to a checked board; what is wrong is told at the word it is about.

use super::detect::{BoardFormat, Reading};
use super::error::{Place, ReadError};
use super::word::Word;
use crate::board::{Board, BoardError};

/// A row of words and where it begins, which a row without words has too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    pub place: Place,
    pub words: &'a [Word<'a>],
}

/// Words in reading order cut into rows of `cols`.
pub(super) fn cut<'a>(words: &'a [Word<'a>], cols: usize) -> Vec<Row<'a>> {
    words.chunks(cols.max(1)).filter_map(row).collect()
}

/// A row with at least one word.
pub(super) fn row<'a>(words: &'a [Word<'a>]) -> Option<Row<'a>> {
    let place = words.first()?.place;
    Some(Row { place, words })
}

/// Checks rows into a board and says how they were understood: `how` is the layout in words.
pub(super) fn read(rows: &[Row<'_>], format: BoardFormat, how: &str) -> Result<Reading, ReadError> {
    let board = board(rows)?;
    let (row, col) = (
        board.size().row(board.blank()),
        board.size().col(board.blank()),
    );
    let blank = match rows[row].words[col].text {
        "" => "blank left empty".to_owned(),
        sign => format!("blank written {sign}"),
    };
    Ok(Reading {
        note: format!("a {} board; {how}; {blank}", board.size()),
        board,
        format,
    })
}

fn board(rows: &[Row<'_>]) -> Result<Board, ReadError> {
    let mut tiles: Vec<Vec<u32>> = Vec::with_capacity(rows.len());
    for row in rows {
        let read_tile = |word: &Word<'_>| {
            word.check_range()?;
            word.tile()
        };
        tiles.push(row.words.iter().map(read_tile).collect::<Result<_, _>>()?);
    }
    Board::new(&tiles).map_err(|error| ReadError::Board {
        place: place_of(&error, rows),
        error,
    })
}

fn place_of(error: &BoardError, rows: &[Row<'_>]) -> Place {
    let (row, col) = match (error, error.cell()) {
        (_, Some(cell)) => cell,
        (BoardError::NotRectangular { row, .. }, _) => (*row, 1),
        _ => (1, 1),
    };
    let row = rows.get(row - 1);
    let word = row.and_then(|row| row.words.get(col - 1));
    word.map(|word| word.place)
        .or(row.map(|row| row.place))
        .unwrap_or(Place::START)
}
