//! What is found by shuffling instead of reading.

use super::LANES;
use crate::search::pattern_ida::lookups::{FIELD, MOST_SLOTS, Seen, Slot};

/// What is shuffled.
#[derive(Debug)]
#[repr(C, align(64))]
pub(in super::super) struct Shuffles {
    /// By place among [`crate::search::pattern_ida::lookups::Lookups::seens`]: the tile's cell and the blank's, and the tile's on the board as it is.
    pub(super) tiles: [u8; 128],
    pub(super) blanks: [u8; 128],
    pub(super) cells: [u8; 128],
    /// By slot: bytes a permutation, and where the bits begin.
    pub(super) strides: [u64; LANES],
    pub(super) bits: [u64; LANES],
    /// By the blank's cell: which slides there are, sixteen bits each.
    pub(super) legal: [u64; 2 * LANES],
    /// By the view that `Node::first` tells: which view each slide is looked at from, and whether it turns
    /// digits there, sixteen bits each.
    pub(super) views: [u64; 3],
    pub(super) turns: [u64; 3],
}

impl Shuffles {
    /// `turning` tells, by view and direction, whether slides turn anything.
    pub fn new(
        seens: &[Seen; 128],
        slots: &[Slot; 64],
        legal: &[u8; 16],
        turning: &[[u8; 4]; 2],
        first: impl Fn(usize, usize) -> usize,
    ) -> Self {
        let slot = |number: usize| &slots[FIELD * number.min(MOST_SLOTS - 1)];
        // Sixteen bits a direction.
        let four = |word: &dyn Fn(usize) -> u64| {
            (0..4).fold(0, |all, direction| {
                all | word(direction) << (16 * direction)
            })
        };
        let all_ones = |is: bool| if is { 0xffff } else { 0 };
        Self {
            tiles: seens.map(|seen| seen.tile),
            blanks: seens.map(|seen| {
                let blank = seen.flip & !(1 << seen.tile);
                blank.trailing_zeros() as u8 % 16
            }),
            cells: seens.map(|seen| seen.cell),
            strides: std::array::from_fn(|number| slot(number).stride as u64),
            bits: std::array::from_fn(|number| slot(number).bits as u64),
            legal: legal.map(|open| four(&|direction| all_ones(open >> direction & 1 == 1))),
            views: std::array::from_fn(|view| four(&|direction| first(view, direction) as u64)),
            turns: std::array::from_fn(|view| {
                four(&|direction| all_ones(turning[first(view, direction)][direction] == 1))
            }),
        }
    }
}
