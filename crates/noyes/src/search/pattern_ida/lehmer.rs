//! Permutations as digits of their Lehmer code.
//!
//! The rank of a permutation is Σ dⱼ j!, where the digit dⱼ counts the later tiles that are smaller
//! than the tile j places from the end. These digits are the permutation's Lehmer code.
//!
//! A tile that slides past m others of its pattern rotates a *window* of m + 1 tiles. Only the
//! digits of this window change, and their new values depend on nothing but their old ones. So a
//! node stores digits instead of a rank. A slide costs one lookup by window, and the rank two
//! more. The tables are the same for every pattern size, and all of them stay in the first-level
//! cache:
//!
//! | Table | Entries | Size |
//! |---|---|---|
//! | rotations | 2 × 8192 × `u16` | 32 KB, of which a search reads a part |
//! | rank shares | 512 and 4096 × `u16` | 9 KB |
//! | for comparison: ranks after each rotation, 7 tiles | | 240 KB |
//! | for comparison: ranks after each rotation, 8 tiles | | 2.3 MB |
//!
//! A digit has three bits. The last digit is always 0 and is left out.

use crate::pattern::permutation::factorial;

/// The rotations of one way: the entries from here on are those of a tile that goes to a later
/// cell.
pub(super) const FORWARD: usize = 8192;

/// The digits after a window is rotated.
///
/// A window of m + 1 digits with the code `w` has the entry `8^(m+1) + w`. The leading one keeps
/// windows of different lengths apart. A slide past no tile has a window of one digit, which stays.
/// Windows that no permutation has are left as they are.
pub(super) fn rotations() -> Box<[u16; 2 * FORWARD]> {
    let mut rotations = Box::new([0; 2 * FORWARD]);
    for past in 0..4 {
        let size = 1 << (3 * past + 3);
        for code in 0..size {
            // The highest digit belongs to the earliest tile of the window.
            let window: Vec<usize> = (0..=past).rev().map(|j| code >> (3 * j) & 7).collect();
            for forward in [false, true] {
                let rotated = rotated(&window, forward).unwrap_or(window.clone());
                let code_after = rotated.iter().fold(0, |code, digit| code << 3 | digit);
                rotations[usize::from(forward) * FORWARD + size + code] = code_after as u16;
            }
        }
    }
    rotations
}

/// The digits after the tile at one end of a window has passed to the other end.
fn rotated(window: &[usize], forward: bool) -> Option<Vec<usize>> {
    // Digits here choose among fewer than twelve tiles.
    let mut unused: Vec<usize> = (0..12).collect();
    let mut tiles: Vec<usize> = window.iter().map(|&digit| unused.remove(digit)).collect();
    if forward {
        tiles.rotate_left(1);
    } else {
        tiles.rotate_right(1);
    }
    let mut unused: Vec<usize> = (0..12).collect();
    let digit_of = |tile: usize| {
        let digit = unused.iter().position(|&other| other == tile)?;
        unused.remove(digit);
        (digit < 8).then_some(digit)
    };
    tiles.into_iter().map(digit_of).collect()
}

/// The share in the rank of a run of digits, by their code; the lowest is d`first`.
pub(super) fn rank_shares<const CODES: usize>(first: usize) -> Box<[u16; CODES]> {
    let share = |code: usize| -> usize {
        (0..4)
            .map(|j| (code >> (3 * j) & 7) * factorial(first + j))
            .sum()
    };
    Box::new(std::array::from_fn(|code| share(code) as u16))
}

/// The digits of a rank, three bits each, d₁ lowest.
pub(super) fn digits(rank: u32) -> u64 {
    (1..8).fold(0, |digits, j| {
        let digit = rank as usize / factorial(j) % (j + 1);
        digits | (digit as u64) << (3 * (j - 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_the_digits_add_up_to_the_rank() {
        let (low, high) = (rank_shares::<512>(1), rank_shares::<4096>(4));
        for rank in 0..factorial(8) as u32 {
            let digits = digits(rank) as usize;
            let sum = u32::from(low[digits & 0x1ff]) + u32::from(high[digits >> 9]);
            assert_eq!(sum, rank);
        }
    }

    #[test]
    fn a_rotation_back_undoes_a_rotation_forward() {
        let rotations = rotations();
        // All orders of four tiles: digits below 4, 3, 2 and 1.
        for rank in 0..factorial(4) as u32 {
            let window = 8 * digits(rank) as usize;
            let forward = usize::from(rotations[FORWARD + 4096 + window]);
            assert_eq!(usize::from(rotations[4096 + forward]), window);
        }
    }
}
