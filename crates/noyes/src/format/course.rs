//! The course's file: n, or rows and columns, then the tiles in any layout.

use super::detect::{Attempt, BoardFormat, Reading};
use super::error::{Place, ReadError, quoted};
use super::grid;
use super::page::Page;
use super::word::Word;
use crate::board::Size;

/// A first line that stands apart from the rest and may be a size. Not yet in range.
#[derive(Clone, Copy, Debug)]
pub(super) struct SizeLine<'a> {
    rows: &'a Word<'a>,
    cols: &'a Word<'a>,
    /// How many words the size takes.
    pub words: usize,
}

impl SizeLine<'_> {
    /// The size it gives, or what is wrong with it.
    pub fn size(&self) -> Result<Size, ReadError> {
        let side = |word: &Word<'_>| match word.number() {
            Some(side) if (Size::MIN..=Size::MAX).contains(&(side as usize)) => Ok(side as usize),
            _ => Err(ReadError::unexpected(
                word.place,
                format!("the size of the board, from {} to {}", Size::MIN, Size::MAX),
                quoted(word.text),
                match word.text.len() {
                    0..4 => "write n for an n×n board, or the number of rows and of columns",
                    _ => "put a space between two tiles",
                },
            )),
        };
        let (rows, cols) = (side(self.rows)?, side(self.cols)?);
        Size::new(rows, cols).map_err(|error| ReadError::Board {
            place: self.rows.place,
            error,
        })
    }
}

/// The size line, if the layout shows one: a number alone, or two on a line unlike the others.
pub(super) fn size_line<'a>(page: &'a Page<'a>) -> Option<SizeLine<'a>> {
    match page.first_line() {
        [n] if n.number().is_some() => Some(SizeLine {
            rows: n,
            cols: n,
            words: 1,
        }),
        [rows, cols]
            if rows.number().is_some()
                && cols.number().is_some()
                && page.even_lines().is_none() =>
        {
            Some(SizeLine {
                rows,
                cols,
                words: 2,
            })
        }
        _ => None,
    }
}

/// Reads the text if it has as many tiles as its first number or two say, whatever the layout.
///
/// Against a size line that says otherwise only success counts, not an error.
pub(super) fn read(page: &Page<'_>, size_line: Option<SizeLine<'_>>) -> Attempt {
    let (words, attempt) = read_counted(page)?;
    let agrees = size_line.is_none_or(|line| line.words == words);
    (agrees || attempt.is_ok()).then_some(attempt)
}

/// How many words the size takes, and what comes of it.
fn read_counted(page: &Page<'_>) -> Option<(usize, Result<Reading, ReadError>)> {
    let words = page.words();
    let side = |index: usize| words.get(index)?.number();
    let fits = |size: &Size, taken: usize| words.len() == taken + size.cells();
    let size = |rows: u32, cols: u32| Size::new(rows as usize, cols as usize).ok();

    let n = side(0)?;
    if let Some(size) = size(n, n).filter(|size| fits(size, 1)) {
        let rows = grid::cut(&words[1..], size.cols());
        let how = "n, then the tiles";
        return Some((1, grid::read(&rows, BoardFormat::Course, how)));
    }
    let size = size(n, side(1)?).filter(|size| fits(size, 2))?;
    let rows = grid::cut(&words[2..], size.cols());
    let how = "rows and columns, then the tiles";
    Some((2, grid::read(&rows, BoardFormat::CourseRect, how)))
}

/// What is wrong with a text whose first line is a size that the tiles do not keep to.
pub(super) fn explain(page: &Page<'_>, size_line: SizeLine<'_>) -> ReadError {
    let size = match size_line.size() {
        Ok(size) => size,
        Err(error) => return error,
    };
    let tiles = &page.words()[size_line.words..];
    let line = size_line.rows.place.line;
    if let Some(surplus) = tiles.get(size.cells()) {
        return ReadError::unexpected(
            surplus.place,
            format!(
                "the end of the text after the {} cells of a {size} board",
                size.cells()
            ),
            quoted(surplus.text),
            format!("remove what follows or correct the size on line {line}"),
        );
    }
    let cells = |count: usize| match count {
        1 => "1 tile".to_owned(),
        count => format!("{count} tiles"),
    };
    let mut rows = (1..).zip(page.lines().skip(1));
    let wrong_row =
        |&(row, words): &(usize, &[Word<'_>])| row <= size.rows() && words.len() != size.cols();
    if page.line_count() <= size.rows() + 1
        && let Some((row, words)) = rows.find(wrong_row)
    {
        return ReadError::unexpected(
            words.first().map_or(page.end(), |word| word.place),
            format!(
                "{} in row {row} of a {size} board, the blank (0) counted",
                cells(size.cols())
            ),
            words.len().to_string(),
            format!("complete the row or correct the size on line {line}"),
        );
    }
    let end: Place = page.words().last().map_or(page.end(), |word| word.place);
    ReadError::unexpected(
        end,
        format!(
            "{} for a {size} board, the blank (0) counted",
            cells(size.cells())
        ),
        format!("the end of the text after {}", tiles.len()),
        format!("add the missing ones or correct the size on line {line}"),
    )
}
