//! Scoring: the successors of a part of a layer become candidates for the next layer.
//!
//! Step 3 of a [run](super::run). A successor's board is not made for it: its score follows from
//! its parent's score and the slide. The loop itself is in `arch/scalar.rs`.

use super::evaluation::{BaseScore, Evaluation};
use super::layer::{Layer, NodeHeader};
use super::net::LabelSlide;
use super::shard::ZobristKeys;
use crate::board::{Direction, SlideTable};

/// A board one slide below the layer that has not been scored yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor {
    pub hash: u64,
    pub link: Link,
    /// Whether it has not been seen before: step 2 tells.
    pub is_new: bool,
}

/// A successor that has been scored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub hash: u64,
    pub base: BaseScore,
    pub link: Link,
}

impl Candidate {
    /// What takes the place of candidates that have not been scored yet.
    pub const EMPTY: Self = Self {
        hash: 0,
        base: BaseScore {
            points: 0,
            bound: 0,
        },
        link: Link(0),
    };
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
    pub fn new(parent: usize, by: Direction) -> Self {
        Self((parent as u32) << 2 | by as u32)
    }

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
    /// By shard of the hash.
    pub successors: Vec<Vec<Successor>>,
    /// The new successors in the order of their parents.
    pub links: Vec<Link>,
    /// By parent: one bit for each direction in which there is a new successor.
    new_slides: Vec<u8>,
    pub candidates: Vec<Candidate>,
    /// The scores of the candidates, in a vector of their own since they are read several times.
    pub scores: Vec<i32>,
    /// The numbers of the successors whose line conflicts change, while they are scored.
    pub touched: Vec<u32>,
    /// A successor that is the goal, if there is one.
    pub solved: Option<Link>,
}

impl LayerPart {
    /// Lists the new successors in the order of their parents, so that scoring and building read
    /// the layer from its beginning to its end.
    pub fn list_new(&mut self) {
        self.new_slides.clear();
        self.new_slides.resize(self.count, 0);
        for successor in self.successors.iter().flatten() {
            let parent = successor.link.parent() - self.start;
            self.new_slides[parent] |= u8::from(successor.is_new) << (successor.link.0 & 3);
        }
        // A link is written for every direction, and the next one over it if it is not new: the
        // processor could not predict a branch.
        self.links.resize(4 * self.count + 1, Link(0));
        let mut listed = 0;
        for (parent, &slides) in (self.start..).zip(&self.new_slides) {
            for by in 0..4 {
                self.links[listed] = Link((parent as u32) << 2 | by);
                listed += usize::from(slides >> by & 1);
            }
        }
        self.links.truncate(listed);
    }
}

/// What scoring reads.
pub(super) struct ScoreContext<'a> {
    pub evaluation: &'a Evaluation,
    pub slide_table: &'a SlideTable,
    pub keys: &'a ZobristKeys,
    pub layer: &'a Layer,
    /// Successors whose admissible bound is this or more are dropped.
    pub below: u32,
    pub salt: u64,
}

impl ScoreContext<'_> {
    /// The parent of a successor, its board of so many cells, and the slide from it.
    #[inline(always)]
    pub fn successor(&self, link: Link, cells: usize) -> (&NodeHeader, &[u8], LabelSlide) {
        let parent = link.parent();
        let header = &self.layer.headers[parent];
        let board = self.layer.board_of(parent, cells);
        let to = usize::from(header.blank);
        // Links are made of slides that are possible.
        let from = self.slide_table.source_cell(to, link.by()).unwrap_or(to);
        let slide = LabelSlide {
            label: usize::from(board[from]),
            from,
            to,
            blank_label: self.evaluation.blank_home(),
        };
        (header, board, slide)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_successors_are_listed_in_the_order_of_their_parents() {
        let successor = |link: u32, is_new: bool| Successor {
            hash: 0,
            link: Link(link),
            is_new,
        };
        let mut part = LayerPart {
            start: 5,
            count: 3,
            successors: vec![
                vec![successor(21, true), successor(30, true)],
                vec![
                    successor(20, false),
                    successor(23, true),
                    successor(29, false),
                ],
            ],
            ..LayerPart::default()
        };
        // Twice, since the lists are used again.
        for _ in 0..2 {
            part.list_new();
            let links: Vec<u32> = part.links.iter().map(|link| link.0).collect();
            assert_eq!(links, [21, 23, 30]);
        }
    }
}
