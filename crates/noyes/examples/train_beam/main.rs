//! Trains the learned evaluation of the beam:
//!
//! ```text
//! cargo run --release -p noyes --example train_beam -- \
//!     N OUT [seed=1] [units=64] [from=NET] [shared_from=NET] [threads=1] [held_out=1] \
//!     [pairs=own] ROUNDSxBOARDS@WIDTH…
//! ```
//!
//! Each round solves BOARDS random boards (`boards.rs`) by beams of WIDTH with the present net. At
//! some depths it collects a set: the board on the solution's path and some others of its layer.
//! Then the net is fitted so that the path's board scores below the others (`model.rs`).
//! `pairs=shared` gives the net points of pairs that all places share, which take fewer boards to
//! learn. With `from` a net is refined: it gets pairs and tuples if it has none, and more hidden
//! units, or loses those that count least. With `shared_from` it begins with the points of tuples
//! of another net, which may be of another size.
//!
//! The same arguments give the same bytes; the number of threads changes nothing. A training that
//! was killed goes on where it was, by the same command, and one that has ended goes on if rounds
//! are added (`state.rs`).
//!
//! After every round the net is written, and a line of a csv file beside it:
//!
//! * the loss of the averaged weights on the round's sets before they were fitted,
//! * the held-out scores: mean moves ÷ mean Manhattan distance of boards that are never trained on,
//!   uniform boards and walks, with how many of them the beam solved. With `held_out=K` they are
//!   found after every Kth round only, since they cost as much as gathering from a hundred boards.
//!
//! Boards of one path differ little, so few are collected of each, and each set is fitted a few
//! times. More of both overfits: see `bench/records/2026-11-notes-large-boards.md`.

mod boards;
mod gather;
mod gradient;
mod learned;
mod model;
mod pair_weights;
mod state;
mod weights;

use std::time::Instant;

use gather::{gather, held_out};
use model::{Model, Set};
use noyes::Size;
use noyes::search::beam::Net;
use noyes::workers::Workers;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use state::State;

/// Fits for each new set. The sets to fit are drawn from all, so early sets are fitted more often
/// than late ones.
const FITS: usize = 3;
/// The most sets to draw from.
const MOST_SETS: usize = 200_000;
/// The most fresh sets whose loss is computed.
const MOST_LOSSES: usize = 2000;
const HEADER: &str = "round,boards,width,solved,sets,fresh_loss,uniform,uniform_solved,walks,\
                      walks_solved";

/// What one round does.
#[derive(Clone, Copy)]
struct Round {
    boards: usize,
    width: usize,
}

/// The command line.
struct Args {
    n: usize,
    out: String,
    seed: u64,
    units: usize,
    from: Option<String>,
    shared_from: Option<String>,
    threads: usize,
    /// Rounds between held-out scores.
    interval: usize,
    /// Whether all places share the points of pairs.
    shares_pairs: bool,
    rounds: Vec<Round>,
    /// All that the net depends on.
    text: String,
}

impl Args {
    fn parse(args: &[String]) -> Option<Self> {
        let (n, out) = (args.first()?.parse().ok()?, args.get(1)?.clone());
        let (mut seed, mut units, mut from, mut threads, mut interval) = (1, 64, None, 1, 1);
        let (mut shares_pairs, mut shared_from) = (false, None);
        let (mut rounds, mut stages) = (Vec::new(), String::new());
        for arg in &args[2..] {
            if let Some((name, value)) = arg.split_once('=') {
                match name {
                    "seed" => seed = value.parse().ok()?,
                    "units" => units = value.parse().ok()?,
                    "from" => from = Some(value.to_string()),
                    "shared_from" => shared_from = Some(value.to_string()),
                    "threads" => threads = value.parse().ok()?,
                    "pairs" if value == "shared" => shares_pairs = true,
                    "held_out" => interval = value.parse().ok().filter(|&rounds| rounds > 0)?,
                    _ => return None,
                }
            } else {
                let (count, rest) = arg.split_once('x')?;
                let (boards, width) = rest.split_once('@')?;
                let round = Round {
                    boards: boards.parse().ok()?,
                    width: width.parse().ok()?,
                };
                rounds.extend(vec![round; count.parse().ok()?]);
                stages = format!("{stages} {arg}");
            }
        }
        let pairs = if shares_pairs { " pairs=shared" } else { "" };
        let tuples = shared_from.as_ref();
        let tuples = tuples.map_or(String::new(), |path| format!(" shared_from={path:?}"));
        let text = format!("{n} seed={seed} units={units} from={from:?}{tuples}{pairs}{stages}");
        Some(Self {
            n,
            out,
            seed,
            units,
            from,
            shared_from,
            threads,
            interval,
            shares_pairs,
            rounds,
            text,
        })
    }

