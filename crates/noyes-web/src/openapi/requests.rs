//! The schemas of requests.

use noyes::search::{Algorithm, Duplicates};
use noyes_api::names;
use serde_json::{Map, Value, json};

/// A request of these fields and no others.
fn object(fields: &[(&str, Value)], required: &[&str]) -> Value {
    let properties: Map<String, Value> = fields
        .iter()
        .map(|(name, schema)| ((*name).to_owned(), schema.clone()))
        .collect();
    let mut schema = json!({
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

fn described(mut schema: Value, words: &str) -> Value {
    schema["description"] = words.into();
    schema
}

/// A text, or null for the default.
fn text(words: &str) -> Value {
    described(json!({"type": ["string", "null"]}), words)
}

/// One of some names, or null for the default.
fn name<'a>(names: impl Iterator<Item = &'a str>, words: &str) -> Value {
    let mut all: Vec<Value> = names.map(Value::from).collect();
    all.push(Value::Null);
    described(json!({"enum": all}), words)
}

/// A whole number, or null for the default.
fn number(least: u64, most: u64, words: &str) -> Value {
    let schema = json!({"type": ["integer", "null"], "minimum": least, "maximum": most});
    described(schema, words)
}

/// A text with a unit or a number, or null for the default.
fn quantity(example: &str, words: &str) -> Value {
    let schema = json!({"type": ["string", "number", "null"], "examples": [example]});
    described(schema, words)
}

fn board() -> Value {
    let words = "The board, in any format: a text, or an array of tiles or of rows";
    let schema = json!({"type": ["string", "array"], "examples": ["8 1 3/4 0 2/7 6 5"]});
    described(schema, words)
}

fn goal() -> Value {
    let words = "blank-last, blank-first, snail, or a board";
    let schema = json!({"type": ["string", "array", "null"], "examples": ["blank-last"]});
    described(schema, words)
}

fn flag(words: &str) -> Value {
    described(json!({"type": "boolean"}), words)
}

fn size() -> Value {
    let mut schema = quantity("4x4", "The size: 4 for 4×4, or rows x columns");
    schema["minimum"] = 2.into();
    schema["maximum"] = 127.into();
    schema
}

fn time(words: &str) -> Value {
    quantity("2s", words)
}

fn seed() -> Value {
    number(0, u64::MAX, "Seed for what is random")
}

fn weight() -> Value {
    let schema = json!({"type": ["string", "number", "null"]});
    described(schema, "The weight of the distance, for weighted searches")
}

fn tables() -> Value {
    name(names::TABLES.into_iter(), "Pattern tables")
}

fn heuristic() -> Value {
    name(names::heuristics(), "The heuristic")
}

fn theme() -> Value {
    name(names::THEMES.into_iter(), "The colours")
}

pub fn solve() -> Value {
    let mut nullable_board = board();
    nullable_board["type"] = json!(["string", "array", "null"]);
    let duplicates = Duplicates::ALL.into_iter().map(Duplicates::name);
    let algorithms = names::algorithms().collect::<Vec<_>>();
    debug_assert_eq!(algorithms.len(), Algorithm::ALL.len() + 1);
    object(
        &[
            ("board", nullable_board),
            (
                "scramble",
                text("Moves from the solved board, instead of a board"),
            ),
            ("size", size()),
            ("goal", goal()),
            ("algorithm", name(algorithms.into_iter(), "The algorithm")),
            ("heuristic", heuristic()),
            ("weight", weight()),
            ("duplicates", name(duplicates, "What A* refuses")),
            (
                "metric",
                name(names::METRICS.into_iter(), "What counts as one move"),
            ),
            ("tables", tables()),
            ("optimal", flag("Go on until the minimum is proven")),
            ("time_limit", time("Time; a number is seconds")),
            ("node_limit", quantity("1e6", "Generated nodes")),
            (
                "memory_limit",
                quantity("500MB", "Memory; a number is bytes"),
            ),
            ("threads", number(1, 1024, "Threads")),
            ("seed", seed()),
            ("from", text("A solution to start from and to shorten")),
        ],
        &[],
    )
}

pub fn check() -> Value {
    object(
        &[
            ("board", board()),
            ("goal", goal()),
            (
                "moves",
                described(
                    json!({"type": "string"}),
                    "The moves, in any format and with other prints around them, or \"No solution possible\"",
                ),
            ),
            (
                "metric",
                name(names::METRICS.into_iter(), "What counts as one move"),
            ),
            (
                "time_limit",
                time("Time for finding the minimum to compare with"),
            ),
        ],
        &["board", "moves"],
    )
}

pub fn info() -> Value {
    object(&[("board", board()), ("goal", goal())], &["board"])
}

pub fn hint() -> Value {
    object(
        &[
            ("board", board()),
            ("goal", goal()),
            (
                "count",
                number(0, u64::from(u32::MAX), "The number of slides to show"),
            ),
            (
                "all",
                flag("Tell what every slide that can be made leads to"),
            ),
            ("time_limit", time("Time for each search")),
        ],
        &["board"],
    )
}

pub fn scramble() -> Value {
    let mut size = size();
    size["type"] = json!(["string", "number"]);
    object(
        &[
            ("size", size),
            ("count", number(0, 1000, "The number of boards")),
            ("seed", seed()),
            (
                "depth",
                number(
                    0,
                    100_000_000,
                    "Random slides from the goal, instead of a uniformly random board",
                ),
            ),
            (
                "hard",
                flag("The board with the highest lower bound of 1,000 random ones"),
            ),
            ("goal", goal()),
        ],
        &["size"],
    )
}

pub fn compare() -> Value {
    let algorithms = json!({
        "type": ["array", "null"],
        "items": {"type": "string"},
        "examples": [["astar:manhattan", "ida", "noyes"]],
    });
    object(
        &[
            ("board", board()),
            ("goal", goal()),
            (
                "algorithms",
                described(
                    algorithms,
                    "The contestants: ALGORITHM, ALGORITHM:HEURISTIC, or noyes",
                ),
            ),
            (
                "course",
                flag(
                    "The course's A* with both priorities and all rules for duplicates, instead of algorithms",
                ),
            ),
            ("weight", weight()),
            ("tables", tables()),
            ("time_limit", time("Time for each run")),
            (
                "node_limit",
                quantity("1e6", "Generated nodes for each run"),
            ),
            ("memory_limit", quantity("500MB", "Memory for each run")),
            ("seed", seed()),
        ],
        &["board"],
    )
}

pub fn tree() -> Value {
    let computed = names::heuristics().filter(|name| *name != "pattern");
    let formats = ["json", "text", "dot", "svg", "animated"].into_iter();
    let duplicates = Duplicates::ALL.into_iter().map(Duplicates::name);
    object(
        &[
            ("board", board()),
            ("goal", goal()),
            ("steps", number(0, 10_000, "How many nodes to dequeue")),
            (
                "each",
                flag("Show the state after every step, with the priority queue in order"),
            ),
            ("duplicates", name(duplicates, "What A* refuses")),
            ("heuristic", name(computed, "The distance in the priority")),
            (
                "format",
                name(formats, "Nodes and steps as data, or a drawing of them"),
            ),
            ("theme", theme()),
        ],
        &["board"],
    )
}

pub fn render() -> Value {
    let formats = ["svg", "png", "strip", "animated", "gif"].into_iter();
    object(
        &[
            ("board", board()),
            ("goal", goal()),
            (
                "moves",
                text("The moves, in any format; solved for where a solution is to be drawn"),
            ),
            ("format", name(formats, "The kind of picture")),
            ("theme", theme()),
            ("cell", number(4, 1000, "The side of a cell in pixels")),
            ("frames", number(2, 10_000, "The most boards in a strip")),
        ],
        &["board"],
    )
}
