//! Every algorithm obeys node, memory and observer stops, and ends with a bound that holds.

use std::sync::atomic::{AtomicU64, Ordering};

use noyes::format::read_board;
use noyes::guard::{Control, Event, Finding, Guard, Observer, Silent, Stop};
use noyes::heuristic::HeuristicKind;
use noyes::pattern::PatternSet;
use noyes::scramble::Scrambler;
use noyes::search::{Algorithm, PatternSolver, Weight, search};
use noyes::solve::{Engine, Limits, Request, StopReason};
use noyes::verify::verify;
use noyes::workers::Workers;
use noyes::{Goal, Instance, Size};

/// The first of Korf's hundred: 57 moves.
fn hard() -> Instance {
    let board = read_board("13 6 8 12 15 14 0 10 11 7 4 5 9 1 3 2")
        .unwrap()
        .board;
    Instance::new(&board, &Goal::BlankLast).unwrap()
}

/// Runs an algorithm on it within limits.
fn run(algorithm: Algorithm, heuristic: HeuristicKind, guard: &Guard<'_>) -> Finding {
    search(&hard(), algorithm, heuristic, Weight::ONE, guard).unwrap()
}

/// What a search does with its memory.
#[derive(PartialEq)]
enum Storage {
    /// It stores all boards that it meets, and stops when it has no room for more.
    Fills,
    /// It stores only a path.
    Path,
    /// It goes on when its memory is full.
    GoesOn,
    /// It has a solution, if not the shortest, before a limit is near.
    Quick,
}

fn storage_of(algorithm: Algorithm) -> Storage {
    match algorithm {
        Algorithm::Bfs
        | Algorithm::AStar
        | Algorithm::Course
        | Algorithm::Lockstep
        | Algorithm::Bidirectional
        | Algorithm::UniformCost
        | Algorithm::Mm
        | Algorithm::Nbs
        | Algorithm::Hda
        | Algorithm::Ara => Storage::Fills,
        Algorithm::Ida | Algorithm::Iddfs | Algorithm::Rbfs => Storage::Path,
        Algorithm::Sma | Algorithm::WeightedIda => Storage::GoesOn,
        Algorithm::Weighted | Algorithm::Greedy | Algorithm::Beam | Algorithm::Construct => {
            Storage::Quick
        }
        _ => unreachable!("{algorithm} has no place here: give it one"),
    }
}

fn all(storage: Storage) -> impl Iterator<Item = Algorithm> {
    let all = Algorithm::ALL.into_iter();
    all.filter(move |&algorithm| storage_of(algorithm) == storage)
}

/// The searches that prove a minimum, and take long on the board.
fn proofs() -> impl Iterator<Item = Algorithm> {
    all(Storage::Fills).chain(all(Storage::Path))
}

/// A solution that a stopped search has solves the board.
fn assert_holds(finding: &Finding) {
    if let Some(moves) = &finding.moves {
        let instance = hard();
        assert_eq!(verify(instance.board(), instance.goal(), moves), Ok(()));
        assert!(moves.len() >= 57);
    }
}

#[test]
fn nodes() {
    for algorithm in proofs() {
        let guard = Guard::new(&Silent).nodes(20_000);
        let finding = run(algorithm, HeuristicKind::Manhattan, &guard);
        assert_eq!(finding.stop, Some(Stop::Nodes), "{algorithm}");
        assert_holds(&finding);
        assert!(
            (20_000..60_000).contains(&finding.counts.generated),
            "{algorithm}"
        );
        assert!(
            finding.lower_bound <= 57 && finding.lower_bound > 0,
            "{algorithm}"
        );
    }
}

#[test]
fn memory() {
    for algorithm in all(Storage::Fills) {
        let guard = Guard::new(&Silent).memory(50_000_000);
        let finding = run(algorithm, HeuristicKind::Manhattan, &guard);
        assert_eq!(finding.stop, Some(Stop::Memory), "{algorithm}");
        assert_holds(&finding);
        assert!(
            finding.counts.stored > 500_000,
            "{algorithm} stored {}",
            finding.counts.stored
        );
        assert!(finding.lower_bound <= 57, "{algorithm}");
    }
}

/// Some go on when their memory is full; another limit stops them.
#[test]
fn full_memory() {
    for algorithm in all(Storage::GoesOn) {
        let guard = Guard::new(&Silent).memory(1_000_000).nodes(200_000);
        let finding = run(algorithm, HeuristicKind::Hamming, &guard);
        assert!(
            finding.stop == Some(Stop::Nodes) || finding.moves.is_some(),
            "{algorithm}"
        );
        assert!(finding.lower_bound <= 57);
        assert!(finding.counts.stored < 60_000, "{algorithm}");
    }
}

