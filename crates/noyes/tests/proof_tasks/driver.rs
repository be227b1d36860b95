//! Drivers of proofs: the serial counts, whatever is lost, and what stays at home.

use std::num::NonZeroU64;

use noyes::Moves;
use noyes::guard::{Counts, Guard, Silent};
use noyes::pattern::Tier;
use noyes::search::{
    DriverError, DriverOptions, ProofDriver, ProofFrontier, ProofResult, Roots, Stub,
};
use noyes::verify::verify;

use super::{SEEDS, serial, solver_and_instance};

fn driver(frontier: &ProofFrontier, full: bool, options: DriverOptions) -> ProofDriver {
    let seeds = 0..frontier.len();
    let whole = frontier.task(Tier::Small, frontier.bound(), seeds, None, full);
    ProofDriver::new(
        whole,
        frontier.most_bound(),
        frontier.counts(),
        None,
        options,
    )
}

/// Nothing is small enough for the caller, and every budget is reached.
fn many_tasks(workers: u32) -> DriverOptions {
    DriverOptions {
        workers,
        home_seconds: 0.0,
        budget: NonZeroU64::new(500),
    }
}

/// A driver with workers that answer in a random order, lose every tenth task and answer some
/// twice; it is replaced by its own state now and then.
#[test]
fn a_driver_gives_the_serial_counts_whatever_is_lost() {
    let (solver, instance) = solver_and_instance();
    let (length, counts) = serial(&solver, &instance);
    let guard = Guard::new(&Silent);
    let frontier = solver.lay_frontier(&instance, SEEDS, &guard).unwrap();
    for (seed, full) in [(1u64, true), (2, true), (3, false)] {
        let mut driver = driver(&frontier, full, many_tasks(3));
        let mut random = seed;
        let mut draw = |below: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(99);
            (random >> 33) % below
        };
        let mut running = Vec::new();
        let mut is_resumed = false;
        let mut spares = 0;
        while !driver.is_over() {
            while running.len() < 6
                && let Some(assignment) = driver.next_task()
            {
                assert!(!assignment.at_home);
                running.push(assignment);
            }
            // Workers without a task run one of the others' once more.
            while running.len() < 3
                && let Some(spare) = driver.spare_task()
            {
                assert!(running.iter().any(|one| one.id == spare.id));
                running.push(spare);
                spares += 1;
            }
            let one = running.remove(draw(running.len() as u64) as usize);
            if draw(10) == 0 {
                driver.lost(one.id);
                continue;
            }
            let result = solver.run_task(&frontier, &one.task, &guard).unwrap();
            driver.done(one.id, result.clone(), Some(0.1)).unwrap();
            driver.done(one.id, result, None).unwrap();
            let progress = driver.progress();
            assert!((0.0..=1.0).contains(&progress.share), "{progress:?}");
            if progress.done > 50 && !is_resumed {
                is_resumed = true;
                let whole = frontier.task(Tier::Small, 0, 0..frontier.len(), None, full);
                driver = driver.state().resumed(&whole, many_tasks(2)).unwrap();
                // What was out counts as lost.
                running.clear();
            }
        }
        assert!(is_resumed && spares > 0 && driver.bound() == length);
        let moves = driver.solution().unwrap();
        verify(instance.board(), instance.goal(), moves).unwrap();
        if full {
            assert_eq!(driver.counts(), counts);
        } else {
            assert!(driver.counts().generated <= counts.generated);
        }
        assert_eq!(driver.next_task(), None);
    }
}

#[test]
fn small_iterations_stay_at_home_and_a_known_solution_spares_the_last() {
    let (solver, instance) = solver_and_instance();
    let (length, counts) = serial(&solver, &instance);
    let guard = Guard::new(&Silent);
    let frontier = solver.lay_frontier(&instance, SEEDS, &guard).unwrap();
    let whole = frontier.task(
        Tier::Small,
        frontier.bound(),
        0..frontier.len(),
        None,
        false,
    );
    let (most, laid) = (frontier.most_bound(), frontier.counts());
    let mut driver = ProofDriver::new(whole, most, laid, None, DriverOptions::default());
    // A longer solution is of no use, and ends nothing.
    driver.know(length + 2);
    while let Some(assignment) = driver.next_task() {
        driver.know(length);
        driver.know(length + 4);
        assert!(assignment.at_home && assignment.task.budget.is_none());
        assert_eq!(driver.next_task(), None, "one task at a time");
        let result = solver
            .run_task(&frontier, &assignment.task, &guard)
            .unwrap();
        driver.done(assignment.id, result, None).unwrap();
    }
    assert!(driver.is_over() && driver.solution().is_none());
    assert_eq!(driver.bound(), length);
    assert!(driver.counts().generated < counts.generated);
    let other = solver.lay_frontier(&instance, SEEDS + 9, &guard).unwrap();
    let whole = other.task(Tier::Small, 0, 0..other.len(), None, false);
    let refused = driver.resumed(&whole, DriverOptions::default());
    assert_eq!(refused.unwrap_err(), DriverError::OtherFrontier);
}

#[test]
fn few_workers_get_few_tasks() {
    let (solver, instance) = solver_and_instance();
    let guard = Guard::new(&Silent);
    let frontier = solver.lay_frontier(&instance, SEEDS, &guard).unwrap();
    for (workers, hands) in [(1, 2), (2, 4), (3, 6), (16, 8)] {
        let options = DriverOptions {
            workers,
            home_seconds: 0.0,
            budget: None,
        };
        let mut driver = driver(&frontier, true, options);
        let first: Vec<_> = std::iter::from_fn(|| driver.next_task()).collect();
        assert_eq!(first.len(), workers as usize, "nothing is known yet");
        // A task whose budget left many stubs.
        let stub = |seed: u32| Stub {
            seed,
            slides: Moves::new(),
        };
        let result = ProofResult {
            solution: None,
            next_bound: frontier.bound() + 2,
            counts: Counts::default(),
            rest: vec![Roots::Stubs((0..60).map(stub).collect())],
        };
        driver.done(first[0].id, result, None).unwrap();
        let dealt: Vec<_> = std::iter::from_fn(|| driver.next_task()).collect();
        assert_eq!(dealt.len(), hands);
        // A rate of three million nodes a second, as long as it is not known.
        let budgets = dealt.iter().map(|one| one.task.budget.unwrap().get());
        assert!(budgets.into_iter().all(|budget| budget == 3_000_000));
    }
}
