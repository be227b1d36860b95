//! Proof tasks: the counts and the answer are the same however an iteration is split.

mod driver;

use std::num::NonZeroU64;
use std::ops::Range;

use noyes::guard::{Counts, Guard, Silent, Stop};
use noyes::pattern::{Compound, Pattern, Symmetry, Tier, build_all};
use noyes::scramble::Scrambler;
use noyes::search::{
    CompoundSolver, ProofFrontier, ProofOptions, ProofResult, ProofTask, Roots, Stub, TaskError,
};
use noyes::verify::verify;
use noyes::workers::Workers;
use noyes::{Board, Direction, Goal, Instance, Moves, Size};

const SEEDS: u32 = 300;

/// A solver of one partition of runs of four tiles, and a board of 4×5 cells that its tables see
/// transposed.
fn solver_and_instance() -> (CompoundSolver, Instance) {
    let size = Size::new(4, 5).unwrap();
    let way = Symmetry::to_canonical(size, 19);
    let home = way.cell(19);
    let tiles: Vec<usize> = (0..20).filter(|&cell| cell != home).collect();
    let pattern = |homes: &[usize]| Pattern::new(way.to(), home, homes).unwrap();
    let partitions: Vec<Vec<Pattern>> = vec![tiles.chunks(4).map(pattern).collect()];
    let built = build_all(&Compound::patterns(&partitions), &Guard::new(&Silent)).unwrap();
    let tables = built.into_iter().map(|built| built.table).collect();
    let solver = CompoundSolver::new(Compound::new(tables, &partitions).unwrap());
    let board = Scrambler::new(size, &Goal::BlankLast, 5).unwrap().walk(70);
    (solver, Instance::new(&board, &Goal::BlankLast).unwrap())
}

fn serial(solver: &CompoundSolver, instance: &Instance) -> (u32, Counts) {
    let options = ProofOptions {
        count_full: true,
        seeds: SEEDS as usize,
        ..ProofOptions::default()
    };
    let finding = solver.solve(instance, &Guard::new(&Silent), options, &mut |_| Ok(None));
    assert_eq!(finding.stop, None);
    (finding.lower_bound, finding.counts)
}

/// How an iteration is cut and run.
#[derive(Clone, Copy, Debug)]
struct Split {
    ranges: u32,
    budget: Option<u64>,
    /// Whether the last task made is run first.
    last_first: bool,
    /// Whether each task is run twice.
    twice: bool,
    threads: usize,
    full: bool,
    transpositions: bool,
}

const WHOLE: Split = Split {
    ranges: 1,
    budget: None,
    last_first: true,
    twice: false,
    threads: 1,
    full: true,
    transpositions: false,
};

/// A whole proof by tasks: the length, the counts and how many tasks were run.
fn by_tasks(solver: &CompoundSolver, instance: &Instance, split: Split) -> (u32, Counts, usize) {
    let workers = Workers::new(split.threads);
    let guard = Guard::new(&Silent).on(workers.all());
    let mut frontier = solver.lay_frontier(instance, SEEDS, &guard).unwrap();
    if split.transpositions {
        frontier = frontier.with_transpositions(0, &guard);
    }
    let mut counts = frontier.counts();
    let mut bound = frontier.bound();
    let mut runs = 0;
    loop {
        let end = frontier.len();
        let cut = |part: u32| part * end / split.ranges;
        let budget = split.budget.and_then(NonZeroU64::new);
        let mut tasks: Vec<ProofTask> = (0..split.ranges)
            .map(|part| {
                let seeds = cut(part)..cut(part + 1);
                frontier.task(Tier::Small, bound, seeds, budget, split.full)
            })
            .collect();
        let mut solution: Option<Moves> = None;
        let mut next_bound = bound;
        while !tasks.is_empty() {
            let place = if split.last_first { tasks.len() - 1 } else { 0 };
            let task = tasks.remove(place);
            let result = solver.run_task(&frontier, &task, &guard).unwrap();
            runs += 1;
            if split.twice {
                assert_eq!(solver.run_task(&frontier, &task, &guard).unwrap(), result);
            }
            counts = counts.plus(result.counts);
            next_bound = result.next_bound;
            tasks.extend(task.rest(&result));
            solution = solution.or(result.solution);
            if solution.is_some() && !split.full {
                break;
            }
        }
        if let Some(moves) = solution {
            verify(instance.board(), instance.goal(), &moves).unwrap();
            assert_eq!(moves.len() as u32, bound);
            return (bound, counts, runs);
        }
        assert_eq!(next_bound, bound + 2);
        bound = next_bound;
    }
}

