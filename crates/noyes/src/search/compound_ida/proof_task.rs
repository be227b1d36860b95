//! An iteration of a proof as a list of tasks that any worker can run.
//!
//! # Idea
//!
//! A task names everything that determines its result: board, goal, tables, frontier, bound and
//! roots. It is about a hundred bytes long. Each worker lays the frontier itself, because A* is
//! deterministic, and compares its signature with the task's.
//!
//! ```text
//! iteration   Seeds(0..n) ──cut──▶ tasks ──run──▶ results ──▶ sum of counts, or a solution
//!                                    ▲               │
//!                                    └──── rest ─────┘  what a node budget left undone
//! ```
//!
//! # Invariants
//!
//! * An iteration is finished when all its tasks and all their rests are. Then no solution has
//!   `bound` moves, and the next iteration has the bound `bound` + 2: all solutions of a board have
//!   the same parity.
//! * A task may be run again after a worker is lost; one of its results is used.
//! * With `full` there is no transposition table and a found solution ends nothing. Then the sum of
//!   all counts is the same, whatever the split, the budgets and the order.
//! * A task is checked before it is run. A forged one is refused, or it proves what it says.

use std::num::NonZeroU64;
use std::ops::Range;

use crate::board::{Board, Moves};
use crate::goal::{Goal, Instance, InstanceError};
use crate::guard::{Counts, Stop};
use crate::pattern::Tier;

/// A part of one iteration of a proof.
///
/// ```
/// use noyes::pattern::Tier;
/// use noyes::search::CompoundSolver;
#[doc = include_str!("solver_example.txt")]
/// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
/// let mut bound = frontier.bound();
/// let moves = loop {
///     let task = frontier.task(Tier::Small, bound, 0..frontier.len(), None, false);
///     let result = solver.run_task(&frontier, &task, &guard)?;
///     match result.solution {
///         Some(moves) => break moves,
///         None => bound = result.next_bound,
///     }
/// };
/// assert_eq!(moves.len(), 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ProofTask {
    /// The board.
    pub board: Board,
    /// The board to reach.
    pub goal: Board,
    /// The tables to search with: the worker chooses its solver by them.
    pub tier: Tier,
    /// How many open boards end the A* that lays the frontier.
    pub seeds: u32,
    /// The signature of the frontier.
    pub signature: u64,
    /// The length of the solutions sought.
    pub bound: u32,
    /// What to search below.
    pub roots: Roots,
    /// How many nodes may be expanded before the rest is handed back; none is no limit. It may be
    /// overrun by a few nodes, and a task always makes progress.
    pub budget: Option<NonZeroU64>,
    /// Whether to go on when a solution is found, without a transposition table.
    pub full: bool,
}

/// What to search below.
///
/// ```
/// use noyes::pattern::Tier;
/// use noyes::search::{CompoundSolver, Roots};
#[doc = include_str!("solver_example.txt")]
/// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
/// let task = frontier.task(Tier::Small, frontier.bound(), 0..2, None, false);
/// assert_eq!(task.roots, Roots::Seeds(0..2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Roots {
    /// Some seeds of the frontier, by their numbers. Numbers past its end are ignored.
    Seeds(Range<u32>),
    /// Nodes below seeds.
    Stubs(Vec<Stub>),
}

/// A node below a seed.
///
/// ```
/// use noyes::pattern::Tier;
/// use noyes::search::{CompoundSolver, ProofTask, Roots, Stub};
/// use noyes::Moves;
#[doc = include_str!("solver_example.txt")]
/// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
/// let task = frontier.task(Tier::Small, frontier.bound(), 0..1, None, true);
/// // Without slides a stub is the seed itself.
/// let stub = Stub { seed: 0, slides: Moves::default() };
/// let below = ProofTask { roots: Roots::Stubs(vec![stub]), ..task.clone() };
/// let results = [task, below].map(|task| solver.run_task(&frontier, &task, &guard));
/// assert_eq!(results[0], results[1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stub {
    /// The number of the seed.
    pub seed: u32,
    /// The slides since, on the board as the tables see it.
    pub slides: Moves,
}

