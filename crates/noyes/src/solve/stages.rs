//! Runs a plan: an answer at once, then better ones while the bound rises, until the two meet.

use super::compound_proof::prove;
use super::improve::improve;
use super::improve_multi_tile::improve_multi_tile;
use super::interval::IntervalError;
use super::session::Session;
use super::tables::{NoTables, Ready, TableSet};
use super::{Engine, FirstBound, Outcome, Plan, Shortening, Stage};
use crate::board::Metric;
use crate::goal::Instance;
use crate::guard::{Counts, Event, Finding, Guard, Observer, Source, Stop};
use crate::heuristic::{Groups, HeuristicKind, WalkingBound};
use crate::pattern::{Complete, Symmetry, Tier};
use crate::search::{
    Algorithm, CountAs, CourseOptions, SearchError, SlideBound, construct_always, course, korf1985,
    search,
};
use crate::verify::{VerifyError, verify};

/// Why a solve cannot give an answer at all.
///
/// ```
/// use noyes::guard::Silent;
/// use noyes::solve::{Engine, Request, SolveError};
/// use noyes::{Board, Goal, Instance, Size};
///
/// let goal = |cols| -> Result<Instance, Box<dyn std::error::Error>> {
///     Ok(Instance::new(&Board::goal(Size::new(3, cols)?), &Goal::BlankLast)?)
/// };
/// let engine = Engine::new();
/// let plan = engine.plan(&goal(3)?, &Request::default())?;
/// let other = engine.solve(&goal(2)?, &plan, &Silent);
/// assert_eq!(other.err(), Some(SolveError::OtherPlan));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A search cannot be started.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The plan was made for another board, or has no stages.
    #[error("the plan was made for another board: plan again")]
    OtherPlan,
    /// The solution that the caller gave does not solve the board.
    #[error("the given solution does not solve the board: {0}")]
    Given(VerifyError),
    /// A search returned moves that do not solve the board, or a bound above a known solution: a
    /// mistake in noyes, never shown as an answer.
    #[error("{algorithm} returned {error}; please report this board")]
    Wrong {
        /// The algorithm.
        algorithm: Algorithm,
        /// What is wrong.
        error: IntervalError,
    },
}

impl SolveError {
    pub(super) fn interval(stage: &Stage, error: IntervalError) -> Self {
        Self::Wrong {
            algorithm: stage.algorithm,
            error,
        }
    }
}

/// Runs the stages of a plan until the solution is proven or a limit is reached.
pub(super) fn run_plan(
    engine: &Engine,
    instance: &Instance,
    plan: &Plan,
    observer: &dyn Observer,
) -> Result<Outcome, SolveError> {
    let is_mine = (plan.size, plan.blank_home) == (instance.size(), instance.blank_home());
    if !is_mine || plan.stages.is_empty() {
        return Err(SolveError::OtherPlan);
    }
    let session = Session::start(engine, instance, plan, observer);
    let told = session.first_bound(first_bound(instance, plan)?)?;
    take_given(&session)?;
    let mut stop = told.map(|stop| session.reason(stop));
    for &stage in &plan.stages {
        let has_solution = session.length().is_some();
        if session.is_optimal() || stage.fallback && has_solution {
            break;
        }
        // After a stop only the answer that is always there is made, if there is none yet.
        if stop.is_some() && stage.algorithm != Algorithm::Construct {
            continue;
        }
        session.begin(stage);
        let (finding, reason) = run_stage(&session, stage)?;
        let told = session.absorb(&finding)?;
        let reason = reason.or(told).map(|stop| session.reason(stop));
        stop = stop.or(reason);
        if stop.is_some() && session.length().is_some() {
            break;
        }
        if plan.walking && stage.algorithm == Algorithm::Construct && !session.is_optimal() {
            let told = raise_by_walking(&session);
            stop = told.err().map(|stop| session.reason(stop));
        }
    }
    let elapsed = session.elapsed();
    let state = session.state();
    let is_proven = state.interval.is_optimal();
    let weight = Some(state.finder.weight);
    Ok(Outcome {
        interval: state.interval.clone(),
        counts: state.counts,
        queues: state.queues,
        algorithm: state.finder.algorithm,
        heuristic: state.finder.guide(),
        tables: state.finder.tables,
        weight: weight.filter(|_| state.finder.algorithm.is_weighted()),
        stop: stop.filter(|_| !is_proven),
        elapsed,
        wanted_proof: plan.wants_proof,
    })
}

fn first_bound(instance: &Instance, plan: &Plan) -> Result<u32, SolveError> {
    Ok(match plan.first_bound {
        FirstBound::Groups => Groups::of(instance).bound(),
        FirstBound::LinearConflict => HeuristicKind::LinearConflict
            .bound(instance)
            .map_err(SearchError::from)?,
        FirstBound::Slides => SlideBound::of(instance).moves(),
        FirstBound::Trivial => u32::from(!instance.is_solved()),
    })
}

/// Raises the bound to the walking distance of the board, as far as the limits allow.
fn raise_by_walking(session: &Session<'_>) -> Result<(), Stop> {
    let guard = session.guard(u64::MAX);
    let bound = match session.plan.metric {
        Metric::Single => WalkingBound::of(session.instance, &guard).map(|bound| bound.total()),
        Metric::Multi => {
            SlideBound::by_walking(session.instance, &guard).map(|bound| bound.moves())
        }
    };
    guard.tell(&Event::BoundRaised {
        bound: bound.unwrap_or(0),
        source: Source::WalkingDistance,
        counts: Counts::default(),
    })
}

