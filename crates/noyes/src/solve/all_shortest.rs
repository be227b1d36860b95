//! All shortest solutions, within the limits of a plan.

use super::anytime::{Clock, SolveError};
use super::{Plan, tables};
use crate::goal::Instance;
use crate::pattern::{ShelfError, Tier};
use crate::search::{Guard, Observer, SearchError, Shortest, ShortestError, Stop, all_shortest};
use crate::verify::verify;

/// How many solutions of `minimum` moves there are, and the first `limit` of them, each replayed.
///
/// `minimum` must be the proven minimum of the instance, in single tiles. Where a limit of the
/// plan comes first there is no answer, only the reason.
pub fn all_shortest_solutions(
    instance: &Instance,
    plan: &Plan,
    minimum: u32,
    limit: usize,
    observer: &dyn Observer,
) -> Result<Result<Shortest, Stop>, SolveError> {
    let clock = Clock::start(observer, plan.time);
    let guard = Guard::new(&clock)
        .nodes(plan.nodes.unwrap_or(u64::MAX))
        .memory(plan.memory);
    let tier = plan.stages.iter().find_map(|stage| stage.tables);
    // A complete table has no sums to look up; the small ones do as well here.
    let tier = match tier {
        Some(Tier::Large) if tables::has_complete(instance.size()) => Some(Tier::Small),
        other => other,
    };
    let solver = match tier.map(|tier| tables::solver(instance, tier, &guard)) {
        Some(Ok(solver)) => solver,
        Some(Err(ShelfError::Stopped(stop))) => return Ok(Err(stop)),
        None | Some(Err(_)) => None,
    };
    let found = match all_shortest(instance, minimum, limit, solver.as_deref(), &guard) {
        Ok(found) => found,
        Err(ShortestError::Stopped(stop)) => return Ok(Err(stop)),
        Err(ShortestError::Heuristic(error)) => return Err(SearchError::from(error).into()),
    };
    for moves in &found.solutions {
        verify(instance.board(), instance.goal(), moves).map_err(|error| SolveError::Wrong {
            algorithm: "shortest",
            error,
        })?;
    }
    Ok(Ok(found))
}
