//! The algorithms, one file each, and what they share.

mod construct;
mod guard;
mod min_pq;

pub use construct::construct;
pub use guard::{Control, Counts, Event, Finding, Guard, Observer, Silent, Stop};
pub use min_pq::MinPq;
