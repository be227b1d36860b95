//! Packing of flags by instruction set: [`packed`] is the one that this target has.

#[cfg(any(test, not(any(target_arch = "x86_64", target_feature = "simd128"))))]
pub mod scalar;
#[cfg(target_feature = "simd128")]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse2;

#[cfg(not(any(target_arch = "x86_64", target_feature = "simd128")))]
pub use self::scalar::packed;
#[cfg(target_feature = "simd128")]
pub use self::simd128::packed;
#[cfg(target_arch = "x86_64")]
pub use self::sse2::packed;
