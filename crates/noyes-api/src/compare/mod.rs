//! `compare`: algorithms and heuristics on the same boards, within the same limits.

mod contestant;
mod measure;

pub use contestant::{
    Contestant, classics, course_line_up, ensure_distinct, ensure_usable, line_up, parse,
};
pub use measure::{Ending, Entry, MemoryMeter, Run, Unmeasured, Used, refute};

use std::time::Duration;

use noyes::Board;
use noyes::guard::Observer;
use noyes::solve::{Limits, Request, TableChoice};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::deadline::Deadline;
use crate::position::wrong;
use crate::solve::{parse as parse_name, written};
use crate::written::whole;
use crate::{BoardText, Caps, Engine, Position, Problem, Written, names, quantity};

/// Time for each run.
pub const USUAL_TIME: Duration = Duration::from_secs(30);
/// Memory for each run, in bytes.
pub const USUAL_MEMORY: usize = 2_000_000_000;

/// A request to compare algorithms on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct CompareRequest {
    /// The board, in any format.
    pub board: Option<BoardText>,
    /// `blank-last`, `blank-first`, `snail`, or a board.
    pub goal: Option<BoardText>,
    /// The contestants: `astar`, `ida:manhattan`, `course:hamming:chain`,
    /// `ida:manhattan:korf1985`, `noyes`; by default those that fit the size.
    pub algorithms: Option<Vec<String>>,
    /// The course's A* with both priorities and all rules for duplicates, instead of `algorithms`.
    pub course: bool,
    /// The weight of the distance, for weighted searches.
    pub weight: Option<Written>,
    /// Pattern tables: `auto`, `small`, `large` or `none`.
    pub tables: Option<String>,
    /// Time for each run; 30 s by default.
    pub time_limit: Option<Written>,
    /// Generated nodes for each run.
    pub node_limit: Option<Written>,
    /// Memory for each run; 2 GB by default.
    pub memory_limit: Option<Written>,
    /// Seed for randomised searches; 1 by default.
    #[serde(deserialize_with = "whole")]
    pub seed: Option<u64>,
}

/// All runs on one board; an unsolvable board has those of the course's A*.
#[derive(Debug)]
pub struct Round {
    /// The board's name.
    pub name: String,
    /// The board.
    pub board: Board,
    /// Whether it can be solved.
    pub is_solvable: bool,
    /// The runs, in the order of the contestants.
    pub runs: Vec<Run>,
}

impl Round {
    /// The length of the shortest solution that was found.
    pub fn depth(&self) -> Option<u32> {
        self.runs.iter().filter_map(|run| run.moves).min()
    }
}

/// The comparison as a JSON object: every run, with exact numbers.
pub fn object(rounds: &[Round]) -> Value {
    let run = |run: &Run| {
        json!({
            "contestant": run.contestant.to_string(),
            "algorithm": run.used.algorithm,
            "heuristic": run.used.heuristic,
            "tables": run.used.tables,
            "length": run.moves,
            "lower_bound": run.lower_bound,
            "optimal": run.is_proven,
            "expanded": run.expanded,
            "generated": run.generated,
            "stored": run.stored,
            "duplicates": run.contestant.refuses(),
            "queue": run.queues.map(|queues| queues.board),
            "twin": run.queues.and_then(|queues| queues.twin),
            "bytes": run.memory,
            "seconds": run.time.as_secs_f64(),
            "ending": run.ending.words(),
        })
    };
    let round = |round: &Round| {
        json!({
            "name": round.name,
            "rows": round.board.rows(),
            "cols": round.board.cols(),
            "tiles": round.board.tiles(),
            "solvable": round.is_solvable,
            "runs": round.runs.iter().map(run).collect::<Vec<_>>(),
        })
    };
    json!({ "schema": 1, "boards": rounds.iter().map(round).collect::<Vec<_>>() })
}

/// Compares the contestants of a request on its board. An observer that says stop ends the run
/// under way and leaves out those after it.
///
/// ```
/// use noyes::Engine;
/// use noyes::guard::Silent;
/// use noyes_api::{Caps, CompareRequest, compare};
///
/// let request: CompareRequest = serde_json::from_str(
///     r#"{"board": "0 1 3/4 2 5/7 8 6", "algorithms": ["bfs", "astar:manhattan"]}"#,
/// )?;
/// let answer = compare::compare(&Engine::new(), &request, &Caps::NONE, &Silent)?;
/// assert_eq!(answer["boards"][0]["runs"][1]["length"], 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare(
    engine: &Engine,
    request: &CompareRequest,
    caps: &Caps,
    observer: &dyn Observer,
) -> Result<Value, Problem> {
    let position = Position::read(request.board.as_ref(), request.goal.as_ref(), caps)?;
    let named = request.algorithms.iter().flatten().map(|name| parse(name));
    let named = named
        .collect::<Result<Vec<_>, _>>()
        .map_err(wrong("algorithms"))?;
    if request.course && !named.is_empty() {
        let words = "course names all contestants: leave out algorithms".to_owned();
        return Err(wrong("course")(words));
    }
    let named = match request.course {
        true => course_line_up().to_vec(),
        false => named,
    };
    ensure_distinct(&named).map_err(wrong("algorithms"))?;
    let means = means(request, caps)?;
    ensure_usable(&named, request.weight.is_some(), means.tables).map_err(wrong("algorithms"))?;
    let line_up = line_up(
        &named,
        position.board.size(),
        means.tables != TableChoice::None,
    );
    caps.check_count("algorithms", line_up.len() as u64)?;
    let instance = position.instance()?;
    let mut round = Round {
        name: "board".to_owned(),
        board: position.board,
        is_solvable: instance.is_some(),
        runs: Vec::new(),
    };
    let deadline = Deadline::new(engine, caps.time, observer);
    if instance.is_none() {
        let position = (&round.board, &position.goal);
        // Those that are in every line-up have nothing to do here.
        let runs = named.iter().filter(|_| !deadline.is_over());
        let refute = |&one| refute(engine, position, one, &means, &deadline, &Unmeasured);
        round.runs = runs.filter_map(refute).collect();
    }
    if let Some(instance) = &instance {
        for contestant in line_up {
            if deadline.is_over() {
                break;
            }
            let mut entry = Entry::new(engine, instance, contestant, &means);
            if entry.ensure_tables(instance, &deadline).is_err() {
                break;
            }
            round.runs.push(entry.run(instance, &deadline, &Unmeasured));
        }
    }
    Ok(object(&[round]))
}

fn means(request: &CompareRequest, caps: &Caps) -> Result<Request, Problem> {
    let weight = written("weight", request.weight.as_ref(), |text| {
        text.parse()
            .map_err(|error: noyes::search::WeightError| error.to_string())
    })?;
    let time = written(
        "time_limit",
        request.time_limit.as_ref(),
        quantity::duration,
    )?;
    let memory = written(
        "memory_limit",
        request.memory_limit.as_ref(),
        quantity::bytes,
    )?;
    let default = Request::default();
    Ok(Request {
        weight: weight.unwrap_or(default.weight),
        tables: parse_name("tables", request.tables.as_deref(), names::tables)?.unwrap_or_default(),
        seed: request.seed.unwrap_or(default.seed),
        limits: caps.limits(Limits {
            time: Some(time.unwrap_or(USUAL_TIME)),
            nodes: written("node_limit", request.node_limit.as_ref(), quantity::count)?,
            memory: Some(memory.unwrap_or(USUAL_MEMORY)),
            threads: None,
        }),
        ..default
    })
}
