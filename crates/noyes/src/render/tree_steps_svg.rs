//! A search step by step as pictures: the tree and the priority queue after every step, one below
//! the other or one after the other.
//!
//! The nodes stand where they stand in the last tree, so that nothing moves from step to step.

use std::fmt::Write;

use super::Theme;
use super::theme::open;
use super::tree_nodes::drawn_nodes;
use super::tree_svg::{FIXED, GAP, Layouts, NodeSize, RULES, draw_node, title};
use crate::search_tree::{SearchTree, SearchTrees};

/// The most nodes of a queue that are drawn.
const SHOWN: usize = 24;
const HEADING: f64 = 30.0;
/// Seconds that a step of the animation is shown.
const SECONDS: f64 = 1.6;
/// The least width of a page: its heading and some nodes of the queue.
const LEAST_WIDTH: f64 = 640.0;

/// Draws the trees and the queue after every step, a page each, from the top to the bottom of one
/// picture.
///
/// ```
/// use noyes::Board;
/// use noyes::heuristic::HeuristicKind;
/// use noyes::render::{Theme, tree_steps_svg};
/// use noyes::search::{TreeOptions, first_steps};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let goal = Board::goal(board.size());
/// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &TreeOptions::default())?;
/// let svg = tree_steps_svg(&trees, Theme::Light);
/// assert_eq!(svg.matches("<g class=\"page\"").count(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tree_steps_svg(trees: &SearchTrees, theme: Theme) -> String {
    let pages = Pages::of(trees);
    let states: Vec<SearchTrees> = (0..=trees.steps()).map(|step| after(trees, step)).collect();
    let heights: Vec<f64> = states.iter().map(|then| pages.height_of(then)).collect();
    let height = heights.iter().sum();
    let mut svg = open(pages.width, height, &theme.style(FIXED, &RULES));
    let mut top = 0.0;
    for (step, (then, height)) in states.iter().zip(heights).enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<g class=\"page\" transform=\"translate(0 {top})\">");
        pages.draw(&mut svg, then, step);
        let width = pages.width;
        let _ = writeln!(svg, "<path class=\"line\" d=\"M0 {height} H{width}\"/></g>");
        top += height;
    }
    svg.push_str("</svg>\n");
    svg
}

