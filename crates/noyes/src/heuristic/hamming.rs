//! Tiles out of place.

use super::{Heuristic, HeuristicError, Slide};
use crate::board::{Cells, Size};

/// The number of tiles out of place; each needs a slide at least.
#[derive(Clone, Debug)]
pub struct Hamming {
    cells: usize,
    blank_home: usize,
}

impl Heuristic for Hamming {
    type Memo = u32;

    fn new(size: Size, blank_home: usize) -> Result<Self, HeuristicError> {
        Ok(Self {
            cells: size.cells(),
            blank_home,
        })
    }

    fn start<C: Cells + ?Sized>(&self, cells: &C) -> u32 {
        let astray = |&cell: &usize| cells.at(cell) != cell && cells.at(cell) != self.blank_home;
        (0..self.cells).filter(astray).count() as u32
    }

    #[inline]
    fn step<C: Cells + ?Sized>(&self, memo: u32, slide: Slide, _after: &C) -> u32 {
        memo + u32::from(slide.from == slide.label) - u32::from(slide.to == slide.label)
    }

    #[inline]
    fn value(&self, memo: u32) -> u32 {
        memo
    }
}
