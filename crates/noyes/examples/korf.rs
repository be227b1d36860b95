//! Measures the 15-puzzle search: boards of a list, solved with pattern tables.
//!
//! ```text
//! cargo run --release -p noyes --example korf -- small|large|quick THREADS FILE [REPEAT [SET]]
//! ```
//!
//! A line of the list is a name, sixteen tiles, `=` and the known minimum, as in
//! `tests/data/korf100.txt`. Tables are read from the folder that `NOYES_TABLES` names, or built.
//! Every solution is verified. Of REPEAT rounds the quickest of each board counts, and the mean CPU
//! time is that of the quickest round: the system counts it in steps of a few milliseconds, so a
//! single easy board says nothing. With 0 threads the whole list is one batch on all threads of the
//! machine. SET limits the vector instructions: `baseline`, `avx2` or `avx512`. CPU time (Linux
//! only) is that of all threads together.

use std::time::Instant;

use noyes::guard::{Guard, InstructionSet, Silent};
use noyes::pattern::{Additive, CellSetCache, Symmetry, Tier, ensure_tables, partition};
use noyes::search::PatternSolver;
use noyes::store::{FileStore, default_folder};
use noyes::verify::verify;
use noyes::workers::Workers;
use noyes::{Board, Goal, Instance};

/// The CPU time of this process in milliseconds; 0 where the system does not say.
fn cpu_ms() -> f64 {
    let Ok(tasks) = std::fs::read_dir("/proc/self/task") else {
        return 0.0;
    };
    let nanoseconds = tasks.flatten().filter_map(|task| {
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<f64>().ok()
    });
    nanoseconds.sum::<f64>() / 1e6
}

/// Runs a function, and returns its result, the time it took and its CPU time in milliseconds.
fn timed<T>(run: impl FnOnce() -> T) -> (T, f64, f64) {
    let before = cpu_ms();
    let start = Instant::now();
    let value = run();
    let wall = 1e3 * start.elapsed().as_secs_f64();
    (value, wall, cpu_ms() - before)
}

fn read(line: &str) -> Option<(String, Board, usize)> {
    let (board, known) = line.split_once('=')?;
    let mut words = board.split_whitespace();
    let name = words.next()?.to_owned();
    let tiles: Vec<u32> = words.filter_map(|tile| tile.parse().ok()).collect();
    let rows: Vec<&[u32]> = tiles.chunks(4).collect();
    Some((name, Board::new(&rows).ok()?, known.trim().parse().ok()?))
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [tier, threads, file, rest @ ..] = &words[..] else {
        eprintln!("korf small|large|quick THREADS FILE [REPEAT [baseline|avx2|avx512]]");
        std::process::exit(2);
    };
    let tier = match tier.as_str() {
        "quick" => Tier::Quick,
        "large" => Tier::Large,
        _ => Tier::Small,
    };
    let threads: usize = threads.parse().unwrap_or(1);
    let repeat: usize = rest.first().and_then(|word| word.parse().ok()).unwrap_or(1);
    let most = match rest.get(1).map(String::as_str) {
        Some("baseline") => InstructionSet::Baseline,
        Some("avx2") => InstructionSet::Avx2,
        _ => InstructionSet::default(),
    };
    let text = std::fs::read_to_string(file).expect("the list can be read");
    let list: Vec<_> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(read)
        .collect();
    let instances: Vec<Instance> = list
        .iter()
        .map(|(_, board, _)| Instance::new(board, &Goal::BlankLast).expect("solvable"))
        .collect();

    let workers = Workers::new(if threads == 0 {
        Workers::available()
    } else {
        threads
    });
    let guard = Guard::new(&Silent)
        .on(workers.all())
        .with_instruction_set(most);
    let (solver, wall, cpu) = timed(|| {
        let way = Symmetry::to_canonical(instances[0].size(), instances[0].blank_home());
        let patterns = partition(way.to(), 15, tier).expect("a partition");
        let store = FileStore::new(default_folder());
        let ensured = ensure_tables(&store, &patterns, &CellSetCache::default(), &guard);
        let tables = ensured.expect("tables").tables;
        PatternSolver::new(Additive::new(tables).expect("a partition"))
    });
    println!("ready          {wall:10.3} ms  cpu {cpu:10.3} ms");
    if threads == 0 {
        for _ in 0..repeat {
            let (findings, wall, cpu) = timed(|| solver.solve_all(&instances, &guard));
            let nodes: u64 = findings
                .iter()
                .map(|finding| finding.counts.generated)
                .sum();
            println!("batch          {wall:10.3} ms  cpu {cpu:10.3} ms  generated {nodes}");
        }
        return;
    }
    let mut best = vec![f64::MAX; list.len()];
    let mut fastest_round = f64::MAX;
    let (mut expanded, mut generated) = (0, 0);
    for round in 1..=repeat {
        let before = cpu_ms();
        (expanded, generated) = (0, 0);
        for (((name, board, known), instance), best) in list.iter().zip(&instances).zip(&mut best) {
            let (finding, wall, cpu) = timed(|| solver.solve(instance, &guard));
            let counts = finding.counts;
            let moves = finding.moves.expect("no limit was set");
            verify(board, instance.goal(), &moves).expect("a solution");
            assert_eq!(
                (moves.len(), finding.lower_bound as usize),
                (*known, *known)
            );
            *best = wall.min(*best);
            expanded += counts.expanded;
            generated += counts.generated;
            if round == repeat {
                println!(
                    "{name:14} {best:10.3} ms  cpu {cpu:10.3} ms  expanded {:10} generated {:10}",
                    counts.expanded, counts.generated
                );
            }
        }
        fastest_round = fastest_round.min(cpu_ms() - before);
    }
    let boards = list.len() as f64;
    println!(
        "mean           {:10.3} ms  cpu {:10.3} ms  expanded {:10.0} generated {:10.0}",
        best.iter().sum::<f64>() / boards,
        fastest_round / boards,
        expanded as f64 / boards,
        generated as f64 / boards
    );
}
