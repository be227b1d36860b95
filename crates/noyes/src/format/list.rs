//! Lists of boards, one a line: an optional name, the tiles, and optionally `= N`, the known
//! minimum number of moves.
//!
//! ```text
//! # 15-puzzles
//! korf15-001 13 6 8 12 15 14 0 10 11 7 4 5 9 1 3 2 = 57
//! small      1 2 3/4 0 5
//! ```
//!
//! The name may be a number where the tiles behind it are a whole board, as in the lists of HOG2:
//! `2 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6`.
//!
//! ```
//! use noyes::format::list::entries;
//!
//! let list = "first 1 2/0 3 = 1\nsecond 1 0/3 2 = 1\n";
//! let names: Vec<_> = entries(list).filter_map(|entry| entry.ok()?.name).collect();
//! assert_eq!(names, ["first", "second"]);
//! ```

use super::detect::{read_board, read_board_at};
use super::error::{Place, ReadError, quoted};
use super::word::{Kind, kind, without_bom};
use crate::board::Board;

/// One board of a list.
///
/// ```
/// use noyes::format::list::entries;
///
/// let entry = entries("easy: 1 2/0 3 = 1").next().unwrap()?;
/// assert_eq!((entry.name.as_deref(), entry.known), (Some("easy"), Some(1)));
/// assert_eq!(entry.board.tiles(), [1, 2, 0, 3]);
/// # Ok::<(), noyes::format::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListEntry {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The board.
    pub board: Board,
    /// The known minimum number of moves, if the list says.
    pub known: Option<u32>,
}

/// A line in its three parts, each with the column it begins at.
struct Parts<'a> {
    name: Option<&'a str>,
    tiles: (&'a str, usize),
    known: Option<(&'a str, usize)>,
}

impl<'a> Parts<'a> {
    /// Takes a number before a whole board for its name: 17 numbers on a line are no board, but
    /// the last sixteen may be one. The size before the tiles, as in the course, is no name.
    fn numbered(self) -> Self {
        let (tiles, col) = self.tiles;
        let words: Vec<&str> = tiles.split_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else {
            return self;
        };
        let side = rest.len().isqrt();
        let is_number = first.bytes().all(|byte| byte.is_ascii_digit());
        if self.name.is_some() || !is_number || first == side.to_string() || !is_whole(rest) {
            return self;
        }
        let end = tiles.len() - tiles.trim_start().len() + first.len();
        Self {
            name: Some(first),
            tiles: (&tiles[end..], col + tiles[..end].chars().count()),
            ..self
        }
    }
}

/// Whether the words are the tiles of a square board, each once.
fn is_whole(words: &[&str]) -> bool {
    let mut seen = vec![false; words.len()];
    let all_new = words.iter().all(|word| {
        let cell = word.parse().ok().and_then(|tile: usize| seen.get_mut(tile));
        cell.is_some_and(|seen| !std::mem::replace(seen, true))
    });
    let side = words.len().isqrt();
    side >= 2 && side * side == words.len() && all_new
}

/// Reads line `number` of a list, which counts from 1; nothing on it is no entry.
///
/// `line` is one line without its end; a second one would be read as more tiles. The number is told
/// in errors and used for nothing else.
///
/// ```
/// use noyes::format::list::parse_line;
///
/// let entry = parse_line("easy 1 2 3/4 5 6/7 0 8 = 1", 1)?.unwrap();
/// assert_eq!((entry.name.as_deref(), entry.known), (Some("easy"), Some(1)));
/// # Ok::<(), noyes::format::ReadError>(())
/// ```
pub fn parse_line(line: &str, number: usize) -> Result<Option<ListEntry>, ReadError> {
    let Some(parts) = parts(line) else {
        return Ok(None);
    };
    let place = |col: usize| Place { line: number, col };
    let parts = parts.numbered();
    let (tiles, col) = parts.tiles;
    if let (true, Some(name)) = (tiles.trim().is_empty(), parts.name) {
        return Err(ReadError::unexpected(
            place(col),
            format!("tiles behind the name {}", quoted(name)),
            "none",
            "write a name of one word, then the tiles",
        ));
    }
    let known = parts
        .known
        .map(|(text, col)| known(text, place(col)))
        .transpose()?;
    let reading = read_board_at(tiles, place(col))?;
    Ok(Some(ListEntry {
        name: parts.name.map(|name| name.trim_end_matches(':').to_owned()),
        board: reading.board,
        known,
    }))
}

/// Reads a whole list: every line that has a board on it, or what is wrong with the line.
///
/// A bad line does not end the list: the lines behind it are read too.
///
/// ```
/// use noyes::format::list::entries;
///
/// let list: Vec<_> = entries("# small\na 1 2/0 3 = 1\nb 1 2/3 3\nc 1 2/3 0\n").collect();
/// assert_eq!(list.len(), 3);
/// let error = list[1].as_ref().unwrap_err().to_string();
/// assert!(error.starts_with("line 3, column 9: tile 3 appears twice"));
/// assert!(list[2].is_ok());
/// ```
pub fn entries(text: &str) -> impl Iterator<Item = Result<ListEntry, ReadError>> + '_ {
    (1..)
        .zip(text.lines())
        .filter_map(|(number, line)| parse_line(line, number).transpose())
}

