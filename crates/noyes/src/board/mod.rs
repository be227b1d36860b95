//! The board and its words: size, tile, direction, move.

#[allow(clippy::module_inception)]
mod board;
mod convert;
mod direction;
mod error;
mod metric;
mod moves;
mod packed;
mod size;
mod tile;

pub use board::Board;
pub use direction::Direction;
pub use error::BoardError;
pub use metric::Metric;
pub use moves::Moves;
pub(crate) use packed::with_packed;
pub use packed::{Cells, Packed};
pub use size::{Size, SlideTable};
pub use tile::Tile;
