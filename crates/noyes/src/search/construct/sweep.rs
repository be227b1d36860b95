//! Sweeps: the blank's most profitable ways across the board.
//!
//! Carrying one tile costs three to five slides a cell, while every slide moves some tile. A
//! blank that goes where the tiles it pushes want to go needs little more than one slide a cell.
//! So before any line is filled the blank sweeps the board until the tiles are near home.
//!
//! **The profit of a slide** is by how much it lowers the sum of squared distances (of rows and
//! of columns): a tile `d` lines from its home gains 2d − 1 by a step nearer and loses 2d + 1 by
//! one away. The square sends far tiles first and forgives a near one a step aside; with plain
//! distances the sweeps end early and the whole takes nearly twice as many slides.
//!
//! **One sweep** goes over the board line by line from the blank's own, never back, and in each
//! line any way to the left or to the right:
//!
//! ```text
//!     · · ▒ ▒ ▒ ·      enter[j]  best profit on entering this line at j
//!     · · · · ▒ ·      forth[j]  = max(enter[j], forth[j−1] + profit of j−1 → j − price)
//!     · ▒ ▒ ▒ ▒ ·      back[j]   = max(enter[j], back[j+1]  + profit of j+1 → j − price)
//!     · ▒ · · · ·      enter'[j] = max(forth[j], back[j])   + profit of going on − price
//! ```
//!
//! It enters no cell twice, so every tile it pushes stands where it stood when the sweep was
//! planned: this dynamic programme finds the best of exponentially many ways exactly, in a few
//! operations a cell. It looks over the whole board: planned only sixteen lines ahead, the blank
//! gets stuck where it has been and nothing is won at 127×127. It ends in the cell of the highest profit, and the next sweep starts there.
//!
//! **The price** of a slide falls. At first only the best ways pay: the price is half the
//! board's side in units of squared distance. When all four directions offer nothing it is
//! lowered by a tenth, and when it is about one the tiles are 1.4 cells from home in the mean
//! and the lines are filled one by one.
//!
//! Every sweep lowers the sum of squares by more than its slides cost, so the sweeps end. Each
//! takes time proportional to the number of cells; a 127×127 board has some 10,000 of them.

use std::hint::select_unpredictable;

use super::open::Open;
use super::tray::Tray;
use crate::board::{Direction, Size};
use crate::guard::{Guard, Stop};

/// Profits and prices are counted in sixteenths of a unit of squared distance.
pub(super) const UNIT: i64 = 16;
/// Profits carry the place where their run along the line began in the lowest bits, so that one
/// maximum finds both.
const PLACE_BITS: u32 = 7;
const PLACE: i64 = (1 << PLACE_BITS) - 1;
/// Less than any profit, with room to add to it.
const NEVER: i64 = i64::MIN / 4;

/// How far every tile is from home, read by rows or by columns.
#[derive(Debug)]
struct Layout {
    width: usize,
    /// Lines from home, by line and place in it; negative before it.
    ahead: Vec<i16>,
    /// Places from home in the line.
    across: Vec<i16>,
}

/// Plans and makes sweeps.
#[derive(Debug)]
pub(super) struct Sweeper {
    by_rows: Layout,
    by_cols: Layout,
    /// Where the run that ends in each place of each line began.
    starts: Vec<u8>,
    enter: Vec<i64>,
    best: Vec<i64>,
    backs: Vec<i64>,
    last_price: i64,
    /// The direction of the next sweep, modulo four.
    turn: usize,
}

/// A planned sweep: the lines it crosses after the first, where in the last it ends, its profit.
#[derive(Clone, Copy, Debug)]
struct Course {
    ahead: Direction,
    crossed: usize,
    end: usize,
    profit: i64,
}

impl Sweeper {
    /// A sweeper that stops below a price, given in units of [`UNIT`], and begins in one of four
    /// directions.
    pub fn new(size: Size, last_price: i64, turn: usize) -> Self {
        let layout = |width: usize| Layout {
            width,
            ahead: vec![0; size.cells()],
            across: vec![0; size.cells()],
        };
        Self {
            by_rows: layout(size.cols()),
            by_cols: layout(size.rows()),
            starts: vec![0; size.cells()],
            enter: Vec::new(),
            best: Vec::new(),
            backs: Vec::new(),
            last_price,
            turn,
        }
    }

    /// Takes note of the tile in a cell.
    fn measure(&mut self, tray: &Tray, cell: usize) {
        let home = usize::from(tray.labels[cell]);
        let (row, col) = (tray.size.row(cell), tray.size.col(cell));
        let rows = row as i16 - tray.size.row(home) as i16;
        let cols = col as i16 - tray.size.col(home) as i16;
        self.by_rows.ahead[cell] = rows;
        self.by_rows.across[cell] = cols;
        let mirrored = col * tray.size.rows() + row;
        self.by_cols.ahead[mirrored] = cols;
        self.by_cols.across[mirrored] = rows;
    }

    /// Sweeps an open rectangle until the tiles are near home.
    pub fn settle(&mut self, tray: &mut Tray, open: Open, guard: &Guard<'_>) -> Result<(), Stop> {
        let first_price = UNIT * open.rows().max(open.cols()) as i64 / 2;
        self.sweep(tray, open, first_price, guard)
    }

    /// Sweeps what has been settled and stirred a little since.
    pub fn settle_again(
        &mut self,
        tray: &mut Tray,
        open: Open,
        guard: &Guard<'_>,
    ) -> Result<(), Stop> {
        if self.last_price == i64::MAX {
            return Ok(());
        }
        self.sweep(tray, open, self.last_price, guard)
    }

