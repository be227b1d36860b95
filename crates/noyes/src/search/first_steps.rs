//! The first steps of A* as the course teaches it, recorded as a search tree (the course says game
//! tree).
//!
//! The search that is recorded is the search itself: it tells a [`Record`] what it enqueues and
//! refuses.

use rustc_hash::FxHashMap;

use super::astar::{AStar, Record, Step};
use super::search_graph::NodeId;
use super::{Duplicates, Guard, SearchError, Silent, Weight};
use crate::board::{Board, Packed};
use crate::goal::{Instance, Parity};
use crate::heuristic::{ChosenHeuristic, Heuristic, HeuristicKind};
use crate::search_tree::{Fate, Refusal, Refused, SearchTree, SearchTrees, TreeNode, TreeStep};

/// What [`first_steps`] records.
///
/// ```
/// use noyes::search::{Duplicates, TreeOptions};
///
/// let options = TreeOptions::default();
/// assert_eq!((options.steps, options.duplicates), (5, Duplicates::Previous));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeOptions {
    /// How many nodes are dequeued and expanded, of each tree.
    pub steps: usize,
    /// What is refused.
    pub duplicates: Duplicates,
    /// Whether the twin is searched too, a step each in turn.
    pub with_twin: bool,
    /// Whether the queue is recorded after every step: then time and memory grow with the square
    /// of the steps.
    pub with_queues: bool,
}

impl Default for TreeOptions {
    fn default() -> Self {
        Self {
            steps: 5,
            duplicates: Duplicates::Previous,
            with_twin: false,
            with_queues: true,
        }
    }
}

/// The search tree of the first steps of A* on a board, or fewer if the goal comes sooner; with the
/// twin, until one of the two reaches the goal. The board need not be solvable. A heuristic that
/// does not fit the size is an error.
///
/// # Panics
///
/// If the board and the goal are not of one size.
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::{TreeOptions, first_steps};
/// use noyes::search_tree::Refusal;
/// use noyes::Board;
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let goal = Board::goal(board.size());
/// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &TreeOptions::default())?;
/// let second = &trees.board.steps[1];
/// assert_eq!((second.refused[0].why, &second.refused[0].board), (Refusal::PreviousBoard, &board));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn first_steps(
    board: &Board,
    goal: &Board,
    heuristic: HeuristicKind,
    options: &TreeOptions,
) -> Result<SearchTrees, SearchError> {
    let is_solvable = Parity::of(board, goal).is_solvable();
    let twin = options
        .with_twin
        .then(|| Instance::unchecked(&board.twin(), goal));
    let board = Instance::unchecked(board, goal);
    let (size, blank_home) = (board.size(), goal.blank());
    let (board, twin) = match heuristic.choose(size, blank_home, &Guard::new(&Silent))? {
        // So few boards are stored that one form serves all sizes.
        ChosenHeuristic::Tiles(heuristic) => {
            record::<_, Box<[u16]>>(&board, twin.as_ref(), &heuristic, options)
        }
        ChosenHeuristic::Walking(heuristic) => {
            record::<_, u64>(&board, twin.as_ref(), &*heuristic, options)
        }
    };
    Ok(SearchTrees {
        is_solvable,
        board,
        twin,
    })
}

/// Steps both until one has the goal.
fn record<H: Heuristic, P: Packed>(
    board: &Instance,
    twin: Option<&Instance>,
    heuristic: &H,
    options: &TreeOptions,
) -> (SearchTree, Option<SearchTree>) {
    let recorder = |instance| Recorder::<H, P>::new(instance, heuristic, options);
    let (mut ours, mut other) = (recorder(board), twin.map(recorder));
    for step in 1..=options.steps {
        if ours.step(step).is_break() {
            break;
        }
        if other
            .as_mut()
            .is_some_and(|other| other.step(step).is_break())
        {
            break;
        }
    }
    (ours.tree, other.map(|other| other.tree))
}

/// What one step told, by numbers of the search and priorities.
struct Told<P> {
    inserted: Vec<(NodeId, u64)>,
    refused: Vec<(P, Refusal)>,
    passed_over: Vec<(NodeId, u64)>,
}

impl<P: Packed> Record<P> for Told<P> {
    const IS_ON: bool = true;

    fn inserted(&mut self, id: NodeId, priority: u64) {
        self.inserted.push((id, priority));
    }

