//! The search graph of A* and its kin: the nodes generated so far, named by number, and the index
//! that finds them by arrangement. Open and closed nodes are both in it; which are open, the queue
//! of the search tells.
//!
//! # Idea
//!
//! A node refers to its parent by a 32-bit number instead of a counted pointer. The nodes are in
//! chunks, so growing never copies and never needs the old and the new memory at once. The index is
//! an open-addressing table of node numbers (linear probing, at most 5/8 full) without keys of its
//! own.
//!
//! # Invariants
//!
//! Both check the guard *before* they grow: a search that reaches the memory limit stops, and the
//! process is not killed.

use std::hash::{Hash, Hasher};
use std::mem::size_of;

use rustc_hash::FxHasher;

use super::free_later::free_later;
use super::{Counts, Event, Guard, Stop};
use crate::board::{Moves, Packed, SlideTable};

/// A node's number.
pub(super) type NodeId = u32;

/// The number that is no node's.
pub(super) const NO_NODE: NodeId = u32::MAX;

/// Nodes after which the guard is asked while the index grows: a few milliseconds of work.
const ASKED: NodeId = 1 << 16;

/// A node of a search graph: its arrangement, and how it was reached.
pub(super) trait GraphNode: Send + 'static {
    type State: Packed;
    fn state(&self) -> &Self::State;
    /// The node before it on its path, or [`NO_NODE`].
    fn parent(&self) -> NodeId;
    /// The cell of the blank.
    fn blank(&self) -> usize;
}

/// The nodes generated so far, and an index of them by arrangement.
#[derive(Debug)]
pub(super) struct SearchGraph<N: GraphNode> {
    chunks: Vec<Vec<N>>,
    len: usize,
    /// Node numbers, or [`NO_NODE`]: a power of two of them, or none without an index.
    table: Vec<NodeId>,
    /// Bytes of heap that a node owns besides itself.
    heap_bytes: usize,
}

const CHUNK: usize = 1 << 15;

/// Whether the guard is to be asked after so many expansions of boards with so many bytes on the
/// heap: every thousand, and more often where copying a board takes long.
pub(super) fn is_to_ask(expanded: u64, heap_bytes: usize) -> bool {
    let every = (1024 * 256 / heap_bytes.max(256)).max(8);
    expanded.is_multiple_of(every as u64)
}

fn hash<S: Hash>(state: &S) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    let hash = hasher.finish();
    // FxHash leaves its good bits at the top; the table takes the low ones.
    hash ^ hash >> 32
}

impl<N: GraphNode> Drop for SearchGraph<N> {
    fn drop(&mut self) {
        free_later(self.len, std::mem::take(&mut self.chunks));
    }
}

