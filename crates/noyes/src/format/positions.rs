//! The search codes of the University of New Hampshire (E. Burns and others): the cell of each
//! tile.
//!
//! ```text
//! 3 3
//! starting positions for each tile:
//! 4
//! 1
//! …
//! goal positions:
//! 0
//! 1
//! …
//! ```
//!
//! The first number below each heading is the cell of the blank, the second that of tile 1, and so
//! on; cells count from 0. The goal of these files is blank-first (`0 1 2 …`); blank-last is read,
//! too.

use std::fmt::Write as _;

use super::detect::{Attempt, BoardFormat};
use super::error::{Place, ReadError, quoted};
use super::grid;
use super::word::{Kind, Word, Words};
use crate::board::{Board, Size};

const START: &str = "starting positions for each tile:";
const GOAL: &str = "goal positions:";

/// Reads the text if its third word begins the first heading.
pub(super) fn read(text: &str, place: Place) -> Attempt {
    let mut words = Words::plain(text, place);
    let [cols, rows] = [words.next()?, words.next()?];
    let first = words.next().filter(|word| word.text == "starting")?;
    // Numbers and headings of the largest board, and no more: a huge text is read no further.
    let most = 2 * Size::MAX * Size::MAX + 16;
    let rest: Vec<Word<'_>> = words.take(most).collect();
    Some(read_rest([cols, rows], first, &rest))
}

fn read_rest<'a>(
    sides: [Word<'a>; 2],
    first: Word<'a>,
    rest: &[Word<'a>],
) -> Result<super::Reading, ReadError> {
    let side = |word: Word<'_>| word.number().unwrap_or(0) as usize;
    let size = Size::new(side(sides[1]), side(sides[0])).map_err(|error| ReadError::Board {
        place: sides[0].place,
        error,
    })?;
    let rest = heading(rest, first.place, &START["starting ".len()..])?;
    let start = cells(rest, size)?;
    let rest = &rest[size.cells()..];
    let end = rest
        .last()
        .or(start.last())
        .map_or(first.place, |word| word.place);
    let rest = heading(rest, rest.first().map_or(end, |word| word.place), GOAL)?;
    let goal = cells(rest, size)?;
    if let Some(surplus) = rest.get(size.cells()) {
        return Err(ReadError::unexpected(
            surplus.place,
            format!("the end of the text after {} goal positions", size.cells()),
            quoted(surplus.text),
            "remove what follows",
        ));
    }
    let count = size.cells();
    let is = |home: &dyn Fn(usize) -> usize| {
        (0..count).all(|tile| goal[tile].number() == Some(home(tile) as u32))
    };
    let goal_name = if is(&|tile| tile) {
        "blank-first"
    } else if is(&|tile| (tile + count - 1) % count) {
        "blank-last"
    } else {
        return Err(ReadError::unexpected(
            goal[0].place,
            "the goal positions 0, 1, 2, … (the blank first)",
            "another order",
            "number the tiles by their goal, or give the board as rows and its goal with --goal",
        ));
    };
    let names: Vec<String> = (0..count).map(|tile| tile.to_string()).collect();
    let mut board: Vec<Option<Word<'_>>> = vec![None; count];
    for (tile, word) in start.iter().enumerate() {
        let cell = word.number().map_or(0, |cell| cell as usize);
        if let Some(other) = board[cell] {
            return Err(ReadError::unexpected(
                word.place,
                format!("a cell of its own for tile {tile}"),
                format!("{cell}, which tile {} has", other.text),
                "give every tile its own cell",
            ));
        }
        board[cell] = Some(Word {
            text: &names[tile],
            kind: Kind::Number(tile as u32),
            ..*word
        });
    }
    let board: Vec<Word<'_>> = board.into_iter().flatten().collect();
    let how = format!("the cell of each tile, the goal is {goal_name}");
    grid::read(
        &grid::cut(&board, size.cols()),
        BoardFormat::Positions,
        &how,
    )
}

/// What follows the words of a heading.
fn heading<'a, 'b>(
    words: &'b [Word<'a>],
    place: Place,
    wanted: &str,
) -> Result<&'b [Word<'a>], ReadError> {
    let count = wanted.split(' ').count();
    let found: Vec<&str> = words.iter().take(count).map(|word| word.text).collect();
    if found.join(" ") == wanted {
        return Ok(&words[count..]);
    }
    Err(ReadError::unexpected(
        place,
        format!("“{wanted}”"),
        found
            .first()
            .map_or("the end of the text".to_owned(), |text| quoted(text)),
        "write the heading on a line of its own",
    ))
}

