//! Every route answers.

use crate::client::TestServer;
use serde_json::Value;

const BOARD: &str = "0 1 3/4 2 5/7 8 6";

#[test]
fn a_solve_is_a_stream_of_events_that_ends_with_the_result() {
    let server = TestServer::start();
    let answer = server.stream(r#"{"board":"8 1 3/4 0 2/7 6 5","time_limit":"2s"}"#);
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, "text/event-stream")
    );
    let events = answer.events();
    for (name, data) in &events {
        assert_eq!(data["event"], name.as_str());
        assert!(data["seconds"].is_number(), "{data}");
    }
    assert_eq!(events[0].0, "bound");
    let (name, result) = events.last().unwrap();
    assert_eq!(name, "result");
    assert_eq!(
        (&result["length"], &result["optimal"]),
        (&14.into(), &true.into())
    );
    assert!(result["verified"] == true && result["stop"] == Value::Null);
}

#[test]
fn a_client_is_told_how_long_it_may_use_a_connection_again() {
    let server = TestServer::start();
    let answer = server.open("GET", "/healthz", &[], "");
    assert_eq!(answer.header("keep-alive"), "timeout=10");
    // This one ends with its answer.
    let answer = server.open("GET", "/nothing", &[], "");
    assert_eq!(answer.header("keep-alive"), "");
}

#[test]
fn a_solve_is_json_for_those_who_ask_for_it() {
    let server = TestServer::start();
    let answer = server.post("solve", &format!(r#"{{"board":"{BOARD}"}}"#));
    assert_eq!(answer.header("content-type"), "application/json");
    let answer = answer.json();
    assert_eq!(
        (&answer["directions"], &answer["schema"]),
        (&"LULU".into(), &1.into())
    );
    let rows = server
        .post("solve", r#"{"board":[[1,2],[0,3]],"algorithm":"course"}"#)
        .json();
    assert_eq!(
        (&rows["length"], &rows["algorithm"]),
        (&1.into(), &"course".into())
    );
    let scrambled = server
        .post("solve", r#"{"scramble":"RDLU","size":3}"#)
        .json();
    assert_eq!(scrambled["length"], 4);
    let unsolvable = server
        .post("solve", r#"{"board":"1 2 3/4 5 6/8 7 0"}"#)
        .json();
    assert!(unsolvable["solvable"] == false && unsolvable["directions"] == Value::Null);
}

#[test]
fn every_call_answers() {
    let server = TestServer::start();
    let ask = |name: &str, rest: &str| {
        let answer = server.post(name, &format!(r#"{{"board":"{BOARD}"{rest}}}"#));
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, "application/json")
        );
        answer.json()
    };
    let check = ask("check", r#","moves":"LLRULU""#);
    assert!(
        check["right"] == true && check["wasted"]["number"] == 2,
        "{check}"
    );
    assert_eq!(ask("info", "")["manhattan"], 4);
    let hint = ask("hint", r#","all":true"#);
    assert!(
        hint["next"][0]["tile"] == 1 && hint["slides"][1]["length"] == 3,
        "{hint}"
    );
    let compared = ask("compare", r#","algorithms":["bfs","ida:manhattan"]"#);
    assert_eq!(compared["boards"][0]["runs"][1]["length"], 4);
    assert_eq!(ask("tree", "")["nodes"][0]["priority"], 4);
    let drawing = ask("tree", r#","format":"svg""#);
    assert!(drawing["drawing"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(
        ask("render", r#","format":"gif""#)["media_type"],
        "image/gif"
    );
    let boards = server
        .post("scramble", r#"{"size":"3x5","count":3,"seed":7}"#)
        .json();
    assert_eq!(boards["boards"].as_array().unwrap().len(), 3);
}

#[test]
fn the_page_and_the_documents_are_served() {
    let server = TestServer::start();
    let get = |path: &str, headers: &[(&str, &str)]| server.open("GET", path, headers, "");
    let page = get("/", &[]);
    assert_eq!(
        (page.status, page.header("content-type")),
        (200, "text/html; charset=utf-8")
    );
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains("script-src 'self' 'wasm-unsafe-eval'"),
        "{policy}"
    );
    assert!(policy.contains("frame-ancestors 'self'"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    let etag = page.header("etag").to_owned();
    assert!(page.text().contains("<html"));
    let again = get("/", &[("if-none-match", &etag)]);
    assert_eq!((again.status, again.text().as_str()), (304, ""));
    // Other sites may show the small page in a frame, and only that one.
    let embed = get("/embed", &[]);
    assert_eq!(
        (embed.status, embed.header("content-type")),
        (200, "text/html; charset=utf-8")
    );
    assert!(
        !embed
            .header("content-security-policy")
            .contains("frame-ancestors")
    );
    assert_eq!(get("/healthz", &[]).json()["status"], "ok");
    assert_eq!(get("/api/v1/openapi.json", &[]).json()["openapi"], "3.1.0");
    let head = server.open("HEAD", "/", &[], "");
    assert_eq!((head.status, head.text().as_str()), (200, ""));
}
