//! `noyes info`, `scramble`, `tree`, `completions`.

use crate::command::{command, noyes, noyes_with};

#[test]
fn info_says_why() {
    let run = noyes(&["info", "8 1 3/4 0 2/7 6 5"]);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("solvable         yes: 12 inversions"));
    assert!(run.out.contains("hamming          5 tiles"));
    assert!(run.out.contains("manhattan        10 steps"));
    assert!(run.out.contains("neighbours       4"));
    let run = noyes(&["info", "1 2 3/4 5 6/8 7 0"]);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("solvable         no: 1 inversion"));
    let run = noyes(&["info", "8 1 3/4 0 2/7 6 5", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(value["lower_bounds"]["manhattan"], 10);
    assert_eq!(value["lower_bounds"]["groups"], 12);
}

#[test]
fn info_lists_groups_that_no_line_conflict_shows() {
    // 2 and 4 are at home and block the corner for 1, which is no line conflict.
    let board = "6 2 5/4 3 1/7 8 0";
    let run = noyes(&["info", board]);
    assert_eq!(run.code, 0);
    assert!(
        run.out.contains("group by group   one group of tiles"),
        "{}",
        run.out
    );
    let run = noyes(&["info", board, "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let group = &value["explained"]["groups"][0];
    let tiles: Vec<u64> = group["tiles"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|t| t.as_u64())
        .collect();
    assert!([1, 2, 4].iter().all(|tile| tiles.contains(tile)));
    let bound = value["lower_bounds"]["groups"].as_u64().unwrap();
    let conflict = value["lower_bounds"]["linear-conflict"].as_u64().unwrap();
    assert_eq!(bound, conflict + group["extra"].as_u64().unwrap());
}

#[test]
fn the_groups_listed_add_up_to_the_bound() {
    for board in [
        "7 1 8/4 6 2/3 0 5",
        "6 2 5/4 3 1/7 8 0",
        "boards/random4.txt",
    ] {
        let run = noyes(&["info", board]);
        let lines = || run.out.lines();
        let told = lines().skip_while(|line| !line.starts_with("group by group"));
        let groups = told.skip(1).take_while(|line| line.starts_with("  "));
        let added = groups.filter_map(|line| line.rsplit_once("+ ")?.1.parse::<u32>().ok());
        let bound = |name: &str| -> u32 {
            let line = lines().find(|line| line.trim_start().starts_with(name));
            let mut words = line.unwrap().split_whitespace();
            words.nth(1).unwrap().parse().unwrap()
        };
        assert_eq!(
            bound("manhattan") + added.sum::<u32>(),
            bound("groups"),
            "{}",
            run.out
        );
    }
}

#[test]
fn scrambles_repeat_and_are_solvable() {
    let first = noyes(&["scramble", "4", "--seed", "1"]);
    assert_eq!(
        first.out,
        "4\n15  8  5  2 \n 7 13 11 12 \n 4  1  6 10 \n14  9  0  3 \n"
    );
    assert_eq!(first.err, "");
    let many = noyes(&["scramble", "4", "--seed", "1", "--count", "3"]).out;
    assert_eq!(many.lines().count(), 3);
    assert_eq!(
        many.lines().next(),
        Some("15 8 5 2 7 13 11 12 4 1 6 10 14 9 0 3")
    );
    let walk = noyes(&["scramble", "5", "--seed", "9", "--depth", "12"]).out;
    let run = noyes_with(&["solve", "-", "--format", "directions"], walk.as_bytes());
    assert!(run.out.starts_with("Minimum number of moves = "));
    let unseeded = noyes(&["scramble", "3"]);
    assert!(unseeded.err.starts_with("seed "));
    let hard = noyes(&[
        "scramble", "3x4", "--seed", "2", "--hard", "--format", "slashes",
    ])
    .out;
    assert_eq!(hard.matches('/').count(), 2);
}

#[test]
fn the_search_tree_of_the_four_move_board() {
    let run = noyes(&["tree", "boards/puzzle04.txt"]);
    assert_eq!(run.out.matches("priority").count(), 13);
    assert_eq!(run.out.matches("disallowed: the previous board").count(), 3);
    assert!(
        run.out
            .starts_with("moves 0 + distance 4 = priority 4, dequeued as number 1\n")
    );
    assert!(run.out.contains("dequeued as number 5: the goal"));
    let dot = noyes(&["tree", "boards/puzzle04.txt", "--format", "dot"]).out;
    assert!(dot.starts_with("digraph") && dot.matches(" -> ").count() == 12);
    let svg = noyes(&["tree", "boards/puzzle04.txt", "--format", "svg"]).out;
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<g class=").count(), 13);
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("tree.png");
    let picture = picture.to_str().unwrap();
    let run = noyes(&["tree", "boards/puzzle04.txt", "--output", picture]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains(".svg, .dot or .txt"), "{}", run.err);
    assert!(!folder.path().join("tree.png").exists());
}

#[test]
fn the_manual_has_a_page_for_every_command_with_its_examples() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    assert_eq!(noyes(&["man", pages.to_str().unwrap()]).code, 0);
    for name in ["noyes", "noyes-solve", "noyes-man", "noyes-tables-build"] {
        let page = std::fs::read_to_string(pages.join(format!("{name}.1"))).unwrap();
        assert!(!page.contains("EXTRA"), "{name}");
    }
    assert!(noyes(&["man"]).out.contains("\n.SH EXAMPLES\n"));
    assert!(noyes(&["--help"]).out.contains("\n  man "));
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish"] {
        let run = noyes(&["completions", shell]);
        assert_eq!(run.code, 0);
        assert!(run.out.contains("scramble"), "{shell}");
    }
}

#[test]
fn help_everywhere() {
    let commands = [
        "solve",
        "batch",
        "info",
        "check",
        "scramble",
        "tree",
        "completions",
    ];
    for command in commands {
        let run = noyes(&[command, "--help"]);
        assert_eq!(run.code, 0);
        assert!(run.out.contains("Examples:"), "{command}");
    }
    let run = noyes(&["slove"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("solve"), "did you mean: {}", run.err);
}

/// Built, listed, verified, damaged, rebuilt, removed.
#[test]
fn the_life_of_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let tables = |arguments: &[&str]| {
        let output = command()
            .env("NOYES_TABLES", folder.path())
            .args(arguments)
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let (code, out, err) = tables(&["tables", "build", "3x4", "--tables", "small"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.starts_with("built 2 of 2 tables"), "{out}");
    assert!(err.contains("of memory"), "announced first: {err}");
    assert!(
        tables(&["tables", "build", "3x4", "--tables", "small"])
            .1
            .starts_with("all there already")
    );
    // The third file is the duplicate-move automaton.
    assert!(tables(&["tables"]).1.contains("3 tables, "));
    assert!(
        tables(&["tables", "verify"])
            .1
            .contains("3 tables, 0 damaged")
    );
    let file = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let file = file
        .into_iter()
        .find(|path| path.extension().is_some_and(|end| end == "table"))
        .unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 8;
    std::fs::write(&file, bytes).unwrap();
    let (code, out, _) = tables(&["tables", "verify"]);
    assert!(code == Some(1) && out.contains("1 damaged"), "{out}");
    // The constructive solver does not prove this board, so the tables are needed.
    let (code, out, err) = tables(&["solve", "3 8 5 2/7 9 11 0/4 1 6 10"]);
    assert_eq!(
        (code, out.lines().next()),
        (Some(0), Some("Minimum number of moves = 37"))
    );
    assert!(
        err.contains("warning: "),
        "a damaged table is reported: {err}"
    );
    assert!(
        tables(&["tables", "verify"])
            .1
            .contains("3 tables, 0 damaged")
    );
    assert_eq!(tables(&["tables", "remove"]).1, "removed 3 tables\n");
}

/// What a student copies out of a program, and the list of an old Macintosh.
#[test]
fn boards_of_programs_and_of_old_files_are_read() {
    for board in [
        "{{0, 1, 3}, {4, 2, 5}, {7, 8, 6}}",
        "((0,1,3),(4,2,5),(7,8,6))",
        "[[0 1 3]\n [4 2 5]\n [7 8 6]]",
        "013425786",
    ] {
        let run = noyes(&["solve", board, "--format", "directions"]);
        assert_eq!(
            run.out, "Minimum number of moves = 4\nLULU\n",
            "{board}: {}",
            run.err
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list.txt");
    std::fs::write(&path, "a 0 1 3 4 2 5 7 8 6\rb 1 2 3 4 5 6 7 0 8 = 1\r").unwrap();
    let path = path.to_str().unwrap();
    for command in ["batch", "label"] {
        let run = noyes(&[command, path, "--format", "csv", "--quiet"]);
        let names = run
            .out
            .lines()
            .skip(1)
            .filter_map(|line| line.split(',').next());
        assert_eq!(names.collect::<Vec<_>>(), ["a", "b"], "{command}: {run:?}");
    }
}
