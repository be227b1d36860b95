//! Points of tuples: what a few neighbouring cells together say, by where their tiles want to go.
//!
//! The *bearing* of a tile is the direction of its goal cell: up, level or down, and left, level or
//! right. The blank and what lies beyond the board have bearings of their own. Two kinds of tuples
//! have points by the bearings of their cells:
//!
//! ```text
//! block   2×2 cells, also those that reach one line beyond the board
//! line    three cells of a row or column around every cell; columns are read transposed
//! ```
//!
//! This is an n-tuple network (W. W. Bledsoe & I. Browning, "Pattern recognition and reading by
//! machine", Eastern Joint Computer Conference 1959; S. M. Lucas, "Learning to play Othello with
//! n-tuple systems", Australian Journal of Intelligent Information Processing Systems 9, 2007)
//! whose weights all places share. Whether a tile's way is free is decided by its neighbours, and a
//! distance does not tell. The points do not depend on the size of the board.
//!
//! **Training** gives blocks further points for each three of their four cells, which are learned
//! from fewer boards: [`Tuples::numbers`]. [`Tuples::fold`] adds them to the points of blocks.
//!
//! **Cost.** A slide changes six blocks and ten lines, read before and after it: 19 bearings and 32
//! points, from two tables of 69 kB.

use super::net::LabelSlide;
use crate::board::{Direction, Size};

/// Bearings: nine directions, the blank's, and that of cells beyond the board.
pub(super) const BEARINGS: usize = 11;
pub(super) const BLANK: u8 = 9;
pub(super) const BEYOND: u8 = 10;
/// The bearing of a tile at home. A row further down is 3 more, a column further right 1 more.
pub(super) const HOME: u8 = 4;

/// The four cells of a block but one, as places of the block in reading order.
const CORNERS: [[usize; 3]; 4] = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];

/// Which points a board's tuples have.
#[derive(Clone, Copy, Debug)]
pub struct Tuples;

impl Tuples {
    /// The number of points of blocks, by their four bearings in reading order.
    const BLOCKS: usize = BEARINGS.pow(4);
    /// The number of points of lines, by their three bearings.
    const LINES: usize = BEARINGS.pow(3);
    /// The number of points in a net: blocks, then lines.
    pub const COUNT: usize = Self::BLOCKS + Self::LINES;
    /// The number of weights in training: those points, then the points of a block's corners.
    pub const WEIGHTS: usize = Self::COUNT + CORNERS.len() * Self::LINES;

    /// The numbers of the weights of a board's tuples. The blank's goal is the last cell.
    pub fn numbers(size: Size, board: &[u8]) -> Vec<u32> {
        let bearing = |row: isize, col: isize| -> usize {
            let (Ok(row), Ok(col)) = (usize::try_from(row), usize::try_from(col)) else {
                return BEYOND.into();
            };
            if row >= size.rows() || col >= size.cols() {
                return BEYOND.into();
            }
            let cell = row * size.cols() + col;
            bearing(size, board[cell].into(), cell).into()
        };
        let mut numbers = Vec::with_capacity(7 * size.cells() + 60);
        let (rows, cols) = (size.rows() as isize, size.cols() as isize);
        for row in -1..rows {
            for col in -1..cols {
                let block = [(0, 0), (0, 1), (1, 0), (1, 1)]
                    .map(|(down, right)| bearing(row + down, col + right));
                numbers.push(number(&block) as u32);
                for (corner, places) in CORNERS.iter().enumerate() {
                    let three = places.map(|place| block[place]);
                    let start = Self::COUNT + corner * Self::LINES;
                    numbers.push((start + number(&three)) as u32);
                }
            }
        }
        for row in 0..rows {
            for col in 0..cols {
                let across = [-1, 0, 1].map(|step| bearing(row, col + step));
                let down = [-1, 0, 1].map(|step| transposed(bearing(row + step, col)));
                for line in [across, down] {
                    numbers.push((Self::BLOCKS + number(&line)) as u32);
                }
            }
        }
        numbers
    }

    /// The points of blocks and lines, of which those of blocks hold the weights of their corners.
    pub fn fold(weights: &[f32]) -> Vec<f32> {
        debug_assert_eq!(weights.len(), Self::WEIGHTS);
        let mut points = weights[..Self::COUNT].to_vec();
        let corners = &weights[Self::COUNT..];
        for (number, points) in points[..Self::BLOCKS].iter_mut().enumerate() {
            let digit = |place: usize| number / BEARINGS.pow(3 - place as u32) % BEARINGS;
            for (weights, places) in corners.chunks_exact(Self::LINES).zip(&CORNERS) {
                let three = places.iter();
                *points += weights[three.fold(0, |sum, &place| sum * BEARINGS + digit(place))];
            }
        }
        points
    }
}

