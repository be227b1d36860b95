//! All first slides of the shortest solutions of a board.
//!
//! # Idea
//!
//! A slide changes the true distance by exactly one. So a slide begins a shortest solution of `m`
//! moves if and only if the board after it has a solution of `m − 1` moves: one iteration of IDA*
//! with that bound decides it, and no others are needed.
//!
//! Each neighbour is the root of a search of its own, with the automaton in its start state. The
//! search of the board itself cannot tell, because its automaton keeps only one of several orders
//! of the same slides, and with it only one of their first slides.
//!
//! # Invariants
//!
//! The slide back is left out: it leads to the board, which needs `m` more moves, and `m + 1` is
//! more than the bound.
//!
//! # Cost
//!
//! About the last iteration of the board itself, run to its end.

use super::{Form, PatternSolver, reference};
use crate::board::{Direction, DirectionSet, Moves};
use crate::goal::Instance;
use crate::guard::{Counts, Guard, Stop};
use crate::pattern::Symmetry;

impl PatternSolver {
    /// All first slides of the shortest solutions of a board that [`PatternSolver::fits`], on the
    /// calling thread. The work is added to `counts`, which the guard's node limit holds for.
    ///
    /// | Argument | Contract |
    /// |---|---|
    /// | `solution` | A shortest solution of the instance. With a longer one the answer is all slides after which a solution with one move less exists, which may be all of them. |
    ///
    /// # Panics
    ///
    /// If the tables do not fit the board.
    ///
    /// ```
    /// use noyes::guard::{Counts, Guard, Silent};
    /// use noyes::pattern::{Additive, Tier, build_all, partition};
    /// use noyes::search::PatternSolver;
    /// use noyes::{Board, Goal, Instance};
    ///
    /// // Three tiles go around either way.
    /// let board = Board::new(&[[0, 3], [2, 1]])?;
    /// let instance = Instance::new(&board, &Goal::BlankLast)?;
    /// let guard = Guard::new(&Silent);
    /// let built = build_all(&partition(board.size(), 3, Tier::Small)?, &guard)?;
    /// let tables = built.into_iter().map(|built| built.table).collect();
    /// let solver = PatternSolver::new(Additive::new(tables)?);
    /// let solution = solver.solve(&instance, &guard).moves.unwrap();
    /// let counts = &mut Counts::default();
    /// let first = solver.first_moves(&instance, &solution, counts, &guard)?;
    /// assert_eq!(first.to_string(), "UL");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_moves(
        &self,
        instance: &Instance,
        solution: &Moves,
        counts: &mut Counts,
        guard: &Guard<'_>,
    ) -> Result<DirectionSet, Stop> {
        assert!(self.fits(instance), "the tables are for other boards");
        let mut first_moves = DirectionSet::EMPTY;
        let Some(known) = solution.first().copied() else {
            return Ok(first_moves);
        };
        first_moves.insert(known);
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let mut labels = way.labels(instance.labels());
        let (blank, left) = (way.cell(instance.blank()), solution.len() as u32 - 1);
        for direction in Direction::ALL {
            let Some(cell) = way.to().source_cell(blank, direction) else {
                continue;
            };
            let here = way.direction_back(direction);
            if here == known {
                continue;
            }
            labels.swap(blank, cell);
            let back = direction.opposite();
            let found = match &self.form {
                Form::Batches(solver) => solver.has_solution(&labels, back, left, counts, guard),
                Form::Reference(additive, automaton) => {
                    reference::has_solution(additive, automaton, &labels, left, counts, guard)
                }
            };
            labels.swap(blank, cell);
            if found? {
                first_moves.insert(here);
            }
        }
        Ok(first_moves)
    }
}
