//! The search tree as a picture.
//!
//! A parent stands in the middle above its children, a level a row; see [`middles`].

use std::fmt::Write;

use super::theme::{Rule, Theme, open};
use super::tree_nodes::{DrawnNode, Mark, children, drawn_nodes, middles};
use crate::search_tree::{Fate, SearchTree, SearchTrees};

const CELL: f64 = 24.0;
pub(super) const GAP: f64 = 22.0;
const CAPTIONS: f64 = 34.0;
const LEVEL: f64 = 34.0;
const TITLE: f64 = 26.0;

pub(super) const FIXED: &str = ".edge { stroke-width: 1.5; fill: none; }
.off { stroke-dasharray: 4 4; }
.frame { stroke-width: 1.5; }
.number { font-size: 13px; text-anchor: middle; }
.caption { font-size: 12px; text-anchor: middle; }
.fate { font-size: 11px; text-anchor: middle; }
.title { font-size: 16px; font-weight: 600; }
.disallowed rect, .disallowed .number { opacity: 0.55; }
";

pub(super) const RULES: [Rule; 5] = [
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

/// Draws trees as a scalable picture: that of the twin, if there is one, beside that of the board.
///
/// A tree without nodes gives an empty picture.
///
/// ```
/// use noyes::Board;
/// use noyes::heuristic::HeuristicKind;
/// use noyes::render::{Theme, tree_svg};
/// use noyes::search::{TreeOptions, first_steps};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let goal = Board::goal(board.size());
/// let options = TreeOptions { steps: 1, ..TreeOptions::default() };
/// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &options)?;
/// let svg = tree_svg(&trees, Theme::Light);
/// assert_eq!(svg.matches("in the queue").count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tree_svg(trees: &SearchTrees, theme: Theme) -> String {
    let layouts = Layouts::of(trees);
    let style = theme.style(FIXED, &RULES);
    let height = layouts.height_of(trees);
    let mut svg = open(layouts.width + 2.0 * GAP, height + 2.0 * GAP, &style);
    layouts.draw(&mut svg, trees, GAP, GAP, false);
    svg.push_str("</svg>\n");
    svg
}

/// Where the nodes of a tree stand.
struct Layout {
    /// The middle of each enqueued node.
    middles: Vec<f64>,
    /// The middles of the refused boards, in the order of the steps.
    refused: Vec<f64>,
    width: f64,
    size: NodeSize,
}

/// The lengths of a node's drawing.
#[derive(Clone, Copy)]
pub(super) struct NodeSize {
    rows: f64,
    cols: f64,
}

impl NodeSize {
    pub(super) fn of(tree: &SearchTree) -> Self {
        let size = tree.nodes.first().map(|node| node.board.size());
        Self {
            rows: size.map_or(0.0, |size| size.rows() as f64),
            cols: size.map_or(0.0, |size| size.cols() as f64),
        }
    }

    /// The width with its captions.
    pub(super) fn width(self) -> f64 {
        (self.cols * CELL).max(104.0)
    }

    /// The height with its captions.
    pub(super) fn height(self) -> f64 {
        self.rows * CELL + CAPTIONS
    }
}

impl Layout {
    fn of(tree: &SearchTree) -> Self {
        let (nodes, size) = (drawn_nodes(tree), NodeSize::of(tree));
        let mut middles = middles(&children(&nodes), size.width() + GAP);
        middles
            .iter_mut()
            .for_each(|middle| *middle += size.width() / 2.0);
        let widest = middles.iter().copied().fold(0.0, f64::max);
        let refused = middles.split_off(tree.nodes.len());
        Self {
            middles,
            refused,
            width: widest + size.width() / 2.0,
            size,
        }
    }

    /// The height of a tree that this layout was made for, or of an earlier state of it.
    fn height_of(&self, tree: &SearchTree) -> f64 {
        let deepest = drawn_nodes(tree).iter().map(|node| node.moves).max();
        f64::from(deepest.unwrap_or(0) + 1) * (self.size.height() + LEVEL) - LEVEL
    }

