//! Step 5 of a [run](super::run): the survivors of a part become boards of the next layer.
//!
//! The parts write to disjoint slices of the next layer, so threads can fill them side by side.

use super::arch;
use super::evaluation::Evaluation;
use super::layer::{Layer, NodeHeader};
use super::score::{LayerPart, Link};
use super::select::Cut;
use crate::board::SlideTable;

/// What filling reads.
pub(super) struct FillContext<'a> {
    pub evaluation: &'a Evaluation,
    pub slide_table: &'a SlideTable,
    /// The layer of the parents.
    pub layer: &'a Layer,
}

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
    pub fn fill(&mut self, context: &FillContext<'_>, part: &LayerPart, cut: Cut, mut ties: usize) {
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
        let survivors = &survivors[..count];
        arch::fill(context, self, part, survivors);
    }
}
