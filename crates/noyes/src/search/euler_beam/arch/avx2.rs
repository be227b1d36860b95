//! The passes of the blank potential compiled for AVX2: the four ways on are one vector.

use super::super::blank_potential::Passes;
use super::scalar;

/// Whether the processor has what the function below needs.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
}

#[target_feature(enable = "avx2")]
pub(super) fn run_passes(passes: &mut Passes, price: i32) {
    scalar::run_passes(passes, price);
}
