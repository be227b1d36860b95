//! The classic algorithms by name, against the true distance of the boards of the 8-puzzle.
//!
//! Every algorithm that claims the minimum is held to it on all boards near the goal and on a
//! sample of the others; the tests that are ignored hold it to all 181,440 boards
//! (`cargo test -p noyes --test library classics -- --ignored`).

use std::collections::HashMap;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::truth::distances;
use noyes::board::{Board, Cells, Size};
use noyes::guard::{Control, Event, Finding, Guard, Observer, Silent};
use noyes::heuristic::{Heuristic, HeuristicKind, Slide};
use noyes::search::{Algorithm, Weight, search, search_with};
use noyes::verify::verify;
use noyes::workers::Workers;
use noyes::{Goal, Instance};

static DISTANCES: LazyLock<HashMap<Board, u32>> = LazyLock::new(|| {
    let size = Size::new(3, 3).unwrap();
    distances(&Goal::BlankLast.board(size).unwrap())
});

/// All boards up to a distance, and every `step`-th of the others.
fn boards(depth: u32, step: usize) -> Vec<(&'static Board, u32)> {
    let all = DISTANCES.iter().map(|(board, &distance)| (board, distance));
    let (mut near, mut far): (Vec<_>, Vec<_>) = all.partition(|&(_, distance)| distance <= depth);
    far.sort_by_key(|(board, _)| board.tiles());
    near.extend(far.into_iter().step_by(step));
    near
}

fn run(board: &Board, algorithm: Algorithm, kind: HeuristicKind, guard: &Guard<'_>) -> Finding {
    let instance = Instance::new(board, &Goal::BlankLast).unwrap();
    let found = search(&instance, algorithm, kind, Weight::CLASSIC, guard).unwrap();
    let moves = found.moves.as_ref().expect("every board can be solved");
    assert_eq!(verify(board, instance.goal(), moves), Ok(()));
    assert_eq!(found.stop, None);
    found
}

/// The minimum, and the bound that proves it.
fn check(algorithm: Algorithm, kind: HeuristicKind, boards: &[(&Board, u32)]) {
    assert!(algorithm.finds_minimum());
    // Two threads, so that boards go from shard to shard.
    let workers = Workers::new(2);
    let guard = Guard::new(&Silent).on(workers.all());
    for &(board, distance) in boards {
        let found = run(board, algorithm, kind, &guard);
        let length = found.moves.map(|moves| moves.len() as u32);
        assert_eq!(length, Some(distance), "{algorithm} {kind} {board:?}");
        assert_eq!(found.lower_bound, distance, "{algorithm} {kind} {board:?}");
        assert!(found.counts.generated > found.counts.expanded || distance == 0);
    }
}

/// All boards near the goal and a sample, with Manhattan distance; fewer with other heuristics.
fn sample(algorithm: Algorithm, depth: u32, step: usize) {
    check(algorithm, HeuristicKind::Manhattan, &boards(depth, step));
    for kind in HeuristicKind::ALL {
        check(algorithm, kind, &boards(6, 60 * step));
    }
}

#[test]
fn uniform_cost() {
    sample(Algorithm::UniformCost, 12, 3001);
}

#[test]
fn iddfs() {
    let near = boards(16, usize::MAX);
    check(Algorithm::Iddfs, HeuristicKind::Manhattan, &near);
}

#[test]
fn rbfs() {
    sample(Algorithm::Rbfs, 14, 301);
}

#[test]
fn sma() {
    check(Algorithm::Sma, HeuristicKind::Manhattan, &boards(14, 301));
    let kind = HeuristicKind::LinearConflictOrWalkingDistance;
    check(Algorithm::Sma, kind, &boards(8, 301));
}

#[test]
fn mm() {
    sample(Algorithm::Mm, 14, 101);
}

#[test]
fn nbs() {
    sample(Algorithm::Nbs, 14, 101);
}

#[test]
fn hda() {
    sample(Algorithm::Hda, 14, 211);
}

#[test]
fn ara() {
    sample(Algorithm::Ara, 14, 101);
}

/// Keeps the highest bound that it is told.
#[derive(Default)]
struct HighestBound(AtomicU32);

impl Observer for HighestBound {
    fn on(&self, event: &Event) -> Control {
        if let Event::BoundRaised { bound, .. } = event {
            self.0.fetch_max(*bound, Ordering::Relaxed);
        }
        Control::Continue
    }
}

/// Holds every bound that an algorithm tells on its way: none is above the minimum. Says on how
/// many boards the minimum itself was told, before a solution proved it.
fn hold_bounds(algorithm: Algorithm, kind: HeuristicKind, boards: &[(&Board, u32)]) -> usize {
    let workers = Workers::new(2);
    let mut reached = 0;
    for &(board, distance) in boards {
        let highest = HighestBound::default();
        let guard = Guard::new(&highest).on(workers.all());
        run(board, algorithm, kind, &guard);
        let highest = highest.0.into_inner();
        assert!(
            highest <= distance,
            "{algorithm} {kind} {board:?}: the bound {highest} is above {distance}"
        );
        reached += usize::from(highest == distance);
    }
    reached
}

