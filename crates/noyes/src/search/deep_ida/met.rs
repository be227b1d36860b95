//! Boards met, so that what lies below them is not searched twice.
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
//! # No mistakes
//!
//! A proof must not hang on two boards having the same hash. 24 cells of five bits tell a board;
//! they are mixed so that they could be unmixed, some of the bits choose a bucket, and all others are
//! kept. A bucket is a cache line of three boards with a lock; who finds it locked goes on without.
//!
//! # Which are asked for
//!
//! Those with many nodes below: a mean slack of one and more, and an even number of moves left, which is
//! one node in five or six. On Korf #32, millions of nodes, of them asked for: 66.8, 0; slack of 1⅓ 51.3, 2.7; of 1 49.6, 4.6;
//! of ⅔ 45.8, 7.2; all with an even number 45.1, 9.9; all 46.1, 20.2 (not fewer, since they crowd the buckets).
//! Four times the buckets save nothing there, and on #47 in the iteration of 92 moves 18 % (250 to 204 million).

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};

use super::look::prefetch;
use super::node::Node;
use crate::guard::Guard;

/// Two to this many buckets are the fewest, so that what is left of a board fits an entry.
const LEAST_BITS: u32 = 20;
/// Nodes generated before an iteration from which on it pays to remember boards, and so many.
const WORTH: [(u64, u32); 3] = [(1 << 18, LEAST_BITS), (1 << 25, 22), (1 << 29, 24)];
/// Boards of a bucket.
const BOARDS: usize = 3;
/// Bits of an order: half the length of a path above those of the seed's number and one.
const ORDER_BITS: u32 = 28;
const SEED_BITS: u32 = 21;

/// The board in the upper bits, the order of the path to it in the lower; 0 is none.
type Entry = u128;

#[repr(C, align(64))]
struct Bucket {
    /// The latest first.
    entries: UnsafeCell<[Entry; BOARDS]>,
    is_locked: AtomicBool,
}

/// See the file's head.
pub(super) struct Met {
    /// Zeros at first: empty buckets, unlocked.
    map: memmap2::MmapMut,
    /// Two to this many buckets.
    bits: u32,
    /// The lowest bit of the byte of each look.
    looks: u128,
    /// The length of the solutions looked for.
    pub bound: u32,
}

// SAFETY: entries are only read and written by who has locked the bucket.
unsafe impl Sync for Met {}

impl Met {
    /// Nodes generated before an iteration from which on it pays to remember boards.
    pub const WORTH: u64 = WORTH[0].0;
    /// The most seeds whose numbers fit.
    pub const MOST_SEEDS: usize = (1 << SEED_BITS) - 1;

    /// What is worth remembering in an iteration before which so many nodes were generated, as far as
    /// memory allows: none met so far; or nothing.
    pub fn worth(before: u64, looks: u128, guard: &Guard<'_>) -> Option<Self> {
        let worth = WORTH.iter().rev().filter(|(nodes, _)| before >= *nodes);
        let mut bits = worth.map(|&(_, bits)| bits);
        let fits = |bits: &u32| guard.check_memory(size_of::<Bucket>() << bits).is_ok();
        Self::new(bits.find(fits)?, looks)
    }