impl<N: GraphNode> SearchGraph<N> {
    /// An empty store for boards of `cells` cells, with an index if `indexed`.
    pub(super) fn new(cells: usize, indexed: bool) -> Self {
        Self {
            chunks: Vec::new(),
            len: 0,
            table: if indexed {
                vec![NO_NODE; 1 << 10]
            } else {
                Vec::new()
            },
            heap_bytes: N::State::heap_bytes(cells),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Whether the guard is to be asked after so many expansions: see [`is_to_ask`].
    pub(super) fn is_to_ask(&self, expanded: u64) -> bool {
        is_to_ask(expanded, self.heap_bytes)
    }

    #[inline]
    pub(super) fn get(&self, id: NodeId) -> &N {
        &self.chunks[id as usize / CHUNK][id as usize % CHUNK]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, id: NodeId) -> &mut N {
        &mut self.chunks[id as usize / CHUNK][id as usize % CHUNK]
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.chunks.len() * CHUNK * (size_of::<N>() + self.heap_bytes)
            + self.table.len() * size_of::<NodeId>()
    }

    /// The node with an arrangement. Only for a store with an index.
    pub(super) fn find(&self, state: &N::State) -> Option<NodeId> {
        match self.table[self.slot(state)] {
            NO_NODE => None,
            id => Some(id),
        }
    }

    /// The slot that holds the arrangement's node, or the free one where it would go.
    fn slot(&self, state: &N::State) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = hash(state) as usize & mask;
        loop {
            let id = self.table[slot];
            if id == NO_NODE || self.get(id).state() == state {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The slides from the node without a parent to this one.
    pub(super) fn path(&self, id: NodeId, slide_table: &SlideTable) -> Moves {
        let mut directions = Vec::new();
        let mut node = self.get(id);
        while node.parent() != NO_NODE {
            let parent = self.get(node.parent());
            let mut slides = slide_table.slides(parent.blank());
            let slide = slides.find(|&(_, cell)| cell == node.blank());
            debug_assert!(slide.is_some(), "a node is one slide from its parent");
            directions.extend(slide.map(|(direction, _)| direction));
            node = parent;
        }
        directions.reverse();
        directions.into()
    }

    /// The cell of the blank before the last slide, which a search does not undo; none for a node
    /// without a parent.
    pub(super) fn previous_blank(&self, id: NodeId) -> Option<usize> {
        match self.get(id).parent() {
            NO_NODE => None,
            parent => Some(self.get(parent).blank()),
        }
    }

    /// Whether an arrangement is that of a node on the path to this one, its last node left out.
    /// `blank` is the arrangement's cell of the blank.
    ///
    /// A slide changes the colour of the blank's cell, so only every second node of the path can
    /// have it.
    pub(super) fn is_on_path(&self, id: NodeId, state: &N::State, blank: usize) -> bool {
        let mut parent = self.get(id).parent();
        while parent != NO_NODE {
            let node = self.get(parent);
            if node.blank() == blank && node.state() == state {
                return true;
            }
            parent = match node.parent() {
                NO_NODE => NO_NODE,
                grandparent => self.get(grandparent).parent(),
            };
        }
        false
    }

    /// How many different arrangements there are. `others` is what the search holds besides this
    /// store, in bytes; the observer is told of `progress` now and then, and may say stop.
    pub(super) fn distinct(
        &self,
        guard: &Guard<'_>,
        others: usize,
        progress: &Event,
    ) -> Result<u64, Stop> {
        if !self.table.is_empty() {
            return Ok(self.len as u64);
        }
        let slots = (self.len * 8 / 5 + 1).next_power_of_two();
        guard.check_memory(self.bytes() + others + slots * size_of::<NodeId>())?;
        let mut table = vec![NO_NODE; slots];
        let mut distinct = 0;
        for id in 0..self.len as NodeId {
            if (id as usize).is_multiple_of(CHUNK) {
                guard.tell(progress)?;
            }
            let state = self.get(id).state();
            let mut slot = hash(state) as usize & (slots - 1);
            while table[slot] != NO_NODE && self.get(table[slot]).state() != state {
                slot = (slot + 1) & (slots - 1);
            }
            distinct += u64::from(table[slot] == NO_NODE);
            table[slot] = id;
        }
        Ok(distinct)
    }

    /// Adds a node, whose arrangement must not be in the index yet. `others` is what the search
    /// holds besides this store, in bytes. A large index takes a while to grow; the guard is asked
    /// meanwhile, with the counts of the search. After a stop the index finds only some of the
    /// nodes.
    pub(super) fn push(
        &mut self,
        node: N,
        guard: &Guard<'_>,
        others: usize,
        counts: &Counts,
    ) -> Result<NodeId, Stop> {
        if self.len == self.chunks.len() * CHUNK {
            if self.len + CHUNK >= NO_NODE as usize {
                return Err(Stop::Memory);
            }
            let more = CHUNK * (size_of::<N>() + self.heap_bytes);
            guard.check_memory(self.bytes() + others + more)?;
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        let id = self.len as NodeId;
        if !self.table.is_empty() {
            if self.len >= self.table.len() / 8 * 5 {
                self.grow_table(guard, others, counts)?;
            }
            let slot = self.slot(node.state());
            debug_assert_eq!(self.table[slot], NO_NODE);
            self.table[slot] = id;
        }
        self.chunks[self.len / CHUNK].push(node);
        self.len += 1;
        Ok(id)
    }

    fn grow_table(
        &mut self,
        guard: &Guard<'_>,
        others: usize,
        counts: &Counts,
    ) -> Result<(), Stop> {
        let wanted = self.table.len() * 2;
        // The old table is dropped first: the nodes themselves say what belongs in the new one.
        let without = self.bytes() - self.table.len() * size_of::<NodeId>();
        guard.check_memory(without + others + wanted * size_of::<NodeId>())?;
        self.table = Vec::new();
        self.table = vec![NO_NODE; wanted];
        let mask = wanted - 1;
        for id in 0..self.len as NodeId {
            if id % ASKED == ASKED - 1 {
                guard.tell(&Event::Progress { counts: *counts })?;
            }
            let mut slot = hash(self.get(id).state()) as usize & mask;
            while self.table[slot] != NO_NODE {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = id;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::{Control, Observer, Silent};

    struct Node(u64);

    impl GraphNode for Node {
        type State = u64;
        fn state(&self) -> &u64 {
            &self.0
        }
        fn parent(&self) -> NodeId {
            NO_NODE
        }
        fn blank(&self) -> usize {
            0
        }
    }

    #[test]
    fn what_was_put_in_is_found_again() {
        let guard = Guard::new(&Silent);
        let mut graph = SearchGraph::new(16, true);
        for k in 0..100_000u64 {
            let state = k.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            assert_eq!(graph.find(&state), None);
            assert_eq!(
                graph.push(Node(state), &guard, 0, &Counts::default()),
                Ok(k as NodeId)
            );
        }
        for k in (0..100_000u64).step_by(7) {
            let state = k.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            assert_eq!(graph.find(&state), Some(k as NodeId));
        }
    }

    #[test]
    fn the_guard_is_asked_while_the_index_grows() {
        struct StopAtOnce;
        impl Observer for StopAtOnce {
            fn on(&self, _: &Event) -> Control {
                Control::Stop
            }
        }
        let guard = Guard::new(&StopAtOnce);
        let mut graph = SearchGraph::new(16, true);
        let counts = Counts::default();
        let stop = (0..200_000).find_map(|k| graph.push(Node(k), &guard, 0, &counts).err());
        assert_eq!(stop, Some(Stop::Observer));
        assert!(graph.len() > ASKED as usize);
    }

    #[test]
    fn the_guard_is_asked_more_often_where_boards_are_large() {
        let asked = |heap_bytes| (1..=4096).filter(|&k| is_to_ask(k, heap_bytes)).count();
        assert_eq!(
            (asked(0), asked(256), asked(2 * 900), asked(2 * 127 * 127)),
            (4, 4, 28, 512)
        );
    }

    #[test]
    fn growth_stops_before_the_limit() {
        let guard = Guard::new(&Silent).memory(4_000_000);
        let mut graph = SearchGraph::new(16, true);
        let stop = (0..).find_map(|k| {
            graph
                .push(Node(k), &guard, 1_000_000, &Counts::default())
                .err()
        });
        assert_eq!(stop, Some(Stop::Memory));
        assert!(graph.bytes() <= 3_000_000);
        assert!(graph.len() > 100_000);
    }
}
