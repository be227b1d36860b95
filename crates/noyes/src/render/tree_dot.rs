//! The search tree for Graphviz.

use std::fmt::Write;

use super::captions;
use crate::search_tree::{Fate, SearchTree};

/// Draws a tree in the DOT language.
///
/// A tree without nodes gives a graph without nodes.
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let tree = noyes::search::first_steps(&instance, HeuristicKind::Manhattan, 1)?;
/// let text = noyes::render::tree_dot(&tree);
/// assert!(text.starts_with("digraph search_tree {"));
/// assert!(text.contains("n0 -> n2;"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tree_dot(tree: &SearchTree) -> String {
    let mut text = String::from(
        "digraph search_tree {\n  node [shape=plaintext fontname=\"Helvetica\"];\n  edge [arrowhead=none];\n",
    );
    for (id, node) in tree.nodes.iter().enumerate() {
        let color = match node.fate {
            Fate::Expanded { .. } => "#dbe9f6",
            Fate::Goal { .. } => "#d5efd0",
            Fate::Waiting => "#ffffff",
            Fate::PreviousBoard => "#eeeeee",
        };
        let cols = node.board.cols();
        let mut label =
            format!("<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" bgcolor=\"{color}\">");
        for row in node.board.tiles().chunks(cols) {
            label.push_str("<tr>");
            for &tile in row {
                // Writing to a string cannot fail.
                let _ = match tile {
                    0 => write!(label, "<td> </td>"),
                    tile => write!(label, "<td>{tile}</td>"),
                };
            }
            label.push_str("</tr>");
        }
        for line in captions(node) {
            let _ = write!(
                label,
                "<tr><td border=\"0\" colspan=\"{cols}\">{line}</td></tr>"
            );
        }
        label.push_str("</table>");
        let _ = writeln!(text, "  n{id} [label=<{label}>];");
        if let Some(parent) = node.parent {
            let style = if node.fate == Fate::PreviousBoard {
                " [style=dashed]"
            } else {
                ""
            };
            let _ = writeln!(text, "  n{parent} -> n{id}{style};");
        }
    }
    text.push_str("}\n");
    text
}
