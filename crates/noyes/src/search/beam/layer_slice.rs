//! Step 5 of a [run](super::run): the survivors of a part become boards of the next layer.
//!
//! The parts write to disjoint slices of the next layer, so threads can fill them side by side.

use super::arch;
use super::evaluation::Evaluation;
use super::layer::{Layer, NodeHeader};
use super::net::LabelSlide;
use super::score::{LayerPart, Link};
use super::select::Cut;
use crate::board::SlideTable;

/// The slice of the next layer that belongs to one part.
pub(super) struct LayerSlice<'a> {
    pub headers: &'a mut [NodeHeader],
    pub boards: &'a mut [u8],
    pub sums: &'a mut [i16],
    pub links: &'a mut [Link],
}

impl<'a> LayerSlice<'a> {
    /// The first `count` boards, and the rest.
    pub fn split(self, count: usize, cells: usize, units: usize) -> (Self, Self) {
        let (headers, more_headers) = self.headers.split_at_mut(count);
        let (boards, more_boards) = self.boards.split_at_mut(count * cells);
        let (sums, more_sums) = self.sums.split_at_mut(count * units);
        let (links, more_links) = self.links.split_at_mut(count);
        (
            Self {
                headers,
                boards,
                sums,
                links,
            },
            Self {
                headers: more_headers,
                boards: more_boards,
                sums: more_sums,
                links: more_links,
            },
        )
    }

    /// Writes the candidates of `part` that survive the cut, of those equal to it the first `ties`.
    ///
    /// The slice must be exactly as long as there are survivors.
    pub fn fill(
        &mut self,
        layer: &Layer,
        evaluation: &Evaluation,
        slide_table: &SlideTable,
        part: &LayerPart,
        cut: Cut,
        mut ties: usize,
    ) {
        let (cells, units) = (layer.cells, layer.units);
        // Whether a candidate survives cannot be predicted: its number is written in any case.
        let mut survivors = vec![0; self.headers.len() + 1];
        let mut count = 0;
        for (number, &score) in part.scores.iter().enumerate() {
            survivors[count] = number;
            let is_tie = score == cut.score && ties > 0;
            ties -= usize::from(is_tie);
            count += usize::from(score < cut.score || is_tie);
        }
        debug_assert_eq!(count, self.headers.len());
        for (index, &number) in survivors[..count].iter().enumerate() {
            let candidate = &part.candidates[number];
            let parent = candidate.link.parent();
            let by = candidate.link.by();
            let to = usize::from(layer.headers[parent].blank);
            let Some(from) = slide_table.source_cell(to, by) else {
                continue;
            };
            let board = &mut self.boards[index * cells..(index + 1) * cells];
            board.copy_from_slice(layer.board(parent));
            let slide = LabelSlide {
                label: usize::from(board[from]),
                from,
                to,
                blank_label: evaluation.blank_home(),
            };
            board.swap(from, to);
            if units > 0 {
                let sums = &mut self.sums[index * units..(index + 1) * units];
                arch::sums_after(evaluation, layer.sums(parent), &slide, sums);
            }
            self.headers[index] = NodeHeader {
                hash: candidate.hash,
                base: candidate.base,
                blank: from as u8,
                by: by as u8,
            };
            self.links[index] = candidate.link;
        }
    }
}
