//! A search step by step in plain text: what was dequeued, inserted and refused, and the queue.

use crate::board::Board;
use crate::search_tree::{Fate, SearchTree, SearchTrees, TreeNode};

/// The most nodes of a queue that are shown.
const SHOWN: usize = 24;

/// Writes the state after every step, in lines of at most `width` columns where the boards allow
/// it; board and twin side by side, if both were searched.
///
/// ```
/// use noyes::Board;
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::{TreeOptions, first_steps};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let goal = Board::goal(board.size());
/// let trees = first_steps(&board, &goal, HeuristicKind::Manhattan, &TreeOptions::default())?;
/// let text = noyes::render::tree_steps_text(&trees, 80);
/// assert!(text.contains("step 5: dequeued #8, 4 + 0 = 4, the goal"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tree_steps_text(trees: &SearchTrees, width: usize) -> String {
    let mut text = String::new();
    for number in 0..=trees.steps() {
        let lines = match &trees.twin {
            None => step(&trees.board, number, width),
            Some(twin) => {
                let half = width.saturating_sub(3) / 2;
                let titled = |title: &str, tree, width| {
                    let mut lines = vec![title.to_owned()];
                    lines.extend(step(tree, number, width));
                    lines
                };
                let block = trees
                    .board
                    .nodes
                    .first()
                    .map_or(0, |node| block_width(&node.board));
                if block + 2 <= half {
                    let board = titled("board", &trees.board, half);
                    side_by_side(&board, &titled("twin", twin, half), half)
                } else {
                    let board = titled("board", &trees.board, width);
                    [board, titled("twin", twin, width)].concat()
                }
            }
        };
        for line in lines {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text.push('\n');
    }
    text
}

/// The lines of one step of a tree.
fn step(tree: &SearchTree, number: usize, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let node = |id: usize| Block::of_node(id, &tree.nodes[id]);
    let queue: &[usize] = match number.checked_sub(1).map(|place| tree.steps.get(place)) {
        None => {
            lines.push("step 0: the first board is enqueued".to_owned());
            &[0]
        }
        Some(None) => {
            lines.push(format!("step {number}: none, the search is over"));
            return lines;
        }
        Some(Some(step)) => {
            let dequeued = &tree.nodes[step.dequeued];
            let is_goal = matches!(dequeued.fate, Fate::Goal { .. });
            let goal = if is_goal { ", the goal" } else { "" };
            let (id, numbers) = (step.dequeued, numbers(dequeued));
            lines.push(format!("step {number}: dequeued #{id}, {numbers}{goal}"));
            if !step.passed_over.is_empty() {
                lines.push("passed over: enqueued again with fewer moves".to_owned());
                lines.extend(blocks(step.passed_over.iter().map(|&id| node(id)), width));
            }
            lines.extend(blocks([node(step.dequeued)], width));
            if !step.inserted.is_empty() {
                lines.push("inserted".to_owned());
                let inserted = step.inserted.iter().map(|&id| match before(tree, id) {
                    Some(first) => Block {
                        title: format!("#{id} = #{first}"),
                        ..node(id)
                    },
                    None => node(id),
                });
                lines.extend(blocks(inserted, width));
            }
            for refused in &step.refused {
                lines.push(format!("refused: {}", refused.why.words()));
                let block = Block {
                    title: String::new(),
                    board: &refused.board,
                    caption: String::new(),
                };
                lines.extend(blocks([block], width));
            }
            &step.queue
        }
    };
    lines.push(match queue.len() {
        0 => "queue: empty".to_owned(),
        1 => "queue: 1 node".to_owned(),
        many => format!("queue: {many} nodes, the next first"),
    });
    let shown = queue.iter().take(SHOWN).map(|&id| node(id));
    lines.extend(blocks(shown, width));
    if queue.len() > SHOWN {
        lines.push(format!("… and {} more", queue.len() - SHOWN));
    }
    lines
}

/// The first node before this one that has the same board.
fn before(tree: &SearchTree, id: usize) -> Option<usize> {
    let board = &tree.nodes[id].board;
    (0..id).find(|&first| tree.nodes[first].board == *board)
}

fn numbers(node: &TreeNode) -> String {
    let (moves, distance) = (node.moves, node.distance);
    format!("{moves} + {distance} = {}", node.priority())
}

/// A board with a line above it and one below.
struct Block<'a> {
    title: String,
    board: &'a Board,
    caption: String,
}

impl<'a> Block<'a> {
    fn of_node(id: usize, node: &'a TreeNode) -> Self {
        Self {
            title: format!("#{id}"),
            board: &node.board,
            caption: numbers(node),
        }
    }

    fn lines(&self) -> Vec<String> {
        let rows = self.board.to_string();
        let rows = rows.lines().skip(1).map(|row| row.trim_end().to_owned());
        let ends = [self.title.clone(), self.caption.clone()];
        let [title, caption] = ends.map(|end| Some(end).filter(|end| !end.is_empty()));
        title.into_iter().chain(rows).chain(caption).collect()
    }
}

/// The columns that a block of a board's size takes, with the space beside it.
fn block_width(board: &Board) -> usize {
    let digits = board.size().tiles().to_string().len().max(2);
    (board.cols() * (digits + 1)).max("10 + 10 = 20".len()) + 3
}

/// Blocks beside each other, as many as fit, and the others below.
fn blocks<'a>(all: impl IntoIterator<Item = Block<'a>>, width: usize) -> Vec<String> {
    let all: Vec<Block<'a>> = all.into_iter().collect();
    let Some(first) = all.first() else {
        return Vec::new();
    };
    let wide = block_width(first.board);
    let mut lines = Vec::new();
    for row in all.chunks((width.saturating_sub(2) / wide).max(1)) {
        let columns: Vec<Vec<String>> = row.iter().map(Block::lines).collect();
        for line in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
            let cells = columns
                .iter()
                .map(|column| column.get(line).map_or("", |cell| cell));
            let cells: String = cells.map(|cell| format!("{cell:<wide$}")).collect();
            lines.push(format!("  {}", cells.trim_end()));
        }
    }
    lines
}

fn side_by_side(left: &[String], right: &[String], width: usize) -> Vec<String> {
    let line = |place: usize| {
        let of = |lines: &[String]| lines.get(place).cloned().unwrap_or_default();
        format!("{:<width$} │ {}", of(left), of(right))
    };
    (0..left.len().max(right.len())).map(line).collect()
}
