//! How short the solutions are after how long:
//!
//! ```text
//! cargo run --release -p noyes --example quality -- BOARDS SECONDS [SEEDS] [THREADS] [cpu] [rows=FILE]
//! cargo run --release -p noyes --example quality -- 5,6,8,10 1,10 1-10 2
//! cargo run --release -p noyes --example quality -- korf50 10 1-50 2
//! cargo run --release -p noyes --example quality -- boards.txt 20 1-100 2 rows=boards-20s.csv
//! ```
//!
//! BOARDS are sizes, for the boards of `noyes scramble N --seed S`; `korf50`; or a file of boards,
//! with a length to compare with after `#`. Every time is a run of its own, since a run plans its
//! beams for its limit. A line for each time: the sum of all moves over the sum of all Manhattan
//! distances or lengths, the latest first answer, and for lengths how many solutions are shorter,
//! equal and longer.
//!
//! `rows=FILE` adds a row to a csv file for each board as it is done, and takes boards that are there
//! from it, so that a long measurement can be stopped and goes on. With `cpu`, seconds are the
//! processor's, divided by the threads: for machines that have other work (Linux only).

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Mutex;
use std::time::Duration;

use noyes::guard::{Control, Event, Observer};
use noyes::scramble::Scrambler;
use noyes::solve::{Clock, Engine, Limits, Request};
use noyes::{Board, Goal, Instance, Size};

type Failure = Box<dyn std::error::Error>;

const HEADER: &str = "boards,number,seconds,threads,moves,bound,compared,first";

/// Notes when the first answer came.
struct FirstAnswer<'a> {
    engine: &'a Engine,
    started: Duration,
    seconds: Mutex<Option<f64>>,
}

impl Observer for FirstAnswer<'_> {
    fn on(&self, event: &Event) -> Control {
        if let Event::Improved { .. } = event
            && let Ok(mut seconds) = self.seconds.lock()
        {
            let passed = self.engine.clock().now().saturating_sub(self.started);
            seconds.get_or_insert(passed.as_secs_f64());
        }
        Control::Continue
    }
}

/// The time that the processor has worked for us, in user mode, to a hundredth of a second, divided
/// by the threads.
#[derive(Debug)]
struct ProcessorClock {
    threads: u32,
}

impl Clock for ProcessorClock {
    fn now(&self) -> Duration {
        let line = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
        let after_name = line.rsplit(')').next().unwrap_or_default();
        let ticks = after_name.split_whitespace().nth(11);
        let ticks: u64 = ticks.and_then(|ticks| ticks.parse().ok()).unwrap_or(0);
        Duration::from_millis(10 * ticks) / self.threads
    }
}

/// The command line.
struct Args {
    boards: Vec<String>,
    times: Vec<f64>,
    numbers: std::ops::RangeInclusive<u64>,
    threads: usize,
    by_processor: bool,
    rows: Option<String>,
}

impl Args {
    fn parse(args: &[String]) -> Result<Self, Failure> {
        let (options, words): (Vec<&String>, Vec<&String>) = args
            .iter()
            .partition(|arg| arg.contains('=') || *arg == "cpu");
        let word = |k: usize, usual: &'static str| words.get(k).map_or(usual, |word| word.as_str());
        let times = word(1, "1,10").split(',').map(str::parse);
        let numbers = word(2, "1-10");
        let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
        let rows = options
            .iter()
            .find_map(|option| option.strip_prefix("rows="));
        Ok(Self {
            boards: word(0, "5,6,8").split(',').map(str::to_string).collect(),
            times: times.collect::<Result<_, _>>()?,
            numbers: first.parse()?..=last.parse()?,
            threads: word(3, "2").parse()?,
            by_processor: options.iter().any(|option| *option == "cpu"),
            rows: rows.map(str::to_string),
        })
    }
}

/// What a run came to.
struct Row {
    moves: u64,
    bound: u64,
    /// The length or distance to compare with.
    compared: u64,
    first: f64,
}

impl Row {
    fn read(line: &str) -> Option<Self> {
        let mut fields = line.split(',').skip(4);
        let mut number = || fields.next()?.parse().ok();
        let (moves, bound, compared) = (number()?, number()?, number()?);
        let first = line.rsplit(',').next()?.parse().ok()?;
        Some(Self {
            moves,
            bound,
            compared,
            first,
        })
    }
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args = Args::parse(&args)?;
    let mut builder = Engine::builder().threads(args.threads);
    if args.by_processor {
        builder = builder.clock(ProcessorClock {
            threads: args.threads as u32,
        });
    }
    let engine = builder.build();
    println!("boards       seconds   ratio    bound    first    shorter, equal, longer  peak MB");
    for name in &args.boards {
        for &seconds in &args.times {
            let mut rows = Vec::new();
            for number in args.numbers.clone() {
                let head = format!("{name},{number},{seconds},{}", args.threads);
                let before = args.rows.as_ref().and_then(|path| row_of(path, &head));
                let row = match before {
                    Some(row) => row,
                    None => {
                        let row = run(&engine, &args, name, number, seconds)?;
                        if let Some(path) = &args.rows {
                            append(path, &head, &row)?;
                        }
                        row
                    }
                };
                rows.push(row);
            }
            let is_compared = name.parse::<usize>().is_err();
            println!("{}", line(name, seconds, &rows, is_compared)?);
        }
    }
    Ok(())
}

