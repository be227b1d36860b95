//! Everything the hot loop reads besides the big tables, laid out small and flat.
//!
//! ```text
//! states     a pattern seen from one view: where its bits, sets and rotations lie, and which
//!            looks its distance is a part of
//! touched    by label: the states that hold the tile, at most one a look
//! rank_low, rank_mid, rank_high
//!            rank of a cell set: shares of its lowest 9 cells, the next 8 and the last 8, the
//!            latter two by how many cells are below (18 KB)
//! sets       by rank: the row of region 0 and three bit planes of the region of each cell
//! rotations  by rotation and rank of a permutation: the rank after it (86 KB for six tiles)
//! steps      by blank and direction: the tile's cell and, for each view, masks
//! ```
//!
//! A *look* is a partition as it is or mirrored; the bound of a board is the largest sum over all
//! looks (see [`Compound`]). Looks share states: a state is kept and looked up once.

use crate::board::{Direction, Size};
use crate::pattern::permutation::{Rotation, Rotations, factorial};
use crate::pattern::{CellSets, Compound, Part, Table};
use crate::prune::Automaton;

/// The most cells of a board here: five bits a cell.
pub(super) const MOST_CELLS: usize = 25;
/// The most tiles of a pattern.
pub(super) const MOST_TILES: usize = 7;
/// The most looks: a byte of slack each in a `u128`.
pub(super) const MOST_LOOKS: usize = 16;
/// The most states: what the largest node holds.
pub(super) const MOST_STATES: usize = 64;
/// The most tiles a slide along a column passes.
const MOST_PAST: usize = 4;

/// A byte for each look: its lowest bit, or its highest.
pub(super) const LOWEST: u128 = u128::MAX / 255;
pub(super) const HIGHEST: u128 = LOWEST << 7;

/// A pattern seen from one view.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// Where its bits begin.
    pub bits: *const u8,
    /// Bytes a permutation.
    pub stride: u32,
    /// Where its sets begin in `sets`.
    pub sets: u32,
    /// Where its rotations begin in `rotations`.
    pub rotations: u32,
    /// Permutations of its tiles.
    pub perms: u16,
    /// How many tiles it has.
    pub tiles: u8,
    /// Which view it is seen from.
    pub view: u8,
    /// The looks it is a part of: the highest bit of their bytes.
    pub looks: u128,
}

/// A slide seen from one view.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// The tile's cell and the blank's, to be exchanged in a mask.
    pub flip: u32,
    /// The cells between them in reading order.
    pub between: u32,
    /// The cells before both.
    pub below: u32,
    /// The tile's cell, where the blank will be.
    pub cell: u8,
    /// Whether the tile goes to the later cell.
    pub forward: bool,
}

/// A slide.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    /// The cell of the tile, where the blank will be.
    pub cell: u8,
    /// The slide in each view.
    pub seen: [Seen; 2],
}

/// The rows of a cell set.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(16))]
pub(super) struct Set {
    /// The row of region 0.
    pub base: u32,
    /// Bits 0, 1 and 2 of the region of each cell.
    pub planes: [u32; 3],
}

/// The states that hold a tile.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Touched {
    pub count: u8,
    pub states: [u8; MOST_LOOKS],
}

/// The automaton, grown by four states: what is known after one slide of which only the way back
/// is forbidden (see `frontier`).
#[derive(Debug)]
pub(super) struct Pruning {
    pub next: Box<[[u16; 4]]>,
    /// The slides each state lets pass, a bit a direction.
    pub passes: Box<[u8]>,
    known: u16,
}

impl Pruning {
    pub fn new(automaton: &Automaton) -> Self {
        let mut next = automaton.table().to_vec();
        let known = next.len();
        assert!(known + 4 < usize::from(u16::MAX));
        for direction in Direction::ALL {
            let mut fresh = next[usize::from(Automaton::START)];
            fresh[direction.opposite() as usize] = u16::MAX;
            next.push(fresh);
        }
        let passes = |next: &[u16; 4]| {
            let open = |&d: &usize| next[d] != u16::MAX;
            (0..4).filter(open).fold(0u8, |mask, d| mask | 1 << d)
        };
        Self {
            passes: next.iter().map(passes).collect(),
            next: next.into(),
            known: known as u16,
        }
    }

    /// The state that only remembers not to undo a slide.
    pub fn after(&self, direction: Direction) -> u16 {
        self.known + direction as u16
    }
}

/// See the file's head.
#[derive(Debug)]
pub(super) struct Lookups {
    pub compound: Compound,
    pub states: Vec<State>,
    /// The table and view of each state.
    pub parts: Vec<Part>,
    pub touched: [Touched; 32],
    pub rank_low: Box<[u32; 512]>,
    pub rank_mid: Box<[[u32; 256]; 8]>,
    pub rank_high: Box<[[u32; 256]; 8]>,
    pub sets: Box<[Set]>,
    pub rotations: Box<[u16]>,
    pub steps: [[Step; 4]; 32],
    /// The directions in which a tile can slide, by the blank's cell.
    pub legal: [u8; 32],
    /// The looks there are: the lowest bit of their bytes.
    pub looks: u128,
    /// The label of the blank: its goal cell.
    pub blank_label: u128,
}

// SAFETY: the pointers are into the tables of `compound`, which live as long and never change.
unsafe impl Send for Lookups {}
// SAFETY: as above.
unsafe impl Sync for Lookups {}

