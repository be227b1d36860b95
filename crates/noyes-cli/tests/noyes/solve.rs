//! `noyes solve`, to the byte.

use crate::command::{noyes, noyes_with};

const TRANSCRIPT: &str = "Minimum number of moves = 4
3
 0  1  3 
 4  2  5 
 7  8  6 
3
 1  0  3 
 4  2  5 
 7  8  6 
3
 1  2  3 
 4  0  5 
 7  8  6 
3
 1  2  3 
 4  5  0 
 7  8  6 
3
 1  2  3 
 4  5  6 
 7  8  0 
";

#[test]
fn the_transcript_of_the_course() {
    let run = noyes(&["solve", "boards/puzzle04.txt"]);
    assert_eq!((run.code, run.out.as_str()), (0, TRANSCRIPT));
    assert_eq!(run.err, "");
    let piped = noyes_with(&["solve", "-"], b"3\n0 1 3\n4 2 5\n7 8 6\n\n");
    assert_eq!(piped.out, TRANSCRIPT);
    let quoted = noyes(&["solve", "0 1 3/4 2 5/7 8 6"]);
    assert_eq!(quoted.out, TRANSCRIPT);
}

#[test]
fn every_optimal_algorithm_gives_the_same_transcript() {
    for algorithm in ["bfs", "astar", "ida", "lockstep", "bidirectional"] {
        for heuristic in [
            "hamming",
            "manhattan",
            "linear-conflict",
            "walking-distance",
        ] {
            let run = noyes(&[
                "solve",
                "boards/puzzle04.txt",
                "--algorithm",
                algorithm,
                "--heuristic",
                heuristic,
            ]);
            assert_eq!(
                (run.code, run.out.as_str()),
                (0, TRANSCRIPT),
                "{algorithm} {heuristic}"
            );
        }
    }
}

#[test]
fn unsolvable_boards() {
    for board in ["1 2 3/4 5 6/8 7 0", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"] {
        let run = noyes(&["solve", board]);
        assert_eq!((run.code, run.out.as_str()), (1, "No solution possible\n"));
        assert!(run.err.contains("an odd arrangement"));
        assert_eq!(noyes(&["solve", board, "--quiet"]).err, "");
    }
}

#[test]
fn directions_and_tiles() {
    let run = noyes(&["solve", "boards/puzzle04.txt", "--format", "directions"]);
    assert_eq!(run.out, "Minimum number of moves = 4\nLULU\n");
    let run = noyes(&["solve", "boards/puzzle04.txt", "--format", "tiles"]);
    assert_eq!(run.out, "1 L\n2 U\n5 L\n6 U\n");
}

