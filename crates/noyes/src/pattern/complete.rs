//! Complete tables: one bit for each solvable arrangement of a small board.
//!
//! # Idea
//!
//! The same bit as in pattern tables, `(h >> 1) & 1` of the true distance h. Bit 0 is the colour of
//! the blank's cell, and a neighbour is one nearer or one farther. So a board is solved by walking
//! downhill, a bit a neighbour, without a search.
//!
//! A pattern of all tiles does the same up to ten cells (see `catalogue`), with twice the bits and
//! large tables of rotations. This form reaches twelve cells: 12 × 11!/2 bits, 30 MB.
//!
//! # Index
//!
//! The blank's cell, and the tiles in reading order as a permutation of n = cells − 1. Its rank in
//! lexicographic order is Σ dₚ (n−1−p)!. The order of the last two tiles follows from the parity,
//! so half the rank is enough:
//!
//! ```text
//! rank / 2 =  d₀ … dₚ₋₁  |  dₚ … dₚ₊ₘ  |  the rest
//!             prefix        window        (rest)!/2 orders
//! ```
//!
//! A slide along a row leaves the permutation alone. A slide along a column takes a tile past
//! m = cols − 1 others, because all other cells are full: only the window's digits change, in the
//! same way for all prefixes and rests. Where the rest is shorter than two tiles the window reaches
//! to the end, and its change depends on the parity of the prefix too.
//!
//! # Build
//!
//! Breadth first, a set of 11!/2 bits (2.5 MB) for each cell of the blank. Slides along a row are
//! ORs of whole sets; slides along a column go bit by bit within the cache. Each level writes the
//! cells of one colour and reads those of the other, one thread a cell.

use super::permutation::{factorial, rank, unrank};
use crate::board::{Direction, DirectionSet, Moves, Size};
use crate::guard::{Event, Guard, Stop};

/// The distances of all arrangements of a board.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::pattern::Complete;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let (table, layers) = Complete::build(board.size(), 8, &Guard::new(&Silent))?;
/// assert_eq!(layers.iter().sum::<u64>(), 181_440);
/// assert_eq!(table.solve(instance.labels()).map(|moves| moves.len()), Some(14));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Complete {
    size: Size,
    home: usize,
    orders: usize,
    /// For each cell of the blank, a bit an order.
    bits: Vec<Vec<u64>>,
}

impl Complete {
    /// The most cells: thirteen would take 400 MB and minutes.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::Complete;
    ///
    /// assert!(Size::new(3, 4)?.cells() <= Complete::MOST_CELLS);
    /// assert!(Size::new(3, 5)?.cells() > Complete::MOST_CELLS);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub const MOST_CELLS: usize = 12;
    /// No board of that many cells needs more moves: the deepest, of 2×6 cells, needs 80.
    const MOST_MOVES: usize = 128;

