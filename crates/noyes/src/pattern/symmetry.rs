//! The symmetries of a rectangle: reflections and rotations.
//!
//! A board reflected or rotated, its tiles renamed with their goal cells, is a board just as hard.
//! That serves twice:
//!
//! * A symmetry that leaves the blank's goal cell alone gives a second *view* of the same tables,
//!   and
//!   the maximum of the two sums is a better bound.
//! * A symmetry that does not lets tables for one goal cell of the blank serve others: a goal with
//!   the blank first is one with the blank last, rotated by half a turn.

use crate::board::{Direction, Moves, Size};

/// One of the eight ways to map a rectangle to itself or to its transposed.
///
/// ```
/// use noyes::Size;
/// use noyes::pattern::Symmetry;
///
/// let size = Size::new(4, 4)?;
/// // Goals with the blank first and last share tables.
/// let symmetry = Symmetry::to_canonical(size, 0);
/// assert_eq!((symmetry.to(), symmetry.cell(0)), (size, 15));
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    from: Size,
    to: Size,
    transpose: bool,
    flip_rows: bool,
    flip_cols: bool,
    cells: Box<[u16]>,
}

impl Symmetry {
    /// Flips rows and columns as told, then exchanges rows and columns if told.
    fn new(from: Size, transpose: bool, flip_rows: bool, flip_cols: bool) -> Self {
        let to = if transpose { from.transposed() } else { from };
        let flip = |flipped: bool, line: usize, lines: usize| {
            if flipped { lines - 1 - line } else { line }
        };
        let image = |cell: usize| {
            let row = flip(flip_rows, from.row(cell), from.rows());
            let col = flip(flip_cols, from.col(cell), from.cols());
            let (row, col) = if transpose { (col, row) } else { (row, col) };
            (row * to.cols() + col) as u16
        };
        Self {
            from,
            to,
            transpose,
            flip_rows,
            flip_cols,
            cells: (0..from.cells()).map(image).collect(),
        }
    }

