//! BLAKE2b, a cryptographic hash (RFC 7693): what tells a table from one that was forged.
//!
//! A checksum finds damage; a program that forges a table writes the right checksum too. No two
//! contents with the same BLAKE2b are known. It needs no tables and no vector code, and hashes
//! about a gigabyte a second on one core.
//!
//! Long contents are hashed as a tree of two levels, so that threads can share the work: every
//! block of [`BLOCK`] bytes by itself, and then the hashes of the blocks, one after the other.

use crate::guard::Stop;
use crate::workers::Threads;

/// Bytes of a hash.
pub(crate) const BYTES: usize = 32;
/// Bytes of a block that one thread hashes.
const BLOCK: usize = 1 << 20;
/// Bytes that one step takes.
const STEP: usize = 128;

/// A hash of 256 bits.
pub(crate) type ContentHash = [u8; BYTES];

const IV: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// The order of the sixteen words in each round.
const SIGMA: [[usize; 16]; 12] = {
    let ten = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
        [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
        [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
        [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
        [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
    ];
    [
        ten[0], ten[1], ten[2], ten[3], ten[4], ten[5], ten[6], ten[7], ten[8], ten[9], ten[0],
        ten[1],
    ]
};

/// The hash of a content, block by block on some threads. `ask` is called before each block and may
/// end the work.
pub(crate) fn content_hash(
    bytes: &[u8],
    threads: Threads<'_>,
    ask: impl Fn() -> Result<(), Stop> + Sync,
) -> Result<ContentHash, Stop> {
    let hashes = threads.map(bytes.len().div_ceil(BLOCK), |block| {
        ask()?;
        let end = bytes.len().min((block + 1) * BLOCK);
        Ok(blake2b(&bytes[block * BLOCK..end]))
    });
    let hashes: Vec<ContentHash> = hashes.into_iter().collect::<Result<_, Stop>>()?;
    Ok(blake2b(&hashes.concat()))
}

/// The BLAKE2b of some bytes, with 32 bytes and without a key.
fn blake2b(bytes: &[u8]) -> ContentHash {
    let mut state = IV;
    // The parameters: length of the hash, no key, one leaf.
    state[0] ^= 0x0101_0000 ^ BYTES as u64;
    // The last step is never empty, unless there is nothing at all.
    let last = bytes.len().saturating_sub(1) / STEP * STEP;
    for (number, step) in bytes[..last].chunks_exact(STEP).enumerate() {
        compress(&mut state, step, (number + 1) * STEP, false);
    }
    let mut step = [0; STEP];
    step[..bytes.len() - last].copy_from_slice(&bytes[last..]);
    compress(&mut state, &step, bytes.len(), true);
    let mut hash = [0; BYTES];
    for (part, word) in hash.chunks_exact_mut(8).zip(state) {
        part.copy_from_slice(&word.to_le_bytes());
    }
    hash
}

/// Mixes a step of 128 bytes into the state; `counted` are the bytes so far, with those of the
/// step.
fn compress(state: &mut [u64; 8], step: &[u8], counted: usize, is_last: bool) {
    let mut words = [0u64; 16];
    for (word, bytes) in words.iter_mut().zip(step.as_chunks::<8>().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    let mut v = [0u64; 16];
    v[..8].copy_from_slice(state);
    v[8..].copy_from_slice(&IV);
    v[12] ^= counted as u64;
    if is_last {
        v[14] = !v[14];
    }
    for order in &SIGMA {
        mix(&mut v, [0, 4, 8, 12], words[order[0]], words[order[1]]);
        mix(&mut v, [1, 5, 9, 13], words[order[2]], words[order[3]]);
        mix(&mut v, [2, 6, 10, 14], words[order[4]], words[order[5]]);
        mix(&mut v, [3, 7, 11, 15], words[order[6]], words[order[7]]);
        mix(&mut v, [0, 5, 10, 15], words[order[8]], words[order[9]]);
        mix(&mut v, [1, 6, 11, 12], words[order[10]], words[order[11]]);
        mix(&mut v, [2, 7, 8, 13], words[order[12]], words[order[13]]);
        mix(&mut v, [3, 4, 9, 14], words[order[14]], words[order[15]]);
    }
    for (at, word) in state.iter_mut().enumerate() {
        *word ^= v[at] ^ v[at + 8];
    }
}

#[inline(always)]
fn mix(v: &mut [u64; 16], [a, b, c, d]: [usize; 4], x: u64, y: u64) {
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(x);
    v[d] = (v[d] ^ v[a]).rotate_right(32);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(24);
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(y);
    v[d] = (v[d] ^ v[a]).rotate_right(16);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(63);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workers::Workers;

    fn hex(hash: &[u8]) -> String {
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The bytes k² / 8, as in the test of the checksum.
    fn bytes(length: u32) -> Vec<u8> {
        (0..length)
            .map(|k| (k.wrapping_mul(k) >> 3) as u8)
            .collect()
    }

    /// The hashes are those of Python's `hashlib.blake2b(…, digest_size=32)`.
    #[test]
    fn as_another_implementation_has_it() {
        let known = [
            (
                0,
                "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8",
            ),
            (
                1,
                "03170a2e7597b7b7e3d84c05391d139a62b157e78786d8c082f29dcf4c111314",
            ),
            (
                127,
                "dcc32708be725458425edd24152de15fb47f82e67d56015c90ec71d2243eec96",
            ),
            (
                128,
                "41ab6827fa0de32edbae90fb303379e2fe492a2986043b34fc3184a55351bb1a",
            ),
            (
                129,
                "632aeb0a66eecf954bcef8beda238677e5246d1d8cf2be6e87da6e64e3f5eb69",
            ),
            (
                1000,
                "8e1bd125b23f6009bd6b7b7c66bfa1aea022acc382d37705299b1fcc108df261",
            ),
        ];
        for (length, hash) in known {
            assert_eq!(hex(&blake2b(&bytes(length))), hash, "{length}");
        }
    }

    #[test]
    fn the_tree_is_the_same_on_any_number_of_threads() {
        let long = bytes(3 * BLOCK as u32 + 5);
        let workers = Workers::new(3);
        let hash = content_hash(&long, workers.all(), || Ok(())).unwrap();
        let leaves: Vec<u8> = long.chunks(BLOCK).flat_map(blake2b).collect();
        assert_eq!(hash, blake2b(&leaves));
        assert_eq!(Ok(hash), content_hash(&long, Threads::ONE, || Ok(())));
        let stopped = content_hash(&long, workers.all(), || Err(Stop::Observer));
        assert_eq!(stopped, Err(Stop::Observer));
    }
}
