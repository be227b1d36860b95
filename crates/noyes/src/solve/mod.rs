//! The engine: plans, searches within limits, and tells observers about it; and the solver of the
//! course.
//!
//! ```
//! use noyes::{Board, Goal, Instance};
//!
//! let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
//! let outcome = noyes::solve(&Instance::new(&board, &Goal::BlankLast)?)?;
//! assert!(outcome.is_optimal());
//! assert_eq!(outcome.length(), Some(14));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`solve`] is for the two-line program. A program that solves more than one board owns an
//! [`Engine`]: it keeps the tables open, and has limits, observers and threads.

mod after_stop;
mod all_shortest;
mod batch;
mod checkpoint;
mod clock;
mod compound_proof;
mod course_solver;
mod deadline;
mod engine;
mod fitted_width;
mod improve;
mod improve_multi_tile;
mod interval;
mod labels;
mod limits;
mod memory;
mod outcome;
mod pattern_parts;
mod plan;
mod refutation;
mod request;
mod session;
mod stages;
mod tables;

pub use all_shortest::AllShortestError;
pub use batch::{BatchError, BatchObserver};
pub use checkpoint::{Checkpoint, CheckpointError};
#[cfg(not(target_family = "wasm"))]
pub use clock::SystemClock;
pub use clock::{Clock, StoppedClock};
pub use course_solver::{Priority, Solvability, Solver};
pub use engine::{Engine, EngineBuilder, EnsuredSets};
pub use interval::{Interval, IntervalError, Tie};
pub use labels::{Label, LabelError, Labeller, LabellerError};
pub use limits::Limits;
pub use memory::{FixedMemory, MemoryProbe, SystemMemory};
pub use outcome::{Outcome, StopReason};
pub use pattern_parts::{PatternPart, PatternParts};
pub use plan::{
    CompoundProof, Estimate, FirstBound, Guide, Improvement, Plan, PlanError, Shortening, Stage,
    TableChoice,
};
pub use refutation::{Refutation, RefuteError};
pub use request::{HeuristicChoice, Request};
pub use stages::SolveError;
pub use tables::{TableKind, TableSet, has_complete, needs_compound};

use crate::goal::Instance;
use crate::guard::Silent;

/// Solves one board with an engine of its own and the default request: the minimum is proven for
/// boards up to 4×4, and larger ones get what ten seconds give.
///
/// ```
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let outcome = noyes::solve(&Instance::new(&board, &Goal::BlankLast)?)?;
/// assert_eq!(outcome.headline(), "Minimum number of moves = 4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(instance: &Instance) -> Result<Outcome, SolveError> {
    let engine = Engine::new();
    let plan = engine.plan(instance, &Request::default());
    // The default request asks for nothing that a board could lack.
    let plan = plan.unwrap_or_else(|error| unreachable!("the default request: {error}"));
    engine.solve(instance, &plan, &Silent)
}
