//! Iterative deepening with the hot loop: one iteration after another, each on several threads.
//!
//! A small iteration runs on the calling thread. A large one is split at its frontier, and threads
//! take a few of its nodes at a time until there are none.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::breadth_first_frontier::frontier;
use super::context::{Context, NodeCounts, Pruning, SearchEnd};
use super::node::{MAX_LENGTH, Node};
use super::open_list::OpenList;
use super::probe_tables::ProbeTables;
use super::reference;
use super::transpositions::Transpositions;
use crate::board::{Direction, Moves};
use crate::guard::{Counts, Event, Finding, Guard, Source, Stop};
use crate::pattern::Additive;
use crate::prune::Automaton;

/// Nodes expanded between two checks of the guard.
const ALLOWANCE: u64 = 1 << 15;
/// Iterations that are estimated to be smaller than this stay on one thread.
const MIN_SHARED: u64 = 50_000;
/// Frontier nodes wanted for each thread.
const FRONTIER_PER_THREAD: usize = 400;
/// Frontier nodes that a thread takes at once.
const NODES_AT_ONCE: usize = 4;

/// The solver for tables that fit the hot loop.
#[derive(Debug)]
pub(super) struct BatchSolver {
    tables: ProbeTables,
    pruning: Pruning,
    /// Open lists that are not in use, with their memory.
    open_lists: Mutex<Vec<OpenList>>,
    /// See [`super::PatternSolver::with_transpositions_after`].
    pub transpositions_after: u64,
}

impl BatchSolver {
    /// The tables must [`ProbeTables::fit`].
    pub fn new(additive: Additive, automaton: Automaton) -> Self {
        Self {
            tables: ProbeTables::new(additive),
            pruning: Pruning::new(automaton),
            open_lists: Mutex::default(),
            transpositions_after: Transpositions::PAYS_AFTER,
        }
    }

    pub fn additive(&self) -> &Additive {
        &self.tables.additive
    }

    pub fn automaton(&self) -> &Automaton {
        &self.pruning.automaton
    }

