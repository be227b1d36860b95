//! Every algorithm obeys node, memory and observer stops, and ends with a bound that holds.

use std::sync::atomic::{AtomicU64, Ordering};

use noyes::format::read_board;
use noyes::heuristic::HeuristicKind;
use noyes::search::{
    Algorithm, Control, Event, Finding, Guard, Observer, Silent, Stop, Weight, search,
};
use noyes::solve::{Engine, Limits, Request, StopReason};
use noyes::verify::verify;
use noyes::{Goal, Instance};

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

const SEARCHES: [Algorithm; 5] = [
    Algorithm::Bfs,
    Algorithm::AStar,
    Algorithm::Ida,
    Algorithm::Lockstep,
    Algorithm::Bidirectional,
];

#[test]
fn nodes() {
    for algorithm in SEARCHES {
        let guard = Guard::new(&Silent).nodes(20_000);
        let finding = run(algorithm, HeuristicKind::Manhattan, &guard);
        assert_eq!(finding.stop, Some(Stop::Nodes), "{algorithm}");
        assert_eq!(finding.moves, None);
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
    for algorithm in SEARCHES
        .into_iter()
        .filter(|&algorithm| algorithm != Algorithm::Ida)
    {
        let guard = Guard::new(&Silent).memory(50_000_000);
        let finding = run(algorithm, HeuristicKind::Manhattan, &guard);
        assert_eq!(finding.stop, Some(Stop::Memory), "{algorithm}");
        assert_eq!(finding.moves, None);
        assert!(
            finding.counts.stored > 500_000,
            "{algorithm} stored {}",
            finding.counts.stored
        );
        assert!(finding.lower_bound <= 57, "{algorithm}");
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
    for algorithm in SEARCHES {
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
    for algorithm in SEARCHES {
        let rising = Rising(AtomicU64::new(0));
        let guard = Guard::new(&rising).nodes(300_000);
        run(algorithm, HeuristicKind::LinearConflict, &guard);
    }
}
