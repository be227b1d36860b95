//! Where tables are kept between solves: named files that are written whole and never change.
//!
//! The engine reads and writes tables through [`TableStore`]. [`FileStore`] keeps them in a folder
//! and maps them into memory; [`MemoryStore`] keeps them in the process, for WebAssembly and tests.
//! What the bytes mean is the business of [`crate::pattern`]; a store only promises that under a
//! name there are either all bytes that were written or none, and tells whether another user may
//! have written them.
//!
//! ```
//! use noyes::store::{MemoryStore, TableStore};
//!
//! let store = MemoryStore::new();
//! store.write("a.table", &[b"head", b"body"])?;
//! assert_eq!(&*store.read("a.table")?, b"headbody");
//! # Ok::<(), noyes::store::StoreError>(())
//! ```

#[cfg(feature = "files")]
mod files;
mod memory;

use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

#[cfg(feature = "files")]
pub(crate) use files::remove_leftovers;
#[cfg(feature = "files")]
pub use files::{FileStore, TABLES_ENV, default_folder, write_whole};
pub use memory::MemoryStore;

use crate::guard::Stop;

/// A place for named bytes. All methods may be called from several threads at once.
///
/// Names are those of plain files: one or more characters, no separators of folders, no dot at the
/// beginning and no `.lock` at the end. This is not checked: [`FileStore`] takes a name with
/// separators for a path, and does not list the others.
///
/// ```
/// use noyes::store::{MemoryStore, TableStore};
///
/// let store: &dyn TableStore = &MemoryStore::new();
/// store.write("a.table", &[b"old"])?;
/// let old = store.read("a.table")?;
/// store.write("a.table", &[b"new ", b"bytes"])?;
/// assert_eq!((&*old, &*store.read("a.table")?), (&b"old"[..], &b"new bytes"[..]));
/// assert_eq!(store.names(), ["a.table"]);
/// store.remove("a.table")?;
/// assert!(!store.has("a.table"));
/// # Ok::<(), noyes::store::StoreError>(())
/// ```
pub trait TableStore: fmt::Debug + Send + Sync {
    /// The bytes under a name; if there is nothing, it is [`StoreError::Missing`]. Reading only the
    /// first of them must be cheap.
    ///
    /// ```
    /// use noyes::store::{MemoryStore, StoreError, TableStore};
    ///
    /// let store = MemoryStore::new();
    /// assert!(matches!(store.read("a.table"), Err(StoreError::Missing { .. })));
    /// store.write("a.table", &[b"bytes"])?;
    /// assert_eq!(&store.read("a.table")?[..2], b"by");
    /// # Ok::<(), StoreError>(())
    /// ```
    fn read(&self, name: &str) -> Result<Bytes, StoreError>;

    /// Keeps the parts, one after the other, under a name: all of them, or nothing. An older
    /// content of that name is replaced; those who have read it keep it.
    ///
    /// ```
    /// use noyes::store::{MemoryStore, TableStore};
    ///
    /// let store = MemoryStore::new();
    /// store.write("a.table", &[b"head", b" and body"])?;
    /// assert_eq!(&*store.read("a.table")?, b"head and body");
    /// # Ok::<(), noyes::store::StoreError>(())
    /// ```
    fn write(&self, name: &str, parts: &[&[u8]]) -> Result<(), StoreError>;

    /// Removes what is under a name. If there is nothing, it is [`StoreError::Missing`].
    ///
    /// ```
    /// use noyes::store::{MemoryStore, TableStore};
    ///
    /// let store = MemoryStore::new();
    /// store.write("a.table", &[b"bytes"])?;
    /// store.remove("a.table")?;
    /// assert!(store.remove("a.table").is_err());
    /// # Ok::<(), noyes::store::StoreError>(())
    /// ```
    fn remove(&self, name: &str) -> Result<(), StoreError>;

    /// The names there are, sorted. Leftovers of writes that were cut off have none.
    ///
    /// ```
    /// use noyes::store::{MemoryStore, TableStore};
    ///
    /// let store = MemoryStore::new();
    /// store.write("b.table", &[])?;
    /// store.write("a.table", &[])?;
    /// assert_eq!(store.names(), ["a.table", "b.table"]);
    /// # Ok::<(), noyes::store::StoreError>(())
    /// ```
    fn names(&self) -> Vec<String>;

