//! A grid of numbers as some text gave it, before anything is checked.

/// A tile's number; 0 stands for the blank.
pub type Tile = u16;

/// Rows of numbers, not yet a board: [`Board::new`](super::Board::new) decides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tiles {
    /// The rows from top to bottom, 0 for the blank.
    pub rows: Vec<Vec<u32>>,
}

impl Tiles {
    /// Cuts a list of numbers into rows of `cols`; the last may come out short.
    pub fn from_cells(cells: &[u32], cols: usize) -> Self {
        Self {
            rows: cells.chunks(cols.max(1)).map(<[u32]>::to_vec).collect(),
        }
    }
}
