//! The whole 8-puzzle: every heuristic and every algorithm against the true distance of all
//! 181,440 boards.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::truth::distances;
use noyes::board::{Board, Cells, Direction, Packed, Size};
use noyes::guard::{Guard, Silent};
use noyes::heuristic::HeuristicKind;
use noyes::heuristic::{
    ComputedHeuristic, Euclidean, Hamming, LinearConflict, Manhattan, Max, Slide, WalkingBound,
    WalkingDistance,
};
use noyes::pattern::PatternSet;
use noyes::search::{Algorithm, Weight, search};
use noyes::solve::{Engine, Priority, Solvability};
use noyes::store::MemoryStore;
use noyes::verify::verify;
use noyes::{Goal, Instance, Solver};

fn size() -> Size {
    Size::new(3, 3).unwrap()
}

static BLANK_LAST: LazyLock<HashMap<Board, u32>> =
    LazyLock::new(|| distances(&Goal::BlankLast.board(size()).unwrap()));
static SNAIL: LazyLock<HashMap<Board, u32>> =
    LazyLock::new(|| distances(&Goal::Snail.board(size()).unwrap()));

/// Boards in a fixed order, every `step`-th.
fn sample(table: &'static HashMap<Board, u32>, step: usize) -> Vec<(&'static Board, u32)> {
    let mut boards: Vec<_> = table
        .iter()
        .map(|(board, &distance)| (board, distance))
        .collect();
    boards.sort_by_key(|(board, _)| board.tiles());
    boards.into_iter().step_by(step).collect()
}

#[test]
fn the_table_is_the_whole_puzzle() {
    assert_eq!(BLANK_LAST.len(), 181_440);
    assert_eq!(BLANK_LAST.values().max(), Some(&31));
    assert_eq!(
        BLANK_LAST
            .values()
            .filter(|&&distance| distance == 31)
            .count(),
        2
    );
    assert_eq!(SNAIL.len(), 181_440);
}

/// Never above the truth, zero at the goal, changed by at most one by a slide, and the same
/// slide by slide as from scratch.
fn check_heuristic<H: ComputedHeuristic>(goal: &Goal, table: &'static HashMap<Board, u32>) {
    let blank_home = goal.board(size()).unwrap().blank();
    let heuristic = H::new(size(), blank_home).unwrap();
    for (board, &distance) in table {
        let instance = Instance::new(board, goal).unwrap();
        let labels = instance.labels();
        let memo = heuristic.start(labels);
        let value = heuristic.value(memo);
        assert!(value <= distance, "{board:?}: {value} above {distance}");
        assert!(
            value > 0 || distance == 0,
            "{board:?}: zero away from the goal"
        );
        let packed = u64::pack(labels);
        for direction in Direction::ALL {
            let Some(from) = size().source_cell(board.blank(), direction) else {
                continue;
            };
            let after = packed.swapped(from, board.blank());
            let slide = Slide {
                label: packed.at(from),
                from,
                to: board.blank(),
            };
            let stepped = heuristic.value(heuristic.step(memo, slide, &after));
            assert_eq!(
                stepped,
                heuristic.value(heuristic.start(&after)),
                "{board:?} {direction}"
            );
            assert!(
                stepped.abs_diff(value) <= 1,
                "{board:?} {direction}: not consistent"
            );
        }
    }
    let goal_value = heuristic.start(&u64::pack(&(0..9).collect::<Vec<u16>>()));
    assert_eq!(heuristic.value(goal_value), 0);
}

#[test]
fn hamming() {
    check_heuristic::<Hamming>(&Goal::BlankLast, &BLANK_LAST);
}

#[test]
fn euclidean() {
    check_heuristic::<Euclidean>(&Goal::BlankLast, &BLANK_LAST);
    check_heuristic::<Euclidean>(&Goal::Snail, &SNAIL);
}

#[test]
fn manhattan() {
    check_heuristic::<Manhattan>(&Goal::BlankLast, &BLANK_LAST);
    check_heuristic::<Manhattan>(&Goal::Snail, &SNAIL);
}

#[test]
fn linear_conflict() {
    check_heuristic::<LinearConflict>(&Goal::BlankLast, &BLANK_LAST);
    check_heuristic::<LinearConflict>(&Goal::Snail, &SNAIL);
}

