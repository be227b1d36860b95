//! One run: a contestant on a board, within limits.

use std::time::Duration;

use noyes::guard::{Observer, Silent, Stop};
use noyes::pattern::Tier;
use noyes::render::chart::Unit;
use noyes::search::{Algorithm, Queues};
use noyes::solve::{Engine, Limits, Plan, PlanError, Request, SolveError, StopReason};
use noyes::{Board, Goal, Instance};

use super::contestant::Contestant;

/// Measures the peak of the memory that some work allocates.
pub trait MemoryMeter {
    /// Does the work once, and tells its peak in bytes; none if that cannot be told.
    fn peak_bytes(&self, work: &mut dyn FnMut()) -> Option<usize>;
}

/// Measures nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unmeasured;

impl MemoryMeter for Unmeasured {
    fn peak_bytes(&self, work: &mut dyn FnMut()) -> Option<usize> {
        work();
        None
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself.
    Finished,
    /// By a limit, in words: "stopped at 2 GB".
    Stopped(StopReason, String),
    /// It could not be run at all.
    Failed(String),
}

impl Ending {
    /// In words: `finished`, or why it was stopped or failed.
    pub fn words(&self) -> &str {
        match self {
            Self::Finished => "finished",
            Self::Stopped(_, words) | Self::Failed(words) => words,
        }
    }
}

/// The names of what a run really used.
#[derive(Clone, Copy, Debug)]
pub struct Used {
    /// The algorithm that found the solution, or the last that ran.
    pub algorithm: &'static str,
    /// What guided it.
    pub heuristic: &'static str,
    /// Its tables, or `none`.
    pub tables: &'static str,
}

/// The measurements of one run.
#[derive(Clone, Debug)]
pub struct Run {
    /// Whose run it was.
    pub contestant: Contestant,
    /// What it used.
    pub used: Used,
    /// How it ended.
    pub ending: Ending,
    /// Moves of its solution.
    pub moves: Option<u32>,
    /// No solution is shorter.
    pub lower_bound: u32,
    /// Whether its solution is proven minimal.
    pub is_proven: bool,
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated.
    pub generated: u64,
    /// The most nodes held at one moment.
    pub stored: u64,
    /// The priority queues of A*.
    pub queues: Option<Queues>,
    /// Bytes of memory and tables, where they are measured.
    pub memory: Option<usize>,
    /// Time spent.
    pub time: Duration,
}

impl Run {
    /// Whether it ended by itself.
    pub fn is_finished(&self) -> bool {
        self.ending == Ending::Finished
    }

    /// Whether a limit stopped it.
    pub fn is_stopped(&self) -> bool {
        matches!(self.ending, Ending::Stopped(..))
    }

    /// Whether the memory limit stopped it.
    pub fn lacked_memory(&self) -> bool {
        matches!(self.ending, Ending::Stopped(StopReason::Memory, _))
    }

    /// Why it was stopped or failed; empty if it finished.
    pub fn remark(&self) -> String {
        match &self.ending {
            Ending::Finished => String::new(),
            Ending::Stopped(_, words) | Ending::Failed(words) => words.clone(),
        }
    }
}

/// The run of a contestant on a board that cannot be solved: only the course's A* has one.
pub fn refute(
    engine: &Engine,
    (board, goal): (&Board, &Goal),
    contestant: Contestant,
    means: &Request,
    observer: &dyn Observer,
    meter: &dyn MemoryMeter,
) -> Option<Run> {
    if contestant.algorithm != Some(Algorithm::Course) {
        return None;
    }
    let request = Request {
        algorithm: contestant.algorithm,
        heuristic: contestant.heuristic,
        duplicates: contestant.duplicates,
        count_distinct: true,
        ..means.clone()
    };
    let mut refuted = None;
    let mut work = || refuted = engine.refute(board, goal, &request, observer).ok();
    let peak = meter.peak_bytes(&mut work);
    let refutation = refuted?;
    Some(Run {
        contestant,
        used: Used {
            algorithm: refutation.decided_by(),
            heuristic: refutation.heuristic.name(),
            tables: "none",
        },
        ending: match refutation.stop {
            None => Ending::Finished,
            Some(reason) => Ending::Stopped(reason, words(reason, &means.limits)),
        },
        moves: None,
        lower_bound: 0,
        is_proven: false,
        expanded: refutation.counts.expanded,
        generated: refutation.counts.generated,
        stored: refutation.counts.stored,
        queues: refutation.queues,
        memory: peak,
        time: refutation.elapsed,
    })
}

/// Nodes of a rehearsal.
const REHEARSAL: u64 = 1000;

/// A contestant's run on a board, planned and not begun.
#[derive(Debug)]
pub struct Entry<'a> {
    /// The engine that runs it.
    pub engine: &'a Engine,
    /// Whose run it is.
    pub contestant: Contestant,
    /// The plan, or why there is none.
    plan: Result<Plan, String>,
    /// Its limits.
    limits: Limits,
    /// The size of the tables that it uses, in bytes.
    table_bytes: usize,
}

