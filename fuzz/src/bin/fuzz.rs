//! Fuzzes: `cargo run --release -p noyes-fuzz --bin fuzz -- [--inputs N] [--seed S] [TARGET…]`.
//!
//! With `--flips N` instead, N times one bit of a seed is changed.
//!
//! An input that makes a target panic is written to `fuzz/crashes/TARGET/`, and every one that is
//! there is run again by `cargo test -p noyes-fuzz`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use noyes_fuzz::targets::TARGETS;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut inputs, mut flips, mut seed, mut names) = (100_000, None, 1, Vec::new());
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|text| text.parse::<u64>().ok());
        match argument.as_str() {
            "--inputs" => inputs = number().unwrap_or(inputs),
            "--flips" => flips = number(),
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
        let (mut last, mut done) = (Vec::new(), 0u64);
        let result = catch_unwind(AssertUnwindSafe(|| {
            target.fuzz(seed, inputs, |input| {
                last.clear();
                last.extend_from_slice(input);
                done += 1;
            });
        }));
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "{:12} {done:>12} inputs, {seconds:8.1} s, seed {seed}",
            target.name
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
