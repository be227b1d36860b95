//! Blocked groups: a few tiles in few cells, which may need more than their line conflicts count.
//!
//! This lists candidates. Whether one has an extra is found by search.

use super::Floor;

/// Rows and columns of the blocks within which tiles may rotate, small ones first.
const BLOCKS: [(usize, usize); 5] = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)];

/// The candidates: closed cells and full blocks.
pub(super) fn blocked_groups(floor: &Floor<'_>) -> Vec<Vec<usize>> {
    let mut groups = Vec::new();
    for cell in 0..floor.cells.len() {
        closed_cells(floor, cell, &mut groups);
    }
    for (rows, cols) in BLOCKS {
        for row in 0..(floor.size.rows() + 1).saturating_sub(rows) {
            for col in 0..(floor.size.cols() + 1).saturating_sub(cols) {
                groups.extend(block(floor, (row, col), (rows, cols)));
            }
        }
    }
    groups
}

/// A cell whose neighbours are all home: with the tile that belongs there and is not, and with the
/// tile that is there and does not belong.
fn closed_cells(floor: &Floor<'_>, cell: usize, groups: &mut Vec<Vec<usize>>) {
    let neighbours: Vec<usize> = floor.neighbours(cell).collect();
    if !neighbours.iter().all(|&label| floor.is_home(label)) {
        return;
    }
    for stranger in [cell, usize::from(floor.labels[cell])] {
        if stranger != floor.blank_home && !floor.is_home(stranger) {
            groups.push([neighbours.as_slice(), &[stranger]].concat());
        }
    }
}

/// The tiles that are in a block and belong in it, if there are three or more, not all of them
/// home.
fn block(
    floor: &Floor<'_>,
    (row, col): (usize, usize),
    (rows, cols): (usize, usize),
) -> Option<Vec<usize>> {
    let size = floor.size;
    let inside = |cell: usize| {
        (row..row + rows).contains(&size.row(cell)) && (col..col + cols).contains(&size.col(cell))
    };
    let cells = (row..row + rows).flat_map(|row| {
        let start = row * size.cols() + col;
        start..start + cols
    });
    let labels: Vec<usize> = cells
        .map(|cell| usize::from(floor.labels[cell]))
        .filter(|&label| label != floor.blank_home && inside(label))
        .collect();
    let is_blocked = labels.len() > 2 && labels.iter().any(|&label| !floor.is_home(label));
    is_blocked.then_some(labels)
}
