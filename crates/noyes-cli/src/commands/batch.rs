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
use row::{Row, State};

/// Solve many boards: files, folders, lists
///
/// A folder stands for its .txt and .json files, a list for its boards (one a line: an optional
/// name, the tiles, optionally = N, the known minimum), @korf100 and @korf50 for the published
/// collections. The limits are for each board. Boards are spread over the threads; with --optimal those of
/// 17 to 25 cells come one after the other, each on all threads. In a file named as in the course, puzzle4x4-31.txt
/// or puzzle31.txt, the last two digits are its known minimum.
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

    /// How the results are written
    #[arg(long, value_enum, default_value = "table", help_heading = "Output")]
    format: BatchFormat,

    /// Write the results to a file instead of standard output
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
    let threads = args.search.means.threads.map_or_else(
        || thread::available_parallelism().map_or(1, usize::from),
        usize::from,
    );
    args.search.use_threads();
    let mut request = args.search.request()?;
    // Boards are spread over threads, each with its share of them and of the memory; but long
    // proofs come one after the other, each with all there is.
    let is_long = |entry: &Entry| {
        entry
            .board
            .as_ref()
            .is_ok_and(|board| needs_compound(board.size()))
    };
    let at_a_time = match request.optimal && entries.iter().any(is_long) {
        true => 1,
        false => threads.min(entries.len()).max(1),
    };
    request.limits.threads = Some((threads / at_a_time).max(1));
    request.limits.memory = request.limits.memory.map(|bytes| bytes / at_a_time);
    let progress = args.progress.begin().of(entries.len(), "boards");
    let mut rows: Vec<Row> = Vec::with_capacity(entries.len());
    let mut written = Ok(());
    output::write(args.output.as_deref(), |out| {
        written = all(&entries, &goal, &request, at_a_time, &progress, |row| {
            rows.push(row);
            let row = &rows[rows.len() - 1];
            match args.format {
                BatchFormat::Table => report::table_row(out, row, rows.len() == 1)?,
                BatchFormat::Csv => report::csv_row(out, row, rows.len() == 1)?,
                BatchFormat::Jsonl => report::json_row(out, row)?,
            }
            // A row is worth seeing as soon as it is known.
            out.flush()
        });
        progress.finish();
        if args.format == BatchFormat::Table && written.is_ok() {
            report::summary(out, &rows)?;
        }
        Ok(())
    })?;
    written?;
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
        if any(|row| matches!(row.state, State::Unreadable { .. })) {
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

/// Solves all entries, so many at a time, and hands the rows on in the input's order.
fn all(
    entries: &[Entry],
    goal: &Goal,
    request: &Request,
    at_a_time: usize,
    progress: &Progress,
    mut take: impl FnMut(Row) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..at_a_time {
            let sender = sender.clone();
            let next = &next;
            scope.spawn(move || {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(entry) = entries.get(place) else {
                        break;
                    };
                    if interrupt::is_requested() {
                        break;
                    }
                    let part = progress.board(place, &entry.name);
                    let row = one(entry, goal, request, &part);
                    drop(part);
                    if sender.send((place, row)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<Option<Row>> = (0..entries.len()).map(|_| None).collect();
        let mut done = 0;
        for (place, row) in receiver {
            waiting[place] = Some(row);
            while let Some(row) = waiting.get_mut(done).and_then(Option::take) {
                // Without a reader nobody needs the boards still under way.
                progress
                    .aside(|| take(row))
                    .inspect_err(|_| interrupt::request())?;
                done += 1;
            }
        }
        // Interrupted: what was finished out of order is a result too.
        waiting.into_iter().flatten().try_for_each(take)
    })
}

fn one(entry: &Entry, goal: &Goal, request: &Request, observer: &dyn Observer) -> Row {
    let state = match &entry.board {
        Err(why) => State::Unreadable { why: why.clone() },
        Ok(board) => match Instance::new(board, goal) {
            Err(InstanceError::Unsolvable(_)) => State::Unsolvable,
            Err(error) => State::Unreadable {
                why: error.to_string(),
            },
            // A crash is recorded as one, and the other boards go on.
            Ok(instance) => match catch_unwind(AssertUnwindSafe(|| -> Result<Outcome> {
                Ok(solve(&instance, &Plan::new(&instance, request)?, observer)?)
            })) {
                Ok(Ok(outcome)) => State::Ended(outcome),
                Ok(Err(error)) => State::Failed {
                    why: error.to_string(),
                },
                Err(_) => State::Failed {
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
