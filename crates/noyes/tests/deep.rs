//! Boards of 17 to 25 cells solved with several partitions: lengths held against the plain twin,
//! counts against threads and interruptions.

use std::sync::Mutex;

use noyes::pattern::{Additive, Compound, Pattern, Symmetry, Tier, build_all, partitions};
use noyes::scramble::Scrambler;
use noyes::search::{
    CompoundSolver, Counts, Finding, Guard, PatternSolver, ProofOptions, ProofState, Silent, Stop,
};
use noyes::verify::verify;
use noyes::workers::Workers;
use noyes::{Goal, Instance, Size};

/// Two partitions of runs of `run` tiles, in reading order and column by column.
fn cuts(size: Size, home: usize, run: usize) -> Vec<Vec<Pattern>> {
    let (rows, cols) = (size.rows(), size.cols());
    let cut = |order: Vec<usize>| -> Vec<Pattern> {
        let tiles: Vec<usize> = order.into_iter().filter(|&cell| cell != home).collect();
        let pattern = |homes: &[usize]| Pattern::new(size, home, homes).unwrap();
        tiles.chunks(run).map(pattern).collect()
    };
    let in_rows = (0..size.cells()).collect();
    let in_columns = (0..size.cells()).map(|i| i % rows * cols + i / rows);
    vec![cut(in_rows), cut(in_columns.collect())]
}

fn tables(patterns: &[Pattern]) -> Vec<noyes::pattern::Table> {
    let built = build_all(patterns, &Guard::new(&Silent)).unwrap();
    built.into_iter().map(|built| built.table).collect()
}

/// A solver of several partitions and the twin that knows the first of them alone.
fn pair(size: Size, home: usize, run: usize) -> (CompoundSolver, PatternSolver) {
    let partitions = cuts(size, home, run);
    let compound = Compound::new(tables(&Compound::patterns(&partitions)), &partitions).unwrap();
    assert!(CompoundSolver::fit(&compound));
    let twin = Additive::new(tables(&partitions[0])).unwrap();
    (CompoundSolver::new(compound), PatternSolver::new(twin))
}

fn solve(solver: &CompoundSolver, instance: &Instance, options: ProofOptions<'_>) -> Finding {
    solve_on(&Workers::new(1), solver, instance, options)
}

fn solve_on(
    workers: &Workers,
    solver: &CompoundSolver,
    instance: &Instance,
    options: ProofOptions<'_>,
) -> Finding {
    let guard = Guard::new(&Silent).on(workers.all());
    let finding = solver.solve(instance, &guard, options, &mut |_| Ok(None));
    let moves = finding.moves.as_ref().unwrap();
    verify(instance.board(), instance.goal(), moves).unwrap();
    assert_eq!(moves.len() as u32, finding.lower_bound);
    finding
}

#[test]
fn lengths_are_those_of_the_plain_search() {
    for (rows, cols, run, slides) in [(5, 5, 4, 44), (4, 5, 4, 44), (3, 6, 4, 40), (2, 9, 4, 36)] {
        let size = Size::new(rows, cols).unwrap();
        for goal in [Goal::BlankLast, Goal::Snail] {
            let home = goal.board(size).unwrap().blank();
            let way = Symmetry::to_canonical(size, home);
            let (deep, plain) = pair(way.to(), way.cell(home), run);
            let mut scrambler = Scrambler::new(size, &goal, 7).unwrap();
            for number in 0..6 {
                let instance = Instance::new(&scrambler.walk(slides), &goal).unwrap();
                let expected = plain.solve(&instance, &Guard::new(&Silent)).lower_bound;
                assert!(deep.bound(&instance) >= plain.bound(&instance));
                // Few seeds, so that there is something left to search below them.
                for (seeds, threads, remembers) in [
                    (0, 1, None),
                    (1, 1, None),
                    (40, 1, Some(true)),
                    (300, 2, Some(true)),
                ] {
                    let effort = ProofOptions {
                        seeds,
                        remembers,
                        ..ProofOptions::default()
                    };
                    let workers = Workers::new(threads);
                    let found = solve_on(&workers, &deep, &instance, effort).lower_bound;
                    assert_eq!(found, expected, "{size} {number} {seeds}");
                }
            }
        }
    }
}

