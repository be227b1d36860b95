//! The search below nodes, compiled for several instruction sets; the best is picked at run time.
//!
//! Both forms are the same source (see `search_below`). On x86-64, population counts, variable
//! shifts and 256-bit copies of nodes take fewer instructions than the baseline has. A test holds
//! the two forms to each other.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
pub(super) mod scalar;

use super::expand::NodeCounts;
use super::pool::Pool;
use super::probe_tables::ProbeTables;
use super::pruning::Pruning;
use super::search_below::SearchEnd;
use super::transpositions::Transpositions;
use super::word::Word;
use crate::guard::InstructionSet;

/// See [`super::search_below::search_below`].
pub(super) fn search_below<W: Word, const S: usize>(
    most: InstructionSet,
    probe_tables: &ProbeTables<W>,
    pruning: &Pruning,
    transpositions: Option<&Transpositions<'_>>,
    pool: &mut Pool<W, S>,
    allowance: u64,
    counts: &mut NodeCounts,
) -> SearchEnd {
    #[cfg(target_arch = "x86_64")]
    if most >= InstructionSet::Avx2 && avx2::is_available() {
        // SAFETY: the features were just found.
        return unsafe {
            avx2::search_below(
                probe_tables,
                pruning,
                transpositions,
                pool,
                allowance,
                counts,
            )
        };
    }
    let _ = most;
    scalar::search_below(
        probe_tables,
        pruning,
        transpositions,
        pool,
        allowance,
        counts,
    )
}

/// See [`super::search_below::expand`].
pub(super) fn expand<W: Word, const S: usize>(
    most: InstructionSet,
    probe_tables: &ProbeTables<W>,
    pruning: &Pruning,
    pool: &mut Pool<W, S>,
    parents: &[u32],
    counts: &mut NodeCounts,
) -> Option<u32> {
    #[cfg(target_arch = "x86_64")]
    if most >= InstructionSet::Avx2 && avx2::is_available() {
        // SAFETY: the features were just found.
        return unsafe { avx2::expand(probe_tables, pruning, pool, parents, counts) };
    }
    let _ = most;
    scalar::expand(probe_tables, pruning, pool, parents, counts)
}