    /// Sweeps at a falling price a slide until nothing pays any more.
    fn sweep(
        &mut self,
        tray: &mut Tray,
        open: Open,
        first_price: i64,
        guard: &Guard<'_>,
    ) -> Result<(), Stop> {
        debug_assert!(open.contains(tray.size, tray.blank));
        open.cells(tray.size)
            .for_each(|cell| self.measure(tray, cell));
        let mut price = first_price;
        let mut idle = 0;
        while price >= self.last_price {
            guard.check(&tray.counts())?;
            let course = self.plan(tray, open, Direction::ALL[self.turn % 4], price);
            self.turn += 1;
            if course.profit <= UNIT {
                idle += 1;
                if idle == 4 {
                    price -= price / 10 + 1;
                    idle = 0;
                }
                continue;
            }
            idle = 0;
            for cell in self.path(tray, course) {
                let left = tray.blank;
                tray.follow([cell]);
                self.measure(tray, left);
            }
        }
        Ok(())
    }

    /// The layout for sweeps in a direction, and the blank's line and place in it.
    fn layout(&self, tray: &Tray, ahead: Direction) -> (&Layout, usize, usize) {
        let (row, col) = (tray.size.row(tray.blank), tray.size.col(tray.blank));
        match ahead {
            Direction::Up | Direction::Down => (&self.by_rows, row, col),
            Direction::Left | Direction::Right => (&self.by_cols, col, row),
        }
    }

    /// The most profitable sweep of the blank in a direction, at a price a slide.
    fn plan(&mut self, tray: &Tray, open: Open, ahead: Direction, price: i64) -> Course {
        let mut enter = std::mem::take(&mut self.enter);
        let mut best = std::mem::take(&mut self.best);
        let mut backs = std::mem::take(&mut self.backs);
        let mut starts = std::mem::take(&mut self.starts);
        let (layout, line, place) = self.layout(tray, ahead);
        let onward = matches!(ahead, Direction::Down | Direction::Right);
        let (low, width, last) = match ahead {
            Direction::Down => (open.left, open.cols(), open.bottom - line),
            Direction::Up => (open.left, open.cols(), line - open.top),
            Direction::Right => (open.top, open.rows(), open.right - line),
            Direction::Left => (open.top, open.rows(), line - open.left),
        };
        // A tile slides against the blank, so towards the first line as the blank goes onward.
        let sign = if onward { 2 * UNIT } else { -2 * UNIT };
        let cost = UNIT + price;
        enter.clear();
        enter.resize(width, NEVER);
        enter[place - low] = place as i64;
        best.resize(width, NEVER);
        backs.resize(width, NEVER);
        let mut course = Course {
            ahead,
            crossed: 0,
            end: place,
            profit: 0,
        };
        for crossed in 0..=last {
            let line = if onward {
                line + crossed
            } else {
                line - crossed
            };
            let across = &layout.across[line * layout.width + low..][..width];
            // Both ways in one loop: each step waits for the last of its own way, not of the other.
            let (mut forth, mut back) = (NEVER, NEVER);
            let rightwards = best.iter_mut().zip(&enter).zip(across);
            let leftwards = backs.iter_mut().zip(&enter).zip(across).rev();
            for (((best, &enter), &away), ((best_back, &enter_back), &away_back)) in
                rightwards.zip(leftwards)
            {
                let slide = 2 * UNIT * i64::from(away) - cost;
                forth = greater(enter, forth + (slide << PLACE_BITS));
                *best = forth;
                let slide = -2 * UNIT * i64::from(away_back) - cost;
                back = greater(enter_back, back + (slide << PLACE_BITS));
                *best_back = back;
            }
            let starts = &mut starts[crossed * layout.width + low..][..width];
            let mut most = NEVER;
            for ((best, &back), start) in best.iter_mut().zip(&backs).zip(starts) {
                *best = greater(back, *best);
                *start = (*best & PLACE) as u8;
                most = greater(*best, most);
            }
            if most >> PLACE_BITS > course.profit {
                course.profit = most >> PLACE_BITS;
                course.crossed = crossed;
                course.end = best.iter().position(|&value| value == most).unwrap_or(0) + low;
            }
            if crossed < last {
                let next = if onward { line + 1 } else { line - 1 };
                let rows = &layout.ahead[next * layout.width + low..][..width];
                for (place, ((enter, &best), &away)) in
                    (low as i64..).zip(enter.iter_mut().zip(&best).zip(rows))
                {
                    let slide = sign * i64::from(away) - cost;
                    *enter = ((best & !PLACE) + (slide << PLACE_BITS)) | place;
                }
            }
        }
        (self.enter, self.best, self.backs, self.starts) = (enter, best, backs, starts);
        course
    }

    /// The cells of the sweep just planned, in order, without the first.
    fn path(&self, tray: &Tray, course: Course) -> Vec<usize> {
        let (layout, line, place) = self.layout(tray, course.ahead);
        let cell = |crossed: usize, place: usize| match course.ahead {
            Direction::Down => (line + crossed) * layout.width + place,
            Direction::Up => (line - crossed) * layout.width + place,
            Direction::Right => place * tray.size.cols() + line + crossed,
            Direction::Left => place * tray.size.cols() + line - crossed,
        };
        let mut path = Vec::new();
        let mut at = course.end;
        for crossed in (0..=course.crossed).rev() {
            let start = usize::from(self.starts[crossed * layout.width + at]);
            while at != start {
                path.push(cell(crossed, at));
                at = if at > start { at - 1 } else { at + 1 };
            }
            path.push(cell(crossed, at));
        }
        debug_assert_eq!(at, place);
        path.pop();
        path.reverse();
        path
    }
}

/// The greater of two, without a branch: which it is cannot be foreseen.
fn greater(a: i64, b: i64) -> i64 {
    select_unpredictable(a > b, a, b)
}
