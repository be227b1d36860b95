//! An exact transposition table: bucket index and remainder determine the whole key, so a collision
//! cannot break a proof.
//!
//! # Idea
//!
//! A board comes as a key of `KEY_BITS` bits that no other board has. The key is mixed by
//! invertible steps. Some bits of the result choose a bucket, and all others, the *remainder*, are
//! stored. So an entry is compared by the whole key, not by a hash of it.
//!
//! An entry also holds the *order* of a path to its board. What the order means is up to the
//! search: a path may be left out if one of lower order to the same board has been seen.
//!
//! ```text
//! entry    u128            the remainder above, ORDER_BITS of order below; 0 is no entry
//! bucket   one cache line  three entries, the latest first, and a lock
//! ```
//!
//! # Threads
//!
//! A thread that finds a bucket locked does not wait: it goes on as if the board were new, which
//! only costs time.

mod try_lock;
mod zeroed_memory;

use std::cell::UnsafeCell;

use self::try_lock::TryLock;
use self::zeroed_memory::ZeroedMemory;

/// Entries of a bucket.
const ENTRIES: usize = 3;

/// The remainder of a key and the order of a path; see the module documentation.
type Entry = u128;

#[repr(C, align(64))]
struct Bucket {
    /// The latest first.
    entries: UnsafeCell<[Entry; ENTRIES]>,
    lock: TryLock,
}

const _: () = assert!(size_of::<Bucket>() == 64 && align_of::<Bucket>() <= ZeroedMemory::ALIGNMENT);

/// See the module documentation.
pub(super) struct TranspositionTable<const KEY_BITS: u32> {
    /// The buckets. Zeros are an empty, unlocked bucket.
    memory: ZeroedMemory,
    /// The binary logarithm of the number of buckets.
    bits: u32,
}

// SAFETY: the entries of a bucket are read and written only by the thread that holds its lock.
unsafe impl<const KEY_BITS: u32> Sync for TranspositionTable<KEY_BITS> {}

impl<const KEY_BITS: u32> TranspositionTable<KEY_BITS> {
    /// The binary logarithm of the least number of buckets.
    pub const LEAST_BITS: u32 = 20;
    /// Bits of an order: what an entry has besides the remainder.
    pub const ORDER_BITS: u32 = 128 + Self::LEAST_BITS - KEY_BITS;

    /// An empty table of 2^`bits` buckets. Nothing if there is no memory for them.
    pub fn new(bits: u32) -> Option<Self> {
        const { assert!(KEY_BITS >= 64 && KEY_BITS <= 128) };
        assert!((Self::LEAST_BITS..40).contains(&bits));
        let memory = ZeroedMemory::new(Self::bytes(bits))?;
        Some(Self { memory, bits })
    }

    /// The size of 2^`bits` buckets in bytes; `usize::MAX` if that is more than an address can
    /// have.
    pub fn bytes(bits: u32) -> usize {
        usize::try_from((size_of::<Bucket>() as u64) << bits).unwrap_or(usize::MAX)
    }

    /// The binary logarithm of the number of buckets.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.memory.bytes_mut().fill(0);
    }

    /// # Safety
    ///
    /// The index is below 2^`bits`.
    #[inline(always)]
    unsafe fn bucket(&self, index: usize) -> &Bucket {
        debug_assert!((index + 1) * size_of::<Bucket>() <= self.memory.len());
        // SAFETY: the caller's; the memory has room for that many buckets and is aligned for them.
        // It lives as long as the reference, and zeros are a valid bucket.
        unsafe { &*self.memory.as_ptr().cast::<Bucket>().add(index) }
    }

    /// The address of a key's bucket, for prefetching.
    #[inline(always)]
    pub fn place(&self, key: u128) -> *const u8 {
        // SAFETY: `split` gives an index below 2^`bits`.
        let bucket: *const Bucket = unsafe { self.bucket(split(key, self.bits).0) };
        bucket.cast()
    }

    /// Whether a path of lower order to the key's board is stored. If not, stores this one. The
    /// order must have at most [`TranspositionTable::ORDER_BITS`] bits and not be 0.
    #[inline(always)]
    pub fn knows(&self, key: u128, order: u64) -> bool {
        debug_assert!(key >> (KEY_BITS - 1) <= 1);
        debug_assert!(order > 0 && order >> Self::ORDER_BITS == 0);
        let (index, remainder) = split(key, self.bits);
        // SAFETY: `split` gives an index below 2^`bits`.
        let bucket = unsafe { self.bucket(index) };
        if !bucket.lock.try_lock() {
            return false;
        }
        // SAFETY: this thread holds the bucket's lock.
        let entries = unsafe { &mut *bucket.entries.get() };
        let entry = remainder << Self::ORDER_BITS | u128::from(order);
        let is_same_key = |other: &Entry| *other != 0 && *other >> Self::ORDER_BITS == remainder;
        let found = entries.iter().position(is_same_key);
        let is_known = found.is_some_and(|found| entries[found] < entry);
        if !is_known {
            // The new entry goes first. It replaces that of the same key, or the oldest.
            entries[..=found.unwrap_or(ENTRIES - 1)].rotate_right(1);
            entries[0] = entry;
        }
        bucket.lock.unlock();
        is_known
    }
}

