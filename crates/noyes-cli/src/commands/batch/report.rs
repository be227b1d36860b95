//! The results of a batch as a table, as csv and as lines of JSON.
//!
//! Names and reasons are text of others: the table and the csv have them escaped.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::row::{Row, RowState};
use crate::csv;
use crate::printable::{printable, printable_json};

pub fn csv_row(out: &mut dyn Write, row: &Row, is_first: bool) -> io::Result<()> {
    if is_first {
        writeln!(
            out,
            "name,rows,cols,solvable,length,lower_bound,optimal,known,seconds,expanded,generated,algorithm,verified"
        )?;
    }
    let outcome = row.outcome();
    let text = |value: Option<String>| value.unwrap_or_default();
    let number = |value: Option<u64>| text(value.map(|value| value.to_string()));
    let solvable = match row.state {
        RowState::Unreadable { .. } => None,
        RowState::Unsolvable => Some(false),
        RowState::Failed { .. } | RowState::Ended(_) => Some(true),
    };
    let fields = [
        csv::cell(&row.name),
        number(row.size.map(|size| size.rows() as u64)),
        number(row.size.map(|size| size.cols() as u64)),
        text(solvable.map(|value| value.to_string())),
        number(row.length().map(u64::from)),
        number(outcome.map(|outcome| outcome.lower_bound().into())),
        row.is_proven().to_string(),
        number(row.known.map(u64::from)),
        text(outcome.map(|outcome| format!("{:.6}", outcome.elapsed.as_secs_f64()))),
        number(outcome.map(|outcome| outcome.counts.expanded)),
        number(outcome.map(|outcome| outcome.counts.generated)),
        text(outcome.map(|outcome| outcome.algorithm.to_string())),
        row.length().is_some().to_string(),
    ];
    writeln!(out, "{}", fields.join(","))
}

pub fn json_row(out: &mut dyn Write, row: &Row) -> io::Result<()> {
    let outcome = row.outcome();
    let moves = outcome.and_then(|outcome| outcome.moves());
    let error = match &row.state {
        RowState::Unreadable { why } | RowState::Failed { why } => Some(why),
        RowState::Unsolvable | RowState::Ended(_) => None,
    };
    let value: Value = json!({
        "name": row.name,
        "rows": row.size.map(|size| size.rows()),
        "cols": row.size.map(|size| size.cols()),
        "solvable": (!matches!(row.state, RowState::Unreadable { .. })).then_some(!matches!(row.state, RowState::Unsolvable)),
        "directions": moves.map(|moves| moves.to_string()),
        "length": row.length(),
        "lower_bound": outcome.map(|outcome| outcome.lower_bound()),
        "optimal": row.is_proven(),
        "known": row.known,
        "seconds": outcome.map(|outcome| outcome.elapsed.as_secs_f64()),
        "expanded": outcome.map(|outcome| outcome.counts.expanded),
        "generated": outcome.map(|outcome| outcome.counts.generated),
        "algorithm": outcome.map(|outcome| outcome.algorithm.name()),
        "verified": row.length().is_some(),
        "error": error,
    });
    writeln!(out, "{}", printable_json(&value))
}

pub fn table_row(out: &mut dyn Write, row: &Row, is_first: bool) -> io::Result<()> {
    if is_first {
        writeln!(
            out,
            "{:<25} {:>7} {:>7} {:>8} {:>6} {:>9} {:>11}",
            "name", "size", "moves", "at least", "known", "seconds", "generated"
        )?;
    }
    let size = row.size.map_or(String::new(), |size| {
        format!("{}x{}", size.rows(), size.cols())
    });
    let known = row.known.map_or(String::new(), |known| known.to_string());
    let head = format!("{:<25} {size:>7}", printable(&row.name));
    let remark = match row.outcome() {
        _ if row.contradicts() => "  contradicts the known minimum",
        Some(outcome) if outcome.is_optimal() => "",
        Some(outcome) => match outcome.stop {
            Some(reason) => {
                return {
                    numbers(out, &head, row, &known)?;
                    writeln!(out, "  {reason}")
                };
            }
            None => "  not proven",
        },
        None => "",
    };
    match &row.state {
        RowState::Unreadable { why } | RowState::Failed { why } => {
            writeln!(out, "{head} {}", printable(why))
        }
        RowState::Unsolvable => writeln!(out, "{head} no solution possible{remark}"),
        RowState::Ended(_) => {
            numbers(out, &head, row, &known)?;
            writeln!(out, "{remark}")
        }
    }
}

fn numbers(out: &mut dyn Write, head: &str, row: &Row, known: &str) -> io::Result<()> {
    let Some(outcome) = row.outcome() else {
        return Ok(());
    };
    let length = outcome
        .length()
        .map_or("-".to_owned(), |length| length.to_string());
    write!(
        out,
        "{head} {length:>7} {:>8} {known:>6} {:>9.4} {:>11}",
        outcome.lower_bound(),
        outcome.elapsed.as_secs_f64(),
        outcome.counts.generated
    )
}

/// Writes how many boards were solved and proven, the totals, and which boards failed.
pub fn summary(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    let count = |wanted: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| wanted(row)).count();
    let unsolvable = count(&|row| matches!(row.state, RowState::Unsolvable));
    let unreadable = count(&|row| matches!(row.state, RowState::Unreadable { .. }));
    let solvable = rows.len() - unsolvable - unreadable;
    let solved = count(&|row| row.length().is_some());
    let proven = count(&Row::is_proven);
    let outcomes = || rows.iter().filter_map(Row::outcome);
    let moves: u64 = rows.iter().filter_map(Row::length).map(u64::from).sum();
    let seconds: f64 = outcomes()
        .map(|outcome| outcome.elapsed.as_secs_f64())
        // The sum of no numbers would be -0.
        .fold(0.0, |sum, seconds| sum + seconds);
    let slowest = outcomes()
        .map(|outcome| outcome.elapsed.as_secs_f64())
        .fold(0.0, f64::max);
    let generated: u64 = outcomes().map(|outcome| outcome.counts.generated).sum();
    writeln!(
        out,
        "solved {solved} of {solvable} (each replayed), proven optimal {proven}"
    )?;
    if unsolvable > 0 {
        writeln!(out, "unsolvable {unsolvable}")?;
    }
    let mean = seconds / outcomes().count().max(1) as f64;
    writeln!(
        out,
        "total {moves} moves, {generated} nodes generated, {seconds:.3} s (mean {mean:.4} s, slowest {slowest:.4} s)"
    )?;
    let named = |title: &str, wanted: &dyn Fn(&Row) -> bool, out: &mut dyn Write| {
        let names: Vec<_> = rows
            .iter()
            .filter(|row| wanted(row))
            .map(|row| printable(&row.name))
            .collect();
        if names.is_empty() {
            return Ok(());
        }
        writeln!(out, "{title} {}: {}", names.len(), names.join(", "))
    };
    named(
        "not proven",
        &|row| row.length().is_some() && !row.is_proven(),
        out,
    )?;
    named("without a solution", &Row::is_unsolved, out)?;
    named("contradicting the known minimum", &Row::contradicts, out)?;
    named(
        "unreadable",
        &|row| matches!(row.state, RowState::Unreadable { .. }),
        out,
    )
}
