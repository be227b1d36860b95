//! Everything the hot loop reads besides the big tables, laid out small and flat.
//!
//! ```text
//! sets        2¹⁶ × u64    by cell mask: row of region 0 (16 bits), then the region of each cell (3 bits)
//! rotations   u16          for every pattern size, the rank after each rotation (see `permutation`)
//! starts      4 × 2 × 4 × 16 × u32   where a rotation's table begins: slot, forward, past, place
//! steps       16 × 4       by blank and direction: the tile's cell and, for each view, masks
//! automaton   states × 4 × u16, and a byte a state of the slides it lets pass
//! ```
//!
//! The sets of 7 and of 8 cells share one table, since a mask tells its own size: 512 KB, of which
//! a search touches little.

use crate::board::{Direction, Size};
use crate::pattern::permutation::{Rotation, Rotations, factorial};
use crate::pattern::{Additive, CellSets};
use crate::prune::Automaton;

/// The most cells of a board here: four bits a cell in one word.
pub(super) const MOST_CELLS: usize = 16;
/// The most patterns of a partition: sixteen bits a mask in one word.
pub(super) const MOST_SLOTS: usize = 4;
/// The most tiles of a pattern: ranks of sixteen bits.
pub(super) const MOST_TILES: usize = 8;

/// A slide seen from one view.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// The tile's cell and the blank's, to be exchanged in a mask.
    pub flip: u16,
    /// The cells before both.
    pub below: u16,
    /// The cells between them in reading order.
    pub between: u16,
    /// Where the region of the tile's cell (the blank's next) lies in an entry of `sets`.
    pub region_shift: u8,
    /// 1 if the tile goes to the later cell.
    pub forward: u8,
}

/// A slide.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    /// The cell of the tile, where the blank will be.
    pub cell: u8,
    /// The slide in each view.
    pub seen: [Seen; 2],
}

/// Where to find a pattern's bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Where they begin.
    pub bits: *const u8,
    /// Bytes a permutation.
    pub stride: usize,
}

/// See the file's head.
#[derive(Debug)]
pub(super) struct Lookups {
    pub additive: Additive,
    pub automaton: Automaton,
    pub passes: Box<[u8]>,
    pub sets: Box<[u64; 1 << MOST_CELLS]>,
    pub rotations: Box<[u16]>,
    pub starts: Box<[u32; MOST_SLOTS * 2 * 4 * 16]>,
    pub steps: [[Step; 4]; MOST_CELLS],
    /// The directions in which a tile can slide, by the blank's cell.
    pub legal: [u8; MOST_CELLS],
    /// The slot of each label in each view.
    pub slot_of: [[u8; MOST_CELLS]; 2],
    pub slots: [Slot; MOST_SLOTS],
}

// SAFETY: the pointers in `slots` lead into the tables of `additive`, which never change and live
// as long as the lookups.
unsafe impl Send for Lookups {}
// SAFETY: as above; nothing is written after construction.
unsafe impl Sync for Lookups {}

impl Lookups {
    /// Whether tables fit these forms: if not, the plain search does them.
    pub fn fit(additive: &Additive) -> bool {
        let size = additive.size();
        size.cells() <= MOST_CELLS
            && size.cols() <= 4
            && additive.tables().len() <= MOST_SLOTS
            && additive
                .tables()
                .iter()
                .all(|table| table.pattern().tiles() <= MOST_TILES)
    }

