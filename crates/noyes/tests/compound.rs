//! Boards of 17 to 36 cells solved with several partitions: lengths held against the search with
//! one partition, counts against fixed signatures, threads and interruptions.

use std::sync::Mutex;

use noyes::guard::{Counts, Finding, Guard, Silent, Stop};
use noyes::heuristic::HeuristicKind;
use noyes::pattern::{Additive, Compound, Pattern, Symmetry, Tier, build_all, partitions};
use noyes::scramble::Scrambler;
use noyes::search::{
    Algorithm, CompoundSolver, PatternSolver, ProofOptions, ProofState, Weight, search,
};
use noyes::verify::verify;
use noyes::workers::Workers;
use noyes::{Board, Goal, Instance, Size};

/// Two partitions of runs of `run` tiles, in reading order and column by column.
fn row_and_column_partitions(size: Size, home: usize, run: usize) -> Vec<Vec<Pattern>> {
    let (rows, cols) = (size.rows(), size.cols());
    let partition = |order: Vec<usize>| -> Vec<Pattern> {
        let tiles: Vec<usize> = order.into_iter().filter(|&cell| cell != home).collect();
        let pattern = |homes: &[usize]| Pattern::new(size, home, homes).unwrap();
        tiles.chunks(run).map(pattern).collect()
    };
    let in_rows = (0..size.cells()).collect();
    let in_columns = (0..size.cells()).map(|i| i % rows * cols + i / rows);
    vec![partition(in_rows), partition(in_columns.collect())]
}

fn tables(patterns: &[Pattern]) -> Vec<noyes::pattern::Table> {
    let built = build_all(patterns, &Guard::new(&Silent)).unwrap();
    built.into_iter().map(|built| built.table).collect()
}

