//! The first nodes, by A*: what threads share and iterations begin with.
//!
//! Depth-first search meets the boards near the start again and again, by many paths and in every
//! iteration. A* meets each once: it expands the board with the least f = g + h, the deepest of
//! them first, and remembers the shortest way to every board. When so many boards are open, it
//! ends, and they are the *seeds* of all iterations that follow (A*+IDA*: Bu & Korf, "A*+IDA*: a
//! simple hybrid search algorithm", IJCAI 2019).
//!
//! # Why no minimum is lost
//!
//! A shortest solution leaves the boards that A* has expanded through some open one, and there is
//! one whose way from the start is the shortest that A* remembers. From that board
//! on, any shortest solution will do; so the automaton may begin afresh at a seed, and knows of
//! the past only that the last slide need not be undone. (Going on in the state that the
//! remembered path led to would not be right: the path the automaton wants to keep may be one that
//! A* dropped as a duplicate.)
//!
//! # Room
//!
//! The open boards carry slack as in the search, measured from a bound so high that nothing is
//! tight: f is that bound less twice the least slack. An iteration takes the difference away.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHashMap;

use super::batch::{BATCH, NodeCounts};
use super::lookups::{Lookups, MOST_CELLS, Pruning};
use super::node::Node;
use super::pool::Pool;
use super::search_below::expand;
use crate::board::Direction;
use crate::guard::{Counts, Guard, Stop};
use crate::search::beam::{Evaluation, POINTS};

/// How often a look may rise above the start's bound before A* would have to end.
const ROOM: u32 = 40;

/// The open boards of A*.
#[derive(Debug)]
pub(super) struct Frontier<const S: usize> {
    /// The open boards, most promising first; or the goal alone.
    pub seeds: Vec<Node<S>>,
    /// The bound their slack is measured from.
    room: u32,
    looks: u128,
}

impl<const S: usize> Frontier<S> {
    /// The bound of A* when it ended: no solution is shorter.
    pub fn bound(&self) -> u32 {
        let least = |seed: &Node<S>| self.f(seed);
        self.seeds.iter().map(least).min().unwrap_or(self.room)
    }

    /// The goal, if A* came so far and its way there is no longer than `bound`.
    pub fn goal(&self, bound: u32) -> Option<&Node<S>> {
        let mut seeds = self.seeds.iter();
        seeds.find(|seed| self.h(seed) == 0 && self.f(seed) <= bound)
    }

