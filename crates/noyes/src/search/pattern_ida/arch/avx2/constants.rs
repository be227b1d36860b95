//! What the vectors of this form are shuffled from or compared with, for one set of tables.

use crate::board::Direction;
use crate::search::pattern_ida::probe_tables::{
    FIELD_BITS, MAX_PATTERNS, ProbeTables, slide_index,
};

/// See the module documentation.
pub struct Constants {
    /// The cell of the second view, by that of the first.
    pub second_view: [u8; 16],
    /// How far after the blank's cell the tile's is, plus [`OFFSET_BIAS`], by the lowest three bits
    /// of a slide: direction and view.
    pub offsets: [u8; 16],
    /// The cells that a slide along a column passes, from the first of them on.
    pub passed: u32,
    pub patterns: usize,
    /// By pattern: bits from one permutation to the next.
    pub strides: [u32; MAX_PATTERNS],
    /// By pattern: its bits.
    pub bits: [*const u8; MAX_PATTERNS + 1],
    /// By pattern: where its sets begin in the table of entries, by upper cells.
    pub upper_starts: [*const [u32; 256]; MAX_PATTERNS + 1],
}

/// What is added to offsets so that none is negative.
pub const OFFSET_BIAS: u8 = 16;

impl Constants {
    pub fn new(tables: &ProbeTables) -> Self {
        let size = tables.additive.size();
        let views = tables.additive.views();
        let mut second_view = [0; 16];
        for (cell, image) in second_view.iter_mut().enumerate().take(size.cells()) {
            *image = views[1 % views.len()].cell(cell) as u8;
        }
        let mut offsets = [0; 16];
        for direction in Direction::ALL {
            for blank in 0..size.cells() {
                let Some(cell) = size.source_cell(blank, direction) else {
                    continue;
                };
                for (number, view) in views.iter().cycle().take(2).enumerate() {
                    // Views are symmetries: the offset is the same from every cell.
                    let offset = view.cell(cell) + usize::from(OFFSET_BIAS) - view.cell(blank);
                    offsets[slide_index(0, direction as usize, number)] = offset as u8;
                }
            }
        }
        let mut bits = [std::ptr::null(); MAX_PATTERNS + 1];
        let mut upper_starts = [std::ptr::null(); MAX_PATTERNS + 1];
        let mut strides = [0; MAX_PATTERNS];
        let patterns = tables.additive.tables();
        for (number, table) in patterns.iter().enumerate() {
            bits[number] = table.bits().as_ptr();
            // The number of any bit of a table fits into 32 bits.
            assert!(u32::try_from(8 * table.bits().len()).is_ok());
            upper_starts[number] = tables.table_refs[FIELD_BITS * number].upper_starts;
            strides[number] = 8 * table.stride_bytes() as u32;
        }
        Self {
            second_view,
            offsets,
            passed: (1 << (size.cols() - 1)) - 1,
            patterns: patterns.len(),
            strides,
            bits,
            upper_starts,
        }
    }
}
