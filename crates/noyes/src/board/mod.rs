//! The board and its words: size, tile, direction, move.
//!
//! ```
//! use noyes::board::{Board, Direction, Size};
//!
//! let board = Board::new(&[[1, 2, 3], [4, 5, 6], [7, 0, 8]])?;
//! assert_eq!(board.size(), Size::new(3, 3)?);
//! assert!(board.slide(Direction::Left).is_some_and(|next| next.is_goal()));
//! # Ok::<(), noyes::board::BoardError>(())
//! ```

#[allow(clippy::module_inception)]
mod board;
mod convert;
mod direction;
mod direction_set;
mod error;
mod metric;
mod moves;
mod mutable;
mod packed;
mod rectangle;
#[cfg(feature = "serde")]
mod serialized;
mod size;
mod slide_table;
mod tile;

pub use board::Board;
pub use direction::Direction;
pub use direction_set::DirectionSet;
pub use error::BoardError;
pub use metric::Metric;
pub use moves::Moves;
pub(crate) use mutable::MutableBoard;
pub(crate) use packed::with_packed;
pub use packed::{Cells, Packed};
pub(crate) use rectangle::Rectangle;
pub use size::Size;
pub use slide_table::SlideTable;
pub use tile::Tile;
