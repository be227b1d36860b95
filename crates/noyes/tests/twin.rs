//! Random 15-puzzles: the fast search against its slow and simple twin, on other tables.

use noyes::guard::{Guard, Silent};
use noyes::pattern::{Additive, Tier, build_all, partition};
use noyes::scramble::Scrambler;
use noyes::search::PatternSolver;
use noyes::verify::verify;
use noyes::{Goal, Instance, Size};

fn solver(tier: Tier) -> PatternSolver {
    let patterns = partition(Size::new(4, 4).unwrap(), 15, tier).unwrap();
    let built = build_all(&patterns, &Guard::new(&Silent)).unwrap();
    let tables = built.into_iter().map(|built| built.table).collect();
    PatternSolver::new(Additive::new(tables).unwrap())
}

fn compare(fast: &PatternSolver, slow: &PatternSolver, seed: u64, boards: usize) {
    let size = Size::new(4, 4).unwrap();
    let guard = Guard::new(&Silent);
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, seed).unwrap();
    for _ in 0..boards {
        let instance = Instance::new(&scrambler.uniform(), &Goal::BlankLast).unwrap();
        let found = fast.solve(&instance, &guard);
        let plain = slow.solve_reference(&instance, &guard);
        assert_eq!(
            found.lower_bound,
            plain.lower_bound,
            "{:?}",
            instance.board()
        );
        for moves in [found.moves.unwrap(), plain.moves.unwrap()] {
            assert_eq!(moves.len() as u32, found.lower_bound);
            verify(instance.board(), instance.goal(), &moves).unwrap();
        }
    }
}

#[test]
fn twenty_random_boards() {
    let small = solver(Tier::Small);
    compare(&small, &small, 11, 20);
}

#[test]
#[ignore = "takes many minutes"]
fn a_thousand_random_boards_on_other_tables() {
    compare(&solver(Tier::Small), &solver(Tier::Quick), 12, 1000);
}
