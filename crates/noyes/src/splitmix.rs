//! SplitMix64: pseudo-random numbers for hash keys, the same on all machines.
//!
//! Steele, Lea & Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.

/// The increment of the sequence: 2⁶⁴ divided by the golden ratio.
pub(crate) const INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

/// Scatters the bits of a number: a bijection whose results look random.
///
/// Hash keys and tie-breaking noise come from it. It needs no state, so the same input gives the
/// same output in every search and on every machine.
#[inline(always)]
pub(crate) fn split_mix(value: u64) -> u64 {
    finish(value.wrapping_add(INCREMENT))
}

/// The finisher: a bijection of 64 bits, each output bit of which depends on all input bits.
#[inline(always)]
pub(crate) fn finish(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Number `n` of the sequence with seed 0, from 0.
pub(crate) fn nth(n: u64) -> u64 {
    split_mix(n.wrapping_mul(INCREMENT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence() {
        let first = [
            0xe220_a839_7b1d_cdaf,
            0x6e78_9e6a_a1b9_65f4,
            0x06c4_5d18_8009_454f,
        ];
        assert_eq!([0, 1, 2].map(nth), first);
    }
}