struct StopAfter(AtomicU64);

impl Observer for StopAfter {
    fn on(&self, _: &Event) -> Control {
        if self.0.fetch_sub(1, Ordering::Relaxed) <= 1 {
            Control::Stop
        } else {
            Control::Continue
        }
    }
}

#[test]
fn observers() {
    for algorithm in proofs() {
        let observer = StopAfter(AtomicU64::new(20));
        let guard = Guard::new(&observer);
        let finding = run(algorithm, HeuristicKind::Manhattan, &guard);
        assert_eq!(finding.stop, Some(Stop::Observer), "{algorithm}");
    }
}

/// A stopped solve still has an answer, an interval that holds the minimum, and the reason.
#[test]
fn a_stopped_solve_has_an_answer() {
    let instance = hard();
    for algorithm in [
        Algorithm::Bfs,
        Algorithm::AStar,
        Algorithm::Course,
        Algorithm::WeightedIda,
        Algorithm::Ida,
    ] {
        let request = Request {
            algorithm: Some(algorithm),
            heuristic: Some(HeuristicKind::Manhattan.into()),
            weight: Weight::new(1.2).unwrap(),
            limits: Limits {
                nodes: Some(10_000),
                ..Limits::default()
            },
            ..Request::default()
        };
        let engine = Engine::new();
        let outcome = engine
            .solve(
                &instance,
                &engine.plan(&instance, &request).unwrap(),
                &Silent,
            )
            .unwrap();
        let moves = outcome.moves().unwrap();
        assert_eq!(verify(instance.board(), instance.goal(), moves), Ok(()));
        assert!(outcome.lower_bound() <= 57 && moves.len() >= 57);
        assert_eq!(
            outcome.lower_bound() % 2,
            1,
            "a bound of the wrong parity is one too low"
        );
        assert_eq!(outcome.stop, Some(StopReason::Nodes));
        assert!(!outcome.is_optimal());
    }
}

/// The bounds that a search announces only rise, and never above the minimum.
#[test]
fn announced_bounds_rise_and_hold() {
    struct Rising(AtomicU64);
    impl Observer for Rising {
        fn on(&self, event: &Event) -> Control {
            if let Event::BoundRaised { bound, .. } = *event {
                let last = self.0.swap(u64::from(bound), Ordering::Relaxed);
                assert!(last < u64::from(bound) && bound <= 57);
            }
            Control::Continue
        }
    }
    for algorithm in proofs() {
        let rising = Rising(AtomicU64::new(0));
        let guard = Guard::new(&rising).nodes(300_000);
        run(algorithm, HeuristicKind::LinearConflict, &guard);
    }
}

/// Keeps the most nodes that were generated between two events.
#[derive(Default)]
struct LongestGap {
    last: AtomicU64,
    most: AtomicU64,
}

impl Observer for LongestGap {
    fn on(&self, event: &Event) -> Control {
        if let Some(counts) = event.counts() {
            let before = self.last.fetch_max(counts.generated, Ordering::SeqCst);
            let gap = counts.generated.saturating_sub(before);
            self.most.fetch_max(gap, Ordering::SeqCst);
        }
        Control::Continue
    }
}

/// On several threads an iteration is cut into hundreds of pieces, each of which may be small.
#[test]
fn an_iteration_in_small_pieces_asks_as_often_as_any() {
    let size = Size::new(5, 3).unwrap();
    let partition: [&[usize]; 3] = [&[0, 1, 2, 3, 4], &[5, 6, 7, 8, 9], &[10, 11, 12, 13]];
    let tables = PatternSet::new(size, 14, &partition).unwrap();
    let tables = tables.build(&Guard::new(&Silent)).unwrap();
    let solver = PatternSolver::new(tables);
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 1).unwrap();
    let workers = Workers::new(2);
    let mut longest = 0;
    for _ in 0..4 {
        let board = scrambler.hardest(100, |board| board.manhattan());
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let gap = LongestGap::default();
        let guard = Guard::new(&gap).nodes(6_000_000).on(workers.all());
        let finding = solver.solve(&instance, &guard);
        longest = longest.max(finding.counts.generated);
        let most = gap.most.into_inner();
        // Each thread asks every 32,768 nodes expanded.
        assert!(most < 300_000, "{most} nodes between two questions");
    }
    assert!(longest > 1_000_000, "the boards are too easy for this test");
}
