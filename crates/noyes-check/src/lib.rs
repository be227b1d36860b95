//! An independent checker of sliding-tile puzzles.
//!
//! It shares no code with the engine of noyes, so that a mistake there cannot hide here. It reads
//! boards and moves, replays them, decides whether a board can be solved, counts moves in both
//! metrics, finds minima of small boards by plain breadth-first search, and checks certificates.
//! It is written to be read in one sitting, not to be fast.
//!
//! ```
//! use noyes_check::{Goal, Grid, Metric, parse_moves, replay};
//!
//! let board: Grid = "0 1 3/4 2 5/7 8 6".parse()?;
//! let goal = Goal::BlankLast.grid(board.rows(), board.cols());
//! assert!(board.can_become(&goal));
//! let moves = parse_moves("LULU")?;
//! assert_eq!(replay(&board, &moves)?, goal);
//! assert_eq!((Metric::Single.count(&moves), Metric::Multi.count(&moves)), (4, 4));
//! # Ok::<(), noyes_check::CheckError>(())
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod certificate;
mod error;
mod goal;
mod grid;
mod moves;
mod oracle;
mod read;
mod solvable;

pub use certificate::{BoundCounts, Certificate, Checked, TableUsed};
pub use error::CheckError;
pub use goal::Goal;
pub use grid::Grid;
pub use moves::{Metric, Slide, parse_moves, replay, write_moves};
pub use oracle::{Oracle, distance};
