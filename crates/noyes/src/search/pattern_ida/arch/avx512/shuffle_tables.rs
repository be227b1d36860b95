//! Small tables that fit into registers and are read by shuffles.

use super::LANES;
use crate::search::pattern_ida::probe_tables::{FIELD_BITS, MAX_PATTERNS, SlideView, TableRef};

/// See the module documentation. What a vector is compared with or shuffled from, one line or two.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct ShuffleTables {
    /// By slide (see [`crate::search::pattern_ida::probe_tables::slide_index`]): the tile's cell
    /// and the blank's in the view, and the tile's in the first view.
    pub(super) tiles: [u8; 128],
    pub(super) blanks: [u8; 128],
    pub(super) cells: [u8; 128],
    /// By pattern: bytes from one permutation to the next, and the address of the bits.
    pub(super) strides: [u64; LANES],
    pub(super) bits: [u64; LANES],
    /// By the blank's cell: the legal slides, sixteen bits each, all ones or all zeros.
    pub(super) legal: [u64; 2 * LANES],
    /// By [`crate::search::pattern_ida::node::Node::first_view`], sixteen bits for each direction:
    /// the view in which the slide is probed, and whether it rotates digits there.
    pub(super) views: [u64; 3],
    pub(super) rotates: [u64; 3],
}

impl ShuffleTables {
    /// `rotates` says, by view and direction, whether slides rotate digits; `first_view` gives the
    /// view in which a direction is probed first.
    pub fn new(
        slide_views: &[SlideView; 128],
        table_refs: &[TableRef; 64],
        legal: &[u8; 16],
        rotates: &[[u8; 4]; 2],
        first_view: impl Fn(usize, usize) -> usize,
    ) -> Self {
        let table = |number: usize| &table_refs[FIELD_BITS * number.min(MAX_PATTERNS - 1)];
        // Sixteen bits for each direction.
        let by_direction = |value: &dyn Fn(usize) -> u64| {
            (0..4).fold(0, |all, direction| {
                all | value(direction) << (16 * direction)
            })
        };
        let all_ones = |is: bool| if is { 0xffff } else { 0 };
        Self {
            tiles: slide_views.map(|slide| slide.tile),
            blanks: slide_views.map(|slide| {
                let blank = slide.flip & !(1 << slide.tile);
                blank.trailing_zeros() as u8 % 16
            }),
            cells: slide_views.map(|slide| slide.cell),
            strides: std::array::from_fn(|number| table(number).stride as u64),
            bits: std::array::from_fn(|number| table(number).bits as u64),
            legal: legal
                .map(|open| by_direction(&|direction| all_ones(open >> direction & 1 == 1))),
            views: std::array::from_fn(|view| {
                by_direction(&|direction| first_view(view, direction) as u64)
            }),
            rotates: std::array::from_fn(|view| {
                by_direction(&|direction| {
                    all_ones(rotates[first_view(view, direction)][direction] == 1)
                })
            }),
        }
    }
}
