//! Carrying one tile to a cell with the fewest slides.
//!
//! What matters is where the tile is and on which of its four sides the blank. From there the
//! blank either takes the tile's place (one slide, the tile moves a cell) or goes round a corner
//! to the next side (two slides, if both cells are free). So a step straight on costs five
//! slides, a step after a turn three: an open way of `a` cells one way and `b < a` the other
//! costs 5a + b slides and a few, all turns used. That open cost is the estimate of an A* search
//! over (tile, side), exact wherever no wall is near, so the search looks at little more than
//! the way itself. It starts from all four sides at once, each with the blank's walk to it.

use super::tray::Tray;
use super::walk::Walker;
use crate::board::{Direction, Size};

/// The scratch of a carriage, kept from one to the next.
#[derive(Debug)]
pub(super) struct Carrier {
    pub walker: Walker,
    /// States waiting, by estimate in steps of one slide; the last in is the first out.
    waiting: Vec<Vec<Waiting>>,
    reached: Vec<Reached>,
    clock: u32,
}

/// A tile's cell and the side of it the blank is on, as 4 × cell + direction.
type State = u32;

#[derive(Clone, Copy, Debug)]
struct Waiting {
    state: State,
    from: State,
    cost: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Reached {
    clock: u32,
    from: State,
}

impl Carrier {
    pub fn new(size: Size) -> Self {
        Self {
            walker: Walker::new(size.cells()),
            waiting: Vec::new(),
            reached: vec![Reached::default(); 4 * size.cells()],
            clock: 0,
        }
    }

    /// Carries the tile at home in `home` to the cell `target`; false, and nothing moved, if it
    /// cannot be done without entering done cells.
    pub fn carry(&mut self, tray: &mut Tray, home: usize, target: usize) -> bool {
        let tile = tray.place(home);
        if tile == target {
            return true;
        }
        let Some(last) = self.search(tray, tile, target) else {
            return false;
        };
        let mut states = vec![last];
        let mut state = last;
        while self.reached[state as usize].from != state {
            state = self.reached[state as usize].from;
            states.push(state);
        }
        let (_, side) = split(state);
        let start = tray.beside(tile, side);
        debug_assert!(start.is_some());
        if let Some(start) = start {
            self.walker.length(tray, start, &[tile]);
            let path = self.walker.path(tray, start);
            tray.follow(path);
        }
        for pair in states.windows(2).rev() {
            let ((to, side), (from, was)) = (split(pair[0]), split(pair[1]));
            debug_assert_eq!(tray.place(home), from);
            if to == from {
                let corner = tray.beside(tray.blank, side);
                let end = tray.beside(from, side);
                tray.follow(corner.into_iter().chain(end));
            } else {
                tray.slide(was);
            }
        }
        debug_assert_eq!(tray.place(home), target);
        true
    }

    fn search(&mut self, tray: &Tray, tile: usize, target: usize) -> Option<State> {
        self.clock += 1;
        self.waiting.iter_mut().for_each(Vec::clear);
        for side in Direction::ALL {
            let walk = tray
                .beside(tile, side)
                .and_then(|cell| self.walker.length(tray, cell, &[tile]));
            if let Some(cost) = walk {
                let state = join(tile, side);
                self.wait(tray.size, state, state, cost, target);
            }
        }
        let mut estimate = 0;
        while estimate < self.waiting.len() {
            let Some(Waiting { state, from, cost }) = self.waiting[estimate].pop() else {
                estimate += 1;
                continue;
            };
            if self.reached[state as usize].clock == self.clock {
                continue;
            }
            let clock = self.clock;
            self.reached[state as usize] = Reached { clock, from };
            let (tile, side) = split(state);
            if tile == target {
                return Some(state);
            }
            let Some(blank) = tray.beside(tile, side) else {
                continue;
            };
            for turn in turns(side) {
                let free = tray.beside(blank, turn).is_some() && tray.beside(tile, turn).is_some();
                if free {
                    self.wait(tray.size, join(tile, turn), state, cost + 2, target);
                }
            }
            let pushed = join(blank, side.opposite());
            self.wait(tray.size, pushed, state, cost + 1, target);
        }
        None
    }

