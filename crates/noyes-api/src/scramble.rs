//! `scramble`: random solvable boards.

use std::hash::{BuildHasher, RandomState};

use noyes::guard::{Control, Event, Observer};
use noyes::heuristic::HeuristicKind;
use noyes::scramble::Scrambler;
use noyes::{Board, Goal, Instance, format};
use serde::{Deserialize, Serialize};

use crate::position::{missing, read_goal, read_size, wrong};
use crate::written::whole;
use crate::{BoardText, Caps, Engine, Problem, ProblemKind, Written};

/// The most slides of a walk.
const MAX_DEPTH: u32 = 100_000_000;
/// Boards of which a hard one is the best.
const DRAWS: usize = 1000;

/// A request for random boards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct ScrambleRequest {
    /// The size: 4 (for 4×4), or `"3x5"`.
    pub size: Option<Written>,
    /// The number of boards; 1 by default.
    #[serde(deserialize_with = "whole")]
    pub count: Option<u64>,
    /// Seed of the boards; a random one by default.
    #[serde(deserialize_with = "whole")]
    pub seed: Option<u64>,
    /// Random slides from the goal, instead of a uniformly random board.
    #[serde(deserialize_with = "whole")]
    pub depth: Option<u32>,
    /// The board with the highest lower bound of 1,000 random ones.
    pub hard: bool,
    /// `blank-last`, `blank-first`, `snail`, or a board.
    pub goal: Option<BoardText>,
}

/// A random board.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct ScrambledBoard {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// The tiles, row by row, 0 for the blank.
    pub tiles: Vec<u16>,
    /// The board on one line, rows split by `/`.
    pub line: String,
}

/// Random boards, and the seed that gives them again.
///
/// ```
/// use noyes::Engine;
/// use noyes::guard::Silent;
/// use noyes_api::{Caps, ScrambleRequest, scramble};
///
/// let (size, seed) = (Some("4".into()), Some(1));
/// let request = ScrambleRequest { size, seed, ..ScrambleRequest::default() };
/// let answer = scramble(&Engine::new(), &request, &Caps::NONE, &Silent)?;
/// assert_eq!(answer.boards[0].line, "15 8 5 2/7 13 11 12/4 1 6 10/14 9 0 3");
/// # Ok::<(), noyes_api::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct ScrambleAnswer {
    /// The version of this form: 1.
    pub schema: u32,
    /// The seed.
    pub seed: u64,
    /// The boards.
    pub boards: Vec<ScrambledBoard>,
}

/// Draws the boards of a request.
pub fn scramble(
    engine: &Engine,
    request: &ScrambleRequest,
    caps: &Caps,
    observer: &dyn Observer,
) -> Result<ScrambleAnswer, Problem> {
    let size = request.size.as_ref().ok_or_else(|| missing("size"))?;
    let size = read_size(size, caps)?;
    let goal = read_goal(request.goal.as_ref())?;
    let count = request.count.unwrap_or(1);
    caps.check_count("count", count)?;
    if request.depth.is_some() && request.hard {
        let words = "a depth and a hard board exclude each other: leave one out".to_owned();
        return Err(wrong("hard")(words));
    }
    if request.depth.is_some_and(|depth| depth > MAX_DEPTH) {
        return Err(wrong("depth")(format!("a depth is at most {MAX_DEPTH}")));
    }
    let seed = request.seed.unwrap_or_else(|| random_seed(engine));
    let mut scrambler = Scrambler::new(size, &goal, seed)?;
    let started = engine.clock().now();
    let is_late = || {
        caps.time
            .is_some_and(|time| engine.clock().now() - started >= time)
    };
    let mut boards = Vec::new();
    for done in 0..count {
        let go_on = || {
            let event = Event::Drawn { done, total: count };
            observer.on(&event) == Control::Continue && !is_late()
        };
        let board = match request.depth {
            Some(slides) => scrambler.walk_while(slides as usize, |_| go_on()),
            None if !go_on() => None,
            None if request.hard => {
                Some(scrambler.hardest(DRAWS, |board| difficulty(board, &goal)))
            }
            None => Some(scrambler.uniform()),
        };
        boards.push(scrambled(&board.ok_or_else(stopped)?));
    }
    Ok(ScrambleAnswer {
        schema: 1,
        seed,
        boards,
    })
}

fn stopped() -> Problem {
    Problem::new(ProblemKind::Stopped, "stopped before all boards were drawn")
        .mended_by("ask for fewer boards, or for a smaller depth")
}

fn scrambled(board: &Board) -> ScrambledBoard {
    ScrambledBoard {
        rows: board.rows(),
        cols: board.cols(),
        tiles: board.tiles().to_vec(),
        line: format::slashes(board),
    }
}

/// A seed that is short to write, and another one each time.
fn random_seed(engine: &Engine) -> u64 {
    RandomState::new().hash_one(engine.clock().now()) % 1_000_000
}

/// The lower bound by which hard boards are ranked.
pub fn difficulty(board: &Board, goal: &Goal) -> u32 {
    let instance = Instance::new(board, goal);
    let bound = |instance: Instance| HeuristicKind::LinearConflict.bound(&instance).ok();
    instance.ok().and_then(bound).unwrap_or(0)
}
