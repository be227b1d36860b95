//! `noyes check`.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::{Context, Result};
use noyes::board::Direction;
use noyes::format::read_moves;
use noyes::goal::InstanceError;
use noyes::solve::{Limits, Outcome, Plan, Request, solve};
use noyes::verify::verify;
use noyes::{Board, Goal, Instance, Moves};

use crate::exit::Exit;
use crate::options::{self, GoalOption};
use crate::watch::Watch;
use crate::{input, interrupt, output};

/// Check a solution: does it solve, how far is it from the minimum, which move is wasted
///
/// MOVES is a file, - for standard input, or the moves themselves: letters (R2U2LD, the way the
/// tile slides; if those do not solve, the way the blank goes is tried), tiles (5 L), or a
/// transcript of boards.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes check boards/puzzle04.txt LULU
  noyes check boards/puzzle04.txt moves.txt
  noyes solve boards/puzzle04.txt | noyes check boards/puzzle04.txt -")]
pub struct Args {
    /// The board: a file, - for standard input, or the board itself in quotes
    board: String,

    /// The moves: a file, - for standard input, or the moves themselves
    moves: String,

    /// Time for finding the minimum to compare with
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = options::duration)]
    time_limit: Duration,

    #[command(flatten)]
    goal: GoalOption,
}

pub fn run(args: Args) -> Result<Exit> {
    let board = input::board(&args.board, false)?;
    let goal = args.goal.read(false)?;
    let goal_board = goal.board(board.size())?;
    let text = input::moves(&args.moves)?;
    let read = read_moves(&text, &board).context("the moves")?;
    let tile_way = verify(&board, &goal_board, &read.moves);
    let blank_moves: Moves = read
        .moves
        .iter()
        .map(|direction| direction.opposite())
        .collect();
    let (moves, letters) = match &tile_way {
        Err(_) if verify(&board, &goal_board, &blank_moves).is_ok() => {
            (blank_moves, " (read as the way the blank goes)")
        }
        _ => (read.moves, ""),
    };
    if let Err(error) = verify(&board, &goal_board, &moves) {
        output::write(None, |out| writeln!(out, "Not a solution: {error}"))?;
        return Ok(Exit::No);
    }
    interrupt::listen();
    let search = Search {
        goal,
        time: args.time_limit,
    };
    let outcome = search.outcome(&board)?;
    output::write(None, |out| {
        writeln!(out, "Solves the board in {} moves{letters}", moves.len())?;
        compare(out, &search, &board, &moves, &outcome)
    })?;
    Ok(Exit::Done)
}

/// Finds minima to compare with.
struct Search {
    goal: Goal,
    time: Duration,
}

impl Search {
    fn outcome(&self, board: &Board) -> Result<Outcome> {
        let instance = match Instance::new(board, &self.goal) {
            Err(InstanceError::Unsolvable(parity)) => {
                anyhow::bail!("a board on a path to the goal came out unsolvable: {parity}")
            }
            other => other?,
        };
        let request = Request {
            limits: Limits {
                time: Some(self.time),
                ..Limits::default()
            },
            ..Request::default()
        };
        let watch = Watch::new(false, false);
        let outcome = solve(&instance, &Plan::new(&instance, &request)?, &watch);
        watch.finish();
        Ok(outcome?)
    }

    fn minimum(&self, board: &Board) -> Option<u32> {
        let outcome = self.outcome(board).ok()?;
        outcome.length().filter(|_| outcome.is_optimal())
    }
}

fn compare(
    out: &mut dyn Write,
    search: &Search,
    board: &Board,
    moves: &Moves,
    outcome: &Outcome,
) -> io::Result<()> {
    let length = moves.len() as u32;
    if outcome.lower_bound == length {
        return writeln!(out, "Minimum number of moves = {length}: none can be saved");
    }
    if !outcome.is_optimal() {
        writeln!(out, "The minimum is at least {}", outcome.lower_bound)?;
        return match outcome.length() {
            Some(best) if best < length => writeln!(
                out,
                "A solution of {best} moves is known: {} fewer",
                length - best
            ),
            _ => Ok(()),
        };
    }
    let minimum = outcome.lower_bound;
    writeln!(
        out,
        "Minimum number of moves = {minimum}: {} more than needed",
        length - minimum
    )?;
    match first_wasted(search, board, moves, minimum) {
        Some((number, direction)) => {
            writeln!(out, "First wasted move: number {number} ({direction})")
        }
        None => Ok(()),
    }
}

/// The first move after which the way to the goal is longer than before.
///
/// Moves made + moves still needed never falls along a path, so the first rise is found by
/// halving.
fn first_wasted(
    search: &Search,
    board: &Board,
    moves: &Moves,
    minimum: u32,
) -> Option<(usize, Direction)> {
    let boards: Vec<Board> = moves
        .iter()
        .scan(board.clone(), |board, &direction| {
            *board = board.slide(direction)?;
            Some(board.clone())
        })
        .collect();
    // Up to `good` moves nothing is wasted; up to `bad` something is.
    let (mut good, mut bad) = (0, moves.len());
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        let left = search.minimum(&boards[middle - 1])?;
        if middle as u32 + left == minimum {
            good = middle;
        } else {
            bad = middle;
        }
    }
    Some((bad, moves[bad - 1]))
}
