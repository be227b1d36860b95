//! How far a proof has come: all it takes to resume it in another process.

use crate::board::Moves;
use crate::guard::Counts;

/// The iteration under way and its finished parts.
///
/// ```
/// use std::sync::Mutex;
/// use noyes::search::{CompoundSolver, ProofOptions, ProofState};
/// # use noyes::guard::{Guard, Silent};
/// # use noyes::pattern::{Compound, Pattern, build_all};
/// # use noyes::{Board, Goal, Instance, Size};
/// # let size = Size::new(3, 3)?;
/// # let partition = [[0, 1, 2, 3], [4, 5, 6, 7]].map(|homes| Pattern::new(size, 8, &homes));
/// # let partitions = [partition.into_iter().collect::<Result<Vec<_>, _>>()?];
/// # let guard = Guard::new(&Silent);
/// # let built = build_all(&Compound::patterns(&partitions), &guard)?;
/// # let tables = built.into_iter().map(|built| built.table).collect();
/// # let compound = Compound::new(tables, &partitions)?;
/// # let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// # let instance = Instance::new(&board, &Goal::BlankLast)?;
/// # let solver = CompoundSolver::new(compound);
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