/// The index of one of 2^`bits` buckets, and the remainder of the key, which has `bits` bits less.
#[inline(always)]
fn split(key: u128, bits: u32) -> (usize, u128) {
    let high = (key >> 64) as u64;
    // Each step can be inverted, given `high`.
    let mut low = key as u64 ^ high.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ high.rotate_left(29);
    low = low.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    low ^= low >> 32;
    low = low.wrapping_mul(0x94d0_49bb_1331_11eb);
    let rest = low << bits >> bits;
    let index = (low >> (64 - bits)) as usize;
    (index, u128::from(high) << (64 - bits) | u128::from(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key of a bucket index and a remainder: the inverse of `split`.
    fn joined(index: usize, remainder: u128, bits: u32) -> u128 {
        // The inverse of multiplication by an odd number, by Newton's method.
        let inverse = |odd: u64| {
            (0..6).fold(odd, |x, _| {
                x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)))
            })
        };
        let high = (remainder >> (64 - bits)) as u64;
        let mut low = (remainder as u64) << bits >> bits;
        low |= (index as u64) << (64 - bits);
        low = low.wrapping_mul(inverse(0x94d0_49bb_1331_11eb));
        low ^= low >> 32;
        low = low.wrapping_mul(inverse(0xbf58_476d_1ce4_e5b9));
        low ^= high.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ high.rotate_left(29);
        u128::from(high) << 64 | u128::from(low)
    }

    #[test]
    fn bucket_index_and_remainder_determine_the_key() {
        let mut key = 1u128;
        for _ in 0..2000 {
            key = key.wrapping_mul(0x2545_f491_4f6c_dd1d_0000_0001_0000_01b3) >> 1;
            let key = key & ((1 << 120) - 1);
            for bits in [20, 24] {
                let (index, remainder) = split(key, bits);
                assert!(index < 1 << bits && remainder < 1 << (120 - bits));
                assert_eq!(joined(index, remainder, bits), key);
            }
        }
    }

    #[test]
    fn only_a_path_of_lower_order_is_known() {
        let mut table = TranspositionTable::<120>::new(20).unwrap();
        let key = 0x0123_4567_89ab_cdef_0123;
        assert!(!table.knows(key, 9));
        assert!(!table.knows(key, 9), "its own path");
        assert!(table.knows(key, 10));
        assert!(!table.knows(key, 8));
        assert!(table.knows(key, 9));
        // Other boards of the same bucket: only the remainder differs.
        let (index, remainder) = split(key, 20);
        let other = |k: u128| joined(index, remainder ^ k, 20);
        for k in 1..=2 {
            assert!(!table.knows(other(k), 20));
        }
        assert!(table.knows(key, 9) && table.knows(other(1), 21));
        // The bucket is full, and the oldest entry is replaced.
        assert!(!table.knows(other(3), 1));
        assert!(!table.knows(key, 9));
        assert!(table.knows(key, 10));
        table.clear();
        assert!(!table.knows(key, 10));
    }

    #[test]
    fn a_size_beyond_the_address_space_is_refused() {
        assert_eq!(TranspositionTable::<120>::bytes(20), 64 << 20);
        assert!(ZeroedMemory::new(usize::MAX).is_none());
    }
}
