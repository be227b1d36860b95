//! Whether a row of an earlier run answers what this run asks.
//!
//! A row tells the heuristic and the weight of the search that found its solution. They are
//! compared with those that the plan of this run has for the same search. What a limit stopped is
//! asked again where this run allows more of it.

use noyes::solve::{Engine, Plan, Request, Stage};
use noyes::{Goal, Instance};
use noyes_api::SolveAnswer;
use serde_json::Value;

use super::gather::Entry;

/// What this run asks of its boards.
#[derive(Debug)]
pub struct Question<'a> {
    pub engine: &'a Engine,
    pub request: &'a Request,
    pub goal: &'a Goal,
}

/// Why a row is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// It is of a search with another heuristic or another weight: the answer to another question.
    Search,
    /// A limit stopped it, and this run allows more.
    Limit,
}

impl Question<'_> {
    /// What keeps the row of an entry from being this run's; none if it is.
    pub fn difference(&self, entry: &Entry, answer: &SolveAnswer) -> Option<Difference> {
        let instance = entry.board.as_ref().ok();
        let instance = instance.and_then(|board| Instance::new(board, self.goal).ok());
        let Some(instance) = instance else {
            // A board that cannot be solved: parity has no heuristic, and the course's A* one.
            let asked = self.request.heuristic;
            let heuristic = asked.map_or("manhattan", |asked| asked.name());
            let is_other = answer.algorithm == "course" && answer.heuristic != heuristic;
            return is_other.then_some(Difference::Search);
        };
        let plan = self.engine.plan(&instance, self.request).ok()?;
        if is_other_search(&plan, answer) {
            Some(Difference::Search)
        } else if allows_more(&plan, answer) {
            Some(Difference::Limit)
        } else {
            None
        }
    }
}

/// Whether a plan has the search that a row tells of, with another heuristic or weight only.
fn is_other_search(plan: &Plan, answer: &SolveAnswer) -> bool {
    let stages = plan.stages.iter();
    let same: Vec<_> = stages
        .filter(|stage| stage.algorithm.name() == answer.algorithm)
        .collect();
    let is_it = |stage: &&Stage| {
        let weight = stage.algorithm.is_weighted();
        let weight = weight.then(|| stage.weight.to_string());
        answer.heuristic == stage.guide().name() && written(&answer.weight) == weight
    };
    !same.is_empty() && !same.iter().any(is_it)
}

fn allows_more(plan: &Plan, answer: &SolveAnswer) -> bool {
    match answer.stop.as_deref() {
        // A search that the time limit stops has reached it.
        Some("time") => plan
            .time
            .is_none_or(|time| time.as_secs_f64() > answer.seconds),
        // On several threads each has its share, and may leave some of it.
        Some("nodes") => plan.nodes.is_none_or(|nodes| nodes / 2 > answer.generated),
        _ => false,
    }
}

/// A weight as the command writes it.
fn written(weight: &Value) -> Option<String> {
    match weight {
        Value::Null => None,
        weight => Some(weight.to_string()),
    }
}
