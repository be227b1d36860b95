//! An engine as other programs use it: from many threads, inside a foreign pool, with limits that
//! end while tables are built.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use noyes::board::Metric;
use noyes::guard::{Control, Event, Observer, Silent, Source};
use noyes::pattern::Tier;
use noyes::scramble::Scrambler;
use noyes::solve::{
    BatchError, BatchObserver, Clock, Engine, Limits, Outcome, Request, SolveError, StopReason,
    TableChoice, TableSet,
};
use noyes::store::{FileStore, MemoryStore};
use noyes::verify::verify;
use noyes::{Goal, Instance, Size};
use rayon::prelude::*;

/// A clock on which reading it takes a millisecond: time passes only where it is read.
#[derive(Debug, Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

fn instances(rows: usize, cols: usize, count: usize) -> Vec<Instance> {
    let size = Size::new(rows, cols).unwrap();
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 5).unwrap();
    (0..count)
        .map(|_| Instance::new(&scrambler.uniform(), &Goal::BlankLast).unwrap())
        .collect()
}

fn with_limits(limits: Limits) -> Request {
    Request {
        limits,
        ..Request::default()
    }
}

/// What an outcome must be, whatever ended it.
fn check(instance: &Instance, outcome: &Outcome) {
    let moves = outcome.moves().expect("there is always an answer");
    verify(instance.board(), instance.goal(), moves).unwrap();
    assert!(outcome.lower_bound() <= moves.len() as u32);
}

#[test]
fn solves_inside_a_foreign_pool_end_on_a_cold_folder() {
    let mut boards: Vec<Instance> = [(3, 3), (3, 4), (4, 4), (2, 7), (5, 5), (6, 6)]
        .into_iter()
        .flat_map(|(rows, cols)| instances(rows, cols, 8))
        .collect();
    // Neighbours of different sizes want different tables.
    boards.sort_by_key(|instance| instance.board().manhattan());
    let folder = tempfile::tempdir().unwrap();
    // Boards of up to 16 cells are proven; the others are cut off.
    let request = |instance: &Instance| {
        let is_small = instance.size().cells() <= 16;
        Request {
            // Without the ten seconds that boards above 4×4 get, which may be few here.
            optimal: is_small,
            ..with_limits(Limits {
                nodes: (!is_small).then_some(200_000),
                ..Limits::default()
            })
        }
    };
    for threads in [2, 8] {
        let engine = Engine::builder().folder(folder.path()).threads(2).build();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            boards.par_iter().for_each(|instance| {
                let plan = engine.plan(instance, &request(instance)).unwrap();
                let outcome = engine.solve(instance, &plan, &Silent).unwrap();
                check(instance, &outcome);
                let is_small = instance.size().cells() <= 16;
                assert!(outcome.is_optimal() || !is_small, "{:?}", instance.board());
            });
        });
    }
}

/// Says stop at the first sign of a build.
struct Impatient(AtomicU32);

impl Observer for Impatient {
    fn on(&self, event: &Event) -> Control {
        match event {
            Event::Table { .. } => {
                self.0.fetch_add(1, Ordering::Relaxed);
                Control::Stop
            }
            _ => Control::Continue,
        }
    }
}

#[test]
fn a_caller_that_gives_up_does_not_end_the_build() {
    let instance = &instances(4, 4, 1)[0];
    let engine = Engine::builder().store(MemoryStore::new()).build();
    let request = Request {
        tables: TableChoice::Small,
        ..Request::default()
    };
    let plan = engine.plan(instance, &request).unwrap();
    let impatient = Impatient(AtomicU32::new(0));
    let outcome = engine.solve(instance, &plan, &impatient).unwrap();
    check(instance, &outcome);
    assert_eq!(outcome.stop, Some(StopReason::Interrupted));
    assert_eq!(impatient.0.into_inner(), 1, "it was not asked again");
    // The next caller gets what the first one began.
    let outcome = engine.solve(instance, &plan, &Silent).unwrap();
    assert!(outcome.is_optimal());
    assert_eq!(
        engine.store().names().len(),
        4,
        "three tables and an automaton"
    );
    // And those after it wait for nothing, unless the tables are released.
    let nothing_built = Impatient(AtomicU32::new(0));
    let outcome = engine.solve(instance, &plan, &nothing_built).unwrap();
    assert!(outcome.is_optimal());
    assert_eq!(nothing_built.0.into_inner(), 0);
    engine.release_tables();
    let impatient = Impatient(AtomicU32::new(0));
    let outcome = engine.solve(instance, &plan, &impatient).unwrap();
    assert_eq!(outcome.stop, Some(StopReason::Interrupted));
    let outcome = engine.solve(instance, &plan, &Silent).unwrap();
    assert!(outcome.is_optimal());
}

