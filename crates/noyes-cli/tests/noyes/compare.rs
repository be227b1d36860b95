//! `noyes compare`: all runs are measured alike, and name what they used.

use std::path::Path;

use crate::command::{Run, command};

/// A board of the 15-puzzle that takes some thousand nodes with tables.
const HARD: &str = "15 8 5 2/7 13 11 12/4 1 6 10/14 9 0 3";

/// Runs a comparison with its tables in a folder.
fn compare(tables: &Path, arguments: &[&str]) -> Run {
    let output = command()
        .arg("compare")
        .args(arguments)
        .env("NOYES_TABLES", tables)
        .output();
    output.unwrap().into()
}

/// The values of a column of csv, below its heading.
fn column(csv: &str, name: &str) -> Vec<String> {
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let heads = lines.next().unwrap();
    let place = heads.iter().position(|head| *head == name);
    let place = place.unwrap_or_else(|| panic!("no column {name} in {csv}"));
    lines.map(|line| line[place].to_owned()).collect()
}

#[test]
fn tables_are_loaded_before_the_runs_and_counted_in_all_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let run = compare(
        folder.path(),
        &[
            HARD,
            "--algorithms",
            "ida:pattern,noyes,ida:manhattan",
            "--node-limit",
            "1000",
            "--format",
            "csv",
            "--progress",
            "json",
        ],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    let is_building = |line: &&str| line.contains("\"event\":\"table\"");
    assert!(run.err.lines().any(|line| is_building(&line)));
    for event in run.err.lines().filter(is_building) {
        assert!(event.contains("\"board\":"), "{event}");
        assert!(!event.contains("\"algorithm\":"), "{event}");
    }
    // The time limit is for the search, not for building tables.
    let generated = column(&run.out, "generated");
    assert!(generated.iter().all(|count| count != "0"), "{}", run.out);
    let bytes: Vec<u64> = column(&run.out, "bytes")
        .iter()
        .map(|bytes| bytes.parse().unwrap())
        .collect();
    // Both rows that use the tables count their megabytes; depth-first search needs little else.
    assert!(bytes[0] > 1_000_000 && bytes[1] > 1_000_000, "{bytes:?}");
    assert!(bytes[2] < 1_000_000, "{bytes:?}");
}

#[test]
fn rows_name_what_was_used_and_the_tables_can_be_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let csv = |more: &[&str]| {
        let line_up = ["--algorithms", "noyes,astar", "--format", "csv"];
        let run = compare(folder.path(), &[&[HARD], &line_up[..], more].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let none = csv(&["--tables", "none", "--node-limit", "1000"]);
    assert_eq!(column(&none, "contestant"), ["noyes", "astar"]);
    assert_eq!(column(&none, "tables"), ["none", "none"]);
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    let small = csv(&[
        "--tables",
        "small",
        "--memory-limit",
        "200MB",
        "--time-limit",
        "10s",
    ]);
    assert_eq!(column(&small, "algorithm"), ["ida", "astar"]);
    assert_eq!(column(&small, "heuristic"), ["pattern", "lc-or-wd"]);
    assert_eq!(column(&small, "tables"), ["small", "none"]);
    // The nodes are the same when the tables are built already.
    let again = csv(&["--memory-limit", "200MB", "--time-limit", "10s"]);
    assert_eq!(column(&small, "expanded")[0], column(&again, "expanded")[0]);
}

#[test]
fn options_that_no_contestant_uses_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, remedy) in [
        (["--algorithms", "ida", "--weight", "2"], "add weighted"),
        (
            ["--algorithms", "ida:pattern", "--tables", "none"],
            "leave out --tables none",
        ),
    ] {
        let run = compare(folder.path(), &[&[HARD], &arguments[..]].concat());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(remedy), "{}", run.err);
    }
}

/// As in `noyes solve`, a limit leaves the first solution.
#[test]
fn the_row_of_noyes_is_what_solve_does() {
    let folder = tempfile::tempdir().unwrap();
    for limit in [["--node-limit", "1000"], ["--time-limit", "0"]] {
        let csv = ["--algorithms", "bfs,noyes", "--format", "csv"];
        let run = compare(folder.path(), &[&[HARD], &csv[..], &limit].concat());
        let lengths = column(&run.out, "length");
        let solved = command()
            .args(["solve", HARD, "--tables", "small", "--format", "json"])
            .args(limit)
            .env("NOYES_TABLES", folder.path())
            .output();
        let solved = Run::from(solved.unwrap()).out;
        assert_eq!(lengths[0], "", "{}", run.out);
        assert!(
            solved.contains(&format!("\"length\":{},", lengths[1])),
            "{}{solved}",
            run.out
        );
    }
}