    /// Bytes of a table's bits; the largest number there is, where they do not fit.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::Complete;
    ///
    /// assert_eq!(Complete::bytes(Size::new(3, 4)?), 29_937_600);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn bytes(size: Size) -> usize {
        let words = (factorial(size.tiles()) / 2).div_ceil(64);
        words.saturating_mul(8 * size.cells())
    }

    /// Builds the table of a size and the blank's goal cell on the guard's threads, and counts the
    /// arrangements at distance 0, 1, 2, …
    ///
    /// The guard is told the arrangements found so far after each level, and can stop the build
    /// there. Its memory limit is compared with three times [`Complete::bytes`] first.
    ///
    /// # Panics
    ///
    /// If the board has more than [`Complete::MOST_CELLS`] cells, or `home` is not one of them.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::guard::{Guard, Silent};
    /// use noyes::pattern::Complete;
    ///
    /// let (_, layers) = Complete::build(Size::new(2, 2)?, 3, &Guard::new(&Silent))?;
    /// assert_eq!(layers, [1, 2, 2, 2, 2, 2, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build(size: Size, home: usize, guard: &Guard<'_>) -> Result<(Self, Vec<u64>), Stop> {
        assert!(size.cells() <= Self::MOST_CELLS, "the board is too large");
        assert!(
            home < size.cells(),
            "the goal cell of the blank is a cell of the board"
        );
        guard.check_memory(3 * Self::bytes(size))?;
        let orders = factorial(size.tiles()) / 2;
        let words = orders.div_ceil(64);
        let columns = Columns::new(size, home);
        let mut sets: Vec<Set> = (0..size.cells())
            .map(|_| Set {
                found: vec![0; words],
                value: vec![0; words],
            })
            .collect();
        let mut newest = vec![vec![0u64; words]; size.cells()];
        newest[home][0] = 1;
        sets[home].found[0] = 1;
        let mut layers = vec![1u64];
        let (name, total) = (Self::name(size, home), (size.cells() * orders) as u64);
        loop {
            guard.tell(&Event::Table {
                name: name.clone(),
                done: layers.iter().sum(),
                total,
            })?;
            let level = layers.len();
            let mut written: Vec<(usize, &mut Set, Vec<u64>)> = sets
                .iter_mut()
                .enumerate()
                .filter(|&(cell, _)| size.distance(cell, home) % 2 == level % 2)
                .map(|(cell, set)| (cell, set, Vec::new()))
                .collect();
            guard
                .threads()
                .for_each_mut(&mut written, |_, (cell, set, grown)| {
                    *grown = set.grow(&newest, &columns, *cell, level);
                });
            let mut count = 0;
            for (cell, _, set) in written {
                count += set
                    .iter()
                    .map(|word| u64::from(word.count_ones()))
                    .sum::<u64>();
                newest[cell] = set;
            }
            if count == 0 {
                break;
            }
            layers.push(count);
        }
        let bits = sets.into_iter().map(|set| set.value).collect();
        let table = Self {
            size,
            home,
            orders,
            bits,
        };
        Ok((table, layers))
    }

    /// The name of a table, fit for a file.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::Complete;
    ///
    /// assert_eq!(Complete::name(Size::new(4, 3)?, 11), "4x3-b11-complete");
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn name(size: Size, home: usize) -> String {
        format!("{}x{}-b{home}-complete", size.rows(), size.cols())
    }

    /// The bits as bytes, little-endian.
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::Complete};
    /// let size = Size::new(2, 2)?;
    /// let (table, _) = Complete::build(size, 3, &Guard::new(&Silent))?;
    /// assert_eq!(table.to_bytes().len(), Complete::bytes(size));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let words = self.bits.iter().flatten();
        words.flat_map(|word| word.to_le_bytes()).collect()
    }

    /// The table whose bits these are: none if they are not of the right number, or there is no
    /// such table. That they are the bits of this size and blank home is not checked; with others
    /// [`Complete::solve`] finds nothing, or too long a solution. [`blob`](super::blob) has
    /// checksums that names are part of.
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::Complete};
    /// let size = Size::new(2, 2)?;
    /// let (table, _) = Complete::build(size, 3, &Guard::new(&Silent))?;
    /// let read = Complete::from_bytes(size, 3, &table.to_bytes()).unwrap();
    /// assert_eq!(read.solve(&[3, 2, 1, 0]), table.solve(&[3, 2, 1, 0]));
    /// assert!(Complete::from_bytes(size, 3, &[0; 5]).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(size: Size, home: usize, bytes: &[u8]) -> Option<Self> {
        let is_table = size.cells() <= Self::MOST_CELLS && home < size.cells();
        if !is_table || bytes.len() != Self::bytes(size) {
            return None;
        }
        let words = |bytes: &[u8]| {
            let words = bytes.as_chunks::<8>().0.iter();
            words.map(|&word| u64::from_le_bytes(word)).collect()
        };
        let bits = bytes
            .chunks(bytes.len() / size.cells())
            .map(words)
            .collect();
        Some(Self {
            size,
            home,
            orders: factorial(size.tiles()) / 2,
            bits,
        })
    }

    /// The board's size.
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::Complete};
    /// let (table, _) = Complete::build(Size::new(2, 2)?, 3, &Guard::new(&Silent))?;
    /// assert_eq!(table.size(), Size::new(2, 2)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn size(&self) -> Size {
        self.size
    }

    /// The goal cell of the blank.
    ///
    /// ```
    /// # use noyes::{Size, guard::{Guard, Silent}, pattern::Complete};
    /// let (table, _) = Complete::build(Size::new(2, 2)?, 3, &Guard::new(&Silent))?;
    /// assert_eq!(table.blank_home(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn blank_home(&self) -> usize {
        self.home
    }

    /// The two low bits of the distance of a solvable labelled board.
    fn low_bits(&self, labels: &[u16], blank: usize) -> usize {
        let tiles: Vec<u8> = labels
            .iter()
            .filter(|&&label| usize::from(label) != self.home)
            .map(|&label| (label - u16::from(usize::from(label) > self.home)) as u8)
            .collect();
        let order = rank(&tiles) / 2;
        debug_assert!(order < self.orders);
        let bit = self.bits[blank][order / 64] >> (order % 64) & 1;
        2 * bit as usize + self.size.distance(blank, self.home) % 2
    }

    /// A shortest solution of a labelled board (see [`crate::Instance::labels`]): each slide leads
    /// to a neighbour whose two low bits are one less.
    ///
    /// None where the bits lead nowhere: the table is wrong, or the board cannot be solved.
    /// `labels` must be a permutation of this size whose blank is the label
    /// [`Complete::blank_home`]; others may panic.
    ///
    /// ```
    /// # use noyes::{Goal, Instance, Size, guard::{Guard, Silent}, pattern::Complete};
    /// let (table, _) = Complete::build(Size::new(2, 2)?, 3, &Guard::new(&Silent))?;
    /// let instance = Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?;
    /// let moves = table.solve(instance.labels());
    /// assert_eq!(moves.map(|moves| moves.to_string()).as_deref(), Some("L"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&self, labels: &[u16]) -> Option<Moves> {
        let mut labels = labels.to_vec();
        let home = self.home as u16;
        let mut blank = labels.iter().position(|&label| label == home)?;
        let mut moves = Moves::new();
        let mut low_bits = self.low_bits(&labels, blank);
        while !labels.iter().copied().eq(0..labels.len() as u16) {
            if moves.len() == Self::MOST_MOVES {
                return None;
            }
            low_bits = (low_bits + 3) % 4;
            let (direction, cell) = Direction::ALL.into_iter().find_map(|direction| {
                let cell = self.size.source_cell(blank, direction)?;
                labels.swap(blank, cell);
                if self.low_bits(&labels, cell) == low_bits {
                    return Some((direction, cell));
                }
                labels.swap(blank, cell);
                None
            })?;
            moves.push(direction);
            blank = cell;
        }
        Some(moves)
    }
}

