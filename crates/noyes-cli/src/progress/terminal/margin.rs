//! Standard error as a terminal with a margin.
//!
//! The progress line may fill the terminal. The `^C` that the terminal echoes when the user stops
//! the work would then wrap to the next line, and the progress line could not be removed any more.
//! So the line ends a few columns before the edge.

use std::io::{self, Write, stderr};

use crossterm::cursor::{MoveDown, MoveLeft, MoveRight, MoveToColumn, MoveUp};
use crossterm::queue;
use crossterm::terminal::{self, Clear, ClearType};
use indicatif::TermLike;

/// Standard error with a margin at the right edge.
#[derive(Debug)]
pub struct Margin;

/// The columns of `^C`, and one more so that it does not reach the edge.
const MARGIN: u16 = 3;

/// The columns of the spinner and the space behind it.
const SPINNER: usize = 2;

impl Margin {
    /// The columns for the text behind the spinner.
    pub fn text_width() -> usize {
        usize::from(Self.width()).saturating_sub(SPINNER)
    }
}

/// The columns that are left of the margin.
fn without_margin(columns: u16) -> u16 {
    columns.saturating_sub(MARGIN).max(1)
}

/// A distance for a cursor command; none for 0, which terminals take for 1.
fn steps(count: usize) -> Option<u16> {
    u16::try_from(count).ok().filter(|&count| count > 0)
}

impl TermLike for Margin {
    fn width(&self) -> u16 {
        without_margin(terminal::size().map_or(80, |(columns, _)| columns))
    }

    fn move_cursor_up(&self, count: usize) -> io::Result<()> {
        steps(count).map_or(Ok(()), |count| queue!(stderr(), MoveUp(count)))
    }

    fn move_cursor_down(&self, count: usize) -> io::Result<()> {
        steps(count).map_or(Ok(()), |count| queue!(stderr(), MoveDown(count)))
    }

    fn move_cursor_right(&self, count: usize) -> io::Result<()> {
        steps(count).map_or(Ok(()), |count| queue!(stderr(), MoveRight(count)))
    }

    fn move_cursor_left(&self, count: usize) -> io::Result<()> {
        steps(count).map_or(Ok(()), |count| queue!(stderr(), MoveLeft(count)))
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        writeln!(stderr(), "{text}")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        write!(stderr(), "{text}")
    }

    fn clear_line(&self) -> io::Result<()> {
        queue!(stderr(), MoveToColumn(0), Clear(ClearType::CurrentLine))
    }

    fn flush(&self) -> io::Result<()> {
        stderr().flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_c_fits_behind_the_line() {
        assert_eq!(without_margin(80), 77);
        assert_eq!((without_margin(2), without_margin(0)), (1, 1));
        assert_eq!((steps(0), steps(2)), (None, Some(2)));
    }
}
