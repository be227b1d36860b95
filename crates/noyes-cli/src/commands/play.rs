//! `noyes play`.

use std::hash::{BuildHasher, RandomState};
use std::io::{IsTerminal, stdin, stdout};
use std::path::Path;

use anyhow::{Context, Result, bail};
use noyes::goal::InstanceError;
use noyes::{Goal, format};

use crate::exit::Exit;
use crate::options::{self, GoalOption};
use crate::play::{Bests, Colors, Difficulty, Finished, Game, NewBoard, play};
use crate::{input, output};

/// Play in the terminal
///
/// Slide tiles with the arrow keys, with wasd or hjkl, or with the mouse. The distance to the goal
/// is shown as you play; i gives a hint, p plays the solution, ? lists the keys. A key that would
/// throw a game away asks first. At the end your moves are compared with the minimum, and printed
/// when you leave. Your fewest moves and your best time for each size and difficulty are kept in
/// the data folder, or in the one that NOYES_DATA names. The game wants 80 columns and 24 lines,
/// less for small boards.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes play
  noyes play 5 --difficulty easy
  noyes play boards/random4.txt")]
pub struct Args {
    /// A size (4, 3x5), or a board: a file, or the board itself in quotes
    #[arg(value_name = "SIZE|BOARD", default_value = "4")]
    what: String,

    /// How far a new board is from the goal
    #[arg(long, value_enum, value_name = "NAME", default_value = "hard")]
    difficulty: Difficulty,

    /// Seed of the random boards; by default a random one
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    #[command(flatten)]
    goal: GoalOption,
}

pub fn run(args: Args) -> Result<Exit> {
    let goal = args.goal.read(false)?;
    let is_size = !Path::new(&args.what).exists() && options::size(&args.what).is_ok();
    let board = match is_size {
        true => None,
        false => Some(
            input::board(&args.what, false)
                .context("neither a size, such as 4 or 3x5, nor a board")?,
        ),
    };
    let size = match &board {
        Some(board) => board.size(),
        None => match &goal {
            Goal::Board(goal) => goal.size(),
            _ => options::size(&args.what).map_err(anyhow::Error::msg)?,
        },
    };
    let new_board = NewBoard {
        size,
        difficulty: args.difficulty,
        seed: args
            .seed
            .unwrap_or_else(|| RandomState::new().hash_one(std::process::id()) >> 16),
    };
    let game = match Game::new(goal, new_board, board) {
        Err(error) => match error.downcast::<InstanceError>() {
            Ok(InstanceError::Unsolvable(parity)) => {
                eprintln!("{parity}");
                output::write(None, |out| writeln!(out, "No solution possible"))?;
                return Ok(Exit::No);
            }
            Ok(error) => return Err(error.into()),
            Err(error) => return Err(error),
        },
        Ok(game) => game,
    };
    if !stdin().is_terminal() || !stdout().is_terminal() {
        bail!("the game needs a terminal for its keys and its picture: run it in one");
    }
    if output::is_dumb() {
        bail!("this terminal says that it can only print (TERM=dumb): run the game in another");
    }
    let (bests, told) = match Bests::default_path() {
        Some(path) => Bests::read(path),
        None => (Bests::default(), None),
    };
    if let Some(words) = told {
        eprintln!("{words}");
    }
    let played = play(game, bests, Colors::of_environment())?;
    if let Some(words) = played.trouble {
        eprintln!("the personal bests were not stored: {words}");
    }
    output::write(None, |out| {
        played
            .games
            .iter()
            .try_for_each(|game| writeln!(out, "{}", line(game)))
    })?;
    Ok(Exit::Done)
}

/// A game on one line: the board, and the moves that were made on it.
fn line(game: &Finished) -> String {
    let moves = game.moves.len();
    let verb = if game.is_solved {
        "solved in"
    } else {
        "left after"
    };
    let helped = if game.is_helped {
        ", with the solver's help"
    } else {
        ""
    };
    // Whole milliseconds, as the game shows them.
    let (seconds, milliseconds) = (game.time.as_secs(), game.time.subsec_millis());
    format!(
        "{} {verb} {moves} move{} and {seconds}.{milliseconds:03} s{helped}: {}",
        format::slashes(&game.start),
        if moves == 1 { "" } else { "s" },
        game.moves
    )
}
