//! Bits in bulk: a 64×64 matrix transposed, bytes packed into bits.

use super::arch::packed;

/// Exchanges bit `j` of word `i` with bit `i` of word `j`, for all of them: six rounds, each
/// swapping the off-diagonal quarters of ever smaller squares (Warren, *Hacker's Delight*, 7-3).
pub(crate) fn transpose_64(block: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = u64::MAX >> 32;
    while width > 0 {
        let mut i = 0;
        while i < 64 {
            let swap = (block[i] >> width ^ block[i + width]) & mask;
            block[i] ^= swap << width;
            block[i + width] ^= swap;
            i = (i + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

/// Sets bit `i` of `target` where byte `i` of `flags` is not 0, and clears all flags.
///
/// Flags are 0 or 0xff; there are 64 of them a word.
pub(crate) fn drain_flags(flags: &mut [u8], target: &mut [u64]) {
    debug_assert_eq!(flags.len(), 64 * target.len());
    for (flags, word) in flags.as_chunks_mut::<64>().0.iter_mut().zip(target) {
        *word |= packed(flags);
        *flags = [0; 64];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::arch::scalar;

    #[test]
    fn flags_become_bits_and_are_cleared() {
        let mut flags: Vec<u8> = (0..192u32)
            .map(|i| if i * i % 7 < 3 { 0xff } else { 0 })
            .collect();
        let before = flags.clone();
        let mut target = [1 << 63, 0, 0];
        drain_flags(&mut flags, &mut target);
        assert!(flags.iter().all(|&flag| flag == 0));
        for (word, flags) in target.iter().zip(before.as_chunks::<64>().0) {
            assert_eq!(word & !(1 << 63), scalar::packed(flags) & !(1 << 63));
        }
        assert_eq!(target[0] >> 63, 1);
    }

    #[test]
    fn rows_become_columns() {
        let mut block = [0u64; 64];
        let mut state = 1u64;
        for word in &mut block {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            *word = state ^ state >> 29;
        }
        let before = block;
        transpose_64(&mut block);
        for (i, after) in block.iter().enumerate() {
            for (j, word) in before.iter().enumerate() {
                assert_eq!(after >> j & 1, word >> i & 1);
            }
        }
    }
}
