//! Solves the same 4×4 boards with noyes and with slidy, in one process on one thread.
//!
//! ```text
//! noyes-bench [--random N] [--seed S] [--repeat R] [--tables small|large]
//! ```
//!
//! The boards are Korf's 100, or N random ones. The whole list is solved by noyes and then by
//! slidy, R times in turn, and each solver's best time of a board counts. The lengths must agree. A
//! dated record is written to `bench/records/`.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::str::FromStr as _;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use noyes::format::slashes;
use noyes::guard::{Guard, Silent};
use noyes::pattern::{Additive, CellSetCache, Tier, ensure_tables, partition};
use noyes::scramble::Scrambler;
use noyes::search::PatternSolver;
use noyes::store::{FileStore, default_folder};
use noyes::workers::Workers;
use noyes::{Board, Goal, Instance, Size};
use slidy::puzzle::puzzle::Puzzle;
use slidy::solver::size4x4::stm::solver::Solver as Slidy;

struct Options {
    random: Option<usize>,
    seed: u64,
    repeat: usize,
    tier: Tier,
}

impl Options {
    fn read() -> Result<Self, Box<dyn Error>> {
        let mut options = Self {
            random: None,
            seed: 1,
            repeat: 3,
            tier: Tier::Small,
        };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let value = words.next().ok_or(format!("{word} needs a value"))?;
            match word.as_str() {
                "--random" => options.random = Some(value.parse()?),
                "--seed" => options.seed = value.parse()?,
                "--repeat" => options.repeat = value.parse()?,
                "--tables" if value == "small" => options.tier = Tier::Small,
                "--tables" if value == "large" => options.tier = Tier::Large,
                _ => return Err(format!("{word} {value} is not known: see bench/README.md").into()),
            }
        }
        Ok(options)
    }

    fn boards(&self) -> Result<(String, Vec<Board>), Box<dyn Error>> {
        let Some(number) = self.random else {
            let entries = noyes::format::list::entries(noyes::collections::KORF_100);
            let boards: Result<Vec<Board>, _> = entries
                .map(|entry| entry.map(|entry| entry.board))
                .collect();
            return Ok(("Korf's 100".to_owned(), boards?));
        };
        let mut scrambler = Scrambler::new(Size::new(4, 4)?, &Goal::BlankLast, self.seed)?;
        let boards = (0..number).map(|_| scrambler.uniform()).collect();
        Ok((
            format!("{number} random boards, seed {}", self.seed),
            boards,
        ))
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let done = work();
    (done, started.elapsed())
}

/// The mean, the median and the longest time, in milliseconds.
fn figures(times: &[Duration]) -> [f64; 3] {
    let mut milliseconds: Vec<f64> = times.iter().map(|time| time.as_secs_f64() * 1e3).collect();
    milliseconds.sort_by(f64::total_cmp);
    let mean = milliseconds.iter().sum::<f64>() / milliseconds.len() as f64;
    [
        mean,
        milliseconds[milliseconds.len() / 2],
        milliseconds[milliseconds.len() - 1],
    ]
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read()?;
    let (title, boards) = options.boards()?;
    if boards.is_empty() {
        return Err("there are no boards: give --random at least 1".into());
    }
    let workers = Workers::new(Workers::available());
    let guard = Guard::new(&Silent);
    let building = guard.on(workers.all());
    let patterns = partition(Size::new(4, 4)?, 15, options.tier)?;
    let store = FileStore::new(default_folder());
    let sets = CellSetCache::default();
    let (ours, our_build) = timed(|| ensure_tables(&store, &patterns, &sets, &building));
    let ensured = ours?;
    let was_built = !ensured.built.is_empty();
    let ours = PatternSolver::new(Additive::new(ensured.tables)?);
    let (theirs, their_build) = timed(Slidy::new);

    let mut our_times = vec![Duration::MAX; boards.len()];
    let mut their_times = our_times.clone();
    let (mut generated, mut moves) = (0, 0);
    // The solvers alternate by whole lists, so that each has the processor's caches to itself.
    for repeat in 0..options.repeat.max(1) {
        let mut lengths = Vec::with_capacity(boards.len());
        generated = 0;
        for (board, best) in boards.iter().zip(&mut our_times) {
            let instance = Instance::new(board, &Goal::BlankLast)?;
            let (finding, time) = timed(|| ours.solve(&instance, &guard));
            *best = time.min(*best);
            generated += finding.counts.generated;
            lengths.push(finding.moves.map(|moves| moves.len() as u32));
        }
        moves = 0;
        for ((board, best), ours) in boards.iter().zip(&mut their_times).zip(lengths) {
            let puzzle = Puzzle::from_str(&slashes(board))?;
            let (solution, time) = timed(|| theirs.solve(&puzzle));
            *best = time.min(*best);
            let theirs: u32 = solution
                .map_err(|error| format!("slidy: {error:?}"))?
                .len_stm();
            if ours != Some(theirs) {
                return Err(format!("{board:?}: noyes {ours:?}, slidy {theirs}").into());
            }
            moves += u64::from(theirs);
        }
        eprintln!("repeat {} of {}", repeat + 1, options.repeat.max(1));
    }

    let (our, their) = (figures(&our_times), figures(&their_times));
    let tier = options.tier.name();
    let how = if was_built { "built" } else { "read" };
    let mut text = String::new();
    writeln!(
        text,
        "# {title}, single tiles, one thread, best of {}\n",
        options.repeat.max(1)
    )?;
    writeln!(
        text,
        "| Solver | Tables | Mean ms | Median ms | Longest ms |\n|---|---|---|---|---|"
    )?;
    writeln!(
        text,
        "| noyes, {tier} tables | {how} in {:.2} s | {:.3} | {:.3} | {:.3} |",
        our_build.as_secs_f64(),
        our[0],
        our[1],
        our[2]
    )?;
    writeln!(
        text,
        "| slidy 0.3.2, 4-4-4-3 | built in {:.2} s | {:.3} | {:.3} | {:.3} |\n",
        their_build.as_secs_f64(),
        their[0],
        their[1],
        their[2]
    )?;
    writeln!(
        text,
        "Ratio of the means: {:.1}. Equal lengths on all {} boards, {moves} moves in all; noyes generated {generated} nodes.",
        their[0] / our[0],
        boards.len()
    )?;
    print!("{text}");
    let name = if options.random.is_some() {
        "random"
    } else {
        "korf100"
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("records");
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join(format!("{}-{name}-{tier}.md", today()?)), text)?;
    Ok(())
}

/// Today's date in UTC, by Howard Hinnant's `civil_from_days`.
fn today() -> Result<String, Box<dyn Error>> {
    let days = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs() / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = year_of_era + 400 * era + u64::from(month <= 2);
    Ok(format!("{year}-{month:02}-{day:02}"))
}
