//! The terminal game: a model, its keys, its view, a solver in the background, and the loop that
//! joins them.

mod action;
mod distance;
mod game;
mod keys;
mod new_board;
mod playback;
mod screen;
mod suspend;
mod terminal;
#[cfg(test)]
mod tests;
mod thinker;
mod view;

use std::time::{Duration, Instant};

use anyhow::Result;
use crossterm::event;

use crate::interrupt;
use action::Action;
pub use game::Game;
pub use new_board::{Difficulty, NewBoard};
use suspend::Suspension;
use terminal::Terminal;
use thinker::Thinker;
pub use view::Colors;

/// After this time a game that was asked to end is taken to wait for a closed terminal.
const PATIENCE: Duration = Duration::from_secs(1);

/// Plays until the player leaves.
pub fn play(mut game: Game, colors: Colors) -> Result<()> {
    interrupt::listen_at_a_terminal(PATIENCE, terminal::leave);
    let suspension = Suspension::listen()?;
    let mut terminal = Terminal::enter()?;
    let thinker = Thinker::start(game.goal().clone());
    let mut last = Instant::now();
    while !game.is_over() && !interrupt::is_requested() {
        let place = terminal.draw(|grid| view::draw(grid, &game, colors))?;
        let mut is_suspended = suspension.is_asked();
        if event::poll(wait(&game))? {
            let event = event::read()?;
            match keys::action(&event, &game, place.as_ref()) {
                Some(Action::Suspend) => is_suspended = true,
                Some(action) => game.act(action),
                None => {}
            }
        }
        if is_suspended {
            terminal.suspend(|| suspension.stop())?;
            // The time in between does not count.
            last = Instant::now();
        } else if suspension.is_over() {
            terminal.suspend(|| Ok(()))?;
        }
        let now = Instant::now();
        game.tick(now - last);
        last = now;
        if let Some((number, board)) = game.question() {
            thinker.ask(number, board);
        }
        for report in thinker.reports() {
            game.take_report(report);
        }
    }
    Ok(())
}

/// How long to wait for a key before the screen is drawn again.
fn wait(game: &Game) -> Duration {
    Duration::from_millis(if game.is_watching() { 15 } else { 60 })
}