/// The bearing of a label on a cell.
fn bearing(size: Size, label: usize, cell: usize) -> u8 {
    if label + 1 == size.cells() {
        return BLANK;
    }
    let toward = |home: usize, place: usize| home.cmp(&place) as i8;
    let down = toward(size.row(label), size.row(cell));
    let right = toward(size.col(label), size.col(cell));
    HOME.wrapping_add_signed(3 * down + right)
}

/// A bearing mirrored along the main diagonal.
fn transposed(bearing: usize) -> usize {
    if bearing < usize::from(BLANK) {
        bearing % 3 * 3 + bearing / 3
    } else {
        bearing
    }
}

/// The cells around a slide, in a frame where it goes along a row: the cells `L` and `R` of the
/// slide are in the middle. A slide along a column is transposed.
///
/// ```text
///         0  1
///      2  3  4  5
///   6  7  L  R 10 11
///     12 13 14 15
///        16 17
/// ```
const AROUND: [(isize, isize); 18] = [
    (-2, 0),
    (-2, 1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (-1, 2),
    (0, -2),
    (0, -1),
    (0, 0),
    (0, 1),
    (0, 2),
    (0, 3),
    (1, -1),
    (1, 0),
    (1, 1),
    (1, 2),
    (2, 0),
    (2, 1),
];
const L: u8 = 8;
const R: u8 = 9;
/// Behind the cells around it: the tile that slides, on the cell that it enters.
const ENTERED: u8 = AROUND.len() as u8;
/// The places that a slide reads.
pub(super) const PLACES: usize = AROUND.len() + 1;
/// A place whose bearing is 0: the first digit of lines.
const NOTHING: u8 = 31;

/// Blocks and lines that hold `L` or `R`, by their places: six blocks, four lines along the slide,
/// and three lines across it through either cell.
pub(super) const WINDOWS: usize = 16;
const BEFORE: [[u8; 4]; WINDOWS] = [
    [2, 3, 7, L],
    [3, 4, L, R],
    [4, 5, R, 10],
    [7, L, 12, 13],
    [L, R, 13, 14],
    [R, 10, 14, 15],
    [NOTHING, 6, 7, L],
    [NOTHING, 7, L, R],
    [NOTHING, L, R, 10],
    [NOTHING, R, 10, 11],
    [NOTHING, 0, 3, L],
    [NOTHING, 3, L, 13],
    [NOTHING, L, 13, 16],
    [NOTHING, 1, 4, R],
    [NOTHING, 4, R, 14],
    [NOTHING, R, 14, 17],
];

/// Where the points of a window begin in [`Frame::points`].
pub(super) const STARTS: [u32; WINDOWS] = {
    let mut starts = [0; WINDOWS];
    let mut window = 6;
    while window < WINDOWS {
        let lines = if window < 10 { 0 } else { Tuples::LINES };
        starts[window] = (Tuples::BLOCKS + lines) as u32;
        window += 1;
    }
    starts
};

/// The windows before a slide, after one from `L` to `R`, and after one from `R` to `L`. The
/// bearing that the blank had is that of the cell which the tile leaves.
pub(super) const SLID: [[[u8; 4]; WINDOWS]; 3] = [BEFORE, slid(L, R), slid(R, L)];

const fn slid(from: u8, to: u8) -> [[u8; 4]; WINDOWS] {
    let mut windows = BEFORE;
    let mut index = 0;
    while index < 4 * WINDOWS {
        let place = &mut windows[index / 4][index % 4];
        if *place == from {
            *place = to;
        } else if *place == to {
            *place = ENTERED;
        }
        index += 1;
    }
    windows
}

/// What a slide reads, by its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Neighbourhood {
    /// The cell of each place, or any if it is beyond the board.
    pub cells: [u8; 32],
    /// The row and the column that its bearing is told from.
    pub rows: [u8; 32],
    pub cols: [u8; 32],
    /// The places beyond the board, a bit each.
    pub beyond: u32,
    /// Where the bearings of its labels begin.
    starts: [u16; PLACES],
    /// Whether the slide goes along a column.
    pub is_down: bool,
    /// Which of [`SLID`] are its windows afterwards.
    pub after: u8,
}

