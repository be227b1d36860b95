//! Errors with remedies, suggestions, closed pipes and other manners of the command.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::command::{command, noyes};

const FOUR_AWAY: &str = "0 1 3/4 2 5/7 8 6";

#[test]
fn a_closed_pipe_is_a_quiet_success() {
    let mut child = command()
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
fn what_was_probably_meant_is_suggested() {
    let run = noyes(&["slove", FOUR_AWAY]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("solve"), "{}", run.err);
    let run = noyes(&["solve", FOUR_AWAY, "--algoritm", "ida"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--algorithm"), "{}", run.err);
    for (arguments, meant) in [
        (&["solve", "boards/puzle04.txt"][..], "boards/puzzle04.txt?"),
        (&["solve", "bords/puzzle04.txt"], "boards/puzzle04.txt?"),
        (&["check", FOUR_AWAY, "READNE.md"], "README.md?"),
        (&["grade", FOUR_AWAY, "--answers", "bords"], "boards?"),
        (&["batch", "bords"], "boards?"),
    ] {
        let run = noyes(arguments);
        assert_eq!(run.code, 2);
        assert!(
            run.err.contains(&format!("did you mean {meant}")),
            "{}",
            run.err
        );
    }
    for word in ["boards/puzzle04.txt", FOUR_AWAY] {
        let run = noyes(&[word]);
        assert_eq!(run.code, 2);
        assert!(
            run.err.contains("tip: to solve it: noyes solve"),
            "{}",
            run.err
        );
        assert!(run.err.contains(word), "{}", run.err);
    }
    let run = noyes(&["check", FOUR_AWAY, "nowhere.txt"]);
    assert!(run.err.contains("or the moves themselves"), "{}", run.err);
    let run = noyes(&["play", "3y"]);
    assert!(run.err.contains("neither a size"), "{}", run.err);
    let run = noyes(&["solve", FOUR_AWAY, "--heuristic", "manhatan"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("manhattan"), "{}", run.err);
}

/// Tiles written without spaces, folders for files, files for folders.
#[test]
fn errors_name_a_fitting_remedy() {
    for (arguments, remedy) in [
        (&["solve", "813402766"][..], "put a space between two tiles"),
        (&["solve", "813/402/765"], "put a space between two tiles"),
        (&["solve", "500"], "write n for an n×n board"),
        (
            &["solve", FOUR_AWAY, "--weight", "2"],
            "add --algorithm weighted",
        ),
        (&["check", FOUR_AWAY, "boards"], "a folder, not moves"),
        (
            &["grade", FOUR_AWAY, "--answers", "README.md"],
            "README.md is no folder: give",
        ),
        (
            &["compare", FOUR_AWAY, "--algorithms", "ida,bfs,IDA*"],
            "names ida twice",
        ),
        (
            &["compare", FOUR_AWAY, "--algorithms", "astr"],
            "did you mean astar?",
        ),
        (
            &["compare", FOUR_AWAY, "--algorithms", "astar,best"],
            "choose from noyes, bfs, astar",
        ),
        (
            &["compare", FOUR_AWAY, "--algorithms", "construct:pattern"],
            "write just construct",
        ),
        (
            &["compare", FOUR_AWAY, "--algorithms", "bfs:manhattan"],
            "bfs uses no heuristic",
        ),
        (
            &["compare", FOUR_AWAY, "--algorithms", "astar:pattern"],
            "write ida:pattern",
        ),
        (&["compare", FOUR_AWAY, "--chart", "x.png"], "ends in .svg"),
    ] {
        let run = noyes(arguments);
        assert_eq!(run.code, 2, "{arguments:?}");
        assert!(run.err.contains(remedy), "{}", run.err);
    }
}

/// Nothing is computed for a file that cannot be written.
#[test]
fn a_missing_folder_is_reported_first() {
    for arguments in [
        &["solve", FOUR_AWAY, "bords/moves.txt"][..],
        &["solve", FOUR_AWAY, "--output", "bords/moves.txt"],
        &["compare", FOUR_AWAY, "--chart", "bords/x.svg"],
        &["compare", FOUR_AWAY, "--growth", "bords/x.svg"],
        &["render", FOUR_AWAY, "--output", "bords/x.gif"],
        &["batch", FOUR_AWAY, "--output", "bords/x.csv"],
    ] {
        let run = noyes(&[arguments, &["--progress", "json"]].concat());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        let told = "no folder bords (did you mean boards?); make it first";
        assert!(run.err.contains(told), "{}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
}

#[test]
fn a_comparison_goes_on_after_a_stopped_run() {
    let board = "15 8 5 2/7 13 11 12/4 1 6 10/14 9 0 3";
    let algorithms = "bfs,construct";
    let arguments = ["compare", board, "--algorithms", algorithms];
    let run = noyes(&[&arguments[..], &["--node-limit", "10000"]].concat());
    assert_eq!(run.code, 0);
    assert!(run.out.contains("stopped at 10k nodes"), "{}", run.out);
    assert!(
        run.out.lines().any(|line| line.starts_with("construct")),
        "{}",
        run.out
    );
    let limits = ["--memory-limit", "30MB", "--format", "csv"];
    let run = noyes(&[&arguments[..], &limits[..]].concat());
    assert!(run.out.contains(",stopped at 30 MB"), "{}", run.out);
    assert_eq!(run.out.lines().count(), 3);
}

#[test]
fn check_says_what_it_found() {
    let run = noyes(&["check", FOUR_AWAY, "RDRD"]);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("the way the blank goes"), "{}", run.out);
    assert!(run.out.contains("none can be saved"));
    let run = noyes(&["check", FOUR_AWAY, "LLRULU"]);
    assert_eq!(run.code, 0);
    assert!(
        run.out.contains("First wasted move: number 2 (3 L)"),
        "{}",
        run.out
    );
    let run = noyes(&["check", FOUR_AWAY, "LUL"]);
    assert_eq!(run.code, 1);
    assert!(run.out.starts_with("Not a solution"));
    assert!(run.out.contains("Nor if the letters"), "{}", run.out);
    let run = noyes(&["check", FOUR_AWAY, ""]);
    assert_eq!((run.code, run.out.lines().count()), (1, 1), "{}", run.out);
    let run = noyes(&["check", "1 2 3/4 5 6/8 7 0", "LR"]);
    assert_eq!(run.code, 1);
    let reason = "Not a solution: the board cannot be solved: 1 inversion";
    assert!(run.out.starts_with(reason), "{}", run.out);
}

#[test]
fn plan_is_solve_with_plan() {
    let plan = noyes(&["plan", FOUR_AWAY, "--memory-limit", "1GB"]);
    let same = noyes(&["solve", FOUR_AWAY, "--plan", "--memory-limit", "1GB"]);
    assert_eq!((plan.code, plan.out), (0, same.out));
}

#[test]
fn the_game_wants_a_terminal_and_a_board_that_can_be_solved() {
    let run = noyes(&["play", "3"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("terminal"), "{}", run.err);
    let run = noyes(&["play", "1 2 3/4 5 6/8 7 0"]);
    assert_eq!((run.code, run.out.trim()), (1, "No solution possible"));
}

#[test]
fn the_ending_of_a_file_chooses_the_format() {
    let output = command()
        .args(["render", FOUR_AWAY, "--format", "png"])
        .output()
        .unwrap();
    assert!(output.stdout.starts_with(b"\x89PNG"));
    let folder = tempfile::tempdir().unwrap();
    for (name, begins) in [
        ("tree.svg", "<svg"),
        ("tree.dot", "digraph"),
        ("tree", "moves 0"),
    ] {
        let path = folder.path().join(name);
        let run = noyes(&["tree", FOUR_AWAY, "--output", path.to_str().unwrap()]);
        assert_eq!(run.code, 0);
        let drawn = std::fs::read_to_string(path).unwrap();
        assert!(drawn.starts_with(begins), "{name}: {drawn:.20}");
    }
    let path = folder.path().join("board.png");
    let run = noyes(&[
        "render",
        FOUR_AWAY,
        "LULU",
        "--output",
        path.to_str().unwrap(),
    ]);
    assert_eq!(run.code, 0);
    assert!(run.err.contains("shows one board"), "{}", run.err);
    assert!(std::fs::read(path).unwrap().starts_with(b"\x89PNG"));
    let run = noyes(&["render", "1 2 3/4 5 6/8 7 0", "--format", "animated"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("cannot be solved"), "{}", run.err);
    let run = noyes(&["render", FOUR_AWAY, "--output", "x.jpg"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains(".svg, .png or .gif"), "{}", run.err);
}

#[test]
fn a_folder_or_a_collection_is_for_batch() {
    let run = noyes(&["bench"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("noyes batch bench"), "{}", run.err);
    let run = noyes(&["solve", "@korf100"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("try noyes batch @korf100"), "{}", run.err);
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_named() {
    let full = || std::fs::File::create("/dev/full").unwrap();
    let output = command()
        .args(["solve", FOUR_AWAY])
        .stdout(full())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(
        words.contains("standard output cannot be written"),
        "{words}"
    );
    let run = noyes(&[
        "render",
        FOUR_AWAY,
        "--format",
        "svg",
        "--output",
        "/dev/full",
    ]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("/dev/full cannot be written"),
        "{}",
        run.err
    );
}

#[test]
fn a_picture_replaces_an_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.svg");
    std::fs::write(&file, "old").unwrap();
    let run = noyes(&["render", FOUR_AWAY, "--output", file.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("<svg"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}
