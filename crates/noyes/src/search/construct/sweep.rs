//! Sweeps: the blank's most profitable ways across the board.
//!
//! Carrying one tile costs three to five slides a cell, while every slide moves some tile. A blank
//! whose path moves many tiles towards their homes needs little more than one slide a cell. So
//! before any line is filled, the blank sweeps the board until the tiles are near home.
//!
//! **The profit of a slide** is by how much it lowers the sum of squared distances (of rows and of
//! columns). A tile `d` lines from its home gains 2d − 1 by a step nearer and loses 2d + 1 by one
//! away. The square favours far tiles and tolerates small losses of near ones. With plain distances
//! the sweeps end early, and solutions are nearly twice as long.
//!
//! **One sweep** goes over the board line by line, starting with the blank's own and never back,
//! and along each line for any stretch to the left or to the right:
//!
//! ```text
//!     · · ▒ ▒ ▒ ·      enter[j]  best profit on entering this line at j
//!     · · · · ▒ ·      forth[j]  = max(enter[j], forth[j−1] + profit of j−1 → j − price)
//!     · ▒ ▒ ▒ ▒ ·      back[j]   = max(enter[j], back[j+1]  + profit of j+1 → j − price)
//!     · ▒ · · · ·      enter'[j] = max(forth[j], back[j])   + profit of going on − price
//! ```
//!
//! A sweep enters no cell twice, so every tile that it slides is where it was when the sweep was
//! planned. So this dynamic programme finds the best of exponentially many paths exactly, in a few
//! operations a cell. The sweep ends in the cell of the highest profit, and the next one starts
//! there. It is planned over the whole board: with sixteen lines ahead the blank gets stuck where
//! it has been, and a 127×127 board gains nothing.
//!
//! **The price** of a slide falls. The first price is half the board's side in units of squared
//! distance, so that only the best paths pay. When none of the four directions gives a profit, the
//! price is lowered by a tenth. At a price of about one the mean distance of the tiles is 1.4, and
//! the lines are filled one by one.
//!
//! Every sweep lowers the sum of squares by more than its slides cost, so the sweeps end. **Cost:**
//! a sweep takes time proportional to the number of cells; a 127×127 board has some 10,000 sweeps.

use std::hint::select_unpredictable;

use super::partial_board::PartialBoard;
use crate::board::{Direction, Rectangle, Size};
use crate::guard::{Guard, Stop};

/// Profits and prices are counted in sixteenths of a unit of squared distance.
pub(super) const UNIT: i64 = 16;
/// The lowest bits of a profit hold the place where its run along the line began, so that one
/// maximum finds both.
const PLACE_BITS: u32 = 7;
const PLACE: i64 = (1 << PLACE_BITS) - 1;
/// Less than any profit, and far enough from overflow to be added to.
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
    next_direction: usize,
}

/// A planned sweep: the lines that it crosses after the first, its end in the last, and its profit.
#[derive(Clone, Copy, Debug)]
struct Sweep {
    ahead: Direction,
    crossed: usize,
    end: usize,
    profit: i64,
}

