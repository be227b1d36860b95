//! The tables that turn a pattern's cells into an index, shared by all patterns with the same
//! number of tiles.
//!
//! A one-bit pattern table is addressed by the rank of the permutation of its tiles and by a row.
//! A row is a set of cells together with the region of the board that these cells leave to the
//! blank (see [`CellSets`]).
//!
//! # The rank of a set of cells
//!
//! Sets of k cells are sorted by their high cells first. All sets with the same high cells have
//! equally many low cells (see `word`). So the rank of a set is the sum of two table entries: the
//! rank of the first set with these high cells (`high_bases`), and the rank of its low cells among
//! all low sets of that many cells (`LowRanks`).
//!
//! # Region maps
//!
//! Most sets leave one region to the blank, and most of the others cut off a corner. So few
//! different maps from cells to regions exist, and a set stores the number of its map.
//!
//! ```text
//! 5×5 board, six tiles            entries      bytes
//! sets of cells                   177,100    0.71 MB
//! different region maps             3,377    0.05 MB
//! one map for each set instead                2.8 MB
//! ```

use rustc_hash::FxHashMap;

use super::probe_tables::SlideView;
use super::word::Word;
use crate::pattern::permutation::{Rotation, Rotations, factorial};
use crate::pattern::{CellSets, Pattern};

/// A set of cells: the offset of its first row from the row base of its high cells, and the
/// number of its region map.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CellSet(u32);

/// Bits of the row offset in a [`CellSet`].
const ROW_BITS: u32 = 16;

impl CellSet {
    fn new(row_offset: u32, region_map: u32) -> Self {
        assert!(row_offset >> ROW_BITS == 0 && region_map >> (32 - ROW_BITS) == 0);
        Self(region_map << ROW_BITS | row_offset)
    }

    /// The offset of its first row from the row base of its high cells.
    #[inline(always)]
    pub fn row_offset(self) -> u32 {
        self.0 & ((1 << ROW_BITS) - 1)
    }

    /// The number of its region map.
    #[inline(always)]
    pub fn region_map(self) -> usize {
        (self.0 >> ROW_BITS) as usize
    }
}

/// The number of the region that each cell lies in, in three bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C, align(16))]
pub(super) struct RegionMap([u8; 16]);

impl RegionMap {
    /// The map of these regions. Cells outside of all regions get the number of the largest one,
    /// which makes many maps equal; their number is never used.
    fn new(regions: &[u64]) -> Self {
        let largest = (0..regions.len()).max_by_key(|&number| regions[number].count_ones());
        let mut packed = 0u128;
        for cell in 0..Pattern::MOST_CELLS {
            let mut numbers = 0..regions.len();
            let number = numbers.find(|&number| regions[number] >> cell & 1 == 1);
            packed |= (number.or(largest).unwrap_or(0) as u128) << (3 * cell);
        }
        Self(packed.to_le_bytes())
    }

    /// Where the region of a cell is stored: the first of two bytes, and the lowest bit in them.
    pub fn position(cell: usize) -> (u8, u8) {
        (3 * cell as u8 / 8, 3 * cell as u8 % 8)
    }

    /// The region of the cell that the sliding tile has left.
    ///
    /// # Safety
    ///
    /// [`RegionMap::position`] made the region of the slide.
    #[inline(always)]
    pub unsafe fn region<W: Word>(&self, slide: &SlideView<W>) -> u32 {
        let (byte, bit) = slide.region;
        debug_assert!(usize::from(byte) + 1 < self.0.len());
        // SAFETY: the caller's; all bytes of positions and those after them are within a map.
        let bytes = unsafe {
            let first = self.0.as_ptr().add(usize::from(byte));
            first.cast::<u16>().read_unaligned()
        };
        u32::from(u16::from_le(bytes)) >> bit & 7
    }
}

/// The index tables of all patterns of `tiles` tiles.
#[derive(Debug)]
pub(super) struct IndexTables {
    pub tiles: usize,
    /// By high cells: the rank of the first set with them.
    pub high_bases: Box<[u32]>,
    /// By high cells: the first row of the first set with them.
    pub row_bases: Box<[u32]>,
    /// By rank.
    pub sets: Box<[CellSet]>,
    pub region_maps: Box<[RegionMap]>,
    /// By rotation and rank of a permutation: the rank after it.
    pub rotations: Box<[u16]>,
}

