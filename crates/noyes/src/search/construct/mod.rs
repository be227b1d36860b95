//! An answer for every board, at once: lines filled from the outside in, then an exact finish.

mod carry;
mod finish;
mod pair;
mod tray;
mod walk;

use carry::{Carrier, open_cost};
use pair::Pair;
use tray::Tray;

use super::guard::{Counts, Finding, Guard, Stop};
use crate::board::{Direction, Moves};
use crate::goal::Instance;

/// Solves any instance at once, without any claim that the solution is short.
///
/// The lower bound is the Manhattan distance. *Generated* counts slides made, those taken back
/// included; nothing is expanded or stored. The guard is asked once a line.
pub fn construct(instance: &Instance, guard: &Guard<'_>) -> Finding {
    let mut tray = Tray::new(instance);
    let far = |(cell, &home): (usize, &u16)| tray.size.distance(cell, usize::from(home));
    let tiles = tray
        .labels
        .iter()
        .enumerate()
        .filter(|&(cell, _)| cell != tray.blank);
    let lower_bound = tiles.map(far).sum::<usize>() as u32;
    let built = build(&mut tray, instance.blank_home(), guard);
    debug_assert!(built.is_err() || tray.labels.iter().copied().eq(0..tray.size.cells() as u16));
    Finding {
        counts: counts(&tray),
        moves: built
            .is_ok()
            .then(|| Moves::from(tray.moves).without_undoing()),
        lower_bound,
        stop: built.err(),
    }
}

fn counts(tray: &Tray) -> Counts {
    Counts {
        generated: tray.slides,
        ..Counts::default()
    }
}

/// The rectangle of cells not yet done: first and last row and column.
#[derive(Clone, Copy, Debug)]
struct Open {
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
}

impl Open {
    fn rows(self) -> usize {
        self.bottom - self.top + 1
    }

    fn cols(self) -> usize {
        self.right - self.left + 1
    }

    /// The outer lines that can be filled now, each as its cells and the way inward.
    ///
    /// Never the line of the blank's home, never one of the last two lines, and of rows and
    /// columns those that are shorter.
    fn lines(self, tray: &Tray, blank_home: usize) -> Vec<(Vec<usize>, Direction)> {
        let (row, col) = (tray.size.row(blank_home), tray.size.col(blank_home));
        let cell = |row: usize, col: usize| row * tray.size.cols() + col;
        let mut lines = Vec::with_capacity(4);
        if self.rows() > 2 && self.rows() >= self.cols() {
            for (line, inward) in [(self.top, Direction::Down), (self.bottom, Direction::Up)] {
                if line != row {
                    let cells = (self.left..=self.right)
                        .map(|col| cell(line, col))
                        .collect();
                    lines.push((cells, inward));
                }
            }
        }
        if self.cols() > 2 && self.cols() >= self.rows() {
            for (line, inward) in [(self.left, Direction::Right), (self.right, Direction::Left)] {
                if line != col {
                    let cells = (self.top..=self.bottom)
                        .map(|row| cell(row, line))
                        .collect();
                    lines.push((cells, inward));
                }
            }
        }
        lines
    }

    fn without(mut self, inward: Direction) -> Self {
        match inward {
            Direction::Down => self.top += 1,
            Direction::Up => self.bottom -= 1,
            Direction::Right => self.left += 1,
            Direction::Left => self.right -= 1,
        }
        self
    }
}

fn build(tray: &mut Tray, blank_home: usize, guard: &Guard<'_>) -> Result<(), Stop> {
    let mut carrier = Carrier::new(tray.size);
    let mut open = Open {
        top: 0,
        bottom: tray.size.rows() - 1,
        left: 0,
        right: tray.size.cols() - 1,
    };
    while open.rows() > 3 || open.cols() > 3 {
        guard.check(&counts(tray))?;
        let far = |cells: &[usize]| -> usize {
            let far = |&home: &usize| tray.size.distance(home, tray.place(home));
            cells.iter().map(far).sum()
        };
        let lines = open.lines(tray, blank_home);
        let nearest = lines.into_iter().min_by_key(|(cells, _)| far(cells));
        debug_assert!(nearest.is_some());
        let Some((cells, inward)) = nearest else {
            break;
        };
        fill(tray, &mut carrier, &cells, inward);
        open = open.without(inward);
    }
    finish::finish(tray);
    Ok(())
}

/// Fills a line from both its ends, whichever is cheaper next, and closes it with the last pair.
fn fill(tray: &mut Tray, carrier: &mut Carrier, mut cells: &[usize], inward: Direction) {
    while let [first, middle @ .., last] = cells
        && !middle.is_empty()
    {
        let home = if price(tray, *first) <= price(tray, *last) {
            cells = &cells[1..];
            *first
        } else {
            cells = &cells[..cells.len() - 1];
            *last
        };
        let carried = carrier.carry(tray, home, home);
        debug_assert!(carried, "the way to a line's end is open");
        tray.done[home] = true;
    }
    let pair = Pair {
        first: cells[0],
        second: cells[1],
        inward,
    };
    pair.fill(carrier, tray);
    tray.done[cells[0]] = true;
    tray.done[cells[1]] = true;
}

/// About how many slides bring a tile home: the blank's walk to it and the carriage.
fn price(tray: &Tray, home: usize) -> u32 {
    let tile = tray.place(home);
    if tile == home {
        return 0;
    }
    let side = |side| open_cost(tray.size, tile, side, home);
    let carriage = Direction::ALL.into_iter().map(side).min().unwrap_or(0);
    tray.size.distance(tray.blank, tile) as u32 + carriage
}
