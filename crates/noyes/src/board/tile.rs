//! The number on a tile.

/// A tile's number; 0 stands for the blank.
///
/// ```
/// use noyes::Board;
/// use noyes::board::Tile;
///
/// let board = Board::new(&[[1, 2], [3, 0]])?;
/// let last: Option<Tile> = board.tile_at(1, 1);
/// assert_eq!(last, Some(0));
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
pub type Tile = u16;
