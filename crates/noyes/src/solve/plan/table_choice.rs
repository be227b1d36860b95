//! Which pattern tables a plan uses.

use super::inventory::Inventory;
use crate::goal::Instance;
use crate::pattern::{Complete, Tier};
use crate::solve::tables::{TableKind, TableSet, needs_compound};

/// The large tables of boards of more cells take minutes and gigabytes; the small ones, of five
/// tiles, take seconds.
const MOST_NARROW_CELLS: usize = 25;

/// Which pattern tables may be used.
///
/// ```
/// use noyes::solve::{Request, TableChoice};
///
/// let request = Request { tables: TableChoice::Small, ..Request::default() };
/// assert_ne!(request.tables, TableChoice::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableChoice {
    /// The large ones if they were built before, else the small ones; on boards of more than 16
    /// cells the largest built before that fit the memory, or with time enough the large ones, of
    /// more than 25 the small ones.
    #[default]
    Auto,
    /// The small ones.
    Small,
    /// The large ones, built if need be.
    Large,
    /// Those of one tier.
    Tier(Tier),
    /// None.
    None,
}

impl TableChoice {
    /// The tables for an instance, where there are any that can be built in `memory` bytes. Those
    /// that take a while to build are used, unless asked for by name, only if they are there or if
    /// there is `patience`.
    pub(super) fn tier(
        self,
        instance: &Instance,
        memory: usize,
        patience: bool,
        inventory: &dyn Inventory,
    ) -> Option<Tier> {
        let is_compound = needs_compound(instance.size());
        let is_wide = instance.size().cells() > MOST_NARROW_CELLS;
        let is_there = |tier| inventory.is_there(&TableSet::of(instance, tier));
        // Tables of gigabytes are not built in passing: they are used once they are there.
        let huge = [Tier::Vast, Tier::Huge].into_iter();
        let huge = huge.filter(|&tier| is_compound && is_there(tier));
        let mut wanted: Vec<Tier> = match self {
            Self::Tier(tier) => vec![tier],
            Self::Auto | Self::Large => huge.collect(),
            Self::Small | Self::None => Vec::new(),
        };
        wanted.extend_from_slice(match self {
            Self::None | Self::Tier(_) => &[],
            Self::Large => &[Tier::Large, Tier::Small, Tier::Quick],
            Self::Auto if is_there(Tier::Large) => &[Tier::Large, Tier::Small, Tier::Quick],
            Self::Auto if is_compound && is_there(Tier::Small) => &[Tier::Small],
            Self::Auto if is_compound && patience && is_wide => &[Tier::Small, Tier::Quick],
            Self::Auto if is_compound && patience => &[Tier::Large, Tier::Small, Tier::Quick],
            Self::Auto if is_compound => &[],
            Self::Auto | Self::Small => &[Tier::Small, Tier::Quick],
        });
        let fits = |tier: &Tier| fits(&TableSet::of(instance, *tier), memory, inventory);
        wanted.into_iter().find(fits)
    }

    /// Whether quick tables are to be tried first: where the small ones would have to be built for
    /// one board, and were not asked for by name.
    pub(super) fn quick_first(
        self,
        instance: &Instance,
        tier: Option<Tier>,
        inventory: &dyn Inventory,
    ) -> bool {
        self == Self::Auto
            && tier == Some(Tier::Small)
            && instance.size().cells() > Complete::MOST_CELLS
            && inventory.quick_nodes() > 0
            && !inventory.is_there(&TableSet::of(instance, Tier::Small))
    }
}

/// Whether the tables of a set exist and can be used in so much memory.
fn fits(set: &TableSet, memory: usize, inventory: &dyn Inventory) -> bool {
    // Tables that are mapped already take no more memory, whatever the system counts as used.
    if inventory.is_open(set) {
        return true;
    }
    if set.kind() != TableKind::Complete && set.patterns().is_empty() {
        return false;
    }
    let tables = inventory.bytes(set);
    if needs_compound(set.size()) && inventory.is_there(set) {
        return tables <= memory;
    }
    tables.max(inventory.build_bytes(set)) <= memory
}
