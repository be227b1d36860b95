//! Manhattan distance: the steps from each tile to its goal cell.

use super::coordinates::Coordinates;
use super::{ComputedHeuristic, Heuristic, HeuristicError, Slide};
use crate::board::{Cells, Size};
use crate::guard::Guard;

/// The sum over tiles of the steps to their goal cells, along rows and columns.
///
/// A slide moves one tile by one step, so it changes the sum by exactly one.
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// assert_eq!(HeuristicKind::Manhattan.bound(&instance)?, 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Manhattan {
    coordinates: Coordinates,
    /// By label and cell, on boards of up to 16 cells: two reads a slide instead of six.
    steps: Option<Box<[[u8; 16]; 16]>>,
}

impl Manhattan {
    pub(crate) fn of(size: Size, blank_home: usize) -> Self {
        let coordinates = Coordinates::new(size, blank_home);
        let steps = (size.cells() <= 16).then(|| {
            let mut steps = Box::new([[0; 16]; 16]);
            for label in 0..size.cells() {
                for cell in 0..size.cells() {
                    steps[label][cell] = coordinates.distance(cell, label) as u8;
                }
            }
            steps
        });
        Self { coordinates, steps }
    }
}

impl ComputedHeuristic for Manhattan {
    fn new_within(size: Size, blank_home: usize, _: &Guard<'_>) -> Result<Self, HeuristicError> {
        Ok(Self::of(size, blank_home))
    }
}

impl Heuristic for Manhattan {
    type Memo = u32;

    fn start<C: Cells + ?Sized>(&self, cells: &C) -> u32 {
        (0..self.coordinates.size.cells())
            .map(|cell| (cell, cells.at(cell)))
            .filter(|&(_, label)| label != self.coordinates.blank_home)
            .map(|(cell, label)| self.coordinates.distance(cell, label))
            .sum()
    }

    #[inline]
    fn step<C: Cells + ?Sized>(&self, memo: u32, slide: Slide, _after: &C) -> u32 {
        let (before, after) = match &self.steps {
            Some(steps) => {
                let steps = &steps[slide.label & 15];
                (
                    u32::from(steps[slide.from & 15]),
                    u32::from(steps[slide.to & 15]),
                )
            }
            None => (
                self.coordinates.distance(slide.from, slide.label),
                self.coordinates.distance(slide.to, slide.label),
            ),
        };
        debug_assert_eq!(before.abs_diff(after), 1);
        memo + after - before
    }

    #[inline]
    fn value(&self, memo: u32) -> u32 {
        memo
    }
}
