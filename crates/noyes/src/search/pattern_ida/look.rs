//! Where the bit of a child lies in the tables.
//!
//! A slide along a row of a view leaves the order of the tiles as it is, one along a column turns
//! a window of it (see `lookups`). The hot loop sorts the children by this, so each kind has a
//! straight path of its own.

use super::lookups::{DIGIT_BITS, DIGITS, Lookups, MASK_BITS, SLOT_BITS, Seen};
use super::node::Node;

/// A child looked at from one view: where its bit lies, and what its digits become.
#[derive(Clone, Copy)]
pub(super) struct Look {
    bits: *const u8,
    /// The digits to be changed.
    pub change: u32,
    row: u8,
    /// 16 × the number of the pattern that slides.
    pub shift: u8,
    /// The two low bits of its distance in the parent.
    pub low: u8,
    /// 1 if the distance rises, 0 if it falls; void before it is read.
    pub rises: u8,
}

impl Look {
    /// A look at nothing.
    pub const NONE: Self = Self {
        bits: std::ptr::null(),
        change: 0,
        row: 0,
        shift: 0,
        low: 0,
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
        // Bit 1 of h + 1 and of h − 1 differ.
        self.rises = !(byte >> (self.row & 7) ^ (self.low + 1) >> 1) & 1;
        self.rises
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
    let slot = &lookups.slots[shift / MASK_BITS];
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
    let low = moved as usize & 0xff;
    let set = usize::from(lookups.ranks_low[low])
        + usize::from(lookups.ranks_high[low.count_ones() as usize][(moved >> 8) as usize & 0xff]);
    // SAFETY: `set` is the rank of a set of as many cells as the slot has tiles.
    let entry = unsafe { *lookups.sets.get_unchecked(slot.sets + set) };
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
/// `node` must come from `Node::root` with these lookups, by slides that are possible, and
/// `direction` must be possible: then every mask, rank and row is one of its table's.
#[inline(always)]
pub(super) fn look<const TURNS: bool>(
    lookups: &Lookups,
    node: &Node,
    direction: usize,
    view: usize,
) -> Look {
    let seen = &lookups.steps[usize::from(node.blank & 15)][direction & 3].seen[view];
    let masks = node.masks[view];
    // Exactly one pattern has a tile there.
    let shift = (masks >> seen.tile & SLOT_BITS).trailing_zeros() as usize % 64;
    let mask = (masks >> shift) as u32 & 0xffff;
    let slot = shift / MASK_BITS;
    let digits = (node.perms[view] >> (DIGIT_BITS * slot)) as u32 & DIGITS;
    let Beside { bits, row, change } = beside::<TURNS>(lookups, seen, shift, mask, digits);
    prefetch(bits);
    Look {
        bits,
        change,
        row: row as u8,
        shift: shift as u8,
        low: node.low[view] >> (2 * slot) & 3,
        rises: 0,
    }
}

/// Asks memory for a byte that will be read soon.
#[inline(always)]
pub(super) fn prefetch(byte: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch of any address is harmless.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(byte.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = byte;
}
