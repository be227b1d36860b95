//! The one changing line on standard error.
//!
//! The line could fill the terminal. The `^C` that the terminal echoes when the user stops the work
//! would then wrap to the next line, and the line could not be removed any more. So it ends a few
//! columns before the edge.

use std::io::{self, Write, stderr};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crossterm::cursor::MoveToColumn;
use crossterm::queue;
use crossterm::terminal::{self, Clear, ClearType};

/// The columns of `^C`, and one more so that it does not reach the edge.
const MARGIN: u16 = 3;

/// The columns of the spinner and the space behind it.
const SPINNER: usize = 2;

/// A spinner turns by one each time the line is drawn, to show that the work goes on.
const TURNS: [char; 8] = ['⠋', '⠙', '⠸', '⢰', '⣠', '⣄', '⡆', '⠇'];

/// The line, which is on the screen once it is shown.
#[derive(Debug, Default)]
pub struct StatusLine {
    shown: Mutex<Shown>,
}

#[derive(Debug, Default)]
struct Shown {
    /// What is on the screen; nothing if the line is not.
    text: String,
    turn: usize,
}

impl StatusLine {
    /// The columns for the text behind the spinner.
    pub fn text_width() -> usize {
        let columns = terminal::size().map_or(80, |(columns, _)| columns);
        without_margin(columns).saturating_sub(SPINNER)
    }

    /// Draws the line with a new text.
    pub fn show(&self, text: &str) {
        let mut shown = self.shown();
        shown.turn = (shown.turn + 1) % TURNS.len();
        let text = within(text, Self::text_width());
        shown.text = format!("{} {text}", TURNS[shown.turn]);
        draw(&shown.text);
    }

    /// Writes something while the line is off the screen.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        let shown = self.shown();
        if shown.text.is_empty() {
            return write();
        }
        draw("");
        let written = write();
        draw(&shown.text);
        written
    }

    /// Takes the line off the screen.
    pub fn clear(&self) {
        let mut shown = self.shown();
        if !shown.text.is_empty() {
            shown.text.clear();
            draw("");
        }
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Replaces what is in the line. A terminal that cannot be written to shows no progress.
fn draw(text: &str) {
    let replace = |mut screen: io::StderrLock<'_>| {
        queue!(screen, MoveToColumn(0), Clear(ClearType::CurrentLine))?;
        screen.write_all(text.as_bytes())?;
        screen.flush()
    };
    let _ = replace(stderr().lock());
}

/// The columns that are left of the margin.
fn without_margin(columns: u16) -> usize {
    usize::from(columns.saturating_sub(MARGIN).max(1))
}

/// The beginning of a text that fits into so many columns. From U+1100 on, where the scripts with
/// wide characters begin, every character is taken to have two.
fn within(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let too_wide = |&(_, letter): &(usize, char)| {
        used += if letter < '\u{1100}' { 1 } else { 2 };
        used > columns
    };
    match text.char_indices().find(too_wide) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_c_fits_behind_the_line() {
        assert_eq!(without_margin(80), 77);
        assert_eq!((without_margin(2), without_margin(0)), (1, 1));
    }

    #[test]
    fn a_line_is_cut_at_its_last_column() {
        assert_eq!(within("brett.txt", 20), "brett.txt");
        assert_eq!(within("brett.txt", 5), "brett");
        assert_eq!(within("盤面.txt", 5), "盤面.");
        assert_eq!(within("盤面.txt", 3), "盤");
        assert_eq!(within("brett", 0), "");
    }
}
