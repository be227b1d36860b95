//! `solve`: a board, what is asked of the engine, and the answer.

mod answer;

pub use answer::{SolveAnswer, stop_name};

use noyes::Size;
use noyes::format::read_moves;
use noyes::goal::Instance;
use noyes::guard::Observer;
use noyes::search::Algorithm;
use noyes::solve::{Limits, Plan, Request};
use noyes::verify::verify;
use serde::{Deserialize, Serialize};

use crate::position::wrong;
use crate::written::whole;
use crate::{BoardText, Caps, Engine, Position, Problem, ProblemKind, Written, names, quantity};

/// A request to solve a board. Every field but the board has a default: what `noyes solve` does
/// without options.
///
/// ```
/// use noyes_api::SolveRequest;
///
/// let request: SolveRequest = serde_json::from_str(r#"{"board": "1 2/0 3", "time_limit": "2s"}"#)?;
/// assert_eq!(request.time_limit, Some("2s".into()));
/// assert!(serde_json::from_str::<SolveRequest>(r#"{"bord": "1 2/0 3"}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct SolveRequest {
    /// The board, in any format.
    pub board: Option<BoardText>,
    /// Moves from the solved board, instead of a board.
    pub scramble: Option<String>,
    /// The size of the board that is scrambled; 4 by default.
    pub size: Option<Written>,
    /// `blank-last`, `blank-first`, `snail`, or a board.
    pub goal: Option<BoardText>,
    /// The algorithm; `auto` chooses.
    pub algorithm: Option<String>,
    /// The heuristic; `auto` chooses the strongest that fits.
    pub heuristic: Option<String>,
    /// The weight of the distance, for weighted searches.
    pub weight: Option<Written>,
    /// What A* refuses: `none`, `previous`, `chain` or `index`.
    pub duplicates: Option<String>,
    /// What counts as one move: `single` or `multi`.
    pub metric: Option<String>,
    /// Pattern tables: `auto`, `small`, `large` or `none`.
    pub tables: Option<String>,
    /// Go on until the minimum is proven.
    pub optimal: bool,
    /// Time, such as `"2s"`; a number is seconds.
    pub time_limit: Option<Written>,
    /// Generated nodes, such as `"1e6"`.
    pub node_limit: Option<Written>,
    /// Memory, such as `"500MB"`; a number is bytes.
    pub memory_limit: Option<Written>,
    /// Threads, from 1 to 1024.
    #[serde(deserialize_with = "whole")]
    pub threads: Option<u16>,
    /// Seed for randomised searches; 1 by default.
    #[serde(deserialize_with = "whole")]
    pub seed: Option<u64>,
    /// A solution to start from and to shorten.
    pub from: Option<String>,
}

/// A request that is read and planned: what is wrong with it is known before any work begins.
#[derive(Debug)]
pub struct Prepared {
    position: Position,
    task: Task,
}

/// What is to be done.
#[derive(Debug)]
enum Task {
    /// To solve the instance.
    Solve(Box<(Instance, Plan)>),
    /// To say why the board cannot be solved.
    Refute(Box<Request>),
}

impl SolveRequest {
    /// Reads the board and plans the solve.
    pub fn prepare(&self, engine: &Engine, caps: &Caps) -> Result<Prepared, Problem> {
        let position = Position::read_or_scramble(
            self.board.as_ref(),
            self.scramble.as_deref(),
            self.size.as_ref(),
            self.goal.as_ref(),
            caps,
        )?;
        let mut request = self.request()?;
        request.limits = self.limits(position.board.size(), caps)?;
        let task = match position.instance()? {
            None => Task::Refute(Box::new(request)),
            Some(instance) => {
                request.from = self.from(&instance)?;
                let plan = engine.plan(&instance, &request)?;
                Task::Solve(Box::new((instance, plan)))
            }
        };
        Ok(Prepared { position, task })
    }