#[test]
fn counts_are_those_of_the_serial_proof_however_it_is_split() {
    let (solver, instance) = solver_and_instance();
    let (length, counts) = serial(&solver, &instance);
    assert!(counts.generated > 50_000, "{counts:?}");
    let splits = [
        WHOLE,
        Split { ranges: 7, ..WHOLE },
        Split {
            ranges: 300,
            last_first: false,
            ..WHOLE
        },
        Split {
            threads: 3,
            ..WHOLE
        },
        Split {
            ranges: 2,
            budget: Some(1),
            ..WHOLE
        },
        Split {
            budget: Some(100),
            last_first: false,
            ..WHOLE
        },
        Split {
            ranges: 5,
            budget: Some(1000),
            twice: true,
            ..WHOLE
        },
        Split {
            ranges: 3,
            budget: Some(20_000),
            threads: 2,
            ..WHOLE
        },
        Split {
            ranges: 3,
            twice: true,
            threads: 2,
            ..WHOLE
        },
        // Threads hand roots to each other within a task.
        Split {
            budget: Some(8000),
            threads: 3,
            ..WHOLE
        },
        Split {
            ranges: 5,
            budget: Some(20_000),
            threads: 4,
            last_first: false,
            ..WHOLE
        },
    ];
    for split in splits {
        let (found, sum, runs) = by_tasks(&solver, &instance, split);
        assert_eq!((found, sum), (length, counts), "{split:?}");
        if split.budget == Some(1) {
            // A task with the least budget expands one batch.
            assert!(runs > 1000, "{runs}");
        }
    }
}

#[test]
fn the_length_is_the_same_without_full_counts() {
    let (solver, instance) = solver_and_instance();
    let (length, counts) = serial(&solver, &instance);
    for (ranges, budget, threads) in [
        (1, None, 1),
        (4, None, 2),
        (3, Some(500), 1),
        (3, Some(8000), 3),
    ] {
        for transpositions in [false, true] {
            let split = Split {
                ranges,
                budget,
                threads,
                transpositions,
                full: false,
                ..WHOLE
            };
            let (found, sum, _) = by_tasks(&solver, &instance, split);
            assert_eq!(found, length, "{split:?}");
            assert!(sum.generated <= counts.generated, "{split:?}");
        }
    }
}

#[test]
fn easy_boards_are_solved_by_the_frontier() {
    let (solver, _) = solver_and_instance();
    let board = Board::goal(Size::new(4, 5).unwrap())
        .slide(Direction::Down)
        .unwrap();
    let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
    let guard = Guard::new(&Silent);
    let frontier = solver.lay_frontier(&instance, SEEDS, &guard).unwrap();
    assert_eq!(frontier.solution(0), None);
    let moves = frontier.solution(1).unwrap();
    assert_eq!(moves, Moves::from(vec![Direction::Up]));
    // A task over no seeds is told as well.
    let task = frontier.task(Tier::Small, 1, 0..0, None, true);
    let result = solver.run_task(&frontier, &task, &guard).unwrap();
    assert_eq!(result.solution, Some(moves));
}

fn task_and_rest(
    solver: &CompoundSolver,
    instance: &Instance,
) -> (ProofFrontier, ProofTask, ProofResult) {
    let guard = Guard::new(&Silent);
    let frontier = solver.lay_frontier(instance, SEEDS, &guard).unwrap();
    let budget = NonZeroU64::new(60);
    let task = frontier.task(Tier::Small, frontier.bound() + 2, 0..SEEDS, budget, true);
    let result = solver.run_task(&frontier, &task, &guard).unwrap();
    assert_eq!(result.rest.len(), 2, "stubs and seeds: {result:?}");
    (frontier, task, result)
}

