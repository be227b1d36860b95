//! The search tree as a picture.
//!
//! Leaves stand side by side, a parent in the middle above its children, a level a row.

use std::fmt::Write;

use super::captions;
use super::theme::{Rule, Theme, open};
use crate::search_tree::{Fate, SearchTree};

const CELL: f64 = 24.0;
const GAP: f64 = 22.0;
const CAPTIONS: f64 = 34.0;
const LEVEL: f64 = 34.0;

const FIXED: &str = ".edge { stroke-width: 1.5; fill: none; }
.off { stroke-dasharray: 4 4; }
.frame { stroke-width: 1.5; }
.number { font-size: 13px; text-anchor: middle; }
.caption { font-size: 12px; text-anchor: middle; }
.fate { font-size: 11px; text-anchor: middle; }
.disallowed { opacity: 0.55; }
";

const RULES: [Rule; 5] = [
    (
        ".tile",
        "fill:#ffffff;stroke:#c3cad1",
        "fill:#2a323b;stroke:#45505c",
    ),
    (".number", "fill:#17202a", "fill:#e8ecf0"),
    (".expanded .tile", "fill:#dbe9f6", "fill:#24476b"),
    (".goal .tile", "fill:#d5efd0", "fill:#2c5a31"),
    (
        ".goal .frame",
        "stroke:#2e7d32;stroke-width:2.5",
        "stroke:#63b168;stroke-width:2.5",
    ),
];

/// Draws a tree as a scalable picture.
///
/// The first node must be the root, and all boards must be of one size. A tree without nodes gives
/// an empty text.
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::render::{Theme, tree_svg};
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let tree = noyes::search::first_steps(&instance, HeuristicKind::Manhattan, 1)?;
/// let svg = tree_svg(&tree, Theme::Light);
/// assert_eq!(svg.matches("in the queue").count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tree_svg(tree: &SearchTree, theme: Theme) -> String {
    let Some(root) = tree.nodes.first() else {
        return String::new();
    };
    let (rows, cols) = (root.board.rows() as f64, root.board.cols() as f64);
    let node_width = (cols * CELL).max(96.0);
    let node_height = rows * CELL + CAPTIONS;
    let middles = middles(tree, node_width + GAP);
    let depth = |id: usize| f64::from(tree.nodes[id].moves);
    let deepest = (0..tree.nodes.len()).map(depth).fold(0.0, f64::max);
    let widest = middles.iter().copied().fold(0.0, f64::max);
    let width = widest + node_width / 2.0 + GAP;
    let height = (deepest + 1.0) * (node_height + LEVEL) - LEVEL + 2.0 * GAP;
    let top = |id: usize| GAP + depth(id) * (node_height + LEVEL);
    let mut svg = open(width, height, &theme.style(FIXED, &RULES));
    // Writing to a string cannot fail, hence the ignored results.
    for (id, node) in tree.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            let (x1, y1) = (middles[parent], top(parent) + node_height);
            let (x2, y2) = (middles[id], top(id));
            let bend = (y1 + y2) / 2.0;
            let off = if node.fate == Fate::PreviousBoard {
                " off"
            } else {
                ""
            };
            let _ = writeln!(
                svg,
                "<path class=\"edge{off}\" d=\"M{x1} {y1} C{x1} {bend} {x2} {bend} {x2} {y2}\"/>"
            );
        }
    }
    for (id, node) in tree.nodes.iter().enumerate() {
        let class = match node.fate {
            Fate::Expanded { .. } => "expanded",
            Fate::Goal { .. } => "goal",
            Fate::Waiting => "waiting",
            Fate::PreviousBoard => "disallowed",
        };
        let (middle, y) = (middles[id], top(id));
        let x = middle - cols * CELL / 2.0;
        let _ = writeln!(
            svg,
            "<g class=\"{class}\"><rect class=\"frame\" x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"4\"/>",
            cols * CELL,
            rows * CELL
        );
        for (cell, &tile) in node
            .board
            .tiles()
            .iter()
            .enumerate()
            .filter(|(_, tile)| **tile != 0)
        {
            let tile_x = x + (cell % node.board.cols()) as f64 * CELL;
            let tile_y = y + (cell / node.board.cols()) as f64 * CELL;
            let _ = writeln!(
                svg,
                "<rect class=\"tile\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\"/><text class=\"number\" x=\"{}\" y=\"{}\">{tile}</text>",
                tile_x + 1.5,
                tile_y + 1.5,
                CELL - 3.0,
                CELL - 3.0,
                tile_x + CELL / 2.0,
                tile_y + CELL / 2.0 + 4.5
            );
        }
        let [numbers, fate] = captions(node);
        let below = y + rows * CELL;
        let _ = writeln!(
            svg,
            "<text class=\"caption ink\" x=\"{middle}\" y=\"{}\">{numbers}</text><text class=\"fate soft\" x=\"{middle}\" y=\"{}\">{fate}</text></g>",
            below + 15.0,
            below + 29.0
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Where the middle of each node is: leaves one pitch apart, parents above their children.
fn middles(tree: &SearchTree, pitch: f64) -> Vec<f64> {
    let mut middles = vec![f64::NAN; tree.nodes.len()];
    let mut leaves = 0.0;
    let mut stack = vec![(0, false)];
    while let Some((id, seen)) = stack.pop() {
        let children: Vec<usize> = tree.children(id).collect();
        match (children.first(), children.last()) {
            (Some(&first), Some(&last)) if seen => {
                middles[id] = (middles[first] + middles[last]) / 2.0
            }
            (Some(_), Some(_)) => {
                stack.push((id, true));
                stack.extend(children.iter().rev().map(|&child| (child, false)));
            }
            _ => {
                middles[id] = GAP + pitch * (leaves + 0.5) - GAP / 2.0;
                leaves += 1.0;
            }
        }
    }
    middles
}
