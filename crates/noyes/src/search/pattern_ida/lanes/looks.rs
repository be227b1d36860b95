//! Where the bits of eight children lie, and what they tell.

use std::arch::x86_64::*;
use std::ops::Range;

use super::words::{load, load_jobs, shuffled, store};
use super::{LANES, ROOM, ROSE};
use crate::search::pattern_ida::lookups::{DIGITS, DISTANCE, FIELD_BITS, Lookups};
use crate::search::pattern_ida::node::Node;
use crate::search::pattern_ida::stages::{BATCH, Job};
use crate::search::prefetch::prefetch;

/// Children of a batch, looked at from one view each.
#[repr(C, align(64))]
pub(super) struct Looks {
    /// Where the word of the bit lies; as long as the set is not found, where the line begins.
    places: [u64; ROOM],
    /// Which bit it is, and 256 if one that is set tells of a rise. As long as the set is not found, instead of
    /// the bit where the region lies in its entry, and 512 times the mask of its cells.
    bits: [u64; ROOM],
    /// What changes in the parent's word of cells if the distance rises.
    cells: [u64; ROOM],
    /// What changes there besides if it falls.
    falls: [u64; ROOM],
    /// What changes in the parent's word of digits.
    pub digits: [u64; ROOM],
    pub jobs: [Job; ROOM],
    pub count: usize,
}

impl Looks {
    pub const NONE: Self = Self {
        places: [0; ROOM],
        bits: [0; ROOM],
        cells: [0; ROOM],
        falls: [0; ROOM],
        digits: [0; ROOM],
        jobs: [Job::NONE; ROOM],
        count: 0,
    };
}

/// Looks at the children of a list: where their bits lie, and what would change. Those outside `turning` turn
/// nothing.
///
/// As in `look::look`, nodes and jobs must be real: then every place read is one of its table's.
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
pub(super) fn look(
    lookups: &Lookups,
    batch: &[Node; BATCH],
    looks: &mut Looks,
    turning: Range<usize>,
) {
    let same = |value: i64| _mm512_set1_epi64(value);
    let end = looks.count;
    // Lanes past the end repeat the last: where it turns, so may its eight.
    let last = looks.jobs[end.saturating_sub(1)];
    looks.jobs[end..end + LANES].fill(last);
    for from in (0..end).step_by(LANES) {
        if from + LANES <= turning.start || from >= turning.end {
            place::<false>(lookups, batch, looks, from);
        } else {
            place::<true>(lookups, batch, looks, from);
        }
    }
    for from in (0..end).step_by(LANES) {
        // 7. The row of the set and the blank's region, and the word with its bit.
        let bits = load(&looks.bits, from);
        let mask = _mm512_srli_epi64::<9>(bits);
        // SAFETY: a mask has sixteen bits.
        let entry = unsafe { _mm512_i64gather_epi64::<8>(mask, lookups.by_mask.as_ptr().cast()) };
        let region = _mm512_srlv_epi64(entry, _mm512_and_si512(bits, same(63)));
        let row = _mm512_add_epi64(
            _mm512_and_si512(entry, same(0xffff)),
            _mm512_and_si512(region, same(7)),
        );
        let word = _mm512_slli_epi64::<3>(_mm512_srli_epi64::<6>(row));
        let places = _mm512_add_epi64(load(&looks.places, from), word);
        store(&mut looks.places, from, places);
        for &place in &looks.places[from..from + LANES] {
            prefetch(place as *const u8);
        }
        let rising = _mm512_and_si512(bits, same(256));
        let bit = _mm512_or_si512(_mm512_and_si512(row, same(63)), rising);
        store(&mut looks.bits, from, bit);
    }
}