/// A solver with both partitions, and one with the first of them alone.
fn pair(size: Size, home: usize, run: usize) -> (CompoundSolver, PatternSolver) {
    let partitions = row_and_column_partitions(size, home, run);
    let compound = Compound::new(tables(&Compound::patterns(&partitions)), &partitions).unwrap();
    assert!(CompoundSolver::fit(&compound));
    let single = Additive::new(tables(&partitions[0])).unwrap();
    (CompoundSolver::new(compound), PatternSolver::new(single))
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
fn lengths_are_those_of_the_search_with_one_partition() {
    for (rows, cols, run, slides) in [(5, 5, 4, 44), (4, 5, 4, 44), (3, 6, 4, 40), (2, 9, 4, 36)] {
        let size = Size::new(rows, cols).unwrap();
        for goal in [Goal::BlankLast, Goal::Snail] {
            let home = goal.board(size).unwrap().blank();
            let way = Symmetry::to_canonical(size, home);
            let (compound_solver, single) = pair(way.to(), way.cell(home), run);
            let mut scrambler = Scrambler::new(size, &goal, 7).unwrap();
            for number in 0..6 {
                let instance = Instance::new(&scrambler.walk(slides), &goal).unwrap();
                let expected = single.solve(&instance, &Guard::new(&Silent)).lower_bound;
                assert!(compound_solver.bound(&instance) >= single.bound(&instance));
                // Few seeds, so that there is something left to search below them.
                for (seeds, threads, transpositions) in [
                    (0, 1, None),
                    (1, 1, None),
                    (40, 1, Some(true)),
                    (300, 2, Some(true)),
                ] {
                    let options = ProofOptions {
                        seeds,
                        transpositions,
                        ..ProofOptions::default()
                    };
                    let workers = Workers::new(threads);
                    let found =
                        solve_on(&workers, &compound_solver, &instance, options).lower_bound;
                    assert_eq!(found, expected, "{size} {number} {seeds}");
                }
            }
        }
    }
}

/// Boards of more than 25 cells, which have nodes of another width, and no search with one
/// partition. Their proof is also cut into tasks.
#[test]
fn lengths_of_wide_boards_are_those_of_a_search_without_tables() {
    for (rows, cols, slides) in [(5, 6, 40), (6, 6, 40), (4, 7, 40), (3, 9, 36), (2, 13, 34)] {
        let size = Size::new(rows, cols).unwrap();
        for goal in [Goal::BlankLast, Goal::Snail] {
            let home = goal.board(size).unwrap().blank();
            let way = Symmetry::to_canonical(size, home);
            let partitions = row_and_column_partitions(way.to(), way.cell(home), 3);
            let patterns = Compound::patterns(&partitions);
            let compound = Compound::new(tables(&patterns), &partitions).unwrap();
            let solver = CompoundSolver::new(compound);
            let mut scrambler = Scrambler::new(size, &goal, 5).unwrap();
            for number in 0..4 {
                let instance = Instance::new(&scrambler.walk(slides), &goal).unwrap();
                let guard = Guard::new(&Silent);
                let kind = HeuristicKind::LinearConflict;
                let found = search(&instance, Algorithm::AStar, kind, Weight::ONE, &guard);
                let expected = found.unwrap().lower_bound;
                let seeds = [1, 300][number % 2];
                let options = ProofOptions {
                    seeds,
                    ..ProofOptions::default()
                };
                for threads in [1, 2] {
                    let workers = Workers::new(threads);
                    let found = solve_on(&workers, &solver, &instance, options);
                    assert_eq!(found.lower_bound, expected, "{size} {number} {threads}");
                }
                let mut frontier = solver.lay_frontier(&instance, 50, &guard).unwrap();
                frontier = frontier.with_transpositions(1 << 20, &guard);
                let mut bound = frontier.bound();
                let length = loop {
                    let seeds = 0..frontier.len();
                    let task = frontier.task(Tier::Small, bound, seeds, None, false);
                    match solver.run_task(&frontier, &task, &guard).unwrap().solution {
                        Some(moves) => break moves.len() as u32,
                        None => bound += 2,
                    }
                };
                assert_eq!(length, expected, "{size} {number} by tasks");
            }
        }
    }
}

/// A board whose bound does not fit into a node is refused before anything is searched.
#[test]
fn a_bound_that_no_node_holds_ends_the_proof() {
    let size = Size::new(18, 2).unwrap();
    let row = |row: u32| [35 - 2 * row, 34 - 2 * row];
    let reversed: Vec<[u32; 2]> = (0..18).map(row).collect();
    let board = Board::new(&reversed).unwrap();
    let instance = Instance::new(&board, &Goal::BlankLast)
        .or_else(|_| Instance::new(&board.twin(), &Goal::BlankLast))
        .unwrap();
    let partitions = row_and_column_partitions(size, 35, 2);
    let patterns = Compound::patterns(&partitions);
    let solver = CompoundSolver::new(Compound::new(tables(&patterns), &partitions).unwrap());
    assert!(solver.bound(&instance) > 250);
    let guard = Guard::new(&Silent);
    let found = solver.solve(&instance, &guard, ProofOptions::default(), &mut |_| {
        Ok(None)
    });
    assert_eq!((found.stop, found.moves), (Some(Stop::Depth), None));
}

#[test]
fn a_node_limit_holds_where_parts_are_small() {
    let size = Size::new(5, 5).unwrap();
    let (compound_solver, _) = pair(size, 24, 4);
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 3).unwrap();
    let instance = Instance::new(&scrambler.uniform(), &Goal::BlankLast).unwrap();
    for threads in [1, 2] {
        let workers = Workers::new(threads);
        let guard = Guard::new(&Silent).nodes(20_000).on(workers.all());
        // So many seeds that no part is searched for long in the first iterations.
        let options = ProofOptions {
            seeds: 4000,
            ..ProofOptions::default()
        };
        let found = compound_solver.solve(&instance, &guard, options, &mut |_| Ok(None));
        assert_eq!(found.stop, Some(Stop::Nodes));
        let generated = found.counts.generated;
        assert!(generated < 40_000, "{generated} on {threads} threads");
    }
}

