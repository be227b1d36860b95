//! IDA* on pattern tables: lengths, the reference search, goals, threads, limits and the node
//! counts.

use std::sync::OnceLock;

use noyes::guard::{Control, Event, Guard, Observer, Silent, Stop};
use noyes::heuristic::HeuristicKind;
use noyes::pattern::{Additive, Pattern, Symmetry, Tier, build_all, partition};
use noyes::scramble::Scrambler;
use noyes::search::PatternSolver;
use noyes::solve::Engine;
use noyes::store::MemoryStore;
use noyes::verify::verify;
use noyes::workers::Workers;
use noyes::{Board, Goal, Instance, Size};

fn solver(size: Size, blank_home: usize, tier: Tier) -> PatternSolver {
    let way = Symmetry::to_canonical(size, blank_home);
    let patterns = partition(way.to(), way.cell(blank_home), tier).unwrap();
    let built = build_all(&patterns, &Guard::new(&Silent)).unwrap();
    let tables = built.into_iter().map(|built| built.table).collect();
    PatternSolver::new(Additive::new(tables).unwrap())
}

fn fifteen() -> &'static PatternSolver {
    static SOLVER: OnceLock<PatternSolver> = OnceLock::new();
    SOLVER.get_or_init(|| solver(Size::new(4, 4).unwrap(), 15, Tier::Small))
}

/// The boards of a list, with their known minimum.
fn boards(text: &str) -> impl Iterator<Item = (Board, u32)> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (board, known) = line.split_once('=').unwrap();
            let tiles: Vec<u32> = board
                .split_whitespace()
                .skip(1)
                .map(|tile| tile.parse().unwrap())
                .collect();
            let rows: Vec<&[u32]> = tiles.chunks(4).collect();
            (Board::new(&rows).unwrap(), known.trim().parse().unwrap())
        })
}

fn check(solver: &PatternSolver, instance: &Instance, threads: usize) -> u32 {
    let workers = Workers::new(threads);
    let finding = solver.solve(instance, &Guard::new(&Silent).on(workers.all()));
    let moves = finding.moves.unwrap();
    verify(instance.board(), instance.goal(), &moves).unwrap();
    assert_eq!(
        (moves.len() as u32, finding.stop),
        (finding.lower_bound, None)
    );
    finding.lower_bound
}

/// Which tiles contribute how much: every tile is in one part, a part is at least its steps and
/// differs from them by an even number, and the parts add up to the bound of the search.
#[test]
fn the_parts_of_a_bound_add_up_to_it() {
    let engine = Engine::builder().store(MemoryStore::new()).build();
    let korf = boards(include_str!("data/korf100.txt"));
    let mut cases: Vec<_> = korf.map(|case| (case, Goal::BlankLast)).collect();
    for goal in [Goal::BlankFirst, Goal::Snail] {
        let mut scrambler = Scrambler::new(Size::new(4, 4).unwrap(), &goal, 7).unwrap();
        cases.extend((0..50).map(|_| ((scrambler.uniform(), 80), goal.clone())));
    }
    let quick = |home| solver(Size::new(4, 4).unwrap(), home, Tier::Quick);
    let solvers = [quick(15), quick(10)];
    for ((board, minimum), goal) in cases {
        let instance = Instance::new(&board, &goal).unwrap();
        let told = engine.pattern_parts(&instance, usize::MAX, &Silent);
        let told = told.unwrap().unwrap();
        assert_eq!((told.tables, told.parts.len()), (Tier::Quick, 3));
        let solver = solvers.iter().find(|solver| solver.fits(&instance));
        assert_eq!(told.bound(), solver.unwrap().bound(&instance), "{board:?}");
        assert!(
            told.bound() <= minimum,
            "{board:?}: {} above {minimum}",
            told.bound()
        );
        let mut tiles: Vec<u16> = told
            .parts
            .iter()
            .flat_map(|part| part.tiles.clone())
            .collect();
        tiles.sort_unstable();
        assert!(tiles.iter().copied().eq(1..16));
        let steps: u32 = told.parts.iter().map(|part| part.steps).sum();
        assert_eq!(Ok(steps), HeuristicKind::Manhattan.bound(&instance));
        for part in &told.parts {
            assert!(part.moves >= part.steps, "{board:?} {part:?}");
            assert_eq!(part.moves % 2, part.steps % 2, "{board:?} {part:?}");
        }
    }
}

