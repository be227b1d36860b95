//! One random board, many ways to solve it: they must agree with each other and with the checker.
//!
//! A [`Case`] is a board, a goal and a metric, made from a seed. [`Judge::judge`] decides
//! solvability, solves the board in ways that the seed chooses, replays every answer with the
//! checker, and compares lengths and bounds with the truth: up to nine cells the checker's
//! breadth-first search of all boards, above the agreement of all ways.

mod case;
mod judge;
mod ways;

pub use case::Case;
pub use judge::{Judge, Tally};
