//! `check`: does a solution solve, how far is it from the minimum, which move is wasted.

mod cycles;
mod minima;

pub use cycles::Cycle;
pub use minima::{Minima, OneObserver, Searches, Wasted};

use std::time::Duration;

use noyes::board::Metric;
use noyes::format::ReadError;
use noyes::goal::InstanceError;
use noyes::solve::{Limits, Outcome};
use noyes::{Instance, Moves};
use noyes_answer::{Answer, Fault, Quote, Reading};
use serde::{Deserialize, Serialize};

use crate::position::missing;
use crate::solve::{parse, written};
use crate::{BoardText, Caps, Engine, Position, Problem, ProblemKind, Written, names, quantity};

/// Time for finding the minimum to compare with.
pub const USUAL_TIME: Duration = Duration::from_secs(10);

/// A request to check a solution.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct CheckRequest {
    /// The board, in any format.
    pub board: Option<BoardText>,
    /// `blank-last`, `blank-first`, `snail`, or a board.
    pub goal: Option<BoardText>,
    /// The moves, in any format and with other prints around them, or "No solution possible".
    pub moves: Option<String>,
    /// What counts as one move: `single` or `multi`.
    pub metric: Option<String>,
    /// Time for finding the minimum to compare with; 10 s by default.
    pub time_limit: Option<Written>,
}

/// What a check found.
///
/// ```
/// use noyes::Engine;
/// use noyes::guard::Silent;
/// use noyes_api::{Caps, CheckRequest, check};
///
/// let request: CheckRequest =
///     serde_json::from_str(r#"{"board": "0 1 3/4 2 5/7 8 6", "moves": "LLRULU"}"#)?;
/// let answer = check::check(&Engine::new(), &request, &Caps::NONE, &Silent)?;
/// assert!(answer.right && answer.length == Some(6) && answer.lower_bound == Some(4));
/// assert_eq!(answer.wasted.map(|one| (one.number, one.tile)), Some((2, 3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct CheckAnswer {
    /// The version of this form: 1.
    pub schema: u32,
    /// Whether the answer is right: it solves the board, or says truly that none does.
    pub right: bool,
    /// Whether the board can be solved.
    pub solvable: bool,
    /// The slides that the text makes, if they solve the board; each letter is the way the tile
    /// slides.
    pub directions: Option<String>,
    /// How the text was read: `tile-letters`, `blank-letters`, `tiles` or `boards`.
    pub reading: Option<String>,
    /// What counts as one move: `single` or `multi`.
    pub metric: Option<String>,
    /// The number of moves.
    pub length: Option<u32>,
    /// The number of moves if pushing several tiles at once is one.
    pub multi_tile_length: Option<usize>,
    /// No solution is shorter.
    pub lower_bound: Option<u32>,
    /// The length of the shortest solution known.
    pub best: Option<u32>,
    /// Whether the shortest solution known is proven minimal.
    pub optimal: bool,
    /// The first wasted move, where the minima along the way can be proven.
    pub wasted: Option<WastedMove>,
    /// Moves that lead back to an earlier board, where no wasted move is known.
    pub cycle: Option<CycleMoves>,
    /// The first lines that are neither moves nor boards, and were left aside.
    pub not_understood: Vec<String>,
    /// The same in sentences, as the command prints them.
    pub words: Vec<String>,
}

/// A move that is on no shortest path.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct WastedMove {
    /// Which move, from 1.
    pub number: usize,
    /// The tile.
    pub tile: u16,
    /// The way it slides.
    pub direction: String,
    /// How many tiles slide.
    pub tiles: usize,
}

/// The first and the last move of a cycle, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct CycleMoves {
    /// The first move.
    pub first: usize,
    /// The last move.
    pub last: usize,
}

