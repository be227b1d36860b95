//! One solve while it runs: its clock, its interval, and the observer of its stages.
//!
//! Stages tell their guard what they find, and the session is the observer behind every guard. It
//! keeps the interval, so that a bound is told only when it rises and a solution only when it was
//! replayed and is shorter. It adds the work of the stages before. And it says stop when time is
//! up.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::after_stop::after_stop;
use super::deadline::Deadline;
use super::interval::{Interval, IntervalError, Tie};
use super::{Engine, Plan, SolveError, Stage, StopReason};
use crate::board::Moves;
use crate::goal::Instance;
use crate::guard::{Control, Counts, Event, Finding, Guard, Observer, Source, Stop};
use crate::search::Queues;

/// A solve that is under way.
pub(super) struct Session<'a> {
    pub(super) engine: &'a Engine,
    pub(super) instance: &'a Instance,
    pub(super) plan: &'a Plan,
    observer: &'a dyn Observer,
    deadline: Deadline<'a>,
    state: Mutex<State>,
}

/// What changes while it runs.
pub(super) struct State {
    pub(super) interval: Interval,
    /// The work of the stages before the one that runs.
    pub(super) counts: Counts,
    /// The stage that runs.
    stage: Stage,
    /// The stage that found the best solution, or proved it.
    pub(super) finder: Stage,
    /// The queues of A*, if it has run.
    pub(super) queues: Option<Queues>,
    error: Option<SolveError>,
}

impl<'a> Session<'a> {
    pub(super) fn start(
        engine: &'a Engine,
        instance: &'a Instance,
        plan: &'a Plan,
        observer: &'a dyn Observer,
    ) -> Self {
        let stage = plan.stages[0];
        Self {
            engine,
            instance,
            plan,
            observer,
            deadline: Deadline::start(engine, plan.time),
            state: Mutex::new(State {
                interval: Interval::new(instance, plan.metric),
                counts: Counts::default(),
                stage,
                finder: stage,
                queues: None,
                error: None,
            }),
        }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.deadline.elapsed()
    }

    /// The time that is left, if there is a limit.
    pub(super) fn left(&self) -> Option<Duration> {
        let limit = self.plan.time?;
        Some(limit.saturating_sub(self.elapsed()))
    }

    /// A guard with the plan's memory and threads, for at most `nodes` nodes.
    pub(super) fn guard(&self, nodes: u64) -> Guard<'_> {
        Guard::new(self)
            .nodes(nodes)
            .memory(self.plan.memory)
            .with_instruction_set(self.engine.instruction_set())
            .on(self.engine.threads_of(self.plan))
    }

    /// The best solution in hand.
    pub(super) fn best(&self) -> Option<Moves> {
        self.state().interval.moves().cloned()
    }

    /// The length of the best solution in hand.
    pub(super) fn length(&self) -> Option<u32> {
        self.state().interval.length()
    }

    /// Whether the best solution is proven.
    pub(super) fn is_optimal(&self) -> bool {
        self.state().interval.is_optimal()
    }

    /// A stage begins: what it counts comes on top of what was done before.
    pub(super) fn begin(&self, stage: Stage) {
        self.state().stage = stage;
    }

    /// Tells the first bound, whatever it is.
    pub(super) fn first_bound(&self, bound: u32) -> Result<Option<Stop>, SolveError> {
        let mut state = self.state();
        let raised = state.interval.raise(bound);
        raised.map_err(|error| SolveError::interval(&state.stage, error))?;
        let control = self.observer.on(&Event::BoundRaised {
            bound: state.interval.lower_bound(),
            source: Source::Start,
            counts: state.counts,
        });
        Ok((control == Control::Stop).then_some(Stop::Observer))
    }

    /// Takes in what a stage came back with.
    pub(super) fn absorb(&self, finding: &Finding) -> Result<Option<Stop>, SolveError> {
        let mut state = self.state();
        let state = &mut *state;
        state.counts = state.counts.plus(finding.counts);
        if let Some(error) = state.error.take() {
            return Err(error);
        }
        let wrong = |error| SolveError::interval(&state.stage, error);
        let mut stop = None;
        if let Some(moves) = &finding.moves {
            let is_better = state.interval.take(self.instance, moves, Tie::KeepOld);
            if is_better.map_err(wrong)? {
                state.finder = state.stage;
                let improved = Event::Improved {
                    length: self.plan.metric.length(moves),
                    moves: moves.clone(),
                    source: state.stage.source(),
                    counts: state.counts,
                };
                if self.observer.on(&improved) == Control::Stop {
                    stop = Some(Stop::Observer);
                }
            }
        }
        if state.interval.raise(finding.lower_bound).map_err(wrong)? {
            let raised = Event::BoundRaised {
                bound: state.interval.lower_bound(),
                source: state.stage.source(),
                counts: state.counts,
            };
            if self.observer.on(&raised) == Control::Stop {
                stop = Some(Stop::Observer);
            }
        }
        // The name on the answer is that of the stage that found it, or that proved it.
        if state.interval.is_optimal() {
            state.finder = state.stage;
        }
        Ok(stop)
    }

    /// Takes a solution as long as the best in hand in its place, so that the answer does not
    /// depend on which thread was first.
    pub(super) fn settle_tie(&self, moves: &Moves) {
        let mut state = self.state();
        if state.interval.length() == Some(self.plan.metric.length(moves)) {
            let state = &mut *state;
            let taken = state.interval.take(self.instance, moves, Tie::TakeNew);
            if let Err(error) = taken {
                state.fail(error);
            }
        }
    }

    /// Why a stage ended early, in the words of an outcome.
    pub(super) fn reason(&self, stop: Stop) -> StopReason {
        self.deadline.reason(stop)
    }
}

