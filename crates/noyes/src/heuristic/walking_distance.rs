//! Walking distance: the exact number of row changes and of column changes, each by itself.
//!
//! Forget which tile is which but for its goal row, and where a tile stands but for its row:
//! what is left is a small puzzle, "so many tiles in row i belong to row j, and the blank is in
//! row b", in which a move takes one tile from a row beside the blank's into the blank's row.
//! Its exact distances bound the vertical slides from below; columns give the horizontal ones,
//! and a slide is never both. On the 4×4 that small puzzle has 24,964 states. The idea is Ken'ichiro
//! Takahashi's (2002); it sees what linear conflict sees and long detours too.
//!
//! Both puzzles are solved once, breadth first from the goal, into a table with the successor of
//! every state for every move, so that a slide costs one read. The number of states explodes with
//! the sides: up to rows + columns = 8 (the 4×4, the 2×6) both puzzles have less than a million,
//! beyond that tens of millions (the 5×5) and more, and they are refused.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::coordinates::Coordinates;
use super::{Heuristic, HeuristicError, Slide};
use crate::board::{Cells, Size};

/// The sum of the exact distances of the row puzzle and of the column puzzle.
#[derive(Debug)]
pub struct WalkingDistance {
    coordinates: Coordinates,
    rows: Axis,
    cols: Axis,
}

/// The small puzzle along one axis, solved.
#[derive(Debug)]
struct Axis {
    lines: usize,
    /// State number of every state met.
    numbers: FxHashMap<Box<[u8]>, u32>,
    distance: Vec<u8>,
    /// Successor of state `s` when a tile that belongs to line `g` enters the blank's line from
    /// the line before it (`side` 0) or after it (1): at `(s * 2 + side) * lines + g`.
    next: Vec<u32>,
}

impl Axis {
    const NONE: u32 = u32::MAX;

    /// Solves the puzzle with `lines` lines of `width` tiles whose goal has its blank in line
    /// `blank`.
    fn solve(lines: usize, width: usize, blank: usize) -> Self {
        // A state: counts[line * lines + belongs], then the blank's line.
        let mut goal = vec![0u8; lines * lines + 1].into_boxed_slice();
        for line in 0..lines {
            goal[line * lines + line] = (width - usize::from(line == blank)) as u8;
        }
        goal[lines * lines] = blank as u8;
        let mut axis = Self {
            lines,
            numbers: FxHashMap::from_iter([(goal.clone(), 0)]),
            distance: vec![0],
            next: Vec::new(),
        };
        let mut states = vec![goal];
        let mut current = 0;
        while current < states.len() {
            let state = states[current].clone();
            let far = axis.distance[current] + 1;
            let into = usize::from(state[lines * lines]);
            for side in 0..2 {
                let from = match side {
                    0 => into.checked_sub(1),
                    _ => Some(into + 1).filter(|&line| line < lines),
                };
                for belongs in 0..lines {
                    let source = from.map(|line| line * lines + belongs);
                    let (Some(from), Some(source)) = (from, source.filter(|&s| state[s] > 0))
                    else {
                        axis.next.push(Self::NONE);
                        continue;
                    };
                    let mut moved = state.clone();
                    moved[source] -= 1;
                    moved[into * lines + belongs] += 1;
                    moved[lines * lines] = from as u8;
                    let fresh = states.len() as u32;
                    match axis.numbers.entry(moved) {
                        Entry::Occupied(seen) => axis.next.push(*seen.get()),
                        Entry::Vacant(slot) => {
                            states.push(slot.key().clone());
                            slot.insert(fresh);
                            axis.distance.push(far);
                            axis.next.push(fresh);
                        }
                    }
                }
            }
            current += 1;
        }
        axis
    }

    /// The state of an arrangement given line and goal line of every tile, and the blank's line.
    fn state(&self, tiles: impl Iterator<Item = (usize, usize)>, blank: usize) -> u32 {
        let mut key = vec![0u8; self.lines * self.lines + 1];
        for (line, belongs) in tiles {
            key[line * self.lines + belongs] += 1;
        }
        key[self.lines * self.lines] = blank as u8;
        self.numbers[key.as_slice()]
    }

    #[inline]
    fn slide(&self, state: u32, from: usize, to: usize, belongs: usize) -> u32 {
        let side = usize::from(from > to);
        let next = self.next[(state as usize * 2 + side) * self.lines + belongs];
        debug_assert_ne!(next, Self::NONE);
        next
    }
}

impl WalkingDistance {
    /// Whether both puzzles of a size are small enough.
    pub fn fits(size: Size) -> bool {
        size.rows() + size.cols() <= 8
    }

    /// Vertical and horizontal part of the bound.
    pub fn parts<C: Cells + ?Sized>(&self, cells: &C) -> (u32, u32) {
        let (rows, cols) = self.start(cells);
        (
            u32::from(self.rows.distance[rows as usize]),
            u32::from(self.cols.distance[cols as usize]),
        )
    }
}

impl Heuristic for WalkingDistance {
    type Memo = (u32, u32);

    fn new(size: Size, blank_home: usize) -> Result<Self, HeuristicError> {
        if !Self::fits(size) {
            return Err(HeuristicError::WalkingDistance(size));
        }
        Ok(Self {
            coordinates: Coordinates::new(size, blank_home),
            rows: Axis::solve(size.rows(), size.cols(), size.row(blank_home)),
            cols: Axis::solve(size.cols(), size.rows(), size.col(blank_home)),
        })
    }

    fn start<C: Cells + ?Sized>(&self, cells: &C) -> (u32, u32) {
        let coordinates = &self.coordinates;
        let all = 0..coordinates.size.cells();
        let blank = all
            .clone()
            .find(|&cell| cells.at(cell) == coordinates.blank_home);
        let blank = blank.unwrap_or(coordinates.blank_home);
        let tiles = all.filter(|&cell| cell != blank);
        let rows = tiles
            .clone()
            .map(|cell| (coordinates.row(cell), coordinates.row(cells.at(cell))));
        let cols = tiles.map(|cell| (coordinates.col(cell), coordinates.col(cells.at(cell))));
        (
            self.rows.state(rows, coordinates.row(blank)),
            self.cols.state(cols, coordinates.col(blank)),
        )
    }

    #[inline]
    fn step<C: Cells + ?Sized>(&self, memo: (u32, u32), slide: Slide, _after: &C) -> (u32, u32) {
        let coordinates = &self.coordinates;
        let (from, to) = (coordinates.row(slide.from), coordinates.row(slide.to));
        if from != to {
            (
                self.rows.slide(memo.0, from, to, coordinates.row(slide.label)),
                memo.1,
            )
        } else {
            let (from, to) = (coordinates.col(slide.from), coordinates.col(slide.to));
            (
                memo.0,
                self.cols.slide(memo.1, from, to, coordinates.col(slide.label)),
            )
        }
    }

    #[inline]
    fn value(&self, memo: (u32, u32)) -> u32 {
        u32::from(self.rows.distance[memo.0 as usize])
            + u32::from(self.cols.distance[memo.1 as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_small_puzzle_of_the_fifteen_has_its_known_size() {
        let axis = Axis::solve(4, 4, 3);
        assert_eq!(axis.distance.len(), 24_964);
        assert_eq!(axis.distance.iter().max(), Some(&35));
    }

    #[test]
    fn sizes_too_large_are_refused_at_once() {
        for (rows, cols) in [(10, 10), (5, 5), (2, 127), (127, 127), (7, 3)] {
            let size = Size::new(rows, cols).unwrap();
            assert!(WalkingDistance::new(size, 0).is_err());
        }
    }
}
