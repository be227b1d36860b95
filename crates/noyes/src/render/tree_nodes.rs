//! What drawings of a search tree share: its nodes with the refused boards among them, their
//! captions, and where they stand.

use rustc_hash::FxHashMap;

use crate::board::Board;
use crate::search_tree::{Fate, Refusal, SearchTree};

/// A node as it is drawn: one that was enqueued, or a board that was refused.
pub(super) struct DrawnNode<'a> {
    pub(super) board: &'a Board,
    pub(super) moves: u32,
    pub(super) distance: u32,
    /// The place of its parent among the drawn nodes.
    pub(super) parent: Option<usize>,
    /// The first node before it that was enqueued with the same board.
    pub(super) first: Option<usize>,
    pub(super) mark: Mark,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Enqueued(Fate),
    Refused(Refusal),
}

impl DrawnNode<'_> {
    /// Moves, distance and their sum.
    pub(super) fn numbers(&self) -> String {
        let (moves, distance) = (self.moves, self.distance);
        format!("{moves} + {distance} = {}", moves + distance)
    }

    /// What became of it, in a few words.
    pub(super) fn fate(&self) -> String {
        match self.mark {
            Mark::Enqueued(Fate::Expanded { step }) => format!("dequeued {step}"),
            Mark::Enqueued(Fate::Goal { step }) => format!("dequeued {step}: goal"),
            Mark::Enqueued(Fate::PassedOver { step }) => format!("passed over {step}"),
            Mark::Enqueued(Fate::Waiting) => "in the queue".to_owned(),
            Mark::Refused(Refusal::EnqueuedBefore) => "enqueued before".to_owned(),
            Mark::Refused(Refusal::OnPath) => "on the path".to_owned(),
            Mark::Refused(why) => why.words().to_owned(),
        }
    }

    /// The same, after the first node with its board: for drawings where nodes have names.
    pub(super) fn fate_and_first(&self) -> String {
        match self.first {
            Some(first) => format!("= #{first}, {}", self.fate()),
            None => self.fate(),
        }
    }

    pub(super) fn is_refused(&self) -> bool {
        matches!(self.mark, Mark::Refused(_))
    }
}

/// The nodes of a tree, each at its number, and then the boards that were refused. Parents come
/// before their children.
pub(super) fn drawn_nodes(tree: &SearchTree) -> Vec<DrawnNode<'_>> {
    let mut firsts = FxHashMap::default();
    let enqueued = (0..).zip(&tree.nodes).map(|(id, node)| DrawnNode {
        board: &node.board,
        moves: node.moves,
        distance: node.distance,
        parent: node.parent,
        first: Some(*firsts.entry(&node.board).or_insert(id)).filter(|&first| first < id),
        mark: Mark::Enqueued(node.fate),
    });
    let refused = tree.refused().map(|(parent, refused)| DrawnNode {
        board: &refused.board,
        moves: tree.nodes[parent].moves + 1,
        distance: refused.distance,
        parent: Some(parent),
        first: None,
        mark: Mark::Refused(refused.why),
    });
    enqueued.chain(refused).collect()
}

/// The children of every node, in order.
pub(super) fn children(nodes: &[DrawnNode<'_>]) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); nodes.len()];
    for (place, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(place);
        }
    }
    children
}

/// Where the middle of each node is, from 0 on: a parent in the middle above its children, and
/// nodes of one row at least a pitch apart.
///
/// Subtrees are moved together until their outlines touch (Reingold & Tilford, "Tidier drawings of
/// trees", IEEE Transactions on Software Engineering 7, 1981), so that a wide tree takes the width
/// of its widest rows and not that of all its leaves.
pub(super) fn middles(children: &[Vec<usize>], pitch: f64) -> Vec<f64> {
    /// The leftmost and the rightmost middle of each row of a subtree, from its root's.
    #[derive(Clone, Default)]
    struct Outline(Vec<(f64, f64)>);
    let mut outlines: Vec<Outline> = vec![Outline::default(); children.len()];
    // The way of each node from its parent.
    let mut offsets = vec![0.0; children.len()];
    for place in (0..children.len()).rev() {
        let mut merged: Vec<(f64, f64)> = Vec::new();
        for &child in &children[place] {
            let Outline(rows) = std::mem::take(&mut outlines[child]);
            let apart = merged
                .iter()
                .zip(&rows)
                .map(|(ours, theirs)| ours.1 - theirs.0);
            let shift = apart.fold(f64::NEG_INFINITY, f64::max) + pitch;
            let shift = if shift.is_finite() { shift } else { 0.0 };
            offsets[child] = shift;
            for (row, &(left, right)) in rows.iter().enumerate() {
                match merged.get_mut(row) {
                    Some(ours) => ours.1 = right + shift,
                    None => merged.push((left + shift, right + shift)),
                }
            }
        }
        let ends = children[place].first().zip(children[place].last());
        let middle = ends.map_or(0.0, |(&first, &last)| {
            (offsets[first] + offsets[last]) / 2.0
        });
        for &child in &children[place] {
            offsets[child] -= middle;
        }
        let rows = merged
            .iter()
            .map(|(left, right)| (left - middle, right - middle));
        outlines[place] = Outline([(0.0, 0.0)].into_iter().chain(rows).collect());
    }
    let lefts = outlines
        .first()
        .map(|Outline(rows)| rows.iter().map(|row| row.0));
    let leftmost = lefts.map_or(0.0, |lefts| lefts.fold(0.0, f64::min));
    let mut middles = vec![0.0; children.len()];
    if let Some(root) = middles.first_mut() {
        *root = -leftmost;
    }
    for place in 0..children.len() {
        for &child in &children[place] {
            middles[child] = middles[place] + offsets[child];
        }
    }
    middles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_nodes_of_a_row_overlap() {
        // A tree of 400 nodes whose parents are drawn from a fixed sequence.
        let mut children = vec![Vec::new(); 400];
        let mut depth = vec![0usize; 400];
        for place in 1..400usize {
            let parent = (place * place * 31 + place / 7) % place;
            children[parent].push(place);
            depth[place] = depth[parent] + 1;
        }
        let middles = middles(&children, 2.0);
        for a in 0..400 {
            assert!(middles[a] >= 0.0);
            for b in 0..a {
                let apart = (middles[a] - middles[b]).abs();
                assert!(depth[a] != depth[b] || apart >= 2.0 - 1e-9, "{a} {b}");
            }
        }
        let leaves = children.iter().filter(|own| own.is_empty()).count();
        let widest = middles.iter().copied().fold(0.0, f64::max);
        assert!(widest < 2.0 * leaves as f64);
    }
}
