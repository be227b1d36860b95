//! A lossy filter of duplicates for beams: hashes seen before are recognised, most of the time.
//!
//! A slot holds the upper half of the last hash that fell on it. A newer hash replaces an older
//! one, and the table is never cleared: a new run salts its hashes, after which old entries match
//! nothing.
//!
//! Neither kind of error makes an answer wrong. A forgotten hash lets a duplicate into the beam. A
//! false match drops a board; it happens once in about four billion lookups.

/// The table of hashes.
#[derive(Debug)]
pub(super) struct DuplicateFilter {
    slots: Vec<u32>,
    mask: usize,
}

impl DuplicateFilter {
    const LEAST_SLOTS: usize = 1 << 12;

    /// A table with at least `slots` slots.
    pub fn new(slots: usize) -> Self {
        let slots = slots.next_power_of_two().max(Self::LEAST_SLOTS);
        Self {
            slots: vec![0; slots],
            mask: slots - 1,
        }
    }

    /// The number of slots.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Stores a hash and says whether it is new, as far as the table remembers.
    #[inline(always)]
    pub fn insert(&mut self, hash: u64) -> bool {
        let slot = &mut self.slots[hash as usize & self.mask];
        let tag = (hash >> 32) as u32;
        let is_new = *slot != tag;
        *slot = tag;
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::splitmix::split_mix;

    #[test]
    fn a_hash_is_new_once() {
        let mut filter = DuplicateFilter::new(1);
        assert_eq!(filter.len(), DuplicateFilter::LEAST_SLOTS);
        for value in 1..100 {
            let hash = split_mix(value);
            assert!(filter.insert(hash));
            assert!(!filter.insert(hash));
        }
    }
}
