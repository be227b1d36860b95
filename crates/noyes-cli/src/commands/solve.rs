//! `noyes solve`.

mod all_shortest;
mod answer;
mod certificate;
mod refute;
mod report;
pub mod resume;
mod stats;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use noyes::format::read_moves;
use noyes::goal::InstanceError;
use noyes::solve::{AllShortestError, Checkpoint, Outcome, Request};
use noyes::verify::verify;
use noyes::{Board, Goal, Instance, Moves, Size};

use crate::commands::tables;
use crate::exit::Exit;
use crate::options::{self, GoalOption, SearchOptions};
use crate::printable::printable_path;
use crate::progress::ProgressOption;
use crate::{alloc_counter, input, interrupt, output};
pub use answer::{Answer, AnswerFormat};
use report::ReportName;

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
  noyes solve \"7 8 5/4 0 2/3 6 1\" --algorithm course --heuristic hamming --stats
  noyes solve \"7 8 5/4 0 2/3 6 1\" --algorithm astar --duplicates chain --format json
  noyes solve \"2 8 3/1 6 4/7 0 5\" --goal snail --algorithm greedy --heuristic euclidean --report 42
  noyes solve boards/random4.txt --algorithm weighted-ida --weight size --heuristic manhattan
  noyes solve boards/puzzle04.txt --algorithm ida --heuristic manhattan --count-as korf1985 --stats
  noyes solve boards/puzzle04.txt --from LRLULU
  noyes solve boards/puzzle04.txt --count
  noyes solve --scramble DRDLU2 --size 3
  noyes solve boards/puzzle04.txt --format replay
  noyes solve \"8 1 3/4 0 2/7 6 5\" --all --format directions --limit 10
  noyes solve boards/random4.txt --metric multi --format directions
  noyes solve \"8 1 3/4 0 2/7 6 5\" --metric multi --count
  noyes solve boards/random4.txt --certificate proof.json && noyes check --certificate proof.json
  noyes scramble 5 --seed 1 | noyes solve - --time-limit 1s --format json --progress json")]
pub struct Args {
    /// The board: a file, - for standard input, or the board itself in quotes
    #[arg(required_unless_present_any = ["resume", "scramble"])]
    board: Option<String>,

    /// Write the moves to this file, in the tiles format; - for standard output
    #[arg(conflicts_with_all = ["format", "output"])]
    out: Option<PathBuf>,

    /// Solve the board that these moves make of the solved one, instead of BOARD: R2U2LD, each
    /// letter the way a tile slides
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["board", "resume"])]
    scramble: Option<String>,

    /// The size of the scrambled board
    #[arg(long, value_name = "SIZE", default_value = "4", requires = "scramble", value_parser = options::size)]
    size: Size,

    #[command(flatten)]
    goal: GoalOption,

    #[command(flatten)]
    search: SearchOptions,

    /// Start from this solution and shorten it: a file, - for standard input, or the moves
    #[arg(long, value_name = "MOVES", help_heading = "Search")]
    from: Option<String>,

    /// Finish the last iteration of a proof and search without a transposition table, so that node
    /// counts can be compared (boards of 17 to 36 cells)
    #[arg(long, help_heading = "Search")]
    count_full: bool,

    /// Save the state of the proof to this file as it runs (boards of 17 to 36 cells); by default
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

    /// A report before the boards, as a course asks for it: 42 (states opened, most states in
    /// memory, moves, the sequence of states); without --algorithm, up to 4x4, by astar
    #[arg(long, value_enum, value_name = "NAME", help_heading = "Output", conflicts_with_all = ["format", "out", "count", "all"])]
    report: Option<ReportName>,

    /// Write the answer to a file instead of standard output, which is -
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Write what was proven to this file, for noyes check --certificate
    /// (docs/book/certificates.md)
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Output",
        conflicts_with = "plan"
    )]
    certificate: Option<PathBuf>,

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

impl Args {
    /// Whether the answer tells how many different boards A* enqueues.
    fn counts_distinct(&self, format: AnswerFormat) -> bool {
        self.stats || format == AnswerFormat::Json
    }
}

pub fn run(args: Args) -> Result<Exit> {
    for path in [&args.out, &args.output, &args.certificate] {
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
        (None, None) => match &args.scramble {
            Some(moves) => {
                let goal = args.goal.read(args.verbose)?;
                (scrambled(moves, args.size, &goal)?, goal)
            }
            None => bail!("give a board to solve, or --resume and a checkpoint"),
        },
    };
    let out = args.out.as_deref();
    let format = args
        .format
        .unwrap_or_else(|| AnswerFormat::usual(board.size()));
    let progress = args.progress.begin_with(args.verbose);
    if args.report.is_some() && goal == Goal::BlankLast {
        progress.remark("the goal is blank-last; that of 42 is the snail: give --goal snail");
    }
    let instance = match Instance::new(&board, &goal) {
        Ok(instance) => instance,
        Err(InstanceError::Unsolvable(_)) => {
            return refute::refute(&args, &board, &goal, format, &progress);
        }
        Err(error) => return Err(error.into()),
    };
    let from = args.from.as_deref();
    let request = Request {
        from: from.map(|from| solution(&instance, from)).transpose()?,
        count_full: args.count_full,
        count_distinct: args.counts_distinct(format),
        checkpoint: args.checkpoint.clone(),
        ..args.search.request()?
    };
    let request = match resumed {
        Some(old) => resume::request(old, request, args.resume),
        None => request,
    };
    let request = match args.report {
        Some(_) => report::request(request, &instance),
        None => request,
    };
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
    let bounds = certificate::BoundLog::new(&progress);
    let search = || engine.solve(&instance, &plan, &bounds);
    let outcome = if args.stats {
        let (outcome, memory) = alloc_counter::peak_bytes(search);
        let outcome = outcome?;
        progress.print(stats::of_outcome(&outcome, memory));
        outcome
    } else {
        search()?
    };
    if let Some(path) = &args.certificate {
        certificate::write(path, &engine, &instance, &plan, &outcome, &bounds)?;
    }
    let answer = Answer {
        instance: &instance,
        outcome: &outcome,
        wraps: output::columns(args.output.as_deref()).is_some(),
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
        None => output::write(args.output.as_deref(), |out| match args.report {
            Some(ReportName::FortyTwo) => report::forty_two(out, answer),
            None => answer.write(out, format),
        })?,
    }
    if let Some(reason) = outcome.stop {
        progress.remark(format_args!("{reason} before the minimum was proven"));
    }
    Ok(exit(&outcome))
}

/// The board that the moves of a scramble make of the solved one.
fn scrambled(moves: &str, size: Size, goal: &Goal) -> Result<Board> {
    let solved = goal.board(size)?;
    let text = input::moves(moves)?;
    let moves = read_moves(&text, &solved).context("--scramble")?.moves;
    let mut board = solved;
    for (number, &way) in (1..).zip(moves.iter()) {
        board = board.slide(way).with_context(|| {
            format!(
                "--scramble: move {number} ({way}) cannot be made on a {size} board: give its --size, and the way each tile slides from the solved board"
            )
        })?;
    }
    Ok(board)
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
