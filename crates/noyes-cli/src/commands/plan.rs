//! `noyes plan`.

use anyhow::Result;
use noyes::Instance;
use noyes::goal::InstanceError;

use crate::exit::Exit;
use crate::options::{GoalOption, SearchOptions};
use crate::{input, output};

/// Show what solve would do, without solving
///
/// The searches in order, their heuristics, the time and memory that each is likely to take, and
/// the limits on time, nodes and memory: the same as noyes solve --plan.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes plan boards/random4.txt
  noyes plan boards/random10.txt --time-limit 1m
  noyes plan boards/random5.txt --algorithm astar --memory-limit 4GB")]
pub struct Args {
    /// The board: a file, - for standard input, or the board itself in quotes
    board: String,

    #[command(flatten)]
    goal: GoalOption,

    #[command(flatten)]
    search: SearchOptions,
}

pub fn run(args: Args) -> Result<Exit> {
    let board = input::board(&args.board, false)?;
    let goal = args.goal.read(false)?;
    let instance = match Instance::new(&board, &goal) {
        Err(InstanceError::Unsolvable(parity)) => {
            eprintln!("{parity}");
            output::write(None, |out| writeln!(out, "No solution possible"))?;
            return Ok(Exit::No);
        }
        other => other?,
    };
    let plan = args
        .search
        .engine()
        .plan(&instance, &args.search.request()?)?;
    output::write(None, |out| write!(out, "{plan}"))?;
    Ok(Exit::Done)
}
