//! The detector of moves: letters, tiles, a transcript of boards, or an object with letters in it.

use std::fmt;

use super::error::{Place, ReadError};
use super::word::{Words, without_bom};
use super::{directions, object, tile_moves, transcript};
use crate::board::{Board, Moves};

/// The ways moves may be written.
///
/// ```
/// use noyes::Board;
/// use noyes::format::{MovesFormat, read_moves};
///
/// let board = Board::new(&[[1, 2], [0, 3]])?;
/// assert_eq!(read_moves("L", &board)?.format, MovesFormat::Directions);
/// assert_eq!(read_moves("3 L", &board)?.format, MovesFormat::Tiles);
/// assert_eq!(read_moves("1 2 0 3\n1 2 3 0", &board)?.format, MovesFormat::Transcript);
/// assert_eq!(MovesFormat::Transcript.to_string(), "boards");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MovesFormat {
    /// Letters with counts: `R2U2LD`.
    Directions,
    /// The tile, and mostly the way it slides: `5 L`.
    Tiles,
    /// Every board from the first to the last.
    Transcript,
}

impl fmt::Display for MovesFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Directions => "directions",
            Self::Tiles => "tiles",
            Self::Transcript => "boards",
        })
    }
}

/// Moves and the format they were written in.
///
/// ```
/// use noyes::format::{MovesFormat, read_moves};
/// use noyes::{Board, Direction};
///
/// let board = Board::new(&[[1, 2, 3], [0, 4, 5]])?;
/// let read = read_moves("L2", &board)?;
/// assert_eq!(read.moves[..], [Direction::Left, Direction::Left]);
/// assert_eq!(read.format, MovesFormat::Directions);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadMoves {
    /// The moves.
    pub moves: Moves,
    /// The format.
    pub format: MovesFormat,
}

/// Reads moves for `board` in any format.
///
/// A first line `Minimum number of moves = …` or `Number of moves = …` is passed over; of a JSON
/// object, as `noyes solve --format json` writes it, the field `directions` is read. Letters are
/// taken to be the way the tile slides; that they can be made is not checked here. Tiles and
/// boards name what happens, so they are checked against the board. No moves at all is fine: a
/// solved board needs none.
///
/// ```
/// use noyes::format::{MovesFormat, read_board, read_moves};
///
/// let board = read_board("1 2 3/4 5 6/0 7 8")?.board;
/// let letters = read_moves("L2", &board)?;
/// let tiles = read_moves("7 L\n8 L\n", &board)?;
/// assert_eq!(letters.moves, tiles.moves);
/// assert_eq!(tiles.format, MovesFormat::Tiles);
/// # Ok::<(), noyes::format::ReadError>(())
/// ```
pub fn read_moves(text: &str, board: &Board) -> Result<ReadMoves, ReadError> {
    let (text, place) = without_headline(without_bom(text));
    let (text, place) = object::letters(text, place).unwrap_or(Ok((text, place)))?;
    let words = || Words::plain(text, place);
    let format = match words().next() {
        Some(word) if word.text.starts_with(|c: char| c.is_ascii_digit()) => {
            match is_transcript(words(), board) {
                true => MovesFormat::Transcript,
                false => MovesFormat::Tiles,
            }
        }
        Some(word) if word.tile() == Ok(0) => MovesFormat::Transcript,
        _ => MovesFormat::Directions,
    };
    let moves = match format {
        MovesFormat::Directions => directions::read(text, place, board.size())?,
        MovesFormat::Tiles => tile_moves::read(words(), board)?,
        MovesFormat::Transcript => transcript::read(words(), board)?,
    };
    Ok(ReadMoves { moves, format })
}

/// Whether words that begin with a number are boards, not tiles: the first board names the blank,
/// tiles never do. An x among letters of ways is a wrong letter, though, not the blank.
fn is_transcript(words: Words<'_>, board: &Board) -> bool {
    let first_board = || words.clone().take(board.size().cells() + 2);
    let names_blank = first_board().any(|word| word.tile() == Ok(0));
    let names_zero = || first_board().any(|word| word.number() == Some(0));
    let names_way = || first_board().any(|word| tile_moves::names_way(&word));
    let second_is_way = || {
        first_board()
            .nth(1)
            .is_some_and(|word| tile_moves::names_way(&word))
    };
    names_blank && !second_is_way() && (names_zero() || !names_way())
}

/// The text behind the line that tells the number of moves, and where it begins.
fn without_headline(text: &str) -> (&str, Place) {
    const HEADLINES: [&str; 2] = ["minimum number of moves", "number of moves"];
    let start = text.len() - text.trim_start().len();
    let first = &text[start..];
    let starts = |headline: &&str| {
        let head = first.get(..headline.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(headline))
    };
    if HEADLINES.iter().any(starts) {
        let end = first.find('\n').map_or(text.len(), |at| start + at);
        let place = Place {
            line: text[..end].matches('\n').count() + 1,
            col: first[..end - start].chars().count() + 1,
        };
        (&text[end..], place)
    } else {
        (text, Place::START)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::read_board;

    fn read(text: &str) -> Result<(String, MovesFormat), String> {
        let board = read_board("3\n0 1 3\n4 2 5\n7 8 6").unwrap().board;
        read_moves(text, &board)
            .map(|read| (read.moves.to_string(), read.format))
            .map_err(|error| error.to_string())
    }

    const BOARDS: &str = "3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n3\n 1  0  3 \n 4  2  5 \n 7  8  6 \n\n3\n 1  2  3 \n 4  0  5 \n 7  8  6 \n";

    #[test]
    fn every_format_with_and_without_a_headline() {
        use MovesFormat::{Directions, Tiles, Transcript};
        for (text, moves, format) in [
            ("LULU", "LULU", Directions),
            ("1 L\n2 U\n5 L\n6 U\n", "LULU", Tiles),
            ("1l 2u 5l 6u", "LULU", Tiles),
            ("1, 2, 5, 6", "LULU", Tiles),
            ("", "", Directions),
            (BOARDS, "LU", Transcript),
            (&BOARDS.replace("3\n ", " "), "LU", Transcript),
            (&BOARDS.replace(" 0 ", " _ "), "LU", Transcript),
        ] {
            let wanted = Ok((moves.to_owned(), format));
            assert_eq!(read(text), wanted, "{text:?}");
            let minimum = format!("Minimum number of moves = 4\n{text}");
            assert_eq!(read(&minimum), wanted, "{minimum:?}");
            let best = format!("\n Number of moves = 4 (minimum is at least 2)\r\n\n{text}");
            assert_eq!(read(&best), wanted, "{best:?}");
        }
    }

    #[test]
    fn errors_count_the_headline() {
        let error = read("Number of moves = 4\nLULQ").unwrap_err();
        assert!(error.starts_with("line 2, column 4: expected"), "{error}");
    }
}
