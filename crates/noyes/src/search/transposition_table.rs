//! A table of boards met, and by what path.
//!
//! # No mistakes
//!
//! A proof must not hang on two boards having the same hash. A board comes as a key of `KEY_BITS` that
//! no other board has; it is mixed so that it could be unmixed, some of the bits choose a bucket, and all
//! others are kept. A bucket is a cache line of three boards with a lock; who finds it locked goes on
//! without.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};

/// Boards of a bucket.
const BOARDS: usize = 3;

/// The board in the upper bits, the order of the path to it in the lower; 0 is none.
type Entry = u128;

#[repr(C, align(64))]
struct Bucket {
    /// The latest first.
    entries: UnsafeCell<[Entry; BOARDS]>,
    is_locked: AtomicBool,
}

/// See the file's head.
pub(super) struct TranspositionTable<const KEY_BITS: u32> {
    /// Zeros at first: empty buckets, unlocked.
    map: memmap2::MmapMut,
    /// Two to this many buckets.
    bits: u32,
}

// SAFETY: entries are only read and written by who has locked the bucket.
unsafe impl<const KEY_BITS: u32> Sync for TranspositionTable<KEY_BITS> {}

impl<const KEY_BITS: u32> TranspositionTable<KEY_BITS> {
    /// Two to this many buckets are the fewest.
    pub const LEAST_BITS: u32 = 20;
    /// Bits of an order: what is left in an entry beside the board.
    pub const ORDER_BITS: u32 = 128 + Self::LEAST_BITS - KEY_BITS;

    /// None met so far, in two to the `bits` buckets. Nothing if there is no memory for them.
    pub fn new(bits: u32) -> Option<Self> {
        const { assert!(KEY_BITS >= 64 && KEY_BITS <= 128) };
        assert!((Self::LEAST_BITS..40).contains(&bits));
        let map = memmap2::MmapMut::map_anon(Self::bytes(bits)).ok()?;
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Self { map, bits })
    }

    /// The bytes that two to the `bits` buckets take.
    pub fn bytes(bits: u32) -> usize {
        size_of::<Bucket>() << bits
    }

    /// Two to this many buckets are there.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.map.fill(0);
    }

    #[inline(always)]
    fn bucket(&self, number: usize) -> &Bucket {
        debug_assert!(number < 1 << self.bits);
        // SAFETY: the map has room for this many and begins with a page, it lives as long as the
        // reference, and zeros are a bucket.
        unsafe { &*self.map.as_ptr().cast::<Bucket>().add(number) }
    }

    /// Where in memory a board is to be found.
    #[inline(always)]
    pub fn place(&self, key: u128) -> *const u8 {
        let bucket: *const Bucket = self.bucket(mixed(key, self.bits).0);
        bucket.cast()
    }

    /// Whether a path of less order to the board is known. If not, this one is from now on. The order must
    /// have [`TranspositionTable::ORDER_BITS`] and not be 0.
    #[inline(always)]
    pub fn knows(&self, key: u128, order: u64) -> bool {
        debug_assert!(key >> (KEY_BITS - 1) <= 1);
        debug_assert!(order > 0 && order >> Self::ORDER_BITS == 0);
        let (number, rest) = mixed(key, self.bits);
        let bucket = self.bucket(number);
        if bucket.is_locked.swap(true, Ordering::Acquire) {
            return false;
        }
        // SAFETY: it is locked by us.
        let entries = unsafe { &mut *bucket.entries.get() };
        let entry = rest << Self::ORDER_BITS | u128::from(order);
        let is_same = |other: &Entry| *other != 0 && *other >> Self::ORDER_BITS == rest;
        let place = entries.iter().position(is_same);
        let is_known = place.is_some_and(|place| entries[place] < entry);
        if !is_known {
            entries[..=place.unwrap_or(BOARDS - 1)].rotate_right(1);
            entries[0] = entry;
        }
        bucket.is_locked.store(false, Ordering::Release);
        is_known
    }
}

/// The number of one of 2 to the `bits` buckets, and what else it takes to tell the key, in as many
/// bits less.
#[inline(always)]
fn mixed(key: u128, bits: u32) -> (usize, u128) {
    let high = (key >> 64) as u64;
    // Each step can be undone, given `high`.
    let mut low = key as u64 ^ high.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ high.rotate_left(29);
    low = low.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    low ^= low >> 32;
    low = low.wrapping_mul(0x94d0_49bb_1331_11eb);
    let rest = low << bits >> bits;
    let number = (low >> (64 - bits)) as usize;
    (number, u128::from(high) << (64 - bits) | u128::from(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key of a bucket's number and the rest.
    fn unmixed(number: usize, rest: u128, bits: u32) -> u128 {
        // The odd number by which a product is divided again.
        let inverse = |odd: u64| {
            (0..6).fold(odd, |x, _| {
                x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)))
            })
        };
        let high = (rest >> (64 - bits)) as u64;
        let mut low = (rest as u64) << bits >> bits;
        low |= (number as u64) << (64 - bits);
        low = low.wrapping_mul(inverse(0x94d0_49bb_1331_11eb));
        low ^= low >> 32;
        low = low.wrapping_mul(inverse(0xbf58_476d_1ce4_e5b9));
        low ^= high.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ high.rotate_left(29);
        u128::from(high) << 64 | u128::from(low)
    }

    #[test]
    fn the_bucket_and_the_rest_tell_the_board() {
        let mut key = 1u128;
        for _ in 0..2000 {
            key = key.wrapping_mul(0x2545_f491_4f6c_dd1d_0000_0001_0000_01b3) >> 1;
            let key = key & ((1 << 120) - 1);
            for bits in [20, 24] {
                let (number, rest) = mixed(key, bits);
                assert!(number < 1 << bits && rest < 1 << (120 - bits));
                assert_eq!(unmixed(number, rest, bits), key);
            }
        }
    }

    #[test]
    fn only_a_path_of_less_order_is_known() {
        let mut met = TranspositionTable::<120>::new(20).unwrap();
        let key = 0x0123_4567_89ab_cdef_0123;
        assert!(!met.knows(key, 9));
        assert!(!met.knows(key, 9), "its own path");
        assert!(met.knows(key, 10));
        assert!(!met.knows(key, 8));
        assert!(met.knows(key, 9));
        // Other boards of the same bucket: only the rest differs.
        let (number, rest) = mixed(key, 20);
        let other = |k: u128| unmixed(number, rest ^ k, 20);
        for k in 1..=2 {
            assert!(!met.knows(other(k), 20));
        }
        assert!(met.knows(key, 9) && met.knows(other(1), 21));
        // The bucket is full, and the oldest is forgotten.
        assert!(!met.knows(other(3), 1));
        assert!(!met.knows(key, 9));
        assert!(met.knows(key, 10));
        met.clear();
        assert!(!met.knows(key, 10));
    }
}
