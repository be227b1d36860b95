//! A solve on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use noyes::Instance;
use noyes::goal::InstanceError;
use noyes::solve::Outcome;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::board::{board_of, value_error};
use crate::engine::engine;
use crate::events::{Interval, Watch};
use crate::goal::goal_of;
use crate::outcome::Fields;
use crate::request::request_of;

create_exception!(
    noyes,
    Unsolvable,
    PyValueError,
    "The board cannot reach the goal; the words say why."
);

/// An unsolvable board, or a goal that does not fit.
pub fn instance_error(error: InstanceError) -> PyErr {
    match error {
        InstanceError::Unsolvable(_) => Unsolvable::new_err(error.to_string()),
        other => value_error(other),
    }
}

/// How a run has ended.
type End = Result<Outcome, String>;

/// A solve that runs, or has ended.
#[pyclass(module = "noyes._noyes", frozen)]
#[derive(Debug)]
pub struct Run {
    watch: Arc<Watch>,
    end: Arc<OnceLock<End>>,
}

impl Drop for Run {
    fn drop(&mut self) {
        self.watch.stop();
    }
}

#[pymethods]
impl Run {
    /// Starts a solve.
    #[new]
    fn new(
        board: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
        options: &Bound<'_, PyDict>,
        wants_events: bool,
    ) -> PyResult<Self> {
        let board = board_of(board)?;
        let goal = goal_of(goal)?;
        let request = request_of(options, Some(&board))?;
        let instance = Instance::new(&board, &goal).map_err(instance_error)?;
        let engine = engine()?;
        let plan = engine.plan(&instance, &request).map_err(value_error)?;
        let watch = Arc::new(Watch::new(wants_events));
        let end = Arc::new(OnceLock::new());
        let (of_thread, end_of_thread) = (Arc::clone(&watch), Arc::clone(&end));
        let work = move || {
            let solve = || engine.solve(&instance, &plan, &*of_thread);
            let result = catch_unwind(AssertUnwindSafe(solve));
            let result = match result {
                Ok(outcome) => outcome.map_err(|error| error.to_string()),
                Err(_) => Err("the solver crashed; please report this board".to_owned()),
            };
            let _ = end_of_thread.set(result);
            of_thread.wake();
        };
        let started = std::thread::Builder::new()
            .name("noyes-solve".to_owned())
            .spawn(work);
        started.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(Self { watch, end })
    }

    /// Waits until something has happened since the version `seen`, at most some seconds.
    /// Returns the new version and whether the solve has ended.
    fn wait(&self, py: Python<'_>, seen: u64, seconds: f64) -> (u64, bool) {
        let at_most = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO);
        let version = py.detach(|| match self.end.get() {
            Some(_) => self.watch.known().version,
            None => self.watch.wait(seen, at_most),
        });
        (version, self.end.get().is_some())
    }

    /// Asks the solve to stop.
    fn stop(&self) {
        self.watch.stop();
    }

    /// Events since the last call, as JSON.
    fn take_events(&self) -> Vec<String> {
        self.watch.take_events()
    }

    /// No solution is shorter than this.
    #[getter]
    fn lower_bound(&self) -> u32 {
        match self.end.get() {
            Some(Ok(outcome)) => outcome.lower_bound(),
            _ => self.watch.known().lower_bound,
        }
    }

    /// Nodes expanded and generated so far.
    #[getter]
    fn counts(&self) -> (u64, u64) {
        let counts = self.watch.known().counts;
        (counts.expanded, counts.generated)
    }

    /// The interval whenever it has changed: seconds, the best length, the bound.
    #[getter]
    fn intervals(&self) -> Vec<Interval> {
        self.watch.known().intervals.clone()
    }

    /// How many solutions were found so far, each shorter than the one before.
    #[getter]
    fn improvement_count(&self) -> usize {
        self.watch.known().improvements.len()
    }

    /// The fields of solution `number`.
    fn improvement<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyDict>> {
        let found = self.watch.known().improvements.get(number).cloned();
        let found = found.ok_or_else(|| value_error("there is no such improvement"))?;
        let fields = PyDict::new(py);
        fields.set_item("moves", found.moves)?;
        fields.set_item("length", found.length)?;
        fields.set_item("lower_bound", found.lower_bound)?;
        fields.set_item("optimal", found.lower_bound == found.length)?;
        fields.set_item("algorithm", found.source)?;
        fields.set_item("expanded", found.counts.expanded)?;
        fields.set_item("generated", found.counts.generated)?;
        fields.set_item("stored", found.counts.stored)?;
        Ok(fields)
    }

    /// The fields of the result, once the solve has ended.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        match self.end.get() {
            None => Ok(None),
            Some(Ok(outcome)) => Fields::of(outcome).tuple(py).map(Some),
            Some(Err(words)) => Err(PyRuntimeError::new_err(words.clone())),
        }
    }
}