/// Counts events of tables, and bounds that a search with tables has raised.
#[derive(Default)]
struct Waiting {
    tables: AtomicUsize,
    searched: AtomicUsize,
}

impl Observer for Waiting {
    fn on(&self, event: &Event) -> Control {
        let counter = match event {
            Event::Table { .. } => &self.tables,
            Event::BoundRaised {
                source: Source::PatternIda,
                ..
            } => &self.searched,
            _ => return Control::Continue,
        };
        counter.fetch_add(1, Ordering::Relaxed);
        Control::Continue
    }
}

#[test]
fn a_time_limit_is_kept_while_tables_are_built() {
    let instance = &instances(4, 4, 1)[0];
    let engine = Engine::builder()
        .store(MemoryStore::new())
        .clock(Ticking::default())
        .build();
    let request = Request {
        tables: TableChoice::Small,
        ..with_limits(Limits {
            time: Some(Duration::from_millis(5)),
            ..Limits::default()
        })
    };
    let plan = engine.plan(instance, &request).unwrap();
    let told = Waiting::default();
    let outcome = engine.solve(instance, &plan, &told).unwrap();
    check(instance, &outcome);
    assert_eq!(outcome.stop, Some(StopReason::Time));
    // The limit ended the wait, not the search after it.
    assert!(told.tables.into_inner() > 0);
    assert_eq!(told.searched.into_inner(), 0);
}

/// Keeps the outcomes of a batch.
#[derive(Default)]
struct Kept {
    /// Events of the tables, before the first board.
    tables: AtomicUsize,
    /// Events of tables that a board waited for.
    waits: AtomicUsize,
    outcomes: Mutex<Vec<(usize, Outcome)>>,
}

impl BatchObserver for Kept {
    fn on_tables(&self, _: &Event) -> Control {
        self.tables.fetch_add(1, Ordering::Relaxed);
        Control::Continue
    }

    fn on(&self, _: usize, event: &Event) -> Control {
        let is_table = matches!(event, Event::Table { .. });
        self.waits
            .fetch_add(usize::from(is_table), Ordering::Relaxed);
        Control::Continue
    }

    fn end(&self, board: usize, result: Result<Outcome, BatchError>) {
        self.outcomes.lock().unwrap().push((board, result.unwrap()));
    }
}

#[test]
fn no_board_of_a_batch_is_charged_for_its_tables() {
    let boards = [instances(4, 4, 10), instances(3, 4, 10)].concat();
    for threads in [1, 3] {
        let engine = Engine::builder()
            .store(MemoryStore::new())
            .threads(threads)
            .build();
        let request = Request::default();
        let kept = Kept::default();
        engine.solve_many(&boards, &request, &kept).unwrap();
        assert!(kept.tables.into_inner() > 0, "the build was told");
        assert_eq!(kept.waits.into_inner(), 0, "no board waited for it");
        let outcomes = kept.outcomes.into_inner().unwrap();
        assert_eq!(outcomes.len(), boards.len());
        for (board, outcome) in &outcomes {
            check(&boards[*board], outcome);
            assert!(outcome.is_optimal());
        }
        if threads == 1 {
            assert!(outcomes.is_sorted_by_key(|(board, _)| *board));
        }
    }
}

/// Checks that bounds rise and lengths fall.
#[derive(Default)]
struct Narrowing {
    bound: AtomicU32,
    length: AtomicU32,
}

