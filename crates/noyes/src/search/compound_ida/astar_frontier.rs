//! The frontier: the nodes that A* leaves open, with which all iterations begin.
//!
//! Depth-first search visits the boards near the start again and again, by many paths and in each
//! iteration. A* visits each once: it expands the node with the least f = g + h, the deepest of
//! those first, and keeps the shortest path to each board. When enough boards are open it ends,
//! and they are the *seeds* of all iterations that follow (A*+IDA*: Bu & Korf, "A*+IDA*: a simple
//! hybrid search algorithm", IJCAI 2019). Workers of a proof lay the same frontier independently,
//! because A* is deterministic.
//!
//! # Why no minimum is lost
//!
//! A shortest solution leaves the boards that A* has expanded through some open board, and there
//! is one such board to which A* has kept a shortest path. From that board on, any shortest
//! solution will do. So the automaton may start afresh at a seed, and only the last slide must not
//! be undone. To go on in the state that the kept path led to would be wrong: the path that the
//! automaton prefers may be one that A* dropped as a duplicate.
//!
//! # Slack
//!
//! The open nodes carry slack as in the search, measured from a bound so high that no sum is tight.
//! So f is that bound less twice the least slack. An iteration subtracts the difference.

use super::arch;
use super::astar_lists::OpenClosed;
use super::expand::{BATCH, NodeCounts};
use super::node::{LONGEST, Node};
use super::probe_tables::ProbeTables;
use super::pruning::Pruning;
use super::signature::Signature;
use super::transpositions::SharedTable;
use super::word::{PackedBoard, Word, is_wide};
use crate::guard::{Counts, Guard, Stop};
use crate::pattern::Pattern;
use crate::search::beam::{Evaluation, POINTS};

/// How often a sum may rise above the start's bound.
const MOST_RISES: u32 = 40;
/// Moves left and slack fit in their bytes up to this bound.
const MOST_BASE_BOUND: u32 = 250;

/// The open nodes of A*.
#[derive(Debug)]
pub(super) struct Frontier<W: Word, const S: usize> {
    /// The open nodes, the most promising first; or the goal alone.
    seeds: Vec<Node<W, S>>,
    /// The bound that their slack is measured from.
    base_bound: u32,
    /// The lowest bit of the byte of each sum.
    sums: u128,
}

/// Bytes that an open board takes beside its node: its places in the open list and in the index.
const OVERHEAD: usize = 64;

impl<W: Word, const S: usize> Frontier<W, S> {
    /// Expands by A* until `wanted` boards are open or the goal is the best of them.
    pub fn new(
        probe_tables: &ProbeTables<W>,
        pruning: &Pruning,
        labels: &[u16],
        wanted: usize,
        guard: &Guard<'_>,
        counts: &mut Counts,
    ) -> Result<Self, Stop> {
        let wanted = wanted.min(SharedTable::MOST_SEEDS);
        let (root, sums) = Node::<W, S>::root(probe_tables, labels);
        let start = sums.iter().copied().max().unwrap_or(0);
        if start > MOST_BASE_BOUND {
            return Err(Stop::Depth);
        }
        let rises = MOST_RISES.min(MOST_BASE_BOUND.saturating_sub(start) / 2);
        let mut frontier = Self {
            seeds: Vec::new(),
            base_bound: start + 2 * rises,
            sums: probe_tables.sums,
        };
        let mut open = OpenClosed::new(start);
        open.insert(root.with_bound(&sums, frontier.base_bound), &frontier);
        let mut batch = Vec::with_capacity(BATCH);
        let mut rounds = 0u32;
        // Above the base bound, values of f cannot be told apart; A* ends long before.
        while open.count() < wanted && open.least_f() + 2 < frontier.base_bound {
            open.take(&mut batch);
            let is_goal = |&&slot: &&u32| frontier.h(open.pool.node(slot)) == 0;
            if let Some(&goal) = batch.iter().find(is_goal) {
                frontier.seeds = vec![*open.pool.node(goal)];
                return Ok(frontier);
            }
            let mut now = NodeCounts::default();
            let most = guard.instruction_set();
            arch::expand(
                most,
                probe_tables,
                pruning,
                &mut open.pool,
                &batch,
                &mut now,
            );
            counts.expanded += now.expanded;
            counts.generated += now.generated;
            while let Some(slot) = open.pool.stack.pop() {
                let child = open.pool.node_mut(slot);
                child.state = pruning.seed_state(child.last_slide());
                open.insert_slot(slot, &frontier);
            }
            rounds += 1;
            if rounds.is_multiple_of(128) {
                counts.stored = counts.stored.max(open.count() as u64);
                guard.check(counts)?;
                guard.check_memory(open.count() * (size_of::<Node<W, S>>() + OVERHEAD))?;
            }
        }
        counts.stored = counts.stored.max(open.count() as u64);
        frontier.seeds = open.into_nodes();
        frontier.sort(probe_tables);
        Ok(frontier)
    }

    /// How many seeds there are.
    pub fn len(&self) -> usize {
        self.seeds.len()
    }

    /// The bound of A* when it ended: no solution is shorter.
    pub fn bound(&self) -> u32 {
        let f = |seed: &Node<W, S>| self.f(seed);
        self.seeds.iter().map(f).min().unwrap_or(self.base_bound)
    }

