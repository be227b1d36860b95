//! A* and then IDA* on several partitions of one-bit pattern tables: boards of 17 to 36 cells.
//!
//! # Idea
//!
//! The 24-puzzle has some 10²⁵ boards, and its tables reach six or seven tiles, so no single
//! partition is strong. But several partitions, each as it is and reflected, are weak on different
//! boards, and their maximum prunes a hundred times better than one of them. The price is a probe
//! of each partition for each child. So probes must be cheap: indices are updated slide by slide,
//! all memory is prefetched early and in bulk, and what a bit cannot change is not read before it
//! must be (see `expand`).
//!
//! The search is iterative deepening (see [`super::PatternSolver`]) below a frontier that A* has
//! laid (see `astar_frontier`). An iteration is a list of independent tasks below that frontier,
//! which threads or other machines run (see `proof_task`).
//!
//! # The files
//!
//! ```text
//! probe_tables     the small tables that the hot loop reads
//! index_tables     those of them that patterns of as many tiles share
//! word             the words that nodes are made of, narrow and wide
//! node             a board and what it takes to expand it
//! pool             where nodes are stored
//! probe            one probe of one table
//! expand           the hot loop: some nodes expanded together
//! search_below     the search below some nodes, depth first, a batch at a time
//! arch             the same, compiled for several instruction sets
//! pruning          the duplicate-move automaton
//! transpositions   the transposition table
//! astar_frontier   the first nodes, by A*
//! astar_lists      the open and closed lists of that A*
//! signature        signatures of frontiers
//! proof_task       tasks and results, as they travel
//! task_search      the search of one task, with a budget
//! parallel_task      the same on several threads
//! iteration        one iteration, in parts that threads take in turn
//! proof            a whole proof in one process
//! proof_state      how far a proof has come: what a checkpoint holds
//! proof_driver     which task is next, on many workers
//! proof_progress   how much of an iteration is left, by the parts that are done
//! proof_frontier   a frontier as a worker keeps it, and the tasks it runs
//! options          how a proof is to be run
//! ```
//!
//! # Determinism
//!
//! On one thread the nodes are visited in a fixed order. On several the length is the same, but
//! the counts and which of the shortest solutions is found may differ. With `count_full` they do
//! not: then the last iteration is finished, and there is no transposition table.
//!
//! Measurements and what was tried are in `bench/records/2026-11-notes-24-puzzle.md`.

mod arch;
mod astar_frontier;
mod astar_lists;
mod expand;
mod index_tables;
mod iteration;
mod node;
mod options;
mod parallel_task;
mod pool;
mod probe;
mod probe_tables;
mod proof;
mod proof_driver;
mod proof_frontier;
mod proof_progress;
mod proof_state;
mod proof_task;
mod pruning;
mod search_below;
mod signature;
mod task_search;
mod transpositions;
mod word;

pub use self::options::{BetweenIterations, Pause, ProofOptions};
use self::probe_tables::ProbeTables;
use self::proof::Prover;
pub use self::proof_driver::{Assignment, DriverError, DriverOptions, ProofDriver};
pub use self::proof_frontier::ProofFrontier;
pub use self::proof_progress::DriverProgress;
pub use self::proof_state::ProofState;
pub use self::proof_task::{ProofResult, ProofTask, Roots, Stub, TaskError};
use self::pruning::Pruning;
use self::word::{Narrow, WIDE_ROOM, Wide, Word, is_wide};
use crate::goal::Instance;
use crate::guard::{Finding, Guard};
use crate::pattern::{Compound, Symmetry};
use crate::prune::Automaton;

/// The length of the automaton's words.
const WORDS: usize = 12;

/// Solves boards of one size and blank home with several partitions that share tables.
///
/// ```
/// use noyes::search::{CompoundSolver, ProofOptions};
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
/// // `compound` has the tables of two patterns of four tiles on the 3×3 board.
/// assert!(CompoundSolver::fit(&compound));
/// let solver = CompoundSolver::new(compound);
/// assert!(solver.fits(&instance) && solver.bound(&instance) <= 14);
/// let found = solver.solve(&instance, &guard, ProofOptions::default(), &mut |_| Ok(None));
/// assert_eq!(found.moves.map(|moves| moves.len()), Some(14));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CompoundSolver {
    tables: SolverTables,
    pruning: Pruning,
}

/// The tables of a solver, laid out for its boards.
#[derive(Debug)]
enum SolverTables {
    Narrow(ProbeTables<Narrow>),
    Wide(ProbeTables<Wide>),
}

impl CompoundSolver {
    /// The most cells of a board. WebAssembly, which is downloaded, goes without the search of
    /// boards of more than 25.
    ///
    /// ```
    /// use noyes::search::CompoundSolver;
    ///
    /// assert_eq!(CompoundSolver::MOST_CELLS, 36);
    /// ```
    pub const MOST_CELLS: usize = <Wide as Word>::MOST_CELLS;

