//! The bytes of a table in a store: written once, checked whenever opened, never believed
//! unchecked.
//!
//! ```text
//! offset        bytes
//! 0             8        "NOYESTAB"
//! 8             4        version: 2, or 1 where the rows are in order of rank (see `cell_sets`)
//! 12            3        rows, columns, goal cell of the blank
//! 15            1        goal cells of the tiles from cell 32 on, a bit a cell
//! 16            4        those before cell 32
//! 20            4        bytes a block, 1 MiB
//! 24            8        bytes of the bits, n
//! 32            4        CRC-32 of the block checksums
//! 36            4        CRC-32 of bytes 0 to 35
//! 40            …        0, up to 4096
//! 4096          n        the bits (see `table`)
//! 4096 + n      4 each   CRC-32 of each block of the bits
//! ```
//!
//! Numbers are little-endian. The store promises that a file is whole or not there; the checksums
//! find what was damaged since, and known hashes what was forged.
//!
//! ```
//! use noyes::guard::{Guard, Silent};
//! use noyes::pattern::{Pattern, build, table_format};
//! use noyes::store::MemoryStore;
//! use noyes::workers::Threads;
//! use noyes::Size;
//!
//! let pattern = Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?;
//! let table = build(&pattern, &Guard::new(&Silent))?.table;
//! let store = MemoryStore::new();
//! table_format::write(&store, &table, Threads::ONE)?;
//! assert_eq!(table_format::pattern(&store, "2x3-b5-t0.1.table")?, pattern);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod error;

use std::sync::Arc;

pub(crate) use check::OPENING;
pub use error::TableError;

use super::cell_sets::CellSets;
use super::table_bits::TableBits;
use super::{Pattern, Table};
use crate::board::Size;
use crate::checksum::crc32;
use crate::guard::Guard;
use crate::store::{StoreError, TableStore};
use crate::workers::Threads;
use check::File;

const MAGIC: [u8; 8] = *b"NOYESTAB";
const HEADER: usize = 4096;
const SIGNED: usize = 36;
const BLOCK: usize = 1 << 20;

/// The version of the format for boards of a size.
fn version(size: Size) -> u32 {
    if CellSets::are_sorted(size) { 2 } else { 1 }
}

/// How the names of table files end.
const ENDING: &str = ".table";

/// The name of the file of a pattern's table.
///
/// ```
/// use noyes::pattern::{Pattern, table_format};
/// use noyes::Size;
///
/// let pattern = Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?;
/// assert_eq!(table_format::file_name(&pattern), "2x3-b5-t0.1.table");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn file_name(pattern: &Pattern) -> String {
    format!("{pattern}{ENDING}")
}

/// Whether a file of this name is the file of a table.
///
/// ```
/// use noyes::pattern::table_format::is_table;
///
/// assert!(is_table("2x3-b5-t0.1.table"));
/// assert!(!is_table("notes.txt"));
/// ```
pub fn is_table(file: &str) -> bool {
    file.ends_with(ENDING)
}

/// Writes a table: whole, or not at all. The threads compute its checksums.
///
/// ```
/// use noyes::pattern::table_format;
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
/// assert_eq!(store.names(), [table_format::file_name(&pattern)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    store: &dyn TableStore,
    table: &Table,
    threads: Threads<'_>,
) -> Result<(), StoreError> {
    let sums = block_checksums(table, threads);
    let header = header(table.pattern(), table.bits().len(), &sums);
    store.write(&file_name(table.pattern()), &[&header, table.bits(), &sums])
}

fn block_checksums(table: &Table, threads: Threads<'_>) -> Vec<u8> {
    let blocks = table.bits().len().div_ceil(BLOCK);
    let sums = threads.map(blocks, |block| checksum(table.bits(), block));
    sums.concat()
}

/// One number for the content of a table: the CRC-32 of its block checksums. A table that was
/// opened has it in its header, where it was checked; of one that was built here it is computed.
pub(crate) fn content_checksum(table: &Table, threads: Threads<'_>) -> u32 {
    match table.header() {
        Some(header) => u32::from_le_bytes([header[32], header[33], header[34], header[35]]),
        None => crc32(&block_checksums(table, threads)),
    }
}