    /// All eight of a size, the identity first. Four of those of a rectangle that is not square map
    /// it to its transposed.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::Symmetry;
    ///
    /// let size = Size::new(2, 3)?;
    /// let to_itself = Symmetry::all(size).filter(|symmetry| symmetry.to() == size);
    /// assert_eq!((Symmetry::all(size).count(), to_itself.count()), (8, 4));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn all(size: Size) -> impl Iterator<Item = Self> {
        (0..8).map(move |code| Self::new(size, code & 1 == 1, code & 2 == 2, code & 4 == 4))
    }

    /// Those that map the size to itself and leave `cell` where it is, the identity first.
    ///
    /// # Panics
    ///
    /// If `cell` is not on the board.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::Symmetry;
    ///
    /// let size = Size::new(3, 3)?;
    /// // A corner stays in one reflection, the cell in the middle in all.
    /// assert_eq!((Symmetry::fixing(size, 8).count(), Symmetry::fixing(size, 4).count()), (2, 8));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn fixing(size: Size, cell: usize) -> impl Iterator<Item = Self> {
        Self::all(size).filter(move |way| way.to == size && way.cell(cell) == cell)
    }

    /// The views in which the tables of a size and blank home are read: the identity, and a
    /// symmetry that leaves the blank home alone, if there is another. Each is its own inverse.
    ///
    /// # Panics
    ///
    /// If `blank_home` is not on the board.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::Symmetry;
    ///
    /// assert_eq!(Symmetry::views(Size::new(4, 4)?, 15).len(), 2);
    /// assert_eq!(Symmetry::views(Size::new(4, 3)?, 11).len(), 1);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn views(size: Size, blank_home: usize) -> Vec<Self> {
        Self::fixing(size, blank_home).take(2).collect()
    }

    /// The symmetry to the *canonical* board: no wider than tall, with the blank's goal cell as
    /// late as possible. Boards with the same canonical board share tables. (Narrow boards are
    /// better: a slide along a column passes fewer tiles.)
    ///
    /// # Panics
    ///
    /// If `blank_home` is not on the board.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::Symmetry;
    ///
    /// let symmetry = Symmetry::to_canonical(Size::new(3, 4)?, 0);
    /// assert_eq!((symmetry.to(), symmetry.cell(0)), (Size::new(4, 3)?, 11));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn to_canonical(size: Size, blank_home: usize) -> Self {
        let mut best = Self::new(size, size.rows() < size.cols(), false, false);
        for way in Self::all(size) {
            // Most goals have the blank last: no way is better.
            if best.cell(blank_home) + 1 == size.cells() {
                break;
            }
            if way.to.rows() >= way.to.cols() && way.cell(blank_home) > best.cell(blank_home) {
                best = way;
            }
        }
        best
    }

    /// The size mapped to.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::Symmetry;
    ///
    /// let size = Size::new(3, 4)?;
    /// assert_eq!(Symmetry::to_canonical(size, 11).to(), size.transposed());
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn to(&self) -> Size {
        self.to
    }

    /// Where a cell goes.
    ///
    /// # Panics
    ///
    /// If the cell is not on the board mapped from.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::Symmetry;
    ///
    /// // Along the main diagonal.
    /// let mirror = &Symmetry::views(Size::new(3, 3)?, 8)[1];
    /// assert_eq!((mirror.cell(1), mirror.cell(3), mirror.cell(4)), (3, 1, 4));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    #[inline]
    pub fn cell(&self, cell: usize) -> usize {
        usize::from(self.cells[cell])
    }

    /// A labelled board mapped: its cells and its labels. It must be of the size mapped from; a
    /// larger one panics, a smaller one panics or means nothing.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::Symmetry;
    ///
    /// let mirror = &Symmetry::views(Size::new(2, 2)?, 3)[1];
    /// // The tiles of the cells 1 and 2 change names and cells.
    /// assert_eq!(mirror.labels(&[0, 3, 2, 1]), [0, 1, 3, 2]);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn labels(&self, labels: &[u16]) -> Vec<u16> {
        let mut image = vec![0; labels.len()];
        for (cell, &label) in labels.iter().enumerate() {
            image[self.cell(cell)] = self.cells[usize::from(label)];
        }
        image
    }

    /// The slide on the board mapped from that corresponds to `direction` on the one mapped to.
    ///
    /// ```
    /// use noyes::pattern::Symmetry;
    /// use noyes::{Direction, Size};
    ///
    /// // By half a turn, to the goal with the blank last.
    /// let turn = Symmetry::to_canonical(Size::new(4, 2)?, 0);
    /// assert_eq!(turn.direction_back(Direction::Up), Direction::Down);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn direction_back(&self, direction: Direction) -> Direction {
        let direction = if self.transpose {
            direction.transposed()
        } else {
            direction
        };
        let vertical = matches!(direction, Direction::Up | Direction::Down);
        let flipped = if vertical {
            self.flip_rows
        } else {
            self.flip_cols
        };
        if flipped {
            direction.opposite()
        } else {
            direction
        }
    }

    /// Moves found on the board mapped to, as moves on the one mapped from.
    ///
    /// ```
    /// use noyes::pattern::Symmetry;
    /// use noyes::{Direction, Moves, Size};
    ///
    /// let mirror = &Symmetry::views(Size::new(3, 3)?, 8)[1];
    /// let moves = Moves::from(vec![Direction::Up, Direction::Left]);
    /// assert_eq!(mirror.moves_back(&moves).to_string(), "LU");
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn moves_back(&self, moves: &Moves) -> Moves {
        moves.iter().map(|&way| self.direction_back(way)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(rows: usize, cols: usize) -> Size {
        Size::new(rows, cols).unwrap()
    }

    #[test]
    fn slides_correspond() {
        for size in [size(3, 3), size(2, 4), size(4, 3)] {
            for way in Symmetry::all(size) {
                for blank in 0..size.cells() {
                    for direction in Direction::ALL {
                        let there = way.to().source_cell(way.cell(blank), direction);
                        let here = size.source_cell(blank, way.direction_back(direction));
                        assert_eq!(here.map(|cell| way.cell(cell)), there);
                    }
                }
            }
        }
    }

    #[test]
    fn goals_that_share_tables() {
        for corner in [0, 3, 12, 15] {
            assert_eq!(Symmetry::to_canonical(size(4, 4), corner).cell(corner), 15);
        }
        let way = Symmetry::to_canonical(size(3, 4), 0);
        assert_eq!((way.to(), way.cell(0)), (size(4, 3), 11));
        assert_eq!(
            Symmetry::to_canonical(size(4, 4), 15),
            Symmetry::all(size(4, 4)).next().unwrap()
        );
        assert_eq!(Symmetry::fixing(size(4, 4), 15).count(), 2);
        assert_eq!(Symmetry::fixing(size(3, 3), 4).count(), 8);
        assert_eq!(Symmetry::fixing(size(3, 4), 11).count(), 1);
    }
}
