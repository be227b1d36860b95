//! The facade: limits, plan, anytime loop, outcome, and the solver of the course.
//!
//! ```
//! use noyes::{Board, Goal, Instance};
//! use noyes::search::Silent;
//! use noyes::solve::{Plan, Request, solve};
//!
//! let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
//! let instance = Instance::new(&board, &Goal::BlankLast)?;
//! let plan = Plan::new(&instance, &Request::default())?;
//! let outcome = solve(&instance, &plan, &Silent)?;
//! assert!(outcome.is_optimal());
//! assert_eq!(outcome.length(), Some(14));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod all_shortest;
mod anytime;
mod checkpoint;
mod ensure_tables;
mod estimate;
mod improve;
mod limits;
mod outcome;
mod plan;
mod prove;
mod request;
mod solver;
mod tables;

pub use all_shortest::all_shortest_solutions;
pub use anytime::{SolveError, solve};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use ensure_tables::fetch_tables;
pub use estimate::Estimate;
pub use limits::Limits;
pub use outcome::{Outcome, StopReason};
pub use plan::{Plan, PlanError, Stage};
pub use request::{HeuristicChoice, Request};
pub use solver::{Priority, Solvability, Solver};
pub use tables::{TableChoice, complete, has_complete, needs_compound, patterns, shelf};
