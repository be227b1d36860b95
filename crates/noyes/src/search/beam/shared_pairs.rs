//! Points for neighbouring tiles that all places of the board share.
//!
//! What two neighbours cost together depends most on where each wants to go. So their points follow
//! from the step between them, and from how far from home either is, by rows and columns; from
//! [`FAR`] on all distances are one. A board of 8×8 would need 1.3 million points of pairs of its
//! own ([`super::pairs`]), which takes thousands of boards to learn. These are 2,401 for every
//! size, and a few hundred boards are enough. The blank is left out.
//!
//! A board and its transpose mean the same, so the points of two tiles below each other are those
//! of two beside each other, transposed.
//!
//! **Cost.** A slide changes the pairs of one tile: nine bytes are read, of a table that stays in
//! the processor's first cache.

use super::arch::{Kernel, at};
use super::net::LabelSlide;
use crate::board::Size;

/// Rows and columns from home, at most.
const FAR: isize = 3;
/// Distances from home by rows, and by columns: −3 to 3.
const SIDE: usize = 2 * FAR as usize + 1;
/// Kinds of tiles by distance from home.
const KINDS: usize = SIDE * SIDE;
/// Kinds and that of the blank and of cells beyond the board, which have no points.
const ALL_KINDS: usize = KINDS + 1;
const NO_TILE: u8 = KINDS as u8;

/// Neighbours of a cell: up, left, right, down. Opposite ones add up to 3.
const STEPS: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// Which points a pair of neighbours has.
#[derive(Clone, Copy, Debug)]
pub struct SharedPairs;

impl SharedPairs {
    /// The number of points, by the kinds of the left and the right tile.
    pub const COUNT: usize = KINDS * KINDS;

    /// The numbers of the points of a board's pairs. The blank's goal is the last cell.
    pub fn numbers(size: Size, board: &[u8]) -> Vec<u32> {
        let mut numbers = Vec::new();
        for (cell, &label) in board.iter().enumerate() {
            for (is_down, other) in [(false, right_of(size, cell)), (true, below(size, cell))] {
                let Some(other) = other else { continue };
                let blank = board.len() - 1;
                let (a, b) = (usize::from(label), usize::from(board[other]));
                if a != blank && b != blank {
                    let number = number(kind(size, a, cell), kind(size, b, other), is_down);
                    numbers.push(number as u32);
                }
            }
        }
        numbers
    }
}

fn right_of(size: Size, cell: usize) -> Option<usize> {
    (size.col(cell) + 1 < size.cols()).then_some(cell + 1)
}

fn below(size: Size, cell: usize) -> Option<usize> {
    (size.row(cell) + 1 < size.rows()).then_some(cell + size.cols())
}

/// The kind of a tile: how far home is, by rows and columns.
fn kind(size: Size, label: usize, cell: usize) -> usize {
    let far = |home: usize, place: usize| {
        (home as isize - place as isize)
            .clamp(-FAR, FAR)
            .wrapping_add(FAR) as usize
    };
    far(size.row(label), size.row(cell)) * SIDE + far(size.col(label), size.col(cell))
}

/// The number of the points of two neighbours, the left or the upper one first.
fn number(first: usize, second: usize, is_down: bool) -> usize {
    let transposed = |kind: usize| kind % SIDE * SIDE + kind / SIDE;
    if is_down {
        transposed(first) * KINDS + transposed(second)
    } else {
        first * KINDS + second
    }
}

/// A neighbour of a cell, as numbers that need no more than sums to find points.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Neighbour {
    /// The cell to read. Where the board ends it is any cell, with the row beyond the board.
    cell: u8,
    /// The number of the step's kinds before it.
    step: u8,
    /// Where the row of its kinds begins.
    row: u32,
}

