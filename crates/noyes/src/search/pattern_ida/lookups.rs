//! Everything the hot loop reads besides the big tables, laid out small and flat.
//!
//! ```text
//! ranks_low    256 × u16       rank of a cell set: share of its lower 8 cells …
//! ranks_high   9 × 256 × u16   … and of its upper 8, by how many are below
//! sets         u64 a set       row of region 0 (16 bits), then the region of each cell (3 bits)
//! turns        2 × 8192 × u16  digits of a permutation after a tile has passed others
//! weights      512, 4096 × u16 the rank of digits, lower three and upper four
//! steps        16 × 4          by blank and direction: the tile's cell and, for each view, masks
//! pruning      the automaton, states × 4 × u16, and a byte a state of the slides it lets pass
//! ```
//!
//! # Permutations as digits
//!
//! The rank of a permutation is Σ dⱼ j! with dⱼ the number of later tiles smaller than the one j
//! places from the end. A slide past m tiles changes only the m + 1 digits of its window, and how
//! depends on nothing but those digits. So nodes keep digits, three bits each (the last is always
//! 0 and left out), a slide is one look-up by window and the rank two more, the same for every
//! pattern size, all in the first-level cache. The obvious other way, the rank after each rotation
//! for all k! ranks, takes 240 KB for 7 tiles and 2.3 MB for 8 and waits for the second or third.
//!
//! A window of m + 1 digits `w` is looked up under `8^(m+1) + w`: the leading one tells windows of
//! different length apart. Passing none is a window of one digit, which stays.

use crate::board::Direction;
use crate::pattern::permutation::factorial;
use crate::pattern::{Additive, CellSets};
use crate::prune::Automaton;

/// The most cells of a board here: four bits a cell in one word.
pub(super) const MOST_CELLS: usize = 16;
/// The most patterns of a partition: 21 bits of digits each in one word.
pub(super) const MOST_SLOTS: usize = 3;
/// Bits of a mask in a node.
pub(super) const MASK_BITS: usize = 16;
/// Bits of the digits of a permutation in a node.
pub(super) const DIGIT_BITS: usize = 21;
/// As many bits as the digits of a permutation take.
pub(super) const DIGITS: u32 = (1 << DIGIT_BITS) - 1;
/// The lowest bit of each mask in a node.
pub(super) const SLOT_BITS: u64 = 0x0001_0001_0001;
/// The most tiles of a pattern: ranks of sixteen bits, digits of three.
pub(super) const MOST_TILES: usize = 8;

/// A slide seen from one view.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// The tile's cell.
    pub tile: u8,
    /// The tile's cell and the blank's, to be exchanged in a mask.
    pub flip: u16,
    /// The cells after both.
    pub above: u16,
    /// The cells between them in reading order.
    pub between: u16,
    /// Where the region of the tile's cell (the blank's next) lies in an entry of `sets`.
    pub region_shift: u8,
    /// Where the turns of this way begin: 8192 if the tile goes to the later cell, else 0.
    pub turns: u16,
}

/// A slide.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(super) struct Step {
    /// The cell of the tile, where the blank will be.
    pub cell: u8,
    /// The slide in each view.
    pub seen: [Seen; 2],
}

/// A direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slide {
    /// The cells of a blank into which a tile can slide so.
    pub cells: u16,
    /// How far after the blank's cell the tile's is; before it if negative.
    pub offset: i32,
}

/// The slides out of a mask of directions, sorted by whether they turn anything in a view.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Split {
    /// First those that turn nothing: up to four bytes, 64 times the view and the direction.
    pub lists: [u32; 2],
    /// How many of each there are.
    pub counts: [u8; 2],
}

/// Where to find a pattern's bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Where they begin.
    pub bits: *const u8,
    /// Bytes a permutation.
    pub stride: usize,
    /// Where its sets begin in `sets`.
    pub sets: usize,
}

/// An automaton, and a byte a state of the slides it lets pass.
#[derive(Debug)]
pub(super) struct Pruning {
    pub automaton: Automaton,
    pub passes: Box<[u8]>,
}

impl Pruning {
    pub fn new(automaton: Automaton) -> Self {
        let passes = automaton.table().iter().map(|next| {
            let open = |&d: &usize| next[d] != u16::MAX;
            (0..4).filter(open).fold(0u8, |mask, d| mask | 1 << d)
        });
        Self {
            passes: passes.collect(),
            automaton,
        }
    }
}

