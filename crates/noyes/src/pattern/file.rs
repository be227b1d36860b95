//! The file of a table: written once, checked whenever opened, never believed unchecked.
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
//! Numbers are little-endian. A file is written under a temporary name in its own folder, synced
//! and renamed, so under its real name it is either whole or not there.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use memmap2::{Mmap, MmapOptions};
use rayon::prelude::*;

use super::cell_sets::CellSets;
use super::storage::Storage;
use super::{Pattern, Table};
use crate::board::Size;

const MAGIC: [u8; 8] = *b"NOYESTAB";
const HEADER: usize = 4096;
const SIGNED: usize = 36;
const BLOCK: usize = 1 << 20;

/// The version of the format for boards of a size.
fn version(size: Size) -> u32 {
    if CellSets::are_sorted(size) { 2 } else { 1 }
}

/// Why a table file cannot be used, or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system refused.
    #[error("{path}: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Not a table file at all.
    #[error(
        "{path} is not a table of noyes: remove it, or choose another folder with NOYES_TABLES"
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Written by another version.
    #[error(
        "{path} has version {found} of the table format, not {expected}: it will be built again"
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version it should have.
        expected: u32,
    },
    /// A table of another pattern.
    #[error("{path} is the table of another pattern than its name says: it will be built again")]
    OtherPattern {
        /// The file.
        path: PathBuf,
    },
    /// Too short or too long.
    #[error("{path} has {found} bytes instead of {expected}: it will be built again")]
    Length {
        /// The file.
        path: PathBuf,
        /// Its length.
        found: u64,
        /// The length it should have.
        expected: u64,
    },
    /// A checksum does not agree.
    #[error("{path} is damaged in {part}: it will be built again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where.
        part: String,
    },
}

impl FileError {
    fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Self + '_ {
        |source| Self::Io {
            path: path.to_path_buf(),
            source,
        }
    }

    /// Whether the file is simply not there.
    pub fn is_missing(&self) -> bool {
        use std::io::ErrorKind::{NotADirectory, NotFound};
        let missing = |kind| matches!(kind, NotFound | NotADirectory);
        matches!(self, Self::Io { source, .. } if missing(source.kind()))
    }
}

/// Writes a table under `path`: whole, or not at all.
pub fn write(table: &Table, path: &Path) -> Result<(), FileError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".building-")
        .tempfile_in(folder)
        .map_err(FileError::io(folder))?;
    let sums = checksums(table.bits());
    let mut write = || {
        let header = header(table.pattern(), table.bits().len(), &sums);
        write_in_pages(&mut file, &[&header, table.bits(), &sums])?;
        file.as_file().sync_all()
    };
    write().map_err(FileError::io(path))?;
    file.persist(path)
        .map_err(|error| FileError::io(path)(error.error))?;
    // The rename itself is on disk once the folder is.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Bytes of a large page.
const PAGE: usize = 2 << 20;

/// Writes these bytes one after the other, a large page at a time: so the system keeps them in large
/// pages, and the map of the file misses less.
fn write_in_pages(file: &mut impl Write, parts: &[&[u8]]) -> std::io::Result<()> {
    let mut page = Vec::with_capacity(PAGE);
    for part in parts {
        let mut rest = *part;
        while !rest.is_empty() {
            let (now, after) = rest.split_at(rest.len().min(PAGE - page.len()));
            page.extend_from_slice(now);
            rest = after;
            if page.len() == PAGE {
                file.write_all(&page)?;
                page.clear();
            }
        }
    }
    file.write_all(&page)
}

/// Opens and checks the table of `pattern`: header, length and the checksum of every block.
pub fn open(pattern: &Pattern, path: &Path) -> Result<Table, FileError> {
    let map = map(path)?;
    let found = check_header(&map, path)?;
    if found != *pattern {
        return Err(FileError::OtherPattern {
            path: path.to_path_buf(),
        });
    }
    let sets = CellSets::shared(pattern.size(), pattern.tiles());
    let span = check_bits(&map, pattern, path)?;
    Ok(Table::from_storage(
        pattern.clone(),
        sets,
        Storage::Mapped(map, span),
    ))
}

/// Checks a file without using it: which pattern it is the table of.
pub fn verify(path: &Path) -> Result<Pattern, FileError> {
    let map = map(path)?;
    let pattern = check_header(&map, path)?;
    check_bits(&map, &pattern, path)?;
    Ok(pattern)
}

/// The pattern a file says it is the table of; only the header is checked.
pub fn pattern(path: &Path) -> Result<Pattern, FileError> {
    check_header(&map(path)?, path)
}

fn map(path: &Path) -> Result<Mmap, FileError> {
    let file = File::open(path).map_err(FileError::io(path))?;
    // SAFETY: the map is read-only, and our own files are replaced by renaming, never changed in
    // place; whoever cuts one short under a running process ends that process, not its answers.
    let map = unsafe { MmapOptions::new().map(&file) }.map_err(FileError::io(path))?;
    // Fewer misses in the page tables where the system can do it; nothing is lost where not.
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    Ok(map)
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
    header[32..36].copy_from_slice(&crc32fast::hash(sums).to_le_bytes());
    let sum = crc32fast::hash(&header[..SIGNED]);
    header[SIGNED..SIGNED + 4].copy_from_slice(&sum.to_le_bytes());
    header
}

