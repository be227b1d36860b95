//! Tables that share the tiles of a board among them, and the bound they give together.
//!
//! A table counts only slides of its own tiles, so the distances of tables without common tiles may
//! be added (Korf & Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134,
//! 2002). A symmetry of the board that leaves the blank's goal cell alone gives a second *view*:
//! another sum from the same tables. The bound is the maximum.

use super::symmetry::Symmetry;
use super::{Pattern, PatternError, Table};
use crate::board::Size;
use crate::goal::Instance;

/// Tables for all tiles of a board, and the views they are read in.
///
/// [`PatternSet`](super::PatternSet) makes one from a partition of the caller's own.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::{Additive, Pattern, build};
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let table = |homes: &[usize]| -> Result<_, Box<dyn std::error::Error>> {
///     let pattern = Pattern::new(board.size(), instance.blank_home(), homes)?;
///     Ok(build(&pattern, &Guard::new(&Silent))?.table)
/// };
/// let additive = Additive::new(vec![table(&[0, 1, 2, 3])?, table(&[4, 5, 6, 7])?])?;
/// // The minimum is 14, and no bound exceeds it.
/// assert!((10..=14).contains(&additive.bound(instance.labels())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Additive {
    size: Size,
    blank_home: usize,
    tables: Vec<Table>,
    views: Vec<Symmetry>,
}

impl Additive {
    /// Puts tables together. They must be of one size and blank home, and hold each tile once: else
    /// it is the error of [`check_partition`].
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::guard::{Guard, Silent};
    /// use noyes::pattern::{Additive, Pattern, PatternError, build};
    ///
    /// let pattern = Pattern::new(Size::new(3, 2)?, 5, &[0, 1, 2, 3])?;
    /// let table = build(&pattern, &Guard::new(&Silent))?.table;
    /// assert_eq!(Additive::new(vec![table]).err(), Some(PatternError::Missing { cell: 4 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(tables: Vec<Table>) -> Result<Self, PatternError> {
        let patterns: Vec<Pattern> = tables.iter().map(|table| table.pattern().clone()).collect();
        let (size, blank_home) = check_partition(&patterns)?;
        Ok(Self::of_partition(tables, size, blank_home))
    }

    /// The same, of tables whose patterns are known to be a partition.
    pub(super) fn of_partition(tables: Vec<Table>, size: Size, blank_home: usize) -> Self {
        Self {
            size,
            blank_home,
            tables,
            views: Symmetry::views(size, blank_home),
        }
    }

    /// The board's size.
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::PatternSet};
    /// let set = PatternSet::new(Size::new(3, 2)?, 5, &[&[0, 1], &[2, 3, 4]])?;
    /// assert_eq!(set.build(&Guard::new(&Silent))?.size(), Size::new(3, 2)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn size(&self) -> Size {
        self.size
    }

    /// The goal cell of the blank.
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::PatternSet};
    /// let set = PatternSet::new(Size::new(3, 2)?, 5, &[&[0, 1], &[2, 3, 4]])?;
    /// assert_eq!(set.build(&Guard::new(&Silent))?.blank_home(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn blank_home(&self) -> usize {
        self.blank_home
    }

    /// The tables, in the order they were given.
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::PatternSet};
    /// let set = PatternSet::new(Size::new(3, 2)?, 5, &[&[0, 1], &[2, 3, 4]])?;
    /// let additive = set.build(&Guard::new(&Silent))?;
    /// let tiles = additive.tables().iter().map(|table| table.pattern().tiles());
    /// assert!(tiles.eq([2, 3]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The views of a board, the board as it is first; at most two.
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::PatternSet};
    /// let set = PatternSet::new(Size::new(3, 3)?, 8, &[&[0, 1, 2, 3], &[4, 5, 6, 7]])?;
    /// let additive = set.build(&Guard::new(&Silent))?;
    /// // The board, and its mirror image along the main diagonal.
    /// assert_eq!(additive.views().len(), 2);
    /// assert_eq!((additive.views()[0].cell(1), additive.views()[1].cell(1)), (1, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn views(&self) -> &[Symmetry] {
        &self.views
    }

    /// A lower bound on the moves that solve a labelled board: 0 only for the goal.
    ///
    /// `labels` must be of this size and blank home: other boards get numbers without meaning, or a
    /// panic. [`Additive::bound_of`] takes any instance.
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::PatternSet};
    /// let set = PatternSet::new(Size::new(3, 2)?, 5, &[&[0, 1], &[2, 3, 4]])?;
    /// let additive = set.build(&Guard::new(&Silent))?;
    /// // The blank and the tile before it are exchanged: one slide.
    /// assert_eq!(additive.bound(&[0, 1, 2, 3, 5, 4]), 1);
    /// assert_eq!(additive.bound(&[0, 1, 2, 3, 4, 5]), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bound(&self, labels: &[u16]) -> u32 {
        let sum = |view: &Symmetry| self.distances(&view.labels(labels)).iter().sum();
        self.views.iter().map(sum).max().unwrap_or(0)
    }

    /// A lower bound on the moves that solve an instance, if the tables serve it: it has their size
    /// and blank home, or is the mirror image of a board that has.
    ///
    /// ```
    /// # use noyes::{Goal, Instance, Size, guard::{Guard, Silent}, pattern::PatternSet};
    /// let set = PatternSet::new(Size::new(3, 2)?, 5, &[&[0, 1], &[2, 3, 4]])?;
    /// let additive = set.build(&Guard::new(&Silent))?;
    /// let bound = |text: &str| -> Result<_, Box<dyn std::error::Error>> {
    ///     Ok(additive.bound_of(&Instance::new(&text.parse()?, &Goal::BlankLast)?))
    /// };
    /// assert_eq!(bound("1 2/3 4/0 5")?, Some(1));
    /// // A mirror image, and a board that the tables do not serve.
    /// assert_eq!((bound("1 2 3/4 0 5")?, bound("1 2/0 3")?), (Some(1), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bound_of(&self, instance: &Instance) -> Option<u32> {
        let symmetry = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let canonical = (symmetry.to(), symmetry.cell(instance.blank_home()));
        if (instance.size(), instance.blank_home()) == (self.size, self.blank_home) {
            return Some(self.bound(instance.labels()));
        }
        (canonical == (self.size, self.blank_home))
            .then(|| self.bound(&symmetry.labels(instance.labels())))
    }

    /// The distance in each table of a labelled board, which must be of this size and blank home,
    /// as for [`Additive::bound`].
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::PatternSet};
    /// let set = PatternSet::new(Size::new(3, 2)?, 5, &[&[0, 1], &[2, 3, 4]])?;
    /// let additive = set.build(&Guard::new(&Silent))?;
    /// // Only a tile of the second pattern is out of place.
    /// assert_eq!(additive.distances(&[0, 1, 2, 3, 5, 4]), [0, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distances(&self, labels: &[u16]) -> Vec<u32> {
        let home = self.blank_home as u16;
        let blank = labels.iter().position(|&label| label == home).unwrap_or(0);
        let distance = |table: &Table| table.distance(labels, blank);
        self.tables.iter().map(distance).collect()
    }
}

