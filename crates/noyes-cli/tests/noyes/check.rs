//! `noyes check`.

use crate::command::{noyes, noyes_with};

const BOARD: &str = "boards/puzzle04.txt";

#[test]
fn minimal_wasteful_and_wrong() {
    let run = noyes(&["check", BOARD, "LULU"]);
    assert_eq!(
        (run.code, run.out.lines().next()),
        (0, Some("Solves the board in 4 moves"))
    );
    assert!(
        run.out
            .contains("Minimum number of moves = 4: none can be saved")
    );
    // Two slides up and down again at move 2 are wasted.
    let run = noyes(&["check", BOARD, "LRLULU"]);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("2 more than needed"));
    assert!(
        run.out.contains("First wasted move: number 2 (1 R)"),
        "{}",
        run.out
    );
    let run = noyes(&["check", BOARD, "LUL"]);
    assert_eq!(run.code, 1);
    assert!(run.out.starts_with("Not a solution: after all 3 moves"));
    let run = noyes(&["check", BOARD, "LLL"]);
    assert!(run.code == 1 || run.code == 2, "{run:?}");
}

#[test]
fn letters_of_the_blank_are_tried_too() {
    let run = noyes(&["check", BOARD, "RDRD"]);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("the way the blank goes"));
}

#[test]
fn every_output_of_solve_checks() {
    for format in ["boards", "directions", "tiles", "json"] {
        let answer = noyes(&["solve", BOARD, "--format", format]).out;
        let run = noyes_with(&["check", BOARD, "-"], answer.as_bytes());
        assert_eq!(run.code, 0, "{format}: {}", run.err);
    }
}

#[test]
fn a_wrong_letter_is_told_where_it_stands() {
    let run = noyes(&["check", BOARD, "1 L\n2 X\n5 L"]);
    assert_eq!(run.code, 2, "{}", run.out);
    let words = "line 2, column 3: expected U, D, L or R";
    assert!(run.err.contains(words), "{}", run.err);
}

#[test]
fn moves_that_windows_saved_are_read() {
    let text = "\u{feff}Minimum number of moves = 4\r\nLULU\r\n";
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let run = noyes_with(&["check", BOARD, "-"], &bytes);
    assert_eq!(run.code, 0, "{}", run.err);
}
