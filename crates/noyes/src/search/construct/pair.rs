//! Two neighbouring tiles of a line.
//!
//! While the line is long, two neighbours that are near are brought home together where that is
//! shorter than one after the other. At its end they must be: one tile cannot be put into the last open cell of a line: the cell is a dead end, and the
//! blank would have to leave through the tile. Two tiles can be put into the last two cells
//! together. Several stagings are tried and taken back, each brings the two near (one beside its
//! place and the other below it, or one in place and the other two cells below); an exact
//! breadth-first search over (first tile, second tile, blank) in a window of at most sixteen
//! cells does the rest. The shortest is kept.
//!
//! The window holds the two cells of the line and the four below, since a line is only filled
//! where two lines stay behind it. On such a 2×3 every arrangement of two tiles and the blank
//! leads to every other, so the search cannot fail once the two tiles and the blank are inside.

use super::carry::Carrier;
use super::tray::{Tray, way};
use crate::board::Direction;

/// Two neighbouring open cells of a line, the first at an end of what is open of it, and the way
/// into the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub first: usize,
    pub second: usize,
    pub inward: Direction,
}

/// The most cells of a window.
const WINDOW: usize = 16;
/// The lines of a window.
const DEPTH: usize = 4;
/// The ways to bring two tiles near.
const STAGINGS: usize = 5;

impl Pair {
    /// Brings the first tile home, or both, and marks their cells done; says how many.
    ///
    /// At least two more cells of the line must be open.
    pub fn advance(self, carrier: &mut Carrier, tray: &mut Tray) -> usize {
        let Self { first, second, .. } = self;
        if tray.place(first) == first && tray.place(second) == second {
            (tray.done[first], tray.done[second]) = (true, true);
            return 2;
        }
        let start = tray.moves.len();
        let settled = self.settle(carrier, tray);
        let together = settled.then(|| tray.moves[start..].to_vec());
        tray.take_back(start);
        let carried = carrier.carry(tray, first, first);
        debug_assert!(carried, "the way to a line's end is open");
        tray.done[first] = true;
        let Some(together) = together else { return 1 };
        let carried = carrier.carry(tray, second, second);
        debug_assert!(carried, "the way to a line's end is open");
        if together.len() < tray.moves.len() - start {
            tray.done[first] = false;
            tray.take_back(start);
            tray.replay(&together);
            tray.done[first] = true;
        }
        tray.done[second] = true;
        debug_assert_eq!(tray.place(first), first);
        debug_assert_eq!(tray.place(second), second);
        2
    }

    /// Brings both tiles home and marks their cells done. They are the last open cells of their
    /// line, and the two below each are open.
    pub fn close(self, carrier: &mut Carrier, tray: &mut Tray) {
        let start = tray.moves.len();
        let mut best: Option<Vec<Direction>> = None;
        for staging in 0..STAGINGS {
            if self.stage(carrier, tray, staging) && self.settle(carrier, tray) {
                let found = &tray.moves[start..];
                if best.as_ref().is_none_or(|best| found.len() < best.len()) {
                    best = Some(found.to_vec());
                }
            }
            tray.take_back(start);
        }
        debug_assert!(best.is_some(), "no staging of a pair succeeded");
        tray.replay(&best.unwrap_or_default());
        debug_assert_eq!(tray.place(self.first), self.first);
        debug_assert_eq!(tray.place(self.second), self.second);
        tray.done[self.first] = true;
        tray.done[self.second] = true;
    }

    /// Brings both tiles into the window, in one of five ways.
    fn stage(self, carrier: &mut Carrier, tray: &mut Tray, staging: usize) -> bool {
        let Self { first, second, .. } = self;
        match staging {
            0 => true,
            1 => self.bring(
                carrier,
                tray,
                (first, second),
                (second, self.below(tray, second, 1)),
            ),
            2 => self.bring(
                carrier,
                tray,
                (second, first),
                (first, self.below(tray, first, 1)),
            ),
            3 => self.bring(
                carrier,
                tray,
                (first, first),
                (second, self.below(tray, second, 2)),
            ),
            _ => self.bring(
                carrier,
                tray,
                (second, second),
                (first, self.below(tray, first, 2)),
            ),
        }
    }

