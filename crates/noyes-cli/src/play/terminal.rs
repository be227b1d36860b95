//! The terminal: taken over by the game, and restored whatever ends the game.

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

/// The screen while the game uses it.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

/// Whether the game uses the terminal. It is restored once: a second time would move the cursor
/// back to where it was at the beginning, over later output.
static IS_ENTERED: AtomicBool = AtomicBool::new(false);
/// Panics of other threads while the game went on.
static CRASHES: Mutex<Vec<String>> = Mutex::new(Vec::new());

impl Screen {
    pub fn enter() -> Result<Self> {
        set_panic_hook();
        let terminal = enter()?;
        Ok(Self { terminal })
    }

    pub fn draw(&mut self, view: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(view).map(|_| ())
    }

    /// Restores the terminal, does something, and takes the terminal again.
    pub fn suspend(&mut self, act: impl FnOnce() -> Result<()>) -> Result<()> {
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

/// Keeps the messages of panics off the game's screen. A panic of the game's own thread restores
/// the terminal first. A panic of the background solver leaves the game playable, and its message
/// is printed at the end.
fn set_panic_hook() {
    let game = thread::current().id();
    let default = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == game {
            leave();
            default(panic);
        } else {
            let mut crashes = CRASHES.lock().unwrap_or_else(PoisonError::into_inner);
            crashes.push(panic.to_string());
        }
    }));
}

/// Takes over the terminal: an empty alternate screen, raw keys, and mouse events.
fn enter() -> Result<Terminal<CrosstermBackend<Stdout>>> {
    enable_raw_mode().context("the terminal cannot be switched to single keys")?;
    IS_ENTERED.store(true, Ordering::Relaxed);
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture).inspect_err(|_| leave())?;
    Ok(Terminal::new(CrosstermBackend::new(stdout())).inspect_err(|_| leave())?)
}

/// Restores the terminal. Errors are ignored: there is nothing left to restore it with.
pub fn leave() {
    if !IS_ENTERED.swap(false, Ordering::Relaxed) {
        return;
    }
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}
