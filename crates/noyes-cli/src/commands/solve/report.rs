//! The reports that courses ask for, before the boards.

use std::io::{self, Write};

use clap::ValueEnum;
use noyes::search::Algorithm;
use noyes::solve::Request;
use noyes::{Instance, format};

use super::Answer;

/// `--report`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportName {
    /// States opened, most states in memory, moves, the sequence of states
    #[value(name = "42")]
    FortyTwo,
}

/// The request of a solve that is reported: a search that opens states, where none is asked for.
pub fn request(request: Request, instance: &Instance) -> Request {
    let has_choice = request.algorithm.is_some() || request.heuristic.is_some();
    match instance.size().fits_in(4) && !has_choice {
        true => Request {
            algorithm: Some(Algorithm::AStar),
            ..request
        },
        false => request,
    }
}

/// Writes the report of 42's n-puzzle. A state is opened when it is taken from the open set and its
/// neighbours are made.
pub fn forty_two(out: &mut dyn Write, answer: Answer<'_>) -> io::Result<()> {
    let outcome = answer.outcome;
    let counts = outcome.counts;
    writeln!(
        out,
        "States opened (complexity in time) = {}",
        counts.expanded
    )?;
    writeln!(
        out,
        "Most states in memory (complexity in size) = {}",
        counts.stored
    )?;
    let headline = outcome.headline();
    match outcome.moves() {
        Some(moves) => format::transcript(out, &headline, answer.instance.board(), moves),
        None => writeln!(out, "{headline}"),
    }
}
