//! Trains the learned evaluation of the beam:
//!
//! ```text
//! cargo run --release -p noyes --example train_beam -- N OUT [ROUNDS] [BOARDS] [WIDTH] [UNITS] [FROM]
//! ```
//!
//! Each round solves BOARDS random boards with the present net and keeps, for every depth, the
//! board on the solution's path and some others of its layer; then the net is fitted so that the
//! path's board scores below the others (`model.rs`). The same arguments give the same bytes.
//! After every round the net is written and the held-out score printed: mean moves ÷ mean
//! Manhattan of boards that are never trained on, and how many of them the beam solved.
//!
//! With FROM that net is refined, and given more units if UNITS is larger; its boards are others.
//!
//! Half of the boards are *nested*: their upper rows and left columns are solved, so that large
//! sizes learn to end well before they can begin well.

mod model;

use std::time::Instant;

use model::{Model, Set};
use noyes::board::{Direction, Steps};
use noyes::scramble::Scrambler;
use noyes::search::beam::{Beam, Evaluation, Layer, Net, Task};
use noyes::search::{Counts, Guard, Silent};
use noyes::{Goal, Instance, Size};
use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

/// Others kept a layer.
const OTHERS: usize = 12;
const HELD_OUT: u64 = 12;
const EPOCHS: usize = 2;
/// Sets of earlier rounds that are fitted again.
const MEMORY: usize = 60_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |k: usize, usual: usize| args.get(k).and_then(|s| s.parse().ok()).unwrap_or(usual);
    let n = number(0, 5);
    let out = args.get(1).ok_or("give N and a file to write")?;
    let (rounds, boards, width) = (number(2, 12), number(3, 60), number(4, 1000));
    let size = Size::new(n, n)?;
    let units = number(5, 64);
    let refined = args.get(6);
    let stage = if refined.is_some() { 1000 } else { 0 };
    let mut random = ChaCha8Rng::seed_from_u64(stage + n as u64);
    let mut model = match refined {
        Some(path) => {
            let net = Net::read(&std::fs::read(path)?).ok_or("not a net")?;
            Model::from_net(&net, units, &mut random)
        }
        None => Model::new(size, units, &mut random),
    };
    let memory = if refined.is_some() {
        2 * MEMORY
    } else {
        MEMORY
    };
    let mut sets: Vec<Set> = Vec::new();
    let started = Instant::now();
    for round in 0..rounds {
        let net = model.net().ok_or("the parts do not fit")?;
        let mut beam = Beam::new(Evaluation::learned(&net), 1);
        let mut solved = 0;
        let mut fresh = Vec::new();
        for _ in 0..boards {
            let board = draw(size, &mut random)?;
            if let Some(found) = gather(&mut beam, size, &board, width, &mut random)? {
                solved += 1;
                fresh.extend(found);
            }
        }
        let gathered = started.elapsed().as_secs_f64();
        let count = fresh.len();
        sets.extend(fresh);
        let surplus = sets.len().saturating_sub(memory);
        sets.drain(..surplus);
        let mut loss = 0.0;
        for _ in 0..EPOCHS {
            sets.shuffle(&mut random);
            loss = sets
                .iter()
                .map(|set| model.fit(set, &mut random))
                .sum::<f64>()
                / sets.len().max(1) as f64;
        }
        if round == 0 {
            model.begin();
        }
        let net = model.net().ok_or("the parts do not fit")?;
        std::fs::write(out, net.write())?;
        let (ratio, held) = held_out(&net, width)?;
        println!(
            "round {round}: solved {solved}/{boards}, {count} sets, loss {loss:.4}, \
             held out {ratio:.4} ({held}/{HELD_OUT}), {gathered:.0} / {:.0} s",
            started.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

/// A uniform board, or one whose upper rows and left columns are solved.
fn draw(size: Size, random: &mut ChaCha8Rng) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let n = size.rows();
    let side = if random.random() {
        n
    } else {
        random.random_range(4..=n)
    };
    let part = Size::new(side, side)?;
    let board = Scrambler::new(part, &Goal::BlankLast, random.random())?.uniform();
    let inner = Instance::new(&board, &Goal::BlankLast)?;
    let gap = n - side;
    let outer = |cell: usize| (part.row(cell) + gap) * n + part.col(cell) + gap;
    let mut labels: Vec<u8> = (0..n * n).map(|cell| cell as u8).collect();
    for (cell, &label) in inner.labels().iter().enumerate() {
        labels[outer(cell)] = outer(usize::from(label)) as u8;
    }
    Ok(labels)
}

/// Solves a board; for every depth the path's board and some others of its layer.
fn gather(
    beam: &mut Beam,
    size: Size,
    board: &[u8],
    width: usize,
    random: &mut ChaCha8Rng,
) -> Result<Option<Vec<Set>>, Box<dyn std::error::Error>> {
    let mut layers: Vec<Vec<Vec<u8>>> = Vec::new();
    let mut keep = |layer: &Layer| {
        let some = (0..OTHERS.min(layer.len()))
            .map(|_| layer.board(random.random_range(0..layer.len())).to_vec());
        layers.push(some.collect());
    };
    let far: usize = (0..board.len())
        .filter(|&cell| usize::from(board[cell]) + 1 != board.len())
        .map(|cell| size.distance(cell, usize::from(board[cell])))
        .sum();
    let task = Task {
        width,
        below: (2 * far + 60) as u32,
        salt: 1,
    };
    let mut counts = Counts::default();
    let guard = Guard::new(&Silent);
    let Some(moves) = beam.run(board, task, &guard, &mut counts, &mut keep)? else {
        return Ok(None);
    };
    let steps = Steps::new(size);
    let mut path = board.to_vec();
    let mut blank = path
        .iter()
        .position(|&l| usize::from(l) + 1 == path.len())
        .ok_or("no blank")?;
    let mut sets = Vec::new();
    for (&slide, others) in moves.iter().zip(layers) {
        let from = steps.slider(blank, slide as Direction).ok_or("no tile")?;
        path.swap(blank, from);
        blank = from;
        let others: Vec<Vec<u8>> = others.into_iter().filter(|other| *other != path).collect();
        if !others.is_empty() {
            sets.push(Set {
                path: path.clone(),
                others,
            });
        }
    }
    Ok(Some(sets))
}

fn held_out(net: &Net, width: usize) -> Result<(f64, u32), Box<dyn std::error::Error>> {
    let size = net.size();
    let mut beam = Beam::new(Evaluation::learned(net), 1);
    let (mut moves, mut manhattan, mut solved) = (0, 0, 0);
    for seed in 0..HELD_OUT {
        let board = Scrambler::new(size, &Goal::BlankLast, 2_000_000 + seed)?.uniform();
        let instance = Instance::new(&board, &Goal::BlankLast)?;
        let labels: Vec<u8> = instance.labels().iter().map(|&l| l as u8).collect();
        let below = 2 * board.manhattan() + 60;
        let task = Task {
            width,
            below,
            salt: 1,
        };
        let mut counts = Counts::default();
        let guard = Guard::new(&Silent);
        if let Some(found) = beam.run(&labels, task, &guard, &mut counts, &mut |_| {})? {
            moves += found.len();
            manhattan += board.manhattan();
            solved += 1;
        }
    }
    Ok((moves as f64 / f64::from(manhattan.max(1)), solved))
}
