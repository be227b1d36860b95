//! Scoring: the successors of a part of a layer become candidates for the next layer.
//!
//! Step 3 of a [run](super::run). A successor's board is not made for it: its score follows from
//! its parent's score and the slide. The loop itself is in `arch/scalar.rs`.

use super::evaluation::{BaseScore, Evaluation};
use super::layer::Layer;
use crate::board::{Direction, SlideTable};

/// A board one slide below the layer that has not been scored yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor {
    pub hash: u64,
    pub link: Link,
}

/// A successor that has been scored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub hash: u64,
    pub base: BaseScore,
    pub link: Link,
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
    /// By shard of the hash.
    pub successors: Vec<Vec<Successor>>,
    pub candidates: Vec<Candidate>,
    /// The scores of the candidates, in a vector of their own since they are read several times.
    pub scores: Vec<i32>,
    /// A successor that is the goal, if there is one.
    pub solved: Option<Link>,
}

/// What scoring reads.
pub(super) struct ScoreContext<'a> {
    pub evaluation: &'a Evaluation,
    pub slide_table: &'a SlideTable,
    pub layer: &'a Layer,
    /// Successors whose admissible bound is this or more are dropped.
    pub below: u32,
    pub salt: u64,
}
