//! `Solver`: the solver of the course.

use noyes::solve::{Priority, Solvability};
use noyes::{Moves, Solver};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::board::{board_list, board_of, value_error};

/// Solves a board as the course asks.
#[pyclass(name = "Solver", module = "noyes", frozen)]
#[derive(Debug)]
pub struct PySolver(Solver);

/// A letter for each slide.
pub fn letters(moves: &Moves) -> String {
    moves.iter().map(|direction| direction.letter()).collect()
}

#[pymethods]
impl PySolver {
    #[new]
    #[pyo3(signature = (board, priority = "manhattan", solvability = "lockstep"))]
    fn new(board: &Bound<'_, PyAny>, priority: &str, solvability: &str) -> PyResult<Self> {
        let priority = match priority {
            "manhattan" => Priority::Manhattan,
            "hamming" => Priority::Hamming,
            other => {
                let words = format!("there is no priority {other:?}: choose hamming or manhattan");
                return Err(value_error(words));
            }
        };
        let solvability = match solvability {
            "lockstep" => Solvability::Lockstep,
            "parity" => Solvability::Parity,
            other => {
                let words = format!("there is no solvability {other:?}: choose lockstep or parity");
                return Err(value_error(words));
            }
        };
        let py = board.py();
        let board = board_of(board)?;
        Ok(Self(
            py.detach(|| Solver::with(&board, priority, solvability)),
        ))
    }

    /// Whether the board can be solved.
    fn is_solvable(&self) -> bool {
        self.0.is_solvable()
    }

    /// The fewest moves, or `None`.
    fn moves(&self) -> Option<usize> {
        self.0.moves()
    }

    /// The boards of a shortest solution, or `None`.
    fn solution<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        self.0
            .solution()
            .map(|boards| board_list(py, boards))
            .transpose()
    }

    /// A letter for each slide of that solution.
    fn directions(&self) -> Option<String> {
        self.0.slides().map(letters)
    }

    /// Nodes inserted into the priority queues.
    #[getter]
    fn insertions(&self) -> u64 {
        self.0.insertions()
    }

    /// Nodes deleted from the priority queues.
    #[getter]
    fn deletions(&self) -> u64 {
        self.0.deletions()
    }

    fn __repr__(&self) -> String {
        match self.0.moves() {
            Some(moves) => format!("<Solver: {moves} moves>"),
            None => "<Solver: no solution possible>".to_owned(),
        }
    }
}
