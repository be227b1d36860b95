//! A hundred random boards, each solved in several ways and held against the checker.

use noyes_fuzz::differential::{Case, Judge, Tally};

#[test]
fn all_ways_agree_with_each_other_and_the_checker() {
    let mut judge = Judge::new(None, false).unwrap();
    let mut tally = Tally::default();
    for seed in 0..120 {
        if let Err(words) = judge.judge(&Case::new(seed), &mut tally) {
            panic!("{words}");
        }
    }
    assert!(tally.solvable > 60 && tally.known > 20, "{tally:?}");
    assert!(tally.searches >= 3 * tally.solvable, "{tally:?}");
    assert!(tally.bounds > 150 && tally.labels > 2, "{tally:?}");
    assert!(tally.instruction_sets > 2, "{tally:?}");
}

#[test]
fn variations_are_variations() {
    let case = Case::new(5);
    let twice = case.transposed().transposed();
    assert_eq!(
        (twice.board, twice.goal),
        (case.board.clone(), case.goal.clone())
    );
    let back = case.reversed();
    assert_eq!((back.board, back.goal), (case.goal, case.board));
}
