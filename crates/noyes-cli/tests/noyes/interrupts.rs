//! Ctrl-C during long work: the results so far are shown, and the exit code is 3.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use crate::command::{Run, command};

/// The first of Korf's hundred.
const HARD: &str = "13 6 8 12 15 14 0 10 11 7 4 5 9 1 3 2";
const FOUR_AWAY: &str = "0 1 3/4 2 5/7 8 6";

/// Runs a command until a line of its standard error holds all of `words`, then interrupts it.
pub fn interrupted(command: &mut Command, words: &[&str]) -> Run {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = BufReader::new(child.stderr.take().unwrap());
    let mut err = String::new();
    loop {
        let before = err.len();
        assert_ne!(
            log.read_line(&mut err).unwrap(),
            0,
            "it ended by itself: {err}"
        );
        if words.iter().all(|word| err[before..].contains(word)) {
            break;
        }
    }
    let id = child.id().to_string();
    let signal = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(signal.success());
    log.read_to_string(&mut err).unwrap();
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err,
    }
}

#[test]
fn labels_without_tables_are_stopped_by_a_limit_and_not_by_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    let run = interrupted(
        command()
            .args(["label", HARD, "--tables", "small", "--progress", "json"])
            .env("NOYES_TABLES", folder.path()),
        &["table"],
    );
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(
        run.err.contains("stopped before the tables were there"),
        "{}",
        run.err
    );
}

#[test]
fn a_solve_prints_the_best_found_and_its_bound() {
    let search = ["--algorithm", "ida", "--heuristic", "hamming"];
    let run = interrupted(
        command()
            .args(["solve", HARD, "--format", "directions", "--verbose"])
            .args(search),
        &["start"],
    );
    assert_eq!(run.code, 3);
    assert!(
        run.out.starts_with("Number of moves = ") && run.out.contains("(minimum is at least "),
        "{}",
        run.out
    );
    assert!(run.err.contains("interrupted"), "{}", run.err);
}

#[test]
fn a_batch_keeps_the_boards_it_has_done() {
    let boards = [FOUR_AWAY, HARD, HARD, HARD];
    let search = [
        "--algorithm",
        "ida",
        "--heuristic",
        "hamming",
        "--threads",
        "1",
    ];
    let run = interrupted(
        command().arg("batch").args(boards).args(search).args([
            "--format",
            "csv",
            "--progress",
            "json",
        ]),
        &["\"event\":\"progress\"", "13 6 8 12/"],
    );
    assert_eq!(run.code, 3, "{}", run.err);
    // The heading, the board that was done, and the one that was under way.
    assert_eq!(run.out.lines().count(), 3, "{}", run.out);
    assert!(
        run.err.contains("interrupted: 2 boards were not begun"),
        "{}",
        run.err
    );
}

#[test]
fn a_comparison_keeps_the_runs_it_has_done() {
    let line_up = "construct,ida:hamming,bfs";
    let run = interrupted(
        command()
            .args(["compare", HARD, "--algorithms", line_up])
            .args(["--time-limit", "1h", "--progress", "json"]),
        &["\"event\":\"progress\"", "\"algorithm\":\"ida\""],
    );
    assert_eq!(run.code, 3, "{}", run.err);
    let row = |name: &str| run.out.lines().find(|line| line.starts_with(name));
    assert!(row("construct").is_some(), "{}", run.out);
    assert!(
        row("ida hamming").is_some_and(|row| row.ends_with("interrupted")),
        "{}",
        run.out
    );
    assert!(row("bfs").is_none(), "{}", run.out);
}

#[test]
fn grading_keeps_the_boards_it_has_graded() {
    let answers = tempfile::tempdir().unwrap();
    std::fs::write(answers.path().join("puzzle04.txt"), "LULU").unwrap();
    let boards = ["boards/puzzle04.txt", "boards/random10.txt"];
    let run = interrupted(
        command()
            .arg("grade")
            .args(boards)
            .arg("--answers")
            .arg(answers.path())
            .args(["--time-limit", "1h", "--progress", "json"]),
        &["\"event\":\"improved\"", "random10.txt"],
    );
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.out.contains("puzzle04.txt  right"), "{}", run.out);
    assert!(!run.out.contains("random10"), "{}", run.out);
    assert!(
        run.err.contains("interrupted: 1 of 2 boards were graded"),
        "{}",
        run.err
    );
}

#[test]
fn building_tables_leaves_nothing_broken() {
    let folder = tempfile::tempdir().unwrap();
    let mut build = command();
    build
        .env("NOYES_TABLES", folder.path())
        .args(["tables", "build", "4x4", "--progress", "json"]);
    let run = interrupted(&mut build, &["\"event\":\"table\""]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(
        run.err.contains("building ended early: stopped"),
        "{}",
        run.err
    );
    let verify = command()
        .env("NOYES_TABLES", folder.path())
        .args(["tables", "verify"])
        .output()
        .unwrap();
    assert_eq!(verify.status.code(), Some(0));
}
