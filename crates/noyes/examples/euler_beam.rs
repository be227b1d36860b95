//! The quality and cost of Euler beams of one width:
//!
//! ```text
//! cargo run --release -p noyes --example euler_beam -- N SEEDS WIDTH LINE_WIDTH [PASSES]
//! cargo run --release -p noyes --example euler_beam -- 50 1-3 25 100 2
//! ```
//!
//! It prints slides over Manhattan distance, before and after some window passes, with the seconds
//! and nodes of one thread.

use std::time::Instant;

use noyes::guard::{Counts, Guard, Silent};
use noyes::scramble::Scrambler;
use noyes::search::euler_beam::{EulerBeamOptions, euler_beam};
use noyes::search::windows::{Pass, shorten, without_cycles};
use noyes::verify::verify;
use noyes::{Goal, Instance, Size};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = |k: usize, usual: &'static str| args.get(k).cloned().unwrap_or(usual.to_owned());
    let n = text(0, "30").parse()?;
    let seeds = text(1, "1-3");
    let (first, last) = seeds.split_once('-').unwrap_or((&seeds, &seeds));
    let passes: usize = text(4, "0").parse()?;
    let guard = Guard::new(&Silent);
    for seed in first.parse::<u64>()?..=last.parse()? {
        let board = Scrambler::new(Size::new(n, n)?, &Goal::BlankLast, seed)?.uniform();
        let instance = Instance::new(&board, &Goal::BlankLast)?;
        let manhattan = f64::from(board.manhattan());
        let options = EulerBeamOptions {
            width: text(2, "25").parse()?,
            line_width: text(3, "100").parse()?,
            ..EulerBeamOptions::default()
        };
        let started = Instant::now();
        let mut counts = Counts::default();
        let mut moves = euler_beam(&instance, &options, &guard, &mut counts)
            .map_err(|stop| stop.to_string())?;
        print!(
            "{n} seed {seed}: {:.4} in {:.2} s, {} nodes",
            moves.len() as f64 / manhattan,
            started.elapsed().as_secs_f64(),
            counts.generated
        );
        for number in 0..passes {
            let pass = Pass::new(number, 1);
            let simple = without_cycles(&instance, &moves, &guard, &counts)
                .map_err(|stop| stop.to_string())?;
            (moves, _) = shorten(&instance, &simple, pass, &guard, &mut counts);
            print!(
                "; {:.4} at {:.2} s",
                moves.len() as f64 / manhattan,
                started.elapsed().as_secs_f64()
            );
        }
        println!();
        verify(&board, instance.goal(), &moves)?;
    }
    Ok(())
}
