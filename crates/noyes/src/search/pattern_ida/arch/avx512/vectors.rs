//! Vectors of eight 64-bit lanes, to and from memory.

use std::arch::x86_64::*;

use super::{LANES, LIST};
use crate::search::pattern_ida::child::Child;

/// A vector with the same value in every lane.
#[inline]
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
pub fn splat(value: u64) -> __m512i {
    _mm512_set1_epi64(value as i64)
}

/// Eight words of a list.
#[inline]
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
pub fn load(list: &[u64], from: usize) -> __m512i {
    let eight = &list[from..from + LANES];
    // SAFETY: the slice has eight words.
    unsafe { _mm512_loadu_si512(eight.as_ptr().cast()) }
}

/// Writes eight words of a list.
#[inline]
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
pub fn store(list: &mut [u64], from: usize, value: __m512i) {
    let eight = &mut list[from..from + LANES];
    // SAFETY: the slice has eight words.
    unsafe { _mm512_storeu_si512(eight.as_mut_ptr().cast(), value) }
}

/// Eight children of a list, one in each lane.
#[inline]
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
pub fn load_children(list: &[Child; LIST], from: usize) -> __m512i {
    let eight = &list[from..from + LANES];
    // SAFETY: the slice has eight children of sixteen bits.
    unsafe { _mm512_cvtepu16_epi64(_mm_loadu_si128(eight.as_ptr().cast())) }
}

/// Bytes of a table by their index, in the lowest byte of each lane. The other bytes of the lanes
/// are arbitrary.
#[inline]
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
pub fn shuffle_bytes(table: &[u8; 128], indices: __m512i) -> __m512i {
    // SAFETY: the table is two vectors of 64 bytes.
    let (low, high) = unsafe {
        (
            _mm512_loadu_si512(table.as_ptr().cast()),
            _mm512_loadu_si512(table.as_ptr().add(64).cast()),
        )
    };
    _mm512_permutex2var_epi8(low, indices, high)
}

/// Whether every lane is below a limit: what assertions check before a gather.
#[inline]
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
pub fn all_below(numbers: __m512i, limit: u64) -> bool {
    _mm512_cmplt_epu64_mask(numbers, splat(limit)) == 0xff
}
