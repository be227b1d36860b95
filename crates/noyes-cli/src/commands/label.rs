//! `noyes label`.

mod block;
mod npy;
mod read;
mod write;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::ValueEnum;
use noyes::guard::{Control, Event, Observer};
use noyes::solve::{Engine, Labeller, LabellerError, Limits, Request, TableChoice};
use noyes::{Goal, Size};

use crate::exit::Exit;
use crate::options::{self, GoalOption, TablesName};
use crate::printable::printable;
use crate::progress::{Progress, ProgressOption};
use crate::{interrupt, output};
use block::Block;
use write::{LabelFormat, Sheet};

/// Label boards: the minimum and all optimal first moves of each
///
/// Boards are read as a stream, and labels are written in their order: from files, folders, lists,
/// standard input, @korf100, or a .npy array of integers (boards × cells, or boards × rows × cols).
///
/// Boards of up to 12 cells are looked up in complete tables, boards of up to 16 cells are proven
/// with pattern tables, larger ones where the limits, which are for each board, allow it. What is
/// not proven is not claimed: the minimum is then empty, and the lower bound is what is known.
///
/// The csv has the columns name,rows,cols,tiles,solvable,minimum,lower_bound,first_moves,stop. The
/// first moves are the letters of the ways that tiles slide, such as UL. The npy file is one array
/// of records: tiles (rows × cols), minimum (-1 where the board cannot be solved, -2 where the
/// minimum is not proven), lower_bound, first_moves (the sum of 1 for up, 2 for left, 4 for right,
/// 8 for down; 255 where not all are known).
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes label \"8 1 3/4 0 2/7 6 5\"
  noyes label @korf100:79 --format jsonl
  noyes scramble 3 --count 100000 --seed 1 | noyes label - --output labels.npy
  noyes scramble 4 --count 50 --seed 1 --depth 30 | noyes label - --minimum-only")]
pub struct Args {
    /// Boards: files, folders, lists, - for standard input, .npy arrays, @korf100, or boards in
    /// quotes
    #[arg(value_name = "BOARDS", required = true)]
    boards: Vec<String>,

    #[command(flatten)]
    goal: GoalOption,

    /// Label with minima only: two to three times as fast from 13 cells on
    #[arg(long, help_heading = "Search")]
    minimum_only: bool,

    /// Pattern tables: small, large, none; by default large ones if they are built already
    #[arg(long, value_enum, value_name = "NAME", help_heading = "Search")]
    tables: Option<TablesName>,

    /// Threads to use; by default one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Search")]
    threads: Option<u16>,

    /// Time for each board: 30s, 500ms, 2m; by default 10s above 25 cells, none below
    #[arg(long, value_name = "TIME", value_parser = options::duration, help_heading = "Search")]
    time_limit: Option<Duration>,

    /// Generated nodes for each board
    #[arg(long, value_name = "N", value_parser = options::count, help_heading = "Search")]
    node_limit: Option<u64>,

    /// Use no more memory than this: 500MB, 4GB
    #[arg(long, value_name = "SIZE", value_parser = options::bytes, help_heading = "Search")]
    memory_limit: Option<usize>,

    /// The format; by default that of the ending of --output, else csv
    #[arg(long, value_enum, help_heading = "Output")]
    format: Option<LabelFormat>,

    /// Write to a file instead of standard output, which is -
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    #[command(flatten)]
    progress: ProgressOption,
}

