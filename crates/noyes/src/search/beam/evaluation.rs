//! The evaluation of a board: the score that orders the beam, and an admissible bound.
//!
//! The score, in points ([`POINTS`] to the move), is
//!
//! ```text
//! Σ over tiles of tile_points[label][cell]  +  weight × line conflicts
//!     +  Σ over pairs of near tiles of their points  +  Σ over tuples of near cells of their points
//!     +  output of the net
//! ```
//!
//! where `tile_points` is the distance home raised to a power above one, or what training made of
//! it. A convex distance orders boards better than the Manhattan distance, since one far tile costs
//! more than two near ones. Random 5×5 boards, width 10,000, no net:
//!
//! ```text
//! exponent                    1.0    1.3    1.6
//! moves / Manhattan          1.47   1.38   1.39
//! ```
//!
//! The bound is the linear-conflict heuristic, Manhattan + 2 × line conflicts. The beam drops
//! boards that cannot beat the solution in hand.
//!
//! **Cost.** A slide changes the points of one tile, and the conflicts of at most one line: a tile
//! that moves along a row only enters the blank, so the order of the row stays, and the conflicts
//! of a column change only if the column is the tile's own. So a score costs a few table lookups,
//! and rarely a pass over a line (`line_conflicts.rs`).

use std::sync::Arc;

use super::line_codes::LineCodes;
use super::line_conflicts::LineConflicts;
use super::net::{LabelSlide, Net, POINTS};
use super::pairs::PairTable;
use super::shared_pairs::SharedPairTable;
use super::slide_steps::Step;
use super::tuples::TupleTable;
use crate::board::Size;
use crate::guard::InstructionSet;

/// The evaluation of one size and blank home.
#[derive(Clone, Debug)]
pub struct Evaluation {
    size: Size,
    blank_home: usize,
    rows: Vec<u8>,
    cols: Vec<u8>,
    row_conflicts: LineConflicts,
    col_conflicts: LineConflicts,
    line_codes: Option<Arc<LineCodes>>,
    /// By label and cell.
    tile_points: Vec<i32>,
    /// Points of one line conflict.
    conflict_points: i32,
    net: Option<Arc<Net>>,
    /// The most that it uses of the processor.
    pub(super) instruction_set: InstructionSet,
}

/// The score without the net's output, and the bound: both are updated from slide to slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BaseScore {
    /// Points of the tiles, of the line conflicts, of pairs and of tuples.
    pub points: i32,
    /// Linear conflict: never above the moves still needed.
    pub bound: u32,
}

impl Evaluation {
    /// Σ distance^`exponent` + 2 × line conflicts, in moves; no net.
    pub fn plain(size: Size, blank_home: usize, exponent: f64) -> Self {
        let cells = size.cells();
        let points = |index: usize| {
            let distance = size.distance(index / cells, index % cells) as f64;
            if index / cells == blank_home {
                0
            } else {
                (distance.powf(exponent) * f64::from(POINTS)).round() as i32
            }
        };
        Self {
            size,
            blank_home,
            rows: (0..cells).map(|cell| size.row(cell) as u8).collect(),
            cols: (0..cells).map(|cell| size.col(cell) as u8).collect(),
            row_conflicts: LineConflicts::of_rows(size, blank_home),
            col_conflicts: LineConflicts::of_cols(size, blank_home),
            line_codes: LineCodes::new(size, blank_home).map(Arc::new),
            tile_points: (0..cells * cells).map(points).collect(),
            conflict_points: 2 * POINTS,
            net: None,
            instruction_set: InstructionSet::default(),
        }
    }

    /// A learned evaluation. The blank's goal cell is the last cell.
    pub fn learned(net: impl Into<Arc<Net>>) -> Self {
        let net = net.into();
        let size = net.size();
        Self {
            tile_points: net
                .tile_points()
                .iter()
                .map(|&points| i32::from(points))
                .collect(),
            conflict_points: net.conflict_points(),
            net: Some(net),
            ..Self::plain(size, size.cells() - 1, 1.0)
        }
    }

