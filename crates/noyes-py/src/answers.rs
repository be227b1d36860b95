//! What every door to noyes answers: requests and answers as JSON.

use noyes::collections::by_name;
use noyes::format::list::{ListEntry, entries};
use noyes_api::{Caps, ProblemKind};
use pyo3::prelude::*;

use crate::board::{PyBoard, value_error};
use crate::engine::engine;
use crate::events::interruptible;
use crate::run::Unsolvable;

/// Answers a request by name; both are JSON.
#[pyfunction]
pub fn call(py: Python<'_>, name: &str, request: &str) -> PyResult<String> {
    let engine = engine()?;
    let answer = interruptible(py, |watch| {
        noyes_api::call(&engine, &Caps::NONE, name, request, watch)
    })?;
    answer.map_err(|problem| match problem.kind {
        ProblemKind::Unsolvable => Unsolvable::new_err(problem.to_string()),
        _ => value_error(problem),
    })
}

/// Name, board and known minimum.
type Entry = (Option<String>, PyBoard, Option<u32>);

/// The boards of a published collection.
#[pyfunction]
pub fn collection(name: &str) -> PyResult<Vec<Entry>> {
    let text = by_name(name).ok_or_else(|| {
        value_error(format!(
            "there is no collection {name:?}: choose korf100 or korf50"
        ))
    })?;
    let entry = |entry: ListEntry| (entry.name, PyBoard(entry.board), entry.known);
    entries(text)
        .map(|read| read.map(entry).map_err(value_error))
        .collect()
}
