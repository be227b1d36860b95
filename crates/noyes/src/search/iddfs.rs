//! Depth-first iterative deepening: depth-first searches to depth 0, 1, 2, … without a heuristic.
//!
//! # Idea
//!
//! IDA* with a distance of 0 for all boards: the threshold is the depth. The first solution that a
//! search finds is a shortest one, since all shallower depths have been searched.
//!
//! # Invariants
//!
//! After a search to depth d without a solution, the minimum is more than d: the bound rises by one
//! with each search.
//!
//! # Cost
//!
//! Memory for one path only. On a board of n cells the blank has a little more than two ways that
//! do not lead back, so time grows about as 2.13 to the depth on the 15-puzzle and as 1.73 to the
//! depth on the 8-puzzle. A hard 8-puzzle takes seconds, and a 15-puzzle of 40 moves days.
//!
//! # What it is for
//!
//! The uninformed search that needs no memory, and the yardstick for `ida`.
//!
//! # Citation
//!
//! Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
//! Intelligence 27 (1985).

use super::ida::ida;
use super::{Finding, Guard};
use crate::goal::Instance;
use crate::heuristic::TileHeuristic;

/// Runs depth-first iterative deepening to its end or its limit.
pub(super) fn iddfs(instance: &Instance, guard: &Guard<'_>) -> Finding {
    ida(instance, &TileHeuristic::zero(instance.size()), guard)
}