    fn wait(&mut self, size: Size, state: State, from: State, cost: u32, target: usize) {
        if self.reached[state as usize].clock == self.clock {
            return;
        }
        let (tile, side) = split(state);
        let estimate = (cost + open_cost(size, tile, side, target)) as usize;
        if estimate >= self.waiting.len() {
            self.waiting.resize_with(estimate + 1, Vec::new);
        }
        self.waiting[estimate].push(Waiting { state, from, cost });
    }
}

fn join(tile: usize, side: Direction) -> State {
    4 * tile as State + side as State
}

fn split(state: State) -> (usize, Direction) {
    ((state / 4) as usize, Direction::ALL[(state % 4) as usize])
}

fn turns(side: Direction) -> [Direction; 2] {
    match side {
        Direction::Up | Direction::Down => [Direction::Left, Direction::Right],
        Direction::Left | Direction::Right => [Direction::Up, Direction::Down],
    }
}

/// The fewest slides that carry a tile to `target` on a board without edges, the blank on one
/// side of it.
pub(super) fn open_cost(size: Size, tile: usize, side: Direction, target: usize) -> u32 {
    let (row, col) = (size.row(tile), size.col(tile));
    let (to_row, to_col) = (size.row(target), size.col(target));
    let down = row.abs_diff(to_row) as u32;
    let right = col.abs_diff(to_col) as u32;
    let vertical = if to_row > row {
        Direction::Down
    } else {
        Direction::Up
    };
    let horizontal = if to_col > col {
        Direction::Right
    } else {
        Direction::Left
    };
    let first = |steps: u32, other: u32, direction: Direction| {
        // The steps straight on that are left when the turns are used up, this axis going first.
        let straight = if steps >= other {
            (steps - other).saturating_sub(1)
        } else {
            other - steps
        };
        let align = match side {
            side if side == direction => 0,
            side if side == direction.opposite() => 4,
            _ => 2,
        };
        align + 3 * (steps + other) - 2 + 2 * straight
    };
    match (down, right) {
        (0, 0) => 0,
        (_, 0) => first(down, 0, vertical),
        (0, _) => first(right, 0, horizontal),
        _ => first(down, right, vertical).min(first(right, down, horizontal)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::{Goal, Instance};
    use crate::scramble::Scrambler;
    use std::collections::VecDeque;

    /// The fewest slides that bring the tile at home in `home` to `target`, layer by layer.
    fn fewest(tray: &Tray, home: usize, target: usize) -> usize {
        let cells = tray.size.cells();
        let mut depth = vec![usize::MAX; cells * cells];
        let start = (tray.place(home), tray.blank);
        depth[start.0 * cells + start.1] = 0;
        let mut queue = VecDeque::from([start]);
        while let Some((tile, blank)) = queue.pop_front() {
            let slides = depth[tile * cells + blank];
            if tile == target {
                return slides;
            }
            for (_, next) in tray
                .steps
                .slides(blank)
                .filter(|&(_, next)| !tray.done[next])
            {
                let moved = if tile == next { blank } else { tile };
                if depth[moved * cells + next] == usize::MAX {
                    depth[moved * cells + next] = slides + 1;
                    queue.push_back((moved, next));
                }
            }
        }
        usize::MAX
    }

    #[test]
    fn a_carriage_takes_the_fewest_slides() {
        let size = Size::new(5, 6).unwrap();
        let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 1).unwrap();
        let mut carrier = Carrier::new(size);
        for round in 0..40 {
            let instance = Instance::new(&scrambler.uniform(), &Goal::BlankLast).unwrap();
            let mut tray = Tray::new(&instance);
            // The first places of the top row are done, as when it is being filled.
            for cell in 0..round % 5 {
                tray.done[cell] = cell != tray.blank;
            }
            for home in 0..size.tiles() {
                for target in (0..size.cells()).step_by(3) {
                    if tray.done[tray.place(home)] || tray.done[target] {
                        continue;
                    }
                    let fewest = fewest(&tray, home, target);
                    let carried = carrier.carry(&mut tray, home, target);
                    assert_eq!(carried, fewest != usize::MAX);
                    if carried {
                        assert_eq!(tray.moves.len(), fewest);
                        assert_eq!(tray.place(home), target);
                    }
                    tray.take_back(0);
                }
            }
        }
    }
}
