//! `noyes check`.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::{Context, Result};
use noyes::Instance;
use noyes::format::ReadError;
use noyes::goal::InstanceError;
use noyes::solve::{Engine, Outcome};

use crate::answer_text::{says_unsolvable, why_empty};
use crate::cycles::Cycle;
use crate::exit::Exit;
use crate::options::{self, GoalOption};
use crate::progress::ProgressOption;
use crate::review::{Fault, Review, Solution, Wasted};
use crate::{input, interrupt, output};

/// Check a solution: does it solve, how far is it from the minimum, which move is wasted
///
/// MOVES is a file, - for standard input, or the moves themselves: letters (R2U2LD, the way the
/// tile slides; if those do not solve, the way the blank goes is tried), tiles (5 L), a
/// transcript of boards, or what solve --format json writes. "No solution possible" is right for a
/// board that has none.
///
/// Exits 0 if the answer is right, also where fewer moves would do, and 1 if it is not.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes check boards/puzzle04.txt LULU
  noyes solve boards/puzzle04.txt moves.txt && noyes check boards/puzzle04.txt moves.txt
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

    #[command(flatten)]
    progress: ProgressOption,
}

pub fn run(args: Args) -> Result<Exit> {
    let board = input::board(&args.board, false)?;
    let goal = args.goal.read(false)?;
    let goal_board = goal.board(board.size())?;
    let text = input::moves(&args.moves)?;
    let unsolvable = Instance::new(&board, &goal).err();
    if says_unsolvable(&text) {
        return check_unsolvable(unsolvable);
    }
    // The moves of a solved board may be an empty file, as solve writes it.
    if board != goal_board
        && let Some(reason) = why_empty(&text, &board)
    {
        return not_a_solution(reason);
    }
    let solution = match Solution::read(&text, &board, &goal_board) {
        Ok(solution) => solution,
        Err(fault) => return explain(fault, unsolvable),
    };
    if let Some(claim) = solution.false_claim() {
        return not_a_solution(&claim);
    }
    interrupt::listen();
    let progress = args.progress.begin();
    let review = Review {
        engine: &Engine::new(),
        goal: &goal,
        time: args.time_limit,
    };
    let outcome = review.outcome(&board, &progress.part(0, String::new(), Vec::new()))?;
    let length = solution.moves.len() as u32;
    let wasted = (outcome.is_optimal() && outcome.lower_bound() < length)
        .then(|| review.first_wasted(&board, &solution.moves, outcome.lower_bound(), &progress))
        .flatten();
    progress.finish();
    // Where no minimum tells which move is wasted, a round that leads nowhere still does.
    let cycle = (wasted.is_none() && outcome.lower_bound() < length)
        .then(|| Cycle::find(&board, &solution.moves))
        .flatten();
    output::write(None, |out| {
        writeln!(out, "Solves the board in {length} moves")?;
        let (moves, reading) = (solution.multi_tile_moves(), solution.reading.words());
        writeln!(
            out,
            "{moves} if pushing several tiles at once is one move; {reading}"
        )?;
        compare(out, length, &outcome)?;
        if let Some(Wasted { number, tile, way }) = wasted {
            writeln!(out, "First wasted move: number {number} ({tile} {way})")?;
        }
        if let Some(Cycle { first, last }) = cycle {
            writeln!(
                out,
                "Moves {first} to {last} are wasted: the board is then as it was before them"
            )?;
        }
        Ok(())
    })?;
    Ok(Exit::Done)
}

/// Checks the answer that the board has no solution.
fn check_unsolvable(unsolvable: Option<InstanceError>) -> Result<Exit> {
    match unsolvable {
        Some(error @ InstanceError::Unsolvable(_)) => {
            output::write(None, |out| writeln!(out, "Right: {error}"))?;
            Ok(Exit::Done)
        }
        Some(error) => Err(error.into()),
        None => not_a_solution("says there is none, but there is"),
    }
}

fn not_a_solution(reason: &str) -> Result<Exit> {
    output::write(None, |out| writeln!(out, "Not a solution: {reason}"))?;
    Ok(Exit::No)
}

/// Says why the moves are no solution: that the board has none, or what is wrong with them. A text
/// without readable moves is bad input instead.
fn explain(fault: Fault, unsolvable: Option<InstanceError>) -> Result<Exit> {
    let reason = match (fault, unsolvable) {
        (Fault::Unreadable(error @ ReadError::NotOneSlide { .. }), _) => error.to_string(),
        (Fault::Unreadable(error), _) => return Err(error).context("the moves"),
        (Fault::Wrong { .. }, Some(error)) => error.to_string(),
        (Fault::Wrong { error, other_way }, None) => match other_way {
            None => error.to_string(),
            Some(other) => format!(
                "{error}\nNor if the letters are the way the blank goes (named here by the tile's): {other}"
            ),
        },
    };
    not_a_solution(&reason)
}

fn compare(out: &mut dyn Write, length: u32, outcome: &Outcome) -> io::Result<()> {
    if outcome.lower_bound() == length {
        return writeln!(out, "Minimum number of moves = {length}: none can be saved");
    }
    if outcome.is_optimal() {
        let minimum = outcome.lower_bound();
        return writeln!(
            out,
            "Minimum number of moves = {minimum}: {} more than needed",
            length - minimum
        );
    }
    writeln!(
        out,
        "The minimum is at least {}: at most {} more than needed",
        outcome.lower_bound(),
        length - outcome.lower_bound()
    )?;
    match outcome.length() {
        Some(best) if best < length => writeln!(
            out,
            "A solution of {best} moves is known: {} fewer",
            length - best
        ),
        _ => Ok(()),
    }
}
