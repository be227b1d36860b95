//! One probe of a pattern table: where the bit of a child lies, and what it says.
//!
//! A probe takes some thirty instructions and is done about five times for each generated child.
//! The search spends most of its time here. Three things keep the instructions few:
//!
//! * All that depends only on a slide or only on a table is laid out beforehand (see
//!   `probe_tables`).
//! * The rank of a set of cells is the sum of two table entries (see `index_tables`).
//! * A slide along a row keeps the order of the tiles, so its permutation is not looked up.
//!
//! A probe has three steps, and the caller works on other children between them:
//! [`Probe::locate_set`] prefetches the set of cells, [`Probe::locate_bit`] prefetches the bit, and
//! [`Probe::read`] reads it.

use super::index_tables::CellSet;
use super::probe_tables::{ProbeTables, SlideView, TableRef};
use super::word::Word;
use crate::search::prefetch::prefetch;

/// A child as one table sees it.
#[derive(Clone, Copy)]
pub(super) struct Probe<W> {
    /// The byte that holds the bit; before [`Probe::locate_bit`] the entry of the set of cells.
    byte: *const u8,
    /// The projection's word: the cells after the slide, and the distance as before the slide
    /// until [`Probe::read`].
    pub word: W,
    /// The rank of the tiles' permutation after the slide.
    pub perm: u16,
    /// Which bit of the byte.
    bit: u8,
}

impl<W: Word> Probe<W> {
    /// No probe, to fill arrays with.
    pub fn none() -> Self {
        Self {
            byte: std::ptr::null(),
            word: W::default(),
            perm: 0,
            bit: 0,
        }
    }

    /// Finds the set of cells of a child in one table, and prefetches its entry. `TURNS` may be
    /// false only for a slide that keeps the order of the tiles.
    ///
    /// # Safety
    ///
    /// `word` and `perm` are the parent's in the projection of `table`, whose pattern holds the
    /// sliding tile. `slide` is the slide as that projection's view sees it.
    #[inline(always)]
    pub unsafe fn locate_set<const TURNS: bool>(
        probe_tables: &ProbeTables<W>,
        slide: &SlideView<W>,
        table: &TableRef,
        word: W,
        perm: u16,
    ) -> Self {
        let perm = if TURNS {
            let past = (word & slide.between).count();
            let place = (word & slide.below).count();
            let rotation = (2 * past + slide.forward) * u32::from(table.tiles) + place;
            let rotation = if past == 0 { 0 } else { rotation };
            let at = rotation * u32::from(table.perms) + u32::from(perm);
            // SAFETY: the rotation is one of the table's and the rank is below the number of
            // permutations, since word and rank are those of a real board.
            unsafe { *table.rotations.add(at as usize) }
        } else {
            perm
        };
        let word = word ^ slide.flip;
        let (low, high) = word.halves();
        // SAFETY: the word has as many cells as the pattern has tiles, so its rank is that of a
        // set in the table's index; `low` is below the length of `low_ranks` by its mask.
        let set = unsafe {
            let rank =
                *table.high_bases.add(high) + u32::from(*probe_tables.low_ranks.get_unchecked(low));
            table.sets.add(rank as usize)
        };
        prefetch(set.cast());
        Self {
            byte: set.cast(),
            word,
            perm,
            bit: 0,
        }
    }

    /// Finds the bit of a child, and prefetches it.
    ///
    /// # Safety
    ///
    /// The probe comes from [`Probe::locate_set`] with the same slide and table.
    #[inline(always)]
    pub unsafe fn locate_bit(&mut self, slide: &SlideView<W>, table: &TableRef) {
        // SAFETY: `locate_set` left the entry of the set there.
        let set = unsafe { *self.byte.cast::<CellSet>() };
        let (_, high) = self.word.halves();
        // SAFETY: the word's high cells and the set's region map are of this table's index.
        let (base, regions) = unsafe {
            (
                *table.row_bases.add(high),
                &*table.region_maps.add(set.region_map()),
            )
        };
        // SAFETY: the slide is one of the tables', whose regions come from `RegionMap::position`.
        let row = base + set.row_offset() + unsafe { regions.region(slide) };
        let at = usize::from(self.perm) * table.stride as usize + (row >> 3) as usize;
        // SAFETY: the rank is below the number of permutations and the row below the number of
        // rows, so the byte is one of the table's.
        self.byte = unsafe { table.bits.add(at) };
        self.bit = row as u8 & 7;
        prefetch(self.byte);
    }

    /// 1 if the distance rises, 0 if it falls.
    ///
    /// # Safety
    ///
    /// [`Probe::locate_bit`] was called.
    #[inline(always)]
    pub unsafe fn rises(&self) -> u32 {
        // SAFETY: the caller's.
        let byte = u32::from(unsafe { *self.byte });
        // The table holds bit 1 of the new distance, in which h + 1 and h − 1 differ.
        !(byte >> self.bit ^ self.word.bit_above()) & 1
    }

    /// As [`Probe::rises`], and the word gets the new distance.
    ///
    /// # Safety
    ///
    /// [`Probe::locate_bit`] was called, and the probe was not read before.
    #[inline(always)]
    pub unsafe fn read(&mut self) -> u32 {
        // SAFETY: the caller's.
        let rises = unsafe { self.rises() };
        self.word = self.word.stepped(rises);
        rises
    }
}
