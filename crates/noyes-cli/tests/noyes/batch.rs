//! `noyes batch`.

use crate::command::{command, noyes, noyes_in, noyes_with};

const HEAD: &str = "name,rows,cols,solvable,length,lower_bound,optimal,known,seconds,expanded,generated,algorithm,verified,tiles,goal,metric,heuristic,weight,tables,stop,stored,enqueued,dequeued,count_as,limits,requested";

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
    assert_eq!(
        lines[1][12..16],
        ["true", "0 1 3 4 2 5 7 8 6", "blank-last", "single"]
    );
    assert_eq!(lines[1][21..], ["", "", "noyes", "", "auto"]);
    assert_eq!(lines[2][..8], ["b", "3", "3", "false", "", "", "false", ""]);
    assert_eq!(lines[3][0], "-:4");
    assert_eq!(lines[3][1..7], ["2", "3", "true", "1", "1", "true"]);
    assert!(lines.iter().all(|line| line.len() == 26));
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
            "--time-limit",
            "1h",
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
    assert_eq!(row[23..], ["noyes", "time=3600 nodes=5000", "astar"]);
}

#[test]
fn a_row_tells_how_its_nodes_were_counted() {
    let as_korf = |format| {
        let search = ["--algorithm", "ida", "--heuristic", "manhattan"];
        let counts = ["--count-as", "korf1985", "--format", format];
        let run = noyes(&[&["batch", "@korf100:79"][..], &search, &counts].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let csv = as_korf("csv");
    let rows = rows(&csv);
    assert_eq!((rows[0][10], rows[0][23]), ("540860", "korf1985"));
    let json = as_korf("jsonl");
    assert!(json.contains(r#""generated":540860"#), "{json}");
    assert!(json.contains(r#""count_as":"korf1985""#), "{json}");
}

#[test]
fn the_sum_of_no_times_is_zero() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.txt");
    std::fs::write(&file, "1 2\n3 3\n").unwrap();
    let run = noyes(&["batch", file.to_str().unwrap()]);
    assert!(run.out.contains("generated, 0.000 s"), "{}", run.out);
}

/// The rows of a csv, by column.
fn rows(csv: &str) -> Vec<Vec<&str>> {
    assert_eq!(csv.lines().next(), Some(HEAD));
    csv.lines()
        .skip(1)
        .map(|line| line.split(',').collect())
        .collect()
}

#[test]
fn what_the_fallback_found_is_not_solved_by_the_algorithm() {
    let hard = noyes(&["scramble", "4", "--seed", "1", "--format", "line"]).out;
    let list = format!("hard {hard}easy 1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15\n");
    let asked = [
        "batch",
        "-",
        "--algorithm",
        "weighted",
        "--node-limit",
        "50",
    ];
    let run = noyes_with(&asked, list.as_bytes());
    let last = run.out.lines().last().unwrap();
    let wanted = "1 of 2 solved by weighted; 1 stopped after 50 nodes, answered by construct: hard";
    assert_eq!(last, wanted);
    assert!(
        run.out.contains("\nsolved 1 of 2 (each replayed)"),
        "{}",
        run.out
    );
    assert_eq!(run.code, 0);
    let strict = noyes_with(&[&asked[..], &["--strict"]].concat(), list.as_bytes());
    assert_eq!(
        (strict.code, &strict.out.lines().last()),
        (1, &Some(wanted))
    );
    let csv = noyes_with(
        &[&asked[..], &["--format", "csv"]].concat(),
        list.as_bytes(),
    );
    let rows = rows(&csv.out);
    assert_eq!(
        (rows[0][11], rows[0][19], rows[0][25]),
        ("construct", "nodes", "weighted")
    );
    assert_eq!(
        (rows[1][11], rows[1][19], rows[1][25]),
        ("weighted", "", "weighted")
    );
    assert_eq!(rows[1][17], "26");
}

#[test]
fn queues_are_counted_in_csv_and_jsonl() {
    let list = "a 0 1 3 4 2 5 7 8 6\nb 1 2 3 4 5 6 8 7 0\n";
    let asked = ["batch", "-", "--algorithm", "course", "--format"];
    let csv = noyes_with(&[&asked[..], &["csv"]].concat(), list.as_bytes()).out;
    let rows = rows(&csv);
    assert_eq!((rows[0][21], rows[0][22]), ("10", "5"));
    assert_eq!((rows[1][3], rows[1][11]), ("false", "course"));
    assert!(rows[1][21].parse::<u64>().unwrap() > 0);
    let jsonl = noyes_with(&[&asked[..], &["jsonl"]].concat(), list.as_bytes()).out;
    let value: serde_json::Value = serde_json::from_str(jsonl.lines().next().unwrap()).unwrap();
    assert!(
        jsonl.starts_with("{\"name\":\"a\",\"schema\":1,\"rows\":3,"),
        "{jsonl}"
    );
    assert_eq!(value["queue"]["enqueued"], 10);
    assert_eq!(
        (&value["requested"], &value["stop"]),
        (&"course".into(), &serde_json::Value::Null)
    );
    assert!(value["limits"].get("memory").is_some() && value["error"].is_null());
}

#[test]
fn one_board_and_several_of_a_collection() {
    let names = |argument: &str| -> Vec<String> {
        let run = noyes(&["batch", argument, "--format", "csv", "--node-limit", "100"]);
        rows(&run.out).iter().map(|row| row[0].to_owned()).collect()
    };
    assert_eq!(names("@korf100:79"), ["korf15-079"]);
    assert_eq!(
        names("@korf100:2-4"),
        ["korf15-002", "korf15-003", "korf15-004"]
    );
    assert_eq!(noyes(&["info", "@korf100:1"]).code, 0);
    let several = noyes(&["solve", "@korf100"]);
    assert_eq!(several.code, 2);
    assert!(several.err.contains("@korf100:1"), "{}", several.err);
    assert_eq!(noyes(&["batch", "@korf100:101"]).code, 2);
}

#[test]
fn shards_merge_to_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let list = noyes(&["scramble", "3", "--count", "30", "--seed", "2"]).out;
    std::fs::write(folder.path().join("list.txt"), list).unwrap();
    for ending in ["csv", "jsonl"] {
        let name = |part: &str| format!("{part}.{ending}");
        let run = |output: &str, more: &[&str]| {
            let asked = ["batch", "list.txt", "--output", output, "--resume"];
            let run = noyes_in(folder.path(), &[&asked[..], more].concat());
            assert_eq!(run.code, 0, "{}", run.err);
            let text = std::fs::read_to_string(folder.path().join(output)).unwrap();
            (text, run.err)
        };
        let (one, _) = run(&name("one"), &["--shard", "1/2"]);
        let (two, _) = run(&name("two"), &["--shard", "2/2"]);
        std::fs::write(folder.path().join(name("both")), format!("{two}{one}")).unwrap();
        let (merged, told) = run(&name("both"), &[]);
        assert!(told.contains("30 of 30 boards are there already"), "{told}");
        let rows = |text: &str| text.lines().filter(|line| *line != HEAD).count();
        assert_eq!((rows(&one), rows(&two), rows(&merged)), (15, 15, 30));
        assert_eq!(
            merged.lines().filter(|line| *line == HEAD).count(),
            usize::from(ending == "csv")
        );
        // The rows are in the order of the boards, each as its shard wrote it.
        let order = merged
            .lines()
            .enumerate()
            .filter(|(_, line)| line.contains("list.txt:7"));
        let row = order.last().unwrap();
        assert!(row.1.contains("list.txt:7") && [one, two].iter().any(|part| part.contains(row.1)));
    }
}

#[test]
fn a_killed_batch_goes_on_with_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let list = noyes(&["scramble", "3", "--count", "20", "--seed", "3"]).out;
    std::fs::write(folder.path().join("list.txt"), list).unwrap();
    let asked = ["batch", "list.txt", "--output", "rows.csv", "--resume"];
    assert_eq!(noyes_in(folder.path(), &asked).code, 0);
    let path = folder.path().join("rows.csv");
    let whole = std::fs::read_to_string(&path).unwrap();
    // What a killed process leaves: some rows, and a part of one.
    let half: String = whole
        .lines()
        .take(11)
        .map(|line| format!("{line}\n"))
        .collect();
    let ninth = whole.lines().nth(9).unwrap().to_owned();
    std::fs::write(&path, format!("{half}list.txt:11,3,3,tr")).unwrap();
    let run = noyes_in(folder.path(), &asked);
    assert!(
        run.err.contains("10 of 20 boards are there already"),
        "{}",
        run.err
    );
    let again = std::fs::read_to_string(&path).unwrap();
    assert_eq!(again.lines().count(), 21);
    assert_eq!(again.lines().nth(9), Some(ninth.as_str()));
    let names =
        |text: &str| -> Vec<String> { rows(text).iter().map(|row| row[0].to_owned()).collect() };
    assert_eq!(names(&again), names(&whole));
    // Another algorithm is another question: its rows are added.
    let other = [&asked[..], &["--algorithm", "astar"]].concat();
    assert_eq!(noyes_in(folder.path(), &other).code, 0);
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 41);
    assert_rows_of_other_searches_are_not_taken(folder.path(), &asked);
    // A file of something else is not touched.
    std::fs::write(&path, "my notes\n").unwrap();
    assert_eq!(noyes_in(folder.path(), &asked).code, 2);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "my notes\n");
    assert_eq!(noyes(&["batch", "boards", "--resume"]).code, 2);
}

#[test]
fn the_rows_of_a_batch_are_boards_again() {
    let folder = tempfile::tempdir().unwrap();
    let list = "a 1 2 3 4 5 6 7 0 8 = 1\nb 0 1 3 4 2 5 7 8 6 = 4\nc 1 2 3/4 0 5\n";
    std::fs::write(folder.path().join("list.txt"), list).unwrap();
    let told = |path: &str| {
        let run = noyes_in(folder.path(), &["batch", path, "--format", "csv"]);
        assert_eq!(run.code, 0, "{}", run.err);
        let of = |row: &Vec<&str>| [0, 1, 2, 4, 7, 13].map(|column| row[column].to_owned());
        rows(&run.out).iter().map(of).collect::<Vec<_>>()
    };
    let whole = told("list.txt");
    assert_eq!(whole.len(), 3);
    for output in ["rows.csv", "rows.jsonl"] {
        let asked = ["batch", "list.txt", "--output", output];
        assert_eq!(noyes_in(folder.path(), &asked).code, 0);
        assert_eq!(told(output), whole, "{output}");
    }
    let asked = ["batch", "list.txt", "--output", "rows.json"];
    let run = noyes_in(folder.path(), &asked);
    assert!(run.code == 2 && run.err.contains(".jsonl"), "{}", run.err);
}

/// Another heuristic and another weight are other questions; a raised limit is asked again. There
/// are rows of 20 boards without an algorithm and with `astar`.
fn assert_rows_of_other_searches_are_not_taken(folder: &std::path::Path, asked: &[&str]) {
    let told = |more: &[&str]| {
        let run = noyes_in(folder, &[asked, more].concat());
        assert!(run.code == 0 || run.code == 3, "{}", run.err);
        let text = std::fs::read_to_string(folder.join("rows.csv")).unwrap();
        (run.err, text.lines().count())
    };
    let again = "20 boards have a row of another heuristic or weight";
    let hamming = ["--algorithm", "astar", "--heuristic", "hamming"];
    let (words, lines) = told(&hamming);
    assert!(words.contains(again) && lines == 61, "{words}");
    // Now there are rows of both.
    for more in [&hamming[..], &["--algorithm", "astar"]] {
        let (words, lines) = told(more);
        assert!(
            words.contains("20 of 20 boards are there already"),
            "{words}"
        );
        assert!(!words.contains(again) && lines == 61, "{words}");
    }
    let weighted = |weight| ["--algorithm", "weighted", "--weight", weight];
    assert_eq!(told(&weighted("3")).1, 81);
    let (words, lines) = told(&weighted("5"));
    assert!(words.contains(again) && lines == 101, "{words}");
    // A limit that is the same is not asked again, a higher one is.
    let limited = |nodes| ["--algorithm", "bfs", "--node-limit", nodes];
    assert_eq!(told(&limited("1100")).1, 121);
    let (words, _) = told(&limited("1100"));
    assert!(
        words.contains("20 of 20 boards are there already"),
        "{words}"
    );
    let (words, lines) = told(&limited("1000000"));
    assert!(
        words.contains("boards were stopped by a limit that is higher now"),
        "{words}"
    );
    assert_eq!(lines, 121);
}

#[test]
fn long_proofs_are_kept_in_the_folder_of_checkpoints() {
    let folder = tempfile::tempdir().unwrap();
    let run = command()
        .current_dir(folder.path())
        .args([
            "batch",
            "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24",
        ])
        .args(["--optimal", "--checkpoint", "proofs", "--tables", "none"])
        .output()
        .unwrap();
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    // What is proven needs no checkpoint any more.
    let left = std::fs::read_dir(folder.path().join("proofs")).unwrap();
    assert_eq!(left.count(), 0);
}
