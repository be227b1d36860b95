//! What the blank can still earn from every cell, by the best way on from there.
//!
//! A narrow beam sees a few dozen slides ahead. Left alone its blank eats what is near, is driven
//! to an edge and trapped among tiles it has just moved. What frees it is to know what lies
//! further off. The *outlook* of a cell is the most that the blank can earn from there on a way
//! that goes on from line to line, never back, and in each line any stretch to the left or to the
//! right, at a *price* a slide:
//!
//! ```text
//! out[j]   = max(0, outlook of the next line at j + profit of going on there − price)
//! forth[j] = max(out[j], forth[j+1] + profit of j → j+1 − price)
//! back[j]  = max(out[j], back[j−1]  + profit of j → j−1 − price)
//! outlook[j] = max(forth[j], back[j])
//! ```
//!
//! and likewise upwards, to the left and to the right: the dynamic programme of the constructive
//! sweeps (`construct/sweep.rs`) turned around, so that one pass gives the value of every cell.
//! The profit of a slide is by how much it lowers the points of its tile. The beam's score is
//! points − outlook of the blank's cell: a rollout of exponentially many ways for each leaf, at
//! the cost of one table read.
//!
//! **Where it is made.** On the board of the best leaf, some dozens of slides from the trunk; the other
//! leaves are near it. Made on the board of the trunk it promises every leaf again what that has earned
//! since, and the wider the beam, the more: 1.46 of Manhattan at 50×50 whatever the width, where now the widths 25, 50, 100
//! and 200 give 1.430, 1.422, 1.413 and 1.402.
//!
//! **The price** is what a slide earns elsewhere. It is steered so that the outlook from where
//! the blank is stays at `reach` prices: lowered by a fiftieth when the blank sees less, raised
//! when it sees more. With less reach than about 0.4 × the board's side the blank gets stuck, with more it
//! is drawn here and there: at 50×50 and width 25 the reaches 0.15, 0.25, 0.35, 0.45, 0.6 and 0.8 give 1.56, 1.46, 1.438, 1.429,
//! 1.438 and 1.450.
//!
//! Cost: a pass over the board for each of the four ways on, all at once, a lane of a vector each: some 0.1 ms
//! at 127×127, once in many layers (0.25 ms one after the other). A field of diffused hills wherever the
//! blank had been, with a bowl and the work left, which was here before, gave 5 % longer first acts
//! than the first outlook.

use super::ground::Ground;
use super::worth::Worth;

/// The four ways on: down, up, to the right, to the left. They are worked out side by side, a lane each.
type Lanes = [i32; 4];

/// The profit of entering a cell that a lane does not have: boards that are not square have fewer lines
/// or places in two of the lanes.
const NEVER: i32 = i32::MIN / 4;

/// Profits into a cell, in every lane: of going on into it, and of going forth and back in its line.
#[derive(Clone, Copy, Debug)]
struct Profits {
    on: Lanes,
    forth: Lanes,
    back: Lanes,
}

/// The outlook of every cell.
///
/// A lane's lines are in the order of the passes, the last it can go to first. All lanes have as many
/// lines and places as the longer side of the board.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    rows: usize,
    cols: usize,
    /// Places in a line.
    width: usize,
    /// By line and place.
    profits: Vec<Profits>,
    /// Points still to earn, by line and place.
    earned: Vec<Lanes>,
    lines: [Vec<Lanes>; 2],
    price: i32,
    reach: f64,
}

impl Outlook {
    /// The least price, a quarter of a move.
    const LEAST_PRICE: i32 = super::worth::POINTS / 4;

    pub fn new(ground: &Ground, worth: &Worth, price: i32, reach: f64) -> Self {
        let (rows, cols) = (ground.size.rows(), ground.size.cols());
        let width = rows.max(cols);
        let none = Profits {
            on: [NEVER; 4],
            forth: [NEVER; 4],
            back: [NEVER; 4],
        };
        let mut outlook = Self {
            rows,
            cols,
            width,
            profits: vec![none; width * width],
            earned: vec![[0; 4]; width * width],
            lines: [vec![[0; 4]; width], vec![[0; 4]; width]],
            price: price.max(Self::LEAST_PRICE),
            reach,
        };
        for cell in 0..ground.cells.len() {
            outlook.measure(ground, worth, cell);
        }
        outlook
    }

    /// Where a cell is in each lane.
    #[inline(always)]
    fn places(&self, row: usize, col: usize) -> [usize; 4] {
        [
            (self.rows - 1 - row) * self.width + col,
            row * self.width + col,
            (self.cols - 1 - col) * self.width + row,
            col * self.width + row,
        ]
    }

    /// Points still to earn from a cell.
    #[inline(always)]
    pub fn points(&self, row: usize, col: usize) -> i32 {
        let [down, up, right, left] = self.places(row, col);
        let across = self.earned[right][2].max(self.earned[left][3]);
        self.earned[down][0].max(self.earned[up][1]).max(across)
    }

