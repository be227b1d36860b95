//! Moves that lead back to a board that was there before: wasted, whatever the minimum is.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use noyes::board::{Direction, Tile};
use noyes::{Board, Moves};

/// Moves after which the board is as it was before them, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    pub first: usize,
    pub last: usize,
}

impl Cycle {
    /// The one that ends first, if there is one.
    ///
    /// A board is known by a mark that a slide changes in no time, so that millions of moves on
    /// the largest boards are nothing; boards with the same mark are then compared.
    pub fn find(board: &Board, moves: &Moves) -> Option<Self> {
        let mut tray = Tray::new(board);
        let mut seen = HashMap::from([(tray.mark, 0)]);
        for (number, &way) in (1..).zip(moves.iter()) {
            tray.slide(way)?;
            let before = *seen.entry(tray.mark).or_insert(number);
            if before < number && Tray::after(board, &moves[..before])?.tiles == tray.tiles {
                return Some(Self {
                    first: before + 1,
                    last: number,
                });
            }
        }
        None
    }
}

/// A board whose tiles slide in place.
struct Tray<'a> {
    board: &'a Board,
    tiles: Vec<Tile>,
    blank: usize,
    /// That of every tile where it is, combined.
    mark: u64,
}

impl<'a> Tray<'a> {
    fn new(board: &'a Board) -> Self {
        Self {
            board,
            tiles: board.tiles().to_vec(),
            blank: board.blank(),
            mark: 0,
        }
    }

    fn after(board: &'a Board, moves: &[Direction]) -> Option<Self> {
        let mut tray = Self::new(board);
        moves.iter().try_for_each(|&way| tray.slide(way))?;
        Some(tray)
    }

    fn slide(&mut self, way: Direction) -> Option<()> {
        let cell = self.board.size().source_cell(self.blank, way)?;
        let tile = self.tiles[cell];
        self.mark ^= mark(tile, cell) ^ mark(tile, self.blank);
        self.tiles.swap(cell, self.blank);
        self.blank = cell;
        Some(())
    }
}

fn mark(tile: Tile, cell: usize) -> u64 {
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
        Cycle::find(&board, &moves).map(|detour| (detour.first, detour.last))
    }

    #[test]
    fn slides_undone_and_rounds_are_found() {
        assert_eq!(found("LULU"), None);
        assert_eq!(found("LRLULU"), Some((1, 2)));
        assert_eq!(found("LULRLU"), Some((3, 4)));
        // Three tiles go round three times.
        let round = "LURD".repeat(3);
        assert_eq!(found(&format!("{round}LULU")), Some((1, 12)));
    }
}
