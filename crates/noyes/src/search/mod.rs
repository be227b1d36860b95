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
//! | run A* as the course has it, also on an unsolvable board | [`course()`] |
//! | record the first steps of A* | [`first_steps`] |
//!
//! The beam searches are behind the feature `internals`; [`Engine`](crate::Engine) runs them.
//!
//! ```
//! use noyes::heuristic::HeuristicKind;
//! use noyes::guard::{Guard, Silent};
//! use noyes::search::{Algorithm, Weight, search};
//! use noyes::{Goal, Instance};
//!
//! let instance = Instance::new(&"8 1 3/4 0 2/7 6 5".parse()?, &Goal::BlankLast)?;
//! let (heuristic, guard) = (HeuristicKind::Manhattan, Guard::new(&Silent));
//! for algorithm in [Algorithm::AStar, Algorithm::Ida, Algorithm::Nbs] {
//!     let found = search(&instance, algorithm, heuristic, Weight::ONE, &guard)?;
//!     assert_eq!(found.lower_bound, 14);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algorithm;
mod ara;
mod astar;
#[cfg(not(feature = "internals"))]
#[allow(dead_code, unused_imports, reason = "the rest serves tools")]
pub(crate) mod beam;
#[cfg(feature = "internals")]
pub mod beam;
mod bfs;
mod bidirectional;
mod both_ways;
mod compound_ida;
mod construct;
mod count_as;
mod course;
mod duplicate_filter;
mod duplicates;
#[cfg(not(feature = "internals"))]
#[allow(dead_code, unused_imports, reason = "the rest serves tools")]
pub(crate) mod euler_beam;
#[cfg(feature = "internals")]
pub mod euler_beam;
mod first_steps;
mod free_later;
mod greedy;
mod hda;
mod ida;
mod iddfs;
mod insert_within;
mod layers;
mod lockstep;
mod memo_after;
mod min_pq;
mod mm;
mod multi_tile;
mod nbs;
mod pattern_ida;
mod prefetch;
mod queue_counts;
mod rbfs;
mod run;
mod search_graph;
mod shortest;
mod sliding;
mod sma;
mod stored_node;
mod transposition_table;
mod two_sides;
mod uniform_cost;
mod ways;
mod weight;
mod weighted_ida;
#[cfg(not(feature = "internals"))]
#[allow(dead_code, unused_imports, reason = "the rest serves tools")]
pub(crate) mod windows;
#[cfg(feature = "internals")]
pub mod windows;

use crate::guard::{Counts, Event, Finding, Guard, Silent, Source, Stop};
pub use algorithm::Algorithm;
pub use beam::NetError;
pub(crate) use both_ways::{BothWays, Ends};
pub use compound_ida::{
    Assignment, BetweenIterations, CompoundSolver, DriverError, DriverOptions, DriverProgress,
    Pause, ProofDriver, ProofFrontier, ProofOptions, ProofResult, ProofState, ProofTask, Roots,
    Stub, TaskError,
};
pub use construct::construct;
pub(crate) use construct::construct_always;
pub use count_as::CountAs;
pub use course::{CourseOptions, course};
pub use duplicates::Duplicates;
pub use first_steps::{TreeOptions, first_steps};
pub(crate) use ida::korf1985;
pub use layers::layer_counts;
pub use lockstep::Lockstep;
pub use min_pq::{InOrder, MinPq, Natural, Order};
pub use multi_tile::MultiTileSolver;
pub(crate) use multi_tile::{MultiTileBeam, SlideBound, prove_multi_tile, shorten_multi_tile};
pub use pattern_ida::PatternSolver;
pub use queue_counts::{QueueCounts, Queues};
pub use run::{SearchError, search, search_with};
pub use shortest::{Shortest, ShortestError, all_shortest};
pub use weight::{Weight, WeightError};