/// A bound that is too high by the two slides of a detour ends a search too early, but only where
/// the first solution is not a shortest one. Told on the way, it is seen on nearly every board.
#[test]
fn bounds_on_the_way_are_never_above_the_minimum() {
    use Algorithm::{AStar, Ara, Bidirectional, Hda, Ida, Lockstep, Mm, Nbs, Rbfs, Sma};
    let some = boards(8, 1009);
    for algorithm in [AStar, Lockstep, Ida, Rbfs, Sma, Hda, Ara] {
        hold_bounds(algorithm, HeuristicKind::Manhattan, &some);
    }
    // Where the heuristic is weak, the moves of both sides are the better bound.
    for algorithm in [Bidirectional, Mm, Nbs] {
        for kind in [HeuristicKind::Manhattan, HeuristicKind::Hamming] {
            let reached = hold_bounds(algorithm, kind, &some);
            assert!(reached > some.len() / 4, "{algorithm} {kind}: {reached}");
        }
    }
}

/// A heuristic that says nothing.
#[derive(Debug)]
struct Nothing;

impl Heuristic for Nothing {
    type Memo = ();
    fn start<C: Cells + ?Sized>(&self, _: &C) {}
    fn step<C: Cells + ?Sized>(&self, (): (), _: Slide, _: &C) {}
    fn value(&self, (): ()) -> u32 {
        0
    }
}

/// The searches without a heuristic find and count what IDA* and A* do with one that says nothing:
/// their shortcuts cost no node. A board of up to 16 cells is one word, a larger one is not.
#[test]
fn searches_without_a_heuristic_count_as_with_nothing() {
    let guard = Guard::new(&Silent);
    let pairs = [
        (Algorithm::Iddfs, Algorithm::Ida),
        (Algorithm::UniformCost, Algorithm::AStar),
    ];
    for (rows, cols) in [(3, 3), (2, 4), (4, 4), (3, 6), (5, 5)] {
        let mut board = Board::goal(Size::new(rows, cols).unwrap());
        for step in 0..14 {
            let instance = Instance::new(&board, &Goal::BlankFirst);
            let instance = instance.or_else(|_| Instance::new(&board, &Goal::BlankLast));
            let instance = instance.unwrap();
            let kind = HeuristicKind::Manhattan;
            if HeuristicKind::LinearConflict.bound(&instance).unwrap() <= 12 {
                for (algorithm, informed) in pairs {
                    let weight = Weight::ONE;
                    let found = search(&instance, algorithm, kind, weight, &guard);
                    let same = search_with(&instance, &Nothing, informed, weight, &guard);
                    assert_eq!(found, same, "{algorithm} {board:?}");
                }
            }
            let next: Vec<Board> = board.neighbors().collect();
            board = next[(step * step + step / 3) % next.len()].clone();
        }
    }
}

/// Greedy search is no longer than its own nodes allow, and never claims what it cannot prove.
#[test]
fn greedy() {
    let guard = Guard::new(&Silent);
    let (mut longer, mut all) = (0, 0);
    for (board, distance) in boards(10, 97) {
        let found = run(board, Algorithm::Greedy, HeuristicKind::Manhattan, &guard);
        let length = found.moves.map_or(0, |moves| moves.len() as u32);
        assert!(found.lower_bound <= distance && length >= distance);
        assert_eq!(found.lower_bound, board.manhattan());
        (longer, all) = (longer + u32::from(length > distance), all + 1);
    }
    assert!(
        longer > all / 2,
        "{longer} of {all} are longer than the minimum"
    );
}

/// The set of visited boards costs the minimum even with weight 1, and the bound says so.
#[test]
fn weighted_ida_with_weight_1() {
    let guard = Guard::new(&Silent);
    let (mut longer, mut all) = (0, 0);
    for (board, distance) in boards(10, 97) {
        let instance = Instance::new(board, &Goal::BlankLast).unwrap();
        let kind = HeuristicKind::Manhattan;
        let found = search(&instance, Algorithm::WeightedIda, kind, Weight::ONE, &guard).unwrap();
        let moves = found.moves.unwrap();
        assert_eq!(verify(board, instance.goal(), &moves), Ok(()));
        assert_eq!(found.lower_bound, board.manhattan());
        let length = moves.len() as u32;
        assert!(length >= distance);
        (longer, all) = (longer + u32::from(length > distance), all + 1);
    }
    assert!(0 < longer && longer < all / 4, "{longer} of {all}");
}

/// All 181,440 boards.
fn every_board(algorithm: Algorithm) {
    check(algorithm, HeuristicKind::Manhattan, &boards(31, 1));
}

macro_rules! every_board {
    ($($name:ident: $algorithm:ident, $time:literal,)*) => {
        $(
            #[test]
            #[ignore = $time]
            fn $name() {
                every_board(Algorithm::$algorithm);
            }
        )*
    };
}

every_board! {
    every_board_rbfs: Rbfs, "minutes in a release build",
    every_board_sma: Sma, "minutes in a release build",
    every_board_mm: Mm, "minutes in a release build",
    every_board_nbs: Nbs, "minutes in a release build",
    every_board_hda: Hda, "minutes in a release build",
    every_board_ara: Ara, "minutes in a release build",
    every_board_uniform_cost: UniformCost, "half an hour in a release build",
    every_board_iddfs: Iddfs, "half an hour in a release build",
}
