//! `noyes pddl`: a board for planners.

use std::path::PathBuf;

use anyhow::Result;
use noyes::format::{pddl_domain, pddl_problem};

use crate::exit::Exit;
use crate::options::GoalOption;
use crate::{input, output};

/// Write a board as a PDDL problem for planners, or the domain
///
/// A plan has one action a move, such as (left t5 c1-2 c1-1). noyes check reads it back, and says
/// how far it is from the minimum.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes pddl boards/puzzle04.txt --output problem.pddl
  noyes pddl --domain --output domain.pddl
  noyes pddl \"8 1 3/4 0 2/7 6 5\" --goal snail")]
pub struct Args {
    /// The board: a file, - for standard input, or the board itself in quotes
    #[arg(required_unless_present = "domain")]
    board: Option<String>,

    /// Write the domain, which is the same for all boards
    #[arg(long, conflicts_with_all = ["board", "goal"])]
    domain: bool,

    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    goal: GoalOption,
}

pub fn run(args: Args) -> Result<Exit> {
    let text = match &args.board {
        None => pddl_domain(),
        Some(board) => {
            let board = input::board(board, false)?;
            let goal = args.goal.read(false)?.board(board.size())?;
            pddl_problem(&board, &goal)
        }
    };
    output::write(args.output.as_deref(), |out| out.write_all(text.as_bytes()))?;
    Ok(Exit::Done)
}
