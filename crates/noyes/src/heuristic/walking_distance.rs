//! Walking distance: the exact number of row changes and of column changes, each by itself.
//!
//! # Idea
//!
//! Forget a tile's number but for its goal row, and its cell but for its row. What is left is a
//! small puzzle along one axis: how many tiles in row i belong to row j, and the row of the blank.
//! A move takes one tile from a row beside the blank's into the blank's row. The exact distances of
//! that puzzle bound the vertical slides from below; columns give the horizontal ones, and a slide
//! is never both. The bound sees what linear conflict sees, and longer detours too. The idea is
//! Ken'ichiro Takahashi's (2002).
//!
//! Both puzzles are solved once, breadth first from the goal, into a table with the successor of
//! each state for each move, so that a slide costs one read. A state is a word (`line_counts.rs`).
//!
//! # Cost
//!
//! The number of states explodes with the sides. Sizes of more than 8 rows and columns together are
//! refused.
//!
//! | Board | States, both axes | Memory |
//! |---|---|---|
//! | 3×3 | 210 | 17 kB |
//! | 4×4 | 49,928 | |
//! | 3×5 | 353,085 | 34 MB |
//! | 2×6 | 367,572 | 51 MB |
//! | 5×5 | tens of millions | refused |
//!
//! The build polls its guard every [`CHECK_INTERVAL`] states, with the memory held so far.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::coordinates::Coordinates;
use super::line_counts::LineCounts;
use super::{ComputedHeuristic, Heuristic, HeuristicError, Slide};
use crate::board::{Cells, Size};
use crate::guard::{Counts, Guard, Stop};

/// States of an axis between two checks of the guard.
const CHECK_INTERVAL: usize = 1 << 12;

/// The sum of the exact distances of the row puzzle and of the column puzzle.
///
/// ```
/// use noyes::heuristic::{ComputedHeuristic, HeuristicError, WalkingDistance};
/// use noyes::Size;
///
/// assert!(WalkingDistance::new(Size::new(4, 4)?, 15).is_ok());
/// let size = Size::new(5, 5)?;
/// assert_eq!(
///     WalkingDistance::new(size, 24).err(),
///     Some(HeuristicError::WalkingDistance(size))
/// );
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Debug)]
pub struct WalkingDistance {
    coordinates: Coordinates,
    rows: Axis,
    cols: Axis,
}

/// The small puzzle along one axis, solved.
#[derive(Debug)]
struct Axis {
    counts: LineCounts,
    /// The number of each state.
    numbers: FxHashMap<u128, u32>,
    distance: Vec<u8>,
    /// Successor of state `s` when a tile that belongs to line `g` enters the blank's line from
    /// the line before it (`side` 0) or after it (1): at `(s * 2 + side) * lines + g`.
    next: Vec<u32>,
}

impl Axis {
    const NONE: u32 = u32::MAX;

    /// Solves the puzzle with `lines` lines of `width` cells whose goal has its blank in line
    /// `blank`.
    fn solve(lines: usize, width: usize, blank: usize, guard: &Guard<'_>) -> Result<Self, Stop> {
        let counts = LineCounts::new(lines, width);
        let goal = counts.goal(blank);
        let mut axis = Self {
            counts,
            numbers: FxHashMap::from_iter([(goal, 0)]),
            distance: vec![0],
            next: Vec::new(),
        };
        let mut states = vec![goal];
        let mut current = 0;
        while current < states.len() {
            if current.is_multiple_of(CHECK_INTERVAL) {
                guard.check(&Counts::default())?;
                guard.check_memory(axis.bytes_ahead(&states))?;
            }
            let state = states[current];
            let far = axis.distance[current] + 1;
            let into = counts.blank(state);
            for side in 0..2 {
                let from = counts.beside(into, side);
                for belongs in 0..lines {
                    let moved = from.and_then(|from| counts.moved(state, from, into, belongs));
                    let Some(moved) = moved else {
                        axis.next.push(Self::NONE);
                        continue;
                    };
                    let fresh = states.len() as u32;
                    match axis.numbers.entry(moved) {
                        Entry::Occupied(known) => axis.next.push(*known.get()),
                        Entry::Vacant(slot) => {
                            slot.insert(fresh);
                            states.push(moved);
                            axis.distance.push(far);
                            axis.next.push(fresh);
                        }
                    }
                }
            }
            current += 1;
        }
        Ok(axis)
    }

    /// Bytes of a slot of the hash table, with its control byte, at most 7/8 full.
    const SLOT: usize = (size_of::<(u128, u32)>() + 1) * 8 / 7;

    /// About the bytes it holds.
    fn bytes(&self) -> usize {
        self.numbers.capacity() * Self::SLOT
            + self.distance.capacity()
            + self.next.capacity() * size_of::<u32>()
    }

    /// About the most bytes that it holds with `states` until the next check: a collection that may
    /// fill up has its old and its doubled memory for a moment.
    fn bytes_ahead(&self, states: &Vec<u128>) -> usize {
        let successors = 2 * self.counts.lines() * CHECK_INTERVAL;
        let bytes = |length: usize, capacity: usize, item: usize| {
            let is_full = length + successors > capacity;
            capacity * item * if is_full { 3 } else { 1 }
        };
        bytes(self.numbers.len(), self.numbers.capacity(), Self::SLOT)
            + bytes(self.distance.len(), self.distance.capacity(), 1)
            + bytes(self.next.len(), self.next.capacity(), size_of::<u32>())
            + bytes(states.len(), states.capacity(), size_of::<u128>())
    }

