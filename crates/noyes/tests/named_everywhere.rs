//! Lists of algorithms and heuristics that are written by hand, in files that the compiler does not
//! read, have every name.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use noyes::heuristic::HeuristicKind;
use noyes::search::Algorithm;

/// The words of a file, names with their hyphens.
fn words(path: &str) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join(path)).unwrap();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.map(str::to_owned).collect()
}

fn assert_named<'a>(names: impl Iterator<Item = &'a str>, path: &str) {
    let words = words(path);
    let missing: Vec<&str> = names.filter(|&name| !words.contains(name)).collect();
    assert!(missing.is_empty(), "{path} does not name {missing:?}");
}

#[test]
fn every_algorithm() {
    for path in [
        "README.md",
        "fuzz/limits.py",
        "fuzz/certificates.py",
        "crates/noyes/tests/data/plans.txt",
    ] {
        assert_named(
            Algorithm::ALL.iter().map(|algorithm| algorithm.name()),
            path,
        );
    }
}

#[test]
fn every_heuristic() {
    assert_named(
        HeuristicKind::ALL.iter().map(|kind| kind.name()),
        "README.md",
    );
}

/// A* goes by that name in the book.
#[test]
fn every_algorithm_in_the_book() {
    let others = Algorithm::ALL
        .iter()
        .filter(|&&other| other != Algorithm::AStar);
    assert_named(others.map(|other| other.name()), "docs/book/algorithms.md");
}

/// The race of the page asks for no heuristic where none is used.
#[test]
fn algorithms_without_a_heuristic() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../web/page/views/race/racers.js"
    );
    let text = fs::read_to_string(path).unwrap();
    let (_, list) = text.split_once("BLIND = [").unwrap();
    let (list, _) = list.split_once(']').unwrap();
    let listed: BTreeSet<&str> = list.split('\'').skip(1).step_by(2).collect();
    let unguided = Algorithm::ALL
        .iter()
        .filter(|algorithm| !algorithm.uses_heuristic());
    let mut wanted: BTreeSet<&str> = unguided.map(|algorithm| algorithm.name()).collect();
    wanted.insert("auto");
    assert_eq!(listed, wanted);
}
