//! The search below nodes with the target's baseline instructions.

use crate::search::compound_ida::expand::NodeCounts;
use crate::search::compound_ida::pool::Pool;
use crate::search::compound_ida::probe_tables::ProbeTables;
use crate::search::compound_ida::pruning::Pruning;
use crate::search::compound_ida::search_below as generic;
use crate::search::compound_ida::transpositions::Transpositions;
use crate::search::compound_ida::word::Word;

/// See [`generic::search_below`].
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
pub(in super::super) fn expand<W: Word, const S: usize>(
    probe_tables: &ProbeTables<W>,
    pruning: &Pruning,
    pool: &mut Pool<W, S>,
    parents: &[u32],
    counts: &mut NodeCounts,
) -> Option<u32> {
    generic::expand(probe_tables, pruning, pool, parents, counts)
}
