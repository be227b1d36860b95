//! The search tree for Graphviz.

use std::fmt::Write;

use super::tree_nodes::{DrawnNode, Mark, drawn_nodes};
use crate::search_tree::{Fate, SearchTree, SearchTrees};

/// Draws trees in the DOT language: that of the twin, if there is one, beside that of the board.
///
/// ```
/// use noyes::Board;
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::{TreeOptions, first_steps};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let goal = Board::goal(board.size());
/// let options = TreeOptions { steps: 1, ..TreeOptions::default() };
/// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &options)?;
/// let text = noyes::render::tree_dot(&trees);
/// assert!(text.starts_with("digraph search_tree {"));
/// assert!(text.contains("n0 -> n2;"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tree_dot(trees: &SearchTrees) -> String {
    graph("search_tree", &trees.board, trees.twin.as_ref(), false)
}

/// Draws the trees after every step, a graph each with the priority queue: Graphviz makes a page of
/// each (`dot -Tpdf`).
///
/// ```
/// use noyes::Board;
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::{TreeOptions, first_steps};
///
/// let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
/// let goal = Board::goal(board.size());
/// let options = TreeOptions { steps: 2, ..TreeOptions::default() };
/// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &options)?;
/// // The start, and the tree after each of two steps.
/// assert_eq!(noyes::render::tree_steps_dot(&trees).matches("digraph").count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tree_steps_dot(trees: &SearchTrees) -> String {
    (0..=trees.steps())
        .map(|step| {
            let twin = trees.twin.as_ref().map(|twin| twin.after(step));
            let board = trees.board.after(step);
            graph(&format!("step_{step}"), &board, twin.as_ref(), true)
        })
        .collect()
}

fn graph(name: &str, board: &SearchTree, twin: Option<&SearchTree>, with_queue: bool) -> String {
    let mut text = format!(
        "digraph {name} {{\n  node [shape=plaintext fontname=\"Helvetica\"];\n  edge [arrowhead=none];\n"
    );
    let title = |title: &'static str| twin.map(|_| title);
    tree(&mut text, "n", title("board"), board, with_queue);
    if let Some(twin) = twin {
        tree(&mut text, "t", Some("twin"), twin, with_queue);
    }
    text.push_str("}\n");
    text
}

/// Writes the nodes and edges of a tree, in a box of its own if it has a title. Writing to a string
/// cannot fail, hence the ignored results.
fn tree(text: &mut String, prefix: &str, title: Option<&str>, tree: &SearchTree, with_queue: bool) {
    if let Some(title) = title {
        let _ = writeln!(text, "  subgraph cluster_{title} {{\n  label=\"{title}\";");
    }
    let nodes = drawn_nodes(tree);
    for (place, node) in nodes.iter().enumerate() {
        let id = (!node.is_refused()).then_some(place);
        let _ = writeln!(text, "  {prefix}{place} [label=<{}>];", label(node, id));
        if let Some(parent) = node.parent {
            let style = if node.is_refused() {
                " [style=dashed]"
            } else {
                ""
            };
            let _ = writeln!(text, "  {prefix}{parent} -> {prefix}{place}{style};");
        }
    }
    if with_queue {
        let queue: Vec<String> = tree.queue().iter().map(|id| format!("#{id}")).collect();
        let queue = match queue.is_empty() {
            true => "empty".to_owned(),
            false => queue.join(" "),
        };
        let _ = writeln!(text, "  {prefix}q [label=\"queue: {queue}\"];");
    }
    if title.is_some() {
        text.push_str("  }\n");
    }
}

fn label(node: &DrawnNode<'_>, id: Option<usize>) -> String {
    let color = match node.mark {
        Mark::Enqueued(Fate::Expanded { .. }) => "#dbe9f6",
        Mark::Enqueued(Fate::Goal { .. }) => "#d5efd0",
        Mark::Enqueued(Fate::Waiting) => "#ffffff",
        Mark::Enqueued(Fate::PassedOver { .. }) | Mark::Refused(_) => "#eeeeee",
    };
    // A table in a table: the captions, which are wider, must not widen a column of the board.
    let mut label = format!(
        "<table border=\"0\" cellspacing=\"0\"><tr><td><table border=\"0\" cellborder=\"1\" cellspacing=\"0\" bgcolor=\"{color}\">"
    );
    for row in node.board.tiles().chunks(node.board.cols()) {
        label.push_str("<tr>");
        for &tile in row {
            let _ = match tile {
                0 => write!(label, "<td> </td>"),
                tile => write!(label, "<td>{tile}</td>"),
            };
        }
        label.push_str("</tr>");
    }
    label.push_str("</table></td></tr>");
    let name = id.map_or(String::new(), |id| format!("#{id}: "));
    for line in [format!("{name}{}", node.numbers()), node.fate_and_first()] {
        let _ = write!(label, "<tr><td>{line}</td></tr>");
    }
    label.push_str("</table>");
    label
}
