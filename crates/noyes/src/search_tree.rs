//! The search tree of a search's first steps, as plain data for drawing (the course says game tree).

use crate::board::Board;

/// What happened to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fate {
    /// Dequeued and expanded, as the `step`-th node, from 1.
    Expanded {
        /// Which step.
        step: usize,
    },
    /// Dequeued and found to be the goal, at this step.
    Goal {
        /// Which step.
        step: usize,
    },
    /// Still in the priority queue.
    Waiting,
    /// Never enqueued: it is the board its parent came from.
    PreviousBoard,
}

/// A node of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The board.
    pub board: Board,
    /// Moves made to reach it.
    pub moves: u32,
    /// The heuristic's distance to the goal.
    pub distance: u32,
    /// Its parent's number, none for the first board.
    pub parent: Option<usize>,
    /// What happened to it.
    pub fate: Fate,
}

impl TreeNode {
    /// Moves and distance together.
    pub fn priority(&self) -> u32 {
        self.moves + self.distance
    }
}

/// The nodes a search made in its first steps, parents before children, the first board first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchTree {
    /// The nodes.
    pub nodes: Vec<TreeNode>,
}

impl SearchTree {
    /// The children of a node, in the order they were made.
    pub fn children(&self, parent: usize) -> impl Iterator<Item = usize> + '_ {
        let is_child = move |&id: &usize| self.nodes[id].parent == Some(parent);
        (0..self.nodes.len()).filter(is_child)
    }
}
