//! Sixteen bytes at a time; every x86-64 has SSE2.

use std::arch::x86_64::{_mm_loadu_si128, _mm_movemask_epi8};

/// The top bits of 64 bytes.
pub fn packed(flags: &[u8; 64]) -> u64 {
    let quarter = |number: usize| {
        // SAFETY: the sixteen bytes from 16 × number lie within the 64 for number < 4, and the
        // load needs no alignment.
        let bytes = unsafe { _mm_loadu_si128(flags.as_ptr().add(16 * number).cast()) };
        // SAFETY: SSE2 is part of x86-64.
        u64::from(unsafe { _mm_movemask_epi8(bytes) } as u32)
    };
    quarter(0) | quarter(1) << 16 | quarter(2) << 32 | quarter(3) << 48
}
