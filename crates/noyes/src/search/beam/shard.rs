//! Successors grouped by hash, so that threads can look for duplicates side by side.

use super::score::Successors;
use crate::search::duplicate_filter::DuplicateFilter;
use crate::splitmix::split_mix;

/// A part of all hashes: its filter, and the successors that fall to it, by part of the layer.
#[derive(Debug)]
pub(super) struct Shard {
    pub filter: DuplicateFilter,
    pub successors: Vec<Successors>,
}

impl Shard {
    /// Drops the successors that have been seen before: step 2 of a [run](super::run).
    ///
    /// The loop does nothing but lookups, and nothing waits for their results, so that the
    /// processor can overlap their cache misses.
    pub fn drop_duplicates(&mut self, salt: u64) {
        for successors in &mut self.successors {
            let count = successors.count;
            let (hashes, links) = (&successors.hashes[..count], &mut successors.links[..count]);
            let mut kept = 0;
            for (number, &hash) in hashes.iter().enumerate() {
                // Whether it is new cannot be predicted: the link is written in any case.
                links[kept] = links[number];
                kept += usize::from(self.filter.insert(hash ^ salt));
            }
            successors.count = kept;
        }
    }
}

/// Zobrist keys: one random-looking number for every pair of label and cell (A. L. Zobrist, "A new
/// hashing method with application for game playing", University of Wisconsin, 1970).
#[derive(Debug)]
pub(super) struct ZobristKeys {
    keys: Vec<u64>,
    cells: usize,
}

impl ZobristKeys {
    pub fn new(cells: usize) -> Self {
        let keys = (0..(cells * cells) as u64)
            .map(|index| split_mix(index.wrapping_add(0x5eed)))
            .collect();
        Self { keys, cells }
    }

    #[inline(always)]
    pub fn of(&self, label: usize, cell: usize) -> u64 {
        self.keys[label * self.cells + cell]
    }

    /// The hash of a board, the blank left out.
    pub fn hash(&self, board: &[u8], blank: usize) -> u64 {
        let tiles = board.iter().enumerate().filter(|&(cell, _)| cell != blank);
        tiles.fold(0, |hash, (cell, &label)| {
            hash ^ self.of(usize::from(label), cell)
        })
    }
}
