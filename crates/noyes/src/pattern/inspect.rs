//! What tables a store has, and whether they are sound.

use super::Pattern;
use super::table_format::{self, TableError};
use crate::store::TableStore;
use crate::workers::Threads;

/// The table files of a store, with the pattern or what is wrong with the header.
pub fn list_tables(store: &dyn TableStore) -> Vec<(String, Result<Pattern, TableError>)> {
    let mut names = store.names();
    names.retain(|name| table_format::is_table(name));
    names
        .into_iter()
        .map(|name| (name.clone(), table_format::pattern(store, &name)))
        .collect()
}

/// Checks every table file of a store.
pub fn verify_tables(
    store: &dyn TableStore,
    threads: Threads<'_>,
) -> Vec<(String, Result<Pattern, TableError>)> {
    let mut names = store.names();
    names.retain(|name| table_format::is_table(name));
    names
        .into_iter()
        .map(|name| (name.clone(), table_format::verify(store, &name, threads)))
        .collect()
}
