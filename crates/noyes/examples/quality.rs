//! How short the solutions are after how long:
//!
//! ```text
//! cargo run --release -p noyes --example quality -- SIZES SECONDS [SEEDS] [THREADS] [cpu]
//! cargo run --release -p noyes --example quality -- 5,6,8,10 1,10 1-10 2
//! cargo run --release -p noyes --example quality -- korf50 10 1-50 2
//! ```
//!
//! Boards are those of `noyes scramble N --seed S`. A line a size: mean moves ÷ mean Manhattan at
//! each time, all from one run of the longest, and the time of the first answer. With `korf50` the
//! excess over the known minimum instead. With `cpu`, seconds are the processor's, divided by the
//! threads: for machines that have other work (Linux only).

use std::sync::Mutex;
use std::time::{Duration, Instant};

use noyes::guard::{Control, Event, Observer};
use noyes::scramble::Scrambler;
use noyes::solve::{Engine, Limits, Request};
use noyes::{Board, Goal, Instance, Size};

/// Notes when each improvement came.
struct Diary {
    clock: Clock,
    longest: f64,
    entries: Mutex<Vec<(f64, usize)>>,
}

impl Observer for Diary {
    fn on(&self, event: &Event) -> Control {
        let now = self.clock.now();
        if let Event::Improved { moves, .. } = event
            && let Ok(mut entries) = self.entries.lock()
        {
            entries.push((now, moves.len()));
        }
        if now >= self.longest {
            Control::Stop
        } else {
            Control::Continue
        }
    }
}

/// Seconds since a board was begun.
enum Clock {
    Wall(Instant),
    Processor { started: f64, threads: f64 },
}

impl Clock {
    fn now(&self) -> f64 {
        match self {
            Self::Wall(started) => started.elapsed().as_secs_f64(),
            Self::Processor { started, threads } => (processor_seconds() - started) / threads,
        }
    }
}

/// Seconds the processor has worked for us, in user mode, to a hundredth.
fn processor_seconds() -> f64 {
    let line = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = line.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().nth(11);
    ticks
        .and_then(|ticks| ticks.parse::<f64>().ok())
        .unwrap_or(0.0)
        / 100.0
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = |k: usize, usual: &'static str| args.get(k).cloned().unwrap_or(usual.to_owned());
    let times: Vec<f64> = text(1, "1,10")
        .split(',')
        .map(str::parse)
        .collect::<Result<_, _>>()?;
    let longest = times.iter().copied().fold(0.0, f64::max);
    let seeds = text(2, "1-10");
    let (first, last) = seeds.split_once('-').unwrap_or((&seeds, &seeds));
    let seeds = first.parse::<u64>()?..=last.parse::<u64>()?;
    let threads: usize = text(3, "2").parse()?;
    let by_processor = text(4, "wall") == "cpu";
    let request = Request {
        limits: Limits {
            time: Some(Duration::from_secs_f64(if by_processor {
                100.0 * longest
            } else {
                longest
            })),
            threads: Some(threads),
            ..Limits::default()
        },
        ..Request::default()
    };
    let engine = Engine::builder().threads(threads).build();
    let heads = times
        .iter()
        .map(|time| format!("{:>8}", format!("{time} s")));
    println!(
        "board      {}   bound    first  peak MB",
        heads.collect::<String>()
    );
    for name in text(0, "5,6,8").split(',') {
        let mut totals = vec![0.0; times.len()];
        let (mut scale, mut latest, mut bounds) = (0.0, 0.0f64, 0.0);
        for seed in seeds.clone() {
            let (board, unit) = board(name, seed)?;
            let instance = Instance::new(&board, &Goal::BlankLast)?;
            let diary = Diary {
                clock: if by_processor {
                    Clock::Processor {
                        started: processor_seconds(),
                        threads: threads as f64,
                    }
                } else {
                    Clock::Wall(Instant::now())
                },
                longest,
                entries: Mutex::new(Vec::new()),
            };
            let outcome = engine.solve(&instance, &engine.plan(&instance, &request)?, &diary)?;
            let length = outcome.length().ok_or("no solution")?;
            let entries = diary.entries.into_inner()?;
            for (total, &time) in totals.iter_mut().zip(&times) {
                let by_then = entries.iter().take_while(|entry| entry.0 <= time);
                let best = by_then.map(|entry| entry.1).min();
                let best = if time == longest {
                    Some(length as usize)
                } else {
                    best
                };
                *total += best.map_or(f64::NAN, |moves| moves as f64);
            }
            latest = latest.max(entries.first().map_or(f64::NAN, |entry| entry.0));
            bounds += f64::from(outcome.lower_bound());
            scale += f64::from(unit);
        }
        let ratios = totals.iter().map(|total| format!("{:8.4}", total / scale));
        println!(
            "{name:10} {}  {:.4}  {latest:.3} s  {}",
            ratios.collect::<String>(),
            bounds / scale,
            peak_megabytes()
        );
    }
    Ok(())
}

/// A board and what its moves are measured by: its Manhattan distance, or the known minimum.
fn board(name: &str, seed: u64) -> Result<(Board, u32), Box<dyn std::error::Error>> {
    if name == "korf50" {
        let lines = include_str!("../data/korf50.txt").lines();
        let mut boards = lines.filter(|line| !line.starts_with('#'));
        let line = boards.nth(seed as usize - 1).ok_or("Korf has 50")?;
        let (tiles, minimum) = line.split_once('=').ok_or("no minimum")?;
        let tiles = tiles
            .split_whitespace()
            .skip(1)
            .map(str::parse)
            .collect::<Result<Vec<u32>, _>>()?;
        let rows: Vec<&[u32]> = tiles.chunks(5).collect();
        return Ok((Board::new(&rows)?, minimum.trim().parse()?));
    }
    let n: usize = name.parse()?;
    let board = Scrambler::new(Size::new(n, n)?, &Goal::BlankLast, seed)?.uniform();
    let manhattan = board.manhattan();
    Ok((board, manhattan))
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
