//! Shortcuts: whether fewer moves join two boards of a path.
//!
//! A window of a path, `length` moves from one board to another, is replaced if there is a path of
//! at most `length − 2` moves (the parity is fixed). The search is depth-first with the Manhattan
//! distance as its bound: every tile has a target, its cell at the window's end. A slide that would
//! exceed the limit is not made.
//!
//! The targets are found by replaying the window, and tiles that it does not move are at theirs. So
//! the size of the board does not matter. A node limit keeps a hard window from delaying the
//! others.
//!
//! Cost: some 60 million slides a second, and no memory but the path.

use crate::board::{Direction, MutableBoard, Size};

/// A board that moves along a path, and the targets of its tiles.
#[derive(Clone, Debug)]
pub(super) struct Shortcut {
    board: MutableBoard,
    rows: Vec<u8>,
    cols: Vec<u8>,
    /// The target of each label: its cell, but for the tiles that the present window moves.
    targets: Vec<u16>,
    /// The slides found, the last one first.
    path: Vec<Direction>,
    /// Slides made by the searches so far.
    pub nodes: u64,
    /// The search of the present window ends at this number of nodes.
    most_nodes: u64,
}

impl Shortcut {
    pub fn new(size: Size, labels: &[u16], blank: usize) -> Self {
        let board = MutableBoard::new(size, labels, blank);
        Self {
            rows: (0..size.cells()).map(|cell| size.row(cell) as u8).collect(),
            cols: (0..size.cells()).map(|cell| size.col(cell) as u8).collect(),
            targets: board.cells.clone(),
            board,
            path: Vec::new(),
            nodes: 0,
            most_nodes: 0,
        }
    }

    /// Makes the next slide of the path for good.
    pub fn advance(&mut self, by: Direction) {
        let label = self.slide(by);
        self.targets[label] = self.board.cells[label];
    }

    /// Slides, and returns the label of the tile.
    #[inline]
    fn slide(&mut self, by: Direction) -> usize {
        let to = self.board.blank;
        self.board.slide(by);
        usize::from(self.board.labels[to])
    }

    /// A shorter path to the end of `window`, if one is found within `most` nodes. The board is
    /// left as it was.
    pub fn find(&mut self, window: &[Direction], most: u64) -> Option<Vec<Direction>> {
        let mut moved = Vec::with_capacity(window.len());
        for &by in window {
            let label = self.slide(by);
            self.targets[label] = self.board.cells[label];
            moved.push(label);
        }
        for &by in window.iter().rev() {
            self.slide(by.opposite());
        }
        moved.sort_unstable();
        moved.dedup();
        let distance = |&label: &usize| {
            let target = usize::from(self.targets[label]);
            self.distance(self.board.cell_of(label), target)
        };
        let distance: usize = moved.iter().map(distance).sum();
        let limit = window.len().saturating_sub(2);
        self.path.clear();
        self.most_nodes = self.nodes + most;
        let found = window.len() >= 2 && distance <= limit && self.search(distance, limit, 4);
        for label in moved {
            self.targets[label] = self.board.cells[label];
        }
        found.then(|| self.path.iter().rev().copied().collect())
    }

    fn distance(&self, a: usize, b: usize) -> usize {
        usize::from(self.rows[a].abs_diff(self.rows[b]))
            + usize::from(self.cols[a].abs_diff(self.cols[b]))
    }

    /// Searches for the targets, which are `distance` away, with at most `left` slides. `last` is
    /// the slide before as a number, or 4.
    fn search(&mut self, distance: usize, left: usize, last: usize) -> bool {
        if distance == 0 {
            // All tiles are at their targets, and so is the blank.
            return true;
        }
        let to = self.board.blank;
        for by in Direction::ALL {
            // Opposite directions add up to 3: the slide would undo the last one.
            if by as usize + last == 3 {
                continue;
            }
            let Some(from) = self.board.slide_table.source_cell(to, by) else {
                continue;
            };
            let label = self.board.labels[from];
            let target = usize::from(self.targets[usize::from(label)]);
            let after = distance + self.distance(to, target) - self.distance(from, target);
            if after >= left {
                continue;
            }
            self.nodes += 1;
            if self.nodes >= self.most_nodes {
                return false;
            }
            // The cells of the labels are not read here, so they stay as they are.
            self.board.labels.swap(from, to);
            self.board.blank = from;
            let found = self.search(after, left - 1, by as usize);
            self.board.labels.swap(from, to);
            self.board.blank = to;
            if found {
                self.path.push(by);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Left, Right, Up};

    #[test]
    fn a_detour_is_replaced_and_a_shortest_path_is_not() {
        let size = Size::new(3, 3).unwrap();
        let labels: Vec<u16> = (0..9).collect();
        let mut shortcut = Shortcut::new(size, &labels, 8);
        // Twelve slides around a 2×2 lead back to the same board.
        let around = [Right, Down, Left, Up];
        let thrice: Vec<Direction> = around.iter().copied().cycle().take(12).collect();
        assert_eq!(shortcut.find(&thrice, 1000), Some(vec![]));
        let eight: Vec<Direction> = around.iter().copied().cycle().take(8).collect();
        let short = shortcut.find(&eight, 1000).unwrap();
        assert_eq!(short, [Down, Right, Up, Left]);
        assert_eq!(shortcut.find(&short, 1000), None);
        assert_eq!((&shortcut.board.labels, shortcut.board.blank), (&labels, 8));
    }
}