impl Complete {
    /// All first slides of the shortest solutions of a labelled board: those to a neighbour whose
    /// two low bits are one less. The goal has none.
    ///
    /// `labels` must be those of a solvable board, as for [`Complete::solve`]: others get slides
    /// without meaning, or may panic.
    ///
    /// ```
    /// use noyes::guard::{Guard, Silent};
    /// use noyes::pattern::Complete;
    /// use noyes::Size;
    ///
    /// let (table, _) = Complete::build(Size::new(2, 2)?, 3, &Guard::new(&Silent))?;
    /// // Three tiles go around either way.
    /// assert_eq!(table.first_moves(&[3, 2, 1, 0]).letters(), "UL");
    /// assert!(table.first_moves(&[0, 1, 2, 3]).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_moves(&self, labels: &[u16]) -> DirectionSet {
        let mut labels = labels.to_vec();
        let home = self.home as u16;
        let Some(blank) = labels.iter().position(|&label| label == home) else {
            return DirectionSet::EMPTY;
        };
        if labels.iter().copied().eq(0..labels.len() as u16) {
            return DirectionSet::EMPTY;
        }
        let nearer = (self.low_bits(&labels, blank) + 3) % 4;
        let all = Direction::ALL.into_iter();
        all.filter(|&direction| {
            self.size.source_cell(blank, direction).is_some_and(|cell| {
                labels.swap(blank, cell);
                let low_bits = self.low_bits(&labels, cell);
                labels.swap(blank, cell);
                low_bits == nearer
            })
        })
        .collect()
    }
}