#[test]
fn walking_distance() {
    check_heuristic::<WalkingDistance>(&Goal::BlankLast, &BLANK_LAST);
    check_heuristic::<WalkingDistance>(&Goal::Snail, &SNAIL);
}

#[test]
fn the_larger_of_two() {
    check_heuristic::<Max<LinearConflict, WalkingDistance>>(&Goal::BlankLast, &BLANK_LAST);
}

/// Bounds for one board: never above the truth, zero only at the goal.
#[test]
fn walking_bound() {
    let guard = Guard::new(&Silent);
    for (goal, table, step) in [(Goal::BlankLast, &BLANK_LAST, 1), (Goal::Snail, &SNAIL, 7)] {
        for (board, distance) in sample(table, step) {
            let instance = Instance::new(board, &goal).unwrap();
            let bound = WalkingBound::of(&instance, &guard).unwrap().total();
            assert!(bound <= distance, "{board:?}: {bound} above {distance}");
            assert!(bound > 0 || distance == 0, "{board:?}");
        }
    }
}

/// Two patterns of four tiles: the largest sum is the bound, each summand is what its own tiles
/// need, and no sum is above the distance. The parity of a tile's moves is that of its steps.
#[test]
fn pattern_sums() {
    for (goal, table) in [(Goal::BlankLast, &BLANK_LAST), (Goal::Snail, &SNAIL)] {
        let goal_board = goal.board(size()).unwrap();
        let set = PatternSet::of_tiles(&goal_board, &[&[1, 2, 3, 4], &[5, 6, 7, 8]]).unwrap();
        let additive = set.build(&Guard::new(&Silent)).unwrap();
        for (board, &distance) in &**table {
            let instance = Instance::new(board, &goal).unwrap();
            let sum = additive.largest_sum(instance.labels());
            let total: u32 = sum.iter().map(|part| part.distance).sum();
            assert_eq!(total, additive.bound(instance.labels()));
            assert!(total <= distance, "{board:?}: {total} above {distance}");
            let mut labels: Vec<usize> = sum.iter().flat_map(|part| part.labels.clone()).collect();
            labels.sort_unstable();
            assert!(
                labels
                    .iter()
                    .copied()
                    .eq((0..9).filter(|&cell| cell != goal_board.blank()))
            );
            for part in &sum {
                let cells = instance.labels().iter().enumerate();
                let steps: usize = cells
                    .filter(|&(_, &label)| part.labels.contains(&usize::from(label)))
                    .map(|(cell, &label)| {
                        let home = usize::from(label);
                        (cell / 3).abs_diff(home / 3) + (cell % 3).abs_diff(home % 3)
                    })
                    .sum();
                let steps = steps as u32;
                assert!(part.distance >= steps, "{board:?} {part:?} {steps}");
                assert_eq!(part.distance % 2, steps % 2, "{board:?} {part:?}");
            }
        }
    }
}

/// The table that the engine has for these boards knows all tiles: its part is the distance.
#[test]
fn pattern_parts_of_the_engine() {
    let engine = Engine::builder().store(MemoryStore::new()).build();
    for (goal, table) in [(Goal::BlankLast, &BLANK_LAST), (Goal::Snail, &SNAIL)] {
        for (board, distance) in sample(table, 7) {
            let instance = Instance::new(board, &goal).unwrap();
            let parts = engine.pattern_parts(&instance, usize::MAX, &Silent);
            let parts = parts.unwrap().unwrap();
            assert_eq!(parts.bound(), distance, "{board:?}");
            assert_eq!(
                parts.parts[0].steps,
                HeuristicKind::Manhattan.bound(&instance).unwrap()
            );
        }
    }
}

/// The board class agrees with the labelled heuristics.
#[test]
fn the_boards_own_distances() {
    for (board, _) in sample(&BLANK_LAST, 17) {
        let instance = Instance::new(board, &Goal::BlankLast).unwrap();
        assert_eq!(HeuristicKind::Hamming.bound(&instance), Ok(board.hamming()));
        assert_eq!(
            HeuristicKind::Manhattan.bound(&instance),
            Ok(board.manhattan())
        );
    }
}

