//! The scalar form, compiled for processors with AVX2 and the bit-manipulation instructions.
//!
//! The compiler then uses wide copies for nodes, and one instruction for population counts and
//! shifts.

use super::scalar::Expander;
use crate::search::pattern_ida::context::{Context, NodeCounts, SearchEnd};
use crate::search::pattern_ida::open_list::OpenList;
use crate::search::pattern_ida::search_below::search_batches;
use crate::search::pattern_ida::transpositions::Transpositions;

/// Evidence that the processor has the features of this form.
#[derive(Clone, Copy, Debug)]
pub struct Detected(());

impl Detected {
    pub fn new() -> Option<Self> {
        let has_features = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt");
        has_features.then_some(Self(()))
    }
}

/// See [`super::Arch::search_below`].
///
/// # Safety
///
/// As there; and the processor has the features.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub unsafe fn search_below(
    context: Context<'_>,
    transpositions: Option<&Transpositions>,
    open: &mut OpenList,
    allowance: u64,
    counts: &mut NodeCounts,
) -> SearchEnd {
    let mut expander = Expander::new();
    // The closures stand here because a closure has the features of the function that it stands in,
    // and what is inlined into it too.
    if context.tables.views() == 1 {
        return search_batches(
            transpositions,
            open,
            allowance,
            counts,
            |batch, count, open, counts| {
                let mut push = |child| open.push(&child);
                // SAFETY: batches come from the open list.
                unsafe { expander.expand::<1>(context, batch, count, counts, &mut push) }
            },
        );
    }
    search_batches(
        transpositions,
        open,
        allowance,
        counts,
        |batch, count, open, counts| {
            let mut push = |child| open.push(&child);
            // SAFETY: batches come from the open list.
            unsafe { expander.expand::<2>(context, batch, count, counts, &mut push) }
        },
    )
}