    /// Draws a tree that this layout was made for, or an earlier state of it.
    fn draw(&self, svg: &mut String, tree: &SearchTree, left: f64, top: f64, with_ids: bool) {
        let nodes = drawn_nodes(tree);
        let enqueued = tree.nodes.len();
        let middle = |place: usize| {
            let own = match place.checked_sub(enqueued) {
                None => self.middles[place],
                Some(refused) => self.refused[refused],
            };
            left + own
        };
        let y = |node: &DrawnNode<'_>| top + f64::from(node.moves) * (self.size.height() + LEVEL);
        // Writing to a string cannot fail, hence the ignored results.
        for (place, node) in nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                let (x1, y1) = (middle(parent), y(&nodes[parent]) + self.size.height());
                let (x2, y2) = (middle(place), y(node));
                let bend = (y1 + y2) / 2.0;
                let off = if node.is_refused() { " off" } else { "" };
                let _ = writeln!(
                    svg,
                    "<path class=\"edge{off}\" d=\"M{x1} {y1} C{x1} {bend} {x2} {bend} {x2} {y2}\"/>"
                );
            }
        }
        for (place, node) in nodes.iter().enumerate() {
            let id = (with_ids && !node.is_refused()).then_some(place);
            draw_node(svg, node, id, middle(place), y(node));
        }
    }
}

/// The layouts of board and twin, side by side.
pub(super) struct Layouts {
    board: Layout,
    twin: Option<Layout>,
    pub(super) width: f64,
}

impl Layouts {
    pub(super) fn of(trees: &SearchTrees) -> Self {
        let board = Layout::of(&trees.board);
        let twin = trees.twin.as_ref().map(Layout::of);
        let width = match &twin {
            None => board.width,
            Some(twin) => board.width + 3.0 * GAP + twin.width,
        };
        Self { board, twin, width }
    }

    /// The height of both trees, or of an earlier state of them.
    pub(super) fn height_of(&self, trees: &SearchTrees) -> f64 {
        let board = self.board.height_of(&trees.board);
        match self.twin.as_ref().zip(trees.twin.as_ref()) {
            None => board,
            Some((layout, twin)) => board.max(layout.height_of(twin)) + TITLE,
        }
    }

    /// Where the tree of the twin begins.
    pub(super) fn twin_left(&self) -> f64 {
        self.board.width + 3.0 * GAP
    }

    /// Draws both trees, or an earlier state of them.
    pub(super) fn draw(
        &self,
        svg: &mut String,
        trees: &SearchTrees,
        left: f64,
        top: f64,
        with_ids: bool,
    ) {
        let Some((layout, twin)) = self.twin.as_ref().zip(trees.twin.as_ref()) else {
            return self.board.draw(svg, &trees.board, left, top, with_ids);
        };
        let second = left + self.twin_left();
        title(svg, "board", left, top + 14.0);
        title(svg, "twin", second, top + 14.0);
        self.board
            .draw(svg, &trees.board, left, top + TITLE, with_ids);
        layout.draw(svg, twin, second, top + TITLE, with_ids);
    }
}

/// Writes a line of larger text.
pub(super) fn title(svg: &mut String, words: &str, x: f64, y: f64) {
    let _ = writeln!(
        svg,
        "<text class=\"title ink\" x=\"{x}\" y=\"{y}\">{words}</text>"
    );
}

/// Draws a node with its captions.
pub(super) fn draw_node(
    svg: &mut String,
    node: &DrawnNode<'_>,
    id: Option<usize>,
    middle: f64,
    y: f64,
) {
    let class = match node.mark {
        Mark::Enqueued(Fate::Expanded { .. }) => "expanded",
        Mark::Enqueued(Fate::Goal { .. }) => "goal",
        Mark::Enqueued(Fate::Waiting) => "waiting",
        Mark::Enqueued(Fate::PassedOver { .. }) | Mark::Refused(_) => "disallowed",
    };
    let (rows, cols) = (node.board.rows() as f64, node.board.cols() as f64);
    let x = middle - cols * CELL / 2.0;
    let _ = writeln!(
        svg,
        "<g class=\"{class}\"><rect class=\"frame\" x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"4\"/>",
        cols * CELL,
        rows * CELL
    );
    let tiles = node.board.tiles().iter().enumerate();
    for (cell, &tile) in tiles.filter(|(_, tile)| **tile != 0) {
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
    let name = id.map_or(String::new(), |id| format!("#{id}: "));
    let fate = match id {
        Some(_) => node.fate_and_first(),
        None => node.fate(),
    };
    let below = y + rows * CELL;
    let _ = writeln!(
        svg,
        "<text class=\"caption ink\" x=\"{middle}\" y=\"{}\">{name}{}</text><text class=\"fate soft\" x=\"{middle}\" y=\"{}\">{fate}</text></g>",
        below + 15.0,
        node.numbers(),
        below + 29.0
    );
}