/// Tables in parts of several partitions, mirrored boards too.
#[test]
fn the_parts_of_a_compound_bound_add_up_to_it() {
    let size = Size::new(4, 5).unwrap();
    let engine = Engine::builder().store(MemoryStore::new()).build();
    let goal = Goal::BlankLast;
    let instances: Vec<Instance> = {
        let mut scrambler = Scrambler::new(size, &goal, 3).unwrap();
        let some = (0..20).map(|_| Instance::new(&scrambler.uniform(), &goal).unwrap());
        some.collect()
    };
    let parts = |instance| engine.pattern_parts(instance, usize::MAX, &Silent).unwrap();
    // Nothing is built for them in passing.
    assert_eq!(parts(&instances[0]), None);
    let compound = engine.compound_solver(&instances[0], Tier::Quick, &Silent);
    let compound = compound.unwrap().unwrap();
    for instance in &instances {
        let told = parts(instance).unwrap();
        assert_eq!(told.bound(), compound.bound(instance));
        for part in &told.parts {
            assert!(part.moves >= part.steps, "{part:?}");
            assert_eq!(part.moves % 2, part.steps % 2, "{part:?}");
        }
    }
}

#[test]
fn korfs_hundred_have_their_published_lengths() {
    for (board, known) in boards(include_str!("data/korf100.txt")) {
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        assert_eq!(check(fifteen(), &instance, 1), known, "{board:?}");
    }
}

#[test]
fn the_node_count_is_the_signature() {
    let guard = Guard::new(&Silent);
    let (mut expanded, mut generated) = (0, 0);
    for (board, _) in boards(include_str!("data/korf100.txt")) {
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let counts = fifteen().solve(&instance, &guard).counts;
        expanded += counts.expanded;
        generated += counts.generated;
    }
    assert_eq!((expanded, generated), (1_601_423, 3_294_796));
}

/// Of all paths to one board only that of least order is searched on, and no minimum is lost.
#[test]
fn transpositions_save_nodes_and_lose_no_minimum() {
    let size = Size::new(4, 4).unwrap();
    let solver = |after| solver(size, 15, Tier::Quick).with_transpositions_after(after);
    let (with, without) = (solver(0), solver(u64::MAX));
    let (mut fewer, mut more) = (0, 0);
    for (board, known) in boards(include_str!("data/korf100.txt")).step_by(3) {
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        assert_eq!(check(&with, &instance, 1), known, "{board:?}");
        assert_eq!(check(&with, &instance, 2), known, "{board:?}");
        let generated = |solver: &PatternSolver| {
            let finding = solver.solve(&instance, &Guard::new(&Silent));
            finding.counts.generated
        };
        fewer += generated(&with);
        more += generated(&without);
    }
    assert!(fewer * 10 < more * 9, "{fewer} {more}");
}

#[test]
fn the_reference_search_agrees_and_so_do_threads() {
    let size = Size::new(4, 4).unwrap();
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 3).unwrap();
    for depth in [0, 1, 2, 5, 20, 60, 100, 200] {
        let board = scrambler.walk(depth);
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let length = check(fifteen(), &instance, 1);
        assert_eq!(check(fifteen(), &instance, 2), length);
        let reference = fifteen().solve_reference(&instance, &Guard::new(&Silent));
        verify(&board, instance.goal(), reference.moves.as_ref().unwrap()).unwrap();
        assert_eq!(reference.lower_bound, length);
    }
}

/// All permutations of a few things.
fn permutations(things: &[u32]) -> Vec<Vec<u32>> {
    let Some((&last, rest)) = things.split_last() else {
        return vec![Vec::new()];
    };
    let insert = |shorter: Vec<u32>| {
        (0..=shorter.len()).map(move |place| {
            let mut longer = shorter.clone();
            longer.insert(place, last);
            longer
        })
    };
    permutations(rest).into_iter().flat_map(insert).collect()
}

