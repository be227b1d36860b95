//! What a board is worth to the beam, and what it surely still costs.
//!
//! The score, in points ([`POINTS`] to the move), is
//!
//! ```text
//! Σ over tiles of worth[label][cell]  +  weight × tiles that must step aside  +  net
//! ```
//!
//! where `worth` is the distance home raised to a power above one, or what training made of it.
//! A convex distance beats Manhattan clearly (one far tile is worse than two near ones): at width
//! 10,000 the exponents 1.0 / 1.3 / 1.6 gave 1.47 / 1.38 / 1.39 × Manhattan on random 5×5 boards.
//! Beside the score goes the admissible bound, Manhattan + 2 × tiles aside, with which the beam
//! drops what cannot beat the solution in hand.
//!
//! A slide changes one tile's worth, and the conflicts of one line at most: a tile that moves
//! along a row keeps the row's order, since it only enters the blank, and changes a column's
//! conflicts only if that column is its own. So a score costs a few table reads, and rarely a pass
//! over a line (`own_tiles.rs`).

use std::sync::Arc;

use super::net::{Net, POINTS, Slide};
use super::own_tiles::OwnTiles;
use crate::board::Size;

/// The evaluation of one size and blank home.
#[derive(Clone, Debug)]
pub struct Evaluation {
    size: Size,
    blank_home: usize,
    rows: Vec<u8>,
    cols: Vec<u8>,
    own_rows: OwnTiles,
    own_cols: OwnTiles,
    worth: Vec<i32>,
    aside: i32,
    net: Option<Arc<Net>>,
}

/// The parts of a score that are kept from slide to slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    /// Points of the tiles and conflicts.
    pub points: i32,
    /// Manhattan and conflicts: never above the moves still needed.
    pub bound: u32,
}

impl Evaluation {
    /// Σ distance^`power` and twice the tiles aside.
    pub fn plain(size: Size, blank_home: usize, power: f64) -> Self {
        let cells = size.cells();
        let worth = |index: usize| {
            let far = size.distance(index / cells, index % cells) as f64;
            if index / cells == blank_home {
                0
            } else {
                (far.powf(power) * f64::from(POINTS)).round() as i32
            }
        };
        Self {
            size,
            blank_home,
            rows: (0..cells).map(|cell| size.row(cell) as u8).collect(),
            cols: (0..cells).map(|cell| size.col(cell) as u8).collect(),
            own_rows: OwnTiles::of_rows(size, blank_home),
            own_cols: OwnTiles::of_cols(size, blank_home),
            worth: (0..cells * cells).map(worth).collect(),
            aside: 2 * POINTS,
            net: None,
        }
    }

    /// A learned evaluation; the blank's home is the last cell.
    pub fn learned(net: impl Into<Arc<Net>>) -> Self {
        let net = net.into();
        let size = net.size();
        Self {
            worth: net
                .table()
                .iter()
                .map(|&points| i32::from(points))
                .collect(),
            aside: net.aside(),
            net: Some(net),
            ..Self::plain(size, size.cells() - 1, 1.0)
        }
    }

    /// The best there is for a size and blank home.
    pub fn best(size: Size, blank_home: usize) -> Self {
        match Net::shipped(size) {
            Some(net) if blank_home + 1 == size.cells() => Self::learned(net),
            _ => Self::plain(size, blank_home, 1.3),
        }
    }

    /// The size it is for.
    pub fn size(&self) -> Size {
        self.size
    }

    pub(super) fn blank_home(&self) -> usize {
        self.blank_home
    }

    pub(super) fn units(&self) -> usize {
        self.net.as_ref().map_or(0, |net| net.units())
    }

    /// Whether a net is part of it.
    pub fn is_learned(&self) -> bool {
        self.net.is_some()
    }

    /// The units' sums of a board; none without a net.
    pub(super) fn sums(&self, board: &[u8]) -> Vec<i16> {
        self.net.as_ref().map_or(Vec::new(), |net| net.sums(board))
    }

    /// The kept parts of a board's score, from scratch.
    pub(super) fn start(&self, board: &[u8]) -> Worth {
        let cells = self.size.cells();
        let mut points = 0;
        let mut bound = 0;
        for (cell, &label) in board.iter().enumerate() {
            let label = usize::from(label);
            if label != self.blank_home {
                bound += self.size.distance(label, cell) as u32;
            }
            points += self.worth[label * cells + cell];
        }
        let aside = self.tiles_aside(board);
        Worth {
            points: points + self.aside * aside as i32,
            bound: bound + 2 * aside,
        }
    }