/// The line of a table.
fn line(name: &str, seconds: f64, rows: &[Row], is_compared: bool) -> Result<String, Failure> {
    let sum = |of: fn(&Row) -> u64| rows.iter().map(of).sum::<u64>() as f64;
    let compared = sum(|row| row.compared);
    let (ratio, bound) = (
        sum(|row| row.moves) / compared,
        sum(|row| row.bound) / compared,
    );
    let first = rows.iter().map(|row| row.first).fold(0.0, f64::max);
    let name = name.rsplit('/').next().unwrap_or(name);
    let mut line = format!("{name:12} {seconds:7}  {ratio:.4}  {bound:.4}  {first:6.3} s");
    if is_compared {
        let count = |order| {
            rows.iter()
                .filter(|row| row.moves.cmp(&row.compared) == order)
                .count()
        };
        let [shorter, equal, longer] = [
            count(std::cmp::Ordering::Less),
            count(std::cmp::Ordering::Equal),
            count(std::cmp::Ordering::Greater),
        ];
        write!(line, "  {shorter:8} {equal:6} {longer:7}")?;
    }
    write!(line, "  {:6}", peak_megabytes())?;
    Ok(line)
}

/// The row of a file that begins so.
fn row_of(path: &str, head: &str) -> Option<Row> {
    let text = std::fs::read_to_string(path).ok()?;
    let mut lines = text
        .lines()
        .filter_map(|line| line.strip_prefix(head)?.strip_prefix(','));
    Row::read(&format!(",,,,{}", lines.next()?))
}

/// Adds a row to a file, whose first line is the header.
fn append(path: &str, head: &str, row: &Row) -> Result<(), Failure> {
    let is_new = !std::path::Path::new(path).exists();
    let mut file = std::fs::File::options()
        .create(true)
        .append(true)
        .open(path)?;
    if is_new {
        writeln!(file, "{HEADER}")?;
    }
    let Row {
        moves,
        bound,
        compared,
        first,
    } = row;
    writeln!(file, "{head},{moves},{bound},{compared},{first:.3}")?;
    Ok(())
}

/// Solves a board.
fn run(
    engine: &Engine,
    args: &Args,
    name: &str,
    number: u64,
    seconds: f64,
) -> Result<Row, Failure> {
    let (board, compared) = board(name, number)?;
    let instance = Instance::new(&board, &Goal::BlankLast)?;
    let request = Request {
        limits: Limits {
            time: Some(Duration::from_secs_f64(seconds)),
            threads: Some(args.threads),
            ..Limits::default()
        },
        ..Request::default()
    };
    let watch = FirstAnswer {
        engine,
        started: engine.clock().now(),
        seconds: Mutex::new(None),
    };
    let outcome = engine.solve(&instance, &engine.plan(&instance, &request)?, &watch)?;
    let length = outcome.length().ok_or("no solution")?;
    Ok(Row {
        moves: length.into(),
        bound: outcome.lower_bound().into(),
        compared: compared.into(),
        first: watch.seconds.into_inner()?.unwrap_or(f64::NAN),
    })
}

/// A board and what its moves are measured by: its Manhattan distance, or a length.
fn board(name: &str, number: u64) -> Result<(Board, u32), Failure> {
    if let Ok(n) = name.parse::<usize>() {
        let board = Scrambler::new(Size::new(n, n)?, &Goal::BlankLast, number)?.uniform();
        let manhattan = board.manhattan();
        return Ok((board, manhattan));
    }
    let text = if name == "korf50" {
        include_str!("../data/korf50.txt").to_string()
    } else {
        std::fs::read_to_string(name)?
    };
    let mut lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let line = lines
        .nth(number as usize - 1)
        .ok_or("the file has no such board")?;
    let (tiles, length) = line
        .split_once(['=', '#'])
        .ok_or("a board without a length")?;
    let tiles = tiles.split_whitespace().skip(1).map(str::parse);
    let tiles: Vec<u32> = tiles.collect::<Result<_, _>>()?;
    let n = tiles.len().isqrt();
    let rows: Vec<&[u32]> = tiles.chunks(n).collect();
    Ok((Board::new(&rows)?, length.trim().parse()?))
}

fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|line| {
        line.trim()
            .trim_end_matches("kB")
            .trim()
            .parse::<u64>()
            .ok()
    });
    kilobytes.unwrap_or(0) / 1024
}
