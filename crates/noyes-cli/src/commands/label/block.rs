//! Boards of one size that are labelled together, and what their rows say beside the label.

use noyes::{Board, Size};

/// A row of the sheet: a board, or a line that holds none.
#[derive(Debug)]
pub enum Item {
    Board {
        /// None where it is called by its place.
        name: Option<String>,
        /// Its line or number in its source, from 1.
        number: usize,
        known: Option<u32>,
    },
    Unreadable {
        number: usize,
        why: String,
    },
}

/// Boards of one size, in the order of their rows.
#[derive(Debug, Default)]
pub struct Block {
    /// What boards without a name are called, before their number.
    pub source: String,
    size: Option<Size>,
    tiles: Vec<u16>,
    items: Vec<Item>,
}

impl Block {
    /// No boards yet, of a source of this name.
    pub fn of(source: String) -> Self {
        Self {
            source,
            ..Self::default()
        }
    }

    pub fn size(&self) -> Option<Size> {
        self.size.filter(|_| !self.tiles.is_empty())
    }

    /// All tiles, board after board.
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Whether the rows are to be labelled before more are added.
    pub fn is_full(&self) -> bool {
        let most = match self.size.map_or(0, Size::cells) {
            0..=12 => 1 << 16,
            13..=16 => 1 << 11,
            _ => 2,
        };
        self.items.len() >= most
    }

    /// Whether a board of this size can be added.
    pub fn fits(&self, size: Size) -> bool {
        self.size().is_none_or(|own| own == size)
    }

    pub fn push(&mut self, item: Item) {
        self.items.push(item);
    }

    /// Adds a board that [`Block::fits`].
    pub fn push_board(
        &mut self,
        board: &Board,
        number: usize,
        name: Option<String>,
        known: Option<u32>,
    ) {
        self.size = Some(board.size());
        self.tiles.extend_from_slice(board.tiles());
        self.items.push(Item::Board {
            name,
            number,
            known,
        });
    }

    /// Adds the tiles of a board of the block's size; what is wrong with them is told by its label.
    pub fn push_tiles(&mut self, size: Size, number: usize, tiles: impl Iterator<Item = u16>) {
        self.size = Some(size);
        self.tiles.extend(tiles);
        self.items.push(Item::Board {
            name: None,
            number,
            known: None,
        });
    }

    /// Adds a line that holds nothing but the tiles of a square board of the size of the board
    /// before; false, and nothing is added, if it is any other line.
    pub fn push_line(&mut self, line: &[u8], number: usize) -> bool {
        let Some(size) = self.size.filter(|size| size.is_square()) else {
            return false;
        };
        let before = self.tiles.len();
        let mut tile: Option<u32> = None;
        for &byte in line {
            match byte {
                b'0'..=b'9' => {
                    let value = 10 * tile.unwrap_or(0) + u32::from(byte - b'0');
                    tile = Some(value.min(u32::from(u16::MAX)));
                }
                b' ' | b'\r' => self.tiles.extend(tile.take().map(|tile| tile as u16)),
                _ => {
                    self.tiles.truncate(before);
                    return false;
                }
            }
        }
        self.tiles.extend(tile.map(|tile| tile as u16));
        if self.tiles.len() - before != size.cells() {
            self.tiles.truncate(before);
            return false;
        }
        self.items.push(Item::Board {
            name: None,
            number,
            known: None,
        });
        true
    }

    /// Removes all rows; the size stays the one that lines are read for.
    pub fn clear(&mut self) {
        self.tiles.clear();
        self.items.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_tiles_and_other_lines() {
        let mut block = Block::default();
        assert!(!block.push_line(b"1 2 3 0", 1));
        block.push_board(&Board::goal(Size::new(2, 2).unwrap()), 1, None, None);
        assert!(block.push_line(b" 3  2 1 0\r", 2));
        for other in [
            &b"1 2 3"[..],
            b"1 2 3 0 4",
            b"a 1 2 3 0",
            b"1 2 3 0 = 4",
            b"1 2/3 0",
            b"",
        ] {
            assert!(!block.push_line(other, 3));
        }
        assert_eq!(block.tiles(), [1, 2, 3, 0, 3, 2, 1, 0]);
        assert_eq!(block.items().len(), 2);
    }
}
