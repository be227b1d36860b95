//! The tables of some patterns: from the store, or built and kept there.
//!
//! Two processes that start together build once: the second waits for the first one's lock and then
//! finds the files. A file that does not check is reported and built again. Where nothing can be
//! written, or nothing that is there can be trusted, tables are built into memory and everything
//! still works.

use super::table_format::{self, OPENING, TableError};
use super::{Built, CellSetCache, Pattern, Table, build, build_bytes, build_on, known_hashes};
use crate::checksum::crc32;
use crate::guard::{Event, Guard, Stop};
use crate::store::TableStore;

/// Tables ready for use.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::{CellSetCache, Pattern, ensure_tables};
/// use noyes::store::MemoryStore;
/// use noyes::Size;
///
/// let pattern = Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?;
/// let (store, sets) = (MemoryStore::new(), CellSetCache::default());
/// let ensured = ensure_tables(&store, &[pattern.clone()], &sets, &Guard::new(&Silent))?;
/// assert_eq!(ensured.tables[0].pattern(), &pattern);
/// assert_eq!(ensured.built, [pattern]);
/// assert!(ensured.warnings.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct EnsuredTables {
    /// The tables, in the order of their patterns.
    pub tables: Vec<Table>,
    /// The patterns whose tables had to be built.
    pub built: Vec<Pattern>,
    /// What was wrong with files that were there, or with writing new ones.
    pub warnings: Vec<TableError>,
}

/// Bytes of a table that is not held while others are built, but read from the store afterwards.
const LARGE: usize = 100_000_000;

/// How many of these tables are built at a time: as many as there are threads and memory for, at
/// least one.
///
/// `memory` is in bytes, and is compared with the largest [`build_bytes`] of the patterns. No
/// threads count as one. What `sets` does not have yet is ranked, which takes a moment.
///
/// ```
/// use noyes::pattern::{CellSetCache, Tier, concurrent_builds, partition};
/// use noyes::Size;
///
/// let (patterns, sets) = (partition(Size::new(4, 4)?, 15, Tier::Small)?, CellSetCache::default());
/// assert_eq!(concurrent_builds(&patterns, &sets, usize::MAX, 4), 4);
/// // Too little memory for two: one after the other.
/// assert_eq!(concurrent_builds(&patterns, &sets, 60_000_000, 4), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn concurrent_builds(
    patterns: &[Pattern],
    sets: &CellSetCache,
    memory: usize,
    threads: usize,
) -> usize {
    let most = patterns
        .iter()
        .map(|pattern| build_bytes(pattern, &sets.of(pattern)))
        .max();
    (memory / most.unwrap_or(0).max(1)).clamp(1, threads.max(1))
}

/// Bytes of a finished table that stay in memory while other tables are built.
fn held_bytes(pattern: &Pattern, sets: &CellSetCache) -> usize {
    let bytes = Table::bytes(pattern, &sets.of(pattern));
    if bytes <= LARGE { bytes } else { 0 }
}

/// As [`held_bytes`], of all these tables.
pub(crate) fn all_held_bytes(patterns: &[Pattern], sets: &CellSetCache) -> usize {
    let held = patterns.iter().map(|pattern| held_bytes(pattern, sets));
    held.fold(0, usize::saturating_add)
}

/// Bytes of memory that building these tables takes at its peak, `together` at a time, in whatever
/// order: those that are under way, and all others that are held.
pub(crate) fn build_peak(patterns: &[Pattern], sets: &CellSetCache, together: usize) -> usize {
    // A table that is under way is not yet held.
    let more = |pattern: &Pattern| {
        build_bytes(pattern, &sets.of(pattern)).saturating_sub(held_bytes(pattern, sets))
    };
    let mut more: Vec<usize> = patterns.iter().map(more).collect();
    more.sort_unstable_by(|one, other| other.cmp(one));
    more.iter()
        .take(together)
        .fold(all_held_bytes(patterns, sets), |all, &more| {
            all.saturating_add(more)
        })
}

/// Whether files for all these patterns are there, by their headers; whether they are sound,
/// [`ensure_tables`] tells.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::{CellSetCache, Pattern, ensure_tables, has_tables};
/// use noyes::store::MemoryStore;
/// use noyes::Size;
///
/// let patterns = [Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?];
/// let (store, sets) = (MemoryStore::new(), CellSetCache::default());
/// assert!(!has_tables(&store, &patterns));
/// ensure_tables(&store, &patterns, &sets, &Guard::new(&Silent))?;
/// assert!(has_tables(&store, &patterns));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn has_tables(store: &dyn TableStore, patterns: &[Pattern]) -> bool {
    let is_there = |pattern: &Pattern| {
        let found = table_format::pattern(store, &table_format::file_name(pattern));
        found.is_ok_and(|found| found == *pattern)
    };
    patterns.iter().all(is_there)
}

