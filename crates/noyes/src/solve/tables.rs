//! Pattern tables for the searches of a process: chosen, taken from the shelf once, then shared.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::board::Size;
use crate::goal::Instance;
use crate::guard::{Event, Guard, Stop};
use crate::pattern::{
    Additive, Complete, Compound, Pattern, Shelf, ShelfError, Symmetry, Table, Tier, blob,
    build_all, build_bytes, default_folder, partition, partitions,
};
use crate::prune::Automaton;
use crate::search::{CompoundSolver, MultiTileSolver, PatternSolver};

/// Which pattern tables may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableChoice {
    /// The large ones if they were built before, else the small ones; on boards of more than 16
    /// cells the largest built before that fit the memory, or with time enough the large ones.
    #[default]
    Auto,
    /// The small ones.
    Small,
    /// The large ones, built if need be.
    Large,
    /// Those of one tier.
    Just(Tier),
    /// None.
    None,
}

/// Tables of boards with so few cells are built quicker than read: they are not kept.
const BUILT_AT_ONCE: usize = 9;

/// The most cells of a board that is solved with one partition.
const MOST_SHALLOW_CELLS: usize = 16;

/// Whether boards of a size are solved with several partitions of tables, which take a while to
/// build: half a minute for the 24-puzzle.
pub fn needs_compound(size: Size) -> bool {
    (MOST_SHALLOW_CELLS + 1..=Pattern::MOST_CELLS).contains(&size.cells())
}

/// Nodes that quick tables may be searched for, in all of a process, before the small ones are
/// built: a tenth of a second, which suffices for most boards, where building takes a second.
pub(super) const QUICK_NODES: u64 = 3_000_000;

/// The nodes they were searched for so far.
static QUICK_SPENT: AtomicU64 = AtomicU64::new(0);

/// What is left of [`QUICK_NODES`].
pub(super) fn quick_nodes_left() -> u64 {
    QUICK_NODES.saturating_sub(QUICK_SPENT.load(Ordering::Relaxed))
}

/// Counts nodes that quick tables were searched for.
pub(super) fn spend_quick_nodes(nodes: u64) {
    QUICK_SPENT.fetch_add(nodes, Ordering::Relaxed);
}

/// The patterns of an instance's tables.
pub fn patterns(size: Size, blank_home: usize, tier: Tier) -> Option<Vec<Pattern>> {
    let (size, blank_home) = canonical(size, blank_home);
    if needs_compound(size) {
        let partitions = partitions(size, blank_home, tier).ok()?;
        return Some(Compound::patterns(&partitions));
    }
    partition(size, blank_home, tier).ok()
}

impl TableChoice {
    /// The tables for an instance, where there are any that can be built in `memory` bytes. Those
    /// that take a while to build are used, unless asked for by name, only if they are there or if
    /// there is `patience`.
    pub(super) fn tier(self, instance: &Instance, memory: usize, patience: bool) -> Option<Tier> {
        let needs_compound = needs_compound(instance.size());
        let of = |tier| patterns(instance.size(), instance.blank_home(), tier);
        let fits = |tier: &Tier| {
            if *tier == Tier::Large && has_complete(instance.size()) {
                return 3 * Complete::bytes(instance.size()) <= memory;
            }
            let most = |patterns: Vec<Pattern>| {
                // Ranking the sets of seven tiles takes longer than a look at the files.
                if needs_compound && is_there(instance, *tier) {
                    return Some(shelf().bytes(&patterns));
                }
                let most = patterns.iter().map(build_bytes).max()?;
                let all: usize = patterns.iter().map(Table::bytes).sum();
                Some(if needs_compound { most.max(all) } else { most })
            };
            of(*tier)
                .and_then(most)
                .is_some_and(|bytes| bytes <= memory)
        };
        let is_there = |tier| is_there(instance, tier);
        // Tables of gigabytes are not built in passing: they are used once they are there.
        let huge = [Tier::Vast, Tier::Huge].into_iter();
        let mut wanted: Vec<Tier> = match self {
            Self::Just(tier) => vec![tier],
            Self::Auto | Self::Large => huge
                .filter(|&tier| needs_compound && is_there(tier))
                .collect(),
            Self::Small | Self::None => Vec::new(),
        };
        wanted.extend_from_slice(match self {
            Self::None | Self::Just(_) => &[],
            Self::Large => &[Tier::Large, Tier::Small, Tier::Quick],
            Self::Auto if is_there(Tier::Large) => &[Tier::Large, Tier::Small, Tier::Quick],
            Self::Auto if needs_compound && is_there(Tier::Small) => &[Tier::Small],
            Self::Auto if needs_compound && patience => &[Tier::Large, Tier::Small, Tier::Quick],
            Self::Auto if needs_compound => &[],
            Self::Auto | Self::Small => &[Tier::Small, Tier::Quick],
        });
        wanted.into_iter().find(fits)
    }

