//! Which tables serve boards of a size: the kinds there are, and the patterns of each.

use crate::board::Size;
use crate::goal::Instance;
use crate::pattern::{
    Complete, Compound, Pattern, Symmetry, Tier, blob, partition, partitions, table_format,
};
use crate::search::CompoundSolver;

/// The tables of boards of at most this many cells are built again rather than kept: that takes no
/// longer than reading them.
pub(super) const MOST_UNKEPT_CELLS: usize = 9;

/// The most cells of a board that is solved with one partition.
const MOST_SINGLE_CELLS: usize = 16;

/// Whether boards of a size are solved with several partitions of tables, which take a while to
/// build: half a minute for the 24-puzzle. They have from 17 to 36 cells.
///
/// ```
/// use noyes::solve::needs_compound;
/// use noyes::Size;
///
/// assert!(needs_compound(Size::new(5, 5)?));
/// assert!(needs_compound(Size::new(6, 6)?));
/// assert!(!needs_compound(Size::new(4, 4)?) && !needs_compound(Size::new(6, 7)?));
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
pub fn needs_compound(size: Size) -> bool {
    (MOST_SINGLE_CELLS + 1..=CompoundSolver::MOST_CELLS).contains(&size.cells())
}

/// Whether the large table of a size is a complete one, which leaves nothing to search. Smaller
/// boards are one pattern in every tier; larger ones cannot be tabulated.
///
/// ```
/// use noyes::solve::has_complete;
/// use noyes::Size;
///
/// assert!(has_complete(Size::new(3, 4)?));
/// assert!(!has_complete(Size::new(3, 3)?) && !has_complete(Size::new(4, 4)?));
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
pub fn has_complete(size: Size) -> bool {
    (11..=Complete::MOST_CELLS).contains(&size.cells())
}

/// The tables that serve all boards of a size and goal cell of the blank. Boards that are mirror
/// images of each other share them: size and cell are those of the canonical one.
///
/// ```
/// use noyes::pattern::Tier;
/// use noyes::solve::{TableKind, TableSet};
/// use noyes::Size;
///
/// let set = TableSet::new(Size::new(4, 4)?, 15, Tier::Small);
/// assert_eq!(set.kind(), TableKind::Patterns(Tier::Small));
/// assert_eq!(set.patterns().len(), 3);
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableSet {
    size: Size,
    blank_home: usize,
    kind: TableKind,
}

/// The kinds of table sets.
///
/// ```
/// use noyes::pattern::Tier;
/// use noyes::solve::{TableKind, TableSet};
/// use noyes::Size;
///
/// let kind = |size: Size| TableSet::new(size, size.cells() - 1, Tier::Large).kind();
/// assert_eq!(kind(Size::new(3, 4)?), TableKind::Complete);
/// assert_eq!(kind(Size::new(4, 4)?), TableKind::Patterns(Tier::Large));
/// assert_eq!(kind(Size::new(5, 5)?), TableKind::Compound(Tier::Large));
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TableKind {
    /// One partition of patterns (boards of up to 16 cells).
    Patterns(Tier),
    /// Several partitions that share tables (boards of 17 to 36 cells).
    Compound(Tier),
    /// The true distance of every board (boards of 11 and 12 cells).
    Complete,
    /// For multi-tile moves (boards of up to 16 cells).
    MultiTile,
}

