//! Where the bit of a child lies in the tables.
//!
//! A slide along a row of a view leaves the order of the tiles as it is, one along a column turns
//! a window of it (see `lookups`). The hot loop sorts the children by this, so each kind has a
//! straight path of its own.

use super::lookups::{DIGITS, DISTANCE, FIELD_BITS, Lookups, Seen};
use super::node::Node;
use super::stages::{Change, Job};
use crate::search::prefetch::prefetch;

/// A child looked at from one view: where its bit lies, and what changes in its field.
#[derive(Clone, Copy)]
pub(super) struct Look {
    bits: *const u8,
    /// The digits to be changed.
    pub digits: u32,
    /// The cells to be changed and, as long as it is not read, the distance as if it rose.
    pub cells: u32,
    /// Where the field begins.
    pub shift: u8,
    row: u8,
    /// The bit that tells of a fall.
    falls: u8,
    /// 1 if the distance rises, 0 if it falls; void before it is read.
    pub rises: u8,
}

impl Look {
    /// A look at nothing.
    pub const NONE: Self = Self {
        bits: std::ptr::null(),
        digits: 0,
        cells: 0,
        shift: 0,
        row: 0,
        falls: 0,
        rises: 0,
    };

    /// Reads the bit, and returns whether the distance rises.
    ///
    /// # Safety
    ///
    /// The look must come from [`look`].
    #[inline(always)]
    pub unsafe fn read(&mut self) -> u8 {
        // SAFETY: the caller's.
        let byte = unsafe { *self.bits };
        self.rises = (byte >> (self.row & 7) ^ self.falls) & 1;
        self.rises
    }

    /// What changes in the node, once it is read.
    #[inline(always)]
    pub fn change(&self) -> Change {
        let fell = u32::from(self.rises ^ 1) << (DISTANCE + 1);
        let shift = self.shift & 63;
        Change {
            cells: u64::from(self.cells ^ fell) << shift,
            digits: u64::from(self.digits) << shift,
            rises: self.rises,
        }
    }
}

/// A state of a pattern beside one that is known.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    /// The byte of its bit.
    pub bits: *const u8,
    /// Its row, whose lowest three bits are the bit's place in the byte.
    pub row: u32,
    /// What differs in the digits.
    pub change: u32,
}

impl Beside {
    /// Nothing, to fill arrays with.
    pub const NONE: Self = Self {
        bits: std::ptr::null(),
        row: 0,
        change: 0,
    };
}

/// The state after a slide of a tile of the pattern at `shift`, `mask` and `digits` being those of
/// a real state with the blank beside the tile. `TURNS` may be false where the slide turns nothing.
#[inline(always)]
pub(super) fn beside<const TURNS: bool>(
    lookups: &Lookups,
    seen: &Seen,
    shift: usize,
    mask: u32,
    digits: u32,
) -> Beside {
    let slot = &lookups.slots[shift % 64];
    let moved = mask ^ u32::from(seen.flip);
    let change = if TURNS {
        // The digits, the last (always 0) included, and their window.
        let all = digits << 3;
        let past = (mask & u32::from(seen.between)).count_ones();
        let tail = 3 * (mask & u32::from(seen.above)).count_ones();
        let lead = 8u32 << (3 * past);
        let window = all >> tail & (lead - 1);
        let turned = lookups.turns[(u32::from(seen.turns) + lead + window) as usize & 0x3fff];
        (window ^ u32::from(turned)) << tail >> 3
    } else {
        0
    };
    let digits = digits ^ change;
    let rank = u32::from(lookups.weights_low[digits as usize & 0x1ff])
        + u32::from(lookups.weights_high[(digits >> 9) as usize & 0xfff]);
    let low = usize::from(lookups.lows[moved as usize & 0xff]);
    // SAFETY: `shift` is where a field begins, and there the upper cells find their share; the place
    // is that of a set of as many cells as the slot has tiles.
    let entry = unsafe {
        let high = (*slot.highs)[(moved >> 8) as usize & 0xff];
        *lookups.sets.get_unchecked(high as usize + low)
    };
    let row = (entry & 0xffff) as u32 + (entry >> seen.region_shift) as u32 % 8;
    // SAFETY: the rank is below k! and the row below the number of rows, so the byte is one
    // of the table's.
    let bits = unsafe {
        let line = rank as usize * slot.stride;
        slot.bits.add(line + (row >> 3) as usize)
    };
    Beside { bits, row, change }
}

/// Finds where the bit of a child lies, and asks memory for it.
///
/// `node` must come from `Node::root` with these lookups, by slides that are possible, and so must
/// the job's slide be: then every mask, rank and row is one of its table's.
#[inline(always)]
pub(super) fn look<const TURNS: bool>(lookups: &Lookups, node: &Node, job: Job) -> Look {
    let seen = &lookups.seens[job.seen()];
    let view = job.view();
    let words = node.words[view];
    // Exactly one pattern has a tile there.
    let shift = (words >> seen.tile & FIELD_BITS).trailing_zeros() as usize % 64;
    let field = (words >> shift) as u32;
    let digits = (node.perms[view] >> shift) as u32 & DIGITS;
    let mask = field & 0xffff;
    let Beside { bits, row, change } = beside::<TURNS>(lookups, seen, shift, mask, digits);
    prefetch(bits);
    // One more changes bit 0, and bit 1 if bit 0 was set.
    let low = field >> DISTANCE;
    let rise = (1 << DISTANCE) | (low & 1) << (DISTANCE + 1);
    Look {
        bits,
        digits: change,
        cells: u32::from(seen.flip) | rise,
        shift: shift as u8,
        row: row as u8,
        // The table tells bit 1 of the new distance: of h + 1 it is this, of h − 1 the other.
        falls: !((low + 1) >> 1) as u8,
        rises: 0,
    }
}
