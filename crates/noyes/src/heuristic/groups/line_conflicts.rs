//! Line conflicts: tiles reversed in their own row or column.

use super::Floor;
use crate::heuristic::linear_conflict::not_in_longest_increase;

/// Groups of tiles that are reversed with each other, directly or through others. No two tiles of
/// different groups are reversed in a line.
pub(super) fn reversed(floor: &Floor<'_>) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..floor.cells.len())
        .filter(|&label| label != floor.blank_home)
        .collect();
    let mut parent: Vec<usize> = (0..floor.cells.len()).collect();
    for line in own_lines(floor, &all) {
        for (k, &(label, goal)) in line.iter().enumerate() {
            for &(other, other_goal) in &line[k + 1..] {
                if goal > other_goal {
                    let (one, other) = (root(&mut parent, label), root(&mut parent, other));
                    parent[one.max(other)] = one.min(other);
                }
            }
        }
    }
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); parent.len()];
    for &label in &all {
        groups[root(&mut parent, label)].push(label);
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// How many of the tiles must leave their lines.
pub(super) fn leaving(floor: &Floor<'_>, labels: &[usize]) -> u32 {
    own_lines(floor, labels)
        .iter()
        .map(|line| not_in_longest_increase(line.iter().map(|&(_, goal)| goal)))
        .sum()
}

/// For each row and column with two or more of the tiles that belong there: those tiles in their
/// order, each with its goal position in the line.
fn own_lines(floor: &Floor<'_>, labels: &[usize]) -> Vec<Vec<(usize, usize)>> {
    let size = floor.size;
    let mut rows = vec![Vec::new(); size.rows()];
    let mut cols = vec![Vec::new(); size.cols()];
    for &label in labels {
        let cell = floor.cells[label];
        let (row, col) = (size.row(label), size.col(label));
        if size.row(cell) == row {
            rows[row].push((size.col(cell), label, col));
        }
        if size.col(cell) == col {
            cols[col].push((size.row(cell), label, row));
        }
    }
    let lines = rows.into_iter().chain(cols).filter(|line| line.len() > 1);
    lines
        .map(|mut line: Vec<(usize, usize, usize)>| {
            line.sort_unstable();
            let tiles = line.into_iter().map(|(_, label, goal)| (label, goal));
            tiles.collect()
        })
        .collect()
}

/// The root of a label's group in the union-find forest.
fn root(parent: &mut [usize], label: usize) -> usize {
    let mut root = label;
    while parent[root] != root {
        parent[root] = parent[parent[root]];
        root = parent[root];
    }
    root
}