#[test]
fn counts_survive_threads_and_interruptions() {
    let size = Size::new(5, 5).unwrap();
    let (deep, _) = pair(size, 24, 4);
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 3).unwrap();
    let instance = Instance::new(&scrambler.walk(64), &Goal::BlankLast).unwrap();
    let effort = ProofOptions {
        seeds: 1000,
        ..ProofOptions::default()
    };
    let standings: Mutex<Vec<ProofState>> = Mutex::default();
    let keeper = |standing: &ProofState| standings.lock().unwrap().push(standing.clone());
    let whole = solve(
        &deep,
        &instance,
        ProofOptions {
            keeper: Some(&keeper),
            ..effort
        },
    );
    let standings = standings.into_inner().unwrap();
    assert!(standings.len() > 3, "{whole:?}");
    // Broken off after any part and taken up again, the counts and the answer are the same.
    for standing in standings.iter().step_by(standings.len().div_ceil(5)) {
        let effort = ProofOptions {
            resume: Some(standing),
            ..effort
        };
        assert_eq!(solve(&deep, &instance, effort), whole);
    }
    // A standing of another search is not believed.
    let foreign = ProofState {
        frontier: 1,
        bound: whole.lower_bound + 10,
        ..ProofState::default()
    };
    let resume = Some(&foreign);
    assert_eq!(
        solve(&deep, &instance, ProofOptions { resume, ..effort }),
        whole
    );
    // The last iteration finished, the counts do not depend on the threads.
    let full = |threads| {
        let effort = ProofOptions {
            count_full: true,
            ..effort
        };
        solve_on(&Workers::new(threads), &deep, &instance, effort).counts
    };
    assert_eq!(full(1), full(2));
    assert!(full(1).generated >= whole.counts.generated);
    // With a shortest solution in hand the last iteration is left out.
    let known = deep.solve(&instance, &Guard::new(&Silent), effort, &mut |_| {
        Ok(Some(whole.lower_bound))
    });
    assert_eq!((known.moves, known.lower_bound), (None, whole.lower_bound));
    assert!(known.counts.generated < whole.counts.generated);
}

/// Boards are remembered here, and one thread does parts by the stretch: the limit is in the second.
#[test]
fn counts_survive_an_interruption_between_stretches() {
    let size = Size::new(5, 5).unwrap();
    let (deep, _) = pair(size, 24, 4);
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 3).unwrap();
    let instance = Instance::new(&scrambler.uniform(), &Goal::BlankLast).unwrap();
    const LIMIT: u64 = 6_000_000;
    let guard = Guard::new(&Silent).nodes(LIMIT);
    let standings: Mutex<Vec<ProofState>> = Mutex::default();
    let keeper = |standing: &ProofState| standings.lock().unwrap().push(standing.clone());
    let effort = ProofOptions {
        seeds: 40_000,
        remembers: Some(true),
        ..ProofOptions::default()
    };
    let kept = ProofOptions {
        keeper: Some(&keeper),
        ..effort
    };
    let whole = deep.solve(&instance, &guard, kept, &mut |_| Ok(None));
    assert_eq!(whole.stop, Some(Stop::Nodes));
    let mut standings = standings.into_inner().unwrap();
    // One past the limit would be stopped before it went on.
    let is_between =
        |standing: &ProofState| standing.done.contains(&false) && standing.counts.generated < LIMIT;
    standings.retain(is_between);
    assert!(!standings.is_empty());
    for standing in &standings {
        let effort = ProofOptions {
            resume: Some(standing),
            ..effort
        };
        let resumed = deep.solve(&instance, &guard, effort, &mut |_| Ok(None));
        assert_eq!(resumed, whole);
    }
    // Remembering saves nodes: the same bound is proven with fewer.
    let nodes = |remembers| {
        let before: Mutex<(u32, u64)> = Mutex::default();
        let effort = ProofOptions {
            seeds: 1000,
            remembers: Some(remembers),
            ..ProofOptions::default()
        };
        deep.solve(&instance, &guard, effort, &mut |pause| {
            *before.lock().unwrap() = (pause.bound, pause.counts.generated);
            Ok(None)
        });
        before.into_inner().unwrap()
    };
    let (with, without) = (nodes(true), nodes(false));
    assert_eq!(with.0, without.0);
    assert!(with.1 * 20 < without.1 * 19, "{with:?} {without:?}");
}

