//! `Goal`: what a board is to become.

use noyes::format::read_board;
use noyes::{Goal, Size};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::board::{PyBoard, board_of, value_error};

/// The arrangement to reach.
#[pyclass(name = "Goal", module = "noyes", frozen, eq, hash)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PyGoal(pub Goal);

/// A goal by name.
fn named(name: &str) -> Option<Goal> {
    let all = [Goal::BlankLast, Goal::BlankFirst, Goal::Snail];
    all.into_iter().find(|goal| goal.name() == name.trim())
}

/// The goal of an argument: none is the course's.
pub fn goal_of(object: Option<&Bound<'_, PyAny>>) -> PyResult<Goal> {
    let Some(object) = object else {
        return Ok(Goal::BlankLast);
    };
    if let Ok(goal) = object.cast::<PyGoal>() {
        return Ok(goal.get().0.clone());
    }
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_cow()?;
        if let Some(goal) = named(&text) {
            return Ok(goal);
        }
        let read = read_board(&text).map_err(|error| {
            value_error(format!(
                "a goal is blank-last, blank-first, snail or a board, not {text:?} ({error})"
            ))
        })?;
        return Ok(Goal::Board(read.board));
    }
    board_of(object).map(Goal::Board)
}

#[pymethods]
impl PyGoal {
    #[new]
    #[pyo3(signature = (goal = None))]
    fn new(goal: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        goal_of(goal).map(Self)
    }

    /// `blank-last`, `blank-first`, `snail` or `custom`.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The goal of a size as a board.
    #[pyo3(signature = (rows, cols = None))]
    fn board(&self, rows: usize, cols: Option<usize>) -> PyResult<PyBoard> {
        let size = Size::new(rows, cols.unwrap_or(rows)).map_err(value_error)?;
        self.0.board(size).map(PyBoard).map_err(value_error)
    }

    /// What makes this goal again, as text.
    fn to_text(&self) -> String {
        match &self.0 {
            Goal::Board(board) => noyes::format::slashes(board),
            other => other.name().to_owned(),
        }
    }

    fn __repr__(&self) -> String {
        format!("Goal(\"{}\")", self.to_text())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.to_text(),)).into_pyobject(py)
    }
}
