//! The number on a tile.

/// A tile's number; 0 stands for the blank.
pub type Tile = u16;
