//! `cargo run --release -p noyes-fuzz --bin differential -- [--boards N] [--seed S]`.

use std::process::ExitCode;
use std::time::Instant;

use noyes_fuzz::differential::{Case, Judge, Tally};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut boards, mut seed) = (10_000, 1);
    while let Some(argument) = arguments.next() {
        let number = arguments.next().and_then(|text| text.parse::<u64>().ok());
        match (argument.as_str(), number) {
            ("--boards", Some(number)) => boards = number,
            ("--seed", Some(number)) => seed = number,
            _ => {
                eprintln!("give --boards N and --seed S, each with a number");
                return ExitCode::from(2);
            }
        }
    }
    let started = Instant::now();
    let (mut judge, mut tally, mut wrong) = (Judge::default(), Tally::default(), 0u64);
    let print = |tally: &Tally, wrong: u64| {
        println!(
            "{} boards, {} solvable, {} searches, {} minima known to the checker, {wrong} wrong, {:.0} s",
            tally.boards,
            tally.solvable,
            tally.searches,
            tally.known,
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
