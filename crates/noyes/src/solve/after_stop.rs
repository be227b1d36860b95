//! How long a solve takes after a stage was told to stop: what a time limit must leave.
//!
//! The memory of a million stored boards is freed beside the answer, but the process ends only when
//! the system has its pages. A large board without a solution still gets one from the fallback. The
//! numbers are those with which the rows of `fuzz/limits.py` end in time, on one core at some 3 GHz:
//!
//! | What | Boards | Nanoseconds |
//! |---|---|---|
//! | a stored node | up to 25 cells | 4 |
//! | | 8×8 | 35 |
//! | | 30×30 | 370 |
//! | | 127×127 | 6,500 |
//! | a node of a search with a twin, or of SMA* | all | a quarter more |
//! | a cell of the fallback | all | 6,500 |

use std::time::Duration;

use super::{Plan, Stage};
use crate::board::Size;
use crate::search::Algorithm;

/// Boards of at most this many cells are stored as numbers; others have memory of their own.
const MOST_NUMBERED_CELLS: u64 = 25;

/// The time from a stop of this stage, which stores so many nodes, to the end of the solve.
pub(super) fn after_stop(
    plan: &Plan,
    stage: &Stage,
    size: Size,
    stored: u64,
    has_solution: bool,
) -> Duration {
    let cells = size.cells() as u64;
    let node = match cells {
        ..=MOST_NUMBERED_CELLS => 4,
        _ => 10 + cells * 2 / 5,
    };
    let node = match stage.algorithm {
        Algorithm::Course | Algorithm::Lockstep | Algorithm::Sma => node + node / 4,
        _ => node,
    };
    let needs_fallback = !has_solution && plan.stages.iter().any(|stage| stage.fallback);
    let fallback = if needs_fallback { 6_500 * cells } else { 0 };
    Duration::from_nanos(stored.saturating_mul(node).saturating_add(fallback))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::goal::{Goal, Instance};
    use crate::solve::{Engine, Request};

    #[test]
    fn more_is_left_for_more_boards_larger_boards_and_the_fallback() {
        let engine = Engine::new();
        let after = |side: usize, stored: u64, has_solution: bool| {
            let size = Size::new(side, side).unwrap();
            let instance = Instance::new(&Board::goal(size), &Goal::BlankLast).unwrap();
            let request = Request {
                algorithm: Some(Algorithm::AStar),
                ..Request::default()
            };
            let plan = engine.plan(&instance, &request).unwrap();
            after_stop(&plan, &plan.stages[0], size, stored, has_solution)
        };
        assert!(after(4, 1_000_000, true) < Duration::from_millis(5));
        assert!(after(8, 1_000_000, true) > after(8, 1000, true));
        assert!(after(30, 1_000_000, true) > after(8, 1_000_000, true));
        assert!(after(127, 0, false) > Duration::from_millis(100));
        assert_eq!(after(127, 0, true), Duration::ZERO);
        assert_eq!(after(127, u64::MAX, true), Duration::from_nanos(u64::MAX));
    }
}
