//! A* and then IDA* on several partitions of one-bit pattern tables: boards of 17 to 25 cells.
//!
//! # Idea
//!
//! The 24-puzzle has some 10²⁵ boards and its tables reach six tiles, so no single partition is
//! strong. But several, each seen as it is and transposed, have their weak spots in different
//! places, and their maximum prunes a hundred times better than one. The price is a look-up in
//! each of them for every child, so look-ups must cost next to nothing: indices are kept slide
//! by slide, all memory is asked for early and in bulk, and what a bit cannot change is not read
//! before it must be (see `dive`).
//!
//! The search itself is iterative deepening (see [`super::PatternSolver`]) below a frontier that
//! A* has laid (see `frontier`), which all threads share.
//!
//! # The parts
//!
//! ```text
//! lookups    the small tables that make indices
//! node       a board on the way
//! pool       where nodes live
//! dive       the hot loop: a batch of nodes at a time, in stages
//! frontier   the first nodes, by A*, every board once
//! iteration  one iteration below the frontier, in parts that threads take in turn
//! ```
//!
//! # Determinism
//!
//! On one thread the nodes are visited in a fixed order. On several the length is the same, and
//! which of the shortest solutions comes out may differ; the counts too, in the last iteration,
//! unless it is finished (`count_full`).

mod dive;
mod frontier;
mod iteration;
mod lookups;
mod node;
mod pool;

use std::sync::OnceLock;

use self::frontier::Frontier;
use self::iteration::Iteration;
use self::lookups::{Lookups, Pruning};
use self::node::LONGEST;
use crate::goal::Instance;
use crate::guard::{Counts, Event, Finding, Guard, Stop};
use crate::pattern::{Additive, Symmetry};
use crate::prune::Automaton;

/// The name searches and bounds are reported under.
const SOURCE: &str = "deep-ida";
/// The length of the automaton's words.
const WORDS: usize = 12;
/// Open boards that end A*.
const SEEDS: usize = 1 << 16;

/// How a board is to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeepEffort {
    /// Threads to use.
    pub threads: usize,
    /// The length of a solution that is known: once no shorter one can exist, the search ends
    /// with this bound and no moves.
    pub known: Option<u32>,
    /// Whether to finish the last iteration, so that its counts do not depend on when the
    /// solution was found.
    pub count_full: bool,
}

impl Default for DeepEffort {
    fn default() -> Self {
        Self {
            threads: 1,
            known: None,
            count_full: false,
        }
    }
}

/// Solves boards of one size and blank home with several partitions of tables.
#[derive(Debug)]
pub struct DeepSolver {
    lookups: Lookups,
    pruning: OnceLock<Pruning>,
}

impl DeepSolver {
    /// Whether these partitions can be searched with: all of one size of at most 25 cells and at
    /// most five columns, one blank home, at most 7 tiles a pattern and 16 looks.
    pub fn fit(partitions: &[Additive]) -> bool {
        Lookups::fit(partitions)
    }

    /// A solver with these partitions, which must [`DeepSolver::fit`] and whose size and blank
    /// home must be canonical (see [`Symmetry::to_canonical`]).
    pub fn new(partitions: Vec<Additive>) -> Self {
        Self {
            lookups: Lookups::new(partitions),
            pruning: OnceLock::new(),
        }
    }

    fn pruning(&self) -> &Pruning {
        let make = || Pruning::new(&Automaton::new(self.lookups.size(), WORDS));
        self.pruning.get_or_init(make)
    }

    /// The partitions.
    pub fn partitions(&self) -> &[Additive] {
        &self.lookups.partitions
    }

    /// Whether the tables serve this board and goal.
    pub fn fits(&self, instance: &Instance) -> bool {
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let mine = (self.lookups.size(), self.lookups.blank_home());
        (way.to(), way.cell(instance.blank_home())) == mine
    }

    /// The bound of the tables on a board that [`DeepSolver::fits`].
    pub fn bound(&self, instance: &Instance) -> u32 {
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let labels = way.labels(instance.labels());
        let bounds = self.partitions().iter().map(|part| part.bound(&labels));
        bounds.max().unwrap_or(0)
    }

    /// Solves a board that [`DeepSolver::fits`].
    ///
    /// The observer is told every bound proven; the finding's bound is the last of them, and
    /// equals the length of its moves unless the guard stopped the search or a known solution met
    /// the bound. Boards whose bound passes 128 moves end with [`Stop::Memory`]: a node
    /// remembers no more.
    pub fn solve(&self, instance: &Instance, guard: &Guard<'_>, effort: DeepEffort) -> Finding {
        assert!(self.fits(instance), "the tables are for other boards");
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let labels = way.labels(instance.labels());
        let mut finding = match self.lookups.states.len() {
            0..=16 => self.solve_with::<16>(&labels, guard, effort),
            17..=32 => self.solve_with::<32>(&labels, guard, effort),
            _ => self.solve_with::<64>(&labels, guard, effort),
        };
        finding.moves = finding.moves.map(|moves| way.moves_back(&moves));
        finding
    }

    fn solve_with<const S: usize>(
        &self,
        labels: &[u16],
        guard: &Guard<'_>,
        effort: DeepEffort,
    ) -> Finding {
        let mut counts = Counts {
            generated: 1,
            ..Counts::default()
        };
        let mut finding = Finding {
            moves: None,
            lower_bound: 0,
            counts,
            stop: None,
        };
        let (lookups, pruning) = (&self.lookups, self.pruning());
        let frontier = Frontier::<S>::new(lookups, pruning, labels, SEEDS, guard, &mut counts);
        finding.counts = counts;
        let frontier = match frontier {
            Ok(frontier) => frontier,
            Err(stop) => {
                finding.stop = Some(stop);
                return finding;
            }
        };
        finding.lower_bound = frontier.bound();
        if let Some(goal) = frontier.goal() {
            finding.moves = Some(goal.slides(frontier.depth(goal) as usize));
            return finding;
        }
        let iteration = Iteration {
            lookups,
            pruning,
            guard,
            threads: effort.threads.max(1),
            to_the_end: effort.count_full,
        };
        loop {
            let bound = finding.lower_bound;
            let raised = Event::BoundRaised {
                bound,
                source: SOURCE,
                counts: &finding.counts,
            };
            let told = guard.tell(&raised).and_then(|()| {
                if bound > LONGEST {
                    return Err(Stop::Memory);
                }
                guard.check(&finding.counts)
            });
            finding.stop = told.err();
            if finding.stop.is_some() || effort.known.is_some_and(|known| known <= bound) {
                return finding;
            }
            let end = iteration.run(&frontier.with_bound(bound), finding.counts);
            finding.counts = end.counts;
            finding.moves = end.goal.map(|goal| goal.slides(bound as usize));
            finding.stop = end.stop.filter(|_| finding.moves.is_none());
            if finding.moves.is_some() || finding.stop.is_some() {
                return finding;
            }
            finding.lower_bound += 2;
        }
    }
}

#[cfg(test)]
mod tests;
