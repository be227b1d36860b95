//! The results of a batch as a table, as csv and as lines of JSON.
//!
//! Names and reasons are text of others: the table and the csv have them escaped.

use std::io::{self, Write};

use noyes::solve::Request;
use serde_json::{Value, json};

use super::row::{Row, RowState};
use crate::csv;
use crate::printable::{printable, printable_json};

/// The columns of the csv. The first thirteen are as they always were.
pub const COLUMNS: &str = "name,rows,cols,solvable,length,lower_bound,optimal,known,seconds,expanded,generated,algorithm,verified,tiles,goal,metric,heuristic,weight,tables,stop,stored,enqueued,dequeued,count_as,limits,requested";

/// The name of what was asked for: an algorithm, or `auto`.
pub fn requested(request: &Request) -> &'static str {
    request
        .algorithm
        .map_or("auto", |algorithm| algorithm.name())
}

/// The limits of each board as the csv has them: `time=1.5 nodes=2000 memory=1000000000 threads=2`,
/// in seconds and bytes, without those that were not given.
fn limits_of(request: &Request) -> String {
    let limits = request.limits;
    let given = [
        limits
            .time
            .map(|time| format!("time={}", time.as_secs_f64())),
        limits.nodes.map(|nodes| format!("nodes={nodes}")),
        limits.memory.map(|bytes| format!("memory={bytes}")),
        limits.threads.map(|threads| format!("threads={threads}")),
    ];
    let given: Vec<String> = given.into_iter().flatten().collect();
    given.join(" ")
}

/// A row of the csv, with the line's end.
pub fn csv_row(row: &Row, request: &Request, goal: &str) -> String {
    let answer = row.answer();
    let text = |value: Option<String>| value.unwrap_or_default();
    let number = |value: Option<u64>| text(value.map(|value| value.to_string()));
    // What parity decides has no search to tell of.
    let searched = answer.filter(|answer| answer.solvable || answer.queue.is_some());
    let queue = answer.and_then(|answer| answer.queue);
    let solvable = match &row.state {
        RowState::Unreadable { .. } => None,
        RowState::Failed { .. } => Some(true),
        RowState::Ended(answer) => Some(answer.solvable),
    };
    let size = row.board.as_ref().map(|board| board.size());
    let tiles = |board: &noyes::Board| {
        let tiles: Vec<String> = board.tiles().iter().map(ToString::to_string).collect();
        tiles.join(" ")
    };
    let fields = [
        csv::cell(&row.name),
        number(size.map(|size| size.rows() as u64)),
        number(size.map(|size| size.cols() as u64)),
        text(solvable.map(|value| value.to_string())),
        number(row.length().map(u64::from)),
        number(answer.and_then(|answer| answer.lower_bound).map(u64::from)),
        row.is_proven().to_string(),
        number(row.known.map(u64::from)),
        text(searched.map(|answer| format!("{:.6}", answer.seconds))),
        number(searched.map(|answer| answer.expanded)),
        number(searched.map(|answer| answer.generated)),
        text(searched.map(|answer| answer.algorithm.clone())),
        row.length().is_some().to_string(),
        text(row.board.as_ref().map(tiles)),
        goal.to_owned(),
        request.metric.name().to_owned(),
        text(searched.map(|answer| answer.heuristic.clone())),
        text(
            searched
                .filter(|answer| !answer.weight.is_null())
                .map(|answer| answer.weight.to_string()),
        ),
        text(searched.map(|answer| answer.tables.clone())),
        text(answer.and_then(|answer| answer.stop.clone())),
        number(searched.map(|answer| answer.stored)),
        number(queue.map(|queue| queue.enqueued)),
        number(queue.map(|queue| queue.dequeued)),
        request.count_as.name().to_owned(),
        limits_of(request),
        requested(request).to_owned(),
    ];
    format!("{}\n", fields.join(","))
}

