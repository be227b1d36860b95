//! What a training sees of an Euler beam: the layers of its second phase.

use std::fmt;

use super::beam_tree::BeamTree;
use super::neighbour_points::{Orientation, changes_along};
use super::walled_board::WalledBoard;
use super::weights::POINTS;
use crate::board::Direction;

/// What is called with every layer.
pub type OnLayer<'a> = dyn FnMut(&mut LineLayer<'_>) + 'a;

/// A layer of the second phase.
pub struct LineLayer<'a> {
    /// The slides made for good so far, those of the first phase included.
    pub moves: &'a [Direction],
    pub(super) tree: &'a BeamTree,
    pub(super) board: &'a mut WalledBoard,
    pub(super) orientation: Orientation,
}

impl fmt::Debug for LineLayer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LineLayer")
            .field("moves", &self.moves.len())
            .field("leaves", &self.tree.len())
            .finish_non_exhaustive()
    }
}

impl LineLayer<'_> {
    /// The number of boards in the layer.
    pub fn leaves(&self) -> usize {
        self.tree.len()
    }

    /// What the beam chose a board by, in moves. Scores of different layers cannot be compared.
    pub fn score(&self, leaf: usize) -> f64 {
        f64::from(self.tree.score(leaf)) / f64::from(POINTS)
    }

    /// The slides to a board after those made for good.
    pub fn path(&self, leaf: usize) -> Vec<Direction> {
        self.tree.path_to(leaf)
    }

    /// By number of [points](super::NeighbourPoints): how many more such pairs there are after a
    /// path.
    pub fn pair_changes(&mut self, path: &[Direction]) -> Vec<(u16, i16)> {
        changes_along(self.board, self.orientation, path)
    }
}