/// How large the files for these patterns are together.
///
/// A file that is missing counts as 0 bytes.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::{CellSetCache, Pattern, ensure_tables, stored_bytes};
/// use noyes::store::MemoryStore;
/// use noyes::Size;
///
/// let patterns = [Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?];
/// let (store, sets) = (MemoryStore::new(), CellSetCache::default());
/// assert_eq!(stored_bytes(&store, &patterns), 0);
/// ensure_tables(&store, &patterns, &sets, &Guard::new(&Silent))?;
/// assert!(stored_bytes(&store, &patterns) > 4096); // the header, and the bits after it
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn stored_bytes(store: &dyn TableStore, patterns: &[Pattern]) -> usize {
    let length = |pattern| {
        let file = store.read(&table_format::file_name(pattern));
        file.map_or(0, |bytes| bytes.len())
    };
    patterns.iter().map(length).sum()
}

/// The tables of any patterns: from the store, or built on the guard's threads and kept, as many
/// at a time as there are threads and memory. What is finished when building is stopped is not
/// lost. A table that does not fit the guard's memory limit by itself ends it with
/// [`Stop::Memory`].
///
/// A file that cannot be used or written is no error: [`EnsuredTables::warnings`] tells of it.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::{CellSetCache, Tier, ensure_tables, partition};
/// use noyes::store::MemoryStore;
/// use noyes::Size;
///
/// let patterns = partition(Size::new(3, 3)?, 8, Tier::Small)?;
/// let (store, sets) = (MemoryStore::new(), CellSetCache::default());
/// let guard = Guard::new(&Silent);
/// assert_eq!(ensure_tables(&store, &patterns, &sets, &guard)?.built.len(), patterns.len());
/// assert_eq!(ensure_tables(&store, &patterns, &sets, &guard)?.built.len(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ensure_tables(
    store: &dyn TableStore,
    patterns: &[Pattern],
    sets: &CellSetCache,
    guard: &Guard<'_>,
) -> Result<EnsuredTables, Stop> {
    let threads = guard.threads();
    // The inner error is what is wrong with the file, the outer one ends everything.
    let open = |pattern: &Pattern| match table_format::open(store, pattern, sets.of(pattern), guard)
    {
        Err(TableError::Stopped(stop)) => Err(stop),
        opened => Ok(opened),
    };
    let mut warnings = Vec::new();
    // Side by side: every byte of them is checked.
    let opened = threads.map(patterns.len(), |number| Ok(open(&patterns[number])?.ok()));
    let mut tables: Vec<Option<Table>> = opened.into_iter().collect::<Result<_, Stop>>()?;
    guard.tell(&Event::Table {
        name: OPENING.to_owned(),
        done: 1,
        total: 1,
    })?;
    let mut built = Vec::new();
    if tables.iter().any(Option::is_none) {
        let name = lock_name(patterns);
        let _lock = store.lock(&name, &mut || {
            guard.tell(&Event::Table {
                name: "waiting for another process".to_owned(),
                done: 0,
                total: 1,
            })
        })?;
        for (pattern, table) in patterns.iter().zip(&mut tables) {
            if table.is_some() {
                continue;
            }
            // Another process may have built it meanwhile.
            match open(pattern)? {
                Ok(found) => *table = Some(found),
                Err(error) => {
                    // What is refused for its owner would be refused again: it is left as it is.
                    let is_kept = !matches!(error, TableError::Shared { .. });
                    warnings.extend(Some(error).filter(|error| !error.is_missing()));
                    built.push((pattern.clone(), is_kept));
                }
            }
        }
        let fresh = build_and_keep(store, &built, sets, guard, &mut warnings)?;
        let mut fresh = fresh.into_iter();
        for (pattern, table) in patterns.iter().zip(&mut tables) {
            if table.is_some() {
                continue;
            }
            let fresh = fresh.next().flatten();
            *table = Some(
                match fresh.map_or_else(|| open(pattern), |fresh| Ok(Ok(fresh)))? {
                    Ok(table) => table,
                    // The file was taken away meanwhile; the table is needed all the same.
                    Err(error) => {
                        warnings.push(error);
                        build_on(pattern, sets.of(pattern), guard)?.table
                    }
                },
            );
        }
    }
    Ok(EnsuredTables {
        tables: tables.into_iter().flatten().collect(),
        built: built.into_iter().map(|(pattern, _)| pattern).collect(),
        warnings,
    })
}

