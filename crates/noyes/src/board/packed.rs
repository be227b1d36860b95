//! Arrangements packed for search: equal, hashed and copied as one word where they fit.
//!
//! # Idea
//!
//! A search stores millions of arrangements, so their form decides its memory. There are three:
//!
//! ```text
//! cells     form        bytes
//! ≤ 16      u64         8       4 bits a cell, cell 0 in the lowest bits
//! ≤ 25      u128        16      5 bits a cell, cell 0 in the lowest bits
//! more      Box<[u16]>  2 a cell and a fat pointer
//! ```
//!
//! Every search is compiled for each form. WebAssembly, which is downloaded and has no words of 128
//! bits, leaves the second one out: its searches are made for boards of up to 16 cells.
//!
//! # Invariants
//!
//! A cell holds a label below the number of cells: the tile's goal cell, in searches.

use std::fmt::Debug;
use std::hash::Hash;

/// An arrangement that tells the label of each cell.
///
/// ```
/// use noyes::board::Cells;
///
/// let labels: &[u16] = &[3, 0, 1, 2];
/// assert_eq!(labels.at(0), 3);
/// ```
pub trait Cells {
    /// The label in `cell`, which must be on the board: with another cell the result means
    /// nothing, or the call panics.
    ///
    /// ```
    /// use noyes::board::{Cells, Packed};
    ///
    /// // The same arrangement, plain and packed.
    /// let labels: &[u16] = &[3, 0, 1, 2];
    /// assert_eq!(labels.at(2), u64::pack(labels).at(2));
    /// ```
    fn at(&self, cell: usize) -> usize;
}

impl Cells for [u16] {
    #[inline]
    fn at(&self, cell: usize) -> usize {
        usize::from(self[cell])
    }
}

/// A whole arrangement in packed form.
///
/// ```
/// use noyes::board::{Cells, Packed};
///
/// let packed = u64::pack(&[3, 0, 1, 2]);
/// assert_eq!(packed.swapped(0, 1), u64::pack(&[0, 3, 1, 2]));
/// assert_eq!(packed.at(3), 2);
/// ```
pub trait Packed: Cells + Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// The most cells this form can hold.
    ///
    /// ```
    /// use noyes::board::Packed;
    ///
    /// assert_eq!((u64::MOST_CELLS, u128::MOST_CELLS), (16, 25));
    /// ```
    const MOST_CELLS: usize;

    /// Packs labels. Each must be below their number, which must be at most
    /// [`Packed::MOST_CELLS`]: others overflow into the bits of their neighbours, or the call
    /// panics.
    ///
    /// ```
    /// use noyes::board::Packed;
    ///
    /// // Four bits a cell, cell 0 in the lowest.
    /// assert_eq!(u64::pack(&[3, 0, 1, 2]), 0x2103);
    /// ```
    fn pack(labels: &[u16]) -> Self;

    /// The arrangement with the labels of two different cells exchanged. Both cells must be on the
    /// board: with another one the result means nothing, or the call panics.
    ///
    /// ```
    /// use noyes::board::Packed;
    ///
    /// assert_eq!(u64::pack(&[3, 0, 1, 2]).swapped(0, 3), u64::pack(&[2, 0, 1, 3]));
    /// ```
    fn swapped(&self, a: usize, b: usize) -> Self;

    /// Bytes of heap memory one such value owns on a board of `cells` cells.
    ///
    /// ```
    /// use noyes::board::Packed;
    ///
    /// assert_eq!(u64::heap_bytes(16), 0);
    /// // Two bytes a cell, and what the allocator adds.
    /// assert!(<Box<[u16]>>::heap_bytes(36) >= 72);
    /// ```
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

/// Evaluates an expression with a type alias for the smallest form that holds a number of cells:
/// `with_packed!(cells, P => search::<P>(instance))`.
macro_rules! with_packed {
    ($cells:expr, $form:ident => $body:expr) => {{
        let cells: usize = $cells;
        if cells <= <u64 as $crate::board::Packed>::MOST_CELLS {
            type $form = u64;
            $body
        } else if !cfg!(target_family = "wasm")
            && cells <= <u128 as $crate::board::Packed>::MOST_CELLS
        {
            type $form = u128;
            $body
        } else {
            type $form = Box<[u16]>;
            $body
        }
    }};
}
pub(crate) use with_packed;

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