    /// The largest bound that an iteration may have.
    pub fn most_bound(&self) -> u32 {
        self.base_bound.min(LONGEST)
    }

    /// Whether an iteration may have this bound: lengths of solutions are all even or all odd.
    pub fn allows_bound(&self, bound: u32) -> bool {
        bound <= self.most_bound() && bound % 2 == self.base_bound % 2
    }

    /// The goal, if A* has reached it by a path no longer than `bound`.
    pub fn goal(&self, bound: u32) -> Option<&Node<W, S>> {
        let mut seeds = self.seeds.iter();
        seeds.find(|seed| self.h(seed) == 0 && self.f(seed) <= bound)
    }

    /// See the documentation of [`super::signature`].
    pub fn signature(&self, probe_tables: &ProbeTables<W>, pruning: &Pruning) -> u64 {
        let size = probe_tables.size();
        let kind = [size.rows(), size.cols(), probe_tables.blank_home()].map(|number| number as u8);
        let states = pruning.next.len() as u32;
        let mut signature = Signature::of_frontier()
            .with(&kind)
            .with(&states.to_le_bytes());
        let compound = &probe_tables.compound;
        for part in compound.sums().iter().flatten() {
            let mask = compound.tables()[part.table].pattern().mask();
            let mask = mask.to_le_bytes();
            let mask = if is_wide(size) { &mask[..] } else { &mask[..4] };
            signature = signature.with(mask).with(&[part.view as u8]);
        }
        signature = signature.with(&[255]).with(&self.base_bound.to_le_bytes());
        for seed in &self.seeds {
            signature = signature
                .with(seed.board.bytes().as_ref())
                .with(&seed.slack.to_le_bytes())
                .with(&[seed.left, seed.last_slide() as u8]);
        }
        signature.value()
    }

    /// Slides from the start.
    pub fn depth(&self, seed: &Node<W, S>) -> u32 {
        self.base_bound - u32::from(seed.left)
    }

    pub fn f(&self, seed: &Node<W, S>) -> u32 {
        self.base_bound - 2 * u32::from(seed.least_slack())
    }

    fn h(&self, seed: &Node<W, S>) -> u32 {
        self.f(seed) - self.depth(seed)
    }

    /// Sorts the most promising seeds first, which matters only in the last iteration. Two rules
    /// take turns, because each alone is sometimes far off:
    ///
    /// 1. h − 8 × mean slack: near to the goal, and much slack in the sums.
    /// 2. g + the beam's estimate of the rest − 2 × mean slack.
    ///
    /// Both are compared in `bench/records/2026-11-notes-24-puzzle.md`.
    fn sort(&mut self, probe_tables: &ProbeTables<W>) {
        let size = probe_tables.size();
        let seeds = std::mem::take(&mut self.seeds);
        let sums = self.sums.count_ones();
        let slack = |seed: &Node<W, S>| -> i64 {
            let slacks = seed.slack.to_le_bytes().into_iter();
            slacks.take(sums as usize).map(i64::from).sum()
        };
        let evaluation = Evaluation::best(size, probe_tables.blank_home());
        let estimate = |seed: &Node<W, S>| -> i64 {
            let mut board = [0; Pattern::MOST_CELLS];
            for (cell, label) in board[..size.cells()].iter_mut().enumerate() {
                *label = seed.board.at(cell);
            }
            let points = evaluation.points(&board[..size.cells()]);
            i64::from(points) + i64::from(POINTS) * i64::from(self.depth(seed))
        };
        // Nodes are large, so their numbers are sorted.
        let mut by_slack: Vec<u32> = (0..seeds.len() as u32).collect();
        by_slack.sort_by_cached_key(|&number| {
            let seed = &seeds[number as usize];
            let key = i64::from(sums * self.h(seed)) - 8 * slack(seed);
            (key, seed.board)
        });
        let mut by_estimate = by_slack.clone();
        // This sort is stable, so that the first rule breaks the ties of the second.
        by_estimate.sort_by_cached_key(|&number| {
            let seed = &seeds[number as usize];
            i64::from(sums) * estimate(seed) - 2 * i64::from(POINTS) * slack(seed)
        });
        let mut taken = vec![false; seeds.len()];
        let turns = by_slack.into_iter().zip(by_estimate);
        let turns = turns.flat_map(<[u32; 2]>::from);
        let fresh = turns.filter(|&number| !std::mem::replace(&mut taken[number as usize], true));
        self.seeds = fresh.map(|number| seeds[number as usize]).collect();
    }

    /// Whether a solution of `bound` slides may lead through a seed.
    pub fn is_open(&self, number: u32, bound: u32) -> bool {
        let seed = self.seeds.get(number as usize);
        seed.is_some_and(|seed| self.f(seed) <= bound)
    }

    /// A seed that is open at this bound, as the root of its iteration.
    pub fn root(&self, number: u32, bound: u32) -> Node<W, S> {
        debug_assert!(self.is_open(number, bound) && self.allows_bound(bound));
        let seed = &self.seeds[number as usize];
        let less = (self.base_bound - bound) / 2;
        Node {
            seed: number,
            left: seed.left - 2 * less as u8,
            slack: seed.slack - self.sums * u128::from(less),
            ..*seed
        }
    }
}
