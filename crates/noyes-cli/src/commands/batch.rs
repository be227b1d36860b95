//! `noyes batch`.

pub mod gather;
mod report;
mod row;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::Result;
use clap::ValueEnum;
use noyes::board::Metric;
use noyes::goal::InstanceError;
use noyes::search::Observer;
use noyes::solve::{Outcome, Plan, Request, needs_compound, solve};
use noyes::{Goal, Instance};

use crate::exit::Exit;
use crate::options::{GoalOption, SearchOptions};
use crate::progress::{Progress, ProgressOption};
use crate::{interrupt, output};
use gather::{Entry, gather};
use row::{Row, RowState};

/// Solve many boards: files, folders, lists
///
/// A folder stands for its .txt and .json files, a list for its boards (one a line: an optional
/// name, the tiles, optionally = N, the known minimum), @korf100 and @korf50 for the published
/// collections. The limits are for each board. Boards are spread over the threads; with --optimal,
/// boards of 17 to 25 cells are solved one after the other, each on all threads. In a file named as
/// in the course, puzzle4x4-31.txt or puzzle31.txt, the last two digits are its known minimum.
///
/// In csv, a name that a spreadsheet would take for a formula has an apostrophe before it. A file
/// named by --output has its old content until the last board is done.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes batch boards --time-limit 1s
  noyes batch @korf100 --format csv --output korf100.csv
  noyes scramble 3 --count 100 --seed 1 | noyes batch -")]
pub struct Args {
    /// Files, folders, lists of boards, - for standard input, @korf100, @korf50
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<String>,

    #[command(flatten)]
    goal: GoalOption,

    #[command(flatten)]
    search: SearchOptions,

    /// The format of the results
    #[arg(long, value_enum, default_value = "table", help_heading = "Output")]
    format: BatchFormat,

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
    let entries = gather(&args.paths)?;
    let goal = args.goal.read(false)?;
    interrupt::listen();
    output::ensure_writable(args.output.as_deref())?;
    let threads = args.search.means.threads.map_or_else(
        || thread::available_parallelism().map_or(1, usize::from),
        usize::from,
    );
    args.search.use_threads();
    let mut request = args.search.request()?;
    // Boards are solved side by side, each with its share of the threads and of the memory. Long
    // proofs run one after the other, each with all threads and all memory.
    let is_long = |entry: &Entry| {
        entry
            .board
            .as_ref()
            .is_ok_and(|board| needs_compound(board.size()))
    };
    let concurrency = match request.optimal && entries.iter().any(is_long) {
        true => 1,
        false => threads.min(entries.len()).max(1),
    };
    request.limits.threads = Some((threads / concurrency).max(1));
    request.limits.memory = request.limits.memory.map(|bytes| bytes / concurrency);
    let progress = args.progress.begin().with_parts(entries.len(), "boards");
    let mut rows: Vec<Row> = Vec::with_capacity(entries.len());
    output::write(args.output.as_deref(), |out| {
        let written = solve_all(&entries, &goal, &request, concurrency, &progress, |row| {
            rows.push(row);
            let row = &rows[rows.len() - 1];
            match args.format {
                BatchFormat::Table => report::table_row(out, row, rows.len() == 1)?,
                BatchFormat::Csv => report::csv_row(out, row, rows.len() == 1)?,
                BatchFormat::Jsonl => report::json_row(out, row)?,
            }
            // Every row is shown as soon as it is known.
            out.flush()
        });
        progress.finish();
        written?;
        match args.format {
            BatchFormat::Table => report::summary(out, &rows),
            BatchFormat::Csv | BatchFormat::Jsonl => Ok(()),
        }
    })?;
    if args.format != BatchFormat::Table {
        let mut summary = Vec::new();
        report::summary(&mut summary, &rows)?;
        progress.remark(String::from_utf8_lossy(&summary).trim_end());
    }
    let left = entries.len() - rows.len();
    if left > 0 {
        progress.remark(format_args!("interrupted: {left} boards were not begun"));
    }
    let any = |wanted: fn(&Row) -> bool| rows.iter().any(wanted);
    Ok(
        if any(|row| matches!(row.state, RowState::Unreadable { .. })) {
            Exit::Bad
        } else if any(|row| row.is_unsolved() || row.contradicts()) {
            Exit::No
        } else if any(Row::lacks_proof) || left > 0 {
            Exit::Limit
        } else {
            Exit::Done
        },
    )
}

/// Solves all entries, `concurrency` at a time, and hands the rows on in the input's order.
fn solve_all(
    entries: &[Entry],
    goal: &Goal,
    request: &Request,
    concurrency: usize,
    progress: &Progress,
    mut take: impl FnMut(Row) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..concurrency {
            let sender = sender.clone();
            let next = &next;
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(entry) = entries.get(number) else {
                        break;
                    };
                    if interrupt::is_requested() {
                        break;
                    }
                    let part = progress.board(number, &entry.name);
                    let row = solve_one(entry, goal, request, &part);
                    drop(part);
                    if sender.send((number, row)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<Option<Row>> = (0..entries.len()).map(|_| None).collect();
        let mut done = 0;
        for (number, row) in receiver {
            waiting[number] = Some(row);
            while let Some(row) = waiting.get_mut(done).and_then(Option::take) {
                // Without a reader the boards still under way are not needed.
                progress
                    .suspend(|| take(row))
                    .inspect_err(|_| interrupt::request())?;
                done += 1;
            }
        }
        // After an interrupt, rows that were finished out of order are results too.
        waiting.into_iter().flatten().try_for_each(take)
    })
}

/// Solves one entry, or says why it has no solution.
fn solve_one(entry: &Entry, goal: &Goal, request: &Request, observer: &dyn Observer) -> Row {
    let state = match &entry.board {
        Err(why) => RowState::Unreadable { why: why.clone() },
        Ok(board) => match Instance::new(board, goal) {
            Err(InstanceError::Unsolvable(_)) => RowState::Unsolvable,
            Err(error) => RowState::Unreadable {
                why: error.to_string(),
            },
            // A crash is recorded as one, and the other boards go on.
            Ok(instance) => match catch_unwind(AssertUnwindSafe(|| -> Result<Outcome> {
                Ok(solve(&instance, &Plan::new(&instance, request)?, observer)?)
            })) {
                Ok(Ok(outcome)) => RowState::Ended(outcome),
                Ok(Err(error)) => RowState::Failed {
                    why: error.to_string(),
                },
                Err(_) => RowState::Failed {
                    why: "the solver crashed; please report this board".to_owned(),
                },
            },
        },
    };
    Row {
        name: entry.name.clone(),
        size: entry.board.as_ref().ok().map(|board| board.size()),
        // Known minima count single tiles.
        known: entry.known.filter(|_| request.metric == Metric::Single),
        state,
    }
}
