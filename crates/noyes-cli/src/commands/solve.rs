//! `noyes solve`.

mod all_shortest;
mod answer;
mod resume;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use noyes::board::Metric;
use noyes::format::read_moves;
use noyes::goal::InstanceError;
use noyes::render::chart::Unit;
use noyes::solve::{AllShortestError, Checkpoint, Outcome, Request};
use noyes::verify::verify;
use noyes::{Instance, Moves};

use crate::commands::tables;
use crate::exit::Exit;
use crate::options::{self, GoalOption, SearchOptions};
use crate::printable::printable_path;
use crate::progress::ProgressOption;
use crate::{alloc_counter, input, interrupt, output};
pub use answer::{Answer, AnswerFormat};

/// Solve a board in as few moves as possible
///
/// Boards up to 4×4 are solved with the minimum proven; larger ones as well as 10 seconds allow,
/// with a proven bound on how far the minimum can be.
///
/// With OUT, the moves go to that file, one a line ("5 L": tile 5 slides left), and size, moves and
/// time are printed. For a board that cannot be solved, OUT says "No solution possible". An OUT
/// that holds a board is not overwritten without --force: for several boards there is noyes batch.
///
/// A file is replaced as a whole when the answer is there; a symbolic link stays, and the file that
/// it leads to is replaced.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes solve boards/puzzle04.txt
  noyes solve \"8 1 3/4 0 2/7 6 5\" --format tiles
  noyes solve boards/puzzle04.txt moves.txt
  noyes solve boards/random10.txt --time-limit 1s --verbose
  noyes solve boards/random4.txt --algorithm astar --memory-limit 500MB --stats
  noyes solve boards/puzzle04.txt --from LRLULU
  noyes solve boards/puzzle04.txt --count
  noyes solve \"8 1 3/4 0 2/7 6 5\" --all --format directions --limit 10
  noyes solve boards/random4.txt --metric multi --format directions
  noyes scramble 5 --seed 1 | noyes solve - --time-limit 1s --format json --progress json")]
pub struct Args {
    /// The board: a file, - for standard input, or the board itself in quotes
    #[arg(required_unless_present = "resume")]
    board: Option<String>,

    /// Write the moves to this file, in the tiles format; - for standard output
    #[arg(conflicts_with_all = ["format", "output"])]
    out: Option<PathBuf>,

    #[command(flatten)]
    goal: GoalOption,

    #[command(flatten)]
    search: SearchOptions,

    /// Start from this solution and shorten it: a file, - for standard input, or the moves
    #[arg(long, value_name = "MOVES", help_heading = "Search")]
    from: Option<String>,

    /// Finish the last iteration of a proof and search without a transposition table, so that node
    /// counts can be compared (boards of 17 to 25 cells)
    #[arg(long, help_heading = "Search")]
    count_full: bool,

    /// Save the state of the proof to this file as it runs (boards of 17 to 25 cells); by default
    /// proofs of more than a minute are saved in the folder of tables
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    checkpoint: Option<PathBuf>,

    /// Continue the proof saved in a checkpoint file
    #[arg(long, value_name = "FILE", help_heading = "Search", conflicts_with_all = ["board", "from", "goal", "tables", "algorithm", "heuristic", "metric"])]
    resume: Option<PathBuf>,

    /// Count the shortest solutions
    #[arg(long, help_heading = "Output", conflicts_with_all = ["all", "out"])]
    count: bool,

    /// Write all shortest solutions
    #[arg(long, help_heading = "Output", conflicts_with = "out")]
    all: bool,

    /// The most solutions that --all writes
    #[arg(long, value_name = "N", default_value = "1000", help_heading = "Output", requires = "all", value_parser = options::count)]
    limit: u64,

    /// The format of the answer; by default boards up to 5x5, directions above
    #[arg(long, value_enum, help_heading = "Output")]
    format: Option<AnswerFormat>,

    /// Write the answer to a file instead of standard output, which is -
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Write to OUT even if it holds a board
    #[arg(long, help_heading = "Output", requires = "out")]
    force: bool,

    /// Print the plan and do not solve
    #[arg(long, help_heading = "Output")]
    plan: bool,

    /// Print algorithm, nodes, memory (without tables, which are mapped from disk) and time on
    /// standard error
    #[arg(long, help_heading = "Output")]
    stats: bool,

    #[command(flatten)]
    progress: ProgressOption,

    /// Print how the board was read, and log every better bound and solution
    #[arg(long, help_heading = "Output", conflicts_with = "quiet")]
    verbose: bool,
}

