//! IDA* on one-bit pattern tables.
//!
//! # Idea
//!
//! Iterative deepening A* (Korf, "Depth-first iterative-deepening", Artificial Intelligence 27,
//! 1985): search depth first for a solution of exactly `bound` moves, leaving out every board
//! whose distance in the tables is more than the moves left; where there is none, raise the bound
//! by two (the parity of a solution's length is fixed) and begin again.
//!
//! The distance itself is never stored. A node knows how often it may still rise (`slack`), and a
//! slide changes one pattern's distance by exactly one, up or down, as a single bit tells. So a
//! child costs, for each of two views (the board, and the board mirrored), an index and one bit.
//!
//! # The parts
//!
//! ```text
//! lookups   the small tables that make indices: in the first two cache levels
//! node      a board on the way: one cache line
//! descent   the distances of the board to be solved
//! dive      the hot loop: dozens of nodes at a time, in stages, so that memory answers in parallel
//! stages    these stages, child by child
//! look      where the bit of a child lies
//! lanes     the same stages, eight children at a time, where the processor can
//! open      the nodes to be expanded, best first
//! memory    the boards met, on boards of tens of millions of nodes
//! frontier  the first slides, breadth first: what threads share
//! plain     the same search without any of this, as a twin for tests and for large boards
//! ```
//!
//! # What is left out
//!
//! * Slides that the automaton knows to be superfluous (see [`crate::prune`]).
//! * One half of the tree of a board that is its own mirror image: of two mirrored first slides
//!   the later one. The earliest shortest solution starts with the earlier, so this agrees with
//!   the automaton.
//!
//! # Determinism
//!
//! On one thread the nodes are visited in a fixed order, and their number is a signature that
//! tests hold. On several the length is the same, and which of the shortest solutions comes out
//! may differ.

mod frontier;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod look;
mod lookups;
mod node;
mod open;
mod plain;
mod root_distances;
mod search_below;
mod stages;
mod transpositions;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use self::frontier::seeds;
use self::lookups::{Lookups, Pruning};
use self::node::{LONGEST, Node};
use self::open::Open;
use self::search_below::{Context, Dive, NodeCounts, dive};
use self::transpositions::Transpositions;
use super::{Counts, Event, Finding, Guard, Stop};
use crate::board::{Moves, Size};
use crate::goal::Instance;
use crate::pattern::{Additive, Symmetry};
use crate::prune::Automaton;

/// The name searches and bounds are reported under.
const SOURCE: &str = "pattern-ida";
/// The length of the automaton's words: see the table in `prune`.
const WORDS: usize = 12;
/// Nodes expanded between two questions to the guard.
const ALLOWANCE: u64 = 1 << 15;
/// Iterations expected to be smaller than this stay on one thread.
const WORTH_SHARING: u64 = 50_000;
/// Seeds wanted for each thread.
const SEEDS: usize = 400;
/// Seeds a thread takes at once.
const SHARE: usize = 4;

/// Solves boards of one size and blank home with one set of tables.
#[derive(Debug)]
pub struct PatternSolver {
    engine: Engine,
}

#[derive(Debug)]
enum Engine {
    Fast(Box<Fast>),
    Plain(Additive, Automaton),
}

/// What the hot loop needs.
#[derive(Debug)]
struct Fast {
    lookups: Lookups,
    pruning: Pruning,
    /// Queues not in use, with their memory.
    queues: Mutex<Vec<Open>>,
    /// Nodes before an iteration from which on boards met are remembered in it, after a quarter as many.
    remember_after: u64,
}

impl Fast {
    /// What a dive needs of it.
    fn kit(&self) -> Context<'_> {
        Context {
            lookups: &self.lookups,
            pruning: &self.pruning,
        }
    }

    /// An empty queue.
    fn queue(&self) -> Open {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        queues.pop().unwrap_or_default()
    }

    /// Keeps a queue for later.
    fn put_back(&self, mut queue: Open) {
        queue.clear();
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        queues.push(queue);
    }
}

impl PatternSolver {
    /// A solver with these tables, whose size and blank home must be canonical
    /// (see [`Symmetry::to_canonical`]).
    pub fn new(additive: Additive) -> Self {
        let size = additive.size();
        Self::with_automaton(additive, Automaton::new(size, Self::words(size)))
    }

    /// As [`PatternSolver::new`], with an automaton of that size made before.
    pub fn with_automaton(additive: Additive, automaton: Automaton) -> Self {
        let engine = if Lookups::fit(&additive) {
            Engine::Fast(Box::new(Fast {
                lookups: Lookups::new(additive),
                pruning: Pruning::new(automaton),
                queues: Mutex::default(),
                remember_after: Transpositions::WORTH,
            }))
        } else {
            Engine::Plain(additive, automaton)
        };
        Self { engine }
    }

