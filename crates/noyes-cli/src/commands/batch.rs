//! `noyes batch`.

pub mod gather;
mod journal;
mod own_rows;
mod report;
mod row;
mod same_question;
mod shard;
mod solving;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use noyes::solve::Request;

use crate::exit::Exit;
use crate::options::{GoalOption, SearchOptions};
use crate::printable::printable_path;
use crate::progress::{Progress, ProgressOption};
use crate::{interrupt, output};
use gather::gather;
use journal::Journal;
use row::Row;
use same_question::Question;
use shard::Shard;
use solving::Job;

/// Solve many boards: files, folders, lists
///
/// A folder stands for its .txt and .json files, a list for its boards (one a line: an optional
/// name, the tiles, optionally = N, the known minimum), @korf100 and @korf50 for the published
/// collections, @korf100:79 for one board of it and @korf100:1-10 for several. The csv and jsonl
/// that this command writes are lists, too. The limits are for each board. Boards are spread over
/// the threads; with --optimal, boards of 17 to 36 cells are solved one after the other, each on
/// all threads. In a file named as in the course, puzzle4x4-31.txt or puzzle31.txt, the last two
/// digits are its known minimum.
///
/// Where an algorithm is asked for by name and a limit stops it, a constructed solution is shown,
/// but the board does not count as solved by the algorithm: the last line says which boards these
/// are. In csv and jsonl, algorithm is what found the solution, requested what was asked for, and
/// limits what each board was given (seconds, nodes, bytes, threads).
///
/// In csv, a name that a spreadsheet would take for a formula has an apostrophe before it. A file
/// named by --output has its old content until the last board is done, unless --resume is given.
///
/// Several machines: give each its part with --shard 1/4, 2/4 and so on, and an --output of its
/// own. To merge, join the files and let --resume put the rows in order; nothing is solved again.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes batch boards --time-limit 1s
  noyes batch @korf100 --format csv --output korf100.csv
  noyes batch boards/puzzle04.txt boards/unsolvable.txt --algorithm course --format csv
  noyes batch @korf100:79 --format jsonl
  noyes batch boards --algorithm weighted --node-limit 2000 --time-limit 1s
  noyes batch boards/puzzle04.txt --algorithm astar --strict
  noyes batch @korf50 --optimal --checkpoint proofs --resume --output korf50.csv
  noyes scramble 3 --count 100 --seed 1 > boards100.txt
  noyes batch boards100.txt --shard 1/2 --output part1.csv --resume
  noyes batch boards100.txt --shard 2/2 --output part2.csv --resume
  cat part1.csv part2.csv > all.csv
  noyes batch boards100.txt --output all.csv --resume
  noyes scramble 3 --count 100 --seed 1 | noyes batch -")]
pub struct Args {
    /// Files, folders, lists of boards, - for standard input, @korf100, @korf50, @korf100:79
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<String>,

    #[command(flatten)]
    goal: GoalOption,

    #[command(flatten)]
    search: SearchOptions,

    /// Keep every long proof (boards of 17 to 36 cells) in a file of this folder, and go on from
    /// there after a stop
    #[arg(long, value_name = "DIR", help_heading = "Search")]
    checkpoint: Option<PathBuf>,

    /// Solve only part I of N of the boards: 1/4. The parts are disjoint and about equally hard
    #[arg(long, value_name = "I/N", help_heading = "Search")]
    shard: Option<Shard>,

    /// Exit with 1 unless what was asked for solved every solvable board
    #[arg(long, help_heading = "Output")]
    strict: bool,

    /// Add every row to --output as soon as it is known, and keep the rows that are there: boards
    /// that have one are not solved again, unless it is of another goal, metric, algorithm,
    /// heuristic or weight, or a limit stopped it that is higher now. csv or jsonl; when all is
    /// done, the rows are put in the order of the boards
    #[arg(long, requires = "output", help_heading = "Output")]
    resume: bool,

    /// The format of the results; by default that of the ending of --output, else a table
    #[arg(long, value_enum, help_heading = "Output")]
    format: Option<BatchFormat>,

