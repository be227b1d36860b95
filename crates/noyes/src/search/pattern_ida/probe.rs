//! One lookup in a pattern table: where the bit of a child lies, and what it says.
//!
//! A slide along a row of a view leaves the order of the tiles as it is. A slide along a column
//! rotates a window of it (see `lehmer`). The hot loop sorts the children by this, so that each
//! kind has a straight path of its own: that is the parameter `ROTATES`.

use super::child::Child;
use super::node::Node;
use super::probe_tables::{DISTANCE_SHIFT, FIELD_BITS, FIELD_MASK, FIELD_STARTS};
use super::probe_tables::{ProbeTables, SlideView};
use crate::search::prefetch::prefetch;

/// A probe of one child in one view: where its bit lies, and what changes in its field.
#[derive(Clone, Copy)]
pub(super) struct Probe {
    byte: *const u8,
    /// The bits that change in the digits.
    digits: u32,
    /// The bits that change in the cells and in the distance, if the distance rises.
    cells: u32,
    /// The shift to the field.
    shift: u8,
    row: u8,
    /// The bit that means a fall.
    falls: u8,
    /// 1 if the distance rises, 0 if it falls; valid once the bit is read.
    rises: u8,
}

impl Probe {
    /// An arbitrary probe to fill arrays with. It must not be read.
    pub const EMPTY: Self = Self {
        byte: std::ptr::null(),
        digits: 0,
        cells: 0,
        shift: 0,
        row: 0,
        falls: 0,
        rises: 0,
    };

    /// Computes where the bit of a child lies, and prefetches it. `ROTATES` may be false where the
    /// slide rotates nothing.
    ///
    /// # Safety
    ///
    /// `node` is reachable with these tables (see [`super::context::Context`]), and the child's
    /// slide is legal on it.
    #[inline(always)]
    pub unsafe fn new<const ROTATES: bool>(
        tables: &ProbeTables,
        node: &Node,
        child: Child,
    ) -> Self {
        let slide = &tables.slide_views[child.slide()];
        let view = child.view();
        let cells = node.cells[view];
        // Exactly one pattern has a tile there.
        debug_assert_eq!((cells >> slide.tile & FIELD_STARTS).count_ones(), 1);
        let shift = (cells >> slide.tile & FIELD_STARTS).trailing_zeros() as usize % 64;
        let field = (cells >> shift) as u32;
        let digits = (node.digits[view] >> shift) as u32 & FIELD_MASK;
        let mask = field & 0xffff;
        // SAFETY: the field is a pattern's, and its tile slides into the blank's cell beside it.
        let neighbor = unsafe { NeighborState::new::<ROTATES>(tables, slide, shift, mask, digits) };
        prefetch(neighbor.byte);
        // A rise changes bit 0 of the distance, and bit 1 if bit 0 was set.
        let low = field >> DISTANCE_SHIFT;
        let rise = (1 << DISTANCE_SHIFT) | (low & 1) << (DISTANCE_SHIFT + 1);
        Self {
            byte: neighbor.byte,
            digits: neighbor.changed_digits,
            cells: u32::from(slide.flip) | rise,
            shift: shift as u8,
            row: neighbor.row as u8,
            // The table holds bit 1 of the new distance. Of h + 1 it is this, of h − 1 the other.
            falls: !((low + 1) >> 1) as u8,
            rises: 0,
        }
    }

    /// Reads the bit, and returns 1 if the distance rises and 0 if it falls.
    ///
    /// # Safety
    ///
    /// The probe comes from [`Probe::new`], and the tables it was made with are still there.
    #[inline(always)]
    pub unsafe fn read(&mut self) -> u8 {
        debug_assert!(!self.byte.is_null());
        // SAFETY: `Probe::new` made the pointer to a byte of a table.
        let byte = unsafe { *self.byte };
        self.rises = (byte >> (self.row & 7) ^ self.falls) & 1;
        self.rises
    }

    /// What changes in the node, once the bit is read.
    #[inline(always)]
    pub fn change(&self) -> FieldChange {
        let fell = u32::from(self.rises ^ 1) << (DISTANCE_SHIFT + 1);
        let shift = self.shift & 63;
        FieldChange {
            cells: u64::from(self.cells ^ fell) << shift,
            digits: u64::from(self.digits) << shift,
            rises: self.rises,
        }
    }
}

/// What a slide changes in the words of one view: bits to be flipped.
#[derive(Clone, Copy, Default)]
pub(super) struct FieldChange {
    pub cells: u64,
    pub digits: u64,
    /// 1 if the distance rises, which takes one from the slack.
    pub rises: u8,
}

/// A state of a pattern one slide away from a known one.
#[derive(Clone, Copy)]
pub(super) struct NeighborState {
    /// The byte with its bit.
    pub byte: *const u8,
    /// Its row, whose lowest three bits are the bit's place in the byte.
    pub row: u32,
    /// The bits of the digits that differ.
    pub changed_digits: u32,
}

impl NeighborState {
    /// An arbitrary state to fill arrays with. Its bit must not be read.
    pub const EMPTY: Self = Self {
        byte: std::ptr::null(),
        row: 0,
        changed_digits: 0,
    };

    /// The state after a slide. `ROTATES` may be false where the slide rotates nothing.
    ///
    /// # Safety
    ///
    /// `shift` is [`FIELD_BITS`] times the number of a pattern, `mask` and `digits` are those of a
    /// state of this pattern, and the slide moves one of its tiles into a cell without one.
    #[inline(always)]
    pub unsafe fn new<const ROTATES: bool>(
        tables: &ProbeTables,
        slide: &SlideView,
        shift: usize,
        mask: u32,
        digits: u32,
    ) -> Self {
        let table = &tables.table_refs[shift % 64];
        let moved = mask ^ u32::from(slide.flip);
        let changed_digits = if ROTATES {
            // The digits, the last (always 0) included, and their window.
            let all = digits << 3;
            let past = (mask & u32::from(slide.between)).count_ones();
            let tail = 3 * (mask & u32::from(slide.above)).count_ones();
            let lead = 8u32 << (3 * past);
            let window = all >> tail & (lead - 1);
            let entry = (u32::from(slide.rotations) + lead + window) as usize;
            let rotated = tables.rotations[entry & 0x3fff];
            (window ^ u32::from(rotated)) << tail >> 3
        } else {
            0
        };
        let digits = digits ^ changed_digits;
        let rank = u32::from(tables.rank_low[digits as usize & 0x1ff])
            + u32::from(tables.rank_high[(digits >> 9) as usize & 0xfff]);
        let lower = usize::from(tables.lower_ranks[moved as usize & 0xff]);
        debug_assert!(!table.upper_starts.is_null());
        // SAFETY: `shift` is that of a pattern, so its starts are there.
        let upper = unsafe { (*table.upper_starts)[(moved >> 8) as usize & 0xff] } as usize;
        debug_assert!(upper + lower < tables.set_entries.len());
        // SAFETY: the mask has as many cells as the pattern has tiles, so this is the rank of a
        // set.
        let entry = unsafe { *tables.set_entries.get_unchecked(upper + lower) };
        let row = (entry & 0xffff) as u32 + (entry >> slide.region_shift) as u32 % 8;
        let offset = rank as usize * table.stride + (row >> 3) as usize;
        debug_assert!(offset < tables.additive.tables()[shift / FIELD_BITS].bits().len());
        // SAFETY: the rank is below k! and the row below the number of rows, so the byte is one of
        // the table's.
        let byte = unsafe { table.bits.add(offset) };
        Self {
            byte,
            row,
            changed_digits,
        }
    }
}
