//! How far a proof has come: all it takes to resume it in another process.

use crate::board::Moves;
use crate::guard::Counts;

/// The iteration under way and its finished parts.
///
/// ```
/// use std::sync::Mutex;
/// use noyes::search::{CompoundSolver, ProofOptions, ProofState};
#[doc = include_str!("solver_example.txt")]
/// let last: Mutex<Option<ProofState>> = Mutex::default();
/// let keep = |state: &ProofState| *last.lock().unwrap() = Some(state.clone());
/// let options = ProofOptions { seeds: 4, count_full: true, ..ProofOptions::default() };
/// let watched = ProofOptions { on_part_done: Some(&keep), ..options };
/// solver.solve(&instance, &guard, watched, &mut |_| Ok(None));
/// let state = last.lock().unwrap().take();
/// assert!(state.is_some());
/// let resumed = ProofOptions { resume: state.as_ref(), ..options };
/// let found = solver.solve(&instance, &guard, resumed, &mut |_| Ok(None));
/// assert_eq!(found.lower_bound, 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProofState {
    /// The bound of the iteration: no solution is shorter.
    pub bound: u32,
    /// Which of its parts are done.
    pub done: Vec<bool>,
    /// The work of the iterations before and of the parts done.
    pub counts: Counts,
    /// Nodes generated before the iteration.
    pub before: u64,
    /// A solution of `bound` moves, on the board as the tables see it, where the iteration is
    /// finished all the same.
    pub found: Option<Moves>,
    /// How many open boards end A*.
    pub seeds: usize,
    /// The signature of the frontier: only a search with the same one can be resumed from here.
    pub frontier: u64,
}
