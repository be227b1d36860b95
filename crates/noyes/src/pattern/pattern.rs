//! The tiles that a table is about.

use std::fmt;

use crate::board::Size;

/// A few tiles of a board, named by their goal cells, together with the blank's goal cell.
///
/// A cell holds one of its tiles or is free: other tiles are not told apart.
///
/// ```
/// use noyes::Size;
/// use noyes::pattern::Pattern;
///
/// let pattern = Pattern::new(Size::new(4, 4)?, 15, &[0, 1, 4, 5])?;
/// assert_eq!(pattern.tiles(), 4);
/// assert_eq!(pattern.to_string(), "4x4-b15-t0.1.4.5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    size: Size,
    blank_home: u8,
    mask: u64,
}

/// Why tiles make no pattern, or patterns no partition.
///
/// ```
/// use noyes::pattern::{Pattern, PatternError};
/// use noyes::Size;
///
/// let size = Size::new(3, 3)?;
/// assert_eq!(Pattern::new(size, 8, &[0, 8]), Err(PatternError::Cell { cell: 8 }));
/// assert_eq!(Pattern::new(size, 8, &[]), Err(PatternError::TileCount { tiles: 0, most: 9 }));
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// The board has too many cells.
    #[error(
        "a {size} board has too many cells for pattern tables, which reach {most}: search without them"
    )]
    TooLarge {
        /// The board's size.
        size: Size,
        /// The most cells a board may have.
        most: usize,
    },
    /// Too few or too many tiles.
    #[error(
        "a pattern of {tiles} tiles cannot be tabulated: it has from 1 to {most}, and fewer than the board has cells"
    )]
    TileCount {
        /// How many were given.
        tiles: usize,
        /// The most a pattern may have.
        most: usize,
    },
    /// A goal cell outside the board, or the blank's, or named twice.
    #[error(
        "goal cell {cell} cannot be in the pattern: give cells of the board, each once, and not the blank's"
    )]
    Cell {
        /// The cell.
        cell: usize,
    },
    /// Patterns of different boards.
    #[error(
        "the patterns are of different boards: give patterns of one size and one goal cell of the \
         blank"
    )]
    Mixed,
    /// The patterns of a partition leave out a tile.
    #[error(
        "the partition leaves out the tile of goal cell {cell}: every tile must be in one pattern"
    )]
    Missing {
        /// Its goal cell.
        cell: usize,
    },
}

impl Pattern {
    /// The most cells of a board.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::Pattern;
    ///
    /// assert_eq!(Pattern::MOST_CELLS, 36);
    /// assert!(Pattern::new(Size::new(6, 7)?, 41, &[0]).is_err());
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub const MOST_CELLS: usize = 36;
    /// The most tiles of a pattern: the permutations of ten would not fit in memory.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::{Pattern, PatternError};
    ///
    /// let homes: Vec<usize> = (0..10).collect();
    /// let error = Pattern::new(Size::new(4, 4)?, 15, &homes).unwrap_err();
    /// assert_eq!(error, PatternError::TileCount { tiles: 10, most: Pattern::MOST_TILES });
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub const MOST_TILES: usize = 9;

