//! Moves as letters with counts: `R2U2LD`. A letter is the way the tile slides.

use std::fmt::Write as _;
use std::io;

use super::error::{Place, ReadError, quoted};
use crate::board::{Direction, Moves, Size};

/// Where lines are wrapped.
const WIDTH: usize = 80;

/// Reads letters of either case, each with a count right behind it or none; spaces, line ends,
/// commas and `#` comments between them mean nothing.
pub(super) fn read(text: &str, start: Place, size: Size) -> Result<Moves, ReadError> {
    let mut moves = Moves::new();
    let mut place = start;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let here = place;
        place.col += 1;
        if c == '\n' {
            place = Place {
                line: here.line + 1,
                col: 1,
            };
        } else if c == '#' {
            while chars.next_if(|&c| c != '\n').is_some() {}
        } else if let Some(direction) = Direction::from_letter(c) {
            let mut count = String::new();
            while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                place.col += 1;
                // Nothing that long is a legal count; the rest need not be stored.
                if count.len() <= 20 {
                    count.push(digit);
                }
            }
            for _ in 0..run_length(&count, here, size)? {
                moves.push(direction);
            }
        } else if !c.is_whitespace() && c != ',' {
            return Err(not_a_move(c, here));
        }
    }
    Ok(moves)
}

/// How often a letter counts. Longer runs than the board is wide are impossible, and refused
/// here so that a short text cannot ask for endless moves.
fn run_length(count: &str, letter: Place, size: Size) -> Result<usize, ReadError> {
    let longest = size.rows().max(size.cols()) - 1;
    match count.parse() {
        _ if count.is_empty() => Ok(1),
        Ok(count) if (1..=longest).contains(&count) => Ok(count),
        _ => Err(ReadError::unexpected(
            Place {
                col: letter.col + 1,
                ..letter
            },
            format!("a count from 1 to {longest}, the longest run on a {size} board"),
            quoted(count),
            "write how often the letter before it repeats",
        )),
    }
}

fn not_a_move(c: char, place: Place) -> ReadError {
    let mut letter = [0; 4];
    let remedy = if c.is_ascii_digit() {
        "write a count right behind its letter, R2"
    } else {
        "write moves as R2U2LD, as tiles (5 L) or as the boards one after another"
    };
    let expected = "a move: U, D, L or R";
    ReadError::unexpected(place, expected, quoted(c.encode_utf8(&mut letter)), remedy)
}

/// Writes moves as `R2U2LD…`, in lines of at most 80 columns that never split a count from its
/// letter. No moves are no line.
///
/// Only one line is held at a time, so millions of moves stream.
///
/// The moves need fit no board: they are written as they are.
///
/// ```
/// use noyes::format::directions;
/// use noyes::{Direction, Moves};
///
/// let moves = Moves::from(vec![Direction::Left, Direction::Left, Direction::Up]);
/// let mut text = Vec::new();
/// directions(&mut text, &moves)?;
/// assert_eq!(text, b"L2U\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn directions(mut out: impl io::Write, moves: &Moves) -> io::Result<()> {
    let mut line = String::with_capacity(WIDTH + 1);
    let mut token = String::new();
    for (direction, count) in moves.runs() {
        token.clear();
        token.push(direction.letter());
        if count > 1 {
            // Writing to a string cannot fail.
            let _ = write!(token, "{count}");
        }
        if line.len() + token.len() > WIDTH {
            line.push('\n');
            out.write_all(line.as_bytes())?;
            line.clear();
        }
        line.push_str(&token);
    }
    if !line.is_empty() {
        line.push('\n');
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Left, Right, Up};

    fn read4(text: &str) -> Result<String, String> {
        let size = Size::new(4, 4).unwrap();
        read(text, Place::START, size)
            .map(|moves| moves.to_string())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn letters_counts_and_gaps() {
        assert_eq!(read4("R2U2LD").as_deref(), Ok("R2U2LD"));
        assert_eq!(read4(" r r, u2\r\nl # done\nd3").as_deref(), Ok("R2U2LD3"));
        assert_eq!(read4("").as_deref(), Ok(""));
    }

    #[test]
    fn what_is_no_move_is_told_with_its_place() {
        for (text, start) in [
            (
                "RR\nU Q",
                "line 2, column 3: expected a move: U, D, L or R, found “Q”",
            ),
            (
                "R 2",
                "line 1, column 3: expected a move: U, D, L or R, found “2”; write a count right behind",
            ),
            ("R0", "line 1, column 2: expected a count from 1 to 3"),
            ("R4", "line 1, column 2: expected a count from 1 to 3"),
            (
                "UR99999999999999999999999999",
                "line 1, column 3: expected a count from 1 to 3",
            ),
        ] {
            let error = read4(text).unwrap_err();
            assert!(error.starts_with(start), "{text}: {error}");
        }
    }

    #[test]
    fn lines_are_full_but_no_run_is_split() {
        let moves: Moves = (0..1000)
            .flat_map(|_| [Up, Up, Left, Right, Right, Down])
            .collect();
        let mut bytes = Vec::new();
        directions(&mut bytes, &moves).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(
            text.lines()
                .all(|line| line.len() <= 80 && !line.starts_with('2'))
        );
        assert!(text.lines().rev().skip(1).all(|line| line.len() >= 79));
        assert_eq!(text.replace('\n', ""), moves.to_string());
    }
}