    /// The length of the words of the automaton for boards of a size. Boards of ten cells are one
    /// pattern: nothing is searched there, and nothing worth pruning.
    pub fn words(size: Size) -> usize {
        if size.cells() <= 10 { 2 } else { WORDS }
    }

    /// The same solver, remembering boards met (see `memory`) from so many nodes on; where it pays,
    /// if this is not said.
    pub fn remembering_after(mut self, nodes: u64) -> Self {
        if let Engine::Fast(fast) = &mut self.engine {
            fast.remember_after = nodes;
        }
        self
    }

    /// The tables.
    pub fn additive(&self) -> &Additive {
        match &self.engine {
            Engine::Fast(fast) => &fast.lookups.additive,
            Engine::Plain(additive, _) => additive,
        }
    }

    /// Whether the tables serve this board and goal.
    pub fn fits(&self, instance: &Instance) -> bool {
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let additive = self.additive();
        (way.to(), way.cell(instance.blank_home())) == (additive.size(), additive.blank_home())
    }

    /// The bound of the tables on a board that [`PatternSolver::fits`].
    pub fn bound(&self, instance: &Instance) -> u32 {
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        self.additive().bound(&way.labels(instance.labels()))
    }

    /// Solves a board that [`PatternSolver::fits`] on the guard's threads.
    ///
    /// The observer is told every bound proven; the finding's bound is the last of them, and
    /// equals the length of its moves unless the guard stopped the search.
    pub fn solve(&self, instance: &Instance, guard: &Guard<'_>) -> Finding {
        assert!(self.fits(instance), "the tables are for other boards");
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let labels = way.labels(instance.labels());
        let mut finding = match &self.engine {
            Engine::Fast(fast) => solve_fast(fast, &labels, guard),
            Engine::Plain(additive, automaton) => plain::solve(additive, automaton, &labels, guard),
        };
        finding.moves = finding.moves.map(|moves| way.moves_back(&moves));
        finding
    }

    /// Solves many boards. Each is solved on one thread, and the guard's threads share the boards.
    pub fn solve_all(&self, instances: &[Instance], guard: &Guard<'_>) -> Vec<Finding> {
        let threads = guard.threads();
        let guard = guard.on(threads.at_most(1));
        threads.map(instances.len(), |number| {
            self.solve(&instances[number], &guard)
        })
    }

    /// The safe and simple twin of [`PatternSolver::solve`]: the same answers, much later.
    pub fn solve_plainly(&self, instance: &Instance, guard: &Guard<'_>) -> Finding {
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let labels = way.labels(instance.labels());
        let automaton = match &self.engine {
            Engine::Fast(fast) => &fast.pruning.automaton,
            Engine::Plain(_, automaton) => automaton,
        };
        let mut finding = plain::solve(self.additive(), automaton, &labels, guard);
        finding.moves = finding.moves.map(|moves| way.moves_back(&moves));
        finding
    }
}

fn solve_fast(fast: &Fast, labels: &[u16], guard: &Guard<'_>) -> Finding {
    let lookups = &fast.lookups;
    let (root, sums) = Node::root(lookups, labels);
    let twins = lookups.mirrored_slides(labels);
    let mut bound = sums[0].max(sums[1]);
    let mut counts = Counts {
        generated: 1,
        ..Counts::default()
    };
    let mut growth = 0;
    let mut memory: OnceLock<Option<Transpositions>> = OnceLock::new();
    loop {
        let raised = Event::BoundRaised {
            bound,
            source: SOURCE,
            counts: &counts,
        };
        let mut stop = guard
            .tell(&raised)
            .and_then(|()| guard.check(&counts))
            .err();
        let mut moves = (bound == 0).then(Moves::new);
        if stop.is_none() && moves.is_none() {
            let before = counts.generated;
            if bound > LONGEST {
                // Only boards like the 2×8 have such solutions.
                return plain::solve(&lookups.additive, &fast.pruning.automaton, labels, guard);
            }
            let expected = 5 * growth;
            let threads = if expected < WORTH_SHARING {
                1
            } else {
                guard.threads().count()
            };
            if let Some(Some(memory)) = memory.get_mut() {
                memory.bound = bound;
            }
            let iteration = Iteration {
                fast,
                guard,
                memory: &memory,
                bound,
                before,
            };
            let root = root.with_bound(sums, bound);
            let wanted = if threads == 1 { 1 } else { SEEDS * threads };
            let seeds = seeds(fast.kit(), root, twins, wanted, &mut counts);
            let (found, stopped) = iterate(&iteration, &seeds, threads, &mut counts);
            moves = found.map(|node| node.slides(bound));
            stop = stopped.filter(|_| moves.is_none());
            growth = counts.generated - before;
        }
        if stop.is_some() || moves.is_some() {
            return Finding {
                moves,
                lower_bound: bound,
                counts,
                stop,
            };
        }
        bound += 2;
    }
}

