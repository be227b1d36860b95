//! Where a table's bits live: in memory of its own, or inside bytes of a store.

use std::fmt;
use std::ops::Range;

use crate::store::Bytes;

/// Bytes that never change.
pub(crate) enum TableBits {
    /// Words of a table just built.
    Owned(Vec<u64>),
    /// A span of what a store has given.
    Stored(Bytes, Range<usize>),
}

impl fmt::Debug for TableBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self {
            Self::Owned(_) => "Owned",
            Self::Stored(..) => "Stored",
        };
        write!(f, "{kind}({} bytes)", self.bytes().len())
    }
}

impl TableBits {
    pub(crate) fn from_words(words: Vec<u64>) -> Self {
        Self::Owned(words)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Owned(words) => as_bytes(words),
            Self::Stored(bytes, span) => &bytes[span.clone()],
        }
    }

    /// What comes before the bits in the file that they are in.
    pub(crate) fn header(&self) -> Option<&[u8]> {
        match self {
            Self::Owned(_) => None,
            Self::Stored(bytes, span) => Some(&bytes[..span.start]),
        }
    }
}

/// The words as they lie in memory; files are little-endian, as every machine we run on is.
fn as_bytes(words: &[u64]) -> &[u8] {
    const { assert!(cfg!(target_endian = "little")) }
    // SAFETY: the span is that of the slice, u8 needs no alignment and every byte of a u64 is
    // initialised; the lifetime is the slice's own.
    unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), size_of_val(words)) }
}
