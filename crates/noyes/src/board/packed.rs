//! Arrangements packed for search: equal, hashed and copied as one word where they fit.
//!
//! A search keeps millions of arrangements, so their form decides its memory. Three forms:
//!
//! ```text
//! cells     form        bytes
//! ≤ 16      u64         8       4 bits a cell, cell 0 in the lowest bits
//! ≤ 25      u128        16      5 bits a cell, cell 0 in the lowest bits
//! more      Box<[u16]>  2 a cell and a fat pointer
//! ```
//!
//! What a cell holds is a label below the number of cells, in practice the tile's goal cell.

use std::fmt::Debug;
use std::hash::Hash;

/// Something that tells which label each cell holds.
pub trait Cells {
    /// The label in `cell`. `cell` must be on the board.
    fn at(&self, cell: usize) -> usize;
}

impl Cells for [u16] {
    #[inline]
    fn at(&self, cell: usize) -> usize {
        usize::from(self[cell])
    }
}

/// A whole arrangement in packed form.
pub trait Packed: Cells + Clone + Eq + Hash + Debug + Send + Sync {
    /// The most cells this form can hold.
    const MOST_CELLS: usize;

    /// Packs labels, each below their number, which is at most [`Packed::MOST_CELLS`].
    fn pack(labels: &[u16]) -> Self;

    /// The arrangement with the labels of two cells exchanged. The cells must differ.
    fn swapped(&self, a: usize, b: usize) -> Self;

    /// Bytes of heap memory one such value owns on a board of `cells` cells.
    fn heap_bytes(cells: usize) -> usize;
}

macro_rules! packed_word {
    ($word:ty, $bits:expr, $most:expr) => {
        impl Cells for $word {
            #[inline]
            fn at(&self, cell: usize) -> usize {
                (self >> ($bits * cell)) as usize & ((1 << $bits) - 1)
            }
        }

        impl Packed for $word {
            const MOST_CELLS: usize = $most;

            fn pack(labels: &[u16]) -> Self {
                debug_assert!(labels.len() <= Self::MOST_CELLS);
                let join = |word, &label: &u16| word << $bits | <$word>::from(label);
                labels.iter().rev().fold(0, join)
            }

            #[inline]
            fn swapped(&self, a: usize, b: usize) -> Self {
                debug_assert_ne!(a, b);
                let change = (self.at(a) ^ self.at(b)) as $word;
                self ^ (change << ($bits * a) | change << ($bits * b))
            }

            fn heap_bytes(_cells: usize) -> usize {
                0
            }
        }
    };
}

packed_word!(u64, 4, 16);
packed_word!(u128, 5, 25);

impl Cells for Box<[u16]> {
    #[inline]
    fn at(&self, cell: usize) -> usize {
        usize::from(self[cell])
    }
}

impl Packed for Box<[u16]> {
    const MOST_CELLS: usize = usize::MAX;

    fn pack(labels: &[u16]) -> Self {
        labels.into()
    }

    fn swapped(&self, a: usize, b: usize) -> Self {
        let mut cells = self.clone();
        cells.swap(a, b);
        cells
    }

    fn heap_bytes(cells: usize) -> usize {
        // The allocator rounds up to its granule and keeps a header.
        (2 * cells + 8).next_multiple_of(16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn agree<P: Packed>(labels: &[u16], a: usize, b: usize) {
        let packed = P::pack(labels);
        let mut plain = labels.to_vec();
        for (cell, &label) in labels.iter().enumerate() {
            assert_eq!(packed.at(cell), usize::from(label));
        }
        plain.swap(a, b);
        assert_eq!(packed.swapped(a, b), P::pack(&plain));
    }

    proptest! {
        #[test]
        fn forms_agree_with_plain_cells(
            labels in (4usize..=25).prop_flat_map(|n| Just((0..n as u16).collect::<Vec<_>>()).prop_shuffle()),
            a in 0usize..100,
            step in 1usize..4,
        ) {
            let (a, b) = (a % labels.len(), (a + step) % labels.len());
            prop_assume!(a != b);
            if labels.len() <= 16 {
                agree::<u64>(&labels, a, b);
            }
            agree::<u128>(&labels, a, b);
            agree::<Box<[u16]>>(&labels, a, b);
        }
    }
}
