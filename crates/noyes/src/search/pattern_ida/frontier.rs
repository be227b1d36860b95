//! The first slides of an iteration, breadth first.
//!
//! A frontier is all boards at one depth that the bound and the automaton let live, the *seeds*.
//! It has two uses: threads share the seeds, and a board that is its own mirror image has half of
//! its first slides left out here.

use super::node::Node;
use super::search_below::{Context, NodeCounts, dive_one_layer};
use crate::search::Counts;

/// The nodes below `root` at the least depth that has `wanted` of them. Of first slides that are
/// mirror images, the one with `false` in `keep_first` is left out. A goal is the only seed.
pub(super) fn seeds(
    kit: Context<'_>,
    root: Node,
    keep_first: [bool; 4],
    wanted: usize,
    counts: &mut Counts,
) -> Vec<Node> {
    let mut seeds = vec![root];
    let mut depth = 0;
    let halved = keep_first.contains(&false);
    let mut tally = NodeCounts::default();
    while (depth == 0 && halved) || (!seeds.is_empty() && seeds.len() < wanted && depth < root.left)
    {
        let goal = dive_one_layer(kit, &mut seeds, &mut tally);
        depth += 1;
        if depth == 1 && halved {
            seeds.retain(|seed| keep_first[seed.path[0] as usize & 3]);
        }
        if let Some(goal) = goal {
            seeds = vec![goal];
            break;
        }
    }
    // Those nearest to the goal first: in the last iteration it often lies below them.
    seeds.sort_by_key(|seed| std::cmp::Reverse(seed.slack[0].min(seed.slack[1])));
    counts.expanded += tally.expanded;
    counts.generated += tally.generated;
    counts.stored = counts.stored.max(seeds.len() as u64);
    seeds
}
