//! The algorithms, one file each, and what they share.

mod guard;
mod min_pq;
mod pattern_ida;

pub use guard::{Control, Counts, Event, Finding, Guard, Observer, Silent, Stop};
pub use min_pq::MinPq;
pub use pattern_ida::PatternSolver;