#[test]
fn counts_survive_threads_and_interruptions() {
    let size = Size::new(5, 5).unwrap();
    let (compound_solver, _) = pair(size, 24, 4);
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 3).unwrap();
    let instance = Instance::new(&scrambler.walk(64), &Goal::BlankLast).unwrap();
    let options = ProofOptions {
        seeds: 1000,
        ..ProofOptions::default()
    };
    let states: Mutex<Vec<ProofState>> = Mutex::default();
    let on_part_done = |state: &ProofState| states.lock().unwrap().push(state.clone());
    let whole = solve(
        &compound_solver,
        &instance,
        ProofOptions {
            on_part_done: Some(&on_part_done),
            ..options
        },
    );
    let states = states.into_inner().unwrap();
    assert!(states.len() > 3, "{whole:?}");
    // Interrupted after any part and resumed, the counts and the answer are the same.
    for state in states.iter().step_by(states.len().div_ceil(5)) {
        let options = ProofOptions {
            resume: Some(state),
            ..options
        };
        assert_eq!(solve(&compound_solver, &instance, options), whole);
    }
    // A state of another search is ignored.
    let foreign = ProofState {
        frontier: 1,
        bound: whole.lower_bound + 10,
        ..ProofState::default()
    };
    let resume = Some(&foreign);
    assert_eq!(
        solve(
            &compound_solver,
            &instance,
            ProofOptions { resume, ..options }
        ),
        whole
    );
    // The last iteration finished, the counts do not depend on the threads.
    let full = |threads| {
        let options = ProofOptions {
            count_full: true,
            ..options
        };
        solve_on(&Workers::new(threads), &compound_solver, &instance, options).counts
    };
    assert_eq!(full(1), full(2));
    assert!(full(1).generated >= whole.counts.generated);
    // With a shortest solution in hand the last iteration is left out.
    let known = compound_solver.solve(&instance, &Guard::new(&Silent), options, &mut |_| {
        Ok(Some(whole.lower_bound))
    });
    assert_eq!((known.moves, known.lower_bound), (None, whole.lower_bound));
    assert!(known.counts.generated < whole.counts.generated);
}

/// Node counts on one thread: a change of the search shows here.
#[test]
fn node_counts_are_those_recorded() {
    let size = Size::new(5, 5).unwrap();
    let (compound_solver, _) = pair(size, 24, 4);
    let recorded = [
        (64, false, None, 1000, [54, 216_156, 477_595]),
        (64, true, None, 1000, [54, 412_895, 915_424]),
        (64, false, Some(true), 1000, [54, 195_824, 433_366]),
        (80, false, None, 0, [64, 2_752_851, 6_090_637]),
    ];
    let found = recorded.map(|(slides, count_full, transpositions, seeds, _)| {
        let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 3).unwrap();
        let instance = Instance::new(&scrambler.walk(slides), &Goal::BlankLast).unwrap();
        let options = ProofOptions {
            count_full,
            transpositions,
            seeds,
            ..ProofOptions::default()
        };
        let finding = solve(&compound_solver, &instance, options);
        let (length, counts) = (u64::from(finding.lower_bound), finding.counts);
        let numbers = [length, counts.expanded, counts.generated];
        (slides, count_full, transpositions, seeds, numbers)
    });
    assert_eq!(found, recorded);
}