/// A row as JSON: the object of `solve`, with the board's name before it, and what was asked for
/// after it.
pub fn json_row(row: &Row, request: &Request, goal: &str) -> String {
    let limits = request.limits;
    let limits = json!({
        "time": limits.time.map(|time| time.as_secs_f64()),
        "nodes": limits.nodes,
        "memory": limits.memory,
        "threads": limits.threads,
    });
    let name = printable_json(&row.name.as_str().into());
    let (object, error) = match &row.state {
        RowState::Ended(answer) => (answer.to_json(), None),
        RowState::Unreadable { why } | RowState::Failed { why } => {
            let is_read = row.board.is_some();
            let empty = json!({
                "schema": 1,
                "rows": row.board.as_ref().map(noyes::Board::rows),
                "cols": row.board.as_ref().map(noyes::Board::cols),
                "tiles": row.board.as_ref().map(noyes::Board::tiles),
                "goal": goal,
                "solvable": is_read.then_some(true),
                "length": null,
                "lower_bound": null,
                "optimal": false,
                "verified": false,
            });
            (empty.to_string(), Some(why))
        }
    };
    let error = error.map_or(Value::Null, |why| why.as_str().into());
    format!(
        "{{\"name\":{name},{},\"known\":{},\"requested\":\"{}\",\"count_as\":\"{}\",\"limits\":{limits},\"error\":{}}}\n",
        &object[1..object.len() - 1],
        json!(row.known),
        requested(request),
        request.count_as,
        printable_json(&error),
    )
}

pub fn table_row(row: &Row, is_first: bool) -> String {
    let mut text = String::new();
    if is_first {
        text = format!(
            "{:<25} {:>7} {:>7} {:>8} {:>6} {:>9} {:>11}\n",
            "name", "size", "moves", "at least", "known", "seconds", "generated"
        );
    }
    let size = row.board.as_ref().map_or(String::new(), |board| {
        format!("{}x{}", board.rows(), board.cols())
    });
    text.push_str(&format!("{:<25} {size:>7}", printable(&row.name)));
    let answer = match &row.state {
        RowState::Unreadable { why } | RowState::Failed { why } => {
            return format!("{text} {}\n", printable(why));
        }
        RowState::Ended(answer) => answer,
    };
    let remark = match &answer.stop {
        _ if row.contradicts() => "  contradicts the known minimum".to_owned(),
        _ if answer.optimal || !answer.solvable => String::new(),
        Some(stop) => format!("  {}", stop_words(stop)),
        None => "  not proven".to_owned(),
    };
    if !answer.solvable {
        return format!("{text} no solution possible{remark}\n");
    }
    let known = row.known.map_or(String::new(), |known| known.to_string());
    let length = answer.length;
    let length = length.map_or("-".to_owned(), |length| length.to_string());
    format!(
        "{text} {length:>7} {:>8} {known:>6} {:>9.4} {:>11}{remark}\n",
        answer.lower_bound.unwrap_or(0),
        answer.seconds,
        answer.generated
    )
}

/// What ended a solve early, as a sentence.
fn stop_words(stop: &str) -> &'static str {
    match stop {
        "time" => "the time limit was reached",
        "nodes" => "the node limit was reached",
        "memory" => "the memory limit was reached",
        "depth" => "the bound passed the longest solution that this proof can hold",
        _ => "it was interrupted",
    }
}

