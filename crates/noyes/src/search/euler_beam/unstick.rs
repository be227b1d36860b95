//! One tile brought home where the beam of a line makes no progress.

use std::collections::VecDeque;

use super::EulerBeamOptions;
use super::beam_tree::{BeamTree, Objective};
use super::walled_board::WalledBoard;
use super::weights::{POINTS, Weights};
use crate::board::{Direction, Rectangle};

/// Margins around the tile's way home, and the widths of the beam, in the order they are tried.
const ATTEMPTS: [(usize, usize); 5] = [(2, 1500), (3, 1500), (5, 1500), (4, 6000), (8, 6000)];
/// The exponent of distances.
const EXPONENT: f64 = 1.2;
/// The most layers of an attempt: this many, and as many again for each cell of the margin.
const LAYERS: usize = 40;

/// Brings the first tile of the order that is not home there, in a small region around it. All else
/// is walled off, so that the beam cannot fill up with boards that differ only in where the blank
/// wanders. Returns whether it succeeded.
pub(super) fn unstick(
    board: &mut WalledBoard,
    order: &[u16],
    options: &EulerBeamOptions<'_>,
    tree: &mut BeamTree,
    moves: &mut Vec<Direction>,
) -> bool {
    let size = board.size();
    let is_away = |&label: &u16| board.tiles.cells[usize::from(label)] != label;
    let Some(index) = order.iter().position(is_away) else {
        return true;
    };
    let label = usize::from(order[index]);
    let walls = board.walls.clone();
    for (margin, width) in ATTEMPTS {
        let region = region_around(board, label, margin);
        let inside = |cell: usize| region.contains(size, cell);
        let Some(path) = path_into(board, &inside) else {
            return false;
        };
        board.follow(path, moves);
        for (cell, &wall) in walls.iter().enumerate() {
            board.walls[cell] = wall || !inside(cell);
        }
        let order_inside: Vec<u16> = order[..=index]
            .iter()
            .copied()
            .filter(|&label| inside(usize::from(label)))
            .collect();
        let longest = size.rows().max(size.cols());
        let mut weights = Weights::new(size.cells(), longest, EXPONENT, options.line_conflict);
        weights.set_all(0);
        for &label in &order_inside {
            weights.set(usize::from(label), Weights::USUAL);
        }
        let objective = Objective {
            order: &order_inside,
            blank_pull: POINTS,
            next_tile: 0,
            done_bonus: 0,
            end_distance: u32::MAX,
        };
        tree.reset(board, &objective, 0);
        let mut is_done = usize::from(tree.most_done().1) == order_inside.len();
        for _ in 0..LAYERS + LAYERS * margin {
            if is_done || tree.is_empty() {
                break;
            }
            if let Some(leaf) = tree.grow(board, &weights, None, &objective, width) {
                tree.commit_leaf(leaf, board, moves);
                is_done = true;
            }
        }
        board.walls.clone_from(&walls);
        if is_done {
            return true;
        }
    }
    false
}

/// The rectangle of a tile and its home, with a margin.
fn region_around(board: &WalledBoard, label: usize, margin: usize) -> Rectangle {
    let cell = board.tiles.cell_of(label);
    let span = |lines: &[u8], count: usize| {
        let (a, b) = (usize::from(lines[cell]), usize::from(lines[label]));
        (
            a.min(b).saturating_sub(margin),
            (a.max(b) + margin).min(count - 1),
        )
    };
    let (top, bottom) = span(&board.rows, board.size().rows());
    let (left, right) = span(&board.cols, board.size().cols());
    Rectangle {
        top,
        bottom,
        left,
        right,
    }
}

/// The blank's shortest path to a cell inside a region, around the walls: breadth-first search.
fn path_into(board: &WalledBoard, inside: &dyn Fn(usize) -> bool) -> Option<Vec<Direction>> {
    let (start, slide_table) = (board.tiles.blank, &board.tiles.slide_table);
    let mut reached_by: Vec<Option<Direction>> = vec![None; board.size().cells()];
    let mut queue = VecDeque::from([start]);
    while let Some(cell) = queue.pop_front() {
        if inside(cell) {
            let mut path = Vec::new();
            let mut cell = cell;
            while cell != start {
                let by = reached_by[cell]?;
                path.push(by);
                cell = slide_table.source_cell(cell, by.opposite())?;
            }
            path.reverse();
            return Some(path);
        }
        for (by, next) in slide_table.slides(cell) {
            if !board.walls[next] && next != start && reached_by[next].is_none() {
                reached_by[next] = Some(by);
                queue.push_back(next);
            }
        }
    }
    None
}