pub fn run(args: Args) -> Result<Exit> {
    for path in [&args.out, &args.output] {
        output::ensure_writable(path.as_deref())?;
    }
    if let Some(out) = args.out.as_deref().filter(|_| !args.force) {
        spare_boards(out)?;
    }
    if let Some(path) = &args.checkpoint {
        spare_other_files(path)?;
    }
    let resumed = args.resume.as_deref().map(Checkpoint::read).transpose()?;
    let (board, goal) = match (&resumed, &args.board) {
        (Some(old), _) => (old.board.clone(), resume::goal(old)),
        (None, Some(board)) => (
            input::board(board, args.verbose)?,
            args.goal.read(args.verbose)?,
        ),
        (None, None) => bail!("give a board to solve, or --resume and a checkpoint"),
    };
    let out = args.out.as_deref();
    let format = args
        .format
        .unwrap_or_else(|| AnswerFormat::usual(board.size()));
    let progress = args.progress.begin_with(args.verbose);
    let instance = match Instance::new(&board, &goal) {
        Ok(instance) => instance,
        Err(InstanceError::Unsolvable(parity)) => {
            progress.remark(parity);
            // An OUT of an earlier board must not look like the answer to this one.
            if let Some(path) = out.filter(|path| !output::is_standard(Some(path))) {
                output::write(Some(path), |out| writeln!(out, "No solution possible"))?;
            }
            output::write(args.output.as_deref(), |out| {
                answer::unsolvable(out, format, &board, goal.name())
            })?;
            return Ok(Exit::No);
        }
        Err(error) => return Err(error.into()),
    };
    let from = args.from.as_deref();
    let request = Request {
        from: from.map(|from| solution(&instance, from)).transpose()?,
        count_full: args.count_full,
        checkpoint: args.checkpoint.clone(),
        ..args.search.request()?
    };
    let request = match resumed {
        Some(old) => resume::request(old, request, args.resume),
        None => request,
    };
    if (args.count || args.all) && request.metric == Metric::Multi {
        bail!("--count and --all are for single-tile moves: leave out --metric multi");
    }
    let engine = args.search.engine();
    let plan = engine.plan(&instance, &request)?;
    if args.plan {
        output::write(args.output.as_deref(), |out| write!(out, "{plan}"))?;
        return Ok(Exit::Done);
    }
    interrupt::listen();
    if let Some(words) = tables::announcement(&engine, &instance, &plan) {
        progress.remark(words);
    }
    let search = || engine.solve(&instance, &plan, &progress);
    let outcome = if args.stats {
        let (outcome, memory) = alloc_counter::peak_bytes(search);
        let outcome = outcome?;
        progress.print(stats(&outcome, memory));
        outcome
    } else {
        search()?
    };
    let answer = Answer {
        instance: &instance,
        outcome: &outcome,
    };
    if (args.count || args.all) && outcome.is_optimal() {
        let limit = if args.all { args.limit as usize } else { 0 };
        let found = all_shortest::AllShortest::find(&engine, answer, &plan, limit, &progress);
        progress.finish();
        match found {
            Ok(shortest) => {
                output::write(args.output.as_deref(), |out| shortest.write(out, format))?;
                if args.all && shortest.is_truncated() {
                    progress.remark("there are more: give a higher --limit to see them");
                }
                return Ok(Exit::Done);
            }
            Err(AllShortestError::Stopped(reason)) => {
                progress.remark(format_args!(
                    "{reason} before all shortest solutions were known; here is one"
                ));
                output::write(args.output.as_deref(), |out| answer.write(out, format))?;
                return Ok(Exit::Limit);
            }
            Err(error) => return Err(error.into()),
        }
    }
    progress.finish();
    match out {
        Some(path) => {
            output::write(Some(path), |out| answer.write_moves(out))?;
            let mut summary = Vec::new();
            answer.summary(&mut summary)?;
            match output::is_standard(Some(path)) {
                // The moves are the result then, and nothing else.
                true => progress.remark(String::from_utf8_lossy(&summary).trim_end()),
                false => output::write(None, |out| out.write_all(&summary))?,
            }
        }
        None => output::write(args.output.as_deref(), |out| answer.write(out, format))?,
    }
    if let Some(reason) = outcome.stop {
        progress.remark(format_args!("{reason} before the minimum was proven"));
    }
    Ok(exit(&outcome))
}

/// Refuses an OUT that is a board: `noyes solve *.txt` with two boards names the second one as OUT.
fn spare_boards(out: &Path) -> Result<()> {
    if input::holds_boards(out) {
        bail!(
            "{} holds a board, which the moves would replace: name another OUT, or give --force; to solve several boards, use noyes batch",
            printable_path(out)
        );
    }
    Ok(())
}

/// Refuses a checkpoint that would replace something else.
fn spare_other_files(checkpoint: &Path) -> Result<()> {
    // Only a regular file is opened: a pipe would have to be waited for.
    let is_spared = !checkpoint.is_file() || Checkpoint::read(checkpoint).is_err();
    if is_spared && checkpoint.symlink_metadata().is_ok() {
        bail!(
            "{} is there already and is not a checkpoint of noyes: name another file for --checkpoint, or remove this one",
            printable_path(checkpoint)
        );
    }
    Ok(())
}

/// The user's own solution, which must solve the board.
fn solution(instance: &Instance, argument: &str) -> Result<Moves> {
    let text = input::moves(argument)?;
    let moves = read_moves(&text, instance.board()).context("--from")?.moves;
    verify(instance.board(), instance.goal(), &moves)
        .context("--from: these moves do not solve the board")?;
    Ok(moves)
}

/// A limit ended the solve if there is no solution, or no proof where one was asked for.
fn exit(outcome: &Outcome) -> Exit {
    if outcome.moves().is_none() || outcome.wanted_proof && !outcome.is_optimal() {
        Exit::Limit
    } else {
        Exit::Done
    }
}

fn stats(outcome: &Outcome, memory: usize) -> String {
    let counts = outcome.counts;
    format!(
        "algorithm {}, heuristic {}, expanded {}, generated {}, stored {}, at most {} held, {:.3} s",
        outcome.algorithm,
        outcome.heuristic,
        counts.expanded,
        counts.generated,
        counts.stored,
        Unit::Bytes.label(memory as f64),
        outcome.elapsed.as_secs_f64()
    )
}