/// See the file's head.
#[derive(Debug)]
pub(super) struct Lookups {
    pub additive: Additive,
    pub ranks_low: [u16; 256],
    pub ranks_high: [[u16; 256]; 9],
    pub sets: Box<[u64]>,
    pub turns: Box<[u16; 2 * 8192]>,
    pub weights_low: Box<[u16; 512]>,
    pub weights_high: Box<[u16; 4096]>,
    pub steps: [[Step; 4]; MOST_CELLS],
    /// The directions in which a tile can slide, by the blank's cell.
    pub legal: [u8; MOST_CELLS],
    pub slides: [Slide; 4],
    /// Whether a slide that turns a window of the digits in one view turns none in the other, as
    /// with a board and its transpose, and not as with a board and its mirror image.
    pub swaps: bool,
    /// By [`super::node::Node::first`] and mask of directions.
    pub splits: [[Split; 16]; 3],
    /// One more than there may be, so that two bits index it.
    pub slots: [Slot; MOST_SLOTS + 1],
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
    pub fn new(additive: Additive) -> Self {
        assert!(Self::fit(&additive));
        let size = additive.size();
        let mut sets = Vec::new();
        let mut done: Vec<(usize, usize)> = Vec::new();
        let none = Slot {
            bits: std::ptr::null(),
            stride: 0,
            sets: 0,
        };
        let mut slots = [none; MOST_SLOTS + 1];
        for (slot, table) in slots.iter_mut().zip(additive.tables()) {
            let k = table.pattern().tiles();
            let twin = done.iter().find(|&&(other, _)| other == k);
            let start = twin.map_or(sets.len(), |&(_, start)| start);
            if twin.is_none() {
                done.push((k, start));
                sets.extend(packed_sets(table.sets()));
            }
            *slot = Slot {
                bits: table.bits().as_ptr(),
                stride: table.stride_bytes(),
                sets: start,
            };
        }
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
        let turning = turning(&steps, &legal);
        let mut slides = [Slide::default(); 4];
        for blank in 0..size.cells() {
            for direction in (0..4).filter(|&direction| legal[blank] >> direction & 1 == 1) {
                let slide = &mut slides[direction];
                slide.cells |= 1 << blank;
                slide.offset = i32::from(steps[blank][direction].cell) - blank as i32;
            }
        }
        Self {
            ranks_low: std::array::from_fn(|low| colex(low, 0, 0)),
            ranks_high: std::array::from_fn(|below| {
                std::array::from_fn(|high| colex(high, 8, below))
            }),
            sets: sets.into(),
            turns: turns(),
            weights_low: weights(1),
            weights_high: weights(4),
            steps,
            legal,
            slides,
            swaps: turning[0] != turning[1],
            splits: [
                splits(&turning, |_| 0),
                splits(&turning, |_| 1),
                // Where either view will do, the one that turns nothing, if there is one: its bit is
                // sooner found, and often in the same cache line as the parent's.
                splits(&turning, |direction| {
                    usize::from(turning[1][direction] < turning[0][direction])
                }),
            ],
            slots,
            additive,
        }
    }

    /// Which first slides of a board are needed: of two that are mirror images of each other, on
    /// a board that is its own, only the earlier.
    pub fn mirrored_slides(&self, labels: &[u16]) -> [bool; 4] {
        let mut keep = [true; 4];
        for view in self.additive.views().iter().skip(1) {
            if view.labels(labels) == labels {
                for direction in Direction::ALL {
                    keep[direction as usize] &= direction <= view.direction_back(direction);
                }
            }
        }
        keep
    }

    /// How many views there are: one or two.
    pub fn views(&self) -> usize {
        self.additive.views().len()
    }
}

fn packed_sets(sets: &CellSets) -> Vec<u64> {
    let mut packed = vec![0u64; sets.sets()];
    for row in 0..sets.rows() {
        let (mask, region) = sets.masks(row);
        let rank = sets.rank(mask);
        let number = (row - sets.base(rank)) as u64;
        assert!(number < 8 && sets.base(rank) <= usize::from(u16::MAX));
        packed[rank] |= sets.base(rank) as u64;
        for cell in (0..MOST_CELLS).filter(|cell| region >> cell & 1 == 1) {
            packed[rank] |= number << (16 + 3 * cell);
        }
    }
    packed
}

