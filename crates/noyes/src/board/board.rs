//! The board: a checked, immutable arrangement of tiles and one blank.

use std::fmt;

use super::{BoardError, Direction, Size, Tile};

/// An immutable arrangement of the tiles 1, 2, … and one blank on a rectangle.
///
/// A board takes two bytes a tile and 24 for the rest. No method takes more time than in
/// proportion to the number of cells. Distances here are to the course's goal, tiles in reading
/// order and the blank last; [`Instance`](crate::Instance) knows other goals.
///
/// A board is made from rows with [`Board::new`] or `TryFrom`, or from text in any of the formats
/// of [`format`](mod@crate::format) with `str::parse`.
///
/// ```
/// use noyes::Board;
///
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// assert_eq!((board.hamming(), board.manhattan()), (5, 10));
/// assert_eq!(board.neighbors().count(), 4);
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    tiles: Box<[Tile]>,
    size: Size,
    blank: u16,
}

impl Board {
    /// Checks rows of tiles, 0 for the blank, and copies them into a board.
    ///
    /// There must be 2 to 127 rows, equally long, of 2 to 127 numbers, and the numbers must be 0,
    /// 1, 2, … each once. What does not hold is an error that names the place.
    ///
    /// ```
    /// use noyes::Board;
    ///
    /// let error = Board::new(&[[1, 2], [2, 0]]).unwrap_err();
    /// assert_eq!(error.cell(), Some((2, 1)));
    /// ```
    pub fn new<R: AsRef<[u32]>>(rows: &[R]) -> Result<Self, BoardError> {
        let cols = rows.first().map_or(0, |row| row.as_ref().len());
        if let Some((row, tiles)) = (1..)
            .zip(rows)
            .find(|(_, tiles)| tiles.as_ref().len() != cols)
        {
            return Err(BoardError::NotRectangular {
                row,
                expected: cols,
                found: tiles.as_ref().len(),
            });
        }
        let size = Size::new(rows.len(), cols)?;
        Self::from_cells(size, rows.iter().flat_map(|row| row.as_ref()).copied())
    }

    /// Checks the tiles of a board of known size, in reading order, 0 for the blank.
    ///
    /// `tiles` must yield exactly `size.cells()` numbers.
    fn from_cells(size: Size, tiles: impl Iterator<Item = u32>) -> Result<Self, BoardError> {
        const ABSENT: u16 = u16::MAX;
        let place = |cell: usize| (size.row(cell) + 1, size.col(cell) + 1);
        let mut cells: Vec<Tile> = Vec::with_capacity(size.cells());
        let mut cell_of = vec![ABSENT; size.cells()];
        let mut second = None;
        let mut surplus = None;
        for (cell, tile) in tiles.enumerate() {
            match cell_of.get_mut(tile as usize) {
                None => {
                    surplus.get_or_insert((tile, cell));
                }
                Some(slot) if *slot == ABSENT => *slot = cell as u16,
                Some(_) => {
                    second.get_or_insert((tile, cell));
                }
            }
            cells.push(tile.min(u32::from(u16::MAX)) as Tile);
        }
        debug_assert_eq!(cells.len(), size.cells());
        if let Some((tile, cell)) = surplus {
            let (row, col) = place(cell);
            let lacks_blank = cell_of[0] == ABSENT && tile as usize == size.cells();
            return Err(if lacks_blank {
                BoardError::NoBlank {
                    tile,
                    row,
                    col,
                    size,
                }
            } else {
                BoardError::OutOfRange {
                    tile,
                    row,
                    col,
                    size,
                }
            });
        }
        if let Some((tile, cell)) = second {
            let (row, col) = place(cell);
            let first = place(usize::from(cell_of[tile as usize]));
            let missing = cell_of.iter().position(|&cell| cell == ABSENT).unwrap_or(0) as u32;
            return Err(if tile == 0 {
                BoardError::TwoBlanks {
                    first,
                    row,
                    col,
                    missing,
                }
            } else {
                BoardError::Twice {
                    tile,
                    first,
                    row,
                    col,
                    missing,
                }
            });
        }
        Ok(Self {
            tiles: cells.into(),
            size,
            blank: cell_of[0],
        })
    }

    /// A board from cells known to be a permutation of 0, 1, …
    pub(crate) fn from_permutation(size: Size, tiles: Box<[Tile]>) -> Self {
        debug_assert_eq!(tiles.len(), size.cells());
        let blank = tiles.iter().position(|&tile| tile == 0);
        debug_assert!(blank.is_some());
        Self {
            tiles,
            size,
            blank: blank.unwrap_or(0) as u16,
        }
    }

