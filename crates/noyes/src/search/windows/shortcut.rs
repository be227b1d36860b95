//! Whether two boards of a path are joined by fewer moves: a depth-first search under a limit.
//!
//! The window of a path, `length` moves from one board to another, is replaced if there is a way of
//! at most `length − 2` moves (the parity is fixed). Every tile has a target, its cell at the
//! window's end; the Manhattan distance to the targets bounds the search from below, and a slide
//! that would need more than the limit is never made. Only the slides of the window are replayed to
//! learn the targets, and tiles that it does not touch are at theirs: the size of the board does
//! not matter. A node limit keeps one hard window from holding up the others.
//!
//! Cost: some 60 M slides a second and no memory but the path.

use crate::board::{Direction, Size, SlideTable};

/// A board that goes along a path, and the targets of its tiles.
#[derive(Clone, Debug)]
pub(super) struct Shortcut {
    steps: SlideTable,
    rows: Vec<u8>,
    cols: Vec<u8>,
    /// The label in each cell.
    cells: Vec<u16>,
    /// The cell of each label.
    places: Vec<u16>,
    /// The target of each label: its place, but for the tiles of the window being looked at.
    targets: Vec<u16>,
    blank: usize,
    /// The slides found, last first.
    path: Vec<Direction>,
    /// Slides looked at.
    pub nodes: u64,
    most_nodes: u64,
}

impl Shortcut {
    pub fn new(size: Size, labels: &[u16], blank: usize) -> Self {
        let mut places = vec![0; labels.len()];
        for (cell, &label) in labels.iter().enumerate() {
            places[usize::from(label)] = cell as u16;
        }
        Self {
            steps: SlideTable::new(size),
            rows: (0..size.cells()).map(|cell| size.row(cell) as u8).collect(),
            cols: (0..size.cells()).map(|cell| size.col(cell) as u8).collect(),
            cells: labels.to_vec(),
            targets: places.clone(),
            places,
            blank,
            path: Vec::new(),
            nodes: 0,
            most_nodes: 0,
        }
    }

    /// The labels now and the blank's cell.
    pub fn board(&self) -> (&[u16], usize) {
        (&self.cells, self.blank)
    }

    /// Goes one slide on for good.
    pub fn advance(&mut self, by: Direction) {
        let label = self.slide(by);
        self.targets[label] = self.places[label];
    }

    /// Slides and says which tile slid.
    #[inline]
    fn slide(&mut self, by: Direction) -> usize {
        let to = self.blank;
        let Some(from) = self.steps.source_cell(to, by) else {
            debug_assert!(false, "a path stays on its board");
            return usize::from(self.cells[to]);
        };
        let label = self.cells[from];
        self.cells.swap(from, to);
        self.places[usize::from(label)] = to as u16;
        self.blank = from;
        usize::from(label)
    }

    /// A shorter way to the end of `window`, if one is found within `most` nodes. The board is
    /// left where it was.
    pub fn find(&mut self, window: &[Direction], most: u64) -> Option<Vec<Direction>> {
        let mut touched = Vec::with_capacity(window.len());
        for &by in window {
            let label = self.slide(by);
            self.targets[label] = self.places[label];
            touched.push(label);
        }
        for &by in window.iter().rev() {
            self.slide(by.opposite());
        }
        touched.sort_unstable();
        touched.dedup();
        let far = |&label: &usize| {
            self.far(
                usize::from(self.places[label]),
                usize::from(self.targets[label]),
            )
        };
        let far: usize = touched.iter().map(far).sum();
        let limit = window.len().saturating_sub(2);
        self.path.clear();
        self.most_nodes = self.nodes + most;
        let found = window.len() >= 2 && far <= limit && self.deepen(far, limit, 4);
        for label in touched {
            self.targets[label] = self.places[label];
        }
        found.then(|| self.path.iter().rev().copied().collect())
    }

    fn far(&self, a: usize, b: usize) -> usize {
        usize::from(self.rows[a].abs_diff(self.rows[b]))
            + usize::from(self.cols[a].abs_diff(self.cols[b]))
    }

    /// Looks for the targets with `left` slides to go; `last` is the slide before, or 4.
    fn deepen(&mut self, far: usize, left: usize, last: usize) -> bool {
        if far == 0 {
            // All tiles are at their targets, and so is the blank.
            return true;
        }
        let to = self.blank;
        for by in Direction::ALL {
            if by as usize + last == 3 {
                continue;
            }
            let Some(from) = self.steps.source_cell(to, by) else {
                continue;
            };
            let label = self.cells[from];
            let target = usize::from(self.targets[usize::from(label)]);
            let after = far + self.far(to, target) - self.far(from, target);
            if after >= left {
                continue;
            }
            self.nodes += 1;
            if self.nodes >= self.most_nodes {
                return false;
            }
            self.cells.swap(from, to);
            self.blank = from;
            let found = self.deepen(after, left - 1, by as usize);
            self.cells.swap(from, to);
            self.blank = to;
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
    fn a_detour_is_found_out_and_a_shortest_way_is_left() {
        let size = Size::new(3, 3).unwrap();
        let labels: Vec<u16> = (0..9).collect();
        let mut shortcut = Shortcut::new(size, &labels, 8);
        // Three times around a 2×2 is once the other way... of twelve slides: none at all.
        let around = [Right, Down, Left, Up];
        let thrice: Vec<Direction> = around.iter().copied().cycle().take(12).collect();
        assert_eq!(shortcut.find(&thrice, 1000), Some(vec![]));
        let eight: Vec<Direction> = around.iter().copied().cycle().take(8).collect();
        let short = shortcut.find(&eight, 1000).unwrap();
        assert_eq!(short, [Down, Right, Up, Left]);
        assert_eq!(shortcut.find(&short, 1000), None);
        assert_eq!(shortcut.board(), (labels.as_slice(), 8));
    }
}