impl Sweeper {
    /// A sweeper that stops below a price, given in units of [`UNIT`], and begins in one of four
    /// directions.
    pub fn new(size: Size, last_price: i64, first_direction: usize) -> Self {
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
            next_direction: first_direction,
        }
    }

    /// Stores the distances of the tile in a cell.
    fn measure(&mut self, board: &PartialBoard, cell: usize) {
        let home = usize::from(board.tiles.labels[cell]);
        let (row, col) = (board.tiles.size.row(cell), board.tiles.size.col(cell));
        let rows = row as i16 - board.tiles.size.row(home) as i16;
        let cols = col as i16 - board.tiles.size.col(home) as i16;
        self.by_rows.ahead[cell] = rows;
        self.by_rows.across[cell] = cols;
        let mirrored = col * board.tiles.size.rows() + row;
        self.by_cols.ahead[mirrored] = cols;
        self.by_cols.across[mirrored] = rows;
    }

    /// Sweeps an open rectangle until the tiles are near home.
    pub fn settle(
        &mut self,
        board: &mut PartialBoard,
        open: Rectangle,
        guard: &Guard<'_>,
    ) -> Result<(), Stop> {
        let first_price = UNIT * open.rows().max(open.cols()) as i64 / 2;
        self.sweep(board, open, first_price, guard)
    }

    /// Sweeps a rectangle again whose tiles were near home and have been moved a little since.
    pub fn settle_again(
        &mut self,
        board: &mut PartialBoard,
        open: Rectangle,
        guard: &Guard<'_>,
    ) -> Result<(), Stop> {
        if self.last_price == i64::MAX {
            return Ok(());
        }
        self.sweep(board, open, self.last_price, guard)
    }

    /// Sweeps at a falling price a slide until no sweep has a profit.
    fn sweep(
        &mut self,
        board: &mut PartialBoard,
        open: Rectangle,
        first_price: i64,
        guard: &Guard<'_>,
    ) -> Result<(), Stop> {
        debug_assert!(open.contains(board.tiles.size, board.tiles.blank));
        open.cells(board.tiles.size)
            .for_each(|cell| self.measure(board, cell));
        let mut price = first_price;
        let mut idle = 0;
        while price >= self.last_price {
            guard.check(&board.counts())?;
            let sweep = self.plan(board, open, Direction::ALL[self.next_direction % 4], price);
            self.next_direction += 1;
            if sweep.profit <= UNIT {
                idle += 1;
                if idle == 4 {
                    price -= price / 10 + 1;
                    idle = 0;
                }
                continue;
            }
            idle = 0;
            for cell in self.path(board, sweep) {
                let left = board.tiles.blank;
                board.follow([cell]);
                self.measure(board, left);
            }
        }
        Ok(())
    }

    /// The layout for sweeps in a direction, and the blank's line and place in it.
    fn layout(&self, board: &PartialBoard, ahead: Direction) -> (&Layout, usize, usize) {
        let (row, col) = (
            board.tiles.size.row(board.tiles.blank),
            board.tiles.size.col(board.tiles.blank),
        );
        match ahead {
            Direction::Up | Direction::Down => (&self.by_rows, row, col),
            Direction::Left | Direction::Right => (&self.by_cols, col, row),
        }
    }

    /// The most profitable sweep of the blank in a direction, at a price a slide.
    fn plan(
        &mut self,
        board: &PartialBoard,
        open: Rectangle,
        ahead: Direction,
        price: i64,
    ) -> Sweep {
        let mut enter = std::mem::take(&mut self.enter);
        let mut best = std::mem::take(&mut self.best);
        let mut backs = std::mem::take(&mut self.backs);
        let mut starts = std::mem::take(&mut self.starts);
        let (layout, line, place) = self.layout(board, ahead);
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
        let mut sweep = Sweep {
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
            // Both directions in one loop: their chains of dependent steps overlap.
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
            if most >> PLACE_BITS > sweep.profit {
                sweep.profit = most >> PLACE_BITS;
                sweep.crossed = crossed;
                sweep.end = best.iter().position(|&value| value == most).unwrap_or(0) + low;
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
        sweep
    }

    /// The cells of the sweep just planned, in order, without the first.
    fn path(&self, board: &PartialBoard, sweep: Sweep) -> Vec<usize> {
        let (layout, line, place) = self.layout(board, sweep.ahead);
        let cell = |crossed: usize, place: usize| match sweep.ahead {
            Direction::Down => (line + crossed) * layout.width + place,
            Direction::Up => (line - crossed) * layout.width + place,
            Direction::Right => place * board.tiles.size.cols() + line + crossed,
            Direction::Left => place * board.tiles.size.cols() + line - crossed,
        };
        let mut path = Vec::new();
        let mut at = sweep.end;
        for crossed in (0..=sweep.crossed).rev() {
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

/// The greater of two, without a branch, which could not be predicted.
fn greater(a: i64, b: i64) -> i64 {
    select_unpredictable(a > b, a, b)
}
