//! The hot loop: batches of nodes are expanded in steps, so that memory answers in parallel.
//!
//! # Idea
//!
//! A table of 178 MB answers from main memory, some hundred nanoseconds away; the index of a child
//! takes a few. So nodes are not expanded one by one. A batch of the best nodes is taken from the
//! open list, 24 of them, or 64 from its stack. The batch goes through steps, each a loop over all
//! children. Between the step that prefetches a bit and the step that reads it lies the work of
//! all others:
//!
//! ```text
//! 1  list the children that the automaton allows, sorted by whether digits rotate (see `probe`)
//! 2  probe each in the view of its parent with less slack, or the cheaper one: index, prefetch
//! 3  read the bits; drop the children without slack; probe the others in the second view
//! 4  read the bits; make the nodes of those with slack there too, and push them to the open list
//! ```
//!
//! On Korf's 100 with 7-8 tables, 58 of 100 children get to the second probe, and 51 are made.
//!
//! The steps exist in a scalar form and in vector forms, which make the same children in the same
//! order: see [`super::arch`].
//!
//! # Invariants
//!
//! * `slack` is never negative: a child with less is not made. A node with no moves left and no
//!   negative slack has distance 0, so it is the goal. That is the only goal test.
//! * All nodes are reachable (see [`Context`]), which is what the unchecked reads rely on.
//!
//! What was tried and dropped: `bench/records/2026-11-notes-15-puzzle.md`.

use super::arch::scalar::Expander;
use super::child::BATCH;
use super::context::{Context, NodeCounts, SearchEnd};
use super::node::Node;
use super::open_list::OpenList;
use super::transpositions::Transpositions;

/// Replaces nodes by their children. If a goal is among them, it is returned instead.
///
/// # Safety
///
/// The nodes are reachable in this context.
pub(super) unsafe fn expand_layer(
    context: Context<'_>,
    nodes: &mut Vec<Node>,
    counts: &mut NodeCounts,
) -> Option<Node> {
    let mut children = Vec::new();
    let mut expander = Expander::new();
    let mut batch = [Node::EMPTY; BATCH];
    for some in nodes.chunks(BATCH) {
        batch[..some.len()].copy_from_slice(some);
        let mut push = |node| children.push(node);
        // SAFETY: the caller's nodes are reachable.
        let goal = unsafe {
            if context.tables.views() == 1 {
                expander.expand::<1>(context, &batch, some.len(), counts, &mut push)
            } else {
                expander.expand::<2>(context, &batch, some.len(), counts, &mut push)
            }
        };
        if goal.is_some() {
            return goal;
        }
    }
    *nodes = children;
    None
}

/// Takes nodes from the open list and has them expanded, batch after batch, until there are none,
/// a goal is found, or `allowance` nodes are expanded. `expand` gets the first `count` nodes of a
/// batch, pushes their children to the open list, and returns a child that is the goal.
#[inline(always)]
pub(super) fn search_batches(
    transpositions: Option<&Transpositions>,
    open: &mut OpenList,
    allowance: u64,
    counts: &mut NodeCounts,
    mut expand: impl FnMut(&[Node; BATCH], usize, &mut OpenList, &mut NodeCounts) -> Option<Node>,
) -> SearchEnd {
    let mut batch = [Node::EMPTY; BATCH];
    let last = counts.expanded + allowance;
    while !open.is_empty() {
        if counts.expanded >= last {
            return SearchEnd::Paused;
        }
        let mut count = open.take(&mut batch);
        if let Some(transpositions) = transpositions {
            count = transpositions.prune(&mut batch, count);
        }
        if let Some(goal) = expand(&batch, count, open, counts) {
            return SearchEnd::Found(Box::new(goal));
        }
    }
    SearchEnd::Exhausted
}
