//! Eight probes at a time: where the bits of eight children lie, and what they say.

use std::arch::x86_64::*;
use std::ops::Range;

use super::vectors::{all_below, load, load_children, shuffle_bytes, splat, store};
use super::{LANES, LIST, ROSE};
use crate::search::pattern_ida::child::{BATCH, Child};
use crate::search::pattern_ida::lehmer::FORWARD;
use crate::search::pattern_ida::node::Node;
use crate::search::pattern_ida::probe_tables::{DISTANCE_SHIFT, FIELD_MASK, FIELD_STARTS};
use crate::search::pattern_ida::probe_tables::{MAX_CELLS, ProbeTables};
use crate::search::prefetch::prefetch;

/// Children of a batch, each probed in one view.
///
/// `bits` holds different things before and after the entry of the cell set is read:
///
/// ```text
///          bits 0 … 5               bit 8                    bits 9 …
/// before   shift to the region      a set bit means a rise   mask of the cells
/// after    the bit's place in word  a set bit means a rise   0
/// ```
#[repr(C, align(64))]
pub struct ProbeList {
    /// The address of the word with the bit; before the entry is read, that of the permutation's
    /// line.
    addresses: [u64; LIST],
    /// See above.
    bits: [u64; LIST],
    /// The bits that change in the parent's word of cells if the distance rises.
    cells: [u64; LIST],
    /// The bits that change there besides if it falls.
    falls: [u64; LIST],
    /// The bits that change in the parent's word of digits.
    pub digits: [u64; LIST],
    pub children: [Child; LIST],
    pub count: usize,
}

/// The bit of [`ProbeList::bits`] that is set if a set bit of the table means a rise.
const SET_RISES: u64 = 1 << 8;
/// Where [`ProbeList::bits`] has the mask of cells.
const MASK_SHIFT: u32 = 9;

impl ProbeList {
    pub const EMPTY: Self = Self {
        addresses: [0; LIST],
        bits: [0; LIST],
        cells: [0; LIST],
        falls: [0; LIST],
        digits: [0; LIST],
        children: [Child::EMPTY; LIST],
        count: 0,
    };
}

/// Probes the children of a list: finds where their bits lie, prefetches them, and computes what
/// would change. The slides of children outside `rotating` rotate nothing.
///
/// This is two loops, up to the entry of the cell set and from it on. In a single loop, waiting
/// for an entry would hold up everything after it.
///
/// # Safety
///
/// The nodes of the batch to which the children refer are reachable with these tables, which were
/// made for AVX-512. The slides are legal on them.
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
pub unsafe fn probe(
    tables: &ProbeTables,
    batch: &[Node; BATCH],
    list: &mut ProbeList,
    rotating: Range<usize>,
) {
    let end = list.count;
    // Lanes past the end repeat the last child, so that every lane reads what is there. Where the
    // last child rotates digits, so do they.
    let last = list.children[end.saturating_sub(1)];
    list.children[end..end + LANES].fill(last);
    for from in (0..end).step_by(LANES) {
        // SAFETY: the caller's.
        unsafe {
            if from + LANES <= rotating.start || from >= rotating.end {
                find_lines::<false>(tables, batch, list, from);
            } else {
                find_lines::<true>(tables, batch, list, from);
            }
        }
    }
    for from in (0..end).step_by(LANES) {
        // 7. The row of the cell set and the blank's region, and the word with its bit.
        let bits = load(&list.bits, from);
        let mask = _mm512_srli_epi64::<MASK_SHIFT>(bits);
        debug_assert!(all_below(mask, 1 << MAX_CELLS));
        // SAFETY: a mask has sixteen bits, and there is an entry for every mask.
        let entry =
            unsafe { _mm512_i64gather_epi64::<8>(mask, tables.entries_by_mask.as_ptr().cast()) };
        let region = _mm512_srlv_epi64(entry, _mm512_and_si512(bits, splat(63)));
        let row = _mm512_add_epi64(
            _mm512_and_si512(entry, splat(0xffff)),
            _mm512_and_si512(region, splat(7)),
        );
        let word = _mm512_slli_epi64::<3>(_mm512_srli_epi64::<6>(row));
        let addresses = _mm512_add_epi64(load(&list.addresses, from), word);
        store(&mut list.addresses, from, addresses);
        for &address in &list.addresses[from..from + LANES] {
            debug_assert!(tables.has_bytes(address as usize, 8));
            prefetch(address as *const u8);
        }
        let set_rises = _mm512_and_si512(bits, splat(SET_RISES));
        let bit = _mm512_or_si512(_mm512_and_si512(row, splat(63)), set_rises);
        store(&mut list.bits, from, bit);
    }
}

