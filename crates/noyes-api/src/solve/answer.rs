//! The answer of a solve: one object, the same at every door.

use noyes::search::{QueueCounts, Shortest};
use noyes::solve::{Guide, Outcome, Refutation, StopReason};
use noyes::{Board, Instance};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::events::rounded_seconds;

/// The answer of a solve. Its fields are written in this order.
///
/// ```
/// use noyes::{Board, Goal, Instance};
/// use noyes_api::SolveAnswer;
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let answer = SolveAnswer::new(&instance, &noyes::solve(&instance)?);
/// assert_eq!(answer.directions.as_deref(), Some("LULU"));
/// assert!(answer.to_json().starts_with("{\"schema\":1,\"rows\":3,\"cols\":3,\"tiles\":[0,1,"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct SolveAnswer {
    /// The version of this form: 1.
    pub schema: u32,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The tiles, row by row, 0 for the blank.
    pub tiles: Vec<u16>,
    /// The goal: `blank-last`, `blank-first`, `snail` or `custom`.
    pub goal: String,
    /// Whether the board can be solved.
    pub solvable: bool,
    /// The slides as letters, each the way the tile slides.
    pub directions: Option<String>,
    /// The number of moves.
    pub length: Option<u32>,
    /// No solution is shorter.
    pub lower_bound: Option<u32>,
    /// Whether the solution is proven minimal.
    pub optimal: bool,
    /// Whether the solution was replayed by code of its own.
    pub verified: bool,
    /// The algorithm that found the solution, or the last that ran.
    pub algorithm: String,
    /// What guided it.
    pub heuristic: String,
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated.
    pub generated: u64,
    /// Time spent.
    pub seconds: f64,
    /// The most nodes held at one moment.
    pub stored: u64,
    /// What counts as one move: `single` or `multi`.
    pub metric: String,
    /// The weight, if the algorithm is weighted.
    pub weight: Value,
    /// The tables that the algorithm used, by the name of their tier; `none` without.
    pub tables: String,
    /// What ended the solve before the minimum was proven: `time`, `nodes`, `memory`, `depth` or
    /// `interrupt`.
    pub stop: Option<String>,
    /// The operations on the priority queue of the board, for `astar` and `course`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queue: Option<QueueCounts>,
    /// The operations on the priority queue of its twin, for `course`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twin: Option<QueueCounts>,
    /// The number of shortest solutions, where it was asked for; a text if it is above 2⁶⁴.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution_count: Option<Value>,
    /// Shortest solutions, where they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<String>>,
}

impl SolveAnswer {
    /// The answer of an outcome.
    pub fn new(instance: &Instance, outcome: &Outcome) -> Self {
        let moves = outcome.moves();
        Self {
            directions: moves.map(ToString::to_string),
            length: outcome.length(),
            lower_bound: Some(outcome.lower_bound()),
            optimal: outcome.is_optimal(),
            // Every solution of an outcome has been replayed.
            verified: moves.is_some(),
            algorithm: outcome.algorithm.name().to_owned(),
            heuristic: outcome.heuristic.name().to_owned(),
            expanded: outcome.counts.expanded,
            generated: outcome.counts.generated,
            seconds: rounded_seconds(outcome.elapsed),
            stored: outcome.counts.stored,
            metric: outcome.metric().name().to_owned(),
            weight: weight(outcome),
            tables: tables(outcome).to_owned(),
            stop: outcome.stop.map(|reason| stop_name(reason).to_owned()),
            queue: outcome.queues.map(|queues| queues.board),
            twin: outcome.queues.and_then(|queues| queues.twin),
            ..Self::unsearched(instance.board(), instance.goal_kind().name(), true)
        }
    }

    /// The answer for a board that parity shows to be unsolvable.
    pub fn unsolvable(board: &Board, goal_name: &str) -> Self {
        Self::unsearched(board, goal_name, false)
    }

