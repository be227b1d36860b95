//! Two neighbouring tiles of a line.
//!
//! While the line is long, two neighbours are brought home together where that is shorter than one
//! after the other. At the end of the line they must be: its last open cell is a dead end, so a
//! tile that the blank pulls into it blocks the blank. Two tiles can enter the last two cells
//! together.
//!
//! Several *stagings* are tried and taken back. Each brings the two tiles near: one beside its cell
//! and the other below it, or one in its cell and the other two cells below. A breadth-first search
//! over (first tile, second tile, blank) in a window of at most sixteen cells does the rest
//! exactly. The shortest result is used.
//!
//! **Invariant.** The window holds the two cells of the line and the four below, since a line is
//! filled only where two lines are left behind it. On such a 2×3 every arrangement of two tiles and
//! the blank can be reached from every other. So the search cannot fail once the two tiles and the
//! blank are inside.

use super::carry::Carrier;
use super::partial_board::{PartialBoard, direction_to};
use crate::board::Direction;

/// Two neighbouring open cells of a line, the first at an end of the open stretch, and the
/// direction into the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct TilePair {
    pub first: usize,
    pub second: usize,
    pub inward: Direction,
}

/// The most cells of a window.
const WINDOW: usize = 16;
/// The lines of a window.
const DEPTH: usize = 4;
/// How many stagings there are.
const STAGINGS: usize = 5;

impl TilePair {
    /// Brings the first tile home, or both, and marks their cells done. Returns how many.
    ///
    /// At least two more cells of the line must be open.
    pub fn advance(self, carrier: &mut Carrier, board: &mut PartialBoard) -> usize {
        let Self { first, second, .. } = self;
        if board.cell_of(first) == first && board.cell_of(second) == second {
            (board.done[first], board.done[second]) = (true, true);
            return 2;
        }
        let start = board.moves.len();
        let settled = self.settle(carrier, board);
        let together = settled.then(|| board.moves[start..].to_vec());
        board.take_back(start);
        let carried = carrier.carry(board, first, first);
        debug_assert!(carried, "the way to a line's end is open");
        board.done[first] = true;
        let Some(together) = together else { return 1 };
        let carried = carrier.carry(board, second, second);
        debug_assert!(carried, "the way to a line's end is open");
        if together.len() < board.moves.len() - start {
            board.done[first] = false;
            board.take_back(start);
            board.replay(&together);
            board.done[first] = true;
        }
        board.done[second] = true;
        debug_assert_eq!(board.cell_of(first), first);
        debug_assert_eq!(board.cell_of(second), second);
        2
    }

    /// Brings both tiles home and marks their cells done. They are the last open cells of their
    /// line, and the two below each are open.
    pub fn close(self, carrier: &mut Carrier, board: &mut PartialBoard) {
        let start = board.moves.len();
        let mut best: Option<Vec<Direction>> = None;
        for staging in 0..STAGINGS {
            if self.stage(carrier, board, staging) && self.settle(carrier, board) {
                let found = &board.moves[start..];
                if best.as_ref().is_none_or(|best| found.len() < best.len()) {
                    best = Some(found.to_vec());
                }
            }
            board.take_back(start);
        }
        debug_assert!(best.is_some(), "no staging of a pair succeeded");
        board.replay(&best.unwrap_or_default());
        debug_assert_eq!(board.cell_of(self.first), self.first);
        debug_assert_eq!(board.cell_of(self.second), self.second);
        board.done[self.first] = true;
        board.done[self.second] = true;
    }

    /// The same by the first way that succeeds.
    pub fn close_at_once(self, carrier: &mut Carrier, board: &mut PartialBoard) {
        let start = board.moves.len();
        for staging in 0..STAGINGS {
            if self.stage(carrier, board, staging) && self.settle(carrier, board) {
                break;
            }
            board.take_back(start);
        }
        debug_assert_eq!(board.cell_of(self.first), self.first);
        debug_assert_eq!(board.cell_of(self.second), self.second);
        board.done[self.first] = true;
        board.done[self.second] = true;
    }

