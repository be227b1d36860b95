//! Fifty kinds of bad input: each exits with 2 and one clear sentence, no panic, no hang.

use std::fmt::Write;

use crate::command::{Run, noyes, noyes_with};

#[track_caller]
fn is_refused(run: &Run, kind: &str, fact: &str) {
    assert_eq!(run.code, 2, "{kind}: {run:?}");
    assert_eq!(run.out, "", "{kind}");
    assert!(run.err.starts_with("error: "), "{kind}: {}", run.err);
    assert!(!run.err.contains("panicked"), "{kind}: {}", run.err);
    assert_eq!(
        run.err.trim_end().lines().count(),
        1,
        "{kind}: one sentence: {}",
        run.err
    );
    assert!(run.err.len() < 400, "{kind}: {} bytes", run.err.len());
    assert!(
        run.err.contains(fact),
        "{kind}: {fact:?} is not in {}",
        run.err
    );
}

fn grid(n: usize) -> String {
    let mut text = format!("{n}\n");
    for tile in 0..n * n {
        write!(text, "{tile} ").unwrap();
    }
    text
}

#[test]
fn texts() {
    let kinds: &[(&str, &str, &str)] = &[
        ("empty", "", ""),
        ("only spaces", "   \n \n", ""),
        ("only a comment", "# nothing here\n", ""),
        ("one number", "3\n", ""),
        ("a word", "hello", "hello"),
        ("prose", "the quick brown fox\njumps over", ""),
        ("two blanks", "3\n0 1 2\n3 0 5\n6 7 8\n", "two blanks"),
        ("a tile twice", "3\n1 2 3\n4 5 5\n7 8 0\n", "appears twice"),
        ("a tile twice, one line", "1 1 2 0", "appears twice"),
        ("a tile missing", "3\n1 2 3\n4 5 6\n7 0\n", ""),
        (
            "a tile too large",
            "3\n1 2 3\n4 5 6\n7 9 0\n",
            "out of range",
        ),
        ("no blank", "2\n1 2\n3 4\n", "blank"),
        ("a negative tile", "2\n1 -2\n3 0\n", "-2"),
        ("a fraction", "2\n1 2.5\n3 0\n", "2.5"),
        ("a huge number", "2\n1 99999999999999999999999\n3 0\n", ""),
        ("a size of 0", "0\n", ""),
        ("a size of 1", "1\n0\n", "from 2 to 127"),
        ("a size of 128", &grid(128), "from 2 to 127"),
        ("a size of a million", "1000000\n1 2 3\n", ""),
        ("missing rows", "4\n1 2 3 4\n5 6 7 8\n", ""),
        ("too many rows", "2\n1 2\n3 0\n4 5\n", ""),
        ("ragged rows", "1 2 3/4 5/6 7 0", ""),
        ("ragged slashes", "1 2/3", ""),
        ("an empty row", "1 2//3 0", ""),
        ("letters among tiles", "3\n1 2 3\n4 a 6\n7 8 0\n", "line 3"),
        ("a tile cut in two", "3\n1 2 3\n4 5 6\n7 8 O\n", "line 4"),
        ("seven tiles", "1 2 3 4 5 6 0", ""),
        ("json of words", "[\"a\",\"b\"]", ""),
        ("json not closed", "[[1,2],[3,0]", ""),
        ("json with fractions", "[[1,2],[3,0.5]]", ""),
        ("json object", "{\"tiles\":[1,2,3,0]}", ""),
        ("json empty", "[]", ""),
        ("json of empties", "[[],[]]", ""),
        ("json too deep", "[[[[1]]]]", ""),
        ("json ragged", "[[1,2,3],[4,0]]", ""),
        ("json seven", "[1,2,3,4,5,6,0]", ""),
        ("one row", "1 2 3 0/", ""),
        ("a NUL", "2\n1 \u{0}\n3 0\n", ""),
        ("escape codes", "2\n1 \u{1b}[31m\n3 0\n", ""),
        ("full-width digits", "2\n１ 2\n3 0\n", ""),
        ("emoji", "🧩🧩🧩", ""),
        ("a csv header", "a,b,c\n1,2,3\n", ""),
        ("hexadecimal", "2\n0x1 2\n3 0\n", "0x1"),
        ("a rectangle too wide", "2 128\n1 2 3\n", ""),
        ("a plus sign", "2\n+1 2\n3 0\n", ""),
        ("a board and more", "2\n1 2\n3 0\nand more\n", ""),
    ];
    assert!(kinds.len() >= 44);
    for (kind, text, fact) in kinds {
        let run = noyes_with(&["solve", "-"], text.as_bytes());
        is_refused(&run, kind, fact);
    }
}

