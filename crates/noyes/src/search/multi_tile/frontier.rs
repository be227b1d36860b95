//! The first moves, breadth first: the boards that threads share.
//!
//! Each arrangement is there once for either kind of next move.

use rustc_hash::FxHashSet;

use super::{MultiTileSolver, Node};
use crate::board::Packed;
use crate::guard::Counts;

/// The frontier is the first depth with at least this many boards.
const WANTED: usize = 4_000;

/// A board to search below and the moves that led there: the kind of each, and the blank's new
/// row or column.
pub(super) struct FrontierNode {
    pub node: Node,
    board: u64,
    pub path: Vec<(u8, u8)>,
}

impl MultiTileSolver {
    /// A node after one move more.
    fn grown(&self, from: &FrontierNode, to: usize) -> FrontierNode {
        let board = self.slid(from.board, &from.node, to);
        let mut path = from.path.clone();
        path.push((from.node.next, to as u8));
        FrontierNode {
            node: self.moved(from.node, to),
            board,
            path,
        }
    }

    /// The boards of the first depth with at least [`WANTED`] of them, each once for a kind of next
    /// move; none if the breadth-first search exhausts a small board before.
    pub(super) fn frontier(&self, labels: &[u16], counts: &mut Counts) -> Vec<FrontierNode> {
        let root = |next| FrontierNode {
            node: self.root(labels, next),
            board: u64::pack(labels),
            path: Vec::new(),
        };
        let mut layer = vec![root(0), root(1)];
        // Colours do not tell boards apart: the closed set holds whole arrangements.
        let mut closed: FxHashSet<(u64, u8)> =
            layer.iter().map(|one| (one.board, one.node.next)).collect();
        while layer.len() < WANTED {
            let mut next = Vec::new();
            for from in &layer {
                for to in 0..self.lines(usize::from(from.node.next)) {
                    if to == usize::from(from.node.blank[usize::from(from.node.next)]) {
                        continue;
                    }
                    let child = self.grown(from, to);
                    counts.generated += 1;
                    if closed.insert((child.board, child.node.next)) {
                        next.push(child);
                    }
                }
            }
            counts.expanded += layer.len() as u64;
            // The whole space is closed: the board is tiny, and searched from the root.
            if next.is_empty() {
                return Vec::new();
            }
            layer = next;
        }
        layer
    }
}
