//! The transposition table of the search below the frontier.
//!
//! Many paths of one length lead to one board. The automaton prunes paths that differ for a few
//! slides, and A* removes duplicates near the start. Others part at a seed and meet again below two
//! different seeds.
//!
//! # Which nodes are duplicates
//!
//! Each path has an *order*: its length first, then the number of its seed. A node is a duplicate
//! if a path of less order to the same board is known, from this iteration or an earlier one.
//!
//! No minimum is lost. Of all shortest solutions take one from the earliest seed, and of those the
//! lexicographically first, which the automaton keeps. If a path of less order led to a board on
//! it, that path and the rest would be a shorter solution, or one as long from an earlier seed. It
//! is enough that the path exists, whatever became of its node. So threads and tasks may come in
//! any order, and entries that are overwritten cost only time.
//!
//! # Which nodes are looked up
//!
//! Those with many nodes below them: a mean slack of at least one and an even number of moves left.
//! That is one node in five or six. Boards of more than 25 cells have no table: their keys are
//! too long. The measurements behind this choice and the sizes are in
//! `bench/records/2026-11-notes-24-puzzle.md`.

use super::node::{LONGEST, Node};
use super::word::{PackedBoard, Word};
use crate::guard::Guard;
use crate::search::prefetch;
use crate::search::transposition_table::TranspositionTable;

/// See [`PackedBoard::key`].
type Table = TranspositionTable<120>;

/// Nodes generated before an iteration from which on a table pays, and the logarithm of its
/// buckets.
const SIZES: [(u64, u32); 3] = [(1 << 18, Table::LEAST_BITS), (1 << 25, 22), (1 << 29, 24)];
/// A table may take this part of the memory limit; beams need the rest.
const MEMORY_SHARE: usize = 4;
/// Bits of an order that hold the seed's number plus one. Half the length of the path is above
/// them.
const SEED_BITS: u32 = 21;

/// The table that the tasks of a proof share. Entries stay valid from iteration to iteration, as
/// long as the frontier is the same.
pub(super) struct SharedTable {
    table: Table,
}

impl std::fmt::Debug for SharedTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SharedTable")
            .field("buckets", &(1u64 << self.table.bits()))
            .finish()
    }
}

impl SharedTable {
    /// The nodes generated before an iteration from which on a table pays.
    pub const PAYS_FROM: u64 = SIZES[0].0;
    /// The most seeds whose numbers fit in an order.
    pub const MOST_SEEDS: usize = (1 << SEED_BITS) - 1;

    /// An empty table for an iteration before which this many nodes were generated. None if it does
    /// not pay yet, or if the memory limit leaves no room.
    pub fn new(generated: u64, guard: &Guard<'_>) -> Option<Self> {
        const { assert!(LONGEST / 2 < 1 << (Table::ORDER_BITS - SEED_BITS)) };
        let paying = SIZES.iter().rev().filter(|(nodes, _)| generated >= *nodes);
        let mut bits = paying.map(|&(_, bits)| bits);
        let fits = |bits: &u32| {
            guard
                .check_memory(Table::bytes(*bits).saturating_mul(MEMORY_SHARE))
                .is_ok()
        };
        let bits = bits.find(fits)?;
        let table = Table::new(bits)?;
        Some(Self { table })
    }

    /// Whether it has more buckets than another.
    pub fn is_larger(&self, other: &Self) -> bool {
        self.table.bits() > other.table.bits()
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The table as an iteration of this bound uses it. `sums` has the lowest bit of the byte of
    /// each sum.
    pub fn at_bound(&self, bound: u32, sums: u128) -> Transpositions<'_> {
        Transpositions {
            table: &self.table,
            sums,
            bound,
        }
    }
}

/// The shared table as the nodes of one iteration see it.
#[derive(Clone, Copy)]
pub(super) struct Transpositions<'a> {
    table: &'a Table,
    /// The lowest bit of the byte of each sum.
    sums: u128,
    /// The length of the solutions sought.
    bound: u32,
}

impl Transpositions<'_> {
    /// Whether a node is looked up at all.
    #[inline(always)]
    fn is_looked_up<W: Word, const S: usize>(&self, node: &Node<W, S>) -> bool {
        debug_assert!(W::Board::HAS_KEYS);
        let slack = node.slack & (self.sums * 0xff);
        // All bytes are below 128, so that two can be added.
        let pairs = (slack as u64 + (slack >> 64) as u64).to_le_bytes();
        let total: u16 = pairs.into_iter().map(u16::from).sum();
        node.left.is_multiple_of(2) && u32::from(total) >= self.sums.count_ones()
    }

    /// Prefetches what [`Transpositions::is_duplicate`] will read.
    #[inline(always)]
    pub fn prefetch<W: Word, const S: usize>(&self, node: &Node<W, S>) {
        if self.is_looked_up(node) {
            prefetch::prefetch(self.table.place(node.board.key()));
        }
    }

    /// Whether a path of less order to the node's board is known. If not, the node's own path is
    /// stored.
    #[inline(always)]
    pub fn is_duplicate<W: Word, const S: usize>(&self, node: &Node<W, S>) -> bool {
        self.is_looked_up(node) && {
            let half = (self.bound - u32::from(node.left)) / 2;
            let order = u64::from(half << SEED_BITS | (node.seed + 1));
            self.table.knows(node.board.key(), order)
        }
    }
}
