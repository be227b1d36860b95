//! The independent replayer every shown solution goes through.
//!
//! It knows boards, goals and slides and nothing else: it keeps the tiles in a plain list of
//! its own and moves them by row and column, so that a mistake in packing, tables or search
//! cannot hide here.
//!
//! ```
//! use noyes::verify::verify;
//! use noyes::{Board, Direction, Moves};
//!
//! let (board, goal): (Board, Board) = ("1 2/0 3".parse()?, "1 2/3 0".parse()?);
//! assert!(verify(&board, &goal, &Moves::from(vec![Direction::Left])).is_ok());
//! assert!(verify(&board, &goal, &Moves::new()).is_err());
//! # Ok::<(), noyes::format::ReadError>(())
//! ```

use crate::board::{Board, Direction, Moves};

/// Why moves do not lead from a board to its goal. Moves count from 1.
///
/// ```
/// use noyes::verify::{VerifyError, verify};
/// use noyes::{Board, Direction, Moves};
///
/// let board = Board::new(&[[1, 2], [0, 3]])?;
/// let goal = Board::goal(board.size());
/// let error = verify(&board, &goal, &Moves::new()).unwrap_err();
/// assert_eq!(error.to_string(), "without a move 1 tile is still out of place");
/// let error = verify(&board, &goal, &Moves::from(vec![Direction::Up])).unwrap_err();
/// assert!(matches!(error, VerifyError::Blocked { number: 1, row: 2, col: 1, .. }));
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A move would push a tile from outside the board.
    #[error(
        "move {number} ({direction}) cannot be made: the blank is in row {row}, column {col}, with no tile to slide {direction} into it"
    )]
    Blocked {
        /// Which move, from 1.
        number: usize,
        /// The way the tile should have slid.
        direction: Direction,
        /// The blank's row then, from 1.
        row: usize,
        /// The blank's column then, from 1.
        col: usize,
    },
    /// All moves can be made but another board is reached.
    #[error("{} {} still out of place", after(*moves), tiles_are(*wrong))]
    NotSolved {
        /// How many moves were made.
        moves: usize,
        /// How many tiles are not where the goal wants them.
        wrong: usize,
    },
}

fn after(moves: usize) -> String {
    match moves {
        0 => "without a move".to_owned(),
        1 => "after the one move".to_owned(),
        moves => format!("after all {moves} moves"),
    }
}

fn tiles_are(count: usize) -> String {
    match count {
        1 => "1 tile is".to_owned(),
        count => format!("{count} tiles are"),
    }
}

/// Replays `moves` on `board` and checks that `goal` is reached.
///
/// The sizes must agree: with a goal of another size the answer is always an error.
///
/// ```
/// use noyes::verify::verify;
/// use noyes::{Board, Direction, Moves};
///
/// let board = Board::new(&[[1, 2], [0, 3]])?;
/// let goal = Board::goal(board.size());
/// assert_eq!(verify(&board, &goal, &Moves::from(vec![Direction::Left])), Ok(()));
/// assert!(verify(&board, &goal, &Moves::from(vec![Direction::Down])).is_err());
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
pub fn verify(board: &Board, goal: &Board, moves: &Moves) -> Result<(), VerifyError> {
    let end = replay(board, moves)?;
    let wrong = |(found, wanted): &(&u16, &u16)| found != wanted && **wanted != 0;
    let wrong_tiles = end.iter().zip(goal.tiles()).filter(wrong).count();
    if board.size() == goal.size() && end == goal.tiles() {
        Ok(())
    } else {
        Err(VerifyError::NotSolved {
            moves: moves.len(),
            wrong: wrong_tiles.max(1),
        })
    }
}

/// The tiles in reading order after all moves.
///
/// A move that cannot be made gives [`VerifyError::Blocked`]; where the moves lead is not checked.
///
/// ```
/// use noyes::verify::replay;
/// use noyes::{Board, Direction, Moves};
///
/// let board = Board::new(&[[1, 2], [0, 3]])?;
/// let moves = Moves::from(vec![Direction::Down, Direction::Left]);
/// assert_eq!(replay(&board, &moves)?, [2, 0, 1, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn replay(board: &Board, moves: &Moves) -> Result<Vec<u16>, VerifyError> {
    let (rows, cols) = (board.rows(), board.cols());
    let mut tiles = board.tiles().to_vec();
    let (mut row, mut col) = (board.blank() / cols, board.blank() % cols);
    for (number, &direction) in (1..).zip(moves.iter()) {
        // The tile comes from the side opposite to the way it slides.
        let (from_row, from_col) = match direction {
            Direction::Up => (row.wrapping_add(1), col),
            Direction::Down => (row.wrapping_sub(1), col),
            Direction::Left => (row, col.wrapping_add(1)),
            Direction::Right => (row, col.wrapping_sub(1)),
        };
        if from_row >= rows || from_col >= cols {
            return Err(VerifyError::Blocked {
                number,
                direction,
                row: row + 1,
                col: col + 1,
            });
        }
        tiles[row * cols + col] = tiles[from_row * cols + from_col];
        tiles[from_row * cols + from_col] = 0;
        (row, col) = (from_row, from_col);
    }
    Ok(tiles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Left, Right, Up};

    #[test]
    fn right_wrong_and_blocked() {
        let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]).unwrap();
        let goal = Board::goal(board.size());
        let check = |moves: &[Direction]| verify(&board, &goal, &moves.to_vec().into());
        assert_eq!(check(&[Left, Up, Left, Up]), Ok(()));
        assert_eq!(
            check(&[Left, Up, Left]),
            Err(VerifyError::NotSolved { moves: 3, wrong: 1 })
        );
        let blocked = check(&[Left, Down, Right]).unwrap_err();
        assert!(
            blocked
                .to_string()
                .starts_with("move 2 (D) cannot be made: the blank is in row 1, column 2")
        );
        assert!(check(&[Right]).is_err());
    }

    #[test]
    fn replay_agrees_with_slide() {
        let mut board = Board::new(&[[5, 2, 3], [4, 0, 1], [7, 8, 6]]).unwrap();
        let moves = Moves::from(vec![Up, Left, Down, Down, Right, Right, Up, Up]);
        let end = replay(&board, &moves).unwrap();
        for &direction in moves.iter() {
            board = board.slide(direction).unwrap();
        }
        assert_eq!(end, board.tiles());
    }
}
