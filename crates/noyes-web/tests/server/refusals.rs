//! What is refused, and in which words.

use crate::client::{Answer, TestServer};
use serde_json::Value;

fn problem(answer: Answer) -> (u16, Value) {
    let status = answer.status;
    assert_eq!(
        answer.header("content-type"),
        "application/problem+json",
        "{status}"
    );
    let problem = answer.json();
    assert_eq!(problem["status"], status);
    assert!(
        problem["title"].is_string() && problem["type"].is_string(),
        "{problem}"
    );
    (status, problem)
}

#[test]
fn a_problem_says_what_is_wrong_where_and_what_to_do() {
    let server = TestServer::start();
    let (status, bad) = problem(server.post("solve", r#"{"board":"1 2 3/4 five 6/7 8 0"}"#));
    assert_eq!((status, &bad["field"]), (422, &"board".into()));
    assert_eq!((&bad["line"], &bad["column"]), (&1.into(), &9.into()));
    assert!(
        bad["detail"].as_str().unwrap().contains("five") && bad["remedy"].is_string(),
        "{bad}"
    );
    // The same problem before a stream begins.
    let (status, _) = problem(server.stream(r#"{"board":"1 2 3/4 five 6/7 8 0"}"#));
    assert_eq!(status, 422);
    let (status, broken) = problem(server.post("info", "{\n  \"board\": }"));
    assert_eq!((status, &broken["line"]), (400, &2.into()));
    for (name, body, status, words) in [
        ("info", "[]", 400, "a JSON object"),
        ("info", r#"{"bord":"1 2/3 0"}"#, 400, "unknown field `bord`"),
        ("info", "{}", 422, "no \"board\""),
        (
            "solve",
            r#"{"board":"1 2/0 3","algorithm":"astr"}"#,
            422,
            "did you mean astar?",
        ),
        (
            "solve",
            r#"{"board":"1 2/0 3","time_limit":"soon"}"#,
            422,
            "write a time",
        ),
        (
            "solve",
            r#"{"board":"1 2/0 3","weight":3}"#,
            422,
            "weighted",
        ),
        (
            "solve",
            r#"{"board":"1 2/0 3","from":"UU"}"#,
            422,
            "do not solve",
        ),
        (
            "solve",
            r#"{"board":"1 2/0 3","goal":"1 2 3/4 5 6/7 8 0"}"#,
            422,
            "same size",
        ),
        (
            "check",
            r#"{"board":"1 2/0 3","moves":"LQ"}"#,
            422,
            "expected",
        ),
        (
            "scramble",
            r#"{"size":4,"count":100000000}"#,
            422,
            "at most 1000",
        ),
        (
            "render",
            r#"{"board":"2 1/3 0","format":"gif"}"#,
            422,
            "cannot be solved",
        ),
        (
            "tree",
            r#"{"board":"1 2/0 3","heuristic":"pattern"}"#,
            422,
            "hamming or manhattan",
        ),
    ] {
        let (got, problem) = problem(server.post(name, body));
        assert_eq!(got, status, "{body}: {problem}");
        assert!(
            problem["detail"].as_str().unwrap().contains(words),
            "{body}: {problem}"
        );
    }
}

#[test]
fn paths_methods_types_and_sizes_are_checked() {
    let server = TestServer::with(|options| options.body_bytes = 1000);
    assert_eq!(problem(server.open("GET", "/nowhere", &[], "")).0, 404);
    assert_eq!(problem(server.post("nothing", "{}")).0, 404);
    let get = server.open("GET", "/api/v1/solve", &[], "");
    assert_eq!(get.header("allow"), "POST");
    assert_eq!(problem(get).0, 405);
    assert_eq!(problem(server.open("DELETE", "/healthz", &[], "")).0, 405);
    let plain = [("content-type", "text/plain")];
    assert_eq!(
        problem(server.open("POST", "/api/v1/info", &plain, "{}")).0,
        415
    );
    let large = format!(r#"{{"board":"{}"}}"#, " ".repeat(1000));
    assert_eq!(problem(server.post("info", &large)).0, 413);
}
