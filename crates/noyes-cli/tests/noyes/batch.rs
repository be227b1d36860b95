//! `noyes batch`.

use crate::command::{noyes, noyes_with};

const HEAD: &str = "name,rows,cols,solvable,length,lower_bound,optimal,known,seconds,expanded,generated,algorithm,verified";

#[test]
fn csv_keeps_the_order_and_the_columns() {
    let list = "a 0 1 3 4 2 5 7 8 6 = 4\n# a remark\nb 1 2 3 4 5 6 8 7 0\n1 2 3/4 0 5\n";
    let run = noyes_with(&["batch", "-", "--format", "csv"], list.as_bytes());
    let lines: Vec<Vec<&str>> = run
        .out
        .lines()
        .map(|line| line.split(',').collect())
        .collect();
    assert_eq!(run.out.lines().next(), Some(HEAD));
    assert_eq!(lines.len(), 4);
    assert_eq!(
        lines[1][..8],
        ["a", "3", "3", "true", "4", "4", "true", "4"]
    );
    assert_eq!(lines[1][12], "true");
    assert_eq!(lines[2][..8], ["b", "3", "3", "false", "", "", "false", ""]);
    assert_eq!(lines[3][0], "-:4");
    assert_eq!(lines[3][1..7], ["2", "3", "true", "1", "1", "true"]);
    assert!(lines.iter().all(|line| line.len() == 13));
    assert_eq!(run.code, 0);
}

#[test]
fn a_contradicted_minimum_exits_with_1() {
    for known in ["= 2", "= 6"] {
        let list = format!("a 0 1 3 4 2 5 7 8 6 {known}\nb 1 2 3 4 5 6 7 0 8 = 1\n");
        let run = noyes_with(&["batch", "-"], list.as_bytes());
        assert_eq!(run.code, 1, "{known}: {}", run.out);
        assert!(
            run.out.contains("contradicting the known minimum 1: a"),
            "{}",
            run.out
        );
    }
}

#[test]
fn a_folder_with_a_bad_file_goes_on_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("a.txt", "3\n0 1 3\n4 2 5\n7 8 6\n");
    write("b.txt", "this is no board");
    write("c.txt", "2\n1 2\n3 0\n");
    write("notes.md", "not looked at");
    let run = noyes(&["batch", folder.path().to_str().unwrap()]);
    assert_eq!(run.code, 2);
    assert!(
        run.out
            .contains("solved 2 of 2 (each replayed), proven optimal 2")
    );
    assert!(run.out.contains("unreadable 1: b.txt"));
}

#[test]
fn threads_change_nothing_but_the_time() {
    let list = noyes(&["scramble", "3", "--count", "40", "--seed", "5"]).out;
    let lengths = |threads: &str| -> Vec<String> {
        let run = noyes_with(
            &["batch", "-", "--format", "jsonl", "--threads", threads],
            list.as_bytes(),
        );
        let parse = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
        run.out
            .lines()
            .map(parse)
            .map(|row| format!("{} {}", row["name"], row["length"]))
            .collect()
    };
    assert_eq!(lengths("1"), lengths("2"));
    assert_eq!(lengths("1").len(), 40);
}

#[test]
fn limits_are_recorded() {
    let board = noyes(&["scramble", "4", "--seed", "1", "--format", "line"]).out;
    let run = noyes_with(
        &[
            "batch",
            "-",
            "--algorithm",
            "astar",
            "--heuristic",
            "manhattan",
            "--node-limit",
            "5000",
            "--format",
            "csv",
        ],
        board.as_bytes(),
    );
    assert_eq!(run.code, 3);
    let row: Vec<&str> = run.out.lines().nth(1).unwrap().split(',').collect();
    assert_eq!(row[3], "true");
    assert!(row[4].parse::<u32>().unwrap() >= row[5].parse::<u32>().unwrap());
    assert_eq!((row[6], row[12]), ("false", "true"));
}

#[test]
fn the_sum_of_no_times_is_zero() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.txt");
    std::fs::write(&file, "1 2\n3 3\n").unwrap();
    let run = noyes(&["batch", file.to_str().unwrap()]);
    assert!(run.out.contains("generated, 0.000 s"), "{}", run.out);
}
