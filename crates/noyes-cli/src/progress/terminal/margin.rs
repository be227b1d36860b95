//! Standard error as a terminal a little narrower than it is.
//!
//! The line of progress is filled to the edge. What the terminal writes by itself, the ^C of whoever
//! stops the work, would then stand on the next line, and the line itself stay on the screen for good.

use std::io::{self, Write, stderr};

use indicatif::TermLike;
use ratatui::crossterm::cursor::{MoveDown, MoveLeft, MoveRight, MoveToColumn, MoveUp};
use ratatui::crossterm::queue;
use ratatui::crossterm::terminal::{self, Clear, ClearType};

/// Standard error, with columns left over.
#[derive(Debug)]
pub struct Margin;

/// Columns left over for `^C`, and one so that it does not reach the edge.
const LEFT_OVER: u16 = 3;

/// Columns that the sign of life at the beginning takes.
const SPINNER: usize = 2;

impl Margin {
    /// How many columns there are for words.
    pub fn room() -> usize {
        usize::from(Self.width()).saturating_sub(SPINNER)
    }
}

fn narrowed(columns: u16) -> u16 {
    columns.saturating_sub(LEFT_OVER).max(1)
}

/// A number of steps, of which terminals take none for one.
fn steps(count: usize) -> Option<u16> {
    u16::try_from(count).ok().filter(|&count| count > 0)
}

impl TermLike for Margin {
    fn width(&self) -> u16 {
        narrowed(terminal::size().map_or(80, |(columns, _)| columns))
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
    fn a_key_fits_behind_the_line() {
        assert_eq!(narrowed(80), 77);
        assert_eq!((narrowed(2), narrowed(0)), (1, 1));
        assert_eq!((steps(0), steps(2)), (None, Some(2)));
    }
}
