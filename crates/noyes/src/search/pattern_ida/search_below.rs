//! The hot loop: some dozens of nodes at a time, in stages.
//!
//! # Idea
//!
//! A table of 178 MB answers from main memory, some hundred nanoseconds away; a child's index
//! takes a few. So nodes are not expanded one by one. The best of them are taken from the queue, 24 or, when
//! there is a crowd, 64, and go through stages, each a loop over all their children, and between the stage that
//! asks memory for a bit (prefetch) and the one that reads it lie all the others:
//!
//! ```text
//! 1  list the children the automaton lets pass, in two kinds (see `look`)
//! 2  look at each from its parent's view with less slack, or the cheaper: index, prefetch
//! 3  read the bits; keep the children that have not risen too far; look from the other view
//! 4  read the bits; make the nodes of those that have not risen too far there, and queue them
//! ```
//!
//! On Korf's 100 with 7-8 tables 58 of 100 children get to stage 3's second look, and 51 are made.
//!
//! The stages are written twice: child by child (`stages`) for every processor, and eight children
//! at a time (`lanes`) for those with AVX-512. Both make the same children in the same order.
//!
//! # Invariants
//!
//! * `slack` is never negative: a child with less is not made. A node with no moves left and no
//!   negative slack has distance 0, so it is the goal; that is the only goal test.
//! * Nodes are made only by [`Node::root`] and the stages, by possible slides; so masks, digits and
//!   states are always those of a real board, which is what the unchecked reads rely on.
//!
//! # Tried and dropped
//!
//! * Making every child before looking, and changing it in place afterwards: 9 % of the samples
//!   were waits for a wide copy of what had just been written narrowly.
//! * Child by child, the rank after each rotation for all ranks, and sets by their mask (see `lookups`):
//!   tables of 0.5 to 2.3 MB that do not stay in the second-level cache. Going to digits, and from nodes
//!   of 128 bytes to 64 in the same step, took 3.9 s to 2.7 s of CPU.
//! * A second partition to look at what two views have not pruned. Eight 6-6-3 ones beside the 7-8:
//!   0 to 4 % fewer nodes on 80-move boards, and on the worst board 0 to 4 %, the best two 13 and
//!   16 %; every node kept would cost two more looks. The 7-7-1 of the small tables saves nothing at
//!   all, since each of its patterns, mirrored, is part of one of the 7-8. Another 7-8 partition does
//!   save a third and more, for twice the memory (docs/decisions/0007).
//! * Thirty-two nodes at a time from the queue: a tenth more of them on Korf's 100, since the order is
//!   coarser (5 % with 24), and as long a node child by child. Eight at a time a node takes a tenth less than with
//!   sixteen, since memory has longer to answer; 24 is between. In a crowd order is nothing, and 64 are
//!   as good as 128.
//! * Eight at a time, both views at once for few nodes, to wait for memory once instead of twice: 5 % with
//!   sixteen nodes, nothing with 32.
//! * Copying the tables into huge pages: up to 20 % in one run, nothing in another (some systems give
//!   mapped files huge pages by themselves), and 60 ms to a second at the start.
//! * Prefetching past the second-level cache (NTA): no difference.
//! * Solving the inverse board instead, where the blank is in a corner: eight of ten known 80-move
//!   boards are their own inverses, the other two each other's, and the worst board is its own.

#[cfg(target_arch = "x86_64")]
use super::lanes::{self, Lanes};
use super::lookups::{Lookups, Pruning};
use super::node::Node;
use super::open::Open;
use super::stages::{BATCH, Stages};
use super::transpositions::Transpositions;

/// What a dive needs to know.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub lookups: &'a Lookups,
    /// The states of the nodes must be those of this automaton.
    pub pruning: &'a Pruning,
}

/// How a dive ended.
#[derive(Debug)]
pub(super) enum Dive {
    /// Everything below the seeds is searched, without a solution.
    Empty,
    /// A goal.
    Found(Box<Node>),
    /// The nodes allowed are used up; the rest is still open.
    Paused,
}

/// What a dive has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NodeCounts {
    pub expanded: u64,
    pub generated: u64,
}

