//! The quality and speed of beams of one width, one run for each random board:
//!
//! ```text
//! cargo run --release --example beam -- N WIDTH SEEDS [THREADS] [EXPONENT] [NET]
//! ```
//!
//! With an EXPONENT above 0 the plain evaluation with that exponent is used instead of a net. NET
//! is the file of a net to use.

use std::time::Instant;

use noyes::scramble::Scrambler;
use noyes::search::beam::{Beam, Evaluation, Net, Task};
use noyes::search::{Counts, Guard, Silent};
use noyes::verify::verify;
use noyes::workers::Workers;
use noyes::{Goal, Instance, Size};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |k: usize, usual: f64| args.get(k).and_then(|s| s.parse().ok()).unwrap_or(usual);
    let (n, width, seeds) = (
        number(0, 5.0) as usize,
        number(1, 1000.0) as usize,
        number(2, 10.0) as u64,
    );
    let (threads, exponent) = (number(3, 1.0) as usize, number(4, 0.0));
    let size = Size::new(n, n)?;
    let evaluation = if let Some(path) = args.get(5) {
        Evaluation::learned(Net::from_bytes(&std::fs::read(path)?)?)
    } else if exponent > 0.0 {
        Evaluation::plain(size, n * n - 1, exponent)
    } else {
        Evaluation::best(size, n * n - 1)
    };
    let mut beam = Beam::new(evaluation);
    let workers = Workers::new(threads);
    let guard = Guard::new(&Silent).on(workers.all());
    let (mut moves, mut manhattan, mut solved) = (0, 0, 0);
    let mut counts = Counts::default();
    let started = Instant::now();
    for seed in 1..=seeds {
        let board = Scrambler::new(size, &Goal::BlankLast, seed)?.uniform();
        let instance = Instance::new(&board, &Goal::BlankLast)?;
        let labels: Vec<u8> = instance.labels().iter().map(|&l| l as u8).collect();
        let below = 10 * board.manhattan();
        let task = Task {
            width,
            below,
            salt: 1,
        };
        let found = beam.run(&labels, task, &guard, &mut counts, &mut |_| {})?;
        if let Some(found) = found {
            verify(&board, instance.goal(), &found)?;
            moves += found.len();
            manhattan += board.manhattan();
            solved += 1;
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{n}×{n} width {width}: {solved}/{seeds} solved, mean {:.2}, ratio {:.4}, {:.2} s each, {:.1} M/s",
        moves as f64 / f64::from(solved),
        moves as f64 / f64::from(manhattan),
        seconds / seeds as f64,
        counts.generated as f64 / seconds / 1e6
    );
    Ok(())
}
