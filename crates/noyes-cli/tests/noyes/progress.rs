//! `--progress json`: every long command writes the same events.

use std::fs;

use serde_json::Value;

use crate::command::{Run, command, noyes};

const FOUR_AWAY: &str = "0 1 3/4 2 5/7 8 6";
/// Far enough from the goal to need a search: 20 moves.
const FARTHER: &str = "8 1 3/4 0 2/7 6 5";

/// The events on standard error, one JSON object a line.
fn events(run: &Run) -> Vec<Value> {
    let events = run.err.lines().map(|line| {
        let value: Value = serde_json::from_str(line).expect(line);
        assert!(value["event"].is_string(), "{line}");
        assert!(value["seconds"].is_number(), "{line}");
        value
    });
    events.collect()
}

fn named<'a>(events: &'a [Value], name: &str) -> Vec<&'a Value> {
    let events = events.iter().filter(|event| event["event"] == name);
    events.collect()
}

/// The number of ended parts and of all parts in every `ended` event.
fn ends(events: &[Value]) -> Vec<(u64, u64)> {
    named(events, "ended")
        .iter()
        .map(|event| {
            assert!(event["seconds_left"].is_number(), "{event}");
            let number = |field: &str| event[field].as_u64().unwrap();
            (number("done"), number("total"))
        })
        .collect()
}

#[test]
fn events_of_a_solve() {
    let run = noyes(&["solve", FOUR_AWAY, "--format", "json", "--progress", "json"]);
    assert_eq!(run.code, 0);
    assert_eq!(run.out.lines().count(), 1);
    let events = events(&run);
    assert!(!named(&events, "bound").is_empty());
    let improved = named(&events, "improved");
    assert_eq!(improved.last().unwrap()["length"], 4);
}

#[test]
fn remarks_are_events_too() {
    let board = "13 6 8 12 15 14 0 10 11 7 4 5 9 1 3 2";
    let limit = [
        "--algorithm",
        "ida",
        "--heuristic",
        "hamming",
        "--node-limit",
        "1000",
    ];
    let arguments = [
        &["solve", board, "--stats", "--progress", "json"],
        &limit[..],
    ]
    .concat();
    let run = noyes(&arguments);
    assert_eq!(run.code, 3);
    let said = events(&run);
    let remarks = named(&said, "remark");
    let words: Vec<&str> = remarks
        .iter()
        .map(|event| event["words"].as_str().unwrap())
        .collect();
    assert!(words[0].starts_with("algorithm "), "{words:?}");
    assert_eq!(
        words[1],
        "the node limit was reached before the minimum was proven"
    );
    let run = noyes(&["solve", "1 2 3/4 5 6/8 7 0", "--progress", "json"]);
    assert_eq!(run.code, 1);
    assert_eq!(named(&events(&run), "remark").len(), 1);
}

#[test]
fn events_of_a_batch() {
    let run = noyes(&[
        "batch",
        FOUR_AWAY,
        FARTHER,
        "--format",
        "csv",
        "--progress",
        "json",
    ]);
    assert_eq!(run.code, 0);
    let events = events(&run);
    assert_eq!(ends(&events), [(1, 2), (2, 2)]);
    for board in [FOUR_AWAY, FARTHER] {
        let of_board = named(&events, "improved");
        assert!(
            of_board.iter().any(|event| event["board"] == board),
            "{board}"
        );
    }
    let remarks = named(&events, "remark");
    assert_eq!(
        remarks[0]["words"],
        "solved 2 of 2 (each replayed), proven optimal 2"
    );
}

#[test]
fn events_of_a_comparison() {
    let line_up = "astar:manhattan,ida:hamming";
    let run = noyes(&[
        "compare",
        FOUR_AWAY,
        "--algorithms",
        line_up,
        "--progress",
        "json",
    ]);
    assert_eq!(run.code, 0);
    let events = events(&run);
    assert_eq!(ends(&events), [(1, 2), (2, 2)]);
    let ended = named(&events, "ended");
    assert_eq!(ended[0]["board"], FOUR_AWAY);
    assert_eq!(ended[0]["algorithm"], "astar");
    assert_eq!(ended[1]["heuristic"], "hamming");
    assert!(
        named(&events, "bound")
            .iter()
            .all(|event| event["algorithm"].is_string())
    );
}

#[test]
fn events_of_grading() {
    let answers = tempfile::tempdir().unwrap();
    fs::write(answers.path().join("puzzle04.txt"), "LULU").unwrap();
    let folder = answers.path().to_str().unwrap();
    let run = noyes(&[
        "grade",
        "boards/puzzle04.txt",
        "--answers",
        folder,
        "--progress",
        "json",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let events = events(&run);
    assert_eq!(ends(&events), [(1, 1)]);
    assert!(
        named(&events, "improved")
            .iter()
            .all(|event| event["board"] == "puzzle04.txt")
    );
}

#[test]
fn events_of_a_check() {
    let run = noyes(&["check", FOUR_AWAY, "LLRULU", "--progress", "json"]);
    assert_eq!(run.code, 0);
    let events = events(&run);
    assert!(
        events.iter().any(|event| event["after"] == 3),
        "{}",
        run.err
    );
}

#[test]
fn events_of_a_picture() {
    let run = noyes(&[
        "render",
        FOUR_AWAY,
        "--format",
        "animated",
        "--progress",
        "json",
    ]);
    assert_eq!(run.code, 0);
    assert!(!named(&events(&run), "improved").is_empty());
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("board.png");
    let run = noyes(&[
        "render",
        FOUR_AWAY,
        "--output",
        picture.to_str().unwrap(),
        "--progress",
        "json",
    ]);
    assert_eq!(run.code, 0);
    let events = events(&run);
    let drawn = named(&events, "drawn");
    assert_eq!(
        (&drawn[0]["done"], &drawn[0]["total"]),
        (&1.into(), &6.into())
    );
}

#[test]
fn events_of_a_scramble() {
    let run = noyes(&[
        "scramble",
        "3",
        "--hard",
        "--count",
        "2",
        "--progress",
        "json",
    ]);
    assert_eq!(run.code, 0);
    assert_eq!(run.out.lines().count(), 2);
    let events = events(&run);
    assert_eq!(ends(&events), [(1, 2), (2, 2)]);
    let remark = named(&events, "remark")[0]["words"].as_str().unwrap();
    assert!(remark.starts_with("seed "), "{remark}");
}

#[test]
fn events_of_building_tables() {
    let folder = tempfile::tempdir().unwrap();
    let build = |more: &[&str]| -> Run {
        let build = command()
            .env("NOYES_TABLES", folder.path())
            .args(["tables", "build", "2x5", "--tables", "small"])
            .args(more)
            .output();
        build.unwrap().into()
    };
    let run = build(&["--progress", "json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let events = events(&run);
    assert_eq!(named(&events, "remark").len(), 1, "what it will cost");
    let tables = named(&events, "table");
    assert!(!tables.is_empty() && tables.iter().all(|event| event["name"].is_string()));
    assert_eq!(build(&["--quiet"]).err, "");
}

#[test]
fn quiet_writes_nothing() {
    for arguments in [
        &["batch", FOUR_AWAY, "--format", "csv"][..],
        &["compare", FOUR_AWAY],
        &["check", FOUR_AWAY, "LULU"],
        &["solve", "1 2 3/4 5 6/8 7 0"],
        &["scramble", "3"],
    ] {
        let run = noyes(&[arguments, &["--quiet"]].concat());
        assert_eq!(run.err, "", "{arguments:?}");
    }
}
