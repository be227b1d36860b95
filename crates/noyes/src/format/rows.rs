//! A line a row, with no size before them.

use super::detect::{Attempt, BoardFormat};
use super::error::ReadError;
use super::grid::{self, Row};
use super::page::Page;

/// Reads the text if it is two lines or more, all equally long.
pub(super) fn read(page: &Page<'_>) -> Attempt {
    let width = page.even_lines()?;
    if page.line_count() < 2 || width < 2 {
        return None;
    }
    let how = "a line a row, no size given";
    Some(grid::read(&rows(page), BoardFormat::Rows, how))
}

/// What is wrong with lines that are not equally long.
pub(super) fn explain(page: &Page<'_>) -> ReadError {
    // Such lines never make a board, so there always is an error to tell.
    let attempt = grid::read(&rows(page), BoardFormat::Rows, "");
    attempt.err().unwrap_or(ReadError::Empty)
}

fn rows<'a>(page: &'a Page<'a>) -> Vec<Row<'a>> {
    page.lines().filter_map(grid::row).collect()
}
