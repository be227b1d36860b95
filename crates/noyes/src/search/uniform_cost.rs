//! Uniform-cost search (Dijkstra): the board with the fewest moves made is expanded next.
//!
//! # Idea
//!
//! A* without a heuristic: every distance is 0, so the priority is the number of moves made. All
//! slides cost the same, so boards leave the queue layer by layer, as in breadth-first search. The
//! goal is recognised when it is dequeued, not when it is generated, so the layer before it is
//! expanded as a whole.
//!
//! # Invariants
//!
//! What is dequeued has the fewest moves of all open nodes. That number is a proven lower bound,
//! and at the goal it is the minimum.
//!
//! # Cost
//!
//! Memory for all boards up to the depth of the goal: the 8-puzzle fits whole, the 15-puzzle up to
//! about 25 moves. `bfs` does the same without a queue, in less memory and time.
//!
//! # What it is for
//!
//! The yardstick for heuristics: what A* costs if the heuristic says nothing.
//!
//! # Citation
//!
//! Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik 1 (1959).

use super::lockstep::BestFirst;
use super::{Duplicates, Finding, Guard, Source, Weight};
use crate::board::Packed;
use crate::goal::Instance;
use crate::heuristic::TileHeuristic;

/// Runs uniform-cost search to its end or its limit.
pub(super) fn uniform_cost<P: Packed>(instance: &Instance, guard: &Guard<'_>) -> Finding {
    let zero = TileHeuristic::zero(instance.size());
    let search = BestFirst {
        weight: Weight::ONE,
        duplicates: Duplicates::Index,
        count_distinct: false,
        source: Source::AStar,
    };
    search
        .run::<TileHeuristic, P>(instance, None, &zero, guard)
        .into()
}
