//! `render`: a board, or a solution as film strip or animation.

use noyes::board::Metric;
use noyes::format::read_moves;
use noyes::guard::Observer;
use noyes::render::{Picture, RenderError};
use noyes::solve::{Limits, Request};
use noyes::{Instance, Moves};
use noyes_answer::Answer;
use serde::{Deserialize, Serialize};

use crate::position::wrong;
use crate::solve::parse;
use crate::written::whole;
use crate::{BoardText, Caps, Engine, Position, Problem, ProblemKind, base64, names};

/// The kinds of pictures.
const FORMATS: &[&str] = &[
    "svg",
    #[cfg(feature = "png")]
    "png",
    "strip",
    "animated",
    "gif",
];
/// The most boards in a strip.
const USUAL_FRAMES: u32 = 60;

/// A request for a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct RenderRequest {
    /// The board, in any format.
    pub board: Option<BoardText>,
    /// `blank-last`, `blank-first`, `snail`, or a board.
    pub goal: Option<BoardText>,
    /// The moves, in any format; solved for where a solution is to be drawn.
    pub moves: Option<String>,
    /// `svg`, `png`, `strip`, `animated` or `gif`; by default svg, or animated with moves.
    pub format: Option<String>,
    /// The colours: `auto`, `light` or `dark`.
    pub theme: Option<String>,
    /// The side of a cell in pixels, from 4 to 1000.
    #[serde(deserialize_with = "whole")]
    pub cell: Option<u16>,
    /// The most boards in a strip, from 2 to 10,000; 60 by default.
    #[serde(deserialize_with = "whole")]
    pub frames: Option<u32>,
}

/// A picture.
///
/// ```
/// use noyes::Engine;
/// use noyes::guard::Silent;
/// use noyes_api::{Caps, RenderRequest, render};
///
/// let (board, format) = (Some("1 2/0 3".into()), Some("png".to_owned()));
/// let request = RenderRequest { board, format, ..RenderRequest::default() };
/// let answer = render(&Engine::new(), &request, &Caps::NONE, &Silent)?;
/// assert_eq!((answer.media_type.as_str(), answer.encoding.as_str()), ("image/png", "base64"));
/// assert!(answer.data.starts_with("iVBORw0KGgo"));
/// # Ok::<(), noyes_api::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct RenderAnswer {
    /// The version of this form: 1.
    pub schema: u32,
    /// `image/svg+xml`, `image/png` or `image/gif`.
    pub media_type: String,
    /// How the picture is written: `utf-8` or `base64`.
    pub encoding: String,
    /// The picture.
    pub data: String,
}

/// Draws the picture of a request.
pub fn render(
    engine: &Engine,
    request: &RenderRequest,
    caps: &Caps,
    observer: &dyn Observer,
) -> Result<RenderAnswer, Problem> {
    let position = Position::read(request.board.as_ref(), request.goal.as_ref(), caps)?;
    let usual = if request.moves.is_some() {
        "animated"
    } else {
        "svg"
    };
    let format = request.format.as_deref().unwrap_or(usual);
    if !FORMATS.contains(&format) {
        let words = names::unknown("kind of picture", format, FORMATS.iter().copied());
        return Err(wrong("format")(words));
    }
    let theme = parse("theme", request.theme.as_deref(), names::theme)?.unwrap_or_default();
    let frames = request.frames.unwrap_or(USUAL_FRAMES);
    if !(2..=10_000).contains(&frames) {
        return Err(wrong("frames")("frames are from 2 to 10000".to_owned()));
    }
    if request.cell.is_some_and(|cell| !(4..=1000).contains(&cell)) {
        return Err(wrong("cell")("a cell has from 4 to 1000 pixels".to_owned()));
    }
    let goal_board = position.goal_board()?;
    let picture = Picture::new(&position.board, &goal_board).watched_by(observer);
    let mut picture = picture.theme(theme);
    if let Some(cell) = request.cell {
        picture = picture.cell(f64::from(cell));
    } else if format == "strip" && position.board.size().fits_in(5) {
        picture = picture.cell(36.0);
    }
    let moves = match format {
        "svg" | "png" => Moves::new(),
        _ => moves(engine, request, &position, caps, observer)?,
    };
    let text = |svg: String| RenderAnswer::new("image/svg+xml", "utf-8", svg);
    let drawn = match format {
        #[cfg(feature = "png")]
        "png" => picture.png().map(|bytes| binary("image/png", &bytes)),
        "gif" => picture.gif(&moves).map(|bytes| binary("image/gif", &bytes)),
        "strip" => picture.strip_svg(&moves, frames as usize).map(text),
        "animated" => picture.animated_svg(&moves).map(text),
        _ => Ok(text(picture.svg())),
    };
    drawn.map_err(|error| match error {
        RenderError::Stopped => Problem::new(ProblemKind::Stopped, error),
        RenderError::Encoder(_) => Problem::new(ProblemKind::Internal, error),
        error => Problem::new(ProblemKind::Value, error),
    })
}

impl RenderAnswer {
    fn new(media_type: &str, encoding: &str, data: String) -> Self {
        Self {
            schema: 1,
            media_type: media_type.to_owned(),
            encoding: encoding.to_owned(),
            data,
        }
    }
}

fn binary(media_type: &str, bytes: &[u8]) -> RenderAnswer {
    RenderAnswer::new(media_type, "base64", base64::encode(bytes))
}

/// The moves of the request, or of a solution. Letters of the blank are understood where they solve
/// the board; moves that do not solve it are drawn too.
fn moves(
    engine: &Engine,
    request: &RenderRequest,
    position: &Position,
    caps: &Caps,
    observer: &dyn Observer,
) -> Result<Moves, Problem> {
    let unreadable = |error| Problem::from(error).about("moves");
    if let Some(text) = &request.moves {
        let goal = position.goal_board()?;
        return match Answer::read(text, &position.board, &goal, Metric::Single).solution {
            Ok(solution) => Ok(solution.moves),
            Err(_) => Ok(read_moves(text, &position.board).map_err(unreadable)?.moves),
        };
    }
    let instance = Instance::new(&position.board, &position.goal)?;
    let request = Request {
        limits: caps.limits(Limits::default()),
        ..Request::default()
    };
    let plan = engine.plan(&instance, &request)?;
    let outcome = engine.solve(&instance, &plan, observer)?;
    outcome.moves().cloned().ok_or_else(|| {
        Problem::new(ProblemKind::Stopped, "no solution was found in time")
            .mended_by("give the moves")
    })
}
