//! A node of the search: a board and what it takes to go on from it.

use super::lookups::{DISTANCE, Lookups, MOST_LOOKS};
use crate::board::{Direction, Moves, Packed};
use crate::prune::Automaton;

/// How many slides a node's path remembers: no solution found here is longer.
pub(super) const LONGEST: u32 = 192;

/// A board on the way, for at most `S` states.
///
/// ```text
/// board    25 × 5 bits    the label on each cell, the blank's own included
/// slack    16 × 8         for each look, half of (moves left − sum of distances): how often it may rise
/// path     192 × 2        the last 192 slides, the latest lowest
/// words    S × 32         for each state, the cells of the pattern's tiles (25 bits, from the lowest)
///                         and the two low bits of its distance (the two highest)
/// perms    S × 16         and the rank of the tiles' order
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Node<const S: usize> {
    pub board: u128,
    pub slack: u128,
    pub path: [u64; 6],
    pub state: u16,
    pub blank: u8,
    /// Moves left.
    pub left: u8,
    /// The number of the seed it is below.
    pub seed: u32,
    pub words: [u32; S],
    pub perms: [u16; S],
}

impl<const S: usize> Node<S> {
    /// Nothing, to fill arrays with.
    pub const EMPTY: Self = Self {
        board: 0,
        slack: 0,
        path: [0; 6],
        state: Automaton::START,
        blank: 0,
        left: 0,
        seed: 0,
        words: [0; S],
        perms: [0; S],
    };

    /// The node of a labelled board and the sum of each look. Slack and moves left are still void.
    pub fn root(lookups: &Lookups, labels: &[u16]) -> (Self, Vec<u32>) {
        let home = lookups.blank_home() as u16;
        let blank = labels.iter().position(|&label| label == home).unwrap_or(0);
        let mut node = Self {
            board: u128::pack(labels),
            blank: blank as u8,
            ..Self::EMPTY
        };
        let compound = &lookups.compound;
        let sums = compound.values(labels);
        for (state, part) in lookups.parts.iter().enumerate() {
            let labels = compound.views()[part.view].labels(labels);
            let table = &compound.tables()[part.table];
            let blank = compound.views()[part.view].cell(blank);
            let share = table.state(&labels);
            node.words[state] = share.mask | table.distance(&labels, blank) << DISTANCE;
            node.perms[state] = share.perm as u16;
        }
        debug_assert!(sums.len() <= MOST_LOOKS);
        (node, sums)
    }

    /// The same node with so many moves left, which must not be below a sum. Looks that do not
    /// exist never run out of slack.
    pub fn with_bound(mut self, sums: &[u32], bound: u32) -> Self {
        self.left = bound as u8;
        self.slack = 0;
        for look in 0..MOST_LOOKS {
            let slack = sums.get(look).map_or(0x7f, |sum| (bound - sum) / 2);
            debug_assert!(slack < 0x80);
            self.slack |= u128::from(slack) << (8 * look);
        }
        self
    }

    /// The word of a state, and the rank of its tiles' order.
    #[inline(always)]
    pub fn state(&self, number: u8) -> (u32, u16) {
        let number = usize::from(number) % S;
        (self.words[number], self.perms[number])
    }

    /// The least slack of a look.
    pub fn least_slack(&self) -> u8 {
        self.slack.to_le_bytes().into_iter().min().unwrap_or(0)
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
