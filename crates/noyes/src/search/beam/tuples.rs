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
//! n-tuple systems", Australian Journal of Intelligent Information Processing Systems 9, 2007) whose
//! weights all places share. Whether a tile's way is free is decided by its neighbours, and a
//! distance does not tell. The points do not depend on the size of the board.
//!
//! **Training** gives blocks further points for each three of their four cells, which are learned
//! from fewer boards: [`Tuples::numbers`]. [`Tuples::fold`] adds them to the points of blocks.
//!
//! **Cost.** A slide changes six blocks and ten lines, read before and after it: 18 bearings and 32
//! points, from 60 kB that are read often.

use super::net::LabelSlide;
use crate::board::Size;

/// Bearings: nine directions, the blank's, and that of cells beyond the board.
const BEARINGS: usize = 11;
const BLANK: u8 = 9;
const BEYOND: u8 = 10;
/// The bearing of a tile at home.
const HOME: u8 = 4;

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
        let number = |bearings: &[usize]| {
            let digits = bearings.iter();
            digits.fold(0, |number, &digit| number * BEARINGS + digit)
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

/// A cell to read, and where the bearings of its labels begin. Beyond the board it is cell 0, all of
/// whose labels have the bearing [`BEYOND`].
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    cell: u16,
    bearings: u16,
}

/// Points by four bits a bearing, in the frame of [`AROUND`].
#[derive(Clone, PartialEq, Eq)]
struct Frame {
    blocks: Vec<i16>,
    /// Of lines along the slide, and across it.
    along: Vec<i16>,
    across: Vec<i16>,
    /// By the cell `L`.
    places: Vec<[Place; AROUND.len()]>,
}

/// The points of tuples, laid out for slides.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct TupleTable {
    size: Size,
    /// By cell and label. A last row, beyond the board, follows.
    bearings: Vec<u8>,
    /// For slides along a row, and along a column.
    frames: [Frame; 2],
    points: Vec<i16>,
}

impl TupleTable {
    /// The largest boards whose cells and bearings are numbered in 16 bits.
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
        let frame = |is_down: bool| {
            let place = |left: usize, (down, right): (isize, isize)| {
                let (down, right) = if is_down {
                    (right, down)
                } else {
                    (down, right)
                };
                let row = size.row(left).checked_add_signed(down);
                let col = size.col(left).checked_add_signed(right);
                match (row, col) {
                    (Some(row), Some(col)) if row < size.rows() && col < size.cols() => {
                        let cell = row * size.cols() + col;
                        Place {
                            cell: cell as u16,
                            bearings: (cell * cells) as u16,
                        }
                    }
                    _ => Place {
                        cell: 0,
                        bearings: (cells * cells) as u16,
                    },
                }
            };
            let line = |is_across: bool| {
                spread(3, |digits| {
                    // A slide at the edge reads the line around a cell beyond the board, too.
                    if digits[1] == usize::from(BEYOND) {
                        return 0;
                    }
                    let digits = [0, 1, 2].map(|place| {
                        if is_across {
                            digits[place]
                        } else {
                            transposed(digits[place])
                        }
                    });
                    points[Tuples::BLOCKS + number(&digits)]
                })
            };
            Frame {
                blocks: spread(4, |digits| {
                    let mut digits = [digits[0], digits[1], digits[2], digits[3]];
                    if is_down {
                        digits.swap(1, 2);
                    }
                    points[number(&digits)]
                }),
                along: line(!is_down),
                across: line(is_down),
                places: (0..cells)
                    .map(|left| AROUND.map(|step| place(left, step)))
                    .collect(),
            }
        };
        Some(Self {
            size,
            frames: [frame(false), frame(true)],
            bearings,
            points: points.to_vec(),
        })
    }

    /// What a slide adds to the points of a board, which is as before the slide.
    #[inline(always)]
    pub fn change(&self, board: &[u8], slide: &LabelSlide) -> i32 {
        let frame = &self.frames[usize::from(!slide.is_across())];
        let left = slide.from.min(slide.to);
        let near = frame.places[left].map(|place| {
            let label = usize::from(board[usize::from(place.cell)]);
            u32::from(self.bearings[usize::from(place.bearings) + label])
        });
        let entered = self.bearings[slide.to * self.size.cells() + slide.label];
        let slid = if slide.from < slide.to {
            [u32::from(BLANK), u32::from(entered)]
        } else {
            [u32::from(entered), u32::from(BLANK)]
        };
        frame.points(&near, slid) - frame.points(&near, [near[8], near[9]])
    }

    /// The points of a board.
    pub fn points(&self, board: &[u8]) -> i32 {
        let numbers = Tuples::numbers(self.size, board).into_iter();
        let points = numbers.filter_map(|number| self.points.get(number as usize));
        points.map(|&points| i32::from(points)).sum()
    }
}

impl Frame {
    /// The points of the blocks and lines that hold `L` or `R`, if these have such bearings.
    #[inline(always)]
    fn points(&self, near: &[u32; AROUND.len()], [left, right]: [u32; 2]) -> i32 {
        let up = near[2] << 12 | near[3] << 8 | near[4] << 4 | near[5];
        let level = near[7] << 12 | left << 8 | right << 4 | near[10];
        let down = near[12] << 12 | near[13] << 8 | near[14] << 4 | near[15];
        let along = near[6] << 20 | level << 4 | near[11];
        let across = |step: usize, middle: u32| {
            near[step] << 16
                | near[3 + step] << 12
                | middle << 8
                | near[13 + step] << 4
                | near[16 + step]
        };
        let columns = [across(0, left), across(1, right)];
        let mut sum = 0;
        for shift in [0, 4, 8] {
            let [up, level, down] = [up, level, down].map(|row| row >> shift & 0xff);
            sum += i32::from(self.blocks[(up << 8 | level) as usize]);
            sum += i32::from(self.blocks[(level << 8 | down) as usize]);
            for column in columns {
                sum += i32::from(self.across[(column >> shift & 0xfff) as usize]);
            }
        }
        for shift in [0, 4, 8, 12] {
            sum += i32::from(self.along[(along >> shift & 0xfff) as usize]);
        }
        sum
    }
}

/// The number of digits in base [`BEARINGS`].
fn number(digits: &[usize]) -> usize {
    let digits = digits.iter();
    digits.fold(0, |number, &digit| number * BEARINGS + digit)
}

/// A table by four bits for each of `count` bearings, of points by bearings.
fn spread(count: u32, points: impl Fn(&[usize]) -> i16) -> Vec<i16> {
    let mut table = vec![0; 1 << (4 * count)];
    for (index, entry) in table.iter_mut().enumerate() {
        let digits: Vec<usize> = (0..count).rev().map(|k| index >> (4 * k) & 15).collect();
        if digits.iter().all(|&digit| digit < BEARINGS) {
            *entry = points(&digits);
        }
    }
    table
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
