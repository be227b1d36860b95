//! The rows and columns of a board, and the steps from cell to cell.

use std::fmt;

use super::{BoardError, Direction};

/// Rows and columns of a board, each from 2 to 127.
///
/// Cells are numbered in reading order: the cell in row `r`, column `c` is `r * cols + c`.
///
/// ```
/// use noyes::{Direction, Size};
///
/// let size = Size::new(3, 4)?;
/// assert_eq!((size.cells(), size.row(6), size.col(6)), (12, 1, 2));
/// // The tile right of the blank slides left.
/// assert_eq!(size.source_cell(6, Direction::Left), Some(7));
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    rows: u8,
    cols: u8,
}

impl Size {
    /// The fewest rows or columns a board may have.
    ///
    /// ```
    /// use noyes::Size;
    ///
    /// assert!(Size::new(Size::MIN, Size::MAX).is_ok());
    /// assert!(Size::new(Size::MIN - 1, Size::MAX).is_err());
    /// ```
    pub const MIN: usize = 2;
    /// The most rows or columns a board may have.
    ///
    /// ```
    /// use noyes::Size;
    ///
    /// assert!(Size::new(Size::MAX + 1, 4).is_err());
    /// ```
    pub const MAX: usize = 127;

    /// Checks and makes a size. Rows and columns must be 2 to 127 each; others are an error that
    /// says so.
    ///
    /// ```
    /// use noyes::Size;
    ///
    /// assert_eq!(Size::new(3, 4)?.to_string(), "3×4");
    /// let error = Size::new(1, 4).unwrap_err().to_string();
    /// assert_eq!(error, "a 1×4 board is too small: both sides must be from 2 to 127");
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn new(rows: usize, cols: usize) -> Result<Self, BoardError> {
        let fits = |lines: usize| (Self::MIN..=Self::MAX).contains(&lines);
        if fits(rows) && fits(cols) {
            Ok(Self {
                rows: rows as u8,
                cols: cols as u8,
            })
        } else {
            Err(BoardError::Size { rows, cols })
        }
    }

    /// Number of rows.
    ///
    /// ```
    /// assert_eq!(noyes::Size::new(3, 4)?.rows(), 3);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }

    /// Number of columns.
    ///
    /// ```
    /// assert_eq!(noyes::Size::new(3, 4)?.cols(), 4);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn cols(self) -> usize {
        usize::from(self.cols)
    }

    /// Number of cells, the blank's included.
    ///
    /// ```
    /// assert_eq!(noyes::Size::new(4, 4)?.cells(), 16);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// Number of tiles: one less than cells.
    ///
    /// ```
    /// assert_eq!(noyes::Size::new(4, 4)?.tiles(), 15);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn tiles(self) -> usize {
        self.cells() - 1
    }

    /// Whether rows and columns are equally many.
    ///
    /// ```
    /// use noyes::Size;
    ///
    /// assert!(Size::new(3, 3)?.is_square() && !Size::new(3, 4)?.is_square());
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn is_square(self) -> bool {
        self.rows == self.cols
    }

    /// Whether both sides are at most `side` long.
    ///
    /// ```
    /// let size = noyes::Size::new(2, 5)?;
    /// assert!(size.fits_in(5) && !size.fits_in(4));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn fits_in(self, side: usize) -> bool {
        self.rows() <= side && self.cols() <= side
    }

    /// Columns for rows and rows for columns.
    ///
    /// ```
    /// use noyes::Size;
    ///
    /// assert_eq!(Size::new(3, 4)?.transposed(), Size::new(4, 3)?);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn transposed(self) -> Self {
        Self {
            rows: self.cols,
            cols: self.rows,
        }
    }

    /// The row of a cell, from 0. A cell behind the last one gets a row behind the last.
    ///
    /// ```
    /// let size = noyes::Size::new(3, 4)?;
    /// assert_eq!((size.row(6), size.col(6)), (1, 2));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn row(self, cell: usize) -> usize {
        cell / self.cols()
    }

    /// The column of a cell, from 0. A cell behind the last one gets the column it would have if
    /// there were more rows.
    ///
    /// ```
    /// let size = noyes::Size::new(3, 4)?;
    /// assert_eq!((size.col(3), size.col(4)), (3, 0));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn col(self, cell: usize) -> usize {
        cell % self.cols()
    }

    /// Steps between two cells along rows and columns. Both must be on the board; this is not
    /// checked, and the distance of other cells means nothing.
    ///
    /// ```
    /// let size = noyes::Size::new(3, 4)?;
    /// // From the first corner to the last: two rows and three columns.
    /// assert_eq!(size.distance(0, 11), 5);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn distance(self, a: usize, b: usize) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))
    }

    /// The cell of the tile that would slide in `direction` into a blank at cell `blank`; none
    /// where the board ends. The cell `blank` must be on the board: for another one the answer
    /// means nothing.
    ///
    /// ```
    /// use noyes::{Direction, Size};
    ///
    /// let size = Size::new(3, 3)?;
    /// // The tile below a blank in the corner slides up; none slides down.
    /// assert_eq!(size.source_cell(0, Direction::Up), Some(3));
    /// assert_eq!(size.source_cell(0, Direction::Down), None);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn source_cell(self, blank: usize, direction: Direction) -> Option<usize> {
        let (row, col) = (self.row(blank), self.col(blank));
        match direction {
            Direction::Up => (row + 1 < self.rows()).then(|| blank + self.cols()),
            Direction::Down => (row > 0).then(|| blank - self.cols()),
            Direction::Left => (col + 1 < self.cols()).then(|| blank + 1),
            Direction::Right => (col > 0).then(|| blank - 1),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.rows, self.cols)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_outside_the_range_are_refused() {
        for (rows, cols) in [(0, 0), (1, 1), (1, 5), (128, 128), (2, 128), (128, 2)] {
            assert_eq!(Size::new(rows, cols), Err(BoardError::Size { rows, cols }));
        }
        assert!(Size::new(2, 127).is_ok());
    }
}
