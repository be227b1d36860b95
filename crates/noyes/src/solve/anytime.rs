//! Runs a plan: an answer at once, then better ones while the bound rises, until the two meet.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::improve::improve;
use super::prove::deepen;
use super::{Outcome, Plan, Stage, StopReason, tables};
use crate::board::{Metric, Moves};
use crate::goal::Instance;
use crate::heuristic::{Groups, HeuristicKind};
use crate::pattern::{Complete, Pattern, ShelfError, Symmetry, Tier};
use crate::search::{
    Algorithm, Control, Counts, Event, Finding, Guard, Observer, SearchError, Stop, search,
};
use crate::verify::{VerifyError, verify};

/// Why a solve cannot give an answer at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A search cannot be started.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A search returned moves that do not solve the board: a bug in noyes, never shown as a
    /// solution.
    #[error("{algorithm} returned a wrong solution ({error}); please report this board")]
    Wrong {
        /// The algorithm.
        algorithm: &'static str,
        /// What the replay found.
        error: VerifyError,
    },
}

/// The clock of a solve: passes events on and says stop when time is up. Stages count from
/// nothing; what is passed on counts from the start of the solve.
pub(super) struct Clock<'a> {
    observer: &'a dyn Observer,
    /// The work of the stages before.
    before: Mutex<Counts>,
    started: Instant,
    time: Option<Duration>,
    is_up: AtomicBool,
}

impl<'a> Clock<'a> {
    pub(super) fn start(observer: &'a dyn Observer, time: Option<Duration>) -> Self {
        Self {
            observer,
            before: Mutex::default(),
            started: Instant::now(),
            time,
            is_up: AtomicBool::new(false),
        }
    }

    fn is_up(&self) -> bool {
        self.is_up.load(Ordering::Relaxed)
    }

    /// The stages so far have taken so much.
    fn begin_stage(&self, before: Counts) {
        *self.before.lock().unwrap_or_else(PoisonError::into_inner) = before;
    }
}

impl Observer for Clock<'_> {
    fn on(&self, event: &Event<'_>) -> Control {
        if self.time.is_some_and(|time| self.started.elapsed() >= time) {
            self.is_up.store(true, Ordering::Relaxed);
            return Control::Stop;
        }
        let before = *self.before.lock().unwrap_or_else(PoisonError::into_inner);
        match event.counts() {
            Some(counts) => self.observer.on(&event.with_counts(&before.plus(*counts))),
            None => self.observer.on(event),
        }
    }
}

/// The best known of an instance so far.
struct Best {
    metric: Metric,
    moves: Option<Moves>,
    lower_bound: u32,
    counts: Counts,
    finder: Stage,
}

impl Best {
    fn is_proven(&self) -> bool {
        self.moves
            .as_ref()
            .is_some_and(|moves| self.metric.length(moves) == self.lower_bound)
    }

    /// Takes in what a stage found, after replaying it.
    fn take(
        &mut self,
        instance: &Instance,
        stage: Stage,
        finding: Finding,
    ) -> Result<bool, SolveError> {
        self.counts = self.counts.plus(finding.counts);
        let Some(moves) = finding.moves else {
            self.raise(instance, finding.lower_bound);
            return Ok(false);
        };
        verify(instance.board(), instance.goal(), &moves).map_err(|error| SolveError::Wrong {
            algorithm: stage.algorithm.name(),
            error,
        })?;
        let is_shorter = self
            .moves
            .as_ref()
            .is_none_or(|best| self.metric.length(&moves) < self.metric.length(best));
        if is_shorter {
            self.moves = Some(moves);
        }
        self.raise(instance, finding.lower_bound);
        // The name on the answer is the finder's, or the prover's.
        if is_shorter || self.is_proven() {
            self.finder = stage;
        }
        Ok(is_shorter)
    }

    /// Every solution's length has the parity of the blank's way home: a bound of the other
    /// parity is really one more. Pushes have no parity.
    fn raise(&mut self, instance: &Instance, bound: u32) {
        if self.metric == Metric::Multi {
            self.lower_bound = self.lower_bound.max(bound);
            return;
        }
        let parity = instance
            .size()
            .distance(instance.blank(), instance.blank_home())
            % 2;
        let bound = bound + u32::from(bound as usize % 2 != parity);
        self.lower_bound = self.lower_bound.max(bound);
    }
}

