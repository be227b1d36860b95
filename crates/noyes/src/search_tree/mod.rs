//! The search tree of a search's first steps, as plain data for drawing (the course says game
//! tree).
//!
//! ```
//! use noyes::Board;
//! use noyes::heuristic::HeuristicKind;
//! use noyes::search::{TreeOptions, first_steps};
//!
//! let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
//! let goal = Board::goal(board.size());
//! let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &TreeOptions::default())?;
//! assert_eq!((trees.board.nodes.len(), trees.steps()), (10, 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "serde")]
mod serialized;

use crate::board::Board;

/// What happened to a node.
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::{TreeOptions, first_steps};
/// use noyes::search_tree::Fate;
/// use noyes::Board;
///
/// let board = Board::new(&[[1, 2, 3], [4, 5, 6], [7, 0, 8]])?;
/// let goal = Board::goal(board.size());
/// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &TreeOptions::default())?;
/// let nodes = trees.board.nodes;
/// assert_eq!(nodes[0].fate, Fate::Expanded { step: 1 });
/// assert!(nodes.iter().any(|node| node.fate == Fate::Goal { step: 2 }));
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
    /// Dequeued at this step and passed over: its board was enqueued again with fewer moves.
    PassedOver {
        /// Which step.
        step: usize,
    },
    /// Still in the priority queue.
    Waiting,
}

/// Why a board was refused: never enqueued.
///
/// ```
/// use noyes::search_tree::Refusal;
///
/// assert_eq!(Refusal::PreviousBoard.words(), "previous board");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// It is the board of the previous node.
    PreviousBoard,
    /// It is on the path from the start.
    OnPath,
    /// It was enqueued before with no more moves.
    EnqueuedBefore,
}

impl Refusal {
    /// In a few words.
    ///
    /// ```
    /// use noyes::search_tree::Refusal;
    ///
    /// assert_eq!(Refusal::OnPath.words(), "on the path from the start");
    /// ```
    pub fn words(self) -> &'static str {
        match self {
            Self::PreviousBoard => "previous board",
            Self::OnPath => "on the path from the start",
            Self::EnqueuedBefore => "enqueued before with no more moves",
        }
    }
}

/// A board that was refused.
///
/// ```
/// # use noyes::{Board, heuristic::HeuristicKind, search::{TreeOptions, first_steps}};
/// let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
/// let goal = Board::goal(board.size());
/// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &TreeOptions::default())?;
/// let tree = &trees.board;
/// // The start is a neighbour of the first board it leads to, and is refused there.
/// let refused = &tree.steps[1].refused[0];
/// assert_eq!((&refused.board, refused.distance), (&board, 4));
/// assert_eq!(refused.why.words(), "previous board");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The board.
    pub board: Board,
    /// The heuristic's distance to the goal.
    pub distance: u32,
    /// Why it was refused.
    pub why: Refusal,
}

/// A node of the tree.
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::{TreeOptions, first_steps};
/// use noyes::Board;
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let goal = Board::goal(board.size());
/// let mut trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &TreeOptions::default())?;
/// let root = trees.board.nodes.remove(0);
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
    ///
    /// ```
    /// # use noyes::{Board, heuristic::HeuristicKind, search::{TreeOptions, first_steps}};
    /// let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
    /// let goal = Board::goal(board.size());
    /// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &TreeOptions::default())?;
    /// let tree = &trees.board;
    /// let node = &tree.nodes[1];
    /// assert_eq!(node.priority(), node.moves + node.distance);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn priority(&self) -> u32 {
        self.moves + self.distance
    }
}

/// One step: a node is dequeued and, unless it is the goal, its neighbours are enqueued or refused.
///
/// ```
/// # use noyes::{Board, heuristic::HeuristicKind, search::{TreeOptions, first_steps}};
/// let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
/// let goal = Board::goal(board.size());
/// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &TreeOptions::default())?;
/// let tree = &trees.board;
/// let first = &tree.steps[0];
/// assert_eq!((first.dequeued, &first.inserted[..], first.refused.len()), (0, &[1, 2][..], 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeStep {
    /// The node that was dequeued.
    pub dequeued: usize,
    /// The nodes that were enqueued, in this order.
    pub inserted: Vec<usize>,
    /// The boards that were refused.
    pub refused: Vec<Refused>,
    /// The nodes that were dequeued before it and passed over, since their boards were enqueued
    /// again with fewer moves.
    pub passed_over: Vec<usize>,
    /// The priority queue after the step, in order; empty if queues are not recorded.
    pub queue: Vec<usize>,
}

