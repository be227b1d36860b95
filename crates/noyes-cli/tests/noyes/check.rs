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
    // The first slide is undone by move 2.
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
    assert!(run.out.contains("1 tile is still"), "{}", run.out);
    let run = noyes(&["check", BOARD, "L"]);
    let words = "Not a solution: after the one move 3 tiles are still out of place";
    assert!(run.out.starts_with(words), "{}", run.out);
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
fn the_claim_of_the_text_is_checked_too() {
    let run = noyes(&["check", BOARD, "Minimum number of moves = 5\nLULU"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert_eq!(run.out, "Not a solution: says 5 moves but makes 4\n");
    let no = "No solution possible";
    let run = noyes(&["check", BOARD, no]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert_eq!(
        run.out,
        "Not a solution: says there is none, but there is\n"
    );
    let run = noyes(&["check", "boards/unsolvable.txt", no]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("Right: "), "{}", run.out);
    let object = noyes(&["solve", "boards/unsolvable.txt", "--format", "json"]).out;
    let run = noyes_with(&["check", "boards/unsolvable.txt", "-"], object.as_bytes());
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn the_place_of_a_wrong_letter_is_reported() {
    let run = noyes(&["check", BOARD, "1 L\n2 X\n5 L"]);
    assert_eq!(run.code, 2, "{}", run.out);
    let words = "line 2, column 3: expected U, D, L or R";
    assert!(run.err.contains(words), "{}", run.err);
}

#[test]
fn a_text_without_moves_is_no_solution() {
    for (moves, words) in [
        ("", "there is nothing in it"),
        (
            "Minimum number of moves = 4",
            "there are no moves or boards in it",
        ),
    ] {
        let run = noyes_with(&["check", BOARD, "-"], moves.as_bytes());
        assert_eq!(run.code, 1, "{}", run.err);
        assert_eq!(run.out, format!("Not a solution: {words}\n"));
    }
    // An empty text is what solve writes for a solved board.
    assert_eq!(noyes_with(&["check", "1 2/3 0", "-"], b"").code, 0);
}

#[test]
fn moves_that_windows_saved_are_read() {
    let text = "\u{feff}Minimum number of moves = 4\r\nLULU\r\n";
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let run = noyes_with(&["check", BOARD, "-"], &bytes);
    assert_eq!(run.code, 0, "{}", run.err);
}

/// A solution of a large board that begins with a slide made and undone `undone` times.
pub fn wasteful(board: &str, undone: usize) -> String {
    let arguments = ["--algorithm", "construct", "--format", "directions"];
    let found = noyes(&[
        "solve",
        board,
        arguments[0],
        arguments[1],
        arguments[2],
        arguments[3],
    ]);
    let moves: String = found.out.lines().skip(1).collect();
    let back = match moves.chars().next() {
        Some('L') => "LR",
        Some('R') => "RL",
        Some('U') => "UD",
        _ => "DU",
    };
    back.repeat(undone) + &moves
}

#[test]
fn an_undone_slide_is_wasted_whatever_the_minimum_is() {
    let board = "boards/random10.txt";
    let moves = wasteful(board, 1);
    let run = noyes(&["check", board, &moves, "--time-limit", "100ms"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("Moves 1 to 2 are wasted"), "{}", run.out);
    assert!(run.out.contains(": at most "), "{}", run.out);
}

#[test]
fn several_tiles_at_once_are_one_move_if_asked_for() {
    let run = noyes(&["check", BOARD, "L2RULU", "--metric", "multi"]);
    assert_eq!(run.code, 0, "{}", run.err);
    for words in [
        "Solves the board in 5 moves",
        "6 if every slide of one tile is one move",
        "Minimum number of moves = 4: 1 more than needed",
        "First wasted move: number 1 (L2, tile 1 first)",
    ] {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
    let board = "0 1 2/4 5 3/7 8 6";
    for format in ["boards", "directions", "tiles", "json"] {
        let solve = ["solve", board, "--metric", "multi", "--format", format];
        let answer = noyes(&solve).out;
        let check = ["check", board, "-", "--metric", "multi"];
        let run = noyes_with(&check, answer.as_bytes());
        assert_eq!(run.code, 0, "{format}: {}{}", run.out, run.err);
        assert!(
            run.out.contains("Minimum number of moves = 2"),
            "{}",
            run.out
        );
    }
    let run = noyes(&[
        "solve",
        board,
        "--metric",
        "multi",
        "--all",
        "--format",
        "directions",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.contains("Shortest solutions = 1\nL2U2\n"),
        "{}",
        run.out
    );
    let large = noyes(&["check", "boards/random10.txt", "L", "--metric", "multi"]);
    assert_ne!(large.code, 0);
}

#[test]
fn prints_around_the_moves_are_left_aside() {
    let text = "Reading file…\nleft\nup\nleft\nup\nDone\n";
    let run = noyes_with(&["check", BOARD, "-"], text.as_bytes());
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out
            .contains("Left aside: line 1 “Reading file…”, line 6 “Done”"),
        "{}",
        run.out
    );
    let run = noyes_with(&["check", BOARD, "-"], b"Killed\n");
    assert_eq!(
        (run.code, run.out.as_str()),
        (1, "Not a solution: it was stopped: line 1 “Killed”\n")
    );
}

/// Transcripts of the largest boards, too long to be held, are read as they come.
#[test]
fn whatever_is_written_is_read_back() {
    let board = noyes(&["scramble", "127", "--depth", "300", "--seed", "1"]).out;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt");
    std::fs::write(&path, board).unwrap();
    let path = path.to_str().unwrap();
    let answer = folder.path().join("answer");
    let answer = answer.to_str().unwrap();
    let search = ["--algorithm", "construct", "--output", answer];
    for format in ["directions", "tiles", "json"] {
        let run = noyes(&[&["solve", path, "--format", format], &search[..]].concat());
        assert_eq!(run.code, 0, "{format}: {}", run.err);
        let run = noyes(&["check", path, answer, "--time-limit", "10ms"]);
        assert_eq!(run.code, 0, "{format}: {}{}", run.out, run.err);
    }
}