/// Runs the stages of a plan until the solution is proven or a limit is reached.
pub fn solve(
    instance: &Instance,
    plan: &Plan,
    observer: &dyn Observer,
) -> Result<Outcome, SolveError> {
    let clock = Clock::start(observer, plan.time);
    let first = plan.stages[0];
    let mut best = Best {
        metric: plan.metric,
        moves: None,
        lower_bound: 0,
        counts: Counts::default(),
        finder: first,
    };
    let bound = match plan.metric {
        // Boards with tables get their bound from those.
        Metric::Single if instance.size().cells() > Pattern::MOST_CELLS => {
            Groups::of(instance).bound()
        }
        Metric::Single => HeuristicKind::LinearConflict
            .bound(instance)
            .map_err(SearchError::from)?,
        Metric::Multi => u32::from(!instance.is_solved()),
    };
    best.raise(instance, bound);
    let mut stop = None;
    clock.on(&Event::BoundRaised {
        bound: best.lower_bound,
        source: "start",
        counts: &best.counts,
    });
    if let Some(moves) = &plan.from {
        let given = Finding {
            moves: Some(moves.clone()),
            lower_bound: 0,
            counts: Counts::default(),
            stop: None,
        };
        // What a proof taken up again had found was found by it.
        let proof = |stage: &&Stage| stage.algorithm == Algorithm::Ida;
        let resumed = plan.resume.as_ref();
        let giver = resumed.and_then(|_| plan.stages.iter().find(proof));
        best.take(instance, *giver.unwrap_or(&first), given)?;
    }
    for &stage in &plan.stages {
        if best.is_proven() || stage.fallback && best.moves.is_some() {
            break;
        }
        clock.begin_stage(best.counts);
        let unlimited = stage.fallback || stage.algorithm == Algorithm::Construct;
        let (finding, reason) = if unlimited {
            // The answer that is always there costs milliseconds: no limit takes it away.
            let guard = Guard::new(&crate::search::Silent);
            (run(instance, stage, plan.threads, &guard)?, None)
        } else {
            let left = plan.nodes.map_or(u64::MAX, |nodes| {
                nodes.saturating_sub(best.counts.generated)
            });
            let guard = Guard::new(&clock)
                .nodes(stage.nodes.map_or(left, |nodes| nodes.min(left)))
                .memory(plan.memory);
            let is_quick = stage.tables == Some(Tier::Quick) && stage.nodes.is_some();
            if is_quick && tables::quick_nodes_left() == 0 {
                continue;
            }
            let moves = best.moves.clone();
            let finding = if stage.algorithm == Algorithm::Beam {
                improve(instance, plan, moves, best.lower_bound, &guard)
            } else if let Some(tier) = stage.tables
                && tables::needs_compound(instance.size())
            {
                prove(instance, plan, stage, tier, moves, &guard)?
            } else {
                run(instance, stage, plan.threads, &guard)?
            };
            if is_quick {
                tables::spend_quick_nodes(finding.counts.generated);
            }
            // A stage that used up its own share of nodes just makes way for the next.
            let share =
                finding.stop == Some(Stop::Nodes) && stage.nodes.is_some_and(|nodes| nodes < left);
            let reason = finding.stop.filter(|_| !share);
            (
                finding,
                reason.map(|stop| StopReason::new(stop, clock.is_up())),
            )
        };
        if best.take(instance, stage, finding)?
            && stage.algorithm != Algorithm::Beam
            && let Some(moves) = &best.moves
        {
            clock.begin_stage(best.counts);
            let improved = Event::Improved {
                moves,
                source: stage.algorithm.name(),
                counts: &Counts::default(),
            };
            if clock.on(&improved) == Control::Stop {
                stop = Some(StopReason::new(Stop::Observer, clock.is_up()));
            }
        }
        stop = stop.or(reason);
        if stop.is_some() && best.moves.is_some() {
            break;
        }
    }
    let is_proven = best.is_proven();
    Ok(Outcome {
        lower_bound: best.lower_bound,
        metric: plan.metric,
        moves: best.moves,
        counts: best.counts,
        algorithm: best.finder.algorithm.name(),
        heuristic: best.finder.guide(),
        stop: stop.filter(|_| !is_proven),
        elapsed: clock.started.elapsed(),
        wanted_proof: plan.wants_proof,
    })
}

/// The proof of a board that takes several partitions of tables.
fn prove(
    instance: &Instance,
    plan: &Plan,
    stage: Stage,
    tier: Tier,
    best: Option<Moves>,
    guard: &Guard<'_>,
) -> Result<Finding, SearchError> {
    match deepen(instance, plan, tier, best, guard) {
        Ok(Some(finding)) => Ok(finding),
        Err(ShelfError::Stopped(stop)) => Ok(stopped(stop)),
        // A plan has tables only where there are patterns; if not, the computed heuristic does.
        Ok(None) | Err(_) => run(
            instance,
            Stage {
                tables: None,
                ..stage
            },
            plan.threads,
            guard,
        ),
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

fn run(
    instance: &Instance,
    stage: Stage,
    threads: usize,
    guard: &Guard<'_>,
) -> Result<Finding, SearchError> {
    if stage.metric == Metric::Multi && stage.algorithm == Algorithm::Ida {
        return Ok(match tables::multi_tile_solver(instance, guard) {
            Ok(solver) => solver.solve(instance, guard, threads),
            Err(stop) => stopped(stop),
        });
    }
    if stage.tables == Some(Tier::Large) && tables::has_complete(instance.size()) {
        return Ok(
            match tables::complete(instance.size(), instance.blank_home(), guard) {
                Ok(table) => straight(instance, &table),
                Err(stop) => stopped(stop),
            },
        );
    }
    if let Some(tier) = stage.tables {
        match tables::solver(instance, tier, guard) {
            Ok(Some(solver)) => {
                let workers = crate::workers::Workers::new(threads);
                return Ok(solver.solve(instance, &guard.on(workers.all())));
            }
            Err(ShelfError::Stopped(stop)) => {
                return Ok(stopped(stop));
            }
            // A plan has tables only where there are patterns; if not, the computed heuristic does.
            Ok(None) | Err(_) => {}
        }
    }
    let mut finding = search(
        instance,
        stage.algorithm,
        stage.heuristic,
        stage.weight,
        guard,
    )?;
    if stage.metric == Metric::Multi {
        // The bounds of other searches count slides.
        finding.lower_bound = 0;
    }
    Ok(finding)
}

/// A solution straight from a complete table: nothing is searched.
fn straight(instance: &Instance, table: &Complete) -> Finding {
    let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
    let moves = table.solve(&way.labels(instance.labels()));
    Finding {
        lower_bound: moves.len() as u32,
        moves: Some(way.moves_back(&moves)),
        counts: Counts {
            expanded: 0,
            generated: 1,
            stored: 0,
        },
        stop: None,
    }
}