/// What an iteration is done with.
struct Iteration<'a> {
    fast: &'a Fast,
    guard: &'a Guard<'a>,
    /// Made when it is worth it, once; nothing if there was no room.
    memory: &'a OnceLock<Option<Transpositions>>,
    bound: u32,
    /// Nodes generated before this iteration.
    before: u64,
}

impl Iteration<'_> {
    /// The boards met, once the iterations before were large and so is this one: after a large one
    /// often comes a last of some thousand nodes, and fresh memory takes time.
    fn memory(&self, generated: u64) -> Option<&Transpositions> {
        let after = self.fast.remember_after;
        let is_worth = self.before >= after && generated - self.before >= after / 4;
        if self.memory.get().is_none() && !is_worth {
            return None;
        }
        let memory = || Transpositions::new(self.guard, self.bound);
        self.memory.get_or_init(memory).as_ref()
    }
}

/// One iteration: everything below the frontier, on so many threads.
fn iterate(
    iteration: &Iteration<'_>,
    seeds: &[Node],
    threads: usize,
    counts: &mut Counts,
) -> (Option<Node>, Option<Stop>) {
    if let Some(goal) = seeds.iter().find(|seed| seed.left == 0) {
        return (Some(*goal), None);
    }
    let crew = Crew {
        next: AtomicUsize::new(0),
        over: AtomicBool::new(false),
        expanded: AtomicU64::new(counts.expanded),
        generated: AtomicU64::new(counts.generated),
        end: Mutex::new((None, None)),
    };
    if threads == 1 {
        crew.work(iteration, seeds, seeds.len());
    } else {
        let work = |_| crew.work(iteration, seeds, SHARE);
        iteration.guard.threads().run(threads, work);
    }
    *counts = crew.counts();
    crew.end
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// What the threads of an iteration share.
struct Crew {
    next: AtomicUsize,
    over: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
    end: Mutex<(Option<Node>, Option<Stop>)>,
}

impl Crew {
    fn counts(&self) -> Counts {
        Counts {
            expanded: self.expanded.load(Ordering::Relaxed),
            generated: self.generated.load(Ordering::Relaxed),
            stored: 0,
        }
    }

    /// Takes `share` seeds after `share` seeds until there are none or someone is done.
    fn work(&self, iteration: &Iteration<'_>, seeds: &[Node], share: usize) {
        let mut open = iteration.fast.queue();
        self.search(iteration, seeds, share, &mut open);
        iteration.fast.put_back(open);
    }

    fn search(&self, iteration: &Iteration<'_>, seeds: &[Node], share: usize, open: &mut Open) {
        let &Iteration { fast, guard, .. } = iteration;
        loop {
            let start = self.next.fetch_add(share, Ordering::Relaxed);
            if start >= seeds.len() {
                return;
            }
            let end = seeds.len().min(start + share);
            for seed in seeds[start..end].iter().rev() {
                open.push(seed);
            }
            loop {
                if self.over.load(Ordering::Relaxed) {
                    return;
                }
                let mut tally = NodeCounts::default();
                let end = dive(
                    fast.kit(),
                    iteration.memory(self.generated.load(Ordering::Relaxed)),
                    open,
                    ALLOWANCE,
                    &mut tally,
                );
                self.expanded.fetch_add(tally.expanded, Ordering::Relaxed);
                self.generated.fetch_add(tally.generated, Ordering::Relaxed);
                match end {
                    Dive::Empty => break,
                    Dive::Found(node) => return self.finish(Some(*node), None),
                    Dive::Paused => {
                        if let Err(stop) = guard.check(&self.counts()) {
                            return self.finish(None, Some(stop));
                        }
                    }
                }
            }
        }
    }

    fn finish(&self, node: Option<Node>, stop: Option<Stop>) {
        self.over.store(true, Ordering::Relaxed);
        let mut end = self
            .end
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        end.0 = end.0.or(node);
        end.1 = end.1.or(stop);
    }
}
