//! The search below nodes with the target's baseline instructions.

use crate::search::compound_ida::batch::NodeCounts;
use crate::search::compound_ida::lookups::Lookups;
use crate::search::compound_ida::pool::Pool;
use crate::search::compound_ida::pruning::Pruning;
use crate::search::compound_ida::search_below as generic;
use crate::search::compound_ida::transpositions::Transpositions;

/// See [`generic::search_below`].
pub(in super::super) fn search_below<const S: usize>(
    lookups: &Lookups,
    pruning: &Pruning,
    transpositions: Option<&Transpositions<'_>>,
    pool: &mut Pool<S>,
    allowance: u64,
    counts: &mut NodeCounts,
) -> generic::SearchEnd {
    generic::search_below(lookups, pruning, transpositions, pool, allowance, counts)
}

/// See [`generic::expand`].
pub(in super::super) fn expand<const S: usize>(
    lookups: &Lookups,
    pruning: &Pruning,
    pool: &mut Pool<S>,
    parents: &[u32],
    counts: &mut NodeCounts,
) -> Option<u32> {
    generic::expand(lookups, pruning, pool, parents, counts)
}