/// Draws the same pages one after the other, over and over.
///
/// ```
/// use noyes::Board;
/// use noyes::heuristic::HeuristicKind;
/// use noyes::render::{Theme, tree_animated_svg};
/// use noyes::search::{TreeOptions, first_steps};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let goal = Board::goal(board.size());
/// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &TreeOptions::default())?;
/// let svg = tree_animated_svg(&trees, Theme::Light);
/// assert_eq!(svg.matches("<animate ").count(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tree_animated_svg(trees: &SearchTrees, theme: Theme) -> String {
    let pages = Pages::of(trees);
    let count = trees.steps() + 1;
    let states: Vec<SearchTrees> = (0..count).map(|step| after(trees, step)).collect();
    let heights = states.iter().map(|then| pages.height_of(then));
    let height = heights.fold(0.0, f64::max);
    let mut svg = open(pages.width, height, &theme.style(FIXED, &RULES));
    // The last page is shown twice as long.
    let total = count as f64 + 1.0;
    let seconds = SECONDS * total;
    for (step, then) in states.iter().enumerate() {
        let begins = step as f64 / total;
        let ends = if step + 1 == count {
            1.0
        } else {
            (step + 1) as f64 / total
        };
        // Where nothing moves, a viewer shows the last page.
        let still = if step + 1 == count {
            "visible"
        } else {
            "hidden"
        };
        let (times, values) = match step {
            0 if count == 1 => ("0".to_owned(), "visible"),
            0 => (format!("0;{ends:.6}"), "visible;hidden"),
            _ if step + 1 == count => (format!("0;{begins:.6}"), "hidden;visible"),
            _ => (format!("0;{begins:.6};{ends:.6}"), "hidden;visible;hidden"),
        };
        let _ = writeln!(
            svg,
            "<g class=\"page\" visibility=\"{still}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" dur=\"{seconds:.2}s\" repeatCount=\"indefinite\" keyTimes=\"{times}\" values=\"{values}\"/>"
        );
        pages.draw(&mut svg, then, step);
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// The trees as they were after a step.
fn after(trees: &SearchTrees, step: usize) -> SearchTrees {
    SearchTrees {
        is_solvable: trees.is_solvable,
        board: trees.board.after(step),
        twin: trees.twin.as_ref().map(|twin| twin.after(step)),
    }
}

/// What all pages share.
struct Pages {
    layouts: Layouts,
    size: NodeSize,
    width: f64,
    /// Nodes of the queue in a row.
    in_row: usize,
    /// The width of each queue.
    queue_width: f64,
}

impl Pages {
    fn of(trees: &SearchTrees) -> Self {
        let (layouts, size) = (Layouts::of(trees), NodeSize::of(&trees.board));
        let inner = layouts.width.max(LEAST_WIDTH);
        let queue_width = match trees.twin {
            Some(_) => layouts.twin_left().max(inner / 2.0) - GAP,
            None => inner,
        };
        let in_row = ((queue_width + GAP) / (size.width() + GAP))
            .floor()
            .max(1.0) as usize;
        let is_pair = trees.twin.is_some();
        let width = if is_pair {
            inner.max(2.0 * queue_width + GAP)
        } else {
            inner
        };
        Self {
            width: width + 2.0 * GAP,
            layouts,
            size,
            in_row,
            queue_width,
        }
    }

    /// The height of the queues with their heading.
    fn queue_height(&self, trees: &SearchTrees) -> f64 {
        let both = [Some(&trees.board), trees.twin.as_ref()];
        let longest = both
            .into_iter()
            .flatten()
            .map(|tree| tree.queue().len())
            .max();
        let rows = longest.unwrap_or(0).min(SHOWN).div_ceil(self.in_row);
        HEADING + rows.max(1) as f64 * (self.size.height() + GAP)
    }

    /// The height of a page.
    fn height_of(&self, trees: &SearchTrees) -> f64 {
        let trees_height = self.layouts.height_of(trees);
        GAP + HEADING + self.queue_height(trees) + HEADING + trees_height + 2.0 * GAP
    }

    /// Draws the page of a step: the queues, and below them the trees.
    fn draw(&self, svg: &mut String, then: &SearchTrees, step: usize) {
        title(svg, &heading(then, step), GAP, GAP + 16.0);
        let top = GAP + HEADING;
        match &then.twin {
            None => self.draw_queue(svg, &then.board, "queue", GAP, top),
            Some(twin) => {
                let second = 2.0 * GAP + self.queue_width;
                self.draw_queue(svg, &then.board, "queue of the board", GAP, top);
                self.draw_queue(svg, twin, "queue of the twin", second, top);
            }
        }
        let below = top + self.queue_height(then) + HEADING;
        self.layouts.draw(svg, then, GAP, below, true);
    }

    fn draw_queue(&self, svg: &mut String, tree: &SearchTree, name: &str, left: f64, top: f64) {
        let queue = tree.queue();
        let more = queue.len().saturating_sub(SHOWN);
        let words = match queue.len() {
            0 => format!("{name}: empty"),
            1 => format!("{name}: 1 node"),
            many if more > 0 => format!("{name}: {many} nodes, the first {SHOWN} in order"),
            many => format!("{name}: {many} nodes in order"),
        };
        title(svg, &words, left, top + 14.0);
        let nodes = drawn_nodes(tree);
        for (place, &id) in queue.iter().take(SHOWN).enumerate() {
            let (row, column) = (place / self.in_row, place % self.in_row);
            let middle = left + self.size.width() / 2.0 + column as f64 * (self.size.width() + GAP);
            let y = top + HEADING + row as f64 * (self.size.height() + GAP);
            draw_node(svg, &nodes[id], Some(id), middle, y);
        }
    }
}

fn heading(trees: &SearchTrees, step: usize) -> String {
    let of = |tree: &SearchTree| {
        tree.steps
            .get(step.wrapping_sub(1))
            .map(|step| step.dequeued)
    };
    let twin = trees.twin.as_ref().and_then(of);
    match (of(&trees.board), twin) {
        (Some(board), Some(twin)) => {
            format!("step {step}: dequeued #{board} of the board, #{twin} of the twin")
        }
        (Some(board), None) => format!("step {step}: dequeued #{board}"),
        _ => "step 0: the first board is enqueued".to_owned(),
    }
}
