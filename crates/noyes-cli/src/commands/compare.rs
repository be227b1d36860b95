//! `noyes compare`.

mod columns;
mod contestant;
mod export;
mod measure;
mod pictures;
mod report;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::ValueEnum;
use noyes::goal::InstanceError;
use noyes::solve::TableChoice;
use noyes::{Board, Instance};

use crate::commands::batch::gather;
use crate::exit::Exit;
use crate::options::{self, GoalOption, MeansOptions, ThemeName};
use crate::printable::printable_json;
use crate::progress::{BeforePart, Progress, ProgressOption};
use crate::{interrupt, output};
use contestant::Contestant;
use measure::{Entry, Run};

/// Compare the algorithms and heuristics on the same boards
///
/// The course's searches and ours side by side: moves, whether they are proven minimal, nodes
/// expanded, generated and stored, the peak memory, time, and how many times fewer nodes and less
/// time than the first row. Every run has its own limits; a run that is stopped says where, and the
/// others go on. Tables are loaded or built before the runs on a board: no run is charged for that
/// time, and every run that uses a table is charged for its memory. Csv and json name the
/// algorithm, the heuristic and the tables that a run really used: with --tables small the nodes
/// are the same whatever was built before. The rows for all boards together are sums, and maxima of
/// stored nodes and memory.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes compare boards/puzzle04.txt
  noyes compare \"8 1 3/4 0 2/7 6 5\" --format markdown
  noyes compare boards/random4.txt --time-limit 500ms --memory-limit 200MB --chart compare.svg
  noyes compare boards/puzzle04.txt --algorithms astar:hamming,astar:manhattan,ida
  noyes compare boards/random4.txt --algorithms ida:pattern,noyes --tables small --format csv
  noyes scramble 3 --count 8 --seed 1 | noyes compare - --format csv --growth growth.svg")]
pub struct Args {
    /// Boards: files, folders, lists, - for standard input, @korf100, or boards in quotes
    #[arg(value_name = "BOARD", required = true)]
    boards: Vec<String>,

    /// The contestants, the first being the baseline: ALGORITHM or ALGORITHM:HEURISTIC, or noyes,
    /// which does what noyes solve does
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = contestant::parse)]
    algorithms: Vec<Contestant>,

    #[command(flatten)]
    goal: GoalOption,

    #[command(flatten)]
    means: MeansOptions,

    /// Time for each run
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = options::duration, help_heading = "Limits")]
    time_limit: Duration,

    /// Memory for each run
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = options::bytes, help_heading = "Limits")]
    memory_limit: usize,

    /// Generated nodes for each run
    #[arg(long, value_name = "N", value_parser = options::count, help_heading = "Limits")]
    node_limit: Option<u64>,

    /// The format of the results
    #[arg(long, value_enum, default_value = "table", help_heading = "Output")]
    format: CompareFormat,

    /// Write the results to a file instead of standard output, which is -
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Draw nodes, time and memory of every algorithm as bars
    #[arg(long, value_name = "FILE.svg", value_parser = options::svg_file, help_heading = "Output")]
    chart: Option<PathBuf>,

    /// Draw nodes and time against the moves of the solution, for a set of boards
    #[arg(long, value_name = "FILE.svg", value_parser = options::svg_file, help_heading = "Output")]
    growth: Option<PathBuf>,

    /// The colours of the pictures
    #[arg(
        long,
        value_enum,
        value_name = "NAME",
        default_value = "auto",
        help_heading = "Output"
    )]
    theme: ThemeName,

    #[command(flatten)]
    progress: ProgressOption,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CompareFormat {
    /// For people, each row as soon as it is known
    Table,
    /// For documents
    Markdown,
    /// Comma-separated values, every run
    Csv,
    /// One JSON object, every run
    Json,
}

/// All runs on one board; an unsolvable board has none.
#[derive(Debug)]
struct Round {
    name: String,
    board: Board,
    is_solvable: bool,
    runs: Vec<Run>,
}

impl Round {
    /// The length of the shortest solution that was found.
    fn depth(&self) -> Option<u32> {
        self.runs.iter().filter_map(|run| run.moves).min()
    }
}

/// With more boards than this, tables for people show the totals only.
const MAX_SHOWN: usize = 3;