impl IndexTables {
    pub fn new<W: Word>(sets: &CellSets, tiles: usize, low_ranks: &LowRanks) -> Self {
        let size = sets.size();
        let high_bases = high_bases::<W>(size.cells(), tiles);
        let rank = |mask: u64| {
            let (low, high) = W::of_cells(mask).halves();
            (
                high_bases[high] as usize + usize::from(low_ranks[low]),
                high,
            )
        };
        let mut row_bases = vec![0; high_bases.len()];
        let mut by_rank = vec![CellSet::default(); sets.sets()];
        // The first map is that of all sets that leave one region.
        let mut region_maps = vec![RegionMap::default()];
        let mut numbers: FxHashMap<RegionMap, u32> = FxHashMap::default();
        let mut last_high = None;
        let mut row = 0;
        while row < sets.rows() {
            let (mask, _) = sets.masks(row);
            let first = row;
            let mut regions = [0; 8];
            while row < sets.rows() && sets.masks(row).0 == mask {
                assert!(row - first < 8, "no set leaves more than eight regions");
                regions[row - first] = sets.masks(row).1;
                row += 1;
            }
            let (rank, high) = rank(mask);
            if last_high != Some(high) {
                row_bases[high] = first as u32;
                last_high = Some(high);
            }
            let number = match &regions[..row - first] {
                [_] => 0,
                regions => *numbers
                    .entry(RegionMap::new(regions))
                    .or_insert_with_key(|&map| {
                        region_maps.push(map);
                        region_maps.len() as u32 - 1
                    }),
            };
            by_rank[rank] = CellSet::new(first as u32 - row_bases[high], number);
        }
        Self {
            tiles,
            row_bases: row_bases.into(),
            sets: by_rank.into(),
            region_maps: region_maps.into(),
            rotations: rotation_ranks(tiles, size.cols() - 1).into(),
            high_bases,
        }
    }
}

/// By low cells: the rank among all low sets of as many cells.
pub(super) type LowRanks = [u16];

pub(super) fn low_ranks<W: Word>() -> Box<LowRanks> {
    let mut next = vec![0u16; W::LOW_CELLS + 1];
    let rank = |low: usize| {
        let next = &mut next[low.count_ones() as usize];
        // Ranks of more low cells than a pattern has tiles may pass 16 bits; they are never read.
        *next = next.wrapping_add(1);
        next.wrapping_sub(1)
    };
    (0..1 << W::LOW_CELLS).map(rank).collect()
}

/// By high cells: how many sets of `tiles` cells have smaller high cells.
fn high_bases<W: Word>(cells: usize, tiles: usize) -> Box<[u32]> {
    let mut next = 0;
    (0..1usize << cells.saturating_sub(W::LOW_CELLS))
        .map(|high| {
            let base = next;
            let low_cells = tiles.checked_sub(high.count_ones() as usize);
            next += low_cells.map_or(0, |low_cells| choose(W::LOW_CELLS, low_cells));
            base
        })
        .collect()
}

fn choose(n: usize, k: usize) -> u32 {
    (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1)) as u32
}

/// The rank after each rotation, for all ranks. The rotation of the tile at `place` past `past`
/// others has the number `(past × 2 + forward) × k + place`; number 0 passes no tile.
fn rotation_ranks(k: usize, most_past: usize) -> Vec<u16> {
    let perms = factorial(k);
    let most_past = most_past.min(k - 1);
    let rotations = Rotations::<u16>::new(k, most_past.max(1).min(k.max(2) - 1));
    let mut flat: Vec<u16> = vec![0; 2 * (most_past + 1) * k * perms];
    for (rank, after) in flat[..perms].iter_mut().enumerate() {
        *after = rank as u16;
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
                for (after, &rank) in flat[start..start + perms].iter_mut().zip(table) {
                    *after = rank;
                }
            }
        }
    }
    flat
}
