//! Everything the hot loop reads besides the pattern tables themselves, laid out small and flat.
//!
//! ```text
//! tables       by label: the projections that hold the tile, at most one for each sum,
//!              with pointers to their bits and index tables, and the sums they belong to
//! low_ranks    see `index_tables` (8 KB, 512 KB in wide words)
//! slides       by blank cell and direction: the tile's cell and, for each view, masks
//! legal        by blank cell: the possible directions
//!
//! index tables of patterns of six tiles on the 5×5 board:
//! high_bases 32 KB, row_bases 32 KB, sets 708 KB, region_maps 54 KB, rotations 86 KB
//! ```
//!
//! # Words
//!
//! A *view* is the board as it is, or reflected. A *projection* is a pattern seen from one view.
//! A *sum* is the additive bound of one partition seen from one view; the bound of a board is the
//! largest sum (see [`Compound`]). Sums share projections, and each projection is stored and
//! probed once.

use super::index_tables::{CellSet, IndexTables, LowRanks, RegionMap, low_ranks};
use super::word::{PackedBoard, Word};
use crate::board::{Direction, Size};
use crate::pattern::permutation::factorial;
use crate::pattern::{Compound, Projection, Table};

/// The most tiles of a pattern.
pub(super) const MOST_TILES: usize = 7;
/// The most sums: each has a byte of slack in a `u128`.
pub(super) const MOST_SUMS: usize = 16;
/// The most projections: what the largest node holds.
pub(super) const MOST_PROJECTIONS: usize = 64;
/// The most tiles that a slide along a column passes.
const MOST_PAST: usize = 5;

/// The lowest bit of the byte of each sum.
pub(super) const LOWEST: u128 = u128::MAX / 255;
/// The highest bit of the byte of each sum.
pub(super) const HIGHEST: u128 = LOWEST << 7;

/// Labels and cells, rounded up so that a mask keeps an index in range.
pub(super) const LABELS: usize = 64;
/// Slides: four times the blank's cell plus the direction.
pub(super) const SLIDES: usize = 256;

/// The table of one projection, with its index tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableRef {
    /// The table's bits.
    pub bits: *const u8,
    /// The index tables of patterns of as many tiles, see [`IndexTables`].
    pub sets: *const CellSet,
    pub high_bases: *const u32,
    pub row_bases: *const u32,
    pub region_maps: *const RegionMap,
    pub rotations: *const u16,
    /// Bytes for each permutation.
    pub stride: u32,
    /// Permutations of its tiles.
    pub perms: u16,
    /// How many tiles it has.
    pub tiles: u8,
    /// The number of the projection.
    pub projection: u8,
}

/// The tables to probe when one tile slides.
#[derive(Clone, Debug, Default)]
pub(super) struct TileTables {
    /// Those of the first view, then those of the second.
    pub refs: Vec<TableRef>,
    /// The sums that each is part of: the highest bit of their bytes.
    pub sums: Vec<u128>,
    /// How many are of the first view.
    pub first_view: usize,
}

/// A slide seen from one view.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SlideView<W> {
    /// The tile's cell and the blank's, to be exchanged in a mask.
    pub flip: W,
    /// The cells between them in reading order.
    pub between: W,
    /// The cells before both.
    pub below: W,
    /// 1 if the tile goes to the later cell.
    pub forward: u32,
    /// Where a [`RegionMap`] has the region of the tile's cell, which will be the blank's.
    pub region: (u8, u8),
}

/// A slide, by the blank's cell and the direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SlideMasks<W: Word> {
    /// Both cells, as [`PackedBoard::slid`] takes them.
    pub cells: W::Board,
    /// The cell of the tile, where the blank will be.
    pub cell: u8,
    /// Whether it can change the order of tiles, in each view.
    pub turns: [bool; 2],
    /// The slide in each view.
    pub views: [SlideView<W>; 2],
}

/// See the module documentation.
#[derive(Debug)]
pub(super) struct ProbeTables<W: Word> {
    pub compound: Compound,
    /// The table and view of each projection.
    pub projections: Vec<Projection>,
    /// By label.
    pub tables: [TileTables; LABELS],
    pub low_ranks: Box<LowRanks>,
    /// What the pointers in `tables` lead to.
    _index_tables: Vec<IndexTables>,
    /// By four times the blank's cell plus the direction.
    pub slides: Box<[SlideMasks<W>; SLIDES]>,
    /// The directions in which a tile can slide, by the blank's cell.
    pub legal: [u8; LABELS],
    /// The sums that exist: the lowest bit of their bytes.
    pub sums: u128,
    /// The label of the blank: its goal cell.
    pub blank_label: u8,
}

// SAFETY: the pointers lead into the tables of `compound` and into `_index_tables`, which live as
// long as this value and never change.
unsafe impl<W: Word> Send for ProbeTables<W> {}
// SAFETY: as above.
unsafe impl<W: Word> Sync for ProbeTables<W> {}

