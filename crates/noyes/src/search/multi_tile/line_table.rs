//! A lower bound on the column moves of a board in the multi-tile metric, by the colours of its
//! tiles.
//!
//! # Idea
//!
//! In a shortest solution row moves and column moves alternate. So the number of column moves
//! decides the length up to one, and a bound on column moves alone, with row moves free, is as good
//! as one on both.
//!
//! With row moves free, the blank's column does not matter. What is left of a board is the row of
//! the blank and the *sequence* of the other cells in reading order, which a row move leaves alone:
//!
//! ```text
//! a a b b      sequence  a a b b · c c b b · c c d d · c d d     row of the blank 3
//! c c b b
//! c c d d      a column move past one row boundary takes one tile across `cols − 1` others:
//! c d d .      a window of `cols` positions is rotated by one
//! ```
//!
//! Tiles of one colour are the same to the table.
//!
//! ```text
//! 4×4 board, the four colours above
//! sequences    9,459,450
//! states       37,837,800     sequences × rows of the blank
//! bytes        19 MB          four bits a state
//! ```
//!
//! Few colours for this metric, the second view of the transposed board, and these four colours are
//! due to Tomas Rokicki, as the documentation of the crate slidy tells; that table also holds the
//! blank's column. Leaving the row moves out is our own addition: the table is four times smaller,
//! and a move changes one view only.
//!
//! # Index
//!
//! Two bits a position. The first positions (at most eight) are the *left* half, the rest the
//! *right*. All lefts are numbered in order, each followed by the rights that complete its colours:
//! `rank = base[left] + rank_in_class[right]`, two reads from small tables.
//!
//! # Build
//!
//! Breadth first from the goal. The sets of found, newest and next states are bits, so the next
//! level of a blank's row (1 MB) stays in the cache. One thread fills a row and reads the newest
//! states of the others. The 4×4 board takes two to four seconds of CPU time.

use rustc_hash::FxHashMap;

use crate::board::Size;
use crate::guard::{Event, Guard, Stop};
use crate::pattern::blob;
use crate::store::TableStore;

/// The most colours: a position has two bits.
pub(super) const COLOURS: usize = 4;
/// The largest stored distance. Larger ones are stored as this, which is still a lower bound.
const MAX_DISTANCE: u8 = 15;

/// Tables of fewer sequences are built in an instant and not stored.
const STORED_SEQUENCES: usize = 1 << 16;

/// The least number of column moves, for every sequence of colours and row of the blank.
#[derive(Debug)]
pub(super) struct LineTable {
    shape: Shape,
    /// Four bits a sequence, for each row of the blank.
    rows: Vec<Vec<u8>>,
}

/// Ranks of sequences.
#[derive(Debug)]
struct Shape {
    size: Size,
    colours: Vec<u8>,
    home: usize,
    left_bits: usize,
    base: Vec<u32>,
    rank_in_class: Vec<u16>,
    /// The rights of each class, in order.
    rights: Vec<Vec<u32>>,
    class_of_left: Vec<u16>,
    sequences: usize,
}

/// How many positions hold each colour, four bits a colour.
fn colour_counts(mut code: u32, positions: usize) -> u16 {
    let mut counts = 0;
    for _ in 0..positions {
        counts += 1 << (4 * (code & 3));
        code >>= 2;
    }
    counts
}

impl Shape {
    fn new(size: Size, home: usize, colours: Vec<u8>) -> Self {
        let positions = size.tiles();
        let (left, right) = (positions - positions / 2, positions / 2);
        let mut shape = Self {
            size,
            colours,
            home,
            left_bits: 2 * left,
            base: vec![u32::MAX; 1 << (2 * left)],
            rank_in_class: vec![0; 1 << (2 * right)],
            rights: Vec::new(),
            class_of_left: vec![0; 1 << (2 * left)],
            sequences: 0,
        };
        let identity: Vec<u16> = (0..size.cells() as u16).collect();
        let wanted = colour_counts(shape.code(&identity), positions);
        let mut class_of = FxHashMap::default();
        for code in 0..1u32 << (2 * right) {
            let counts = colour_counts(code, right);
            let fits = (0..COLOURS).all(|c| counts >> (4 * c) & 15 <= wanted >> (4 * c) & 15);
            if !fits {
                continue;
            }
            let class = *class_of.entry(counts).or_insert_with(|| {
                shape.rights.push(Vec::new());
                shape.rights.len() - 1
            });
            shape.rank_in_class[code as usize] = shape.rights[class].len() as u16;
            shape.rights[class].push(code);
        }
        for code in 0..1u32 << (2 * left) {
            let counts = colour_counts(code, left);
            let fits = (0..COLOURS).all(|c| counts >> (4 * c) & 15 <= wanted >> (4 * c) & 15);
            if let Some(&class) = class_of.get(&wanted.wrapping_sub(counts)).filter(|_| fits) {
                shape.base[code as usize] = shape.sequences as u32;
                shape.class_of_left[code as usize] = class as u16;
                shape.sequences += shape.rights[class].len();
            }
        }
        shape
    }

