//! The frontier of a board as a worker keeps it, and the tasks that it runs below it.

use std::num::NonZeroU64;
use std::ops::Range;

use super::astar_frontier::Frontier;
use super::iteration::{Iteration, IterationTable};
use super::parallel_task::SharedTask;
use super::pool::Pool;
use super::proof::Prover;
use super::proof_state::ProofState;
use super::proof_task::{ProofResult, ProofTask, Roots, TaskError};
use super::signature::Signature;
use super::task_search::{TaskAbort, TaskEnd, TaskSearch};
use super::transpositions::SharedTable;
use super::word::{Narrow, PackedBoard, WIDE_ROOM, Wide, Word};
use super::{CompoundSolver, SolverTables};
use crate::board::{Board, Moves};
use crate::goal::Instance;
use crate::guard::{Counts, Guard, Stop};
use crate::pattern::{Symmetry, Tier, table_format};

/// The frontier of one board: what a worker lays once and runs many tasks below.
///
/// Two workers with the same tables that lay a frontier of the same board and number of seeds get
/// the same one, whatever their machines and threads.
///
/// ```
/// use noyes::search::CompoundSolver;
#[doc = include_str!("solver_example.txt")]
/// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
/// assert!(!frontier.is_empty() && frontier.bound() <= 14);
/// let again = solver.lay_frontier(&instance, 4, &guard)?;
/// assert_eq!(frontier.signature(), again.signature());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ProofFrontier {
    board: Board,
    goal: Board,
    seeds: u32,
    signature: u64,
    counts: Counts,
    /// From the board to the orientation of the tables.
    to_canonical: Symmetry,
    frontier: AnyFrontier,
    table: Option<SharedTable>,
}

/// A frontier for as many projections as the tables have.
#[derive(Debug)]
enum AnyFrontier {
    Small(Frontier<Narrow, 16>),
    Medium(Frontier<Narrow, 32>),
    Large(Frontier<Narrow, 64>),
    WideMedium(Frontier<Wide, WIDE_ROOM>),
    WideLarge(Frontier<Wide, 64>),
}

/// Evaluates an expression with the frontier, whatever its nodes' size.
macro_rules! with_frontier {
    ($any:expr, $frontier:ident => $value:expr) => {
        match $any {
            AnyFrontier::Small($frontier) => $value,
            AnyFrontier::Medium($frontier) => $value,
            AnyFrontier::Large($frontier) => $value,
            AnyFrontier::WideMedium($frontier) => $value,
            AnyFrontier::WideLarge($frontier) => $value,
        }
    };
}

impl ProofFrontier {
    /// The signature that tasks below this frontier carry: of its seeds, and of what is in the
    /// tables.
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
    /// let larger = solver.lay_frontier(&instance, 40, &guard)?;
    /// assert_ne!(frontier.signature(), larger.signature());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn signature(&self) -> u64 {
        self.signature
    }

    /// How many seeds it has.
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
    /// // About as many as were asked for.
    /// assert!(frontier.len() >= 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn len(&self) -> u32 {
        with_frontier!(&self.frontier, frontier => frontier.len() as u32)
    }

    /// Whether it has no seeds, which does not happen.
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// assert!(!solver.lay_frontier(&instance, 1, &guard)?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bound of the first iteration: no solution is shorter.
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
    /// assert!(frontier.bound() >= solver.bound(&instance));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bound(&self) -> u32 {
        with_frontier!(&self.frontier, frontier => frontier.bound())
    }

    /// The largest bound that an iteration may have.
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
    /// assert!(frontier.most_bound() > frontier.bound());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn most_bound(&self) -> u32 {
        with_frontier!(&self.frontier, frontier => frontier.most_bound())
    }

    /// The work that laid it, the start counted as generated.
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
    /// assert!(frontier.counts().generated >= u64::from(frontier.len()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// A solution of at most `bound` moves, if A* has reached the goal: then the proof is done.
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// // So many seeds that A* comes to the goal before it has them.
    /// let frontier = solver.lay_frontier(&instance, 1000, &guard)?;
    /// assert_eq!(frontier.solution(14).map(|moves| moves.len()), Some(14));
    /// assert_eq!(frontier.solution(12), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solution(&self, bound: u32) -> Option<Moves> {
        let moves = with_frontier!(&self.frontier, frontier => {
            let goal = frontier.goal(bound)?;
            goal.slides(frontier.depth(goal) as usize)
        });
        Some(self.to_canonical.moves_back(&moves))
    }

    /// A task over some of the seeds.
    ///
    /// | Argument | Contract |
    /// |---|---|
    /// | `tier` | That of the solver's tables. It is only written down: a worker with other tables refuses the task by its signature. |
    /// | `bound` | From [`ProofFrontier::bound`] to [`ProofFrontier::most_bound`], and of its parity. |
    /// | `seeds` | Below [`ProofFrontier::len`]. An iteration needs each seed in one of its tasks: if one is missing, nothing is proven. |
    /// | `budget` | Expanded nodes after which the task hands back a rest. |
    /// | `full` | Whether to go on after a solution and without transpositions, so that counts add up. All tasks of an iteration should agree. |
    ///
    /// [`CompoundSolver::run_task`] refuses a task whose bound or seeds are out of range.
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
    /// // An iteration in two halves.
    /// let (bound, half) = (frontier.bound(), frontier.len() / 2);
    /// let tasks = [0..half, half..frontier.len()]
    ///     .map(|seeds| frontier.task(Tier::Small, bound, seeds, None, true));
    /// let mut solution = None;
    /// for task in tasks {
    ///     solution = solution.or(solver.run_task(&frontier, &task, &guard)?.solution);
    /// }
    /// assert_eq!(solution.map(|moves| moves.len()), Some(14));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn task(
        &self,
        tier: Tier,
        bound: u32,
        seeds: Range<u32>,
        budget: Option<NonZeroU64>,
        full: bool,
    ) -> ProofTask {
        ProofTask {
            board: self.board.clone(),
            goal: self.goal.clone(),
            tier,
            seeds: self.seeds,
            signature: self.signature,
            bound,
            roots: Roots::Seeds(seeds),
            budget,
            full,
        }
    }

    /// The same frontier with a transposition table, which all tasks without `full` share. Its size
    /// is for an iteration after this many generated nodes. There is none if the guard's memory
    /// limit leaves no room.
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// let frontier = solver.lay_frontier(&instance, 4, &guard)?.with_transpositions(0, &guard);
    /// let task = frontier.task(Tier::Small, frontier.bound(), 0..frontier.len(), None, false);
    /// assert!(solver.run_task(&frontier, &task, &guard)?.solution.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_transpositions(mut self, generated: u64, guard: &Guard<'_>) -> Self {
        if self.len() as usize <= SharedTable::MOST_SEEDS {
            self.table = SharedTable::new(generated.max(SharedTable::PAYS_FROM), guard);
        }
        self
    }
}