    /// The request without its limits and without a solution to start from.
    fn request(&self) -> Result<Request, Problem> {
        let algorithm = parse("algorithm", self.algorithm.as_deref(), names::algorithm)?.flatten();
        let weight = written("weight", self.weight.as_ref(), |text| {
            text.parse()
                .map_err(|error: noyes::search::WeightError| error.to_string())
        })?;
        if weight.is_some() && !algorithm.is_some_and(|algorithm| algorithm.is_weighted()) {
            let words = "a weight is for weighted searches";
            return Err(Problem::new(ProblemKind::Value, words)
                .about("weight")
                .mended_by("ask for the algorithm weighted, weighted-ida or ara"));
        }
        let default = Request::default();
        Ok(Request {
            algorithm,
            heuristic: parse("heuristic", self.heuristic.as_deref(), names::heuristic)?.flatten(),
            weight: weight.unwrap_or(default.weight),
            duplicates: parse("duplicates", self.duplicates.as_deref(), names::duplicates)?,
            count_distinct: algorithm == Some(Algorithm::Course),
            tables: parse("tables", self.tables.as_deref(), names::tables)?.unwrap_or_default(),
            metric: parse("metric", self.metric.as_deref(), names::metric)?.unwrap_or_default(),
            optimal: self.optimal,
            seed: self.seed.unwrap_or(default.seed),
            ..default
        })
    }

    fn limits(&self, size: Size, caps: &Caps) -> Result<Limits, Problem> {
        if self
            .threads
            .is_some_and(|threads| !(1..=1024).contains(&threads))
        {
            return Err(wrong("threads")("threads are from 1 to 1024".to_owned()));
        }
        let time = written("time_limit", self.time_limit.as_ref(), quantity::duration)?;
        let asked = Limits {
            time: time.or_else(|| usual_time(size, self.optimal)),
            nodes: written("node_limit", self.node_limit.as_ref(), quantity::count)?,
            memory: written("memory_limit", self.memory_limit.as_ref(), quantity::bytes)?,
            threads: self.threads.map(usize::from),
        };
        Ok(caps.limits(asked))
    }

    fn from(&self, instance: &Instance) -> Result<Option<noyes::Moves>, Problem> {
        let Some(text) = &self.from else {
            return Ok(None);
        };
        let (board, goal) = (instance.board(), instance.goal());
        let read = read_moves(text, board).map_err(|error| Problem::from(error).about("from"))?;
        verify(board, goal, &read.moves).map_err(|error| {
            let words = format!("these moves do not solve the board: {error}");
            Problem::new(ProblemKind::Value, words).about("from")
        })?;
        Ok(Some(read.moves))
    }
}

impl Prepared {
    /// The board, its goal, and what was understood.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Solves the board. The observer is told what happens, and may say stop.
    pub fn run(&self, engine: &Engine, observer: &dyn Observer) -> Result<SolveAnswer, Problem> {
        match &self.task {
            Task::Solve(planned) => {
                let (instance, plan) = &**planned;
                let outcome = engine.solve(instance, plan, observer)?;
                Ok(SolveAnswer::new(instance, &outcome))
            }
            Task::Refute(request) => {
                let Position { board, goal, .. } = &self.position;
                let refutation = engine.refute(board, goal, request, observer)?;
                Ok(SolveAnswer::refuted(board, goal.name(), &refutation))
            }
        }
    }
}

/// Solves the board of a request.
///
/// ```
/// use noyes::Engine;
/// use noyes::guard::Silent;
/// use noyes_api::{Caps, SolveRequest, solve};
///
/// let board = Some("8 1 3/4 0 2/7 6 5".into());
/// let request = SolveRequest { board, ..SolveRequest::default() };
/// let answer = solve::solve(&Engine::new(), &request, &Caps::NONE, &Silent)?;
/// assert_eq!((answer.length, answer.optimal), (Some(14), true));
/// # Ok::<(), noyes_api::Problem>(())
/// ```
pub fn solve(
    engine: &Engine,
    request: &SolveRequest,
    caps: &Caps,
    observer: &dyn Observer,
) -> Result<SolveAnswer, Problem> {
    request.prepare(engine, caps)?.run(engine, observer)
}

/// The time that a plan without a time limit would have, so that a cap does not lengthen it.
fn usual_time(size: Size, optimal: bool) -> Option<std::time::Duration> {
    let is_small = size.cells() <= 16;
    (!optimal && !is_small).then_some(Plan::DEFAULT_TIME)
}

/// Parses a name, if there is one.
pub(crate) fn parse<T>(
    field: &'static str,
    name: Option<&str>,
    parser: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, Problem> {
    name.map(|name| parser(name).map_err(wrong(field)))
        .transpose()
}

/// Parses a quantity, if there is one.
pub(crate) fn written<T>(
    field: &'static str,
    text: Option<&Written>,
    parser: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, Problem> {
    parse(field, text.map(|text| text.0.as_str()), parser)
}
