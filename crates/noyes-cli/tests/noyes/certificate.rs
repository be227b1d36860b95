//! Certificates: written, replayed, proven again, and refused where they are false.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::command::{Run, noyes, noyes_in};

const BOARD: &str = "8 1 3/4 0 2/7 6 5";

/// The certificate of a solve in a folder, as JSON.
fn certificate(folder: &Path, arguments: &[&str]) -> Value {
    let arguments = [&["solve"], arguments, &["--certificate", "proof.json"]].concat();
    let run = noyes_in(folder, &arguments);
    assert!(run.code < 2, "{arguments:?}: {}", run.err);
    let text = fs::read_to_string(folder.join("proof.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn check(folder: &Path, more: &[&str]) -> Run {
    let arguments = [&["check", "--certificate", "proof.json"], more].concat();
    noyes_in(folder, &arguments)
}

#[test]
fn a_certificate_is_replayed_and_proven_again() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, length) in [
        (&[BOARD][..], 14),
        (&[BOARD, "--algorithm", "astar"], 14),
        (&[BOARD, "--metric", "multi"], 14),
        (&["2 8 3/1 6 4/7 0 5", "--goal", "snail"], 5),
        (&["0 1 2 3/5 6 7 4/9 10 11 8"], 5),
    ] {
        let proof = certificate(folder.path(), arguments);
        assert_eq!(proof["optimal"], true, "{arguments:?}");
        if arguments.len() < 3 {
            assert_eq!(proof["length"], length, "{arguments:?}");
        }
        assert_eq!(
            proof["program"],
            concat!("noyes ", env!("CARGO_PKG_VERSION"))
        );
        let run = check(folder.path(), &[]);
        assert_eq!(run.code, 0, "{arguments:?}: {}{}", run.out, run.err);
        assert!(run.out.contains("replayed: "), "{}", run.out);
        assert!(run.out.contains("--rerun"), "{}", run.out);
        let run = check(folder.path(), &["--rerun"]);
        assert_eq!(run.code, 0, "{arguments:?}: {}{}", run.out, run.err);
        assert!(
            run.out.contains("proven again: the minimum is"),
            "{}",
            run.out
        );
    }
}

#[test]
fn an_unsolvable_board_has_a_certificate_too() {
    let folder = tempfile::tempdir().unwrap();
    let proof = certificate(folder.path(), &["1 2 3/4 5 6/8 7 0"]);
    assert_eq!(
        (&proof["solvable"], &proof["length"]),
        (&false.into(), &Value::Null)
    );
    let run = check(folder.path(), &["--rerun"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("parity"), "{}", run.out);
}

#[test]
fn forged_certificates_are_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let proof = certificate(folder.path(), &[BOARD]);
    let forge = |field: &str, value: Value| {
        let mut forged = proof.clone();
        forged[field] = value;
        fs::write(folder.path().join("proof.json"), forged.to_string()).unwrap();
    };
    for (field, value, words) in [
        ("directions", "LU".into(), "certificate is false"),
        ("directions", "R9".into(), "cannot be made"),
        ("length", 12.into(), "certificate is false"),
        ("solvable", false.into(), "parity"),
        ("program", "\u{1b}[2Jnoyes".into(), "\\u{1b}[2Jnoyes"),
    ] {
        forge(field, value);
        let run = check(folder.path(), &[]);
        let wanted = i32::from(field != "program");
        assert_eq!(run.code, wanted, "{field}: {}{}", run.out, run.err);
        assert!(run.out.contains(words), "{field}: {}", run.out);
        assert!(!run.out.contains('\u{1b}'));
    }
    // A longer solution that is called minimal: only a proof can tell.
    let longer = format!("{}DU", proof["directions"].as_str().unwrap());
    let mut forged = proof.clone();
    for (field, value) in [("directions", longer.into()), ("length", 16.into())] {
        forged[field] = value;
    }
    forged["lower_bound"] = 16.into();
    fs::write(folder.path().join("proof.json"), forged.to_string()).unwrap();
    assert_eq!(check(folder.path(), &[]).code, 0);
    let run = check(folder.path(), &["--rerun", "--format", "json"]);
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (&report["right"], &report["rerun"]["length"]),
        (&false.into(), &14.into())
    );
}

