//! The board and its words: size, tile, direction, move.

#[allow(clippy::module_inception)]
mod board;
mod direction;
mod error;
mod metric;
mod moves;
mod packed;
mod size;
mod tiles;

pub use board::Board;
pub use direction::Direction;
pub use error::BoardError;
pub use metric::Metric;
pub use moves::Moves;
pub use packed::{Cells, Packed};
pub use size::{Size, SlideTable};
pub use tiles::{Tile, Tiles};
