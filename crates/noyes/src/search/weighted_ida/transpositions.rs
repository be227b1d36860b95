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

use crate::board::Packed;
use crate::guard::Guard;
use crate::search::prefetch::prefetch;
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

/// A board that was reached: its key, 0 for a free slot, and the moves to it.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    /// Moves, or [`Transpositions::VISITED`].
    moves: u32,
}

/// The boards that an iteration has reached, by key.
#[derive(Debug)]
pub(super) struct Transpositions {
    /// A power of two of them. Key and moves side by side: looking a board up is one cache miss.
    slots: Vec<Slot>,
    len: usize,
}

impl Transpositions {
    const VISITED: u32 = u32::MAX;

    pub fn new() -> Self {
        Self {
            slots: vec![Slot::default(); 1 << 10],
            len: 0,
        }
    }

    /// How many boards it holds.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
    }

    /// Forgets all boards.
    pub fn clear(&mut self) {
        self.slots.fill(Slot::default());
        self.len = 0;
    }

    /// Fetches what [`Transpositions::get`] will read.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        let slot: *const Slot = &self.slots[self.first_slot(key.max(1))];
        prefetch(slot.cast());
    }

    /// What is known of a board; none if it is new.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Reached> {
        match self.slots[self.slot(key)] {
            Slot { key: 0, .. } => None,
            Slot {
                moves: Self::VISITED,
                ..
            } => Some(Reached::Visited),
            Slot { moves, .. } => Some(Reached::Waiting(moves)),
        }
    }

    /// Stores what is known of a board. A new board is left out where the table may not grow.
    #[inline]
    pub fn set(&mut self, key: u64, reached: Reached, guard: &Guard<'_>) {
        let mut slot = self.slot(key);
        if self.slots[slot].key == 0 {
            if self.len >= self.slots.len() / 8 * 5 {
                // The old and the new table exist at once while boards are moved.
                if guard.check_memory(3 * self.bytes()).is_err() {
                    return;
                }
                self.grow();
                slot = self.slot(key);
            }
            self.len += 1;
        }
        let moves = match reached {
            Reached::Waiting(moves) => moves,
            Reached::Visited => Self::VISITED,
        };
        let key = key.max(1);
        self.slots[slot] = Slot { key, moves };
    }

    /// Where the search for a key begins, which is not 0.
    #[inline]
    fn first_slot(&self, key: u64) -> usize {
        split_mix(key) as usize & (self.slots.len() - 1)
    }

    /// The slot that holds the key, or the free one where it would go.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let key = key.max(1);
        let mask = self.slots.len() - 1;
        let mut slot = self.first_slot(key);
        while self.slots[slot].key != 0 && self.slots[slot].key != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let wanted = vec![Slot::default(); 2 * self.slots.len()];
        let slots = std::mem::replace(&mut self.slots, wanted);
        for old in slots.into_iter().filter(|old| old.key != 0) {
            let slot = self.slot(old.key);
            self.slots[slot] = old;
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
        let mut table = Transpositions::new();
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
