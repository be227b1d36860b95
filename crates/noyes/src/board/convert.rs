//! Boards from rows of numbers.

use super::{Board, BoardError};

/// ```
/// use noyes::Board;
///
/// let board = Board::try_from(vec![vec![1, 2], vec![0, 3]])?;
/// assert_eq!(board.manhattan(), 1);
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
impl TryFrom<Vec<Vec<u32>>> for Board {
    type Error = BoardError;

    fn try_from(rows: Vec<Vec<u32>>) -> Result<Self, BoardError> {
        Self::new(&rows)
    }
}

impl TryFrom<&[Vec<u32>]> for Board {
    type Error = BoardError;

    fn try_from(rows: &[Vec<u32>]) -> Result<Self, BoardError> {
        Self::new(rows)
    }
}

/// ```
/// use noyes::Board;
///
/// let board = Board::try_from([[1, 2, 3], [4, 0, 5]])?;
/// assert_eq!((board.rows(), board.cols()), (2, 3));
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
impl<const ROWS: usize, const COLS: usize> TryFrom<[[u32; COLS]; ROWS]> for Board {
    type Error = BoardError;

    fn try_from(rows: [[u32; COLS]; ROWS]) -> Result<Self, BoardError> {
        Self::new(&rows)
    }
}

impl<const ROWS: usize, const COLS: usize> TryFrom<&[[u32; COLS]; ROWS]> for Board {
    type Error = BoardError;

    fn try_from(rows: &[[u32; COLS]; ROWS]) -> Result<Self, BoardError> {
        Self::new(rows)
    }
}

/// The rows of tiles, 0 for the blank.
///
/// ```
/// use noyes::Board;
///
/// let board = Board::new(&[[1, 2], [0, 3]])?;
/// assert_eq!(Vec::from(&board), [[1, 2], [0, 3]]);
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
impl From<&Board> for Vec<Vec<u32>> {
    fn from(board: &Board) -> Self {
        let rows = board.tiles().chunks(board.cols());
        rows.map(|row| row.iter().map(|&tile| u32::from(tile)).collect())
            .collect()
    }
}
