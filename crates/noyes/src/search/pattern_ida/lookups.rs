//! Everything the hot loop reads besides the big tables, laid out small and flat.
//!
//! ```text
//! lows         256 × u16       place of a cell set: share of its lower 8 cells …
//! highs        256 × u32       … and of its upper 8, by the number of tiles
//! sets         u64 a set       row of region 0 (16 bits), then the region of each cell (3 bits)
//! turns        2 × 8192 × u16  digits of a permutation after a tile has passed others
//! weights      512, 4096 × u16 the rank of digits, lower three and upper four
//! seens        16 × 4 × 2      by blank, direction and view: the tile's cell, and masks
//! by_mask      65536 × u64     the same entries by the mask of the set, for `lanes`
//! shuffles     1 KB            what `lanes` finds without reading
//! pruning      the automaton, states × 4 × u16, and a byte a state of the slides it lets pass
//! ```
//!
//! # Fields
//!
//! A node has 21 bits for each pattern, a *field*, in two words: one with the cells of its tiles and
//! the two low bits of its distance, one with the digits of their order. So one shift finds all three.
//!
//! Sets are sorted by their upper cells and then by their lower ones. Those with the same upper cells
//! have as many lower ones; so the place of a set is where these begin and the number of its lower
//! cells among all lower sets of that many.
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
use crate::pattern::{Additive, CellSets, Symmetry};
use crate::prune::Automaton;

/// The most cells of a board here: four bits a cell in one word.
pub(super) const MOST_CELLS: usize = 16;
/// The most patterns of a partition: a field each in one word.
pub(super) const MOST_SLOTS: usize = 3;
/// Bits of a field.
pub(super) const FIELD: usize = 21;
/// As many bits as a field has.
pub(super) const DIGITS: u32 = (1 << FIELD) - 1;
/// Where a field has the two low bits of the distance; below are the cells.
pub(super) const DISTANCE: usize = 16;
/// The lowest bit of each field.
pub(super) const FIELD_BITS: u64 = 1 | 1 << FIELD | 1 << (2 * FIELD);
/// The most tiles of a pattern: ranks of sixteen bits, digits of three.
pub(super) const MOST_TILES: usize = 8;

/// A slide seen from one view.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(16))]
pub(super) struct Seen {
    /// The tile's cell and the blank's, to be exchanged in a mask.
    pub flip: u16,
    /// The cells after both.
    pub above: u16,
    /// The cells between them in reading order.
    pub between: u16,
    /// Where the turns of this way begin: 8192 if the tile goes to the later cell, else 0.
    pub turns: u16,
    /// The tile's cell.
    pub tile: u8,
    /// Where the region of the tile's cell (the blank's next) lies in an entry of `sets`.
    pub region_shift: u8,
    /// The tile's cell on the board as it is.
    pub cell: u8,
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
    /// First those that turn nothing: up to four of sixteen bits, twice the direction and the view.
    pub lists: [u64; 2],
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
    /// Where its sets begin in `sets`, by their upper cells.
    pub highs: *const [u32; 256],
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
    pub lows: [u16; 256],
    pub sets: Box<[u64]>,
    pub turns: Box<[u16; 2 * 8192]>,
    pub weights_low: Box<[u16; 512]>,
    pub weights_high: Box<[u16; 4096]>,
    /// Eight times the blank's cell, twice the direction, and the view.
    pub seens: [Seen; 8 * MOST_CELLS],
    /// The directions in which a tile can slide, by the blank's cell.
    pub legal: [u8; MOST_CELLS],
    pub slides: [Slide; 4],
    /// Whether a slide that turns a window of the digits in one view turns none in the other, as
    /// with a board and its transpose, and not as with a board and its mirror image.
    pub swaps: bool,
    /// By [`super::node::Node::first`] and mask of directions.
    pub splits: [[Split; 16]; 3],
    /// By where the field begins.
    pub slots: [Slot; 64],
    /// For `lanes`: `sets` by the mask of their cells, and what is shuffled there.
    #[cfg(target_arch = "x86_64")]
    pub by_mask: Box<[u64; 1 << MOST_CELLS]>,
    #[cfg(target_arch = "x86_64")]
    pub shuffles: super::lanes::Shuffles,
    /// What `slots` lead to.
    _highs: Box<[[u32; 256]; MOST_SLOTS]>,
}

