//! The terminal game: a model, its keys, its view, a solver in the background, and the loop that
//! joins them.

mod action;
mod bests;
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
use bests::Best;
pub use bests::Bests;
use game::Mode;
pub use game::{Finished, Game};
pub use new_board::{Difficulty, NewBoard};
use suspend::Suspension;
use terminal::Terminal;
use thinker::Thinker;
pub use view::Colors;

/// After this time a game that was asked to end is taken to wait for a closed terminal.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is left of the games when the player leaves.
#[derive(Debug)]
pub struct Played {
    /// Every game with a move, in order.
    pub games: Vec<Finished>,
    /// Why the best games could not be stored, if they could not.
    pub trouble: Option<String>,
}

/// Plays until the player leaves.
pub fn play(mut game: Game, mut bests: Bests, colors: Colors) -> Result<Played> {
    interrupt::listen_at_a_terminal(PATIENCE, terminal::leave);
    let suspension = Suspension::listen()?;
    let mut terminal = Terminal::enter()?;
    let thinker = Thinker::start(game.goal().clone());
    let mut last = Instant::now();
    let mut trouble = None;
    let mut is_counted = false;
    while !game.is_over() && !interrupt::is_requested() {
        let place = terminal.draw(|grid| view::draw(grid, &game, colors))?;
        let mut is_suspended = suspension.is_asked();
        if event::poll(wait(&game))? {
            let event = event::read()?;
            // The clock stands where it stood when the key was pressed.
            let now = Instant::now();
            game.tick(now - last);
            last = now;
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
        let is_solved = *game.mode() == Mode::Solved && game.moves() > 0;
        if is_solved && !is_counted {
            count(&mut game, &mut bests).unwrap_or_else(|error| trouble = Some(error.to_string()));
        }
        is_counted = is_solved;
        if let Some((number, board)) = game.question() {
            thinker.ask(number, board);
        }
        for report in thinker.reports() {
            game.take_report(report);
        }
    }
    Ok(Played {
        games: game.games(),
        trouble,
    })
}

/// Compares a solved game with the best ones, and keeps it if it is better.
fn count(game: &mut Game, bests: &mut Bests) -> std::io::Result<()> {
    let Some(key) = game.best_key() else {
        return Ok(());
    };
    let before = bests.of(&key);
    let this = Best {
        moves: game.moves(),
        time: game.time(),
    };
    let taken = bests.take(&key, this);
    let is_best = taken.as_ref().copied().unwrap_or((false, false));
    game.set_best(before, is_best);
    taken.map(drop)
}

/// How long to wait for a key before the screen is drawn again.
fn wait(game: &Game) -> Duration {
    Duration::from_millis(if game.is_watching() { 15 } else { 60 })
}
