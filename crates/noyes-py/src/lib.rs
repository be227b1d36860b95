//! The compiled module `noyes._noyes`.
//!
//! It has what must be fast or must share the engine: boards, searches on threads of their own,
//! labels, proof tasks, and the command. The package `python/noyes` builds its functions on it.
//! No thread of the engine calls Python, so the interpreter's lock is free while it works.

mod answers;
mod batch;
mod board;
mod charts;
mod engine;
mod events;
mod goal;
mod labels;
mod outcome;
mod packed;
mod packed_rows;
mod proof;
mod request;
mod run;
mod solver;

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command `noyes` with these arguments and returns its exit code.
#[pyfunction]
fn run_command(py: Python<'_>, args: Vec<OsString>) -> u8 {
    py.detach(|| noyes_cli::run(args)) as u8
}

/// The compiled part of the package noyes.
#[pymodule(gil_used = false)]
fn _noyes(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<board::PyBoard>()?;
    module.add_class::<goal::PyGoal>()?;
    module.add_class::<solver::PySolver>()?;
    module.add_class::<run::Run>()?;
    module.add_class::<batch::BatchRun>()?;
    module.add_class::<proof::Driver>()?;
    module.add("Unsolvable", module.py().get_type::<run::Unsolvable>())?;
    module.add_function(wrap_pyfunction!(run_command, module)?)?;
    module.add_function(wrap_pyfunction!(answers::call, module)?)?;
    module.add_function(wrap_pyfunction!(answers::collection, module)?)?;
    module.add_function(wrap_pyfunction!(charts::bar_chart, module)?)?;
    module.add_function(wrap_pyfunction!(engine::after_fork, module)?)?;
    module.add_function(wrap_pyfunction!(engine::thread_count, module)?)?;
    module.add_function(wrap_pyfunction!(labels::label_boards, module)?)?;
    module.add_function(wrap_pyfunction!(packed::pack_boards, module)?)?;
    module.add_function(wrap_pyfunction!(packed::unpack_boards, module)?)?;
    module.add_function(wrap_pyfunction!(packed_rows::unpack_rows, module)?)?;
    module.add_function(wrap_pyfunction!(proof::run_proof_task, module)?)?;
    module.add_function(wrap_pyfunction!(proof::forget_frontiers, module)?)?;
    Ok(())
}