impl CompoundSolver {
    /// Lays the frontier of a board: A* until `seeds` boards are open, or the goal is reached.
    /// Workers that share tasks must lay it with the same `seeds`, which a task carries: with
    /// others they refuse each other's tasks. A limit of the guard ends it, and there is no
    /// frontier.
    ///
    /// # Panics
    ///
    /// If the board is not one that [`CompoundSolver::fits`].
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
    /// assert!(frontier.len() >= 4 && frontier.bound() == 14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lay_frontier(
        &self,
        instance: &Instance,
        seeds: u32,
        guard: &Guard<'_>,
    ) -> Result<ProofFrontier, Stop> {
        let to_canonical = self.to_canonical(instance);
        let labels = to_canonical.labels(instance.labels());
        let mut counts = Counts {
            generated: 1,
            ..Counts::default()
        };
        let lay = (&labels[..], seeds as usize, guard);
        let (frontier, signature) = match &self.tables {
            SolverTables::Narrow(tables) => {
                let prover = self.prover(tables);
                match tables.projections.len() {
                    0..=16 => prover.astar(lay, &mut counts, AnyFrontier::Small)?,
                    17..=32 => prover.astar(lay, &mut counts, AnyFrontier::Medium)?,
                    _ => prover.astar(lay, &mut counts, AnyFrontier::Large)?,
                }
            }
            SolverTables::Wide(tables) => {
                let prover = self.prover(tables);
                match tables.projections.len() {
                    0..=WIDE_ROOM => prover.astar(lay, &mut counts, AnyFrontier::WideMedium)?,
                    _ => prover.astar(lay, &mut counts, AnyFrontier::WideLarge)?,
                }
            }
        };
        let tables = self.compound().tables().iter();
        let checksums = tables.map(|table| table_format::content_checksum(table, guard.threads()));
        Ok(ProofFrontier {
            board: instance.board().clone(),
            goal: instance.goal().clone(),
            seeds,
            signature: Signature::of_tasks(signature, checksums).value(),
            counts,
            to_canonical,
            frontier,
            table: None,
        })
    }

    /// Runs a task below a frontier that this solver has laid.
    ///
    /// It is searched on all threads of the guard, which share the transposition table. On one
    /// thread the result depends on nothing but the task, except that without `full` the counts
    /// depend on the transposition table. On several threads what a budget leaves undone depends on
    /// timing, and without `full` also when a solution is found. With `full` the counts of the task
    /// and of all its rests add up to the same sum.
    ///
    /// What is wrong with the task is an error: see [`TaskError`]. A task that a limit of the guard
    /// ended has done nothing, and must be run again.
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
    /// let task = frontier.task(Tier::Small, 14, 0..frontier.len(), None, true);
    /// let result = solver.run_task(&frontier, &task, &guard)?;
    /// assert_eq!((result.solution.map(|moves| moves.len()), result.next_bound), (Some(14), 16));
    /// // All solutions of this board have an even number of moves.
    /// let odd = frontier.task(Tier::Small, 15, 0..frontier.len(), None, true);
    /// let refused = solver.run_task(&frontier, &odd, &guard);
    /// assert!(matches!(refused, Err(TaskError::Bound { bound: 15, .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_task(
        &self,
        frontier: &ProofFrontier,
        task: &ProofTask,
        guard: &Guard<'_>,
    ) -> Result<ProofResult, TaskError> {
        if (&task.board, &task.goal) != (&frontier.board, &frontier.goal) {
            return Err(TaskError::Board);
        }
        if task.signature != frontier.signature {
            return Err(TaskError::Frontier {
                expected: task.signature,
                found: frontier.signature,
            });
        }
        let table = frontier.table.as_ref().filter(|_| !task.full);
        use {AnyFrontier as Any, SolverTables as Tables};
        let run = (task, table, guard);
        let mut result = match (&frontier.frontier, &self.tables) {
            (Any::Small(laid), Tables::Narrow(own)) => self.prover(own).run_below(laid, run),
            (Any::Medium(laid), Tables::Narrow(own)) => self.prover(own).run_below(laid, run),
            (Any::Large(laid), Tables::Narrow(own)) => self.prover(own).run_below(laid, run),
            (Any::WideMedium(laid), Tables::Wide(own)) => self.prover(own).run_below(laid, run),
            (Any::WideLarge(laid), Tables::Wide(own)) => self.prover(own).run_below(laid, run),
            // The frontier is that of another solver, for boards of another size.
            _ => Err(TaskError::Board),
        }?;
        let solution = result.solution.as_ref();
        result.solution = solution.map(|moves| frontier.to_canonical.moves_back(moves));
        Ok(result)
    }
}