    /// Carries one tile, then the other while the first stays. The second may be in the window
    /// already, where it may be out of reach: then it stays where it is.
    fn bring(
        self,
        carrier: &mut Carrier,
        tray: &mut Tray,
        (one, there): (usize, usize),
        (two, then): (usize, usize),
    ) -> bool {
        if !carrier.carry(tray, one, there) {
            return false;
        }
        tray.done[there] = true;
        let carried = carrier.carry(tray, two, then);
        tray.done[there] = false;
        carried || tray.place(two) == self.first || tray.place(two) == self.second
    }

    fn below(self, tray: &Tray, cell: usize, depth: usize) -> usize {
        (0..depth).fold(cell, |cell, _| {
            tray.beside(cell, self.inward).unwrap_or(cell)
        })
    }

    /// Walks the blank into the window and finishes there; false if a tile is outside.
    fn settle(self, carrier: &mut Carrier, tray: &mut Tray) -> bool {
        let window = self.window(tray);
        let index = |cell: usize| window.iter().position(|&other| other == cell);
        let tiles = [tray.place(self.first), tray.place(self.second)];
        let (Some(first), Some(second)) = (index(tiles[0]), index(tiles[1])) else {
            return false;
        };
        if index(tray.blank).is_none() {
            let mut near = window.clone();
            near.sort_by_key(|&cell| tray.size.distance(cell, tray.blank));
            let reach = |&cell: &usize| carrier.walker.length(tray, cell, &tiles).is_some();
            let Some(cell) = near.into_iter().find(reach) else {
                return false;
            };
            let path = carrier.walker.path(tray, cell);
            tray.follow(path);
        }
        let (Some(blank), Some(home), Some(other)) =
            (index(tray.blank), index(self.first), index(self.second))
        else {
            return false;
        };
        match search(tray, &window, [first, second, blank], [home, other]) {
            Some(path) => {
                tray.follow(path);
                true
            }
            None => false,
        }
    }

    /// The open cells around the pair: one to either side, four deep.
    fn window(self, tray: &Tray) -> Vec<usize> {
        let along = way(tray.size, self.first, self.second);
        let mut window = Vec::with_capacity(WINDOW);
        let mut level = vec![self.first, self.second];
        for _ in 0..DEPTH {
            window.extend_from_slice(&level);
            window.extend(tray.beside(level[0], along.opposite()));
            window.extend(tray.beside(level[1], along));
            let next = level
                .iter()
                .filter_map(|&cell| tray.beside(cell, self.inward));
            level = next.collect();
            if level.len() < 2 {
                break;
            }
        }
        debug_assert!((6..=WINDOW).contains(&window.len()));
        window
    }
}

/// The blank's shortest way, as cells, that brings two tiles home inside a window.
///
/// A state is three window indices of four bits: first tile, second tile, blank.
fn search(
    tray: &Tray,
    window: &[usize],
    start: [usize; 3],
    homes: [usize; 2],
) -> Option<Vec<usize>> {
    const UNREACHED: u16 = u16::MAX;
    let number = |first: usize, second: usize, blank: usize| first << 8 | second << 4 | blank;
    let goal = number(homes[0], homes[1], 0) >> 4;
    let beside: Vec<Vec<usize>> = window
        .iter()
        .map(|&cell| {
            let next = |direction| tray.beside(cell, direction);
            let index = |cell| window.iter().position(|&other| other == cell);
            let cells = Direction::ALL.into_iter().filter_map(next);
            cells.filter_map(index).collect()
        })
        .collect();
    let start = number(start[0], start[1], start[2]);
    if start >> 4 == goal {
        return Some(Vec::new());
    }
    let mut from = [UNREACHED; WINDOW * WINDOW * WINDOW];
    from[start] = start as u16;
    let mut queue = vec![start as u16];
    let mut head = 0;
    while let Some(&state) = queue.get(head) {
        head += 1;
        let state = usize::from(state);
        let (first, second, blank) = (state >> 8, state >> 4 & 15, state & 15);
        for &cell in &beside[blank] {
            let moved = |tile: usize| if tile == cell { blank } else { tile };
            let child = number(moved(first), moved(second), cell);
            if from[child] != UNREACHED {
                continue;
            }
            from[child] = state as u16;
            if child >> 4 == goal {
                let back = |&at: &usize| Some(usize::from(from[at])).filter(|&before| before != at);
                let states = std::iter::successors(Some(child), back);
                let mut path: Vec<usize> = states.map(|at| window[at & 15]).collect();
                path.pop();
                path.reverse();
                return Some(path);
            }
            queue.push(child as u16);
        }
    }
    None
}
