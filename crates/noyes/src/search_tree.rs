//! The search tree of a search's first steps, as plain data for drawing (the course says game
//! tree).

use crate::board::Board;

/// What happened to a node.
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::first_steps;
/// use noyes::search_tree::Fate;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[1, 2, 3], [4, 5, 6], [7, 0, 8]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let tree = first_steps(&instance, HeuristicKind::Manhattan, 10)?;
/// assert_eq!(tree.nodes[0].fate, Fate::Expanded { step: 1 });
/// assert!(tree.nodes.iter().any(|node| node.fate == Fate::Goal { step: 2 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::first_steps;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let root = first_steps(&instance, HeuristicKind::Manhattan, 1)?.nodes.remove(0);
/// assert_eq!((root.moves, root.distance, root.priority()), (0, 4, 4));
/// assert_eq!((root.board, root.parent), (board, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::first_steps;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let tree = first_steps(&instance, HeuristicKind::Manhattan, 1)?;
/// assert_eq!(tree.children(0).collect::<Vec<_>>(), [1, 2]);
/// assert_eq!(tree.nodes[1].parent, Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
