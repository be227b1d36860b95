//! The sum that gives the bound of a board, pattern by pattern.
//!
//! [`Additive::bound`] and [`Compound::bound`] are numbers for searches. Here the largest sum is
//! taken apart for people: which tiles a summand is about, and how many slides of their own they
//! need.

use super::symmetry::Symmetry;
use super::{Additive, Compound, Pattern};

/// A pattern's part of a sum.
///
/// ```
/// use noyes::Size;
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::{PatternSet, Summand};
///
/// let set = PatternSet::new(Size::new(3, 2)?, 5, &[&[0, 1], &[2, 3, 4]])?;
/// let additive = set.build(&Guard::new(&Silent))?;
/// let sum = additive.largest_sum(&[0, 1, 2, 3, 5, 4]);
/// // The tile before the blank needs one slide, and the pattern that holds it tells so.
/// assert_eq!(sum[1], Summand { labels: vec![2, 3, 4], distance: 1 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summand {
    /// The labels of the pattern's tiles, in rising order.
    pub labels: Vec<usize>,
    /// Slides of these tiles that they need at least.
    pub distance: u32,
}

impl Summand {
    /// The summand of a pattern that is read in a view.
    fn new(pattern: &Pattern, view: &Symmetry, distance: u32) -> Self {
        let cells = 0..pattern.size().cells();
        Self {
            labels: cells.filter(|&cell| pattern.has(view.cell(cell))).collect(),
            distance,
        }
    }
}

impl Additive {
    /// The summands of the bound of a labelled board, which must be of this size and blank home, as
    /// for [`Additive::bound`]. Of two views with equal sums it is the board as it is.
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::PatternSet};
    /// let set = PatternSet::new(Size::new(3, 3)?, 8, &[&[0, 1, 2, 3], &[4, 5, 6, 7]])?;
    /// let additive = set.build(&Guard::new(&Silent))?;
    /// let labels = [7, 0, 2, 3, 8, 1, 6, 5, 4];
    /// let sum: u32 = additive.largest_sum(&labels).iter().map(|part| part.distance).sum();
    /// assert_eq!(sum, additive.bound(&labels));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn largest_sum(&self, labels: &[u16]) -> Vec<Summand> {
        let sums = self.views().iter().map(|view| {
            let distances = self.distances(&view.labels(labels));
            (distances.iter().sum::<u32>(), view, distances)
        });
        // The first of the largest.
        let largest = sums.reduce(|best, next| if next.0 > best.0 { next } else { best });
        largest.map_or_else(Vec::new, |(_, view, distances)| {
            let parts = self.tables().iter().zip(distances);
            parts
                .map(|(table, distance)| Summand::new(table.pattern(), view, distance))
                .collect()
        })
    }
}

impl Compound {
    /// The summands of the bound of a labelled board, which must be of this size and blank home, as
    /// for [`Compound::bound`]. Of equal sums it is the first.
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}};
    /// # use noyes::pattern::{Compound, Pattern, build_all};
    /// # let size = Size::new(3, 3)?;
    /// # let guard = Guard::new(&Silent);
    /// # let partition = [[0, 1, 2, 3], [4, 5, 6, 7]].map(|homes| Pattern::new(size, 8, &homes));
    /// # let partitions = [partition.into_iter().collect::<Result<Vec<_>, _>>()?];
    /// # let built = build_all(&partitions[0], &guard)?.into_iter();
    /// # let compound = Compound::new(built.map(|built| built.table).collect(), &partitions)?;
    /// let labels = [7, 0, 2, 3, 8, 1, 6, 5, 4];
    /// let sum: u32 = compound.largest_sum(&labels).iter().map(|part| part.distance).sum();
    /// assert_eq!(sum, compound.bound(&labels));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn largest_sum(&self, labels: &[u16]) -> Vec<Summand> {
        let values = self.values(labels);
        // Of several largest, `max_by_key` takes the last.
        let largest = (0..values.len()).rev().max_by_key(|&sum| values[sum]);
        let parts = largest.map_or(&[][..], |sum| &self.sums()[sum]);
        parts
            .iter()
            .map(|part| {
                let (table, view) = (&self.tables()[part.table], &self.views()[part.view]);
                let seen = view.labels(labels);
                let home = self.blank_home() as u16;
                let blank = seen.iter().position(|&label| label == home).unwrap_or(0);
                Summand::new(table.pattern(), view, table.distance(&seen, blank))
            })
            .collect()
    }
}
