//! The terminal: taken over by the game, and restored whatever ends the game.

use std::io::{self, BufWriter, Write, stderr, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result};
use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};

use super::screen::{Grid, Renderer};

/// The terminal while the game uses it.
#[derive(Debug)]
pub struct Terminal {
    renderer: Renderer,
}

/// Whether the game uses the terminal. It is restored once: a second time would move the cursor
/// back to where it was at the beginning, over later output.
static IS_ENTERED: AtomicBool = AtomicBool::new(false);
/// Panics of other threads while the game went on.
static CRASHES: Mutex<Vec<String>> = Mutex::new(Vec::new());

impl Terminal {
    pub fn enter() -> Result<Self> {
        set_panic_hook();
        enter()?;
        Ok(Self {
            renderer: Renderer::default(),
        })
    }

    /// Shows what the view draws on an empty grid of the terminal's size. Returns what the view
    /// returns.
    pub fn draw<T>(&mut self, view: impl FnOnce(&mut Grid) -> T) -> io::Result<T> {
        let (width, height) = size()?;
        let mut grid = Grid::new(width, height);
        let value = view(&mut grid);
        self.renderer.show(grid, &mut BufWriter::new(stdout()))?;
        Ok(value)
    }

    /// Restores the terminal, does something, and takes the terminal again.
    pub fn suspend(&mut self, act: impl FnOnce() -> Result<()>) -> Result<()> {
        leave();
        act()?;
        self.renderer = Renderer::default();
        enter()
    }
}

impl Drop for Terminal {
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

/// Takes over the terminal: an alternate screen without a cursor, raw keys, and mouse events.
fn enter() -> Result<()> {
    enable_raw_mode().context("the terminal cannot be switched to single keys")?;
    IS_ENTERED.store(true, Ordering::Relaxed);
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, Hide).inspect_err(|_| leave())?;
    Ok(())
}

/// Restores the terminal. Errors are ignored: there is nothing left to restore it with.
pub fn leave() {
    if !IS_ENTERED.swap(false, Ordering::Relaxed) {
        return;
    }
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}
