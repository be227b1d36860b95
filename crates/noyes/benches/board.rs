//! Every method of the board over n: time per cell must not grow with n.
//!
//! `cargo bench -p noyes --bench board` prints millions of cells a second, the best of some runs. A
//! method that takes time in proportion to the cells keeps its number from n = 4 to n = 127, and
//! one that takes less raises it.

use std::hash::{BuildHasher, RandomState};
use std::hint::black_box;
use std::time::{Duration, Instant};

use noyes::goal::Parity;
use noyes::scramble::Scrambler;
use noyes::{Board, Goal, Size};

const SIDES: [usize; 6] = [4, 8, 16, 32, 64, 127];
/// Runs of each method, and the time of each run.
const RUNS: usize = 10;
const TIME: Duration = Duration::from_millis(40);

fn main() {
    fn used<T>(value: T) {
        black_box(value);
    }
    let hasher = RandomState::new();
    type Method<'a> = (&'a str, &'a dyn Fn(&Board, &[&[u32]]));
    let methods: [Method<'_>; 9] = [
        ("hamming", &|board, _| used(board.hamming())),
        ("manhattan", &|board, _| used(board.manhattan())),
        ("is_goal", &|board, _| used(board.is_goal())),
        ("equals", &|board, _| used(*board == board.twin())),
        ("neighbors", &|board, _| used(board.neighbors().count())),
        ("twin", &|board, _| used(board.twin())),
        ("to_string", &|board, _| used(board.to_string())),
        ("parity", &|board, _| {
            used(Parity::of(board, &Board::goal(board.size())))
        }),
        ("new and hash", &|_, rows| {
            used(Board::new(rows).map(|board| hasher.hash_one(board)))
        }),
    ];
    let head = SIDES.map(|n| format!("{:>10}", format!("{n}×{n}")));
    println!("{:<14}{}", "Mcells/s", head.concat());
    for (name, method) in methods {
        let rates = SIDES.map(|n| format!("{:>10.1}", rate(n, method)));
        println!("{name:<14}{}", rates.concat());
    }
}

/// Millions of cells a second of a method on an n×n board, the best of its runs.
fn rate(n: usize, method: &dyn Fn(&Board, &[&[u32]])) -> f64 {
    let size = Size::new(n, n).unwrap();
    let board = Scrambler::new(size, &Goal::BlankLast, 1).unwrap().uniform();
    let tiles: Vec<u32> = board.tiles().iter().map(|&tile| u32::from(tile)).collect();
    let rows: Vec<&[u32]> = tiles.chunks(n).collect();
    let run = |_| {
        let (start, mut calls) = (Instant::now(), 0);
        while start.elapsed() < TIME {
            for _ in 0..100 {
                method(black_box(&board), black_box(&rows));
            }
            calls += 100;
        }
        f64::from(calls) * size.cells() as f64 / start.elapsed().as_secs_f64() / 1e6
    };
    (0..RUNS).map(run).fold(0.0, f64::max)
}
