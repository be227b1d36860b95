//! Outcomes as the fields of `noyes.Solution`.

use noyes::solve::Outcome;
use noyes_api::solve::stop_name;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::solver::letters;

/// The fields of a solution.
pub fn fields<'py>(py: Python<'py>, outcome: &Outcome) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    fields.set_item("moves", outcome.moves().map(letters))?;
    fields.set_item("length", outcome.length())?;
    fields.set_item("lower_bound", outcome.lower_bound())?;
    fields.set_item("optimal", outcome.is_optimal())?;
    fields.set_item("algorithm", outcome.algorithm.name())?;
    fields.set_item("heuristic", outcome.heuristic.name())?;
    fields.set_item("metric", outcome.metric().name())?;
    fields.set_item("expanded", outcome.counts.expanded)?;
    fields.set_item("generated", outcome.counts.generated)?;
    fields.set_item("stored", outcome.counts.stored)?;
    fields.set_item("seconds", outcome.elapsed.as_secs_f64())?;
    fields.set_item("stop", outcome.stop.map(stop_name))?;
    Ok(fields)
}