fn check_header(map: &[u8], path: &Path) -> Result<Pattern, FileError> {
    let path = || path.to_path_buf();
    let damaged = |part: &str| FileError::Damaged {
        path: path(),
        part: part.to_owned(),
    };
    if map.len() < MAGIC.len() || map[..8] != MAGIC {
        return Err(FileError::Foreign { path: path() });
    }
    if map.len() < HEADER {
        return Err(FileError::Length {
            path: path(),
            found: map.len() as u64,
            expected: HEADER as u64,
        });
    }
    let word = |at: usize| u32::from_le_bytes([map[at], map[at + 1], map[at + 2], map[at + 3]]);
    if crc32fast::hash(&map[..SIGNED]) != word(SIGNED) || word(20) != BLOCK as u32 {
        return Err(damaged("its header"));
    }
    let homes: Vec<usize> = (0..32).filter(|cell| word(16) >> cell & 1 == 1).collect();
    let size =
        Size::new(usize::from(map[12]), usize::from(map[13])).map_err(|_| damaged("its header"))?;
    if word(8) != version(size) {
        return Err(FileError::Version {
            path: path(),
            found: word(8),
            expected: version(size),
        });
    }
    Pattern::new(size, usize::from(map[14]), &homes).map_err(|_| damaged("its header"))
}

/// Where the bits lie, once length and every checksum agree.
fn check_bits(
    map: &[u8],
    pattern: &Pattern,
    path: &Path,
) -> Result<std::ops::Range<usize>, FileError> {
    let length = Table::bytes(pattern);
    let expected = HEADER + length + 4 * length.div_ceil(BLOCK);
    let damaged = |part: String| FileError::Damaged {
        path: path.to_path_buf(),
        part,
    };
    if map.len() != expected {
        return Err(FileError::Length {
            path: path.to_path_buf(),
            found: map.len() as u64,
            expected: expected as u64,
        });
    }
    let span = HEADER..HEADER + length;
    let sums = &map[span.end..];
    if map[24..32] != (length as u64).to_le_bytes()
        || map[32..36] != crc32fast::hash(sums).to_le_bytes()
    {
        return Err(damaged("its checksums".to_owned()));
    }
    let blocks = map[span.clone()].par_chunks(BLOCK).zip(sums.par_chunks(4));
    let broken = blocks
        .enumerate()
        .find_first(|(_, (block, sum))| crc32fast::hash(block).to_le_bytes() != **sum);
    match broken {
        Some((number, _)) => Err(damaged(format!("block {number} of its bits"))),
        None => Ok(span),
    }
}

fn checksums(bits: &[u8]) -> Vec<u8> {
    let sum = |block: &[u8]| crc32fast::hash(block).to_le_bytes();
    bits.par_chunks(BLOCK).flat_map_iter(sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::{Guard, Silent};
    use crate::pattern::build;

    /// Tables of large boards take long to build: a change that is not theirs must not cost them.
    #[test]
    fn only_files_whose_rows_have_moved_are_of_another_version() {
        let folder = tempfile::tempdir().unwrap();
        for (side, is_old) in [(4, true), (5, false)] {
            let size = Size::new(side, side).unwrap();
            let pattern = Pattern::new(size, side * side - 1, &[0, 1]).unwrap();
            let table = build(&pattern, &Guard::new(&Silent)).unwrap().table;
            let path = folder.path().join("a.table");
            write(&table, &path).unwrap();
            let mut bytes = std::fs::read(&path).unwrap();
            bytes[8] = 1;
            let sum = crc32fast::hash(&bytes[..SIGNED]);
            bytes[SIGNED..SIGNED + 4].copy_from_slice(&sum.to_le_bytes());
            std::fs::write(&path, bytes).unwrap();
            let opened = open(&pattern, &path);
            assert_eq!(
                matches!(opened, Err(FileError::Version { found: 1, .. })),
                is_old
            );
            assert_eq!(opened.is_ok(), !is_old);
        }
    }

    #[test]
    fn whole_files_open_and_broken_ones_do_not() {
        let size = Size::new(3, 3).unwrap();
        let pattern = Pattern::new(size, 8, &[0, 1, 2, 4]).unwrap();
        let table = build(&pattern, &Guard::new(&Silent)).unwrap().table;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.table");
        write(&table, &path).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        assert_eq!(open(&pattern, &path).unwrap().bits(), table.bits());
        assert_eq!(verify(&path).unwrap(), pattern);
        let other = Pattern::new(size, 8, &[0, 1, 2, 5]).unwrap();
        assert!(matches!(
            open(&other, &path),
            Err(FileError::OtherPattern { .. })
        ));

        let whole = std::fs::read(&path).unwrap();
        let refuses = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(verify(&path).is_err(), open(&pattern, &path).is_err());
            verify(&path).unwrap_err()
        };
        for place in [
            8,
            12,
            14,
            16,
            24,
            32,
            36,
            HEADER,
            whole.len() / 2 + HEADER / 2,
            whole.len() - 1,
        ] {
            let mut bytes = whole.clone();
            bytes[place] ^= 4;
            refuses(&bytes);
        }
        for length in [1, 8, 100, HEADER, whole.len() - 1] {
            refuses(&whole[..length]);
        }
        let longer = [&whole[..], &[0]].concat();
        assert!(matches!(refuses(&longer), FileError::Length { .. }));
        assert!(matches!(
            refuses(b"hello, I am text"),
            FileError::Foreign { .. }
        ));
        let missing = open(&pattern, &folder.path().join("none")).unwrap_err();
        assert!(missing.is_missing());
    }
}
