//! One proof on many workers: the driver, and what a worker runs.

use std::num::NonZeroU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use noyes::guard::Guard;
use noyes::pattern::Tier;
use noyes::search::{
    Assignment, CompoundSolver, DriverOptions, ProofDriver, ProofFrontier, ProofResult, ProofTask,
};
use noyes::solve::{TableSet, needs_compound};
use noyes::{Board, Instance};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::board::{board_of, value_error};
use crate::engine::engine;
use crate::events::{Watch, interruptible, while_wanted};
use crate::goal::goal_of;
use crate::run::instance_error;
use crate::solver::letters;

/// Frontiers that a worker keeps.
const MOST_KEPT: usize = 2;
/// Nodes that the transposition table of a worker is made for, and the memory it may plan with.
const TABLE_FOR: (u64, usize) = (1 << 25, 2 << 30);

/// A frontier that this process has laid.
struct Laid {
    board: Board,
    goal: Board,
    tier: Tier,
    seeds: u32,
    full: bool,
    solver: Arc<CompoundSolver>,
    frontier: ProofFrontier,
}

impl Laid {
    fn is_for(&self, instance: &Instance, tier: Tier, seeds: u32, full: bool) -> bool {
        (&self.board, &self.goal) == (instance.board(), instance.goal())
            && (self.tier, self.seeds, self.full) == (tier, seeds, full)
    }
}

/// The frontiers that this process has laid, the last one last.
static KEPT: Mutex<Vec<Arc<Laid>>> = Mutex::new(Vec::new());

fn kept() -> MutexGuard<'static, Vec<Arc<Laid>>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Held while a frontier is laid: tasks on several threads of a worker wait for one frontier with
/// one transposition table, instead of each laying its own.
static LAYING: Mutex<()> = Mutex::new(());

/// Releases the frontiers that this process has laid, with their transposition tables. It does not
/// wait: after a fork the lock may never be free.
#[pyfunction]
pub fn forget_frontiers() {
    if let Ok(mut kept) = KEPT.try_lock() {
        kept.clear();
    }
}

/// The frontier of a board, laid now if this process does not have it.
fn lay(
    instance: &Instance,
    tier: Tier,
    seeds: u32,
    full: bool,
    watch: &Watch,
) -> PyResult<Arc<Laid>> {
    let engine = engine()?;
    let _laying = LAYING.lock().unwrap_or_else(PoisonError::into_inner);
    let found = kept()
        .iter()
        .find(|laid| laid.is_for(instance, tier, seeds, full))
        .cloned();
    if let Some(laid) = found {
        return Ok(laid);
    }
    let stopped = |stop: noyes::guard::Stop| PyRuntimeError::new_err(stop.to_string());
    let solver = engine
        .compound_solver(instance, tier, watch)
        .map_err(stopped)?;
    let solver = solver.ok_or_else(|| {
        PyRuntimeError::new_err(format!(
            "the {} tables cannot be had: see that the folder of tables can be written \
             (noyes tables list shows it)",
            tier.name()
        ))
    })?;
    let (table_for, memory) = TABLE_FOR;
    let guard = Guard::new(watch).memory(memory).on(engine.threads());
    let mut frontier = solver
        .lay_frontier(instance, seeds, &guard)
        .map_err(stopped)?;
    if !full {
        frontier = frontier.with_transpositions(table_for, &guard);
    }
    let laid = Arc::new(Laid {
        board: instance.board().clone(),
        goal: instance.goal().clone(),
        tier,
        seeds,
        full,
        solver,
        frontier,
    });
    let mut kept = kept();
    if kept.len() == MOST_KEPT {
        kept.remove(0);
    }
    kept.push(Arc::clone(&laid));
    Ok(laid)
}

/// Runs a task of a proof; task and result are JSON. The same task gives the same result anywhere.
/// It is given up once `is_wanted`, which is asked many times a second, says no.
#[pyfunction]
#[pyo3(signature = (task, threads, is_wanted = None))]
pub fn run_proof_task(
    py: Python<'_>,
    task: &str,
    threads: usize,
    is_wanted: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let task: ProofTask = serde_json::from_str(task).map_err(value_error)?;
    let instance = task.instance().map_err(instance_error)?;
    let engine = engine()?;
    let ask = || match is_wanted {
        Some(is_wanted) if !is_wanted.call0()?.is_truthy()? => {
            Err(PyRuntimeError::new_err("the task was taken back"))
        }
        _ => Ok(()),
    };
    let result = while_wanted(py, ask, |watch| -> PyResult<ProofResult> {
        let laid = lay(&instance, task.tier, task.seeds, task.full, watch)?;
        let guard = Guard::new(watch).on(engine.threads().at_most(threads.max(1)));
        let result = laid.solver.run_task(&laid.frontier, &task, &guard);
        result.map_err(|error| PyRuntimeError::new_err(error.to_string()))
    })??;
    serde_json::to_string(&result).map_err(value_error)
}