    fn refused(&mut self, state: &P, why: Refusal) {
        self.refused.push((state.clone(), why));
    }

    fn passed_over(&mut self, id: NodeId, priority: u64) {
        self.passed_over.push((id, priority));
    }
}

struct Recorder<'a, H: Heuristic, P: Packed> {
    instance: &'a Instance,
    heuristic: &'a H,
    with_queues: bool,
    search: Option<AStar<'a, H, P>>,
    tree: SearchTree,
    /// The tree's number of a node of the search at a priority. With an index, a board that is
    /// enqueued again keeps its node and gets another priority.
    numbers: FxHashMap<(NodeId, u64), usize>,
}

impl<'a, H: Heuristic, P: Packed> Recorder<'a, H, P> {
    fn new(instance: &'a Instance, heuristic: &'a H, options: &TreeOptions) -> Self {
        let guard = Guard::new(&Silent);
        let duplicates = options.duplicates;
        // Without limits it always starts.
        let search = AStar::new(instance, heuristic, Weight::ONE, duplicates, &guard).ok();
        let mut recorder = Self {
            instance,
            heuristic,
            with_queues: options.with_queues,
            search,
            tree: SearchTree::default(),
            numbers: FxHashMap::default(),
        };
        let start = recorder
            .search
            .as_ref()
            .and_then(|search| search.queue().next());
        if let Some(start) = start {
            recorder.add(start, None);
        }
        recorder
    }

    /// Records a step; breaks when the goal was dequeued or the queue was empty.
    fn step(&mut self, step: usize) -> std::ops::ControlFlow<()> {
        use std::ops::ControlFlow::{Break, Continue};
        let Some(search) = &mut self.search else {
            return Break(());
        };
        let mut told = Told {
            inserted: Vec::new(),
            refused: Vec::new(),
            passed_over: Vec::new(),
        };
        let ended = search.step_recorded(&Guard::new(&Silent), &mut told);
        let (id, is_goal) = match ended {
            Ok(Step::Expanded(id)) => (id, false),
            Ok(Step::Goal(id)) => (id, true),
            Ok(Step::Exhausted) | Err(_) => return Break(()),
        };
        let dequeued = self.numbers[&(id, search.priority(id))];
        self.tree.nodes[dequeued].fate = match is_goal {
            true => Fate::Goal { step },
            false => Fate::Expanded { step },
        };
        let passed_over: Vec<usize> = told.passed_over.iter().map(|at| self.numbers[at]).collect();
        for &number in &passed_over {
            self.tree.nodes[number].fate = Fate::PassedOver { step };
        }
        let first = self.tree.nodes.len();
        for inserted in told.inserted {
            self.add(inserted, Some(dequeued));
        }
        let refused = told.refused.iter().map(|(state, why)| Refused {
            board: self.board(state),
            distance: self.heuristic.value(self.heuristic.start(state)),
            why: *why,
        });
        let step = TreeStep {
            dequeued,
            inserted: (first..self.tree.nodes.len()).collect(),
            refused: refused.collect(),
            passed_over,
            queue: self.queue(),
        };
        self.tree.steps.push(step);
        if is_goal { Break(()) } else { Continue(()) }
    }

    /// The queue in order, if it is recorded.
    fn queue(&self) -> Vec<usize> {
        let search = self.search.as_ref().filter(|_| self.with_queues);
        let entries = search.into_iter().flat_map(|search| search.queue());
        entries.map(|at| self.numbers[&at]).collect()
    }

    fn board(&self, state: &P) -> Board {
        let goal = self.instance.goal().tiles();
        let tiles = (0..goal.len()).map(|cell| goal[state.at(cell)]).collect();
        Board::from_permutation(self.instance.size(), tiles)
    }