    /// The answer for a board that cannot be solved, with what decided that.
    ///
    /// ```
    /// use noyes::guard::Silent;
    /// use noyes::search::Algorithm;
    /// use noyes::solve::{Engine, Request};
    /// use noyes::{Board, Goal};
    /// use noyes_api::SolveAnswer;
    ///
    /// let board = Board::new(&[[2, 1], [3, 0]])?;
    /// let request = Request { algorithm: Some(Algorithm::Course), ..Request::default() };
    /// let refutation = Engine::new().refute(&board, &Goal::BlankLast, &request, &Silent)?;
    /// let answer = SolveAnswer::refuted(&board, "blank-last", &refutation);
    /// assert!(!answer.solvable && answer.algorithm == "course" && answer.twin.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn refuted(board: &Board, goal_name: &str, refutation: &Refutation) -> Self {
        Self {
            algorithm: refutation.decided_by().to_owned(),
            heuristic: refutation.heuristic.name().to_owned(),
            expanded: refutation.counts.expanded,
            generated: refutation.counts.generated,
            seconds: rounded_seconds(refutation.elapsed),
            stored: refutation.counts.stored,
            stop: refutation.stop.map(|reason| stop_name(reason).to_owned()),
            queue: refutation.queues.map(|queues| queues.board),
            twin: refutation.queues.and_then(|queues| queues.twin),
            ..Self::unsearched(board, goal_name, false)
        }
    }

    /// The same with the number of shortest solutions, and those of them that were asked for.
    #[must_use]
    pub fn with_shortest(self, shortest: &Shortest, shows: bool) -> Self {
        let count = match u64::try_from(shortest.count) {
            Ok(count) => count.into(),
            // JSON readers may not hold larger numbers exactly.
            Err(_) => Value::String(shortest.count.to_string()),
        };
        let directions = || shortest.solutions.iter().map(ToString::to_string);
        Self {
            solution_count: Some(count),
            solutions: shows.then(|| directions().collect()),
            ..self
        }
    }

    /// The answer as JSON on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The answer as the last event of a stream: `"event":"result"` before its own fields.
    pub fn to_event(&self) -> String {
        self.to_json().replacen('{', "{\"event\":\"result\",", 1)
    }

    /// What is known before any search.
    fn unsearched(board: &Board, goal_name: &str, solvable: bool) -> Self {
        Self {
            schema: 1,
            rows: board.rows(),
            cols: board.cols(),
            tiles: board.tiles().to_vec(),
            goal: goal_name.to_owned(),
            solvable,
            directions: None,
            length: None,
            lower_bound: None,
            optimal: false,
            verified: false,
            algorithm: "parity".to_owned(),
            heuristic: Guide::None.name().to_owned(),
            expanded: 0,
            generated: 0,
            seconds: 0.0,
            stored: 0,
            metric: "single".to_owned(),
            weight: Value::Null,
            tables: "none".to_owned(),
            stop: None,
            queue: None,
            twin: None,
            solution_count: None,
            solutions: None,
        }
    }
}

/// The weight as a number: whole where it is whole.
fn weight(outcome: &Outcome) -> Value {
    let text = outcome.weight.map(|weight| weight.to_string());
    text.and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or(Value::Null)
}

/// The name of the tables used.
fn tables(outcome: &Outcome) -> &'static str {
    match (outcome.heuristic, outcome.tables) {
        (Guide::LineTables, _) => "multi-tile",
        (_, Some(tier)) => tier.name(),
        (_, None) => "none",
    }
}

/// The name of what ended a solve early.
///
/// ```
/// use noyes::solve::StopReason;
/// use noyes_api::solve::stop_name;
///
/// assert_eq!(stop_name(StopReason::Interrupted), "interrupt");
/// ```
pub fn stop_name(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "time",
        StopReason::Nodes => "nodes",
        StopReason::Memory => "memory",
        StopReason::Depth => "depth",
        _ => "interrupt",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyes::Size;

    #[test]
    fn the_form_of_the_answer_is_pinned() {
        let board = Board::goal(Size::new(2, 2).unwrap());
        let answer = SolveAnswer::unsolvable(&board, "blank-last");
        let wanted = r#"{"schema":1,"rows":2,"cols":2,"tiles":[1,2,3,0],"goal":"blank-last","solvable":false,"directions":null,"length":null,"lower_bound":null,"optimal":false,"verified":false,"algorithm":"parity","heuristic":"none","expanded":0,"generated":0,"seconds":0.0,"stored":0,"metric":"single","weight":null,"tables":"none","stop":null}"#;
        assert_eq!(answer.to_json(), wanted);
        let read: SolveAnswer = serde_json::from_str(wanted).unwrap();
        assert_eq!(read, answer);
        assert!(
            answer
                .to_event()
                .starts_with(r#"{"event":"result","schema":1,"#)
        );
    }
}
