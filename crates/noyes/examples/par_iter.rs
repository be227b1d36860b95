//! Solves a list of boards from inside a thread pool of the caller's own.
//!
//! ```sh
//! cargo run --release -p noyes --example par_iter -- LIST --threads 4 --time-limit 100ms
//! ```
//!
//! LIST has one board a line. All boards share one engine, whose tables lie in the folder that
//! `NOYES_TABLES` names. The program prints how many boards were solved and proven, and by how much
//! a solve exceeded its time limit at most.

use std::error::Error;
use std::time::{Duration, Instant};

use noyes::format::list;
use noyes::{Engine, Goal, Instance, Limits, Outcome, Request, Silent};
use rayon::prelude::*;

struct Options {
    list: String,
    threads: usize,
    limit: Duration,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options {
        list: String::new(),
        threads: 4,
        limit: Duration::from_millis(100),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--threads" => options.threads = arguments.next().ok_or("--threads N")?.parse()?,
            "--time-limit" => {
                let text = arguments.next().ok_or("--time-limit 100ms")?;
                let text = text
                    .strip_suffix("ms")
                    .ok_or("a limit in ms, such as 100ms")?;
                options.limit = Duration::from_millis(text.parse()?);
            }
            _ => options.list = std::fs::read_to_string(&argument)?,
        }
    }
    Ok(options)
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    let instances = list::entries(&options.list)
        .map(|entry| Ok(Instance::new(&entry?.board, &Goal::BlankLast)?))
        .collect::<Result<Vec<Instance>, Box<dyn Error>>>()?;
    let request = Request {
        limits: Limits {
            time: Some(options.limit),
            ..Limits::default()
        },
        ..Request::default()
    };

    let engine = Engine::new();
    let solve = |instance: &Instance| {
        let started = Instant::now();
        let plan = engine
            .plan(instance, &request)
            .expect("the default request");
        let outcome = engine.solve(instance, &plan, &Silent).expect("an outcome");
        (outcome, started.elapsed())
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()?;
    let solved = pool.install(|| instances.par_iter().map(solve).collect::<Vec<_>>());

    let count =
        |wanted: fn(&Outcome) -> bool| solved.iter().filter(|(outcome, _)| wanted(outcome)).count();
    let over = solved
        .iter()
        .map(|(_, time)| time.saturating_sub(options.limit));
    println!(
        "{} boards: {} solved, {} proven, at most {} ms over the limit",
        solved.len(),
        count(|outcome| outcome.moves().is_some()),
        count(|outcome| outcome.is_optimal()),
        over.max().unwrap_or_default().as_millis()
    );
    Ok(())
}
