//! The boards of the two courses, if they are available.

use std::path::{Path, PathBuf};

use crate::command::{noyes, root};

fn instances(folder: &str) -> Option<PathBuf> {
    let path = root().join("../shared/instances").join(folder);
    if !path.is_dir() {
        println!("skipped: {} is not here", path.display());
        return None;
    }
    Some(path)
}

fn rows(path: &Path, arguments: &[&str]) -> Vec<Vec<String>> {
    let mut all = vec!["batch", path.to_str().unwrap(), "--format", "csv"];
    all.extend(arguments);
    let run = noyes(&all);
    assert!(run.code == 0 || run.code == 3, "{}", run.err);
    run.out
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

/// Every solvable file is solved in the number of moves in its name; the others are recognised.
#[test]
fn course_of_152_files() {
    let Some(path) = instances("course150") else {
        return;
    };
    // The node limit keeps the test short: it leaves out the proof of the two hardest boards.
    let rows = rows(&path, &["--node-limit", "60M", "--optimal"]);
    assert_eq!(rows.len(), 152);
    let mut unproven = Vec::new();
    for row in rows {
        let name = row[0].as_str();
        if name.contains("unsolvable") {
            assert_eq!(row[3], "false", "{name}");
            continue;
        }
        assert_eq!(
            (row[3].as_str(), row[12].as_str()),
            ("true", "true"),
            "{name}"
        );
        if row[6] == "false" {
            unproven.push(name.to_owned());
        } else if !row[7].is_empty() {
            assert_eq!(row[4], row[7], "{name}");
        }
    }
    let hardest = ["puzzle4x4-78.txt", "puzzle4x4-80.txt"];
    assert!(
        unproven.iter().all(|name| hardest.contains(&name.as_str())),
        "{unproven:?}"
    );
}

/// All forty are solved, the small ones with proof.
#[test]
fn course_of_forty() {
    let Some(path) = instances("course40") else {
        return;
    };
    let rows = rows(&path, &["--node-limit", "3M"]);
    assert_eq!(rows.len(), 40);
    for row in rows {
        assert_eq!(
            (row[3].as_str(), row[12].as_str()),
            ("true", "true"),
            "{}",
            row[0]
        );
        if row[1] == "3" || row[1] == "4" {
            assert_eq!(row[6], "true", "{}", row[0]);
        }
    }
}