/// The cells of all tiles, each in range.
fn cells<'a, 'b>(words: &'b [Word<'a>], size: Size) -> Result<&'b [Word<'a>], ReadError> {
    let count = size.cells();
    for (tile, word) in words.iter().take(count).enumerate() {
        if word.number().is_none_or(|cell| cell as usize >= count) {
            return Err(ReadError::unexpected(
                word.place,
                format!("the cell of tile {tile}, from 0 to {}", count - 1),
                quoted(word.text),
                format!("give {count} cells, that of the blank first"),
            ));
        }
    }
    words.get(..count).ok_or_else(|| {
        ReadError::unexpected(
            words.last().map_or(Place::START, |word| word.place),
            format!("the cells of {count} tiles, the blank counted"),
            format!("the end of the text after {}", words.len()),
            "add the missing ones",
        )
    })
}

/// The cell of each tile, as the search codes of the University of New Hampshire read it, with the
/// goal blank-first.
///
/// ```
/// use noyes::Board;
/// use noyes::format::{BoardFormat, read_board, tile_positions};
///
/// let board = Board::new(&[[1, 0], [2, 3]])?;
/// let text = tile_positions(&board);
/// assert_eq!(
///     text,
///     "2 2\nstarting positions for each tile:\n1\n0\n2\n3\ngoal positions:\n0\n1\n2\n3\n"
/// );
/// let reading = read_board(&text)?;
/// assert_eq!((reading.board, reading.format), (board, BoardFormat::Positions));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tile_positions(board: &Board) -> String {
    let mut cells = vec![0; board.size().cells()];
    for (cell, tile) in board.tiles().iter().enumerate() {
        cells[usize::from(*tile)] = cell;
    }
    let mut text = format!("{} {}\n{START}\n", board.cols(), board.rows());
    for cell in &cells {
        // Writing to a text does not fail.
        let _ = writeln!(text, "{cell}");
    }
    text.push_str(GOAL);
    text.push('\n');
    for cell in 0..cells.len() {
        let _ = writeln!(text, "{cell}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::{read_board, slashes};

    const TEXT: &str =
        "2 2\nstarting positions for each tile:\n1\n0\n2\n3\ngoal positions:\n0\n1\n2\n3\n";

    #[test]
    fn the_note_names_the_goal() {
        let reading = read_board(TEXT).unwrap();
        assert_eq!(slashes(&reading.board), "1 0/2 3");
        assert_eq!(
            reading.note,
            "a 2×2 board; the cell of each tile, the goal is blank-first; blank written 0"
        );
        let last =
            read_board(&TEXT.replace("goal positions:\n0\n1\n2\n3", "goal positions:\n3\n0\n1\n2"));
        assert!(last.unwrap().note.contains("the goal is blank-last"));
        // Three columns and two rows.
        let wide =
            "3 2\nstarting positions for each tile:\n5 0 1 2 3 4\ngoal positions:\n0 1 2 3 4 5";
        assert_eq!(slashes(&read_board(wide).unwrap().board), "1 2 3/4 5 0");
    }

    #[test]
    fn errors_tell_the_place_and_the_remedy() {
        let error = |text: &str| read_board(text).unwrap_err().to_string();
        assert_eq!(
            error(&TEXT.replacen("\n0\n2", "\n1\n2", 1)),
            "line 4, column 1: expected a cell of its own for tile 1, found 1, which tile 0 has; give every tile its own cell"
        );
        assert!(
            error(&TEXT.replacen("\n2\n3", "\n2\n4", 1))
                .contains("the cell of tile 3, from 0 to 3")
        );
        assert!(
            error(&TEXT.replace("goal positions:\n0\n1", "goal positions:\n1\n0"))
                .contains("another order")
        );
        assert!(error(&TEXT.replace("goal", "goals")).contains("expected “goal positions:”"));
        assert!(
            error("2 2\nstarting positions for each tile:\n1\n0")
                .contains("the end of the text after 2")
        );
        assert!(error(&format!("{TEXT}7")).contains("the end of the text after 4 goal positions"));
    }
}