/// Replaces the nodes by their children. A goal among them ends it and is returned.
pub(super) fn dive_one_layer(
    kit: Context<'_>,
    nodes: &mut Vec<Node>,
    tally: &mut NodeCounts,
) -> Option<Node> {
    let mut children = Vec::new();
    let mut stages = Stages::new();
    let mut batch = [Node::EMPTY; BATCH];
    for some in nodes.chunks(BATCH) {
        batch[..some.len()].copy_from_slice(some);
        let mut push = |node| children.push(node);
        let goal = if kit.lookups.views() == 1 {
            stages.expand::<1>(kit, &batch, some.len(), tally, &mut push)
        } else {
            stages.expand::<2>(kit, &batch, some.len(), tally, &mut push)
        };
        if goal.is_some() {
            return goal;
        }
    }
    *nodes = children;
    None
}

/// Searches below the open nodes until there is none, a goal is found, or `allowance` nodes
/// are expanded.
pub(super) fn dive(
    kit: Context<'_>,
    memory: Option<&Transpositions>,
    open: &mut Open,
    allowance: u64,
    tally: &mut NodeCounts,
) -> Dive {
    #[cfg(target_arch = "x86_64")]
    if kit.lookups.views() == 2 && lanes::are_there() {
        // SAFETY: the features were just found.
        return unsafe { dive_v4(kit, memory, open, allowance, tally) };
    }
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("popcnt")
    {
        // SAFETY: the features were just found.
        return unsafe { dive_v3(kit, memory, open, allowance, tally) };
    }
    dive_any(kit, memory, open, allowance, tally)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
fn dive_v4(
    kit: Context<'_>,
    memory: Option<&Transpositions>,
    open: &mut Open,
    allowance: u64,
    tally: &mut NodeCounts,
) -> Dive {
    let mut lanes = Lanes::new();
    let mut few = Vec::new();
    batches(
        memory,
        open,
        allowance,
        tally,
        |batch, count, open, tally| {
            // In a crowd they are made where they belong.
            let children = open.crowd().unwrap_or(&mut few);
            let goal = lanes.expand(kit, batch, count, tally, children);
            // As they lie: taken out one by one, they would be copied in pieces.
            few.iter().for_each(|child| open.push(child));
            few.clear();
            goal
        },
    )
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn dive_v3(
    kit: Context<'_>,
    memory: Option<&Transpositions>,
    open: &mut Open,
    allowance: u64,
    tally: &mut NodeCounts,
) -> Dive {
    dive_any(kit, memory, open, allowance, tally)
}

#[inline(always)]
pub(super) fn dive_any(
    kit: Context<'_>,
    memory: Option<&Transpositions>,
    open: &mut Open,
    allowance: u64,
    tally: &mut NodeCounts,
) -> Dive {
    match kit.lookups.views() {
        1 => dive_views::<1>(kit, memory, open, allowance, tally),
        _ => dive_views::<2>(kit, memory, open, allowance, tally),
    }
}

#[inline(always)]
fn dive_views<const VIEWS: usize>(
    kit: Context<'_>,
    memory: Option<&Transpositions>,
    open: &mut Open,
    allowance: u64,
    tally: &mut NodeCounts,
) -> Dive {
    let mut stages = Stages::new();
    batches(
        memory,
        open,
        allowance,
        tally,
        |batch, count, open, tally| {
            let mut push = |child| open.push(&child);
            stages.expand::<VIEWS>(kit, batch, count, tally, &mut push)
        },
    )
}

/// Takes nodes and has them expanded, batch after batch. `expand` gets the first `count` nodes of a batch,
/// queues their children, and returns one that is the goal.
#[inline(always)]
fn batches(
    memory: Option<&Transpositions>,
    open: &mut Open,
    allowance: u64,
    tally: &mut NodeCounts,
    mut expand: impl FnMut(&[Node; BATCH], usize, &mut Open, &mut NodeCounts) -> Option<Node>,
) -> Dive {
    let mut batch = [Node::EMPTY; BATCH];
    let last = tally.expanded + allowance;
    while !open.is_empty() {
        if tally.expanded >= last {
            return Dive::Paused;
        }
        let mut count = open.take(&mut batch);
        if let Some(memory) = memory {
            count = memory.drop_known(&mut batch, count);
        }
        if let Some(goal) = expand(&batch, count, open, tally) {
            return Dive::Found(Box::new(goal));
        }
    }
    Dive::Empty
}
