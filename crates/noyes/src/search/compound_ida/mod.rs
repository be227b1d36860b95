//! A* and then IDA* on several partitions of one-bit pattern tables: boards of 17 to 25 cells.
//!
//! # Idea
//!
//! The 24-puzzle has some 10²⁵ boards and its tables reach six tiles, so no single partition is
//! strong. But several, each seen as it is and transposed, have their weak spots in different
//! places, and their maximum prunes a hundred times better than one. The price is a look-up in
//! each of them for every child, so look-ups must cost next to nothing: indices are kept slide
//! by slide, all memory is asked for early and in bulk, and what a bit cannot change is not read
//! before it must be (see `batch`).
//!
//! The search itself is iterative deepening (see [`super::PatternSolver`]) below a frontier that
//! A* has laid (see `frontier`), which all threads share.
//!
//! # The parts
//!
//! ```text
//! lookups    the small tables that make indices
//! kind       those of them that patterns of as many tiles share
//! node       a board on the way
//! pool       where nodes live
//! look       where the bit of a child lies in one table
//! batch      the hot loop: some nodes expanded together, in stages
//! dive       the search below some nodes, depth first, a batch at a time
//! frontier   the first nodes, by A*, every board once
//! iteration  one iteration below the frontier, in parts that threads take in turn
//! memory     boards met, so that none is searched twice
//! standing   how far it has come: what a checkpoint holds
//! ```
//!
//! # Determinism
//!
//! On one thread the nodes are visited in a fixed order. On several the length is the same, and
//! which of the shortest solutions comes out may differ; the counts too, unless they are to be compared
//! (`count_full`): then the last iteration is finished, and no board is left out for having been met.

mod batch;
mod frontier;
mod iteration;
mod kind;
mod look;
mod lookups;
mod node;
mod pool;
mod proof_state;
mod search_below;
mod transpositions;

use self::frontier::Frontier;
use self::iteration::Iteration;
use self::lookups::{Lookups, Pruning};
use self::node::LONGEST;
pub use self::proof_state::ProofState;
use self::transpositions::Transpositions;
use crate::goal::Instance;
use crate::guard::{Counts, Event, Finding, Guard, Stop};
use crate::pattern::{Compound, Symmetry};
use crate::prune::Automaton;

/// The name searches and bounds are reported under.
const SOURCE: &str = "deep-ida";
/// The length of the automaton's words.
const WORDS: usize = 12;
/// Open boards that end A*, at first and at most. Four times as many save 2 to 10 % of the nodes; A* takes
/// two microseconds for each.
const SEEDS: [usize; 2] = [1 << 13, 1 << 18];
/// Nodes of an iteration for each open board: once it takes more, A* is done again, for more open boards.
const NODES_A_SEED: u64 = 128;

/// How a board is to be searched.
#[derive(Clone, Copy, Default)]
pub struct ProofOptions<'a> {
    /// Whether to finish the last iteration, so that its counts do not depend on when the
    /// solution was found.
    pub count_full: bool,
    /// Open boards that end A*; 0 is what has proven good.
    pub seeds: usize,
    /// Whether boards met are remembered; none is where it pays. With `count_full` they never are.
    pub remembers: Option<bool>,
    /// What is known already: no solution is shorter.
    pub at_least: u32,
    /// The work done before, counted with that to come.
    pub counts: Counts,
    /// Where to go on from: the standing of an earlier search of the same board.
    pub resume: Option<&'a ProofState>,
    /// Told after every part how things stand.
    pub keeper: Option<&'a (dyn Fn(&ProofState) + Sync)>,
}

impl std::fmt::Debug for ProofOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProofOptions")
            .field("count_full", &self.count_full)
            .field("seeds", &self.seeds)
            .field("remembers", &self.remembers)
            .field("at_least", &self.at_least)
            .field("counts", &self.counts)
            .field("resume", &self.resume)
            .finish_non_exhaustive()
    }
}

/// A moment between two iterations.
#[derive(Debug)]
pub struct Pause<'a> {
    /// What is proven: no solution is shorter.
    pub bound: u32,
    /// Nodes generated in the iteration before; the next is some eight times as large.
    pub last: u64,
    /// The work done so far, to which what is done now may be added.
    pub counts: &'a mut Counts,
}

/// Asked between iterations for the length of a solution that is known by now. Once no shorter
/// one can exist, the search ends with that bound and no moves.
pub type BetweenIterations<'a> = dyn FnMut(Pause<'_>) -> Result<Option<u32>, Stop> + 'a;

