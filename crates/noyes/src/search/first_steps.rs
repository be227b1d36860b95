//! The first steps of A* as the course teaches it, recorded as a search tree (the course says game
//! tree).

use super::arena::NodeId;
use super::astar::{AStar, Duplicates, Step};
use super::{Guard, SearchError, Silent, Weight};
use crate::board::{Board, Packed, with_packed};
use crate::goal::Instance;
use crate::heuristic::{ChosenHeuristic, Heuristic, HeuristicKind};
use crate::search_tree::{Fate, SearchTree, TreeNode};

/// The search tree of the first `steps` steps of A* on an instance, or fewer if the goal comes
/// sooner.
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::first_steps;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let tree = first_steps(&instance, HeuristicKind::Manhattan, 1)?;
/// assert_eq!(tree.children(0).count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn first_steps(
    instance: &Instance,
    heuristic: HeuristicKind,
    steps: usize,
) -> Result<SearchTree, SearchError> {
    let (size, blank_home) = (instance.size(), instance.blank_home());
    let recorder = Recorder { instance, steps };
    Ok(
        match heuristic.choose(size, blank_home, &Guard::new(&Silent))? {
            ChosenHeuristic::Tiles(heuristic) => {
                with_packed!(size.cells(), P => recorder.record::<_, P>(&heuristic))
            }
            ChosenHeuristic::Walking(heuristic) => recorder.record::<_, u64>(&*heuristic),
        },
    )
}

struct Recorder<'a> {
    instance: &'a Instance,
    steps: usize,
}

impl Recorder<'_> {
    fn record<H: Heuristic, P: Packed>(&self, heuristic: &H) -> SearchTree {
        let guard = Guard::new(&Silent);
        let mut tree = SearchTree { nodes: Vec::new() };
        let start = AStar::<H, P>::new(
            self.instance,
            heuristic,
            Weight::ONE,
            Duplicates::Grandparent,
            &guard,
        );
        let Ok(mut search) = start else {
            return tree;
        };
        // The tree also holds the boards that were never enqueued: tree number of each node.
        let mut numbers: Vec<usize> = Vec::new();
        self.add(&search, 0, None, &mut tree, &mut numbers);
        for step in 1..=self.steps {
            match search.step(&guard) {
                Ok(Step::Expanded(id)) => {
                    let parent = numbers[id as usize];
                    tree.nodes[parent].fate = Fate::Expanded { step };
                    for child in numbers.len()..search.nodes.len() {
                        self.add(
                            &search,
                            child as NodeId,
                            Some(parent),
                            &mut tree,
                            &mut numbers,
                        );
                    }
                    if let Some(grandparent) = tree.nodes[parent].parent {
                        let previous = tree.nodes[grandparent].clone();
                        tree.nodes.push(TreeNode {
                            moves: tree.nodes[parent].moves + 1,
                            parent: Some(parent),
                            fate: Fate::PreviousBoard,
                            ..previous
                        });
                    }
                }
                Ok(Step::Goal(id)) => {
                    tree.nodes[numbers[id as usize]].fate = Fate::Goal { step };
                    break;
                }
                Ok(Step::Exhausted) | Err(_) => break,
            }
        }
        tree
    }

    fn add<H: Heuristic, P: Packed>(
        &self,
        search: &AStar<'_, H, P>,
        id: NodeId,
        parent: Option<usize>,
        tree: &mut SearchTree,
        numbers: &mut Vec<usize>,
    ) {
        let node = search.nodes.get(id);
        let goal = self.instance.goal().tiles();
        let cells = 0..goal.len();
        let tiles = cells.map(|cell| goal[node.state.at(cell)]).collect();
        numbers.push(tree.nodes.len());
        tree.nodes.push(TreeNode {
            board: Board::from_permutation(self.instance.size(), tiles),
            moves: node.moves,
            distance: search.distance(id),
            parent,
            fate: Fate::Waiting,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Goal;

    #[test]
    fn the_four_move_board() {
        let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]).unwrap();
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let tree = first_steps(&instance, HeuristicKind::Manhattan, 100).unwrap();
        let count =
            |wanted: fn(&Fate) -> bool| tree.nodes.iter().filter(|node| wanted(&node.fate)).count();
        assert_eq!(count(|fate| *fate != Fate::PreviousBoard), 10);
        assert_eq!(count(|fate| matches!(fate, Fate::Expanded { .. })), 4);
        assert_eq!(count(|fate| *fate == Fate::Goal { step: 5 }), 1);
        assert_eq!(count(|fate| *fate == Fate::PreviousBoard), 3);
        for node in &tree.nodes {
            assert_eq!(node.distance, node.board.manhattan());
            if let Some(parent) = node.parent {
                let parent = &tree.nodes[parent];
                assert!(parent.board.neighbors().any(|board| board == node.board));
                assert_eq!(node.moves, parent.moves + 1);
            }
        }
        let two = first_steps(&instance, HeuristicKind::Hamming, 2).unwrap();
        assert_eq!(two.children(0).count(), 2);
    }
}