    /// The random numbers of one purpose.
    fn random(&self, purpose: u64) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(purpose);
        random
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args = Args::parse(&args).ok_or(
        "give N OUT [seed=1] [units=64] [from=NET] [shared_from=NET] [threads=1] [held_out=1] [pairs=own] \
         ROUNDSxBOARDS@WIDTH…, \
         for example: 6 6.net 20x200@500 10x100@3000",
    )?;
    if args.n < 5 {
        return Err(
            "the boards of a training have corners and a middle: give an N of 5 or more".into(),
        );
    }
    let size = Size::new(args.n, args.n)?;
    let cells = size.cells();
    let state = State::open(&args.out, &args.text)?;
    let mut model = match &args.from {
        Some(path) => {
            let net = Net::from_bytes(&std::fs::read(path)?)?;
            Model::from_net(&net, args.units, args.shares_pairs, &mut args.random(0))
        }
        None => Model::new(size, args.units, args.shares_pairs, &mut args.random(0)),
    };
    if let Some(path) = &args.shared_from {
        let net = Net::from_bytes(&std::fs::read(path)?)?;
        model.start_tuples(&net.parameters().tuples);
    }
    let mut made = 0;
    if let Some((rounds, bytes)) = state.model()? {
        made = rounds;
        model.restore(&bytes).ok_or("the model's file is damaged")?;
    }
    let mut sets = state.sets(made, MOST_SETS, cells)?;
    let workers = Workers::new(args.threads);
    let threads = workers.all();
    let started = Instant::now();
    for (number, round) in args.rounds.iter().enumerate().skip(made) {
        let net = model.net().ok_or("the parts do not fit")?;
        let mut random = args.random(2 * number as u64 + 1);
        let seeds: Vec<u64> = (0..round.boards).map(|_| random.random()).collect();
        let found = threads.map(seeds.len(), |index| gather(&net, round.width, seeds[index]));
        let found = found.into_iter().collect::<Result<Vec<_>, String>>()?;
        let solved = found.iter().flatten().count();
        let fresh: Vec<Set> = found.into_iter().flatten().flatten().collect();
        let losses = fresh.iter().take(MOST_LOSSES).map(|set| model.loss(set));
        let loss = losses.sum::<f64>() / fresh.len().clamp(1, MOST_LOSSES) as f64;
        let kept = sets.len().min(MOST_SETS.saturating_sub(fresh.len()));
        sets.drain(..sets.len() - kept);
        let count = fresh.len();
        sets.extend(fresh);
        let mut random = args.random(2 * number as u64 + 2);
        for _ in 0..FITS * count {
            model.fit(&sets[random.random_range(0..sets.len())], &mut random);
        }
        if number == 0 {
            model.begin();
        }
        let net = model.net().ok_or("the parts do not fit")?;
        let judged = if (number + 1).is_multiple_of(args.interval) {
            let [uniform, walks] = held_out(&net, threads)?;
            format!(
                "{:.4},{},{:.4},{}",
                uniform.ratio, uniform.solved, walks.ratio, walks.solved
            )
        } else {
            ",,,".to_string()
        };
        let row = format!(
            "{number},{},{},{solved},{count},{loss:.4},{judged}",
            round.boards, round.width
        );
        let fresh = &sets[sets.len() - count..];
        let bytes = model.checkpoint();
        state.finish_round(
            number,
            fresh,
            cells,
            &bytes,
            &net.to_bytes(),
            [HEADER, &row],
        )?;
        println!("{row}  ({:.0} s)", started.elapsed().as_secs_f64());
    }
    Ok(())
}