/// Finds the lines and the sets of eight children of a list, and what would change. `TURNS` may be false where
/// no slide of theirs turns anything.
#[inline]
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
fn place<const TURNS: bool>(
    lookups: &Lookups,
    batch: &[Node; BATCH],
    looks: &mut Looks,
    from: usize,
) {
    let shuffles = &lookups.shuffles;
    let same = |value: i64| _mm512_set1_epi64(value);
    let one = same(1);
    let byte = same(0xff);
    let nodes: *const i64 = batch.as_ptr().cast();
    // 1. The slide: the tile's cell and the blank's as the view has them.
    let jobs = load_jobs(&looks.jobs, from);
    let parent = _mm512_srli_epi64::<{ Job::SEEN_BITS }>(jobs);
    let seen = _mm512_and_si512(jobs, same(i64::from(Job::SEEN)));
    let tile = _mm512_and_si512(shuffled(&shuffles.tiles, seen), byte);
    let blank = _mm512_and_si512(shuffled(&shuffles.blanks, seen), byte);
    let flip = _mm512_or_si512(_mm512_sllv_epi64(one, tile), _mm512_sllv_epi64(one, blank));
    let later = _mm512_max_epu64(tile, blank);
    let sooner = _mm512_min_epu64(tile, blank);
    let above = _mm512_sllv_epi64(same(-2), later);
    let between = _mm512_sub_epi64(
        _mm512_sllv_epi64(one, later),
        _mm512_sllv_epi64(same(2), sooner),
    );
    // 2. The field of the pattern that has the tile.
    let view = _mm512_and_si512(seen, one);
    let node = _mm512_or_si512(_mm512_slli_epi64::<3>(parent), view);
    // SAFETY: a node is eight words, cells first and digits next, one of each a view.
    let (cells, orders) = unsafe {
        (
            _mm512_i64gather_epi64::<8>(node, nodes),
            _mm512_i64gather_epi64::<8>(node, nodes.add(2)),
        )
    };
    let field_bit = _mm512_and_si512(_mm512_srlv_epi64(cells, tile), same(FIELD_BITS as i64));
    let shift = _mm512_popcnt_epi64(_mm512_sub_epi64(field_bit, one));
    let slot = _mm512_srli_epi64::<4>(shift);
    let field = _mm512_srlv_epi64(cells, shift);
    let mask = _mm512_and_si512(field, same(0xffff));
    let digits = _mm512_srlv_epi64(orders, shift);
    let digits = _mm512_and_si512(digits, same(i64::from(DIGITS)));
    // 3. The digits after the tile has passed others.
    let thrice = |count| _mm512_add_epi64(count, _mm512_slli_epi64::<1>(count));
    let change = if TURNS {
        let past = thrice(_mm512_popcnt_epi64(_mm512_and_si512(mask, between)));
        let tail = thrice(_mm512_popcnt_epi64(_mm512_and_si512(mask, above)));
        let lead = _mm512_sllv_epi64(same(8), past);
        let window = _mm512_srlv_epi64(_mm512_slli_epi64::<3>(digits), tail);
        let window = _mm512_and_si512(window, _mm512_sub_epi64(lead, one));
        let turn = _mm512_add_epi64(lead, window);
        let forward = _mm512_cmpgt_epu64_mask(blank, tile);
        let turn = _mm512_mask_add_epi64(turn, forward, turn, same(8192));
        // SAFETY: a lead is at least 8, and lead and window are below 8192 since boards here have at most four
        // columns; so both the half-word and the one before it are in the table.
        let turned = unsafe {
            let before: *const i32 = lookups.turns.as_ptr().wrapping_sub(1).cast();
            _mm512_i64gather_epi32::<2>(turn, before)
        };
        let turned = _mm512_cvtepu32_epi64(_mm256_srli_epi32::<16>(turned));
        let change = _mm512_sllv_epi64(_mm512_xor_si512(window, turned), tail);
        _mm512_srli_epi64::<3>(change)
    } else {
        same(0)
    };
    let digits = _mm512_xor_si512(digits, change);
    // 4. Their rank: each digit a byte, times 1, 2, 6, 24, and 120 times 1, 6, 42.
    let spread = _mm512_multishift_epi64_epi8(same(0x1512_0f0c_0906_0300), digits);
    let spread = _mm512_and_si512(spread, same(0x0007_0707_0707_0707));
    let pairs = _mm512_maddubs_epi16(spread, same(0x002a_0601_1806_0201));
    let halves = _mm512_madd_epi16(pairs, same(0x0078_0078_0001_0001));
    let rank = _mm512_add_epi64(
        _mm512_and_si512(halves, same(0xffff_ffff)),
        _mm512_srli_epi64::<32>(halves),
    );
    // 5. The line with the bit.
    let stride = _mm512_permutexvar_epi64(slot, load(&shuffles.strides, 0));
    let bits = _mm512_permutexvar_epi64(slot, load(&shuffles.bits, 0));
    let line = _mm512_add_epi64(bits, _mm512_mul_epu32(rank, stride));
    store(&mut looks.places, from, line);
    // 6. What would change. One more changes bit 0 of the distance, and bit 1 if bit 0 was set; the table
    // tells bit 1 of the new one: of h + 1 it is this, of h − 1 the other.
    let odd = _mm512_slli_epi64::<1>(_mm512_and_si512(field, same(1 << DISTANCE)));
    let rise = _mm512_or_si512(_mm512_or_si512(flip, same(1 << DISTANCE)), odd);
    let next = _mm512_add_epi64(field, same(1 << DISTANCE));
    let rising = _mm512_srli_epi64::<{ DISTANCE as u32 + 1 - 8 }>(next);
    let rising = _mm512_and_si512(rising, same(256));
    let region = _mm512_add_epi64(thrice(tile), same(16));
    let moved = _mm512_slli_epi64::<9>(_mm512_xor_si512(mask, flip));
    let bit = _mm512_or_si512(_mm512_or_si512(region, rising), moved);
    let fall = _mm512_sllv_epi64(same(2 << DISTANCE), shift);
    store(&mut looks.bits, from, bit);
    store(&mut looks.cells, from, _mm512_sllv_epi64(rise, shift));
    store(&mut looks.falls, from, fall);
    store(&mut looks.digits, from, _mm512_sllv_epi64(change, shift));
}

