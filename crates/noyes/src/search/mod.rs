//! The algorithms, one file or folder each, and what they share.
//!
//! | To … | Use |
//! |---|---|
//! | run an algorithm with a heuristic by name | [`search()`] |
//! | run one with a heuristic of your own | [`search_with`] |
//! | solve with pattern tables | [`PatternSolver`], [`CompoundSolver`] |
//! | count moves of several tiles as one | [`MultiTileSolver`] |
//! | find all shortest solutions | [`all_shortest`] |
//! | have any solution at once | [`construct`] |
//! | record the first steps of A* | [`first_steps`] |
//!
//! The beam searches are behind the feature `internals`; [`Engine`](crate::Engine) runs them.

mod algorithm;
mod arena;
mod astar;
#[cfg(not(feature = "internals"))]
#[allow(dead_code, unused_imports, reason = "the rest serves tools")]
pub(crate) mod beam;
#[cfg(feature = "internals")]
pub mod beam;
mod bfs;
mod bidirectional;
mod compound_ida;
mod construct;
mod duplicate_filter;
#[cfg(not(feature = "internals"))]
#[allow(dead_code, unused_imports, reason = "the rest serves tools")]
pub(crate) mod euler_beam;
#[cfg(feature = "internals")]
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
#[cfg(not(feature = "internals"))]
#[allow(dead_code, unused_imports, reason = "the rest serves tools")]
pub(crate) mod windows;
#[cfg(feature = "internals")]
pub mod windows;

pub use crate::guard::{Control, Counts, Event, Finding, Guard, Observer, Silent, Source, Stop};
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
