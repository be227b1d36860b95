//! Linear conflict: Manhattan distance, and two moves for each tile that must leave its goal line.
//!
//! # Idea
//!
//! Tiles that stand in their goal row in the wrong order cannot all stay in it. Some must leave the
//! row and come back: two slides each that Manhattan distance does not count. The fewest that must
//! leave are those outside a longest increasing subsequence of goal columns. Columns are treated
//! likewise. The two never count the same slide: leaving a row is a vertical move of a tile whose
//! vertical distance is zero.
//!
//! # Invariants
//!
//! A slide from one row to another changes the conflicts of those two rows, and only if one of them
//! is the tile's goal row. The order within its column stays, because the tile only enters the
//! blank's cell.
//!
//! # Citation
//!
//! Hansson, Mayer & Yung, "Criticizing solutions to relaxed models yields powerful admissible
//! heuristics", Information Sciences 63 (1992).

use super::coordinates::Coordinates;
use super::manhattan::Manhattan;
use super::{ComputedHeuristic, Heuristic, HeuristicError, Slide};
use crate::board::{Cells, Size};
use crate::guard::Guard;

/// Manhattan distance plus twice the tiles that must leave their goal lines.
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::{Board, Goal, Instance};
///
/// // Of 3, 2 and 1 two must leave the first row.
/// let board = Board::new(&[[3, 2, 1], [4, 6, 5], [7, 8, 0]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// assert_eq!(HeuristicKind::Manhattan.bound(&instance)?, 6);
/// assert_eq!(HeuristicKind::LinearConflict.bound(&instance)?, 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    coordinates: Coordinates,
}

/// An arrangement as it was before its last slide.
struct Before<'a, C: ?Sized> {
    after: &'a C,
    slide: Slide,
    blank: usize,
}

impl<C: Cells + ?Sized> Cells for Before<'_, C> {
    fn at(&self, cell: usize) -> usize {
        if cell == self.slide.from {
            self.slide.label
        } else if cell == self.slide.to {
            self.blank
        } else {
            self.after.at(cell)
        }
    }
}

impl LinearConflict {
    pub(crate) fn of(size: Size, blank_home: usize) -> Self {
        Self {
            manhattan: Manhattan::of(size, blank_home),
            coordinates: Coordinates::new(size, blank_home),
        }
    }

    /// The fewest tiles that must leave row `row`.
    pub(crate) fn aside_in_row<C: Cells + ?Sized>(&self, cells: &C, row: usize) -> u32 {
        let cols = self.coordinates.size.cols();
        let labels = (0..cols).map(|col| cells.at(row * cols + col));
        let own = labels.filter(|&label| {
            label != self.coordinates.blank_home && self.coordinates.row(label) == row
        });
        not_in_longest_increase(own.map(|label| self.coordinates.col(label)))
    }

    /// The fewest tiles that must leave column `col`.
    pub(crate) fn aside_in_col<C: Cells + ?Sized>(&self, cells: &C, col: usize) -> u32 {
        let cols = self.coordinates.size.cols();
        let labels = (0..self.coordinates.size.rows()).map(|row| cells.at(row * cols + col));
        let own = labels.filter(|&label| {
            label != self.coordinates.blank_home && self.coordinates.col(label) == col
        });
        not_in_longest_increase(own.map(|label| self.coordinates.row(label)))
    }
}

/// How many items lie outside a longest increasing subsequence.
///
/// `ends[i]` is the least last item of the increasing subsequences of length i + 1 (Schensted
/// 1961). Items must be below [`Size::MAX`] and at most that many.
pub(super) fn not_in_longest_increase(items: impl Iterator<Item = usize>) -> u32 {
    let mut ends = [0u8; Size::MAX];
    let mut longest = 0;
    let mut count = 0;
    for item in items {
        let item = item as u8;
        let longer = ends[..longest].iter().position(|&end| end > item);
        ends[longer.unwrap_or(longest)] = item;
        longest += usize::from(longer.is_none());
        count += 1;
    }
    (count - longest) as u32
}

impl ComputedHeuristic for LinearConflict {
    fn new_within(size: Size, blank_home: usize, _: &Guard<'_>) -> Result<Self, HeuristicError> {
        Ok(Self::of(size, blank_home))
    }
}

impl Heuristic for LinearConflict {
    /// The value itself: a step adds what it changes.
    type Memo = u32;

    fn start<C: Cells + ?Sized>(&self, cells: &C) -> u32 {
        let size = self.coordinates.size;
        let in_rows: u32 = (0..size.rows())
            .map(|row| self.aside_in_row(cells, row))
            .sum();
        let in_cols: u32 = (0..size.cols())
            .map(|col| self.aside_in_col(cells, col))
            .sum();
        self.manhattan.start(cells) + 2 * (in_rows + in_cols)
    }

    #[inline]
    fn step<C: Cells + ?Sized>(&self, memo: u32, slide: Slide, after: &C) -> u32 {
        let coordinates = &self.coordinates;
        let before = Before {
            after,
            slide,
            blank: coordinates.blank_home,
        };
        let (row, col) = (coordinates.row(slide.label), coordinates.col(slide.label));
        let (from_row, to_row) = (coordinates.row(slide.from), coordinates.row(slide.to));
        let memo = if from_row != to_row {
            if row == from_row || row == to_row {
                memo + 2 * self.aside_in_row(after, row) - 2 * self.aside_in_row(&before, row)
            } else {
                memo
            }
        } else if col == coordinates.col(slide.from) || col == coordinates.col(slide.to) {
            memo + 2 * self.aside_in_col(after, col) - 2 * self.aside_in_col(&before, col)
        } else {
            memo
        };
        self.manhattan.step(memo, slide, after)
    }

    #[inline]
    fn value(&self, memo: u32) -> u32 {
        memo
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_outside_the_longest_increase() {
        let aside = |items: &[usize]| not_in_longest_increase(items.iter().copied());
        assert_eq!(aside(&[]), 0);
        assert_eq!(aside(&[0, 1, 2]), 0);
        assert_eq!(aside(&[1, 0]), 1);
        assert_eq!(aside(&[2, 1, 0]), 2);
        assert_eq!(aside(&[2, 0, 1]), 1);
        assert_eq!(aside(&[3, 0, 2, 1]), 2);
    }
}