/// What a task came back with.
///
/// ```
/// use std::num::NonZeroU64;
/// use noyes::pattern::Tier;
/// use noyes::search::CompoundSolver;
#[doc = include_str!("solver_example.txt")]
/// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
/// let budget = NonZeroU64::new(1);
/// let mut tasks = vec![frontier.task(Tier::Small, 14, 0..frontier.len(), budget, true)];
/// let mut solution = None;
/// while let Some(task) = tasks.pop() {
///     let result = solver.run_task(&frontier, &task, &guard)?;
///     tasks.extend(task.rest(&result));
///     solution = solution.or(result.solution);
/// }
/// assert_eq!(solution.map(|moves| moves.len()), Some(14));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ProofResult {
    /// A solution of the board with as many moves as the bound.
    pub solution: Option<Moves>,
    /// The bound of the next iteration, if no task of this one has a solution.
    pub next_bound: u32,
    /// The work done.
    pub counts: Counts,
    /// What the budget left undone. It is empty if a solution ended the task.
    pub rest: Vec<Roots>,
}

/// Why a task was not run to its end.
///
/// ```
/// use noyes::pattern::Tier;
/// use noyes::search::{CompoundSolver, ProofTask, TaskError};
#[doc = include_str!("solver_example.txt")]
/// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
/// let task = frontier.task(Tier::Small, frontier.bound(), 0..1, None, false);
/// let forged = ProofTask { signature: !task.signature, ..task };
/// let error = solver.run_task(&frontier, &forged, &guard).unwrap_err();
/// assert!(matches!(error, TaskError::Frontier { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TaskError {
    /// The frontier is that of another board or goal.
    #[error("the task is about another board: lay the frontier of the task's own board")]
    Board,
    /// The frontier differs from the one that the task was cut from.
    #[error(
        "the frontier here has the signature {found:016x} and the task's has {expected:016x}: \
         use the same tables and the same version of noyes on all workers"
    )]
    Frontier {
        /// The task's.
        expected: u64,
        /// That of the frontier here.
        found: u64,
    },
    /// No iteration has such a bound.
    #[error(
        "no iteration has the bound {bound}: take one with the parity of {first} that is at most \
         {most}"
    )]
    Bound {
        /// The task's.
        bound: u32,
        /// The first bound of the frontier.
        first: u32,
        /// The largest bound that can be searched.
        most: u32,
    },
    /// A root is not a node of the iteration.
    #[error("root {number} is not a node of this iteration: send the task again as it was made")]
    Root {
        /// Its number in the list, from 0.
        number: usize,
    },
    /// A limit or the observer ended it; the task must be run again.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl ProofTask {
    /// The board and the goal, if the one can reach the other.
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
    /// let task = frontier.task(Tier::Small, 14, 0..1, None, true);
    /// assert_eq!(task.instance()?.board(), instance.board());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn instance(&self) -> Result<Instance, InstanceError> {
        Instance::new(&self.board, &Goal::Board(self.goal.clone()))
    }

    /// The tasks that finish this one, given what its budget left undone. `result` must be that of
    /// this task: with another the iteration is searched in part twice and in part not at all.
    ///
    /// ```
    /// use std::num::NonZeroU64;
    #[doc = include_str!("solver_example.txt")]
    /// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
    /// let task = frontier.task(Tier::Small, 14, 0..frontier.len(), NonZeroU64::new(1), true);
    /// let result = solver.run_task(&frontier, &task, &guard)?;
    /// assert_eq!(task.rest(&result).count(), result.rest.len());
    /// assert!(task.rest(&result).all(|rest| rest.bound == 14 && rest.budget == task.budget));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rest<'a>(&'a self, result: &'a ProofResult) -> impl Iterator<Item = Self> + 'a {
        result.rest.iter().map(|roots| Self {
            roots: roots.clone(),
            ..self.clone()
        })
    }
}
