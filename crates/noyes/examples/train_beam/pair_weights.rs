//! The points of pairs in training: many weights, of which a set reads and changes a few thousand.
//!
//! The points of a pair are the sum of two weights: one of the two labels on the two cells, and one
//! that all pairs share whose tiles are as far from home. The second is learned from few boards and
//! the first corrects it, so pairs that are seldom seen have sensible points.

use noyes::Size;
use noyes::search::beam::{MatePair, SharedPairs};

use super::weights::Weights;

/// Displacements further than this are taken for this, where pairs share weights.
const FAR: isize = 3;
/// All weights of pairs.
pub struct PairWeights {
    /// As in the net's file: by block and labels, or those that all places share.
    own: Weights,
    /// The second weight of each; empty where all places share the first.
    shared_of: Vec<u32>,
    shared: Weights,
}

impl PairWeights {
    /// No points for any pair.
    pub fn new(size: Size) -> Self {
        let shared_of = shared_of(size);
        let shared = shared_of.iter().max().map_or(0, |&most| most as usize + 1);
        Self {
            own: Weights::new(shared_of.len()),
            shared: Weights::new(shared),
            shared_of,
        }
    }

    /// No points for any pair, where all places share them.
    pub fn shared() -> Self {
        Self {
            own: Weights::new(SharedPairs::COUNT),
            shared_of: Vec::new(),
            shared: Weights::new(0),
        }
    }

    /// Begins with the points of a net.
    pub fn start_at(&mut self, points: impl Iterator<Item = f32>) {
        self.own.start_at(points);
    }

    /// Gives all weights the learning rates that they begin with.
    pub fn forget_gradients(&mut self) {
        self.own.forget_gradients();
        self.shared.forget_gradients();
    }

    /// The points of a pair by the weights, or by their averages, in moves.
    #[inline(always)]
    pub fn points(&self, index: usize, by_average: bool) -> f32 {
        let shared = self.shared_of.get(index);
        let shared = shared.map(|&shared| self.shared.points(shared as usize, by_average));
        self.own.points(index, by_average) + shared.unwrap_or(0.0)
    }

    /// The averages of all pairs.
    pub fn averages(&self) -> impl Iterator<Item = f32> {
        (0..self.own.len()).map(|index| self.points(index, true))
    }

    /// Adds to the slopes of a board's pairs.
    pub fn add_slopes(&mut self, pairs: &[u32], slope: f32) {
        self.own.add_slopes(pairs, slope);
    }

    /// Moves every weight that has a slope against it.
    pub fn descend(&mut self, rate: f32, most: f32) {
        let Self {
            own,
            shared_of,
            shared,
        } = self;
        own.descend(rate, most, &mut |index, slope| {
            if let Some(&together) = shared_of.get(index as usize) {
                shared.add_slope(together, slope);
            }
        });
        shared.descend(rate, most, &mut |_, _| {});
    }

    pub fn update_average(&mut self, updates: usize) {
        self.own.update_average(updates);
        self.shared.update_average(updates);
    }

    /// All numbers, for a checkpoint.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        self.own.write(bytes);
        self.shared.write(bytes);
    }

    /// Takes the numbers of a checkpoint from the front of `bytes`. None if they are too few.
    pub fn read(&mut self, bytes: &mut &[u8]) -> Option<()> {
        self.own.read(bytes)?;
        self.shared.read(bytes)
    }
}

/// The shared weight of each weight of a pair: it follows from the step between the two cells, and
/// from how far from home both labels are. Steps down are taken for steps to the right, transposed.
fn shared_of(size: Size) -> Vec<u32> {
    let cells = size.cells();
    let mut shared = vec![0; MatePair::blocks(size) * cells * cells];
    let between = |from: usize, to: usize| {
        [
            size.row(to) as isize - size.row(from) as isize,
            size.col(to) as isize - size.col(from) as isize,
        ]
    };
    let side = 2 * FAR as usize + 1;
    for pair in MatePair::all(size) {
        if pair.is_transposed {
            continue;
        }
        let step = between(pair.first, pair.second);
        let is_down = step[1] == 0;
        let kind = match step {
            [0, 1] | [1, 0] => 0,
            [0, 2] | [2, 0] => 1,
            [1, 1] => 2,
            _ => 3,
        };
        let far = |cell: usize, label: usize| {
            let mut far = between(cell, label).map(|one| (one.clamp(-FAR, FAR) + FAR) as usize);
            if is_down {
                far.reverse();
            }
            far[0] * side + far[1]
        };
        for a in 0..cells {
            for b in 0..cells {
                let far = (far(pair.first, a), far(pair.second, b));
                let number = (kind * side * side + far.0) * side * side + far.1;
                shared[(pair.block * cells + a) * cells + b] = number as u32;
            }
        }
    }
    shared
}