impl TableSet {
    /// The tables of a tier for a size and goal cell of the blank. Whether the catalogue has any is
    /// told by [`TableSet::patterns`].
    ///
    /// # Panics
    ///
    /// If the cell is not on the board.
    ///
    /// ```
    /// # use noyes::{Size, pattern::Tier, solve::TableSet};
    /// // A board and its mirror image share tables.
    /// let wide = TableSet::new(Size::new(3, 4)?, 11, Tier::Small);
    /// assert_eq!(wide, TableSet::new(Size::new(4, 3)?, 11, Tier::Small));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn new(size: Size, blank_home: usize, tier: Tier) -> Self {
        let kind = if tier == Tier::Large && has_complete(size) {
            TableKind::Complete
        } else if needs_compound(size) {
            TableKind::Compound(tier)
        } else {
            TableKind::Patterns(tier)
        };
        Self::of_kind(size, blank_home, kind)
    }

    /// The tables of a tier for an instance.
    ///
    /// ```
    /// # use noyes::{Goal, Instance, pattern::Tier, solve::TableSet};
    /// let instance = Instance::new(&"1 2 3 4/5 6 7 8/9 10 0 11".parse()?, &Goal::BlankLast)?;
    /// let set = TableSet::of(&instance, Tier::Small);
    /// assert_eq!((set.size().to_string().as_str(), set.blank_home()), ("4×3", 11));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(instance: &Instance, tier: Tier) -> Self {
        Self::new(instance.size(), instance.blank_home(), tier)
    }

    /// The tables of a tier for an instance, never the complete one: those with sums of patterns.
    pub(in crate::solve) fn patterns_of(instance: &Instance, tier: Tier) -> Self {
        let tier = match tier {
            Tier::Large if has_complete(instance.size()) => Tier::Small,
            other => other,
        };
        Self::of(instance, tier)
    }

    /// The tables for multi-tile moves of an instance.
    ///
    /// ```
    /// # use noyes::{Goal, Instance, solve::{TableKind, TableSet}};
    /// let instance = Instance::new(&"1 2 3/4 5 6/7 0 8".parse()?, &Goal::BlankLast)?;
    /// assert_eq!(TableSet::multi_tile(&instance).kind(), TableKind::MultiTile);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn multi_tile(instance: &Instance) -> Self {
        Self::of_kind(instance.size(), instance.blank_home(), TableKind::MultiTile)
    }

    fn of_kind(size: Size, blank_home: usize, kind: TableKind) -> Self {
        let way = Symmetry::to_canonical(size, blank_home);
        Self {
            size: way.to(),
            blank_home: way.cell(blank_home),
            kind,
        }
    }

    /// The size of the canonical board.
    ///
    /// ```
    /// # use noyes::{Size, pattern::Tier, solve::TableSet};
    /// let set = TableSet::new(Size::new(3, 4)?, 11, Tier::Small);
    /// assert_eq!(set.size(), Size::new(4, 3)?);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn size(&self) -> Size {
        self.size
    }

    /// The goal cell of the blank on the canonical board.
    ///
    /// ```
    /// # use noyes::{Size, pattern::Tier, solve::TableSet};
    /// // The blank first: half a turn makes it last.
    /// assert_eq!(TableSet::new(Size::new(4, 4)?, 0, Tier::Small).blank_home(), 15);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn blank_home(&self) -> usize {
        self.blank_home
    }

    /// The kind.
    ///
    /// ```
    /// # use noyes::{Size, pattern::Tier, solve::{TableKind, TableSet}};
    /// let set = TableSet::new(Size::new(5, 5)?, 24, Tier::Small);
    /// assert_eq!(set.kind(), TableKind::Compound(Tier::Small));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn kind(&self) -> TableKind {
        self.kind
    }

    /// The partitions of its patterns: none for sets of another kind, and where the catalogue has
    /// none.
    ///
    /// ```
    /// # use noyes::{Size, pattern::Tier, solve::TableSet};
    /// assert_eq!(TableSet::new(Size::new(4, 4)?, 15, Tier::Small).partitions().len(), 1);
    /// assert!(TableSet::new(Size::new(5, 5)?, 24, Tier::Small).partitions().len() > 1);
    /// // Only the 5×5 board has huge tables.
    /// assert!(TableSet::new(Size::new(5, 4)?, 19, Tier::Huge).partitions().is_empty());
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn partitions(&self) -> Vec<Vec<Pattern>> {
        match self.kind {
            TableKind::Patterns(_) if self.size.cells() > MOST_SINGLE_CELLS => Vec::new(),
            TableKind::Patterns(tier) => partition(self.size, self.blank_home, tier)
                .into_iter()
                .collect(),
            TableKind::Compound(tier) => {
                partitions(self.size, self.blank_home, tier).unwrap_or_default()
            }
            TableKind::Complete | TableKind::MultiTile => Vec::new(),
        }
    }

    /// The patterns whose tables are needed, each once.
    ///
    /// ```
    /// # use noyes::{Size, pattern::Tier, solve::TableSet};
    /// let patterns = TableSet::new(Size::new(4, 4)?, 15, Tier::Small).patterns();
    /// let tiles: usize = patterns.iter().map(|pattern| pattern.tiles()).sum();
    /// assert_eq!((patterns.len(), tiles), (3, 15));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn patterns(&self) -> Vec<Pattern> {
        match self.kind {
            TableKind::Compound(_) => Compound::patterns(&self.partitions()),
            _ => self.partitions().into_iter().flatten().collect(),
        }
    }

    /// The names of its files in a store; none if its tables are not kept.
    ///
    /// ```
    /// use noyes::pattern::Tier;
    /// use noyes::solve::TableSet;
    /// use noyes::Size;
    ///
    /// let set = TableSet::new(Size::new(4, 4)?, 15, Tier::Small);
    /// assert!(set.files().contains(&"4x4-b15-t13.table".to_owned()));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn files(&self) -> Vec<String> {
        match self.kind {
            _ if !self.is_kept() => Vec::new(),
            TableKind::Complete => vec![blob::file(&Complete::name(self.size, self.blank_home))],
            _ => self
                .patterns()
                .iter()
                .map(table_format::file_name)
                .collect(),
        }
    }

    /// Whether its tables are kept in the store; the others are built when an engine needs them.
    ///
    /// ```
    /// # use noyes::{Size, pattern::Tier, solve::TableSet};
    /// assert!(TableSet::new(Size::new(4, 4)?, 15, Tier::Small).is_kept());
    /// assert!(!TableSet::new(Size::new(3, 3)?, 8, Tier::Small).is_kept());
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn is_kept(&self) -> bool {
        self.size.cells() > MOST_UNKEPT_CELLS
    }
}
