//! Trains the learned evaluation of the beam:
//!
//! ```text
//! cargo run --release -p noyes --example train_beam -- N OUT [ROUNDS] [BOARDS] [WIDTH] [UNITS] [FROM] [STAGE]
//! ```
//!
//! Each round solves BOARDS random boards with the present net and keeps, for some depths, the
//! board on the solution's path and some others of its layer; then the net is fitted so that the
//! path's board scores below the others (`model.rs`). The same arguments give the same bytes.
//! After every round the net is written and two scores are printed: the loss of the weights, not yet averaged, on the round's
//! fresh sets before they were fitted, and the held-out score, mean moves ÷ mean Manhattan of boards that are never
//! trained on, with how many of them the beam solved.
//!
//! Boards of one path differ little, so few are kept of each, and they are fitted six times in the mean: with every
//! depth kept of 80 boards a round and eight fits, as it was, the loss at 8×8 was 0.11 to 0.16 on the sets fitted and 0.4 on fresh ones.
//!
//! With FROM that net is refined, and given more units if UNITS is larger; its boards are others than those of a first
//! training, and others for each STAGE (1 if it is not given).
//!
//! Without FROM half of the boards are *nested*: their upper rows and left columns are solved, so that large
//! sizes learn to end well before they can begin well.

mod model;

use std::sync::Mutex;
use std::time::Instant;