/// Solves boards of one size and blank home with several partitions that share tables.
#[derive(Debug)]
pub struct CompoundSolver {
    lookups: Lookups,
    pruning: Pruning,
}

impl CompoundSolver {
    /// Whether these tables can be searched with: a board of at most 25 cells and five columns,
    /// at most 7 tiles a pattern, 16 looks, and 64 tables, each seen from each view counted.
    pub fn fit(compound: &Compound) -> bool {
        Lookups::fit(compound)
    }

    /// A solver with these tables, which must [`CompoundSolver::fit`] and whose size and blank
    /// home must be canonical (see [`Symmetry::to_canonical`]).
    pub fn new(compound: Compound) -> Self {
        let automaton = Automaton::new(compound.size(), WORDS);
        Self::with_automaton(compound, &automaton)
    }

    /// As [`CompoundSolver::new`], with an automaton of that size made before.
    pub fn with_automaton(compound: Compound, automaton: &Automaton) -> Self {
        Self {
            lookups: Lookups::new(compound),
            pruning: Pruning::new(automaton),
        }
    }

    /// The length of the automaton's words.
    pub fn words() -> usize {
        WORDS
    }

    /// The tables.
    pub fn compound(&self) -> &Compound {
        &self.lookups.compound
    }

    /// Whether the tables serve this board and goal.
    pub fn fits(&self, instance: &Instance) -> bool {
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let mine = (self.lookups.size(), self.lookups.blank_home());
        (way.to(), way.cell(instance.blank_home())) == mine
    }

    /// The bound of the tables on a board that [`CompoundSolver::fits`].
    pub fn bound(&self, instance: &Instance) -> u32 {
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        self.compound().bound(&way.labels(instance.labels()))
    }

    /// Solves a board that [`CompoundSolver::fits`].
    ///
    /// The observer is told every bound proven; the finding's bound is the last of them, and
    /// equals the length of its moves unless the guard stopped the search or a known solution met
    /// the bound. Boards whose bound passes 192 moves end with [`Stop::Memory`]: a node
    /// remembers no more.
    pub fn solve(
        &self,
        instance: &Instance,
        guard: &Guard<'_>,
        effort: ProofOptions<'_>,
        between: &mut BetweenIterations<'_>,
    ) -> Finding {
        assert!(self.fits(instance), "the tables are for other boards");
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let labels = way.labels(instance.labels());
        let mut finding = match self.lookups.parts.len() {
            0..=16 => self.solve_with::<16>(&labels, guard, effort, between),
            17..=32 => self.solve_with::<32>(&labels, guard, effort, between),
            _ => self.solve_with::<64>(&labels, guard, effort, between),
        };
        finding.moves = finding.moves.map(|moves| way.moves_back(&moves));
        finding
    }

    fn solve_with<const S: usize>(
        &self,
        labels: &[u16],
        guard: &Guard<'_>,
        effort: ProofOptions<'_>,
        between: &mut BetweenIterations<'_>,
    ) -> Finding {
        let mut finding = Finding {
            moves: None,
            lower_bound: effort.at_least,
            counts: effort.counts,
            stop: None,
        };
        let begun = self.begin::<S>(labels, guard, effort);
        let (mut frontier, mut standing) = match begun {
            Ok(begun) => begun,
            Err(stop) => {
                finding.stop = Some(stop);
                return finding;
            }
        };
        let iteration = Iteration {
            lookups: &self.lookups,
            pruning: &self.pruning,
            guard,
            to_the_end: effort.count_full,
            keeper: effort.keeper,
        };
        let mut memory: Option<Transpositions> = None;
        let mut last = 0;
        loop {
            finding.lower_bound = standing.bound;
            finding.counts = standing.counts;
            if let Some(goal) = frontier.goal(standing.bound) {
                finding.moves = Some(goal.slides(frontier.depth(goal) as usize));
                return finding;
            }
            let known = self.pause(guard, &mut standing, last, between);
            finding.counts = standing.counts;
            let known = match known {
                Ok(Some(known)) if known <= standing.bound => return finding,
                Ok(known) => known,
                Err(stop) => {
                    finding.stop = Some(stop);
                    return finding;
                }
            };
            if standing.done.is_empty() {
                standing.before = standing.counts.generated;
            }
            let seeds = frontier.with_bound(standing.bound);
            self.remember(guard, effort, &standing, &mut memory);
            if let Some(memory) = &mut memory {
                memory.bound = standing.bound;
            }
            let end = iteration.run(&seeds, memory.as_mut(), &mut standing);
            finding.counts = end.counts;
            if end.stop.is_some() || standing.found.is_some() {
                finding.stop = end.stop.filter(|_| standing.found.is_none());
                finding.moves = standing.found;
                return finding;
            }
            last = end.counts.generated - standing.before;
            standing.bound += 2;
            standing.done.clear();
            let is_over = known.is_some_and(|known| known <= standing.bound);
            if !is_over && self.wants_more(effort, last, &mut standing) {
                match self.lay(labels, guard, &mut standing) {
                    Ok(larger) => {
                        frontier = larger;
                        // Orders are by the numbers of seeds.
                        memory = None;
                    }
                    Err(stop) => {
                        finding.lower_bound = standing.bound;
                        finding.stop = Some(stop);
                        return finding;
                    }
                }
            }
        }
    }

