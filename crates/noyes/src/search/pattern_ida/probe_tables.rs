//! The small tables from which indices into the pattern tables are computed.
//!
//! Everything that the hot loop reads besides the pattern tables and the automaton is here, laid
//! out small and flat:
//!
//! ```text
//! lower_ranks      256 × u16     rank of a cell set: the share of its lower 8 cells …
//! upper_starts     256 × u32     … and of its upper 8, for each pattern
//! set_entries      u64 a set     row of region 0 (16 bits), then the region of each cell (3 bits)
//! rotations        see `lehmer`
//! rank_low, _high  see `lehmer`
//! slide_views      16 × 4 × 2    by blank, direction and view: the tile's cell, and masks
//! entries_by_mask  65536 × u64   the entries of `set_entries` by cell mask, for AVX-512
//! shuffles         1 KB          what the AVX-512 form finds by shuffles instead of reads
//! ```
//!
//! # Fields
//!
//! A node has 21 bits for each pattern, a *field*, in two words. One word has the cells of the
//! pattern's tiles and the two low bits of its distance, the other the digits of their order
//! (see `lehmer`). So one shift finds all three.
//!
//! # Ranks of cell sets
//!
//! Sets are sorted by their upper cells and then by their lower cells. Sets with the same upper
//! cells have the same number of lower cells. So the rank of a set is the start of the sets with
//! its upper cells, plus the rank of its lower cells among all lower sets of their number.

use super::arch::Arch;
#[cfg(target_arch = "x86_64")]
use super::arch::avx512::ShuffleTables;
use super::lehmer::{FORWARD, rank_shares, rotations};
use crate::board::Direction;
use crate::pattern::{Additive, CellSets, Symmetry};

/// The most cells of a board here: a mask of them has sixteen bits.
pub(super) const MAX_CELLS: usize = 16;
/// The most patterns of a partition: one field each in one word.
pub(super) const MAX_PATTERNS: usize = 3;
/// The most tiles of a pattern: ranks of sixteen bits, digits of three.
pub(super) const MAX_TILES: usize = 8;
/// Bits of a field.
pub(super) const FIELD_BITS: usize = 21;
/// The bits of a field, as a mask.
pub(super) const FIELD_MASK: u32 = (1 << FIELD_BITS) - 1;
/// The lowest bit of each field.
pub(super) const FIELD_STARTS: u64 = 1 | 1 << FIELD_BITS | 1 << (2 * FIELD_BITS);
/// Where a field has the two low bits of the distance; below are the cells.
pub(super) const DISTANCE_SHIFT: usize = 16;

/// A slide as it is in one view.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(16))]
pub(super) struct SlideView {
    /// The tile's cell and the blank's: the bits of a mask that the slide flips.
    pub flip: u16,
    /// The cells after both.
    pub above: u16,
    /// The cells between them in reading order.
    pub between: u16,
    /// Where the rotations of this way begin: [`FORWARD`] if the tile goes to the later cell, else
    /// 0.
    pub rotations: u16,
    /// The tile's cell.
    pub tile: u8,
    /// The shift to the region of the tile's cell, where the blank will be, in a set's entry.
    pub region_shift: u8,
    /// The tile's cell in the first view, the board as it is.
    pub cell: u8,
}

/// A direction of slides.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DirectionCells {
    /// The blank's cells into which a tile can slide this way.
    pub blanks: u16,
    /// How far after the blank's cell the tile's is; before it if negative.
    pub offset: i32,
}

/// The slides of a mask of directions, sorted by whether they rotate digits in their view.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SortedSlides {
    /// Slides that rotate nothing, then those that do. Up to four of sixteen bits each: twice the
    /// direction, plus the view.
    pub slides: [u64; 2],
    /// How many of each there are.
    pub counts: [u8; 2],
}

/// A pattern's table.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableRef {
    /// Its bits.
    pub bits: *const u8,
    /// Bytes from one permutation to the next.
    pub stride: usize,
    /// Where its sets begin in `set_entries`, by upper cells.
    pub upper_starts: *const [u32; 256],
}

/// See the module documentation.
#[derive(Debug)]
pub(super) struct ProbeTables {
    pub additive: Additive,
    /// The best form of the hot loop that the processor runs, for which everything is laid out.
    pub arch: Arch,
    pub lower_ranks: [u16; 256],
    pub set_entries: Box<[u64]>,
    pub rotations: Box<[u16; 2 * FORWARD]>,
    pub rank_low: Box<[u16; 512]>,
    pub rank_high: Box<[u16; 4096]>,
    /// By [`slide_index`].
    pub slide_views: [SlideView; 8 * MAX_CELLS],
    /// The directions in which a tile can slide, by the blank's cell.
    pub legal: [u8; MAX_CELLS],
    pub directions: [DirectionCells; 4],
    /// Whether a slide that rotates digits in one view rotates none in the other. It is so for a
    /// board and its transpose, and not for a board and its mirror image.
    pub rotation_alternates: bool,
    /// By [`super::node::Node::first_view`] and mask of directions.
    pub sorted_slides: [[SortedSlides; 16]; 3],
    /// By the shift to the pattern's field.
    pub table_refs: [TableRef; 64],
    /// `set_entries` by the mask of their cells, for AVX-512.
    #[cfg(target_arch = "x86_64")]
    pub entries_by_mask: Box<[u64; 1 << MAX_CELLS]>,
    #[cfg(target_arch = "x86_64")]
    pub shuffles: ShuffleTables,
    /// What `table_refs` point to.
    _upper_starts: Box<[[u32; 256]; MAX_PATTERNS]>,
}

