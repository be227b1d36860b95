//! Prefetching: asking memory early for a byte that will be read soon.

/// Prefetches the cache line of a byte into all cache levels. Does nothing where there is no such
/// instruction.
#[inline(always)]
pub(super) fn prefetch(byte: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing, and any address is allowed.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(byte.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = byte;
}
