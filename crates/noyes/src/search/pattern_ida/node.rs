//! A node of the search: one cache line.

use super::lookups::{DISTANCE, FIELD, Lookups, MOST_SLOTS, digits};
use super::root_distances::distances;
use crate::board::{Direction, Moves};
use crate::prune::Automaton;

/// A board on the way, with all it takes to go on from it.
///
/// ```text
/// words    2 × 3 × 21     for each view and slot, the cells of the pattern's tiles (16 bits) and the
///                         two low bits of its distance
/// perms    2 × 3 × 21     and the digits of their order (see `lookups`)
/// slack    2 × 8          for each view, half of (moves left − sum of distances): how often it may rise
/// path     96 × 2         all slides, the latest lowest
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Node {
    pub words: [u64; 2],
    pub perms: [u64; 2],
    pub path: [u64; 3],
    pub slack: [u8; 2],
    pub state: u16,
    pub blank: u8,
    pub left: u8,
    /// Zero: so every byte of the line has a value.
    pub void: u16,
}

/// The longest solutions whose slides a node remembers.
pub(super) const LONGEST: u32 = 96;

impl Node {
    /// Nothing, to fill arrays with.
    pub const EMPTY: Self = Self {
        words: [0; 2],
        perms: [0; 2],
        path: [0; 3],
        slack: [0; 2],
        state: Automaton::START,
        blank: 0,
        left: 0,
        void: 0,
    };

    /// The view to look from first: the one with less slack, or 2 if both have the same.
    #[inline(always)]
    pub fn first(&self) -> usize {
        let [one, other] = self.slack;
        usize::from(other < one) | usize::from(one == other) << 1
    }

    /// The node of a labelled board, and the bounds of the views on it. Its slack is still void.
    pub fn root(lookups: &Lookups, labels: &[u16]) -> (Self, [u32; 2]) {
        let additive = &lookups.additive;
        let home = additive.blank_home() as u16;
        let blank = labels.iter().position(|&label| label == home).unwrap_or(0);
        let mut node = Self {
            blank: blank as u8,
            ..Self::EMPTY
        };
        let distances = distances(lookups, labels);
        for (number, view) in additive.views().iter().enumerate() {
            let labels = view.labels(labels);
            for (slot, table) in additive.tables().iter().enumerate() {
                debug_assert!(slot < MOST_SLOTS);
                let state = table.state(&labels);
                let low = distances[number][slot] & 3;
                node.words[number] |= u64::from(state.mask | low << DISTANCE) << (FIELD * slot);
                node.perms[number] |= digits(state.perm) << (FIELD * slot);
            }
        }
        (node, distances.map(|distances| distances.iter().sum()))
    }

    /// The same node at the start of an iteration: `bound` must not be below a sum.
    pub fn with_bound(mut self, sums: [u32; 2], bound: u32) -> Self {
        self.left = bound as u8;
        self.slack = sums.map(|sum| ((bound - sum) / 2) as u8);
        self
    }

    /// The last `count` slides, the earliest first.
    pub fn slides(&self, count: u32) -> Moves {
        debug_assert!(count <= LONGEST);
        (0..count as usize)
            .rev()
            .map(|back| Direction::ALL[(self.path[back / 32] >> (2 * (back % 32))) as usize & 3])
            .collect()
    }
}
