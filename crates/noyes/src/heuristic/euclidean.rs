//! Euclidean distance: the straight line from each tile to its goal cell.
//!
//! # Idea
//!
//! The lengths are irrational, so they are kept as whole numbers of a small unit, a power of two
//! below one step. Each length is rounded down to the unit, and the sum to whole steps.
//!
//! # Invariants
//!
//! * A straight line is never longer than the way along rows and columns, and rounding only lowers
//!   it: the value is at most the Manhattan distance, so it is admissible.
//! * Rounded lengths of neighbouring cells differ by at most one step: a length that would be more
//!   than a step above that of a nearer neighbour is lowered to it. So a slide changes the sum by
//!   at most one step, and its whole part by at most one.
//!
//! # Cost
//!
//! As for the Manhattan distance, which is always at least as large. It is here because it is
//! taught: students of the n-puzzle compare the two.

use super::coordinates::Coordinates;
use super::{ComputedHeuristic, Heuristic, HeuristicError, Slide};
use crate::board::{Cells, Size};
use crate::guard::Guard;

/// The sum over tiles of the straight lines to their goal cells, rounded down.
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// // Four of the tiles are one step away, 8 is √5 of one; 5 and 2 are √2.
/// assert_eq!(HeuristicKind::Euclidean.bound(&instance)?, 7);
/// assert_eq!(HeuristicKind::Manhattan.bound(&instance)?, 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Euclidean {
    coordinates: Coordinates,
    /// By rows and columns between two cells: the length in units.
    lengths: Box<[u32]>,
    /// How many bits of a sum are below one step.
    bits: u32,
}

impl Euclidean {
    /// The most bits below one step.
    const MOST_BITS: u32 = 20;

    pub(super) fn of(size: Size, blank_home: usize) -> Self {
        let (rows, cols) = (size.rows(), size.cols());
        // The sum of all tiles must fit a word, were each as far from home as it can be.
        let most = (rows * rows + cols * cols).isqrt() as u64 + 1;
        let fits = u64::from(u32::MAX) / (most * size.cells() as u64);
        let bits = fits.max(1).ilog2().min(Self::MOST_BITS);
        let step = 1u32 << bits;
        let mut lengths = vec![0u32; rows * cols].into_boxed_slice();
        for row in 0..rows {
            for col in 0..cols {
                let square = (row * row + col * col) as u64;
                let mut length = (square << (2 * bits)).isqrt() as u32;
                if row > 0 {
                    length = length.min(lengths[(row - 1) * cols + col] + step);
                }
                if col > 0 {
                    length = length.min(lengths[row * cols + col - 1] + step);
                }
                lengths[row * cols + col] = length;
            }
        }
        Self {
            coordinates: Coordinates::new(size, blank_home),
            lengths,
            bits,
        }
    }

    /// How many bits of a memo are below one step.
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    fn length(&self, a: usize, b: usize) -> u32 {
        let at = &self.coordinates;
        let rows = at.row(a).abs_diff(at.row(b));
        let cols = at.col(a).abs_diff(at.col(b));
        self.lengths[rows * at.size.cols() + cols]
    }
}

impl ComputedHeuristic for Euclidean {
    fn new_within(size: Size, blank_home: usize, _: &Guard<'_>) -> Result<Self, HeuristicError> {
        Ok(Self::of(size, blank_home))
    }
}

impl Heuristic for Euclidean {
    type Memo = u32;

    fn start<C: Cells + ?Sized>(&self, cells: &C) -> u32 {
        (0..self.coordinates.size.cells())
            .map(|cell| (cell, cells.at(cell)))
            .filter(|&(_, label)| label != self.coordinates.blank_home)
            .map(|(cell, label)| self.length(cell, label))
            .sum()
    }

    #[inline]
    fn step<C: Cells + ?Sized>(&self, memo: u32, slide: Slide, _after: &C) -> u32 {
        memo + self.length(slide.to, slide.label) - self.length(slide.from, slide.label)
    }

    #[inline]
    fn value(&self, memo: u32) -> u32 {
        memo >> self.bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On every size: no length above the true one, neighbours at most a step apart, and room for
    /// the largest sum.
    #[test]
    fn lengths_of_every_size() {
        for (rows, cols) in [(2, 2), (3, 3), (4, 4), (2, 127), (17, 17), (127, 127)] {
            let size = Size::new(rows, cols).unwrap();
            let euclidean = Euclidean::of(size, 0);
            let step = 1u32 << euclidean.bits;
            let at = |row: usize, col: usize| euclidean.lengths[row * cols + col];
            for row in 0..rows {
                for col in 0..cols {
                    let truth = ((row * row + col * col) as f64).sqrt();
                    let length = f64::from(at(row, col)) / f64::from(step);
                    assert!(
                        length <= truth && length > truth - 0.1,
                        "{size} {row} {col}"
                    );
                    assert!(row == 0 || at(row, col).abs_diff(at(row - 1, col)) <= step);
                    assert!(col == 0 || at(row, col).abs_diff(at(row, col - 1)) <= step);
                }
            }
            let most = u64::from(at(rows - 1, cols - 1)) * size.cells() as u64;
            assert!(most <= u64::from(u32::MAX), "{size}");
        }
    }
}
