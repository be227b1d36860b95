//! The blank potential: the points that the blank can still earn from every cell.
//!
//! # Idea
//!
//! A narrow beam sees a few dozen slides ahead. Without guidance its blank takes the profits near
//! it, ends at an edge, and is trapped among tiles that it has just moved. The potential tells it
//! what lies further off. It is the most that the blank can earn from a cell on a path that goes on
//! from line to line, never back, and along each line for any stretch in one direction, at a
//! *price* a slide:
//!
//! ```text
//! out[j]       = max(0, potential of the next line at j + profit of going on there − price)
//! forth[j]     = max(out[j], forth[j+1] + profit of j → j+1 − price)
//! back[j]      = max(out[j], back[j−1]  + profit of j → j−1 − price)
//! potential[j] = max(forth[j], back[j])
//! ```
//!
//! The same is done upwards, to the left and to the right. This is the dynamic programme of the
//! constructive sweeps (`construct/sweep.rs`) run backwards, so one pass gives the value of all
//! cells. The profit of a slide is by how much it lowers the points of its tile. The beam's score
//! is points − potential of the blank's cell: a rollout over exponentially many paths for the cost
//! of one table lookup.
//!
//! # Where it is computed
//!
//! On the board of the best leaf, some dozens of slides from the trunk, with the other leaves near
//! it. Computed on the board of the trunk, it would promise the leaves once more what they have
//! earned since.
//!
//! # The price
//!
//! The price is what a slide earns elsewhere. It is steered so that the potential of the blank's
//! own cell stays at `reach` prices: lowered by a fiftieth where the potential is less, raised
//! where it is more. With too small a reach the blank gets stuck, with too large a one it wanders.
//!
//! # Cost
//!
//! One pass over the board for the four ways on together, one element of a vector each: 0.1 ms at
//! 127×127. Measurements are in `bench/records/2026-11-notes-large-boards.md`.

use super::arch;
use super::walled_board::WalledBoard;
use super::weights::{POINTS, Weights};
use crate::guard::InstructionSet;

/// One number for each of the four ways on: down, up, to the right, to the left.
pub(super) type Ways = [i32; 4];

/// The profit of entering a cell that is not on the board. On boards that are not square, two of
/// the ways have fewer lines or places than the others.
const NEVER: i32 = i32::MIN / 4;

/// Profits of entering a cell: from the line before, and along its own line forth and back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Profits {
    pub on: Ways,
    pub forth: Ways,
    pub back: Ways,
}

/// The tables of the passes.
///
/// All four ways have as many lines and places as the longer side of the board. The lines of a way
/// are in the order of the passes: the last that it can reach comes first.
#[derive(Clone, Debug)]
pub(super) struct Passes {
    /// Places in a line.
    pub width: usize,
    /// By line and place.
    pub profits: Vec<Profits>,
    /// By line and place.
    pub potential: Vec<Ways>,
    /// Scratch: the potential of one line.
    pub line: Vec<Ways>,
    /// Scratch: `forth` of one line.
    pub forth: Vec<Ways>,
}

/// The potential of all cells.
#[derive(Clone, Debug)]
pub(super) struct BlankPotential {
    rows: usize,
    cols: usize,
    passes: Passes,
    price: i32,
    reach: f64,
}

impl BlankPotential {
    /// The least price, a quarter of a move.
    const LEAST_PRICE: i32 = POINTS / 4;

    /// Measures all tiles of a board. The potential is 0 until it is [renewed](Self::renew).
    pub fn new(board: &WalledBoard, weights: &Weights, price: i32, reach: f64) -> Self {
        let (rows, cols) = (board.size().rows(), board.size().cols());
        let width = rows.max(cols);
        let none = Profits {
            on: [NEVER; 4],
            forth: [NEVER; 4],
            back: [NEVER; 4],
        };
        let mut potential = Self {
            rows,
            cols,
            passes: Passes {
                width,
                profits: vec![none; width * width],
                potential: vec![[0; 4]; width * width],
                line: vec![[0; 4]; width],
                forth: vec![[0; 4]; width],
            },
            price: price.max(Self::LEAST_PRICE),
            reach,
        };
        for cell in 0..board.size().cells() {
            potential.measure(board, weights, cell);
        }
        potential
    }

    /// The index of a cell in the tables, for each way on.
    #[inline(always)]
    fn indices(&self, row: usize, col: usize) -> [usize; 4] {
        let width = self.passes.width;
        [
            (self.rows - 1 - row) * width + col,
            row * width + col,
            (self.cols - 1 - col) * width + row,
            col * width + row,
        ]
    }

