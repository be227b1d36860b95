//! What all patterns of so many tiles share: where their sets of cells lie, how these cut the board,
//! and what a slide makes of the order of their tiles.
//!
//! # The place of a set
//!
//! Sets of k cells are sorted by their upper cells first. Those with the same upper cells have as
//! many lower ones, so that a set's place is where these begin (`highs`) and the number of its lower
//! cells among all lower sets of that many (`lows`): two look-ups and nothing to count.
//!
//! # Cuts
//!
//! A row of a table is a set and a region that its cells leave to the blank. Most sets leave one,
//! most others cut off a corner: the 177,100 sets of six cells cut the 5×5 board in 3,377 ways. So
//! a set has the number of its *cut*, which takes 0.76 MB; a region for each cell and set took 2.8 MB,
//! more than the big tables leave room for in the caches.

use rustc_hash::FxHashMap;

use super::lookups::{MOST_CELLS, Seen};
use crate::pattern::CellSets;
use crate::pattern::permutation::{Rotation, Rotations, factorial};

/// Lower cells of a set, and upper ones.
const LOW_CELLS: usize = 12;
const HIGH_CELLS: usize = MOST_CELLS - LOW_CELLS;

/// The lower cells of a set and its upper ones, out of a state's word.
#[inline(always)]
pub(super) fn halves(word: u32) -> (usize, usize) {
    let low = word & ((1 << LOW_CELLS) - 1);
    let high = word >> LOW_CELLS & ((1 << HIGH_CELLS) - 1);
    (low as usize, high as usize)
}

/// A set of cells: how many rows after the first of its upper cells it begins, and its cut.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Set(u32);

/// Bits of the row in a set.
const ROW_BITS: u32 = 13;

impl Set {
    fn new(row: u32, cut: u32) -> Self {
        assert!(row >> ROW_BITS == 0 && cut >> (32 - ROW_BITS) == 0);
        Self(cut << ROW_BITS | row)
    }

    /// Its first row, counted from the first of its upper cells.
    #[inline(always)]
    pub fn row(self) -> u32 {
        self.0 & ((1 << ROW_BITS) - 1)
    }

    /// The number of its cut.
    #[inline(always)]
    pub fn cut(self) -> usize {
        (self.0 >> ROW_BITS) as usize
    }
}

/// The region of each cell: four bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C, align(16))]
pub(super) struct Cut([u8; 16]);

impl Cut {
    /// The cut into these regions. What it says of other cells does not matter, and is what makes
    /// most cuts alike.
    fn new(regions: &[u32]) -> Self {
        let largest = (0..regions.len()).max_by_key(|&number| regions[number].count_ones());
        let mut cut = Self::default();
        for cell in 0..MOST_CELLS {
            let mut numbers = 0..regions.len();
            let number = numbers.find(|&number| regions[number] >> cell & 1 == 1);
            let (byte, bit) = Self::place(cell);
            cut.0[usize::from(byte)] |= (number.or(largest).unwrap_or(0) as u8) << bit;
        }
        cut
    }

    /// Where the region of a cell is: the byte, and the bit in it.
    pub fn place(cell: usize) -> (u8, u8) {
        (cell as u8 / 2, 4 * (cell as u8 % 2))
    }

    /// The region of the cell that the tile has left.
    #[inline(always)]
    pub fn region(&self, seen: &Seen) -> u32 {
        let (byte, bit) = seen.region;
        // SAFETY: `Cut::place` made it, and all its bytes are within a cut.
        let byte = unsafe { *self.0.get_unchecked(usize::from(byte)) };
        u32::from(byte) >> bit & 7
    }
}

/// What all patterns of so many tiles share.
#[derive(Debug)]
pub(super) struct Kind {
    pub tiles: usize,
    /// By upper cells: how many sets come before all with these.
    pub highs: Box<[u32]>,
    /// By upper cells: the first row.
    pub rows: Box<[u32]>,
    pub sets: Box<[Set]>,
    pub cuts: Box<[Cut]>,
    pub rotations: Box<[u16]>,
}

impl Kind {
    pub fn new(sets: &CellSets, tiles: usize, lows: &Lows) -> Self {
        let size = sets.size();
        let highs = highs(size.cells(), tiles);
        let place = |mask: u32| {
            let (low, high) = halves(mask);
            (highs[high] as usize + usize::from(lows[low]), high)
        };
        let mut rows = vec![0; highs.len()];
        let mut flat = vec![Set::default(); sets.sets()];
        // First that of the sets that leave one region.
        let mut cuts = vec![Cut::default()];
        let mut known: FxHashMap<Cut, u32> = FxHashMap::default();
        let mut last = None;
        let mut row = 0;
        while row < sets.rows() {
            let (mask, _) = sets.masks(row);
            let first = row;
            let mut regions = [0; 8];
            while row < sets.rows() && sets.masks(row).0 == mask {
                assert!(row - first < 8, "no set leaves more regions");
                regions[row - first] = sets.masks(row).1;
                row += 1;
            }
            let (place, high) = place(mask);
            if last != Some(high) {
                rows[high] = first as u32;
                last = Some(high);
            }
            let number = match &regions[..row - first] {
                [_] => 0,
                regions => *known.entry(Cut::new(regions)).or_insert_with_key(|&cut| {
                    cuts.push(cut);
                    cuts.len() as u32 - 1
                }),
            };
            flat[place] = Set::new(first as u32 - rows[high], number);
        }
        Self {
            tiles,
            rows: rows.into(),
            sets: flat.into(),
            cuts: cuts.into(),
            rotations: flat_rotations(tiles, size.cols() - 1).into(),
            highs,
        }
    }
}

/// By lower cells: how many sets of as many lower cells come before.
pub(super) type Lows = [u16; 1 << LOW_CELLS];

pub(super) fn lows() -> Box<Lows> {
    let mut met = [0u16; LOW_CELLS + 1];
    Box::new(std::array::from_fn(|low| {
        let met = &mut met[low.count_ones() as usize];
        *met += 1;
        *met - 1
    }))
}

/// By upper cells: how many sets of so many cells have earlier upper cells.
fn highs(cells: usize, tiles: usize) -> Box<[u32]> {
    let mut begins = 0;
    (0..1usize << cells.saturating_sub(LOW_CELLS))
        .map(|high| {
            let begin = begins;
            let below = tiles.checked_sub(high.count_ones() as usize);
            begins += below.map_or(0, |below| choose(LOW_CELLS, below));
            begin
        })
        .collect()
}

fn choose(n: usize, k: usize) -> u32 {
    (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1)) as u32
}

/// The rank after each rotation, for all ranks: rotation `(past × 2 + forward) × k + place`, and
/// first of all the one that passes nobody.
fn flat_rotations(k: usize, most_past: usize) -> Vec<u16> {
    let perms = factorial(k);
    let most_past = most_past.min(k - 1);
    let rotations = Rotations::<u16>::new(k, most_past.max(1).min(k.max(2) - 1));
    let mut flat: Vec<u16> = vec![0; 2 * (most_past + 1) * k * perms];
    for (rank, slot) in flat[..perms].iter_mut().enumerate() {
        *slot = rank as u16;
    }
    for past in 1..=most_past {
        for forward in [false, true] {
            for place in 0..k - past {
                let rotation = Rotation {
                    place,
                    past,
                    forward,
                };
                let start = ((past * 2 + usize::from(forward)) * k + place) * perms;
                let table = rotations.table(rotation);
                for (slot, &rank) in flat[start..start + perms].iter_mut().zip(table) {
                    *slot = rank;
                }
            }
        }
    }
    flat
}
