//! One contestant on one board, within limits.

use std::time::Duration;

use noyes::Instance;
use noyes::render::chart::Unit;
use noyes::search::Observer;
use noyes::solve::{Limits as SolveLimits, Plan, Request, StopReason, solve};

use super::contestant::Contestant;
use crate::memory;

/// What each run may spend.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Duration,
    pub memory: usize,
    pub nodes: Option<u64>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself.
    Finished,
    /// By a limit, told in words: "stopped at 2 GB".
    Stopped(String),
    /// It could not be run at all.
    Failed(String),
}

/// What a contestant did with a board.
#[derive(Clone, Debug)]
pub struct Run {
    pub contestant: Contestant,
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
    /// What it came to, in a few words.
    pub fn remark(&self) -> String {
        match &self.ending {
            Ending::Finished => String::new(),
            Ending::Stopped(words) | Ending::Failed(words) => words.clone(),
        }
    }
}

/// Runs a contestant to its end or its limit.
pub fn run(
    instance: &Instance,
    contestant: &Contestant,
    limits: &Limits,
    observer: &dyn Observer,
) -> Run {
    let request = Request {
        algorithm: contestant.algorithm,
        heuristic: contestant.heuristic,
        limits: SolveLimits {
            time: Some(limits.time),
            nodes: limits.nodes,
            memory: Some(limits.memory),
            threads: None,
        },
        ..Request::default()
    };
    let failed = |words: String| Run {
        contestant: *contestant,
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
    let mut plan = match Plan::new(instance, &request) {
        Ok(plan) => plan,
        Err(error) => return failed(error.to_string()),
    };
    // What is compared is the algorithm, not the answer that steps in for it.
    plan.stages.retain(|stage| !stage.fallback);
    let (outcome, memory) = memory::most_held(|| solve(instance, &plan, observer));
    match outcome {
        Ok(outcome) => Run {
            contestant: *contestant,
            ending: match outcome.stop {
                None => Ending::Finished,
                Some(reason) => Ending::Stopped(words(reason, limits)),
            },
            moves: outcome.length(),
            lower_bound: outcome.lower_bound,
            is_proven: outcome.is_optimal(),
            expanded: outcome.counts.expanded,
            generated: outcome.counts.generated,
            stored: outcome.counts.stored,
            memory,
            time: outcome.elapsed,
        },
        Err(error) => failed(error.to_string()),
    }
}

fn words(reason: StopReason, limits: &Limits) -> String {
    match reason {
        StopReason::Time => format!(
            "stopped at {}",
            Unit::Seconds.label(limits.time.as_secs_f64())
        ),
        StopReason::Memory => format!("stopped at {}", Unit::Bytes.label(limits.memory as f64)),
        StopReason::Nodes => format!(
            "stopped at {} nodes",
            Unit::Count.label(limits.nodes.unwrap_or(0) as f64)
        ),
        StopReason::Interrupted => "interrupted".to_owned(),
    }
}
