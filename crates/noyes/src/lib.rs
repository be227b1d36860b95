//! noyes solves sliding-tile puzzles: any board of tiles and one blank, from 2×2 to 127×127.
//!
//! The way of the data, and the modules in the order it meets them:
//!
//! 1. [`mod@format`] reads text, whatever its format.
//! 2. [`board`] checks it: a [`Board`] is a permutation, immutable.
//! 3. [`goal`] pairs it with a [`Goal`]: an [`Instance`] is a board that can reach its goal.
//! 4. [`search`] finds moves, guided by a [`heuristic`].
//! 5. [`mod@solve`] has the [`Engine`]: it plans, searches within limits and tells observers about
//!    it.
//! 6. [`verify`] replays every solution with code of its own.
//!
//! *The course* in this documentation is the Princeton course *Algorithms* (Sedgewick and Wayne)
//! with its assignment *8puzzle*. [`Board`], [`Solver`] and [`MinPq`] are those of the assignment.
//!
//! ```
//! use noyes::{Board, Solver};
//!
//! let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
//! let solver = Solver::new(&board);
//! assert_eq!(solver.moves(), Some(4));
//! # Ok::<(), noyes::board::BoardError>(())
//! ```
#![warn(missing_docs)]

#[macro_use]
mod display_name;

pub mod board;
mod checksum;
pub mod collections;
mod content_hash;
pub mod decimal;
pub mod explain;
pub mod format;
pub mod goal;
pub mod guard;
pub mod heuristic;
pub mod pattern;
pub mod prune;
mod random;
#[cfg(feature = "render")]
pub mod render;
pub mod scramble;
pub mod search;
pub mod search_tree;
pub mod solve;
mod splitmix;
pub mod store;
pub mod verify;
pub mod workers;

pub use board::{Board, Direction, Moves, Size};
pub use goal::{Goal, Instance};
pub use guard::{Control, Event, Observer, Silent};
pub use search::MinPq;
pub use solve::{Engine, Limits, Outcome, Request, Solver, solve};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The examples of the book are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/puzzle/counts.md")]
#[doc = include_str!("../../../docs/book/course/priorities.md")]
#[doc = include_str!("../../../docs/book/start/programmer.md")]
#[doc = include_str!("../../../docs/book/reference/library.md")]
struct Book;
