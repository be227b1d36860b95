//! How the command behaves towards people and programs.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

const NOYES: &str = env!("CARGO_BIN_EXE_noyes");

/// Exit code, standard output, standard error.
fn noyes(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(NOYES).args(arguments).output().unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

const FOUR_AWAY: &str = "0 1 3/4 2 5/7 8 6";

#[test]
fn a_closed_pipe_is_a_quiet_success() {
    let mut child = Command::new(NOYES)
        .args(["scramble", "10", "--count", "20000", "--seed", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn what_was_probably_meant_is_said() {
    let (code, _, error) = noyes(&["slove", FOUR_AWAY]);
    assert_eq!(code, 2);
    assert!(error.contains("solve"), "{error}");
    let (code, _, error) = noyes(&["solve", FOUR_AWAY, "--algoritm", "ida"]);
    assert_eq!(code, 2);
    assert!(error.contains("--algorithm"), "{error}");
    let (code, _, error) = noyes(&["solve", FOUR_AWAY, "--heuristic", "manhatan"]);
    assert_eq!(code, 2);
    assert!(error.contains("manhattan"), "{error}");
}

#[test]
fn progress_as_json_is_one_object_a_line() {
    let (code, answer, events) =
        noyes(&["solve", FOUR_AWAY, "--format", "json", "--progress", "json"]);
    assert_eq!(code, 0);
    assert!(answer.starts_with('{') && answer.lines().count() == 1);
    assert!(events.lines().count() >= 2, "{events}");
    for line in events.lines() {
        assert!(line.starts_with('{') && line.ends_with('}'), "{line}");
        assert!(line.contains("\"event\":"), "{line}");
    }
    assert!(events.contains("\"event\":\"improved\""));
}

#[test]
fn a_comparison_goes_on_where_one_is_stopped() {
    let board = "15 8 5 2/7 13 11 12/4 1 6 10/14 9 0 3";
    let algorithms = "bfs,construct";
    let arguments = ["compare", board, "--algorithms", algorithms];
    let (code, table, _) = noyes(&[&arguments[..], &["--node-limit", "10000"]].concat());
    assert_eq!(code, 0);
    assert!(table.contains("stopped at 10k nodes"), "{table}");
    assert!(
        table.lines().any(|line| line.starts_with("construct")),
        "{table}"
    );
    let limits = ["--memory-limit", "30MB", "--format", "csv"];
    let (_, csv, _) = noyes(&[&arguments[..], &limits[..]].concat());
    assert!(csv.contains(",stopped at 30 MB"), "{csv}");
    assert_eq!(csv.lines().count(), 3);
}

#[test]
fn check_says_what_it_found() {
    let (code, text, _) = noyes(&["check", FOUR_AWAY, "RDRD"]);
    assert_eq!(code, 0);
    assert!(text.contains("the way the blank goes"), "{text}");
    assert!(text.contains("none can be saved"));
    let (code, text, _) = noyes(&["check", FOUR_AWAY, "LLRULU"]);
    assert_eq!(code, 0);
    assert!(text.contains("First wasted move: number 2 (3 L)"), "{text}");
    let (code, text, _) = noyes(&["check", FOUR_AWAY, "LUL"]);
    assert_eq!(code, 1);
    assert!(text.starts_with("Not a solution"));
}

#[test]
fn plan_is_solve_with_plan() {
    let plan = noyes(&["plan", FOUR_AWAY, "--memory-limit", "1GB"]);
    let same = noyes(&["solve", FOUR_AWAY, "--plan", "--memory-limit", "1GB"]);
    assert_eq!(plan, same);
    assert_eq!(plan.0, 0);
}

#[test]
fn the_game_wants_a_terminal_and_a_board_that_can_be_solved() {
    let (code, _, error) = noyes(&["play", "3"]);
    assert_eq!(code, 2);
    assert!(error.contains("terminal"), "{error}");
    let (code, text, _) = noyes(&["play", "1 2 3/4 5 6/8 7 0"]);
    assert_eq!((code, text.trim()), (1, "No solution possible"));
}

#[test]
fn pictures_that_no_terminal_can_show_go_to_a_pipe() {
    let output = Command::new(NOYES)
        .args(["render", FOUR_AWAY, "--format", "png"])
        .output()
        .unwrap();
    assert!(output.stdout.starts_with(b"\x89PNG"));
    let (code, _, error) = noyes(&["render", FOUR_AWAY, "--output", "x.jpg"]);
    assert_eq!(code, 2);
    assert!(error.contains(".svg, .png or .gif"), "{error}");
}