    /// Write the results to a file instead of standard output, which is -
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    #[command(flatten)]
    progress: ProgressOption,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BatchFormat {
    /// For people, with a summary
    Table,
    /// Comma-separated values
    Csv,
    /// One JSON object a line
    Jsonl,
}

pub fn run(args: Args) -> Result<Exit> {
    let format = format(&args)?;
    let mut entries = gather(&args.paths)?;
    if let Some(shard) = args.shard {
        entries = shard.of(entries);
    }
    let goal = args.goal.read(false)?;
    interrupt::listen();
    let path = args.output.as_deref();
    output::ensure_writable(path)?;
    let engine = args.search.engine();
    let request = Request {
        // The table and csv do not tell it.
        count_distinct: format == BatchFormat::Jsonl,
        ..args.search.request()?
    };
    if let Some(folder) = &args.checkpoint {
        let cannot = || format!("the folder {} cannot be made", printable_path(folder));
        fs::create_dir_all(folder).with_context(cannot)?;
    }
    let mut journal = match path.filter(|_| args.resume) {
        Some(path) => {
            let question = Question {
                engine: &engine,
                request: &request,
                goal: &goal,
            };
            Some(Journal::open(path, format, &entries, &question)?)
        }
        None => None,
    };
    let again = journal.as_ref().map(Journal::solved_again);
    let again = again.unwrap_or_default();
    let kept = journal.as_ref().map_or(0, Journal::len);
    let progress = args.progress.begin();
    let progress = progress.with_parts(entries.len() - kept, "boards");
    if kept > 0 {
        progress.remark(format_args!(
            "{kept} of {} boards are there already",
            entries.len()
        ));
    }
    if again.other_search > 0 {
        progress.remark(format_args!(
            "{} boards have a row of another heuristic or weight, which is kept behind the others: they are solved for what is asked now",
            again.other_search
        ));
    }
    if again.limit_raised > 0 {
        progress.remark(format_args!(
            "{} boards were stopped by a limit that is higher now: they are solved again",
            again.limit_raised
        ));
    }
    let job = Job {
        engine: &engine,
        entries: &entries,
        goal: &goal,
        request: &request,
        progress: &progress,
        checkpoints: args.checkpoint.as_deref(),
        at_once: journal.is_some(),
    };
    let line = |row: &Row, is_first: bool| match format {
        BatchFormat::Table => report::table_row(row, is_first),
        BatchFormat::Csv if is_first => {
            let row = report::csv_row(row, &request, goal.name());
            format!("{}\n{row}", report::COLUMNS)
        }
        BatchFormat::Csv => report::csv_row(row, &request, goal.name()),
        BatchFormat::Jsonl => report::json_row(row, &request, goal.name()),
    };
    let mut rows: Vec<Row> = Vec::with_capacity(entries.len());
    if let Some(mut journal) = journal.take() {
        let done: Vec<bool> = (0..entries.len()).map(|place| journal.has(place)).collect();
        let solved = job.run(|place| done[place], &mut |place, row| {
            journal.add(place, line(&row, false), row)
        });
        progress.finish();
        solved.with_context(|| format!("{} cannot be written", printable_path(journal.path())))?;
        rows = journal.finish(entries.len())?;
    } else {
        output::write(path, |out| {
            let written = job.run(|_| false, &mut |_, row| {
                out.write_all(line(&row, rows.is_empty()).as_bytes())?;
                rows.push(row);
                // Every row is shown as soon as it is known.
                out.flush()
            });
            progress.finish();
            written?;
            match format {
                BatchFormat::Table => report::summary(out, &rows, &request),
                BatchFormat::Csv | BatchFormat::Jsonl => Ok(()),
            }
        })?;
    }
    if format != BatchFormat::Table {
        let mut summary = Vec::new();
        report::summary(&mut summary, &rows, &request)?;
        progress.remark(String::from_utf8_lossy(&summary).trim_end());
    }
    let left = entries.len() - rows.len();
    Ok(exit(&rows, left, &request, args.strict, &progress))
}

/// The format that was asked for, else that of the file's ending.
fn format(args: &Args) -> Result<BatchFormat> {
    let ending = args.output.as_deref().and_then(std::path::Path::extension);
    let ending = ending.and_then(std::ffi::OsStr::to_str);
    let format = match (args.format, ending) {
        (Some(format), _) => format,
        (None, Some("csv")) => BatchFormat::Csv,
        (None, Some("jsonl")) => BatchFormat::Jsonl,
        (None, Some("json")) => {
            bail!("there is a line of JSON for each board: name the file .jsonl, or give --format")
        }
        (None, _) => BatchFormat::Table,
    };
    if args.resume && (format == BatchFormat::Table || output::is_standard(args.output.as_deref()))
    {
        bail!(
            "--resume is for a file of rows: give --output with a name that ends in .csv or .jsonl"
        );
    }
    Ok(format)
}

fn exit(rows: &[Row], left: usize, request: &Request, strict: bool, progress: &Progress) -> Exit {
    if left > 0 {
        progress.remark(format_args!("interrupted: {left} boards were not begun"));
    }
    let any = |wanted: &dyn Fn(&Row) -> bool| rows.iter().any(wanted);
    let is_missed = |row: &Row| {
        let is_solvable = !row.is_unsolvable() && !row.is_unreadable();
        is_solvable && !row.is_solved_by(request.algorithm)
    };
    if any(&Row::is_unreadable) {
        Exit::Bad
    } else if any(&|row| row.is_unsolved() || row.contradicts() || strict && is_missed(row)) {
        Exit::No
    } else if any(&|row| row.lacks_proof(request)) || left > 0 {
        Exit::Limit
    } else {
        Exit::Done
    }
}
