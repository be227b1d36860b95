//! All shortest solutions, multi-tile moves and complete tables, each against a plain search.

use std::collections::{HashMap, HashSet, VecDeque};

use noyes::board::Metric;
use noyes::guard::{Guard, Silent, Stop};
use noyes::pattern::{Additive, Complete, Symmetry, Tier, build_all, partition};
use noyes::scramble::Scrambler;
use noyes::search::{MultiTileSolver, PatternSolver, all_shortest};
use noyes::solve::{Engine, Limits, Outcome, Request, StopReason};
use noyes::verify::verify;
use noyes::workers::Workers;
use noyes::{Board, Direction, Goal, Instance, Moves, Size};

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

fn tables(size: Size, home: usize) -> PatternSolver {
    let way = Symmetry::to_canonical(size, home);
    let patterns = partition(way.to(), way.cell(home), Tier::Quick).unwrap();
    let built = build_all(&patterns, &Guard::new(&Silent)).unwrap();
    PatternSolver::new(Additive::new(built.into_iter().map(|b| b.table).collect()).unwrap())
}

/// Distance and number of shortest ways to the goal, for every board within `depth`.
fn ways(size: Size, depth: u32) -> HashMap<Board, (u32, u128)> {
    let goal = Board::goal(size);
    let mut found = HashMap::from([(goal.clone(), (0, 1))]);
    let mut queue = VecDeque::from([goal]);
    while let Some(board) = queue.pop_front() {
        let (distance, ways) = found[&board];
        if distance == depth {
            continue;
        }
        for next in board.neighbors() {
            match found.get_mut(&next) {
                Some((other, more)) if *other == distance + 1 => *more += ways,
                Some(_) => {}
                None => {
                    found.insert(next.clone(), (distance + 1, ways));
                    queue.push_back(next);
                }
            }
        }
    }
    found
}

fn check(instance: &Instance, minimum: u32, expected: u128, tables: Option<&PatternSolver>) {
    let guard = Guard::new(&Silent);
    let found = all_shortest(instance, minimum, 50, tables, &guard).unwrap();
    assert_eq!(found.count, expected, "{:?}", instance.board());
    assert_eq!(found.solutions.len() as u128, expected.min(50));
    let different: HashSet<&Moves> = found.solutions.iter().collect();
    assert_eq!(different.len(), found.solutions.len());
    for moves in &found.solutions {
        assert_eq!(moves.len() as u32, minimum);
        verify(instance.board(), instance.goal(), moves).unwrap();
    }
}

#[test]
fn shortest_solutions_of_the_eight_puzzle_are_counted() {
    let size = size(3, 3);
    let all = ways(size, 99);
    assert_eq!(all.len(), 181_440);
    let solver = tables(size, 8);
    for (number, (board, &(minimum, expected))) in all.iter().enumerate() {
        // All near the goal, a sample of the rest.
        if minimum <= 8 || minimum == 31 || number % 400 == 0 {
            let instance = Instance::new(board, &Goal::BlankLast).unwrap();
            check(&instance, minimum, expected, Some(&solver));
            check(&instance, minimum, expected, None);
        }
    }
}

#[test]
fn shortest_solutions_of_the_fifteen_puzzle_are_counted() {
    let size = size(4, 4);
    let solver = tables(size, 15);
    for (number, (board, (minimum, expected))) in ways(size, 12).into_iter().enumerate() {
        if number % 40 == 0 {
            let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
            check(&instance, minimum, expected, Some(&solver));
            check(&instance, minimum, expected, None);
        }
    }
    // Farther away the two bounds are held against each other, and another goal against ours.
    let mut scrambler = Scrambler::new(size, &Goal::BlankFirst, 5).unwrap();
    for _ in 0..4 {
        let instance = Instance::new(&scrambler.walk(38), &Goal::BlankFirst).unwrap();
        let guard = Guard::new(&Silent);
        let minimum = solver.solve(&instance, &guard).lower_bound;
        let plain = all_shortest(&instance, minimum, 0, None, &guard).unwrap();
        check(&instance, minimum, plain.count, Some(&solver));
    }
}

#[test]
fn a_limit_stops_the_count() {
    let board = Board::new(&[[8, 6, 7], [2, 5, 4], [3, 0, 1]]).unwrap();
    let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
    let guard = Guard::new(&Silent).memory(1000);
    let found = all_shortest(&instance, 31, 1, None, &guard);
    assert_eq!(found, Err(Stop::Memory.into()));
}

/// Pushes to the goal of every board.
fn push_distances(goal: &Board, depth: u32) -> HashMap<Board, u32> {
    let mut found = HashMap::from([(goal.clone(), 0)]);
    let mut queue = VecDeque::from([goal.clone()]);
    while let Some(board) = queue.pop_front() {
        let distance = found[&board];
        if distance == depth {
            continue;
        }
        for direction in Direction::ALL {
            let mut next = board.slide(direction);
            while let Some(pushed) = next {
                if !found.contains_key(&pushed) {
                    found.insert(pushed.clone(), distance + 1);
                    queue.push_back(pushed.clone());
                }
                next = pushed.slide(direction);
            }
        }
    }
    found
}

fn check_multi_tile(solver: &MultiTileSolver, instance: &Instance, expected: u32, threads: usize) {
    let workers = Workers::new(threads);
    let finding = solver.solve(instance, &Guard::new(&Silent).on(workers.all()));
    let moves = finding.moves.unwrap();
    verify(instance.board(), instance.goal(), &moves).unwrap();
    assert_eq!(finding.lower_bound, expected, "{:?}", instance.board());
    assert_eq!(moves.multi_tile_moves() as u32, expected);
}

