//! A partition of a board's tiles into patterns, chosen by the caller, on its way to tables.
//!
//! Tables serve a board and its mirror images alike, so a set is that of the *canonical* one of
//! them (see [`Symmetry::to_canonical`]). Callers name tiles as they are on their own board.

use super::{
    Additive, CellSetCache, Pattern, PatternError, Symmetry, Table, build_all, build_bytes,
    check_partition, ensure_tables,
};
use crate::board::{Board, Size, Tile};
use crate::guard::{Event, Guard, Stop};
use crate::store::TableStore;

/// Patterns that hold each tile of a board once.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::PatternSet;
/// use noyes::search::PatternSolver;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let guard = Guard::new(&Silent);
///
/// let set = PatternSet::of_tiles(instance.goal(), &[&[1, 2, 3, 4], &[5, 6, 7, 8]])?;
/// let tables = set.build(&guard)?;
/// assert_eq!(tables.bound_of(&instance), Some(14));
///
/// let found = PatternSolver::new(tables).solve(&instance, &guard);
/// assert_eq!(found.moves.map(|moves| moves.len()), Some(14));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternSet {
    patterns: Vec<Pattern>,
}

impl PatternSet {
    /// A partition given by goal cells.
    ///
    /// | Argument | Contract |
    /// |---|---|
    /// | `size` | At most [`Pattern::MOST_CELLS`] cells. |
    /// | `blank_home` | The goal cell of the blank. The tables serve all goals with the blank there, whatever the order of their tiles. |
    /// | `partition` | Each goal cell but `blank_home` once, in patterns of 1 to [`Pattern::MOST_TILES`]. Cells are numbered in reading order from 0. |
    ///
    /// What does not hold is an error. Patterns that share no tile make their sum a lower bound;
    /// each tile more multiplies the size of a table by about the number of cells.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::{PatternError, PatternSet};
    ///
    /// let size = Size::new(3, 3)?;
    /// let set = PatternSet::new(size, 8, &[&[0, 1, 2, 3], &[4, 5, 6, 7]])?;
    /// assert_eq!(set.patterns().len(), 2);
    /// let error = PatternSet::new(size, 8, &[&[0, 1, 2, 3], &[4, 5, 6]]).unwrap_err();
    /// assert_eq!(error, PatternError::Missing { cell: 7 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        size: Size,
        blank_home: usize,
        partition: &[&[usize]],
    ) -> Result<Self, PatternError> {
        let patterns = partition.iter();
        let patterns: Vec<Pattern> = patterns
            .map(|homes| Pattern::new(size, blank_home, homes))
            .collect::<Result<_, _>>()?;
        check_partition(&patterns)?;
        let symmetry = Symmetry::to_canonical(size, blank_home);
        let canonical = |pattern: &Pattern| {
            let homes: Vec<usize> = pattern.homes().map(|home| symmetry.cell(home)).collect();
            Pattern::new(symmetry.to(), symmetry.cell(blank_home), &homes)
        };
        Ok(Self {
            patterns: patterns.iter().map(canonical).collect::<Result<_, _>>()?,
        })
    }

    /// A partition given by the tiles of a goal.
    ///
    /// `partition` must hold each tile of `goal` once; what does not hold is an error, as for
    /// [`PatternSet::new`]. On the course's goal tile 1 belongs in cell 0, tile 2 in cell 1, and so
    /// on.
    ///
    /// ```
    /// use noyes::Board;
    /// use noyes::pattern::PatternSet;
    ///
    /// let goal: Board = "1 2/3 4/5 0".parse()?;
    /// let set = PatternSet::of_tiles(&goal, &[&[1, 2], &[3, 4, 5]])?;
    /// assert_eq!(set, PatternSet::new(goal.size(), goal.blank(), &[&[0, 1], &[2, 3, 4]])?);
    /// // There is no tile 6.
    /// assert!(PatternSet::of_tiles(&goal, &[&[1, 2], &[3, 4, 5, 6]]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_tiles(goal: &Board, partition: &[&[Tile]]) -> Result<Self, PatternError> {
        let home = |tile: &Tile| {
            let cell = goal.tiles().iter().position(|other| other == tile);
            // A tile that the goal has not becomes a cell that the board has not: an error.
            cell.unwrap_or(goal.size().cells())
        };
        let homes: Vec<Vec<usize>> = partition
            .iter()
            .map(|tiles| tiles.iter().map(home).collect())
            .collect();
        let homes: Vec<&[usize]> = homes.iter().map(Vec::as_slice).collect();
        Self::new(goal.size(), goal.blank(), &homes)
    }

    /// The patterns, on the canonical board.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::PatternSet;
    ///
    /// // A wide board: the canonical one is its mirror image, 3×2.
    /// let set = PatternSet::new(Size::new(2, 3)?, 5, &[&[0, 1], &[2, 3, 4]])?;
    /// assert_eq!(set.patterns()[0].to_string(), "3x2-b5-t0.2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Bytes of all tables together.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::PatternSet;
    ///
    /// let size = Size::new(4, 4)?;
    /// let partition: [&[usize]; 3] = [&[0, 1, 2, 3, 4, 5, 6], &[7, 8, 9, 10], &[11, 12, 13, 14]];
    /// let set = PatternSet::new(size, 15, &partition)?;
    /// assert!((17_000_000..19_000_000).contains(&set.table_bytes()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn table_bytes(&self) -> usize {
        let sets = CellSetCache::default();
        let bytes = |pattern| Table::bytes(pattern, &sets.of(pattern));
        self.patterns.iter().map(bytes).sum()
    }

    /// Bytes of memory that [`PatternSet::build`] takes at its peak on one thread: all tables, and
    /// the largest one while it is built.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::PatternSet;
    ///
    /// let set = PatternSet::new(Size::new(3, 3)?, 8, &[&[0, 1, 2, 3], &[4, 5, 6, 7]])?;
    /// assert!(set.build_bytes() > set.table_bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build_bytes(&self) -> usize {
        let sets = CellSetCache::default();
        let bytes = |pattern| build_bytes(pattern, &sets.of(pattern));
        self.table_bytes() + self.patterns.iter().map(bytes).max().unwrap_or(0)
    }

    /// Builds the tables in memory on the guard's threads. The guard stops it within one level of
    /// one table's breadth-first search. Its memory limit is compared with the memory of each table
    /// while it is built, not with [`PatternSet::build_bytes`] of all.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::guard::{Guard, Silent, Stop};
    /// use noyes::pattern::PatternSet;
    ///
    /// let set = PatternSet::new(Size::new(3, 3)?, 8, &[&[0, 1, 2, 3], &[4, 5, 6, 7]])?;
    /// assert_eq!(set.build(&Guard::new(&Silent))?.tables().len(), 2);
    /// assert_eq!(set.build(&Guard::new(&Silent).memory(1000)).err(), Some(Stop::Memory));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build(&self, guard: &Guard<'_>) -> Result<Additive, Stop> {
        let built = build_all(&self.patterns, guard)?;
        Ok(self.additive(built.into_iter().map(|built| built.table).collect()))
    }

    /// Reads the tables from a store. Those that are missing or damaged are built and written
    /// there.
    ///
    /// What is wrong with files is told as [`Event::Trouble`]; the tables are right all the same.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::guard::{Guard, Silent};
    /// use noyes::pattern::PatternSet;
    /// use noyes::store::{MemoryStore, TableStore};
    ///
    /// let store = MemoryStore::new();
    /// let set = PatternSet::new(Size::new(3, 2)?, 5, &[&[0, 1], &[2, 3, 4]])?;
    /// set.ensure(&store, &Guard::new(&Silent))?;
    /// assert_eq!(store.names(), ["3x2-b5-t0.1.table", "3x2-b5-t2.3.4.table"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ensure(&self, store: &dyn TableStore, guard: &Guard<'_>) -> Result<Additive, Stop> {
        let ensured = ensure_tables(store, &self.patterns, &CellSetCache::default(), guard)?;
        for warning in &ensured.warnings {
            guard.tell(&Event::trouble(warning))?;
        }
        Ok(self.additive(ensured.tables))
    }

    /// The tables of its patterns, put together.
    fn additive(&self, tables: Vec<Table>) -> Additive {
        let first = &self.patterns[0];
        Additive::of_partition(tables, first.size(), first.blank_home())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::{Goal, Instance};
    use crate::guard::Silent;
    use crate::scramble::Scrambler;
    use crate::search::PatternSolver;
    use crate::store::MemoryStore;

    #[test]
    fn sets_serve_every_goal_with_the_blank_in_their_cell() {
        let guard = Guard::new(&Silent);
        for (rows, cols) in [(3, 3), (2, 4), (4, 2)] {
            let size = Size::new(rows, cols).unwrap();
            for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snail] {
                let goal_board = goal.board(size).unwrap();
                let tiles: Vec<Tile> = (1..=size.tiles() as Tile).collect();
                let (one, two) = tiles.split_at(tiles.len() / 2);
                let set = PatternSet::of_tiles(&goal_board, &[one, two]).unwrap();
                let store = MemoryStore::new();
                let solver = PatternSolver::new(set.ensure(&store, &guard).unwrap());
                assert_eq!(store.names().len(), 2);
                assert!(set.table_bytes() < set.build_bytes());
                let built = set.build(&guard).unwrap();
                let mut scrambler = Scrambler::new(size, &goal, 1).unwrap();
                for _ in 0..20 {
                    let instance = Instance::new(&scrambler.uniform(), &goal).unwrap();
                    assert!(solver.fits(&instance));
                    let bound = built.bound_of(&instance).unwrap();
                    assert_eq!(bound, solver.bound(&instance));
                    let found = solver.solve(&instance, &guard);
                    assert!(bound <= found.lower_bound);
                    let moves = found.moves.unwrap();
                    crate::verify::verify(instance.board(), instance.goal(), &moves).unwrap();
                }
            }
        }
    }

    #[test]
    fn what_is_no_partition_is_refused() {
        let goal = Board::goal(Size::new(3, 3).unwrap());
        let of = |partition: &[&[Tile]]| PatternSet::of_tiles(&goal, partition);
        assert!(of(&[]).is_err());
        assert!(of(&[&[]]).is_err());
        assert!(of(&[&[0, 1, 2, 3, 4, 5, 6, 7, 8]]).is_err());
        assert!(of(&[&[1, 2, 3, 4], &[4, 5, 6, 7, 8]]).is_err());
        assert!(of(&[&[1, 2, 3, 4], &[5, 6, 7, 9]]).is_err());
        assert!(PatternSet::new(goal.size(), 9, &[&[0]]).is_err());
    }
}
