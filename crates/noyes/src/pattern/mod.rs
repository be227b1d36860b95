//! Pattern databases: one bit a state, aware of the blank, additive.
//!
//! One idea a file, from the tiles of a pattern to the bound of a whole board. Building a table,
//! checking a stored one and using it are three separate acts.
//!
//! | To … | Use |
//! |---|---|
//! | build tables for a partition of your own | [`PatternSet`] |
//! | take the partition that the catalogue has for a board | [`partition`], [`partitions`] |
//! | add the distances of one partition | [`Additive`] |
//! | take the maximum over several partitions | [`Compound`] |
//! | have the distances of all boards of up to 12 cells | [`Complete`] |
//!
//! ```
//! use noyes::guard::{Guard, Silent};
//! use noyes::pattern::PatternSet;
//! use noyes::{Goal, Instance};
//!
//! let instance = Instance::new(&"8 1 3/4 0 2/7 6 5".parse()?, &Goal::BlankLast)?;
//! let set = PatternSet::of_tiles(instance.goal(), &[&[1, 2, 3, 4], &[5, 6, 7, 8]])?;
//! let tables = set.build(&Guard::new(&Silent))?;
//! assert_eq!(tables.bound_of(&instance), Some(14));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod additive;
mod arch;
mod bits;
pub mod blob;
mod build;
mod catalogue;
mod cell_sets;
mod complete;
mod compound;
mod inspect;
pub mod known_hashes;
mod largest_sum;
mod load_or_build;
#[allow(clippy::module_inception)]
mod pattern;
mod pattern_set;
pub(crate) mod permutation;
#[cfg(test)]
mod reference_build;
mod symmetry;
mod table;
mod table_bits;
pub mod table_format;

pub use additive::{Additive, check_partition};
pub use build::{Built, build, build_bytes, build_on};
pub use catalogue::{Tier, partition, partitions};
pub use cell_sets::{CellSetCache, CellSets};
pub use complete::Complete;
pub use compound::{Compound, Projection};
pub use inspect::{FoundTable, list_tables, verify_tables};
pub use largest_sum::Summand;
pub use load_or_build::{
    EnsuredTables, build_all, concurrent_builds, ensure_tables, has_tables, stored_bytes,
};
pub(crate) use load_or_build::{all_held_bytes, build_peak};
pub use pattern::{Pattern, PatternError};
pub use pattern_set::PatternSet;
pub use symmetry::Symmetry;
pub use table::{State, Table};
pub use table_format::TableError;
