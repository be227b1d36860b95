//! `tree`: the search tree of the first steps of A*, as data or drawn.

use noyes::heuristic::HeuristicKind;
use noyes::render::{
    tree_animated_svg, tree_dot, tree_steps_dot, tree_steps_svg, tree_steps_text, tree_svg,
    tree_text,
};
use noyes::search::{Duplicates, TreeOptions, first_steps};
use noyes::solve::HeuristicChoice;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::position::wrong;
use crate::solve::parse;
use crate::written::whole;
use crate::{BoardText, Caps, Position, Problem, ProblemKind, names};

/// Steps that are shown.
const USUAL_COUNT: u32 = 5;
/// The most steps.
const MAX_STEPS: u32 = 10_000;
/// The most steps that are shown one by one.
const MAX_EACH: u32 = 1000;
/// The most steps that are drawn one by one.
const MAX_PAGES: u32 = 100;
/// Columns of text.
const WIDTH: usize = 100;
/// The formats.
const FORMATS: [&str; 5] = ["json", "text", "dot", "svg", "animated"];

/// A request for a search tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct TreeRequest {
    /// The board, in any format.
    pub board: Option<BoardText>,
    /// `blank-last`, `blank-first`, `snail`, or a board.
    pub goal: Option<BoardText>,
    /// How many nodes to dequeue; 5 by default.
    #[serde(deserialize_with = "whole")]
    pub steps: Option<u32>,
    /// Show the state after every step, with the priority queue in order; `json` and `animated`
    /// always do.
    pub each: bool,
    /// What A* refuses: `none`, `previous`, `chain` or `index`; previous by default.
    pub duplicates: Option<String>,
    /// The distance in the priority; manhattan by default.
    pub heuristic: Option<String>,
    /// `json` (nodes and steps as data), `text`, `dot`, `svg` or `animated`; json by default.
    pub format: Option<String>,
    /// The colours of a picture: `auto`, `light` or `dark`.
    pub theme: Option<String>,
}

/// The search tree of a request: the object of [`SearchTrees`](noyes::search_tree::SearchTrees), or
/// a drawing in the field `drawing`. Of an unsolvable board the twin's tree is there too.
///
/// ```
/// use noyes_api::{Caps, TreeRequest, tree};
///
/// let board = Some("0 1 3/4 2 5/7 8 6".into());
/// let answer = tree(&TreeRequest { board, ..TreeRequest::default() }, &Caps::NONE)?;
/// assert_eq!(answer["nodes"][0]["priority"], 4);
/// # Ok::<(), noyes_api::Problem>(())
/// ```
pub fn tree(request: &TreeRequest, caps: &Caps) -> Result<Value, Problem> {
    let position = Position::read(request.board.as_ref(), request.goal.as_ref(), caps)?;
    let heuristic = match parse("heuristic", request.heuristic.as_deref(), names::heuristic)? {
        Some(Some(HeuristicChoice::Kind(kind))) => kind,
        Some(Some(_)) => {
            let words = "the tree shows the A* of the course: use hamming or manhattan";
            return Err(wrong("heuristic")(words.to_owned()));
        }
        _ => HeuristicKind::Manhattan,
    };
    let steps = request.steps.unwrap_or(USUAL_COUNT);
    if steps > MAX_STEPS {
        return Err(wrong("steps")(format!("steps are at most {MAX_STEPS}")));
    }
    let theme = parse("theme", request.theme.as_deref(), names::theme)?.unwrap_or_default();
    let format = request.format.as_deref().unwrap_or(FORMATS[0]);
    if !FORMATS.contains(&format) {
        let words = names::unknown("format", format, FORMATS.into_iter());
        return Err(wrong("format")(words));
    }
    let is_each = request.each || matches!(format, "json" | "animated");
    let most = match format {
        _ if !is_each => MAX_STEPS,
        "svg" | "animated" => MAX_PAGES,
        _ => MAX_EACH,
    };
    if steps > most {
        let words = format!("every step is shown of at most {most} steps in this format");
        return Err(wrong("steps")(words));
    }
    let is_solvable = position.instance()?.is_some();
    let goal = position.goal.board(position.board.size())?;
    let options = TreeOptions {
        steps: steps as usize,
        duplicates: parse(
            "duplicates",
            request.duplicates.as_deref(),
            names::duplicates,
        )?
        .unwrap_or(Duplicates::Previous),
        with_twin: !is_solvable,
        with_queues: is_each,
    };
    let trees = first_steps(&position.board, &goal, heuristic, &options)
        .map_err(|error| Problem::new(ProblemKind::Value, error).about("heuristic"))?;
    let drawing = match format {
        "text" if request.each => tree_steps_text(&trees, WIDTH),
        "text" => tree_text(&trees),
        "dot" if request.each => tree_steps_dot(&trees),
        "dot" => tree_dot(&trees),
        "svg" if request.each => tree_steps_svg(&trees, theme),
        "svg" => tree_svg(&trees, theme),
        "animated" => tree_animated_svg(&trees, theme),
        _ => return serde_json::to_value(&trees).map_err(Problem::from),
    };
    Ok(json!({"schema": 1, "solvable": is_solvable, "drawing": drawing}))
}