    /// Whether quick tables are to be tried first: where the small ones would have to be built, and
    /// nobody has asked for them by name.
    pub(super) fn quick_first(self, instance: &Instance, tier: Option<Tier>) -> bool {
        self == Self::Auto
            && tier == Some(Tier::Small)
            && instance.size().cells() > Complete::MOST_CELLS
            && !is_there(instance, Tier::Small)
    }
}

/// Whether the tables of a tier lie on the shelf, or are built quicker than read.
pub(super) fn is_kept(size: Size, blank_home: usize, tier: Tier) -> bool {
    if size.cells() <= BUILT_AT_ONCE {
        return true;
    }
    if tier == Tier::Large && has_complete(size) {
        let (size, home) = canonical(size, blank_home);
        return blob::is_kept(shelf().folder(), &Complete::name(size, home));
    }
    patterns(size, blank_home, tier).is_some_and(|patterns| shelf().has(&patterns))
}

fn is_there(instance: &Instance, tier: Tier) -> bool {
    is_kept(instance.size(), instance.blank_home(), tier)
}

/// Whether the large table of a size is a complete one, which leaves nothing to search. Smaller
/// boards are one pattern in every tier; larger ones cannot be tabulated.
pub fn has_complete(size: Size) -> bool {
    (11..=Complete::MOST_CELLS).contains(&size.cells())
}

fn canonical(size: Size, blank_home: usize) -> (Size, usize) {
    let way = Symmetry::to_canonical(size, blank_home);
    (way.to(), way.cell(blank_home))
}

/// What serves all boards of a size and goal cell of the blank, both canonical.
type ByBoard<T> = HashMap<(Size, usize), Arc<T>>;

/// Complete tables taken so far.
static COMPLETE: LazyLock<Mutex<ByBoard<Complete>>> = LazyLock::new(Mutex::default);

/// The complete table of a size that [`has_complete`], for a goal cell of the blank: from its
/// file, or built and kept.
pub fn complete(size: Size, blank_home: usize, guard: &Guard<'_>) -> Result<Arc<Complete>, Stop> {
    let key = canonical(size, blank_home);
    let mut tables = COMPLETE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(table) = tables.get(&key) {
        return Ok(Arc::clone(table));
    }
    let (shelf, name) = (shelf(), Complete::name(key.0, key.1));
    let bytes = blob::kept(shelf.folder(), &name);
    let kept = bytes.and_then(|bytes| Complete::from_bytes(key.0, key.1, &bytes));
    let table = match kept {
        Some(table) => table,
        None => {
            let (table, _) = Complete::build(key.0, key.1, guard)?;
            if let Err(error) = blob::keep(shelf.folder(), &name, &table.to_bytes()) {
                let trouble = format!("{}: {error}", shelf.folder().display());
                guard.tell(&Event::Trouble(&trouble))?;
            }
            table
        }
    };
    let table = Arc::new(table);
    tables.insert(key, Arc::clone(&table));
    Ok(table)
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
    let (additive, automaton) = rayon::join(
        || additive(&key.1, &shelf, guard),
        || {
            let size = key.1[0].size();
            automaton(size, PatternSolver::word_length(size), shelf.folder())
        },
    );
    let solver = Arc::new(PatternSolver::with_automaton(additive?, automaton));
    solvers.insert(key, Arc::clone(&solver));
    Ok(Some(solver))
}