/// Checks the moves of a request.
pub fn check(
    engine: &Engine,
    request: &CheckRequest,
    caps: &Caps,
    observer: &dyn noyes::guard::Observer,
) -> Result<CheckAnswer, Problem> {
    let position = Position::read(request.board.as_ref(), request.goal.as_ref(), caps)?;
    let text = request.moves.as_deref().ok_or_else(|| missing("moves"))?;
    let time = written(
        "time_limit",
        request.time_limit.as_ref(),
        quantity::duration,
    )?;
    let limits = caps.limits(Limits {
        time: Some(time.unwrap_or(USUAL_TIME)),
        ..Limits::default()
    });
    let metric = parse("metric", request.metric.as_deref(), names::metric)?.unwrap_or_default();
    let answer = Answer::read(text, &position.board, &position.goal_board()?, metric);
    let searches = OneObserver(observer);
    check_answer(engine, &position, metric, &answer, limits, &searches)
}

/// Checks what a text says about a board. Moves that cannot be read are a problem, not an answer.
pub fn check_answer(
    engine: &Engine,
    position: &Position,
    metric: Metric,
    answer: &Answer,
    limits: Limits,
    searches: &dyn Searches,
) -> Result<CheckAnswer, Problem> {
    let (board, goal) = (&position.board, &position.goal);
    let unsolvable = Instance::new(board, goal).err();
    let none = Moves::new();
    let (moves, reading) = match &answer.solution {
        Ok(solution) => (&solution.moves, solution.reading),
        Err(_) if answer.says_unsolvable.is_some() => return check_unsolvable(unsolvable),
        // The moves of a solved board may be an empty file, as solve writes it.
        Err(Fault::Empty) if *board == position.goal_board()? => (&none, Reading::TileLetters),
        Err(fault) => return explain(answer, fault, unsolvable),
    };
    let length = metric.length(moves);
    let read = CheckAnswer {
        schema: 1,
        solvable: true,
        directions: Some(moves.to_string()),
        reading: Some(reading.name().to_owned()),
        metric: Some(metric.name().to_owned()),
        length: Some(length),
        multi_tile_length: Some(moves.multi_tile_moves()),
        not_understood: answer
            .not_understood
            .iter()
            .map(ToString::to_string)
            .collect(),
        ..CheckAnswer::default()
    };
    if let Some((_, claim)) = answer.claim
        && claim != i64::from(length)
    {
        let reason = format!("says {claim} moves but makes {length}");
        let words = CheckAnswer::wrong(&reason, true).words;
        return Ok(CheckAnswer { words, ..read });
    }
    let minima = Minima {
        engine,
        goal,
        metric,
        limits,
    };
    let outcome = minima.outcome(board, &*searches.observer(None))?;
    let wasted = (outcome.is_optimal() && outcome.lower_bound() < length)
        .then(|| minima.first_wasted(board, moves, outcome.lower_bound(), searches))
        .flatten();
    // Where no minimum tells which move is wasted, a round that leads nowhere still does.
    let cycle = (wasted.is_none() && outcome.lower_bound() < length)
        .then(|| Cycle::find(board, moves, &*searches.observer(None)))
        .flatten();
    let mut words = how_it_solves(moves, metric, reading);
    compare(&mut words, length, &outcome);
    if let Some(wasted) = wasted {
        words.push(format!("First wasted move: {wasted}"));
    }
    if let Some(Cycle { first, last }) = cycle {
        let noun = match metric {
            Metric::Single => "Moves",
            Metric::Multi => "Slides",
        };
        words.push(format!(
            "{noun} {first} to {last} are wasted: the board is then as it was before them"
        ));
    }
    words.extend(left_aside(answer));
    Ok(CheckAnswer {
        right: true,
        lower_bound: Some(outcome.lower_bound()),
        best: outcome.length().map(|best| best.min(length)),
        optimal: outcome.is_optimal() || outcome.lower_bound() == length,
        words,
        wasted: wasted.map(|wasted| WastedMove {
            number: wasted.number,
            tile: wasted.tile,
            direction: wasted.way.letter().to_string(),
            tiles: wasted.tiles,
        }),
        cycle: cycle.map(|Cycle { first, last }| CycleMoves { first, last }),
        ..read
    })
}

impl CheckAnswer {
    /// The answer as JSON on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    fn wrong(reason: &str, solvable: bool) -> Self {
        let words = format!("Not a solution: {reason}");
        Self {
            schema: 1,
            solvable,
            words: words.lines().map(str::to_owned).collect(),
            ..Self::default()
        }
    }
}

