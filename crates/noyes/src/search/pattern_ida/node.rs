//! A node of the search: one cache line.

use super::lookups::{DIGIT_BITS, Lookups, MASK_BITS, MOST_SLOTS, digits};
use crate::board::{Direction, Packed};
use crate::prune::Automaton;

/// A board on the way, with all it takes to go on from it.
///
/// ```text
/// board    16 × 4 bits    the label on each cell; 0 on the blank's
/// masks    2 × 3 × 16     for each view and slot, the cells of the pattern's tiles
/// perms    2 × 3 × 21     and the digits of their order (see `lookups`)
/// low      2 × 3 × 2      and the two low bits of its distance
/// slack    2 × 8          for each view, half of (moves left − sum of distances): how often it may rise
/// path     64 × 2         the last 64 slides, the latest lowest
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Node {
    pub board: u64,
    pub masks: [u64; 2],
    pub perms: [u64; 2],
    pub path: [u64; 2],
    pub low: [u8; 2],
    pub slack: [u8; 2],
    pub state: u16,
    pub blank: u8,
    pub left: u8,
}

/// How many slides a node's path remembers.
pub(super) const MEMORY: usize = 64;

impl Node {
    /// Nothing, to fill arrays with.
    pub const EMPTY: Self = Self {
        board: 0,
        masks: [0; 2],
        perms: [0; 2],
        path: [0; 2],
        low: [0; 2],
        slack: [0; 2],
        state: Automaton::START,
        blank: 0,
        left: 0,
    };

    /// The view to look from first: the one with less slack.
    #[inline(always)]
    pub fn first(&self) -> usize {
        usize::from(self.slack[1] < self.slack[0])
    }

    /// The node of a labelled board, and the bounds of the views on it. Its slack is still void.
    pub fn root(lookups: &Lookups, labels: &[u16]) -> (Self, [u32; 2]) {
        let additive = &lookups.additive;
        let home = additive.blank_home() as u16;
        let blank = labels.iter().position(|&label| label == home).unwrap_or(0);
        let mut bare = labels.to_vec();
        bare[blank] = 0;
        let mut node = Self {
            board: u64::pack(&bare),
            blank: blank as u8,
            ..Self::EMPTY
        };
        let mut sums = [0; 2];
        for (number, view) in additive.views().iter().enumerate() {
            let labels = view.labels(labels);
            for (slot, distance) in additive.distances(&labels).into_iter().enumerate() {
                debug_assert!(slot < MOST_SLOTS);
                let state = additive.tables()[slot].state(&labels);
                node.masks[number] |= u64::from(state.mask) << (MASK_BITS * slot);
                node.perms[number] |= digits(state.perm) << (DIGIT_BITS * slot);
                node.low[number] |= (distance as u8 & 3) << (2 * slot);
                sums[number] += distance;
            }
        }
        (node, sums)
    }

    /// The same node at the start of an iteration: `bound` must not be below a sum.
    pub fn with_bound(mut self, sums: [u32; 2], bound: u32) -> Self {
        self.left = bound as u8;
        self.slack = sums.map(|sum| ((bound - sum) / 2) as u8);
        self
    }

    /// The last `count` slides, the earliest first.
    pub fn slides(&self, count: usize) -> Vec<Direction> {
        debug_assert!(count <= MEMORY);
        (0..count)
            .rev()
            .map(|back| Direction::ALL[(self.path[back / 32] >> (2 * (back % 32))) as usize & 3])
            .collect()
    }
}
