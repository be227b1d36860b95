//! The comparison for programs: every run, with exact numbers.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::Round;
use super::measure::{Ending, Run, Used};
use crate::csv;

const COLUMNS: [&str; 16] = [
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
];

/// Writes a row for every run, and one for every unsolvable board.
pub fn csv(out: &mut dyn Write, rounds: &[Round]) -> io::Result<()> {
    writeln!(out, "{}", COLUMNS.join(","))?;
    for round in rounds {
        let (rows, cols) = (round.board.rows(), round.board.cols());
        let board = format!("{},{rows},{cols}", csv::cell(&round.name));
        if !round.is_solvable {
            // The first three columns name the board, the last says why the others are empty.
            let empty = ",".repeat(COLUMNS.len() - 3);
            writeln!(out, "{board}{empty}no solution possible")?;
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
                "{board},{},{algorithm},{heuristic},{tables},{length},{},{},{},{},{},{},{:.6},{}",
                run.contestant,
                run.lower_bound,
                run.is_proven,
                run.expanded,
                run.generated,
                run.stored,
                run.memory,
                run.time.as_secs_f64(),
                csv::cell(ending(run))
            )?;
        }
    }
    Ok(())
}

pub fn object(rounds: &[Round]) -> Value {
    let run = |run: &Run| {
        json!({
            "contestant": run.contestant.to_string(),
            "algorithm": run.used.algorithm,
            "heuristic": run.used.heuristic,
            "tables": run.used.tables,
            "length": run.moves,
            "lower_bound": run.lower_bound,
            "optimal": run.is_proven,
            "expanded": run.expanded,
            "generated": run.generated,
            "stored": run.stored,
            "bytes": run.memory,
            "seconds": run.time.as_secs_f64(),
            "ending": ending(run),
        })
    };
    let round = |round: &Round| {
        json!({
            "name": round.name,
            "rows": round.board.rows(),
            "cols": round.board.cols(),
            "tiles": round.board.tiles(),
            "solvable": round.is_solvable,
            "runs": round.runs.iter().map(run).collect::<Vec<_>>(),
        })
    };
    json!({ "schema": 1, "boards": rounds.iter().map(round).collect::<Vec<_>>() })
}

fn ending(run: &Run) -> &str {
    match &run.ending {
        Ending::Finished => "finished",
        Ending::Stopped(_, words) | Ending::Failed(words) => words,
    }
}
