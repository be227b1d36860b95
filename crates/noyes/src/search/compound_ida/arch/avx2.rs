//! The search below nodes with AVX2, BMI1, BMI2 and POPCNT.

use std::arch::is_x86_feature_detected as has;

use crate::search::compound_ida::expand::NodeCounts;
use crate::search::compound_ida::pool::Pool;
use crate::search::compound_ida::probe_tables::ProbeTables;
use crate::search::compound_ida::pruning::Pruning;
use crate::search::compound_ida::search_below as generic;
use crate::search::compound_ida::transpositions::Transpositions;
use crate::search::compound_ida::word::Word;

/// Whether the processor has all of these instructions.
pub(in super::super) fn is_available() -> bool {
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt")
}

/// See [`generic::search_below`].
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(in super::super) fn search_below<W: Word, const S: usize>(
    probe_tables: &ProbeTables<W>,
    pruning: &Pruning,
    transpositions: Option<&Transpositions<'_>>,
    pool: &mut Pool<W, S>,
    allowance: u64,
    counts: &mut NodeCounts,
) -> generic::SearchEnd {
    generic::search_below(
        probe_tables,
        pruning,
        transpositions,
        pool,
        allowance,
        counts,
    )
}

/// See [`generic::expand`].
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(in super::super) fn expand<W: Word, const S: usize>(
    probe_tables: &ProbeTables<W>,
    pruning: &Pruning,
    pool: &mut Pool<W, S>,
    parents: &[u32],
    counts: &mut NodeCounts,
) -> Option<u32> {
    generic::expand(probe_tables, pruning, pool, parents, counts)
}
