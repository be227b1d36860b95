//! The state of a proof that many workers share, as it is stored between two runs.

use std::sync::OnceLock;

use noyes::format::read_board;
use noyes::guard::{Guard, Silent};
use noyes::pattern::{Compound, PatternSet, Tier, build_all};
use noyes::search::{CompoundSolver, DriverOptions, ProofDriver, ProofResult, ProofTask};
use noyes::{Goal, Instance, Size};

/// A small proof: its whole, and its states after some tasks.
struct Proof {
    whole: ProofTask,
    states: Vec<String>,
    /// That of some task.
    result: ProofResult,
}

fn proof() -> &'static Proof {
    static PROOF: OnceLock<Proof> = OnceLock::new();
    PROOF.get_or_init(|| {
        let guard = Guard::new(&Silent);
        let size = Size::new(3, 3).expect("a size");
        let set = PatternSet::new(size, 8, &[&[0, 1, 2, 3], &[4, 5, 6, 7]]).expect("a partition");
        let built = build_all(set.patterns(), &guard).expect("no limit");
        let tables = built.into_iter().map(|built| built.table).collect();
        let compound = Compound::new(tables, &[set.patterns().to_vec()]).expect("its tables");
        let solver = CompoundSolver::new(compound);
        let board = read_board("8 6 7/2 5 4/3 0 1").expect("a board").board;
        let instance = Instance::new(&board, &Goal::BlankLast).expect("solvable");
        let frontier = solver
            .lay_frontier(&instance, 16, &guard)
            .expect("no limit");
        let whole = frontier.task(Tier::Small, frontier.bound(), 0..frontier.len(), None, true);
        let options = DriverOptions {
            home_seconds: 0.0,
            workers: 2,
            ..DriverOptions::default()
        };
        let (most, counts) = (frontier.most_bound(), frontier.counts());
        let mut driver = ProofDriver::new(whole.clone(), most, counts, None, options);
        let (mut states, mut last) = (Vec::new(), None);
        while let Some(assignment) = driver.next_task() {
            states.push(serde_json::to_string(&driver.state()).expect("it can be written"));
            let result = solver.run_task(&frontier, &assignment.task, &guard);
            let result = result.expect("its own task");
            last = Some(result.clone());
            let done = driver.done(assignment.id, result, Some(0.5));
            done.expect("not deep");
        }
        Proof {
            whole,
            states,
            result: last.expect("there was a task"),
        }
    })
}

/// A state is refused, or the proof goes on with it: tasks are given out until there are none.
pub fn driver(bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).ok();
    let Some(Ok(driver)) = text.map(serde_json::from_str::<ProofDriver>) else {
        return;
    };
    let Ok(mut driver) = driver.resumed(&proof().whole, DriverOptions::default()) else {
        return;
    };
    let stored = serde_json::to_string(&driver.state()).expect("it can be written");
    let read: ProofDriver = serde_json::from_str(&stored).expect("its own text");
    assert!(
        read.resumed(&proof().whole, DriverOptions::default())
            .is_ok()
    );
    // The results are those of another task: what is known then may be wrong, and nothing fails.
    for _ in 0..8 {
        let Some(assignment) = driver.next_task() else {
            break;
        };
        let again = serde_json::to_string(&assignment).expect("a task can be written");
        assert!(!again.is_empty());
        if driver
            .done(assignment.id, proof().result.clone(), None)
            .is_err()
        {
            return;
        }
    }
    let _ = (driver.spare_task(), driver.progress());
}

pub fn driver_seeds() -> Vec<Vec<u8>> {
    let states = &proof().states;
    let some = states.iter().step_by((states.len() / 4).max(1));
    some.map(|state| state.clone().into_bytes()).collect()
}