/// A name for the right to build these tables: another for every set of patterns, so that quick
/// tables do not wait for large ones.
fn lock_name(patterns: &[Pattern]) -> String {
    let names: Vec<String> = patterns.iter().map(ToString::to_string).collect();
    let size = patterns.first().map(|pattern| pattern.size());
    let (rows, cols) = size.map_or((0, 0), |size| (size.rows(), size.cols()));
    let hash = crc32(names.join(" ").as_bytes());
    format!("{rows}x{cols}-{hash:08x}")
}

/// Builds tables, as many at a time as there are threads and memory for, each written by the thread
/// that built it if it is to be kept. A large one that was written is none: it is opened once there
/// is no more to build. So is any that a store in memory holds, which would be in memory twice.
fn build_and_keep(
    store: &dyn TableStore,
    wanted: &[(Pattern, bool)],
    sets: &CellSetCache,
    guard: &Guard<'_>,
    warnings: &mut Vec<TableError>,
) -> Result<Vec<Option<Table>>, Stop> {
    let patterns: Vec<Pattern> = wanted.iter().map(|(pattern, _)| pattern.clone()).collect();
    let threads = guard.threads();
    let mut tables = Vec::with_capacity(patterns.len());
    let memory = guard.memory_limit();
    let memory = memory.saturating_sub(all_held_bytes(&patterns, sets));
    let together = concurrent_builds(&patterns, sets, memory, threads.count());
    for some in wanted.chunks(together) {
        let built = threads.map(some.len(), |number| {
            let (pattern, is_kept) = &some[number];
            let table = build_on(pattern, sets.of(pattern), guard)?.table;
            if !is_kept {
                return Ok((Some(table), Ok(())));
            }
            let written = table_format::write(store, &table, threads);
            let is_large = table.bits().len() > LARGE;
            let is_stored = written.is_ok()
                && (is_large || store.is_in_memory())
                && is_readable(store, &table_format::file_name(pattern));
            Ok(((!is_stored).then_some(table), written))
        });
        for built in built {
            let (table, written) = built?;
            tables.push(table);
            warnings.extend(written.err().map(TableError::from));
        }
    }
    Ok(tables)
}

/// Whether a file that was just written is one to be read again: not one of a shared folder of
/// which no hash is known.
fn is_readable(store: &dyn TableStore, file: &str) -> bool {
    known_hashes::of(file).is_some() || store.read(file).is_ok_and(|bytes| !bytes.is_shared())
}

