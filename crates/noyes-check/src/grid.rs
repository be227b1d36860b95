//! A board: every number from 0 to rows × columns − 1 once, 0 for the blank.

use std::fmt;

use crate::error::CheckError;
use crate::moves::Slide;

/// A board.
///
/// ```
/// use noyes_check::{Grid, Slide};
///
/// let board = Grid::new(2, 2, vec![1, 0, 3, 2])?;
/// let solved = board.slid(Slide::Up).unwrap();
/// assert_eq!(solved.to_string(), "1 2/3 0");
/// assert_eq!(board.slid(Slide::Down), None);
/// # Ok::<(), noyes_check::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    rows: usize,
    cols: usize,
    tiles: Vec<u16>,
}

impl Grid {
    /// The longest side of a board.
    pub const MOST_SIDE: usize = 127;

    /// A board of these tiles, row by row.
    pub fn new(rows: usize, cols: usize, tiles: Vec<u16>) -> Result<Self, CheckError> {
        let sides = 2..=Self::MOST_SIDE;
        if !sides.contains(&rows) || !sides.contains(&cols) {
            let words = format!("it has {rows} rows and {cols} columns, and each is from 2 to 127");
            return Err(CheckError::Board(words));
        }
        if tiles.len() != rows * cols {
            let words = format!("{rows}×{cols} cells and {} numbers", tiles.len());
            return Err(CheckError::Board(words));
        }
        let mut is_there = vec![false; tiles.len()];
        for &tile in &tiles {
            match is_there.get_mut(usize::from(tile)) {
                Some(there) if !*there => *there = true,
                Some(_) => return Err(CheckError::Board(format!("{tile} is there twice"))),
                None => {
                    let most = tiles.len() - 1;
                    let words = format!("{tile} is above {most}, the largest tile");
                    return Err(CheckError::Board(words));
                }
            }
        }
        Ok(Self { rows, cols, tiles })
    }

    /// Rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The tiles, row by row.
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// The row and column of a tile.
    pub fn place(&self, tile: u16) -> (usize, usize) {
        let cell = self.tiles.iter().position(|&other| other == tile);
        // Every number below the number of cells is there; a caller has no others.
        let cell = cell.unwrap_or(0);
        (cell / self.cols, cell % self.cols)
    }

    /// The board after a slide, unless there is no tile to slide that way.
    pub fn slid(&self, slide: Slide) -> Option<Self> {
        let mut grid = self.clone();
        let mut blank = self.place(0);
        grid.slide(&mut blank, slide).then_some(grid)
    }

    /// Slides a tile into the blank, which is at this row and column, and tells whether that could
    /// be done.
    pub(crate) fn slide(&mut self, blank: &mut (usize, usize), slide: Slide) -> bool {
        let (row, col) = *blank;
        // The tile comes from the side that it slides away from.
        let (from_row, from_col) = match slide {
            Slide::Up => (row + 1, col),
            Slide::Down => (row.wrapping_sub(1), col),
            Slide::Left => (row, col + 1),
            Slide::Right => (row, col.wrapping_sub(1)),
        };
        if from_row >= self.rows || from_col >= self.cols {
            return false;
        }
        let (from, to) = (from_row * self.cols + from_col, row * self.cols + col);
        self.tiles.swap(from, to);
        *blank = (from_row, from_col);
        true
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, tiles) in self.tiles.chunks(self.cols).enumerate() {
            let words: Vec<String> = tiles.iter().map(u16::to_string).collect();
            let gap = if row > 0 { "/" } else { "" };
            write!(f, "{gap}{}", words.join(" "))?;
        }
        Ok(())
    }
}
