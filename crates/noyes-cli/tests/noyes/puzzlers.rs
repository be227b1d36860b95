//! What puzzlers ask for: scrambles as moves, letters on one line, pictures by their names.

use crate::command::{noyes, noyes_in};

#[test]
fn a_scramble_is_a_board_and_a_board_a_scramble() {
    for (size, seed) in [("3", "1"), ("4", "2"), ("3x5", "1"), ("6", "1")] {
        let scramble = noyes(&["scramble", size, "--moves", "--seed", seed]);
        assert_eq!(scramble.code, 0);
        let moves = scramble.out.trim();
        assert_eq!(scramble.out.lines().count(), 1);
        let board = noyes(&["scramble", size, "--seed", seed, "--format", "slashes"]).out;
        let asked = [
            "solve",
            "--scramble",
            moves,
            "--size",
            size,
            "--format",
            "json",
        ];
        let solved = noyes(&[&asked[..], &["--node-limit", "1"]].concat()).out;
        let value: serde_json::Value = serde_json::from_str(&solved).unwrap();
        let tiles = value["tiles"].to_string();
        let wanted = board.trim().replace(['/', ' '], ",");
        assert_eq!(tiles, format!("[{wanted}]"));
    }
    let run = noyes(&["solve", "--scramble", "LU"]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("move 1 (L) cannot be made on a 4×4 board"),
        "{}",
        run.err
    );
    assert_eq!(
        noyes(&["solve", "boards/puzzle04.txt", "--scramble", "R"]).code,
        2
    );
    assert_eq!(noyes(&["solve"]).code, 2);
}

#[test]
fn letters_are_one_line_where_no_terminal_is() {
    let run = noyes(&["solve", "boards/random10.txt", "--algorithm", "construct"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[1].len() > 1000);
}

#[test]
fn a_link_to_a_replay_is_a_board_and_its_moves() {
    let run = noyes(&["solve", "boards/random4.txt", "--format", "replay"]);
    let (headline, link) = run.out.trim_end().split_once('\n').unwrap();
    assert!(headline.starts_with("Minimum number of moves = "));
    let directions = |board| noyes(&["solve", board, "--format", "directions"]).out;
    assert_eq!(directions(link), directions("boards/random4.txt"));
    for asked in [&["check", link][..], &["check", "boards/random4.txt", link]] {
        let run = noyes(asked);
        assert_eq!((run.code, run.out.contains("none can be saved")), (0, true));
    }
    let run = noyes(&["check", "boards/puzzle04.txt"]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("give the moves behind the board"),
        "{}",
        run.err
    );
    let run = noyes(&["solve", "https://example.org/replay?r=AAAA"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("copy the whole link"), "{}", run.err);
}

#[test]
fn a_picture_is_what_its_name_says() {
    let folder = tempfile::tempdir().unwrap();
    let board = "1 2/0 3";
    for (format, name) in [
        ("strip", "x.png"),
        ("svg", "x.jpg"),
        ("png", "x.svg"),
        ("gif", "x.webp"),
    ] {
        let run = noyes_in(
            folder.path(),
            &["render", board, "--format", format, "--output", name],
        );
        assert_eq!(run.code, 2, "{format} {name}");
        assert!(!folder.path().join(name).exists());
    }
    let run = noyes_in(
        folder.path(),
        &["render", board, "--format", "strip", "--output", "x.svg"],
    );
    assert_eq!(run.code, 0);
}

#[test]
fn info_names_the_pair_to_exchange() {
    let run = noyes(&["info", "1 2 3/4 5 6/8 7 0"]);
    assert!(
        run.out
            .contains("exchange tiles 8 and 7, and it can be solved: 0 inversions")
    );
    assert!(run.out.contains("docs/book/why/parity.md"));
    let run = noyes(&["info", "boards/puzzle04.txt"]);
    assert!(
        !run.out.contains("exchange tiles") && run.out.contains("docs/book/why/lower-bounds.md")
    );
}
