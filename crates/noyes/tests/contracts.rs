//! What a caller gets who does not keep the contract of an argument: an error, or a panic that
//! says what was wrong.

use std::panic::{AssertUnwindSafe, catch_unwind};

use noyes::board::Metric;
use noyes::explain::Explanation;
use noyes::guard::{Counts, Guard, Silent};
use noyes::heuristic::{
    ComputedHeuristic, Euclidean, Hamming, LinearConflict, Manhattan, WalkingDistance,
};
use noyes::pattern::{
    Complete, Compound, Pattern, PatternError, PatternSet, Table, build_all, check_partition,
    partition,
};
use noyes::prune::Automaton;
use noyes::search::{MultiTileSolver, PatternSolver, layer_counts};
use noyes::solve::Interval;
use noyes::{Board, Direction, Goal, Instance, Moves, Size};

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

fn instance(text: &str) -> Instance {
    Instance::new(&text.parse().unwrap(), &Goal::BlankLast).unwrap()
}

/// The message of the panic that a call must end with.
fn panic_of<R>(call: impl FnOnce() -> R) -> String {
    let Err(panic) = catch_unwind(AssertUnwindSafe(call)) else {
        panic!("the call came back");
    };
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()))
        .unwrap()
}

#[test]
fn a_goal_cell_of_the_blank_that_the_board_has_not() {
    fn heuristic<H: ComputedHeuristic>() -> String {
        panic_of(|| H::new(size(3, 3), 9).is_ok())
    }
    let guard = Guard::new(&Silent);
    let messages = [
        heuristic::<Hamming>(),
        heuristic::<Euclidean>(),
        heuristic::<Manhattan>(),
        heuristic::<LinearConflict>(),
        heuristic::<WalkingDistance>(),
        panic_of(|| Complete::build(size(2, 2), 4, &guard).is_ok()),
        panic_of(|| layer_counts(size(2, 2), 4, 1)),
    ];
    for message in messages {
        assert_eq!(message, "the goal cell of the blank is a cell of the board");
    }
    assert!(Complete::from_bytes(size(2, 2), 4, &[0; 32]).is_none());
    assert!(Complete::from_bytes(size(2, 2), 3, &[0; 32]).is_some());
    for (rows, cols) in [(2, 2), (2, 3), (3, 3), (4, 4), (5, 5)] {
        let cell = rows * cols;
        let wrong = Err(PatternError::Cell { cell });
        assert_eq!(Pattern::new(size(rows, cols), cell, &[0]).map(drop), wrong);
        let tier = noyes::pattern::Tier::Small;
        assert_eq!(partition(size(rows, cols), cell, tier).map(drop), wrong);
    }
}

#[test]
fn patterns_and_tables_of_other_boards() {
    let pattern =
        |rows, cols, home, homes: &[usize]| Pattern::new(size(rows, cols), home, homes).unwrap();
    let whole = vec![pattern(3, 2, 5, &[0, 1]), pattern(3, 2, 5, &[2, 3, 4])];
    let other_size = vec![pattern(2, 3, 5, &[0, 1]), pattern(2, 3, 5, &[2, 3, 4])];
    let other_home = vec![whole[0].clone(), pattern(3, 2, 4, &[2, 3, 5])];
    assert_eq!(check_partition(&other_home), Err(PatternError::Mixed));
    let mixed = [whole[0].clone(), other_size[1].clone()];
    assert_eq!(check_partition(&mixed), Err(PatternError::Mixed));
    assert!(PatternError::Mixed.to_string().contains("different boards"));

    let guard = Guard::new(&Silent);
    let tables = |patterns: &[Pattern]| -> Vec<Table> {
        let built = build_all(patterns, &guard).unwrap().into_iter();
        built.map(|built| built.table).collect()
    };
    let compound =
        |tables, partitions: &[Vec<Pattern>]| Compound::new(tables, partitions).map(drop);
    let both = [whole.clone(), other_size.clone()];
    assert_eq!(Compound::patterns(&both).len(), 4);
    assert_eq!(compound(tables(&whole), &both), Err(PatternError::Mixed));
    // The same goal cells, but on another board.
    let foreign = compound(tables(&other_size), std::slice::from_ref(&whole));
    assert_eq!(foreign, Err(PatternError::Missing { cell: 0 }));
    assert_eq!(compound(tables(&whole), &[whole]), Ok(()));
}

#[test]
fn boards_that_the_tables_do_not_serve() {
    let guard = Guard::new(&Silent);
    let set = PatternSet::new(size(3, 2), 5, &[&[0, 1], &[2, 3, 4]]).unwrap();
    let solver = PatternSolver::new(set.build(&guard).unwrap());
    let multi = MultiTileSolver::new(size(3, 2), 5, None, &guard).unwrap();
    let other = instance("1 2/0 3");
    let moves = Moves::from(vec![Direction::Left]);
    let messages = [
        panic_of(|| solver.bound(&other)),
        panic_of(|| solver.solve(&other, &guard)),
        panic_of(|| solver.solve_reference(&other, &guard)),
        panic_of(|| solver.first_moves(&other, &moves, &mut Counts::default(), &guard)),
        panic_of(|| multi.solve(&other, &guard)),
    ];
    for message in messages {
        assert_eq!(message, "the tables are for other boards");
    }
}

#[test]
fn boards_and_goals_of_different_sizes() {
    let (board, goal): (Board, Board) = ("1 2/0 3".parse().unwrap(), Board::goal(size(2, 3)));
    for (board, goal) in [(&board, &goal), (&goal, &board)] {
        let message = panic_of(|| Explanation::of_boards(board, goal));
        assert!(message.contains("a board and its goal are of one size"));
    }
}

#[test]
fn numbers_at_the_end_of_their_range() {
    let odd = instance("1 2/0 3");
    let mut interval = Interval::new(&odd, Metric::Single);
    assert_eq!(interval.rounded(u32::MAX - 1), u32::MAX);
    assert_eq!(interval.raise(u32::MAX), Ok(true));
    let even = Interval::new(&instance("1 2/3 0"), Metric::Single);
    assert_eq!(even.rounded(u32::MAX), u32::MAX);
    // Words of no slide and of one slide forbid nothing.
    for length in [0, 1] {
        let automaton = Automaton::new(size(4, 4), length);
        for direction in Direction::ALL {
            let first = automaton.next(Automaton::START, direction).unwrap();
            assert!(automaton.next(first, direction.opposite()).is_some());
        }
    }
}