    fn context(&self) -> Context<'_> {
        Context {
            tables: &self.tables,
            pruning: &self.pruning,
        }
    }

    fn take_open_list(&self) -> OpenList {
        let mut unused = self
            .open_lists
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        unused.pop().unwrap_or_default()
    }

    fn return_open_list(&self, mut open: OpenList) {
        open.clear();
        let mut unused = self
            .open_lists
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        unused.push(open);
    }

    /// Solves a labelled board.
    pub fn solve(&self, labels: &[u16], guard: &Guard<'_>) -> Finding {
        let (root, sums) = Node::root(&self.tables, labels);
        let needed = self.tables.needed_first_slides(labels);
        let mut bound = sums[0].max(sums[1]);
        let mut counts = Counts {
            generated: 1,
            ..Counts::default()
        };
        let mut last_generated = 0;
        let mut transpositions: OnceLock<Option<Transpositions>> = OnceLock::new();
        loop {
            let raised = Event::BoundRaised {
                bound,
                source: Source::PatternIda,
                counts,
            };
            let mut stop = guard
                .tell(&raised)
                .and_then(|()| guard.check(&counts))
                .err();
            let mut moves = (bound == 0).then(Moves::new);
            if stop.is_none() && moves.is_none() {
                if bound > MAX_LENGTH {
                    // Only boards like the 2×8 have such solutions.
                    return reference::solve(self.additive(), self.automaton(), labels, guard);
                }
                if let Some(Some(transpositions)) = transpositions.get_mut() {
                    transpositions.bound = bound;
                }
                let estimate = 5 * last_generated;
                let threads = if estimate < MIN_SHARED {
                    1
                } else {
                    guard.threads().count()
                };
                let generated_before = counts.generated;
                let iteration = Iteration {
                    solver: self,
                    guard,
                    transpositions: &transpositions,
                    bound,
                    generated_before,
                };
                let root = root.with_bound(sums, bound);
                let wanted = if threads == 1 {
                    1
                } else {
                    FRONTIER_PER_THREAD * threads
                };
                // SAFETY: the root comes from these tables and has the automaton's start state.
                let frontier =
                    unsafe { frontier(self.context(), root, needed, wanted, &mut counts) };
                // SAFETY: the nodes are the root and its descendants.
                let (found, stopped) = unsafe { iteration.run(&frontier, threads, &mut counts) };
                moves = found.map(|node| node.slides(bound));
                stop = stopped.filter(|_| moves.is_none());
                last_generated = counts.generated - generated_before;
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
}

impl BatchSolver {
    /// Whether a labelled board has a solution of exactly `bound` moves that does not begin with
    /// the slide `not_first`. It is searched for on the calling thread.
    pub fn has_solution(
        &self,
        labels: &[u16],
        not_first: Direction,
        bound: u32,
        counts: &mut Counts,
        guard: &Guard<'_>,
    ) -> Result<bool, Stop> {
        let (root, sums) = Node::root(&self.tables, labels);
        if sums[0].max(sums[1]) > bound {
            return Ok(false);
        }
        if bound == 0 {
            return Ok(true);
        }
        if bound > MAX_LENGTH {
            let (additive, automaton) = (self.additive(), self.automaton());
            return reference::has_solution(additive, automaton, labels, bound, counts, guard);
        }
        let mut needed = self.tables.needed_first_slides(labels);
        needed[not_first as usize] = false;
        let iteration = Iteration {
            solver: self,
            guard,
            transpositions: &OnceLock::new(),
            bound,
            generated_before: counts.generated,
        };
        let root = root.with_bound(sums, bound);
        // SAFETY: the root comes from these tables and has the automaton's start state.
        let frontier = unsafe { frontier(self.context(), root, needed, 1, counts) };
        // SAFETY: the nodes are the root and its descendants.
        match unsafe { iteration.run(&frontier, 1, counts) } {
            (Some(_), _) => Ok(true),
            (None, Some(stop)) => Err(stop),
            (None, None) => Ok(false),
        }
    }
}

/// What the threads of an iteration read.
struct Iteration<'a> {
    solver: &'a BatchSolver,
    guard: &'a Guard<'a>,
    /// Made once, when it pays; nothing if there was no memory.
    transpositions: &'a OnceLock<Option<Transpositions>>,
    bound: u32,
    /// Nodes generated before this iteration.
    generated_before: u64,
}

impl Iteration<'_> {
    /// The transposition table, once both the earlier iterations and this one are large. After a
    /// large iteration often comes a last one of a few thousand nodes, for which new memory would
    /// not pay.
    fn transpositions(&self, generated: u64) -> Option<&Transpositions> {
        let after = self.solver.transpositions_after;
        let pays = self.generated_before >= after && generated - self.generated_before >= after / 4;
        if self.transpositions.get().is_none() && !pays {
            return None;
        }
        let new = || Transpositions::new(self.guard, self.bound);
        self.transpositions.get_or_init(new).as_ref()
    }

    /// Searches everything below the frontier.
    ///
    /// # Safety
    ///
    /// The nodes of the frontier are reachable in the solver's context.
    unsafe fn run(
        &self,
        frontier: &[Node],
        threads: usize,
        counts: &mut Counts,
    ) -> (Option<Node>, Option<Stop>) {
        if let Some(goal) = frontier.iter().find(|node| node.moves_left == 0) {
            return (Some(*goal), None);
        }
        let shared = SharedProgress {
            next_node: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            expanded: AtomicU64::new(counts.expanded),
            generated: AtomicU64::new(counts.generated),
            end: Mutex::new((None, None)),
        };
        let at_once = if threads == 1 {
            frontier.len()
        } else {
            NODES_AT_ONCE
        };
        self.guard.threads().run(threads, |_| {
            let mut open = self.solver.take_open_list();
            // SAFETY: the caller's frontier is reachable.
            unsafe { self.search(frontier, at_once, &mut open, &shared) };
            self.solver.return_open_list(open);
        });
        *counts = shared.counts();
        shared
            .end
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes nodes of the frontier, `at_once` at a time, and searches below them, until there are
    /// none or a thread has ended the iteration.
    ///
    /// # Safety
    ///
    /// The nodes of the frontier are reachable in the solver's context, and the open list is empty.
    unsafe fn search(
        &self,
        frontier: &[Node],
        at_once: usize,
        open: &mut OpenList,
        shared: &SharedProgress,
    ) {
        let context = self.solver.context();
        let arch = context.tables.arch;
        let arch = arch.at_most(self.guard.instruction_set());
        let mut unchecked = 0;
        loop {
            let start = shared.next_node.fetch_add(at_once, Ordering::Relaxed);
            if start >= frontier.len() {
                return;
            }
            // The searches below a few nodes may all be too small to pause.
            if unchecked >= ALLOWANCE {
                unchecked = 0;
                if let Err(stop) = self.guard.check(&shared.counts()) {
                    return shared.finish(None, Some(stop));
                }
            }
            let end = frontier.len().min(start + at_once);
            for node in frontier[start..end].iter().rev() {
                open.push(node);
            }
            loop {
                if shared.is_over.load(Ordering::Relaxed) {
                    return;
                }
                let transpositions = self.transpositions(shared.generated.load(Ordering::Relaxed));
                let mut counts = NodeCounts::default();
                // SAFETY: the open list has only nodes of the frontier and their descendants.
                let end = unsafe {
                    arch.search_below(context, transpositions, open, ALLOWANCE, &mut counts)
                };
                shared.add(counts);
                unchecked += counts.expanded;
                match end {
                    SearchEnd::Exhausted => break,
                    SearchEnd::Found(node) => return shared.finish(Some(*node), None),
                    SearchEnd::Paused => {
                        unchecked = 0;
                        if let Err(stop) = self.guard.check(&shared.counts()) {
                            return shared.finish(None, Some(stop));
                        }
                    }
                }
            }
        }
    }
}

/// What the threads of an iteration share and change.
struct SharedProgress {
    next_node: AtomicUsize,
    is_over: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
    end: Mutex<(Option<Node>, Option<Stop>)>,
}

impl SharedProgress {
    fn counts(&self) -> Counts {
        Counts {
            expanded: self.expanded.load(Ordering::Relaxed),
            generated: self.generated.load(Ordering::Relaxed),
            stored: 0,
        }
    }

    fn add(&self, counts: NodeCounts) {
        self.expanded.fetch_add(counts.expanded, Ordering::Relaxed);
        self.generated
            .fetch_add(counts.generated, Ordering::Relaxed);
    }

    /// Ends the iteration for all threads.
    fn finish(&self, node: Option<Node>, stop: Option<Stop>) {
        self.is_over.store(true, Ordering::Relaxed);
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        end.0 = end.0.or(node);
        end.1 = end.1.or(stop);
    }
}
