//! The blank's shortest walk around one tile and the cells that are done.
//!
//! A* with Manhattan distance on a grid raises its estimate by 0 (a step nearer) or by 2 (a step
//! away), so a double-ended queue replaces the heap: steps nearer go to the front, steps away to
//! the back (F. O. Hadlock, "A shortest path algorithm for grid graphs", Networks 7, 1977). On an
//! open board it expands little more than the walk itself.

use std::collections::VecDeque;

use super::partial_board::PartialBoard;
use crate::board::Direction;

/// The memory of the search, reused from walk to walk.
#[derive(Debug)]
pub(super) struct Walker {
    queue: VecDeque<(u16, u16)>,
    /// By cell: the search that last reached it, and the cell before it.
    reached: Vec<(u32, u16)>,
    /// The number of the present search.
    clock: u32,
}

impl Walker {
    pub fn new(cells: usize) -> Self {
        Self {
            queue: VecDeque::new(),
            reached: vec![(0, 0); cells],
            clock: 0,
        }
    }

    /// The length of the blank's shortest walk to `target` that enters neither done cells nor those
    /// `avoided`. None if there is no such walk.
    ///
    /// The walk itself can be read by [`Walker::path`] until the next call.
    pub fn length(
        &mut self,
        board: &PartialBoard,
        target: usize,
        avoided: &[usize],
    ) -> Option<u32> {
        if board.done[target] || avoided.contains(&target) {
            return None;
        }
        self.clock += 1;
        self.queue.clear();
        self.queue
            .push_back((board.tiles.blank as u16, board.tiles.blank as u16));
        while let Some((cell, from)) = self.queue.pop_front() {
            let here = usize::from(cell);
            if self.reached[here].0 == self.clock {
                continue;
            }
            self.reached[here] = (self.clock, from);
            if here == target {
                return Some(self.back(board, target).count() as u32);
            }
            let far = board.tiles.size.distance(here, target);
            for direction in Direction::ALL {
                let Some(next) = board.beside(here, direction) else {
                    continue;
                };
                if avoided.contains(&next) || self.reached[next].0 == self.clock {
                    continue;
                }
                if board.tiles.size.distance(next, target) < far {
                    self.queue.push_front((next as u16, cell));
                } else {
                    self.queue.push_back((next as u16, cell));
                }
            }
        }
        None
    }

    /// The cells of the walk just found to `target`, in order, without the first.
    pub fn path(&self, board: &PartialBoard, target: usize) -> Vec<usize> {
        let mut path: Vec<usize> = self.back(board, target).collect();
        path.reverse();
        path
    }

    /// The cells from `target` back to the blank, without the blank's.
    fn back(&self, board: &PartialBoard, target: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(target), |&cell| {
            debug_assert_eq!(self.reached[cell].0, self.clock);
            Some(usize::from(self.reached[cell].1))
        })
        .take_while(|&cell| cell != board.tiles.blank)
    }
}