impl<W: Word> Prover<'_, W> {
    /// The frontier, and the signature of its seeds.
    fn astar<const S: usize>(
        &self,
        (labels, seeds, guard): (&[u16], usize, &Guard<'_>),
        counts: &mut Counts,
        any: impl FnOnce(Frontier<W, S>) -> AnyFrontier,
    ) -> Result<(AnyFrontier, u64), Stop> {
        let (probe_tables, pruning) = (self.probe_tables, self.pruning);
        let frontier = Frontier::new(probe_tables, pruning, labels, seeds, guard, counts)?;
        let signature = frontier.signature(probe_tables, pruning);
        Ok((any(frontier), signature))
    }

    fn run_below<const S: usize>(
        &self,
        frontier: &Frontier<W, S>,
        (task, table, guard): (&ProofTask, Option<&SharedTable>, &Guard<'_>),
    ) -> Result<ProofResult, TaskError> {
        let table = table.filter(|_| W::Board::HAS_KEYS);
        let bound = task.bound;
        if !frontier.allows_bound(bound) {
            return Err(TaskError::Bound {
                bound,
                first: frontier.bound(),
                most: frontier.most_bound(),
            });
        }
        let mut result = ProofResult {
            solution: None,
            next_bound: bound + 2,
            counts: Counts::default(),
            rest: Vec::new(),
        };
        if let Some(goal) = frontier.goal(bound) {
            result.solution = Some(goal.slides(frontier.depth(goal) as usize));
            return Ok(result);
        }
        match (&task.roots, task.budget) {
            (Roots::Seeds(seeds), None) => {
                let iteration = Iteration {
                    probe_tables: self.probe_tables,
                    pruning: self.pruning,
                    guard,
                    full: task.full,
                    on_part_done: None,
                };
                let mut state = ProofState {
                    bound,
                    ..ProofState::default()
                };
                let table = table.map_or(IterationTable::None, IterationTable::Shared);
                let end = iteration.run(frontier, seeds.clone(), table, &mut state);
                if let Some(stop) = end.stop {
                    return Err(stop.into());
                }
                result.counts = end.counts;
                result.solution = state.found;
            }
            (roots, budget) => {
                let search = TaskSearch {
                    probe_tables: self.probe_tables,
                    pruning: self.pruning,
                    frontier,
                    transpositions: table
                        .map(|table| table.at_bound(bound, self.probe_tables.sums)),
                    bound,
                    full: task.full,
                    instruction_set: guard.instruction_set(),
                };
                let aborted = |abort| match abort {
                    TaskAbort::Stopped(stop) => stop.unwrap_or(Stop::Observer).into(),
                    TaskAbort::Root(number) => TaskError::Root { number },
                };
                if guard.threads().count() > 1 {
                    let end = SharedTask::run(&search, roots, budget, guard).map_err(aborted)?;
                    result.solution = end.solution;
                    result.counts = end.counts;
                    result.rest = end.rest;
                    return Ok(result);
                }
                let mut end = TaskEnd::default();
                let counts = &mut result.counts;
                let run = search.run(roots, budget, &mut Pool::new(), &mut end, &mut |now, _| {
                    counts.expanded += now.expanded;
                    counts.generated += now.generated;
                    guard.check(counts).map_err(Some)
                });
                run.map_err(aborted)?;
                result.solution = end.solution;
                result.rest = end.rest;
            }
        }
        Ok(result)
    }
}