    /// The course's goal of a size: tiles in reading order, the blank last.
    ///
    /// ```
    /// use noyes::{Board, Size};
    ///
    /// assert_eq!(Board::goal(Size::new(2, 3)?), "1 2 3/4 5 0".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn goal(size: Size) -> Self {
        let tiles = (1..=size.tiles() as Tile).chain([0]).collect();
        Self::from_permutation(size, tiles)
    }

    /// Rows and columns.
    ///
    /// ```
    /// let board: noyes::Board = "1 2 3/4 5 0".parse()?;
    /// assert_eq!(board.size().to_string(), "2×3");
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn size(&self) -> Size {
        self.size
    }

    /// n, for an n×n board; the number of rows, for one that is not square.
    ///
    /// ```
    /// let board: noyes::Board = "8 1 3/4 0 2/7 6 5".parse()?;
    /// assert_eq!(board.dimension(), 3);
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn dimension(&self) -> usize {
        self.size.rows()
    }

    /// Number of rows.
    ///
    /// ```
    /// let board: noyes::Board = "1 2 3/4 5 0".parse()?;
    /// assert_eq!((board.rows(), board.cols()), (2, 3));
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn rows(&self) -> usize {
        self.size.rows()
    }

    /// Number of columns.
    ///
    /// ```
    /// let board: noyes::Board = "1 2 3/4 5 0".parse()?;
    /// // A row is a slice of this length.
    /// assert_eq!(board.tiles().chunks(board.cols()).nth(1), Some(&[4, 5, 0][..]));
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn cols(&self) -> usize {
        self.size.cols()
    }

    /// The tiles in reading order, 0 for the blank.
    ///
    /// ```
    /// let board: noyes::Board = "1 2/0 3".parse()?;
    /// assert_eq!(board.tiles(), [1, 2, 0, 3]);
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The tile in a row and column counted from 0 (0 for the blank), if they are on the board.
    ///
    /// ```
    /// let board: noyes::Board = "8 1 3/4 0 2/7 6 5".parse()?;
    /// assert_eq!((board.tile_at(0, 2), board.tile_at(1, 1)), (Some(3), Some(0)));
    /// assert_eq!(board.tile_at(3, 0), None);
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn tile_at(&self, row: usize, col: usize) -> Option<Tile> {
        (row < self.rows() && col < self.cols()).then(|| self.tiles[row * self.cols() + col])
    }

    /// The cell of the blank: row times columns plus column, both counted from 0.
    ///
    /// ```
    /// let board: noyes::Board = "1 2 3/4 0 5".parse()?;
    /// assert_eq!(board.blank(), 4);
    /// assert_eq!(board.tiles()[board.blank()], 0);
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// How many tiles are out of place. The blank is not a tile.
    ///
    /// ```
    /// let board: noyes::Board = "8 1 3/4 0 2/7 6 5".parse()?;
    /// // The tiles 3, 4 and 7 are in place.
    /// assert_eq!(board.hamming(), 5);
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn hamming(&self) -> u32 {
        (0..)
            .zip(&self.tiles)
            .filter(|&(cell, &tile)| tile != 0 && tile != cell + 1)
            .count() as u32
    }

    /// The sum over tiles of the steps to their goal cells, along rows and columns.
    ///
    /// ```
    /// let board: noyes::Board = "8 1 3/4 0 2/7 6 5".parse()?;
    /// // Tile 8 needs three steps, 1 and 6 one each, 2 and 5 the other five.
    /// assert_eq!(board.manhattan(), 10);
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn manhattan(&self) -> u32 {
        let far = |(cell, &tile): (usize, &Tile)| match tile {
            0 => 0,
            tile => self.size.distance(cell, usize::from(tile) - 1) as u32,
        };
        self.tiles.iter().enumerate().map(far).sum()
    }

    /// Whether the tiles are in reading order with the blank last.
    ///
    /// ```
    /// use noyes::Board;
    ///
    /// assert!("1 2/3 0".parse::<Board>()?.is_goal());
    /// // Another goal is a matter of an `Instance`.
    /// assert!(!"0 1/2 3".parse::<Board>()?.is_goal());
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn is_goal(&self) -> bool {
        self.blank() == self.size.tiles() && self.hamming() == 0
    }

    /// The board after the tile beside the blank slid in `direction`, if there is one.
    ///
    /// ```
    /// use noyes::{Board, Direction};
    ///
    /// let board = Board::new(&[[1, 2], [0, 3]])?;
    /// // Tile 3 slides left into the blank; no tile can slide right.
    /// assert_eq!(board.slide(Direction::Left), Some(Board::goal(board.size())));
    /// assert_eq!(board.slide(Direction::Right), None);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn slide(&self, direction: Direction) -> Option<Self> {
        let from = self.size.source_cell(self.blank(), direction)?;
        let mut tiles = self.tiles.clone();
        tiles.swap(from, self.blank());
        Some(Self {
            tiles,
            size: self.size,
            blank: from as u16,
        })
    }

    /// The 2, 3 or 4 boards one slide away, in the order of [`Direction::ALL`].
    ///
    /// ```
    /// use noyes::format::slashes;
    ///
    /// let board: noyes::Board = "1 2/0 3".parse()?;
    /// let neighbors: Vec<String> = board.neighbors().map(|board| slashes(&board)).collect();
    /// // Tile 3 slides left, or tile 1 down.
    /// assert_eq!(neighbors, ["1 2/3 0", "0 2/1 3"]);
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn neighbors(&self) -> impl Iterator<Item = Self> + '_ {
        Direction::ALL
            .into_iter()
            .filter_map(|direction| self.slide(direction))
    }

    /// The board with its first two tiles, in reading order, exchanged.
    ///
    /// Exactly one of a board and its twin can be solved.
    ///
    /// ```
    /// use noyes::Board;
    ///
    /// let board = Board::new(&[[1, 2], [0, 3]])?;
    /// assert!(board.is_solvable() && !board.twin().is_solvable());
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn twin(&self) -> Self {
        let mut tiles = self.tiles.clone();
        let mut cells = (0..tiles.len()).filter(|&cell| cell != self.blank());
        if let (Some(first), Some(second)) = (cells.next(), cells.next()) {
            tiles.swap(first, second);
        }
        Self {
            tiles,
            size: self.size,
            blank: self.blank,
        }
    }
}

