//! The first slides of an iteration, breadth first.
//!
//! The frontier is all nodes of one depth that the bound and the automaton let pass. These are the
//! *seeds*. They have two uses: threads share them, and on a board that is its own mirror image
//! half of the first slides is left out here.

use super::context::{Context, NodeCounts};
use super::node::Node;
use super::search_below::expand_layer;
use crate::search::Counts;

/// The nodes below `root` at the least depth that has at least `wanted` of them. First slides that
/// are not `needed` are left out. If a goal is found, it is the only seed.
///
/// # Safety
///
/// `root` is reachable in this context.
pub(super) unsafe fn seeds(
    context: Context<'_>,
    root: Node,
    needed: [bool; 4],
    wanted: usize,
    counts: &mut Counts,
) -> Vec<Node> {
    let mut seeds = vec![root];
    let mut depth = 0;
    let is_halved = needed.contains(&false);
    let mut below = NodeCounts::default();
    while (depth == 0 && is_halved)
        || (!seeds.is_empty() && seeds.len() < wanted && depth < root.moves_left)
    {
        // SAFETY: the seeds are the root and its descendants.
        let goal = unsafe { expand_layer(context, &mut seeds, &mut below) };
        depth += 1;
        if depth == 1 && is_halved {
            seeds.retain(|seed| needed[seed.path[0] as usize & 3]);
        }
        if let Some(goal) = goal {
            seeds = vec![goal];
            break;
        }
    }
    // Seeds with the most slack first: in the last iteration the goal often lies below them.
    seeds.sort_by_key(|seed| std::cmp::Reverse(seed.slack[0].min(seed.slack[1])));
    counts.expanded += below.expanded;
    counts.generated += below.generated;
    counts.stored = counts.stored.max(seeds.len() as u64);
    seeds
}