    /// The frontier to begin with, and how things stand: as in the effort's, if it is of this
    /// search.
    fn begin<const S: usize>(
        &self,
        labels: &[u16],
        guard: &Guard<'_>,
        effort: ProofOptions<'_>,
    ) -> Result<(Frontier<S>, ProofState), Stop> {
        let fresh = |seeds| ProofState {
            seeds,
            bound: effort.at_least,
            counts: Counts {
                generated: effort.counts.generated + 1,
                ..effort.counts
            },
            ..ProofState::default()
        };
        if let Some(old) = effort.resume {
            let mut again = fresh(old.seeds.min(SEEDS[1]));
            let frontier = self.lay(labels, guard, &mut again)?;
            if again.frontier == old.frontier {
                return Ok((frontier, old.clone()));
            }
        }
        let mut standing = fresh(match effort.seeds {
            0 => SEEDS[0],
            seeds => seeds,
        });
        let frontier = self.lay(labels, guard, &mut standing)?;
        Ok((frontier, standing))
    }

    /// A* until as many boards are open as the standing says.
    fn lay<const S: usize>(
        &self,
        labels: &[u16],
        guard: &Guard<'_>,
        standing: &mut ProofState,
    ) -> Result<Frontier<S>, Stop> {
        let counts = &mut standing.counts;
        let seeds = standing.seeds;
        let frontier = Frontier::new(&self.lookups, &self.pruning, labels, seeds, guard, counts)?;
        standing.bound = standing.bound.max(frontier.bound());
        standing.frontier = frontier.signature();
        Ok(frontier)
    }

    /// Makes room for boards to be remembered in the next iteration, if they are to be.
    fn remember(
        &self,
        guard: &Guard<'_>,
        effort: ProofOptions<'_>,
        standing: &ProofState,
        memory: &mut Option<Transpositions>,
    ) {
        let wanted = match effort.remembers {
            _ if effort.count_full || standing.seeds > Transpositions::MOST_SEEDS => return,
            Some(false) => return,
            Some(true) => standing.before.max(Transpositions::WORTH),
            None => standing.before,
        };
        let worth = Transpositions::worth(wanted, self.lookups.looks, guard);
        match (&worth, &*memory) {
            (Some(worth), Some(memory)) if !worth.is_larger(memory) => {}
            (None, _) => {}
            _ => *memory = worth,
        }
    }

    /// Whether A* is to be done again after an iteration of so many nodes, and for how many seeds.
    fn wants_more(&self, effort: ProofOptions<'_>, last: u64, standing: &mut ProofState) -> bool {
        let wanted = (last / NODES_A_SEED).min(SEEDS[1] as u64) as usize;
        if effort.seeds != 0 || wanted < 2 * standing.seeds {
            return false;
        }
        standing.seeds = wanted;
        true
    }

    /// Tells the bound, and asks what is known by now.
    fn pause(
        &self,
        guard: &Guard<'_>,
        standing: &mut ProofState,
        last: u64,
        between: &mut BetweenIterations<'_>,
    ) -> Result<Option<u32>, Stop> {
        let bound = standing.bound;
        guard.tell(&Event::BoundRaised {
            bound,
            source: SOURCE,
            counts: &standing.counts,
        })?;
        guard.check(&standing.counts)?;
        if bound > LONGEST {
            return Err(Stop::Memory);
        }
        between(Pause {
            bound,
            last,
            counts: &mut standing.counts,
        })
    }
}

#[cfg(test)]
mod tests;