    /// The points that the blank can still earn from a cell.
    #[inline(always)]
    pub fn points(&self, row: usize, col: usize) -> i32 {
        let [down, up, right, left] = self.indices(row, col);
        let potential = &self.passes.potential;
        let across = potential[right][2].max(potential[left][3]);
        potential[down][0].max(potential[up][1]).max(across)
    }

    /// Stores the profits of sliding the tile that is in a cell now.
    pub fn measure(&mut self, board: &WalledBoard, weights: &Weights, cell: usize) {
        let label = usize::from(board.tiles.labels[cell]);
        let weight = weights.of_label(label);
        let is_tile = cell != board.tiles.blank;
        let profit = |lines: &[u8], count: usize, by: isize| {
            let (at, home) = (isize::from(lines[cell]), isize::from(lines[label]));
            let to = at + by;
            if !is_tile || to < 0 || to as usize >= count {
                return 0;
            }
            let points = |at: isize| weights.distance_points(at.abs_diff(home)) * weight;
            points(at) - points(to)
        };
        // The tile slides against the blank's direction.
        let down = profit(&board.rows, self.rows, -1);
        let up = profit(&board.rows, self.rows, 1);
        let right = profit(&board.cols, self.cols, -1);
        let left = profit(&board.cols, self.cols, 1);
        let (row, col) = (board.rows[cell], board.cols[cell]);
        let indices = self.indices(usize::from(row), usize::from(col));
        let on = [down, up, right, left];
        let forth = [right, right, down, down];
        let back = [left, left, up, up];
        for (way, index) in indices.into_iter().enumerate() {
            let profits = &mut self.passes.profits[index];
            profits.on[way] = on[way];
            profits.forth[way] = forth[way];
            profits.back[way] = back[way];
        }
    }

    /// The present price, in points.
    pub fn price(&self) -> i32 {
        self.price
    }

    /// Computes the potential anew, and steers the price by that of the blank's own cell.
    pub fn renew(&mut self, most: InstructionSet, (row, col): (usize, usize)) {
        arch::run_passes(most, &mut self.passes, self.price);
        let step = self.price / 50 + 1;
        let is_enough = f64::from(self.points(row, col)) > self.reach * f64::from(self.price);
        self.price += if is_enough { step } else { -step };
        self.price = self.price.max(Self::LEAST_PRICE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Direction, Size};
    use crate::goal::{Goal, Instance};
    use crate::scramble::Scrambler;

    fn random_board(rows: usize, cols: usize, seed: u64) -> WalledBoard {
        let size = Size::new(rows, cols).unwrap();
        let board = Scrambler::new(size, &Goal::Snail, seed).unwrap().uniform();
        WalledBoard::new(&Instance::new(&board, &Goal::Snail).unwrap())
    }

    /// The most that paths of the blank earn which go on in one direction and never turn back, by
    /// trying all of them.
    fn most_by_trying_all(
        board: &mut WalledBoard,
        weights: &Weights,
        price: i32,
        ahead: Direction,
        last: usize,
    ) -> i32 {
        let mut most = 0;
        for by in Direction::ALL {
            if by == ahead.opposite() || by as usize + last == 3 {
                continue;
            }
            let Some(from) = board.source_cell(by) else {
                continue;
            };
            let to = board.tiles.blank;
            let (change, _) = board.change(weights, from);
            board.slide_from(from);
            let rest = most_by_trying_all(board, weights, price, ahead, by as usize);
            board.slide_from(to);
            most = most.max(rest - change - price);
        }
        most
    }

    #[test]
    fn the_potential_is_what_trying_all_paths_finds() {
        for (rows, cols, seed) in [(4, 3, 1), (3, 4, 2), (4, 4, 3), (4, 4, 4)] {
            let mut board = random_board(rows, cols, seed);
            let weights = Weights::new(rows * cols, 4, 1.8, 0.0);
            let price = 40;
            let mut potential = BlankPotential::new(&board, &weights, price, 1.0);
            let (row, col) = board.blank_position();
            potential.renew(InstructionSet::default(), (row, col));
            let most = Direction::ALL
                .map(|ahead| most_by_trying_all(&mut board, &weights, price, ahead, 4));
            assert_eq!(Some(&potential.points(row, col)), most.iter().max());
        }
    }

    #[test]
    fn both_compilations_compute_the_same_potential() {
        let board = random_board(9, 14, 5);
        let weights = Weights::new(9 * 14, 14, 1.8, 0.0);
        let mut dispatched = BlankPotential::new(&board, &weights, 30, 1.0).passes;
        let mut portable = dispatched.clone();
        arch::run_passes(InstructionSet::default(), &mut dispatched, 30);
        arch::scalar::run_passes(&mut portable, 30);
        assert_eq!(dispatched.potential, portable.potential);
    }
}
