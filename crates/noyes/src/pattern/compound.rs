//! Several partitions that share tables, and the bound they give together.
//!
//! # Idea
//!
//! A board's bound is the maximum of several *sums*: one for each partition, and one for each
//! partition seen from the mirrored view. A table serves each sum whose partition holds its
//! pattern, and, seen through the mirror, each whose partition holds the mirrored pattern. So a
//! dozen tables make many sums.
//!
//! # Cost
//!
//! A slide costs one lookup in each table and view that holds its tile, however many sums there
//! are.

use super::symmetry::Symmetry;
use super::{Pattern, PatternError, Table, check_partition};
use crate::board::Size;

/// A summand: a pattern seen from one view, that is a table and the view it is read in.
///
/// ```
/// use noyes::pattern::Projection;
/// # use noyes::guard::{Guard, Silent};
/// # use noyes::pattern::{Compound, Pattern, build_all};
/// # use noyes::{Board, Goal, Instance, Size};
/// # let size = Size::new(3, 3)?;
/// # let partition = [[0, 1, 2, 3], [4, 5, 6, 7]].map(|homes| Pattern::new(size, 8, &homes));
/// # let partitions = [partition.into_iter().collect::<Result<Vec<_>, _>>()?];
/// # let guard = Guard::new(&Silent);
/// # let built = build_all(&Compound::patterns(&partitions), &guard)?;
/// # let tables = built.into_iter().map(|built| built.table).collect();
/// # let compound = Compound::new(tables, &partitions)?;
/// # let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// # let instance = Instance::new(&board, &Goal::BlankLast)?;
/// // One partition and its mirror image are two sums of two projections each.
/// for sum in compound.sums() {
///     assert_eq!(sum.len(), 2);
///     assert!(sum.iter().all(|&Projection { table, .. }| table < compound.tables().len()));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Projection {
    /// The number of the table.
    pub table: usize,
    /// The number of the view.
    pub view: usize,
}

/// Tables and the sums they make.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::{Compound, Pattern, build_all};
/// use noyes::Size;
///
/// let size = Size::new(3, 3)?;
/// let pattern = |homes: &[usize]| Pattern::new(size, 8, homes);
/// let in_rows = vec![pattern(&[0, 1, 2, 3])?, pattern(&[4, 5, 6, 7])?];
/// let in_columns = vec![pattern(&[0, 3, 6, 1])?, pattern(&[4, 7, 2, 5])?];
/// let partitions = [in_rows, in_columns];
/// // The second partition mirrors the first, so its tables serve both.
/// let patterns = Compound::patterns(&partitions);
/// let built = build_all(&patterns, &Guard::new(&Silent))?;
/// let tables = built.into_iter().map(|built| built.table).collect();
/// let compound = Compound::new(tables, &partitions)?;
/// assert_eq!((compound.tables().len(), compound.sums().len()), (2, 2));
/// assert_eq!(compound.bound(&[0, 1, 2, 3, 4, 5, 6, 8, 7]), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Compound {
    size: Size,
    blank_home: usize,
    views: Vec<Symmetry>,
    tables: Vec<Table>,
    sums: Vec<Vec<Projection>>,
}

/// The image of a set of cells in a view.
fn image(view: &Symmetry, mask: u64) -> u64 {
    (0..Pattern::MOST_CELLS)
        .filter(|cell| mask >> cell & 1 == 1)
        .fold(0, |image, cell| image | 1 << view.cell(cell))
}

/// Whether two patterns are of one size and blank home.
fn is_alike(one: &Pattern, other: &Pattern) -> bool {
    (one.size(), one.blank_home()) == (other.size(), other.blank_home())
}

