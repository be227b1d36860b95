//! One contestant on one board, within limits.

use std::time::Duration;

use noyes::Instance;
use noyes::pattern::Tier;
use noyes::render::chart::Unit;
use noyes::search::{Observer, Stop};
use noyes::solve::{Limits, Plan, PlanError, Request, StopReason, fetch_tables, solve};

use super::contestant::Contestant;
use crate::alloc_counter;
use crate::commands::tables;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself.
    Finished,
    /// By a limit, told in words: "stopped at 2 GB".
    Stopped(StopReason, String),
    /// It could not be run at all.
    Failed(String),
}

/// What a run really worked with, by name.
#[derive(Clone, Copy, Debug)]
pub struct Used {
    /// The algorithm that found the solution, or the last that ran.
    pub algorithm: &'static str,
    pub heuristic: &'static str,
    pub tables: &'static str,
}

/// What a contestant did with a board.
#[derive(Clone, Debug)]
pub struct Run {
    pub contestant: Contestant,
    pub used: Used,
    pub ending: Ending,
    pub moves: Option<u32>,
    pub lower_bound: u32,
    pub is_proven: bool,
    pub expanded: u64,
    pub generated: u64,
    pub stored: u64,
    pub memory: usize,
    pub time: Duration,
}

impl Run {
    /// Whether it came to its end by itself.
    pub fn is_finished(&self) -> bool {
        self.ending == Ending::Finished
    }

    /// Whether a limit was its end.
    pub fn is_stopped(&self) -> bool {
        matches!(self.ending, Ending::Stopped(..))
    }

    /// Whether the memory limit was its end.
    pub fn lacked_memory(&self) -> bool {
        matches!(self.ending, Ending::Stopped(StopReason::Memory, _))
    }

    /// What it came to, in a few words.
    pub fn remark(&self) -> String {
        match &self.ending {
            Ending::Finished => String::new(),
            Ending::Stopped(_, words) | Ending::Failed(words) => words.clone(),
        }
    }
}

/// A contestant's run on a board, planned and not begun.
#[derive(Debug)]
pub struct Entry {
    pub contestant: Contestant,
    /// The plan, or why there is none.
    plan: Result<Plan, String>,
    /// What it may spend.
    limits: Limits,
    /// Bytes of the tables that it uses.
    table_bytes: usize,
}

impl Entry {
    /// Plans a run; `means` are the limits and the options of all runs.
    pub fn new(instance: &Instance, contestant: Contestant, means: &Request) -> Self {
        let request = Request {
            algorithm: contestant.algorithm,
            heuristic: contestant.heuristic,
            ..means.clone()
        };
        let mut plan = Plan::new(instance, &request).map_err(|error| match error {
            PlanError::Pattern => "no tables for this size and memory".to_owned(),
            error => error.to_string(),
        });
        if let Ok(plan) = &mut plan {
            // Tables that have only a share of the nodes shorten the wait for others, which are
            // there before the run begins.
            plan.stages
                .retain(|stage| stage.tables.is_none() || stage.nodes.is_none());
            // What is compared is the algorithm, not the answer that steps in for it; where noyes
            // chooses, that answer is a part of what it does.
            let is_chosen = contestant.algorithm.is_none();
            plan.stages.retain(|stage| is_chosen || !stage.fallback);
        }
        Self {
            contestant,
            plan,
            limits: means.limits,
            table_bytes: 0,
        }
    }

    /// What to say before tables that take a while are built.
    pub fn announcement(&self, instance: &Instance) -> Option<String> {
        tables::announcement(instance, self.plan.as_ref().ok()?)
    }

    /// Fetches the tables that it uses, so that no run is charged for what others use as well.
    pub fn fetch(&mut self, instance: &Instance, observer: &dyn Observer) -> Result<(), Stop> {
        if let Ok(plan) = &self.plan {
            self.table_bytes = fetch_tables(instance, plan, observer)?;
        }
        Ok(())
    }

    /// Runs it to its end or its limit.
    pub fn run(&self, instance: &Instance, observer: &dyn Observer) -> Run {
        let failed = |words: String| Run {
            contestant: self.contestant,
            used: Used {
                algorithm: self.contestant.name(),
                heuristic: self.contestant.guide(),
                tables: "none",
            },
            ending: Ending::Failed(words),
            moves: None,
            lower_bound: 0,
            is_proven: false,
            expanded: 0,
            generated: 0,
            stored: 0,
            memory: 0,
            time: Duration::ZERO,
        };
        let plan = match &self.plan {
            Ok(plan) => plan,
            Err(words) => return failed(words.clone()),
        };
        let (outcome, held) = alloc_counter::most_held(|| solve(instance, plan, observer));
        match outcome {
            Ok(outcome) => Run {
                contestant: self.contestant,
                used: Used {
                    algorithm: outcome.algorithm,
                    heuristic: outcome.heuristic,
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
                lower_bound: outcome.lower_bound,
                is_proven: outcome.is_optimal(),
                expanded: outcome.counts.expanded,
                generated: outcome.counts.generated,
                stored: outcome.counts.stored,
                memory: held + self.table_bytes,
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
    }
}