/// The points, laid out for slides.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct SharedPairTable {
    cells: usize,
    /// By cell and label: the kind of a tile. A last row, beyond the board, has no tiles.
    kinds: Vec<u8>,
    /// By cell and step: a cell to read, and the row of its kinds. Where the board ends it is the
    /// cell itself and the row beyond the board.
    neighbours: Vec<[(u16, u16); 4]>,
    /// By edge: three neighbours of the cell that a tile enters, without the one that it leaves,
    /// and three of that one, without the blank.
    around: Vec<[Neighbour; 6]>,
    /// By kind of the tile, step, and kind of the neighbour.
    points: Vec<i8>,
}

impl SharedPairTable {
    pub fn new(size: Size, shared: &[i8]) -> Self {
        let cells = size.cells();
        let mut kinds = Vec::with_capacity((cells + 1) * cells);
        for cell in 0..cells {
            kinds.extend((0..cells - 1).map(|label| kind(size, label, cell) as u8));
            kinds.push(NO_TILE);
        }
        kinds.resize((cells + 1) * cells, NO_TILE);
        let neighbour = |cell: usize, (down, right): (isize, isize)| {
            let row = size.row(cell).checked_add_signed(down);
            let col = size.col(cell).checked_add_signed(right);
            match (row, col) {
                (Some(row), Some(col)) if row < size.rows() && col < size.cols() => {
                    let other = row * size.cols() + col;
                    (other as u16, other as u16)
                }
                _ => (cell as u16, cells as u16),
            }
        };
        let mut points = vec![0; ALL_KINDS * 4 * ALL_KINDS];
        for a in 0..KINDS {
            for b in 0..KINDS {
                for (step, (down, right)) in STEPS.into_iter().enumerate() {
                    let is_first = down + right > 0;
                    let (first, second) = if is_first { (a, b) } else { (b, a) };
                    points[(a * 4 + step) * ALL_KINDS + b] =
                        shared[number(first, second, down != 0)];
                }
            }
        }
        let neighbours: Vec<_> = (0..cells)
            .map(|cell| STEPS.map(|step| neighbour(cell, step)))
            .collect();
        let mut around = vec![[Neighbour::default(); 6]; 4 * cells];
        for to in 0..cells {
            for from in (0..cells).filter(|&from| size.distance(from, to) == 1) {
                let others = |cell: usize, but: usize| {
                    let is_other = move |&(_, &(other, row)): &(usize, &(u16, u16))| {
                        usize::from(other) != but || usize::from(row) == cells
                    };
                    let steps = neighbours[cell].iter().enumerate().filter(is_other);
                    steps.map(|(step, &(other, row))| Neighbour {
                        cell: other as u8,
                        step: (step * ALL_KINDS) as u8,
                        row: u32::from(row) * cells as u32,
                    })
                };
                let both = others(to, from).chain(others(from, to));
                let edge = LabelSlide::new(0, from, to).edge;
                for (place, neighbour) in around[edge].iter_mut().zip(both) {
                    *place = neighbour;
                }
            }
        }
        Self {
            cells,
            kinds,
            neighbours,
            around,
            points,
        }
    }

    /// The points of a board.
    pub fn points(&self, board: &[u8]) -> i32 {
        let labels = board.iter().enumerate();
        let tiles = labels.filter(|&(_, &label)| usize::from(label) + 1 != self.cells);
        let points = tiles.map(|(cell, &label)| self.points_at(board, usize::from(label), cell));
        // Every pair has been seen by both of its tiles.
        points.sum::<i32>() / 2
    }

    /// The points of a tile's pairs, if it were at `cell`.
    #[inline(always)]
    fn points_at(&self, board: &[u8], label: usize, cell: usize) -> i32 {
        let kind = usize::from(self.kinds[cell * self.cells + label]);
        let points = &self.points[kind * 4 * ALL_KINDS..(kind + 1) * 4 * ALL_KINDS];
        let mut sum = 0;
        for (step, &(other, row)) in self.neighbours[cell].iter().enumerate() {
            let label = usize::from(board[usize::from(other)]);
            let kind = self.kinds[usize::from(row) * self.cells + label];
            sum += i32::from(points[step * ALL_KINDS + usize::from(kind)]);
        }
        sum
    }

