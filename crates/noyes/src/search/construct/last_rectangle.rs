//! The last small rectangle, solved with the fewest slides.
//!
//! IDA* with Manhattan distance (R. E. Korf, "Depth-first iterative-deepening", Artificial
//! Intelligence 27, 1985). A 3×3 never needs more than 31 slides, so no table is needed.

use super::partial_board::PartialBoard;
use crate::board::{Direction, Rectangle};

/// The longest side of a rectangle that is solved this way.
const LONGEST_SIDE: usize = 3;

/// Whether a rectangle is small enough to be the last.
pub(super) fn is_small(open: Rectangle) -> bool {
    open.rows().max(open.cols()) <= LONGEST_SIDE
}

/// Solves the cells of `board` that are not done, which are a [small](is_small) rectangle.
pub(super) fn solve_last_rectangle(board: &mut PartialBoard) {
    let open = (0..board.tiles.size.cells()).filter(|&cell| !board.done[cell]);
    let distance = open
        .filter(|&cell| cell != board.tiles.blank)
        .map(|cell| {
            board
                .tiles
                .size
                .distance(cell, usize::from(board.tiles.labels[cell]))
        })
        .sum();
    let mut bound = distance;
    while let Err(next) = search(board, distance, bound, None) {
        debug_assert!(
            next > bound && next < 64,
            "the last rectangle is unsolvable"
        );
        bound = next;
    }
}

/// Searches with `bound` slides left. Either the board is solved afterwards, or it is as it was and
/// the least bound that failed comes back.
fn search(
    board: &mut PartialBoard,
    distance: usize,
    bound: usize,
    last: Option<Direction>,
) -> Result<(), usize> {
    if distance > bound {
        return Err(distance);
    }
    if distance == 0 {
        // All tiles are home, and so is the blank.
        return Ok(());
    }
    let mut least = usize::MAX;
    for direction in Direction::ALL {
        let Some(from) = board.beside(board.tiles.blank, direction.opposite()) else {
            continue;
        };
        if last == Some(direction.opposite()) {
            continue;
        }
        let home = usize::from(board.tiles.labels[from]);
        let size = board.tiles.size;
        let after = distance + size.distance(board.tiles.blank, home) - size.distance(from, home);
        let kept = board.moves.len();
        board.slide(direction);
        match search(board, after, bound - 1, Some(direction)) {
            Ok(()) => return Ok(()),
            Err(next) => least = least.min(next.saturating_add(1)),
        }
        board.take_back(kept);
    }
    Err(least)
}
