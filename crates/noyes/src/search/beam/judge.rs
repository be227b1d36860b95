//! Judging: what the new neighbours of a part of a layer are worth.
//!
//! Step 3 of a [run](super::run): names come in, candidates go out. A neighbour is not made for it:
//! its score comes from its parent's and the slide.

use super::evaluation::{Evaluation, Worth};
use super::layer::Layer;
use super::net::Slide;
use super::seen::mix;
use crate::board::{Direction, SlideTable};

/// A neighbour that nobody has looked at yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name {
    pub hash: u64,
    pub link: Link,
}

/// A neighbour that has been scored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub hash: u64,
    pub worth: Worth,
    pub link: Link,
}

/// The parent's place in its layer and the slide from it.
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

/// A part of a layer: its neighbours, first as names, then as candidates.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// By shard of the hash.
    pub names: Vec<Vec<Name>>,
    pub candidates: Vec<Candidate>,
    /// The candidates' scores, by themselves: they are read often.
    pub scores: Vec<i32>,
    pub solved: Option<Link>,
}

/// What judging needs to read.
pub(super) struct Court<'a> {
    pub evaluation: &'a Evaluation,
    pub steps: &'a SlideTable,
    pub layer: &'a Layer,
    /// Bounds from here on are dropped.
    pub below: u32,
    pub salt: u64,
}

/// Step 3 for one part.
#[inline(always)]
pub(super) fn judge(court: &Court<'_>, part: &mut Part) {
    let (evaluation, layer) = (court.evaluation, court.layer);
    part.candidates.clear();
    part.scores.clear();
    part.solved = None;
    let home = evaluation.blank_home();
    for name in part.names.iter().flatten() {
        let parent = name.link.parent();
        let head = &layer.heads[parent];
        let board = layer.board(parent);
        let to = usize::from(head.blank);
        let Some(from) = court.steps.source_cell(to, name.link.by()) else {
            continue;
        };
        let slide = Slide {
            label: usize::from(board[from]),
            from,
            to,
            blank: home,
        };
        let worth = evaluation.step(head.worth, board, &slide);
        if worth.bound >= court.below {
            continue;
        }
        if worth.bound == 0 {
            part.solved = Some(name.link);
            return;
        }
        // Ties, and near ties, are broken by the hash.
        let noise = (mix(name.hash ^ court.salt) & 15) as i32;
        let score = worth.points + evaluation.net_after(layer.sums(parent), &slide) + noise;
        part.scores.push(score);
        part.candidates.push(Candidate {
            hash: name.hash,
            worth,
            link: name.link,
        });
    }
}
