//! Steps from each tile to its place.

use super::coordinates::Coordinates;
use super::{Heuristic, HeuristicError, Slide};
use crate::board::{Cells, Size};

/// The sum over tiles of the steps to their goal cells, along rows and columns.
///
/// A slide moves one tile by one step, so it changes the sum by exactly one.
#[derive(Clone, Debug)]
pub struct Manhattan {
    coordinates: Coordinates,
}

impl Heuristic for Manhattan {
    type Memo = u32;

    fn new(size: Size, blank_home: usize) -> Result<Self, HeuristicError> {
        Ok(Self {
            coordinates: Coordinates::new(size, blank_home),
        })
    }

    fn start<C: Cells + ?Sized>(&self, cells: &C) -> u32 {
        (0..self.coordinates.size.cells())
            .map(|cell| (cell, cells.at(cell)))
            .filter(|&(_, label)| label != self.coordinates.blank_home)
            .map(|(cell, label)| self.coordinates.distance(cell, label))
            .sum()
    }

    #[inline]
    fn step<C: Cells + ?Sized>(&self, memo: u32, slide: Slide, _after: &C) -> u32 {
        let before = self.coordinates.distance(slide.from, slide.label);
        let after = self.coordinates.distance(slide.to, slide.label);
        debug_assert_eq!(before.abs_diff(after), 1);
        memo + after - before
    }

    #[inline]
    fn value(&self, memo: u32) -> u32 {
        memo
    }
}
