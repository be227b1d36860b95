//! Tables that are not of a pattern, as bytes in a store.
//!
//! ```text
//! offset   bytes
//! 0        8       "NOYESKEP"
//! 8        4       version, 1
//! 12       4       CRC-32 of the file's own name and the bytes
//! 16       …       the bytes
//! ```
//!
//! A blob is read whole and checked every time. One that does not check counts as missing: it is
//! built and written again. So does one that another user may have written, unless its content has
//! the hash that is known. Two processes that start together may both build; the second to finish
//! replaces equal bytes.
//!
//! ```
//! use noyes::pattern::blob;
//! use noyes::store::MemoryStore;
//!
//! let store = MemoryStore::new();
//! blob::write(&store, "numbers", &[1, 2, 3])?;
//! assert_eq!(blob::read(&store, "numbers"), Some(vec![1, 2, 3]));
//! # Ok::<(), noyes::store::StoreError>(())
//! ```

use super::known_hashes;
use crate::checksum::crc32;
use crate::store::{StoreError, TableStore};
use crate::workers::Threads;

const MAGIC: [u8; 8] = *b"NOYESKEP";
const VERSION: u32 = 1;
const HEADER: usize = 16;
/// How the names of such files end.
const ENDING: &str = ".kept";

/// The file of a blob, whose name is given without its ending.
///
/// ```
/// use noyes::pattern::blob;
///
/// assert_eq!(blob::file("numbers"), "numbers.kept");
/// ```
pub fn file(name: &str) -> String {
    format!("{name}{ENDING}")
}

fn checksum(name: &str, bytes: &[u8]) -> [u8; 4] {
    crc32(&[name.as_bytes(), bytes].concat()).to_le_bytes()
}

/// The bytes under a name, which is given without its ending, if they are there and sound.
///
/// ```
/// use noyes::pattern::blob;
/// use noyes::store::{MemoryStore, TableStore};
///
/// let store = MemoryStore::new();
/// blob::write(&store, "numbers", &[1, 2, 3])?;
/// assert_eq!(blob::read(&store, "numbers"), Some(vec![1, 2, 3]));
/// // A damaged blob counts as missing.
/// store.write("numbers.kept", &[b"other bytes"])?;
/// assert_eq!(blob::read(&store, "numbers"), None);
/// # Ok::<(), noyes::store::StoreError>(())
/// ```
pub fn read(store: &dyn TableStore, name: &str) -> Option<Vec<u8>> {
    let bytes = store.read(&file(name)).ok()?;
    // Others may change what is shared at any time, but not the copy.
    let mut copy = bytes.to_vec();
    let is_trusted = !bytes.is_shared() || is_known(name, &copy) == Some(true);
    (is_sound(name, &copy) && is_trusted).then(|| {
        copy.drain(..HEADER);
        copy
    })
}

/// Whether the bytes under a name, which is given without its ending, are sound and, where their
/// hash is known, have it. Unlike [`read`] it does not ask who has written them.
///
/// ```
/// use noyes::pattern::blob;
/// use noyes::store::MemoryStore;
///
/// let store = MemoryStore::new();
/// blob::write(&store, "numbers", &[1, 2, 3])?;
/// assert!(blob::verify(&store, "numbers"));
/// // Nothing that noyes builds under this name.
/// blob::write(&store, "4x3-b11-complete", &[1, 2, 3])?;
/// assert!(!blob::verify(&store, "4x3-b11-complete"));
/// # Ok::<(), noyes::store::StoreError>(())
/// ```
pub fn verify(store: &dyn TableStore, name: &str) -> bool {
    let bytes = store.read(&file(name));
    bytes.is_ok_and(|bytes| is_sound(name, &bytes) && is_known(name, &bytes) != Some(false))
}

/// Whether the content of a file is the known one, if one is known.
fn is_known(name: &str, bytes: &[u8]) -> Option<bool> {
    let known = known_hashes::of(&file(name))?;
    let content = bytes.get(HEADER..).unwrap_or_default();
    let found = known_hashes::hash(content, Threads::ONE, || Ok(()));
    Some(found.is_ok_and(|found| found == known))
}

fn is_sound(name: &str, file: &[u8]) -> bool {
    file.len() >= HEADER
        && file[..8] == MAGIC
        && file[8..12] == VERSION.to_le_bytes()
        && file[12..HEADER] == checksum(name, &file[HEADER..])
}

/// Whether there is a blob of this name, given without its ending; whether it is sound, [`read`]
/// tells.
///
/// ```
/// use noyes::pattern::blob;
/// use noyes::store::MemoryStore;
///
/// let store = MemoryStore::new();
/// assert!(!blob::is_there(&store, "numbers"));
/// blob::write(&store, "numbers", &[1, 2, 3])?;
/// assert!(blob::is_there(&store, "numbers"));
/// # Ok::<(), noyes::store::StoreError>(())
/// ```
pub fn is_there(store: &dyn TableStore, name: &str) -> bool {
    store.has(&file(name))
}

/// Writes bytes under a name: whole, or not at all.
///
/// The name is given without its ending, and must be one that the store accepts.
///
/// ```
/// use noyes::pattern::blob;
/// use noyes::store::{MemoryStore, TableStore};
///
/// let store = MemoryStore::new();
/// blob::write(&store, "numbers", &[1, 2, 3])?;
/// assert_eq!(store.names(), ["numbers.kept"]);
/// # Ok::<(), noyes::store::StoreError>(())
/// ```
pub fn write(store: &dyn TableStore, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
    let header = [&MAGIC[..], &VERSION.to_le_bytes(), &checksum(name, bytes)].concat();
    store.write(&file(name), &[&header, bytes])
}

/// The name of the blob in a file of this name, if it is the file of a blob.
///
/// ```
/// use noyes::pattern::blob;
///
/// assert_eq!(blob::name_in("numbers.kept"), Some("numbers"));
/// assert_eq!(blob::name_in("numbers.table"), None);
/// ```
pub fn name_in(file: &str) -> Option<&str> {
    file.strip_suffix(ENDING)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MemoryStore;

    #[test]
    fn written_and_refused() {
        let store = MemoryStore::new();
        assert_eq!(read(&store, "a"), None);
        write(&store, "a", &[1, 2, 3]).unwrap();
        assert_eq!(read(&store, "a"), Some(vec![1, 2, 3]));
        assert!(is_there(&store, "a"));
        assert_eq!(store.names(), ["a.kept"]);
        assert_eq!(name_in("a.kept"), Some("a"));
        // Under another name the same bytes do not check.
        let whole = store.read("a.kept").unwrap().to_vec();
        store.write("b.kept", &[&whole]).unwrap();
        assert_eq!(read(&store, "b"), None);
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 16;
            store.write("a.kept", &[&damaged]).unwrap();
            assert_eq!(read(&store, "a"), None, "{place}");
        }
    }
}