/// The points of tuples, laid out for slides.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct TupleTable {
    size: Size,
    /// By cell and label. A last row, beyond the board, follows.
    bearings: Vec<u8>,
    /// By edge (`slide_steps.rs`). Edges that are no slides are not read.
    pub places: Vec<Neighbourhood>,
    /// For slides along a row, and along a column: points of blocks, of lines along the slide, and
    /// of lines across it.
    pub frames: [Vec<i32>; 2],
    /// By label, for boards of up to 128 cells: the row and the column of its home.
    pub home_rows: [u8; 128],
    pub home_cols: [u8; 128],
    points: Vec<i16>,
}

impl TupleTable {
    /// The largest boards whose cells and bearings are numbered in 8 and 16 bits.
    const MOST_CELLS: usize = 255;

    /// The points of a net, in the order of [`Tuples::COUNT`]. None if the board is too large.
    pub fn new(size: Size, points: &[i16]) -> Option<Self> {
        let cells = size.cells();
        if cells > Self::MOST_CELLS {
            return None;
        }
        let mut bearings = Vec::with_capacity((cells + 1) * cells);
        for cell in 0..cells {
            bearings.extend((0..cells).map(|label| bearing(size, label, cell)));
        }
        bearings.resize((cells + 1) * cells, BEYOND);
        let mut table = Self {
            size,
            bearings,
            places: Vec::with_capacity(4 * cells),
            frames: [false, true].map(|is_down| frame(points, is_down)),
            home_rows: [0; 128],
            home_cols: [0; 128],
            points: points.to_vec(),
        };
        let homes = table.home_rows.iter_mut().zip(&mut table.home_cols);
        for (label, (row, col)) in homes.enumerate().take(cells) {
            (*row, *col) = (size.row(label) as u8, size.col(label) as u8);
        }
        for to in 0..cells {
            table
                .places
                .extend(Direction::ALL.map(|by| places(size, to, by)));
        }
        Some(table)
    }

    /// What a slide adds to the points of a board, which is as before the slide.
    #[inline(always)]
    pub fn change(&self, board: &[u8], slide: &LabelSlide) -> i32 {
        let places = &self.places[slide.edge];
        let mut bearings = [0; 32];
        for (place, bearing) in bearings[..PLACES].iter_mut().enumerate() {
            let label = usize::from(board[usize::from(places.cells[place])]);
            *bearing = self.bearings[usize::from(places.starts[place]) + label];
        }
        let points = &self.frames[usize::from(places.is_down)];
        let sum = |windows: &[[u8; 4]; WINDOWS]| {
            let mut sum = 0;
            for (window, &start) in windows.iter().zip(&STARTS) {
                let digits = window.map(|place| usize::from(bearings[usize::from(place & 31)]));
                sum += points[start as usize + number(&digits)];
            }
            sum
        };
        sum(&SLID[usize::from(places.after)]) - sum(&SLID[0])
    }

    /// The points of a board.
    pub fn points(&self, board: &[u8]) -> i32 {
        let numbers = Tuples::numbers(self.size, board).into_iter();
        let points = numbers.filter_map(|number| self.points.get(number as usize));
        points.map(|&points| i32::from(points)).sum()
    }
}

/// What a slide into a cell reads.
fn places(size: Size, to: usize, by: Direction) -> Neighbourhood {
    let cells = size.cells();
    let is_down = matches!(by, Direction::Up | Direction::Down);
    // The tile comes from the cell after this one if it slides up or to the left.
    let comes_from_after = matches!(by, Direction::Up | Direction::Left);
    let step = |(down, right): (isize, isize)| {
        if is_down {
            (right, down)
        } else {
            (down, right)
        }
    };
    let at = |(down, right): (isize, isize)| {
        let row = size.row(to).checked_add_signed(down);
        let col = size.col(to).checked_add_signed(right);
        match (row, col) {
            (Some(row), Some(col)) if row < size.rows() && col < size.cols() => {
                Some(row * size.cols() + col)
            }
            _ => None,
        }
    };
    let mut places = Neighbourhood {
        cells: [0; 32],
        rows: [0; 32],
        cols: [0; 32],
        beyond: 0,
        starts: [(cells * cells) as u16; PLACES],
        is_down,
        after: if comes_from_after { 2 } else { 1 },
    };
    let mut set = |place: usize, cell: Option<usize>, bearing_on: usize| match cell {
        Some(cell) => {
            places.cells[place] = cell as u8;
            places.rows[place] = size.row(bearing_on) as u8;
            places.cols[place] = size.col(bearing_on) as u8;
            places.starts[place] = (bearing_on * cells) as u16;
        }
        None => places.beyond |= 1 << place,
    };
    // Steps are from `L`, which is the cell that is entered or the one before it.
    let left = if comes_from_after { 0 } else { -1 };
    for (place, &(down, right)) in AROUND.iter().enumerate() {
        let cell = at(step((down, right + left)));
        set(place, cell, cell.unwrap_or(0));
    }
    let from = at(step((0, if comes_from_after { 1 } else { -1 })));
    set(usize::from(ENTERED), from, to);
    places
}