/// Builds several tables at the same time on the guard's threads, without a store.
///
/// The tables come in the order of the patterns. The guard's memory limit is compared with
/// [`build_bytes`] of each by itself, so that several threads may take more.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::{Tier, build_all, partition};
/// use noyes::Size;
///
/// let patterns = partition(Size::new(3, 3)?, 8, Tier::Small)?;
/// let built = build_all(&patterns, &Guard::new(&Silent))?;
/// assert_eq!(built.len(), patterns.len());
/// assert_eq!(built[0].table.pattern(), &patterns[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build_all(patterns: &[Pattern], guard: &Guard<'_>) -> Result<Vec<Built>, Stop> {
    let threads = guard.threads();
    let built = threads.map(patterns.len(), |number| build(&patterns[number], guard));
    built.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::guard::Silent;
    use crate::pattern::{Tier, catalogue, list_tables, verify_tables};
    use crate::store::{Bytes, FileStore, MemoryStore, StoreError, StoreLock};
    use crate::workers::Workers;

    fn partition() -> Vec<Pattern> {
        let size = Size::new(3, 3).unwrap();
        [[0, 1, 2, 3], [4, 5, 6, 7]]
            .iter()
            .map(|homes| Pattern::new(size, 8, homes).unwrap())
            .collect()
    }

    fn ensure(store: &dyn TableStore) -> EnsuredTables {
        let workers = Workers::new(2);
        let guard = Guard::new(&Silent).on(workers.all());
        ensure_tables(store, &partition(), &CellSetCache::default(), &guard).unwrap()
    }

    #[test]
    fn built_once_kept_and_rebuilt_when_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let files = FileStore::new(folder.path().join("deep/er"));
        let memory = MemoryStore::new();
        for store in [&files as &dyn TableStore, &memory] {
            let first = ensure(store);
            assert_eq!((first.built.len(), first.warnings.len()), (2, 0));
            assert!(has_tables(store, &partition()));
            // A store in memory is the only place where its tables are.
            let is_in_store = |table: &Table| {
                let file = store.read(&table_format::file_name(table.pattern()));
                file.is_ok_and(|file| file.as_ptr_range().contains(&table.bits().as_ptr()))
            };
            let in_store = first.tables.iter().filter(|table| is_in_store(table));
            assert_eq!(in_store.count(), if store.is_in_memory() { 2 } else { 0 });
            assert!(ensure(store).built.is_empty());
            assert_eq!(list_tables(store).len(), 2);

            let name = table_format::file_name(&partition()[1]);
            let mut bytes = store.read(&name).unwrap().to_vec();
            bytes[4100] ^= 1;
            store.write(&name, &[&bytes]).unwrap();
            let damaged = || {
                let checked = verify_tables(store, &Guard::new(&Silent)).unwrap();
                checked.iter().filter(|(_, found)| found.is_err()).count()
            };
            assert_eq!(damaged(), 1);
            let again = ensure(store);
            assert_eq!((again.built.len(), again.warnings.len()), (1, 1));
            assert_eq!(damaged(), 0);
            assert_eq!(again.tables[1].bits(), first.tables[1].bits());
        }
    }

    /// A folder on a file system that has no locks, as some NFS.
    #[derive(Debug)]
    struct NoLocks(FileStore);

    impl TableStore for NoLocks {
        fn read(&self, name: &str) -> Result<Bytes, StoreError> {
            self.0.read(name)
        }

        fn write(&self, name: &str, parts: &[&[u8]]) -> Result<(), StoreError> {
            self.0.write(name, parts)
        }

        fn remove(&self, name: &str) -> Result<(), StoreError> {
            self.0.remove(name)
        }

        fn names(&self) -> Vec<String> {
            self.0.names()
        }

        fn lock(
            &self,
            _: &str,
            _: &mut dyn FnMut() -> Result<(), Stop>,
        ) -> Result<Option<StoreLock>, Stop> {
            Ok(None)
        }

        fn locate(&self, name: &str) -> String {
            self.0.locate(name)
        }

        fn place(&self) -> String {
            self.0.place()
        }
    }

    #[test]
    fn without_locks_all_may_build_and_every_file_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let store = NoLocks(FileStore::new(folder.path()));
        let all: Vec<EnsuredTables> = std::thread::scope(|scope| {
            let ensuring = [(); 4].map(|()| scope.spawn(|| ensure(&store)));
            ensuring.map(|one| one.join().unwrap()).into()
        });
        for one in &all {
            assert!(one.warnings.is_empty(), "{:?}", one.warnings);
            for (table, first) in one.tables.iter().zip(&all[0].tables) {
                assert_eq!(table.bits(), first.bits());
            }
        }
        assert!(all.iter().any(|one| !one.built.is_empty()));
        let checked = verify_tables(&store, &Guard::new(&Silent)).unwrap();
        assert!(checked.len() == 2 && checked.iter().all(|(_, found)| found.is_ok()));
        assert!(ensure(&store).built.is_empty());
        // Nothing else is left.
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    /// Builds are followed table by table, with what is under way and what is held.
    #[test]
    fn the_peak_is_the_sum_of_a_build_and_the_tables_held() {
        let size = Size::new(4, 4).unwrap();
        let sets = CellSetCache::default();
        for tier in [Tier::Quick, Tier::Small, Tier::Large] {
            let mut patterns = catalogue::partition(size, 15, tier).unwrap();
            let peak = build_peak(&patterns, &sets, 1);
            let mut most = 0;
            for _ in 0..2 {
                let mut held = 0;
                for pattern in &patterns {
                    most = most.max(held + build_bytes(pattern, &sets.of(pattern)));
                    let bytes = Table::bytes(pattern, &sets.of(pattern));
                    held += if bytes > LARGE { 0 } else { bytes };
                }
                most = most.max(held);
                // In one of the two orders a largest table comes last, when all others are held.
                patterns.reverse();
            }
            assert_eq!(peak, most, "{tier:?}");
            assert!(build_peak(&patterns, &sets, 2) > peak);
        }
    }

    #[test]
    fn two_at_once_build_once() {
        let folder = tempfile::tempdir().unwrap();
        let built = || ensure(&FileStore::new(folder.path())).built.len();
        let (mine, theirs) = std::thread::scope(|scope| {
            let other = scope.spawn(built);
            (built(), other.join().unwrap())
        });
        assert_eq!(mine + theirs, 2);
    }

    #[test]
    fn a_store_that_cannot_be_written_does_not_stop_anyone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, "in the way").unwrap();
        let ensured = ensure(&FileStore::new(path));
        assert_eq!((ensured.built.len(), ensured.warnings.len()), (2, 2));
        assert_eq!(ensured.tables.len(), 2);
    }
}