    /// Whether these tables can be searched with: a board of at most 36 cells and six columns, at
    /// most 7 tiles for each pattern, 16 sums, and 64 projections (tables times views).
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// assert!(CompoundSolver::fit(solver.compound()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fit(compound: &Compound) -> bool {
        match is_wide(compound.size()) {
            true => ProbeTables::<Wide>::fit(compound),
            false => ProbeTables::<Narrow>::fit(compound),
        }
    }

    /// A solver with these tables. Their size and blank home should be canonical (see
    /// [`Symmetry::to_canonical`]): otherwise no board [`CompoundSolver::fits`].
    ///
    /// # Panics
    ///
    /// If the tables do not [`CompoundSolver::fit`].
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// assert_eq!(solver.bound(&instance), 14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(compound: Compound) -> Self {
        let automaton = Automaton::new(compound.size(), WORDS);
        Self::with_automaton(compound, &automaton)
    }

    /// As [`CompoundSolver::new`], with an automaton made before. It must be of the tables' size:
    /// one of another size may prune every shortest solution, and the bounds proven are wrong.
    ///
    /// # Panics
    ///
    /// If the tables do not [`CompoundSolver::fit`].
    ///
    /// ```
    /// use noyes::prune::Automaton;
    #[doc = include_str!("solver_example.txt")]
    /// let automaton = Automaton::new(Size::new(3, 3)?, 4);
    /// let solver = CompoundSolver::with_automaton(solver.compound().clone(), &automaton);
    /// let found = solver.solve(&instance, &guard, ProofOptions::default(), &mut |_| Ok(None));
    /// assert_eq!(found.lower_bound, 14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_automaton(compound: Compound, automaton: &Automaton) -> Self {
        Self {
            tables: match is_wide(compound.size()) {
                true => SolverTables::Wide(ProbeTables::new(compound)),
                false => SolverTables::Narrow(ProbeTables::new(compound)),
            },
            pruning: Pruning::new(automaton),
        }
    }

    /// The length of the words of the automaton that [`CompoundSolver::new`] makes.
    ///
    /// ```
    /// assert_eq!(noyes::search::CompoundSolver::word_length(), 12);
    /// ```
    pub fn word_length() -> usize {
        WORDS
    }

    /// The tables.
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// assert_eq!(solver.compound().tables().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compound(&self) -> &Compound {
        match &self.tables {
            SolverTables::Narrow(tables) => &tables.compound,
            SolverTables::Wide(tables) => &tables.compound,
        }
    }

    fn prover<'a, W: Word>(&'a self, probe_tables: &'a ProbeTables<W>) -> Prover<'a, W> {
        Prover {
            probe_tables,
            pruning: &self.pruning,
        }
    }

    /// Whether the tables serve this board and goal: they have its size and goal cell of the blank,
    /// or it is a mirror image of a board that has.
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// assert!(solver.fits(&instance));
    /// // The blank first, instead of last: half a turn.
    /// assert!(solver.fits(&Instance::new(&"0 1 2/3 4 5/6 7 8".parse()?, &Goal::BlankFirst)?));
    /// assert!(!solver.fits(&Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fits(&self, instance: &Instance) -> bool {
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let own = (self.compound().size(), self.compound().blank_home());
        (way.to(), way.cell(instance.blank_home())) == own
    }

    /// The bound of the tables on a board.
    ///
    /// # Panics
    ///
    /// If the board is not one that [`CompoundSolver::fits`].
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// assert_eq!(solver.bound(&instance), 14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bound(&self, instance: &Instance) -> u32 {
        let way = self.to_canonical(instance);
        self.compound().bound(&way.labels(instance.labels()))
    }

    /// From the board to the orientation of the tables, which must serve it.
    fn to_canonical(&self, instance: &Instance) -> Symmetry {
        assert!(self.fits(instance), "the tables are for other boards");
        Symmetry::to_canonical(instance.size(), instance.blank_home())
    }

    /// Solves a board on the guard's threads.
    ///
    /// The observer is told each bound proven; the finding's bound is the last of them, and equals
    /// the length of its moves unless the guard stopped the search or a known solution met the
    /// bound. Boards whose bound passes 192 moves end with [`crate::guard::Stop::Depth`]: a node
    /// holds no longer path.
    ///
    /// `between` is called before each iteration. The length that it gives must be that of a real
    /// solution: the search ends as soon as no shorter one can exist.
    ///
    /// # Panics
    ///
    /// If the board is not one that [`CompoundSolver::fits`].
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// let found = solver.solve(&instance, &guard, ProofOptions::default(), &mut |_| Ok(None));
    /// assert_eq!((found.moves.map(|moves| moves.len()), found.lower_bound), (Some(14), 14));
    /// // A solution of 14 moves is known: its proof needs no moves.
    /// let known = solver.solve(&instance, &guard, ProofOptions::default(), &mut |_| Ok(Some(14)));
    /// assert_eq!((known.lower_bound, known.stop), (14, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(
        &self,
        instance: &Instance,
        guard: &Guard<'_>,
        options: ProofOptions<'_>,
        between: &mut BetweenIterations<'_>,
    ) -> Finding {
        let way = self.to_canonical(instance);
        let labels = way.labels(instance.labels());
        let mut finding = match &self.tables {
            SolverTables::Narrow(tables) => {
                let prover = self.prover(tables);
                match tables.projections.len() {
                    0..=16 => prover.prove::<16>(&labels, guard, options, between),
                    // Tables of so many projections do not fit into what a page has: WebAssembly,
                    // which is downloaded, goes without a copy of the search for them.
                    17..=32 if !cfg!(target_family = "wasm") => {
                        prover.prove::<32>(&labels, guard, options, between)
                    }
                    _ => prover.prove::<64>(&labels, guard, options, between),
                }
            }
            SolverTables::Wide(tables) => {
                let prover = self.prover(tables);
                match tables.projections.len() {
                    0..=WIDE_ROOM => prover.prove::<WIDE_ROOM>(&labels, guard, options, between),
                    _ => prover.prove::<64>(&labels, guard, options, between),
                }
            }
        };
        finding.moves = finding.moves.map(|moves| way.moves_back(&moves));
        finding
    }
}

#[cfg(test)]
mod tests;
