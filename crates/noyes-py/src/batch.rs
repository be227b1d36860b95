//! Many boards on the engine's own threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use noyes::Instance;
use noyes::goal::InstanceError;
use noyes::guard::{Control, Event};
use noyes::solve::{BatchError, BatchObserver, Outcome};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::board::{board_of, value_error};
use crate::engine::engine;
use crate::events::Watch;
use crate::goal::goal_of;
use crate::outcome::Fields;
use crate::packed_rows::pack_rows;
use crate::request::request_of;

/// Rows that a caller is woken for. Fewer wait until its time is over, since a thread that is woken
/// for every board would take a tenth of the time of easy ones.
const ENOUGH: usize = 64;

/// The longest time without asking for signals while all rows are waited for.
const BETWEEN_SIGNALS: Duration = Duration::from_secs(1);

/// What came of a board.
pub enum Row {
    Solved(Box<Outcome>),
    Unsolvable,
    Failed(String),
}

/// The results that were not taken yet, by board.
#[derive(Default)]
struct Results {
    watch: Watch,
    rows: Mutex<Vec<(usize, Row)>>,
    is_done: AtomicBool,
}

/// A batch that runs, or has ended.
#[pyclass(module = "noyes._noyes", frozen)]
pub struct BatchRun {
    results: Arc<Results>,
    boards: usize,
}

impl std::fmt::Debug for BatchRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BatchRun").finish_non_exhaustive()
    }
}

impl Drop for BatchRun {
    fn drop(&mut self) {
        self.results.watch.stop();
    }
}

impl Results {
    fn push(&self, board: usize, row: Row) {
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        rows.push((board, row));
        let count = rows.len();
        drop(rows);
        if count == ENOUGH {
            self.watch.wake();
        }
    }

    fn count(&self) -> usize {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        rows.len()
    }

    /// The rows since the last call.
    fn take(&self) -> Vec<(usize, Row)> {
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *rows)
    }

    /// Waits at most this long for some rows, or for the end. Says whether the batch is over: no
    /// row comes after that.
    fn wait(&self, at_most: Duration, enough: usize) -> bool {
        let seen = self.watch.known().version;
        let is_done = || self.is_done.load(Ordering::Acquire);
        if self.count() < enough && !is_done() {
            self.watch.wait(seen, at_most);
        }
        is_done()
    }

    fn control(&self) -> Control {
        match self.watch.is_stopped() {
            true => Control::Stop,
            false => Control::Continue,
        }
    }
}

/// The observer of a batch, with the boards' numbers in the caller's list.
struct Numbered {
    results: Arc<Results>,
    numbers: Vec<usize>,
}

impl BatchObserver for Numbered {
    fn on_tables(&self, _: &Event) -> Control {
        self.results.control()
    }

    fn begin(&self, _: usize) -> Control {
        self.results.control()
    }

    fn on(&self, _: usize, _: &Event) -> Control {
        self.results.control()
    }

    fn end(&self, board: usize, result: Result<Outcome, BatchError>) {
        let row = match result {
            Ok(outcome) => Row::Solved(Box::new(outcome)),
            Err(error) => Row::Failed(error.to_string()),
        };
        self.results.push(self.numbers[board], row);
    }
}

#[pymethods]
impl BatchRun {
    /// Starts a batch.
    #[new]
    fn new(
        boards: &Bound<'_, PyList>,
        goal: Option<&Bound<'_, PyAny>>,
        options: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let goal = goal_of(goal)?;
        let request = request_of(options, None)?;
        let engine = engine()?;
        let results = Arc::new(Results::default());
        let (mut instances, mut numbers) = (Vec::new(), Vec::new());
        for (number, board) in boards.iter().enumerate() {
            match Instance::new(&board_of(&board)?, &goal) {
                Ok(instance) => {
                    instances.push(instance);
                    numbers.push(number);
                }
                Err(InstanceError::Unsolvable(_)) => results.push(number, Row::Unsolvable),
                Err(error) => return Err(value_error(error)),
            }
        }
        let observer = Numbered {
            results: Arc::clone(&results),
            numbers,
        };
        let work = move || {
            let solve = || engine.solve_many(&instances, &request, &observer);
            // A crash of one board is caught in the batch; of any other, the boards that are left
            // have no result, which the caller sees.
            let _ = catch_unwind(AssertUnwindSafe(solve));
            observer.results.is_done.store(true, Ordering::Release);
            observer.results.watch.wake();
        };
        let started = std::thread::Builder::new()
            .name("noyes-batch".to_owned())
            .spawn(work);
        started.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(Self {
            results,
            boards: boards.len(),
        })
    }

    /// Asks the batch to stop: boards under way give what they have, those that are left nothing.
    fn stop(&self) {
        self.results.watch.stop();
    }

    /// Waits at most some seconds for many results. Returns those that are there, the number of
    /// each board with its fields, and whether these are the last ones. The fields of an unsolvable
    /// board are `None`; those of a board that failed are a sentence.
    fn take<'py>(&self, py: Python<'py>, seconds: f64) -> PyResult<(Bound<'py, PyList>, bool)> {
        let at_most = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO);
        let (rows, is_done) = py.detach(|| {
            let is_done = self.results.wait(at_most, ENOUGH);
            (self.results.take(), is_done)
        });
        let list = PyList::empty(py);
        for (number, row) in rows {
            match row {
                Row::Solved(outcome) => list.append((number, Fields::of(&outcome).tuple(py)?))?,
                Row::Unsolvable => list.append((number, py.None()))?,
                Row::Failed(words) => list.append((number, words))?,
            }
        }
        Ok((list, is_done))
    }

    /// Waits for the end. Returns the rows of all boards, in their order, as bytes.
    fn packed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        while !py.detach(|| self.results.wait(BETWEEN_SIGNALS, usize::MAX)) {
            py.check_signals()?;
        }
        let crashed = || Row::Failed("the solver crashed; please report this board".to_owned());
        let mut rows: Vec<Row> = (0..self.boards).map(|_| crashed()).collect();
        for (number, row) in self.results.take() {
            rows[number] = row;
        }
        Ok(pack_rows(py, &rows))
    }
}