impl Lookups {
    /// Whether these tables can be laid out here.
    pub fn fit(compound: &Compound) -> bool {
        let tables = compound.tables();
        let size = compound.size();
        size.cells() <= MOST_CELLS
            && size.cols() <= MOST_PAST + 1
            && compound.looks().len() <= MOST_LOOKS
            && tables.len() * compound.views().len() <= MOST_STATES
            && tables
                .iter()
                .all(|table| table.pattern().tiles() <= MOST_TILES)
    }

    /// Lays everything out. The tables must [`Lookups::fit`].
    pub fn new(compound: Compound) -> Self {
        assert!(Self::fit(&compound));
        let size = compound.size();
        let mut layout = Layout::default();
        let mut touched = [Touched::default(); 32];
        let mut looks = 0;
        for (look, parts) in compound.looks().iter().enumerate() {
            looks |= 1 << (8 * look);
            for &part in parts {
                let table = &compound.tables()[part.table];
                let way = &compound.views()[part.view];
                let state = layout.state(part, table);
                layout.states[state].looks |= 0x80 << (8 * look);
                // The tiles it looks at, by their names on the board as it is.
                let mine = |&label: &usize| table.pattern().has(way.cell(label));
                for label in (0..size.cells()).filter(mine) {
                    let Touched { count, states } = &mut touched[label];
                    if !states[..usize::from(*count)].contains(&(state as u8)) {
                        states[usize::from(*count)] = state as u8;
                        *count += 1;
                    }
                }
            }
        }
        let mut legal = [0; 32];
        let mut steps = [[Step::default(); 4]; 32];
        for blank in 0..size.cells() {
            for direction in Direction::ALL {
                if let Some(cell) = size.slider(blank, direction) {
                    legal[blank] |= 1 << direction as u8;
                    steps[blank][direction as usize] = step(&compound, blank, cell);
                }
            }
        }
        let by_count = |offset: usize| {
            Box::new(std::array::from_fn(|below| {
                std::array::from_fn(|set| colex(set, offset, below))
            }))
        };
        Self {
            states: layout.states,
            touched,
            rank_low: Box::new(std::array::from_fn(|set| colex(set, 0, 0))),
            rank_mid: by_count(9),
            rank_high: by_count(17),
            sets: layout.sets.into(),
            rotations: layout.rotations.into(),
            steps,
            legal,
            looks,
            blank_label: compound.blank_home() as u128,
            parts: layout.parts,
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

/// What the states are laid out in.
#[derive(Default)]
struct Layout {
    states: Vec<State>,
    /// The table and view of each state.
    parts: Vec<Part>,
    sets: Vec<Set>,
    rotations: Vec<u16>,
    /// For each number of tiles, where its sets and its rotations begin.
    by_tiles: Vec<(usize, u32, u32)>,
}

impl Layout {
    /// The state of a part, made if there is none yet.
    fn state(&mut self, part: Part, table: &Table) -> usize {
        if let Some(found) = self.parts.iter().position(|&other| other == part) {
            return found;
        }
        let k = table.pattern().tiles();
        let known = self.by_tiles.iter().copied().find(|entry| entry.0 == k);
        let (_, sets, rotations) = known.unwrap_or_else(|| self.add(table.sets(), k));
        self.parts.push(part);
        self.states.push(State {
            bits: table.bits().as_ptr(),
            stride: table.stride_bytes() as u32,
            sets,
            rotations,
            perms: factorial(k) as u16,
            tiles: k as u8,
            view: part.view as u8,
            looks: 0,
        });
        self.states.len() - 1
    }

    fn add(&mut self, sets: &CellSets, k: usize) -> (usize, u32, u32) {
        let entry = (k, self.sets.len() as u32, self.rotations.len() as u32);
        self.by_tiles.push(entry);
        self.sets.extend(flat_sets(sets));
        self.rotations
            .extend(flat_rotations(k, sets.size().cols() - 1));
        entry
    }
}

fn flat_sets(sets: &CellSets) -> Vec<Set> {
    let mut flat = vec![Set::default(); sets.sets()];
    for row in 0..sets.rows() {
        let (mask, region) = sets.masks(row);
        let rank = sets.rank(mask);
        let number = row - sets.base(rank);
        assert!(number < 8, "no set leaves more regions");
        flat[rank].base = sets.base(rank) as u32;
        for (bit, plane) in flat[rank].planes.iter_mut().enumerate() {
            *plane |= if number >> bit & 1 == 1 { region } else { 0 };
        }
    }
    flat
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

/// Σ C(cell, place): cells counted from `offset`, places from `below` (see `CellSets`).
fn colex(set: usize, offset: usize, below: usize) -> u32 {
    let choose = |n: usize, k: usize| {
        (0..k).fold(1u64, |product, i| {
            product * n.saturating_sub(i) as u64 / (i as u64 + 1)
        })
    };
    let cells = (0..9).filter(|cell| set >> cell & 1 == 1);
    let terms = cells.zip(below + 1..);
    // Sets larger than any pattern may pass 32 bits; they are never asked for.
    terms
        .map(|(cell, place)| choose(cell + offset, place))
        .sum::<u64>() as u32
}

fn step(compound: &Compound, blank: usize, cell: usize) -> Step {
    let mut step = Step {
        cell: cell as u8,
        ..Step::default()
    };
    for (view, seen) in compound.views().iter().zip(&mut step.seen) {
        let (tile, blank) = (view.cell(cell), view.cell(blank));
        let (first, last) = (tile.min(blank), tile.max(blank));
        let before = |cell: usize| (1u32 << cell) - 1;
        *seen = Seen {
            flip: 1 << tile | 1 << blank,
            between: before(last) & !before(first) & !(1 << first),
            below: before(first),
            cell: tile as u8,
            forward: blank > tile,
        };
    }
    step
}