/// Every field that a proof depends on, with values that others could have. What is left are words
/// and counts of the work, which are claims: docs/book/certificates.md says so.
#[test]
fn no_field_can_be_changed_alone() {
    let folder = tempfile::tempdir().unwrap();
    let proof = certificate(folder.path(), &[BOARD]);
    let swapped = |field: &str| {
        let mut tiles = proof[field].as_array().unwrap().clone();
        tiles.swap(0, 1);
        Value::from(tiles)
    };
    let bounds = |bound: u64, expanded: u64| -> Value {
        serde_json::json!([{"bound": bound, "expanded": expanded, "generated": 0}])
    };
    let forged: [(&str, Vec<Value>); 14] = [
        ("certificate", vec![0.into(), 2.into()]),
        ("rows", vec![2.into(), 9.into(), 4.into()]),
        ("cols", vec![2.into(), 9.into(), 4.into()]),
        ("tiles", vec![swapped("tiles"), vec![1, 2, 3].into()]),
        ("goal", vec!["snail".into(), "custom2".into()]),
        ("goal_tiles", vec![swapped("goal_tiles"), vec![0; 9].into()]),
        ("solvable", vec![false.into(), Value::Null]),
        ("metric", vec!["double".into(), Value::Null]),
        ("directions", vec!["".into(), "L".into(), Value::Null]),
        ("length", vec![13.into(), 15.into(), Value::Null]),
        (
            "lower_bound",
            vec![13.into(), 15.into(), 16.into(), Value::Null],
        ),
        ("optimal", vec![false.into(), "yes".into()]),
        ("bounds", vec![bounds(15, 0), bounds(14, 1 << 60)]),
        ("more", vec![1.into()]),
    ];
    for (field, values) in forged {
        for value in values {
            let mut forged = proof.clone();
            forged[field] = value.clone();
            fs::write(folder.path().join("proof.json"), forged.to_string()).unwrap();
            let run = check(folder.path(), &[]);
            assert!(
                [1, 2].contains(&run.code),
                "{field} {value}: {}{}",
                run.out,
                run.err
            );
        }
    }
}

/// A longer solution whose length is said to be the bound, on a board that takes hours to prove: a
/// shorter solution refutes it, minimal or not.
#[test]
fn a_shorter_solution_refutes_a_bound() {
    let folder = tempfile::tempdir().unwrap();
    let scrambled = noyes(&["scramble", "8", "--seed", "1"]).out;
    let rows: Vec<&str> = scrambled.lines().skip(1).map(str::trim).collect();
    let board = rows.join("/");
    let mut forged = certificate(folder.path(), &[&board, "--node-limit", "1000"]);
    let moves = forged["directions"].as_str().unwrap().to_owned();
    let wasted = match &moves[..1] {
        "L" => "LR",
        "R" => "RL",
        "U" => "UD",
        _ => "DU",
    };
    let length = forged["length"].as_u64().unwrap() + 200;
    forged["directions"] = format!("{}{moves}", wasted.repeat(100)).into();
    forged["length"] = length.into();
    forged["lower_bound"] = length.into();
    forged["optimal"] = false.into();
    fs::write(folder.path().join("proof.json"), forged.to_string()).unwrap();
    assert_eq!(check(folder.path(), &[]).code, 1, "optimal is what it says");
    forged["optimal"] = true.into();
    fs::write(folder.path().join("proof.json"), forged.to_string()).unwrap();
    assert_eq!(check(folder.path(), &[]).code, 0);
    let run = check(folder.path(), &["--rerun", "--time-limit", "1ms"]);
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    assert!(run.out.contains("the certificate is false"), "{}", run.out);
}

#[test]
fn what_is_no_certificate_is_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.json");
    let whole = certificate(folder.path(), &[BOARD]).to_string();
    let hostile = [
        whole[..whole.len() / 2].to_owned(),
        whole.replace("\"certificate\":1", "\"certificate\":7"),
        whole.replace("\"rows\":3", "\"rows\":-3"),
        "[".repeat(100_000),
        String::new(),
        "3\n1 2 3\n4 5 6\n7 8 0\n".to_owned(),
    ];
    for text in hostile {
        fs::write(&path, &text).unwrap();
        let run = check(folder.path(), &["--rerun"]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
        assert!(run.err.contains("not a certificate"), "{}", run.err);
    }
    let run = noyes(&["check", BOARD, "LULU", "--certificate", "proof.json"]);
    assert_eq!(run.code, 2);
    assert_eq!(noyes(&["check", BOARD]).code, 2);
}
