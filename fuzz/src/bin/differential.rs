//! `cargo run --release -p noyes-fuzz --bin differential -- [--boards N] [--seed S]
//! [--tables DIR]`.
//!
//! With `--tables`, the large tables are compared too: they are built there once, which takes a
//! minute and half a gigabyte.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use noyes_fuzz::differential::{Case, Judge, Tally};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut boards, mut seed, mut tables) = (10_000, 1, None);
    while let Some(argument) = arguments.next() {
        let value = arguments.next().unwrap_or_default();
        match (argument.as_str(), value.parse::<u64>()) {
            ("--boards", Ok(number)) => boards = number,
            ("--seed", Ok(number)) => seed = number,
            ("--tables", _) if !value.is_empty() => tables = Some(PathBuf::from(value)),
            _ => {
                eprintln!("give --boards N and --seed S, each with a number, and --tables DIR");
                return ExitCode::from(2);
            }
        }
    }
    let started = Instant::now();
    let mut judge = match Judge::new(tables.as_deref(), tables.is_some()) {
        Ok(judge) => judge,
        Err(error) => {
            eprintln!("no folder for tables: {error}");
            return ExitCode::from(2);
        }
    };
    let (mut tally, mut wrong) = (Tally::default(), 0u64);
    let print = |tally: &Tally, wrong: u64| {
        println!(
            "{} boards, {} solvable, {} searches, {} minima known to the checker, {} bounds, \
             {} labels, {} times each instruction set, {wrong} wrong, {:.0} s",
            tally.boards,
            tally.solvable,
            tally.searches,
            tally.known,
            tally.bounds,
            tally.labels,
            tally.instruction_sets,
            started.elapsed().as_secs_f64()
        );
    };
    for number in 0..boards {
        let case = Case::new(seed.wrapping_mul(1 << 40).wrapping_add(number));
        if let Err(words) = judge.judge(&case, &mut tally) {
            wrong += 1;
            println!("{words}");
        }
        if (number + 1) % 50_000 == 0 {
            print(&tally, wrong);
        }
    }
    print(&tally, wrong);
    if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
