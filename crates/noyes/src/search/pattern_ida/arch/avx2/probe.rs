//! Eight probes at a time: where the bits of eight children lie, and what would change.

use std::arch::x86_64::*;

use super::constants::{Constants, OFFSET_BIAS};
use super::digits::{rank, rotated};
use super::{LANES, all_below, load_children, splat, store};
use crate::search::pattern_ida::arch::scalar::LIST;
use crate::search::pattern_ida::child::{BATCH, Child, MAX_CHILDREN};
use crate::search::pattern_ida::node::Node;
use crate::search::pattern_ida::probe_tables::{DISTANCE_SHIFT, FIELD_BITS, FIELD_MASK};
use crate::search::pattern_ida::probe_tables::{MAX_CELLS, MAX_PATTERNS, ProbeTables};
use crate::search::prefetch::prefetch;

/// Children of a batch, each probed in one view.
///
/// ```text
/// details   bits 0 … 15    mask of the cells after the slide
///           bits 16 … 21   shift to the region in the entry of the cell set
///           bits 22 … 23   the pattern
///           bits 24 … 29   the shift to its field
///           bit 31         a set bit of the table means a fall
/// ```
pub struct ProbeList {
    pub children: [Child; LIST],
    pub(super) details: [u32; LIST],
    /// The number of the bit in the pattern's table; before the entry of the cell set is read, that
    /// of the first bit of the permutation's line.
    pub(super) positions: [u32; LIST],
    /// The bits that change in the field of cells if the distance rises.
    pub(super) cells: [u32; LIST],
    /// The bits that change in the field of digits.
    pub(super) digits: [u32; LIST],
    /// 1 if the distance rises, once the bit is read.
    pub(super) rises: [u8; LIST],
    /// The places of the children in the list that they come from.
    pub(super) origins: [u16; LIST],
    pub count: usize,
}

impl ProbeList {
    pub const EMPTY: Self = Self {
        children: [Child::EMPTY; LIST],
        details: [0; LIST],
        positions: [0; LIST],
        cells: [0; LIST],
        digits: [0; LIST],
        rises: [0; LIST],
        origins: [0; LIST],
        count: 0,
    };
}

/// Where the details have the shift to the region, the pattern, the shift to its field, and
/// whether a set bit means a fall.
const REGION_SHIFT: i32 = 16;
pub const PATTERN_SHIFT: i32 = 22;
pub const FIELD_SHIFT: i32 = 24;
pub const FALLS_SHIFT: i32 = 31;

/// Probes the children of a list: finds where their bits lie, prefetches them, and computes what
/// would change. `ROTATES` says whether the slides of the list are along columns of the view.
///
/// # Safety
///
/// The nodes of the batch to which the children refer are reachable with these tables, which are
/// those of the constants and have two views. The slides are legal on them.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub unsafe fn probe<const ROTATES: bool>(
    tables: &ProbeTables,
    constants: &Constants,
    batch: &[Node; BATCH],
    list: &mut ProbeList,
) {
    let count = list.count;
    if count == 0 {
        return;
    }
    assert!(count <= MAX_CHILDREN);
    // Lanes past the end repeat the last child, so that every lane reads what is there.
    let last = list.children[count - 1];
    list.children[count..count + LANES].fill(last);
    for from in (0..count).step_by(LANES) {
        // SAFETY: the caller's.
        unsafe {
            if constants.patterns == MAX_PATTERNS {
                locate::<ROTATES, true>(tables, constants, batch, list, from);
            } else {
                locate::<ROTATES, false>(tables, constants, batch, list, from);
            }
        }
    }
    for (details, position) in list.details[..count].iter().zip(&mut list.positions) {
        let pattern = (details >> PATTERN_SHIFT & 3) as usize;
        let lower = usize::from(tables.lower_ranks[*details as usize & 0xff]);
        debug_assert!(!constants.upper_starts[pattern].is_null());
        // SAFETY: the pattern is one of the tables'. Its mask has as many cells as it has tiles, so
        // both together are the rank of a set.
        let entry = unsafe {
            let upper = (*constants.upper_starts[pattern])[(*details >> 8) as usize & 0xff];
            debug_assert!(upper as usize + lower < tables.set_entries.len());
            *tables.set_entries.get_unchecked(upper as usize + lower)
        };
        let region = entry >> (details >> REGION_SHIFT & 63);
        *position += (entry & 0xffff) as u32 + (region & 7) as u32;
        prefetch(constants.bits[pattern].wrapping_add((*position >> 3) as usize));
    }
}

