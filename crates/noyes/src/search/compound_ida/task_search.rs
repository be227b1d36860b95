//! The search below the roots of one task, with a budget of nodes.
//!
//! This is the only code that runs tasks: the parts of an iteration in one process, and the tasks
//! that travel to other workers (see `proof_task`).
//!
//! # Order
//!
//! Roots are searched in their order, [`PART`] seeds at a time, depth first. When the budget is
//! used up, the open nodes become *stubs*: the number of the seed and the slides since. Seeds that
//! were not touched come back as a range.
//!
//! # Why counts are exact
//!
//! A node is counted as generated when its parent is expanded, and as expanded when it is. A stub
//! is a node that is generated and not expanded, and rebuilding it counts nothing. So without a
//! transposition table the counts of a task and of its rest are those of the whole, however often
//! it is split.

use std::num::NonZeroU64;

use super::arch;
use super::astar_frontier::Frontier;
use super::expand::NodeCounts;
use super::node::Node;
use super::pool::Pool;
use super::probe_tables::ProbeTables;
use super::proof_task::{Roots, Stub};
use super::pruning::Pruning;
use super::search_below::SearchEnd;
use super::transpositions::Transpositions;
use super::word::Word;
use crate::board::Moves;
use crate::guard::{InstructionSet, Stop};

/// The most nodes expanded between two calls of `progress`.
const ALLOWANCE: u64 = 1 << 14;
/// How many seeds are on the stack at once, and how many a part of an iteration has.
pub(super) const PART: usize = 64;

/// What the tasks of one iteration share.
pub(super) struct TaskSearch<'a, W: Word, const S: usize> {
    pub probe_tables: &'a ProbeTables<W>,
    pub pruning: &'a Pruning,
    pub frontier: &'a Frontier<W, S>,
    pub transpositions: Option<Transpositions<'a>>,
    /// The length of the solutions sought. The frontier must allow it and hold no goal within it.
    pub bound: u32,
    /// Whether to go on when a solution is found, so that counts do not depend on when it was.
    pub full: bool,
    /// What the processor may be used for.
    pub instruction_set: InstructionSet,
}

/// What a task came back with.
#[derive(Debug, Default)]
pub(super) struct TaskEnd {
    /// The first solution found.
    pub solution: Option<Moves>,
    /// The work done.
    pub counts: NodeCounts,
    /// What the budget left undone.
    pub rest: Vec<Roots>,
}

/// Why a task was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaskAbort {
    /// `progress` asked for it; no reason if another thread has ended the iteration.
    Stopped(Option<Stop>),
    /// The root of this number is not a node of this iteration.
    Root(usize),
}

/// Told of the nodes since the last call, and whether the search is paused for this call. An error
/// gives the task up.
pub(super) type Progress<'p> = dyn FnMut(NodeCounts, bool) -> Result<(), Option<Stop>> + 'p;

