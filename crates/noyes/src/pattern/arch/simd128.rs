//! Sixteen bytes at a time, for WebAssembly that is compiled with vector instructions.

use std::arch::wasm32::{i8x16_bitmask, v128_load};

/// The top bits of 64 bytes.
pub fn packed(flags: &[u8; 64]) -> u64 {
    let quarter = |number: usize| {
        // SAFETY: the sixteen bytes from 16 × number lie within the 64 for number < 4, and the
        // load needs no alignment.
        let bytes = unsafe { v128_load(flags.as_ptr().add(16 * number).cast()) };
        u64::from(i8x16_bitmask(bytes))
    };
    quarter(0) | quarter(1) << 16 | quarter(2) << 32 | quarter(3) << 48
}