/// Computes what [`ProbeList`] holds of eight children, up to the line of the permutation. `THREE`
/// says whether there are three patterns.
///
/// # Safety
///
/// As [`probe`].
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn locate<const ROTATES: bool, const THREE: bool>(
    tables: &ProbeTables,
    constants: &Constants,
    batch: &[Node; BATCH],
    list: &mut ProbeList,
    from: usize,
) {
    // 1. The cells of tile and blank in the view, as numbers and as masks.
    let child = load_children(&list.children, from);
    let one = splat(1);
    let sixteen = |bytes: &[u8; 16]| {
        // SAFETY: the array is a vector of sixteen bytes.
        unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast())) }
    };
    let low_byte = splat(0xff);
    let here = _mm256_and_si256(_mm256_srli_epi32::<3>(child), splat(15));
    let there = _mm256_shuffle_epi8(sixteen(&constants.second_view), here);
    // A view's lowest bit becomes the sign of its lane.
    let view = _mm256_castsi256_ps(_mm256_slli_epi32::<31>(child));
    let blank = _mm256_castps_si256(_mm256_blendv_ps(
        _mm256_castsi256_ps(here),
        _mm256_castsi256_ps(there),
        view,
    ));
    let blank = _mm256_and_si256(blank, low_byte);
    let way = _mm256_and_si256(child, splat(7));
    let offset = _mm256_shuffle_epi8(sixteen(&constants.offsets), way);
    let tile = _mm256_sub_epi32(
        _mm256_add_epi32(blank, offset),
        splat(u32::from(OFFSET_BIAS)),
    );
    let tile = _mm256_and_si256(tile, low_byte);
    debug_assert!(all_below(tile, MAX_CELLS as u32));
    let flip = _mm256_or_si256(_mm256_sllv_epi32(one, tile), _mm256_sllv_epi32(one, blank));
    // 2. The field that has the tile. It is read at the byte in which it begins.
    let parent = _mm256_srli_epi32::<{ Child::SLIDE_BITS as i32 }>(child);
    debug_assert!(all_below(parent, BATCH as u32));
    let words = _mm256_add_epi32(
        _mm256_slli_epi32::<6>(parent),
        _mm256_slli_epi32::<3>(_mm256_and_si256(child, one)),
    );
    let nodes: *const u8 = batch.as_ptr().cast();
    // The words of the digits are after those of the cells.
    let read = |after: __m256i| {
        let place = _mm256_add_epi32(words, after);
        // SAFETY: the parents are in the batch, and four bytes that begin less than 60 bytes after
        // the beginning of a node end inside it.
        unsafe { _mm256_i32gather_epi32::<1>(nodes.cast(), place) }
    };
    let select = |is: __m256i, yes: __m256i, no: __m256i| _mm256_blendv_epi8(no, yes, is);
    let has_tile = |field: __m256i| {
        let bit = _mm256_and_si256(_mm256_srlv_epi32(field, tile), one);
        _mm256_cmpeq_epi32(bit, one)
    };
    let [first, second, third] = START;
    let known = |pattern: usize| {
        let shift = (FIELD_BITS * pattern) as u32;
        splat((pattern as u32) << PATTERN_SHIFT | shift << FIELD_SHIFT)
    };
    let stride = |pattern: usize| splat(constants.strides[pattern]);
    let cells = read(splat(first.byte));
    let others = _mm256_srli_epi32::<{ START[1].bit }>(read(splat(second.byte)));
    let is_first = has_tile(cells);
    let (mut field, mut start, mut bit) = (others, splat(second.byte), splat(second.bit as u32));
    let (mut pattern, mut bits_a_line) = (known(1), stride(1));
    if THREE {
        let is_second = has_tile(others);
        let others = _mm256_srli_epi32::<{ START[2].bit }>(read(splat(third.byte)));
        field = select(is_second, field, others);
        start = select(is_second, start, splat(third.byte));
        bit = select(is_second, bit, splat(third.bit as u32));
        pattern = select(is_second, pattern, known(2));
        bits_a_line = select(is_second, bits_a_line, stride(2));
    }
    let field = select(is_first, cells, field);
    let start = _mm256_andnot_si256(is_first, start);
    let bit = _mm256_andnot_si256(is_first, bit);
    let pattern = _mm256_andnot_si256(is_first, pattern);
    let bits_a_line = select(is_first, stride(0), bits_a_line);
    let mask = _mm256_and_si256(field, splat(0xffff));
    let digits = read(_mm256_add_epi32(start, splat(DIGITS)));
    let digits = _mm256_and_si256(_mm256_srlv_epi32(digits, bit), splat(FIELD_MASK));
    // 3. The digits after the tile has passed others.
    let change = if ROTATES {
        // SAFETY: the caller's.
        unsafe { rotated(tables, constants, mask, digits, tile, blank) }
    } else {
        _mm256_setzero_si256()
    };
    let digits = _mm256_xor_si256(digits, change);
    // 4. The line of their rank.
    let line = _mm256_mullo_epi32(rank(digits), bits_a_line);
    // 5. What would change. A rise changes bit 0 of the distance, and bit 1 if bit 0 was set. The
    // table holds bit 1 of the new distance: of h + 1 it is this, of h − 1 the other.
    let unit = splat(1 << DISTANCE_SHIFT);
    let odd = _mm256_slli_epi32::<1>(_mm256_and_si256(field, unit));
    let rise = _mm256_or_si256(_mm256_or_si256(flip, unit), odd);
    // Bit 1 of h + 1 becomes bit 31, and is turned round.
    let next = _mm256_add_epi32(field, unit);
    let set_rises = _mm256_slli_epi32::<{ FALLS_SHIFT - 1 - DISTANCE_SHIFT as i32 }>(next);
    let set_falls = _mm256_andnot_si256(set_rises, splat(1 << FALLS_SHIFT));
    let region = _mm256_add_epi32(
        _mm256_add_epi32(tile, splat(16)),
        _mm256_slli_epi32::<1>(tile),
    );
    let details = _mm256_or_si256(
        _mm256_or_si256(
            _mm256_xor_si256(mask, flip),
            _mm256_slli_epi32::<REGION_SHIFT>(region),
        ),
        _mm256_or_si256(pattern, set_falls),
    );
    store(&mut list.details, from, details);
    store(&mut list.positions, from, line);
    store(&mut list.cells, from, rise);
    store(&mut list.digits, from, change);
}

/// Where a field begins in its word.
#[derive(Clone, Copy)]
struct Start {
    byte: u32,
    bit: i32,
}

/// By pattern.
const START: [Start; MAX_PATTERNS] = {
    let mut start = [Start { byte: 0, bit: 0 }; MAX_PATTERNS];
    let mut pattern = 0;
    while pattern < MAX_PATTERNS {
        let shift = FIELD_BITS * pattern;
        start[pattern] = Start {
            byte: (shift / 8) as u32,
            bit: (shift % 8) as i32,
        };
        pattern += 1;
    }
    start
};

/// From the words of cells to the words of digits.
const DIGITS: u32 = (std::mem::offset_of!(Node, digits) - std::mem::offset_of!(Node, cells)) as u32;
const _: () = assert!(
    size_of::<Node>() == 64
        && std::mem::offset_of!(Node, cells) == 0
        && MAX_CELLS == 16
        && START[MAX_PATTERNS - 1].bit as usize + FIELD_BITS <= 32
        && DIGITS + 8 + START[MAX_PATTERNS - 1].byte < 60
);
