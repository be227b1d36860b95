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
use crate::progress::{Ahead, Progress, ProgressOption};
use crate::{interrupt, output};
use contestant::Contestant;
use measure::{Entry, Run};

/// Compare the algorithms and heuristics on the same boards
///
/// The course's searches and ours side by side: moves, whether they are proven minimal, nodes
/// expanded, generated and stored, the most memory held, time, and how many times fewer nodes
/// and less time than the first row. Every run has its own limits; one that is stopped says
/// where, and the others go on. Tables are fetched, or built, before the runs on a board: that
/// counts as nobody's time, and the tables as the memory of everyone who uses them. Csv and json
/// tell which algorithm, heuristic and tables a run really used: with --tables small the nodes are
/// the same whatever was built before. All boards together are sums, of stored and memory the most
/// on one board.
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

    /// Who takes part, the first being the measure: ALGORITHM or ALGORITHM:HEURISTIC, or noyes,
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

    /// How the results are written
    #[arg(long, value_enum, default_value = "table", help_heading = "Output")]
    format: CompareFormat,

    /// Write the results to a file instead of standard output
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
    /// For people, a row as soon as it is known
    Table,
    /// For documents
    Markdown,
    /// Comma-separated values, every run
    Csv,
    /// One JSON object, every run
    Json,
}

/// All runs on one board; none if it cannot be solved.
#[derive(Debug)]
struct Round {
    name: String,
    board: Board,
    is_solvable: bool,
    runs: Vec<Run>,
}

impl Round {
    /// The moves of the shortest solution that anyone found.
    fn depth(&self) -> Option<u32> {
        self.runs.iter().filter_map(|run| run.moves).min()
    }
}

/// Above so many boards only their totals are shown to people.
const MOST_SHOWN: usize = 3;

pub fn run(args: Args) -> Result<Exit> {
    contestant::distinct(&args.algorithms)?;
    contestant::can_use(&args.algorithms, &args.means)?;
    for path in [&args.chart, &args.growth] {
        output::expect(path.as_deref())?;
    }
    let boards = boards(&args.boards)?;
    let goal = args.goal.read(false)?;
    let mut means = args.means.request();
    means.limits.time = Some(args.time_limit);
    means.limits.memory = Some(args.memory_limit);
    means.limits.nodes = args.node_limit;
    let engine = args.means.engine();
    interrupt::listen();
    let room = output::room(args.output.as_deref()).filter(|_| args.format == CompareFormat::Table);
    let shows_each = boards.len() <= MOST_SHOWN;
    let has_tables = means.tables != TableChoice::None;
    let line_up = |size| contestant::line_up(&args.algorithms, size, has_tables);
    let runs = boards
        .iter()
        .filter(|(_, board)| Instance::new(board, &goal).is_ok())
        .map(|(_, board)| line_up(board.size()).len());
    let progress = args.progress.begin().of(runs.sum(), "runs");
    let mut number = 0;
    let mut rounds: Vec<Round> = Vec::new();
    let mut failure = None;
    output::write(args.output.as_deref(), |out| {
        for (name, board) in boards {
            let instance = match Instance::new(&board, &goal) {
                Ok(instance) => Some(instance),
                Err(InstanceError::Unsolvable(_)) => None,
                Err(error) => {
                    failure = Some(error);
                    return Ok(());
                }
            };
            let mut round = Round {
                name,
                is_solvable: instance.is_some(),
                runs: Vec::new(),
                board,
            };
            let mut page = report::Page::new(out, args.format, shows_each, room, &round)?;
            let line_up = line_up(round.board.size());
            page.head(&line_up)?;
            if let Some(instance) = &instance {
                let entry = |&contestant| Entry::new(&engine, instance, contestant, &means);
                let mut entries: Vec<Entry> = line_up.iter().map(entry).collect();
                let ahead = progress.ahead_of(number, vec![("board", round.name.as_str().into())]);
                fetch(&mut entries, instance, &progress, &ahead);
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
                    progress.aside(|| page.row(&run, round.runs.first()))?;
                    round.runs.push(run);
                }
            }
            progress.aside(|| page.end(&round))?;
            rounds.push(round);
            if interrupt::is_requested() {
                break;
            }
        }
        progress.finish();
        report::totals(out, args.format, room, &rounds)?;
        report::notes(out, args.format, room, &rounds)?;
        match args.format {
            CompareFormat::Csv => export::csv(out, &rounds),
            CompareFormat::Json => writeln!(out, "{}", export::object(&rounds)),
            CompareFormat::Table | CompareFormat::Markdown => Ok(()),
        }
    })?;
    if let Some(error) = failure {
        return Err(error.into());
    }
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

/// Fetches the tables of all entries before the first of them runs: time, memory and limits are
/// those of the searches, whoever comes first.
fn fetch(entries: &mut [Entry], instance: &Instance, progress: &Progress, ahead: &Ahead<'_>) {
    if let Some(words) = entries
        .iter()
        .find_map(|entry| entry.announcement(instance))
    {
        progress.remark(words);
    }
    for entry in entries {
        // Only an interrupt stops it, and that stops the runs as well.
        if entry.fetch(instance, ahead).is_err() {
            return;
        }
    }
}

/// The boards by name; one that cannot be read ends the comparison before it begins.
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