/// The tables of a name; by default the large ones if they are there, else the small ones.
fn tier_of(name: Option<&str>, instance: &Instance) -> PyResult<Tier> {
    let Some(name) = name.filter(|&name| name != "auto") else {
        let engine = engine()?;
        return Ok(
            match engine.is_stored(&TableSet::of(instance, Tier::Large)) {
                true => Tier::Large,
                false => Tier::Small,
            },
        );
    };
    let found = Tier::ALL.into_iter().find(|tier| tier.name() == name);
    found.ok_or_else(|| {
        value_error(format!(
            "there are no tables {name:?}: choose quick, small, large, huge, vast"
        ))
    })
}

/// A task as Python passes it on.
fn written(assignment: Assignment) -> PyResult<(u64, String, bool)> {
    let task = serde_json::to_string(&assignment.task).map_err(value_error)?;
    Ok((assignment.id, task, assignment.at_home))
}

/// The driver of a proof.
#[pyclass(module = "noyes._noyes", frozen)]
#[derive(Debug)]
pub struct Driver(Mutex<ProofDriver>);

impl Driver {
    fn driver(&self) -> MutexGuard<'_, ProofDriver> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Driver {
    /// Lays the frontier of a board and begins a proof, or goes on from a state, which comes with
    /// the name of its file.
    #[new]
    #[expect(
        clippy::too_many_arguments,
        reason = "they are the arguments of noyes.prove"
    )]
    fn new(
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
        tables: Option<&str>,
        seeds: u32,
        full: bool,
        known: Option<u32>,
        workers: u32,
        home_seconds: f64,
        budget: Option<u64>,
        state: Option<(String, String)>,
    ) -> PyResult<Self> {
        let instance = Instance::new(&board_of(board)?, &goal_of(goal)?).map_err(instance_error)?;
        if !needs_compound(instance.size()) {
            return Err(value_error(
                "tasks of a proof are for boards of 17 to 36 cells",
            ));
        }
        let tier = tier_of(tables, &instance)?;
        let laid = interruptible(py, |watch| lay(&instance, tier, seeds, full, watch))??;
        let options = DriverOptions {
            workers,
            home_seconds,
            budget: budget.and_then(NonZeroU64::new),
        };
        let frontier = &laid.frontier;
        let whole = frontier.task(tier, frontier.bound(), 0..frontier.len(), None, full);
        let driver = match state {
            None => {
                let (most, laid) = (frontier.most_bound(), frontier.counts());
                ProofDriver::new(whole, most, laid, known, options)
            }
            Some((file, state)) => {
                let unusable = |error: &dyn std::fmt::Display| {
                    value_error(format!(
                        "{file} cannot be used: {error} (remove the file, or name another)"
                    ))
                };
                let driver: ProofDriver =
                    serde_json::from_str(&state).map_err(|error| unusable(&error))?;
                let driver = driver.resumed(&whole, options);
                driver.map_err(|error| unusable(&error))?
            }
        };
        Ok(Self(Mutex::new(driver)))
    }

    /// The next task: its number, the task as JSON, and whether to run it here.
    fn next_task(&self) -> PyResult<Option<(u64, String, bool)>> {
        self.driver().next_task().map(written).transpose()
    }

    /// A task that is out already, for a worker that has nothing else to do.
    fn spare_task(&self) -> PyResult<Option<(u64, String, bool)>> {
        self.driver().spare_task().map(written).transpose()
    }

    /// Takes the result of a task.
    fn done(&self, id: u64, result: &str, seconds: f64) -> PyResult<()> {
        let result: ProofResult = serde_json::from_str(result).map_err(value_error)?;
        let taken = self.driver().done(id, result, Some(seconds));
        taken.map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    /// Takes the length of a solution that was found elsewhere.
    fn know(&self, length: u32) {
        self.driver().know(length);
    }

    /// Gives a task out again.
    fn lost(&self, id: u64) {
        self.driver().lost(id);
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.driver().is_over()
    }

    #[getter]
    fn bound(&self) -> u32 {
        self.driver().bound()
    }

    /// Nodes expanded and generated.
    #[getter]
    fn counts(&self) -> (u64, u64) {
        let counts = self.driver().counts();
        (counts.expanded, counts.generated)
    }

    #[getter]
    fn solution(&self) -> Option<String> {
        self.driver().solution().map(letters)
    }

    /// How far the proof has come, as JSON.
    fn progress(&self) -> PyResult<String> {
        serde_json::to_string(&self.driver().progress()).map_err(value_error)
    }

    /// What it takes to go on in another process, as JSON.
    fn state(&self) -> PyResult<String> {
        serde_json::to_string(&self.driver().state()).map_err(value_error)
    }
}