/// The tables of a partition, built at once or taken from the shelf.
fn additive(
    patterns: &[Pattern],
    shelf: &Shelf,
    guard: &Guard<'_>,
) -> Result<Additive, ShelfError> {
    if patterns[0].size().cells() <= BUILT_AT_ONCE {
        let built = build_all(patterns, guard)?.into_iter();
        return Ok(Additive::new(built.map(|built| built.table).collect())?);
    }
    let taken = shelf.take(patterns, guard)?;
    for trouble in &taken.troubles {
        guard.tell(&Event::Trouble(&trouble.to_string()))?;
    }
    Ok(taken.additive)
}

/// The automaton of a board's canonical size: from its file, or made and kept. That it cannot be
/// kept is no trouble worth telling: it takes some thirty milliseconds.
fn automaton(size: Size, words: usize, folder: &Path) -> Automaton {
    let make = || Automaton::new(size, words);
    if size.cells() <= BUILT_AT_ONCE {
        return make();
    }
    let name = format!("{}x{}-words-of-{words}", size.rows(), size.cols());
    let kept = blob::kept(folder, &name).and_then(|bytes| Automaton::from_bytes(&bytes));
    kept.unwrap_or_else(|| {
        let automaton = make();
        blob::keep(folder, &name, &automaton.to_bytes()).ok();
        automaton
    })
}

/// Solvers with several partitions made so far, by folder and patterns.
static DEEP_SOLVERS: LazyLock<Mutex<HashMap<Key, Arc<CompoundSolver>>>> =
    LazyLock::new(Mutex::default);

/// The solver for an instance whose size [`needs_compound`], its tables built if they are not there yet.
pub(super) fn compound_solver(
    instance: &Instance,
    tier: Tier,
    guard: &Guard<'_>,
) -> Result<Option<Arc<CompoundSolver>>, ShelfError> {
    let (size, home) = canonical(instance.size(), instance.blank_home());
    let partitions = partitions(size, home, tier)?;
    let shelf = shelf();
    let key = (
        shelf.folder().to_owned(),
        partitions.iter().flatten().cloned().collect(),
    );
    // Held while building: whoever else wants the same tables waits for them.
    let mut solvers = DEEP_SOLVERS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(solver) = solvers.get(&key) {
        return Ok(Some(Arc::clone(solver)));
    }
    let (fetched, automaton) = rayon::join(
        || shelf.fetch(&Compound::patterns(&partitions), guard),
        || automaton(size, CompoundSolver::words(), shelf.folder()),
    );
    let fetched = fetched?;
    for trouble in &fetched.troubles {
        guard.tell(&Event::Trouble(&trouble.to_string()))?;
    }
    let compound = Compound::new(fetched.tables, &partitions)?;
    if !CompoundSolver::fit(&compound) {
        return Ok(None);
    }
    let solver = Arc::new(CompoundSolver::with_automaton(compound, &automaton));
    solvers.insert(key, Arc::clone(&solver));
    Ok(Some(solver))
}

/// Solvers by pushes made so far.
static PUSH_SOLVERS: LazyLock<Mutex<ByBoard<MultiTileSolver>>> = LazyLock::new(Mutex::default);

/// The solver by pushes for an instance of at most [`MultiTileSolver::MOST_CELLS`] cells.
pub(super) fn multi_tile_solver(
    instance: &Instance,
    guard: &Guard<'_>,
) -> Result<Arc<MultiTileSolver>, Stop> {
    let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
    let key = (way.to(), way.cell(instance.blank_home()));
    let mut solvers = PUSH_SOLVERS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(solver) = solvers.get(&key) {
        return Ok(Arc::clone(solver));
    }
    let solver = Arc::new(MultiTileSolver::new(
        key.0,
        key.1,
        Some(shelf().folder()),
        guard,
    )?);
    solvers.insert(key, Arc::clone(&solver));
    Ok(solver)
}