impl State {
    fn fail(&mut self, error: IntervalError) {
        self.error = Some(SolveError::interval(&self.stage, error));
    }
}

impl Observer for Session<'_> {
    fn on(&self, event: &Event) -> Control {
        let control = match event {
            // Told under the lock, so that bounds and lengths come in their order.
            Event::BoundRaised { bound, source, .. } => {
                let mut state = self.state();
                let raised = state.interval.raise(*bound);
                let bound = state.interval.lower_bound();
                let told = |counts| Event::BoundRaised {
                    bound,
                    source: *source,
                    counts,
                };
                self.tell_if(&mut state, raised, event, told)
            }
            Event::Improved { moves, source, .. } => {
                let mut state = self.state();
                let taken = state.interval.take(self.instance, moves, Tie::KeepOld);
                if taken == Ok(true) {
                    state.finder = state.stage;
                }
                let told = |counts| Event::Improved {
                    length: self.plan.metric.length(moves),
                    moves: moves.clone(),
                    source: *source,
                    counts,
                };
                self.tell_if(&mut state, taken, event, told)
            }
            Event::Iteration {
                bound, done, total, ..
            } => {
                let state = self.state();
                let counts = event.counts().copied().unwrap_or_default();
                let told = Event::Iteration {
                    bound: state.interval.lower_bound().max(*bound),
                    done: *done,
                    total: *total,
                    counts: state.counts.plus(counts),
                };
                drop(state);
                self.observer.on(&told)
            }
            event => match event.counts() {
                Some(counts) => {
                    let counts = self.state().counts.plus(*counts);
                    self.observer.on(&event.clone().with_counts(counts))
                }
                None => self.observer.on(event),
            },
        };
        self.deadline.or_stop(control, || {
            let state = self.state();
            let stored = event.counts().map_or(0, |counts| counts.stored);
            let has_solution = state.interval.moves().is_some();
            after_stop(
                self.plan,
                &state.stage,
                self.instance.size(),
                stored,
                has_solution,
            )
        })
    }
}

impl Session<'_> {
    /// Tells an event that has changed the interval; one that has not tells only of progress.
    fn tell_if(
        &self,
        state: &mut State,
        changed: Result<bool, IntervalError>,
        event: &Event,
        told: impl FnOnce(Counts) -> Event,
    ) -> Control {
        let counts = event.counts().copied().unwrap_or_default();
        let counts = state.counts.plus(counts);
        match changed {
            Ok(true) => self.observer.on(&told(counts)),
            Ok(false) => self.observer.on(&Event::Progress { counts }),
            Err(error) => {
                state.fail(error);
                Control::Stop
            }
        }
    }
}
