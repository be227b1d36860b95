//! The options of a solve, as keyword arguments write them.

use std::path::PathBuf;

use noyes::solve::{Checkpoint, Limits, Request};
use noyes::{Board, Moves, format::read_moves};
use noyes_api::{names, quantity};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::value_error;

/// A sentence that names the option it is about.
fn about<'a>(option: &'a str) -> impl Fn(String) -> PyErr + 'a {
    move |words| value_error(format!("{option}: {words}"))
}

/// An option that is given and is not `None`.
fn given<'py>(options: &Bound<'py, PyDict>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    Ok(options.get_item(name)?.filter(|value| !value.is_none()))
}

/// An option as text: quantities may be numbers or texts with a unit.
fn text(options: &Bound<'_, PyDict>, name: &str) -> PyResult<Option<String>> {
    given(options, name)?
        .map(|value| Ok(value.str()?.to_string()))
        .transpose()
}

/// An option that is parsed from text.
fn parsed<T>(
    options: &Bound<'_, PyDict>,
    name: &str,
    parse: impl Fn(&str) -> Result<T, String>,
) -> PyResult<Option<T>> {
    let text = text(options, name)?;
    text.map(|text| parse(&text).map_err(about(name)))
        .transpose()
}

/// The request of some options. The names were checked by the signature of the caller.
pub fn request_of(options: &Bound<'_, PyDict>, board: Option<&Board>) -> PyResult<Request> {
    let default = Request::default();
    let weight = parsed(options, "weight", |text| {
        text.parse()
            .map_err(|error: noyes::search::WeightError| error.to_string())
    })?;
    let algorithm = parsed(options, "algorithm", names::algorithm)?.flatten();
    if weight.is_some() && !algorithm.is_some_and(|algorithm| algorithm.is_weighted()) {
        let words = "it is for weighted searches: ask for the algorithm weighted or weighted-ida";
        return Err(about("weight")(words.to_owned()));
    }
    let flag = |name: &str| given(options, name)?.map_or(Ok(false), |value| value.is_truthy());
    let path = |name: &str| {
        given(options, name)?
            .map(|value| value.extract())
            .transpose()
    };
    let resume: Option<PathBuf> = path("resume")?;
    let checkpoint: Option<PathBuf> = path("checkpoint")?;
    let resumed = resume
        .as_deref()
        .map(Checkpoint::read)
        .transpose()
        .map_err(value_error)?;
    Ok(Request {
        algorithm,
        heuristic: parsed(options, "heuristic", names::heuristic)?.flatten(),
        weight: weight.unwrap_or(default.weight),
        tables: parsed(options, "tables", names::tables)?.unwrap_or_default(),
        metric: parsed(options, "metric", names::metric)?.unwrap_or(default.metric),
        optimal: flag("optimal")?,
        seed: given(options, "seed")?.map_or(Ok(default.seed), |seed| seed.extract())?,
        from: first_solution(options, board)?,
        count_full: flag("full")?,
        // A resumed proof goes on in the same file, unless another is named.
        checkpoint: checkpoint.or(resume),
        resume: resumed,
        limits: Limits {
            time: parsed(options, "time_limit", quantity::duration)?,
            nodes: parsed(options, "node_limit", quantity::count)?,
            memory: parsed(options, "memory_limit", quantity::bytes)?,
            threads: parsed(options, "threads", threads)?,
        },
        ..default
    })
}

fn threads(text: &str) -> Result<usize, String> {
    let threads = text
        .parse()
        .ok()
        .filter(|threads| (1..=1024).contains(threads));
    threads.ok_or_else(|| format!("threads are from 1 to 1024, not {text}"))
}

/// The solution that a solve starts from.
fn first_solution(options: &Bound<'_, PyDict>, board: Option<&Board>) -> PyResult<Option<Moves>> {
    let (Some(text), Some(board)) = (text(options, "start_from")?, board) else {
        return Ok(None);
    };
    let read = read_moves(&text, board).map_err(|error| about("start_from")(error.to_string()))?;
    Ok(Some(read.moves))
}
