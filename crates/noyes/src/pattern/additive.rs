//! Tables that share the tiles of a board among them, and the bound they give together.
//!
//! A table counts only slides of its own tiles, so tables without common tiles may be added
//! (Korf & Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134, 2002).
//! A symmetry of the board that leaves the blank's goal cell alone gives a second sum from the
//! same tables, and the larger counts.

use super::symmetry::Symmetry;
use super::{Pattern, PatternError, Table};
use crate::board::Size;

/// Tables for all tiles of a board, and the ways to look into them.
#[derive(Clone, Debug)]
pub struct Additive {
    size: Size,
    blank_home: usize,
    tables: Vec<Table>,
    views: Vec<Symmetry>,
}

impl Additive {
    /// Puts tables together. They must be of one size and blank, and hold every tile once.
    pub fn new(tables: Vec<Table>) -> Result<Self, PatternError> {
        let patterns: Vec<Pattern> = tables.iter().map(|table| table.pattern().clone()).collect();
        let (size, blank_home) = check_partition(&patterns)?;
        Ok(Self {
            size,
            blank_home,
            tables,
            views: Symmetry::fixing(size, blank_home).take(2).collect(),
        })
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The goal cell of the blank.
    pub fn blank_home(&self) -> usize {
        self.blank_home
    }

    /// The tables.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The ways to look at a board, as it is first; at most two.
    pub fn views(&self) -> &[Symmetry] {
        &self.views
    }

    /// A lower bound on the moves that solve a labelled board: 0 only for the goal.
    pub fn bound(&self, labels: &[u16]) -> u32 {
        let look = |view: &Symmetry| {
            let labels = view.labels(labels);
            self.distances(&labels).iter().sum()
        };
        self.views.iter().map(look).max().unwrap_or(0)
    }

    /// The distance in each table.
    pub fn distances(&self, labels: &[u16]) -> Vec<u32> {
        let home = self.blank_home as u16;
        let blank = labels.iter().position(|&label| label == home).unwrap_or(0);
        let distance = |table: &Table| table.distance(labels, blank);
        self.tables.iter().map(distance).collect()
    }
}

/// That patterns are of one board and hold every tile once.
pub fn check_partition(patterns: &[Pattern]) -> Result<(Size, usize), PatternError> {
    let Some(first) = patterns.first() else {
        return Err(PatternError::Missing { cell: 0 });
    };
    let (size, blank_home) = (first.size(), first.blank_home());
    let mut held = 1u32 << blank_home;
    for pattern in patterns {
        let again = held & pattern.mask();
        if again != 0 || (pattern.size(), pattern.blank_home()) != (size, blank_home) {
            let cell = again.trailing_zeros() as usize;
            return Err(PatternError::Cell { cell });
        }
        held |= pattern.mask();
    }
    match (0..size.cells()).find(|cell| held >> cell & 1 == 0) {
        Some(cell) => Err(PatternError::Missing { cell }),
        None => Ok((size, blank_home)),
    }
}
