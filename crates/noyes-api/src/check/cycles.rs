//! Cycles: moves that lead back to an earlier board, and are wasted whatever the minimum is.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use noyes::board::{Direction, Tile};
use noyes::{Board, Moves};

/// The first and the last move of a cycle, counted from 1: after the last, the board is as it was
/// before the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The first move.
    pub first: usize,
    /// The last move.
    pub last: usize,
}

impl Cycle {
    /// The cycle that ends first, if there is one.
    ///
    /// A Zobrist hash identifies a board. A slide updates it in constant time, so the cost is
    /// linear in the number of moves, whatever the size of the board. Boards with equal hashes are
    /// replayed and compared.
    pub fn find(board: &Board, moves: &Moves) -> Option<Self> {
        let mut current = HashedBoard::new(board);
        let mut first_seen = HashMap::from([(current.hash, 0)]);
        for (number, &way) in (1..).zip(moves.iter()) {
            current.slide(way)?;
            let before = *first_seen.entry(current.hash).or_insert(number);
            let earlier = || HashedBoard::after(board, &moves[..before]);
            if before < number && earlier()?.tiles == current.tiles {
                return Some(Self {
                    first: before + 1,
                    last: number,
                });
            }
        }
        None
    }
}

/// A board whose tiles slide in place, with its Zobrist hash.
struct HashedBoard<'a> {
    board: &'a Board,
    tiles: Vec<Tile>,
    blank: usize,
    /// Relative to the first board, whose hash is 0.
    hash: u64,
}

impl<'a> HashedBoard<'a> {
    fn new(board: &'a Board) -> Self {
        Self {
            board,
            tiles: board.tiles().to_vec(),
            blank: board.blank(),
            hash: 0,
        }
    }

    fn after(board: &'a Board, moves: &[Direction]) -> Option<Self> {
        let mut current = Self::new(board);
        moves.iter().try_for_each(|&way| current.slide(way))?;
        Some(current)
    }

    fn slide(&mut self, way: Direction) -> Option<()> {
        let cell = self.board.size().source_cell(self.blank, way)?;
        let tile = self.tiles[cell];
        self.hash ^= key(tile, cell) ^ key(tile, self.blank);
        self.tiles.swap(cell, self.blank);
        self.blank = cell;
        Some(())
    }
}

/// The Zobrist key of a tile in a cell.
fn key(tile: Tile, cell: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    (tile, cell).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(moves: &str) -> Option<(usize, usize)> {
        let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]).unwrap();
        let moves = noyes::format::read_moves(moves, &board).unwrap().moves;
        Cycle::find(&board, &moves).map(|cycle| (cycle.first, cycle.last))
    }

    #[test]
    fn undone_slides_and_rotations_are_found() {
        assert_eq!(found("LULU"), None);
        assert_eq!(found("LRLULU"), Some((1, 2)));
        assert_eq!(found("LULRLU"), Some((3, 4)));
        // Three tiles rotate in a 2×2 square: after twelve slides they are back.
        let round = "LURD".repeat(3);
        assert_eq!(found(&format!("{round}LULU")), Some((1, 12)));
    }
}
