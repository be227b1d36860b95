//! Overload, clients that leave or do nothing, and the end of the server.

use std::io::{Read, Write};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::client::{LONG, TestServer};

fn long_solve() -> String {
    format!(r#"{{"board":"{LONG}","optimal":true,"tables":"none"}}"#)
}

/// Less than the 60 s after which a search ends by itself.
const MOST_WAIT: Duration = Duration::from_secs(40);

/// Asks again and again until the server has room, which it must have long before a search that
/// goes on would end by itself.
fn until_accepted(server: &TestServer) {
    let started = Instant::now();
    while server.post("solve", r#"{"board":"1 2/0 3"}"#).status != 200 {
        assert!(started.elapsed() < MOST_WAIT, "the search was not stopped");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn overload_is_refused_at_once_and_a_client_that_leaves_makes_room() {
    let server = TestServer::with(|options| options.searches = 1);
    let mut first = server.stream(&long_solve());
    assert_eq!(first.status, 200);
    assert!(first.chunk().is_some());
    let refused = server.stream(&long_solve());
    assert_eq!((refused.status, refused.header("retry-after")), (503, "1"));
    assert!(refused.json()["remedy"].as_str().unwrap().contains("again"));
    // Short calls have room of their own.
    assert_eq!(server.post("hint", r#"{"board":"1 2/0 3"}"#).status, 200);
    drop(first);
    until_accepted(&server);
}

#[test]
fn a_client_that_leaves_before_its_json_stops_its_search() {
    let server = TestServer::with(|options| options.searches = 1);
    let mut socket = server.connect();
    let body = long_solve();
    let head = format!(
        "POST /api/v1/solve HTTP/1.1\r\nhost: {}\r\naccept: application/json\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        server.host(),
        body.len()
    );
    socket.write_all(head.as_bytes()).unwrap();
    // The search is under way when another one is refused.
    while server.post("solve", r#"{"board":"1 2/0 3"}"#).status != 503 {
        sleep(Duration::from_millis(5));
    }
    drop(socket);
    until_accepted(&server);
}

#[test]
fn connections_beyond_the_limit_are_turned_away() {
    let server = TestServer::with(|options| options.connections = 2);
    let _idle = [server.connect(), server.connect()];
    let mut answer = String::new();
    // The two may not have been accepted yet.
    while !answer.contains("503") {
        let mut third = server.connect();
        answer.clear();
        third.read_to_string(&mut answer).unwrap_or_default();
    }
    assert!(answer.contains("retry-after: 1"), "{answer}");
}

#[test]
fn a_client_that_says_nothing_is_closed() {
    let server = TestServer::with(|options| options.patience = Duration::from_millis(200));
    for beginning in ["", "POST /api/v1/solve HTTP/1.1\r\nhost: "] {
        let mut socket = server.connect();
        socket.write_all(beginning.as_bytes()).unwrap();
        // Ends when the server closes the connection.
        let _ = socket.read_to_string(&mut String::new());
    }
    let mut socket = server.connect();
    let head = format!(
        "POST /api/v1/info HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{{",
        server.host()
    );
    socket.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    let _ = socket.read_to_string(&mut answer);
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
}

#[test]
fn a_client_that_reads_nothing_is_closed_and_its_search_stops() {
    let server = TestServer::with(|options| {
        options.searches = 1;
        options.patience = Duration::from_millis(300);
    });
    // The first solution of a large board fills the buffers of the socket.
    let scrambled = server.post("scramble", r#"{"size":127,"seed":1}"#).json();
    let board = scrambled["boards"][0]["line"].as_str().unwrap();
    let mut stream = server.stream(&format!(r#"{{"board":"{board}","optimal":true}}"#));
    assert_eq!(stream.status, 200);
    until_accepted(&server);
    // The stream is broken off: it has no result.
    let mut last = String::new();
    while let Some(chunk) = stream.chunk() {
        last = chunk;
    }
    assert!(!last.contains("event: result"), "{last}");
}

#[test]
fn the_end_of_the_server_keeps_what_was_found() {
    let mut server = TestServer::start();
    let mut stream = server.stream(&long_solve());
    assert!(stream.chunk().is_some());
    server.end();
    let events = stream.events();
    let (name, result) = events.last().unwrap();
    assert_eq!(
        (name.as_str(), &result["stop"]),
        ("result", &"interrupt".into())
    );
    assert_eq!(result["verified"], true);
    server.join();
}

#[test]
fn all_requests_together_have_a_limited_room() {
    let server = TestServer::with(|options| options.body_bytes = 1000);
    // Each client sends all but the last of its bytes. There is room for four of them.
    let waiting: Vec<_> = (0..4)
        .map(|_| {
            let mut socket = server.connect();
            let head = format!(
                "POST /api/v1/info HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n",
                server.host()
            );
            socket.write_all(head.as_bytes()).unwrap();
            socket.write_all(&[b' '; 999]).unwrap();
            socket
        })
        .collect();
    // They may not have been read yet.
    let small = r#"{"board":"1 2/0 3"}"#;
    let started = Instant::now();
    let refused = loop {
        let answer = server.post("info", small);
        if answer.status != 200 {
            break answer;
        }
        assert!(
            started.elapsed() < MOST_WAIT,
            "there is room for everything"
        );
    };
    assert_eq!((refused.status, refused.header("retry-after")), (503, "1"));
    drop(waiting);
    while server.post("info", small).status != 200 {
        sleep(Duration::from_millis(5));
    }
}