    /// The best evaluation of a size and a goal cell of the blank: the shipped net, if there is
    /// one.
    pub fn best(size: Size, blank_home: usize) -> Self {
        match Net::shipped(size) {
            Some(net) if blank_home + 1 == size.cells() => Self::learned(net),
            _ => Self::plain(size, blank_home, 1.3),
        }
    }

    /// The evaluation by a net of the caller's, if it is of this size and the blank's goal cell is
    /// the last; else the [best](Evaluation::best) there is.
    pub fn with_net(size: Size, blank_home: usize, net: Option<Arc<Net>>) -> Self {
        match net {
            Some(net) if net.size() == size && blank_home + 1 == size.cells() => Self::learned(net),
            _ => Self::best(size, blank_home),
        }
    }

    /// The size of the boards.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The goal cell of the blank, which is also its label.
    pub(super) fn blank_home(&self) -> usize {
        self.blank_home
    }

    /// The number of hidden sums that a layer stores of a board; 0 without a net.
    pub(super) fn units(&self) -> usize {
        self.net.as_ref().map_or(0, |net| net.rows().width)
    }

    /// Whether a net is part of it.
    pub fn is_learned(&self) -> bool {
        self.net.is_some()
    }

    /// The hidden sums of a board as a layer stores them; empty without a net.
    pub(super) fn sums(&self, board: &[u8]) -> Vec<i16> {
        self.net
            .as_ref()
            .map_or(Vec::new(), |net| net.padded_sums(board))
    }

    /// The base score of a board, from scratch.
    pub(super) fn base(&self, board: &[u8]) -> BaseScore {
        let cells = self.size.cells();
        let mut points = 0;
        let mut bound = 0;
        for (cell, &label) in board.iter().enumerate() {
            let label = usize::from(label);
            if label != self.blank_home {
                bound += self.size.distance(label, cell) as u32;
            }
            points += self.tile_points[label * cells + cell];
        }
        if let Some(pairs) = self.pairs() {
            points += pairs.points(board);
        }
        if let Some(pairs) = self.shared_pairs() {
            points += pairs.points(board);
        }
        if let Some(tuples) = self.tuples() {
            points += tuples.points(board);
        }
        let conflicts = self.line_conflicts(board);
        BaseScore {
            points: points + self.conflict_points * conflicts as i32,
            bound: bound + 2 * conflicts,
        }
    }

    /// The score of a board of labels, from scratch: about [`POINTS`] for each move still needed.
    pub fn points(&self, board: &[u8]) -> i32 {
        let net = self.net.as_ref();
        let net = net.map_or(0, |net| net.output(&net.sums(board)));
        self.base(board).points + net
    }

    /// The points of pairs, if the net has any.
    #[inline(always)]
    pub(super) fn pairs(&self) -> Option<&PairTable> {
        self.net.as_ref().and_then(|net| net.pairs())
    }

    /// The shared points of pairs, if the net has any.
    #[inline(always)]
    pub(super) fn shared_pairs(&self) -> Option<&SharedPairTable> {
        self.net.as_ref().and_then(|net| net.shared_pairs())
    }

    /// The points of tuples, if the net has any.
    #[inline(always)]
    pub(super) fn tuples(&self) -> Option<&TupleTable> {
        self.net.as_ref().and_then(|net| net.tuples())
    }

    /// The number of line conflicts: tiles that must leave their goal line and come back.
    pub fn line_conflicts(&self, board: &[u8]) -> u32 {
        let rows = (0..self.size.rows()).map(|row| self.row_conflicts.count(board, row));
        let cols = (0..self.size.cols()).map(|col| self.col_conflicts.count(board, col));
        rows.chain(cols).sum()
    }

    /// The base score after a slide, in one piece. `board` is as before the slide, and `base` is
    /// its score.
    #[cfg(test)]
    pub(super) fn base_after(
        &self,
        base: BaseScore,
        board: &[u8],
        slide: &LabelSlide,
    ) -> BaseScore {
        let step = self.step(slide);
        let (mut points, mut bound) = (base.points + step.points, i32::from(step.bound));
        if let Some(pairs) = self.pairs() {
            points += pairs.change(board, slide);
        }
        if let Some(pairs) = self.shared_pairs() {
            points += pairs.change(board, slide);
        }
        if let Some(tuples) = self.tuples() {
            points += tuples.change(board, slide);
        }
        if step.enters != 0 {
            let more = i32::from(step.enters) * self.conflicts_of(board, slide.label, &step) as i32;
            points += self.conflict_points * more;
            bound += 2 * more;
        }
        BaseScore {
            points,
            bound: base.bound.wrapping_add_signed(bound),
        }
    }

