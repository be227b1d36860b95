//! A store in the memory of the process.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Bytes, StoreError, StoreLock, TableStore};
use crate::guard::Stop;

/// Tables kept in memory: for WebAssembly, for tests, and for programs that must not write files.
///
/// ```
/// use noyes::store::{MemoryStore, TableStore};
///
/// let store = MemoryStore::new();
/// store.write("a.table", &[b"some ", b"bytes"])?;
/// assert_eq!(&*store.read("a.table")?, b"some bytes");
/// # Ok::<(), noyes::store::StoreError>(())
/// ```
#[derive(Debug, Default)]
pub struct MemoryStore {
    files: Mutex<Files>,
}

/// By name. There are few, and a search tree of its own would be a hundredth of a page's engine.
type Files = Vec<(String, Arc<[u8]>)>;

/// Where the file of a name is, or where it belongs.
fn place_of(files: &Files, name: &str) -> Result<usize, usize> {
    files.binary_search_by(|(other, _)| other.as_str().cmp(name))
}

impl MemoryStore {
    /// An empty store.
    ///
    /// ```
    /// use noyes::store::{MemoryStore, TableStore};
    ///
    /// assert!(MemoryStore::new().names().is_empty());
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    fn files(&self) -> MutexGuard<'_, Files> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn missing(&self, name: &str) -> StoreError {
        StoreError::Missing {
            file: self.locate(name),
        }
    }
}

impl TableStore for MemoryStore {
    fn read(&self, name: &str) -> Result<Bytes, StoreError> {
        let files = self.files();
        let place = place_of(&files, name).map_err(|_| self.missing(name))?;
        Ok(Bytes::from(Arc::clone(&files[place].1)))
    }

    fn write(&self, name: &str, parts: &[&[u8]]) -> Result<(), StoreError> {
        let bytes = parts.concat().into();
        let mut files = self.files();
        match place_of(&files, name) {
            Ok(place) => files[place].1 = bytes,
            Err(place) => files.insert(place, (name.to_owned(), bytes)),
        }
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<(), StoreError> {
        let mut files = self.files();
        let place = place_of(&files, name).map_err(|_| self.missing(name))?;
        files.remove(place);
        Ok(())
    }

    fn names(&self) -> Vec<String> {
        self.files().iter().map(|(name, _)| name.clone()).collect()
    }

    /// A store in memory belongs to one engine, which builds nothing twice.
    fn lock(
        &self,
        _: &str,
        _: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Option<StoreLock>, Stop> {
        Ok(Some(StoreLock::new(())))
    }

    fn locate(&self, name: &str) -> String {
        format!("{name} (in memory)")
    }

    fn place(&self) -> String {
        "memory".to_owned()
    }

    fn is_in_memory(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_read_replaced_and_removed() {
        let store = MemoryStore::new();
        assert!(matches!(store.read("a"), Err(StoreError::Missing { .. })));
        store.write("b", &[b"1"]).unwrap();
        store.write("a", &[b"2", b"3"]).unwrap();
        let old = store.read("a").unwrap();
        store.write("a", &[b"4"]).unwrap();
        assert_eq!((&*old, &*store.read("a").unwrap()), (&b"23"[..], &b"4"[..]));
        assert_eq!(store.names(), ["a", "b"]);
        store.remove("a").unwrap();
        assert!(!store.has("a") && store.has("b"));
        assert!(store.remove("a").is_err());
    }
}
