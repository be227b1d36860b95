//! Moves as tiles, one a line: `5 L`, the tile and the way it slides. Read without the ways too.

use std::io::{self, Write};

use super::error::{ReadError, quoted};
use super::word::{Kind, Word, Words, kind};
use crate::board::{Board, Direction, Moves, MutableBoard, Tile};

/// The board with its tiles for labels.
fn mutable(board: &Board) -> MutableBoard {
    MutableBoard::new(board.size(), board.tiles(), board.blank())
}

/// The tiles beside the blank and the ways they can slide.
fn movable_tiles(board: &MutableBoard) -> impl Iterator<Item = (Tile, Direction)> + '_ {
    Direction::ALL
        .into_iter()
        .filter_map(|direction| Some((board.labels[board.source_cell(direction)?], direction)))
}

/// Reads tiles, each with the letter it slides by (`5 L`, `5L`) or without, and checks each
/// against the board.
pub(super) fn read(words: Words<'_>, board: &Board) -> Result<Moves, ReadError> {
    let mut state = mutable(board);
    let mut moves = Moves::new();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        let number = moves.len() + 1;
        let (tile, letter) = split(&word).ok_or_else(|| no_tile(&word, number))?;
        let slide = movable_tiles(&state).find(|&(beside, _)| u32::from(beside) == tile);
        let Some((_, direction)) = slide else {
            return Err(not_beside(&word, number, &state));
        };
        let letter = letter.map(|letter| (letter, word)).or_else(|| {
            let next = words.next_if(|next| direction_of(next.text).is_some())?;
            direction_of(next.text).map(|letter| (letter, next))
        });
        // What else stands on the tile's line was meant to be its way.
        let is_meant =
            |next: &&Word<'_>| next.place.line == word.place.line && split(next).is_none();
        if letter.is_none()
            && let Some(next) = words.peek().filter(is_meant)
        {
            return Err(ReadError::unexpected(
                next.place,
                format!("U, D, L or R as the way tile {tile} slides in move {number}"),
                quoted(next.text),
                "write one move a line, 5 L",
            ));
        }
        if let Some((letter, named)) = letter
            && letter != direction
        {
            return Err(ReadError::unexpected(
                named.place,
                format!("{direction} as the way tile {tile} slides in move {number}"),
                quoted(named.text),
                "name the way the tile slides, not the blank",
            ));
        }
        state.slide(direction);
        moves.push(direction);
    }
    Ok(moves)
}

/// The tile and the letter of `5` or `5L`.
fn split(word: &Word<'_>) -> Option<(u32, Option<Direction>)> {
    if let Some(tile) = word.number() {
        return Some((tile, None));
    }
    let (last, _) = word.text.char_indices().next_back()?;
    let (digits, letter) = word.text.split_at(last);
    match (kind(digits), direction_of(letter)) {
        (Kind::Number(tile), Some(direction)) => Some((tile, Some(direction))),
        _ => None,
    }
}

/// Whether a word ends with the way a tile slides: `L`, `5L`.
pub(super) fn names_way(word: &Word<'_>) -> bool {
    direction_of(word.text).is_some() || matches!(split(word), Some((_, Some(_))))
}

fn direction_of(word: &str) -> Option<Direction> {
    let mut chars = word.chars();
    let direction = Direction::from_letter(chars.next()?)?;
    chars.next().is_none().then_some(direction)
}

fn no_tile(word: &Word<'_>, number: usize) -> ReadError {
    ReadError::unexpected(
        word.place,
        format!("the tile of move {number} and the way it slides"),
        quoted(word.text),
        "write one move a line, 5 L",
    )
}

fn not_beside(word: &Word<'_>, number: usize, state: &MutableBoard) -> ReadError {
    let beside: Vec<String> = movable_tiles(state)
        .map(|(tile, _)| tile.to_string())
        .collect();
    ReadError::unexpected(
        word.place,
        format!(
            "a tile beside the blank ({}) as move {number}",
            beside.join(", ")
        ),
        quoted(word.text),
        "check it and the moves before it",
    )
}

/// Writes one move a line, `5 L`: the tile and the way it slides.
///
/// Many small writes: give it a buffered writer. A move that cannot be made on the board is an
/// error of kind [`InvalidInput`](io::ErrorKind::InvalidInput).
///
/// ```
/// use noyes::format::tile_moves;
/// use noyes::{Board, Direction, Moves};
///
/// let board = Board::new(&[[1, 2, 3], [0, 4, 5]])?;
/// let mut text = Vec::new();
/// tile_moves(&mut text, &board, &Moves::from(vec![Direction::Left; 2]))?;
/// assert_eq!(text, b"4 L\n5 L\n");
/// let error = tile_moves(&mut text, &board, &Moves::from(vec![Direction::Up])).unwrap_err();
/// assert_eq!(error.to_string(), "move 1 (U) cannot be made on this board");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tile_moves(mut out: impl Write, board: &Board, moves: &Moves) -> io::Result<()> {
    let mut state = mutable(board);
    for (number, &direction) in (1..).zip(moves.iter()) {
        let from = state
            .source_cell(direction)
            .ok_or_else(|| cannot_slide(number, direction))?;
        writeln!(out, "{} {direction}", state.labels[from])?;
        state.slide_from(from);
    }
    Ok(())
}

/// The error of moves that cannot be made and so cannot be written.
pub(super) fn cannot_slide(number: usize, direction: Direction) -> io::Error {
    let message = format!("move {number} ({direction}) cannot be made on this board");
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{read_board, read_moves};

    #[test]
    fn tiles_are_checked_against_the_board() {
        let board = read_board("0 1 3/4 2 5/7 8 6").unwrap().board;
        for (text, start) in [
            (
                "1 L\n5 L\n",
                "line 2, column 1: expected a tile beside the blank (2, 3, 1) as move 2, found “5”",
            ),
            (
                "1 L\n2 D\n",
                "line 2, column 3: expected U as the way tile 2 slides in move 2, found “D”",
            ),
            (
                "1L 2D",
                "line 1, column 4: expected U as the way tile 2 slides",
            ),
            ("1 L L", "line 1, column 5: expected the tile of move 2"),
            (
                "1 up",
                "line 1, column 3: expected U, D, L or R as the way tile 1 slides in move 1",
            ),
            // An x is no blank here.
            (
                "1 L\n2 X\n5 L\n",
                "line 2, column 3: expected U, D, L or R as the way tile 2 slides in move 2, found “X”",
            ),
            (
                "1 X\n2 U\n",
                "line 1, column 3: expected U, D, L or R as the way tile 1 slides in move 1, found “X”",
            ),
            ("1L 2X 5L", "line 1, column 4: expected the tile of move 2"),
            (
                "1 L\n0 U\n",
                "line 2, column 1: expected a tile beside the blank (2, 3, 1) as move 2, found “0”",
            ),
            (
                "99999999999",
                "line 1, column 1: expected a tile beside the blank (4, 1)",
            ),
            (
                "1 L\n2 U\n/",
                "line 3, column 1: expected the tile of move 3",
            ),
        ] {
            let error = read_moves(text, &board).unwrap_err().to_string();
            assert!(error.starts_with(start), "{text:?}: {error}");
        }
    }

    #[test]
    fn moves_off_the_board_are_not_written() {
        let board = read_board("1 2/3 0").unwrap().board;
        let moves = Moves::from(vec![Direction::Left]);
        let error = tile_moves(Vec::new(), &board, &moves).unwrap_err();
        assert_eq!(error.to_string(), "move 1 (L) cannot be made on this board");
    }
}
