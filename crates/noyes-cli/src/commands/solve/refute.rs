//! A board that cannot be solved: parity says so at once, the course's A* by solving its twin.

use anyhow::Result;
use noyes::solve::{Refutation, Request};
use noyes::{Board, Goal, Instance};
use noyes_api::SolveAnswer;

use super::{AnswerFormat, Args, certificate, stats};
use crate::exit::Exit;
use crate::progress::Progress;
use crate::{alloc_counter, interrupt, output};

pub fn refute(
    args: &Args,
    board: &Board,
    goal: &Goal,
    format: AnswerFormat,
    progress: &Progress,
) -> Result<Exit> {
    let request = match args.plan {
        // A plan spends nothing, and there is nothing to plan.
        true => Request::default(),
        false => Request {
            count_distinct: args.counts_distinct(format),
            ..args.search.request()?
        },
    };
    interrupt::listen();
    let engine = args.search.engine();
    let search = || engine.refute(board, goal, &request, progress);
    let (refutation, memory) = alloc_counter::peak_bytes(search);
    let refutation = refutation?;
    progress.finish();
    if args.stats {
        progress.print(stats::of_refutation(&refutation, memory));
    }
    let mut words = reason(&refutation);
    if matches!(goal, Goal::BlankLast) && Instance::new(board, &Goal::Snail).is_ok() {
        words += "; it can reach the spiral of 42's n-puzzle: --goal snail";
    }
    progress.remark(words);
    if let Some(path) = &args.certificate {
        certificate::write_refutation(path, board, goal, &refutation)?;
    }
    let out = args.out.as_deref();
    // An OUT of an earlier board must not be taken for the answer to this one.
    if let Some(path) = out.filter(|path| !output::is_standard(Some(path))) {
        output::write(Some(path), |out| writeln!(out, "No solution possible"))?;
    }
    output::write(args.output.as_deref(), |out| match format {
        AnswerFormat::Json => {
            let answer = SolveAnswer::refuted(board, goal.name(), &refutation);
            writeln!(out, "{}", answer.to_json())
        }
        _ => writeln!(out, "No solution possible"),
    })?;
    Ok(Exit::No)
}

/// What shows that there is no solution.
fn reason(refutation: &Refutation) -> String {
    let parity = refutation.parity;
    match (refutation.algorithm, refutation.stop) {
        (Some(_), _) => format!("the twin reached the goal, so the board cannot: {parity}"),
        (None, Some(stop)) => {
            format!("{stop} before the board or its twin reached the goal; parity tells: {parity}")
        }
        (None, None) => parity.to_string(),
    }
}