/// Finds the lines and the cell sets of eight children of a list, and what would change. `ROTATES`
/// may be false where none of their slides rotates digits.
///
/// # Safety
///
/// As [`probe`].
#[inline]
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
unsafe fn find_lines<const ROTATES: bool>(
    tables: &ProbeTables,
    batch: &[Node; BATCH],
    list: &mut ProbeList,
    from: usize,
) {
    let shuffles = &tables.shuffles;
    let one = splat(1);
    let byte = splat(0xff);
    let nodes: *const i64 = batch.as_ptr().cast();
    // 1. The slide: the tile's cell and the blank's in the view.
    let children = load_children(&list.children, from);
    let parent = _mm512_srli_epi64::<{ Child::SLIDE_BITS }>(children);
    let slide = _mm512_and_si512(children, splat(u64::from(Child::SLIDE)));
    let tile = _mm512_and_si512(shuffle_bytes(&shuffles.tiles, slide), byte);
    let blank = _mm512_and_si512(shuffle_bytes(&shuffles.blanks, slide), byte);
    let flip = _mm512_or_si512(_mm512_sllv_epi64(one, tile), _mm512_sllv_epi64(one, blank));
    let later = _mm512_max_epu64(tile, blank);
    let sooner = _mm512_min_epu64(tile, blank);
    let above = _mm512_sllv_epi64(splat(!1), later);
    let between = _mm512_sub_epi64(
        _mm512_sllv_epi64(one, later),
        _mm512_sllv_epi64(splat(2), sooner),
    );
    // 2. The field of the pattern that has the tile.
    let view = _mm512_and_si512(slide, one);
    let node = _mm512_or_si512(_mm512_slli_epi64::<3>(parent), view);
    debug_assert!(all_below(node, 8 * BATCH as u64 - 2));
    // SAFETY: the parent is in the batch. A node is eight words: the cells of both views are the
    // first two, the digits the next two.
    let (cells, digits) = unsafe {
        (
            _mm512_i64gather_epi64::<8>(node, nodes),
            _mm512_i64gather_epi64::<8>(node, nodes.add(2)),
        )
    };
    let field_bit = _mm512_and_si512(_mm512_srlv_epi64(cells, tile), splat(FIELD_STARTS));
    let shift = _mm512_popcnt_epi64(_mm512_sub_epi64(field_bit, one));
    // 0, 21 and 42, divided by 16, are 0, 1 and 2.
    let pattern = _mm512_srli_epi64::<4>(shift);
    let field = _mm512_srlv_epi64(cells, shift);
    let mask = _mm512_and_si512(field, splat(0xffff));
    let digits = _mm512_srlv_epi64(digits, shift);
    let digits = _mm512_and_si512(digits, splat(u64::from(FIELD_MASK)));
    // 3. The digits after the tile has passed others.
    let thrice = |count| _mm512_add_epi64(count, _mm512_slli_epi64::<1>(count));
    let change = if ROTATES {
        let past = thrice(_mm512_popcnt_epi64(_mm512_and_si512(mask, between)));
        let tail = thrice(_mm512_popcnt_epi64(_mm512_and_si512(mask, above)));
        let lead = _mm512_sllv_epi64(splat(8), past);
        let window = _mm512_srlv_epi64(_mm512_slli_epi64::<3>(digits), tail);
        let window = _mm512_and_si512(window, _mm512_sub_epi64(lead, one));
        let index = _mm512_add_epi64(lead, window);
        let forward = _mm512_cmpgt_epu64_mask(blank, tile);
        let index = _mm512_mask_add_epi64(index, forward, index, splat(FORWARD as u64));
        // The gather reads four bytes: the entry, and the one before it.
        debug_assert!(all_below(
            _mm512_sub_epi64(index, one),
            2 * FORWARD as u64 - 1
        ));
        // SAFETY: the lead is at least 8, and lead plus window are below `FORWARD`, since boards
        // here have at most four columns. So the entry and the one before it are in the table.
        let rotated = unsafe {
            let before: *const i32 = tables.rotations.as_ptr().wrapping_sub(1).cast();
            _mm512_i64gather_epi32::<2>(index, before)
        };
        let rotated = _mm512_cvtepu32_epi64(_mm256_srli_epi32::<16>(rotated));
        let change = _mm512_sllv_epi64(_mm512_xor_si512(window, rotated), tail);
        _mm512_srli_epi64::<3>(change)
    } else {
        splat(0)
    };
    let digits = _mm512_xor_si512(digits, change);
    // 4. Their rank: each digit in a byte, times 1, 2, 6, 24, and 120 times 1, 6, 42.
    let spread = _mm512_multishift_epi64_epi8(splat(0x1512_0f0c_0906_0300), digits);
    let spread = _mm512_and_si512(spread, splat(0x0007_0707_0707_0707));
    let pairs = _mm512_maddubs_epi16(spread, splat(0x002a_0601_1806_0201));
    let halves = _mm512_madd_epi16(pairs, splat(0x0078_0078_0001_0001));
    let rank = _mm512_add_epi64(
        _mm512_and_si512(halves, splat(0xffff_ffff)),
        _mm512_srli_epi64::<32>(halves),
    );
    // 5. The line of the permutation.
    let stride = _mm512_permutexvar_epi64(pattern, load(&shuffles.strides, 0));
    let bits = _mm512_permutexvar_epi64(pattern, load(&shuffles.bits, 0));
    let line = _mm512_add_epi64(bits, _mm512_mul_epu32(rank, stride));
    store(&mut list.addresses, from, line);
    // 6. What would change. A rise changes bit 0 of the distance, and bit 1 if bit 0 was set. The
    // table holds bit 1 of the new distance: of h + 1 it is this, of h − 1 the other.
    let odd = _mm512_slli_epi64::<1>(_mm512_and_si512(field, splat(1 << DISTANCE_SHIFT)));
    let rise = _mm512_or_si512(_mm512_or_si512(flip, splat(1 << DISTANCE_SHIFT)), odd);
    let next = _mm512_add_epi64(field, splat(1 << DISTANCE_SHIFT));
    let set_rises = _mm512_srli_epi64::<{ DISTANCE_SHIFT as u32 + 1 - 8 }>(next);
    let set_rises = _mm512_and_si512(set_rises, splat(SET_RISES));
    let region = _mm512_add_epi64(thrice(tile), splat(16));
    let moved = _mm512_slli_epi64::<MASK_SHIFT>(_mm512_xor_si512(mask, flip));
    let bit = _mm512_or_si512(_mm512_or_si512(region, set_rises), moved);
    let fall = _mm512_sllv_epi64(splat(2 << DISTANCE_SHIFT), shift);
    store(&mut list.bits, from, bit);
    store(&mut list.cells, from, _mm512_sllv_epi64(rise, shift));
    store(&mut list.falls, from, fall);
    store(&mut list.digits, from, _mm512_sllv_epi64(change, shift));
}

