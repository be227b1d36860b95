//! The node that A*, ARA* and the searches from both ends store.
//!
//! One form for all of them, so that the search graph is compiled once for each packed form. What
//! only some of them use fills bytes that alignment would leave empty.

use super::search_graph::{GraphNode, NO_NODE, NodeId};
use crate::board::Packed;

/// A board, how it was reached, and what its heuristic remembers of it.
#[derive(Debug)]
pub(super) struct StoredNode<P, M> {
    pub(super) state: P,
    pub(super) memo: M,
    pub(super) parent: NodeId,
    pub(super) moves: u32,
    pub(super) blank: u16,
    /// The last search that expanded it, from 1, where there are several.
    pub(super) expanded_in: u8,
    /// Whether it is still to be expanded, where the search asks.
    pub(super) is_open: bool,
}

impl<P, M> StoredNode<P, M> {
    /// The node that a search begins with: open, and never expanded.
    pub(super) fn start(state: P, memo: M, blank: usize) -> Self {
        Self {
            state,
            memo,
            parent: NO_NODE,
            moves: 0,
            blank: blank as u16,
            expanded_in: 0,
            is_open: true,
        }
    }

    /// A node that was reached from another.
    pub(super) fn reached(self, parent: NodeId, moves: u32) -> Self {
        Self {
            parent,
            moves,
            ..self
        }
    }
}

impl<P: Packed, M: Send + 'static> GraphNode for StoredNode<P, M> {
    type State = P;
    fn state(&self) -> &P {
        &self.state
    }
    fn parent(&self) -> NodeId {
        self.parent
    }
    fn blank(&self) -> usize {
        usize::from(self.blank)
    }
}

// The two marks are free of charge.
const _: () = assert!(size_of::<StoredNode<u64, u32>>() == 24);
const _: () = assert!(size_of::<StoredNode<u128, u32>>() == 32);
