//! The bound of the pattern tables taken apart: which tiles contribute how many moves.
//!
//! A table counts the slides of its own tiles and of no others, so the numbers of disjoint patterns
//! may be added ([`Additive`](crate::pattern::Additive)).

use super::Engine;
use super::tables::{NoTables, Ready, TableSet, needs_compound};
use crate::board::Tile;
use crate::goal::Instance;
use crate::guard::{Guard, Observer, Stop};
use crate::pattern::{Summand, Symmetry, Tier};

/// A pattern's part of the bound.
///
/// ```
/// use noyes::guard::Silent;
/// use noyes::solve::Engine;
/// use noyes::{Goal, Instance};
///
/// let instance = Instance::new(&"8 1 3/4 0 2/7 6 5".parse()?, &Goal::BlankLast)?;
/// let parts = Engine::new().pattern_parts(&instance, usize::MAX, &Silent)?.unwrap();
/// // One table knows all eight tiles: what it tells is the minimum.
/// assert_eq!(parts.parts[0].tiles, [1, 2, 3, 4, 5, 6, 7, 8]);
/// assert_eq!((parts.parts[0].moves, parts.parts[0].steps), (14, 10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternPart {
    /// The tiles, by the cells they belong in.
    pub tiles: Vec<Tile>,
    /// Moves that these tiles need at least, whatever all others do.
    pub moves: u32,
    /// Their steps alone (Manhattan).
    pub steps: u32,
}

/// The bound of pattern tables as a sum.
///
/// ```
/// use noyes::guard::Silent;
/// use noyes::solve::Engine;
/// use noyes::{Goal, Instance};
///
/// let instance = Instance::new(&"8 1 3/4 0 2/7 6 5".parse()?, &Goal::BlankLast)?;
/// let parts = Engine::new().pattern_parts(&instance, usize::MAX, &Silent)?.unwrap();
/// assert_eq!(parts.bound(), 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatternParts {
    /// The tables that tell it.
    pub tables: Tier,
    /// The parts, in the order of the cells that their first tiles belong in.
    pub parts: Vec<PatternPart>,
}

impl PatternParts {
    /// The sum of all parts: a lower bound of the minimum.
    ///
    /// ```
    /// # use noyes::{Goal, Instance, guard::Silent, solve::Engine};
    /// let goal = Instance::new(&"1 2/3 0".parse()?, &Goal::BlankLast)?;
    /// let parts = Engine::new().pattern_parts(&goal, usize::MAX, &Silent)?.unwrap();
    /// assert_eq!(parts.bound(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bound(&self) -> u32 {
        self.parts.iter().map(|part| part.moves).sum()
    }
}

impl Engine {
    /// The bound of the pattern tables for a board, part by part; none if there are no tables for
    /// it.
    ///
    /// Takes tables that are open, else those of the store. For up to 16 cells the quick ones are
    /// built where there are none; for larger boards nothing is built, and the largest tables (huge
    /// and vast) are taken only if they are open. Opening and building keep to the memory limit,
    /// and end with an error if the observer says stop.
    ///
    /// ```
    /// use noyes::guard::Silent;
    /// use noyes::solve::Engine;
    /// use noyes::store::MemoryStore;
    /// use noyes::{Board, Goal, Instance};
    ///
    /// let engine = Engine::builder().store(MemoryStore::new()).build();
    /// let parts = |rows: &[&[u32]]| -> Result<_, Box<dyn std::error::Error>> {
    ///     let instance = Instance::new(&Board::new(rows)?, &Goal::BlankLast)?;
    ///     Ok(engine.pattern_parts(&instance, 1_000_000_000, &Silent)?)
    /// };
    /// let small = parts(&[&[5, 1, 3, 4], &[2, 6, 7, 8], &[9, 10, 0, 12], &[13, 14, 11, 15]])?;
    /// assert_eq!(small.map(|parts| parts.parts.len()), Some(3));
    /// // Tables for 36 cells take a while to build.
    /// let goal = Board::goal(noyes::Size::new(6, 6)?);
    /// let instance = Instance::new(&goal, &Goal::BlankLast)?;
    /// assert_eq!(engine.pattern_parts(&instance, 1_000_000_000, &Silent)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pattern_parts(
        &self,
        instance: &Instance,
        memory: usize,
        observer: &dyn Observer,
    ) -> Result<Option<PatternParts>, Stop> {
        let Some(tier) = self.tier_at_hand(instance) else {
            return Ok(None);
        };
        let guard = Guard::new(observer).memory(memory).on(self.threads());
        let ready = match self.tables().get(TableSet::of(instance, tier), &guard) {
            Ok(ready) => ready,
            Err(NoTables::Unavailable) => return Ok(None),
            Err(NoTables::Stopped(stop)) => return Err(stop),
        };
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let labels = way.labels(instance.labels());
        let summands = match ready {
            Ready::Patterns(solver) => solver.additive().largest_sum(&labels),
            Ready::Compound(solver) => solver.compound().largest_sum(&labels),
            Ready::Complete(table) => table
                .solve(&labels)
                .map(|moves| Summand {
                    labels: (0..labels.len())
                        .filter(|&label| label != table.blank_home())
                        .collect(),
                    distance: moves.len() as u32,
                })
                .into_iter()
                .collect(),
            // Its bound is of another metric.
            Ready::MultiTile(_) => return Ok(None),
        };
        let mut parts: Vec<(usize, PatternPart)> = summands
            .into_iter()
            .filter_map(|summand| part(instance, &way, summand))
            .collect();
        parts.sort_by_key(|&(first, _)| first);
        Ok(Some(PatternParts {
            tables: tier,
            parts: parts.into_iter().map(|(_, part)| part).collect(),
        }))
    }

    /// The tables to take a bound from.
    fn tier_at_hand(&self, instance: &Instance) -> Option<Tier> {
        let (set, tables) = (|tier| TableSet::of(instance, tier), self.tables());
        let largest_first = || Tier::ALL.into_iter().rev();
        let open = largest_first().find(|&tier| tables.is_open(&set(tier)));
        // To open gigabytes takes too long for a bound.
        let is_modest = |tier: &Tier| !matches!(tier, Tier::Huge | Tier::Vast);
        let stored = || {
            largest_first()
                .filter(is_modest)
                .find(|&tier| tables.is_stored(&set(tier)))
        };
        let quick = (!needs_compound(instance.size())).then_some(Tier::Quick);
        let buildable = quick.filter(|&tier| !set(tier).patterns().is_empty());
        open.or_else(stored).or(buildable)
    }
}

/// A summand in the tiles of the instance, and the cell that its first tile belongs in.
fn part(instance: &Instance, way: &Symmetry, summand: Summand) -> Option<(usize, PatternPart)> {
    let (size, goal) = (instance.size(), instance.goal().tiles());
    let cells = 0..size.cells();
    let homes: Vec<usize> = cells
        .filter(|&home| summand.labels.contains(&way.cell(home)))
        .collect();
    let steps = instance.labels().iter().enumerate().map(|(cell, &label)| {
        let home = usize::from(label);
        let apart =
            size.row(cell).abs_diff(size.row(home)) + size.col(cell).abs_diff(size.col(home));
        if homes.contains(&home) { apart } else { 0 }
    });
    let part = PatternPart {
        tiles: homes.iter().map(|&home| goal[home]).collect(),
        moves: summand.distance,
        steps: steps.sum::<usize>() as u32,
    };
    Some((*homes.first()?, part))
}