/// Eight children whose bits have been read.
pub(super) struct Read {
    pub jobs: __m512i,
    /// Which of them have not risen too far.
    pub kept: __mmask8,
    /// What changes in the parent's word of cells, with [`ROSE`].
    pub cells: __m512i,
    /// The parent's word with the slacks.
    pub rest: __m512i,
}

/// Reads the bits of eight children of a list.
#[inline]
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
pub(super) fn read(rests: &[u64; BATCH], looks: &Looks, from: usize) -> Read {
    let same = |value: i64| _mm512_set1_epi64(value);
    let jobs = load_jobs(&looks.jobs, from);
    let parent = _mm512_srli_epi64::<{ Job::SEEN_BITS }>(jobs);
    // SAFETY: `look` found the places, and a job's parent is in the batch.
    let (word, rest) = unsafe {
        (
            _mm512_i64gather_epi64::<1>(load(&looks.places, from), std::ptr::null::<i64>()),
            _mm512_i64gather_epi64::<8>(parent, rests.as_ptr().cast()),
        )
    };
    let bits = load(&looks.bits, from);
    let bit = _mm512_srlv_epi64(word, _mm512_and_si512(bits, same(63)));
    // The bit as it would be after a rise, or the other.
    let differs = _mm512_xor_si512(bit, _mm512_srli_epi64::<8>(bits));
    let rises = _mm512_andnot_si512(differs, same(1));
    let view = _mm512_and_si512(_mm512_slli_epi64::<3>(jobs), same(8));
    let slack = _mm512_and_si512(_mm512_srlv_epi64(rest, view), same(0xff));
    let there = (1u32 << (looks.count - from).min(LANES)) - 1;
    let kept = _mm512_cmple_epu64_mask(rises, slack) & there as u8;
    let fell = _mm512_test_epi64_mask(differs, same(1));
    let cells = load(&looks.cells, from);
    let cells = _mm512_mask_xor_epi64(cells, fell, cells, load(&looks.falls, from));
    let cells = _mm512_or_si512(cells, _mm512_slli_epi64::<ROSE>(rises));
    Read {
        jobs,
        kept,
        cells,
        rest,
    }
}