// SAFETY: the pointers in `table_refs` and `shuffles` lead into the tables of `additive` and to
// `_upper_starts`, which never change and live as long as this value.
unsafe impl Send for ProbeTables {}
// SAFETY: as above; nothing is written after construction.
unsafe impl Sync for ProbeTables {}

impl ProbeTables {
    /// Whether pattern tables fit these forms. Those that do not are left to the reference search.
    pub fn fit(additive: &Additive) -> bool {
        let size = additive.size();
        size.cells() <= MAX_CELLS
            && size.cols() <= 4
            && additive.tables().len() <= MAX_PATTERNS
            && additive
                .tables()
                .iter()
                .all(|table| table.pattern().tiles() <= MAX_TILES)
    }

    /// Lays everything out. The tables must [`ProbeTables::fit`].
    pub fn new(additive: Additive) -> Self {
        assert!(Self::fit(&additive));
        let size = additive.size();
        let arch = Arch::detect(additive.views().len());
        let mut set_entries = Vec::new();
        // Patterns of the same number of tiles share their sets: the number, and where they begin.
        let mut starts: Vec<(usize, usize)> = Vec::new();
        let mut all_upper_starts = Box::new([[0; 256]; MAX_PATTERNS]);
        for (upper_starts, table) in all_upper_starts.iter_mut().zip(additive.tables()) {
            let k = table.pattern().tiles();
            let shared = starts.iter().find(|&&(other, _)| other == k);
            let start = shared.map_or(set_entries.len(), |&(_, start)| start);
            if shared.is_none() {
                starts.push((k, start));
                set_entries.extend(entries(table.sets()));
            }
            *upper_starts = upper_starts_of(k, start);
        }
        let none = TableRef {
            bits: std::ptr::null(),
            stride: 0,
            upper_starts: std::ptr::null(),
        };
        let mut table_refs = [none; 64];
        let tables = all_upper_starts.iter().zip(additive.tables());
        for (number, (upper_starts, table)) in tables.enumerate() {
            table_refs[FIELD_BITS * number] = TableRef {
                bits: table.bits().as_ptr(),
                stride: table.stride_bytes(),
                upper_starts,
            };
        }
        let mut legal = [0; MAX_CELLS];
        let mut slide_views = [SlideView::default(); 8 * MAX_CELLS];
        let mut directions = [DirectionCells::default(); 4];
        for (blank, legal) in legal.iter_mut().enumerate().take(size.cells()) {
            for direction in Direction::ALL {
                let Some(cell) = size.source_cell(blank, direction) else {
                    continue;
                };
                let number = direction as usize;
                *legal |= 1 << number;
                directions[number].blanks |= 1 << blank;
                directions[number].offset = cell as i32 - blank as i32;
                let index = slide_index(blank, number, 0);
                // Where there is only one view, it stands for both.
                let views = additive.views().iter().cycle();
                for (view, slide) in views.zip(&mut slide_views[index..index + 2]) {
                    *slide = slide_view(view, blank, cell);
                }
            }
        }
        let rotates = rotates(&slide_views);
        // Where either view will do, the one that rotates nothing, if there is one: its bit is
        // found sooner, and often lies in the same cache line as the parent's.
        let first_view = |view: usize, direction: usize| match view {
            2 => usize::from(rotates[1][direction] < rotates[0][direction]),
            one => one,
        };
        Self {
            #[cfg(target_arch = "x86_64")]
            entries_by_mask: entries_by_mask(arch, &additive, &starts, &set_entries),
            #[cfg(target_arch = "x86_64")]
            shuffles: ShuffleTables::new(&slide_views, &table_refs, &legal, &rotates, first_view),
            arch,
            lower_ranks: lower_ranks(),
            set_entries: set_entries.into(),
            rotations: rotations(),
            rank_low: rank_shares(1),
            rank_high: rank_shares(4),
            slide_views,
            legal,
            directions,
            rotation_alternates: rotates[0] != rotates[1],
            sorted_slides: std::array::from_fn(|view| {
                sorted_slides(&rotates, |direction| first_view(view, direction))
            }),
            table_refs,
            _upper_starts: all_upper_starts,
            additive,
        }
    }

    /// Which first slides of a board are needed. On a board that is its own mirror image, slides
    /// come in mirrored pairs, and only the earlier of a pair is needed.
    pub fn needed_first_slides(&self, labels: &[u16]) -> [bool; 4] {
        let mut needed = [true; 4];
        for view in self.additive.views().iter().skip(1) {
            if view.labels(labels) == labels {
                for direction in Direction::ALL {
                    needed[direction as usize] &= direction <= view.direction_back(direction);
                }
            }
        }
        needed
    }

