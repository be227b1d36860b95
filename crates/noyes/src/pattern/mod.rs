//! Pattern databases: one-bit, blank-aware, additive.
//!
//! One idea a file, from the tiles looked at to the bound of a whole board. Building a table,
//! checking one on disk and using it are three separate acts.

mod additive;
mod bits;
pub mod blob;
mod build;
mod catalogue;
mod cell_sets;
mod complete;
mod compound;
pub mod file;
#[cfg(test)]
mod oracle;
#[allow(clippy::module_inception)]
mod pattern;
pub mod permutation;
mod shelf;
mod storage;
mod symmetry;
mod table;

pub use additive::{Additive, check_partition};
pub use build::{Built, build, build_bytes};
pub use catalogue::{Tier, partition, partitions};
pub use cell_sets::CellSets;
pub use complete::Complete;
pub use compound::{Compound, Part};
pub use pattern::{Pattern, PatternError};
pub use shelf::{Fetched, Shelf, ShelfError, Taken, VARIABLE, at_once, build_all, default_folder};
pub use symmetry::Symmetry;
pub use table::{State, Table};