    /// A number made from the seeds and their order.
    pub fn signature(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        for seed in &self.seeds {
            (seed.board, seed.left, seed.slack).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Slides from the start.
    pub fn depth(&self, seed: &Node<S>) -> u32 {
        self.room - u32::from(seed.left)
    }

    fn f(&self, seed: &Node<S>) -> u32 {
        self.room - 2 * u32::from(seed.least_slack())
    }

    fn h(&self, seed: &Node<S>) -> u32 {
        self.f(seed) - self.depth(seed)
    }

    /// Expands by A* until `wanted` boards are open or the goal is the best of them.
    pub fn new(
        lookups: &Lookups,
        pruning: &Pruning,
        labels: &[u16],
        wanted: usize,
        guard: &Guard<'_>,
        counts: &mut Counts,
    ) -> Result<Self, Stop> {
        let (root, sums) = Node::<S>::root(lookups, labels);
        let start = sums.iter().copied().max().unwrap_or(0);
        let mut frontier = Self {
            seeds: Vec::new(),
            // What a byte of moves left can hold.
            room: start + 2 * ROOM.min(250u32.saturating_sub(start) / 2),
            looks: lookups.looks,
        };
        let mut open = Open::new(start);
        open.insert(root.with_bound(&sums, frontier.room), &frontier);
        let mut batch = Vec::with_capacity(BATCH);
        let mut rounds = 0u32;
        // Rises beyond the room cannot be told apart; no A* that ends comes near.
        while open.count < wanted && open.least_f() + 2 < frontier.room {
            open.take(&mut batch);
            let is_goal = |&&place: &&u32| frontier.h(open.pool.node(place)) == 0;
            if let Some(&goal) = batch.iter().find(is_goal) {
                frontier.seeds = vec![*open.pool.node(goal)];
                return Ok(frontier);
            }
            let mut tally = NodeCounts::default();
            expand(lookups, pruning, &mut open.pool, &batch, &mut tally);
            counts.expanded += tally.expanded;
            counts.generated += tally.generated;
            while let Some(place) = open.pool.stack.pop() {
                let child = open.pool.node_mut(place);
                child.state = pruning.after(Direction::ALL[child.path[0] as usize & 3]);
                open.insert_place(place, &frontier);
            }
            rounds += 1;
            if rounds.is_multiple_of(128) {
                counts.stored = counts.stored.max(open.count as u64);
                guard.check(counts)?;
            }
        }
        counts.stored = counts.stored.max(open.count as u64);
        frontier.seeds = open.into_seeds();
        frontier.sort(lookups);
        Ok(frontier)
    }

    /// The most promising first; only the last iteration cares. Two rules take turns, since either
    /// alone is at times far off: h − 8 × mean slack (near to the goal, and much slack in the
    /// looks), and the way so far + the beam's estimate of the rest − 2 × mean slack. Millions of
    /// nodes generated until the solution, one thread; before the last iteration the third row:
    ///
    /// ```text
    ///              #38   #40   #44   #25   #22    #1
    /// first        5.5   5.1   7.9  32.4  43.8 132.1
    /// second       5.3   4.5   7.9  69.9  44.0  35.8
    /// (proof)      5.2   4.3   7.9  15.1
    /// ```
    fn sort(&mut self, lookups: &Lookups) {
        let size = lookups.size();
        let seeds = std::mem::take(&mut self.seeds);
        let looks = self.looks.count_ones();
        let slack = |seed: &Node<S>| -> i64 {
            let slacks = seed.slack.to_le_bytes().into_iter();
            slacks.take(looks as usize).map(i64::from).sum()
        };
        let evaluation = Evaluation::best(size, lookups.blank_home());
        let estimate = |seed: &Node<S>| -> i64 {
            let mut board = [0; MOST_CELLS];
            for (cell, label) in board[..size.cells()].iter_mut().enumerate() {
                *label = (seed.board >> (5 * cell)) as u8 & 31;
            }
            let points = evaluation.points(&board[..size.cells()]);
            i64::from(points) + i64::from(POINTS) * i64::from(self.depth(seed))
        };
        // Nodes are large: their numbers are sorted.
        let mut ones: Vec<u32> = (0..seeds.len() as u32).collect();
        ones.sort_by_cached_key(|&number| {
            let seed = &seeds[number as usize];
            let key = i64::from(looks * self.h(seed)) - 8 * slack(seed);
            (key, seed.board)
        });
        let mut others = ones.clone();
        // Stable, so that the first rule decides where the second does not.
        others.sort_by_cached_key(|&number| {
            let seed = &seeds[number as usize];
            i64::from(looks) * estimate(seed) - 2 * i64::from(POINTS) * slack(seed)
        });
        let mut taken = vec![false; seeds.len()];
        let turns = ones.into_iter().zip(others).flat_map(<[u32; 2]>::from);
        let fresh = turns.filter(|&number| !std::mem::replace(&mut taken[number as usize], true));
        self.seeds = fresh.map(|number| seeds[number as usize]).collect();
    }

    /// The seeds that a solution of `bound` slides may lead through, ready for its iteration.
    pub fn with_bound(&self, bound: u32) -> Vec<Node<S>> {
        let less = (self.room - bound) / 2;
        let seeds = self.seeds.iter().zip(0..);
        let near = seeds.filter(|(seed, _)| self.f(seed) <= bound);
        near.map(|(seed, number)| Node {
            seed: number,
            left: seed.left - 2 * less as u8,
            slack: seed.slack - self.looks * u128::from(less),
            ..*seed
        })
        .collect()
    }
}

/// The open list: places by f and depth; and the best place of every board met.
struct Open<const S: usize> {
    pool: Pool<S>,
    /// By (f − least f) / 2 and depth.
    buckets: Vec<Vec<Vec<u32>>>,
    start: u32,
    least: usize,
    count: usize,
    known: FxHashMap<u128, Known>,
}

/// The shortest way to a board so far.
#[derive(Clone, Copy)]
struct Known {
    depth: u32,
    /// Where the board is open; none if it is expanded.
    place: Option<u32>,
}

impl<const S: usize> Open<S> {
    fn new(start: u32) -> Self {
        Self {
            pool: Pool::new(),
            buckets: Vec::new(),
            start,
            least: 0,
            count: 0,
            known: FxHashMap::default(),
        }
    }

    fn least_f(&self) -> u32 {
        self.start + 2 * self.least as u32
    }

    fn insert(&mut self, node: Node<S>, frontier: &Frontier<S>) {
        let place = self.pool.add(&node);
        self.insert_place(place, frontier);
    }

    /// Opens the board at a place, unless a way as short is known; gives the place back then.
    fn insert_place(&mut self, place: u32, frontier: &Frontier<S>) {
        let node = self.pool.node(place);
        let depth = frontier.depth(node);
        let f = frontier.f(node);
        let known = self.known.get(&node.board).copied();
        if known.is_some_and(|known| known.depth <= depth) {
            self.pool.give_back(place);
            return;
        }
        // A longer way still open stays in its bucket until it is met and passed over.
        self.count += usize::from(known.is_none_or(|known| known.place.is_none()));
        let place = Some(place);
        self.known.insert(node.board, Known { depth, place });
        let row = ((f - self.start) / 2) as usize;
        while self.buckets.len() <= row {
            self.buckets.push(Vec::new());
        }
        let row = &mut self.buckets[row];
        while row.len() <= depth as usize {
            row.push(Vec::new());
        }
        row[depth as usize].extend(place);
        self.least = self.least.min(((f - self.start) / 2) as usize);
    }

    /// Takes the best boards of one f, the deepest first, for expansion.
    fn take(&mut self, batch: &mut Vec<u32>) {
        batch.clear();
        while batch.is_empty() && self.least < self.buckets.len() {
            let row = &mut self.buckets[self.least];
            while batch.len() < BATCH
                && let Some(bucket) = row.iter_mut().rev().find(|bucket| !bucket.is_empty())
                && let Some(place) = bucket.pop()
            {
                match self.known.get_mut(&self.pool.node(place).board) {
                    Some(known) if known.place == Some(place) => {
                        known.place = None;
                        self.count -= 1;
                        batch.push(place);
                    }
                    _ => self.pool.give_back(place),
                }
            }
            if batch.is_empty() {
                self.least += 1;
            }
        }
    }

    fn into_seeds(self) -> Vec<Node<S>> {
        let places = self.known.values().filter_map(|known| known.place);
        places.map(|place| *self.pool.node(place)).collect()
    }
}