    /// The right to build what goes by a name, which only one build has at a time, whatever its
    /// process. While it waits it asks `waiting`, which may end the wait. No lock at all is
    /// `Ok(None)`: two may then build the same.
    ///
    /// ```
    /// use noyes::store::{MemoryStore, TableStore};
    ///
    /// let lock = MemoryStore::new().lock("4x4", &mut || Ok(()))?;
    /// // Build here: the lock is given back when it is dropped.
    /// assert!(lock.is_some());
    /// # Ok::<(), noyes::guard::Stop>(())
    /// ```
    fn lock(
        &self,
        name: &str,
        waiting: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Option<StoreLock>, Stop>;

    /// The name as people are told it: with its folder, say.
    ///
    /// ```
    /// use noyes::store::{MemoryStore, TableStore};
    ///
    /// assert_eq!(MemoryStore::new().locate("a.table"), "a.table (in memory)");
    /// ```
    fn locate(&self, name: &str) -> String;

    /// The whole store as people are told it: its folder, say.
    ///
    /// ```
    /// use noyes::store::{MemoryStore, TableStore};
    ///
    /// assert_eq!(MemoryStore::new().place(), "memory");
    /// ```
    fn place(&self) -> String;

    /// Whether what was written stays in the memory of the process. A table that was just built is
    /// then used where the store holds it, and is not in memory twice.
    ///
    /// ```
    /// use noyes::store::{FileStore, MemoryStore, TableStore};
    ///
    /// assert!(MemoryStore::new().is_in_memory() && !FileStore::new("tables").is_in_memory());
    /// ```
    fn is_in_memory(&self) -> bool {
        false
    }

    /// Whether anything is under a name. Whether it is a sound table is not asked.
    ///
    /// ```
    /// use noyes::store::{MemoryStore, TableStore};
    ///
    /// let store = MemoryStore::new();
    /// store.write("a.table", &[b"not a table"])?;
    /// assert!(store.has("a.table") && !store.has("b.table"));
    /// # Ok::<(), noyes::store::StoreError>(())
    /// ```
    fn has(&self, name: &str) -> bool {
        self.read(name).is_ok()
    }
}

/// The right to build, given back when it is dropped.
///
/// ```
/// use std::sync::Arc;
/// use noyes::store::StoreLock;
///
/// let held = Arc::new(());
/// let lock = StoreLock::new(Arc::clone(&held));
/// assert_eq!(Arc::strong_count(&held), 2);
/// drop(lock);
/// assert_eq!(Arc::strong_count(&held), 1);
/// ```
#[must_use]
pub struct StoreLock(#[expect(dead_code, reason = "held until it is dropped")] Box<dyn Any + Send>);

impl StoreLock {
    /// A lock that is held as long as `held` lives.
    ///
    /// ```
    /// use std::sync::{Arc, Weak};
    /// use noyes::store::StoreLock;
    ///
    /// let held = Arc::new("a locked file");
    /// let watch = Arc::downgrade(&held);
    /// let lock = StoreLock::new(held);
    /// assert!(Weak::upgrade(&watch).is_some());
    /// drop(lock);
    /// assert!(Weak::upgrade(&watch).is_none());
    /// ```
    pub fn new(held: impl Any + Send) -> Self {
        Self(Box::new(held))
    }
}

impl fmt::Debug for StoreLock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoreLock")
    }
}

/// Bytes that never change: in memory, or mapped from a file. A clone shares them.
///
/// ```
/// use noyes::store::Bytes;
///
/// let bytes = Bytes::from(vec![1, 2, 3]);
/// assert_eq!(bytes[1..], [2, 3]);
/// assert_eq!(format!("{bytes:?}"), "Bytes(3 bytes)");
/// ```
#[derive(Clone)]
pub struct Bytes(Place);

/// Where bytes are.
#[derive(Clone)]
enum Place {
    Memory(Arc<[u8]>),
    /// Mapped from a file, which others may be able to change.
    #[cfg(feature = "files")]
    Mapped {
        map: Arc<memmap2::Mmap>,
        is_shared: bool,
    },
}

impl Bytes {
    /// Bytes of a file, mapped into memory.
    #[cfg(feature = "files")]
    fn mapped(map: memmap2::Mmap, is_shared: bool) -> Self {
        let map = Arc::new(map);
        Self(Place::Mapped { map, is_shared })
    }

    /// Whether another user may have written these bytes, or can still change them. Such bytes are
    /// copied and then held against a hash that is known, or not used.
    ///
    /// ```
    /// use noyes::store::Bytes;
    ///
    /// assert!(!Bytes::from(vec![1, 2, 3]).is_shared());
    /// ```
    pub fn is_shared(&self) -> bool {
        match &self.0 {
            Place::Memory(_) => false,
            #[cfg(feature = "files")]
            Place::Mapped { is_shared, .. } => *is_shared,
        }
    }
}

impl From<Arc<[u8]>> for Bytes {
    fn from(bytes: Arc<[u8]>) -> Self {
        Self(Place::Memory(bytes))
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Place::Memory(bytes.into()))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            Place::Memory(bytes) => bytes,
            #[cfg(feature = "files")]
            Place::Mapped { map, .. } => map,
        }
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bytes({} bytes)", self.len())
    }
}

/// Why a store cannot give or keep bytes.
///
/// ```
/// use noyes::store::{MemoryStore, StoreError, TableStore};
///
/// let error = MemoryStore::new().read("a.table").unwrap_err();
/// assert!(matches!(error, StoreError::Missing { .. }));
/// assert_eq!(error.to_string(), "a.table (in memory) is not there");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is nothing under that name.
    #[error("{file} is not there")]
    Missing {
        /// The name, as people are told it.
        file: String,
    },
    /// What is there is not a plain file: a link, a folder, a pipe.
    #[error("{file} is not a plain file: remove it, or choose another folder with NOYES_TABLES")]
    NotPlain {
        /// The name, as people are told it.
        file: String,
    },
    /// The system refused.
    #[error("{file}: {source}")]
    Io {
        /// The name, as people are told it.
        file: String,
        /// What the system said.
        source: std::io::Error,
    },
}
