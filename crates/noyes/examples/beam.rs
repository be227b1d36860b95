//! The quality and speed of beams of one width, one run for each board:
//!
//! ```text
//! cargo run --release -p noyes --example beam -- N WIDTH BOARDS [THREADS] [EXPONENT] [NET]
//! ```
//!
//! BOARDS is a number, for the boards of `scramble` with the seeds from 1 on, or a file of boards
//! (a name, the tiles, and after `#` a length to compare with), of which `FILE:40` takes the first
//! forty. With an EXPONENT above 0 the plain evaluation with that exponent is used instead of a
//! net. NET is the file of a net to use.

use std::time::Instant;

use noyes::guard::{Counts, Guard, Silent};
use noyes::scramble::Scrambler;
use noyes::search::beam::{Beam, Evaluation, Net, Task};
use noyes::verify::verify;
use noyes::workers::Workers;
use noyes::{Board, Goal, Instance, Size};

type Failure = Box<dyn std::error::Error>;

/// The boards of a file, and the lengths that stand beside them.
fn read_boards(n: usize, path: &str) -> Result<Vec<(Board, Option<usize>)>, Failure> {
    let (path, most) = match path.rsplit_once(':') {
        Some((path, most)) => (path, most.parse()?),
        None => (path, usize::MAX),
    };
    let text = std::fs::read_to_string(path)?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let (board, length) = line.split_once('#').unwrap_or((line, ""));
        let tiles = board.split_whitespace().skip(1).map(str::parse);
        let tiles: Vec<u32> = tiles.collect::<Result<_, _>>()?;
        let rows: Vec<&[u32]> = tiles.chunks(n).collect();
        Ok((Board::new(&rows)?, length.trim().parse().ok()))
    };
    lines.take(most).map(read).collect()
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |k: usize, usual: f64| args.get(k).and_then(|s| s.parse().ok()).unwrap_or(usual);
    let (n, width) = (number(0, 5.0) as usize, number(1, 1000.0) as usize);
    let (threads, exponent) = (number(3, 1.0) as usize, number(4, 0.0));
    let size = Size::new(n, n)?;
    let evaluation = if let Some(path) = args.get(5) {
        Evaluation::learned(Net::from_bytes(&std::fs::read(path)?)?)
    } else if exponent > 0.0 {
        Evaluation::plain(size, n * n - 1, exponent)
    } else {
        Evaluation::best(size, n * n - 1)
    };
    let boards = match args.get(2).filter(|arg| arg.parse::<u64>().is_err()) {
        Some(path) => read_boards(n, path)?,
        None => (1..=number(2, 10.0) as u64)
            .map(|seed| {
                let board = Scrambler::new(size, &Goal::BlankLast, seed)?.uniform();
                Ok((board, None))
            })
            .collect::<Result<_, Failure>>()?,
    };
    let mut beam = Beam::new(evaluation);
    let workers = Workers::new(threads);
    let guard = Guard::new(&Silent).on(workers.all());
    let (mut moves, mut manhattan, mut solved, mut compared) = (0, 0, 0, 0);
    let mut counts = Counts::default();
    let started = Instant::now();
    for (board, length) in &boards {
        let instance = Instance::new(board, &Goal::BlankLast)?;
        let labels: Vec<u8> = instance.labels().iter().map(|&l| l as u8).collect();
        let task = Task {
            width,
            below: 10 * board.manhattan(),
            salt: 1,
        };
        let found = beam.run(&labels, task, &guard, &mut counts, &mut |_| {})?;
        if let Some(found) = found {
            verify(board, instance.goal(), &found)?;
            moves += found.len();
            manhattan += board.manhattan();
            compared += length.unwrap_or(0);
            solved += 1;
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{n}×{n} width {width}: {solved}/{} solved, mean {:.2}, ratio {:.4}, {:.2} s each, {:.1} M/s",
        boards.len(),
        moves as f64 / f64::from(solved),
        moves as f64 / f64::from(manhattan),
        seconds / boards.len() as f64,
        counts.generated as f64 / seconds / 1e6
    );
    if compared > 0 {
        let more = 100.0 * (moves as f64 / compared as f64 - 1.0);
        println!("compared with the lengths of the file: {more:+.2} %");
    }
    Ok(())
}
