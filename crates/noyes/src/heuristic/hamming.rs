//! Hamming distance: the tiles out of place.

use super::{ComputedHeuristic, Heuristic, HeuristicError, Slide};
use crate::board::{Cells, Size};
use crate::guard::Guard;

/// The number of tiles out of place. Each needs at least one slide.
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// assert_eq!(HeuristicKind::Hamming.bound(&instance)?, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hamming {
    cells: usize,
    blank_home: usize,
}

impl Hamming {
    pub(super) fn of(size: Size, blank_home: usize) -> Self {
        assert!(blank_home < size.cells(), "{}", super::NO_CELL);
        Self {
            cells: size.cells(),
            blank_home,
        }
    }
}

impl ComputedHeuristic for Hamming {
    fn new_within(size: Size, blank_home: usize, _: &Guard<'_>) -> Result<Self, HeuristicError> {
        Ok(Self::of(size, blank_home))
    }
}

impl Heuristic for Hamming {
    type Memo = u32;

    fn start<C: Cells + ?Sized>(&self, cells: &C) -> u32 {
        let misplaced = |&cell: &usize| cells.at(cell) != cell && cells.at(cell) != self.blank_home;
        (0..self.cells).filter(misplaced).count() as u32
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