    /// What a slide adds to the base score, but for pairs, tuples and line conflicts.
    pub(super) fn step(&self, slide: &LabelSlide) -> Step {
        let cells = self.size.cells();
        let (lines, places, rows) = if slide.is_across() {
            (&self.cols, &self.rows, self.size.rows())
        } else {
            (&self.rows, &self.cols, 0)
        };
        let [home, from, to] = [slide.label, slide.from, slide.to].map(|cell| lines[cell]);
        let is_nearer = home.abs_diff(to) < home.abs_diff(from);
        let row = &self.tile_points[slide.label * cells..(slide.label + 1) * cells];
        Step {
            points: row[slide.to] - row[slide.from],
            bound: if is_nearer { -1 } else { 1 },
            enters: i8::from(home == to) - i8::from(home == from),
            line: rows as u8 + home,
            place: places[slide.to],
        }
    }

    /// How many line conflicts more there are with a tile at its place in its goal line than
    /// without it: 0 or 1. What the board has at that place is ignored.
    #[inline(always)]
    pub(super) fn conflicts_of(&self, board: &[u8], label: usize, step: &Step) -> u32 {
        let (line, place) = (usize::from(step.line), usize::from(step.place));
        match line.checked_sub(self.size.rows()) {
            None => self.row_conflicts.added_by(board, line, place, label),
            Some(col) => self.col_conflicts.added_by(board, col, place, label),
        }
    }

    /// The codes of all lines, if lines are short enough for them.
    #[inline(always)]
    pub(super) fn line_codes(&self) -> Option<&LineCodes> {
        self.line_codes.as_deref()
    }

    /// Points of one line conflict.
    #[inline(always)]
    pub(super) fn conflict_points(&self) -> i32 {
        self.conflict_points
    }

    /// The net, if there is one.
    #[inline(always)]
    pub(super) fn net(&self) -> Option<&Net> {
        self.net.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SlideTable;
    use crate::goal::{Goal, Instance};
    use crate::heuristic::HeuristicKind;
    use crate::scramble::Scrambler;
    use crate::search::beam::net::tests::{some_net, some_shared_net};

    #[test]
    fn updates_agree_with_an_evaluation_from_scratch() {
        for (rows, cols) in [(3, 3), (4, 6), (7, 5)] {
            let size = Size::new(rows, cols).unwrap();
            for goal in [Goal::BlankLast, Goal::Snail] {
                let board = Scrambler::new(size, &goal, 5).unwrap().uniform();
                let instance = Instance::new(&board, &goal).unwrap();
                let evaluation = if goal == Goal::BlankLast {
                    if rows == 4 {
                        Evaluation::learned(some_shared_net(size, 16))
                    } else {
                        Evaluation::learned(some_net(size, 16))
                    }
                } else {
                    Evaluation::plain(size, instance.blank_home(), 1.3)
                };
                let slide_table = SlideTable::new(size);
                let mut cells: Vec<u8> = instance.labels().iter().map(|&l| l as u8).collect();
                let mut base = evaluation.base(&cells);
                let bound = HeuristicKind::LinearConflict.bound(&instance).unwrap();
                assert_eq!(base.bound, bound);
                let mut blank = instance.blank();
                for k in 0..400usize {
                    let slides: Vec<_> = slide_table.slides(blank).collect();
                    let (_, from) = slides[k * k * 7 % slides.len()];
                    let slide = LabelSlide::new(usize::from(cells[from]), from, blank);
                    base = evaluation.base_after(base, &cells, &slide);
                    cells.swap(from, blank);
                    blank = from;
                    assert_eq!(base, evaluation.base(&cells));
                }
            }
        }
    }
}
