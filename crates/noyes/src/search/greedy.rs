//! Greedy best-first search: the board that is nearest to the goal is expanded next.
//!
//! # Idea
//!
//! The priority is the distance alone; the moves made do not count. It is A* on an index of boards
//! with the moves left out of the priority, and weighted A* with a very large weight does nearly
//! the same: there the moves still decide between equal distances.
//!
//! # Invariants
//!
//! Each board is expanded once. A board that is found again on a shorter path takes it, without
//! being queued again. The lower bound is that of the start: greedy search proves nothing.
//!
//! # Cost
//!
//! Memory for all nodes generated, of which there are few. Solutions are several times as long as
//! the minimum, without a limit: see `bench/records/`.
//!
//! # What it is for
//!
//! The quickest search that only follows a heuristic, and the one to see what the moves made add to
//! A*. For a short solution use `weighted`, `ara` or `beam`; for any at once, `construct`.
//!
//! # Citation
//!
//! Doran & Michie, "Experiments with the Graph Traverser program", Proceedings of the Royal Society
//! A 294 (1966).

use super::lockstep::BestFirst;
use super::{Duplicates, Finding, Guard, Source, Weight};
use crate::board::Packed;
use crate::goal::Instance;
use crate::heuristic::Heuristic;

/// Runs greedy best-first search to its end or its limit.
pub(super) fn greedy<H: Heuristic, P: Packed>(
    instance: &Instance,
    heuristic: &H,
    guard: &Guard<'_>,
) -> Finding {
    let search = BestFirst {
        weight: Weight::GREEDY,
        duplicates: Duplicates::Index,
        count_distinct: false,
        source: Source::AStar,
    };
    search.run::<H, P>(instance, None, heuristic, guard).into()
}
