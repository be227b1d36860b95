//! The steps of the hot loop in the forms that processors can run.
//!
//! | Form | Children at a time | Needs |
//! |---|---|---|
//! | `avx512` | 8 | AVX-512 with VBMI, VBMI2, VL and VPOPCNTDQ; two views |
//! | `avx2` | 8 | AVX2, BMI1, BMI2, POPCNT; with one view it is the scalar form |
//! | `scalar` | 1 | nothing |
//!
//! All forms make the same children in the same order, so that node counts do not depend on the
//! processor. Tests compare each of them with the scalar form.
//!
//! The form is chosen once, when a solver is made. A vector form is represented by a value that
//! only its detection can make, so that it cannot be run on a processor that lacks it.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
pub(super) mod scalar;
#[cfg(all(test, target_arch = "x86_64"))]
mod tests;

use super::context::{Context, NodeCounts, SearchEnd};
use super::open_list::OpenList;
use super::transpositions::Transpositions;
use crate::guard::InstructionSet;

/// A form of the hot loop that this processor can run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arch {
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Detected),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Detected),
    Scalar,
}

impl Arch {
    /// The fastest form for this processor and number of views.
    pub fn detect(views: usize) -> Self {
        #[cfg(target_arch = "x86_64")]
        if views == 2
            && let Some(detected) = avx512::Detected::new()
        {
            return Self::Avx512(detected);
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(detected) = avx2::Detected::new() {
            return Self::Avx2(detected);
        }
        let _ = views;
        Self::Scalar
    }

    /// This form, or the best of those within an instruction set.
    pub fn at_most(self, most: InstructionSet) -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let avx2 = || avx2::Detected::new().map_or(Self::Scalar, Self::Avx2);
            match (self, most) {
                (Self::Scalar, _) | (_, InstructionSet::Baseline) => Self::Scalar,
                (Self::Avx512(_), InstructionSet::Avx2) => avx2(),
                (form, _) => form,
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let _ = most;
            self
        }
    }

    /// Searches below the open nodes until there are none, a goal is found, or `allowance` nodes
    /// are expanded.
    ///
    /// # Safety
    ///
    /// The open nodes are reachable in this context. If this is the AVX-512 form, the context's
    /// tables were made for it.
    pub unsafe fn search_below(
        self,
        context: Context<'_>,
        transpositions: Option<&Transpositions>,
        open: &mut OpenList,
        allowance: u64,
        counts: &mut NodeCounts,
    ) -> SearchEnd {
        // SAFETY: the caller's nodes are reachable; the processor's features were detected.
        unsafe {
            match self {
                #[cfg(target_arch = "x86_64")]
                Self::Avx512(_) => {
                    avx512::search_below(context, transpositions, open, allowance, counts)
                }
                #[cfg(target_arch = "x86_64")]
                Self::Avx2(_) => {
                    avx2::search_below(context, transpositions, open, allowance, counts)
                }
                Self::Scalar => {
                    scalar::search_below(context, transpositions, open, allowance, counts)
                }
            }
        }
    }
}