impl<W: Word, const S: usize> TaskSearch<'_, W, S> {
    /// Searches below the roots until everything is searched, a solution is found (unless `full`),
    /// or the budget of expanded nodes is used up. A budget is overrun by less than a batch. When
    /// the task is given up, `end` holds what was done until then, without a rest.
    pub fn run(
        &self,
        roots: &Roots,
        budget: Option<NonZeroU64>,
        pool: &mut Pool<W, S>,
        end: &mut TaskEnd,
        progress: &mut Progress<'_>,
    ) -> Result<(), TaskAbort> {
        debug_assert!(self.frontier.allows_bound(self.bound));
        debug_assert!(self.frontier.goal(self.bound).is_none());
        let budget = budget.map_or(u64::MAX, NonZeroU64::get);
        match roots {
            Roots::Stubs(stubs) => {
                pool.clear();
                for (number, stub) in stubs.iter().enumerate().rev() {
                    let node = self.rebuild(stub).ok_or(TaskAbort::Root(number))?;
                    let slot = pool.add(&node);
                    pool.stack.push(slot);
                }
                self.search_stack(budget, pool, end, progress)?;
                end.rest.extend(self.stubs(pool, &pool.stack));
            }
            Roots::Seeds(range) => {
                let last = range.end.min(self.frontier.len() as u32);
                let is_open = |&number: &u32| self.frontier.is_open(number, self.bound);
                let mut open = (range.start..last).filter(is_open);
                loop {
                    let part: Vec<u32> = open.by_ref().take(PART).collect();
                    if part.is_empty() {
                        break;
                    }
                    pool.clear();
                    for &number in part.iter().rev() {
                        let slot = pool.add(&self.frontier.root(number, self.bound));
                        pool.stack.push(slot);
                    }
                    self.search_stack(budget, pool, end, progress)?;
                    if end.solution.is_some() && !self.full {
                        break;
                    }
                    if end.counts.expanded >= budget {
                        end.rest = self.rest(pool, &part, last);
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Searches below the nodes on the stack, which is empty afterwards unless the budget is used
    /// up.
    fn search_stack(
        &self,
        budget: u64,
        pool: &mut Pool<W, S>,
        end: &mut TaskEnd,
        progress: &mut Progress<'_>,
    ) -> Result<(), TaskAbort> {
        let transpositions = self.transpositions.as_ref();
        while end.counts.expanded < budget {
            let before = end.counts;
            let search_end = arch::search_below(
                self.instruction_set,
                self.probe_tables,
                self.pruning,
                transpositions,
                pool,
                ALLOWANCE.min(budget - before.expanded),
                &mut end.counts,
            );
            if let SearchEnd::Goal(slot) = search_end {
                let goal = pool.node(slot);
                end.solution
                    .get_or_insert_with(|| goal.slides(self.bound as usize));
                if self.full {
                    // No solution goes on from a goal.
                    pool.drop_goals();
                } else {
                    pool.clear();
                }
            }
            let now = NodeCounts {
                expanded: end.counts.expanded - before.expanded,
                generated: end.counts.generated - before.generated,
            };
            let is_paused = search_end == SearchEnd::Paused;
            progress(now, is_paused).map_err(TaskAbort::Stopped)?;
            if pool.stack.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// What is left of a range of seeds that ends before `end`: the open nodes, the seeds of the
    /// part that are still on the stack, and all seeds after the part.
    fn rest(&self, pool: &Pool<W, S>, part: &[u32], end: u32) -> Vec<Roots> {
        // The last seeds lie lowest.
        let is_seed = |&&slot: &&u32| self.slides_since_seed(pool.node(slot)) == 0;
        let untouched = pool.stack.iter().take_while(is_seed).count();
        let touched = part.len() - untouched;
        let first = part.get(touched).copied();
        let first = first.unwrap_or_else(|| part.last().map_or(end, |last| last + 1));
        let stubs = self.stubs(pool, &pool.stack[untouched..]);
        let seeds = (first < end).then_some(Roots::Seeds(first..end));
        stubs.into_iter().chain(seeds).collect()
    }

    /// The nodes of these slots as stubs, in the order of the search.
    fn stubs(&self, pool: &Pool<W, S>, stack: &[u32]) -> Option<Roots> {
        let nodes = stack.iter().rev().map(|&slot| pool.node(slot));
        let stubs: Vec<Stub> = nodes
            .map(|node| Stub {
                seed: node.seed,
                slides: node.slides(self.slides_since_seed(node)),
            })
            .collect();
        (!stubs.is_empty()).then_some(Roots::Stubs(stubs))
    }

    fn slides_since_seed(&self, node: &Node<W, S>) -> usize {
        let root = self.frontier.root(node.seed, self.bound);
        usize::from(root.left - node.left)
    }

    /// The node of a stub, by replaying its slides from its seed through the node's own expansion.
    /// None if no search of this bound comes to such a node.
    fn rebuild(&self, stub: &Stub) -> Option<Node<W, S>> {
        if !self.frontier.is_open(stub.seed, self.bound) {
            return None;
        }
        let mut node = self.frontier.root(stub.seed, self.bound);
        if stub.slides.len() >= usize::from(node.left) {
            return None;
        }
        let mut pool = Pool::new();
        for &direction in stub.slides.iter() {
            pool.clear();
            let parent = [pool.add(&node)];
            let mut counts = NodeCounts::default();
            arch::expand(
                self.instruction_set,
                self.probe_tables,
                self.pruning,
                &mut pool,
                &parent,
                &mut counts,
            );
            let mut children = pool.stack.iter().map(|&slot| pool.node(slot));
            node = *children.find(|child| child.last_slide() == direction)?;
        }
        Some(node)
    }
}