#[test]
fn every_symmetric_board_of_the_eight_puzzle_by_half() {
    let size = Size::new(3, 3).unwrap();
    let halves = [[0, 1, 2, 3], [4, 5, 6, 7]];
    let patterns = halves.map(|homes| Pattern::new(size, 8, &homes).unwrap());
    let built = build_all(&patterns, &Guard::new(&Silent)).unwrap();
    let tables = built.into_iter().map(|built| built.table).collect();
    let solver = PatternSolver::new(Additive::new(tables).unwrap());
    // Mirrored cells hold mirrored tiles: the diagonal its own, the pairs each other's.
    let mut solved = 0;
    for diagonal in permutations(&[1, 5, 0]) {
        for pairs in permutations(&[0, 1, 2]) {
            for flips in 0..8 {
                let pair = |number: usize| {
                    let (upper, lower) = [(2, 4), (3, 7), (6, 8)][pairs[number] as usize];
                    if flips >> number & 1 == 1 {
                        (lower, upper)
                    } else {
                        (upper, lower)
                    }
                };
                let (a, b, c) = (pair(0), pair(1), pair(2));
                let [x, y, z] = diagonal[..] else {
                    unreachable!()
                };
                let rows = [[x, a.0, b.0], [a.1, y, c.0], [b.1, c.1, z]];
                let board = Board::new(&rows).unwrap();
                if let Ok(instance) = Instance::new(&board, &Goal::BlankLast) {
                    let reference = solver.solve_reference(&instance, &Guard::new(&Silent));
                    assert_eq!(
                        check(&solver, &instance, 1),
                        reference.lower_bound,
                        "{board:?}"
                    );
                    solved += 1;
                }
            }
        }
    }
    assert_eq!(solved, 144);
}

#[test]
fn other_goals_and_sizes() {
    for (rows, cols, draws) in [
        (2, 2, 4),
        (2, 3, 6),
        (3, 2, 6),
        (3, 3, 20),
        (2, 5, 4),
        (3, 4, 6),
        (4, 3, 6),
    ] {
        let size = Size::new(rows, cols).unwrap();
        for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snail] {
            let home = goal.board(size).unwrap().blank();
            let solver = solver(size, home, Tier::Quick);
            let mut scrambler = Scrambler::new(size, &goal, 1).unwrap();
            for _ in 0..draws {
                let instance = Instance::new(&scrambler.uniform(), &goal).unwrap();
                assert!(solver.fits(&instance));
                let length = check(&solver, &instance, 1);
                assert!(solver.bound(&instance) <= length);
                if size.cells() <= 10 {
                    assert_eq!(solver.bound(&instance), length);
                }
                let reference = solver.solve_reference(&instance, &Guard::new(&Silent));
                assert_eq!(reference.lower_bound, length);
            }
        }
    }
}

#[test]
fn the_eight_puzzle_straight_from_its_table() {
    let size = Size::new(3, 3).unwrap();
    let solver = solver(size, 8, Tier::Small);
    let board = Board::new(&[[8, 6, 7], [2, 5, 4], [3, 0, 1]]).unwrap();
    let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
    assert_eq!(solver.bound(&instance), 31);
    assert_eq!(check(&solver, &instance, 1), 31);
}

struct Until(u32);

impl Observer for Until {
    fn on(&self, event: &Event) -> Control {
        match event {
            Event::BoundRaised { bound, .. } if *bound >= self.0 => Control::Stop,
            _ => Control::Continue,
        }
    }
}

#[test]
fn limits_stop_it_with_the_bound_proven() {
    let (board, known) = boards(include_str!("data/korf100.txt")).last().unwrap();
    let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
    let until = Until(known - 2);
    let workers = Workers::new(2);
    let guard = Guard::new(&until).on(workers.all());
    let finding = fifteen().solve(&instance, &guard);
    assert_eq!((finding.moves, finding.stop), (None, Some(Stop::Observer)));
    assert_eq!(finding.lower_bound, known - 2);
    let few = fifteen().solve(&instance, &Guard::new(&Silent).nodes(10));
    assert_eq!(few.stop, Some(Stop::Nodes));
    assert!(few.lower_bound <= known);
}

#[test]
fn a_batch_keeps_its_order() {
    let list: Vec<(Board, u32)> = boards(include_str!("data/korf100.txt")).take(10).collect();
    let instances: Vec<Instance> = list
        .iter()
        .map(|(board, _)| Instance::new(board, &Goal::BlankLast).unwrap())
        .collect();
    for threads in [1, 2, 5] {
        let workers = Workers::new(threads);
        let guard = Guard::new(&Silent).on(workers.all());
        let findings = fifteen().solve_all(&instances, &guard);
        assert_eq!(findings.len(), list.len());
        for (finding, (_, known)) in findings.iter().zip(&list) {
            assert_eq!(finding.lower_bound, *known);
        }
    }
}
