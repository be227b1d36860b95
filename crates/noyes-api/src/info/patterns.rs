//! The bound of the pattern tables in words: which tiles contribute how many moves.

use std::time::Duration;

use noyes::Instance;
use noyes::guard::Observer;
use noyes::search::CompoundSolver;
use noyes::solve::{Engine, PatternPart, PatternParts};
use serde_json::{Value, json};

use crate::Caps;
use crate::deadline::Deadline;

/// Memory for tables that are opened or built.
const USUAL_MEMORY: usize = 1_000_000_000;
/// Time to open or build them.
const USUAL_TIME: Duration = Duration::from_secs(10);

/// The parts of the bound, or why there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Patterns {
    /// What every pattern contributes.
    Parts(PatternParts),
    /// Why none does.
    None(NoPatterns),
}

/// Why pattern tables tell nothing of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPatterns {
    /// It cannot be solved.
    Unsolvable,
    /// There are no tables for boards of its size; in WebAssembly, for boards of more than 25
    /// cells.
    Size,
    /// The tables of its size are large, and were not built here.
    NotBuilt,
    /// They could not be opened or built within the limits.
    Limits,
}

impl NoPatterns {
    /// The name in JSON.
    ///
    /// ```
    /// assert_eq!(noyes_api::info::NoPatterns::NotBuilt.name(), "not-built");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Unsolvable => "unsolvable",
            Self::Size => "size",
            Self::NotBuilt => "not-built",
            Self::Limits => "limits",
        }
    }

    /// The reason as a sentence without its end.
    ///
    /// ```
    /// assert!(noyes_api::info::NoPatterns::Size.words().contains("36 cells"));
    /// ```
    pub fn words(self) -> &'static str {
        match self {
            Self::Unsolvable => "the board cannot be solved, so no number of moves is a bound",
            Self::Size => "there are no tables for boards of more than 36 cells",
            Self::NotBuilt => {
                "no tables are there for boards of this size: noyes tables build makes them"
            }
            Self::Limits => "no tables: they could not be opened or built within the limits",
        }
    }
}

impl Patterns {
    pub(super) fn of(
        engine: &Engine,
        instance: Option<&Instance>,
        caps: &Caps,
        observer: &dyn Observer,
    ) -> Self {
        let Some(instance) = instance else {
            return Self::None(NoPatterns::Unsolvable);
        };
        if instance.size().cells() > CompoundSolver::MOST_CELLS {
            return Self::None(NoPatterns::Size);
        }
        let memory = caps.memory.unwrap_or(USUAL_MEMORY).min(USUAL_MEMORY);
        let deadline = Deadline::new(engine, Some(caps.time(USUAL_TIME)), observer);
        match engine.pattern_parts(instance, memory, &deadline) {
            Ok(Some(parts)) => Self::Parts(parts),
            Ok(None) if noyes::solve::needs_compound(instance.size()) => {
                Self::None(NoPatterns::NotBuilt)
            }
            Ok(None) | Err(_) => Self::None(NoPatterns::Limits),
        }
    }

    /// The sum, if there are tables.
    ///
    /// ```
    /// use noyes_api::info::{NoPatterns, Patterns};
    ///
    /// assert_eq!(Patterns::None(NoPatterns::Size).bound(), None);
    /// ```
    pub fn bound(&self) -> Option<u32> {
        match self {
            Self::Parts(parts) => Some(parts.bound()),
            Self::None(_) => None,
        }
    }

    /// The parts as a JSON object.
    pub(super) fn object(&self) -> Value {
        match self {
            Self::Parts(parts) => json!({
                "tables": parts.tables.name(),
                "bound": parts.bound(),
                "parts": parts.parts.iter().map(part).collect::<Vec<_>>(),
                "missing": null,
            }),
            Self::None(reason) => json!({
                "tables": null,
                "bound": null,
                "parts": [],
                "missing": reason.name(),
            }),
        }
    }
}

fn part(part: &PatternPart) -> Value {
    json!({"tiles": part.tiles, "moves": part.moves, "steps": part.steps})
}

#[cfg(test)]
mod tests {
    use noyes::guard::Silent;
    use noyes::store::MemoryStore;
    use noyes::{Board, Size};

    use super::*;
    use crate::call;

    fn explained(board: &Board) -> (Value, Value) {
        let engine = Engine::builder().store(MemoryStore::new()).build();
        let rows: Vec<&[u16]> = board.tiles().chunks(board.cols()).collect();
        let request = json!({"board": rows}).to_string();
        let answer = call(&engine, &Caps::NONE, "info", &request, &Silent).unwrap();
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let patterns = answer["explained"]["patterns"].clone();
        (patterns, answer["lower_bounds"]["pattern"].clone())
    }

    #[test]
    fn every_tile_is_in_one_pattern_and_the_moves_add_up() {
        let rows = [[15, 8, 5, 2], [7, 13, 11, 12], [4, 1, 6, 10], [14, 9, 0, 3]];
        let (patterns, bound) = explained(&Board::new(&rows).unwrap());
        let parts = patterns["parts"].as_array().unwrap();
        let mut tiles: Vec<u64> = parts
            .iter()
            .flat_map(|part| part["tiles"].as_array().unwrap())
            .map(|tile| tile.as_u64().unwrap())
            .collect();
        tiles.sort_unstable();
        assert_eq!(tiles, (1..16).collect::<Vec<u64>>());
        let sum = |name: &str| -> u64 { parts.iter().filter_map(|part| part[name].as_u64()).sum() };
        assert_eq!(bound, sum("moves"));
        assert_eq!(patterns["bound"], bound);
        assert_eq!(patterns["tables"], "quick");
        // 55 moves are its minimum, and Manhattan tells of 39 of them.
        assert_eq!((sum("steps"), sum("moves")), (39, 43));
    }

    #[test]
    fn where_there_are_no_tables_it_says_why() {
        let why = |board: &Board| {
            let (patterns, bound) = explained(board);
            assert_eq!(bound, Value::Null);
            assert_eq!(patterns["parts"], json!([]));
            patterns["missing"].as_str().unwrap().to_owned()
        };
        assert_eq!(why(&Board::goal(Size::new(6, 7).unwrap())), "size");
        assert_eq!(why(&Board::goal(Size::new(6, 6).unwrap())), "not-built");
        assert_eq!(why(&Board::goal(Size::new(5, 5).unwrap())), "not-built");
        let unsolvable = Board::new(&[[1, 2, 3], [4, 5, 6], [8, 7, 0]]).unwrap();
        assert_eq!(why(&unsolvable), "unsolvable");
    }
}
