//! Pattern databases: one-bit, blank-aware, additive.
//!
//! One idea a file, from the tiles looked at to the bound of a whole board. Building a table,
//! checking one on disk and using it are three separate acts.

mod bits;
mod build;
mod cell_sets;
#[allow(clippy::module_inception)]
mod pattern;
pub mod permutation;
mod storage;
mod table;

pub use build::{Built, build, build_bytes};
pub use cell_sets::CellSets;
pub use pattern::{Pattern, PatternError};
pub use table::{State, Table};
