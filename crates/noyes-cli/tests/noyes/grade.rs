//! `noyes grade`.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::check::wasteful;
use crate::command::{Run, noyes, root};

const BOARD: &str = "boards/puzzle04.txt";

/// Makes a folder of answers from paths and texts.
fn answers(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn graded(board: &str, folder: &Path, more: &[&str]) -> Run {
    let mut arguments = vec!["grade", board, "--answers", folder.to_str().unwrap()];
    arguments.extend(more);
    noyes(&arguments)
}

/// The rows of csv below the heading.
fn rows(run: &Run) -> Vec<&str> {
    run.out.lines().skip(1).collect()
}

#[test]
fn every_student_has_a_score() {
    let folder = answers(&[
        ("anna/puzzle04.txt", "LULU"),
        ("bob/puzzle04.txt", "LLRULU"),
    ]);
    let run = graded(BOARD, folder.path(), &[]);
    assert_eq!(run.code, 1);
    let scores = "anna  1 of 1 right\nbob   0 of 1 right\n";
    assert!(run.out.ends_with(scores), "{}", run.out);
    let folder = answers(&[("anna/puzzle04.txt", "LULU")]);
    let run = graded(BOARD, folder.path(), &[]);
    let end = "1 answer: right 1\nanna  1 of 1 right\n";
    assert!(run.out.ends_with(end), "{}", run.out);
}

#[test]
fn json_has_every_answer_and_every_student() {
    let folder = answers(&[
        ("anna/puzzle04.txt", "LULU"),
        ("bob/puzzle04.txt", "LLRULU"),
    ]);
    let points = "right=2,not-minimal=1";
    let more = ["--format", "json", "--matrix", "--points", points];
    let run = graded(BOARD, folder.path(), &more);
    let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let answer = &report["answers"][0];
    assert_eq!(
        (&answer["student"], &answer["verdict"]),
        (&"anna".into(), &"right".into())
    );
    assert_eq!(
        (&answer["moves"], &answer["minimum"]),
        (&4.into(), &4.into())
    );
    assert_eq!(
        (&answer["solution"], &answer["points"]),
        (&"LULU".into(), &2.0.into())
    );
    assert_eq!(report["students"][1]["right"], 0);
    assert!(report["matrix"].as_str().unwrap().starts_with("<svg"));
    let run = graded(BOARD, folder.path(), &["--format", "json"]);
    assert!(!run.out.contains("matrix") && run.code == 1);
}

#[test]
fn in_one_folder_the_names_of_files_name_the_students() {
    let folder = answers(&[
        ("puzzle04-anna.txt", "LULU"),
        ("puzzle04-bob.txt", "LRLULU"),
        ("puzzle04-cy.out", "LU"),
    ]);
    let run = graded(BOARD, folder.path(), &["--format", "csv"]);
    let rows = rows(&run);
    assert_eq!(rows.len(), 3, "{}", run.out);
    for (row, start) in rows.iter().zip([
        "anna,puzzle04.txt,right,4",
        "bob,puzzle04.txt,not minimal,6",
        "cy,puzzle04.txt,wrong,",
    ]) {
        assert!(row.starts_with(start), "{}", run.out);
    }
    assert_eq!((run.code, &*run.err), (1, ""));
}

#[test]
fn two_files_for_one_board_are_both_named() {
    for files in [
        ["anna/puzzle04.out", "anna/puzzle04.txt"],
        ["puzzle04.out", "puzzle04.txt"],
    ] {
        let folder = answers(&files.map(|file| (file, "LULU")));
        let run = graded(BOARD, folder.path(), &[]);
        let remark = "2 files answer this board, puzzle04.out and puzzle04.txt: keep one";
        assert!(run.out.contains(remark), "{}", run.out);
        assert!(run.code == 1 && run.out.contains("invalid"), "{}", run.out);
    }
}

#[test]
fn files_that_answer_no_board_are_named() {
    let folder = answers(&[
        ("notes.md", ""),
        ("anna/puzzel04.txt", "LULU"),
        ("bob/week1/puzzle04.txt", "LULU"),
        ("cy/puzzle04.txt", "LULU"),
    ]);
    let run = graded(BOARD, folder.path(), &[]);
    for part in [
        "not used",
        "anna/puzzel04.txt (did you mean puzzle04.txt?)",
        "bob/week1 (a folder too deep)",
        "notes.md",
    ] {
        assert!(run.err.contains(part), "{part}: {}", run.err);
    }
    assert!(!run.err.contains("cy"), "{}", run.err);
    assert!(!run.out.contains("(no name)"), "{}", run.out);
}

#[test]
fn the_line_of_a_wrong_letter_is_reported() {
    let folder = answers(&[("puzzle04.txt", "1 L\n2 X\n5 L\n")]);
    let run = graded(BOARD, folder.path(), &["--format", "csv"]);
    let row = rows(&run)[0];
    assert!(row.starts_with(",puzzle04.txt,invalid,,,4,4,4,2,"), "{row}");
}

#[test]
fn what_is_not_proven_is_not_claimed() {
    let board = "boards/random10.txt";
    // Longer than any solution that is found in a second.
    let folder = answers(&[("random10.txt", &wasteful(board, 1000))]);
    let more = ["--format", "csv", "--time-limit", "1s"];
    let run = graded(board, folder.path(), &more);
    let row = rows(&run)[0];
    assert!(row.contains(",not minimal,"), "{row}");
    assert!(row.contains(",at least "), "{row}");
}

#[test]
fn the_commands_of_the_page_for_teachers_work() {
    let page = fs::read_to_string(root().join("docs/book/grading.md")).unwrap();
    let folder = answers(&[
        ("answers/anna/puzzle04.txt", "LULU"),
        ("class/anna/Solver.java", "no program"),
    ]);
    let boards = folder.path().join("boards");
    fs::create_dir(&boards).unwrap();
    fs::copy(root().join(BOARD), boards.join("puzzle04.txt")).unwrap();
    let blocks = page.split("```bash\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().unwrap_or("").lines());
    let commands: Vec<&str> = lines.filter(|line| line.starts_with("noyes ")).collect();
    assert!(commands.len() >= 7, "{commands:?}");
    let programs = Path::new(env!("CARGO_BIN_EXE_noyes")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    for command in commands {
        let output = std::process::Command::new("sh")
            .args(["-c", command])
            .current_dir(folder.path())
            .env("PATH", format!("{}:{path}", programs.display()))
            .output()
            .unwrap();
        // Without a JDK, or with one, there is no program in the class: the answer is no.
        let wanted = i32::from(command.contains("--run"));
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(wanted), "{command}: {err}");
    }
    assert!(folder.path().join("feedback/anna.txt").exists());
}

#[test]
fn feedback_has_the_points_and_the_first_wasted_move() {
    let folder = answers(&[("anna/puzzle04.txt", "LLRULU")]);
    let feedback = tempfile::tempdir().unwrap();
    let into = feedback.path().to_str().unwrap();
    let points = ["--points", "right=3,not-minimal=2", "--feedback", into];
    let run = graded(BOARD, folder.path(), &points);
    assert!(run.out.contains("2 of 3 points"), "{}", run.out);
    let text = fs::read_to_string(feedback.path().join("anna.txt")).unwrap();
    for words in [
        "Points: 2 of 3",
        "not minimal (2 points)",
        "Your solution has 6 moves; 4 suffice",
        "The first wasted move is number 2 (3 L).",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn formats_and_endings_must_fit() {
    let folder = answers(&[("puzzle04.txt", "LULU")]);
    for (more, words) in [
        (&["--format", "svg"][..], "only the matrix"),
        (
            &["--matrix", "--format", "csv", "--output", "x.png"],
            ".png would not hold",
        ),
        (
            &["--matrix", "--output", "x.pdf"],
            "no grades are named .pdf",
        ),
        (&["--points", "rihgt=1"], "there is no verdict"),
        (&["--memory-limit", "1GB"], "--run"),
    ] {
        let run = graded(BOARD, folder.path(), more);
        assert_eq!(run.code, 2, "{more:?}");
        assert!(run.err.contains(words), "{more:?}: {}", run.err);
    }
}

#[test]
fn several_tiles_at_once_are_one_move_if_asked_for() {
    // Two moves of this metric, four slides.
    let board = "0 1 2/4 5 3/7 8 6";
    let folder = answers(&[("boards.txt", board), ("a/one-anna.txt", "L2U2")]);
    let list = folder.path().join("list.txt");
    fs::write(&list, format!("one {board}\ntwo {board}\n")).unwrap();
    let more = ["--metric", "multi", "--format", "csv"];
    let run = graded(list.to_str().unwrap(), &folder.path().join("a"), &more);
    assert!(
        run.out.contains("anna,one,right,2,2,2,"),
        "{}{}",
        run.out,
        run.err
    );
}

/// A program that prints its number of moves and forgets the boards.
#[test]
fn a_number_of_moves_alone_is_told_for_what_it_is() {
    let folder = answers(&[(
        "anna/puzzle04.txt",
        "Reading the board\nMinimum number of moves = 4\n",
    )]);
    let run = graded(BOARD, folder.path(), &["--format", "csv"]);
    let remark = "invalid,,,4,4,4,2,\"says 4 moves, but there are no moves or boards in it\"";
    assert!(rows(&run)[0].contains(remark), "{}", run.out);
}
