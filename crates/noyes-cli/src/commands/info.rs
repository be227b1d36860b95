//! `noyes info`.

mod why;

use std::io::{self, Write};

use anyhow::Result;
use clap::ValueEnum;
use noyes::explain::Explanation;
use noyes::goal::{InstanceError, Parity};
use noyes::heuristic::HeuristicKind;
use noyes::{Board, Instance, format};
use serde_json::json;

use crate::exit::Exit;
use crate::options::GoalOption;
use crate::{input, output};

/// Show the properties of a board without solving it
///
/// Whether it can be solved and why, its distances, every lower bound with the contribution of each
/// tile, each line and each group of tiles, its neighbours and its twin.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes info boards/puzzle04.txt
  noyes info \"1 2 3/4 5 6/8 7 0\"
  noyes info \"8 1 3/4 0 2/7 6 5\" --goal snail --format json")]
pub struct Args {
    /// The board: a file, - for standard input, or the board itself in quotes
    board: String,

    /// The format
    #[arg(long, value_enum, default_value = "text")]
    format: InfoFormat,

    /// Print how the text was read
    #[arg(long)]
    verbose: bool,

    #[command(flatten)]
    goal: GoalOption,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum InfoFormat {
    /// For people
    Text,
    /// One JSON object
    Json,
}

/// The properties of a board.
struct Facts {
    board: Board,
    goal_name: &'static str,
    parity: Parity,
    hamming: u32,
    manhattan: u32,
    /// Name and value of every lower bound; empty for an unsolvable board.
    bounds: Vec<(&'static str, u32)>,
    parts: Explanation,
}

pub fn run(args: Args) -> Result<Exit> {
    let board = input::board(&args.board, args.verbose)?;
    let goal = args.goal.read(args.verbose)?;
    let goal_board = goal.board(board.size())?;
    let instance = match Instance::new(&board, &goal) {
        Ok(instance) => Some(instance),
        Err(InstanceError::Unsolvable(_)) => None,
        Err(error) => return Err(error.into()),
    };
    // Distances are defined for unsolvable boards too.
    let parts = match &instance {
        Some(instance) => Explanation::of(instance),
        None => Explanation::of_boards(&board, &goal_board),
    };
    let bound_of = |kind: HeuristicKind| {
        let bound = |instance: &Instance| kind.bound(instance).ok();
        instance.as_ref().and_then(bound)
    };
    let groups = parts.extra().map(|extra| parts.manhattan() + extra);
    let facts = Facts {
        parity: Parity::of(&board, &goal_board),
        hamming: parts.hamming(),
        manhattan: parts.manhattan(),
        bounds: HeuristicKind::ALL
            .into_iter()
            .filter(|&kind| kind != HeuristicKind::LinearConflictOrWalkingDistance)
            .filter_map(|kind| Some((kind.name(), bound_of(kind)?)))
            .chain(groups.map(|bound| ("groups", bound)))
            .collect(),
        goal_name: goal.name(),
        parts,
        board,
    };
    output::write(None, |out| match args.format {
        InfoFormat::Text => text(out, &facts),
        InfoFormat::Json => writeln!(out, "{}", object(&facts)),
    })?;
    Ok(Exit::Done)
}

fn text(out: &mut dyn Write, facts: &Facts) -> io::Result<()> {
    let board = &facts.board;
    let (row, col) = (
        board.blank() / board.cols() + 1,
        board.blank() % board.cols() + 1,
    );
    writeln!(
        out,
        "{} board, blank in row {row}, column {col}, goal {}",
        board.size(),
        facts.goal_name
    )?;
    let is_legible = board.size().fits_in(20);
    if is_legible {
        write!(out, "{}", rows(board, "  "))?;
    }
    let answer = if facts.parity.is_solvable() {
        "yes"
    } else {
        "no"
    };
    writeln!(out, "solvable         {answer}: {}", facts.parity)?;
    writeln!(out, "hamming          {} tiles out of place", facts.hamming)?;
    writeln!(out, "manhattan        {} steps in all", facts.manhattan)?;
    if let Some(best) = facts.bounds.iter().map(|&(_, bound)| bound).max() {
        writeln!(out, "lower bounds     the minimum is at least {best}")?;
        for (name, bound) in &facts.bounds {
            writeln!(out, "  {name:<18} {bound:>8}")?;
        }
    }
    why::text(out, board, &facts.parts)?;
    let neighbors: Vec<Board> = board.neighbors().collect();
    writeln!(out, "neighbours       {}", neighbors.len())?;
    if is_legible {
        for neighbor in &neighbors {
            writeln!(out, "{}", rows(neighbor, "  "))?;
        }
    }
    writeln!(out, "twin             its first two tiles exchanged")?;
    if is_legible {
        write!(out, "{}", rows(&board.twin(), "  "))?;
    }
    Ok(())
}

fn rows(board: &Board, indent: &str) -> String {
    let text = board.to_string();
    text.lines()
        .skip(1)
        .map(|row| format!("{indent}{}\n", row.trim_end()))
        .collect()
}

fn object(facts: &Facts) -> serde_json::Value {
    let board = &facts.board;
    let rows = |board: &Board| -> serde_json::Value { board.tiles().into() };
    json!({
        "schema": 1,
        "rows": board.rows(),
        "cols": board.cols(),
        "tiles": rows(board),
        "goal": facts.goal_name,
        "solvable": facts.parity.is_solvable(),
        "reason": facts.parity.to_string(),
        "inversions": facts.parity.inversions,
        "hamming": facts.hamming,
        "manhattan": facts.manhattan,
        "lower_bounds": facts.bounds.iter().map(|&(name, bound)| (name.to_owned(), bound.into())).collect::<serde_json::Map<_, _>>(),
        "explained": why::object(&facts.parts),
        "neighbours": board.neighbors().map(|board| rows(&board)).collect::<Vec<_>>(),
        "twin": rows(&board.twin()),
        "line": format::slashes(board),
    })
}
