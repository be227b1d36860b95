//! Signatures of frontiers: the same on all machines, for all versions that search alike.
//!
//! A signature is the FNV-1a hash, in 64 bits, of a sequence of bytes. Numbers are little-endian.
//!
//! ```text
//! u32           the version of this sequence, 1
//! u8 u8 u8      rows, columns and the goal cell of the blank
//! u32           the number of states of the automaton
//! for each sum, and each of its projections:
//!   u32 u8      the mask of the pattern's goal cells (u64 above 25 cells), and the number of the view
//! u8            255
//! u32           the bound that slack is measured from
//! for each seed, in order:
//!   u128 u128   the packed board (two u128 above 25 cells), and the slack of each sum
//!   u8 u8       the moves left, and the last slide (0 to 3: up, left, right, down)
//! ```
//!
//! Two searches with the same signature have the same seeds in the same order, with the same
//! bounds. So they agree on what a range of seeds means.
//!
//! Checkpoints of the command have this signature. The tasks of a proof have another, which knows
//! also what is in the tables. So all workers agree on the nodes below a seed, and one whose tables
//! are not the driver's refuses its tasks:
//!
//! ```text
//! u32           the version of this sequence, 2
//! u64           the signature of the frontier
//! for each table:
//!   u32         the checksum of its content, see `table_format`
//! ```

/// The version of the frontier's sequence of bytes. It changes with the sequence, and whenever the
/// search below a seed changes its node counts.
const FRONTIER: u32 = 1;
/// The version of the tasks' sequence of bytes.
const TASKS: u32 = 2;

/// The hash of no bytes.
const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a in 64 bits (Fowler, Noll and Vo).
#[derive(Clone, Copy, Debug)]
pub(super) struct Signature(u64);

impl Signature {
    /// The beginning of a frontier's signature.
    pub fn of_frontier() -> Self {
        Self(EMPTY).with(&FRONTIER.to_le_bytes())
    }

    /// The signature of tasks below a frontier, with tables of these checksums.
    pub fn of_tasks(frontier: u64, checksums: impl Iterator<Item = u32>) -> Self {
        let head = Self(EMPTY)
            .with(&TASKS.to_le_bytes())
            .with(&frontier.to_le_bytes());
        checksums.fold(head, |hash, sum| hash.with(&sum.to_le_bytes()))
    }

    /// The signature with more bytes at the end.
    pub fn with(self, bytes: &[u8]) -> Self {
        let add =
            |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Self(bytes.iter().fold(self.0, add))
    }

    pub fn value(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from the tables of FNV's authors.
    #[test]
    fn it_is_fnv_1a() {
        let empty = Signature(EMPTY);
        assert_eq!(empty.with(b"a").value(), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(empty.with(b"foobar").value(), 0x8594_4171_f739_67e8);
    }
}
