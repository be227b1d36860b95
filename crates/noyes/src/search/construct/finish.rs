//! The exact finish: the last small rectangle solved with the fewest slides.
//!
//! IDA* with Manhattan distance (R. E. Korf, "Depth-first iterative-deepening", Artificial
//! Intelligence 27 (1985)). A 3×3 never needs more than 31 slides, so no table is kept.

use super::tray::Tray;
use crate::board::Direction;

/// The longest side of a rectangle to be finished.
pub(super) const LONGEST_SIDE: usize = 3;

/// Solves the cells of `tray` that are not done, at most nine in a rectangle.
pub(super) fn finish(tray: &mut Tray) {
    let open = (0..tray.size.cells()).filter(|&cell| !tray.done[cell]);
    let distance = open
        .filter(|&cell| cell != tray.blank)
        .map(|cell| tray.size.distance(cell, usize::from(tray.labels[cell])))
        .sum();
    let mut bound = distance;
    while let Err(next) = deepen(tray, distance, bound, None) {
        debug_assert!(
            next > bound && next < 64,
            "the last rectangle is unsolvable"
        );
        bound = next;
    }
}

/// Searches on with `bound` slides left; the board stays solved, or as it was with the next bound.
fn deepen(
    tray: &mut Tray,
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
        let Some(from) = tray.beside(tray.blank, direction.opposite()) else {
            continue;
        };
        if last == Some(direction.opposite()) {
            continue;
        }
        let home = usize::from(tray.labels[from]);
        let size = tray.size;
        let after = distance + size.distance(tray.blank, home) - size.distance(from, home);
        let kept = tray.moves.len();
        tray.slide(direction);
        match deepen(tray, after, bound - 1, Some(direction)) {
            Ok(()) => return Ok(()),
            Err(next) => least = least.min(next.saturating_add(1)),
        }
        tray.take_back(kept);
    }
    Err(least)
}
