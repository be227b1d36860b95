//! The comparison for programs: every run, with exact numbers.

use std::io::{self, Write};

use noyes::search::{Duplicates, QueueCounts};
use noyes_api::compare::{Round, Run, Used};

use crate::csv;

const COLUMNS: [&str; 25] = [
    "board",
    "rows",
    "cols",
    "contestant",
    "algorithm",
    "heuristic",
    "tables",
    "length",
    "lower_bound",
    "optimal",
    "expanded",
    "generated",
    "stored",
    "bytes",
    "seconds",
    "ending",
    "duplicates",
    "enqueued",
    "dequeued",
    "largest",
    "distinct",
    "twin_enqueued",
    "twin_dequeued",
    "twin_largest",
    "twin_distinct",
];

/// The eight columns of the queues of board and twin.
fn queues(run: &Run) -> String {
    let board = run.queues.map(|queues| queues.board);
    let twin = run.queues.and_then(|queues| queues.twin);
    let cells = |counts: Option<QueueCounts>| match counts {
        None => ",,,".to_owned(),
        Some(counts) => {
            let distinct = counts
                .distinct
                .map_or(String::new(), |many| many.to_string());
            let QueueCounts {
                enqueued,
                dequeued,
                largest,
                ..
            } = counts;
            format!("{enqueued},{dequeued},{largest},{distinct}")
        }
    };
    format!("{},{}", cells(board), cells(twin))
}

/// Writes a row for every run, and one for every unsolvable board.
pub fn csv(out: &mut dyn Write, rounds: &[Round]) -> io::Result<()> {
    writeln!(out, "{}", COLUMNS.join(","))?;
    for round in rounds {
        let (rows, cols) = (round.board.rows(), round.board.cols());
        let board = format!("{},{rows},{cols}", csv::cell(&round.name));
        if !round.is_solvable {
            // The first three columns name the board, the ending says why the others are empty.
            let (before, after) = (",".repeat(13), ",".repeat(COLUMNS.len() - 16));
            writeln!(out, "{board}{before}no solution possible{after}")?;
        }
        for run in &round.runs {
            let Used {
                algorithm,
                heuristic,
                tables,
            } = run.used;
            let length = run.moves.map_or(String::new(), |moves| moves.to_string());
            writeln!(
                out,
                "{board},{},{algorithm},{heuristic},{tables},{length},{},{},{},{},{},{},{:.6},{},{},{}",
                run.contestant,
                run.lower_bound,
                run.is_proven,
                run.expanded,
                run.generated,
                run.stored,
                run.memory.unwrap_or(0),
                run.time.as_secs_f64(),
                csv::cell(run.ending.words()),
                run.contestant.refuses().map_or("", Duplicates::name),
                queues(run)
            )?;
        }
    }
    Ok(())
}
