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
//! **The price** is what a slide earns elsewhere. It is steered so that the outlook from where
//! the blank is stays at `reach` prices: lowered by a fiftieth when the blank sees less, raised
//! when it sees more. A reach of 0.6 × the board's side is best; half of that and the blank gets
//! stuck, twice as much and it is drawn here and there.
//!
//! Cost: four passes over the board, some 0.25 ms at 127×127, once in many layers. At the width
//! 25, slides to a mean distance of one from home over Manhattan distance, beside what was here
//! before, a field of diffused hills wherever the blank had been, a bowl and the work left:
//!
//! ```text
//! n                    20      30      50     127
//! field of hills     1.39   1.375    1.40    1.42 (hills retuned; 1.77 at 50 as it was)
//! outlook            1.32    1.35    1.34    1.35
//! ```
//!
//! At 127×127 an outlook every 100 layers gives 1.42, every 40 1.36, every 20 1.35 (28 s).

use super::ground::Ground;
use super::worth::Worth;

/// Profits read along lines: of going on into a cell, of going forth and back into it.
#[derive(Clone, Debug)]
struct Profits {
    width: usize,
    /// Into a cell from the line before.
    onward: Vec<i32>,
    /// Into a cell from the line after.
    homeward: Vec<i32>,
    /// Into a cell from the place before in its line.
    forth: Vec<i32>,
    /// Into a cell from the place after.
    back: Vec<i32>,
}

/// The outlook of every cell.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    by_rows: Profits,
    by_cols: Profits,
    /// Points still to earn from each cell.
    pub points: Vec<i32>,
    turned: Vec<i32>,
    lines: [Vec<i32>; 3],
    price: i32,
    reach: f64,
}

impl Outlook {
    /// The least price, a quarter of a move.
    const LEAST_PRICE: i32 = super::worth::POINTS / 4;

    pub fn new(ground: &Ground, worth: &Worth, price: i32, reach: f64) -> Self {
        let cells = ground.cells.len();
        let profits = |width: usize| Profits {
            width,
            onward: vec![0; cells],
            homeward: vec![0; cells],
            forth: vec![0; cells],
            back: vec![0; cells],
        };
        let mut outlook = Self {
            by_rows: profits(ground.size.cols()),
            by_cols: profits(ground.size.rows()),
            points: vec![0; cells],
            turned: vec![0; cells],
            lines: Default::default(),
            price: price.max(Self::LEAST_PRICE),
            reach,
        };
        for cell in 0..cells {
            outlook.measure(ground, worth, cell);
        }
        outlook
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
        let (rows, cols) = (ground.size.rows(), ground.size.cols());
        // The tile slides against the blank.
        let down = profit(&ground.rows, rows, -1);
        let up = profit(&ground.rows, rows, 1);
        let right = profit(&ground.cols, cols, -1);
        let left = profit(&ground.cols, cols, 1);
        let mirrored = usize::from(ground.cols[cell]) * rows + usize::from(ground.rows[cell]);
        self.by_rows.set(cell, [down, up, right, left]);
        self.by_cols.set(mirrored, [right, left, down, up]);
    }

    /// Makes the outlook anew, and steers the price by what the blank sees.
    pub fn renew(&mut self, blank: usize) {
        self.points.fill(0);
        self.turned.fill(0);
        for onward in [true, false] {
            let (price, lines) = (self.price, &mut self.lines);
            self.by_rows.pass(onward, price, lines, &mut self.points);
            self.by_cols.pass(onward, price, lines, &mut self.turned);
        }
        let (cols, rows) = (self.by_rows.width, self.by_cols.width);
        for (row, line) in self.points.chunks_exact_mut(cols).enumerate() {
            for (col, points) in line.iter_mut().enumerate() {
                *points = (*points).max(self.turned[col * rows + row]);
            }
        }
        let step = self.price / 50 + 1;
        let sees_enough = f64::from(self.points[blank]) > self.reach * f64::from(self.price);
        self.price += if sees_enough { step } else { -step };
        self.price = self.price.max(Self::LEAST_PRICE);
    }
}

impl Profits {
    fn set(&mut self, cell: usize, [onward, homeward, forth, back]: [i32; 4]) {
        self.onward[cell] = onward;
        self.homeward[cell] = homeward;
        self.forth[cell] = forth;
        self.back[cell] = back;
    }

    /// Ways that go on from line to line, towards the last if `onward`, else towards the first.
    /// `best` keeps the better of what it is and what they earn.
    fn pass(&self, onward: bool, price: i32, lines: &mut [Vec<i32>; 3], best: &mut [i32]) {
        let width = self.width;
        let count = best.len() / width;
        let [line, value, other] = lines;
        for line in [&mut *line, &mut *value, &mut *other] {
            line.clear();
            line.resize(width, 0);
        }
        let ahead = if onward { &self.onward } else { &self.homeward };
        for step in 0..count {
            let number = if onward { count - 1 - step } else { step };
            let start = number * width;
            if step > 0 {
                let next = if onward { start + width } else { start - width };
                for (earned, &profit) in line.iter_mut().zip(&ahead[next..next + width]) {
                    *earned = (*earned + profit - price).max(0);
                }
            }
            let best = &mut best[start..start + width];
            let forth = &self.forth[start..start + width];
            let back = &self.back[start..start + width];
            // Both runs in one loop: each waits for its own last step only.
            let (mut ahead, mut behind) = (i32::MIN / 2, i32::MIN / 2);
            let forth = line.iter().zip(forth).zip(value.iter_mut()).rev();
            let back = line.iter().zip(back).zip(other.iter_mut());
            for (((&out, &forth), value), ((&start, &back), other)) in forth.zip(back) {
                ahead = out.max(ahead);
                *value = ahead;
                ahead += forth - price;
                behind = start.max(behind);
                *other = behind;
                behind += back - price;
            }
            for (value, &other) in value.iter_mut().zip(&*other) {
                *value = (*value).max(other);
            }
            for (best, &value) in best.iter_mut().zip(&*value) {
                *best = (*best).max(value);
            }
            std::mem::swap(line, value);
        }
    }
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
            let Some(from) = ground.slider(by) else {
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
            outlook.renew(ground.blank);
            let all = Direction::ALL;
            let most = all.map(|ahead| tried(&mut ground, &worth, price, ahead, 4));
            assert_eq!(Some(&outlook.points[ground.blank]), most.iter().max());
        }
    }
}