impl Observer for Narrowing {
    fn on(&self, event: &Event) -> Control {
        match event {
            Event::BoundRaised { bound, .. } => {
                let before = self.bound.swap(*bound, Ordering::SeqCst);
                assert!(*bound > before || before == 0, "{before} then {bound}");
            }
            Event::Improved { moves, .. } => {
                let length = moves.len() as u32;
                let before = self.length.swap(length, Ordering::SeqCst);
                assert!(length < before || before == 0, "{before} then {length}");
            }
            _ => {}
        }
        Control::Continue
    }
}

#[test]
fn sets_that_do_not_fit_are_named() {
    let engine = Engine::builder().store(MemoryStore::new()).build();
    let set = |rows, cols| {
        let size = Size::new(rows, cols).unwrap();
        TableSet::new(size, size.cells() - 1, Tier::Small)
    };
    // Tables of the first take a megabyte, those of the second more than the limit; of the third
    // there are none.
    let sets = [set(3, 3), set(4, 4), set(6, 7)];
    let ensured = engine.ensure_sets(&sets, 10 << 20, &Silent).unwrap();
    assert_eq!(ensured.unavailable, sets[1..]);
    assert_eq!(ensured.bytes, engine.table_bytes(&sets[0]));
}

#[test]
fn bounds_only_rise_and_lengths_only_fall() {
    let engine = Engine::builder()
        .store(MemoryStore::new())
        .threads(2)
        .build();
    for (rows, cols, nodes) in [
        (3, 3, 1000),
        (4, 4, 50_000),
        (5, 5, 2_000_000),
        (12, 12, 300_000),
    ] {
        let instance = &instances(rows, cols, 1)[0];
        let request = with_limits(Limits {
            nodes: Some(nodes),
            ..Limits::default()
        });
        let plan = engine.plan(instance, &request).unwrap();
        let told = Narrowing::default();
        let outcome = engine.solve(instance, &plan, &told).unwrap();
        check(instance, &outcome);
        assert_eq!(outcome.lower_bound(), told.bound.into_inner());
        assert_eq!(outcome.length(), Some(told.length.into_inner()));
        assert_eq!(outcome.metric(), Metric::Single);
    }
}

#[test]
fn two_engines_share_nothing_but_files() {
    let instance = &instances(3, 5, 1)[0];
    let folder = tempfile::tempdir().unwrap();
    let request = Request {
        optimal: true,
        tables: TableChoice::Small,
        ..Request::default()
    };
    let solve = |engine: &Engine| {
        let plan = engine.plan(instance, &request).unwrap();
        let outcome = engine.solve(instance, &plan, &Silent).unwrap();
        (outcome.length(), outcome.counts)
    };
    let first = Engine::builder().folder(folder.path()).threads(1).build();
    let there = first.plan(instance, &request).unwrap().stages[0]
        .estimate
        .build;
    assert!(there.is_some(), "nothing is there yet");
    let found = solve(&first);
    let second = Engine::builder()
        .store(FileStore::new(folder.path()))
        .threads(1)
        .build();
    let there = second.plan(instance, &request).unwrap().stages[0]
        .estimate
        .build;
    assert_eq!(there, None, "the files are there");
    let elsewhere = Engine::builder()
        .store(MemoryStore::new())
        .threads(1)
        .build();
    assert_eq!(solve(&second), found);
    assert_eq!(solve(&elsewhere), found);
    drop(first);
    assert_eq!(solve(&second), found);
}

/// The bounds that IDA* from the goal has raised, and the highest bound told.
#[derive(Default)]
struct FromTheGoal {
    raised: AtomicUsize,
    bound: AtomicU32,
}

impl Observer for FromTheGoal {
    fn on(&self, event: &Event) -> Control {
        if let Event::BoundRaised { bound, source, .. } = event {
            self.bound.fetch_max(*bound, Ordering::Relaxed);
            let is_reverse = *source == Source::ReverseIda;
            self.raised
                .fetch_add(usize::from(is_reverse), Ordering::Relaxed);
        }
        Control::Continue
    }
}