    /// The score of a labelled board, from scratch: some [`POINTS`] for each move still to come.
    pub fn points(&self, board: &[u8]) -> i32 {
        let net = self.net.as_ref();
        let net = net.map_or(0, |net| net.answer(&net.sums(board)));
        self.start(board).points + net
    }

    /// How many tiles must leave their line.
    pub fn tiles_aside(&self, board: &[u8]) -> u32 {
        let rows = (0..self.size.rows()).map(|row| self.own_rows.aside(board, row));
        let cols = (0..self.size.cols()).map(|col| self.own_cols.aside(board, col));
        rows.chain(cols).sum()
    }

    /// The kept parts after a slide on `board`, which is still as before it.
    #[inline(always)]
    pub(super) fn step(&self, worth: Worth, board: &[u8], slide: &Slide) -> Worth {
        let base = slide.label * self.size.cells();
        let mut points = worth.points + self.worth[base + slide.to] - self.worth[base + slide.from];
        let across = self.rows[slide.from] == self.rows[slide.to];
        let lines = if across { &self.cols } else { &self.rows };
        let (home, from, to) = (lines[slide.label], lines[slide.from], lines[slide.to]);
        let mut bound = if home.abs_diff(to) < home.abs_diff(from) {
            worth.bound - 1
        } else {
            worth.bound + 1
        };
        if home == from || home == to {
            // The tile leaves its own line, or comes into it: does one more tile step aside there?
            let place = if home == from { slide.from } else { slide.to };
            let more = if across {
                let (line, place) = (usize::from(home), usize::from(self.rows[place]));
                self.own_cols
                    .with_and_without(board, line, place, slide.label)
            } else {
                let (line, place) = (usize::from(home), usize::from(self.cols[place]));
                self.own_rows
                    .with_and_without(board, line, place, slide.label)
            };
            if home == from {
                points -= self.aside * more as i32;
                bound -= 2 * more;
            } else {
                points += self.aside * more as i32;
                bound += 2 * more;
            }
        }
        Worth { points, bound }
    }

    /// The net's share of the score after a slide.
    #[inline(always)]
    pub(super) fn net_after(&self, sums: &[i16], slide: &Slide) -> i32 {
        match &self.net {
            Some(net) => net.answer_after(sums, slide),
            None => 0,
        }
    }

    /// The units' sums after a slide.
    #[inline(always)]
    pub(super) fn step_sums(&self, before: &[i16], slide: &Slide, after: &mut [i16]) {
        if let Some(net) = &self.net {
            net.step(before, slide, after);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SlideTable;
    use crate::goal::{Goal, Instance};
    use crate::heuristic::HeuristicKind;
    use crate::scramble::Scrambler;

    #[test]
    fn slides_add_up_to_what_a_fresh_look_says() {
        for (rows, cols) in [(3, 3), (4, 6), (7, 5)] {
            let size = Size::new(rows, cols).unwrap();
            for goal in [Goal::BlankLast, Goal::Snail] {
                let board = Scrambler::new(size, &goal, 5).unwrap().uniform();
                let instance = Instance::new(&board, &goal).unwrap();
                let evaluation = Evaluation::plain(size, instance.blank_home(), 1.3);
                let steps = SlideTable::new(size);
                let mut cells: Vec<u8> = instance.labels().iter().map(|&l| l as u8).collect();
                let mut worth = evaluation.start(&cells);
                let bound = HeuristicKind::LinearConflict.bound(&instance).unwrap();
                assert_eq!(worth.bound, bound);
                let mut blank = instance.blank();
                for k in 0..400usize {
                    let slides: Vec<_> = steps.slides(blank).collect();
                    let (_, from) = slides[k * k * 7 % slides.len()];
                    let slide = Slide {
                        label: usize::from(cells[from]),
                        from,
                        to: blank,
                        blank: instance.blank_home(),
                    };
                    worth = evaluation.step(worth, &cells, &slide);
                    cells.swap(from, blank);
                    blank = from;
                    assert_eq!(worth, evaluation.start(&cells));
                }
            }
        }
    }
}
