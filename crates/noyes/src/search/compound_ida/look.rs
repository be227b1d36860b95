//! Where the bit of a child lies in one table, and what it says.
//!
//! Some thirty instructions, done five times for every child generated: here the search spends its
//! time. Three things keep them few. All that a slide and a table have to say is laid out before,
//! so that nothing is worked out twice; the place of a set of cells is the sum of two look-ups, one
//! for its upper cells and one for its lower; and a slide along a row, which keeps the order of the
//! tiles, does not ask what becomes of it.

use super::kind::{Set, halves};
use super::lookups::{DISTANCE, Lookups, Seen, Touch};
use crate::search::prefetch::prefetch;

/// A child as one table sees it.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// The byte with the bit; at first the set.
    byte: *const u8,
    /// The state's word: its cells after the slide; its distance as before until it is read.
    pub word: u32,
    /// The rank of the tiles' order after the slide.
    pub perm: u16,
    /// Which bit of the byte.
    bit: u8,
}

impl Look {
    /// Nothing, to fill arrays with.
    pub const NONE: Self = Self {
        byte: std::ptr::null(),
        word: 0,
        perm: 0,
        bit: 0,
    };

    /// 1 if the distance rises, 0 if it falls.
    ///
    /// # Safety
    ///
    /// The look must have been through [`Look::find`].
    #[inline(always)]
    pub unsafe fn rises(&self) -> u32 {
        // SAFETY: the caller's.
        let byte = u32::from(unsafe { *self.byte });
        // The table tells bit 1 of the new distance, and those of h + 1 and of h − 1 differ.
        let above = self.word.wrapping_add(1 << DISTANCE) >> (DISTANCE + 1);
        !(byte >> self.bit ^ above) & 1
    }

    /// As [`Look::rises`], and the word gets the new distance.
    ///
    /// # Safety
    ///
    /// The look must have been through [`Look::find`], and be read only once.
    #[inline(always)]
    pub unsafe fn read(&mut self) -> u32 {
        // SAFETY: the caller's.
        let rises = unsafe { self.rises() };
        let change = (2 * rises).wrapping_sub(1) << DISTANCE;
        self.word = self.word.wrapping_add(change);
        rises
    }
}

/// Finds the set of a child in one table, and asks memory for it. `TURNS` may be false where the
/// slide keeps the order of the tiles.
///
/// `word` and `perm` must be the parent's in the state of `touch`, which must hold the tile that
/// slides, and `seen` the slide as its view sees it: then every index here is one of its table's.
#[inline(always)]
pub(super) fn aim<const TURNS: bool>(
    lookups: &Lookups,
    seen: &Seen,
    touch: &Touch,
    word: u32,
    perm: u16,
) -> Look {
    let perm = if TURNS {
        let past = (word & seen.between).count_ones();
        let place = (word & seen.below).count_ones();
        let rotation = (2 * past + seen.forward) * u32::from(touch.tiles) + place;
        let rotation = if past == 0 { 0 } else { rotation };
        let at = rotation * u32::from(touch.perms) + u32::from(perm);
        // SAFETY: the rotation is one of the table's and the rank below the number of permutations.
        unsafe { *touch.rotations.add(at as usize) }
    } else {
        perm
    };
    let word = word ^ seen.flip;
    let (low, high) = halves(word);
    // SAFETY: the place is that of a set of as many cells as the pattern has tiles.
    let set = unsafe {
        let place = *touch.highs.add(high) + u32::from(*lookups.lows.get_unchecked(low));
        touch.sets.add(place as usize)
    };
    prefetch(set.cast());
    Look {
        byte: set.cast(),
        word,
        perm,
        bit: 0,
    }
}

impl Look {
    /// Finds the bit of a child, and asks memory for it.
    ///
    /// # Safety
    ///
    /// The look must come from [`aim`], with the same slide and state.
    #[inline(always)]
    pub unsafe fn find(&mut self, seen: &Seen, touch: &Touch) {
        // SAFETY: `aim` left the set there.
        let set = unsafe { *self.byte.cast::<Set>() };
        let (_, high) = halves(self.word);
        // SAFETY: the word's upper cells and the set's cut are of this kind.
        let (first, cut) = unsafe { (*touch.rows.add(high), &*touch.cuts.add(set.cut())) };
        let row = first + set.row() + cut.region(seen);
        let at = usize::from(self.perm) * touch.stride as usize + (row >> 3) as usize;
        // SAFETY: the rank is below the number of permutations and the row below the number of
        // rows, so the byte is one of the table's.
        self.byte = unsafe { touch.bits.add(at) };
        self.bit = row as u8 & 7;
        prefetch(self.byte);
    }
}
