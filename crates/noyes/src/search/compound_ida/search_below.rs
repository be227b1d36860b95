//! The search below some nodes, depth first, a batch at a time.

use super::batch::{BATCH, Batch, NodeCounts};
use super::lookups::{Lookups, Pruning};
use super::pool::Pool;
use super::transpositions::Transpositions;

/// How a dive ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dive {
    /// Everything below the seeds is searched, without a solution.
    Empty,
    /// A goal is at this place of the pool.
    Found(u32),
    /// The nodes allowed are used up; the rest is on the stack.
    Paused,
}

/// Searches below the nodes on the pool's stack until it is empty, a goal is found, or
/// `allowance` nodes are expanded.
pub(super) fn dive<const S: usize>(
    lookups: &Lookups,
    pruning: &Pruning,
    memory: Option<&Transpositions>,
    pool: &mut Pool<S>,
    allowance: u64,
    tally: &mut NodeCounts,
) -> Dive {
    #[cfg(target_arch = "x86_64")]
    if has_v3() {
        // SAFETY: the features were just found.
        return unsafe { dive_v3(lookups, pruning, memory, pool, allowance, tally) };
    }
    dive_any(lookups, pruning, memory, pool, allowance, tally)
}

/// Replaces the nodes at these places of the pool, at most [`BATCH`], by their children, which
/// are put on the stack.
pub(super) fn expand<const S: usize>(
    lookups: &Lookups,
    pruning: &Pruning,
    pool: &mut Pool<S>,
    parents: &[u32],
    tally: &mut NodeCounts,
) -> Option<u32> {
    let mut batch = Batch::new();
    batch.parents[..parents.len()].copy_from_slice(parents);
    #[cfg(target_arch = "x86_64")]
    if has_v3() {
        // SAFETY: the features were just found.
        return unsafe { expand_v3(lookups, pruning, pool, &mut batch, parents.len(), tally) };
    }
    batch.expand(lookups, pruning, pool, parents.len(), tally)
}

#[cfg(target_arch = "x86_64")]
fn has_v3() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn dive_v3<const S: usize>(
    lookups: &Lookups,
    pruning: &Pruning,
    memory: Option<&Transpositions>,
    pool: &mut Pool<S>,
    allowance: u64,
    tally: &mut NodeCounts,
) -> Dive {
    dive_any(lookups, pruning, memory, pool, allowance, tally)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn expand_v3<const S: usize>(
    lookups: &Lookups,
    pruning: &Pruning,
    pool: &mut Pool<S>,
    batch: &mut Batch,
    taken: usize,
    tally: &mut NodeCounts,
) -> Option<u32> {
    batch.expand(lookups, pruning, pool, taken, tally)
}

#[inline(always)]
fn dive_any<const S: usize>(
    lookups: &Lookups,
    pruning: &Pruning,
    memory: Option<&Transpositions>,
    pool: &mut Pool<S>,
    allowance: u64,
    tally: &mut NodeCounts,
) -> Dive {
    let mut batch = Batch::new();
    let end = tally.expanded + allowance;
    loop {
        if pool.stack.is_empty() {
            return Dive::Empty;
        }
        if tally.expanded >= end {
            return Dive::Paused;
        }
        let taken = pool.stack.len().min(BATCH);
        let rest = pool.stack.len() - taken;
        batch.parents[..taken].copy_from_slice(&pool.stack[rest..]);
        pool.stack.truncate(rest);
        let taken = match memory {
            Some(memory) => batch.drop_known(memory, pool, taken),
            None => taken,
        };
        if let Some(goal) = batch.expand(lookups, pruning, pool, taken, tally) {
            return Dive::Found(goal);
        }
        if let Some(memory) = memory {
            for &child in &pool.stack[rest..] {
                memory.ask(pool.node(child));
            }
        }
    }
}
