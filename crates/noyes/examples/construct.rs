//! The length of constructed solutions and the time they take:
//! `cargo run --release -p noyes --example construct`.

use std::time::Instant;

use noyes::guard::{Guard, Silent};
use noyes::scramble::Scrambler;
use noyes::search::construct;
use noyes::verify::verify;
use noyes::{Goal, Instance, Size};

const SEEDS: u64 = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("   n      moves  Manhattan  ratio  seconds");
    for n in [5, 10, 20, 30, 50, 127] {
        let (mut moves, mut manhattan, mut seconds) = (0, 0, 0.0);
        for seed in 1..=SEEDS {
            let board = Scrambler::new(Size::new(n, n)?, &Goal::BlankLast, seed)?.uniform();
            let instance = Instance::new(&board, &Goal::BlankLast)?;
            let start = Instant::now();
            let finding = construct(&instance, &Guard::new(&Silent));
            seconds += start.elapsed().as_secs_f64();
            let found = finding.moves.ok_or("no solution")?;
            verify(&board, instance.goal(), &found)?;
            moves += found.len() as u64;
            manhattan += u64::from(finding.lower_bound);
        }
        println!(
            "{n:4} {:10.1} {:10.1} {:6.2} {:8.4}",
            moves as f64 / SEEDS as f64,
            manhattan as f64 / SEEDS as f64,
            moves as f64 / manhattan as f64,
            seconds / SEEDS as f64
        );
    }
    Ok(())
}
