//! The course's transcript: a headline and every board from the first to the last.

use std::io;

use super::error::{Place, ReadError, quoted};
use super::tile_moves::cannot_slide;
use super::word::{Word, Words};
use crate::board::{Board, Direction, Moves, Size, Tile};

/// Reads the boards, each with its size before it or none with, and deduces the moves.
///
/// Layout means nothing here, so blank lines between the boards may be there or not.
pub(super) fn read(mut words: Words<'_>, board: &Board) -> Result<Moves, ReadError> {
    let size = board.size();
    let headed = !begins_with_tiles(words.clone(), board) && begins_with_size(words.clone(), size);
    let mut moves = Moves::new();
    let mut before = board.tiles().to_vec();
    let mut now: Vec<Tile> = Vec::with_capacity(size.cells());
    let mut blank = board.blank();
    for number in 1.. {
        let Some(first) = words.clone().next() else {
            break;
        };
        let cells = Transcribed {
            size,
            headed,
            number,
        };
        cells.read(&mut words, &mut now)?;
        if number == 1 {
            same_board(&now, board, first.place)?;
            continue;
        }
        let direction = slide_between(size, &before, blank, &now).ok_or_else(|| {
            let differ = before.iter().zip(&now).filter(|(a, b)| a != b).count();
            ReadError::NotOneSlide {
                place: first.place,
                number: number - 1,
                found: match differ {
                    0 => "the same board again".to_owned(),
                    differ => format!("{differ} cells that differ"),
                },
            }
        })?;
        blank = size.source_cell(blank, direction).unwrap_or(blank);
        moves.push(direction);
        std::mem::swap(&mut before, &mut now);
    }
    Ok(moves)
}

/// One board of a transcript.
struct Transcribed {
    size: Size,
    headed: bool,
    number: usize,
}

impl Transcribed {
    fn read(&self, words: &mut Words<'_>, tiles: &mut Vec<Tile>) -> Result<(), ReadError> {
        let (size, number) = (self.size, self.number);
        if self.headed {
            for &side in header(size).iter() {
                let word = self.word(words, 0)?;
                if word.number() != Some(side as u32) {
                    return Err(ReadError::unexpected(
                        word.place,
                        format!("{side}, the size, at the head of board {number}"),
                        quoted(word.text),
                        "write every board as the first, its size before it",
                    ));
                }
            }
        }
        tiles.clear();
        while tiles.len() < size.cells() {
            let word = self.word(words, tiles.len())?;
            let tile = word.tile()?;
            if tile as usize >= size.cells() {
                return Err(ReadError::unexpected(
                    word.place,
                    format!("a tile from 0 to {} in board {number}", size.tiles()),
                    quoted(word.text),
                    "check that no number is missing before it",
                ));
            }
            tiles.push(tile as Tile);
        }
        Ok(())
    }

    fn word<'a>(&self, words: &mut Words<'a>, taken: usize) -> Result<Word<'a>, ReadError> {
        words.next().ok_or_else(|| {
            let all = self.size.cells();
            ReadError::unexpected(
                words.place(),
                format!("the {all} cells of board {}", self.number),
                format!("the end of the text after {taken}"),
                "complete the last board or remove it",
            )
        })
    }
}

/// The numbers at the head of a board.
fn header(size: Size) -> Vec<usize> {
    match size.is_square() {
        true => vec![size.rows()],
        false => vec![size.rows(), size.cols()],
    }
}

fn begins_with_tiles(words: Words<'_>, board: &Board) -> bool {
    let tiles = board.tiles().iter().map(|&tile| Ok(u32::from(tile)));
    words.map(|word| word.tile()).take(tiles.len()).eq(tiles)
}

fn begins_with_size(words: Words<'_>, size: Size) -> bool {
    let head = header(size);
    let found = words.map(|word| word.number()).take(head.len());
    found.eq(head.iter().map(|&side| Some(side as u32)))
}

fn same_board(tiles: &[Tile], board: &Board, place: Place) -> Result<(), ReadError> {
    let differs = (0..).zip(tiles.iter().zip(board.tiles()));
    let Some((cell, (found, wanted))) = differs.into_iter().find(|(_, (a, b))| a != b) else {
        return Ok(());
    };
    let (row, col) = (board.size().row(cell) + 1, board.size().col(cell) + 1);
    Err(ReadError::unexpected(
        place,
        format!("the board given as board 1, with {wanted} in row {row}, column {col}"),
        format!("{found} there"),
        "give the transcript of this board, beginning with it",
    ))
}