/// Σ C(cell, place): cells counted from `offset`, places from `below` (see `CellSets`).
fn colex(set: usize, offset: usize, below: usize) -> u16 {
    let choose =
        |n: usize, k: usize| (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1));
    let cells = (0..8).filter(|cell| set >> cell & 1 == 1);
    let terms = cells.zip(below + 1..);
    let sum: usize = terms
        .map(|(cell, place)| choose(cell + offset, place))
        .sum();
    sum as u16
}

/// See the file's head. Digits that no permutation has are left alone.
fn turns() -> Box<[u16; 2 * 8192]> {
    let mut turns = Box::new([0; 2 * 8192]);
    for past in 0..4 {
        let size = 1 << (3 * past + 3);
        for code in 0..size {
            // The window's earliest place is its highest digit.
            let digits: Vec<usize> = (0..=past).rev().map(|j| code >> (3 * j) & 7).collect();
            for forward in [false, true] {
                let turned = turned(&digits, forward).unwrap_or(digits.clone());
                let code_after = turned.iter().fold(0, |code, digit| code << 3 | digit);
                turns[usize::from(forward) * 8192 + size + code] = code_after as u16;
            }
        }
    }
    turns
}

/// The digits after the tile at one end of a window has passed to the other.
fn turned(digits: &[usize], forward: bool) -> Option<Vec<usize>> {
    // Twelve tiles are more than any digits here can choose from.
    let mut left: Vec<usize> = (0..12).collect();
    let mut tiles: Vec<usize> = digits.iter().map(|&digit| left.remove(digit)).collect();
    if forward {
        tiles.rotate_left(1);
    } else {
        tiles.rotate_right(1);
    }
    let mut left: Vec<usize> = (0..12).collect();
    let digit_of = |tile: usize| {
        let digit = left.iter().position(|&other| other == tile)?;
        left.remove(digit);
        (digit < 8).then_some(digit)
    };
    tiles.into_iter().map(digit_of).collect()
}

/// The share in the rank of so many digits, the lowest of them `first` places from the end.
fn weights<const CODES: usize>(first: usize) -> Box<[u16; CODES]> {
    let share = |code: usize| -> usize {
        (0..4)
            .map(|j| (code >> (3 * j) & 7) * factorial(first + j))
            .sum()
    };
    Box::new(std::array::from_fn(|code| share(code) as u16))
}

/// Whether slides turn anything, by view and direction.
fn turning(steps: &[[Step; 4]; MOST_CELLS], legal: &[u8; MOST_CELLS]) -> [[u8; 4]; 2] {
    let mut turning = [[0; 4]; 2];
    for (steps, legal) in steps.iter().zip(legal) {
        for direction in (0..4).filter(|direction| legal >> direction & 1 == 1) {
            for (turning, seen) in turning.iter_mut().zip(&steps[direction].seen) {
                turning[direction] |= u8::from(seen.between != 0);
            }
        }
    }
    turning
}

/// Every mask of directions, split, each direction looked at from the view that `view` tells.
fn splits(turning: &[[u8; 4]; 2], view: impl Fn(usize) -> usize) -> [Split; 16] {
    std::array::from_fn(|open| {
        let mut split = Split::default();
        for direction in (0..4).filter(|direction| open >> direction & 1 == 1) {
            let view = view(direction);
            let kind = usize::from(turning[view][direction]);
            split.lists[kind] |= ((64 * view + direction) as u32) << (8 * split.counts[kind]);
            split.counts[kind] += 1;
        }
        split
    })
}

/// The digits of a rank, three bits each, the one of the place before the last lowest.
pub(super) fn digits(rank: u32) -> u64 {
    (1..8).fold(0, |digits, j| {
        let digit = rank as usize / factorial(j) % (j + 1);
        digits | (digit as u64) << (3 * (j - 1))
    })
}

fn step(additive: &Additive, blank: usize, cell: usize) -> Step {
    let mut step = Step {
        cell: cell as u8,
        ..Step::default()
    };
    for (view, seen) in additive.views().iter().zip(&mut step.seen) {
        let (tile, blank) = (view.cell(cell), view.cell(blank));
        let (first, last) = (tile.min(blank), tile.max(blank));
        let up_to = |cell: usize| (1u32 << cell << 1) - 1;
        *seen = Seen {
            tile: tile as u8,
            flip: 1 << tile | 1 << blank,
            above: !up_to(last) as u16,
            between: (up_to(last) & !up_to(first) & !(1 << last)) as u16,
            region_shift: (16 + 3 * tile) as u8,
            turns: if blank > tile { 8192 } else { 0 },
        };
    }
    step
}