/// The course's form: the size, then each row, every tile right-aligned and followed by a space.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.size.is_square() {
            writeln!(f, "{}", self.rows())?;
        } else {
            writeln!(f, "{} {}", self.rows(), self.cols())?;
        }
        let width = self.size.tiles().to_string().len().max(2);
        for row in self.tiles.chunks(self.cols()) {
            for tile in row {
                write!(f, "{tile:width$} ")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// One line, rows split by slashes.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board(")?;
        for (row, tiles) in self.tiles.chunks(self.cols()).enumerate() {
            for (col, tile) in tiles.iter().enumerate() {
                let gap = match (row, col) {
                    (0, 0) => "",
                    (_, 0) => "/",
                    _ => " ",
                };
                write!(f, "{gap}{tile}")?;
            }
        }
        write!(f, ")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: &[[u32; 3]]) -> Board {
        Board::new(rows).unwrap()
    }

    #[test]
    fn the_course_example() {
        let board = board(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]]);
        assert_eq!(board.hamming(), 5);
        assert_eq!(board.manhattan(), 10);
        assert_eq!(board.dimension(), 3);
        assert!(!board.is_goal());
        assert_eq!(board.to_string(), "3\n 8  1  3 \n 4  0  2 \n 7  6  5 \n");
        assert_eq!(format!("{board:?}"), "Board(8 1 3/4 0 2/7 6 5)");
        assert_eq!(board.tile_at(2, 2), Some(5));
        assert_eq!(board.tile_at(3, 0), None);
    }

    #[test]
    fn goals_are_goals() {
        for (rows, cols) in [(2, 2), (3, 3), (2, 5), (10, 10), (127, 127)] {
            let goal = Board::goal(Size::new(rows, cols).unwrap());
            assert!(goal.is_goal());
            assert_eq!((goal.hamming(), goal.manhattan()), (0, 0));
            assert!(!goal.twin().is_goal());
            assert_eq!(goal.neighbors().count(), 2);
        }
    }

    #[test]
    fn neighbours_know_their_distances() {
        let mut boards = vec![board(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])];
        for _ in 0..4 {
            boards = boards.iter().flat_map(Board::neighbors).collect();
            for board in &boards {
                let rows: Vec<Vec<u32>> = board
                    .tiles()
                    .chunks(3)
                    .map(|row| row.iter().map(|&tile| u32::from(tile)).collect())
                    .collect();
                let fresh = Board::new(&rows).unwrap();
                assert_eq!(&fresh, board);
                assert_eq!(fresh.manhattan(), board.manhattan());
                assert_eq!(board.twin().twin(), *board);
            }
        }
    }

    #[test]
    fn wide_tiles_and_rectangles_print_aligned() {
        let goal = Board::goal(Size::new(10, 11).unwrap()).to_string();
        assert!(goal.starts_with("10 11\n  1   2 "));
        assert!(goal.ends_with(" 108 109   0 \n"));
    }

    #[test]
    fn every_mistake_is_named() {
        let message = |rows: &[Vec<u32>]| Board::new(rows).unwrap_err().to_string();
        assert!(message(&[]).contains("too small"));
        assert!(message(&[vec![0]]).contains("too small"));
        assert!(message(&[vec![1, 2], vec![3]]).contains("row 2 has 1 where row 1 has 2 tiles"));
        assert!(message(&[vec![1, 2], vec![3, 9]]).contains("tile 9 in row 2, column 2 is out"));
        assert!(message(&[vec![1, 2], vec![3, 4]]).contains("there is no blank"));
        assert!(message(&[vec![1, 2], vec![2, 0]]).contains("tile 3 is missing"));
        assert!(message(&[vec![1, 2], vec![3, 3]]).contains("the blank (0) is missing"));
        assert!(message(&[vec![0, 2], vec![3, 0]]).contains("two blanks"));
        assert!(message(&vec![vec![1; 128]; 128]).contains("too large"));
    }

    #[test]
    fn two_bytes_a_tile_and_a_small_constant() {
        assert!(size_of::<Board>() <= 24);
        let board = Board::goal(Size::new(127, 127).unwrap());
        assert_eq!(size_of_val(board.tiles()), 2 * 127 * 127);
    }
}
