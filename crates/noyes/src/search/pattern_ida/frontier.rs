//! The first slides of an iteration, breadth first.
//!
//! A frontier is all boards at one depth that the bound and the automaton let live, the *seeds*.
//! It has three uses: threads share the seeds; a board that is its own mirror image has half of
//! its first slides left out here; and the path of a node, which remembers the last 64 slides,
//! is completed by the path of its seed.

use super::dive::{Dive, Tally, dive_one_layer};
use super::lookups::{Lookups, Pruning};
use super::node::{MEMORY, Node};
use crate::board::{Direction, Moves, Packed};
use crate::search::Counts;

/// The boards at some depth.
#[derive(Debug)]
pub(super) struct Frontier {
    pub seeds: Vec<Node>,
    depth: usize,
    bound: usize,
}

impl Frontier {
    /// The nodes below `root` at the least depth that has `wanted` of them and leaves paths short
    /// enough to remember. Of first slides that are mirror images, the one with `false` in
    /// `keep_first` is left out.
    pub fn new(
        lookups: &Lookups,
        pruning: &Pruning,
        root: Node,
        keep_first: [bool; 4],
        wanted: usize,
        counts: &mut Counts,
    ) -> Self {
        let bound = usize::from(root.left);
        let mut seeds = vec![root];
        let mut depth = 0;
        let halved = keep_first.contains(&false);
        let mut tally = Tally::default();
        while depth < bound.saturating_sub(MEMORY)
            || (depth == 0 && halved)
            || (!seeds.is_empty() && seeds.len() < wanted && depth < bound.min(MEMORY))
        {
            let end = dive_one_layer(lookups, pruning, &mut seeds, &mut tally);
            depth += 1;
            if depth == 1 && halved {
                seeds.retain(|seed| keep_first[seed.path[0] as usize & 3]);
            }
            if let Dive::Found(goal) = end {
                seeds = vec![*goal];
                break;
            }
        }
        // Those nearest to the goal first: in the last iteration it often lies below them.
        seeds.sort_by_key(|seed| std::cmp::Reverse(seed.slack[0].min(seed.slack[1])));
        counts.expanded += tally.expanded;
        counts.generated += tally.generated;
        counts.stored = counts.stored.max(seeds.len() as u64);
        Self {
            seeds,
            depth,
            bound,
        }
    }

    /// All slides from the root to a goal found below a seed.
    pub fn path_to(&self, lookups: &Lookups, goal: &Node) -> Moves {
        let known = goal.slides((self.bound - self.depth).min(MEMORY));
        let size = lookups.additive.size();
        // Walk back from the goal to the board of the seed.
        let mut labels: Vec<u16> = (0..size.cells() as u16).collect();
        let mut blank = lookups.additive.blank_home();
        labels[blank] = 0;
        for direction in known.iter().rev() {
            if let Some(cell) = size.slider(blank, direction.opposite()) {
                labels.swap(blank, cell);
                blank = cell;
            }
        }
        let board = u64::pack(&labels);
        let is_it = |seed: &&Node| (seed.board, usize::from(seed.blank)) == (board, blank);
        let start: Vec<Direction> = match self.seeds.iter().find(is_it) {
            Some(seed) => seed.slides(self.depth),
            None => unreachable!("a goal lies below the seed its path leads back to"),
        };
        start.into_iter().chain(known).collect()
    }
}
