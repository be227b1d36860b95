//! Tiles reversed in their own row or column.

use super::Floor;
use crate::heuristic::linear_conflict::not_in_longest_increase;

/// Groups of tiles that are reversed with each other, directly or by way of others. No two tiles of
/// different groups are reversed in a line.
pub(super) fn reversed(floor: &Floor<'_>) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..floor.cells.len())
        .filter(|&label| label != floor.blank_home)
        .collect();
    let mut leader: Vec<usize> = (0..floor.cells.len()).collect();
    for line in own_lines(floor, &all) {
        for (k, &(label, place)) in line.iter().enumerate() {
            for &(other, other_place) in &line[k + 1..] {
                if place > other_place {
                    let (one, other) = (led(&mut leader, label), led(&mut leader, other));
                    leader[one.max(other)] = one.min(other);
                }
            }
        }
    }
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); leader.len()];
    for &label in &all {
        groups[led(&mut leader, label)].push(label);
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// How many of the tiles must step aside in their lines.
pub(super) fn aside(floor: &Floor<'_>, labels: &[usize]) -> u32 {
    own_lines(floor, labels)
        .iter()
        .map(|line| not_in_longest_increase(line.iter().map(|&(_, place)| place)))
        .sum()
}

/// For every row and column with two of the tiles or more that belong there: those tiles in the order
/// they stand, each with the place where it belongs.
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
            let tiles = line.into_iter().map(|(_, label, place)| (label, place));
            tiles.collect()
        })
        .collect()
}

/// The label that leads a label's group.
fn led(leader: &mut [usize], label: usize) -> usize {
    let mut head = label;
    while leader[head] != head {
        leader[head] = leader[leader[head]];
        head = leader[head];
    }
    head
}
