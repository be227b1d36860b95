//! Pattern databases: one-bit, blank-aware, additive.
//!
//! One idea a file, from the tiles of a pattern to the bound of a whole board. Building a table,
//! checking one that was kept and using it are three separate acts.

mod additive;
mod bits;
pub mod blob;
mod build;
mod catalogue;
mod cell_sets;
mod complete;
mod compound;
mod ensure;
#[cfg(test)]
mod oracle;
#[allow(clippy::module_inception)]
mod pattern;
pub mod permutation;
mod storage;
mod symmetry;
mod table;
pub mod table_format;

pub use additive::{Additive, check_partition};
pub use build::{Built, build, build_bytes, build_on};
pub use catalogue::{Tier, partition, partitions};
pub use cell_sets::{CellSetCache, CellSets};
pub use complete::Complete;
pub use compound::{Compound, Part};
pub use ensure::{
    EnsuredTables, at_once, build_all, ensure_tables, has_tables, list_tables, stored_bytes,
    verify_tables,
};
pub use pattern::{Pattern, PatternError};
pub use symmetry::Symmetry;
pub use table::{State, Table};
pub use table_format::TableError;
