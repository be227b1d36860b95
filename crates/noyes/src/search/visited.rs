//! The transposition table of weighted IDA*: the boards that an iteration has reached, with the
//! fewest moves to each.
//!
//! # Idea
//!
//! An open-addressing table of keys of 64 bits (linear probing, at most 5/8 full). Up to 16 cells
//! the key is the packed board itself, so the table is exact. Above, it is a Zobrist hash
//! ([`BoardKey`]). Two boards with the same hash are taken for one: among a
//! hundred million boards that happens once in about four thousand searches. The search then leaves
//! a board out, so only a search that proves nothing may use it.
//!
//! # Invariants
//!
//! The table asks the guard before it grows. Where there is no memory to grow, it takes no new
//! boards, and the search goes on without them.

use super::Guard;
use crate::board::Packed;
use crate::splitmix::split_mix;

/// How boards become keys.
#[derive(Clone, Copy, Debug)]
pub(super) enum BoardKey {
    /// The packed board: no two boards share a key.
    Packed,
    /// The exclusive or of a random number for each label and its cell.
    Hashed {
        /// Cells of the board.
        cells: usize,
    },
}

impl BoardKey {
    /// The keys for boards of a number of cells.
    pub fn new(cells: usize) -> Self {
        if cells <= u64::MOST_CELLS {
            Self::Packed
        } else {
            Self::Hashed { cells }
        }
    }

    /// The key of a whole board.
    pub fn of(self, labels: &[u16]) -> u64 {
        match self {
            Self::Packed => u64::pack(labels),
            Self::Hashed { .. } => {
                let terms = (0..).zip(labels);
                terms.fold(0, |key, (cell, &label)| {
                    key ^ self.term(usize::from(label), cell)
                })
            }
        }
    }

    /// The key after the tile `label` has slid from one cell to another, which was the blank's.
    #[inline]
    pub fn after(self, key: u64, label: usize, blank: usize, from: usize, to: usize) -> u64 {
        match self {
            Self::Packed => key.swapped(from, to),
            Self::Hashed { .. } => {
                let tile = self.term(label, from) ^ self.term(label, to);
                key ^ tile ^ self.term(blank, from) ^ self.term(blank, to)
            }
        }
    }

    fn term(self, label: usize, cell: usize) -> u64 {
        match self {
            Self::Packed => 0,
            Self::Hashed { cells } => split_mix((label * cells + cell) as u64),
        }
    }
}

/// What is known of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    /// It waits to be visited, with this many moves.
    Waiting(u32),
    /// It has been visited.
    Visited,
}

/// Boards by key.
#[derive(Debug)]
pub(super) struct VisitedTable {
    /// Keys, 0 for a free slot: a power of two of them.
    keys: Vec<u64>,
    /// Moves, or [`Self::VISITED`].
    moves: Vec<u32>,
    len: usize,
}

impl VisitedTable {
    const VISITED: u32 = u32::MAX;
    const SLOT_BYTES: usize = size_of::<u64>() + size_of::<u32>();

    pub fn new() -> Self {
        Self {
            keys: vec![0; 1 << 10],
            moves: vec![0; 1 << 10],
            len: 0,
        }
    }

    /// How many boards it holds.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.keys.len() * Self::SLOT_BYTES
    }

    /// Forgets all boards.
    pub fn clear(&mut self) {
        self.keys.fill(0);
        self.len = 0;
    }

    /// What is known of a board; none if it is new.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Reached> {
        let slot = self.slot(key);
        match (self.keys[slot], self.moves[slot]) {
            (0, _) => None,
            (_, Self::VISITED) => Some(Reached::Visited),
            (_, moves) => Some(Reached::Waiting(moves)),
        }
    }

    /// Stores what is known of a board. A new board is left out where the table may not grow.
    #[inline]
    pub fn set(&mut self, key: u64, reached: Reached, guard: &Guard<'_>) {
        let mut slot = self.slot(key);
        if self.keys[slot] == 0 {
            if self.len >= self.keys.len() / 8 * 5 {
                // The old and the new table exist at once while boards are moved.
                if guard.check_memory(3 * self.bytes()).is_err() {
                    return;
                }
                self.grow();
                slot = self.slot(key);
            }
            self.keys[slot] = key.max(1);
            self.len += 1;
        }
        self.moves[slot] = match reached {
            Reached::Waiting(moves) => moves,
            Reached::Visited => Self::VISITED,
        };
    }

    /// The slot that holds the key, or the free one where it would go.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let key = key.max(1);
        let mask = self.keys.len() - 1;
        let mut slot = split_mix(key) as usize & mask;
        while self.keys[slot] != 0 && self.keys[slot] != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let wanted = 2 * self.keys.len();
        let keys = std::mem::replace(&mut self.keys, vec![0; wanted]);
        let moves = std::mem::replace(&mut self.moves, vec![0; wanted]);
        for (key, moves) in keys.into_iter().zip(moves).filter(|&(key, _)| key != 0) {
            let slot = self.slot(key);
            (self.keys[slot], self.moves[slot]) = (key, moves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::Silent;

    #[test]
    fn boards_are_found_again_until_memory_ends() {
        let guard = Guard::new(&Silent).memory(2_000_000);
        let mut table = VisitedTable::new();
        let key = |k: u64| split_mix(k);
        for k in 0..200_000 {
            table.set(key(k), Reached::Waiting(k as u32), &guard);
        }
        assert!(table.bytes() <= 2_000_000 && table.len() > 30_000);
        let held = table.len() as u64;
        for k in 0..held {
            assert_eq!(table.get(key(k)), Some(Reached::Waiting(k as u32)));
        }
        assert_eq!(table.get(key(held)), None);
        table.set(key(7), Reached::Visited, &guard);
        assert_eq!(table.get(key(7)), Some(Reached::Visited));
        table.clear();
        assert_eq!((table.get(key(7)), table.len()), (None, 0));
    }

    /// Slide by slide as from scratch, in both forms.
    #[test]
    fn keys_follow_slides() {
        for cells in [16usize, 20] {
            let keys = BoardKey::new(cells);
            let mut labels: Vec<u16> = (0..cells as u16).rev().collect();
            let mut key = keys.of(&labels);
            let blank = usize::from(labels[3]);
            for (from, to) in [(4, 3), (8, 4), (9, 8)] {
                let label = usize::from(labels[from]);
                labels.swap(from, to);
                key = keys.after(key, label, blank, from, to);
                assert_eq!(key, keys.of(&labels));
            }
        }
    }
}
