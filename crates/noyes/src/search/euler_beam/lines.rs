//! Second act: lines finished a few at a time, to and fro; what is finished becomes a wall.

use super::Settings;
use super::euler::{Aim, Tour};
use super::ground::Ground;
use super::rescue::rescue;
use super::worth::{Worth, points};
use crate::board::Direction;
use crate::search::{Counts, Guard, Stop};

/// The rectangle that is not finished: first and last row and column.
#[derive(Clone, Copy, Debug)]
struct Open {
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
}

impl Open {
    /// Takes off a chunk of outer lines: the labels in the order they are to come home, swept from
    /// one end of the lines or, if `back`, from the other. None when a 3×3 is left.
    ///
    /// Rows as long as there are many, so that one chunk ends where the next begins, on the side
    /// away from the blank's home; then columns, across what is left.
    fn chunk(&mut self, ground: &Ground, most: usize, back: bool) -> Option<Vec<u16>> {
        let (rows, cols) = (self.bottom - self.top + 1, self.right - self.left + 1);
        if rows <= 3 && cols <= 3 {
            return None;
        }
        let (home_row, home_col) = (
            ground.size.row(ground.blank_home),
            ground.size.col(ground.blank_home),
        );
        let by_rows = rows >= cols || rows > 3 + most;
        let (first, last, home, count) = if by_rows {
            (&mut self.top, &mut self.bottom, home_row, rows)
        } else {
            (&mut self.left, &mut self.right, home_col, cols)
        };
        let (before, after) = (home - *first, *last - home);
        let chunk = most.min(count - 3).min(before.max(after)).max(1);
        let lines: Vec<usize> = if before >= after {
            *first += chunk;
            (*first - chunk..*first).collect()
        } else {
            *last -= chunk;
            (*last + 1..=*last + chunk).rev().collect()
        };
        let (start, end) = if by_rows {
            (self.left, self.right)
        } else {
            (self.top, self.bottom)
        };
        let mut order = Vec::with_capacity(lines.len() * (end - start + 1));
        for step in 0..=end - start {
            let across = if back { end - step } else { start + step };
            for &line in &lines {
                let (row, col) = if by_rows {
                    (line, across)
                } else {
                    (across, line)
                };
                order.push((row * ground.size.cols() + col) as u16);
            }
        }
        Some(order)
    }
}

/// Finishes line after line until a 3×3 is left, or gives up.
pub(super) fn finish_lines(
    ground: &mut Ground,
    settings: &Settings,
    moves: &mut Vec<Direction>,
    guard: &Guard<'_>,
    counts: &mut Counts,
) -> Result<(), Stop> {
    let mut open = Open {
        top: 0,
        bottom: ground.size.rows() - 1,
        left: 0,
        right: ground.size.cols() - 1,
    };
    let mut tour = Tour::new(settings.line_width, settings.salt);
    let mut back = false;
    while let Some(order) = open.chunk(ground, settings.chunk, back) {
        back = !back;
        let mut stage = LineStage {
            ground,
            settings,
            order: &order,
            tour: &mut tour,
            moves,
            counts,
        };
        if !stage.finish(guard)? {
            break;
        }
        for &label in &order {
            ground.walls[usize::from(label)] = true;
        }
    }
    Ok(())
}

/// One chunk of lines.
struct LineStage<'a> {
    ground: &'a mut Ground,
    settings: &'a Settings,
    order: &'a [u16],
    tour: &'a mut Tour,
    moves: &'a mut Vec<Direction>,
    counts: &'a mut Counts,
}

impl LineStage<'_> {
    fn finish(&mut self, guard: &Guard<'_>) -> Result<bool, Stop> {
        let size = self.ground.size;
        let longest = size.rows().max(size.cols());
        let (power, conflict) = (self.settings.line_power, self.settings.line_conflict);
        let mut worth = Worth::new(size.cells(), longest, power, conflict);
        worth.set_all(self.settings.rest);
        for &label in self.order {
            worth.set_weight(usize::from(label), self.settings.weight);
        }
        let aim = Aim {
            order: self.order,
            pull: points(self.settings.pull),
            next: points(self.settings.next),
            done: points(self.settings.done),
            enough: u32::MAX,
        };
        for _ in 0..=self.order.len() {
            if self.sweep(&worth, &aim, guard)? {
                return Ok(true);
            }
            let (ground, tour) = (&mut *self.ground, &mut *self.tour);
            if !rescue(ground, self.order, self.settings, tour, self.moves) {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Runs the beam until the chunk is home, or until it has made no progress for a while: then
    /// the board is as it was when most was done.
    fn sweep(&mut self, worth: &Worth, aim: &Aim<'_>, guard: &Guard<'_>) -> Result<bool, Stop> {
        let (ground, tour, moves) = (&mut *self.ground, &mut *self.tour, &mut *self.moves);
        let width = self.settings.line_width;
        tour.plant(ground, aim, 0);
        let mut most = tour.most_done();
        if usize::from(most.1) == aim.order.len() {
            return Ok(true);
        }
        let mut saved = (moves.len(), Vec::new());
        let mut since = 0;
        while since <= self.settings.patience && !tour.is_empty() {
            if let Some(leaf) = tour.grow(ground, worth, None, aim, width) {
                tour.commit(leaf, ground, moves);
                return Ok(true);
            }
            since += 1;
            let now = tour.most_done();
            if now.1 > most.1 {
                most = now;
                since = 0;
                saved = (moves.len(), tour.way(now.0));
            }
            if since % 8 == 0 {
                tour.settle(ground, moves);
                self.counts.generated += std::mem::take(&mut tour.generated);
                guard.check(self.counts)?;
            }
        }
        // Back to where most was done.
        for by in moves.drain(saved.0..).rev() {
            ground.slide(by.opposite());
        }
        for by in saved.1 {
            ground.slide(by);
            moves.push(by);
        }
        Ok(false)
    }
}
