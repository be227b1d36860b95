//! The open and closed lists of the A* that lays the frontier.
//!
//! Open nodes are in buckets by f and depth. A hash map holds the shortest path to each board so
//! far, so a board is expanded again only when a shorter path to it is found.

use rustc_hash::FxHashMap;

use super::astar_frontier::Frontier;
use super::expand::BATCH;
use super::node::Node;
use super::pool::Pool;
use super::word::Word;

/// See the module documentation.
pub(super) struct OpenClosed<W: Word, const S: usize> {
    pub pool: Pool<W, S>,
    /// Slots by (f − f of the start) / 2 and depth.
    buckets: Vec<Vec<Vec<u32>>>,
    /// The f of the start.
    start: u32,
    /// The first row of buckets that may hold nodes.
    least: usize,
    /// How many boards are open.
    count: usize,
    best: FxHashMap<W::Board, BestPath>,
}

/// The shortest path to a board so far.
#[derive(Clone, Copy)]
struct BestPath {
    depth: u32,
    /// The slot of the open node; none if it is expanded.
    slot: Option<u32>,
}

impl<W: Word, const S: usize> OpenClosed<W, S> {
    pub fn new(start: u32) -> Self {
        Self {
            pool: Pool::new(),
            buckets: Vec::new(),
            start,
            least: 0,
            count: 0,
            best: FxHashMap::default(),
        }
    }

    /// How many boards are open.
    pub fn count(&self) -> usize {
        self.count
    }

    /// No open node has a smaller f.
    pub fn least_f(&self) -> u32 {
        self.start + 2 * self.least as u32
    }

    pub fn insert(&mut self, node: Node<W, S>, frontier: &Frontier<W, S>) {
        let slot = self.pool.add(&node);
        self.insert_slot(slot, frontier);
    }

    /// Opens the node in a slot. If a path as short is known, the slot is released instead.
    pub fn insert_slot(&mut self, slot: u32, frontier: &Frontier<W, S>) {
        let node = self.pool.node(slot);
        let depth = frontier.depth(node);
        let f = frontier.f(node);
        let best = self.best.get(&node.board).copied();
        if best.is_some_and(|best| best.depth <= depth) {
            self.pool.release(slot);
            return;
        }
        // An open node with a longer path stays in its bucket; `take` will skip it.
        self.count += usize::from(best.is_none_or(|best| best.slot.is_none()));
        let slot = Some(slot);
        self.best.insert(node.board, BestPath { depth, slot });
        let row = ((f - self.start) / 2) as usize;
        while self.buckets.len() <= row {
            self.buckets.push(Vec::new());
        }
        let row = &mut self.buckets[row];
        while row.len() <= depth as usize {
            row.push(Vec::new());
        }
        row[depth as usize].extend(slot);
        self.least = self.least.min(((f - self.start) / 2) as usize);
    }

    /// Takes up to [`BATCH`] nodes of the least f for expansion, the deepest first.
    pub fn take(&mut self, batch: &mut Vec<u32>) {
        batch.clear();
        while batch.is_empty() && self.least < self.buckets.len() {
            let row = &mut self.buckets[self.least];
            while batch.len() < BATCH
                && let Some(bucket) = row.iter_mut().rev().find(|bucket| !bucket.is_empty())
                && let Some(slot) = bucket.pop()
            {
                match self.best.get_mut(&self.pool.node(slot).board) {
                    Some(best) if best.slot == Some(slot) => {
                        best.slot = None;
                        self.count -= 1;
                        batch.push(slot);
                    }
                    _ => self.pool.release(slot),
                }
            }
            if batch.is_empty() {
                self.least += 1;
            }
        }
    }

    /// The open nodes, in no particular order.
    pub fn into_nodes(self) -> Vec<Node<W, S>> {
        let slots = self.best.values().filter_map(|best| best.slot);
        slots.map(|slot| *self.pool.node(slot)).collect()
    }
}
