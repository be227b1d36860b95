//! Everything the hot loop reads besides the big tables, laid out small and flat.
//!
//! ```text
//! touched    by label: the states that hold the tile, at most one a look, each with where its
//!            bits, sets and rotations lie, and the looks its distance is a part of
//! lows       the share of a set's lowest 12 cells in its place among the sets (8 KB)
//! highs      and that of the others, by the number of tiles (32 KB)
//! rows       the first row of the sets with the same upper cells (32 KB)
//! sets       by place: how many rows after that, and the number of its cut (708 KB for six tiles)
//! cuts       the region of each cell (54 KB for six tiles)
//! rotations  by rotation and rank of a permutation: the rank after it (86 KB for six tiles)
//! steps      by blank and direction: the tile's cell and, for each view, masks
//! ```
//!
//! A *look* is a partition as it is or mirrored; the bound of a board is the largest sum over all
//! looks (see [`Compound`]). A *state* is a pattern seen from one view. Looks share states: a state
//! is kept and looked up once.

use super::kind::{Cut, Kind, Lows, Set, lows};
use crate::board::{Direction, Size};
use crate::pattern::permutation::factorial;
use crate::pattern::{Compound, Part, Table};
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

/// Where a state's word has the two low bits of the distance: the two highest.
pub(super) const DISTANCE: u32 = 30;
/// A state that holds a tile: where everything about it lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    /// Where its table's bits begin.
    pub bits: *const u8,
    /// Where its sets begin.
    pub sets: *const Set,
    /// Where the upper shares of its sets' places begin.
    pub highs: *const u32,
    /// Where the rows of upper cells begin.
    pub rows: *const u32,
    /// Where its cuts begin.
    pub cuts: *const Cut,
    /// Where its rotations begin.
    pub rotations: *const u16,
    /// Bytes a permutation.
    pub stride: u32,
    /// Permutations of its tiles.
    pub perms: u16,
    /// How many tiles it has.
    pub tiles: u8,
    /// Its number.
    pub state: u8,
}

/// The states that hold a tile.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    /// Those of the first view, then those of the second.
    pub touches: Vec<Touch>,
    /// The looks of each: the highest bit of their bytes.
    pub looks: Vec<u128>,
    /// How many are of the first view.
    pub first: usize,
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
    /// 1 if the tile goes to the later cell.
    pub forward: u32,
    /// Where a cut has the region of the tile's cell, which will be the blank's: the byte, and the
    /// bit in it.
    pub region: (u8, u8),
}

/// A slide.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    /// The lowest bit of both cells on a packed board.
    pub cells: u128,
    /// Where the tile is on a packed board.
    pub shift: u8,
    /// The cell of the tile, where the blank will be.
    pub cell: u8,
    /// Whether it can turn the order of tiles, in each view.
    pub turns: [bool; 2],
    /// The slide in each view.
    pub seen: [Seen; 2],
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
    /// The table and view of each state.
    pub parts: Vec<Part>,
    pub touched: [Touched; 32],
    pub lows: Box<Lows>,
    /// What the pointers in `touched` lead to.
    _kinds: Vec<Kind>,
    /// By blank and direction: four times the blank's cell.
    pub steps: [Step; 128],
    /// The directions in which a tile can slide, by the blank's cell.
    pub legal: [u8; 32],
    /// The looks there are: the lowest bit of their bytes.
    pub looks: u128,
    /// The label of the blank: its goal cell.
    pub blank_label: u8,
}

// SAFETY: the pointers are into the tables of `compound` and what `_kinds` hold, which live as long
// and never change.
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
            && compound.sums().len() <= MOST_LOOKS
            && tables.len() * compound.views().len() <= MOST_STATES
            && tables
                .iter()
                .all(|table| table.pattern().tiles() <= MOST_TILES)
    }

    /// Lays everything out. The tables must [`Lookups::fit`].
    pub fn new(compound: Compound) -> Self {
        assert!(Self::fit(&compound));
        let size = compound.size();
        let lows = lows();
        let mut parts: Vec<Part> = Vec::new();
        let mut of_states: Vec<u128> = Vec::new();
        let mut looks = 0;
        for (look, shares) in compound.sums().iter().enumerate() {
            looks |= 1 << (8 * look);
            for &part in shares {
                let known = parts.iter().position(|&other| other == part);
                let state = known.unwrap_or_else(|| {
                    parts.push(part);
                    of_states.push(0);
                    parts.len() - 1
                });
                of_states[state] |= 0x80 << (8 * look);
            }
        }
        let mut kinds: Vec<Kind> = Vec::new();
        let mut touched: [Touched; 32] = std::array::from_fn(|_| Touched::default());
        let views = 0..compound.views().len();
        let in_order = views.flat_map(|view| {
            let states = parts.iter().copied().enumerate();
            states.filter(move |(_, part)| part.view == view)
        });
        for (state, part) in in_order {
            let table = &compound.tables()[part.table];
            let way = &compound.views()[part.view];
            let touch = Touch::new(state, table, &mut kinds, &lows);
            // The tiles it looks at, by their names on the board as it is.
            let mine = |&label: &usize| table.pattern().has(way.cell(label));
            for label in (0..size.cells()).filter(mine) {
                touched[label].touches.push(touch);
                touched[label].looks.push(of_states[state]);
                touched[label].first += usize::from(part.view == 0);
            }
        }
        let mut legal = [0; 32];
        let mut steps = [Step::default(); 128];
        for blank in 0..size.cells() {
            for direction in Direction::ALL {
                if let Some(cell) = size.source_cell(blank, direction) {
                    legal[blank] |= 1 << direction as u8;
                    steps[4 * blank + direction as usize] = step(&compound, blank, cell);
                }
            }
        }
        Self {
            parts,
            touched,
            lows,
            _kinds: kinds,
            steps,
            legal,
            looks,
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

impl Touch {
    /// A state of a table; its kind is made if there is none yet.
    fn new(state: usize, table: &Table, kinds: &mut Vec<Kind>, lows: &Lows) -> Self {
        let tiles = table.pattern().tiles();
        if kinds.iter().all(|kind| kind.tiles != tiles) {
            kinds.push(Kind::new(table.sets(), tiles, lows));
        }
        let mut known = kinds.iter().filter(|kind| kind.tiles == tiles);
        let kind = known.next().expect("it was just made");
        Self {
            bits: table.bits().as_ptr(),
            sets: kind.sets.as_ptr(),
            highs: kind.highs.as_ptr(),
            rows: kind.rows.as_ptr(),
            cuts: kind.cuts.as_ptr(),
            rotations: kind.rotations.as_ptr(),
            stride: table.stride_bytes() as u32,
            perms: factorial(tiles) as u16,
            tiles: tiles as u8,
            state: state as u8,
        }
    }
}

fn step(compound: &Compound, blank: usize, cell: usize) -> Step {
    let mut step = Step {
        cells: 1 << (5 * cell) | 1 << (5 * blank),
        shift: 5 * cell as u8,
        cell: cell as u8,
        ..Step::default()
    };
    for (number, view) in compound.views().iter().enumerate() {
        let (tile, blank) = (view.cell(cell), view.cell(blank));
        let (first, last) = (tile.min(blank), tile.max(blank));
        let before = |cell: usize| (1u32 << cell) - 1;
        step.turns[number] = last - first > 1;
        step.seen[number] = Seen {
            flip: 1 << tile | 1 << blank,
            between: before(last) & !before(first) & !(1 << first),
            below: before(first),
            forward: u32::from(blank > tile),
            region: Cut::place(tile),
        };
    }
    step
}