#[test]
fn json_is_one_line_in_the_promised_order() {
    let run = noyes(&["solve", "boards/puzzle04.txt", "--format", "json"]);
    let start = r#"{"schema":1,"rows":3,"cols":3,"tiles":[0,1,3,4,2,5,7,8,6],"goal":"blank-last","solvable":true,"directions":"LULU","length":4,"lower_bound":4,"optimal":true,"verified":true,"algorithm":""#;
    assert!(run.out.starts_with(start), "{}", run.out);
    assert_eq!(run.out.lines().count(), 1);
    let value: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    for field in ["heuristic", "expanded", "generated", "seconds"] {
        assert!(!value[field].is_null(), "{field}");
    }
    let run = noyes(&["solve", "1 2 3/4 5 6/8 7 0", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(run.code, 1);
    assert_eq!(value["solvable"], false);
    assert!(value["length"].is_null());
}

#[test]
fn in_and_out() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("moves.txt");
    let run = noyes(&["solve", "boards/puzzle04.txt", out.to_str().unwrap()]);
    assert_eq!(run.code, 0);
    assert_eq!(
        std::fs::read_to_string(&out).unwrap(),
        "1 L\n2 U\n5 L\n6 U\n"
    );
    let mut lines = run.out.lines();
    assert_eq!(lines.next(), Some("Puzzle size = 3x3"));
    assert_eq!(lines.next(), Some("Minimum number of moves = 4"));
    assert!(lines.next().unwrap().starts_with("Run time = "));
}

#[test]
fn rectangles_say_rows_and_columns() {
    let run = noyes(&["solve", "1 2 3/4 0 5"]);
    assert_eq!(
        run.out,
        "Minimum number of moves = 1\n2 3\n 1  2  3 \n 4  0  5 \n2 3\n 1  2  3 \n 4  5  0 \n"
    );
}

#[test]
fn other_goals() {
    let run = noyes(&[
        "solve",
        "1 0 2/3 4 5/6 7 8",
        "--goal",
        "blank-first",
        "--format",
        "directions",
    ]);
    assert_eq!(run.out, "Minimum number of moves = 1\nR\n");
    let run = noyes(&[
        "solve",
        "1 2 3/8 4 0/7 6 5",
        "--goal",
        "snail",
        "--format",
        "directions",
    ]);
    assert_eq!(run.out, "Minimum number of moves = 1\nR\n");
    let run = noyes(&[
        "solve",
        "1 0/3 2",
        "--goal",
        "0 1/3 2",
        "--format",
        "directions",
    ]);
    assert_eq!(run.out, "Minimum number of moves = 1\nR\n");
    let run = noyes(&["solve", "1 0/3 2", "--goal", "1 2 3/4 5 0"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("give a goal of the same size"));
}

#[test]
fn large_boards_get_directions_and_an_interval() {
    let board = noyes(&["scramble", "12", "--seed", "3"]).out;
    let run = noyes_with(&["solve", "-", "--time-limit", "300ms"], board.as_bytes());
    assert_eq!(run.code, 0);
    let headline = run.out.lines().next().unwrap();
    assert!(headline.starts_with("Number of moves = "), "{headline}");
    assert!(headline.contains(" (minimum is at least "), "{headline}");
    // One line of letters where no terminal is.
    assert_eq!(run.out.lines().count(), 2);
    // A proof was asked for and not found.
    let run = noyes_with(
        &["solve", "-", "--time-limit", "300ms", "--optimal"],
        board.as_bytes(),
    );
    assert_eq!(run.code, 3);
}

#[test]
fn a_solved_board_needs_no_moves() {
    let run = noyes(&["solve", "1 2 3/4 5 6/7 8 0"]);
    assert_eq!(
        run.out,
        "Minimum number of moves = 0\n3\n 1  2  3 \n 4  5  6 \n 7  8  0 \n"
    );
    assert_eq!(noyes(&["solve", "1 2/3 0", "--format", "tiles"]).out, "");
}

#[test]
fn plan_and_stats_and_verbose() {
    let run = noyes(&["solve", "boards/puzzle04.txt", "--plan"]);
    assert!(run.out.starts_with("plan for a 3×3 board\n"));
    let run = noyes(&["solve", "boards/puzzle04.txt", "--stats", "--verbose"]);
    assert_eq!(run.out, TRANSCRIPT);
    assert!(run.err.contains("expanded"));
    assert!(run.err.contains("B held, "), "memory: {}", run.err);
    assert!(
        run.err
            .contains("a 3×3 board; n, then the tiles; blank written 0")
    );
}

#[test]
fn all_shortest_solutions() {
    // A board at distance seven with two shortest solutions.
    let board = "1 2 3/0 7 6/5 4 8";
    let run = noyes(&["solve", board, "--count"]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (0, "Minimum number of moves = 7\nShortest solutions = 2\n")
    );
    let run = noyes(&["solve", board, "--all", "--format", "directions"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 4, "{}", run.out);
    assert_ne!(lines[2], lines[3]);
    for moves in &lines[2..] {
        let checked = noyes(&["check", board, moves]);
        assert!(checked.out.contains("none can be saved"), "{}", checked.out);
    }
    let run = noyes(&["solve", board, "--all", "--limit", "1", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(value["solution_count"], 2);
    assert_eq!(value["solutions"].as_array().unwrap().len(), 1);
    assert!(run.err.contains("--limit"));
    let run = noyes(&["solve", board, "--all"]);
    assert_eq!(run.out.matches("Solution ").count(), 2);
    let run = noyes(&["solve", "boards/puzzle04.txt", "--all", "--format", "tiles"]);
    assert_eq!(
        run.out,
        "Minimum number of moves = 4\nShortest solutions = 1\nSolution 1 of 1\n1 L\n2 U\n5 L\n6 U\n"
    );
    let run = noyes(&["solve", board, "--count", "--metric", "multi"]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (
            0,
            "Minimum number of moves = 6 (multi-tile)\nShortest solutions = 1\n"
        )
    );
}

#[test]
fn several_tiles_at_once_are_one_multi_tile_move() {
    let arguments = ["--metric", "multi", "--format"];
    let solve = |board, format| noyes(&[&["solve", board], &arguments[..], &[format]].concat());
    let run = solve("1 2 3/4 5 6/0 7 8", "directions");
    assert_eq!(
        (run.code, run.out.as_str()),
        (0, "Minimum number of moves = 1 (multi-tile)\nL2\n")
    );
    let run = solve("8 6 7/2 5 4/3 0 1", "json");
    let value: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(value["metric"], "multi");
    assert_eq!(
        (value["length"].as_u64(), value["optimal"].as_bool()),
        (Some(20), Some(true))
    );
    let board = noyes(&["scramble", "5", "--seed", "3"]).out;
    // Without tables there is an interval.
    let limited = ["solve", "-", "--metric", "multi", "--node-limit", "200000"];
    let run = noyes_with(&limited, board.as_bytes());
    assert_eq!(run.code, 0);
    let first = run.out.lines().next().unwrap();
    assert!(first.starts_with("Number of moves = "), "{first}");
    assert!(first.ends_with(", multi-tile)"), "{first}");
    let run = noyes_with(
        &["solve", "-", "--metric", "multi", "--tables", "large"],
        board.as_bytes(),
    );
    assert_eq!(run.code, 2);
    assert!(
        run.err
            .contains("leave out --algorithm, --heuristic and --tables"),
        "{}",
        run.err
    );
}
