//! The schemas of answers. Fields may be added to answers, so none forbids others.

use serde_json::{Map, Value, json};

/// An object with these fields, all of which are there.
fn object(fields: &[(&str, Value)]) -> Value {
    let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    let properties: Map<String, Value> = fields
        .iter()
        .map(|(name, schema)| ((*name).to_owned(), schema.clone()))
        .collect();
    json!({"type": "object", "properties": properties, "required": names})
}

/// The same with fields that may be absent.
fn with_optional(mut schema: Value, fields: &[(&str, Value)]) -> Value {
    for (name, field) in fields {
        schema["properties"][*name] = field.clone();
    }
    schema
}

fn of_type(name: &str) -> Value {
    json!({"type": name})
}

fn or_null(name: &str) -> Value {
    json!({"type": [name, "null"]})
}

fn list(items: Value) -> Value {
    json!({"type": "array", "items": items})
}

fn tiles() -> Value {
    json!({"type": "array", "items": {"type": "integer"}, "description": "Row by row, 0 for the blank"})
}

fn schema() -> Value {
    json!({"const": 1})
}

fn queue() -> Value {
    object(&[
        ("enqueued", of_type("integer")),
        ("dequeued", of_type("integer")),
        ("largest", of_type("integer")),
        ("distinct", or_null("integer")),
    ])
}

pub fn solve() -> Value {
    let always = object(&[
        ("schema", schema()),
        ("rows", of_type("integer")),
        ("cols", of_type("integer")),
        ("tiles", tiles()),
        ("goal", of_type("string")),
        ("solvable", of_type("boolean")),
        ("directions", or_null("string")),
        ("length", or_null("integer")),
        ("lower_bound", or_null("integer")),
        ("optimal", of_type("boolean")),
        ("verified", of_type("boolean")),
        ("algorithm", of_type("string")),
        ("heuristic", of_type("string")),
        ("expanded", of_type("integer")),
        ("generated", of_type("integer")),
        ("seconds", of_type("number")),
        ("stored", of_type("integer")),
        ("metric", of_type("string")),
        ("weight", or_null("number")),
        ("tables", of_type("string")),
        (
            "stop",
            json!({"enum": [null, "time", "nodes", "memory", "depth", "interrupt"]}),
        ),
    ]);
    with_optional(always, &[("queue", queue()), ("twin", queue())])
}

pub fn check() -> Value {
    object(&[
        ("schema", schema()),
        ("right", of_type("boolean")),
        ("solvable", of_type("boolean")),
        ("directions", or_null("string")),
        (
            "reading",
            json!({"enum": [null, "tile-letters", "blank-letters", "tiles", "boards"]}),
        ),
        ("metric", or_null("string")),
        ("length", or_null("integer")),
        ("multi_tile_length", or_null("integer")),
        ("lower_bound", or_null("integer")),
        ("best", or_null("integer")),
        ("optimal", of_type("boolean")),
        ("wasted", or_null("object")),
        ("cycle", or_null("object")),
        ("not_understood", list(of_type("string"))),
        ("words", list(of_type("string"))),
    ])
}

pub fn info() -> Value {
    object(&[
        ("schema", schema()),
        ("rows", of_type("integer")),
        ("cols", of_type("integer")),
        ("tiles", tiles()),
        ("goal", of_type("string")),
        ("goal_tiles", tiles()),
        ("understood", of_type("string")),
        ("solvable", of_type("boolean")),
        ("reason", of_type("string")),
        ("exchange", or_null("array")),
        ("inversions", of_type("integer")),
        ("hamming", of_type("integer")),
        ("manhattan", of_type("integer")),
        ("lower_bounds", of_type("object")),
        ("explained", of_type("object")),
        ("neighbours", list(tiles())),
        ("twin", tiles()),
        ("line", of_type("string")),
    ])
}

pub fn hint() -> Value {
    let slide = [
        ("tile", of_type("integer")),
        ("direction", json!({"enum": ["U", "D", "L", "R"]})),
    ];
    let always = object(&[
        ("schema", schema()),
        ("solvable", of_type("boolean")),
        ("length", or_null("integer")),
        ("lower_bound", or_null("integer")),
        ("optimal", of_type("boolean")),
        ("next", list(object(&slide))),
        ("words", of_type("string")),
    ]);
    with_optional(always, &[("slides", list(object(&slide)))])
}

pub fn scramble() -> Value {
    let board = object(&[
        ("rows", of_type("integer")),
        ("cols", of_type("integer")),
        ("tiles", tiles()),
        ("line", of_type("string")),
    ]);
    object(&[
        ("schema", schema()),
        ("seed", of_type("integer")),
        ("boards", list(board)),
    ])
}

pub fn compare() -> Value {
    let run = object(&[
        ("contestant", of_type("string")),
        ("algorithm", of_type("string")),
        ("heuristic", of_type("string")),
        ("tables", of_type("string")),
        ("length", or_null("integer")),
        ("lower_bound", of_type("integer")),
        ("optimal", of_type("boolean")),
        ("expanded", of_type("integer")),
        ("generated", of_type("integer")),
        ("stored", of_type("integer")),
        ("bytes", or_null("integer")),
        ("seconds", of_type("number")),
        ("ending", of_type("string")),
    ]);
    let board = object(&[
        ("name", of_type("string")),
        ("tiles", tiles()),
        ("solvable", of_type("boolean")),
        ("runs", list(run)),
    ]);
    object(&[("schema", schema()), ("boards", list(board))])
}

pub fn tree() -> Value {
    let node = object(&[
        ("id", of_type("integer")),
        ("parent", or_null("integer")),
        ("tiles", tiles()),
        ("moves", of_type("integer")),
        ("distance", of_type("integer")),
        ("priority", of_type("integer")),
    ]);
    let always = object(&[("schema", schema()), ("solvable", of_type("boolean"))]);
    with_optional(
        always,
        &[("nodes", list(node)), ("drawing", of_type("string"))],
    )
}

pub fn render() -> Value {
    object(&[
        ("schema", schema()),
        (
            "media_type",
            json!({"enum": ["image/svg+xml", "image/png", "image/gif"]}),
        ),
        ("encoding", json!({"enum": ["utf-8", "base64"]})),
        ("data", of_type("string")),
    ])
}

/// The problem of RFC 9457, with the place and the remedy.
pub fn problem() -> Value {
    let always = object(&[
        ("type", of_type("string")),
        ("title", of_type("string")),
        ("status", of_type("integer")),
        ("detail", of_type("string")),
    ]);
    let optional = [
        ("field", of_type("string")),
        ("line", of_type("integer")),
        ("column", of_type("integer")),
        ("remedy", of_type("string")),
    ];
    with_optional(always, &optional)
}
