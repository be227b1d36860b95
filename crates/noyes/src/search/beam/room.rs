//! A part's survivors in the next layer: survivors copied from their parents and moved.
//!
//! Step 5 of a [run](super::run). The parts are disjoint stretches of one layer, so that every
//! thread fills its own.

use super::evaluation::Evaluation;
use super::judge::{Link, Part};
use super::layer::{Head, Layer};
use super::net::Slide;
use super::select::Cut;
use super::wide;
use crate::board::SlideTable;

/// A part's stretch of the next layer.
pub(super) struct Room<'a> {
    pub heads: &'a mut [Head],
    pub boards: &'a mut [u8],
    pub sums: &'a mut [i16],
    pub links: &'a mut [Link],
}

impl<'a> Room<'a> {
    pub fn split(self, count: usize, cells: usize, units: usize) -> (Self, Self) {
        let (heads, more_heads) = self.heads.split_at_mut(count);
        let (boards, more_boards) = self.boards.split_at_mut(count * cells);
        let (sums, more_sums) = self.sums.split_at_mut(count * units);
        let (links, more_links) = self.links.split_at_mut(count);
        (
            Self {
                heads,
                boards,
                sums,
                links,
            },
            Self {
                heads: more_heads,
                boards: more_boards,
                sums: more_sums,
                links: more_links,
            },
        )
    }

    pub fn fill(
        &mut self,
        layer: &Layer,
        evaluation: &Evaluation,
        steps: &SlideTable,
        part: &Part,
        cut: Cut,
        mut ties: usize,
    ) {
        let (cells, units) = (layer.cells, layer.units);
        let mut place = 0;
        for (candidate, &score) in part.candidates.iter().zip(&part.scores) {
            if score >= cut.score {
                if score > cut.score || ties == 0 {
                    continue;
                }
                ties -= 1;
            }
            let parent = candidate.link.parent();
            let by = candidate.link.by();
            let to = usize::from(layer.heads[parent].blank);
            let Some(from) = steps.source_cell(to, by) else {
                continue;
            };
            let board = &mut self.boards[place * cells..(place + 1) * cells];
            board.copy_from_slice(layer.board(parent));
            let slide = Slide {
                label: usize::from(board[from]),
                from,
                to,
                blank: evaluation.blank_home(),
            };
            board.swap(from, to);
            if units > 0 {
                let sums = &mut self.sums[place * units..(place + 1) * units];
                wide::step_sums(evaluation, layer.sums(parent), &slide, sums);
            }
            self.heads[place] = Head {
                hash: candidate.hash,
                worth: candidate.worth,
                blank: from as u8,
                by: by as u8,
            };
            self.links[place] = candidate.link;
            place += 1;
        }
        debug_assert_eq!(place, self.heads.len());
    }
}
