//! The slides possible from each cell of the blank, tabulated for the search loops.

use super::{Direction, Size};

/// [`Size::source_cell`] for every cell of the blank and every direction.
///
/// The blank's cell that its methods take must be a cell of the size; with another they panic.
///
/// ```
/// use noyes::board::SlideTable;
/// use noyes::{Direction, Size};
///
/// let table = SlideTable::new(Size::new(3, 3)?);
/// // With the blank in the last corner, the tiles above it and to its left can slide.
/// assert_eq!(table.source_cell(8, Direction::Down), Some(5));
/// assert_eq!(table.source_cell(8, Direction::Up), None);
/// assert_eq!(table.slides(8).count(), 2);
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SlideTable {
    /// By cell of the blank and direction: the cell of the tile that slides, or `NONE`.
    source_cells: Box<[[u16; 4]]>,
}

impl SlideTable {
    const NONE: u16 = u16::MAX;

    /// Tabulates the slides of a size.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::board::SlideTable;
    ///
    /// let table = SlideTable::new(Size::new(2, 2)?);
    /// assert!((0..4).all(|blank| table.slides(blank).count() == 2));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn new(size: Size) -> Self {
        let source_cells = (0..size.cells())
            .map(|blank| {
                Direction::ALL.map(|direction| {
                    size.source_cell(blank, direction)
                        .map_or(Self::NONE, |cell| cell as u16)
                })
            })
            .collect();
        Self { source_cells }
    }

    /// The cell of the tile that would slide in `direction` into a blank at cell `blank`; none
    /// where the board ends.
    ///
    /// # Panics
    ///
    /// If the cell is not on the board.
    ///
    /// ```
    /// use noyes::board::SlideTable;
    /// use noyes::{Direction, Size};
    ///
    /// let table = SlideTable::new(Size::new(3, 3)?);
    /// // The tile below a blank in the first corner slides up; none slides down.
    /// assert_eq!(table.source_cell(0, Direction::Up), Some(3));
    /// assert_eq!(table.source_cell(0, Direction::Down), None);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    #[inline]
    pub fn source_cell(&self, blank: usize, direction: Direction) -> Option<usize> {
        let cell = self.source_cells[blank][direction as usize];
        (cell != Self::NONE).then_some(usize::from(cell))
    }

    /// Every slide possible with the blank at cell `blank`: its direction and the tile's cell.
    ///
    /// # Panics
    ///
    /// If the cell is not on the board.
    ///
    /// ```
    /// use noyes::board::SlideTable;
    /// use noyes::{Direction, Size};
    ///
    /// let table = SlideTable::new(Size::new(3, 3)?);
    /// assert!(table.slides(0).eq([(Direction::Up, 3), (Direction::Left, 1)]));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    #[inline]
    pub fn slides(&self, blank: usize) -> impl Iterator<Item = (Direction, usize)> + '_ {
        let row = self.source_cells[blank];
        Direction::ALL.into_iter().filter_map(move |direction| {
            let cell = row[direction as usize];
            (cell != Self::NONE).then_some((direction, usize::from(cell)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slide_and_its_opposite_come_back() {
        let size = Size::new(3, 4).unwrap();
        let table = SlideTable::new(size);
        for blank in 0..size.cells() {
            for direction in Direction::ALL {
                let cell = size.source_cell(blank, direction);
                assert_eq!(table.source_cell(blank, direction), cell);
                if let Some(cell) = cell {
                    assert_eq!(size.distance(blank, cell), 1);
                    let back = size.source_cell(cell, direction.opposite());
                    assert_eq!(back, Some(blank));
                }
            }
        }
    }
}
