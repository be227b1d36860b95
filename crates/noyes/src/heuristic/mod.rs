//! Lower bounds on the moves still needed, one file each.
//!
//! A heuristic is written once, for every search: from scratch with [`Heuristic::start`], and
//! slide by slide with [`Heuristic::step`], which costs a few table reads instead of a pass over
//! the board. What a node must carry for that is its *memo*.
//!
//! Cells hold labels as in [`Instance`](crate::Instance): a tile is called by its goal cell. None of the bounds
//! is ever above the true distance, and all are consistent: a slide changes them by at most one.

mod coordinates;
mod groups;
mod hamming;
mod kind;
mod linear_conflict;
mod manhattan;
mod max;
mod walking_distance;

use std::fmt::Debug;

use crate::board::{Cells, Size};

pub use groups::{Group, Groups};
pub use hamming::Hamming;
pub use kind::{HeuristicError, HeuristicKind, HeuristicVisitor};
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use max::Max;
pub use walking_distance::WalkingDistance;

/// A tile's slide, as a heuristic sees it.
#[derive(Clone, Copy, Debug)]
pub struct Slide {
    /// The tile's label: its goal cell.
    pub label: usize,
    /// The cell it left, now the blank's.
    pub from: usize,
    /// The cell it came to, the blank's before.
    pub to: usize,
}

/// A lower bound on the moves to the goal, kept up to date slide by slide.
pub trait Heuristic: Debug + Send + Sync + Sized {
    /// What a node carries.
    type Memo: Copy + Debug + Send + Sync;

    /// Made for a size and the goal's blank cell, if it can be had for them.
    fn new(size: Size, blank_home: usize) -> Result<Self, HeuristicError>;

    /// The memo of an arrangement, from scratch.
    fn start<C: Cells + ?Sized>(&self, cells: &C) -> Self::Memo;

    /// The memo after a slide. `memo` must be that of the arrangement before it and `after` the
    /// arrangement after it.
    fn step<C: Cells + ?Sized>(&self, memo: Self::Memo, slide: Slide, after: &C) -> Self::Memo;

    /// The bound a memo stands for.
    fn value(&self, memo: Self::Memo) -> u32;
}
