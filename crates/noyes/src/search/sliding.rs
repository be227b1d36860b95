//! One arrangement whose tiles slide forth and back, for searches that store only their path.

use std::fmt::Debug;

use crate::board::Packed;

/// A packed arrangement that is slid in place.
///
/// There are two: a word for up to 16 cells, which is put back as a whole, and a slice for all
/// others, where two cells are exchanged again.
pub(super) trait Sliding: Packed {
    /// What is kept of the arrangement before a slide.
    type Before: Copy + Debug;

    /// Exchanges the blank with a tile beside it.
    fn slide(&mut self, from: usize, to: usize) -> Self::Before;

    /// Takes the last slide back.
    fn take_back(&mut self, before: Self::Before, from: usize, to: usize);
}

impl Sliding for u64 {
    type Before = u64;

    #[inline]
    fn slide(&mut self, from: usize, to: usize) -> u64 {
        let before = *self;
        *self = before.swapped(from, to);
        before
    }

    #[inline]
    fn take_back(&mut self, before: u64, _from: usize, _to: usize) {
        *self = before;
    }
}

impl Sliding for Box<[u16]> {
    type Before = ();

    #[inline]
    fn slide(&mut self, from: usize, to: usize) {
        self.swap(from, to);
    }

    #[inline]
    fn take_back(&mut self, (): (), from: usize, to: usize) {
        self.swap(from, to);
    }
}

/// Evaluates an expression with a type alias for the form that slides a number of cells quickest.
macro_rules! with_sliding {
    ($cells:expr, $form:ident => $body:expr) => {
        if $cells <= <u64 as $crate::board::Packed>::MOST_CELLS {
            type $form = u64;
            $body
        } else {
            type $form = Box<[u16]>;
            $body
        }
    };
}
pub(super) use with_sliding;

#[cfg(test)]
mod tests {
    use super::*;

    fn forth_and_back<T: Sliding>() {
        let labels: Vec<u16> = vec![3, 1, 0, 2];
        let mut tiles = T::pack(&labels);
        let before = tiles.slide(1, 3);
        assert_eq!(tiles, T::pack(&[3, 2, 0, 1]));
        tiles.take_back(before, 1, 3);
        assert_eq!(tiles, T::pack(&labels));
    }

    #[test]
    fn a_slide_is_taken_back() {
        forth_and_back::<u64>();
        forth_and_back::<Box<[u16]>>();
    }
}
