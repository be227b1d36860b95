//! A node of the search: a board, and what it takes to expand it.

use super::probe_tables::{MOST_SUMS, ProbeTables};
use super::word::{PackedBoard, Word};
use crate::board::{Direction, Moves};
use crate::prune::Automaton;

/// How many slides a node's path holds: no solution found here is longer.
pub(super) const LONGEST: u32 = 192;

/// A node with room for `S` projections.
///
/// ```text
/// board    25 × 5 bits    the label on each cell, the blank's own included; 36 × 6 in wide words
/// slack    16 × 8         for each sum, half of (moves left − sum): how often it may rise
/// path     192 × 2        the last 192 slides, the latest lowest
/// words    S × 32         for each projection, the cells of the pattern's tiles and the distance
///                         modulo 4; 64 bits in wide words (see `word`)
/// perms    S × 16         and the rank of the tiles' permutation
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Node<W: Word, const S: usize> {
    pub board: W::Board,
    pub slack: u128,
    pub path: [u64; 6],
    /// The state of the automaton.
    pub state: u16,
    pub blank: u8,
    /// Moves left.
    pub left: u8,
    /// The number of the seed it lies below.
    pub seed: u32,
    pub words: [W; S],
    pub perms: [u16; S],
}

impl<W: Word, const S: usize> Node<W, S> {
    /// The node of a labelled board, and its sums. Slack and moves left are not set yet.
    pub fn root(probe_tables: &ProbeTables<W>, labels: &[u16]) -> (Self, Vec<u32>) {
        let home = probe_tables.blank_home() as u16;
        let blank = labels.iter().position(|&label| label == home).unwrap_or(0);
        let mut node = Self {
            board: W::Board::pack(labels),
            slack: 0,
            path: [0; 6],
            state: Automaton::START,
            blank: blank as u8,
            left: 0,
            seed: 0,
            words: [W::default(); S],
            perms: [0; S],
        };
        let compound = &probe_tables.compound;
        let sums = compound.values(labels);
        for (projection, part) in probe_tables.projections.iter().enumerate() {
            let labels = compound.views()[part.view].labels(labels);
            let table = &compound.tables()[part.table];
            let blank = compound.views()[part.view].cell(blank);
            let state = table.state(&labels);
            let distance = table.distance(&labels, blank) % 4;
            node.words[projection] = W::of_cells(state.mask).with_distance(distance);
            node.perms[projection] = state.perm as u16;
        }
        debug_assert!(sums.len() <= MOST_SUMS);
        (node, sums)
    }

    /// The same node with `bound` moves left, which must not be less than a sum. Sums that do not
    /// exist get slack that never runs out.
    pub fn with_bound(mut self, sums: &[u32], bound: u32) -> Self {
        self.left = bound as u8;
        self.slack = 0;
        for number in 0..MOST_SUMS {
            let slack = sums.get(number).map_or(0x7f, |sum| (bound - sum) / 2);
            debug_assert!(slack < 0x80);
            self.slack |= u128::from(slack) << (8 * number);
        }
        self
    }

    /// The word of a projection, and the rank of its tiles' permutation.
    #[inline(always)]
    pub fn projection(&self, number: u8) -> (W, u16) {
        let number = usize::from(number) % S;
        (self.words[number], self.perms[number])
    }

    /// The least slack of a sum.
    pub fn least_slack(&self) -> u8 {
        self.slack.to_le_bytes().into_iter().min().unwrap_or(0)
    }

    /// The last slide. It means nothing for the start.
    pub fn last_slide(&self) -> Direction {
        Direction::ALL[self.path[0] as usize & 3]
    }

    /// The last `count` slides, the earliest first.
    pub fn slides(&self, count: usize) -> Moves {
        debug_assert!(count <= LONGEST as usize);
        let slide = |back: usize| (self.path[back / 32] >> (2 * (back % 32))) as usize & 3;
        (0..count)
            .rev()
            .map(|back| Direction::ALL[slide(back)])
            .collect()
    }
}
