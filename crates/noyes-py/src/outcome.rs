//! Outcomes as the fields of `noyes.Solution`.

use std::borrow::Cow;

use noyes::solve::Outcome;
use noyes_api::solve::stop_name;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::solver::letters;

/// The fields of a solution from `moves` to `stop`, in the order of the class.
#[derive(Debug)]
pub struct Fields<'a> {
    pub moves: Option<Cow<'a, str>>,
    pub length: Option<u32>,
    pub lower_bound: u32,
    pub optimal: bool,
    pub algorithm: &'a str,
    pub heuristic: &'a str,
    pub metric: &'a str,
    pub expanded: u64,
    pub generated: u64,
    pub stored: u64,
    pub seconds: f64,
    pub stop: Option<&'a str>,
}

impl Fields<'static> {
    /// The fields of an outcome.
    pub fn of(outcome: &Outcome) -> Self {
        Self {
            moves: outcome.moves().map(|moves| letters(moves).into()),
            length: outcome.length(),
            lower_bound: outcome.lower_bound(),
            optimal: outcome.is_optimal(),
            algorithm: outcome.algorithm.name(),
            heuristic: outcome.heuristic.name(),
            metric: outcome.metric().name(),
            expanded: outcome.counts.expanded,
            generated: outcome.counts.generated,
            stored: outcome.counts.stored,
            seconds: outcome.elapsed.as_secs_f64(),
            stop: outcome.stop.map(stop_name),
        }
    }
}

impl Fields<'_> {
    /// The fields as arguments of the class. Names are the same objects in every tuple.
    pub fn tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (
            self.moves.as_deref(),
            self.length,
            self.lower_bound,
            self.optimal,
            PyString::intern(py, self.algorithm),
            PyString::intern(py, self.heuristic),
            PyString::intern(py, self.metric),
            self.expanded,
            self.generated,
            self.stored,
            self.seconds,
            self.stop.map(|stop| PyString::intern(py, stop)),
        )
            .into_pyobject(py)
    }
}
