//! One layer of the beam: the boards kept at one depth, in flat vectors.

use super::aligned::AlignedVec;

/// What is stored of a node besides its board and its sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeHeader {
    pub hash: u64,
    /// Points without the net's output.
    pub points: i32,
    /// Linear conflict: never above the moves still needed.
    pub bound: u16,
    /// The cell of the blank.
    pub blank: u8,
    /// The slide that led here, as a number; 4 at the start.
    pub by: u8,
}

/// The boards of one depth.
#[derive(Debug, Default)]
pub struct Layer {
    pub(super) headers: Vec<NodeHeader>,
    pub(super) boards: Vec<u8>,
    pub(super) sums: AlignedVec<i16>,
    pub(super) cells: usize,
    pub(super) units: usize,
}

impl Layer {
    /// The number of boards.
    pub fn len(&self) -> usize {
        self.headers.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.headers.is_empty()
    }

    /// The labels of a board in reading order.
    pub fn board(&self, index: usize) -> &[u8] {
        &self.boards[index * self.cells..(index + 1) * self.cells]
    }

    /// Makes the layer `count` boards long. What the boards hold afterwards is unspecified.
    pub(super) fn resize(&mut self, count: usize) {
        const EMPTY: NodeHeader = NodeHeader {
            hash: 0,
            points: 0,
            bound: 0,
            blank: 0,
            by: 4,
        };
        self.headers.resize(count, EMPTY);
        self.boards.resize(count * self.cells, 0);
        self.sums.resize(count * self.units);
    }
}
