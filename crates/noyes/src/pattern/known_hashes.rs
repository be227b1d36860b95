//! The hashes of the tables that noyes builds, which it knows beforehand.
//!
//! Tables are a function of their names: every machine builds the same bytes. So the hash of each
//! standard table is in `catalogue/hashes.txt`, made by `cargo run --release -p noyes --example
//! table_hashes`. What another user may have written is used if its hash is the known one
//! (docs/decisions/0011-tables-of-others.md).
//!
//! ```
//! use noyes::pattern::{Tier, known_hashes};
//! use noyes::solve::TableSet;
//! use noyes::Size;
//!
//! for tier in Tier::ALL {
//!     let files = TableSet::new(Size::new(5, 5)?, 24, tier).files();
//!     assert!(files.len() > 3 && files.iter().all(|file| known_hashes::of(file).is_some()));
//! }
//! # Ok::<(), noyes::board::BoardError>(())
//! ```

use crate::content_hash::{self, ContentHash};
use crate::guard::Stop;
use crate::workers::Threads;

/// One a line: the name of a file in a store, and the hash of its content without its header.
#[cfg(feature = "files")]
const HASHES: &str = include_str!("catalogue/hashes.txt");
/// Without files nothing is shared.
#[cfg(not(feature = "files"))]
const HASHES: &str = "";

/// The hash of the content of a file of this name, in hexadecimal digits, if it is known.
///
/// ```
/// use noyes::pattern::known_hashes;
///
/// assert_eq!(known_hashes::of("4x4-b15-t13.table").map(str::len), Some(64));
/// assert_eq!(known_hashes::of("notes.txt"), None);
/// ```
pub fn of(file: &str) -> Option<&'static str> {
    let lines = HASHES.lines().filter(|line| !line.starts_with('#'));
    let mut pairs = lines.filter_map(|line| line.split_once(' '));
    pairs
        .find(|(name, _)| *name == file)
        .map(|(_, hash)| hash.trim())
}

/// The hash of a content, in hexadecimal digits: BLAKE2b of the BLAKE2b of every mebibyte.
///
/// The mebibytes are shared among `threads`, which change no bit of it. Each asks `ask` before a
/// mebibyte; its error ends the work and is the result.
///
/// ```
/// use noyes::pattern::known_hashes;
/// use noyes::workers::Threads;
///
/// let hash = known_hashes::hash(b"some bytes", Threads::ONE, || Ok(()))?;
/// assert_eq!(hash.len(), 64);
/// assert_ne!(known_hashes::hash(b"other bytes", Threads::ONE, || Ok(()))?, hash);
/// # Ok::<(), noyes::guard::Stop>(())
/// ```
pub fn hash(
    bytes: &[u8],
    threads: Threads<'_>,
    ask: impl Fn() -> Result<(), Stop> + Sync,
) -> Result<String, Stop> {
    let hash: ContentHash = content_hash::content_hash(bytes, threads, ask)?;
    Ok(hash.iter().map(|byte| format!("{byte:02x}")).collect())
}