fn check_algorithm(
    algorithm: Algorithm,
    kind: HeuristicKind,
    goal: &Goal,
    table: &'static HashMap<Board, u32>,
    step: usize,
) {
    let guard = Guard::new(&Silent);
    for (board, distance) in sample(table, step) {
        let instance = Instance::new(board, goal).unwrap();
        let weight = Weight::new(1.5).unwrap();
        let finding = search(&instance, algorithm, kind, weight, &guard).unwrap();
        let moves = finding.moves.expect("every board of the table is solvable");
        assert_eq!(verify(board, instance.goal(), &moves), Ok(()));
        assert!(finding.lower_bound <= distance, "{algorithm} {board:?}");
        if algorithm.finds_minimum() {
            assert_eq!(moves.len() as u32, distance, "{algorithm} {kind} {board:?}");
            assert_eq!(
                finding.lower_bound, distance,
                "{algorithm} {kind} {board:?}"
            );
        } else if algorithm != Algorithm::Construct {
            assert!(
                moves.len() as f64 <= 1.5 * f64::from(distance),
                "{algorithm} {board:?}"
            );
        }
        assert!(
            finding.counts.generated > finding.counts.expanded
                || distance == 0
                || algorithm == Algorithm::Construct
        );
    }
}

#[test]
fn ida_on_every_board() {
    check_algorithm(
        Algorithm::Ida,
        HeuristicKind::LinearConflictOrWalkingDistance,
        &Goal::BlankLast,
        &BLANK_LAST,
        1,
    );
}

#[test]
fn ida_with_every_heuristic() {
    for kind in HeuristicKind::ALL {
        let step = match kind {
            HeuristicKind::Hamming => 2999,
            HeuristicKind::Euclidean => 997,
            _ => 101,
        };
        check_algorithm(Algorithm::Ida, kind, &Goal::BlankLast, &BLANK_LAST, step);
        check_algorithm(Algorithm::Ida, kind, &Goal::Snail, &SNAIL, 7 * step);
    }
}

#[test]
fn astar_with_every_heuristic() {
    for kind in HeuristicKind::ALL {
        let step = if kind == HeuristicKind::Hamming {
            499
        } else {
            101
        };
        check_algorithm(Algorithm::AStar, kind, &Goal::BlankLast, &BLANK_LAST, step);
        check_algorithm(Algorithm::AStar, kind, &Goal::Snail, &SNAIL, 7 * step);
    }
}

#[test]
fn breadth_first() {
    check_algorithm(
        Algorithm::Bfs,
        HeuristicKind::Manhattan,
        &Goal::BlankLast,
        &BLANK_LAST,
        1499,
    );
}

#[test]
fn bidirectional() {
    for kind in HeuristicKind::ALL {
        check_algorithm(
            Algorithm::Bidirectional,
            kind,
            &Goal::BlankLast,
            &BLANK_LAST,
            401,
        );
        check_algorithm(Algorithm::Bidirectional, kind, &Goal::Snail, &SNAIL, 751);
    }
}

#[test]
fn lockstep() {
    check_algorithm(
        Algorithm::Lockstep,
        HeuristicKind::Manhattan,
        &Goal::BlankLast,
        &BLANK_LAST,
        499,
    );
}

#[test]
fn weighted() {
    check_algorithm(
        Algorithm::Weighted,
        HeuristicKind::Manhattan,
        &Goal::BlankLast,
        &BLANK_LAST,
        211,
    );
    check_algorithm(
        Algorithm::Weighted,
        HeuristicKind::LinearConflict,
        &Goal::Snail,
        &SNAIL,
        997,
    );
}

#[test]
fn construct() {
    check_algorithm(
        Algorithm::Construct,
        HeuristicKind::Manhattan,
        &Goal::BlankLast,
        &BLANK_LAST,
        41,
    );
}

/// The course's solver: lockstep and parity tell the same, for boards and for their twins.
#[test]
fn the_course_solver() {
    for (board, distance) in sample(&BLANK_LAST, 2003) {
        for priority in [Priority::Manhattan, Priority::Hamming] {
            if priority == Priority::Hamming && distance > 22 {
                continue;
            }
            let by_parity = Solver::with(board, priority, Solvability::Parity);
            assert_eq!(by_parity.moves(), Some(distance as usize));
            let by_lockstep = Solver::with(board, priority, Solvability::Lockstep);
            assert_eq!(by_lockstep.moves(), Some(distance as usize));
        }
        assert!(!Solver::new(&board.twin()).is_solvable());
    }
}
