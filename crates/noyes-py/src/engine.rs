//! The engine of the process.
//!
//! It is made at its first use and serves all searches of the process. A process that is forked
//! has none of its parent's threads, and a lock that one of them held is never released. So a
//! child of a process that had an engine is refused with the remedy; it never waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use noyes::Engine;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

static ENGINE: OnceLock<Arc<Engine>> = OnceLock::new();
/// Whether the engine was made before this process was forked off, or while it was.
static IS_LOST: AtomicBool = AtomicBool::new(false);
/// Whether the engine is made, or is being made.
static IS_WANTED: AtomicBool = AtomicBool::new(false);

/// The engine, made now if it is not there.
pub fn engine() -> PyResult<Arc<Engine>> {
    if IS_LOST.load(Ordering::Relaxed) {
        return Err(PyRuntimeError::new_err(
            "noyes was used before this process was forked, and a fork loses its threads: start \
             processes with spawn, as in \
             ProcessPoolExecutor(mp_context=multiprocessing.get_context(\"spawn\")), \
             or use noyes only after the fork",
        ));
    }
    IS_WANTED.store(true, Ordering::Relaxed);
    Ok(Arc::clone(ENGINE.get_or_init(|| Arc::new(Engine::new()))))
}

/// To be called in the child after a fork.
#[pyfunction]
pub fn after_fork() {
    if IS_WANTED.load(Ordering::Relaxed) {
        IS_LOST.store(true, Ordering::Relaxed);
    }
}

/// How many threads the engine has.
#[pyfunction]
pub fn thread_count() -> PyResult<usize> {
    Ok(engine()?.threads().count())
}
