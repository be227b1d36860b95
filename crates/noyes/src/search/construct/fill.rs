//! Filling one outer line of the open rectangle.
//!
//! The line is filled from both its ends towards the middle, always at the end whose next tile
//! is cheaper to bring, so that what is left of it is one stretch. A single cell would be a dead
//! end; the last two cells are filled together (see `pair`).

use super::carry::{Carrier, open_cost};
use super::pair::Pair;
use super::tray::Tray;
use crate::board::Direction;

/// The cells of an outer line in order, and the way from it into the open rectangle.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub cells: Vec<usize>,
    pub inward: Direction,
}

impl Line {
    /// About how dear the line is to fill: four slides a cell its tiles are away, and the way to
    /// the nearer end.
    pub fn price(&self, tray: &Tray) -> usize {
        let far = |&home: &usize| tray.size.distance(home, tray.place(home));
        let ends = [self.cells[0], self.cells[self.cells.len() - 1]];
        let nearer = ends.map(|end| price(tray, end)).into_iter().min();
        4 * (self.cells.iter().map(far).sum::<usize>() + nearer.unwrap_or(0) as usize)
    }

    /// Brings every tile of the line home and marks its cells done.
    pub fn fill(&self, tray: &mut Tray, carrier: &mut Carrier) {
        debug_assert!(self.cells.len() >= 2);
        let inward = self.inward;
        let mut rest = &self.cells[..];
        while let [one, two, .., three, four] = *rest {
            let forth = price(tray, one) <= price(tray, four);
            let (first, second) = if forth { (one, two) } else { (four, three) };
            let pair = Pair {
                first,
                second,
                inward,
            };
            let filled = pair.advance(carrier, tray);
            rest = match forth {
                true => &rest[filled..],
                false => &rest[..rest.len() - filled],
            };
        }
        if let [first, _, second] = *rest {
            let forth = price(tray, first) <= price(tray, second);
            let home = if forth { first } else { second };
            let carried = carrier.carry(tray, home, home);
            debug_assert!(carried, "the way to a line's end is open");
            tray.done[home] = true;
            rest = if forth { &rest[1..] } else { &rest[..2] };
        }
        if let [first, second] = *rest {
            let pair = Pair {
                first,
                second,
                inward,
            };
            pair.close(carrier, tray);
        }
        debug_assert!(self.cells.iter().all(|&cell| tray.done[cell]));
        debug_assert!(self.cells.iter().all(|&cell| tray.place(cell) == cell));
    }
}

/// About how many slides bring a tile home: the blank's walk to it and the carriage.
fn price(tray: &Tray, home: usize) -> u32 {
    let tile = tray.place(home);
    if tile == home {
        return 0;
    }
    let from = |side| open_cost(tray.size, tile, side, home);
    let carriage = Direction::ALL.into_iter().map(from).min().unwrap_or(0);
    tray.size.distance(tray.blank, tile) as u32 + carriage
}