/// A stopped run is drawn hollow if another run solved its board, and is counted in a note if none
/// did.
#[test]
fn growth_draws_stopped_runs_too() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("growth.svg");
    let growth = |line_up: &str| {
        let limit = ["--node-limit", "1000", "--tables", "none"];
        let line_up = [
            "--algorithms",
            line_up,
            "--growth",
            picture.to_str().unwrap(),
        ];
        let boards = [HARD, "0 1 3/4 2 5/7 8 6"];
        let run = compare(folder.path(), &[&boards[..], &limit, &line_up].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        std::fs::read_to_string(&picture).unwrap()
    };
    let svg = growth("bfs,construct");
    // In two panels: bfs was stopped on the first board, the other runs finished.
    assert_eq!(svg.matches("<circle class=\"hollow").count(), 2);
    assert!(!svg.contains("not drawn"));
    let svg = growth("bfs,astar");
    assert_eq!(svg.matches("<circle class=\"hollow").count(), 0);
    assert!(svg.contains("2 of 4 runs not drawn"));
}

#[test]
fn a_board_that_cannot_be_solved_is_named_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let boards = [
        "boards/unsolvable.txt",
        "boards/puzzle04.txt",
        "0 1 3/4 2 5/7 8 6",
        "8 1 3/4 0 2/7 6 5",
    ];
    let with = |format: &str| {
        let more = ["--algorithms", "bfs,ida:hamming", "--node-limit", "100"];
        let run = compare(
            folder.path(),
            &[&boards[..], &more, &["--format", format]].concat(),
        );
        assert_eq!(run.code, 1, "{}", run.err);
        run.out
    };
    let csv = with("csv");
    assert_eq!(column(&csv, "board")[0], "unsolvable.txt");
    assert_eq!(column(&csv, "ending")[0], "no solution possible");
    assert_eq!(csv.lines().count(), 8, "{csv}");
    let table = with("table");
    assert!(
        table.contains("unsolvable.txt: No solution possible"),
        "{table}"
    );
    assert!(table.contains("the 3 of 4 boards that can"), "{table}");
    assert!(table.contains("solved 2 of 3"), "{table}");
}

#[test]
fn notes_stand_below_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let table = |boards: &[&str], more: &[&str]| {
        let line_up = ["--algorithms", "bfs,construct"];
        compare(folder.path(), &[boards, &line_up, more].concat()).out
    };
    let memory = table(&[HARD], &["--memory-limit", "30MB"]);
    assert!(
        memory.contains("the next step would have passed"),
        "{memory}"
    );
    assert!(!memory.contains("sums"), "{memory}");
    let two = table(&[HARD, "0 1 3/4 2 5/7 8 6"], &["--node-limit", "1000"]);
    assert!(two.ends_with("the most on one board\n"), "{two}");
    assert!(two.contains("solved 1 of 2"), "{two}");
    assert!(!two.contains("the next step"), "{two}");
}

#[test]
fn a_board_without_tables_gets_a_remark() {
    let folder = tempfile::tempdir().unwrap();
    let run = compare(
        folder.path(),
        &[
            "boards/random10.txt",
            "--algorithms",
            "construct,ida:pattern",
        ],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("no tables for this size"), "{}", run.out);
    assert!(!run.out.contains("--heuristic"), "{}", run.out);
}

/// A run that its fallback answered is not a finished one.
#[test]
fn a_total_counts_stopped_runs() {
    let folder = tempfile::tempdir().unwrap();
    let boards = [HARD, "0 1 3/4 2 5/7 8 6"];
    let more = ["--algorithms", "noyes", "--tables", "none"];
    let limit = ["--node-limit", "1000"];
    let run = compare(folder.path(), &[&boards[..], &more, &limit].concat());
    let total = run.out.lines().rfind(|line| line.starts_with("noyes"));
    assert!(
        total.is_some_and(|total| total.ends_with("stopped on 1 of 2")),
        "{}",
        run.out
    );
}

#[test]
fn a_contestant_may_count_as_korf_did() {
    let folder = tempfile::tempdir().unwrap();
    let list = "ida:manhattan,ida:manhattan:korf1985";
    let arguments = ["@korf100:79", "--algorithms", list, "--format", "csv"];
    let run = compare(folder.path(), &arguments);
    let names = ["ida manhattan", "ida manhattan korf1985"];
    assert_eq!(column(&run.out, "contestant"), names, "{}", run.err);
    assert_eq!(column(&run.out, "generated"), ["540867", "540860"]);
    let run = compare(
        folder.path(),
        &["@korf100:79", "--algorithms", "astar:manhattan:korf1985"],
    );
    assert_eq!(run.code, 2);
    assert!(run.err.contains("use the algorithm ida"), "{}", run.err);
}