#[test]
fn multi_tile_moves_of_small_boards() {
    let guard = Guard::new(&Silent);
    for (rows, cols, goal, every, deepest) in [
        (2, 2, Goal::BlankLast, 1, 6),
        (2, 3, Goal::BlankLast, 1, 20),
        (3, 2, Goal::BlankFirst, 1, 20),
        (3, 3, Goal::BlankLast, 150, 24),
        (3, 3, Goal::Snail, 150, 24),
        (2, 4, Goal::BlankLast, 40, 36),
    ] {
        let size = size(rows, cols);
        let goal_board = goal.board(size).unwrap();
        let all = push_distances(&goal_board, 99);
        let found_deepest = all.values().max().copied().unwrap();
        if goal == Goal::BlankLast && rows == cols {
            assert_eq!(found_deepest, deepest);
        }
        let solver = MultiTileSolver::new(size, goal_board.blank(), None, &guard).unwrap();
        for (number, (board, &distance)) in all.iter().enumerate() {
            if number % every == 0 || distance == found_deepest {
                let instance = Instance::new(board, &goal).unwrap();
                assert!(solver.fits(&instance));
                check_multi_tile(&solver, &instance, distance, 1);
            }
        }
    }
}

#[test]
fn multi_tile_moves_of_the_fifteen_puzzle() {
    let size = size(4, 4);
    let near = push_distances(&Board::goal(size), 8);
    let mut layers = [0u32; 9];
    for &distance in near.values() {
        layers[distance as usize] += 1;
    }
    // The published start of the sequence.
    assert_eq!(layers, [1, 6, 18, 54, 162, 486, 1457, 4334, 12568]);
    let solver = MultiTileSolver::new(size, 15, None, &Guard::new(&Silent)).unwrap();
    for (number, (board, &distance)) in near.iter().enumerate() {
        if number % 100 == 0 {
            let instance = Instance::new(board, &Goal::BlankLast).unwrap();
            check_multi_tile(&solver, &instance, distance, 1 + number / 100 % 2);
        }
    }
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 2).unwrap();
    for _ in 0..3 {
        // A solution by single tiles is one by multi-tile moves, so never shorter.
        let instance = Instance::new(&scrambler.walk(70), &Goal::BlankLast).unwrap();
        let one = solver.solve(&instance, &Guard::new(&Silent));
        let single = tables(size, 15).solve(&instance, &Guard::new(&Silent));
        assert!(one.lower_bound <= single.moves.unwrap().multi_tile_moves() as u32);
        check_multi_tile(&solver, &instance, one.lower_bound, 2);
    }
}

/// What the engine finds in multi-tile moves within some nodes.
fn multi_tile_outcome(instance: &Instance, nodes: u64) -> Outcome {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let request = Request {
        metric: Metric::Multi,
        limits,
        ..Request::default()
    };
    let engine = Engine::builder().threads(2).build();
    let plan = engine.plan(instance, &request).unwrap();
    engine.solve(instance, &plan, &Silent).unwrap()
}

#[test]
fn multi_tile_moves_of_boards_without_tables() {
    for (rows, cols) in [(5, 5), (3, 6)] {
        let near = push_distances(&Board::goal(size(rows, cols)), 5);
        let mut boards: Vec<_> = near.iter().collect();
        boards.sort_by_key(|(board, _)| board.tiles());
        for (board, &distance) in boards.into_iter().step_by(97) {
            let instance = Instance::new(board, &Goal::BlankLast).unwrap();
            let outcome = multi_tile_outcome(&instance, 1_000_000);
            assert!(outcome.is_optimal());
            assert_eq!(outcome.lower_bound(), distance, "{board}");
        }
    }
    // A board far from its goal has an interval, which more nodes do not widen.
    for (rows, cols) in [(5, 5), (6, 4), (11, 11)] {
        let mut scrambler = Scrambler::new(size(rows, cols), &Goal::BlankLast, 5).unwrap();
        let instance = Instance::new(&scrambler.uniform(), &Goal::BlankLast).unwrap();
        let [few, more] = [20_000, 1_000_000].map(|nodes| multi_tile_outcome(&instance, nodes));
        let length = |outcome: &Outcome| outcome.moves().unwrap().multi_tile_moves() as u32;
        assert!(0 < few.lower_bound() && few.lower_bound() <= more.lower_bound());
        assert!(more.lower_bound() < length(&more) && length(&more) < length(&few));
        assert_eq!(more.stop, Some(StopReason::Nodes));
    }
}

#[test]
#[ignore = "builds two tables of 239,500,800 bits"]
fn complete_tables_of_twelve_cells() {
    for (rows, cols, deepest) in [(4, 3, 53), (6, 2, 80)] {
        let size = size(rows, cols);
        let (table, layers) = Complete::build(size, 11, &Guard::new(&Silent)).unwrap();
        assert_eq!(layers.iter().sum::<u64>(), 239_500_800);
        assert_eq!(layers.len() - 1, deepest);
        let solver = tables(size, 11);
        let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 1).unwrap();
        for _ in 0..50 {
            let instance = Instance::new(&scrambler.uniform(), &Goal::BlankLast).unwrap();
            let moves = table.solve(instance.labels()).unwrap();
            verify(instance.board(), instance.goal(), &moves).unwrap();
            let searched = solver.solve(&instance, &Guard::new(&Silent));
            assert_eq!(moves.len() as u32, searched.lower_bound);
        }
    }
}
