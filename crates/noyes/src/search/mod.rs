//! The algorithms, one file each, and what they share.

mod algorithm;
mod arena;
mod astar;
pub mod beam;
mod bfs;
mod bidirectional;
mod construct;
mod deep_ida;
mod first_steps;
mod ida;
mod layers;
mod lockstep;
mod met;
mod min_pq;
mod pattern_ida;
mod prefetch;
mod pushes;
mod shortest;
pub mod tour;
mod weight;
pub mod windows;

pub use crate::guard::{Control, Counts, Event, Finding, Guard, Observer, Silent, Stop};
pub use algorithm::{Algorithm, SearchError, search};
pub use astar::Duplicates;
pub use construct::construct;
pub use deep_ida::{Between, DeepEffort, DeepSolver, Pause, Standing};
pub use first_steps::first_steps;
pub use layers::layer_counts;
pub use lockstep::Lockstep;
pub(crate) use lockstep::lockstep;
pub use min_pq::MinPq;
pub use pattern_ida::PatternSolver;
pub use pushes::PushSolver;
pub use shortest::{Shortest, ShortestError, all_shortest};
pub use weight::{Weight, WeightError};
