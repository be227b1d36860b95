//! The search tree in plain text.

use std::fmt::Write;

use crate::search_tree::{Fate, SearchTree};

/// Draws a tree with a block of lines a node, children indented below their parent.
///
/// The first node must be the root. A tree without nodes gives an empty text.
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let tree = noyes::search::first_steps(&instance, HeuristicKind::Manhattan, 1)?;
/// let text = noyes::render::tree_text(&tree);
/// let first = "moves 0 + distance 4 = priority 4, dequeued as number 1";
/// assert_eq!(text.lines().next(), Some(first));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tree_text(tree: &SearchTree) -> String {
    let mut text = String::new();
    if tree.nodes.is_empty() {
        return text;
    }
    // Depth first with a stack of its own: node, prefix of its lines, whether it is the last child.
    let mut stack = vec![(0, String::new(), String::new())];
    while let Some((id, first, rest)) = stack.pop() {
        let node = &tree.nodes[id];
        let (moves, distance, priority) = (node.moves, node.distance, node.priority());
        let fate = match node.fate {
            Fate::Expanded { step } => format!("dequeued as number {step}"),
            Fate::Goal { step } => format!("dequeued as number {step}: the goal"),
            Fate::Waiting => "waits in the queue".to_owned(),
            Fate::PreviousBoard => "disallowed: the previous board".to_owned(),
        };
        let children: Vec<usize> = tree.children(id).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{first}moves {moves} + distance {distance} = priority {priority}, {fate}"
        );
        let bar = if children.is_empty() { "  " } else { "│ " };
        for row in node.board.to_string().lines().skip(1) {
            let _ = writeln!(text, "{rest}{bar} {}", row.trim_end());
        }
        for (place, &child) in children.iter().enumerate().rev() {
            let (branch, below) = if place + 1 == children.len() {
                ("└─ ", "   ")
            } else {
                ("├─ ", "│  ")
            };
            stack.push((child, format!("{rest}{branch}"), format!("{rest}{below}")));
        }
    }
    text
}