#[test]
fn counts_survive_an_interruption_after_the_frontier_has_grown() {
    let size = Size::new(5, 5).unwrap();
    let (deep, _) = pair(size, 24, 4);
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 1).unwrap();
    let instance = Instance::new(&scrambler.uniform(), &Goal::BlankLast).unwrap();
    let guard = Guard::new(&Silent).nodes(16_000_000);
    let standings: Mutex<Vec<ProofState>> = Mutex::default();
    let keeper = |standing: &ProofState| standings.lock().unwrap().push(standing.clone());
    let effort = ProofOptions {
        keeper: Some(&keeper),
        remembers: Some(false),
        ..ProofOptions::default()
    };
    let whole = deep.solve(&instance, &guard, effort, &mut |_| Ok(None));
    assert_eq!(whole.stop, Some(Stop::Nodes));
    let standings = standings.into_inner().unwrap();
    let first = standings[0].seeds;
    let grown = standings.iter().position(|standing| standing.seeds > first);
    let grown = grown.expect("the limit is behind the second frontier");
    for place in [grown, grown + (standings.len() - grown) / 2] {
        // Only what was not done is done again.
        let parts: Mutex<usize> = Mutex::default();
        let keeper = |_: &ProofState| *parts.lock().unwrap() += 1;
        let effort = ProofOptions {
            resume: Some(&standings[place]),
            keeper: Some(&keeper),
            remembers: Some(false),
            ..ProofOptions::default()
        };
        let resumed = deep.solve(&instance, &guard, effort, &mut |_| Ok(None));
        assert_eq!(resumed, whole);
        assert_eq!(parts.into_inner().unwrap(), standings.len() - place - 1);
    }
}

/// A search that goes on where other tables left off keeps what they have proven and counted, even if
/// it is stopped before it has laid its frontier.
#[test]
fn what_is_known_before_is_not_lost() {
    let size = Size::new(5, 5).unwrap();
    let (deep, _) = pair(size, 24, 4);
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 3).unwrap();
    let instance = Instance::new(&scrambler.uniform(), &Goal::BlankLast).unwrap();
    let counts = Counts {
        expanded: 1000,
        generated: 2000,
        stored: 3,
    };
    let at_least = deep.bound(&instance) + 4;
    let effort = ProofOptions {
        at_least,
        counts,
        ..ProofOptions::default()
    };
    let guard = Guard::new(&Silent).nodes(2000);
    let finding = deep.solve(&instance, &guard, effort, &mut |_| Ok(None));
    assert_eq!(finding.stop, Some(Stop::Nodes));
    assert_eq!(finding.lower_bound, at_least);
    assert_eq!(finding.counts, counts);
}

#[test]
fn the_catalogue_has_tables_that_fit_for_every_board() {
    for (rows, cols) in [
        (5, 5),
        (4, 5),
        (3, 6),
        (3, 7),
        (4, 6),
        (3, 8),
        (2, 9),
        (2, 12),
    ] {
        let size = Size::new(rows, cols).unwrap();
        for home in 0..size.cells() {
            let way = Symmetry::to_canonical(size, home);
            for tier in [Tier::Quick, Tier::Small, Tier::Large] {
                let partitions = partitions(way.to(), way.cell(home), tier).unwrap();
                assert!(Compound::patterns(&partitions).len() <= 16);
            }
        }
    }
}
