//! The algorithms, one file each, and what they share.

mod algorithm;
mod arena;
mod astar;
pub mod beam;
mod bfs;
mod bidirectional;
mod compound_ida;
mod construct;
mod duplicate_filter;
pub mod euler_beam;
mod first_steps;
mod ida;
mod layers;
mod lockstep;
mod min_pq;
mod multi_tile;
mod pattern_ida;
mod prefetch;
mod shortest;
mod transposition_table;
mod weight;
pub mod windows;

pub use crate::guard::{Control, Counts, Event, Finding, Guard, Observer, Silent, Stop};
pub use algorithm::{Algorithm, SearchError, search, search_with};
pub use astar::Duplicates;
pub use compound_ida::{
    BetweenIterations, CompoundSolver, Pause, ProofFrontier, ProofOptions, ProofResult, ProofState,
    ProofTask, Roots, Stub, TaskError,
};
pub use construct::construct;
pub use first_steps::first_steps;
pub use layers::layer_counts;
pub use lockstep::Lockstep;
pub(crate) use lockstep::lockstep;
pub use min_pq::MinPq;
pub use multi_tile::MultiTileSolver;
pub use pattern_ida::PatternSolver;
pub use shortest::{Shortest, ShortestError, all_shortest};
pub use weight::{Weight, WeightError};
