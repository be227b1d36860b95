//! Which nodes the transposition table lets the search leave out.
//!
//! Different paths of one length often lead to the same board, and the automaton prunes only
//! duplicates among sequences of at most 12 slides. On the boards that take the most nodes, a
//! transposition table saves 14 to 30 % of them (see the table below, at [`MIN_SLACK`]). Most
//! boards are solved before it could help.
//!
//! # What may be left out
//!
//! Paths are *ordered* by their length, and paths of the same length by their first slides. A node
//! is left out if a path of lower order to the same board has been seen.
//!
//! No minimum is lost. Of all shortest solutions, take the first in dictionary order, which the
//! automaton never prunes. If a path of lower order led to a board on it, that path and the rest
//! of the solution would be a shorter solution, or one of the same length and earlier in the
//! dictionary. It is enough that the path exists, whatever became of its node. So nodes and
//! threads may come in any order, and what the table overwrites only costs time.
//!
//! # Which nodes are probed
//!
//! Nodes with many others below them: those with a slack of at least [`MIN_SLACK`] in both views
//! together, an even number of moves left, and at least [`SLIDES`] slides behind them. Millions of
//! nodes generated on the two hardest boards known, by the least slack that is probed:
//!
//! | Least slack | First board | Second board |
//! |---|---|---|
//! | never probed | 129.9 | 67.6 |
//! | 6 | 117.9 | 68.4 |
//! | 4 | 106.0 | 64.8 |
//! | 2 | 90.8 | 57.9 |
//! | 1 | 86.8 | 54.0 |
//!
//! On boards of 80 moves the table saves 1 to 8 % of the nodes and costs more time than that. So
//! the first four million nodes are searched without it, and an iteration is given the table only
//! when it has become large itself (`iterative_deepening`).

use super::node::{MAX_LENGTH, Node};
use super::probe_tables::FIELD_BITS;
use crate::guard::Guard;
use crate::search::prefetch::prefetch;
use crate::search::transposition_table::TranspositionTable;

/// The key of a board: the digits of all three patterns, the cells of two, and the blank's cell.
/// The third pattern has the cells that are left.
type Table = TranspositionTable<{ 2 * 16 + 4 + 3 * FIELD_BITS as u32 }>;

/// First slides that count in the order of a path.
const SLIDES: u32 = 20;
/// Bits for these slides plus one.
const SLIDE_BITS: u32 = 2 * SLIDES + 1;
/// The least slack of both views together of a node that is probed.
const MIN_SLACK: u8 = 2;

/// See the module documentation.
pub(super) struct Transpositions {
    table: Table,
    /// The bound of the iteration: the length of the solutions it searches for.
    pub bound: u32,
}

impl Transpositions {
    /// Nodes generated before an iteration from which on the table pays in it, once the iteration
    /// itself has generated a quarter as many.
    pub const PAYS_AFTER: u64 = 4_000_000;

    /// An empty table for an iteration with this bound; none if there is no memory for it.
    pub fn new(guard: &Guard<'_>, bound: u32) -> Option<Self> {
        const { assert!(MAX_LENGTH / 2 < 1 << (Table::ORDER_BITS - SLIDE_BITS)) };
        let bits = Table::LEAST_BITS;
        guard.check_memory(Table::bytes(bits)).ok()?;
        let table = Table::new(bits)?;
        Some(Self { table, bound })
    }

    /// Removes those of the first `count` nodes of a batch that need not be searched, and returns
    /// how many are left.
    #[inline(always)]
    pub fn prune(&self, batch: &mut [Node], count: usize) -> usize {
        let mut probed = 0u64;
        for (number, node) in batch[..count].iter().enumerate() {
            if self.is_probed(node) {
                prefetch(self.table.place(key(node)));
                probed |= 1 << number;
            }
        }
        let mut left = count;
        // From the last to the first, so that a node that takes the place of a removed one has been
        // probed before.
        while probed != 0 {
            let number = 63 - probed.leading_zeros() as usize;
            probed ^= 1 << number;
            let node = &batch[number];
            if self.table.knows(key(node), self.order(node)) {
                left -= 1;
                batch[number] = batch[left];
            }
        }
        left
    }

    #[inline(always)]
    fn length(&self, node: &Node) -> u32 {
        self.bound - u32::from(node.moves_left)
    }

    #[inline(always)]
    fn is_probed(&self, node: &Node) -> bool {
        node.slack[0] + node.slack[1] >= MIN_SLACK
            && node.moves_left.is_multiple_of(2)
            && self.length(node) >= SLIDES
    }

    /// The order of the node's path.
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
    let cells = |number: usize| u128::from(node.cells[0] >> (FIELD_BITS * number) & 0xffff);
    u128::from(node.digits[0])
        | cells(0) << (3 * FIELD_BITS)
        | cells(1) << (3 * FIELD_BITS + 16)
        | u128::from(node.blank) << (3 * FIELD_BITS + 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_by_length_and_first_slides() {
        let transpositions = Transpositions {
            table: Table::new(Table::LEAST_BITS).unwrap(),
            bound: 80,
        };
        let order = |slides: &[u64]| {
            let mut path = [0u64; 3];
            for &slide in slides {
                path[2] = path[2] << 2 | path[1] >> 62;
                path[1] = path[1] << 2 | path[0] >> 62;
                path[0] = path[0] << 2 | slide;
            }
            transpositions.order(&Node {
                path,
                moves_left: 80 - slides.len() as u8,
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
