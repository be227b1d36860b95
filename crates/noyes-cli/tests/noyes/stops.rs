//! Limits and closed pipes.

use std::io::Read;
use std::process::Stdio;

use crate::command::{command, noyes, noyes_with};

/// The first of Korf's hundred: 57 moves, out of reach for A* with Manhattan in this memory.
const HARD: &str = "13 6 8 12 15 14 0 10 11 7 4 5 9 1 3 2";

#[cfg(target_os = "linux")]
#[test]
fn a_memory_limit_is_respected_and_reported() {
    let mut child = command()
        .args([
            "solve",
            HARD,
            "--algorithm",
            "astar",
            "--heuristic",
            "manhattan",
        ])
        .args(["--memory-limit", "200MB", "--format", "directions"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most_kilobytes = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        most_kilobytes = most_kilobytes.max(peak.unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(
        most_kilobytes * 1024 <= 200_000_000,
        "{most_kilobytes} kB at most"
    );
    assert!(
        most_kilobytes * 1024 >= 80_000_000,
        "{most_kilobytes} kB: the limit is there to be used"
    );
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.starts_with("Number of moves = ") && out.contains("(minimum is at least "));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("the memory limit was reached"), "{err}");
}

/// A board of 31 moves, the most there are, within what the program itself leaves of 20 MB.
#[test]
fn a_small_board_needs_little_memory() {
    let asked = ["solve", "8 6 7/2 5 4/3 0 1", "--algorithm", "astar"];
    let run = noyes(&[&asked[..], &["--memory-limit", "20MB"]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("Minimum number of moves = 31"));
}

#[test]
fn node_and_time_limits_leave_an_answer() {
    for limit in [
        ["--node-limit", "1000"],
        ["--time-limit", "1ms"],
        ["--time-limit", "0s"],
    ] {
        let run = noyes(&[
            "solve",
            HARD,
            "--algorithm",
            "ida",
            "--heuristic",
            "manhattan",
            "--format",
            "directions",
            limit[0],
            limit[1],
        ]);
        assert_eq!(run.code, 3, "{limit:?}: {run:?}");
        assert!(run.out.starts_with("Number of moves = "));
        assert!(run.out.lines().count() > 1);
    }
}

#[test]
fn a_closed_pipe_is_a_quiet_success() {
    let board = noyes(&["scramble", "40", "--seed", "1"]).out;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt");
    std::fs::write(&path, board).unwrap();
    let mut child = command()
        .args([
            "solve",
            path.to_str().unwrap(),
            "--algorithm",
            "construct",
            "--format",
            "boards",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    // The reader is gone, and the transcript is longer than the buffer of a pipe.
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn the_longest_board_is_read_solved_and_checked() {
    let board = noyes(&["scramble", "127", "--seed", "1"]).out;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt");
    std::fs::write(&path, &board).unwrap();
    let path = path.to_str().unwrap();
    let answer = noyes(&[
        "solve",
        path,
        "--algorithm",
        "construct",
        "--format",
        "directions",
    ]);
    assert_eq!(answer.code, 0);
    let run = noyes_with(
        &["check", path, "-", "--time-limit", "10ms"],
        answer.out.as_bytes(),
    );
    assert_eq!(run.code, 0, "{}", run.err);
}
