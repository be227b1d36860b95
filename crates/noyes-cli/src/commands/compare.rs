//! `noyes compare`.

mod columns;
mod course;
mod export;
mod pictures;
mod report;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Error, Result, bail};
use clap::ValueEnum;
use noyes::goal::InstanceError;
use noyes::search::Algorithm;
use noyes::solve::TableChoice;
use noyes::{Board, Instance};
use noyes_api::compare::{self, Contestant, Entry, Round};

use crate::alloc_counter::AllocCounter;
use crate::commands::batch::gather;
use crate::commands::tables;
use crate::exit::Exit;
use crate::options::{self, GoalOption, MeansOptions, ThemeName};
use crate::printable::printable_json;
use crate::progress::{BeforePart, Progress, ProgressOption};
use crate::{interrupt, output};

/// Compare the algorithms and heuristics on the same boards
///
/// The course's searches and ours side by side: moves, whether they are proven minimal, nodes
/// expanded, generated and stored, the peak memory, time, and how many times fewer nodes and less
/// time than the first row. Every run has its own limits; a run that is stopped says where, and the
/// others go on. Tables are loaded or built before the runs on a board: no run is charged for that
/// time, and every run that uses a table is charged for its memory. Csv and json name the
/// algorithm, the heuristic and the tables that a run really used: with --tables small the nodes
/// are the same whatever was built before. Every run has one thread unless --threads says more, so
/// that the counts of nodes do not depend on timing. The rows for all boards together are sums, and
/// maxima of stored nodes and memory.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes compare boards/puzzle04.txt
  noyes compare \"8 1 3/4 0 2/7 6 5\" --format markdown
  noyes compare boards/random4.txt --time-limit 500ms --memory-limit 200MB --chart compare.svg
  noyes compare boards/puzzle04.txt --algorithms astar:hamming,astar:manhattan,ida
  noyes compare \"8 1 3/4 0 2/7 6 5\" --course
  noyes compare boards/random4.txt --algorithms ida:pattern,noyes --tables small --format csv
  noyes compare boards/puzzle04.txt --classics
  noyes compare @korf100:79 --algorithms ida:manhattan,ida:manhattan:korf1985
  noyes scramble 3 --count 8 --seed 1 | noyes compare - --format csv --growth growth.svg")]
pub struct Args {
    /// Boards: files, folders, lists, - for standard input, @korf100, @korf100:79, or boards in
    /// quotes
    #[arg(value_name = "BOARD", required = true)]
    boards: Vec<String>,

    /// The contestants, the first being the baseline: ALGORITHM or ALGORITHM:HEURISTIC, or noyes,
    /// which does what noyes solve does; A* may name what it refuses: course:manhattan:chain; and
    /// ida:manhattan:korf1985 counts its nodes as Korf did (solve --count-as korf1985)
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = compare::parse)]
    algorithms: Vec<Contestant>,

    /// Compare the course's A* with both priorities and all four rules for duplicates, and tell
    /// what its queues did
    #[arg(long, conflicts_with = "algorithms")]
    course: bool,

    /// The classic algorithms by name, with Manhattan distance: A*, bfs, uniform-cost, iddfs, ida,
    /// rbfs, sma, hda, bidirectional, mm, nbs, ara, weighted, weighted-ida, greedy
    #[arg(long, conflicts_with_all = ["algorithms", "course"])]
    classics: bool,

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

/// With more boards than this, tables for people show the totals only.
const MAX_SHOWN: usize = 3;

pub fn run(args: Args) -> Result<Exit> {
    let named = match (args.course, args.classics) {
        (true, _) => compare::course_line_up().to_vec(),
        (_, true) => compare::classics(),
        _ => args.algorithms.clone(),
    };
    compare::ensure_distinct(&named).map_err(Error::msg)?;
    let tables = args.means.request().tables;
    compare::ensure_usable(&named, args.means.weight.is_some(), tables).map_err(Error::msg)?;
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
    // Counts of nodes must not depend on which thread was first.
    means.limits.threads.get_or_insert(1);
    means.limits.time = Some(args.time_limit);
    means.limits.memory = Some(args.memory_limit);
    means.limits.nodes = args.node_limit;
    let engine = args.means.engine();
    interrupt::listen();
    let max_width =
        output::columns(args.output.as_deref()).filter(|_| args.format == CompareFormat::Table);
    let shows_each = boards.len() <= MAX_SHOWN;
    let has_tables = means.tables != TableChoice::None;
    let line_up = |size| compare::line_up(&named, size, has_tables);
    // On a board that cannot be solved only the course's A* has something to do, if it is named.
    let is_course = |one: &&Contestant| one.algorithm == Some(Algorithm::Course);
    let runs = boards
        .iter()
        .map(|(_, board)| match Instance::new(board, &goal) {
            Ok(_) => line_up(board.size()).len(),
            Err(_) => named.iter().filter(is_course).count(),
        });
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
                if rounds.is_empty() {
                    entries.iter().for_each(|entry| entry.rehearse(instance));
                }
                for entry in &entries {
                    if interrupt::is_requested() {
                        break;
                    }
                    let contestant = entry.contestant;
                    let name = format!("{contestant} on {}", round.name);
                    let part = progress.part(number, name, contestant.labels(&round.name));
                    let run = entry.run(instance, &part, &AllocCounter);
                    drop(part);
                    number += 1;
                    progress.suspend(|| page.row(&run, round.runs.first()))?;
                    round.runs.push(run);
                }
            }
            for &contestant in named.iter().filter(is_course) {
                if instance.is_some() || interrupt::is_requested() {
                    break;
                }
                let name = format!("{contestant} on {}", round.name);
                let part = progress.part(number, name, contestant.labels(&round.name));
                let position = (&round.board, &goal);
                let run =
                    compare::refute(&engine, position, contestant, &means, &part, &AllocCounter);
                drop(part);
                number += 1;
                if let Some(run) = run {
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
            CompareFormat::Json => writeln!(out, "{}", printable_json(&compare::object(&rounds))),
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
        .find_map(|entry| tables::announcement(entry.engine, instance, entry.plan()?))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_all_classics() {
        let command = <Args as clap::Args>::augment_args(clap::Command::new("compare"));
        let mut arguments = command.get_arguments();
        let classics = arguments.find(|argument| argument.get_id() == "classics");
        let help = classics.unwrap().get_help().unwrap().to_string();
        let words: Vec<&str> = help.split([',', ':', ' ']).map(str::trim).collect();
        for classic in compare::classics() {
            let algorithm = classic.algorithm.unwrap();
            let is_there = |word: &&str| {
                *word == algorithm.name()
                    || algorithm
                        .other_names()
                        .contains(&word.to_lowercase().as_str())
            };
            assert!(words.iter().any(is_there), "{algorithm} is not in the help");
        }
    }
}
