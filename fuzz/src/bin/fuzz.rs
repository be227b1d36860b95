//! Fuzzes: `cargo run --release -p noyes-fuzz --bin fuzz -- [--inputs N] [--seed S] [TARGET…]`.
//!
//! With `--flips N` instead, N times one bit of a seed is changed. `fuzz/coverage` builds it so
//! that it takes `--coverage DIR`: inputs that reach more are changed further, what is reached is
//! written to the folder, and with `--keep` the inputs that reach it to `fuzz/corpus`.
//!
//! An input that makes a target panic is written to `fuzz/crashes/TARGET/`, and every one that is
//! there is run again by `cargo test -p noyes-fuzz`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use noyes_fuzz::targets::{TARGETS, Target};
use noyes_fuzz::{corpus, coverage};

/// Explores a target and writes what was reached: a line for each block, 1 or 0 and its address.
fn explore(
    target: &Target,
    seed: u64,
    inputs: u64,
    folder: &Path,
    keeps: bool,
    before: impl FnMut(&[u8]),
) {
    assert!(
        coverage::is_counted(),
        "fuzz/coverage makes the build that counts"
    );
    // Searches and sockets take longer than readers do.
    let inputs = match target.name {
        "forged-table" => inputs / 50,
        "call" | "http" => inputs / 4,
        _ => inputs,
    };
    let (reached, fewest) = coverage::explore(target, seed, inputs, before);
    println!(
        "{:12} {:>12} blocks by {} inputs",
        target.name,
        reached.count(),
        fewest.len()
    );
    let blocks = reached.blocks().into_iter();
    let lines =
        blocks.map(|(address, is_reached)| format!("{} {address:x}\n", u8::from(is_reached)));
    let path = folder.join(format!("{}.blocks", target.name));
    std::fs::write(&path, lines.collect::<String>()).expect("the folder can be written");
    if keeps {
        corpus::write(target.name, &fewest).expect("the corpus can be written");
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut inputs, mut flips, mut seed, mut names) = (100_000, None, 1, Vec::new());
    let (mut folder, mut keeps) = (None, false);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|text| text.parse::<u64>().ok());
        match argument.as_str() {
            "--inputs" => inputs = number().unwrap_or(inputs),
            "--flips" => flips = number(),
            "--coverage" => folder = arguments.next().map(PathBuf::from),
            "--keep" => keeps = true,
            "--seed" => seed = number().unwrap_or(seed),
            _ => names.push(argument),
        }
    }
    let crashes = Path::new(env!("CARGO_MANIFEST_DIR")).join("crashes");
    let mut failed = 0;
    for target in TARGETS {
        if !names.is_empty() && !names.iter().any(|name| name == target.name) {
            continue;
        }
        let started = Instant::now();
        if let Some(flips) = flips {
            target.flip(seed, flips);
            println!("{:12} {flips:>12} flipped bits, seed {seed}", target.name);
            continue;
        }
        let (mut last, mut done, mut bytes) = (Vec::new(), 0u64, 0u64);
        let result = catch_unwind(AssertUnwindSafe(|| {
            let before = |input: &[u8]| {
                last.clear();
                last.extend_from_slice(input);
                done += 1;
                bytes += input.len() as u64;
            };
            match &folder {
                Some(folder) => explore(&target, seed, inputs, folder, keeps, before),
                None => target.fuzz(seed, inputs, before),
            }
        }));
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "{:12} {done:>12} inputs, {:>5} bytes on average, {seconds:8.1} s, seed {seed}",
            target.name,
            bytes / done.max(1)
        );
        if result.is_err() {
            failed += 1;
            let folder = crashes.join(target.name);
            let file = folder.join(format!("{:08x}", crc32fast::hash(&last)));
            let kept = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, &last));
            println!(
                "{:12} panicked: kept as {} ({kept:?})",
                target.name,
                file.display()
            );
        }
    }
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
