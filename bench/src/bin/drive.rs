//! Solves boards for the scoreboard, with noyes or with slidy, on one thread.
//!
//! ```text
//! drive noyes [--tables none|quick|small|large] [--seconds S] [--ready small] | drive slidy
//! ```
//!
//! A board is a line of standard input, as `8 1 3/4 0 2/7 6 5`. For each, one line of JSON goes to
//! standard output: the moves, as the tiles slide, and the processor time that the solve took. The
//! first line says what it took to be ready: tables of 3×3 and 4×4 are made, or read, before the
//! first board; with `--ready small` those that noyes would else make while it solves.

use std::cell::OnceCell;
use std::error::Error;
use std::io::{BufRead as _, Write as _, stdin, stdout};
use std::str::FromStr as _;
use std::time::Duration;

use noyes::pattern::Tier;
use noyes::guard::Silent;
use noyes::solve::{Limits, Request, TableChoice, TableSet};
use noyes::{Engine, Goal, Instance, Size, format};
use rustix::time::{ClockId, clock_gettime};
use slidy::algorithm::metric::Stm;
use slidy::puzzle::puzzle::Puzzle;
use slidy::solver::size4x4::stm::solver::Solver as Fifteen;
use slidy::solver::small::solver::Solver as Small;
use slidy::solver::solver::Solver as Any;

type Answer = Result<String, Box<dyn Error>>;

/// Processor seconds of this process, all threads.
fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begun = processor_seconds();
    let done = work();
    (done, processor_seconds() - begun)
}

/// The engine, and what every board is asked for with.
struct Noyes {
    engine: Engine,
    request: Request,
    /// Tables to have before the first board.
    ready: Vec<TableSet>,
}

impl Noyes {
    fn new(mut words: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let mut request = Request {
            limits: Limits {
                threads: Some(1),
                ..Limits::default()
            },
            ..Request::default()
        };
        let mut ready = Vec::new();
        while let Some(word) = words.next() {
            let value = words.next().ok_or(format!("{word} needs a value"))?;
            match (word.as_str(), value.as_str()) {
                ("--seconds", _) => {
                    request.limits.time = Some(Duration::from_secs_f64(value.parse()?));
                }
                ("--ready", "small") => ready.push(TableSet::new(Size::new(4, 4)?, 15, Tier::Small)),
                ("--tables", "none") => request.tables = TableChoice::None,
                ("--tables", "quick") => request.tables = TableChoice::Tier(Tier::Quick),
                ("--tables", "small") => request.tables = TableChoice::Small,
                ("--tables", "large") => request.tables = TableChoice::Large,
                _ => return Err(format!("{word} {value} is not known").into()),
            }
        }
        let engine = Engine::new();
        Ok(Self {
            engine,
            request,
            ready,
        })
    }

    /// Makes or reads the tables that are asked for.
    fn prepare(&self) {
        let all = self.engine.ensure_sets(&self.ready, usize::MAX, &Silent);
        all.expect("the observer never stops it");
    }

    fn solve(&self, line: &str) -> Answer {
        let board = format::read_board(line)?.board;
        let instance = Instance::new(&board, &Goal::BlankLast)?;
        let plan = self.engine.plan(&instance, &self.request)?;
        let outcome = self.engine.solve(&instance, &plan, &Silent)?;
        let moves = outcome.moves().ok_or("no solution within the limits")?;
        Ok(moves.to_string())
    }
}

/// Its own solver for a size where it has one; else its search with Manhattan distance.
#[derive(Default)]
struct Slidy {
    three: OnceCell<Small<3, 3, 9, Stm>>,
    four: OnceCell<Fifteen>,
}

impl Slidy {
    fn solve(&self, line: &str) -> Answer {
        let moves = match line.split('/').count() {
            3 => self
                .three
                .get_or_init(Small::default)
                .solve(&Puzzle::from_str(line)?),
            4 => self
                .four
                .get_or_init(Fifteen::new)
                .solve(&Puzzle::from_str(line)?),
            _ => Any::default().solve(&Puzzle::from_str(line)?),
        };
        Ok(moves.map_err(|error| format!("{error:?}"))?.to_string())
    }
}

/// A near board of each size that has tables: they are made, or read, before the first board.
const NEAR: [&str; 2] = ["1 2 3/4 5 6/7 0 8", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let mut seconds = 0.0;
    let solve: Box<dyn Fn(&str) -> Answer> = match words.next().as_deref() {
        Some("noyes") => {
            let noyes = Noyes::new(words)?;
            ((), seconds) = timed(|| noyes.prepare());
            Box::new(move |line| noyes.solve(line))
        }
        Some("slidy") => {
            let slidy = Slidy::default();
            Box::new(move |line| slidy.solve(line))
        }
        _ => return Err("usage: drive noyes|slidy".into()),
    };
    let (ready, more) = timed(|| NEAR.iter().try_for_each(|near| solve(near).map(drop)));
    ready?;
    println!("{{\"ready\":{:.6}}}", seconds + more);
    for line in stdin().lock().lines() {
        let line = line?;
        let (answer, seconds) = timed(|| solve(line.trim()));
        match answer {
            Ok(moves) => println!("{{\"moves\":\"{moves}\",\"seconds\":{seconds:.7}}}"),
            Err(error) => println!("{{\"error\":\"{error}\"}}"),
        }
        stdout().flush()?;
    }
    Ok(())
}
