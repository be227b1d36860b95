//! The nodes that Korf's paper of 1985 gives for IDA* with Manhattan distance, to the node.
//!
//! Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
//! Intelligence 27 (1985): the boards, their minima and the total nodes generated.

use std::ops::Range;

use noyes::collections::KORF_100;
use noyes::format::list::entries;
use noyes::guard::Silent;
use noyes::heuristic::HeuristicKind;
use noyes::search::{Algorithm, CountAs};
use noyes::solve::{Engine, Request};
use noyes::{Board, Goal, Instance};

/// The published totals: the number of a board, its minimum, and the nodes generated.
fn published() -> Vec<(usize, u32, u64)> {
    let lines = include_str!("data/korf1985.txt").lines();
    let numbers = |line: &str| -> Option<(usize, u32, u64)> {
        let mut words = line.split(' ');
        let number = words.next()?.parse().ok()?;
        Some((
            number,
            words.next()?.parse().ok()?,
            words.next()?.parse().ok()?,
        ))
    };
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.map(|line| numbers(line).unwrap()).collect()
}

fn boards() -> Vec<Board> {
    let entry = |entry: Result<_, _>| entry.unwrap();
    let boards = entries(KORF_100).map(entry);
    boards.map(|entry| entry.board).collect()
}

fn generated(board: &Board, goal: &Goal) -> (u32, u64) {
    let instance = Instance::new(board, goal).unwrap();
    let request = Request {
        algorithm: Some(Algorithm::Ida),
        heuristic: Some(HeuristicKind::Manhattan.into()),
        count_as: CountAs::Korf1985,
        fallback: false,
        ..Request::default()
    };
    let engine = Engine::builder().threads(1).build();
    let plan = engine.plan(&instance, &request).unwrap();
    let outcome = engine.solve(&instance, &plan, &Silent).unwrap();
    assert!(outcome.is_optimal());
    (outcome.lower_bound(), outcome.counts.generated)
}

/// Holds the boards whose published total is in a range, and says how many they are.
fn hold(nodes: Range<u64>) -> usize {
    let boards = boards();
    let published = published();
    assert_eq!((published.len(), boards.len()), (98, 100));
    let in_range = published
        .iter()
        .filter(|(_, _, total)| nodes.contains(total));
    let mut held = 0;
    for &(number, minimum, total) in in_range {
        let found = generated(&boards[number - 1], &Goal::BlankLast);
        assert_eq!(found, (minimum, total), "board {number}");
        held += 1;
    }
    held
}

#[test]
fn totals_up_to_two_million() {
    assert_eq!(hold(0..2_000_000), 12);
}

#[test]
#[ignore = "half a minute in a release build"]
fn totals_up_to_a_hundred_million() {
    assert_eq!(hold(2_000_000..100_000_000), 48);
}

#[test]
#[ignore = "minutes in a release build"]
fn totals_above_a_hundred_million() {
    assert_eq!(hold(100_000_000..u64::MAX), 38);
}

/// The paper has the blank in the first corner of the goal. A board as it is printed there gives
/// the same total as the same board turned round, which is how the collection has it.
#[test]
fn a_board_as_it_is_printed() {
    let tiles = [[0, 1, 9, 7], [11, 13, 5, 3], [14, 12, 4, 2], [8, 6, 10, 15]];
    let board = Board::new(&tiles).unwrap();
    assert_eq!(generated(&board, &Goal::BlankFirst), (42, 540_860));
}
