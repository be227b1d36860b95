//! The search tree in plain text.

use std::fmt::Write;

use super::tree_nodes::{DrawnNode, Mark, children, drawn_nodes};
use crate::search_tree::{Fate, SearchTree, SearchTrees};

/// Draws trees with a block of lines a node, children indented below their parent; that of the
/// twin, if there is one, below that of the board.
///
/// ```
/// use noyes::Board;
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::{TreeOptions, first_steps};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let goal = Board::goal(board.size());
/// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &TreeOptions::default())?;
/// let text = noyes::render::tree_text(&trees);
/// let first = "moves 0 + distance 4 = priority 4, dequeued as number 1";
/// assert_eq!(text.lines().next(), Some(first));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tree_text(trees: &SearchTrees) -> String {
    match &trees.twin {
        None => tree(&trees.board),
        Some(twin) => format!("board\n{}twin\n{}", tree(&trees.board), tree(twin)),
    }
}

fn tree(tree: &SearchTree) -> String {
    let mut text = String::new();
    let nodes = drawn_nodes(tree);
    if nodes.is_empty() {
        return text;
    }
    let children = children(&nodes);
    // Depth first with a stack of its own: node, prefix of its first line, prefix of the others.
    let mut stack = vec![(0, String::new(), String::new())];
    while let Some((place, first, rest)) = stack.pop() {
        let node = &nodes[place];
        let (moves, distance) = (node.moves, node.distance);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{first}moves {moves} + distance {distance} = priority {}, {}",
            moves + distance,
            fate(node)
        );
        let own = &children[place];
        let bar = if own.is_empty() { "  " } else { "│ " };
        for row in node.board.to_string().lines().skip(1) {
            let _ = writeln!(text, "{rest}{bar} {}", row.trim_end());
        }
        for (number, &child) in own.iter().enumerate().rev() {
            let (branch, below) = if number + 1 == own.len() {
                ("└─ ", "   ")
            } else {
                ("├─ ", "│  ")
            };
            stack.push((child, format!("{rest}{branch}"), format!("{rest}{below}")));
        }
    }
    text
}

fn fate(node: &DrawnNode<'_>) -> String {
    match node.mark {
        Mark::Enqueued(Fate::Expanded { step }) => format!("dequeued as number {step}"),
        Mark::Enqueued(Fate::Goal { step }) => format!("dequeued as number {step}: the goal"),
        Mark::Enqueued(Fate::PassedOver { step }) => format!("passed over before number {step}"),
        Mark::Enqueued(Fate::Waiting) => "waits in the queue".to_owned(),
        Mark::Refused(crate::search_tree::Refusal::PreviousBoard) => {
            "disallowed: the previous board".to_owned()
        }
        Mark::Refused(why) => format!("disallowed: {}", why.words()),
    }
}