/// Whether a text is a list of boards rather than one board.
///
/// It is if a line has a name before its tiles or a known minimum behind them. Without either it
/// is if the text as a whole is no board but most of its lines are. One bare board is no list.
///
/// ```
/// use noyes::format::is_list;
///
/// assert!(is_list("first 1 2/3 0\nsecond 1 2/0 3\n"));
/// assert!(is_list("1 2/3 0\n1 2/0 3\n"));
/// assert!(!is_list("2\n1 2\n3 0\n"));
/// ```
pub fn is_list(text: &str) -> bool {
    // The first lines show what the others are.
    const LOOKED_AT: usize = 64;
    let lines = text
        .lines()
        .filter_map(|line| Some((line, parts(line)?)))
        .take(LOOKED_AT);
    let mut seen = 0;
    let mut boards = 0;
    for (line, parts) in lines {
        let has_tiles = parts
            .tiles
            .0
            .split([' ', '\t', ',', '/'])
            .filter(is_tile)
            .nth(3);
        if has_tiles.is_some() && (parts.name.is_some() || parts.known.is_some()) {
            return true;
        }
        seen += 1;
        boards += usize::from(parse_line(line, 1).is_ok());
    }
    2 * boards > seen && read_board(text).is_err()
}

/// The parts of a line, if anything but a comment is on it.
fn parts(line: &str) -> Option<Parts<'_>> {
    let line = without_bom(line);
    let content = line.split('#').next().unwrap_or_default();
    let start = content.len() - content.trim_start().len();
    if start == content.len() {
        return None;
    }
    let column = |offset: usize| content[..offset].chars().count() + 1;
    let (head, known) = match content.find('=') {
        Some(equals) => (
            &content[..equals],
            Some((&content[equals + 1..], column(equals + 1))),
        ),
        None => (content, None),
    };
    let first = head[start..].split_whitespace().next().unwrap_or_default();
    let name = is_name(first).then_some(first);
    let tiles = start + name.map_or(0, str::len);
    Some(Parts {
        name,
        tiles: (&head[tiles..], column(tiles)),
        known,
    })
}

/// Whether a line's first word is a name: not tiles, not a row of them, not an array, and not a
/// negative number, which is a mistake to be told of.
fn is_name(word: &str) -> bool {
    let negative = word.strip_prefix('-').is_some_and(|rest| is_tile(&rest));
    let row = word
        .split([',', '/'])
        .all(|part| part.is_empty() || is_tile(&part));
    let array = word
        .strip_prefix('(')
        .is_some_and(|rest| rest.starts_with(|c: char| c == '(' || c.is_ascii_digit()));
    !(word.is_empty() || row || negative || array || word.starts_with(['[', '{']))
}

fn is_tile(word: &&str) -> bool {
    matches!(kind(word), Kind::Number(_) | Kind::Blank)
}

