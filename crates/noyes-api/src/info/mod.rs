//! `info`: what can be said of a board without solving it.

mod exchange;
mod patterns;

pub use exchange::mending_exchange;
pub use patterns::{NoPatterns, Patterns};

use noyes::explain::{Conflict, Explanation, Line};
use noyes::goal::Parity;
use noyes::guard::Observer;
use noyes::heuristic::HeuristicKind;
use noyes::{Board, Instance, format};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{BoardText, Caps, Engine, Position, Problem};

/// A request for the properties of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct InfoRequest {
    /// The board, in any format.
    pub board: Option<BoardText>,
    /// `blank-last`, `blank-first`, `snail`, or a board.
    pub goal: Option<BoardText>,
}

/// The properties of a board.
#[derive(Debug)]
pub struct Facts {
    /// The board.
    pub board: Board,
    /// The goal as a board.
    pub goal_board: Board,
    /// The name of the goal.
    pub goal_name: &'static str,
    /// How the text was understood.
    pub note: String,
    /// Whether it can be solved, and why.
    pub parity: Parity,
    /// Tiles out of place.
    pub hamming: u32,
    /// Steps of all tiles.
    pub manhattan: u32,
    /// Name and value of every lower bound; empty for an unsolvable board.
    pub bounds: Vec<(&'static str, u32)>,
    /// Where the bounds come from.
    pub parts: Explanation,
    /// The bound of the pattern tables, pattern by pattern.
    pub patterns: Patterns,
}

impl Facts {
    /// The facts of a position. Tables are opened, and small ones built, within the caps.
    ///
    /// ```
    /// use noyes::Engine;
    /// use noyes::guard::Silent;
    /// use noyes_api::{Caps, Position, info::Facts};
    ///
    /// let position = Position::read(Some(&"0 1 3/4 2 5/7 8 6".into()), None, &Caps::NONE)?;
    /// let facts = Facts::of(&Engine::new(), &position, &Caps::NONE, &Silent)?;
    /// assert_eq!((facts.hamming, facts.manhattan), (4, 4));
    /// # Ok::<(), noyes_api::Problem>(())
    /// ```
    pub fn of(
        engine: &Engine,
        position: &Position,
        caps: &Caps,
        observer: &dyn Observer,
    ) -> Result<Self, Problem> {
        let board = position.board.clone();
        let goal_board = position.goal_board()?;
        let instance = position.instance()?;
        // Distances are defined for unsolvable boards too.
        let parts = match &instance {
            Some(instance) => Explanation::of(instance),
            None => Explanation::of_boards(&board, &goal_board),
        };
        let bound_of = |kind: HeuristicKind| {
            let bound = |instance: &Instance| kind.bound(instance).ok();
            instance.as_ref().and_then(bound)
        };
        let groups = parts.extra().map(|extra| parts.manhattan() + extra);
        let patterns = Patterns::of(engine, instance.as_ref(), caps, observer);
        Ok(Self {
            parity: Parity::of(&board, &goal_board),
            hamming: parts.hamming(),
            manhattan: parts.manhattan(),
            bounds: HeuristicKind::ALL
                .into_iter()
                .filter(|&kind| kind != HeuristicKind::LinearConflictOrWalkingDistance)
                .filter_map(|kind| Some((kind.name(), bound_of(kind)?)))
                .chain(groups.map(|bound| ("groups", bound)))
                .chain(patterns.bound().map(|bound| ("pattern", bound)))
                .collect(),
            goal_name: position.goal.name(),
            note: position.note.clone(),
            parts,
            patterns,
            board,
            goal_board,
        })
    }

    /// The facts as a JSON object.
    pub fn object(&self) -> Value {
        let board = &self.board;
        let tiles = |board: &Board| -> Value { board.tiles().into() };
        let bound = |&(name, bound): &(&str, u32)| (name.to_owned(), Value::from(bound));
        json!({
            "schema": 1,
            "rows": board.rows(),
            "cols": board.cols(),
            "tiles": tiles(board),
            "goal": self.goal_name,
            "goal_tiles": tiles(&self.goal_board),
            "understood": self.note,
            "solvable": self.parity.is_solvable(),
            "reason": self.parity.to_string(),
            "exchange": mending_exchange(board, &self.goal_board),
            "inversions": self.parity.inversions,
            "hamming": self.hamming,
            "manhattan": self.manhattan,
            "lower_bounds": self.bounds.iter().map(bound).collect::<serde_json::Map<_, _>>(),
            "explained": explained(&self.parts, &self.patterns),
            "neighbours": board.neighbors().map(|board| tiles(&board)).collect::<Vec<_>>(),
            "twin": tiles(&board.twin()),
            "line": format::slashes(board),
        })
    }
}

/// The properties of the board of a request.
pub fn info(
    engine: &Engine,
    request: &InfoRequest,
    caps: &Caps,
    observer: &dyn Observer,
) -> Result<Value, Problem> {
    let position = Position::read(request.board.as_ref(), request.goal.as_ref(), caps)?;
    Ok(Facts::of(engine, &position, caps, observer)?.object())
}

/// The explanation of the lower bounds as a JSON object.
fn explained(parts: &Explanation, patterns: &Patterns) -> Value {
    let conflict = |conflict: &Conflict| {
        let (kind, number) = match conflict.line {
            Line::Row(row) => ("row", row + 1),
            Line::Col(col) => ("column", col + 1),
        };
        json!({
            "line": kind,
            "number": number,
            "tiles": conflict.own,
            "aside": conflict.aside,
        })
    };
    let (vertical, horizontal) = parts.manhattan_parts();
    json!({
        "steps": parts.shares.iter().map(|share| json!([share.tile, share.vertical, share.horizontal])).collect::<Vec<_>>(),
        "vertical": vertical,
        "horizontal": horizontal,
        "conflicts": parts.conflicts.iter().map(conflict).collect::<Vec<_>>(),
        "groups": parts.groups.as_ref().map(|groups| groups.iter().map(|group| json!({
            "tiles": group.tiles,
            "extra": group.extra,
            "by_lines": group.by_lines,
        })).collect::<Vec<_>>()),
        "walking": parts.walking.map(|(rows, cols)| json!([rows, cols])),
        "patterns": patterns.object(),
    })
}