    /// Lays everything out. The tables must [`Lookups::fit`].
    pub fn new(additive: Additive, automaton: Automaton) -> Self {
        assert!(Self::fit(&additive));
        let size = additive.size();
        let mut sets = vec![0u64; 1 << MOST_CELLS];
        let mut rotations = Vec::new();
        let mut starts = Box::new([0u32; MOST_SLOTS * 2 * 4 * 16]);
        let mut done: Vec<(usize, usize)> = Vec::new();
        let none = Slot {
            bits: std::ptr::null(),
            stride: 0,
        };
        let mut slots = [none; MOST_SLOTS];
        for (number, table) in additive.tables().iter().enumerate() {
            slots[number] = Slot {
                bits: table.bits().as_ptr(),
                stride: table.stride_bytes(),
            };
            let k = table.pattern().tiles();
            if let Some(&(_, twin)) = done.iter().find(|&&(other, _)| other == k) {
                starts.copy_within(twin * 128..twin * 128 + 128, number * 128);
                continue;
            }
            done.push((k, number));
            pack_sets(table.sets(), &mut sets);
            pack_rotations(k, size.cols() - 1, number, &mut rotations, &mut starts[..]);
        }
        // A tile that passes none reads some entry and ignores it; let there be one.
        rotations.push(0);
        let passes = automaton.table().iter().map(|next| {
            let open = |&d: &usize| next[d] != u16::MAX;
            (0..4).filter(open).fold(0u8, |mask, d| mask | 1 << d)
        });
        let passes = passes.collect();
        let mut legal = [0; MOST_CELLS];
        let mut steps = [[Step::default(); 4]; MOST_CELLS];
        for blank in 0..size.cells() {
            for direction in Direction::ALL {
                if let Some(cell) = size.slider(blank, direction) {
                    legal[blank] |= 1 << direction as u8;
                    steps[blank][direction as usize] = step(&additive, blank, cell);
                }
            }
        }
        let mut slot_of = [[0; MOST_CELLS]; 2];
        for (view, of_label) in additive.views().iter().zip(&mut slot_of) {
            for (label, slot) in of_label.iter_mut().enumerate().take(size.cells()) {
                let has = |pattern: &crate::pattern::Table| pattern.pattern().has(view.cell(label));
                *slot = additive.tables().iter().position(has).unwrap_or(0) as u8;
            }
        }
        Self {
            passes,
            automaton,
            sets: sets.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!()),
            rotations: rotations.into(),
            starts,
            steps,
            legal,
            slot_of,
            slots,
            additive,
        }
    }

    /// How many views there are: one or two.
    pub fn views(&self) -> usize {
        self.additive.views().len()
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.additive.size()
    }
}

fn pack_sets(sets: &CellSets, packed: &mut [u64]) {
    for row in 0..sets.rows() {
        let (mask, region) = sets.masks(row);
        let rank = sets.rank(mask);
        let number = (row - sets.base(rank)) as u64;
        assert!(number < 8 && sets.base(rank) <= usize::from(u16::MAX));
        let entry = &mut packed[mask as usize];
        *entry |= sets.base(rank) as u64;
        for cell in (0..MOST_CELLS).filter(|cell| region >> cell & 1 == 1) {
            *entry |= number << (16 + 3 * cell);
        }
    }
}

fn pack_rotations(
    k: usize,
    most_past: usize,
    slot: usize,
    rotations: &mut Vec<u16>,
    starts: &mut [u32],
) {
    let all = Rotations::new(k, most_past);
    for past in 1..=most_past.min(k - 1) {
        for place in 0..k - past {
            for forward in [false, true] {
                let start = &mut starts[(slot * 2 + usize::from(forward)) * 64 + past * 16 + place];
                *start = rotations.len() as u32;
                let rotation = Rotation {
                    place,
                    past,
                    forward,
                };
                rotations.extend(all.table(rotation).iter().map(|&rank| rank as u16));
            }
        }
    }
    debug_assert!(rotations.len() <= 32 * factorial(k) + 65_536);
}

fn step(additive: &Additive, blank: usize, cell: usize) -> Step {
    let mut step = Step {
        cell: cell as u8,
        ..Step::default()
    };
    for (view, seen) in additive.views().iter().zip(&mut step.seen) {
        let (tile, blank) = (view.cell(cell), view.cell(blank));
        let (first, last) = (tile.min(blank), tile.max(blank));
        let below = (1u32 << first) - 1;
        *seen = Seen {
            flip: 1 << tile | 1 << blank,
            below: below as u16,
            between: (((1u32 << last) - 1) & !below & !(1 << first)) as u16,
            region_shift: (16 + 3 * tile) as u8,
            forward: u8::from(blank > tile),
        };
    }
    step
}
