//! The facade: limits, plan, outcome, and the solver of the course.

mod solver;

pub use solver::{Priority, Solvability, Solver};
