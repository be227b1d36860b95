//! How high the bounds are that cost no search, on boards of `noyes scramble N --seed S`:
//!
//! ```text
//! cargo run --release -p noyes --example bounds -- SIZES [SEEDS] [WALK]
//! cargo run --release -p noyes --example bounds -- 5,6,8,10,20,50,127 1-10
//! ```
//!
//! A line a size: mean bound ÷ mean Manhattan of linear conflict and of additive groups, how many
//! groups there are, and the most milliseconds they took. With WALK the boards are so many random
//! slides from the goal.

use std::time::Instant;

use noyes::heuristic::{Groups, HeuristicKind};
use noyes::scramble::Scrambler;
use noyes::{Goal, Instance, Size};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = |k: usize, usual: &'static str| args.get(k).cloned().unwrap_or(usual.to_owned());
    let seeds = text(1, "1-10");
    let (first, last) = seeds.split_once('-').unwrap_or((&seeds, &seeds));
    let walk: usize = text(2, "0").parse()?;
    println!("board  manhattan  conflict  groups  number  most ms");
    for name in text(0, "5,6,8,10").split(',') {
        let n: usize = name.parse()?;
        let (mut manhattan, mut conflict, mut bound, mut count) = (0, 0, 0, 0);
        let (mut boards, mut slowest) = (0, 0.0f64);
        for seed in first.parse::<u64>()?..=last.parse()? {
            let mut scrambler = Scrambler::new(Size::new(n, n)?, &Goal::BlankLast, seed)?;
            let board = match walk {
                0 => scrambler.uniform(),
                _ => scrambler.walk(walk),
            };
            let instance = Instance::new(&board, &Goal::BlankLast)?;
            let started = Instant::now();
            let groups = Groups::of(&instance);
            slowest = slowest.max(started.elapsed().as_secs_f64() * 1e3);
            manhattan += board.manhattan();
            conflict += HeuristicKind::LinearConflict.bound(&instance)?;
            bound += groups.bound();
            count += groups.groups.len();
            boards += 1;
        }
        let mean = |sum: u32| f64::from(sum) / f64::from(manhattan);
        println!(
            "{name:5} {:10.1} {:9.5} {:7.5} {:7.1} {slowest:8.1}",
            f64::from(manhattan) / f64::from(boards),
            mean(conflict),
            mean(bound),
            count as f64 / f64::from(boards)
        );
    }
    Ok(())
}
