//! How a proof is to be run, and what it asks between iterations.

use super::proof_state::ProofState;
use crate::guard::{Counts, Stop};

/// How a board is to be searched.
///
/// ```
/// use noyes::search::{CompoundSolver, ProofOptions};
#[doc = include_str!("solver_example.txt")]
/// // Four seeds, and the last iteration is finished.
/// let options = ProofOptions { count_full: true, seeds: 4, ..ProofOptions::default() };
/// let found = solver.solve(&instance, &guard, options, &mut |_| Ok(None));
/// assert_eq!((found.lower_bound, found.stop), (14, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct ProofOptions<'a> {
    /// Whether to finish the last iteration without a transposition table, so that its counts do
    /// not depend on when the solution was found.
    pub count_full: bool,
    /// Open boards that end A*; 0 lets the search choose.
    pub seeds: usize,
    /// Whether to use a transposition table. `None`: the search uses one once it pays. With
    /// `count_full` no transposition table is used.
    pub transpositions: Option<bool>,
    /// A bound that is known already: no solution is shorter.
    pub at_least: u32,
    /// The work done before, counted with that to come.
    pub counts: Counts,
    /// Where to go on from: the state of an earlier search of the same board.
    pub resume: Option<&'a ProofState>,
    /// Called after each part of an iteration with the state up to there.
    pub on_part_done: Option<&'a (dyn Fn(&ProofState) + Sync)>,
}

impl std::fmt::Debug for ProofOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProofOptions")
            .field("count_full", &self.count_full)
            .field("seeds", &self.seeds)
            .field("transpositions", &self.transpositions)
            .field("at_least", &self.at_least)
            .field("counts", &self.counts)
            .field("resume", &self.resume)
            .finish_non_exhaustive()
    }
}

/// A moment between two iterations.
///
/// ```
/// use noyes::search::{CompoundSolver, Pause, ProofOptions};
#[doc = include_str!("solver_example.txt")]
/// let options = ProofOptions { seeds: 1, ..ProofOptions::default() };
/// let mut bounds = Vec::new();
/// let mut between = |pause: Pause<'_>| {
///     bounds.push(pause.bound);
///     Ok(None)
/// };
/// let found = solver.solve(&instance, &guard, options, &mut between);
/// assert_eq!(found.lower_bound, 14);
/// assert!(!bounds.is_empty() && bounds.iter().all(|&bound| bound <= 14));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Pause<'a> {
    /// What is proven: no solution is shorter.
    pub bound: u32,
    /// Nodes generated in the iteration before; the next is some eight times as large.
    pub last: u64,
    /// The work done so far, to which what is done now may be added.
    pub counts: &'a mut Counts,
}

/// Asked between iterations for the length of a solution that is known by now. Once no shorter one
/// can exist, the search ends with that bound and no moves.
///
/// ```
/// use noyes::search::{BetweenIterations, CompoundSolver, ProofOptions};
#[doc = include_str!("solver_example.txt")]
/// // A solution of 14 moves is known from elsewhere: the proof needs to find none.
/// let between: &mut BetweenIterations<'_> = &mut |_| Ok(Some(14));
/// let found = solver.solve(&instance, &guard, ProofOptions::default(), between);
/// assert_eq!(found.lower_bound, 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type BetweenIterations<'a> = dyn FnMut(Pause<'_>) -> Result<Option<u32>, Stop> + 'a;