/// Eight children whose bits have been read, one in each lane.
pub struct ReadChildren {
    pub children: __m512i,
    /// Which of them have slack.
    pub passing: __mmask8,
    /// The bits that change in the parent's word of cells, with [`ROSE`].
    pub cells: __m512i,
    /// The parent's last word, which has the slacks.
    pub last_word: __m512i,
}

/// Reads the bits of eight children of a list.
///
/// # Safety
///
/// [`probe`] has probed the list, and the tables are still there.
#[inline]
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
pub unsafe fn read(last_words: &[u64; BATCH], list: &ProbeList, from: usize) -> ReadChildren {
    let children = load_children(&list.children, from);
    let parent = _mm512_srli_epi64::<{ Child::SLIDE_BITS }>(children);
    debug_assert!(all_below(parent, BATCH as u64));
    // SAFETY: `probe` found the addresses, and the parents are in the batch.
    let (word, last_word) = unsafe {
        (
            _mm512_i64gather_epi64::<1>(load(&list.addresses, from), std::ptr::null::<i64>()),
            _mm512_i64gather_epi64::<8>(parent, last_words.as_ptr().cast()),
        )
    };
    let bits = load(&list.bits, from);
    let bit = _mm512_srlv_epi64(word, _mm512_and_si512(bits, splat(63)));
    // Bit 0 is 0 if the bit is as it would be after a rise.
    let differs = _mm512_xor_si512(bit, _mm512_srli_epi64::<8>(bits));
    let rises = _mm512_andnot_si512(differs, splat(1));
    let view = _mm512_and_si512(_mm512_slli_epi64::<3>(children), splat(8));
    let slack = _mm512_and_si512(_mm512_srlv_epi64(last_word, view), splat(0xff));
    let in_list = (1u32 << (list.count - from).min(LANES)) - 1;
    let passing = _mm512_cmple_epu64_mask(rises, slack) & in_list as u8;
    let fell = _mm512_test_epi64_mask(differs, splat(1));
    let cells = load(&list.cells, from);
    let cells = _mm512_mask_xor_epi64(cells, fell, cells, load(&list.falls, from));
    let cells = _mm512_or_si512(cells, _mm512_slli_epi64::<ROSE>(rises));
    ReadChildren {
        children,
        passing,
        cells,
        last_word,
    }
}
