//! The boards met, so that what lies below them is not searched twice.
//!
//! Many paths of one length lead to one board. The automaton knows of those that part for a few
//! slides, A* of those near the start; others part at a seed and meet again in the trees of two. In
//! an iteration of ten million nodes they are a quarter of the work, of a hundred million a third.
//!
//! # What may be left out
//!
//! Each path has its *order*: its length, and after that the number of its seed. A node is left out if
//! a path of less order to the same board has been met, in this iteration or one before.
//!
//! No minimum is lost. Of all shortest solutions take one from the earliest seed, and of those the
//! first in the dictionary, which the automaton keeps. If a path of less order led to a board on it,
//! that path and the rest would be a shorter solution, or one as long from an earlier seed. That the
//! path exists is enough, whatever became of its node: so threads may come in any order, and
//! what is forgotten only costs time.
//!
//! # Which are asked for
//!
//! Those with many nodes below: a mean slack of one and more, and an even number of moves left, which is
//! one node in five or six. On Korf #32, millions of nodes, and how many were asked for: 66.8, 0; slack of 1⅓ 51.3, 2.7;
//! of 1 49.6, 4.6; of ⅔ 45.8, 7.2; all with an even number 45.1, 9.9; all 46.1, 20.2 (not fewer, since they
//! crowd the buckets). Four times the buckets save nothing there, and in the iteration of 92 moves of #47 18 %
//! (250 to 204 million).

use super::node::{LONGEST, Node};
use crate::guard::Guard;
use crate::search::prefetch::prefetch;
use crate::search::transposition_table::TranspositionTable;

/// 24 cells of five bits: what is on the first cell follows from the others.
type Boards = TranspositionTable<120>;

/// Nodes generated before an iteration from which on it pays to remember boards, and so many: two to
/// this many buckets.
const WORTH: [(u64, u32); 3] = [(1 << 18, Boards::LEAST_BITS), (1 << 25, 22), (1 << 29, 24)];
/// It may take one part in so many of the memory there is; beams need the rest.
const SHARE: usize = 4;
/// An order is half the length of a path, and in so many bits the seed's number and one.
const SEED_BITS: u32 = 21;

/// See the file's head.
pub(super) struct Transpositions {
    boards: Boards,
    /// The lowest bit of the byte of each look.
    looks: u128,
    /// The length of the solutions looked for.
    pub bound: u32,
}

impl Transpositions {
    /// Nodes generated before an iteration from which on it pays to remember boards.
    pub const WORTH: u64 = WORTH[0].0;
    /// The most seeds whose numbers fit.
    pub const MOST_SEEDS: usize = (1 << SEED_BITS) - 1;

    /// What is worth remembering in an iteration before which so many nodes were generated, as far as
    /// there is room: nothing yet.
    pub fn worth(before: u64, looks: u128, guard: &Guard<'_>) -> Option<Self> {
        const { assert!(LONGEST / 2 < 1 << (Boards::ORDER_BITS - SEED_BITS)) };
        let worth = WORTH.iter().rev().filter(|(nodes, _)| before >= *nodes);
        let mut bits = worth.map(|&(_, bits)| bits);
        let fits = |bits: &u32| guard.check_memory(SHARE * Boards::bytes(*bits)).is_ok();
        let bits = bits.find(fits)?;
        Some(Self {
            boards: Boards::new(bits)?,
            looks,
            bound: 0,
        })
    }

    /// Whether it has more room than another.
    pub fn is_larger(&self, other: &Self) -> bool {
        self.boards.bits() > other.boards.bits()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.boards.clear();
    }

    /// Whether a node is worth asking for.
    #[inline(always)]
    fn is_worth<const S: usize>(&self, node: &Node<S>) -> bool {
        let slack = node.slack & (self.looks * 0xff);
        // All bytes are below 128, so that two can be added.
        let pairs = (slack as u64 + (slack >> 64) as u64).to_le_bytes();
        let sum: u16 = pairs.into_iter().map(u16::from).sum();
        node.left.is_multiple_of(2) && u32::from(sum) >= self.looks.count_ones()
    }

    /// Asks memory for what [`Transpositions::knows`] will read.
    #[inline(always)]
    pub fn ask<const S: usize>(&self, node: &Node<S>) {
        if self.is_worth(node) {
            prefetch(self.boards.place(node.board >> 5));
        }
    }

    /// Whether a path of less order to the node's board is known. If not, that of the node is
    /// from now on.
    #[inline(always)]
    pub fn knows<const S: usize>(&self, node: &Node<S>) -> bool {
        self.is_worth(node) && {
            let half = (self.bound - u32::from(node.left)) / 2;
            let order = u64::from(half << SEED_BITS | (node.seed + 1));
            self.boards.knows(node.board >> 5, order)
        }
    }
}
