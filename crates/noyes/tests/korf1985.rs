//! The nodes that Korf's paper of 1985 gives for IDA* with Manhattan distance, to the node.
//!
//! Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
//! Intelligence 27 (1985): the boards, their minima and the total nodes generated.

use noyes::collections::KORF_100;
use noyes::format::list::entries;
use noyes::guard::Silent;
use noyes::heuristic::HeuristicKind;
use noyes::search::{Algorithm, CountAs};
use noyes::solve::{Engine, Request};
use noyes::{Board, Goal, Instance};

/// Number of the board, minimum, and nodes generated.
const EASY: [(usize, u32, u64); 12] = [
    (9, 46, 1_650_696),
    (12, 45, 546_344),
    (19, 46, 1_280_495),
    (42, 42, 877_823),
    (47, 47, 1_411_294),
    (48, 49, 1_905_023),
    (55, 41, 927_212),
    (74, 56, 1_897_728),
    (79, 42, 540_860),
    (93, 46, 1_599_909),
    (94, 53, 1_337_340),
    (97, 44, 1_002_927),
];

/// Larger ones.
const HARD: [(usize, u32, u64); 8] = [
    (1, 57, 276_361_933),
    (2, 55, 15_300_442),
    (5, 56, 11_020_325),
    (13, 46, 11_861_705),
    (28, 52, 5_934_442),
    (30, 47, 2_196_593),
    (45, 51, 6_158_733),
    (90, 50, 7_171_137),
];

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

fn check(published: &[(usize, u32, u64)]) {
    let boards = boards();
    for &(number, minimum, nodes) in published {
        let found = generated(&boards[number - 1], &Goal::BlankLast);
        assert_eq!(found, (minimum, nodes), "board {number}");
    }
}

#[test]
fn the_published_totals() {
    check(&EASY);
}

#[test]
#[ignore = "half a minute"]
fn the_published_totals_of_larger_boards() {
    check(&HARD);
}

/// The paper has the blank in the first corner of the goal. A board as it is printed there gives
/// the same total as the same board turned round, which is how the collection has it.
#[test]
fn a_board_as_it_is_printed() {
    let tiles = [[0, 1, 9, 7], [11, 13, 5, 3], [14, 12, 4, 2], [8, 6, 10, 15]];
    let board = Board::new(&tiles).unwrap();
    assert_eq!(generated(&board, &Goal::BlankFirst), (42, 540_860));
}