    /// How many views there are: one or two.
    pub fn views(&self) -> usize {
        self.additive.views().len()
    }

    /// Whether all `count` bytes from an address on are a pattern table's: what assertions check.
    pub fn has_bytes(&self, address: usize, count: usize) -> bool {
        self.additive.tables().iter().any(|table| {
            let start = table.bits().as_ptr().addr();
            address >= start && address + count <= start + table.bits().len()
        })
    }
}

/// The entries of all sets of one size, by rank.
fn entries(sets: &CellSets) -> Vec<u64> {
    let mut entries = vec![0u64; sets.sets()];
    for row in 0..sets.rows() {
        let (mask, region) = sets.masks(row);
        let rank = sets.rank(mask);
        let number = (row - sets.base(rank)) as u64;
        assert!(number < 8 && sets.base(rank) <= usize::from(u16::MAX));
        entries[rank] |= sets.base(rank) as u64;
        for cell in (0..MAX_CELLS).filter(|cell| region >> cell & 1 == 1) {
            entries[rank] |= number << (16 + 3 * cell);
        }
    }
    entries
}

/// The entries by the mask of their cells, for AVX-512; all zero where that form is not used. The
/// sets of k cells begin where `starts` says. Half a megabyte, of which a search reads a third.
#[cfg(target_arch = "x86_64")]
fn entries_by_mask(
    arch: Arch,
    additive: &Additive,
    starts: &[(usize, usize)],
    set_entries: &[u64],
) -> Box<[u64; 1 << MAX_CELLS]> {
    let mut by_mask = vec![0; 1 << MAX_CELLS].into_boxed_slice();
    if let Arch::Avx512(_) = arch {
        for &(k, start) in starts {
            let mut tables = additive.tables().iter();
            let table = tables.find(|table| table.pattern().tiles() == k);
            let sets = table.expect("sets are those of a table").sets();
            for row in 0..sets.rows() {
                let mask = sets.masks(row).0;
                by_mask[mask as usize] = set_entries[start + sets.rank(mask)];
            }
        }
    }
    by_mask.try_into().expect("it has this length")
}

/// By lower cells: how many sets with the same number of lower cells come before.
fn lower_ranks() -> [u16; 256] {
    let mut counts = [0; 9];
    std::array::from_fn(|lower| {
        let count: &mut u16 = &mut counts[lower.count_ones() as usize];
        *count += 1;
        *count - 1
    })
}

/// By upper cells: where the sets of `k` cells with these begin, the first of all at `start`.
fn upper_starts_of(k: usize, start: usize) -> [u32; 256] {
    let choose = |below: usize| (0..below).fold(1, |product, i| product * (8 - i.min(8)) / (i + 1));
    let mut next = start;
    std::array::from_fn(|upper| {
        let begin = next;
        let below = k.checked_sub(upper.count_ones() as usize);
        next += below.map_or(0, choose);
        begin as u32
    })
}

/// Whether slides rotate digits, by view and direction.
fn rotates(slide_views: &[SlideView]) -> [[u8; 4]; 2] {
    let mut rotates = [[0; 4]; 2];
    for (index, slide) in slide_views.iter().enumerate() {
        rotates[index % 2][index / 2 % 4] |= u8::from(slide.between != 0);
    }
    rotates
}

/// The index of a slide in [`ProbeTables::slide_views`].
pub(super) fn slide_index(blank: usize, direction: usize, view: usize) -> usize {
    8 * blank + 2 * direction + view
}

/// The sorted slides of every mask of directions, each probed in the view that `view` gives.
fn sorted_slides(rotates: &[[u8; 4]; 2], view: impl Fn(usize) -> usize) -> [SortedSlides; 16] {
    std::array::from_fn(|open| {
        let mut sorted = SortedSlides::default();
        for direction in (0..4).filter(|direction| open >> direction & 1 == 1) {
            let view = view(direction);
            let kind = usize::from(rotates[view][direction]);
            sorted.slides[kind] |= ((2 * direction + view) as u64) << (16 * sorted.counts[kind]);
            sorted.counts[kind] += 1;
        }
        sorted
    })
}

fn slide_view(view: &Symmetry, blank: usize, cell: usize) -> SlideView {
    let (tile, blank) = (view.cell(cell), view.cell(blank));
    let (first, last) = (tile.min(blank), tile.max(blank));
    let up_to = |cell: usize| (1u32 << cell << 1) - 1;
    SlideView {
        flip: 1 << tile | 1 << blank,
        above: !up_to(last) as u16,
        between: (up_to(last) & !up_to(first) & !(1 << last)) as u16,
        rotations: if blank > tile { FORWARD as u16 } else { 0 },
        tile: tile as u8,
        region_shift: (16 + 3 * tile) as u8,
        cell: cell as u8,
    }
}