/// Takes the solution that the caller gave, if there is one.
fn take_given(session: &Session<'_>) -> Result<(), SolveError> {
    let plan = session.plan;
    let Some(moves) = &plan.from else {
        return Ok(());
    };
    let (board, goal) = (session.instance.board(), session.instance.goal());
    verify(board, goal, moves).map_err(SolveError::Given)?;
    // What a resumed proof had found was found by it.
    let is_proof = |stage: &&Stage| stage.algorithm == Algorithm::Ida;
    let proof = plan.stages.iter().find(is_proof);
    if let Some(&proof) = proof.filter(|_| plan.resume.is_some()) {
        session.begin(proof);
    }
    session.absorb(&Finding {
        moves: Some(moves.clone()),
        lower_bound: 0,
        counts: Counts::default(),
        stop: None,
    })?;
    Ok(())
}

/// Runs one stage: what it found, and what ended it and the solve.
fn run_stage(session: &Session<'_>, stage: Stage) -> Result<(Finding, Option<Stop>), SearchError> {
    let plan = session.plan;
    if stage.fallback || stage.algorithm == Algorithm::Construct {
        // The answer that is always there: no limit takes it away, but time and Ctrl-C hurry it.
        let guard = session.guard(u64::MAX);
        let mut finding = construct_always(session.instance, &guard);
        if stage.metric == Metric::Multi {
            // Its bound counts single tiles.
            finding.lower_bound = 0;
        }
        let stop = finding.stop;
        return Ok((finding, stop));
    }
    let spent = session.state().counts.generated;
    let left = plan
        .nodes
        .map_or(u64::MAX, |nodes| nodes.saturating_sub(spent));
    let guard = session.guard(stage.nodes.map_or(left, |nodes| nodes.min(left)));
    let finding = match (stage.improvement, stage.proof, stage.tables) {
        (Some(improvement), _, _) if improvement.method == Shortening::MultiTileBeams => {
            improve_multi_tile(session, improvement, &guard)
        }
        (Some(improvement), _, _) => improve(session, improvement, &guard),
        (None, Some(proof), Some(tier)) => match prove(session, proof, tier, &guard) {
            Ok(finding) => finding,
            Err(NoTables::Stopped(stop)) => stopped(stop),
            Err(NoTables::Unavailable) => run(session, without_tables(stage), &guard)?,
        },
        _ => run(session, stage, &guard)?,
    };
    if stage.tables == Some(Tier::Quick) && stage.nodes.is_some() {
        session.engine.spend_quick_nodes(finding.counts.generated);
    }
    // A stage that used up its own share of nodes just makes way for the next.
    let is_share =
        finding.stop == Some(Stop::Nodes) && stage.nodes.is_some_and(|nodes| nodes < left);
    let reason = finding.stop.filter(|_| !is_share);
    Ok((finding, reason))
}

/// The stage with a computed heuristic instead of tables that cannot be had.
fn without_tables(stage: Stage) -> Stage {
    Stage {
        tables: None,
        proof: None,
        ..stage
    }
}

/// What a search has found that was stopped before it began.
fn stopped(stop: Stop) -> Finding {
    Finding {
        moves: None,
        lower_bound: 0,
        counts: Counts::default(),
        stop: Some(stop),
    }
}

fn run(session: &Session<'_>, stage: Stage, guard: &Guard<'_>) -> Result<Finding, SearchError> {
    let (instance, tables) = (session.instance, session.engine.tables());
    let is_multi = stage.metric == Metric::Multi;
    let set = match stage.tables {
        Some(tier) => Some(TableSet::of(instance, tier)),
        None if is_multi && stage.algorithm == Algorithm::Ida => {
            Some(TableSet::multi_tile(instance))
        }
        None => None,
    };
    if let Some(set) = set {
        match tables.get(set, guard) {
            Ok(Ready::Patterns(solver)) => return Ok(solver.solve(instance, guard)),
            Ok(Ready::MultiTile(solver)) => return Ok(solver.solve(instance, guard)),
            Ok(Ready::Complete(table)) => {
                if let Some(finding) = walk_down(instance, &table) {
                    return Ok(finding);
                }
            }
            Err(NoTables::Stopped(stop)) => return Ok(stopped(stop)),
            // No other proof counts multi-tile moves. What the tables lack is memory.
            Err(NoTables::Unavailable) if is_multi => return Ok(stopped(Stop::Memory)),
            // A plan has tables only where there are patterns; where building them fails, the
            // computed heuristic does.
            Ok(Ready::Compound(_)) | Err(NoTables::Unavailable) => {}
        }
    }
    let mut finding = match stage.duplicates {
        Some(duplicates) => {
            let options = CourseOptions {
                duplicates,
                with_twin: stage.algorithm == Algorithm::Course,
                count_distinct: session.plan.count_distinct,
            };
            let (board, goal) = (instance.board(), instance.goal());
            let ended = course(board, goal, stage.heuristic, &options, guard)?;
            session.state().queues = Some(ended.queues);
            ended.into()
        }
        None if stage.count_as == CountAs::Korf1985 && stage.algorithm == Algorithm::Ida => {
            korf1985(instance, guard)
        }
        None => search(
            instance,
            stage.algorithm,
            stage.heuristic,
            stage.weight,
            guard,
        )?,
    };
    if is_multi {
        // The bounds of other searches count single tiles.
        finding.lower_bound = 0;
    }
    Ok(finding)
}

/// A solution straight from a complete table: nothing is searched. None if the table is wrong.
fn walk_down(instance: &Instance, table: &Complete) -> Option<Finding> {
    let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
    let moves = table.solve(&way.labels(instance.labels()))?;
    Some(Finding {
        lower_bound: moves.len() as u32,
        moves: Some(way.moves_back(&moves)),
        counts: Counts {
            expanded: 0,
            generated: 1,
            stored: 0,
        },
        stop: None,
    })
}
