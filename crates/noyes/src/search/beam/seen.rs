//! Boards met before: a lossy table that is never cleared.
//!
//! A slot holds the upper half of the last hash that fell on it; a newer board simply replaces an
//! older one, and a new run changes the salt, after which old entries match nothing. Forgetting
//! costs a duplicate in the beam, never a wrong answer; so does a false match, once in four
//! billion looks, which drops a board.

use super::judge::Name;

/// A part of all hashes: the table, and the names that fell to it, by part of the layer.
#[derive(Debug)]
pub(super) struct Shard {
    pub seen: Seen,
    pub names: Vec<Vec<Name>>,
}

impl Shard {
    /// Step 2 of a [run](super::run): names met before are dropped. Nothing else is done meanwhile, so
    /// that look-ups do not wait for each other.
    pub fn sift(&mut self, salt: u64) {
        for names in &mut self.names {
            let mut kept = 0;
            for k in 0..names.len() {
                let name = names[k];
                names[kept] = name;
                kept += usize::from(self.seen.insert(name.hash ^ salt));
            }
            names.truncate(kept);
        }
    }
}

/// The table.
#[derive(Debug)]
pub(super) struct Seen {
    slots: Vec<u32>,
    mask: usize,
}

impl Seen {
    /// A table with room for at least `boards`.
    pub fn new(boards: usize) -> Self {
        let slots = boards.next_power_of_two().max(1 << 12);
        Self {
            slots: vec![0; slots],
            mask: slots - 1,
        }
    }

    /// How many slots there are.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Notes a hash and says whether it is new, as far as the table remembers.
    #[inline(always)]
    pub fn insert(&mut self, hash: u64) -> bool {
        let slot = &mut self.slots[hash as usize & self.mask];
        let tag = (hash >> 32) as u32;
        let is_new = *slot != tag;
        *slot = tag;
        is_new
    }
}

/// Random-looking keys for every pair of label and cell, and a salt for every run.
#[derive(Debug)]
pub(super) struct Keys {
    keys: Vec<u64>,
    cells: usize,
}

impl Keys {
    pub fn new(cells: usize) -> Self {
        let keys = (0..(cells * cells) as u64)
            .map(|index| mix(index.wrapping_add(0x5eed)))
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

/// A bijection that scatters: the finisher of SplitMix64 (Steele, Lea & Flood 2014).
#[inline(always)]
pub(in crate::search) fn mix(value: u64) -> u64 {
    let z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
