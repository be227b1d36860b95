//! The boards met, so that what lies below them is not searched twice.
//!
//! Most boards are done before this could help. On the few that take tens of millions of nodes, many
//! paths of one length lead to one board, more than the automaton knows of: on the worst board known
//! 129.9 million nodes become 91.8.
//!
//! # What may be left out
//!
//! Each path has its *order*: its length, and after that its first slides. A node is left out if a
//! path of less order to the same board has been met.
//!
//! No minimum is lost. Of all shortest solutions take the first in the dictionary, which the automaton
//! keeps. If a path of less order led to a board on it, that path and the rest would be a shorter solution,
//! or one as long and earlier in the dictionary. That the path exists is enough, whatever became of
//! its node: so nodes and threads may come in any order, and what is forgotten only costs time.
//!
//! # Which are asked for
//!
//! Those with many nodes below: a slack of two and more in both views together, an even number of moves left,
//! and as many slides behind as an order holds. Millions of nodes on the two worst boards, never asked: 129.9,
//! 67.6; with a slack of six 117.9, 68.4; of four 106.0, 64.8; of two 90.8, 57.9; of one 86.8, 54.0. On 80-move boards
//! all save 1 to 8 % and cost more, so the first four million nodes are searched without.

use super::lookups::FIELD;
use super::node::Node;
use crate::guard::Guard;
use crate::search::prefetch::prefetch;
use crate::search::transposition_table::TranspositionTable;

/// What tells a board: the cells of two patterns, the blank's, and the order of the tiles in all
/// three. The third has the cells that are left.
type Boards = TranspositionTable<{ 2 * 16 + 4 + 3 * FIELD as u32 }>;

/// First slides in an order, and bits for them and one.
const SLIDES: u32 = 20;
const SLIDE_BITS: u32 = 2 * SLIDES + 1;
/// Slack of both views together that makes a node worth asking for.
const WORTH_ASKING: u8 = 2;

/// See the file's head.
pub(super) struct Transpositions {
    boards: Boards,
    /// The length of the solutions looked for.
    pub bound: u32,
}

impl Transpositions {
    /// Nodes generated before an iteration from which on it pays, once that one has a quarter as many.
    pub const WORTH: u64 = 4_000_000;

    /// Nothing met yet, in an iteration with this bound; none if there is no room.
    pub fn new(guard: &Guard<'_>, bound: u32) -> Option<Self> {
        const { assert!(super::node::LONGEST / 2 < 1 << (Boards::ORDER_BITS - SLIDE_BITS)) };
        let bits = Boards::LEAST_BITS;
        guard.check_memory(Boards::bytes(bits)).ok()?;
        let boards = Boards::new(bits)?;
        Some(Self { boards, bound })
    }

    /// Drops those of the first `count` nodes of a batch that need not be searched; how many are
    /// left.
    #[inline(always)]
    pub fn drop_known(&self, batch: &mut [Node], count: usize) -> usize {
        let mut asked = 0u64;
        for (number, node) in batch[..count].iter().enumerate() {
            if self.is_worth(node) {
                prefetch(self.boards.place(key(node)));
                asked |= 1 << number;
            }
        }
        let mut kept = count;
        // The last first, so that what takes the place of one that is dropped has been asked for.
        while asked != 0 {
            let number = 63 - asked.leading_zeros() as usize;
            asked ^= 1 << number;
            let node = &batch[number];
            if self.boards.knows(key(node), self.order(node)) {
                kept -= 1;
                batch[number] = batch[kept];
            }
        }
        kept
    }

    #[inline(always)]
    fn length(&self, node: &Node) -> u32 {
        self.bound - u32::from(node.left)
    }

    #[inline(always)]
    fn is_worth(&self, node: &Node) -> bool {
        node.slack[0] + node.slack[1] >= WORTH_ASKING
            && node.left.is_multiple_of(2)
            && self.length(node) >= SLIDES
    }

    #[inline(always)]
    fn order(&self, node: &Node) -> u64 {
        let length = self.length(node);
        let since = 2 * (length - SLIDES);
        let (word, bit) = ((since / 64) as usize, since % 64);
        let above = node.path.get(word + 1).copied().unwrap_or(0);
        let slides = node.path[word] >> bit | above << 1 << (63 - bit);
        let slides = slides & ((1 << (2 * SLIDES)) - 1);
        u64::from(length / 2) << SLIDE_BITS | (slides + 1)
    }
}

#[inline(always)]
fn key(node: &Node) -> u128 {
    let cells = |slot: usize| u128::from(node.words[0] >> (FIELD * slot) & 0xffff);
    u128::from(node.perms[0])
        | cells(0) << (3 * FIELD)
        | cells(1) << (3 * FIELD + 16)
        | u128::from(node.blank) << (3 * FIELD + 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_by_length_and_first_slides() {
        let memory = Transpositions {
            boards: Boards::new(Boards::LEAST_BITS).unwrap(),
            bound: 80,
        };
        // A path of so many slides, each a digit.
        let order = |slides: &[u64]| {
            let mut path = [0u64; 3];
            for &slide in slides {
                path[2] = path[2] << 2 | path[1] >> 62;
                path[1] = path[1] << 2 | path[0] >> 62;
                path[0] = path[0] << 2 | slide;
            }
            memory.order(&Node {
                path,
                left: 80 - slides.len() as u8,
                ..Node::EMPTY
            })
        };
        let path = |seed: u64, length: u64| -> Vec<u64> {
            let mixed = |k: u64| (seed + k).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 62;
            (0..length).map(mixed).collect()
        };
        for length in (20..80).step_by(2) {
            for seed in 0..20 {
                let (one, other) = (path(seed, length), path(seed + 77, length));
                let by_slides = one[..20].cmp(&other[..20]);
                assert_eq!(order(&one).cmp(&order(&other)), by_slides);
                assert!(order(&one) < order(&path(seed + 1, length + 2)));
            }
        }
    }
}