fn known(text: &str, place: Place) -> Result<u32, ReadError> {
    let skipped = text.chars().take_while(|c| c.is_whitespace()).count();
    text.trim().parse().map_err(|_| {
        ReadError::unexpected(
            Place {
                col: place.col + skipped,
                ..place
            },
            "the known minimum number of moves behind =",
            quoted(text.trim()),
            "write one whole number, or leave out the =",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::slashes;

    fn entry(line: &str) -> (Option<String>, String, Option<u32>) {
        let entry = parse_line(line, 1).unwrap().unwrap();
        (entry.name, slashes(&entry.board), entry.known)
    }

    #[test]
    fn names_tiles_and_known_minima() {
        let board = "1 2 3/4 5 6/7 0 8".to_owned();
        for tiles in [
            "1 2 3 4 5 6 7 0 8",
            "1 2 3/4 5 6/7 _ 8",
            "1,2,3,4,5,6,7,0,8",
            "[[1,2,3],[4,5,6],[7,0,8]]",
            "((1, 2, 3), (4, 5, 6), (7, 0, 8))",
            "123456708",
        ] {
            assert_eq!(entry(tiles), (None, board.clone(), None));
            assert_eq!(entry(&format!("{tiles}=1")), (None, board.clone(), Some(1)));
            let named = format!("  3x3-01: {tiles} = 1 # easy\r\n");
            assert_eq!(
                entry(&named),
                (Some("3x3-01".to_owned()), board.clone(), Some(1))
            );
        }
        assert_eq!(entry("_ 1/2 3"), (None, "0 1/2 3".to_owned(), None));
        assert_eq!(entry("x1 1 2 3/4 0 5").0.as_deref(), Some("x1"));
    }

    #[test]
    fn a_number_before_a_whole_board_is_its_name() {
        let board = "1 2 3/4 5 6/7 0 8".to_owned();
        let named = |name: &str| (Some(name.to_owned()), board.clone(), Some(1));
        assert_eq!(entry("17 1 2 3 4 5 6 7 0 8 = 1"), named("17"));
        assert_eq!(entry("\t8\t1 2 3 4 5 6 7 0 8=1"), named("8"));
        // The size, as in the course, is none.
        assert_eq!(entry("3 1 2 3 4 5 6 7 0 8"), (None, board, None));
        for wrong in ["17 1 2 3 4 5 6 7 8 8", "1 2 3 4 5 6 7 8 0 17"] {
            assert!(parse_line(wrong, 1).is_err(), "{wrong}");
        }
        let rows = "9 0 1 2 3\n4 5 6 7 8\n10 11 12 13 14\n15 16 17 18 19\n20 21 22 23 24";
        assert!(!is_list(rows));
        let error = parse_line("17 1 2 3 4 5 6 7 0 8 = x", 1).unwrap_err();
        assert!(
            error.to_string().starts_with("line 1, column 24"),
            "{error}"
        );
        assert!(is_list("1 1 2 3 4 5 6 7 0 8\n2 1 2 3 4 5 6 7 8 0\n"));
        assert!(is_list("17 1 2 3 4 5 6 7 0 8\n"));
    }

    #[test]
    fn empty_lines_and_comments_are_no_entries() {
        for line in ["", "  \t", "# name 1 2 3 0", "\r"] {
            assert_eq!(parse_line(line, 1), Ok(None));
        }
    }

    #[test]
    fn errors_name_the_line_and_the_column() {
        for (line, start) in [
            ("a 1 2 3 3", "line 7, column 9: tile 3 appears twice"),
            (
                "a 1 2 3 0 = many",
                "line 7, column 13: expected the known minimum",
            ),
            (
                "a 1 2 3 0 =",
                "line 7, column 12: expected the known minimum",
            ),
            (
                "a",
                "line 7, column 2: expected tiles behind the name “a”, found none",
            ),
            (
                "two words 1 2 3 0",
                "line 7, column 5: expected a tile's number",
            ),
            (
                "1 2 3 4 5 0",
                "line 7, column 1: expected a square number of tiles",
            ),
            ("-1 2 3 0", "line 7, column 1: expected a tile's number"),
            ("= 5", "there is no board"),
        ] {
            let error = parse_line(line, 7).unwrap_err().to_string();
            assert!(error.starts_with(start), "{line}: {error}");
        }
    }

    #[test]
    fn lists_and_single_boards_are_told_apart() {
        for list in [
            "korf 1 2 3 0 = 0",
            "# c\n\n1 2 3 0 = 0\n",
            "1 2 3 0\n1 2 0 3\n",
            "1 2 3/4 5 6/7 8 0\n1 2 3/4 5 6/7 0 8\nbroken\n",
            "a 1 2 3 9\nb 1 2 3 0\n",
        ] {
            assert!(is_list(list), "{list:?}");
        }
        for single in [
            "3\n1 2 3\n4 5 6\n7 8 0\n",
            "1 2 3 0\n4 5 6 7\n8 9 10 11\n12 13 14 15\n",
            "1 2 3 0\n4 5 6 7\n8 9 10 11\n12 13 14 14\n",
            "3 1 2 0",
            "[[1,2],[3,0]]",
            "1 2 3 /\n4 5 6 /\n7 8 0",
            "hello world",
            "",
            "4\n1 2 3 0\n4 5 6 7\n8 9 10 11\n12 13 14 14",
        ] {
            assert!(!is_list(single), "{single:?}");
        }
    }
}