    /// The number of an arrangement's state, given line and goal line of each tile, and the
    /// blank's line. Every arrangement of the board has one, solvable or not.
    fn number(&self, tiles: impl Iterator<Item = (usize, usize)>, blank: usize) -> u32 {
        self.numbers[&self.counts.state(tiles, blank)]
    }

    #[inline]
    fn slide(&self, state: u32, from: usize, to: usize, belongs: usize) -> u32 {
        let side = usize::from(from > to);
        let next = self.next[(state as usize * 2 + side) * self.counts.lines() + belongs];
        debug_assert_ne!(next, Self::NONE);
        next
    }
}

impl WalkingDistance {
    /// Whether both puzzles of a size are small enough: its rows and columns are at most 8
    /// together.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::heuristic::WalkingDistance;
    ///
    /// assert!(WalkingDistance::fits(Size::new(4, 4)?));
    /// assert!(!WalkingDistance::fits(Size::new(4, 5)?));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn fits(size: Size) -> bool {
        size.rows() + size.cols() <= 8
    }

    /// Vertical and horizontal part of the bound. `cells` are as for [`Heuristic::start`].
    ///
    /// ```
    /// use noyes::heuristic::{ComputedHeuristic, WalkingDistance};
    /// use noyes::{Goal, Instance};
    ///
    /// let instance = Instance::new(&"8 1 3/4 0 2/7 6 5".parse()?, &Goal::BlankLast)?;
    /// let walking = WalkingDistance::new(instance.size(), instance.blank_home())?;
    /// assert_eq!(walking.parts(instance.labels()), (5, 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parts<C: Cells + ?Sized>(&self, cells: &C) -> (u32, u32) {
        let (rows, cols) = self.start(cells);
        (
            u32::from(self.rows.distance[rows as usize]),
            u32::from(self.cols.distance[cols as usize]),
        )
    }
}

impl ComputedHeuristic for WalkingDistance {
    fn new_within(
        size: Size,
        blank_home: usize,
        guard: &Guard<'_>,
    ) -> Result<Self, HeuristicError> {
        if !Self::fits(size) {
            return Err(HeuristicError::WalkingDistance(size));
        }
        let coordinates = Coordinates::new(size, blank_home);
        let rows = Axis::solve(size.rows(), size.cols(), size.row(blank_home), guard)?;
        let guard = guard.less_memory(rows.bytes());
        let cols = Axis::solve(size.cols(), size.rows(), size.col(blank_home), &guard)?;
        Ok(Self {
            coordinates,
            rows,
            cols,
        })
    }
}

impl Heuristic for WalkingDistance {
    type Memo = (u32, u32);

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
            self.rows.number(rows, coordinates.row(blank)),
            self.cols.number(cols, coordinates.col(blank)),
        )
    }

    #[inline]
    fn step<C: Cells + ?Sized>(&self, memo: (u32, u32), slide: Slide, _after: &C) -> (u32, u32) {
        let coordinates = &self.coordinates;
        let (from, to) = (coordinates.row(slide.from), coordinates.row(slide.to));
        if from != to {
            (
                self.rows
                    .slide(memo.0, from, to, coordinates.row(slide.label)),
                memo.1,
            )
        } else {
            let (from, to) = (coordinates.col(slide.from), coordinates.col(slide.to));
            (
                memo.0,
                self.cols
                    .slide(memo.1, from, to, coordinates.col(slide.label)),
            )
        }
    }

    #[inline]
    fn value(&self, memo: (u32, u32)) -> u32 {
        u32::from(self.rows.distance[memo.0 as usize])
            + u32::from(self.cols.distance[memo.1 as usize])
    }

    fn bytes(&self) -> usize {
        self.rows.bytes() + self.cols.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::{Control, Event, Observer, Silent};

    #[test]
    fn the_small_puzzle_of_the_fifteen_has_its_known_size() {
        let axis = Axis::solve(4, 4, 3, &Guard::new(&Silent)).unwrap();
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

    struct StopAt(std::sync::atomic::AtomicU32);

    impl Observer for StopAt {
        fn on(&self, _: &Event) -> Control {
            match self.0.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) {
                1 => Control::Stop,
                _ => Control::Continue,
            }
        }
    }

    #[test]
    fn limits_end_the_build() {
        let size = Size::new(6, 2).unwrap();
        let build = |guard: &Guard<'_>| WalkingDistance::new_within(size, 11, guard).err();
        let stopped = |stop| Some(HeuristicError::Stopped(stop));
        let little = Guard::new(&Silent).memory(10_000_000);
        assert_eq!(build(&little), stopped(Stop::Memory));
        let observer = StopAt(3.into());
        assert_eq!(build(&Guard::new(&observer)), stopped(Stop::Observer));
        assert_eq!(build(&Guard::new(&Silent).memory(100_000_000)), None);
    }

    #[test]
    fn small_and_large_puzzles_have_their_sizes() {
        for (rows, cols, known) in [(3, 3, 210), (3, 5, 353_085), (2, 6, 367_572)] {
            let size = Size::new(rows, cols).unwrap();
            let walking = WalkingDistance::new(size, size.tiles()).unwrap();
            let states = walking.rows.distance.len() + walking.cols.distance.len();
            assert_eq!(states, known);
        }
    }
}
