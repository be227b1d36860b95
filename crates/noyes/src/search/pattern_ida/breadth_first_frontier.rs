//! The first slides of an iteration, breadth first.
//!
//! The frontier is all nodes of one depth that the bound and the automaton let pass. It has two
//! uses: threads share its nodes, and on a board that is its own mirror image half of the first
//! slides is left out here.

use super::context::{Context, NodeCounts};
use super::node::Node;
use super::search_below::expand_layer;
use crate::guard::Counts;

/// The nodes below `root` at the least depth that has at least `wanted` of them. First slides that
/// are not `needed` are left out. If a goal is found, it is the only node.
///
/// # Safety
///
/// `root` is reachable in this context.
pub(super) unsafe fn frontier(
    context: Context<'_>,
    root: Node,
    needed: [bool; 4],
    wanted: usize,
    counts: &mut Counts,
) -> Vec<Node> {
    let mut frontier = vec![root];
    let mut depth = 0;
    let is_halved = needed.contains(&false);
    let mut below = NodeCounts::default();
    while (depth == 0 && is_halved)
        || (!frontier.is_empty() && frontier.len() < wanted && depth < root.moves_left)
    {
        // SAFETY: the nodes are the root and its descendants.
        let goal = unsafe { expand_layer(context, &mut frontier, &mut below) };
        depth += 1;
        if depth == 1 && is_halved {
            frontier.retain(|node| needed[node.path[0] as usize & 3]);
        }
        if let Some(goal) = goal {
            frontier = vec![goal];
            break;
        }
    }
    // Nodes with the most slack first: in the last iteration the goal often lies below them.
    frontier.sort_by_key(|node| std::cmp::Reverse(node.slack[0].min(node.slack[1])));
    counts.expanded += below.expanded;
    counts.generated += below.generated;
    counts.stored = counts.stored.max(frontier.len() as u64);
    frontier
}
