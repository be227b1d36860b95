//! `noyes scramble`.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use anyhow::Result;
use clap::ValueEnum;
use noyes::guard::{Control, Event, Observer};
use noyes::scramble::Scrambler;
use noyes::search::Algorithm;
use noyes::solve::{Engine, Request};
use noyes::{Board, Goal, Instance, Moves, Size, format};
use noyes_api::difficulty;

use crate::exit::Exit;
use crate::options::{self, GoalOption};
use crate::progress::ProgressOption;
use crate::{interrupt, output};

/// Make random solvable boards
///
/// Every solvable board is equally likely. The same seed gives the same boards, always and
/// everywhere.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes scramble 4
  noyes scramble 3x5 --seed 7 --count 10
  noyes scramble 5 --depth 20
  noyes scramble 3 --hard | noyes solve -
  noyes scramble 4 --moves --seed 1")]
pub struct Args {
    /// The size: 4 (for 4x4), or rows x columns such as 3x5
    #[arg(value_name = "SIZE", value_parser = options::size)]
    size: Size,

    /// The number of boards
    #[arg(long, value_name = "N", default_value = "1", value_parser = options::count)]
    count: u64,

    /// Seed of the random boards; by default a random one, printed on standard error
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Make this many random slides from the goal instead, none undoing the one before
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100_000_000))]
    depth: Option<u32>,

    /// Take the board with the highest lower bound of 1,000 random ones
    #[arg(long, conflicts_with = "depth")]
    hard: bool,

    /// The format of a board; auto is course for one board and line for several
    #[arg(long, value_enum, default_value = "auto")]
    format: BoardStyle,

    /// Write the moves that make the board of the solved one, as puzzlers do: R2U2LD. Up to 4x4
    /// they are as few as possible; noyes solve --scramble reads them
    #[arg(long, conflicts_with = "format")]
    moves: bool,

    #[command(flatten)]
    goal: GoalOption,

    #[command(flatten)]
    progress: ProgressOption,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BoardStyle {
    /// course for one board, line for several (slashes where the board is not square)
    Auto,
    /// The size, then a line a row
    Course,
    /// All tiles on one line
    Line,
    /// One line, rows split by /
    Slashes,
    /// A JSON array of rows
    Json,
    /// The cell of each tile, as search codes of the University of New Hampshire read it
    Positions,
}

impl BoardStyle {
    fn write(self, out: &mut dyn Write, board: &Board) -> std::io::Result<()> {
        match self {
            Self::Auto | Self::Course => write!(out, "{board}"),
            Self::Line => writeln!(out, "{}", format::tile_line(board)),
            Self::Slashes => writeln!(out, "{}", format::slashes(board)),
            Self::Json => writeln!(out, "{}", format::json_rows(board)),
            Self::Positions => write!(out, "{}", format::tile_positions(board)),
        }
    }
}

/// Boards are written in blocks of this many bytes.
const BLOCK: usize = 1 << 16;

pub fn run(args: Args) -> Result<Exit> {
    let goal = args.goal.read(false)?;
    let progress = args
        .progress
        .begin()
        .with_parts(args.count as usize, "boards");
    let seed = args.seed.unwrap_or_else(|| {
        let seed = RandomState::new().hash_one(std::process::id()) % 1_000_000;
        progress.remark(format!("seed {seed}"));
        seed
    });
    let style = match args.format {
        BoardStyle::Auto if args.count == 1 => BoardStyle::Course,
        BoardStyle::Auto if args.size.is_square() => BoardStyle::Line,
        BoardStyle::Auto => BoardStyle::Slashes,
        style => style,
    };
    let mut scrambler = Scrambler::new(args.size, &goal, seed)?;
    let engine = args.moves.then(Engine::new);
    interrupt::listen();
    let mut drawn = 0;
    output::write(None, |out| {
        let mut text = Vec::new();
        while drawn < args.count && !interrupt::is_requested() {
            let part = progress.part(0, String::new(), Vec::new());
            let board = match args.depth {
                Some(slides) => {
                    let total = u64::from(slides);
                    let go_on = |made| {
                        let done = made as u64;
                        part.on(&Event::Drawn { done, total }) == Control::Continue
                    };
                    match scrambler.walk_while(slides as usize, go_on) {
                        Some(board) => board,
                        None => break,
                    }
                }
                None if args.hard => scrambler.hardest(1000, |board| difficulty(board, &goal)),
                None => scrambler.uniform(),
            };
            match &engine {
                Some(engine) => match moves_to(engine, &board, &goal, &part) {
                    Some(moves) => writeln!(text, "{moves}")?,
                    None => break,
                },
                None => style.write(&mut text, &board)?,
            }
            drawn += 1;
            // The progress line is taken off the screen for every block, not for every board.
            if text.len() >= BLOCK {
                progress.suspend(|| out.write_all(&text).and_then(|()| out.flush()))?;
                text.clear();
            }
        }
        progress.finish();
        out.write_all(&text)
    })?;
    if drawn < args.count {
        progress.remark(format!("stopped after {drawn} of {} boards", args.count));
        return Ok(Exit::Limit);
    }
    Ok(Exit::Done)
}

/// Moves that lead from the solved board to this one: as few as possible up to 4×4. None if it was
/// interrupted.
fn moves_to(engine: &Engine, board: &Board, goal: &Goal, observer: &dyn Observer) -> Option<Moves> {
    let instance = Instance::new(board, goal).ok()?;
    let request = Request {
        algorithm: (!board.size().fits_in(4)).then_some(Algorithm::Construct),
        ..Request::default()
    };
    let plan = engine.plan(&instance, &request).ok()?;
    let outcome = engine.solve(&instance, &plan, observer).ok()?;
    let solution = outcome.moves().filter(|_| !interrupt::is_requested())?;
    // The way back: every slide undone, the last one first.
    Some(solution.iter().rev().map(|way| way.opposite()).collect())
}