/// Opens and checks the table of `pattern`: header, length and the checksum of every block, on the
/// guard's threads. The guard is asked between blocks, so that it can end the check of a table of
/// gigabytes: that is [`TableError::Stopped`].
///
/// Bytes that another user may have written are copied, and used only if their hash is the one that
/// is known of the pattern (see [`super::known_hashes`]).
///
/// `sets` are those of the pattern's size and number of tiles; with others the file is refused for
/// its length.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::{CellSetCache, table_format};
/// use noyes::store::MemoryStore;
/// use noyes::workers::Threads;
/// # use noyes::pattern::{Pattern, build};
/// # use noyes::Size;
/// # let pattern = Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?;
/// # let table = build(&pattern, &Guard::new(&Silent))?.table;
///
/// let store = MemoryStore::new();
/// table_format::write(&store, &table, Threads::ONE)?;
/// let sets = CellSetCache::default().of(&pattern);
/// let opened = table_format::open(&store, &pattern, sets, &Guard::new(&Silent))?;
/// assert_eq!(opened.bits(), table.bits());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn open(
    store: &dyn TableStore,
    pattern: &Pattern,
    sets: Arc<CellSets>,
    guard: &Guard<'_>,
) -> Result<Table, TableError> {
    let name = file_name(pattern);
    let file = File::read(store, &name)?;
    if file.check_header()? != *pattern {
        return Err(TableError::OtherPattern { file: file.name });
    }
    let length = Table::bytes(pattern, &sets);
    let bits = if file.bytes.is_shared() {
        file.copy_known_bits(pattern, length, guard)?
    } else {
        let span = file.check_bits(length, guard)?;
        TableBits::Stored(file.bytes, span)
    };
    Ok(Table::from_storage(pattern.clone(), sets, bits))
}

/// Checks a file without using it: which pattern it is the table of. Of a standard table the
/// content is held against its known hash too, also where it is trusted by its checksum.
///
/// `name` is that of a file in the store, with its ending. The guard is asked between blocks, as by
/// [`open`].
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::table_format;
/// use noyes::store::MemoryStore;
/// use noyes::workers::Threads;
/// # use noyes::pattern::{Pattern, build};
/// # use noyes::Size;
/// # let pattern = Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?;
/// # let table = build(&pattern, &Guard::new(&Silent))?.table;
///
/// let store = MemoryStore::new();
/// table_format::write(&store, &table, Threads::ONE)?;
/// let name = table_format::file_name(&pattern);
/// let guard = Guard::new(&Silent);
/// assert_eq!(table_format::verify(&store, &name, &guard)?, pattern);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    store: &dyn TableStore,
    name: &str,
    guard: &Guard<'_>,
) -> Result<Pattern, TableError> {
    let file = File::read(store, name)?;
    let pattern = file.check_header()?;
    let sets = CellSets::new(pattern.size(), pattern.tiles());
    let span = file.check_bits(Table::bytes(&pattern, &sets), guard)?;
    file.check_known_bits(&pattern, span, guard)?;
    Ok(pattern)
}

/// The pattern a file says it is the table of; only the header is checked.
///
/// `name` is that of a file in the store, with its ending.
///
/// ```
/// use noyes::pattern::table_format;
/// use noyes::store::MemoryStore;
/// use noyes::workers::Threads;
/// # use noyes::guard::{Guard, Silent};
/// # use noyes::pattern::{Pattern, build};
/// # use noyes::Size;
/// # let pattern = Pattern::new(Size::new(2, 3)?, 5, &[0, 1])?;
/// # let table = build(&pattern, &Guard::new(&Silent))?.table;
///
/// let store = MemoryStore::new();
/// table_format::write(&store, &table, Threads::ONE)?;
/// let name = table_format::file_name(&pattern);
/// assert_eq!(table_format::pattern(&store, &name)?, pattern);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pattern(store: &dyn TableStore, name: &str) -> Result<Pattern, TableError> {
    File::read(store, name)?.check_header()
}

fn header(pattern: &Pattern, length: usize, sums: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    let size = pattern.size();
    header[..8].copy_from_slice(&MAGIC);
    header[8..12].copy_from_slice(&version(size).to_le_bytes());
    header[12] = size.rows() as u8;
    header[13] = size.cols() as u8;
    header[14] = pattern.blank_home() as u8;
    let mask = pattern.mask().to_le_bytes();
    header[15] = mask[4];
    header[16..20].copy_from_slice(&mask[..4]);
    header[20..24].copy_from_slice(&(BLOCK as u32).to_le_bytes());
    header[24..32].copy_from_slice(&(length as u64).to_le_bytes());
    header[32..36].copy_from_slice(&crc32(sums).to_le_bytes());
    let sum = crc32(&header[..SIGNED]);
    header[SIGNED..SIGNED + 4].copy_from_slice(&sum.to_le_bytes());
    header
}

/// The checksum of a block of the bits.
fn checksum(bits: &[u8], block: usize) -> [u8; 4] {
    let end = bits.len().min((block + 1) * BLOCK);
    crc32(&bits[block * BLOCK..end]).to_le_bytes()
}

#[cfg(test)]
mod tests;
