//! Random numbers that are the same for the same seed on all machines: the ChaCha8 stream.
//!
//! The seed of 64 bits is stretched to the key of 256 by PCG32. Numbers below a bound are the upper
//! half of a product with 32 random bits, with one more draw where that would be biased. Stream and
//! choices are those of the crates `rand_chacha` and `rand` 0.9, which a test compares: boards that
//! were drawn with a seed once are drawn with it always.
//!
//! Bernstein, "ChaCha, a variant of Salsa20", 2008. O'Neill, "PCG", 2014. Lemire, "Fast random
//! integer generation in an interval", 2019.

/// Words of a block.
const WORDS: usize = 16;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    key: [u32; 8],
    /// The number of the next block.
    counter: u64,
    block: [u32; WORDS],
    /// Words of the block that were given out.
    used: usize,
}

impl Random {
    /// The stream of a seed.
    pub(crate) fn new(mut seed: u64) -> Self {
        Self {
            key: std::array::from_fn(|_| pcg32(&mut seed)),
            counter: 0,
            block: [0; WORDS],
            used: WORDS,
        }
    }

    /// The next 32 bits.
    fn word(&mut self) -> u32 {
        if self.used == WORDS {
            self.block = chacha8(&self.key, self.counter);
            self.counter += 1;
            self.used = 0;
        }
        self.used += 1;
        self.block[self.used - 1]
    }

    /// A number below `bound`, which must not be 0.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        debug_assert_ne!(bound, 0);
        let mut product = |bound| u64::from(self.word()) * u64::from(bound);
        let first = product(bound);
        let (number, rest) = ((first >> 32) as u32, first as u32);
        if rest <= bound.wrapping_neg() {
            return number;
        }
        let more = (product(bound) >> 32) as u32;
        number + u32::from(rest.checked_add(more).is_none())
    }

    /// Brings a list into a random order, every order being equally likely (Fisher–Yates).
    ///
    /// One draw serves several elements: a number below 2 × 3 × … × 12 holds a choice among 2, one
    /// among 3, and so on.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        let (mut drawn, mut left) = (0, 0);
        for place in 1..list.len() {
            let choices = place as u32 + 1;
            if left == 0 {
                let bound;
                (bound, left) = product_from(choices);
                drawn = self.below(bound);
            }
            left -= 1;
            list.swap(place, (drawn % choices) as usize);
            drawn /= choices;
        }
    }
}

/// The largest product of consecutive numbers from `first` that fits into 32 bits, and how many
/// there are.
fn product_from(first: u32) -> (u32, u32) {
    let (mut product, mut next) = (first, first + 1);
    while let Some(larger) = product.checked_mul(next) {
        (product, next) = (larger, next + 1);
    }
    (product, next - first)
}

/// The next number of PCG32, by which a seed becomes a key.
fn pcg32(state: &mut u64) -> u32 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(11_634_580_027_462_260_723);
    let mixed = (((*state >> 18) ^ *state) >> 27) as u32;
    mixed.rotate_right((*state >> 59) as u32)
}

/// A block of the stream: eight rounds over constants, key and counter.
fn chacha8(key: &[u32; 8], counter: u64) -> [u32; WORDS] {
    let mut start = [0; WORDS];
    start[..4].copy_from_slice(&[0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]);
    start[4..12].copy_from_slice(key);
    (start[12], start[13]) = (counter as u32, (counter >> 32) as u32);
    let mut block = start;
    for _ in 0..4 {
        for column in 0..4 {
            quarter_round(&mut block, [0, 4, 8, 12].map(|row| row + column));
        }
        for diagonal in 0..4 {
            let cell = |row: usize| 4 * row + (diagonal + row) % 4;
            quarter_round(&mut block, [0, 1, 2, 3].map(cell));
        }
    }
    std::array::from_fn(|word| block[word].wrapping_add(start[word]))
}

fn quarter_round(block: &mut [u32; WORDS], [a, b, c, d]: [usize; 4]) {
    let mut step = |sum: usize, add: usize, turned: usize, by: u32| {
        block[sum] = block[sum].wrapping_add(block[add]);
        block[turned] = (block[turned] ^ block[sum]).rotate_left(by);
    };
    step(a, b, d, 16);
    step(c, d, b, 12);
    step(a, b, d, 8);
    step(c, d, b, 7);
}

#[cfg(test)]
mod tests {
    use rand::seq::SliceRandom;
    use rand::{Rng, RngCore, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn stream_and_choices_are_those_of_the_crates() {
        for seed in [0, 1, 7, 1 << 40, u64::MAX] {
            let (mut ours, mut theirs) = (Random::new(seed), ChaCha8Rng::seed_from_u64(seed));
            for _ in 0..1000 {
                assert_eq!(ours.word(), theirs.next_u32());
            }
            // Bounds above 2³¹ are biased most, and so draw twice most often.
            for bound in [1, 2, 3, 8, 1000, (1 << 31) + 5, u32::MAX] {
                for _ in 0..100 {
                    assert_eq!(ours.below(bound), theirs.random_range(0..bound));
                }
            }
            for length in [0, 1, 2, 3, 9, 13, 16, 25, 400] {
                let mut list: Vec<usize> = (0..length).collect();
                let mut same = list.clone();
                ours.shuffle(&mut list);
                same.shuffle(&mut theirs);
                assert_eq!(list, same);
            }
        }
    }
}
