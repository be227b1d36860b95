//! `noyes info`.

mod why;

use std::io::{self, Write};

use anyhow::Result;
use clap::ValueEnum;
use noyes::board::Tile;
use noyes::goal::Parity;
use noyes::guard::Silent;
use noyes::{Board, Engine};
use noyes_api::info::{Facts, mending_exchange};
use noyes_api::{Caps, Position};

use crate::exit::Exit;
use crate::options::GoalOption;
use crate::{input, output};

/// Show the properties of a board without solving it
///
/// Whether it can be solved and why, its distances, every lower bound with the contribution of each
/// tile, each line, each group of tiles and each pattern, its neighbours and its twin. For boards
/// of up to 16 cells the quick tables (3 MB) are built if there are none.
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

pub fn run(args: Args) -> Result<Exit> {
    let position = Position {
        board: input::board(&args.board, args.verbose)?,
        goal: args.goal.read(args.verbose)?,
        note: String::new(),
    };
    let facts = Facts::of(&Engine::new(), &position, &Caps::NONE, &Silent)?;
    output::write(None, |out| match args.format {
        InfoFormat::Text => text(out, &facts),
        InfoFormat::Json => writeln!(out, "{}", facts.object()),
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
    if let Some([first, second]) = mending_exchange(board, &facts.goal_board) {
        let mended = exchanged(board, first, second);
        let parity = Parity::of(&mended, &facts.goal_board);
        writeln!(
            out,
            "  exchange tiles {first} and {second}, and it can be solved: {parity}"
        )?;
        writeln!(
            out,
            "  no slide makes an odd arrangement even: docs/book/why/parity.md proves that this decides"
        )?;
    }
    writeln!(out, "hamming          {} tiles out of place", facts.hamming)?;
    writeln!(out, "manhattan        {} steps in all", facts.manhattan)?;
    if let Some(best) = facts.bounds.iter().map(|&(_, bound)| bound).max() {
        writeln!(
            out,
            "lower bounds     the minimum is at least {best} (docs/book/why/lower-bounds.md proves it of hamming and manhattan)"
        )?;
        for (name, bound) in &facts.bounds {
            writeln!(out, "  {name:<18} {bound:>8}")?;
        }
    }
    why::text(out, board, &facts.parts)?;
    why::patterns(out, &facts.patterns)?;
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

/// The board with two tiles exchanged.
fn exchanged(board: &Board, first: Tile, second: Tile) -> Board {
    let tile = |&tile: &Tile| match tile {
        tile if tile == first => u32::from(second),
        tile if tile == second => u32::from(first),
        tile => u32::from(tile),
    };
    let tiles: Vec<u32> = board.tiles().iter().map(tile).collect();
    let rows: Vec<&[u32]> = tiles.chunks(board.cols()).collect();
    Board::new(&rows).unwrap_or_else(|_| board.twin())
}

fn rows(board: &Board, indent: &str) -> String {
    let text = board.to_string();
    text.lines()
        .skip(1)
        .map(|row| format!("{indent}{}\n", row.trim_end()))
        .collect()
}