#[test]
fn bytes_that_are_no_text() {
    let binary: Vec<u8> = (0..=255).cycle().take(5000).collect();
    is_refused(&noyes_with(&["solve", "-"], &binary), "binary", "");
    is_refused(
        &noyes_with(&["info", "-"], b"\xff\xfe\x00"),
        "half of a UTF-16 word",
        "",
    );
    is_refused(
        &noyes_with(&["solve", "-"], b"2\n1 2\n\xc3\x28 0\n"),
        "broken UTF-8",
        "",
    );
}

#[test]
fn ten_megabytes_of_garbage() {
    let garbage = "garbage 12 [ ".repeat(900_000);
    is_refused(
        &noyes_with(&["solve", "-"], garbage.as_bytes()),
        "garbage",
        "8 MB",
    );
    let numbers = "7 ".repeat(3_000_000);
    is_refused(
        &noyes_with(&["solve", "-"], numbers.as_bytes()),
        "numbers",
        "",
    );
    let digits = "7".repeat(5_000_000);
    is_refused(
        &noyes_with(&["solve", "-"], digits.as_bytes()),
        "one long number",
        "",
    );
}

#[test]
fn files() {
    is_refused(&noyes(&["solve", "boards"]), "a folder", "is a folder");
    is_refused(
        &noyes(&["solve", "no/such/file.txt"]),
        "no file",
        "there is no file",
    );
    is_refused(&noyes(&["solve", ""]), "nothing", "empty");
    is_refused(
        &noyes(&["batch", "no-such-folder"]),
        "no folder",
        "there is no file",
    );
    is_refused(&noyes(&["batch", "@korf7"]), "no collection", "@korf100");
    let folder = tempfile::tempdir().unwrap();
    is_refused(
        &noyes(&["batch", folder.path().to_str().unwrap()]),
        "an empty folder",
        "no .txt",
    );
    let target = folder.path().join("no/such/folder/out.txt");
    let run = noyes(&["solve", "boards/puzzle04.txt", target.to_str().unwrap()]);
    is_refused(&run, "an unwritable file", "cannot be written");
    // A file that not even root can read.
    #[cfg(target_os = "linux")]
    is_refused(
        &noyes(&["solve", "/proc/self/mem"]),
        "an unreadable file",
        "cannot be read",
    );
}

#[test]
fn options() {
    let board = "boards/puzzle04.txt";
    for bad in [
        ["--time-limit", "soon"],
        ["--memory-limit", "much"],
        ["--memory-limit", "5"],
        ["--node-limit", "-1"],
        ["--weight", "0.5"],
        ["--weight", "nan"],
        ["--threads", "0"],
        ["--algorithm", "magic"],
        ["--heuristic", "guess"],
        ["--format", "xml"],
        ["--goal", "sideways"],
    ] {
        let run = noyes(&["solve", board, bad[0], bad[1]]);
        assert_eq!(run.code, 2, "{bad:?}");
        assert_eq!(run.out, "", "{bad:?}");
        assert!(
            run.err.starts_with("error: ") && !run.err.contains("panicked"),
            "{bad:?}: {}",
            run.err
        );
    }
    for size in ["1", "128", "0x3", "-4", "3x", "big", "3x3x3"] {
        let run = noyes(&["scramble", size]);
        assert_eq!(run.code, 2, "{size}");
    }
    let moves = noyes(&["check", board, "LXR"]);
    assert_eq!(moves.code, 2);
}
