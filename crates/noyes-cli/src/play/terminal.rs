//! The terminal: entered with the game, left as it was on any way out.

use std::io::{self, Stdout, stdout};
use std::panic;

use anyhow::{Context, Result};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::{Frame, Terminal};

/// The screen while the game has it.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    pub fn enter() -> Result<Self> {
        enable_raw_mode().context("the terminal cannot be switched to single keys")?;
        // A panic's message belongs on the screen the player came from.
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            leave();
            usual(panic);
        }));
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture).inspect_err(|_| leave())?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout())).inspect_err(|_| leave())?;
        Ok(Self { terminal })
    }

    pub fn draw(&mut self, view: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(view).map(|_| ())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

/// Gives the terminal back. What cannot be undone any more is let go.
fn leave() {
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}
