//! Pattern tables for the searches of a process: chosen, taken from the shelf once, then shared.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::board::Size;
use crate::goal::Instance;
use crate::guard::{Event, Guard};
use crate::pattern::{
    Pattern, Shelf, ShelfError, Symmetry, Tier, build_bytes, default_folder, partition,
};
use crate::search::PatternSolver;

/// Which pattern tables may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableChoice {
    /// The large ones if they were built before, else the small ones.
    #[default]
    Auto,
    /// The small ones.
    Small,
    /// The large ones, built if need be.
    Large,
    /// None.
    None,
}

/// The most cells of a board that is solved with pattern tables.
const MOST_CELLS: usize = 16;

/// The patterns of an instance's tables.
pub fn patterns(size: Size, blank_home: usize, tier: Tier) -> Option<Vec<Pattern>> {
    if size.cells() > MOST_CELLS {
        return None;
    }
    let way = Symmetry::to_canonical(size, blank_home);
    partition(way.to(), way.cell(blank_home), tier).ok()
}

impl TableChoice {
    /// The tables for an instance, where there are any that can be built in `memory` bytes.
    pub(super) fn tier(self, instance: &Instance, memory: usize) -> Option<Tier> {
        let of = |tier| patterns(instance.size(), instance.blank_home(), tier);
        let fits = |tier: &Tier| {
            let most = |patterns: Vec<Pattern>| patterns.iter().map(build_bytes).max();
            of(*tier)
                .and_then(most)
                .is_some_and(|bytes| bytes <= memory)
        };
        let is_there = |tier| of(tier).is_some_and(|patterns| shelf().has(&patterns));
        let wanted: &[Tier] = match self {
            Self::None => &[],
            Self::Large => &[Tier::Large, Tier::Small, Tier::Quick],
            Self::Auto if is_there(Tier::Large) => &[Tier::Large, Tier::Small, Tier::Quick],
            Self::Auto | Self::Small => &[Tier::Small, Tier::Quick],
        };
        wanted.iter().copied().find(fits)
    }
}

/// The folder of tables that this process uses.
pub fn shelf() -> Shelf {
    Shelf::new(default_folder())
}

type Key = (PathBuf, Vec<Pattern>);

/// Solvers made so far: their tables are mapped once, whatever the number of boards.
static SOLVERS: LazyLock<Mutex<HashMap<Key, Arc<PatternSolver>>>> = LazyLock::new(Mutex::default);

/// The solver for an instance, its tables built if they are not there yet.
pub(super) fn solver(
    instance: &Instance,
    tier: Tier,
    guard: &Guard<'_>,
) -> Result<Option<Arc<PatternSolver>>, ShelfError> {
    let Some(patterns) = patterns(instance.size(), instance.blank_home(), tier) else {
        return Ok(None);
    };
    let shelf = shelf();
    let key = (shelf.folder().to_owned(), patterns);
    // Held while building: whoever else wants the same tables waits for them.
    let mut solvers = SOLVERS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(solver) = solvers.get(&key) {
        return Ok(Some(Arc::clone(solver)));
    }
    let taken = shelf.take(&key.1, guard)?;
    for trouble in &taken.troubles {
        guard.tell(&Event::Trouble(&trouble.to_string()))?;
    }
    let solver = Arc::new(PatternSolver::new(taken.additive));
    solvers.insert(key, Arc::clone(&solver));
    Ok(Some(solver))
}
