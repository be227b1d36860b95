//! The truth for small boards: plain breadth-first search, in both metrics, for any goal.

use std::collections::HashSet;

use crate::grid::Grid;
use crate::moves::{Metric, Slide};

/// The distances of all boards of a size from one goal.
///
/// ```
/// use noyes_check::{Goal, Metric, Oracle};
///
/// let goal = Goal::BlankLast.grid(3, 3);
/// let oracle = Oracle::new(&goal, Metric::Single).unwrap();
/// assert_eq!(oracle.distance(&"8 6 7/2 5 4/3 0 1".parse()?), Some(31));
/// assert_eq!(oracle.layers().iter().sum::<usize>(), 181_440);
/// assert_eq!(oracle.distance(&"1 2 3/4 5 6/8 7 0".parse()?), None);
/// # Ok::<(), noyes_check::CheckError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Oracle {
    rows: usize,
    cols: usize,
    /// By the rank of the board; [`UNREACHED`] where the goal cannot be reached.
    distances: Vec<u8>,
}

const UNREACHED: u8 = u8::MAX;

impl Oracle {
    /// The most cells of a board whose distances are all found: 10! boards.
    pub const MOST_CELLS: usize = 10;

    /// Finds the distances of all boards, if the board is small enough.
    pub fn new(goal: &Grid, metric: Metric) -> Option<Self> {
        let cells = goal.tiles().len();
        if cells > Self::MOST_CELLS {
            return None;
        }
        let mut distances = vec![UNREACHED; (1..=cells).product()];
        distances[rank(goal.tiles())] = 0;
        let mut layer = vec![goal.clone()];
        let mut depth = 0;
        while !layer.is_empty() {
            depth += 1;
            let mut next = Vec::new();
            for board in &layer {
                for neighbor in neighbors(board, metric) {
                    let distance = &mut distances[rank(neighbor.tiles())];
                    if *distance == UNREACHED {
                        *distance = depth;
                        next.push(neighbor);
                    }
                }
            }
            layer = next;
        }
        Some(Self {
            rows: goal.rows(),
            cols: goal.cols(),
            distances,
        })
    }

    /// The fewest moves from a board to the goal; none if it cannot be reached, or if the board
    /// has another size.
    pub fn distance(&self, board: &Grid) -> Option<u32> {
        if (board.rows(), board.cols()) != (self.rows, self.cols) {
            return None;
        }
        let distance = self.distances[rank(board.tiles())];
        (distance != UNREACHED).then_some(distance.into())
    }

    /// How many boards there are at each distance, from 0.
    pub fn layers(&self) -> Vec<usize> {
        let mut layers = Vec::new();
        for &distance in self.distances.iter().filter(|&&d| d != UNREACHED) {
            let depth = usize::from(distance);
            if layers.len() <= depth {
                layers.resize(depth + 1, 0);
            }
            layers[depth] += 1;
        }
        layers
    }
}

/// The fewest moves from one board to another, by breadth-first search of at most `most_boards`
/// boards; none if that did not suffice.
///
/// It serves boards of any size that are near the goal.
pub fn distance(board: &Grid, goal: &Grid, metric: Metric, most_boards: usize) -> Option<u32> {
    let mut seen = HashSet::from([board.tiles().to_vec()]);
    let mut layer = vec![board.clone()];
    let mut depth = 0;
    while !layer.is_empty() {
        if layer.contains(goal) {
            return Some(depth);
        }
        depth += 1;
        let mut next = Vec::new();
        for board in &layer {
            for neighbor in neighbors(board, metric) {
                if seen.insert(neighbor.tiles().to_vec()) {
                    next.push(neighbor);
                }
            }
        }
        if seen.len() > most_boards {
            return None;
        }
        layer = next;
    }
    None
}

/// The boards that one move makes of a board.
fn neighbors(board: &Grid, metric: Metric) -> Vec<Grid> {
    let mut all = Vec::new();
    for slide in Slide::ALL {
        let mut now = board.slid(slide);
        while let Some(next) = now {
            now = match metric {
                Metric::Single => None,
                Metric::Multi => next.slid(slide),
            };
            all.push(next);
        }
    }
    all
}

/// The number of a permutation in lexicographic order.
fn rank(tiles: &[u16]) -> usize {
    let mut rank = 0;
    for (index, tile) in tiles.iter().enumerate() {
        let smaller = tiles[index + 1..].iter().filter(|&other| other < tile);
        rank = rank * (tiles.len() - index) + smaller.count();
    }
    rank
}
