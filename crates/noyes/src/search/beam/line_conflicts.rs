//! Line conflicts: how many tiles must leave a line that is their goal line, and come back.
//!
//! The number is the line's own tiles less the longest subsequence of them that is in goal order.
//! Schensted's algorithm finds the length of that subsequence (C. Schensted, "Longest increasing
//! and decreasing subsequences", Canadian Journal of Mathematics 13, 1961). It keeps, for every
//! length, the smallest last element of an increasing subsequence; each tile read replaces the
//! smallest of these *ends* that is above it.
//!
//! The ends are different places of the line, so they are bits of one word, and a step takes five
//! instructions without a branch:
//!
//! ```text
//! above = ends ∧ ¬(bit ∨ (bit − 1))          ends above the tile's place
//! ends  = (ends ∧ ¬lowest bit of above) ∨ bit
//! ```
//!
//! A tile of another line has no bit, so both statements change nothing for it and need no branch.
//! Share of the beam's time at 10×10:
//!
//! ```text
//! ends in an array, two passes   44 %
//! ends as bits                   10 %
//! ```

use crate::board::Size;

/// The rows of a board, or its columns, and the goal places of their tiles.
#[derive(Clone, Debug)]
pub(super) struct LineConflicts {
    /// By line and label: the bit of the label's goal place in the line, 0 if the line is not its
    /// goal line.
    bits: Vec<u64>,
    labels: usize,
    /// Cells from the start of a line to the start of the next.
    line_stride: usize,
    /// Cells from place to place in a line.
    place_stride: usize,
    /// Places in a line.
    places: usize,
}

impl LineConflicts {
    /// The most places in a line: they are bits of a word.
    pub const MOST_PLACES: usize = 64;

    pub fn of_rows(size: Size, blank_home: usize) -> Self {
        let line = |label| (size.row(label), size.col(label));
        Self::new(size, blank_home, size.rows(), size.cols(), line)
    }

    pub fn of_cols(size: Size, blank_home: usize) -> Self {
        let line = |label| (size.col(label), size.row(label));
        let lines = Self::new(size, blank_home, size.cols(), size.rows(), line);
        Self {
            line_stride: 1,
            place_stride: size.cols(),
            ..lines
        }
    }

    fn new(
        size: Size,
        blank_home: usize,
        lines: usize,
        places: usize,
        home: impl Fn(usize) -> (usize, usize),
    ) -> Self {
        debug_assert!(places <= Self::MOST_PLACES);
        let labels = size.cells();
        let mut bits = vec![0; lines * labels];
        for label in (0..labels).filter(|&label| label != blank_home) {
            let (line, place) = home(label);
            bits[line * labels + label] = 1 << place;
        }
        Self {
            bits,
            labels,
            line_stride: places,
            place_stride: 1,
            places,
        }
    }

    fn bits(&self, line: usize) -> &[u64] {
        &self.bits[line * self.labels..(line + 1) * self.labels]
    }

    /// The conflicts of a line.
    pub fn count(&self, board: &[u8], line: usize) -> u32 {
        let bits = self.bits(line);
        let cells = board[line * self.line_stride..]
            .iter()
            .step_by(self.place_stride);
        let (mut ends, mut own) = (0, 0);
        for &label in cells.take(self.places) {
            let bit = bits[usize::from(label)];
            own += u32::from(bit != 0);
            ends = read(ends, bit);
        }
        own - ends.count_ones()
    }

    /// How many conflicts more a line has with its own tile `label` at `place` than without it: 0
    /// or
    /// 1. What the board has at that place is ignored.
    #[inline(always)]
    pub fn added_by(&self, board: &[u8], line: usize, place: usize, label: usize) -> u32 {
        let bits = self.bits(line);
        let cells = &board[line * self.line_stride..];
        let bit = |place: usize| bits[usize::from(cells[place * self.place_stride])];
        let mut without = 0;
        for before in 0..place {
            without = read(without, bit(before));
        }
        let mut with = read(without, bits[label]);
        for after in place + 1..self.places {
            let bit = bit(after);
            without = read(without, bit);
            with = read(with, bit);
        }
        1 + without.count_ones() - with.count_ones()
    }
}

/// The ends after a tile was read, given by its bit.
#[inline(always)]
fn read(ends: u64, bit: u64) -> u64 {
    let above = ends & !(bit | bit.wrapping_sub(1));
    (ends & !(above & above.wrapping_neg())) | bit
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest increasing subsequence, by trying all of them.
    fn longest(places: &[usize]) -> u32 {
        let choices = 0u32..1 << places.len();
        let in_order = |choice: &u32| {
            let chosen = (0..places.len()).filter(|k| choice >> k & 1 == 1);
            let chosen: Vec<usize> = chosen.map(|k| places[k]).collect();
            chosen.is_sorted()
        };
        let counts = choices.filter(in_order).map(u32::count_ones);
        counts.max().unwrap_or(0)
    }

    #[test]
    fn all_lines_of_five_agree_with_an_exhaustive_count() {
        // One row of five places and one below it whose tiles are foreign to the first.
        let size = Size::new(2, 5).unwrap();
        let rows = LineConflicts::of_rows(size, 9);
        let mut lines = vec![vec![]];
        for _ in 0..5 {
            let longer = |line: &Vec<u8>| {
                let free = (0..10u8).filter(|label| !line.contains(label));
                let line = line.clone();
                free.map(move |label| [line.as_slice(), &[label]].concat())
                    .collect::<Vec<_>>()
            };
            lines = lines.iter().flat_map(longer).collect();
        }
        assert_eq!(lines.len(), 30_240);
        for line in lines {
            let own = |line: &[u8]| {
                let own = line.iter().filter(|&&label| label < 5);
                own.map(|&label| usize::from(label)).collect::<Vec<_>>()
            };
            let conflicts = |line: &[u8]| own(line).len() as u32 - longest(&own(line));
            let mut board = line.clone();
            board.extend((0..10).filter(|label| !line.contains(label)));
            assert_eq!(rows.count(&board, 0), conflicts(&line));
            for (place, &label) in line.iter().enumerate().filter(|&(_, &label)| label < 5) {
                let mut without = line.clone();
                without[place] = 9;
                let more = conflicts(&line) - conflicts(&without);
                let label = usize::from(label);
                assert_eq!(rows.added_by(&board, 0, place, label), more);
            }
        }
    }
}