    /// Takes note of the tile in a cell.
    pub fn measure(&mut self, ground: &Ground, worth: &Worth, cell: usize) {
        let label = usize::from(ground.cells[cell]);
        let weight = worth.weight(label);
        let is_tile = cell != ground.blank;
        let profit = |lines: &[u8], count: usize, by: isize| {
            let (at, home) = (isize::from(lines[cell]), isize::from(lines[label]));
            let to = at + by;
            if !is_tile || to < 0 || to as usize >= count {
                return 0;
            }
            let power = |at: isize| worth.power(at.abs_diff(home)) * weight;
            power(at) - power(to)
        };
        // The tile slides against the blank.
        let down = profit(&ground.rows, self.rows, -1);
        let up = profit(&ground.rows, self.rows, 1);
        let right = profit(&ground.cols, self.cols, -1);
        let left = profit(&ground.cols, self.cols, 1);
        let (row, col) = (ground.rows[cell], ground.cols[cell]);
        let places = self.places(usize::from(row), usize::from(col));
        let on = [down, up, right, left];
        let forth = [right, right, down, down];
        let back = [left, left, up, up];
        for (lane, place) in places.into_iter().enumerate() {
            let profits = &mut self.profits[place];
            profits.on[lane] = on[lane];
            profits.forth[lane] = forth[lane];
            profits.back[lane] = back[lane];
        }
    }

    /// Makes the outlook anew, and steers the price by what the blank, which is there, sees.
    pub fn renew(&mut self, row: usize, col: usize) {
        self.pass();
        let step = self.price / 50 + 1;
        let sees_enough = f64::from(self.points(row, col)) > self.reach * f64::from(self.price);
        self.price += if sees_enough { step } else { -step };
        self.price = self.price.max(Self::LEAST_PRICE);
    }

    fn pass(&mut self) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the feature was just found.
            return unsafe { self.pass_avx2() };
        }
        self.pass_any();
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn pass_avx2(&mut self) {
        self.pass_any();
    }

    /// What the ways on earn, from line to line.
    #[inline(always)]
    fn pass_any(&mut self) {
        let (width, price) = (self.width, [self.price; 4]);
        let [line, forth] = &mut self.lines;
        line.fill([0; 4]);
        let mut before: Option<&[Profits]> = None;
        let earned = self.earned.chunks_exact_mut(width);
        for (profits, earned) in self.profits.chunks_exact(width).zip(earned) {
            if let Some(next) = before {
                for (out, next) in line.iter_mut().zip(next) {
                    *out = larger(minus(plus(*out, next.on), price), [0; 4]);
                }
            }
            before = Some(profits);
            let mut ahead = [i32::MIN / 2; 4];
            for ((&out, profits), forth) in line.iter().zip(profits).zip(&mut *forth).rev() {
                ahead = larger(out, ahead);
                *forth = ahead;
                ahead = minus(plus(ahead, profits.forth), price);
            }
            let mut behind = [i32::MIN / 2; 4];
            let places = line.iter_mut().zip(profits).zip(earned);
            for (((line, profits), earned), &forth) in places.zip(&*forth) {
                behind = larger(*line, behind);
                *earned = larger(behind, forth);
                *line = *earned;
                behind = minus(plus(behind, profits.back), price);
            }
        }
    }
}

#[inline(always)]
fn larger(one: Lanes, other: Lanes) -> Lanes {
    std::array::from_fn(|lane| one[lane].max(other[lane]))
}

#[inline(always)]
fn plus(points: Lanes, profit: Lanes) -> Lanes {
    std::array::from_fn(|lane| points[lane] + profit[lane])
}

#[inline(always)]
fn minus(points: Lanes, price: Lanes) -> Lanes {
    std::array::from_fn(|lane| points[lane] - price[lane])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Direction, Size};
    use crate::goal::{Goal, Instance};
    use crate::scramble::Scrambler;

    /// The most that ways of the blank earn which go on in one direction and never back into a
    /// cell, all of them tried.
    fn tried(ground: &mut Ground, worth: &Worth, price: i32, ahead: Direction, last: usize) -> i32 {
        let mut most = 0;
        for by in Direction::ALL {
            if by == ahead.opposite() || by as usize + last == 3 {
                continue;
            }
            let Some(from) = ground.source_cell(by) else {
                continue;
            };
            let to = ground.blank;
            let (gain, _) = ground.gain(worth, from);
            ground.slide_from(from);
            let rest = tried(ground, worth, price, ahead, by as usize);
            ground.slide_from(to);
            most = most.max(rest - gain - price);
        }
        most
    }

    #[test]
    fn the_blank_sees_what_trying_every_way_finds() {
        for (rows, cols, seed) in [(4, 3, 1), (3, 4, 2), (4, 4, 3), (4, 4, 4)] {
            let size = Size::new(rows, cols).unwrap();
            let board = Scrambler::new(size, &Goal::Snail, seed).unwrap().uniform();
            let instance = Instance::new(&board, &Goal::Snail).unwrap();
            let mut ground = Ground::new(&instance);
            let worth = Worth::new(size.cells(), 4, 1.8, 0.0);
            let price = 40;
            let mut outlook = Outlook::new(&ground, &worth, price, 1.0);
            let (row, col) = (ground.rows[ground.blank], ground.cols[ground.blank]);
            let (row, col) = (usize::from(row), usize::from(col));
            outlook.renew(row, col);
            let all = Direction::ALL;
            let most = all.map(|ahead| tried(&mut ground, &worth, price, ahead, 4));
            assert_eq!(Some(&outlook.points(row, col)), most.iter().max());
        }
    }
}