// SAFETY: the pointers in `slots` and `shuffles` lead into the tables of `additive` and to `_highs`, which never
// change and live as long as the lookups.
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
        // Patterns of as many tiles share their sets.
        let mut done: Vec<(usize, usize)> = Vec::new();
        let mut shares = Box::new([[0; 256]; MOST_SLOTS]);
        for (share, table) in shares.iter_mut().zip(additive.tables()) {
            let k = table.pattern().tiles();
            let twin = done.iter().find(|&&(other, _)| other == k);
            let start = twin.map_or(sets.len(), |&(_, start)| start);
            if twin.is_none() {
                done.push((k, start));
                sets.extend(packed_sets(table.sets()));
            }
            *share = highs(k, start);
        }
        let none = Slot {
            bits: std::ptr::null(),
            stride: 0,
            highs: std::ptr::null(),
        };
        let mut slots = [none; 64];
        for (number, (share, table)) in shares.iter().zip(additive.tables()).enumerate() {
            slots[FIELD * number] = Slot {
                bits: table.bits().as_ptr(),
                stride: table.stride_bytes(),
                highs: share,
            };
        }
        let mut legal = [0; MOST_CELLS];
        let mut seens = [Seen::default(); 8 * MOST_CELLS];
        let mut slides = [Slide::default(); 4];
        for (blank, legal) in legal.iter_mut().enumerate().take(size.cells()) {
            for direction in Direction::ALL {
                let Some(cell) = size.source_cell(blank, direction) else {
                    continue;
                };
                let number = direction as usize;
                *legal |= 1 << number;
                slides[number].cells |= 1 << blank;
                slides[number].offset = cell as i32 - blank as i32;
                let place = seen_place(blank, number, 0);
                // Where there is one view, both are that.
                for (view, slot) in additive
                    .views()
                    .iter()
                    .cycle()
                    .zip(&mut seens[place..place + 2])
                {
                    *slot = seen(view, blank, cell);
                }
            }
        }
        let turning = turning(&seens);
        // Where either view will do, the one that turns nothing, if there is one: its bit is
        // sooner found, and often in the same cache line as the parent's.
        let first = |view: usize, direction: usize| match view {
            2 => usize::from(turning[1][direction] < turning[0][direction]),
            one => one,
        };
        Self {
            #[cfg(target_arch = "x86_64")]
            by_mask: by_mask(&additive, &done, &sets),
            #[cfg(target_arch = "x86_64")]
            shuffles: super::lanes::Shuffles::new(&seens, &slots, &legal, &turning, first),
            lows: lows(),
            sets: sets.into(),
            turns: turns(),
            weights_low: weights(1),
            weights_high: weights(4),
            seens,
            legal,
            slides,
            swaps: turning[0] != turning[1],
            splits: std::array::from_fn(|view| {
                splits(&turning, |direction| first(view, direction))
            }),
            slots,
            _highs: shares,
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

/// `sets` by the mask of their cells, which tells how many they are; `starts` tells where those of so many cells
/// begin. Half a megabyte, of which a search reads a third. All zero where `lanes` are not there to read it.
#[cfg(target_arch = "x86_64")]
fn by_mask(
    additive: &Additive,
    starts: &[(usize, usize)],
    sets: &[u64],
) -> Box<[u64; 1 << MOST_CELLS]> {
    let mut by_mask = vec![0; 1 << MOST_CELLS].into_boxed_slice();
    for &(k, start) in starts.iter().filter(|_| super::lanes::are_there()) {
        let mut tables = additive.tables().iter();
        let table = tables.find(|table| table.pattern().tiles() == k);
        let all = table.expect("sets are those of a table").sets();
        for row in 0..all.rows() {
            let mask = all.masks(row).0;
            by_mask[mask as usize] = sets[start + all.rank(mask)];
        }
    }
    by_mask.try_into().expect("it has this length")
}

/// By lower cells: how many sets of as many lower cells come before.
fn lows() -> [u16; 256] {
    let mut met = [0; 9];
    std::array::from_fn(|low| {
        let met: &mut u16 = &mut met[low.count_ones() as usize];
        *met += 1;
        *met - 1
    })
}

/// By upper cells: where the sets of `k` cells with these begin, the first of all at `start`.
fn highs(k: usize, start: usize) -> [u32; 256] {
    let choose = |below: usize| (0..below).fold(1, |product, i| product * (8 - i.min(8)) / (i + 1));
    let mut begins = start;
    std::array::from_fn(|high| {
        let begin = begins;
        let below = k.checked_sub(high.count_ones() as usize);
        begins += below.map_or(0, choose);
        begin as u32
    })
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
fn turning(seens: &[Seen]) -> [[u8; 4]; 2] {
    let mut turning = [[0; 4]; 2];
    for (place, seen) in seens.iter().enumerate() {
        turning[place % 2][place / 2 % 4] |= u8::from(seen.between != 0);
    }
    turning
}

/// Where a slide is among those seen.
pub(super) fn seen_place(blank: usize, direction: usize, view: usize) -> usize {
    8 * blank + 2 * direction + view
}

/// Every mask of directions, split, each direction looked at from the view that `view` tells.
fn splits(turning: &[[u8; 4]; 2], view: impl Fn(usize) -> usize) -> [Split; 16] {
    std::array::from_fn(|open| {
        let mut split = Split::default();
        for direction in (0..4).filter(|direction| open >> direction & 1 == 1) {
            let view = view(direction);
            let kind = usize::from(turning[view][direction]);
            split.lists[kind] |= ((2 * direction + view) as u64) << (16 * split.counts[kind]);
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

fn seen(view: &Symmetry, blank: usize, cell: usize) -> Seen {
    let (tile, blank) = (view.cell(cell), view.cell(blank));
    let (first, last) = (tile.min(blank), tile.max(blank));
    let up_to = |cell: usize| (1u32 << cell << 1) - 1;
    Seen {
        flip: 1 << tile | 1 << blank,
        above: !up_to(last) as u16,
        between: (up_to(last) & !up_to(first) & !(1 << last)) as u16,
        turns: if blank > tile { 8192 } else { 0 },
        tile: tile as u8,
        region_shift: (16 + 3 * tile) as u8,
        cell: cell as u8,
    }
}
