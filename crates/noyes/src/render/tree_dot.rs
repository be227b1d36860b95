//! The search tree for Graphviz.

use std::fmt::Write;

use super::captions;
use crate::search_tree::{Fate, SearchTree};

/// Draws a tree in the DOT language.
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
