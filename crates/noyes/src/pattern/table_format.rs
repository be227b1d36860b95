//! The bytes of a table in a store: written once, checked whenever opened, never believed
//! unchecked.
//!
//! ```text
//! offset        bytes
//! 0             8        "NOYESTAB"
//! 8             4        version: 2, or 1 where the rows are in order of rank (see `cell_sets`)
//! 12            3 + 1    rows, columns, goal cell of the blank, 0
//! 16            4        goal cells of the tiles, a bit a cell
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
//! find what was damaged since.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::cell_sets::CellSets;
use super::table_bits::TableBits;
use super::{Pattern, Table};
use crate::board::Size;
use crate::checksum::crc32;
use crate::guard::{Event, Guard, Silent, Stop};
use crate::store::{Bytes, StoreError, TableStore};
use crate::workers::Threads;

const MAGIC: [u8; 8] = *b"NOYESTAB";
const HEADER: usize = 4096;
const SIGNED: usize = 36;
const BLOCK: usize = 1 << 20;

/// The version of the format for boards of a size.
fn version(size: Size) -> u32 {
    if CellSets::are_sorted(size) { 2 } else { 1 }
}

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
    /// The guard ended the check before its end.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl TableError {
    /// Whether the file is simply not there.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Store(StoreError::Missing { .. }))
    }
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

/// Writes a table: whole, or not at all.
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
    let blocks = table.bits().len().div_ceil(BLOCK);
    let sums = threads.map(blocks, |block| checksum(table.bits(), block));
    let sums = sums.concat();
    let header = header(table.pattern(), table.bits().len(), &sums);
    store.write(&file_name(table.pattern()), &[&header, table.bits(), &sums])
}

/// Opens and checks the table of `pattern`: header, length and the checksum of every block, on the
/// guard's threads. The guard is asked between blocks, so that it can end the check of a table of
/// gigabytes: that is [`TableError::Stopped`].
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
    let file = File {
        bytes: store.read(&name)?,
        name: store.locate(&name),
    };
    if file.check_header()? != *pattern {
        return Err(TableError::OtherPattern { file: file.name });
    }
    let span = file.check_bits(Table::bytes(pattern, &sets), guard)?;
    Ok(Table::from_storage(
        pattern.clone(),
        sets,
        TableBits::Stored(file.bytes, span),
    ))
}

/// Checks a file without using it: which pattern it is the table of.
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
/// assert_eq!(table_format::verify(&store, &name, Threads::ONE)?, pattern);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    store: &dyn TableStore,
    name: &str,
    threads: Threads<'_>,
) -> Result<Pattern, TableError> {
    let file = File {
        bytes: store.read(name)?,
        name: store.locate(name),
    };
    let pattern = file.check_header()?;
    let sets = CellSets::new(pattern.size(), pattern.tiles());
    file.check_bits(
        Table::bytes(&pattern, &sets),
        &Guard::new(&Silent).on(threads),
    )?;
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
    let file = File {
        bytes: store.read(name)?,
        name: store.locate(name),
    };
    file.check_header()
}

fn header(pattern: &Pattern, length: usize, sums: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    let size = pattern.size();
    header[..8].copy_from_slice(&MAGIC);
    header[8..12].copy_from_slice(&version(size).to_le_bytes());
    header[12] = size.rows() as u8;
    header[13] = size.cols() as u8;
    header[14] = pattern.blank_home() as u8;
    header[16..20].copy_from_slice(&pattern.mask().to_le_bytes());
    header[20..24].copy_from_slice(&(BLOCK as u32).to_le_bytes());
    header[24..32].copy_from_slice(&(length as u64).to_le_bytes());
    header[32..36].copy_from_slice(&crc32(sums).to_le_bytes());
    let sum = crc32(&header[..SIGNED]);
    header[SIGNED..SIGNED + 4].copy_from_slice(&sum.to_le_bytes());
    header
}

/// The bytes under a name, while they are checked.
struct File {
    bytes: Bytes,
    name: String,
}

