//! The check of a file: nothing in it is used before its header, its length and the checksum of
//! every block agree.
//!
//! A file that another user may have written is copied, and the copy held against the hash that is
//! known of its pattern: the checksums are as easily forged as the bits, and the file can be
//! changed after the check.

use std::ops::Range;
use std::sync::OnceLock;

use super::{BLOCK, HEADER, MAGIC, SIGNED, TableError, checksum, file_name, version};
use crate::board::Size;
use crate::checksum::crc32;
use crate::guard::{Event, Guard, Stop};
use crate::pattern::table_bits::TableBits;
use crate::pattern::{Pattern, known_hashes};
use crate::store::{Bytes, TableStore};

/// The bytes under a name, while they are checked.
pub(super) struct File {
    pub(super) bytes: Bytes,
    pub(super) name: String,
}

impl File {
    /// Reads a file of a store.
    pub(super) fn read(store: &dyn TableStore, name: &str) -> Result<Self, TableError> {
        Ok(Self {
            bytes: store.read(name)?,
            name: store.locate(name),
        })
    }

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

    /// The pattern that a sound header names.
    pub(super) fn check_header(&self) -> Result<Pattern, TableError> {
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
        let mask = u64::from(bytes[15]) << 32 | u64::from(word(16));
        let homes: Vec<usize> = (0..40).filter(|cell| mask >> cell & 1 == 1).collect();
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

    /// A copy of the bits, once their `length` and their hash are those that are known.
    pub(super) fn copy_known_bits(
        &self,
        pattern: &Pattern,
        length: usize,
        guard: &Guard<'_>,
    ) -> Result<TableBits, TableError> {
        let expected = HEADER + length + 4 * length.div_ceil(BLOCK);
        if self.bytes.len() != expected {
            return Err(self.length(expected));
        }
        let Some(known) = known_hashes::of(&file_name(pattern)) else {
            return Err(TableError::Shared {
                file: self.name.clone(),
            });
        };
        let mut words: Vec<u64> = Vec::new();
        let reserved = words.try_reserve_exact(length / 8);
        reserved.map_err(|_| Stop::Memory)?;
        words.resize(length / 8, 0);
        let bits = &self.bytes[HEADER..HEADER + length];
        let threads = guard.threads();
        threads.for_each_chunk(&mut words, BLOCK / 8, |block, words| {
            let from = bits[block * BLOCK..].as_chunks::<8>().0;
            for (word, bytes) in words.iter_mut().zip(from) {
                *word = u64::from_le_bytes(*bytes);
            }
        });
        let copy = TableBits::from_words(words);
        let found = known_hashes::hash(copy.bytes(), threads, || tell_opening(guard))?;
        if found != known {
            return Err(self.forged());
        }
        Ok(copy)
    }

    /// That the bits are those that are known of a pattern, if any are.
    pub(super) fn check_known_bits(
        &self,
        pattern: &Pattern,
        span: Range<usize>,
        guard: &Guard<'_>,
    ) -> Result<(), TableError> {
        let Some(known) = known_hashes::of(&file_name(pattern)) else {
            return Ok(());
        };
        let bits = &self.bytes[span];
        let found = known_hashes::hash(bits, guard.threads(), || tell_opening(guard))?;
        if found == known {
            Ok(())
        } else {
            Err(self.forged())
        }
    }

    fn forged(&self) -> TableError {
        TableError::Forged {
            file: self.name.clone(),
        }
    }

    /// Where the bits lie, once their `length` and every checksum agree.
    pub(super) fn check_bits(
        &self,
        length: usize,
        guard: &Guard<'_>,
    ) -> Result<Range<usize>, TableError> {
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
