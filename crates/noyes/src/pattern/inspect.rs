//! What tables a store has, and whether they are sound.

use super::Pattern;
use super::table_format::{self, TableError};
use crate::guard::{Guard, Stop};
use crate::store::TableStore;

/// The name of a table file, with its pattern or what is wrong with it.
///
/// ```
/// use noyes::pattern::{FoundTable, list_tables};
/// use noyes::store::{MemoryStore, TableStore};
///
/// let store = MemoryStore::new();
/// store.write("a.table", &[b"not a table"])?;
/// let (name, found): FoundTable = list_tables(&store).remove(0);
/// assert!(name == "a.table" && found.is_err());
/// # Ok::<(), noyes::store::StoreError>(())
/// ```
pub type FoundTable = (String, Result<Pattern, TableError>);

/// The table files of a store, with the pattern or what is wrong with the header.
///
/// ```
/// use noyes::pattern::{list_tables, table_format};
/// use noyes::store::{MemoryStore, TableStore};
/// use noyes::workers::Threads;
/// # use noyes::guard::{Guard, Silent};
/// # use noyes::pattern::{Pattern, build};
/// # use noyes::Size;
/// # let pattern = Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?;
/// # let table = build(&pattern, &Guard::new(&Silent))?.table;
///
/// let store = MemoryStore::new();
/// table_format::write(&store, &table, Threads::ONE)?;
/// store.write("other.txt", &[b"not a table"])?;
/// let listed = list_tables(&store);
/// assert_eq!(listed.len(), 1);
/// assert_eq!(listed[0].1.as_ref().ok(), Some(&pattern));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn list_tables(store: &dyn TableStore) -> Vec<FoundTable> {
    let mut names = store.names();
    names.retain(|name| table_format::is_table(name));
    names
        .into_iter()
        .map(|name| (name.clone(), table_format::pattern(store, &name)))
        .collect()
}

/// Checks every table file of a store, on the guard's threads.
///
/// The guard is asked between blocks of a megabyte. If it stops the check, nothing is said of any
/// file.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::{table_format, verify_tables};
/// use noyes::store::{MemoryStore, TableStore};
/// use noyes::workers::Threads;
/// # use noyes::pattern::{Pattern, build};
/// # use noyes::Size;
/// # let pattern = Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?;
/// # let table = build(&pattern, &Guard::new(&Silent))?.table;
///
/// let store = MemoryStore::new();
/// table_format::write(&store, &table, Threads::ONE)?;
/// store.write("damaged.table", &[b"not a table"])?;
/// let checked = verify_tables(&store, &Guard::new(&Silent))?;
/// let sound = checked.iter().filter(|(_, result)| result.is_ok()).count();
/// assert_eq!((checked.len(), sound), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_tables(store: &dyn TableStore, guard: &Guard<'_>) -> Result<Vec<FoundTable>, Stop> {
    let mut names = store.names();
    names.retain(|name| table_format::is_table(name));
    names
        .into_iter()
        .map(|name| match table_format::verify(store, &name, guard) {
            Err(TableError::Stopped(stop)) => Err(stop),
            found => Ok((name, found)),
        })
        .collect()
}
