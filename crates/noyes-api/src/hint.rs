//! `hint`: the next move of the best solution that is found in a moment.

use std::time::Duration;

use noyes::board::Direction;
use noyes::guard::Observer;
use noyes::solve::{Limits, Outcome, Request};
use noyes::{Board, Goal, Instance};
use serde::{Deserialize, Serialize};

use crate::solve::written;
use crate::written::whole;
use crate::{BoardText, Caps, Engine, Position, Problem, Written, quantity};

/// Time for a hint.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// Slides that a hint shows.
const USUAL_COUNT: u32 = 5;

/// A request for the next slides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct HintRequest {
    /// The board, in any format.
    pub board: Option<BoardText>,
    /// `blank-last`, `blank-first`, `snail`, or a board.
    pub goal: Option<BoardText>,
    /// The number of slides to show; 5 by default.
    #[serde(deserialize_with = "whole")]
    pub count: Option<u32>,
    /// Whether to tell what every slide that can be made leads to.
    pub all: bool,
    /// Time for each search; 1 s by default.
    pub time_limit: Option<Written>,
}

/// One slide.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Slide {
    /// The tile.
    pub tile: u16,
    /// The way it slides: `U`, `D`, `L` or `R`.
    pub direction: String,
}

/// A slide that can be made, and what is known of the board after it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct SlideValue {
    /// The tile.
    pub tile: u16,
    /// The way it slides.
    pub direction: String,
    /// Moves of the best solution after it.
    pub length: Option<u32>,
    /// No solution after it is shorter.
    pub lower_bound: u32,
    /// Whether that length is proven minimal.
    pub optimal: bool,
}

/// A hint.
///
/// ```
/// use noyes::Engine;
/// use noyes::guard::Silent;
/// use noyes_api::{Caps, HintRequest, hint};
///
/// let board = Some("0 1 3/4 2 5/7 8 6".into());
/// let request = HintRequest { board, all: true, ..HintRequest::default() };
/// let answer = hint(&Engine::new(), &request, &Caps::NONE, &Silent)?;
/// assert_eq!((answer.length, answer.next[0].tile), (Some(4), 1));
/// let lengths: Vec<_> = answer.slides.iter().flatten().map(|slide| slide.length).collect();
/// assert_eq!(lengths, [Some(5), Some(3)]);
/// # Ok::<(), noyes_api::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct HintAnswer {
    /// The version of this form: 1.
    pub schema: u32,
    /// Whether the board can be solved.
    pub solvable: bool,
    /// Moves of the best solution.
    pub length: Option<u32>,
    /// No solution is shorter.
    pub lower_bound: Option<u32>,
    /// Whether that length is proven minimal.
    pub optimal: bool,
    /// The next slides of that solution.
    pub next: Vec<Slide>,
    /// What every slide that can be made leads to, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slides: Option<Vec<SlideValue>>,
    /// The hint as a sentence.
    pub words: String,
}

/// The next slides for the board of a request.
pub fn hint(
    engine: &Engine,
    request: &HintRequest,
    caps: &Caps,
    observer: &dyn Observer,
) -> Result<HintAnswer, Problem> {
    let position = Position::read(request.board.as_ref(), request.goal.as_ref(), caps)?;
    let time = written(
        "time_limit",
        request.time_limit.as_ref(),
        quantity::duration,
    )?;
    let limits = caps.limits(Limits {
        time: Some(time.unwrap_or(USUAL_TIME)),
        ..Limits::default()
    });
    let Some(instance) = position.instance()? else {
        return Ok(HintAnswer {
            schema: 1,
            solvable: false,
            length: None,
            lower_bound: None,
            optimal: false,
            next: Vec::new(),
            slides: None,
            words: "No solution possible".to_owned(),
        });
    };
    let outcome = outcome(engine, &instance, limits, observer)?;
    let next = next_slides(
        &position.board,
        &outcome,
        request.count.unwrap_or(USUAL_COUNT) as usize,
    );
    let slides = request
        .all
        .then(|| slide_values(engine, &position.board, &position.goal, limits, observer));
    Ok(HintAnswer {
        schema: 1,
        solvable: true,
        length: outcome.length(),
        lower_bound: Some(outcome.lower_bound()),
        optimal: outcome.is_optimal(),
        words: words(next.first(), &outcome),
        next,
        slides: slides.transpose()?,
    })
}

fn outcome(
    engine: &Engine,
    instance: &Instance,
    limits: Limits,
    observer: &dyn Observer,
) -> Result<Outcome, Problem> {
    let request = Request {
        limits,
        ..Request::default()
    };
    let plan = engine.plan(instance, &request)?;
    Ok(engine.solve(instance, &plan, observer)?)
}

fn next_slides(board: &Board, outcome: &Outcome, count: usize) -> Vec<Slide> {
    let mut board = board.clone();
    let moves = outcome.moves().into_iter().flat_map(|moves| moves.iter());
    let mut next = Vec::new();
    for &way in moves.take(count) {
        let (Some(tile), Some(after)) = (sliding_tile(&board, way), board.slide(way)) else {
            break;
        };
        let direction = way.letter().to_string();
        next.push(Slide { tile, direction });
        board = after;
    }
    next
}

/// The tile that a slide moves.
fn sliding_tile(board: &Board, way: Direction) -> Option<u16> {
    let cell = board.size().source_cell(board.blank(), way)?;
    Some(board.tiles()[cell])
}

fn slide_values(
    engine: &Engine,
    board: &Board,
    goal: &Goal,
    limits: Limits,
    observer: &dyn Observer,
) -> Result<Vec<SlideValue>, Problem> {
    let mut values = Vec::new();
    for way in Direction::ALL {
        let (Some(tile), Some(after)) = (sliding_tile(board, way), board.slide(way)) else {
            continue;
        };
        let outcome = outcome(engine, &Instance::new(&after, goal)?, limits, observer)?;
        values.push(SlideValue {
            tile,
            direction: way.letter().to_string(),
            length: outcome.length(),
            lower_bound: outcome.lower_bound(),
            optimal: outcome.is_optimal(),
        });
    }
    Ok(values)
}

fn words(first: Option<&Slide>, outcome: &Outcome) -> String {
    let (Some(Slide { tile, direction }), Some(length)) = (first, outcome.length()) else {
        return match outcome.length() {
            Some(_) => "The board is solved".to_owned(),
            None => "No solution was found in time".to_owned(),
        };
    };
    let way = match direction.as_str() {
        "U" => "up",
        "D" => "down",
        "L" => "left",
        _ => "right",
    };
    match outcome.is_optimal() {
        true => format!("Slide {tile} {way}: {length} moves to go, and fewer will not do"),
        false => {
            let bound = outcome.lower_bound();
            format!("Slide {tile} {way}: {length} moves to go; the minimum is at least {bound}")
        }
    }
}
