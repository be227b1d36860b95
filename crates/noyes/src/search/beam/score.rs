//! Scoring: the successors of a part of a layer become candidates for the next layer.
//!
//! Step 3 of a [run](super::run). A successor's board is not made for it: its score follows from
//! its parent's score and the slide. The loop itself is in `arch/scalar.rs`.

use super::evaluation::Evaluation;
use super::layer::Layer;
use super::slide_steps::SlideSteps;
use crate::board::Direction;

/// Boards one slide below the layer that have not been scored yet.
#[derive(Debug, Default)]
pub(super) struct Successors {
    /// Vectors of one length, of which the first `count` successors are used.
    pub hashes: Vec<u64>,
    pub links: Vec<Link>,
    pub count: usize,
}

impl Successors {
    /// Makes room for so many more.
    #[inline]
    pub fn reserve(&mut self, more: usize) {
        let needed = self.count + more;
        if self.hashes.len() < needed {
            self.hashes.resize(needed + needed / 2, 0);
            self.links.resize(needed + needed / 2, Link(0));
        }
    }
}

/// The parent's index in its layer and the slide from it:
///
/// ```text
/// bits 31 … 2   index of the parent
/// bits  1 … 0   direction of the slide
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Link(pub u32);

impl Link {
    pub fn parent(self) -> usize {
        (self.0 >> 2) as usize
    }

    pub fn by(self) -> Direction {
        Direction::ALL[(self.0 & 3) as usize]
    }
}

/// A stretch of a layer that one thread works on at a time: its successors, then its candidates.
#[derive(Debug, Default)]
pub(super) struct LayerPart {
    /// The number of its first board in the layer, and how many there are.
    pub start: usize,
    pub count: usize,
    /// By shard of the hash. After step 2, those that have not been seen before.
    pub successors: Vec<Successors>,
    /// By parent: four bits for the directions in which there is a new successor.
    pub new_slides: Vec<u64>,
    /// The new successors in the order of their parents, then those of them that are candidates.
    pub links: Vec<Link>,
    /// The points of the candidates without the net's output, and their bounds.
    pub points: Vec<i32>,
    pub bounds: Vec<u16>,
    /// The scores of the candidates.
    pub scores: Vec<i32>,
    /// The least of them.
    pub least_score: i32,
    /// The numbers of the successors whose line conflicts change, while they are scored.
    pub touched: Vec<u32>,
    /// A successor that is the goal, if there is one.
    pub solved: Option<Link>,
    /// The numbers of the candidates that survive the cut.
    pub survivors: Vec<u32>,
    /// How many candidates are below the cut, and equal to it.
    pub below_cut: usize,
    pub at_cut: usize,
    /// How many of those equal to the cut survive, the first ones.
    pub ties: usize,
}

impl LayerPart {
    /// Marks the new successors by their parents, so that scoring and building read the layer from
    /// its beginning to its end.
    pub fn mark_new(&mut self) {
        self.new_slides.clear();
        self.new_slides.resize(self.count.div_ceil(16), 0);
        let first = self.start << 2;
        for successors in &self.successors {
            for link in &successors.links[..successors.count] {
                let slide = link.0 as usize - first;
                self.new_slides[slide / 64] |= 1 << (slide % 64);
            }
        }
    }

    /// Sizes what is written of each successor.
    pub fn resize(&mut self, count: usize) {
        self.links.resize(count, Link(0));
        self.points.resize(count, 0);
        self.bounds.resize(count, 0);
        self.scores.resize(count, 0);
        self.touched.resize(count, 0);
    }
}

/// What scoring reads.
pub(super) struct ScoreContext<'a> {
    pub evaluation: &'a Evaluation,
    pub steps: &'a SlideSteps,
    pub layer: &'a Layer,
    /// Successors whose admissible bound is this or more are dropped.
    pub below: u32,
    pub salt: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_successors_are_marked_in_the_order_of_their_parents() {
        let successors = |links: &[u32]| Successors {
            hashes: vec![0; links.len()],
            links: links.iter().map(|&link| Link(link)).collect(),
            count: links.len(),
        };
        let mut part = LayerPart {
            start: 5,
            count: 3,
            successors: vec![successors(&[21, 30]), successors(&[23])],
            ..LayerPart::default()
        };
        // Twice, since the lists are used again.
        for _ in 0..2 {
            part.mark_new();
            assert_eq!(part.new_slides, [0b0100_0000_1010]);
        }
    }
}