/// The nodes that a search enqueued in its first steps, in their order, and the steps.
///
/// [`first_steps`](crate::search::first_steps) records one. In a tree of the caller's own all
/// numbers must be those of its nodes: drawing it panics where there is no such node.
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::{TreeOptions, first_steps};
/// use noyes::Board;
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let goal = Board::goal(board.size());
/// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &TreeOptions::default())?;
/// let tree = trees.board;
/// assert_eq!((tree.nodes.len(), tree.steps.len()), (10, 5));
/// assert_eq!((tree.steps[0].dequeued, &tree.steps[0].inserted[..]), (0, &[1, 2][..]));
/// // After one step: the start and its two neighbours, which wait.
/// let first = tree.after(1);
/// assert_eq!((first.nodes.len(), first.queue().len()), (3, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchTree {
    /// The nodes: the first board first, parents before children.
    pub nodes: Vec<TreeNode>,
    /// The steps.
    pub steps: Vec<TreeStep>,
}

impl SearchTree {
    /// The tree as it was after its first `steps` steps; the whole tree if it has fewer.
    ///
    /// ```
    /// # use noyes::{Board, heuristic::HeuristicKind, search::{TreeOptions, first_steps}};
    /// let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
    /// let goal = Board::goal(board.size());
    /// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &TreeOptions::default())?;
    /// let tree = &trees.board;
    /// // The start and its two neighbours, which wait.
    /// assert_eq!(tree.after(1).nodes.len(), 3);
    /// assert_eq!(tree.after(99), *tree);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after(&self, steps: usize) -> Self {
        let steps = &self.steps[..steps.min(self.steps.len())];
        let inserted: usize = steps.iter().map(|step| step.inserted.len()).sum();
        let mut nodes = self.nodes[..(1 + inserted).min(self.nodes.len())].to_vec();
        for node in &mut nodes {
            let is_later = match node.fate {
                Fate::Expanded { step } | Fate::Goal { step } | Fate::PassedOver { step } => {
                    step > steps.len()
                }
                Fate::Waiting => false,
            };
            if is_later {
                node.fate = Fate::Waiting;
            }
        }
        Self {
            nodes,
            steps: steps.to_vec(),
        }
    }

    /// The priority queue after the last step, in order: the first board if there was none.
    ///
    /// ```
    /// # use noyes::{Board, heuristic::HeuristicKind, search::{TreeOptions, first_steps}};
    /// let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
    /// let goal = Board::goal(board.size());
    /// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &TreeOptions::default())?;
    /// let tree = &trees.board;
    /// assert_eq!(tree.after(0).queue(), [0]);
    /// assert_eq!(tree.after(1).queue().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn queue(&self) -> &[usize] {
        self.steps.last().map_or(&[0], |step| &step.queue)
    }

    /// The boards that were refused, each with the node that it is a neighbour of.
    ///
    /// ```
    /// # use noyes::{Board, heuristic::HeuristicKind, search::{TreeOptions, first_steps}};
    /// let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
    /// let goal = Board::goal(board.size());
    /// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &TreeOptions::default())?;
    /// let tree = &trees.board;
    /// let (neighbour_of, refused) = tree.refused().next().unwrap();
    /// assert_eq!(tree.nodes[neighbour_of].moves, 1);
    /// assert_eq!(refused.board, board);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn refused(&self) -> impl Iterator<Item = (usize, &Refused)> + '_ {
        let of_step = |step: &'_ TreeStep| step.dequeued;
        self.steps
            .iter()
            .flat_map(move |step| step.refused.iter().map(move |one| (of_step(step), one)))
    }
}

/// The tree of a board and, where it was searched too, that of its twin, step by step in turn.
///
/// With the feature `serde` it is written as JSON:
///
/// ```text
/// {"schema":1,"rows":3,"cols":3,"solvable":true,
///  "steps":[{"dequeued":0,"inserted":[1,2],"refused":[{"board":[…],"why":"previous board"}],
///            "queue":[2,1]},…],
///  "nodes":[{"id":0,"parent":null,"tiles":[…],"moves":0,"distance":4,"priority":4},…],
///  "twin":{"steps":[…],"nodes":[…]}}
/// ```
///
/// A board is its tiles, row by row, 0 for the blank; `twin` is there only if it was searched. A
/// step has `"passed_over":[…]` as well where entries of the queue were stale.
///
/// ```
/// # use noyes::{Board, heuristic::HeuristicKind, search::{TreeOptions, first_steps}};
/// let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
/// let goal = Board::goal(board.size());
/// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &TreeOptions::default())?;
/// let tree = &trees.board;
/// assert!(trees.is_solvable && trees.twin.is_none());
/// assert_eq!(trees.steps(), tree.steps.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchTrees {
    /// Whether the board can be solved.
    pub is_solvable: bool,
    /// The tree of the board.
    pub board: SearchTree,
    /// The tree of the twin.
    pub twin: Option<SearchTree>,
}

impl SearchTrees {
    /// The most steps of the two.
    ///
    /// ```
    /// # use noyes::{Board, heuristic::HeuristicKind, search::{TreeOptions, first_steps}};
    /// let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
    /// let goal = Board::goal(board.size());
    /// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &TreeOptions::default())?;
    /// let tree = &trees.board;
    /// assert_eq!(trees.steps(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn steps(&self) -> usize {
        let twin = self.twin.as_ref().map_or(0, |twin| twin.steps.len());
        self.board.steps.len().max(twin)
    }
}
