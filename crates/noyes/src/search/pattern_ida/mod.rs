//! IDA* on one-bit pattern tables.
//!
//! # Idea
//!
//! Iterative deepening A* (Korf, "Depth-first iterative-deepening", Artificial Intelligence 27,
//! 1985): search for a solution of exactly `bound` moves, and prune every board whose distance in
//! the tables is more than the moves left. If there is none, raise the bound by two (the parity of
//! a solution's length is fixed) and begin again.
//!
//! The distance itself is never stored. A node holds how often it may still rise (`slack`), and a
//! slide changes one pattern's distance by exactly one, up or down, as a single bit says. So a
//! child costs, for each of two views (the board, and the board mirrored), an index and one bit.
//!
//! # The parts
//!
//! ```text
//! iterative_deepening     one iteration after another, and the threads of an iteration
//! first_moves             all first slides of the shortest solutions
//! breadth_first_frontier  the first slides: the nodes that threads share
//! search_below            the hot loop: batches of nodes, expanded in steps
//! arch                    the steps, in scalar and vector forms
//! probe                   one lookup in a pattern table
//! probe_tables            the small tables that the hot loop reads: in the first two cache levels
//! child, context          what the forms of the hot loop share
//! node                    a board reached by the search: one cache line
//! open_list               the nodes to be expanded, best first
//! lehmer                  permutations as digits
//! root_distances          the distances of the board to be solved
//! transpositions          which nodes the transposition table lets the search leave out
//! reference               the same search without any of this, for tests and for large boards
//! ```
//!
//! # What is pruned
//!
//! * Slides that the automaton knows to be superfluous (see [`crate::prune`]).
//! * One half of the tree of a board that is its own mirror image: of two mirrored first slides,
//!   the later one. The first shortest solution in dictionary order starts with the earlier, so
//!   this agrees with the automaton.
//!
//! # Determinism
//!
//! On one thread the nodes are visited in a fixed order, and their number is a signature that
//! tests check. On several threads the length is the same, but which of the shortest solutions is
//! found may differ.

mod arch;
mod breadth_first_frontier;
mod child;
mod context;
mod first_moves;
mod iterative_deepening;
mod lehmer;
mod node;
mod open_list;
mod probe;
mod probe_tables;
mod reference;
mod root_distances;
mod search_below;
mod transpositions;

use self::iterative_deepening::BatchSolver;
use self::probe_tables::ProbeTables;
use crate::board::Size;
use crate::goal::Instance;
use crate::guard::{Finding, Guard};
use crate::pattern::{Additive, Symmetry};
use crate::prune::Automaton;

/// The length of the automaton's words: see the table in `prune/automaton.rs`.
const WORD_LENGTH: usize = 12;

/// Solves boards of one size and blank home with one set of tables.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::{Additive, Tier, build_all, partition};
/// use noyes::search::PatternSolver;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let guard = Guard::new(&Silent);
/// let built = build_all(&partition(board.size(), 8, Tier::Small)?, &guard)?;
/// let tables = built.into_iter().map(|built| built.table).collect();
/// let solver = PatternSolver::new(Additive::new(tables)?);
/// assert_eq!(solver.solve(&instance, &guard).lower_bound, 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PatternSolver {
    form: Form,
}

/// Which search serves the tables.
#[derive(Debug)]
enum Form {
    Batches(Box<BatchSolver>),
    Reference(Additive, Automaton),
}

impl PatternSolver {
    /// A solver with these tables. Their size and blank home should be canonical (see
    /// [`Symmetry::to_canonical`]): otherwise no board [`PatternSolver::fits`].
    pub fn new(additive: Additive) -> Self {
        let size = additive.size();
        Self::with_automaton(additive, Automaton::new(size, Self::word_length(size)))
    }

    /// As [`PatternSolver::new`], with an automaton made before. It must be of the tables' size:
    /// one of another size may prune every shortest solution, and the bounds proven are wrong.
    pub fn with_automaton(additive: Additive, automaton: Automaton) -> Self {
        let form = if ProbeTables::fit(&additive) {
            Form::Batches(Box::new(BatchSolver::new(additive, automaton)))
        } else {
            Form::Reference(additive, automaton)
        };
        Self { form }
    }

    /// The length of the automaton's words for boards of a size. Boards of at most ten cells are a
    /// single pattern, so that nothing is searched and nothing needs pruning.
    pub fn word_length(size: Size) -> usize {
        if size.cells() <= 10 { 2 } else { WORD_LENGTH }
    }

    /// The same solver with another point from which on it uses a transposition table: in
    /// iterations before which `nodes` nodes were generated, once the iteration has generated a
    /// quarter as many. The default is where it pays.
    pub fn with_transpositions_after(mut self, nodes: u64) -> Self {
        if let Form::Batches(solver) = &mut self.form {
            solver.transpositions_after = nodes;
        }
        self
    }

    /// The tables.
    pub fn additive(&self) -> &Additive {
        match &self.form {
            Form::Batches(solver) => solver.additive(),
            Form::Reference(additive, _) => additive,
        }
    }

    fn automaton(&self) -> &Automaton {
        match &self.form {
            Form::Batches(solver) => solver.automaton(),
            Form::Reference(_, automaton) => automaton,
        }
    }

    /// Whether the tables serve this board and goal.
    pub fn fits(&self, instance: &Instance) -> bool {
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let additive = self.additive();
        (way.to(), way.cell(instance.blank_home())) == (additive.size(), additive.blank_home())
    }

    /// The bound of the tables on a board that [`PatternSolver::fits`]; for another board it means
    /// nothing, or it panics.
    pub fn bound(&self, instance: &Instance) -> u32 {
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        self.additive().bound(&way.labels(instance.labels()))
    }

    /// Solves a board that [`PatternSolver::fits`], on the guard's threads.
    ///
    /// The observer is told every bound proven. The finding's bound is the last of them, and equals
    /// the length of its moves unless the guard stopped the search.
    ///
    /// # Panics
    ///
    /// If the tables do not fit the board.
    pub fn solve(&self, instance: &Instance, guard: &Guard<'_>) -> Finding {
        assert!(self.fits(instance), "the tables are for other boards");
        in_canonical_labels(instance, |labels| match &self.form {
            Form::Batches(solver) => solver.solve(labels, guard),
            Form::Reference(additive, automaton) => {
                reference::solve(additive, automaton, labels, guard)
            }
        })
    }

    /// Solves many boards. Each board is solved on one thread, and the guard's threads share the
    /// boards. The findings are in the order of the boards. The guard's limits hold for each board.
    ///
    /// # Panics
    ///
    /// If the tables do not fit one of the boards.
    pub fn solve_all(&self, instances: &[Instance], guard: &Guard<'_>) -> Vec<Finding> {
        let threads = guard.threads();
        let guard = guard.on(threads.at_most(1));
        threads.map(instances.len(), |number| {
            self.solve(&instances[number], &guard)
        })
    }

    /// Solves a board with the reference implementation: the same answers, much later.
    pub fn solve_reference(&self, instance: &Instance, guard: &Guard<'_>) -> Finding {
        in_canonical_labels(instance, |labels| {
            reference::solve(self.additive(), self.automaton(), labels, guard)
        })
    }
}

/// Solves a board as its canonical image, and turns the moves back.
fn in_canonical_labels(instance: &Instance, solve: impl FnOnce(&[u16]) -> Finding) -> Finding {
    let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
    let mut finding = solve(&way.labels(instance.labels()));
    finding.moves = finding.moves.map(|moves| way.moves_back(&moves));
    finding
}