/// The arrangements with the blank on one cell, while the table is built.
struct Set {
    found: Vec<u64>,
    value: Vec<u64>,
}

impl Set {
    /// What the neighbours' newest lead to and was not found before.
    fn grow(
        &mut self,
        newest: &[Vec<u64>],
        columns: &Columns,
        cell: usize,
        level: usize,
    ) -> Vec<u64> {
        let size = columns.size;
        let mut next = vec![0u64; self.found.len()];
        for direction in Direction::ALL {
            let Some(from) = size.source_cell(cell, direction) else {
                continue;
            };
            if size.row(from) == size.row(cell) {
                for (next, newest) in next.iter_mut().zip(&newest[from]) {
                    *next |= newest;
                }
            } else {
                columns.spread(&newest[from], from, cell, &mut next);
            }
        }
        let value = if level >> 1 & 1 == 1 { u64::MAX } else { 0 };
        let words = next.iter_mut().zip(&mut self.found).zip(&mut self.value);
        for ((next, found), values) in words {
            *next &= !*found;
            *found |= *next;
            *values |= *next & value;
        }
        next
    }
}

/// Slides along columns, for all orders.
struct Columns {
    size: Size,
    home: usize,
    /// By the upper of the two cells.
    steps: Vec<Step>,
}

/// A window of digits and how it changes.
struct Step {
    /// Orders of what comes after the window.
    rest: u32,
    /// Values of the window's digits.
    values: u32,
    /// The window after the blank went down and up, for each parity of the tiles from the window
    /// on.
    moved: [[Vec<u32>; 2]; 2],
    /// The parity of every prefix, where it matters.
    parities: Vec<bool>,
}

impl Columns {
    fn new(size: Size, home: usize) -> Self {
        let upper = 0..size.cells() - size.cols();
        let steps = upper
            .map(|place| Step::new(size.tiles(), place, size.cols()))
            .collect();
        Self { size, home, steps }
    }

    /// Adds the orders reached from a set when the blank goes from `from` to `to`.
    fn spread(&self, set: &[u64], from: usize, to: usize, next: &mut [u64]) {
        let step = &self.steps[from.min(to)];
        let moved = &step.moved[usize::from(to < from)];
        // Past an odd number of tiles the parity changes with every row.
        let rows = self.size.row(from).abs_diff(self.size.row(self.home));
        let odd = rows * (self.size.cols() - 1) % 2 == 1;
        for (word, &bits) in set.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let order = 64 * word as u32 + bits.trailing_zeros();
                bits &= bits - 1;
                let (ahead, rest) = (order / step.rest, order % step.rest);
                let (prefix, window) = (ahead / step.values, ahead % step.values);
                let prefix_odd = step.parities.get(prefix as usize).is_some_and(|&odd| odd);
                let window = moved[usize::from(odd != prefix_odd)][window as usize];
                let order = (prefix * step.values + window) * step.rest + rest;
                next[order as usize / 64] |= 1 << (order % 64);
            }
        }
    }
}