impl<'a> Entry<'a> {
    /// Plans a run; `means` are the limits and the options of all runs.
    pub fn new(
        engine: &'a Engine,
        instance: &Instance,
        contestant: Contestant,
        means: &Request,
    ) -> Self {
        let request = Request {
            algorithm: contestant.algorithm,
            heuristic: contestant.heuristic,
            duplicates: contestant.duplicates,
            count_as: contestant.count_as,
            count_distinct: true,
            // Tables are there before the run begins.
            quick_tables: false,
            // What is compared is the algorithm, not the answer that steps in for it; where noyes
            // chooses, that answer is a part of what it does.
            fallback: contestant.algorithm.is_none(),
            ..means.clone()
        };
        let plan = engine
            .plan(instance, &request)
            .map_err(|error| match error {
                PlanError::Pattern => "no tables for this size and memory".to_owned(),
                error => error.to_string(),
            });
        Self {
            engine,
            contestant,
            plan,
            limits: means.limits,
            table_bytes: 0,
        }
    }

    /// The plan, unless there is none.
    pub fn plan(&self) -> Option<&Plan> {
        self.plan.as_ref().ok()
    }

    /// Loads or builds the tables that it uses, so that no run is charged for the time.
    pub fn ensure_tables(
        &mut self,
        instance: &Instance,
        observer: &dyn Observer,
    ) -> Result<(), Stop> {
        if let Ok(plan) = &self.plan {
            let ensured = self.engine.ensure_tables(instance, plan, observer)?;
            self.table_bytes = ensured.bytes;
        }
        Ok(())
    }

    /// Runs a thousand nodes of it that are not measured. The first run of a process pays for its
    /// start: pages of code and of memory that are touched for the first time.
    pub fn rehearse(&self, instance: &Instance) {
        if let Ok(plan) = &self.plan {
            let mut plan = plan.clone();
            plan.nodes = Some(REHEARSAL);
            // What goes wrong here goes wrong again in the run, which tells it.
            let _ = self.engine.solve(instance, &plan, &Silent);
        }
    }

    /// Runs it until it ends or reaches a limit.
    pub fn run(
        &self,
        instance: &Instance,
        observer: &dyn Observer,
        meter: &dyn MemoryMeter,
    ) -> Run {
        let failed = |words: String| Run {
            contestant: self.contestant,
            used: Used {
                algorithm: self.contestant.name(),
                heuristic: self.contestant.heuristic_name(),
                tables: "none",
            },
            ending: Ending::Failed(words),
            moves: None,
            lower_bound: 0,
            is_proven: false,
            expanded: 0,
            generated: 0,
            stored: 0,
            queues: None,
            memory: Some(0),
            time: Duration::ZERO,
        };
        let plan = match &self.plan {
            Ok(plan) => plan,
            Err(words) => return failed(words.clone()),
        };
        let mut outcome = None;
        let mut work = || outcome = Some(self.engine.solve(instance, plan, observer));
        let peak = meter.peak_bytes(&mut work);
        match outcome.unwrap_or(Err(SolveError::OtherPlan)) {
            Ok(outcome) => Run {
                contestant: self.contestant,
                used: Used {
                    algorithm: outcome.algorithm.name(),
                    heuristic: outcome.heuristic.name(),
                    tables: plan
                        .stages
                        .iter()
                        .find_map(|stage| stage.tables)
                        .map_or("none", Tier::name),
                },
                ending: match outcome.stop {
                    None => Ending::Finished,
                    Some(reason) => Ending::Stopped(reason, words(reason, &self.limits)),
                },
                moves: outcome.length(),
                lower_bound: outcome.lower_bound(),
                is_proven: outcome.is_optimal(),
                expanded: outcome.counts.expanded,
                generated: outcome.counts.generated,
                stored: outcome.counts.stored,
                queues: outcome.queues,
                memory: peak.map(|peak| peak + self.table_bytes),
                time: outcome.elapsed,
            },
            Err(error) => failed(error.to_string()),
        }
    }
}

fn words(reason: StopReason, limits: &Limits) -> String {
    match reason {
        StopReason::Time => format!(
            "stopped at {}",
            Unit::Seconds.label(limits.time.unwrap_or_default().as_secs_f64())
        ),
        StopReason::Memory => format!(
            "stopped at {}",
            Unit::Bytes.label(limits.memory.unwrap_or(0) as f64)
        ),
        StopReason::Nodes => format!(
            "stopped at {} nodes",
            Unit::Count.label(limits.nodes.unwrap_or(0) as f64)
        ),
        StopReason::Depth => "longer than a proof can hold".to_owned(),
        StopReason::Interrupted => "interrupted".to_owned(),
        other => other.to_string(),
    }
}
