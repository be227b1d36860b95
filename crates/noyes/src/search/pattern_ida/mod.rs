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
    ///
    /// ```
    /// # use noyes::{Goal, Instance, Size};
    /// # use noyes::{guard::{Guard, Silent}, pattern::PatternSet, search::PatternSolver};
    /// # let guard = Guard::new(&Silent);
    /// let set = PatternSet::new(Size::new(3, 2)?, 5, &[&[0, 1], &[2, 3, 4]])?;
    /// let solver = PatternSolver::new(set.build(&guard)?);
    /// let instance = Instance::new(&"1 2/3 4/0 5".parse()?, &Goal::BlankLast)?;
    /// assert_eq!(solver.solve(&instance, &guard).lower_bound, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(additive: Additive) -> Self {
        let size = additive.size();
        Self::with_automaton(additive, Automaton::new(size, Self::word_length(size)))
    }

    /// As [`PatternSolver::new`], with an automaton made before. It must be of the tables' size:
    /// one of another size may prune every shortest solution, and the bounds proven are wrong.
    ///
    /// ```
    /// use noyes::prune::Automaton;
    /// # use noyes::{Goal, Instance, Size};
    /// # use noyes::{guard::{Guard, Silent}, pattern::PatternSet, search::PatternSolver};
    /// # let guard = Guard::new(&Silent);
    /// let set = PatternSet::new(Size::new(3, 2)?, 5, &[&[0, 1], &[2, 3, 4]])?;
    /// let solver = PatternSolver::new(set.build(&guard)?);
    /// // One that was stored, say.
    /// let automaton = Automaton::new(Size::new(3, 2)?, 4);
    /// let same = PatternSolver::with_automaton(solver.additive().clone(), automaton);
    /// let instance = Instance::new(&"1 2/3 4/0 5".parse()?, &Goal::BlankLast)?;
    /// assert_eq!(same.solve(&instance, &guard), solver.solve(&instance, &guard));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::search::PatternSolver;
    ///
    /// assert_eq!(PatternSolver::word_length(Size::new(3, 3)?), 2);
    /// assert_eq!(PatternSolver::word_length(Size::new(4, 4)?), 12);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn word_length(size: Size) -> usize {
        if size.cells() <= 10 { 2 } else { WORD_LENGTH }
    }

    /// The same solver with another point from which on it uses a transposition table: in
    /// iterations before which `nodes` nodes were generated, once the iteration has generated a
    /// quarter as many. The default is where it pays.
    #[cfg(feature = "internals")]
    pub fn with_transpositions_after(mut self, nodes: u64) -> Self {
        if let Form::Batches(solver) = &mut self.form {
            solver.transpositions_after = nodes;
        }
        self
    }

    /// The tables.
    ///
    /// ```
    /// # use noyes::{Goal, Instance, Size};
    /// # use noyes::{guard::{Guard, Silent}, pattern::PatternSet, search::PatternSolver};
    /// # let guard = Guard::new(&Silent);
    /// let set = PatternSet::new(Size::new(3, 2)?, 5, &[&[0, 1], &[2, 3, 4]])?;
    /// let solver = PatternSolver::new(set.build(&guard)?);
    /// assert_eq!(solver.additive().tables().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn additive(&self) -> &Additive {
        match &self.form {
            Form::Batches(solver) => solver.additive(),
            Form::Reference(additive, _) => additive,
        }
    }

    #[cfg(feature = "internals")]
    fn automaton(&self) -> &Automaton {
        match &self.form {
            Form::Batches(solver) => solver.automaton(),
            Form::Reference(_, automaton) => automaton,
        }
    }

    /// Whether the tables serve this board and goal: they have its size and goal cell of the blank,
    /// or it is a mirror image of a board that has.
    ///
    /// ```
    /// # use noyes::{Goal, Instance, Size};
    /// # use noyes::{guard::{Guard, Silent}, pattern::PatternSet, search::PatternSolver};
    /// # let guard = Guard::new(&Silent);
    /// let set = PatternSet::new(Size::new(3, 2)?, 5, &[&[0, 1], &[2, 3, 4]])?;
    /// let solver = PatternSolver::new(set.build(&guard)?);
    /// let instance = |text: &str| -> Result<Instance, Box<dyn std::error::Error>> {
    ///     Ok(Instance::new(&text.parse()?, &Goal::BlankLast)?)
    /// };
    /// assert!(solver.fits(&instance("1 2/3 4/0 5")?) && solver.fits(&instance("1 2 3/4 0 5")?));
    /// assert!(!solver.fits(&instance("1 2/0 3")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fits(&self, instance: &Instance) -> bool {
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let additive = self.additive();
        (way.to(), way.cell(instance.blank_home())) == (additive.size(), additive.blank_home())
    }

    /// The bound of the tables on a board.
    ///
    /// # Panics
    ///
    /// If the board is not one that [`PatternSolver::fits`].
    ///
    /// ```
    /// # use noyes::{Goal, Instance, Size};
    /// # use noyes::{guard::{Guard, Silent}, pattern::PatternSet, search::PatternSolver};
    /// # let guard = Guard::new(&Silent);
    /// let set = PatternSet::new(Size::new(3, 2)?, 5, &[&[0, 1], &[2, 3, 4]])?;
    /// let solver = PatternSolver::new(set.build(&guard)?);
    /// let instance = Instance::new(&"1 2/3 4/0 5".parse()?, &Goal::BlankLast)?;
    /// assert_eq!(solver.bound(&instance), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bound(&self, instance: &Instance) -> u32 {
        assert!(self.fits(instance), "the tables are for other boards");
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
    ///
    /// ```
    /// # use noyes::{Goal, Instance, Size};
    /// # use noyes::{guard::{Guard, Silent}, pattern::PatternSet, search::PatternSolver};
    /// # let guard = Guard::new(&Silent);
    /// let set = PatternSet::new(Size::new(3, 2)?, 5, &[&[0, 1], &[2, 3, 4]])?;
    /// let solver = PatternSolver::new(set.build(&guard)?);
    /// let instance = Instance::new(&"5 4/3 2/1 0".parse()?, &Goal::BlankLast)?;
    /// let found = solver.solve(&instance, &guard);
    /// assert_eq!(found.moves.map(|moves| moves.len() as u32), Some(found.lower_bound));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use noyes::scramble::Scrambler;
    /// # use noyes::{Goal, Instance, Size};
    /// # use noyes::{guard::{Guard, Silent}, pattern::PatternSet, search::PatternSolver};
    /// # let guard = Guard::new(&Silent);
    /// let set = PatternSet::new(Size::new(3, 2)?, 5, &[&[0, 1], &[2, 3, 4]])?;
    /// let solver = PatternSolver::new(set.build(&guard)?);
    /// let mut scrambler = Scrambler::new(Size::new(3, 2)?, &Goal::BlankLast, 1)?;
    /// let boards = (0..10).map(|_| Instance::new(&scrambler.uniform(), &Goal::BlankLast));
    /// let boards: Vec<Instance> = boards.collect::<Result<_, _>>()?;
    /// let found = solver.solve_all(&boards, &guard);
    /// assert!(found.len() == 10 && found.iter().all(|found| found.moves.is_some()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_all(&self, instances: &[Instance], guard: &Guard<'_>) -> Vec<Finding> {
        let threads = guard.threads();
        let guard = guard.on(threads.at_most(1));
        threads.map(instances.len(), |number| {
            self.solve(&instances[number], &guard)
        })
    }

    /// Solves a board with the reference implementation: the same answers, much later.
    ///
    /// # Panics
    ///
    /// If the tables do not fit the board.
    #[cfg(feature = "internals")]
    pub fn solve_reference(&self, instance: &Instance, guard: &Guard<'_>) -> Finding {
        assert!(self.fits(instance), "the tables are for other boards");
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