impl Step {
    /// The rotation of `width` tiles from `place` on, among `n`.
    fn new(n: usize, place: usize, width: usize) -> Self {
        let suffix = n - place;
        let rest = suffix - width;
        // With fewer than two tiles behind it the window takes them in.
        let (rest_orders, seen) = if rest >= 2 {
            (factorial(rest) / 2, width)
        } else {
            (1, suffix)
        };
        let values = factorial(suffix) / 2 / rest_orders;
        let turned = |value: usize, up: bool, odd: usize| {
            // Some arrangement of the suffix with this window, of the parity wanted.
            let order = 2 * value * rest_orders;
            let mut tiles = unrank(order, suffix);
            if seen == suffix && parity(&tiles) != odd {
                tiles = unrank(order + 1, suffix);
            }
            if up {
                tiles[..width].rotate_left(1);
            } else {
                tiles[..width].rotate_right(1);
            }
            (rank(&tiles) / 2 / rest_orders) as u32
        };
        let table = |up, odd| (0..values).map(|value| turned(value, up, odd)).collect();
        let moved = [false, true].map(|up| [0, 1].map(|odd| table(up, odd)));
        let mut parities = Vec::new();
        if seen == suffix {
            parities.push(false);
            for digit in 0..place {
                let choices = n - digit;
                let with = |odd: &bool| {
                    let odd = *odd;
                    (0..choices).map(move |chosen| odd != (chosen % 2 == 1))
                };
                parities = parities.iter().flat_map(with).collect();
            }
        }
        Self {
            rest: rest_orders as u32,
            values: values as u32,
            moved,
            parities,
        }
    }
}

/// 1 for an odd permutation.
fn parity(tiles: &[u8]) -> usize {
    let later = |(place, tile): (usize, &u8)| {
        tiles[place + 1..]
            .iter()
            .filter(|&other| other < tile)
            .count()
    };
    tiles.iter().enumerate().map(later).sum::<usize>() % 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::Silent;
    use crate::pattern::{Pattern, build};

    #[test]
    fn layers_and_bits_agree_with_the_pattern_of_all_tiles() {
        for (rows, cols, home) in [
            (2, 2, 3),
            (3, 2, 5),
            (2, 3, 4),
            (3, 3, 8),
            (3, 3, 4),
            (4, 2, 7),
            (2, 4, 0),
        ] {
            let size = Size::new(rows, cols).unwrap();
            let guard = Guard::new(&Silent);
            let (table, layers) = Complete::build(size, home, &guard).unwrap();
            let homes: Vec<usize> = (0..size.cells()).filter(|&cell| cell != home).collect();
            let pattern = Pattern::new(size, home, &homes).unwrap();
            let built = build(&pattern, &guard).unwrap();
            assert_eq!(layers, built.layers, "{size} {home}");
            let again = Complete::from_bytes(size, home, &table.to_bytes()).unwrap();
            assert_eq!(again.bits, table.bits);
            // A few boards all over: the goal, turned about by a long walk.
            let mut labels: Vec<u16> = (0..size.cells() as u16).collect();
            let mut blank = home;
            for step in 0..400usize {
                let direction = Direction::ALL[(step * step / 3 + step) % 4];
                if let Some(cell) = size.source_cell(blank, direction) {
                    labels.swap(blank, cell);
                    blank = cell;
                }
                let moves = table.solve(&labels).unwrap();
                assert_eq!(moves.len() as u32, built.table.distance(&labels, blank));
            }
        }
    }

    #[test]
    fn a_wrong_table_solves_nothing_and_ends() {
        let size = Size::new(3, 3).unwrap();
        let fills: [fn(u64) -> u8; 3] = [|_| 0, |_| u8::MAX, |n| crate::splitmix::nth(n) as u8];
        for fill in fills {
            let bytes: Vec<u8> = (0..Complete::bytes(size) as u64).map(fill).collect();
            let table = Complete::from_bytes(size, 8, &bytes).unwrap();
            let labels = [7, 6, 5, 4, 8, 3, 2, 1, 0];
            if let Some(moves) = table.solve(&labels) {
                assert!(moves.len() <= Complete::MOST_MOVES);
            }
        }
    }
}