/// There is a transposition table here, and one thread does parts in blocks: the limit is in the
/// second block.
#[test]
fn counts_survive_an_interruption_between_blocks() {
    let size = Size::new(5, 5).unwrap();
    let (compound_solver, _) = pair(size, 24, 4);
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 3).unwrap();
    let instance = Instance::new(&scrambler.uniform(), &Goal::BlankLast).unwrap();
    const LIMIT: u64 = 6_000_000;
    let guard = Guard::new(&Silent).nodes(LIMIT);
    let states: Mutex<Vec<ProofState>> = Mutex::default();
    let on_part_done = |state: &ProofState| states.lock().unwrap().push(state.clone());
    let options = ProofOptions {
        seeds: 40_000,
        transpositions: Some(true),
        ..ProofOptions::default()
    };
    let noting = ProofOptions {
        on_part_done: Some(&on_part_done),
        ..options
    };
    let whole = compound_solver.solve(&instance, &guard, noting, &mut |_| Ok(None));
    assert_eq!(whole.stop, Some(Stop::Nodes));
    let mut states = states.into_inner().unwrap();
    // One past the limit would be stopped before it went on.
    let is_between =
        |state: &ProofState| state.done.contains(&false) && state.counts.generated < LIMIT;
    states.retain(is_between);
    assert!(!states.is_empty());
    for state in &states {
        let options = ProofOptions {
            resume: Some(state),
            ..options
        };
        let resumed = compound_solver.solve(&instance, &guard, options, &mut |_| Ok(None));
        assert_eq!(resumed, whole);
    }
    // The table saves nodes: the same bound is proven with fewer.
    let nodes = |has_table| {
        let before: Mutex<(u32, u64)> = Mutex::default();
        let options = ProofOptions {
            seeds: 1000,
            transpositions: Some(has_table),
            ..ProofOptions::default()
        };
        compound_solver.solve(&instance, &guard, options, &mut |pause| {
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
    let (compound_solver, _) = pair(size, 24, 4);
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 1).unwrap();
    let instance = Instance::new(&scrambler.uniform(), &Goal::BlankLast).unwrap();
    let guard = Guard::new(&Silent).nodes(16_000_000);
    let states: Mutex<Vec<ProofState>> = Mutex::default();
    let on_part_done = |state: &ProofState| states.lock().unwrap().push(state.clone());
    let options = ProofOptions {
        on_part_done: Some(&on_part_done),
        transpositions: Some(false),
        ..ProofOptions::default()
    };
    let whole = compound_solver.solve(&instance, &guard, options, &mut |_| Ok(None));
    assert_eq!(whole.stop, Some(Stop::Nodes));
    let states = states.into_inner().unwrap();
    let first = states[0].seeds;
    let grown = states.iter().position(|state| state.seeds > first);
    let grown = grown.expect("the limit is behind the second frontier");
    for place in [grown, grown + (states.len() - grown) / 2] {
        // Only what was not done is done again.
        let parts: Mutex<usize> = Mutex::default();
        let on_part_done = |_: &ProofState| *parts.lock().unwrap() += 1;
        let options = ProofOptions {
            resume: Some(&states[place]),
            on_part_done: Some(&on_part_done),
            transpositions: Some(false),
            ..ProofOptions::default()
        };
        let resumed = compound_solver.solve(&instance, &guard, options, &mut |_| Ok(None));
        assert_eq!(resumed, whole);
        assert_eq!(parts.into_inner().unwrap(), states.len() - place - 1);
    }
}

/// A search that goes on where other tables ended keeps what they have proven and counted, even if
/// it is stopped before it has laid its frontier.
#[test]
fn an_earlier_bound_and_its_counts_are_not_lost() {
    let size = Size::new(5, 5).unwrap();
    let (compound_solver, _) = pair(size, 24, 4);
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 3).unwrap();
    let instance = Instance::new(&scrambler.uniform(), &Goal::BlankLast).unwrap();
    let counts = Counts {
        expanded: 1000,
        generated: 2000,
        stored: 3,
    };
    let at_least = compound_solver.bound(&instance) + 4;
    let options = ProofOptions {
        at_least,
        counts,
        ..ProofOptions::default()
    };
    let guard = Guard::new(&Silent).nodes(2000);
    let finding = compound_solver.solve(&instance, &guard, options, &mut |_| Ok(None));
    assert_eq!(finding.stop, Some(Stop::Nodes));
    assert_eq!(finding.lower_bound, at_least);
    assert_eq!(finding.counts, counts);
}

/// A bound of the wrong parity is raised by one, and one that no path can hold ends the proof with
/// the reason.
#[test]
fn known_bounds_of_any_size_are_safe() {
    let size = Size::new(4, 5).unwrap();
    let way = Symmetry::to_canonical(size, 19);
    let (compound_solver, _) = pair(way.to(), way.cell(19), 4);
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 5).unwrap();
    let instance = Instance::new(&scrambler.walk(40), &Goal::BlankLast).unwrap();
    let length = solve(&compound_solver, &instance, ProofOptions::default()).lower_bound;
    let with = |at_least| ProofOptions {
        at_least,
        seeds: 1,
        ..ProofOptions::default()
    };
    assert_eq!(
        solve(&compound_solver, &instance, with(length - 1)).lower_bound,
        length
    );
    for at_least in [150, 151, 192, 193, 1000] {
        let guard = Guard::new(&Silent);
        let finding = compound_solver.solve(&instance, &guard, with(at_least), &mut |_| Ok(None));
        assert_eq!(finding.stop, Some(Stop::Depth), "{at_least}");
        assert_eq!(finding.moves, None);
    }
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
