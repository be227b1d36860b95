//! Links of slidysim's replays: `…?r=`, then base 64 of deflated JSON.
//!
//! A simple replay is `[solution, 1000 × slides a second, scramble, times]`. A replay of the leaderboard
//! has ten fields: the second is again base 64 of deflated text, `solutions;times;moves;…`, and the
//! fifth and sixth are the columns and the rows of its board.

use fdeflate::decompress_to_vec_bounded;
use noyes::format::{read_board, read_moves, slashes};
use noyes::{Board, Direction, Moves, Size};
use serde_json::{Value, json};

use crate::{Problem, ProblemKind, base64};

/// Where the replays of slidysim are shown.
const SITE: &str = "https://slidysim.github.io/replay?r=";

/// Bytes of a replay at most: a short link can hold a text that fills the memory.
const MOST_BYTES: usize = 1 << 20;

/// A leaderboard's replay has this many fields, a simple one fewer.
const LEADERBOARD_FIELDS: usize = 10;

/// The board of a replay and the moves that were made on it, which may end anywhere.
///
/// ```
/// use noyes::format::{read_board, read_moves};
/// use noyes_api::Replay;
///
/// let board = read_board("0 1 3/4 2 5/7 8 6")?.board;
/// let moves = read_moves("LULU", &board)?.moves;
/// let link = Replay::link(&board, &moves);
/// assert!(link.starts_with("https://slidysim.github.io/replay?r="));
/// assert_eq!(Replay::linked(&link), Some(Ok(Replay { board, moves })));
/// # Ok::<(), noyes::format::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The first board.
    pub board: Board,
    /// The moves.
    pub moves: Moves,
}

impl Replay {
    /// The replay that a text links to; none if it is no such link.
    pub fn linked(text: &str) -> Option<Result<Self, Problem>> {
        let (_, part) = text.split_once("?r=").or_else(|| text.split_once("&r="))?;
        let part = part.trim_end().split(['&', '#']).next().unwrap_or_default();
        let replay = inflated(part).and_then(|text| read(&text));
        Some(replay.map_err(|what| problem(&format!("the link to a replay {what}"))))
    }

    /// The replay that a link holds, inflated: a list of JSON.
    ///
    /// ```
    /// use noyes_api::Replay;
    ///
    /// let replay = Replay::from_json(r#"["LU", 5000, "0 1/3 2", -1]"#)?;
    /// assert_eq!((replay.board.rows(), replay.moves.len()), (2, 2));
    /// # Ok::<(), noyes_api::Problem>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Self, Problem> {
        read(text).map_err(|what| problem(&format!("the replay {what}")))
    }

    /// The link that shows moves on a board, five slides a second.
    pub fn link(board: &Board, moves: &Moves) -> String {
        let letters: String = moves.iter().map(|way| way.letter()).collect();
        let text = json!([letters, 5000, slashes(board), -1]).to_string();
        let packed = base64::encode(&fdeflate::compress_to_vec(text.as_bytes()));
        let safe = packed
            .replace('+', "%2B")
            .replace('/', "%2F")
            .replace('=', "%3D");
        format!("{SITE}{safe}")
    }
}

fn problem(detail: &str) -> Problem {
    Problem::new(ProblemKind::Unreadable, detail).mended_by("copy the whole link")
}

fn read(text: &str) -> Result<Replay, String> {
    let fields: Vec<Value> =
        serde_json::from_str(text).map_err(|_| "holds no list of JSON, as slidysim writes it")?;
    let field = |at: usize| fields.get(at).unwrap_or(&Value::Null);
    if fields.len() >= LEADERBOARD_FIELDS {
        let solves = inflated(field(1).as_str().unwrap_or_default())?;
        let first = solves.split([';', ',']).next().unwrap_or_default();
        let side = |at: usize| field(at).as_u64().and_then(|side| side.try_into().ok());
        return solved_by(first, side(5), side(4));
    }
    let Some(letters) = field(0).as_str() else {
        return Err("has no moves".to_owned());
    };
    match field(2).as_str() {
        Some(scramble) if !scramble.is_empty() => {
            let reading = read_board(scramble).map_err(|error| unread("a board", error))?;
            let moves = moves(letters, &reading.board)?;
            let board = reading.board;
            Ok(Replay { board, moves })
        }
        _ => solved_by(letters, None, None),
    }
}