    /// Brings both tiles into the window, in one of five ways.
    fn stage(self, carrier: &mut Carrier, board: &mut PartialBoard, staging: usize) -> bool {
        let Self { first, second, .. } = self;
        match staging {
            0 => true,
            1 => self.bring(
                carrier,
                board,
                (first, second),
                (second, self.below(board, second, 1)),
            ),
            2 => self.bring(
                carrier,
                board,
                (second, first),
                (first, self.below(board, first, 1)),
            ),
            3 => self.bring(
                carrier,
                board,
                (first, first),
                (second, self.below(board, second, 2)),
            ),
            _ => self.bring(
                carrier,
                board,
                (second, second),
                (first, self.below(board, first, 2)),
            ),
        }
    }

    /// Carries one tile, then the other while the first stays. If the second cannot be carried but
    /// is in the window already, it stays where it is.
    fn bring(
        self,
        carrier: &mut Carrier,
        board: &mut PartialBoard,
        (one, there): (usize, usize),
        (two, then): (usize, usize),
    ) -> bool {
        if !carrier.carry(board, one, there) {
            return false;
        }
        board.done[there] = true;
        let carried = carrier.carry(board, two, then);
        board.done[there] = false;
        carried || board.cell_of(two) == self.first || board.cell_of(two) == self.second
    }

    /// The cell some lines further into the board.
    fn below(self, board: &PartialBoard, cell: usize, depth: usize) -> usize {
        (0..depth).fold(cell, |cell, _| {
            board.beside(cell, self.inward).unwrap_or(cell)
        })
    }

    /// Moves the blank into the window and finishes there. Returns false if a tile is outside.
    fn settle(self, carrier: &mut Carrier, board: &mut PartialBoard) -> bool {
        let window = self.window(board);
        let index = |cell: usize| window.iter().position(|&other| other == cell);
        let tiles = [board.cell_of(self.first), board.cell_of(self.second)];
        let (Some(first), Some(second)) = (index(tiles[0]), index(tiles[1])) else {
            return false;
        };
        if index(board.tiles.blank).is_none() {
            let mut near = window.clone();
            near.sort_by_key(|&cell| board.tiles.size.distance(cell, board.tiles.blank));
            let reach = |&cell: &usize| carrier.walker.length(board, cell, &tiles).is_some();
            let Some(cell) = near.into_iter().find(reach) else {
                return false;
            };
            let path = carrier.walker.path(board, cell);
            board.follow(path);
        }
        let (Some(blank), Some(home), Some(other)) = (
            index(board.tiles.blank),
            index(self.first),
            index(self.second),
        ) else {
            return false;
        };
        match search(board, &window, [first, second, blank], [home, other]) {
            Some(path) => {
                board.follow(path);
                true
            }
            None => false,
        }
    }

    /// The open cells around the pair: one to either side, four deep.
    fn window(self, board: &PartialBoard) -> Vec<usize> {
        let along = direction_to(board.tiles.size, self.first, self.second);
        let mut window = Vec::with_capacity(WINDOW);
        let mut level = vec![self.first, self.second];
        for _ in 0..DEPTH {
            window.extend_from_slice(&level);
            window.extend(board.beside(level[0], along.opposite()));
            window.extend(board.beside(level[1], along));
            let next = level
                .iter()
                .filter_map(|&cell| board.beside(cell, self.inward));
            level = next.collect();
            if level.len() < 2 {
                break;
            }
        }
        debug_assert!((6..=WINDOW).contains(&window.len()));
        window
    }
}

/// The blank's shortest path, as cells, that brings two tiles home inside a window.
///
/// A state is three window indices of four bits: first tile, second tile, blank.
fn search(
    board: &PartialBoard,
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
            let next = |direction| board.beside(cell, direction);
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