#[test]
fn bounds_of_large_boards_rise_from_the_goal_too() {
    let engine = Engine::builder()
        .store(MemoryStore::new())
        .threads(1)
        .build();
    let mut raised = 0;
    for (rows, cols) in [(6, 6), (7, 7), (8, 6), (10, 10)] {
        let instance = &instances(rows, cols, 1)[0];
        let request = with_limits(Limits {
            nodes: Some(1_500_000),
            ..Limits::default()
        });
        let plan = engine.plan(instance, &request).unwrap();
        let told = FromTheGoal::default();
        let outcome = engine.solve(instance, &plan, &told).unwrap();
        check(instance, &outcome);
        assert_eq!(outcome.lower_bound(), told.bound.into_inner());
        raised += told.raised.into_inner();
    }
    assert!(raised > 0);
}

/// The same file is checked in WebAssembly, where the counts must be the same.
#[test]
fn node_counts_of_random_boards_are_the_signature() {
    let engine = Engine::builder()
        .store(MemoryStore::new())
        .threads(1)
        .build();
    let lines = include_str!("data/signature15.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let [board, length, expanded, generated] = line
            .split('\t')
            .collect::<Vec<_>>()
            .try_into()
            .expect("four columns");
        let board = noyes::format::read_board(board).unwrap().board;
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let plan = engine.plan(&instance, &Request::default()).unwrap();
        let outcome = engine.solve(&instance, &plan, &Silent).unwrap();
        assert!(outcome.is_optimal());
        let found = [
            u64::from(outcome.lower_bound()),
            outcome.counts.expanded,
            outcome.counts.generated,
        ];
        let wanted = [length, expanded, generated].map(|number| number.parse::<u64>().unwrap());
        assert_eq!(found, wanted, "{line}");
    }
}

/// Says stop once, and would let the search go on.
struct Once(AtomicU32);

impl Observer for Once {
    fn on(&self, event: &Event) -> Control {
        match event {
            Event::Table { .. } if self.0.fetch_add(1, Ordering::Relaxed) == 0 => Control::Stop,
            _ => Control::Continue,
        }
    }
}

#[test]
fn after_a_stop_no_further_stage_is_searched() {
    let instance = &instances(4, 4, 1)[0];
    let engine = Engine::builder().store(MemoryStore::new()).build();
    // Quick tables, then small ones: the second stage must not begin.
    let plan = engine.plan(instance, &Request::default()).unwrap();
    assert_eq!(plan.stages.len(), 3);
    let outcome = engine
        .solve(instance, &plan, &Once(AtomicU32::new(0)))
        .unwrap();
    check(instance, &outcome);
    assert_eq!(outcome.stop, Some(StopReason::Interrupted));
    // The build of the quick tables goes on by itself; nothing else was begun.
    let plan = engine.plan(instance, &Request::default()).unwrap();
    assert!(engine.solve(instance, &plan, &Silent).unwrap().is_optimal());
    let tables = engine.store().names();
    assert!(
        tables.iter().all(|name| !name.contains("t0.1.4.5.8.9.12")),
        "{tables:?}"
    );
}

#[test]
fn a_plan_of_another_board_is_refused() {
    let engine = Engine::builder().store(MemoryStore::new()).build();
    let (small, large) = (&instances(3, 3, 1)[0], &instances(4, 4, 1)[0]);
    let mut plan = engine.plan(small, &Request::default()).unwrap();
    assert_eq!(
        engine.solve(large, &plan, &Silent).unwrap_err(),
        SolveError::OtherPlan
    );
    plan.stages.clear();
    assert_eq!(
        engine.solve(small, &plan, &Silent).unwrap_err(),
        SolveError::OtherPlan
    );
}

#[test]
fn tables_that_do_not_fit_are_built_for_the_next_who_has_room() {
    let instance = &instances(4, 4, 1)[0];
    let engine = Engine::builder().store(MemoryStore::new()).build();
    let solve = |memory| {
        let request = Request {
            metric: Metric::Multi,
            ..with_limits(Limits {
                memory,
                nodes: Some(10_000_000),
                ..Limits::default()
            })
        };
        let plan = engine.plan(instance, &request).unwrap();
        engine.solve(instance, &plan, &Silent).unwrap()
    };
    let (tight, roomy) = (solve(Some(26 << 20)), solve(None));
    assert!(tight.moves().is_some() && !tight.is_optimal());
    assert!(roomy.lower_bound() > tight.lower_bound());
}
