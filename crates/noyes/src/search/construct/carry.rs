//! Carrying one tile to a cell with the fewest slides.
//!
//! A* over the states (cell of the tile, side of it that the blank is on). The blank either takes
//! the tile's cell (one slide, the tile moves one cell), or goes around a corner to the next side
//! (two slides, if both cells are free). So a step straight on costs five slides, and a step after
//! a turn three. On a board without walls, `a` cells along one axis and `b < a` along the other
//! cost about 5a + b slides.
//!
//! That open cost is the heuristic. It is exact where no wall is near, so the search expands little
//! more than the path itself. It starts from all four sides together, each with the length of the
//! blank's walk to it.

use super::partial_board::PartialBoard;
use super::walk::Walker;
use crate::board::{Direction, Size};

/// The memory of the search, reused from carriage to carriage.
#[derive(Debug)]
pub(super) struct Carrier {
    pub walker: Walker,
    /// The open list: a stack of states for each estimate.
    open: Vec<Vec<OpenState>>,
    /// The closed list, by state.
    reached: Vec<Reached>,
    /// The number of the present search.
    clock: u32,
}

/// A tile's cell and the side of it that the blank is on, as 4 × cell + direction.
type State = u32;

#[derive(Clone, Copy, Debug)]
struct OpenState {
    state: State,
    from: State,
    cost: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Reached {
    /// The search that last expanded the state.
    clock: u32,
    from: State,
}

impl Carrier {
    pub fn new(size: Size) -> Self {
        Self {
            walker: Walker::new(size.cells()),
            open: Vec::new(),
            reached: vec![Reached::default(); 4 * size.cells()],
            clock: 0,
        }
    }

    /// Carries the tile whose goal cell is `home` to the cell `target`. Returns false, and moves
    /// nothing, if that cannot be done without entering done cells.
    pub fn carry(&mut self, board: &mut PartialBoard, home: usize, target: usize) -> bool {
        let tile = board.cell_of(home);
        if tile == target {
            return true;
        }
        let Some(last) = self.search(board, tile, target) else {
            return false;
        };
        let mut states = vec![last];
        let mut state = last;
        while self.reached[state as usize].from != state {
            state = self.reached[state as usize].from;
            states.push(state);
        }
        let (_, side) = split(state);
        let start = board.beside(tile, side);
        debug_assert!(start.is_some());
        if let Some(start) = start {
            self.walker.length(board, start, &[tile]);
            let path = self.walker.path(board, start);
            board.follow(path);
        }
        for pair in states.windows(2).rev() {
            let ((to, side), (from, was)) = (split(pair[0]), split(pair[1]));
            debug_assert_eq!(board.cell_of(home), from);
            if to == from {
                let corner = board.beside(board.tiles.blank, side);
                let end = board.beside(from, side);
                board.follow(corner.into_iter().chain(end));
            } else {
                board.slide(was);
            }
        }
        debug_assert_eq!(board.cell_of(home), target);
        true
    }

    fn search(&mut self, board: &PartialBoard, tile: usize, target: usize) -> Option<State> {
        self.clock += 1;
        self.open.iter_mut().for_each(Vec::clear);
        for side in Direction::ALL {
            let walk = board
                .beside(tile, side)
                .and_then(|cell| self.walker.length(board, cell, &[tile]));
            if let Some(cost) = walk {
                let state = join(tile, side);
                self.push(board.tiles.size, state, state, cost, target);
            }
        }
        let mut estimate = 0;
        while estimate < self.open.len() {
            let Some(OpenState { state, from, cost }) = self.open[estimate].pop() else {
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
            let Some(blank) = board.beside(tile, side) else {
                continue;
            };
            for turn in turns(side) {
                let free =
                    board.beside(blank, turn).is_some() && board.beside(tile, turn).is_some();
                if free {
                    self.push(board.tiles.size, join(tile, turn), state, cost + 2, target);
                }
            }
            let carried = join(blank, side.opposite());
            self.push(board.tiles.size, carried, state, cost + 1, target);
        }
        None
    }

    fn push(&mut self, size: Size, state: State, from: State, cost: u32, target: usize) {
        if self.reached[state as usize].clock == self.clock {
            return;
        }
        let (tile, side) = split(state);
        let estimate = (cost + open_cost(size, tile, side, target)) as usize;
        if estimate >= self.open.len() {
            self.open.resize_with(estimate + 1, Vec::new);
        }
        self.open[estimate].push(OpenState { state, from, cost });
    }
}

fn join(tile: usize, side: Direction) -> State {
    4 * tile as State + side as State
}

fn split(state: State) -> (usize, Direction) {
    ((state / 4) as usize, Direction::ALL[(state % 4) as usize])
}

/// The two sides beside one.
pub(super) fn turns(side: Direction) -> [Direction; 2] {
    match side {
        Direction::Up | Direction::Down => [Direction::Left, Direction::Right],
        Direction::Left | Direction::Right => [Direction::Up, Direction::Down],
    }
}

/// The fewest slides that carry a tile to `target` on a board without edges or done cells, from the
/// side of it that the blank is on.
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
        // Steps straight on, after as many turns as possible, if this axis goes first.
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

    /// The fewest slides that bring a tile to `target`, by breadth-first search.
    fn fewest(board: &PartialBoard, home: usize, target: usize) -> usize {
        let cells = board.tiles.size.cells();
        let mut depth = vec![usize::MAX; cells * cells];
        let start = (board.cell_of(home), board.tiles.blank);
        depth[start.0 * cells + start.1] = 0;
        let mut queue = VecDeque::from([start]);
        while let Some((tile, blank)) = queue.pop_front() {
            let slides = depth[tile * cells + blank];
            if tile == target {
                return slides;
            }
            for (_, next) in board
                .tiles
                .slide_table
                .slides(blank)
                .filter(|&(_, next)| !board.done[next])
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
            let mut board = PartialBoard::new(&instance);
            // The first cells of the top row are done, as when it is being filled.
            for cell in 0..round % 5 {
                board.done[cell] = cell != board.tiles.blank;
            }
            for home in 0..size.tiles() {
                for target in (0..size.cells()).step_by(3) {
                    if board.done[board.cell_of(home)] || board.done[target] {
                        continue;
                    }
                    let fewest = fewest(&board, home, target);
                    let carried = carrier.carry(&mut board, home, target);
                    assert_eq!(carried, fewest != usize::MAX);
                    if carried {
                        assert_eq!(board.moves.len(), fewest);
                        assert_eq!(board.cell_of(home), target);
                    }
                    board.take_back(0);
                }
            }
        }
    }
}
