//! Why the file of a table is refused.

use crate::guard::Stop;
use crate::store::StoreError;

/// Why the file of a table cannot be used, or written.
///
/// ```
/// use noyes::pattern::{TableError, table_format};
/// use noyes::store::{MemoryStore, TableStore};
///
/// let store = MemoryStore::new();
/// let missing = table_format::pattern(&store, "a.table").unwrap_err();
/// assert!(missing.is_missing());
/// store.write("a.table", &[b"something else"])?;
/// let foreign = table_format::pattern(&store, "a.table").unwrap_err();
/// assert!(matches!(foreign, TableError::Foreign { .. }));
/// # Ok::<(), noyes::store::StoreError>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The store has none, or refused.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Not a table at all.
    #[error(
        "{file} is not a table of noyes: remove it, or choose another folder with NOYES_TABLES"
    )]
    Foreign {
        /// The file.
        file: String,
    },
    /// Written by another version.
    #[error(
        "{file} has version {found} of the table format, not {expected}: it will be built again"
    )]
    Version {
        /// The file.
        file: String,
        /// Its version.
        found: u32,
        /// The version it should have.
        expected: u32,
    },
    /// A table of another pattern.
    #[error("{file} is the table of another pattern: it will be built again")]
    OtherPattern {
        /// The file.
        file: String,
    },
    /// Cut short, or too long.
    #[error("{file} has {found} bytes instead of {expected}: it will be built again")]
    Length {
        /// The file.
        file: String,
        /// Its length.
        found: u64,
        /// The length it should have.
        expected: u64,
    },
    /// Changed since it was written.
    #[error("{file} is damaged ({part} does not match its checksum): it will be built again")]
    Damaged {
        /// The file.
        file: String,
        /// What is damaged.
        part: String,
    },
    /// Written by noyes, or for it, and not what noyes builds.
    #[error(
        "{file} is not the table that noyes builds (its hash is another): remove it, and it is built \
         again"
    )]
    Forged {
        /// The file.
        file: String,
    },
    /// Another user may have written it, and nothing is known that it could be held against.
    #[error(
        "{file} is not used, for others can write to it or to its folder: make both your own with \
         chown and chmod go-w, or choose another folder with NOYES_TABLES"
    )]
    Shared {
        /// The file.
        file: String,
    },
    /// The guard ended the check before its end.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl TableError {
    /// Whether the file is simply not there.
    ///
    /// ```
    /// use noyes::pattern::table_format;
    /// use noyes::store::{MemoryStore, TableStore};
    ///
    /// let store = MemoryStore::new();
    /// assert!(table_format::pattern(&store, "a.table").unwrap_err().is_missing());
    /// store.write("a.table", &[b"something else"])?;
    /// assert!(!table_format::pattern(&store, "a.table").unwrap_err().is_missing());
    /// # Ok::<(), noyes::store::StoreError>(())
    /// ```
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Store(StoreError::Missing { .. }))
    }
}
