//! The search below the nodes of a stack, depth first, a batch at a time.
//!
//! The functions here are generic: `arch` compiles them once for each instruction set and picks one
//! at run time.

use super::expand::{BATCH, Batch, NodeCounts};
use super::pool::Pool;
use super::probe_tables::ProbeTables;
use super::pruning::Pruning;
use super::transpositions::Transpositions;
use super::word::Word;

/// How a search below some nodes ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchEnd {
    /// The stack is empty, and no goal was found.
    Exhausted,
    /// A goal is in this slot of the pool.
    Goal(u32),
    /// The allowance is used up; the open nodes are on the stack.
    Paused,
}

/// Searches below the nodes on the pool's stack until the stack is empty, a goal is found, or
/// `allowance` nodes are expanded.
#[inline(always)]
pub(super) fn search_below<W: Word, const S: usize>(
    probe_tables: &ProbeTables<W>,
    pruning: &Pruning,
    transpositions: Option<&Transpositions<'_>>,
    pool: &mut Pool<W, S>,
    allowance: u64,
    counts: &mut NodeCounts,
) -> SearchEnd {
    let mut batch = Batch::new();
    let end = counts.expanded.saturating_add(allowance);
    loop {
        if pool.stack.is_empty() {
            return SearchEnd::Exhausted;
        }
        if counts.expanded >= end {
            return SearchEnd::Paused;
        }
        let taken = pool.stack.len().min(BATCH);
        let rest = pool.stack.len() - taken;
        batch.parents[..taken].copy_from_slice(&pool.stack[rest..]);
        pool.stack.truncate(rest);
        let taken = match transpositions {
            Some(transpositions) => batch.drop_duplicates(transpositions, pool, taken),
            None => taken,
        };
        if let Some(goal) = batch.expand(probe_tables, pruning, pool, taken, counts) {
            return SearchEnd::Goal(goal);
        }
        if let Some(transpositions) = transpositions {
            for &child in &pool.stack[rest..] {
                transpositions.prefetch(pool.node(child));
            }
        }
    }
}

/// Replaces the nodes in these slots of the pool, at most [`BATCH`], by their children, which are
/// put on the stack. Returns the slot of a goal, if there is one among the children.
#[inline(always)]
pub(super) fn expand<W: Word, const S: usize>(
    probe_tables: &ProbeTables<W>,
    pruning: &Pruning,
    pool: &mut Pool<W, S>,
    parents: &[u32],
    counts: &mut NodeCounts,
) -> Option<u32> {
    let mut batch = Batch::new();
    batch.parents[..parents.len()].copy_from_slice(parents);
    batch.expand(probe_tables, pruning, pool, parents.len(), counts)
}