pub fn run(args: Args) -> Result<Exit> {
    contestant::ensure_distinct(&args.algorithms)?;
    contestant::ensure_usable(&args.algorithms, &args.means)?;
    for path in [&args.output, &args.chart, &args.growth] {
        output::ensure_writable(path.as_deref())?;
    }
    let boards = boards(&args.boards)?;
    let goal = args.goal.read(false)?;
    for (_, board) in &boards {
        // Only an unsolvable board has a place in the comparison.
        match Instance::new(board, &goal) {
            Ok(_) | Err(InstanceError::Unsolvable(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let mut means = args.means.request();
    means.limits.time = Some(args.time_limit);
    means.limits.memory = Some(args.memory_limit);
    means.limits.nodes = args.node_limit;
    let engine = args.means.engine();
    interrupt::listen();
    let max_width =
        output::columns(args.output.as_deref()).filter(|_| args.format == CompareFormat::Table);
    let shows_each = boards.len() <= MAX_SHOWN;
    let has_tables = means.tables != TableChoice::None;
    let line_up = |size| contestant::line_up(&args.algorithms, size, has_tables);
    let runs = boards
        .iter()
        .filter(|(_, board)| Instance::new(board, &goal).is_ok())
        .map(|(_, board)| line_up(board.size()).len());
    let progress = args.progress.begin().with_parts(runs.sum(), "runs");
    let mut number = 0;
    let mut rounds: Vec<Round> = Vec::new();
    output::write(args.output.as_deref(), |out| {
        for (name, board) in boards {
            let instance = Instance::new(&board, &goal).ok();
            let mut round = Round {
                name,
                is_solvable: instance.is_some(),
                runs: Vec::new(),
                board,
            };
            let mut page = report::Page::new(out, args.format, shows_each, max_width, &round)?;
            let line_up = line_up(round.board.size());
            page.head(&line_up)?;
            if let Some(instance) = &instance {
                let entry = |&contestant| Entry::new(&engine, instance, contestant, &means);
                let mut entries: Vec<Entry> = line_up.iter().map(entry).collect();
                let before =
                    progress.before_part(number, vec![("board", round.name.as_str().into())]);
                ensure_tables(&mut entries, instance, &progress, &before);
                for entry in &entries {
                    if interrupt::is_requested() {
                        break;
                    }
                    let contestant = entry.contestant;
                    let name = format!("{contestant} on {}", round.name);
                    let part = progress.part(number, name, contestant.labels(&round.name));
                    let run = entry.run(instance, &part);
                    drop(part);
                    number += 1;
                    progress.suspend(|| page.row(&run, round.runs.first()))?;
                    round.runs.push(run);
                }
            }
            progress.suspend(|| page.end(&round))?;
            rounds.push(round);
            if interrupt::is_requested() {
                break;
            }
        }
        progress.finish();
        report::totals(out, args.format, max_width, &rounds)?;
        report::notes(out, args.format, max_width, &rounds)?;
        match args.format {
            CompareFormat::Csv => export::csv(out, &rounds),
            CompareFormat::Json => writeln!(out, "{}", printable_json(&export::object(&rounds))),
            CompareFormat::Table | CompareFormat::Markdown => Ok(()),
        }
    })?;
    if let Some(path) = &args.chart {
        let svg = pictures::bars(&rounds, args.theme.into());
        output::write(Some(path), |out| out.write_all(svg.as_bytes()))?;
    }
    if let Some(path) = &args.growth {
        let svg = pictures::growth(&rounds, args.theme.into());
        output::write(Some(path), |out| out.write_all(svg.as_bytes()))?;
    }
    Ok(if interrupt::is_requested() {
        Exit::Limit
    } else if rounds.iter().any(|round| !round.is_solvable) {
        Exit::No
    } else {
        Exit::Done
    })
}

/// Loads or builds the tables of all entries before the first run, so that the time, memory and
/// limits of a run are those of its search, whatever the order.
fn ensure_tables(
    entries: &mut [Entry],
    instance: &Instance,
    progress: &Progress,
    before: &BeforePart<'_>,
) {
    if let Some(words) = entries
        .iter()
        .find_map(|entry| entry.announcement(instance))
    {
        progress.remark(words);
    }
    for entry in entries {
        // Only an interrupt stops it, and that stops the runs as well.
        if entry.ensure_tables(instance, before).is_err() {
            return;
        }
    }
}

/// The boards with their names. An unreadable board ends the comparison before it begins.
fn boards(arguments: &[String]) -> Result<Vec<(String, Board)>> {
    let mut boards = Vec::new();
    for entry in gather::gather(arguments)? {
        match entry.board {
            Ok(board) => boards.push((entry.name, board)),
            Err(why) => bail!("{}: {why}", entry.name),
        }
    }
    Ok(boards)
}