/// The slide that leads from one arrangement, its blank at `blank`, to the other.
fn slide_between(size: Size, from: &[Tile], blank: usize, to: &[Tile]) -> Option<Direction> {
    let differ = from.iter().zip(to).filter(|(a, b)| a != b).count();
    let leads = |&direction: &Direction| {
        let source_cell = size.source_cell(blank, direction);
        source_cell.is_some_and(|cell| to[cell] == 0 && to[blank] == from[cell])
    };
    Direction::ALL
        .into_iter()
        .find(leads)
        .filter(|_| differ == 2)
}

/// Writes a transcript: `headline` as its first line, unless it is empty, and every board from
/// `board` to the one the moves lead to, each as [`Board`] displays itself.
///
/// The board is laid out once; a slide then only exchanges two cells of the text, and each
/// board is one write. A move that cannot be made is an error of kind
/// [`InvalidInput`](io::ErrorKind::InvalidInput).
///
/// ```
/// use noyes::format::{read_moves, transcript};
/// use noyes::{Board, Direction, Moves};
///
/// let board = Board::new(&[[1, 2], [0, 3]])?;
/// let moves = Moves::from(vec![Direction::Left]);
/// let mut text = Vec::new();
/// transcript(&mut text, "Number of moves = 1", &board, &moves)?;
/// let text = String::from_utf8(text)?;
/// assert_eq!(text.lines().count(), 7);
/// assert_eq!(read_moves(&text, &board)?.moves, moves);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn transcript(
    mut out: impl io::Write,
    headline: &str,
    board: &Board,
    moves: &Moves,
) -> io::Result<()> {
    if !headline.is_empty() {
        writeln!(out, "{headline}")?;
    }
    let size = board.size();
    let mut text = board.to_string().into_bytes();
    let head = text.iter().position(|&byte| byte == b'\n').unwrap_or(0) + 1;
    // Every row is `cols` cells of equal width, then the line's end.
    let row_width = (text.len() - head) / size.rows();
    let width = (row_width - 1) / size.cols();
    let start = |cell: usize| head + size.row(cell) * row_width + size.col(cell) * width;
    let mut blank = board.blank();
    out.write_all(&text)?;
    for (number, &direction) in (1..).zip(moves.iter()) {
        let cell = size
            .source_cell(blank, direction)
            .ok_or_else(|| cannot_slide(number, direction))?;
        for offset in 0..width {
            text.swap(start(blank) + offset, start(cell) + offset);
        }
        blank = cell;
        out.write_all(&text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{read_board, read_moves};

    #[test]
    fn written_to_the_byte() {
        let board = read_board("0 1 3/4 2 5/7 8 6").unwrap().board;
        let mut out = Vec::new();
        let moves = Moves::from(vec![Direction::Left]);
        transcript(&mut out, "Minimum number of moves = 1", &board, &moves).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "Minimum number of moves = 1\n\
             3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n\
             3\n 1  0  3 \n 4  2  5 \n 7  8  6 \n"
        );
    }

    #[test]
    fn what_does_not_follow_is_told_with_the_board_s_number() {
        let board = read_board("0 1 3/4 2 5/7 8 6").unwrap().board;
        let first = "3\n0 1 3\n4 2 5\n7 8 6\n";
        for (text, start) in [
            (
                "3\n1 0 3\n4 2 5\n7 8 6\n".to_owned(),
                "line 1, column 1: expected the board given as board 1, with 0 in row 1, column 1, found 1 there",
            ),
            (
                first.repeat(2),
                "line 5, column 1: expected board 2 to be one slide from board 1, found the same board again",
            ),
            (
                format!("{first}3\n1 2 3\n4 0 5\n7 8 6\n"),
                "line 5, column 1: expected board 2 to be one slide from board 1, found 3 cells that differ",
            ),
            (
                format!("{first}3\n1 0 3\n4 2"),
                "line 7, column 4: expected the 9 cells of board 2, found the end of the text after 5",
            ),
            (
                format!("{first}4\n1 0 3\n4 2 5\n7 8 6"),
                "line 5, column 1: expected 3, the size, at the head of board 2, found “4”",
            ),
            (
                format!("{first}3\n1 0 3\n4 2 5\n7 8 9"),
                "line 8, column 5: expected a tile from 0 to 8 in board 2, found “9”",
            ),
            (
                format!("{first}done"),
                "line 5, column 1: expected 3, the size, at the head of board 2, found “done”",
            ),
        ] {
            let error = read_moves(&text, &board).unwrap_err().to_string();
            assert!(error.starts_with(start), "{text:?}: {error}");
        }
    }
}