    /// Checks and makes a pattern from the goal cells of its tiles.
    ///
    /// | Argument | Contract | Else |
    /// |---|---|---|
    /// | `size` | at most [`Pattern::MOST_CELLS`] cells | [`PatternError::TooLarge`] |
    /// | `blank_home` | a cell of the board | [`PatternError::Cell`] |
    /// | `homes` | 1 to [`Pattern::MOST_TILES`] cells | [`PatternError::TileCount`] |
    /// | | cells of the board, each once and none the blank's | [`PatternError::Cell`] |
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::pattern::{Pattern, PatternError};
    ///
    /// let size = Size::new(3, 3)?;
    /// assert!(Pattern::new(size, 8, &[0, 1, 2]).is_ok());
    /// assert_eq!(Pattern::new(size, 8, &[0, 1, 1]), Err(PatternError::Cell { cell: 1 }));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn new(size: Size, blank_home: usize, homes: &[usize]) -> Result<Self, PatternError> {
        if size.cells() > Self::MOST_CELLS {
            return Err(PatternError::TooLarge {
                size,
                most: Self::MOST_CELLS,
            });
        }
        if blank_home >= size.cells() {
            return Err(PatternError::Cell { cell: blank_home });
        }
        if homes.is_empty() || homes.len() > Self::MOST_TILES || homes.len() >= size.cells() {
            return Err(PatternError::TileCount {
                tiles: homes.len(),
                most: Self::MOST_TILES,
            });
        }
        let mut mask = 0u64;
        for &cell in homes {
            if cell >= size.cells() || cell == blank_home || mask >> cell & 1 == 1 {
                return Err(PatternError::Cell { cell });
            }
            mask |= 1 << cell;
        }
        Ok(Self {
            size,
            blank_home: blank_home as u8,
            mask,
        })
    }

    /// The board's size.
    ///
    /// ```
    /// # use noyes::{Size, pattern::Pattern};
    /// assert_eq!(Pattern::new(Size::new(3, 2)?, 5, &[0, 1])?.size(), Size::new(3, 2)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn size(&self) -> Size {
        self.size
    }

    /// The goal cell of the blank.
    ///
    /// ```
    /// # use noyes::{Size, pattern::Pattern};
    /// assert_eq!(Pattern::new(Size::new(3, 2)?, 5, &[0, 1])?.blank_home(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn blank_home(&self) -> usize {
        usize::from(self.blank_home)
    }

    /// The goal cells of its tiles, one bit a cell.
    ///
    /// ```
    /// # use noyes::{Size, pattern::Pattern};
    /// assert_eq!(Pattern::new(Size::new(3, 2)?, 5, &[0, 1, 3])?.mask(), 0b1011);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mask(&self) -> u64 {
        self.mask
    }

    /// How many tiles it has.
    ///
    /// ```
    /// # use noyes::{Size, pattern::Pattern};
    /// assert_eq!(Pattern::new(Size::new(3, 2)?, 5, &[0, 1, 3])?.tiles(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tiles(&self) -> usize {
        self.mask.count_ones() as usize
    }

    /// Whether the tile of goal cell `label` belongs to it. The cell must be on the board: for
    /// another one the answer means nothing, or the call panics.
    ///
    /// ```
    /// # use noyes::{Size, pattern::Pattern};
    /// let pattern = Pattern::new(Size::new(3, 2)?, 5, &[0, 1])?;
    /// assert!(pattern.has(1) && !pattern.has(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has(&self, label: usize) -> bool {
        self.mask >> label & 1 == 1
    }

    /// The goal cells of its tiles, ascending.
    ///
    /// ```
    /// # use noyes::{Size, pattern::Pattern};
    /// let pattern = Pattern::new(Size::new(3, 2)?, 5, &[3, 0, 1])?;
    /// assert!(pattern.homes().eq([0, 1, 3]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn homes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.size.cells()).filter(|&cell| self.has(cell))
    }

    /// The place of tile `label`, which must be one of them, among the pattern's tiles in ascending
    /// order. For another label it is the number of tiles before it.
    pub(crate) fn place(&self, label: usize) -> usize {
        debug_assert!(self.has(label));
        (self.mask & ((1 << label) - 1)).count_ones() as usize
    }
}

/// `4x4-b15-t0.1.4.5`: size, blank and tiles, fit for the name of a file.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        write!(f, "{rows}x{cols}-b{}-t", self.blank_home)?;
        for (number, home) in self.homes().enumerate() {
            write!(f, "{}{home}", if number == 0 { "" } else { "." })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_checked_and_named() {
        let size = Size::new(4, 4).unwrap();
        let pattern = Pattern::new(size, 15, &[5, 0, 1]).unwrap();
        assert_eq!(pattern.to_string(), "4x4-b15-t0.1.5");
        assert_eq!((pattern.tiles(), pattern.place(5)), (3, 2));
        assert_eq!(
            Pattern::new(size, 15, &[15]),
            Err(PatternError::Cell { cell: 15 })
        );
        assert_eq!(
            Pattern::new(size, 15, &[3, 3]),
            Err(PatternError::Cell { cell: 3 })
        );
        assert!(Pattern::new(size, 15, &[]).is_err());
        assert!(Pattern::new(size, 15, &(0..10).collect::<Vec<_>>()).is_err());
        assert!(Pattern::new(Size::new(6, 7).unwrap(), 41, &[0]).is_err());
    }
}