impl Compound {
    /// The patterns whose tables these partitions take: of two that mirror each other, one.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::{Compound, Pattern};
    ///
    /// let size = Size::new(3, 3)?;
    /// let pattern = |homes: &[usize]| Pattern::new(size, 8, homes);
    /// let in_rows = vec![pattern(&[0, 1, 2, 3])?, pattern(&[4, 5, 6, 7])?];
    /// let in_columns = vec![pattern(&[0, 3, 6, 1])?, pattern(&[4, 7, 2, 5])?];
    /// assert_eq!(Compound::patterns(&[in_rows.clone(), in_columns]), in_rows);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn patterns(partitions: &[Vec<Pattern>]) -> Vec<Pattern> {
        let mut wanted: Vec<Pattern> = Vec::new();
        for pattern in partitions.iter().flatten() {
            let views = Symmetry::views(pattern.size(), pattern.blank_home());
            let is_there = |other: &Pattern| {
                let mut images = views.iter().map(|view| image(view, other.mask()));
                is_alike(other, pattern) && images.any(|mask| mask == pattern.mask())
            };
            if !wanted.iter().any(is_there) {
                wanted.push(pattern.clone());
            }
        }
        wanted
    }

    /// Puts partitions together, all of one size and blank home: else it is the error of
    /// [`check_partition`]. `tables` must hold each of their patterns or its mirror image (see
    /// [`Compound::patterns`]); one that is missing is [`PatternError::Missing`].
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::guard::{Guard, Silent};
    /// use noyes::pattern::{Compound, Pattern, PatternError, build_all};
    ///
    /// let size = Size::new(3, 2)?;
    /// let partition = vec![Pattern::new(size, 5, &[0, 1])?, Pattern::new(size, 5, &[2, 3, 4])?];
    /// let built = build_all(&partition, &Guard::new(&Silent))?;
    /// let mut tables: Vec<_> = built.into_iter().map(|built| built.table).collect();
    /// assert!(Compound::new(tables.clone(), &[partition.clone()]).is_ok());
    /// tables.truncate(1);
    /// let error = Compound::new(tables, &[partition]).unwrap_err();
    /// assert_eq!(error, PatternError::Missing { cell: 2 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(tables: Vec<Table>, partitions: &[Vec<Pattern>]) -> Result<Self, PatternError> {
        let mut kinds = partitions
            .iter()
            .map(|partition| check_partition(partition));
        let (size, blank_home) = kinds.next().ok_or(PatternError::Missing { cell: 0 })??;
        for kind in kinds {
            if kind? != (size, blank_home) {
                return Err(PatternError::Mixed);
            }
        }
        let views = Symmetry::views(size, blank_home);
        let first = &partitions[0][0];
        let projection = |mask: u64| {
            let mut projections = views.iter().enumerate().flat_map(|(view, way)| {
                let tables = tables.iter().enumerate();
                let alike = tables.filter(|(_, table)| is_alike(table.pattern(), first));
                alike.map(move |(table, found)| {
                    (
                        image(way, found.pattern().mask()),
                        Projection { table, view },
                    )
                })
            });
            let found = projections.find(|&(held, _)| held == mask);
            let cell = mask.trailing_zeros() as usize;
            found
                .map(|(_, projection)| projection)
                .ok_or(PatternError::Missing { cell })
        };
        let mut sums: Vec<Vec<Projection>> = Vec::new();
        for partition in partitions {
            for way in &views {
                let masks = partition.iter().map(|pattern| image(way, pattern.mask()));
                let mut sum: Vec<Projection> = masks.map(projection).collect::<Result<_, _>>()?;
                sum.sort_by_key(|projection| (projection.table, projection.view));
                // A partition may be its own mirror image, or that of another.
                if !sums.contains(&sum) {
                    sums.push(sum);
                }
            }
        }
        Ok(Self {
            size,
            blank_home,
            views,
            tables,
            sums,
        })
    }

    /// The board's size.
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
    /// assert_eq!(compound.size(), Size::new(3, 3)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn size(&self) -> Size {
        self.size
    }

    /// The goal cell of the blank.
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
    /// assert_eq!(compound.blank_home(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn blank_home(&self) -> usize {
        self.blank_home
    }

    /// The views of a board, the board as it is first; at most two, each its own inverse.
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
    /// // The board, and its mirror image along the main diagonal.
    /// let images: Vec<usize> = compound.views().iter().map(|view| view.cell(1)).collect();
    /// assert_eq!(images, [1, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn views(&self) -> &[Symmetry] {
        &self.views
    }

    /// The tables, in the order they were given.
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
    /// assert_eq!(compound.tables().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The sums, each of projections that hold each tile once.
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
    /// // One partition and its mirror image.
    /// assert_eq!(compound.sums().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sums(&self) -> &[Vec<Projection>] {
        &self.sums
    }

    /// The value of each sum on a labelled board, which must be of this size and blank home as for
    /// [`Compound::bound`].
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
    /// let labels = [0, 1, 2, 3, 4, 5, 6, 8, 7];
    /// assert_eq!(compound.values(&labels).into_iter().max(), Some(compound.bound(&labels)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn values(&self, labels: &[u16]) -> Vec<u32> {
        let home = self.blank_home as u16;
        let seen: Vec<(Vec<u16>, usize)> = self
            .views
            .iter()
            .map(|view| {
                let labels = view.labels(labels);
                let blank = labels.iter().position(|&label| label == home).unwrap_or(0);
                (labels, blank)
            })
            .collect();
        let mut known = vec![[None; 2]; self.tables.len()];
        let mut distance = |projection: &Projection| -> u32 {
            let (labels, blank) = &seen[projection.view];
            *known[projection.table][projection.view]
                .get_or_insert_with(|| self.tables[projection.table].distance(labels, *blank))
        };
        let sums = self.sums.iter();
        sums.map(|projections| projections.iter().map(&mut distance).sum())
            .collect()
    }

    /// A lower bound on the moves that solve a labelled board: 0 only for the goal.
    ///
    /// `labels` must be of this size and blank home: other boards get numbers without meaning, or a
    /// panic.
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
    /// assert_eq!(compound.bound(&[0, 1, 2, 3, 4, 5, 6, 8, 7]), 1);
    /// assert_eq!(compound.bound(&[0, 1, 2, 3, 4, 5, 6, 7, 8]), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bound(&self, labels: &[u16]) -> u32 {
        self.values(labels).into_iter().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::{Guard, Silent};
    use crate::pattern::{Additive, build_all};

    #[test]
    fn the_bound_is_the_largest_of_the_partitions() {
        let size = Size::new(4, 4).unwrap();
        let cuts: [[&[usize]; 5]; 2] = [
            [
                &[0, 1, 2],
                &[3, 7, 11],
                &[4, 5, 6],
                &[8, 9, 10],
                &[12, 13, 14],
            ],
            [
                &[0, 4, 8],
                &[12, 13, 14],
                &[1, 5, 9],
                &[2, 6, 10],
                &[3, 7, 11],
            ],
        ];
        let partitions: Vec<Vec<Pattern>> = cuts
            .iter()
            .map(|cut| {
                cut.iter()
                    .map(|p| Pattern::new(size, 15, p).unwrap())
                    .collect()
            })
            .collect();
        let guard = Guard::new(&Silent);
        let build = |patterns: &[Pattern]| -> Vec<Table> {
            let built = build_all(patterns, &guard).unwrap();
            built.into_iter().map(|built| built.table).collect()
        };
        let wanted = Compound::patterns(&partitions);
        // Each cut is the other's mirror image: one table serves both.
        assert_eq!(wanted.len(), 4);
        let compound = Compound::new(build(&wanted), &partitions).unwrap();
        assert_eq!(compound.sums().len(), 2);
        let apart: Vec<Additive> = partitions
            .iter()
            .map(|partition| Additive::new(build(partition)).unwrap())
            .collect();
        let mut labels: Vec<u16> = (0..16).collect();
        for number in 0..200 {
            let bound = apart.iter().map(|additive| additive.bound(&labels)).max();
            assert_eq!(Some(compound.bound(&labels)), bound);
            labels.swap(number * 7 % 16, number * 5 % 13);
            labels.swap(number * 3 % 16, number * 11 % 15);
        }
        assert!(Compound::new(build(&wanted[1..]), &partitions).is_err());
    }
}
