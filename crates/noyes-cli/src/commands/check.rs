//! `noyes check`.

mod certificate;

use std::time::Duration;

use anyhow::{Result, bail};
use clap::ValueEnum;
use noyes::guard::Observer;
use noyes::solve::{Engine, Limits};
use noyes_answer::{Known, Question};
use noyes_api::check::{Searches, check_answer};
use noyes_api::{Position, Replay};

use crate::exit::Exit;
use crate::options::{self, GoalOption, MetricName};
use crate::progress::{Progress, ProgressOption};
use crate::{input, interrupt, output};

/// Check a solution: does it solve, how far is it from the minimum, which move is wasted
///
/// MOVES is a file, - for standard input, or the moves themselves: letters (R2U2LD, the way the
/// tile slides; if those do not solve, the way the blank goes is tried, and said so), words (left,
/// 5 up), tiles (5 L), a transcript of boards, or what solve --format json writes. Boards and moves
/// are found among other prints, too. "No solution possible" is right for a board that has none. A
/// link to a replay of slidysim is a board and its moves.
///
/// With --certificate, what noyes solve --certificate wrote is replayed by code that shares nothing
/// with the engine; --rerun proves the bound again, with other tables, on one thread: by a search
/// of all boards up to 10 cells, and by an engine that builds its tables anew above.
///
/// Exits 0 if the answer is right, also where fewer moves would do, and 1 if it is not.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes check boards/puzzle04.txt LULU
  noyes check boards/puzzle04.txt \"1 left, 2 up, 5 left, 6 up\"
  noyes check boards/puzzle04.txt L2RULU --metric multi
  noyes solve boards/puzzle04.txt moves.txt && noyes check boards/puzzle04.txt moves.txt
  noyes solve boards/puzzle04.txt | noyes check boards/puzzle04.txt -
  noyes check boards/puzzle04.txt LRLULU --format json
  noyes check \"https://slidysim.github.io/replay?r=eAGLVvIJVdIxNTAw0FEyUDDUN1YwUtLRNYwFAD1sBL4%3D\"
  noyes solve boards/random4.txt --certificate proof.json && noyes check --certificate proof.json
  noyes check --certificate proof.json --rerun")]
pub struct Args {
    /// The board: a file, - for standard input, or the board itself in quotes
    #[arg(required_unless_present = "certificate")]
    board: Option<String>,

    /// The moves: a file, - for standard input, or the moves themselves
    moves: Option<String>,

    /// Check this certificate instead: a file, or - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "moves", "goal", "metric"])]
    certificate: Option<String>,

    /// Prove the bound of the certificate again
    #[arg(long, requires = "certificate")]
    rerun: bool,

    /// Time for finding the minimum to compare with, 10s by default; for --rerun of a proven
    /// minimum there is no limit by default
    #[arg(long, value_name = "TIME", value_parser = options::duration)]
    time_limit: Option<Duration>,

    /// What counts as one move: single (one tile), multi (several tiles of a line at once; proven
    /// up to 16 cells, and near the goal on larger boards)
    #[arg(long, value_enum, value_name = "NAME", default_value = "single")]
    metric: MetricName,

    /// The format of the report
    #[arg(long, value_enum, default_value = "text")]
    format: CheckFormat,

    #[command(flatten)]
    goal: GoalOption,

    #[command(flatten)]
    progress: ProgressOption,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CheckFormat {
    /// For people
    Text,
    /// One JSON object
    Json,
}

/// Time for finding the minimum to compare with.
const COMPARE_TIME: Duration = Duration::from_secs(10);

pub fn run(args: Args) -> Result<Exit> {
    if let Some(file) = &args.certificate {
        let progress = args.progress.begin();
        let report = certificate::check(file, args.rerun, args.time_limit, &progress);
        progress.finish();
        let report = report?;
        output::write(None, |out| match args.format {
            CheckFormat::Text => writeln!(out, "{}", report.words.join("\n")),
            CheckFormat::Json => writeln!(out, "{}", report.json),
        })?;
        return Ok(report.exit);
    }
    let Some(board) = &args.board else {
        bail!("give a board and moves, or --certificate and a file");
    };
    // A link to a replay is a board and its moves.
    let moves = match &args.moves {
        Some(moves) => moves,
        None if Replay::linked(board).is_some() => board,
        None => bail!("give the moves behind the board: a file, - for standard input, or R2U2LD"),
    };
    let position = Position {
        board: input::board(board, false)?,
        goal: args.goal.read(false)?,
        note: String::new(),
    };
    let metric = args.metric.metric();
    let question = Question {
        board: position.board.clone(),
        goal: position.goal_board()?,
        metric,
        // The moves are read before the minimum is looked for.
        known: Known::Solvable {
            lower_bound: 0,
            best: None,
        },
    };
    let read = input::answer(moves, &question)?;
    interrupt::listen();
    let progress = args.progress.begin();
    let limits = Limits {
        time: Some(args.time_limit.unwrap_or(COMPARE_TIME)),
        ..Limits::default()
    };
    let answer = check_answer(&Engine::new(), &position, metric, &read, limits, &progress);
    progress.finish();
    let answer = answer.map_err(|problem| match problem.field {
        Some("moves") => anyhow::Error::new(problem).context("the moves"),
        _ => problem.into(),
    })?;
    output::write(None, |out| match args.format {
        CheckFormat::Text => writeln!(out, "{}", answer.words.join("\n")),
        CheckFormat::Json => writeln!(out, "{}", answer.to_json()),
    })?;
    Ok(if answer.right { Exit::Done } else { Exit::No })
}

impl Searches for Progress {
    fn observer(&self, after: Option<usize>) -> Box<dyn Observer + '_> {
        let part = match after {
            None => self.part(0, String::new(), Vec::new()),
            Some(moves) => {
                let name = format!("after {moves} moves");
                self.part(moves, name, vec![("after", moves.into())])
            }
        };
        Box::new(part)
    }
}