/// The lines that are neither moves nor boards.
fn left_aside(answer: &Answer) -> Option<String> {
    let shown = answer.not_understood.iter().take(3);
    let shown: Vec<String> = shown.map(ToString::to_string).collect();
    let more = match answer.not_understood_count - shown.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!shown.is_empty()).then(|| format!("Left aside: {}{more}", shown.join(", ")))
}

/// Checks the answer that the board has no solution.
fn check_unsolvable(unsolvable: Option<InstanceError>) -> Result<CheckAnswer, Problem> {
    match unsolvable {
        Some(error @ InstanceError::Unsolvable(_)) => Ok(CheckAnswer {
            schema: 1,
            right: true,
            words: vec![format!("Right: {error}")],
            ..CheckAnswer::default()
        }),
        Some(error) => Err(error.into()),
        None => Ok(CheckAnswer::wrong("says there is none, but there is", true)),
    }
}

/// Says why the moves are no solution: that the board has none, or what is wrong with them. A text
/// without readable moves is a problem instead.
fn explain(
    answer: &Answer,
    fault: &Fault,
    unsolvable: Option<InstanceError>,
) -> Result<CheckAnswer, Problem> {
    let solvable = unsolvable.is_none();
    if let Some(trouble) = &answer.trouble {
        return Ok(CheckAnswer::wrong(&trouble.to_string(), solvable));
    }
    let reason = match (fault, unsolvable) {
        (Fault::Unreadable(error @ ReadError::NotOneSlide { .. }), _) => error.to_string(),
        (Fault::Unreadable(error), _) => {
            return Err(Problem::from(error.clone()).about("moves"));
        }
        (Fault::Wrong { .. }, Some(error)) => error.to_string(),
        (
            Fault::Wrong {
                error, other_way, ..
            },
            None,
        ) => match other_way {
            None => error.to_string(),
            Some(other) => format!(
                "{error}\nNor if the letters are the way the blank goes (named here by the tile's): {other}"
            ),
        },
        (Fault::Empty, _) => "there is nothing in it".to_owned(),
        (Fault::NotUnderstood(Some(quote)), _) => return Err(not_understood(quote)),
        (_, _) => "there are no moves or boards in it".to_owned(),
    };
    Ok(CheckAnswer::wrong(&reason, solvable))
}

/// The problem of a line that is neither moves nor boards: bad input, not a wrong solution.
fn not_understood(Quote { line, text }: &Quote) -> Problem {
    let remedy = "write moves as R2U2LD, as tiles (5 L) or as the boards one after another";
    let detail = format!("line {line}: expected moves or boards, found “{text}”; {remedy}");
    Problem {
        line: Some(*line),
        ..Problem::new(ProblemKind::Unreadable, detail)
            .about("moves")
            .mended_by(remedy)
    }
}

fn how_it_solves(moves: &Moves, metric: Metric, reading: Reading) -> Vec<String> {
    let reading = reading.words();
    let other = match metric {
        Metric::Single => format!(
            "{} if pushing several tiles at once is one move; {reading}",
            moves.multi_tile_moves()
        ),
        Metric::Multi => format!(
            "{} if every slide of one tile is one move; {reading}",
            moves.len()
        ),
    };
    let length = metric.length(moves);
    vec![format!("Solves the board in {length} moves"), other]
}

fn compare(words: &mut Vec<String>, length: u32, outcome: &Outcome) {
    let bound = outcome.lower_bound();
    if bound == length {
        words.push(format!(
            "Minimum number of moves = {length}: none can be saved"
        ));
        return;
    }
    let more = length - bound;
    if outcome.is_optimal() {
        words.push(format!(
            "Minimum number of moves = {bound}: {more} more than needed"
        ));
        return;
    }
    words.push(format!(
        "The minimum is at least {bound}: at most {more} more than needed"
    ));
    if let Some(best) = outcome.length().filter(|&best| best < length) {
        words.push(format!(
            "A solution of {best} moves is known: {} fewer",
            length - best
        ));
    }
}