    /// What a slide adds to the points of a board, which is as before the slide.
    #[cfg(test)]
    pub fn change(&self, board: &[u8], slide: &LabelSlide) -> i32 {
        // SAFETY: all reads are checked.
        unsafe { self.change_by::<super::arch::scalar::Portable>(board, slide) }
    }

    /// What a slide adds to the points of a board, which is as before the slide.
    ///
    /// # Safety
    ///
    /// If reads are not checked: the board is a permutation of the labels of the table's size, and
    /// the slide is one of this board.
    #[inline(always)]
    pub unsafe fn change_by<K: Kernel>(&self, board: &[u8], slide: &LabelSlide) -> i32 {
        // SAFETY: the caller's.
        unsafe {
            let around = at::<K, _>(&self.around, slide.edge);
            let [entered, left] = [slide.to, slide.from].map(|cell| {
                let kind = at::<K, _>(&self.kinds, cell * K::cells(self.cells) + slide.label);
                usize::from(kind) * 4 * ALL_KINDS
            });
            let points = |tile: usize, neighbour: Neighbour| {
                let label = at::<K, _>(board, usize::from(neighbour.cell));
                let kind = neighbour.row as usize + usize::from(label);
                let kind = at::<K, _>(&self.kinds, kind);
                let number = tile + usize::from(neighbour.step) + usize::from(kind);
                i32::from(at::<K, _>(&self.points, number))
            };
            let mut change = 0;
            let mut step = 0;
            while step < 3 {
                change += points(entered, around[step]);
                change -= points(left, around[step + 3]);
                step += 1;
            }
            change
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SlideTable;
    use crate::goal::{Goal, Instance};
    use crate::scramble::Scrambler;

    fn some_points() -> Vec<i8> {
        let points = (0..SharedPairs::COUNT).map(|k| (k * 89 % 201) as i32 - 100);
        points.map(|points| points as i8).collect()
    }

    #[test]
    fn the_table_agrees_with_the_numbers_and_slides_with_both() {
        for (rows, cols) in [(3, 4), (8, 8)] {
            let size = Size::new(rows, cols).unwrap();
            let shared = some_points();
            let table = SharedPairTable::new(size, &shared);
            let by_numbers = |board: &[u8]| {
                let numbers = SharedPairs::numbers(size, board).into_iter();
                numbers.map(|n| i32::from(shared[n as usize])).sum::<i32>()
            };
            let slide_table = SlideTable::new(size);
            let board = Scrambler::new(size, &Goal::BlankLast, 5).unwrap().uniform();
            let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
            let mut board: Vec<u8> = instance.labels().iter().map(|&l| l as u8).collect();
            let mut blank = instance.blank();
            let mut points = table.points(&board);
            for k in 0..300usize {
                let slides: Vec<_> = slide_table.slides(blank).collect();
                let (_, from) = slides[k * k * 7 % slides.len()];
                let slide = LabelSlide::new(usize::from(board[from]), from, blank);
                points += table.change(&board, &slide);
                board.swap(from, blank);
                blank = from;
                assert_eq!(points, table.points(&board));
                assert_eq!(points, by_numbers(&board));
            }
        }
    }

    #[test]
    fn a_board_and_its_transpose_have_the_same_points() {
        let size = Size::new(6, 6).unwrap();
        let table = SharedPairTable::new(size, &some_points());
        let mirror = |cell: usize| cell % 6 * 6 + cell / 6;
        for step in [5, 7, 11] {
            let board: Vec<u8> = (0..36).map(|cell| (cell * step % 36) as u8).collect();
            let other = (0..36).map(|cell| mirror(board[mirror(cell)].into()) as u8);
            let other: Vec<u8> = other.collect();
            assert_ne!(table.points(&board), 0);
            assert_eq!(table.points(&board), table.points(&other));
        }
    }
}
