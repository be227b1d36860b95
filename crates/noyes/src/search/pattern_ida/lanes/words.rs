//! Eight lanes to and from memory.

use std::arch::x86_64::*;

use super::{LANES, ROOM};
use crate::search::pattern_ida::stages::Job;

/// Eight words of a list.
#[inline]
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
pub(super) fn load(list: &[u64], from: usize) -> __m512i {
    let eight = &list[from..from + LANES];
    // SAFETY: they are eight.
    unsafe { _mm512_loadu_si512(eight.as_ptr().cast()) }
}

/// Writes eight words of a list.
#[inline]
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
pub(super) fn store(list: &mut [u64], from: usize, value: __m512i) {
    let eight = &mut list[from..from + LANES];
    // SAFETY: they are eight.
    unsafe { _mm512_storeu_si512(eight.as_mut_ptr().cast(), value) }
}

/// Eight jobs of a list.
#[inline]
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
pub(super) fn load_jobs(jobs: &[Job; ROOM], from: usize) -> __m512i {
    let eight = &jobs[from..from + LANES];
    // SAFETY: they are eight, of sixteen bits each.
    unsafe { _mm512_cvtepu16_epi64(_mm_loadu_si128(eight.as_ptr().cast())) }
}

/// Bytes of a list by their place, in the lowest byte of each lane; the others are void.
#[inline]
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
pub(super) fn shuffled(list: &[u8; 128], places: __m512i) -> __m512i {
    // SAFETY: two lines of 64 bytes are the list.
    let (low, high) = unsafe {
        (
            _mm512_loadu_si512(list.as_ptr().cast()),
            _mm512_loadu_si512(list.as_ptr().add(64).cast()),
        )
    };
    _mm512_permutex2var_epi8(low, places, high)
}
