//! Every method of the board over n: time per cell must not grow with n.
//!
//! `cargo bench -p noyes --bench board` prints throughput in cells a second; a method that takes
//! time in proportion to the cells keeps its throughput from n = 4 to n = 127, and one that takes
//! less raises it.

use std::hash::{BuildHasher, RandomState};
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use noyes::goal::Parity;
use noyes::scramble::Scrambler;
use noyes::{Board, Goal, Size};

fn methods(criterion: &mut Criterion) {
    fn used<T>(value: T) {
        black_box(value);
    }
    type Method = fn(&Board);
    let methods: [(&str, Method); 8] = [
        ("hamming", |board| used(board.hamming())),
        ("manhattan", |board| used(board.manhattan())),
        ("is_goal", |board| used(board.is_goal())),
        ("equals", |board| used(*board == board.twin())),
        ("neighbors", |board| used(board.neighbors().count())),
        ("twin", |board| used(board.twin())),
        ("to_string", |board| used(board.to_string())),
        ("parity", |board| {
            used(Parity::of(board, &Board::goal(board.size())))
        }),
    ];
    for (name, method) in methods {
        let mut group = criterion.benchmark_group(name);
        for n in [4, 8, 16, 32, 64, 127] {
            let size = Size::new(n, n).unwrap();
            let board = Scrambler::new(size, &Goal::BlankLast, 1).unwrap().uniform();
            group.throughput(Throughput::Elements(size.cells() as u64));
            group.bench_with_input(BenchmarkId::from_parameter(n), &board, |bencher, board| {
                bencher.iter(|| method(black_box(board)));
            });
        }
        group.finish();
    }
    let mut group = criterion.benchmark_group("new and hash");
    let hasher = RandomState::new();
    for n in [4, 8, 16, 32, 64, 127] {
        let size = Size::new(n, n).unwrap();
        let board = Scrambler::new(size, &Goal::BlankLast, 1).unwrap().uniform();
        let tiles: Vec<u32> = board.tiles().iter().map(|&tile| u32::from(tile)).collect();
        let rows: Vec<&[u32]> = tiles.chunks(n).collect();
        group.throughput(Throughput::Elements(size.cells() as u64));
        group.bench_with_input(BenchmarkId::from_parameter(n), &rows, |bencher, rows| {
            bencher.iter(|| Board::new(black_box(rows)).map(|board| hasher.hash_one(board)));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_millis(400)).warm_up_time(std::time::Duration::from_millis(100)).without_plots();
    targets = methods
}
criterion_main!(benches);
