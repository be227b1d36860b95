//! Trains the points of neighbouring tiles of the Euler beam (`src/search/euler_beam`):
//!
//! ```text
//! cargo run --release -p noyes --example train_euler_beam -- \
//!     OUT approach=NET [seed=1] [threads=1] SIZES:ROUNDSxBOARDS@WIDTH,LINE_WIDTH…
//! ```
//!
//! The points of the first phase are the shared points of a net, turned in all ways and three times
//! as large. Those of the second are learned. Each round solves BOARDS random boards of each of the
//! SIZES with the present points. From some layers of the second phase it takes a set: the board on
//! the path of the solution and some others (`gather.rs`). Then the points are fitted so that the
//! path's board scores below the others (`fit.rs`).
//!
//! Both kinds of points are written after every round, to the folder OUT, with a line of a csv file:
//! the loss on the round's sets before they were fitted, the factor of the rest of a score
//! (`fit.rs`), and moves ÷ Manhattan distance of the round's boards, which no points have been
//! fitted to. The same arguments give the same bytes; the number of threads changes nothing. A
//! training that was killed goes on where it was, by the same command, and one that has ended goes
//! on if rounds are added.

mod fit;
mod gather;
#[path = "../train_beam/learned.rs"]
mod learned;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use fit::Model;
use gather::{Gathered, gather};
use noyes::search::beam::Net;
use noyes::search::euler_beam::NeighbourPoints;
use noyes::workers::Workers;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How many times as large as at 8×8 the points of the first phase are.
const TIMES: f64 = 3.0;
/// Fits of each set.
const FITS: usize = 2;
const HEADER: &str = "round,boards,width,line_width,sets,loss,rest,ratios";

/// What one round does.
#[derive(Clone)]
struct Round {
    sizes: Vec<usize>,
    boards: usize,
    width: usize,
    line_width: usize,
}

/// The command line.
struct Args {
    out: PathBuf,
    /// The file of a net with shared points.
    approach: String,
    seed: u64,
    threads: usize,
    rounds: Vec<Round>,
    /// All that the points depend on.
    text: String,
}

impl Args {
    fn parse(args: &[String]) -> Option<Self> {
        let out = PathBuf::from(args.first()?);
        let (mut seed, mut threads) = (1, 1);
        let mut approach = None;
        let (mut rounds, mut stages) = (Vec::new(), String::new());
        for arg in &args[1..] {
            if let Some(value) = arg.strip_prefix("approach=") {
                approach = Some(value.to_owned());
            } else if let Some(value) = arg.strip_prefix("seed=") {
                seed = value.parse().ok()?;
            } else if let Some(value) = arg.strip_prefix("threads=") {
                threads = value.parse().ok()?;
            } else {
                let (sizes, rest) = arg.split_once(':')?;
                let (count, rest) = rest.split_once('x')?;
                let (boards, widths) = rest.split_once('@')?;
                let (width, line_width) = widths.split_once(',')?;
                let sizes = sizes.split(',').map(str::parse);
                let round = Round {
                    sizes: sizes.collect::<Result<_, _>>().ok()?,
                    boards: boards.parse().ok()?,
                    width: width.parse().ok()?,
                    line_width: line_width.parse().ok()?,
                };
                rounds.extend(vec![round; count.parse().ok()?]);
                stages = format!("{stages} {arg}");
            }
        }
        Some(Self {
            text: format!("seed={seed}{stages}"),
            out,
            approach: approach?,
            seed,
            threads,
            rounds,
        })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args = Args::parse(&args).ok_or(
        "give OUT approach=NET [seed=1] [threads=1] SIZES:ROUNDSxBOARDS@WIDTH,LINE_WIDTH…, \
         for example: out approach=8.net 12,16,24,40:14x8@40,200",
    )?;
    fs::create_dir_all(&args.out)?;
    let text = args.out.join("args");
    let before = fs::read_to_string(&text).unwrap_or_default();
    if !args.text.starts_with(&before) {
        return Err(format!("{} is of a training with {before}", args.out.display()).into());
    }
    write(&text, args.text.as_bytes())?;
    let net = Net::from_bytes(&fs::read(&args.approach)?)?;
    let shared = &net.parameters().shared_pairs;
    let approach = NeighbourPoints::of_shared_pairs(shared, TIMES).ok_or("no shared points")?;
    write(&args.out.join("approach.points"), &approach.to_bytes())?;
    let mut model = Model::new();
    let mut made = 0;
    let state = args.out.join("state");
    if state.exists() {
        let bytes = fs::read(&state)?;
        let (front, mut rest) = bytes.split_at_checked(8).ok_or("the state is damaged")?;
        made = u64::from_le_bytes(front.try_into()?) as usize;
        model.read(&mut rest).ok_or("the state is damaged")?;
    }
    let workers = Workers::new(args.threads);
    let started = Instant::now();
    for (number, round) in args.rounds.iter().enumerate().skip(made) {
        let mut random = ChaCha8Rng::seed_from_u64(args.seed);
        random.set_stream(number as u64);
        let points = model.points();
        let tasks: Vec<(usize, u64)> = (0..round.boards * round.sizes.len())
            .map(|index| (round.sizes[index % round.sizes.len()], random.random()))
            .collect();
        let found = workers.all().map(tasks.len(), |index| {
            let (size, seed) = tasks[index];
            gather(
                [&approach, &points],
                size,
                (round.width, round.line_width),
                seed,
            )
        });
        let found: Vec<Gathered> = found.into_iter().collect::<Result<_, String>>()?;
        let mut ratios = String::new();
        for &size in &round.sizes {
            let boards = tasks.iter().zip(&found).filter(|(task, _)| task.0 == size);
            let ratio: f64 = boards.map(|(_, found)| found.ratio).sum();
            ratios += &format!(" {size}: {:.4}", ratio / round.boards as f64);
        }
        let mut row = format!(
            "{number},{},{},{}",
            tasks.len(),
            round.width,
            round.line_width
        );
        let sets: Vec<_> = found.iter().flat_map(|found| &found.sets).collect();
        let losses: f64 = sets.iter().map(|set| model.loss(set)).sum();
        let loss = losses / sets.len().max(1) as f64;
        row += &format!(",{},{loss:.4},{:.3}", sets.len(), model.rest());
        for _ in 0..FITS * sets.len() {
            model.fit(sets[random.random_range(0..sets.len())]);
        }
        row += &format!(",{}", ratios.trim());
        println!("{row}  ({:.0} s)", started.elapsed().as_secs_f64());
        finish_round(&args, number, &row, &model)?;
    }
    Ok(())
}

/// Stores what a round made; the state last, so that a round without it is made again.
fn finish_round(
    args: &Args,
    number: usize,
    row: &str,
    model: &Model,
) -> Result<(), Box<dyn std::error::Error>> {
    let csv = args.out.join("rounds.csv");
    let before = fs::read_to_string(&csv).unwrap_or_default();
    let mut lines: Vec<&str> = before.lines().take(1 + number).collect();
    if lines.is_empty() {
        lines.push(HEADER);
    }
    lines.push(row);
    write(&csv, (lines.join("\n") + "\n").as_bytes())?;
    let mut state = (number as u64 + 1).to_le_bytes().to_vec();
    write(&args.out.join("lines.points"), &model.points().to_bytes())?;
    model.write(&mut state);
    write(&args.out.join("state"), &state)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
    let temporary = path.with_extension("part");
    fs::write(&temporary, bytes)?;
    Ok(fs::rename(temporary, path)?)
}