    /// None met so far. Nothing if there is no memory for it.
    pub fn new(bits: u32, looks: u128) -> Option<Self> {
        const { assert!(1 << (ORDER_BITS - SEED_BITS) > super::node::LONGEST / 2) };
        assert!((LEAST_BITS..64).contains(&bits));
        let map = memmap2::MmapMut::map_anon(size_of::<Bucket>() << bits).ok()?;
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Self {
            map,
            bits,
            looks,
            bound: 0,
        })
    }

    /// The bytes it takes.
    pub fn bytes(&self) -> usize {
        self.map.len()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.map.fill(0);
    }

    #[inline(always)]
    fn bucket(&self, number: usize) -> &Bucket {
        debug_assert!(number < 1 << self.bits);
        // SAFETY: the map has room for this many and begins with a page, it lives as long as the
        // reference, and zeros are a bucket.
        unsafe { &*self.map.as_ptr().cast::<Bucket>().add(number) }
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

    /// Asks memory for what [`Met::knows`] will read.
    #[inline(always)]
    pub fn ask<const S: usize>(&self, node: &Node<S>) {
        if self.is_worth(node) {
            let bucket: *const Bucket = self.bucket(mixed(node.board, self.bits).0);
            prefetch(bucket.cast());
        }
    }

    /// Whether a path of less order to the node's board is known. If not, that of the node is
    /// from now on.
    #[inline(always)]
    pub fn knows<const S: usize>(&self, node: &Node<S>) -> bool {
        self.is_worth(node) && {
            let length = self.bound - u32::from(node.left);
            self.note(node.board, (length / 2) << SEED_BITS | (node.seed + 1))
        }
    }

    fn note(&self, board: u128, order: u32) -> bool {
        let (number, rest) = mixed(board, self.bits);
        let bucket = self.bucket(number);
        if bucket.is_locked.swap(true, Ordering::Acquire) {
            return false;
        }
        // SAFETY: it is locked by us.
        let entries = unsafe { &mut *bucket.entries.get() };
        let entry = rest << ORDER_BITS | u128::from(order);
        let is_same = |other: &Entry| *other != 0 && *other >> ORDER_BITS == rest;
        let place = entries.iter().position(is_same);
        let is_known = place.is_some_and(|place| entries[place] < entry);
        if !is_known {
            entries[..=place.unwrap_or(BOARDS - 1)].rotate_right(1);
            entries[0] = entry;
        }
        bucket.is_locked.store(false, Ordering::Release);
        is_known
    }
}

/// The number of one of 2 to the `bits` buckets, and what else it takes to tell the board: at most
/// 100 bits.
#[inline(always)]
fn mixed(board: u128, bits: u32) -> (usize, u128) {
    // What is on the first cell follows from the others.
    let board = board >> 5;
    let high = (board >> 64) as u64;
    // Each step can be undone, given `high`.
    let mut low = board as u64 ^ high.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ high.rotate_left(29);
    low = low.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    low ^= low >> 32;
    low = low.wrapping_mul(0x94d0_49bb_1331_11eb);
    let rest = low << bits >> bits;
    let number = (low >> (64 - bits)) as usize;
    (number, u128::from(high) << (64 - bits) | u128::from(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Packed;

    /// The board of a bucket's number and the rest.
    fn unmixed(number: usize, rest: u128, bits: u32) -> u128 {
        // The odd number by which a product is divided again.
        let inverse = |odd: u64| {
            (0..6).fold(odd, |x, _| {
                x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)))
            })
        };
        let high = (rest >> (64 - bits)) as u64;
        let mut low = (rest as u64) << bits >> bits;
        low |= (number as u64) << (64 - bits);
        low = low.wrapping_mul(inverse(0x94d0_49bb_1331_11eb));
        low ^= low >> 32;
        low = low.wrapping_mul(inverse(0xbf58_476d_1ce4_e5b9));
        low ^= high.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ high.rotate_left(29);
        u128::from(high) << 64 | u128::from(low)
    }

    #[test]
    fn the_bucket_and_the_rest_tell_the_board() {
        let mut labels: Vec<u16> = (0..25).collect();
        for step in 0..2000 {
            labels.swap(step % 25, step * 7 % 24);
            let board = u128::pack(&labels);
            for bits in [LEAST_BITS, 24] {
                let (number, rest) = mixed(board, bits);
                assert!(rest < 1 << (128 - ORDER_BITS));
                assert_eq!(unmixed(number, rest, bits), board >> 5);
            }
        }
    }

    #[test]
    fn only_a_path_of_less_order_is_known() {
        let met = Met::new(LEAST_BITS, 1).unwrap();
        let board = u128::pack(&(0..25).collect::<Vec<u16>>());
        assert!(!met.note(board, 9));
        assert!(!met.note(board, 9), "its own path");
        assert!(met.note(board, 10));
        assert!(!met.note(board, 8));
        assert!(met.note(board, 9));
        // Another board of the same bucket: only the rest differs.
        let (number, rest) = mixed(board, LEAST_BITS);
        let other = |k: u128| unmixed(number, rest ^ k, LEAST_BITS) << 5;
        for k in 1..=2 {
            assert!(!met.note(other(k), 20));
        }
        assert!(met.note(board, 9) && met.note(other(1), 21));
        // The bucket is full, and the oldest is forgotten.
        assert!(!met.note(other(3), 1));
        assert!(!met.note(board, 9));
    }
}
