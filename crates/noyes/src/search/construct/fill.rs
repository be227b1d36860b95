//! Filling one outer line of the open rectangle.
//!
//! The line is filled from both its ends towards the middle, always at the end whose next tile is
//! cheaper to bring. So the open cells of the line are always one stretch. A single open cell would
//! be a dead end, so the last two cells are filled together (`tile_pair.rs`).

use super::carry::{Carrier, open_cost};
use super::partial_board::PartialBoard;
use super::tile_pair::TilePair;
use crate::board::Direction;

/// The cells of an outer line in order, and the direction from it into the open rectangle.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub cells: Vec<usize>,
    pub inward: Direction,
}

impl Line {
    /// An estimate of the cost of filling the line: four slides for each step of its tiles, and the
    /// cost of the nearer end.
    pub fn price(&self, board: &PartialBoard) -> usize {
        let far = |&home: &usize| board.tiles.size.distance(home, board.cell_of(home));
        let ends = [self.cells[0], self.cells[self.cells.len() - 1]];
        let nearer = ends.map(|end| price(board, end)).into_iter().min();
        4 * (self.cells.iter().map(far).sum::<usize>() + nearer.unwrap_or(0) as usize)
    }

    /// Brings every tile of the line home and marks its cells done.
    pub fn fill(&self, board: &mut PartialBoard, carrier: &mut Carrier) {
        debug_assert!(self.cells.len() >= 2);
        let inward = self.inward;
        let mut rest = &self.cells[..];
        while let [one, two, .., three, four] = *rest {
            let forth = price(board, one) <= price(board, four);
            let (first, second) = if forth { (one, two) } else { (four, three) };
            let pair = TilePair {
                first,
                second,
                inward,
            };
            let filled = pair.advance(carrier, board);
            rest = match forth {
                true => &rest[filled..],
                false => &rest[..rest.len() - filled],
            };
        }
        if let [first, _, second] = *rest {
            let forth = price(board, first) <= price(board, second);
            let home = if forth { first } else { second };
            let carried = carrier.carry(board, home, home);
            debug_assert!(carried, "the way to a line's end is open");
            board.done[home] = true;
            rest = if forth { &rest[1..] } else { &rest[..2] };
        }
        if let [first, second] = *rest {
            let pair = TilePair {
                first,
                second,
                inward,
            };
            pair.close(carrier, board);
        }
        debug_assert!(self.cells.iter().all(|&cell| board.done[cell]));
        debug_assert!(self.cells.iter().all(|&cell| board.cell_of(cell) == cell));
    }
}

/// An estimate of the slides that bring a tile home: the blank's walk to it and the carriage.
fn price(board: &PartialBoard, home: usize) -> u32 {
    let tile = board.cell_of(home);
    if tile == home {
        return 0;
    }
    let from = |side| open_cost(board.tiles.size, tile, side, home);
    let carriage = Direction::ALL.into_iter().map(from).min().unwrap_or(0);
    board.tiles.size.distance(board.tiles.blank, tile) as u32 + carriage
}
