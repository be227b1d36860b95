//! The portable form, and the twin of the others.

/// The top bits of 64 bytes.
pub fn packed(flags: &[u8; 64]) -> u64 {
    let top = |word, &flag: &u8| word << 1 | u64::from(flag >> 7);
    flags.iter().rev().fold(0, top)
}
