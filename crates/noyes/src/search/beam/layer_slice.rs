//! Step 5 of a [run](super::run): the survivors of a part become boards of the next layer.
//!
//! The parts write to disjoint slices of the next layer, so threads can fill them side by side.

use super::evaluation::Evaluation;
use super::layer::{Layer, NodeHeader};
use super::score::Link;
use super::slide_steps::SlideSteps;

/// What filling reads.
pub(super) struct FillContext<'a> {
    pub evaluation: &'a Evaluation,
    pub steps: &'a SlideSteps,
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
}
