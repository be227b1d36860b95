//! All shortest solutions, within the limits of a plan.

use std::sync::Arc;

use super::session::Session;
use super::tables::{NoTables, Ready, TableSet};
use super::{Engine, Plan, SolveError};
use crate::board::Metric;
use crate::goal::Instance;
use crate::guard::{Guard, Observer};
use crate::search::{MultiTileSolver, SearchError, Shortest, ShortestError, all_shortest};
use crate::solve::interval::IntervalError;
use crate::verify::verify;

/// Why all shortest solutions cannot be told.
///
/// ```
/// use noyes::solve::{AllShortestError, SolveError, StopReason};
///
/// let stopped = AllShortestError::Stopped(StopReason::Time).to_string();
/// assert!(stopped.starts_with("the time limit was reached before"));
/// let other = AllShortestError::from(SolveError::OtherPlan);
/// assert_eq!(other, AllShortestError::Solve(SolveError::OtherPlan));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AllShortestError {
    /// A limit of the plan came first.
    #[error("{0} before all shortest solutions were known")]
    Stopped(super::StopReason),
    /// Multi-tile moves, on a board without tables for them.
    #[error(
        "all solutions in multi-tile moves are known only on boards of up to {} cells: count single tiles",
        MultiTileSolver::MOST_CELLS
    )]
    TooManyCells,
    /// There is no answer at all.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// How many solutions of `minimum` moves there are, and the first `limit` of them, each replayed.
pub(super) fn all_shortest_solutions(
    engine: &Engine,
    instance: &Instance,
    plan: &Plan,
    minimum: u32,
    limit: usize,
    observer: &dyn Observer,
) -> Result<Shortest, AllShortestError> {
    let is_mine = (plan.size, plan.blank_home) == (instance.size(), instance.blank_home());
    if !is_mine || plan.stages.is_empty() {
        return Err(SolveError::OtherPlan.into());
    }
    if plan.metric == Metric::Multi && plan.size.cells() > MultiTileSolver::MOST_CELLS {
        return Err(AllShortestError::TooManyCells);
    }
    let session = Session::start(engine, instance, plan, observer);
    let guard = session.guard(plan.nodes.unwrap_or(u64::MAX));
    let found = match plan.metric {
        Metric::Single => single_tile(engine, instance, plan, minimum, limit, &guard),
        Metric::Multi => multi_tile(engine, instance, minimum, limit, &guard),
    };
    let found = match found {
        Ok(found) => found,
        Err(ShortestError::Stopped(stop)) => {
            return Err(AllShortestError::Stopped(session.reason(stop)));
        }
        Err(ShortestError::Heuristic(error)) => {
            return Err(SolveError::from(SearchError::from(error)).into());
        }
    };
    for moves in &found.solutions {
        verify(instance.board(), instance.goal(), moves).map_err(|error| {
            let stage = &plan.stages[0];
            SolveError::interval(stage, IntervalError::from(error))
        })?;
    }
    Ok(found)
}

/// Solutions of the fewest slides.
fn single_tile(
    engine: &Engine,
    instance: &Instance,
    plan: &Plan,
    minimum: u32,
    limit: usize,
    guard: &Guard<'_>,
) -> Result<Shortest, ShortestError> {
    // A complete table has no sums to look up; the small ones do as well here.
    let set = plan
        .tables()
        .map(|tier| TableSet::patterns_of(instance, tier));
    let solver = match set.map(|set| engine.tables().get(set, guard)) {
        Some(Ok(Ready::Patterns(solver))) => Some(solver),
        Some(Err(NoTables::Stopped(stop))) => return Err(stop.into()),
        _ => None,
    };
    all_shortest(instance, minimum, limit, solver.as_deref(), guard)
}

/// Solutions of the fewest multi-tile moves. The caller has refused boards of more cells.
fn multi_tile(
    engine: &Engine,
    instance: &Instance,
    minimum: u32,
    limit: usize,
    guard: &Guard<'_>,
) -> Result<Shortest, ShortestError> {
    let set = TableSet::multi_tile(instance);
    let solver = match engine.tables().get(set, guard) {
        Ok(Ready::MultiTile(solver)) => solver,
        Err(NoTables::Stopped(stop)) => return Err(stop.into()),
        // Tables that cannot be stored are built for this once.
        _ => Arc::new(MultiTileSolver::new(
            instance.size(),
            instance.blank_home(),
            None,
            guard,
        )?),
    };
    Ok(solver.all_shortest(instance, minimum, limit, guard)?)
}
