//! The OpenAPI document of the API, written by hand.
//!
//! Tests hold it to the routes (every call is described, and nothing else) and to the types of
//! `noyes-api` (every field of a request is described, and nothing else).

use serde_json::{Map, Value, json};

mod answers;
mod requests;

use crate::routes::API;

/// A call and what the document says of it.
struct Call {
    name: &'static str,
    summary: &'static str,
    request: Value,
    answer: Value,
}

/// All calls.
fn calls() -> [Call; 8] {
    let call = |name, summary, request, answer| Call {
        name,
        summary,
        request,
        answer,
    };
    [
        call(
            "solve",
            "Solve a board in as few moves as possible, as a stream of events",
            requests::solve(),
            answers::solve(),
        ),
        call(
            "check",
            "Check a solution: does it solve, how far is it from the minimum, which move is wasted",
            requests::check(),
            answers::check(),
        ),
        call(
            "info",
            "Tell the properties of a board without solving it",
            requests::info(),
            answers::info(),
        ),
        call(
            "hint",
            "Tell the next slides of the best solution found in a moment",
            requests::hint(),
            answers::hint(),
        ),
        call(
            "scramble",
            "Make random solvable boards",
            requests::scramble(),
            answers::scramble(),
        ),
        call(
            "compare",
            "Compare algorithms on one board",
            requests::compare(),
            answers::compare(),
        ),
        call(
            "tree",
            "Tell or draw the search tree of the first steps of A*",
            requests::tree(),
            answers::tree(),
        ),
        call(
            "render",
            "Draw a board or a solution",
            requests::render(),
            answers::render(),
        ),
    ]
}

/// The document.
pub fn document() -> Value {
    let mut paths = Map::new();
    let mut schemas = Map::new();
    for Call {
        name,
        summary,
        request,
        answer,
    } in calls()
    {
        let request_name = format!("{name}_request");
        let answer_name = format!("{name}_answer");
        paths.insert(
            format!("{API}{name}"),
            json!({"post": {
                "operationId": name,
                "summary": summary,
                "requestBody": {
                    "required": true,
                    "content": {"application/json": {"schema": reference(&request_name)}},
                },
                "responses": responses(name, &answer_name),
            }}),
        );
        schemas.insert(request_name, request);
        schemas.insert(answer_name, answer);
    }
    paths.insert("/healthz".to_owned(), health());
    schemas.insert("problem".to_owned(), answers::problem());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "noyes",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Sliding-tile puzzles: solved at once, shortened while you watch, proven optimal. docs/book/http.md has examples; docs/book/progress.md lists the events of a stream.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "paths": paths,
        "components": {"schemas": schemas},
    })
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

fn responses(name: &str, answer_name: &str) -> Value {
    let mut content = json!({"application/json": {"schema": reference(answer_name)}});
    if name == "solve" {
        content["text/event-stream"] = json!({"schema": {
            "type": "object",
            "properties": {"event": {"type": "string"}, "data": {"type": "string"}},
            "required": ["event", "data"],
            "description": "Events of docs/book/progress.md, each the data of an event of its name; the last is result, with the answer, or problem. It is the default; Accept: application/json asks for the answer alone.",
        }});
    }
    let mut responses = Map::new();
    let answered = json!({"description": "The answer", "content": content});
    responses.insert("200".to_owned(), answered);
    for (status, words) in [
        ("400", "The request is not understood"),
        (
            "401",
            "The token is missing (only on other than loopback addresses)",
        ),
        (
            "403",
            "The request is for another host, or from a page of another site",
        ),
        ("408", "The request did not arrive in time"),
        ("413", "The request is too large"),
        ("415", "The request is not JSON"),
        (
            "422",
            "A value does not fit, a text cannot be read, or more is asked for than is allowed",
        ),
        ("500", "A mistake in noyes"),
    ] {
        responses.insert(status.to_owned(), problem_response(words));
    }
    let mut busy = problem_response("Too much is being computed: try again");
    busy["headers"] = json!({"Retry-After": {
        "description": "Seconds to wait",
        "schema": {"type": "integer"},
    }});
    responses.insert("503".to_owned(), busy);
    Value::Object(responses)
}

fn problem_response(words: &str) -> Value {
    json!({
        "description": words,
        "content": {"application/problem+json": {"schema": reference("problem")}},
    })
}

fn health() -> Value {
    json!({"get": {
        "operationId": "health",
        "summary": "Tell that the server answers",
        "responses": {"200": {
            "description": "It answers",
            "content": {"application/json": {"schema": {
                "type": "object",
                "properties": {"status": {"const": "ok"}},
                "required": ["status"],
            }}},
        }},
    }})
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyes_api::{
        CheckRequest, CompareRequest, HintRequest, InfoRequest, NAMES, RenderRequest,
        ScrambleRequest, SolveRequest, TreeRequest,
    };
    use serde::Serialize;

    #[test]
    fn every_call_is_described() {
        let document = document();
        let paths = document["paths"].as_object().unwrap();
        assert_eq!(paths.len(), NAMES.len() + 1);
        for name in NAMES {
            assert!(paths.contains_key(&format!("{API}{name}")), "{name}");
        }
    }

    fn fields<T: Default + Serialize>() -> Vec<String> {
        let value = serde_json::to_value(T::default()).unwrap();
        value.as_object().unwrap().keys().cloned().collect()
    }

    #[test]
    fn every_field_of_a_request_is_described() {
        let all = [
            ("solve", fields::<SolveRequest>()),
            ("check", fields::<CheckRequest>()),
            ("info", fields::<InfoRequest>()),
            ("hint", fields::<HintRequest>()),
            ("scramble", fields::<ScrambleRequest>()),
            ("compare", fields::<CompareRequest>()),
            ("tree", fields::<TreeRequest>()),
            ("render", fields::<RenderRequest>()),
        ];
        let document = document();
        for (name, fields) in all {
            let schema = &document["components"]["schemas"][format!("{name}_request")];
            let described = schema["properties"].as_object().unwrap().keys();
            assert!(described.eq(fields.iter()), "{name}: {fields:?}");
            assert_eq!(schema["additionalProperties"], false);
        }
    }

    /// The document is a promise: a change of it is made on purpose. Run the tests with
    /// NOYES_UPDATE=1 to write it anew.
    #[test]
    fn the_document_is_as_it_was() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/openapi.json");
        let now = format!("{:#}\n", document());
        if std::env::var_os("NOYES_UPDATE").is_some() {
            std::fs::write(path, &now).unwrap();
        }
        let before = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            now == before,
            "the document has changed: see this test's comment"
        );
    }
}
