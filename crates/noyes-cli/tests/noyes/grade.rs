//! `noyes grade`.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::check::wasteful;
use crate::command::{Run, noyes};

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
