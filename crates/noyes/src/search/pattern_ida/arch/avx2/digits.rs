//! The digits of eight permutations at a time: after a slide, and as ranks (see `lehmer`).

use std::arch::x86_64::*;

use super::constants::Constants;
use super::{all_below, splat};
use crate::search::pattern_ida::lehmer::FORWARD;
use crate::search::pattern_ida::probe_tables::ProbeTables;

/// The bits that change in the digits when tiles slide along columns.
///
/// # Safety
///
/// The mask and digits are those of patterns' states, and the tile is one of theirs, a row before
/// or after the blank.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub unsafe fn rotated(
    tables: &ProbeTables,
    constants: &Constants,
    mask: __m256i,
    digits: __m256i,
    tile: __m256i,
    blank: __m256i,
) -> __m256i {
    let one = splat(1);
    // Three times the number of bits of four.
    let counts = _mm256_setr_epi8(
        0, 3, 3, 6, 3, 6, 6, 9, 3, 6, 6, 9, 6, 9, 9, 12, 0, 3, 3, 6, 3, 6, 6, 9, 3, 6, 6, 9, 6, 9,
        9, 12,
    );
    let first = _mm256_min_epi32(tile, blank);
    let last = _mm256_max_epi32(tile, blank);
    let passed = _mm256_srlv_epi32(mask, _mm256_add_epi32(first, one));
    let passed = _mm256_and_si256(passed, splat(constants.passed));
    let passed = _mm256_shuffle_epi8(counts, passed);
    let after = _mm256_srlv_epi32(mask, _mm256_add_epi32(last, one));
    let fours = splat(0x0f0f);
    let low = _mm256_shuffle_epi8(counts, _mm256_and_si256(after, fours));
    let after = _mm256_and_si256(_mm256_srli_epi32::<4>(after), fours);
    let bytes = _mm256_add_epi32(low, _mm256_shuffle_epi8(counts, after));
    let tail = _mm256_add_epi32(bytes, _mm256_srli_epi32::<8>(bytes));
    let tail = _mm256_and_si256(tail, splat(0xff));
    let lead = _mm256_sllv_epi32(splat(8), passed);
    let window = _mm256_srlv_epi32(_mm256_slli_epi32::<3>(digits), tail);
    let window = _mm256_and_si256(window, _mm256_sub_epi32(lead, one));
    let index = _mm256_add_epi32(lead, window);
    let forward = _mm256_cmpgt_epi32(blank, tile);
    let forward = _mm256_and_si256(forward, splat(FORWARD as u32));
    let index = _mm256_add_epi32(index, forward);
    // The gather reads four bytes: the entry, and the one before it.
    debug_assert!(all_below(
        _mm256_sub_epi32(index, one),
        2 * FORWARD as u32 - 1
    ));
    // SAFETY: the lead is at least 8, and lead plus window are below `FORWARD`, since boards here
    // have at most four columns. So the entry and the one before it are in the table.
    let entry = unsafe {
        let before: *const i32 = tables.rotations.as_ptr().wrapping_sub(1).cast();
        _mm256_i32gather_epi32::<2>(before, index)
    };
    let entry = _mm256_srli_epi32::<16>(entry);
    let change = _mm256_sllv_epi32(_mm256_xor_si256(window, entry), tail);
    _mm256_srli_epi32::<3>(change)
}

/// The ranks of permutations, given as digits of three bits: each digit in a byte, times 1, 2, 6
/// and 24, and 120 times 1, 6, 42.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub fn rank(digits: __m256i) -> __m256i {
    let spread = |digits: __m256i| {
        let pairs = _mm256_or_si256(digits, _mm256_slli_epi32::<10>(digits));
        let odd = _mm256_and_si256(pairs, splat(0x0007_0007));
        let even = _mm256_and_si256(_mm256_slli_epi32::<5>(pairs), splat(0x0700_0700));
        _mm256_or_si256(odd, even)
    };
    let twelve = _mm256_and_si256(digits, splat(0xfff));
    let low = _mm256_maddubs_epi16(spread(twelve), splat(0x1806_0201));
    let low = _mm256_madd_epi16(low, splat(0x0001_0001));
    let high = _mm256_srli_epi32::<12>(digits);
    let high = _mm256_maddubs_epi16(spread(high), splat(0x002a_0601));
    let high = _mm256_madd_epi16(high, splat(0x0078_0078));
    _mm256_add_epi32(low, high)
}