pub fn run(args: Args) -> Result<Exit> {
    let format = format(args.format, args.output.as_deref())?;
    output::ensure_writable(args.output.as_deref())?;
    interrupt::listen();
    let mut work = Work {
        engine: match args.threads {
            Some(threads) => Engine::builder().threads(usize::from(threads)).build(),
            None => Engine::new(),
        },
        goal: args.goal.read(false)?,
        request: Request {
            tables: args.tables.map_or(TableChoice::Auto, TablesName::choice),
            limits: Limits {
                time: args.time_limit,
                nodes: args.node_limit,
                memory: args.memory_limit,
                threads: args.threads.map(usize::from),
            },
            ..Request::default()
        },
        minimum_only: args.minimum_only,
        progress: args.progress.begin(),
    };
    let started = Instant::now();
    let mut sheet = Sheet::new(format);
    let mut failed = None;
    let written = output::write(args.output.as_deref(), |out| {
        let labelled = work.label_all(&args.boards, &mut sheet, out);
        work.progress.finish();
        match labelled {
            Ok(()) => sheet.finish(out),
            Err(error) => {
                let words = std::io::Error::other("not all boards were labelled");
                let written = error.downcast::<std::io::Error>();
                match written {
                    Ok(error) => Err(error),
                    Err(error) => {
                        failed = Some(error);
                        Err(words)
                    }
                }
            }
        }
    })
    .map_err(|error| failed.unwrap_or(error));
    if let Err(error) = written {
        // A limit, or Ctrl-C while tables are built, is no mistake of the input.
        let Some(stopped @ LabellerError::Stopped(_)) = error.downcast_ref() else {
            return Err(error);
        };
        work.progress.remark(stopped);
        return Ok(Exit::Limit);
    }
    for words in &sheet.unreadable {
        work.progress.remark(printable(words));
    }
    let seconds = started.elapsed().as_secs_f64();
    let (progress, counts) = (&work.progress, &sheet.counts);
    progress.remark(format_args!(
        "labelled {} of {} boards in {seconds:.2} s ({:.0} a second)",
        counts.proven,
        counts.boards,
        counts.boards as f64 / seconds.max(1e-9)
    ));
    for (count, words) in [
        (counts.unsolvable, "cannot be solved"),
        (counts.unproven, "stopped by a limit before all was known"),
        (counts.contradicting, "contradicting the known minimum"),
        (counts.unreadable, "unreadable"),
    ] {
        if count > 0 {
            progress.remark(format_args!("{words}: {count}"));
        }
    }
    Ok(if counts.unreadable > 0 {
        Exit::Bad
    } else if counts.contradicting > 0 {
        Exit::No
    } else if counts.unproven > 0 || interrupt::is_requested() {
        Exit::Limit
    } else {
        Exit::Done
    })
}

/// The format that was asked for, else that of the file's ending. An ending of another format is
/// refused.
fn format(asked: Option<LabelFormat>, output: Option<&Path>) -> Result<LabelFormat> {
    let ending = output.and_then(Path::extension);
    let ending = ending.map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let named = |name: &str| LabelFormat::from_str(name, true).ok();
    match (asked, ending.as_deref().and_then(named)) {
        (Some(asked), Some(named)) if asked != named => {
            let name = asked.to_possible_value();
            let name = name.as_ref().map_or("csv", |value| value.get_name());
            bail!("the name of --output does not fit --format {name}: name it .{name}")
        }
        (asked, named) => Ok(asked.or(named).unwrap_or(LabelFormat::Csv)),
    }
}

/// What all boards share.
struct Work {
    engine: Engine,
    goal: Goal,
    request: Request,
    minimum_only: bool,
    progress: Progress,
}

/// Shows how tables are built, and stops where the user wants to.
struct Watch<'a>(&'a Progress);

impl Observer for Watch<'_> {
    fn on(&self, event: &Event) -> Control {
        match event {
            Event::Table { .. } | Event::Trouble { .. } => self.0.on(event),
            _ if interrupt::is_requested() => Control::Stop,
            _ => Control::Continue,
        }
    }
}

impl Work {
    /// Labels all boards of all arguments, block by block.
    fn label_all(
        &mut self,
        boards: &[String],
        sheet: &mut Sheet,
        out: &mut dyn std::io::Write,
    ) -> Result<()> {
        let watch = Watch(&self.progress);
        let mut labeller: Option<Labeller<'_>> = None;
        let mut take = |block: &mut Block| -> Result<bool> {
            let labels = match block.size() {
                Some(size) => {
                    if labeller.as_ref().is_none_or(|one| one.size() != size) {
                        labeller = Some(self.labeller(size, &watch)?);
                    }
                    let labeller = labeller.as_ref().expect("it was just made");
                    labeller.label_many(block.tiles(), &watch)
                }
                None => Vec::new(),
            };
            sheet.take(block, &labels)?;
            let written = self.progress.suspend(|| sheet.write(out));
            written.inspect_err(|_| interrupt::request())?;
            block.clear();
            Ok(!interrupt::is_requested())
        };
        read::blocks(boards, &mut take)
    }

    fn labeller(&self, size: Size, watch: &Watch<'_>) -> Result<Labeller<'_>> {
        let mut request = self.request.clone();
        if size.cells() > MOST_PROVEN_CELLS {
            request.limits.time.get_or_insert(DEFAULT_TIME);
        }
        let labeller = self.engine.labeller(size, &self.goal, &request, watch)?;
        Ok(match self.minimum_only {
            true => labeller.without_first_moves(),
            false => labeller,
        })
    }
}

/// Boards of more cells have few proofs.
const MOST_PROVEN_CELLS: usize = 25;
/// The time for each of these.
const DEFAULT_TIME: Duration = Duration::from_secs(10);