    /// The sequence of a labelled board.
    fn code(&self, labels: &[u16]) -> u32 {
        let tiles = labels
            .iter()
            .filter(|&&label| usize::from(label) != self.home);
        tiles.rev().fold(0, |code, &label| {
            code << 2 | u32::from(self.colours[usize::from(label)])
        })
    }

    #[inline]
    fn rank(&self, code: u32) -> usize {
        let left = code as usize & (self.base.len() - 1);
        let right = code as usize >> self.left_bits;
        debug_assert_ne!(self.base[left], u32::MAX);
        self.base[left] as usize + usize::from(self.rank_in_class[right])
    }

    /// The sequence after the blank went from row `from` to row `to` in column `col`.
    #[inline]
    fn moved(&self, mut code: u32, col: usize, from: usize, to: usize) -> u32 {
        let cols = self.size.cols();
        let (bits, last) = (2 * cols as u32, 2 * (cols as u32 - 1));
        let mask = (1u32 << bits) - 1;
        if from < to {
            for row in from..to {
                let shift = 2 * (row * cols + col);
                let window = code >> shift & mask;
                let turned = (window << 2 | window >> last) & mask;
                code ^= (window ^ turned) << shift;
            }
        } else {
            for row in (to..from).rev() {
                let shift = 2 * (row * cols + col);
                let window = code >> shift & mask;
                let turned = window >> 2 | (window & 3) << last;
                code ^= (window ^ turned) << shift;
            }
        }
        code
    }

    /// Calls `visit` with the code of each state in a set.
    fn each(&self, set: &[u64], mut visit: impl FnMut(u32)) {
        for (left, &base) in self.base.iter().enumerate() {
            if base == u32::MAX {
                continue;
            }
            let rights = &self.rights[usize::from(self.class_of_left[left])];
            let (start, end) = (base as usize, base as usize + rights.len());
            let words = set.iter().enumerate().take(end.div_ceil(64));
            for (word, &bits) in words.skip(start / 64) {
                let mut bits = bits;
                if word == start / 64 {
                    bits &= u64::MAX << (start % 64);
                }
                if word == end / 64 {
                    bits &= (1 << (end % 64)) - 1;
                }
                while bits != 0 {
                    let rank = 64 * word + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    visit(rights[rank - start] << self.left_bits | left as u32);
                }
            }
        }
    }
}

/// The states with the blank in one row, while the table is built.
struct Layer {
    found: Vec<u64>,
    values: Vec<u8>,
}

impl LineTable {
    /// About the bytes of memory that building takes.
    pub(super) fn build_bytes(size: Size, sequences: usize) -> usize {
        size.rows() * (sequences / 2 + 3 * sequences / 8)
    }

    /// The table for a board whose blank belongs in cell `home`. `colours` has a number below
    /// [`COLOURS`] for each goal cell; the blank's is ignored. With a store, a large table is read
    /// from there, or built and written there.
    pub(super) fn ensure(
        size: Size,
        home: usize,
        colours: Vec<u8>,
        store: Option<&dyn TableStore>,
        guard: &Guard<'_>,
    ) -> Result<Self, Stop> {
        let shape = Shape::new(size, home, colours);
        let row_bytes = shape.sequences.div_ceil(2);
        let store = store.filter(|_| shape.sequences >= STORED_SEQUENCES);
        // The name on disk stays what earlier versions wrote, so that their files are found.
        let name = format!("{}x{}-b{home}-pushes", size.rows(), size.cols());
        let stored = store.and_then(|store| blob::read(store, &name));
        let stored = stored.filter(|bytes| bytes.len() == size.rows() * row_bytes);
        if let Some(bytes) = stored {
            let rows = bytes.chunks(row_bytes).map(<[u8]>::to_vec).collect();
            return Ok(Self { shape, rows });
        }
        let table = Self::build(shape, guard)?;
        if let Some(store) = store
            && let Err(error) = blob::write(store, &name, &table.rows.concat())
        {
            guard.tell(&Event::trouble(error))?;
        }
        Ok(table)
    }

