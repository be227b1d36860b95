//! The terminal: entered with the game, left as it was on any way out.

use std::io::{self, Stdout, Write, stderr, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

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

/// Whether the game has the terminal. It is given back once: a second time would put the cursor
/// where it was at the beginning, over what was said since.
static IS_HELD: AtomicBool = AtomicBool::new(false);
/// What crashed while the game went on.
static CRASHES: Mutex<Vec<String>> = Mutex::new(Vec::new());

impl Screen {
    pub fn enter() -> Result<Self> {
        listen_for_crashes();
        let terminal = enter()?;
        Ok(Self { terminal })
    }

    pub fn draw(&mut self, view: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(view).map(|_| ())
    }

    /// Gives the terminal back, does something, and takes it again.
    pub fn aside(&mut self, act: impl FnOnce() -> Result<()>) -> Result<()> {
        leave();
        act()?;
        self.terminal = enter()?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
        let mut crashes = CRASHES.lock().unwrap_or_else(PoisonError::into_inner);
        for crash in crashes.drain(..) {
            // A terminal that is gone must not turn this into another crash.
            let _ = writeln!(stderr(), "warning: the solver crashed: {crash}");
        }
    }
}

/// A panic's message belongs on the screen the player came from. If it is the game that panics, it
/// is left at once; a thinker's panic leaves the game playable, and is told at the end.
fn listen_for_crashes() {
    let game = thread::current().id();
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == game {
            leave();
            usual(panic);
        } else {
            let mut crashes = CRASHES.lock().unwrap_or_else(PoisonError::into_inner);
            crashes.push(panic.to_string());
        }
    }));
}

/// Takes the terminal: a screen of its own, empty, and every key and click at once.
fn enter() -> Result<Terminal<CrosstermBackend<Stdout>>> {
    enable_raw_mode().context("the terminal cannot be switched to single keys")?;
    IS_HELD.store(true, Ordering::Relaxed);
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture).inspect_err(|_| leave())?;
    Ok(Terminal::new(CrosstermBackend::new(stdout())).inspect_err(|_| leave())?)
}

/// Gives the terminal back. What cannot be undone any more is let go.
pub fn leave() {
    if !IS_HELD.swap(false, Ordering::Relaxed) {
        return;
    }
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}
