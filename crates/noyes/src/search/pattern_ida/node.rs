//! A node of the search: one cache line.

use super::lehmer::digits;
use super::probe_tables::{DISTANCE_SHIFT, FIELD_BITS, MAX_PATTERNS, ProbeTables};
use super::root_distances::root_distances;
use crate::board::{Direction, Moves};
use crate::prune::Automaton;

/// A board reached by the search, with all that its expansion needs.
///
/// ```text
/// cells    2 × 3 × 21 bits  by view and pattern: the cells of the pattern's tiles (16 bits), and
///                           the two low bits of its distance
/// digits   2 × 3 × 21 bits  by view and pattern: the Lehmer code of the tiles' order
/// path     96 × 2 bits      all slides, the latest lowest
/// slack    2 × 8 bits       by view: half of (moves left − sum of distances), which is how often
///                           the sum may still rise
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Node {
    pub cells: [u64; 2],
    pub digits: [u64; 2],
    pub path: [u64; 3],
    pub slack: [u8; 2],
    /// The state of the duplicate-move automaton.
    pub state: u16,
    pub blank: u8,
    pub moves_left: u8,
    /// Zero: so every byte of the line has a value.
    pub padding: u16,
}

/// The longest solution whose slides a node holds.
pub(super) const MAX_LENGTH: u32 = 96;

impl Node {
    /// An arbitrary node to fill arrays with.
    pub const EMPTY: Self = Self {
        cells: [0; 2],
        digits: [0; 2],
        path: [0; 3],
        slack: [0; 2],
        state: Automaton::START,
        blank: 0,
        moves_left: 0,
        padding: 0,
    };

    /// The view to probe first: the one with less slack, or 2 if both have the same.
    #[inline(always)]
    pub fn first_view(&self) -> usize {
        let [one, other] = self.slack;
        usize::from(other < one) | usize::from(one == other) << 1
    }

    /// The node of a labelled board, and the sum of distances in each view. Its slack and moves
    /// left are still to be set by [`Node::with_bound`].
    pub fn root(tables: &ProbeTables, labels: &[u16]) -> (Self, [u32; 2]) {
        let additive = &tables.additive;
        let home = additive.blank_home() as u16;
        let blank = labels.iter().position(|&label| label == home).unwrap_or(0);
        let mut node = Self {
            blank: blank as u8,
            ..Self::EMPTY
        };
        let distances = root_distances(tables, labels);
        for (view, symmetry) in additive.views().iter().enumerate() {
            let labels = symmetry.labels(labels);
            for (number, table) in additive.tables().iter().enumerate() {
                debug_assert!(number < MAX_PATTERNS);
                let state = table.state(&labels);
                let low = distances[view][number] & 3;
                let shift = FIELD_BITS * number;
                node.cells[view] |= (state.mask | u64::from(low) << DISTANCE_SHIFT) << shift;
                node.digits[view] |= digits(state.perm) << shift;
            }
        }
        (node, distances.map(|distances| distances.iter().sum()))
    }

    /// The same node at the start of an iteration. The bound must not be below either sum.
    pub fn with_bound(mut self, sums: [u32; 2], bound: u32) -> Self {
        self.moves_left = bound as u8;
        self.slack = sums.map(|sum| ((bound - sum) / 2) as u8);
        self
    }

    /// The last `count` slides, the earliest first.
    pub fn slides(&self, count: u32) -> Moves {
        debug_assert!(count <= MAX_LENGTH);
        (0..count as usize)
            .rev()
            .map(|back| Direction::ALL[(self.path[back / 32] >> (2 * (back % 32))) as usize & 3])
            .collect()
    }
}