    fn build(shape: Shape, guard: &Guard<'_>) -> Result<Self, Stop> {
        let (size, home) = (shape.size, shape.home);
        guard.check_memory(Self::build_bytes(size, shape.sequences))?;
        let words = shape.sequences.div_ceil(64);
        let mut layers: Vec<Layer> = (0..size.rows())
            .map(|_| Layer {
                found: vec![0; words],
                values: vec![MAX_DISTANCE << 4 | MAX_DISTANCE; shape.sequences.div_ceil(2)],
            })
            .collect();
        let mut newest = vec![vec![0u64; words]; size.rows()];
        let identity: Vec<u16> = (0..size.cells() as u16).collect();
        let goal = shape.rank(shape.code(&identity));
        let row = size.row(home);
        newest[row][goal / 64] |= 1 << (goal % 64);
        layers[row].found.clone_from(&newest[row]);
        put(&mut layers[row].values, goal, 0);
        let (mut done, total) = (1, (size.rows() * shape.sequences) as u64);
        for level in 1.. {
            guard.tell(&Event::Table {
                name: "multi-tile".to_owned(),
                done,
                total,
            })?;
            let mut grown: Vec<(&mut Layer, Vec<u64>, u64)> = layers
                .iter_mut()
                .map(|layer| (layer, Vec::new(), 0))
                .collect();
            guard
                .threads()
                .for_each_mut(&mut grown, |to, (layer, set, count)| {
                    (*set, *count) = layer.grow(&shape, &newest, to, level);
                });
            let count: u64 = grown.iter().map(|(_, _, count)| count).sum();
            newest = grown.into_iter().map(|(_, set, _)| set).collect();
            done += count;
            if count == 0 {
                break;
            }
        }
        let rows = layers.into_iter().map(|layer| layer.values).collect();
        Ok(Self { shape, rows })
    }

    /// The sequence of a labelled board.
    pub(super) fn code(&self, labels: &[u16]) -> u32 {
        self.shape.code(labels)
    }

    /// The sequence after the blank went from row `from` to row `to` in column `col`.
    #[inline]
    pub(super) fn moved(&self, code: u32, col: usize, from: usize, to: usize) -> u32 {
        self.shape.moved(code, col, from, to)
    }

    /// A lower bound on the column moves of a sequence with the blank in `row`.
    #[inline]
    pub(super) fn bound(&self, code: u32, row: usize) -> u32 {
        let rank = self.shape.rank(code);
        u32::from(self.rows[row][rank / 2] >> (4 * (rank % 2)) & 15)
    }
}

fn put(values: &mut [u8], rank: usize, value: u8) {
    let shift = 4 * (rank % 2);
    values[rank / 2] = values[rank / 2] & !(15 << shift) | value << shift;
}

impl Layer {
    /// The new states of this row that one column move reaches from the newest states of the other
    /// rows, and their number.
    fn grow(
        &mut self,
        shape: &Shape,
        newest: &[Vec<u64>],
        to: usize,
        level: u8,
    ) -> (Vec<u64>, u64) {
        let mut next = vec![0u64; self.found.len()];
        for (from, set) in newest.iter().enumerate() {
            if from == to {
                continue;
            }
            shape.each(set, |code| {
                for col in 0..shape.size.cols() {
                    let rank = shape.rank(shape.moved(code, col, from, to));
                    next[rank / 64] |= 1 << (rank % 64);
                }
            });
        }
        let mut count = 0;
        for (word, (next, found)) in next.iter_mut().zip(&mut self.found).enumerate() {
            *next &= !*found;
            *found |= *next;
            let mut bits = *next;
            count += u64::from(bits.count_ones());
            while bits != 0 {
                let rank = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                put(&mut self.values, rank, level.min(MAX_DISTANCE));
            }
        }
        (next, count)
    }
}