impl File {
    fn damaged(&self, part: &str) -> TableError {
        TableError::Damaged {
            file: self.name.clone(),
            part: part.to_owned(),
        }
    }

    fn length(&self, expected: usize) -> TableError {
        TableError::Length {
            file: self.name.clone(),
            found: self.bytes.len() as u64,
            expected: expected as u64,
        }
    }

    fn check_header(&self) -> Result<Pattern, TableError> {
        let bytes = &*self.bytes;
        if bytes.len() < MAGIC.len() || bytes[..8] != MAGIC {
            return Err(TableError::Foreign {
                file: self.name.clone(),
            });
        }
        if bytes.len() < HEADER {
            return Err(self.length(HEADER));
        }
        let word = |at: usize| {
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        if crc32(&bytes[..SIGNED]) != word(SIGNED) || word(20) != BLOCK as u32 {
            return Err(self.damaged("its header"));
        }
        let homes: Vec<usize> = (0..32).filter(|cell| word(16) >> cell & 1 == 1).collect();
        let size = Size::new(usize::from(bytes[12]), usize::from(bytes[13]))
            .map_err(|_| self.damaged("its header"))?;
        if word(8) != version(size) {
            return Err(TableError::Version {
                file: self.name.clone(),
                found: word(8),
                expected: version(size),
            });
        }
        Pattern::new(size, usize::from(bytes[14]), &homes).map_err(|_| self.damaged("its header"))
    }

    /// Where the bits lie, once their `length` and every checksum agree.
    fn check_bits(&self, length: usize, guard: &Guard<'_>) -> Result<Range<usize>, TableError> {
        let bytes = &*self.bytes;
        let expected = HEADER + length + 4 * length.div_ceil(BLOCK);
        if bytes.len() != expected {
            return Err(self.length(expected));
        }
        let span = HEADER..HEADER + length;
        let sums = &bytes[span.end..];
        if bytes[24..32] != (length as u64).to_le_bytes()
            || bytes[32..36] != crc32(sums).to_le_bytes()
        {
            return Err(self.damaged("its checksums"));
        }
        let (bits, stopped) = (&bytes[span.clone()], OnceLock::new());
        let is_sound = |block: usize| {
            if stopped.get().is_none()
                && let Err(stop) = tell_opening(guard)
            {
                let _ = stopped.set(stop);
            }
            stopped.get().is_some() || checksum(bits, block) == sums[4 * block..4 * block + 4]
        };
        let sound = guard.threads().map(length.div_ceil(BLOCK), is_sound);
        if let Some(&stop) = stopped.get() {
            return Err(stop.into());
        }
        match sound.iter().position(|is_sound| !is_sound) {
            Some(block) => Err(self.damaged(&format!("block {block} of its bits"))),
            None => Ok(span),
        }
    }
}

/// The checksum of a block of the bits.
fn checksum(bits: &[u8], block: usize) -> [u8; 4] {
    let end = bits.len().min((block + 1) * BLOCK);
    crc32(&bits[block * BLOCK..end]).to_le_bytes()
}

/// How tables that are opened are named in events.
pub(crate) const OPENING: &str = "opening tables";

/// Tells a guard that tables are being opened.
fn tell_opening(guard: &Guard<'_>) -> Result<(), Stop> {
    guard.tell(&Event::Table {
        name: OPENING.to_owned(),
        done: 0,
        total: 1,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::guard::{Control, Observer};
    use crate::pattern::build;
    use crate::store::MemoryStore;

    fn built(size: Size, homes: &[usize]) -> Table {
        let pattern = Pattern::new(size, size.cells() - 1, homes).unwrap();
        build(&pattern, &Guard::new(&Silent)).unwrap().table
    }

    fn opened(store: &MemoryStore, pattern: &Pattern) -> Result<Table, TableError> {
        let sets = CellSets::new(pattern.size(), pattern.tiles());
        open(store, pattern, Arc::new(sets), &Guard::new(&Silent))
    }

    #[test]
    fn only_sorted_rows_have_a_new_version() {
        for (side, is_old) in [(4, true), (5, false)] {
            let table = built(Size::new(side, side).unwrap(), &[0, 1]);
            let store = MemoryStore::new();
            write(&store, &table, Threads::ONE).unwrap();
            let name = file_name(table.pattern());
            let mut bytes = store.read(&name).unwrap().to_vec();
            bytes[8] = 1;
            let sum = crc32(&bytes[..SIGNED]);
            bytes[SIGNED..SIGNED + 4].copy_from_slice(&sum.to_le_bytes());
            store.write(&name, &[&bytes]).unwrap();
            let opened = opened(&store, table.pattern());
            assert_eq!(
                matches!(opened, Err(TableError::Version { found: 1, .. })),
                is_old
            );
            assert_eq!(opened.is_ok(), !is_old);
        }
    }

    /// Says stop after so many events.
    struct StopAfter(AtomicUsize);

    impl Observer for StopAfter {
        fn on(&self, _: &Event) -> Control {
            match self.0.fetch_sub(1, Ordering::Relaxed) {
                1 => Control::Stop,
                _ => Control::Continue,
            }
        }
    }

    #[test]
    fn opening_a_large_table_can_be_stopped_in_between() {
        let table = built(Size::new(4, 4).unwrap(), &[0, 1, 2, 3, 4, 5, 6]);
        let store = MemoryStore::new();
        write(&store, &table, Threads::ONE).unwrap();
        let blocks = table.bits().len().div_ceil(BLOCK);
        let open = |events| {
            let sets = CellSets::new(table.pattern().size(), table.pattern().tiles());
            let observer = StopAfter(AtomicUsize::new(events));
            let opened = open(
                &store,
                table.pattern(),
                Arc::new(sets),
                &Guard::new(&observer),
            );
            (opened, observer.0.into_inner())
        };
        let (opened, left) = open(3);
        assert!(matches!(opened, Err(TableError::Stopped(Stop::Observer))));
        assert_eq!(left, 0, "nothing was checked after the stop");
        let (opened, left) = open(1000);
        assert_eq!(opened.unwrap().bits(), table.bits());
        assert_eq!(left, 1000 - blocks, "the guard is asked for each block");
    }

    #[test]
    fn whole_files_open_and_broken_ones_do_not() {
        let size = Size::new(3, 3).unwrap();
        let table = built(size, &[0, 1, 2, 4]);
        let pattern = table.pattern();
        let store = MemoryStore::new();
        write(&store, &table, Threads::ONE).unwrap();
        let name = file_name(pattern);
        assert_eq!(opened(&store, pattern).unwrap().bits(), table.bits());
        assert_eq!(verify(&store, &name, Threads::ONE).unwrap(), *pattern);
        let whole = store.read(&name).unwrap().to_vec();
        let other = Pattern::new(size, 8, &[0, 1, 2, 5]).unwrap();
        store.write(&file_name(&other), &[&whole]).unwrap();
        let error = opened(&store, &other).unwrap_err();
        assert!(matches!(error, TableError::OtherPattern { .. }));

        let refuses = |bytes: &[u8]| {
            store.write(&name, &[bytes]).unwrap();
            assert!(opened(&store, pattern).is_err());
            verify(&store, &name, Threads::ONE).unwrap_err()
        };
        let middle = whole.len() / 2 + HEADER / 2;
        for place in [8, 12, 14, 16, 24, 32, 36, HEADER, middle, whole.len() - 1] {
            let mut bytes = whole.clone();
            bytes[place] ^= 4;
            refuses(&bytes);
        }
        for length in [1, 8, 100, HEADER, whole.len() - 1] {
            refuses(&whole[..length]);
        }
        let longer = [&whole[..], &[0]].concat();
        assert!(matches!(refuses(&longer), TableError::Length { .. }));
        let text = refuses(b"hello, I am text");
        assert!(matches!(text, TableError::Foreign { .. }));
        store.remove(&name).unwrap();
        assert!(opened(&store, pattern).unwrap_err().is_missing());
    }
}