/// The replay of moves that end on the solved board; without its sides, on the smallest square that
/// they fit on.
fn solved_by(letters: &str, rows: Option<usize>, cols: Option<usize>) -> Result<Replay, String> {
    let size = |rows, cols| Size::new(rows, cols).map_err(|error| format!("has {error}"));
    // Counts are bounded by the board, and no board is larger than this one.
    let moves = moves(letters, &Board::goal(size(Size::MAX, Size::MAX)?))?;
    let undone = || moves.iter().rev().map(|way| way.opposite());
    // The blank begins in the last corner; how far it goes from there is the size that is needed.
    let (mut up, mut left, mut needed) = (0, 0, 2);
    for way in undone() {
        match way {
            Direction::Down => up += 1,
            Direction::Up => up -= 1,
            Direction::Right => left += 1,
            Direction::Left => left -= 1,
        }
        needed = needed.max(up + 1).max(left + 1);
    }
    let needed = needed as usize;
    let size = size(rows.unwrap_or(needed), cols.unwrap_or(needed))?;
    let mut tiles = Board::goal(size).tiles().to_vec();
    let mut blank = tiles.len() - 1;
    for way in undone() {
        let tile = size
            .source_cell(blank, way)
            .ok_or_else(|| format!("has moves that leave a {size} board"))?;
        tiles.swap(blank, tile);
        blank = tile;
    }
    let rows: Vec<Vec<u32>> = tiles
        .chunks(size.cols())
        .map(|row| row.iter().map(|&tile| tile.into()).collect())
        .collect();
    let board = Board::new(&rows).map_err(|error| unread("a board", error))?;
    Ok(Replay { board, moves })
}

fn moves(letters: &str, board: &Board) -> Result<Moves, String> {
    match read_moves(letters, board) {
        Ok(read) => Ok(read.moves),
        Err(error) => Err(unread("moves", error)),
    }
}

fn unread(what: &str, error: impl std::fmt::Display) -> String {
    format!("has {what} that cannot be read: {error}")
}

/// The text of a part: letters of base 64, of which a link escapes some.
fn inflated(part: &str) -> Result<String, String> {
    let letters = ["%2B", "%2b", "%2F", "%2f", "%3D", "%3d", " ", "-", "_"]
        .iter()
        .zip(["+", "+", "/", "/", "=", "=", "+", "+", "/"])
        .fold(part.to_owned(), |text, (escaped, plain)| {
            text.replace(escaped, plain)
        });
    let bytes = base64::decode(&letters).ok_or("is not base 64: copy the whole link")?;
    let text = decompress_to_vec_bounded(&bytes, MOST_BYTES)
        .map_err(|_| "is damaged or too long: copy the whole link")?;
    String::from_utf8(text).map_err(|_| "holds no text".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(text: &str) -> String {
        base64::encode(&fdeflate::compress_to_vec(text.as_bytes()))
    }

    fn replay(link: &str) -> Result<(String, String), String> {
        let replay = Replay::linked(link).unwrap();
        let replay = replay.map_err(|problem| problem.to_string())?;
        Ok((slashes(&replay.board), replay.moves.to_string()))
    }

    #[test]
    fn without_a_scramble_the_moves_tell_the_board() {
        let simple = format!(
            "https://example.org/?a=1&r={}#top",
            packed(r#"["LULU",5000,"",-1]"#)
        );
        let wanted = ("0 1 3/4 2 5/7 8 6".to_owned(), "LULU".to_owned());
        assert_eq!(replay(&simple), Ok(wanted));
        let scored = |solves: &str| {
            let solves = packed(solves);
            let fields = format!(r#"[{{}},"{solves}","Standard",3000,3,2,"",-1,"",false]"#);
            replay(&format!("?r={}", packed(&fields)))
        };
        let wanted = ("0 1 2/4 5 3".to_owned(), "L2U".to_owned());
        assert_eq!(scored("L2U,RR;1.5,2;3,2;2,1"), Ok(wanted));
        let outside = "the link to a replay has moves that leave a 2×3 board";
        assert_eq!(scored("LULU;1;4;4").unwrap_err(), outside);
    }

    #[test]
    fn what_is_no_link_is_none() {
        for text in [
            "boards/puzzle04.txt",
            "8 1 3/4 0 2/7 6 5",
            "https://example.org/?q=1",
            "",
        ] {
            assert_eq!(Replay::linked(text), None);
        }
    }

    #[test]
    fn damaged_links_say_what_is_wrong() {
        let long = "L".repeat(2 * MOST_BYTES);
        for (part, start) in [
            ("A".to_owned(), "is not base 64: copy"),
            ("AAAA".to_owned(), "is damaged"),
            (packed("{}"), "holds no list"),
            (packed("[]"), "has no moves"),
            (
                packed(r#"["X",1,"",-1]"#),
                "has moves that cannot be read: ",
            ),
            (
                packed(r#"["L",1,"1 2/3 3",-1]"#),
                "has a board that cannot be read: ",
            ),
            (packed(&long), "is damaged or too long"),
        ] {
            let error = replay(&format!("?r={part}")).unwrap_err();
            let wanted = format!("the link to a replay {start}");
            assert!(error.starts_with(&wanted), "{part:.60}: {error}");
        }
    }
}