    fn add(&mut self, at: (NodeId, u64), parent: Option<usize>) {
        let Some(search) = &self.search else {
            return;
        };
        let node = search.nodes.get(at.0);
        let node = TreeNode {
            board: self.board(&node.state),
            moves: node.moves,
            distance: search.distance(at.0),
            parent,
            fate: Fate::Waiting,
        };
        self.numbers.insert(at, self.tree.nodes.len());
        self.tree.nodes.push(node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trees(board: &Board, options: &TreeOptions) -> SearchTrees {
        let goal = Board::goal(board.size());
        first_steps(board, &goal, HeuristicKind::Manhattan, options).unwrap()
    }

    #[test]
    fn the_four_move_board() {
        let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]).unwrap();
        let steps = 100;
        let tree = trees(
            &board,
            &TreeOptions {
                steps,
                ..TreeOptions::default()
            },
        )
        .board;
        let count =
            |wanted: fn(&Fate) -> bool| tree.nodes.iter().filter(|node| wanted(&node.fate)).count();
        assert_eq!(tree.nodes.len(), 10);
        assert_eq!(count(|fate| matches!(fate, Fate::Expanded { .. })), 4);
        assert_eq!(count(|fate| *fate == Fate::Goal { step: 5 }), 1);
        assert_eq!(tree.refused().count(), 3);
        for (number, node) in tree.nodes.iter().enumerate() {
            assert_eq!(node.distance, node.board.manhattan());
            if let Some(parent) = node.parent {
                assert!(parent < number);
                let parent = &tree.nodes[parent];
                assert!(parent.board.neighbors().any(|board| board == node.board));
                assert_eq!(node.moves, parent.moves + 1);
            }
        }
        for (parent, refused) in tree.refused() {
            let grandparent = tree.nodes[parent].parent.unwrap();
            assert_eq!(tree.nodes[grandparent].board, refused.board);
            assert_eq!(tree.nodes[grandparent].distance, refused.distance);
        }
    }

    /// The queue is what was inserted and not dequeued, by priority, distance and age.
    #[test]
    fn queues_follow_from_what_was_inserted_and_dequeued() {
        let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]]).unwrap();
        for duplicates in Duplicates::ALL {
            let with_twin = true;
            let options = TreeOptions {
                steps: 60,
                duplicates,
                with_twin,
                with_queues: true,
            };
            let trees = trees(&board, &options);
            assert!(trees.is_solvable);
            for tree in [Some(&trees.board), trees.twin.as_ref()]
                .into_iter()
                .flatten()
            {
                for steps in 0..=tree.steps.len() {
                    let then = tree.after(steps);
                    let waits = |id: &usize| then.nodes[*id].fate == Fate::Waiting;
                    let mut queue: Vec<usize> = (0..then.nodes.len()).filter(waits).collect();
                    queue.sort_by_key(|&id| {
                        let node = &then.nodes[id];
                        (node.priority(), node.distance, usize::MAX - id)
                    });
                    assert_eq!(then.queue(), queue, "{duplicates}, step {steps}");
                }
            }
        }
    }

    #[test]
    fn without_a_rule_the_same_board_comes_twice() {
        let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]).unwrap();
        let duplicates = Duplicates::None;
        let tree = trees(
            &board,
            &TreeOptions {
                duplicates,
                ..TreeOptions::default()
            },
        )
        .board;
        assert_eq!(tree.refused().count(), 0);
        let again = |node: &&TreeNode| node.board == board;
        assert!(tree.nodes.iter().filter(again).count() > 1);
    }

    #[test]
    fn of_an_unsolvable_board_the_twin_reaches_the_goal() {
        let board = Board::new(&[[2, 1, 3], [4, 5, 6], [7, 0, 8]]).unwrap();
        let with_twin = true;
        let trees = trees(
            &board,
            &TreeOptions {
                with_twin,
                ..TreeOptions::default()
            },
        );
        let twin = trees.twin.as_ref().unwrap();
        assert!(!trees.is_solvable);
        assert_eq!(
            twin.nodes[twin.steps[1].dequeued].fate,
            Fate::Goal { step: 2 }
        );
        assert_eq!(trees.board.steps.len(), 2);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn the_serialised_form_is_pinned() {
        let board = Board::new(&[[1, 2], [0, 3]]).unwrap();
        let text = serde_json::to_string(&trees(&board, &TreeOptions::default())).unwrap();
        let wanted = r#"{"schema":1,"rows":2,"cols":2,"solvable":true,"steps":[{"dequeued":0,"inserted":[1,2],"refused":[],"queue":[1,2]},{"dequeued":1,"inserted":[],"refused":[],"queue":[2]}],"nodes":[{"id":0,"parent":null,"tiles":[1,2,0,3],"moves":0,"distance":1,"priority":1},{"id":1,"parent":0,"tiles":[1,2,3,0],"moves":1,"distance":0,"priority":1},{"id":2,"parent":0,"tiles":[0,2,1,3],"moves":1,"distance":2,"priority":3}]}"#;
        assert_eq!(text, wanted);
    }
}
