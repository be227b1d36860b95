//! Writes what a solve proved as a certificate, which a checker without any code of the engine reads.
//!
//! ```sh
//! cargo run --release -p noyes --example certificate -- "8 1 3/4 0 2/7 6 5" > proof.json
//! noyes check --certificate proof.json --rerun
//! ```
//!
//! A crate of your own depends on `noyes` and on `noyes-check`, whose folder is beside it.

use std::error::Error;

use noyes::{Board, Goal, Instance};
use noyes_check::{Certificate, Grid};

fn grid(board: &Board) -> Result<Grid, noyes_check::CheckError> {
    Grid::new(board.rows(), board.cols(), board.tiles().to_vec())
}

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1);
    let board: Board = text.as_deref().unwrap_or("8 1 3/4 0 2/7 6 5").parse()?;
    let instance = Instance::new(&board, &Goal::BlankLast)?;
    let outcome = noyes::solve(&instance)?;
    let certificate = Certificate {
        directions: outcome.moves().map(ToString::to_string),
        length: outcome.length().map(u64::from),
        lower_bound: Some(outcome.lower_bound().into()),
        optimal: outcome.is_optimal(),
        algorithm: outcome.algorithm.name().to_owned(),
        heuristic: outcome.heuristic.name().to_owned(),
        expanded: outcome.counts.expanded,
        generated: outcome.counts.generated,
        ..Certificate::new("my program 1.0", &grid(&board)?, &grid(instance.goal())?)
    };
    certificate.check()?;
    println!("{}", certificate.to_json());
    Ok(())
}