/// The points of one frame.
fn frame(points: &[i16], is_down: bool) -> Vec<i32> {
    let digits = |number: usize| [3, 2, 1, 0].map(|k| number / BEARINGS.pow(k) % BEARINGS);
    let blocks = (0..Tuples::BLOCKS).map(|index| {
        let mut digits = digits(index);
        if is_down {
            digits.swap(1, 2);
        }
        i32::from(points[number(&digits)])
    });
    let line = |is_across: bool, index: usize| {
        let [_, a, b, c] = digits(index);
        // A slide at the edge reads the line around a cell beyond the board, too.
        if b == usize::from(BEYOND) {
            return 0;
        }
        let line = if is_across {
            [a, b, c]
        } else {
            [a, b, c].map(transposed)
        };
        i32::from(points[Tuples::BLOCKS + number(&line)])
    };
    let along = (0..Tuples::LINES).map(|index| line(!is_down, index));
    let across = (0..Tuples::LINES).map(|index| line(is_down, index));
    blocks.chain(along).chain(across).collect()
}

/// The number of digits in base [`BEARINGS`].
#[inline(always)]
fn number(digits: &[usize]) -> usize {
    let digits = digits.iter();
    digits.fold(0, |number, &digit| number * BEARINGS + digit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SlideTable;

    fn some_weights() -> Vec<f32> {
        let some = |k: usize| (k * 7919 % 199) as f32 - 99.0;
        (0..Tuples::WEIGHTS).map(some).collect()
    }

    fn some_points() -> Vec<i16> {
        let points = Tuples::fold(&some_weights()).into_iter();
        points.map(|points| points as i16).collect()
    }

    fn board(cells: usize, step: usize) -> Vec<u8> {
        (0..cells).map(|cell| (cell * step % cells) as u8).collect()
    }

    #[test]
    fn folded_points_add_up_to_the_weights() {
        let (weights, size) = (some_weights(), Size::new(4, 5).unwrap());
        let table = TupleTable::new(size, &some_points()).unwrap();
        for step in [3, 7, 11] {
            let board = board(20, step);
            let numbers = Tuples::numbers(size, &board).into_iter();
            let sum: f32 = numbers.map(|number| weights[number as usize]).sum();
            assert_eq!(table.points(&board), sum as i32);
        }
    }

    #[test]
    fn changes_agree_with_points_from_scratch() {
        for (rows, cols) in [(2, 2), (3, 3), (4, 6), (7, 5), (2, 9)] {
            let size = Size::new(rows, cols).unwrap();
            let table = TupleTable::new(size, &some_points()).unwrap();
            let slide_table = SlideTable::new(size);
            let mut board = board(size.cells(), 1);
            let mut blank = size.cells() - 1;
            let mut points = table.points(&board);
            for k in 0..600usize {
                let slides: Vec<_> = slide_table.slides(blank).collect();
                let (_, from) = slides[k * k * 7 % slides.len()];
                let slide = LabelSlide::new(usize::from(board[from]), from, blank);
                points += table.change(&board, &slide);
                board.swap(from, blank);
                blank = from;
                assert_eq!(points, table.points(&board), "{rows}×{cols}");
            }
        }
    }

    #[test]
    fn lines_of_a_transposed_board_have_the_same_points() {
        let size = Size::new(5, 5).unwrap();
        let mut points = some_points();
        points[..Tuples::BLOCKS].fill(0);
        let table = TupleTable::new(size, &points).unwrap();
        let mirror = |cell: usize| cell % 5 * 5 + cell / 5;
        for step in [3, 7, 11] {
            let board = board(25, step);
            let other = (0..25).map(|cell| mirror(board[mirror(cell)].into()) as u8);
            let other: Vec<u8> = other.collect();
            assert_ne!(table.points(&board), 0);
            assert_eq!(table.points(&board), table.points(&other));
        }
    }
}