use model::{Model, Set};
use noyes::board::{Direction, Moves, SlideTable};
use noyes::scramble::Scrambler;
use noyes::search::beam::{Beam, Evaluation, Layer, Net, Task};
use noyes::search::{Counts, Guard, Silent};
use noyes::workers::{Threads, Workers};
use noyes::{Goal, Instance, Size};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Others kept a layer.
const OTHERS: usize = 8;
const HELD_OUT: usize = 24;
/// The width that scores them.
const HELD_OUT_WIDTH: usize = 1000;
/// So many fits for each fresh set. They are drawn from all there are, so that early sets are fitted more often than late ones.
const FITS: usize = 6;
/// Sets to draw from.
const MEMORY: usize = 300_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |k: usize, usual: usize| args.get(k).and_then(|s| s.parse().ok()).unwrap_or(usual);
    let n = number(0, 5);
    let out = args.get(1).ok_or("give N and a file to write")?;
    let (rounds, boards, width) = (number(2, 12), number(3, 60), number(4, 1000));
    let size = Size::new(n, n)?;
    let units = number(5, 64);
    let refined = args.get(6);
    let stage = if refined.is_some() { number(7, 1) } else { 0 };
    let mut random = ChaCha8Rng::seed_from_u64((1000 * stage + n) as u64);
    let mut model = match refined {
        Some(path) => {
            let net = Net::read(&std::fs::read(path)?)?;
            Model::from_net(&net, units, &mut random)
        }
        None => Model::new(size, units, &mut random),
    };
    let nested = refined.is_none();
    let workers = Workers::new(Workers::available());
    let threads = workers.all();
    let mut sets: Vec<Set> = Vec::new();
    let started = Instant::now();
    let net = model.net().ok_or("the parts do not fit")?;
    let mut found = fit_and_gather(
        || {},
        &net,
        width,
        nested,
        seeds(boards, &mut random),
        threads,
    )?;
    for round in 0..rounds {
        let solved = found.iter().flatten().count();
        let fresh: Vec<Set> = found.into_iter().flatten().flatten().collect();
        let losses = fresh.iter().map(|set| model.loss(set));
        let loss = losses.sum::<f64>() / fresh.len().max(1) as f64;
        let count = fresh.len();
        sets.extend(fresh);
        let surplus = sets.len().saturating_sub(MEMORY);
        sets.drain(..surplus);
        // The next boards are solved while the net is fitted to these, with the net as it is now.
        let net = model.net().ok_or("the parts do not fit")?;
        let mut next = seeds(boards, &mut random);
        if round + 1 == rounds {
            next.clear();
        }
        let fit = || {
            for _ in 0..FITS * count {
                model.fit(&sets[random.random_range(0..sets.len())], &mut random);
            }
        };
        found = fit_and_gather(fit, &net, width, nested, next, threads)?;
        if round == 0 {
            model.begin();
        }
        let net = model.net().ok_or("the parts do not fit")?;
        std::fs::write(out, net.write())?;
        let (ratio, held) = held_out(&net, threads)?;
        println!(
            "round {round}: solved {solved}/{boards}, {count} sets, fresh loss {loss:.4}, \
             held out {ratio:.4} ({held}/{HELD_OUT}), {:.0} s",
            started.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

fn seeds(count: usize, random: &mut ChaCha8Rng) -> Vec<u64> {
    (0..count).map(|_| random.random()).collect()
}

/// Solves a board for each seed while one thread fits; what [`gather`] finds, in the order of the seeds.
fn fit_and_gather(
    fit: impl FnOnce() + Send,
    net: &Net,
    width: usize,
    nested: bool,
    seeds: Vec<u64>,
    threads: Threads<'_>,
) -> Result<Vec<Option<Vec<Set>>>, String> {
    // The fit is the longest piece of work, so it is the first to be taken.
    let fit = Mutex::new(Some(fit));
    let found = threads.map(1 + seeds.len(), |index| {
        if index > 0 {
            return gather(net, width, nested, seeds[index - 1]);
        }
        let fit = fit.lock().map_err(|error| error.to_string())?.take();
        if let Some(fit) = fit {
            fit();
        }
        Ok(None)
    });
    found.into_iter().skip(1).collect()
}

/// A uniform board, or if some are to be nested perhaps one whose upper rows and left columns are solved.
fn draw(size: Size, nested: bool, random: &mut ChaCha8Rng) -> Result<Vec<u8>, String> {
    let n = size.rows();
    let side = if nested && random.random() {
        random.random_range(4..=n)
    } else {
        n
    };
    let part = Size::new(side, side).map_err(|error| error.to_string())?;
    let board = Scrambler::new(part, &Goal::BlankLast, random.random());
    let board = board.map_err(|error| error.to_string())?.uniform();
    let inner = Instance::new(&board, &Goal::BlankLast).map_err(|error| error.to_string())?;
    let gap = n - side;
    let outer = |cell: usize| (part.row(cell) + gap) * n + part.col(cell) + gap;
    let mut labels: Vec<u8> = (0..n * n).map(|cell| cell as u8).collect();
    for (cell, &label) in inner.labels().iter().enumerate() {
        labels[outer(cell)] = outer(usize::from(label)) as u8;
    }
    Ok(labels)
}

/// Solves a random board; for some depths the path's board and some others of its layer.
fn gather(net: &Net, width: usize, nested: bool, seed: u64) -> Result<Option<Vec<Set>>, String> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let size = net.size();
    let board = draw(size, nested, &mut random)?;
    // Of so many layers one is kept.
    let every = size.rows();
    let mut layers: Vec<Vec<Vec<u8>>> = Vec::new();
    let mut depth = random.random_range(0..every);
    let mut keep = |layer: &Layer| {
        depth += 1;
        let count = if depth.is_multiple_of(every) {
            OTHERS.min(layer.len())
        } else {
            0
        };
        let some = (0..count).map(|_| layer.board(random.random_range(0..layer.len())).to_vec());
        layers.push(some.collect());
    };
    let far: usize = (0..board.len())
        .filter(|&cell| usize::from(board[cell]) + 1 != board.len())
        .map(|cell| size.distance(cell, usize::from(board[cell])))
        .sum();
    let Some(moves) = solve(net, &board, width, (2 * far + 60) as u32, &mut keep)? else {
        return Ok(None);
    };
    let steps = SlideTable::new(size);
    let mut path = board;
    let blank = path.iter().position(|&l| usize::from(l) + 1 == path.len());
    let mut blank = blank.ok_or("no blank")?;
    let mut sets = Vec::new();
    for (&slide, mut others) in moves.iter().zip(layers) {
        let from = steps.source_cell(blank, slide as Direction).ok_or("no tile")?;
        path.swap(blank, from);
        blank = from;
        others.retain(|other| *other != path);
        if !others.is_empty() {
            sets.push(Set {
                path: path.clone(),
                others,
            });
        }
    }
    Ok(Some(sets))
}

/// One beam.
fn solve(
    net: &Net,
    board: &[u8],
    width: usize,
    below: u32,
    keep: &mut dyn FnMut(&Layer),
) -> Result<Option<Moves>, String> {
    let task = Task {
        width,
        below,
        salt: 1,
    };
    Beam::new(Evaluation::learned(net.clone()))
        .run(
            board,
            task,
            &Guard::new(&Silent),
            &mut Counts::default(),
            keep,
        )
        .map_err(|stop| format!("{stop:?}"))
}

fn held_out(net: &Net, threads: Threads<'_>) -> Result<(f64, usize), String> {
    let held = threads.map(HELD_OUT, |seed| {
        let seed = 2_000_000 + seed as u64;
        let board = Scrambler::new(net.size(), &Goal::BlankLast, seed);
        let board = board.map_err(|error| error.to_string())?.uniform();
        let instance =
            Instance::new(&board, &Goal::BlankLast).map_err(|error| error.to_string())?;
        let labels: Vec<u8> = instance.labels().iter().map(|&l| l as u8).collect();
        let far = board.manhattan();
        let moves = solve(net, &labels, HELD_OUT_WIDTH, 2 * far + 60, &mut |_| {})?;
        Ok(moves.map(|moves| (moves.len() as f64, f64::from(far))))
    });
    let held: Vec<Option<(f64, f64)>> = held.into_iter().collect::<Result<_, String>>()?;
    let solved = held.iter().flatten().count();
    let moves: f64 = held.iter().flatten().map(|one| one.0).sum();
    let far: f64 = held.iter().flatten().map(|one| one.1).sum();
    Ok((moves / far.max(1.0), solved))
}