#[test]
fn forged_tasks_are_refused() {
    let (solver, instance) = solver_and_instance();
    let (frontier, task, result) = task_and_rest(&solver, &instance);
    let guard = Guard::new(&Silent);
    let refused = |task: ProofTask| solver.run_task(&frontier, &task, &guard).unwrap_err();
    let Some(Roots::Stubs(stubs)) = result.rest.first() else {
        panic!("stubs come first");
    };
    let deepest = stubs.iter().max_by_key(|stub| stub.slides.len()).unwrap();
    assert!(deepest.slides.len() > 1);
    let with_stub = |stub: Stub| ProofTask {
        roots: Roots::Stubs(vec![deepest.clone(), stub]),
        ..task.clone()
    };
    let root = TaskError::Root { number: 1 };
    let undone = [deepest.slides[0], deepest.slides[0].opposite()];
    for (seed, slides) in [
        (u32::MAX, deepest.slides.clone()),
        (SEEDS + 50, Moves::new()),
        (deepest.seed, Moves::from(undone.to_vec())),
        (deepest.seed, Moves::from(vec![Direction::Up; 200])),
        (deepest.seed, Moves::from(vec![Direction::Left; 5])),
    ] {
        assert_eq!(refused(with_stub(Stub { seed, slides })), root);
    }
    for bound in [0, task.bound + 1, 198, u32::MAX, u32::MAX - 1] {
        let task = ProofTask {
            bound,
            ..task.clone()
        };
        match solver.run_task(&frontier, &task, &guard) {
            // Nothing is open below the first bound.
            Ok(result) => assert!(bound < frontier.bound() && result.counts == Counts::default()),
            Err(error) => assert!(matches!(error, TaskError::Bound { .. }), "{error}"),
        }
    }
    let signature = task.signature ^ 1;
    let error = refused(ProofTask {
        signature,
        ..task.clone()
    });
    assert!(error.to_string().contains("same version"), "{error}");
    let board = instance.board().twin();
    let error = refused(ProofTask {
        board: board.clone(),
        ..task.clone()
    });
    assert_eq!(error, TaskError::Board);
    assert!(
        ProofTask {
            board,
            ..task.clone()
        }
        .instance()
        .is_err()
    );
    assert_eq!(task.instance().unwrap().board(), instance.board());
    // Ranges of any size are safe.
    for roots in [
        Roots::Seeds(Range { start: 5, end: 1 }),
        Roots::Seeds(u32::MAX..u32::MAX),
        Roots::Stubs(Vec::new()),
    ] {
        for budget in [None, NonZeroU64::new(1)] {
            let task = ProofTask {
                roots: roots.clone(),
                budget,
                ..task.clone()
            };
            let result = solver.run_task(&frontier, &task, &guard).unwrap();
            assert_eq!(
                (result.counts, result.rest),
                (Counts::default(), Vec::new())
            );
        }
    }
    // A limit is an error: the task must be run again.
    let limited = guard.nodes(10);
    let stopped = solver.run_task(&frontier, &task, &limited).unwrap_err();
    assert_eq!(stopped, TaskError::Stopped(Stop::Nodes));
    // On several threads as well.
    let workers = Workers::new(3);
    let guard = Guard::new(&Silent).on(workers.all());
    let slides = Moves::from(undone.to_vec());
    let forged = with_stub(Stub {
        seed: deepest.seed,
        slides,
    });
    assert_eq!(
        solver.run_task(&frontier, &forged, &guard).unwrap_err(),
        root
    );
    let stopped = solver.run_task(&frontier, &task, &guard.nodes(10));
    assert_eq!(stopped.unwrap_err(), TaskError::Stopped(Stop::Nodes));
}

/// Signatures do not change from machine to machine. A version that changes this one refuses the
/// tasks and checkpoints of earlier versions.
#[test]
fn signatures_are_stable() {
    let (solver, instance) = solver_and_instance();
    let guard = Guard::new(&Silent);
    let signature = |seeds| {
        solver
            .lay_frontier(&instance, seeds, &guard)
            .unwrap()
            .signature()
    };
    assert_eq!(signature(SEEDS), 0xf383_d020_46d4_5b20);
    assert_ne!(signature(SEEDS), signature(SEEDS + 100));
}

#[cfg(feature = "serde")]
#[test]
fn tasks_and_results_travel_as_text() {
    let (solver, instance) = solver_and_instance();
    let (frontier, task, result) = task_and_rest(&solver, &instance);
    let text = serde_json::to_string(&result).unwrap();
    assert_eq!(serde_json::from_str::<ProofResult>(&text).unwrap(), result);
    for task in [task.clone()].into_iter().chain(task.rest(&result)) {
        let text = serde_json::to_string(&task).unwrap();
        let read: ProofTask = serde_json::from_str(&text).unwrap();
        assert_eq!(read, task);
        let guard = Guard::new(&Silent);
        assert_eq!(
            solver.run_task(&frontier, &read, &guard),
            solver.run_task(&frontier, &task, &guard)
        );
    }
    // What is not a task is refused.
    let text = serde_json::to_string(&task).unwrap();
    for (from, to) in [
        ("\"tier\":\"small\"", "\"tier\":\"tiny\""),
        ("\"budget\":60", "\"budget\":0"),
        ("\"board\":[[", "\"board\":[[77,"),
        ("\"bound\":", "\"bound\":-"),
        ("\"seeds\":{\"start\":0", "\"seeds\":{\"start\":-1"),
    ] {
        assert!(text.contains(from), "{text}");
        assert!(serde_json::from_str::<ProofTask>(&text.replace(from, to)).is_err());
    }
}
