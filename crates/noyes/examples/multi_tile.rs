//! Solves random 4×4 boards with the fewest multi-tile moves: `multi_tile [BOARDS] [SEED]
//! [THREADS]`.

use std::time::Instant;

use noyes::guard::{Guard, Silent};
use noyes::scramble::Scrambler;
use noyes::search::MultiTileSolver;
use noyes::workers::Workers;
use noyes::{Goal, Instance, Size};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let boards = numbers.next().unwrap_or(Ok(10))?;
    let seed = numbers.next().unwrap_or(Ok(1))?;
    let threads = numbers.next().unwrap_or(Ok(1))?;
    let workers = Workers::new(threads);
    let guard = Guard::new(&Silent).on(workers.all());
    let size = Size::new(4, 4)?;
    let started = Instant::now();
    let solver = MultiTileSolver::new(size, size.tiles(), None, &guard)?;
    println!("tables {:.2} s", started.elapsed().as_secs_f64());
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, seed as u64)?;
    for _ in 0..boards {
        let instance = Instance::new(&scrambler.uniform(), &Goal::BlankLast)?;
        let started = Instant::now();
        let finding = solver.solve(&instance, &guard);
        println!(
            "{} moves, {} nodes, {:.2} s",
            finding.lower_bound,
            finding.counts.generated,
            started.elapsed().as_secs_f64()
        );
    }
    Ok(())
}
