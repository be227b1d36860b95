//! `noyes batch`.

pub mod gather;
mod report;
mod row;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use anyhow::Result;
use clap::ValueEnum;
use noyes::board::Metric;
use noyes::goal::InstanceError;
use noyes::search::{Control, Event, Observer};
use noyes::solve::{BatchError, BatchObserver, Engine, Outcome, Request};
use noyes::{Goal, Instance};

use crate::exit::Exit;
use crate::options::{GoalOption, SearchOptions};
use crate::progress::{Part, Progress, ProgressOption};
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
    let engine = args.search.engine();
    let request = args.search.request()?;
    let progress = args.progress.begin().with_parts(entries.len(), "boards");
    let mut rows: Vec<Row> = Vec::with_capacity(entries.len());
    output::write(args.output.as_deref(), |out| {
        let written = solve_all(&engine, &entries, &goal, &request, &progress, |row| {
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

/// Solves all entries and hands the rows on in the input's order.
fn solve_all(
    engine: &Engine,
    entries: &[Entry],
    goal: &Goal,
    request: &Request,
    progress: &Progress,
    mut take: impl FnMut(Row) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let row = |place: usize, state: RowState| Row {
        name: entries[place].name.clone(),
        size: entries[place].board.as_ref().ok().map(|board| board.size()),
        // Known minima count single tiles.
        known: entries[place]
            .known
            .filter(|_| request.metric == Metric::Single),
        state,
    };
    let mut waiting: Vec<Option<Row>> = Vec::with_capacity(entries.len());
    let (mut instances, mut places) = (Vec::new(), Vec::new());
    for (place, entry) in entries.iter().enumerate() {
        match instance(entry, goal) {
            Ok(instance) => {
                instances.push(instance);
                places.push(place);
                waiting.push(None);
            }
            Err(state) => {
                drop(progress.board(place, &entry.name));
                waiting.push(Some(row(place, state)));
            }
        }
    }
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let solving = Solving {
            progress,
            entries,
            places: &places,
            parts: instances.iter().map(|_| Mutex::default()).collect(),
            results: Mutex::new(sender),
        };
        let (instances, places) = (&instances, &places);
        scope.spawn(move || {
            // What was not begun has no row: that is told by their number.
            let _ = engine.solve_many(instances, request, &solving);
        });
        let mut done = 0;
        let mut hand_on = |waiting: &mut Vec<Option<Row>>| -> std::io::Result<()> {
            while let Some(row) = waiting.get_mut(done).and_then(Option::take) {
                // Without a reader the boards still under way are not needed.
                progress
                    .suspend(|| take(row))
                    .inspect_err(|_| interrupt::request())?;
                done += 1;
            }
            Ok(())
        };
        hand_on(&mut waiting)?;
        for (board, state) in receiver {
            let place: usize = places[board];
            waiting[place] = Some(row(place, state));
            hand_on(&mut waiting)?;
        }
        // After an interrupt, rows that were finished out of order are results too.
        waiting.into_iter().flatten().try_for_each(take)
    })
}

/// The board of an entry, if it can be solved; else what is to be said of it.
fn instance(entry: &Entry, goal: &Goal) -> Result<Instance, RowState> {
    let board = entry
        .board
        .as_ref()
        .map_err(|why| RowState::Unreadable { why: why.clone() })?;
    Instance::new(board, goal).map_err(|error| match error {
        InstanceError::Unsolvable(_) => RowState::Unsolvable,
        error => RowState::Unreadable {
            why: error.to_string(),
        },
    })
}

/// The observer of a batch: tells the progress of each board, and sends its end.
struct Solving<'a> {
    progress: &'a Progress,
    entries: &'a [Entry],
    /// The entry of each board.
    places: &'a [usize],
    /// The progress of boards under way.
    parts: Vec<Mutex<Option<Part<'a>>>>,
    results: Mutex<mpsc::Sender<(usize, RowState)>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl BatchObserver for Solving<'_> {
    fn on_tables(&self, event: &Event) -> Control {
        self.progress.on(event)
    }

    fn begin(&self, board: usize) -> Control {
        if interrupt::is_requested() {
            return Control::Stop;
        }
        let place = self.places[board];
        let part = self.progress.board(place, &self.entries[place].name);
        *lock(&self.parts[board]) = Some(part);
        Control::Continue
    }

    fn on(&self, board: usize, event: &Event) -> Control {
        match &*lock(&self.parts[board]) {
            Some(part) => part.on(event),
            None => Control::Continue,
        }
    }

    fn end(&self, board: usize, result: Result<Outcome, BatchError>) {
        lock(&self.parts[board]).take();
        let state = match result {
            Ok(outcome) => RowState::Ended(outcome),
            Err(error) => RowState::Failed {
                why: error.to_string(),
            },
        };
        // Without a receiver the batch was interrupted.
        let _ = lock(&self.results).send((board, state));
    }
}
