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

mod anytime;
mod checkpoint;
mod deepen;
mod every;
mod expect;
mod fetch;
mod improve;
mod limits;
mod outcome;
mod plan;
mod request;
mod solver;
mod tables;

pub use anytime::{SolveError, solve};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use every::every_shortest;
pub use expect::Expectation;
pub use fetch::fetch_tables;
pub use limits::Limits;
pub use outcome::{Outcome, StopReason};
pub use plan::{Plan, PlanError, Stage};
pub use request::{HeuristicChoice, Request};
pub use solver::{Priority, Solvability, Solver};
pub use tables::{TableChoice, complete, has_complete, is_deep, patterns, shelf};
