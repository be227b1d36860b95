//! The passes of the blank potential, compiled for any processor and for AVX2; the choice is made
//! here.
//!
//! Both compilations are of the same portable code, so they do the same.

#[cfg(target_arch = "x86_64")]
mod avx2;
pub(super) mod scalar;

use super::blank_potential::Passes;
use crate::guard::InstructionSet;

/// Computes the potential of all four ways on.
pub(super) fn run_passes(most: InstructionSet, passes: &mut Passes, price: i32) {
    #[cfg(target_arch = "x86_64")]
    if most >= InstructionSet::Avx2 && avx2::is_available() {
        // SAFETY: the processor has AVX2.
        unsafe { avx2::run_passes(passes, price) };
        return;
    }
    let _ = most;
    scalar::run_passes(passes, price);
}