/// Writes how many boards were solved and proven, the totals, and which boards failed.
pub fn summary(out: &mut dyn Write, rows: &[Row], request: &Request) -> io::Result<()> {
    let count = |wanted: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| wanted(row)).count();
    let unsolvable = count(&Row::is_unsolvable);
    let solvable = rows.len() - unsolvable - count(&Row::is_unreadable);
    let solved = count(&|row| row.is_solved_by(request.algorithm));
    let proven = count(&|row| row.solved().is_some() && row.is_proven());
    let answers = || rows.iter().filter_map(Row::solved);
    let own = rows
        .iter()
        .filter(|row| row.is_solved_by(request.algorithm));
    let moves: u64 = own.filter_map(Row::length).map(u64::from).sum();
    // The sum of no numbers would be -0.
    let seconds = answers().fold(0.0, |sum, answer| sum + answer.seconds);
    let slowest = answers().map(|answer| answer.seconds).fold(0.0, f64::max);
    let generated: u64 = answers().map(|answer| answer.generated).sum();
    writeln!(
        out,
        "solved {solved} of {solvable} (each replayed), proven optimal {proven}"
    )?;
    if unsolvable > 0 {
        writeln!(out, "unsolvable {unsolvable}")?;
    }
    let mean = seconds / answers().count().max(1) as f64;
    writeln!(
        out,
        "total {moves} moves, {generated} nodes generated, {seconds:.3} s (mean {mean:.4} s, slowest {slowest:.4} s)"
    )?;
    let names = |wanted: &dyn Fn(&Row) -> bool| -> Vec<String> {
        let rows = rows.iter().filter(|row| wanted(row));
        rows.map(|row| printable(&row.name).into_owned()).collect()
    };
    let named = |title: &str, wanted: &dyn Fn(&Row) -> bool, out: &mut dyn Write| {
        let names = names(wanted);
        if names.is_empty() {
            return Ok(());
        }
        writeln!(out, "{title} {}: {}", names.len(), names.join(", "))
    };
    let is_unproven = |row: &Row| row.length().is_some() && !row.is_proven();
    named("not proven", &is_unproven, out)?;
    named("contradicting the known minimum", &Row::contradicts, out)?;
    named("unreadable", &Row::is_unreadable, out)?;
    named("without a solution", &Row::is_unsolved, out)?;
    if let Some(algorithm) = request.algorithm {
        let fell_back = |row: &Row| row.length().is_some() && !row.is_solved_by(Some(algorithm));
        let mut words = format!("{solved} of {solvable} solved by {algorithm}");
        let mut told: Vec<(Option<&str>, &str)> = Vec::new();
        for answer in rows
            .iter()
            .filter(|row| fell_back(row))
            .filter_map(Row::solved)
        {
            let group = (answer.stop.as_deref(), answer.algorithm.as_str());
            if told.contains(&group) {
                continue;
            }
            told.push(group);
            let is_it = |row: &Row| {
                let of = |it: &noyes_api::SolveAnswer| {
                    (it.stop.as_deref(), it.algorithm.as_str()) == group
                };
                fell_back(row) && row.solved().is_some_and(of)
            };
            let names = names(&is_it);
            let (stopped, by) = (stopped_words(group.0, request), group.1);
            words.push_str(&format!(
                "; {} {stopped}, answered by {by}: {}",
                names.len(),
                names.join(", ")
            ));
        }
        writeln!(out, "{words}")?;
    }
    Ok(())
}

/// How a limit ended a search, with the limit where one was given.
fn stopped_words(stop: Option<&str>, request: &Request) -> String {
    let limits = request.limits;
    match stop {
        Some("time") => match limits.time {
            Some(time) => format!("stopped after {} s", time.as_secs_f64()),
            None => "stopped at the time limit".to_owned(),
        },
        Some("nodes") => match limits.nodes {
            Some(nodes) => format!("stopped after {nodes} nodes"),
            None => "stopped at the node limit".to_owned(),
        },
        Some("memory") => match limits.memory {
            Some(bytes) => {
                let unit = noyes::render::chart::Unit::Bytes;
                format!("stopped at {}", unit.label(bytes as f64))
            }
            None => "stopped at the memory limit".to_owned(),
        },
        Some("depth") => "stopped at the longest path that it can hold".to_owned(),
        Some(_) => "interrupted".to_owned(),
        None => "found nothing".to_owned(),
    }
}
