//! Line conflicts of many boards side by side.
//!
//! The tiles of a line that are at home in it are packed into one word, four bits to the place:
//!
//! ```text
//! bits 4p + 3 … 4p   goal place of the tile at place p, plus 1; 0 for all others
//! ```
//!
//! Then the algorithm of [`LineConflicts`](super::line_conflicts) needs no table and no branch, and
//! takes the same steps for all lines: compilers make vector code of it, a lane to the board.

use crate::board::Size;

/// The most boards that [`LineCodes::added`] takes at a time.
pub(super) const BOARDS: usize = 16;

/// All lines of a board: its rows, then its columns.
#[derive(Debug)]
pub(super) struct LineCodes {
    /// The most places in a line.
    pub places: usize,
    /// Labels of a row of `codes`: those of the size, and more to make it a power of two.
    pub labels: usize,
    /// By line and label: the code, 0 if the line is not the label's goal line.
    pub codes: Vec<u8>,
    /// By line: its cells.
    pub cells: Vec<[u8; 16]>,
    /// By line: a bit for each of its places.
    pub masks: Vec<u16>,
}

impl LineCodes {
    /// The most places in a line: they are four bits.
    pub const MOST_PLACES: usize = 15;

    /// The codes of a size; none if its lines are too long.
    pub fn new(size: Size, blank_home: usize) -> Option<Self> {
        let places = size.rows().max(size.cols());
        if places > Self::MOST_PLACES {
            return None;
        }
        let labels = size.cells().next_power_of_two().max(64);
        let lines = size.rows() + size.cols();
        let mut table = Self {
            places,
            labels,
            codes: vec![0; lines * labels],
            cells: vec![[0; 16]; lines],
            masks: vec![0; lines],
        };
        for cell in 0..size.cells() {
            let (row, col) = (size.row(cell), size.col(cell));
            for (line, place) in [(row, col), (size.rows() + col, row)] {
                table.cells[line][place] = cell as u8;
                table.masks[line] |= 1 << place;
                if cell != blank_home {
                    table.codes[line * labels + cell] = place as u8 + 1;
                }
            }
        }
        Some(table)
    }

    /// The word of a line.
    #[inline(always)]
    pub fn word(&self, board: &[u8], line: usize) -> u64 {
        let codes = &self.codes[line * self.labels..(line + 1) * self.labels];
        let cells = self.cells[line]
            .iter()
            .take(self.masks[line].count_ones() as usize);
        let places = cells.enumerate();
        places.fold(0, |word, (place, &cell)| {
            let label = board[usize::from(cell)];
            word | u64::from(codes[usize::from(label)]) << (4 * place)
        })
    }

    /// How many conflicts more lines have with a tile of their own than without it: 0 or 1. `words`
    /// have no tile at the place of `tiles`, which have no other.
    #[inline(always)]
    pub fn added(words: &[u64; BOARDS], tiles: &[u64; BOARDS], places: usize) -> [i32; BOARDS] {
        let (mut without, mut with) = ([0; BOARDS], [0; BOARDS]);
        let mut place = 0;
        while place < places {
            for lane in 0..BOARDS {
                let (word, tile) = (words[lane] >> (4 * place), tiles[lane] >> (4 * place));
                without[lane] = read(without[lane], word & 15);
                with[lane] = read(with[lane], (word | tile) & 15);
            }
            place += 1;
        }
        let mut added = [0; BOARDS];
        for lane in 0..BOARDS {
            // The ends differ in number by at most one, and the tile's conflict is what is missing.
            added[lane] = 1 + without[lane].count_ones() as i32 - with[lane].count_ones() as i32;
        }
        added
    }
}

/// The ends after a tile was read, given by its code; the lowest bit of the ends is not one.
#[inline(always)]
fn read(ends: u64, code: u64) -> u64 {
    let bit = (1 << code) & !1;
    let above = ends & !(bit | u64::wrapping_sub(bit, 1));
    (ends & !(above & above.wrapping_neg())) | bit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::{Goal, Instance};
    use crate::scramble::Scrambler;
    use crate::search::beam::line_conflicts::LineConflicts;

    #[test]
    fn words_agree_with_lines_of_a_board() {
        for (rows, cols) in [(3, 5), (6, 6), (15, 4)] {
            let size = Size::new(rows, cols).unwrap();
            let blank_home = size.cells() - 1;
            let table = LineCodes::new(size, blank_home).unwrap();
            let of_rows = LineConflicts::of_rows(size, blank_home);
            let of_cols = LineConflicts::of_cols(size, blank_home);
            for seed in 1..20 {
                let mut scrambler = Scrambler::new(size, &Goal::BlankLast, seed).unwrap();
                let instance = Instance::new(&scrambler.walk(seed as usize * 9), &Goal::BlankLast);
                let labels = instance.unwrap().labels().to_vec();
                let board: Vec<u8> = labels.iter().map(|&label| label as u8).collect();
                for (cell, &label) in board.iter().enumerate() {
                    for (line, place) in [
                        (size.row(cell), size.col(cell)),
                        (rows + size.col(cell), size.row(cell)),
                    ] {
                        let code = table.codes[line * table.labels + usize::from(label)];
                        if code == 0 {
                            continue;
                        }
                        let tile = u64::from(code) << (4 * place);
                        let word = table.word(&board, line) & !(15 << (4 * place));
                        let added =
                            LineCodes::added(&[word; BOARDS], &[tile; BOARDS], table.places);
                        let expected = match line.checked_sub(rows) {
                            None => of_rows.added_by(&board, line, place, label.into()),
                            Some(col) => of_cols.added_by(&board, col, place, label.into()),
                        };
                        assert_eq!(added, [expected as i32; BOARDS]);
                    }
                }
            }
        }
        assert!(LineCodes::new(Size::new(2, 16).unwrap(), 31).is_none());
    }
}
