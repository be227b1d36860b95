//! Packing of flags by instruction set.

#[cfg(any(test, not(target_arch = "x86_64")))]
pub mod scalar;
#[cfg(target_arch = "x86_64")]
pub mod sse2;