/// Checks that patterns are of one size and blank home and hold each tile once: these two.
///
/// | Patterns | Error |
/// |---|---|
/// | of different sizes or blank homes | [`PatternError::Mixed`] |
/// | that hold a tile twice | [`PatternError::Cell`] |
/// | that leave a tile out, or none at all | [`PatternError::Missing`] |
///
/// ```
/// use noyes::pattern::{Pattern, PatternError, check_partition};
/// use noyes::Size;
///
/// let size = Size::new(2, 3)?;
/// let (left, right) = (Pattern::new(size, 5, &[0, 3])?, Pattern::new(size, 5, &[1, 2, 4])?);
/// assert_eq!(check_partition(&[left.clone(), right]), Ok((size, 5)));
/// assert_eq!(check_partition(&[left.clone()]), Err(PatternError::Missing { cell: 1 }));
/// let other = Pattern::new(size, 0, &[1, 2, 4])?;
/// assert_eq!(check_partition(&[left, other]), Err(PatternError::Mixed));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_partition(patterns: &[Pattern]) -> Result<(Size, usize), PatternError> {
    let Some(first) = patterns.first() else {
        return Err(PatternError::Missing { cell: 0 });
    };
    let (size, blank_home) = (first.size(), first.blank_home());
    let mut held = 1u64 << blank_home;
    for pattern in patterns {
        if (pattern.size(), pattern.blank_home()) != (size, blank_home) {
            return Err(PatternError::Mixed);
        }
        let again = held & pattern.mask();
        if again != 0 {
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