impl<W: Word> ProbeTables<W> {
    /// Whether these tables can be laid out here.
    pub fn fit(compound: &Compound) -> bool {
        let tables = compound.tables();
        let size = compound.size();
        size.cells() <= W::MOST_CELLS
            && size.cols() <= MOST_PAST + 1
            && compound.sums().len() <= MOST_SUMS
            && tables.len() * compound.views().len() <= MOST_PROJECTIONS
            && tables
                .iter()
                .all(|table| table.pattern().tiles() <= MOST_TILES)
    }

    /// Lays everything out. The tables must [`ProbeTables::fit`].
    pub fn new(compound: Compound) -> Self {
        assert!(Self::fit(&compound));
        let size = compound.size();
        let low_ranks = low_ranks::<W>();
        let mut projections: Vec<Projection> = Vec::new();
        let mut sums_of: Vec<u128> = Vec::new();
        let mut sums = 0;
        for (sum, parts) in compound.sums().iter().enumerate() {
            sums |= 1 << (8 * sum);
            for &part in parts {
                let known = projections.iter().position(|&other| other == part);
                let projection = known.unwrap_or_else(|| {
                    projections.push(part);
                    sums_of.push(0);
                    projections.len() - 1
                });
                sums_of[projection] |= 0x80 << (8 * sum);
            }
        }
        let mut index_tables: Vec<IndexTables> = Vec::new();
        let mut tables: [TileTables; LABELS] = std::array::from_fn(|_| TileTables::default());
        let views = 0..compound.views().len();
        let by_view = views.flat_map(|view| {
            let projections = projections.iter().copied().enumerate();
            projections.filter(move |(_, part)| part.view == view)
        });
        for (projection, part) in by_view {
            let table = &compound.tables()[part.table];
            let view = &compound.views()[part.view];
            let table_ref = TableRef::new::<W>(projection, table, &mut index_tables, &low_ranks);
            // The tiles of the projection, by their labels on the board as it is.
            let holds = |&label: &usize| table.pattern().has(view.cell(label));
            for label in (0..size.cells()).filter(holds) {
                tables[label].refs.push(table_ref);
                tables[label].sums.push(sums_of[projection]);
                tables[label].first_view += usize::from(part.view == 0);
            }
        }
        let mut legal = [0; LABELS];
        let mut slides = Box::new([SlideMasks::default(); SLIDES]);
        for blank in 0..size.cells() {
            for direction in Direction::ALL {
                if let Some(cell) = size.source_cell(blank, direction) {
                    legal[blank] |= 1 << direction as u8;
                    slides[4 * blank + direction as usize] = slide_masks(&compound, blank, cell);
                }
            }
        }
        Self {
            projections,
            tables,
            low_ranks,
            _index_tables: index_tables,
            slides,
            legal,
            sums,
            blank_label: compound.blank_home() as u8,
            compound,
        }
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.compound.size()
    }

    /// The goal cell of the blank.
    pub fn blank_home(&self) -> usize {
        self.compound.blank_home()
    }
}

impl TableRef {
    /// The table of a projection; its index tables are made if there are none yet.
    fn new<W: Word>(
        projection: usize,
        table: &Table,
        index_tables: &mut Vec<IndexTables>,
        low_ranks: &LowRanks,
    ) -> Self {
        let tiles = table.pattern().tiles();
        if index_tables.iter().all(|index| index.tiles != tiles) {
            index_tables.push(IndexTables::new::<W>(table.sets(), tiles, low_ranks));
        }
        let mut known = index_tables.iter().filter(|index| index.tiles == tiles);
        let index = known.next().expect("it was just made");
        Self {
            bits: table.bits().as_ptr(),
            sets: index.sets.as_ptr(),
            high_bases: index.high_bases.as_ptr(),
            row_bases: index.row_bases.as_ptr(),
            region_maps: index.region_maps.as_ptr(),
            rotations: index.rotations.as_ptr(),
            stride: table.stride_bytes() as u32,
            perms: factorial(tiles) as u16,
            tiles: tiles as u8,
            projection: projection as u8,
        }
    }
}

fn slide_masks<W: Word>(compound: &Compound, blank: usize, cell: usize) -> SlideMasks<W> {
    let mut slide = SlideMasks {
        cells: W::Board::pair(cell, blank),
        cell: cell as u8,
        ..SlideMasks::default()
    };
    for (number, view) in compound.views().iter().enumerate() {
        let (tile, blank) = (view.cell(cell), view.cell(blank));
        let (first, last) = (tile.min(blank), tile.max(blank));
        let before = |cell: usize| (1u64 << cell) - 1;
        slide.turns[number] = last - first > 1;
        slide.views[number] = SlideView {
            flip: W::of_cells(1 << tile | 1 << blank),
            between: W::of_cells(before(last) & !before(first) & !(1 << first)),
            below: W::of_cells(before(first)),
            forward: u32::from(blank > tile),
            region: RegionMap::position(tile),
        };
    }
    slide
}
