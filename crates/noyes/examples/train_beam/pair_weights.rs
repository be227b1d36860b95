//! The points of pairs in training: many weights, of which a set reads and changes a few thousand.
//!
//! The points of a pair are the sum of two weights: one of the two labels on the two cells, and one
//! that all pairs share whose tiles are as far from home. The second is learned from few boards and
//! the first corrects it, so pairs that are seldom seen have sensible points.
//!
//! What a fit needs of a weight is in one place, since the reads that miss the cache are most of
//! the cost of a fit.

use noyes::Size;
use noyes::search::beam::{MatePair, SharedPairs};

use super::learned::{FIRST_SQUARE, share};

/// Displacements further than this are taken for this, where pairs share weights.
const FAR: isize = 3;
/// Slopes below this are what rounding leaves of parts that cancel.
const LEAST_SLOPE: f32 = 1e-6;

/// A weight that is fitted by Adagrad.
#[derive(Clone, Copy)]
struct Weight {
    value: f32,
    square: f32,
    slope: f32,
    /// The shared weight that belongs to it.
    shared: u32,
}

impl Weight {
    fn new(shared: u32) -> Self {
        Self {
            value: 0.0,
            square: FIRST_SQUARE,
            slope: 0.0,
            shared,
        }
    }

    /// Adds to the slope, and lists the weight if it had none.
    #[inline(always)]
    fn add_slope(&mut self, slope: f32, index: u32, listed: &mut Vec<u32>) {
        if self.slope == 0.0 {
            listed.push(index);
        }
        self.slope += slope;
    }

    /// One step of Adagrad. Returns the slope, which is cleared.
    #[inline(always)]
    fn descend(&mut self, rate: f32, most: f32) -> f32 {
        let slope = std::mem::take(&mut self.slope);
        if slope.abs() > LEAST_SLOPE {
            self.square += slope * slope;
            let step = rate * slope / self.square.sqrt();
            self.value = (self.value - step).clamp(-most, most);
        }
        slope
    }
}

/// Weights of one kind, their averages, and those that have slopes.
struct Weights {
    all: Vec<Weight>,
    averages: Vec<f32>,
    listed: Vec<u32>,
}

impl Weights {
    fn new(all: Vec<Weight>) -> Self {
        Self {
            averages: vec![0.0; all.len()],
            all,
            listed: Vec::new(),
        }
    }

    fn update_average(&mut self, updates: usize) {
        let share = share(updates);
        for (average, weight) in self.averages.iter_mut().zip(&self.all) {
            *average += share * (weight.value - *average);
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        for (weight, average) in self.all.iter().zip(&self.averages) {
            for number in [weight.value, weight.square, *average] {
                bytes.extend(number.to_le_bytes());
            }
        }
    }

    fn read(&mut self, bytes: &mut &[u8]) -> Option<()> {
        let (front, rest) = bytes.split_at_checked(12 * self.all.len())?;
        *bytes = rest;
        let weights = self.all.iter_mut().zip(&mut self.averages);
        for ((weight, average), twelve) in weights.zip(front.chunks_exact(12)) {
            let number = |k: usize| Some(f32::from_le_bytes(twelve[k..k + 4].try_into().ok()?));
            (weight.value, weight.square, *average) = (number(0)?, number(4)?, number(8)?);
        }
        Some(())
    }
}

/// All weights of pairs.
pub struct PairWeights {
    /// As in the net's file: by block and labels, or those that all places share.
    own: Weights,
    /// The second weights of pairs; none where all places share the first.
    shared: Weights,
}

impl PairWeights {
    /// No points for any pair.
    pub fn new(size: Size) -> Self {
        let shared_of = shared_of(size);
        let shared = shared_of.iter().max().map_or(0, |&most| most as usize + 1);
        Self {
            own: Weights::new(shared_of.into_iter().map(Weight::new).collect()),
            shared: Weights::new(vec![Weight::new(0); shared]),
        }
    }

    /// No points for any pair, where all places share them.
    pub fn shared() -> Self {
        Self {
            own: Weights::new(vec![Weight::new(0); SharedPairs::COUNT]),
            shared: Weights::new(Vec::new()),
        }
    }

    /// Begins with the points of a net.
    pub fn start_at(&mut self, points: impl Iterator<Item = f32>) {
        let weights = self.own.all.iter_mut().zip(&mut self.own.averages);
        for ((weight, average), points) in weights.zip(points) {
            (weight.value, *average) = (points, points);
        }
    }

    /// Gives all weights the learning rates that they begin with.
    pub fn forget_gradients(&mut self) {
        let weights = self.own.all.iter_mut().chain(&mut self.shared.all);
        weights.for_each(|weight| weight.square = FIRST_SQUARE);
    }

    /// The points of a pair by the weights, or by their averages, in moves.
    #[inline(always)]
    pub fn points(&self, index: usize, by_average: bool) -> f32 {
        let own = &self.own.all[index];
        let shared = own.shared as usize;
        if by_average {
            let shared = self.shared.averages.get(shared).copied();
            self.own.averages[index] + shared.unwrap_or(0.0)
        } else {
            let shared = self.shared.all.get(shared).map(|shared| shared.value);
            own.value + shared.unwrap_or(0.0)
        }
    }

    /// The averages of all pairs.
    pub fn averages(&self) -> impl Iterator<Item = f32> {
        (0..self.own.all.len()).map(|index| self.points(index, true))
    }

    /// Adds to the slopes of a board's pairs.
    pub fn add_slopes(&mut self, pairs: &[u32], slope: f32) {
        let Weights { all, listed, .. } = &mut self.own;
        for &index in pairs {
            all[index as usize].add_slope(slope, index, listed);
        }
    }

    /// Moves every weight that has a slope against it.
    pub fn descend(&mut self, rate: f32, most: f32) {
        let (own, shared) = (&mut self.own, &mut self.shared);
        for index in own.listed.drain(..) {
            let weight = &mut own.all[index as usize];
            let slope = weight.descend(rate, most);
            if let Some(together) = shared.all.get_mut(weight.shared as usize) {
                together.add_slope(slope, weight.shared, &mut shared.listed);
            }
        }
        for index in shared.listed.drain(..) {
            shared.all[index as usize].descend(rate, most);
        }
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
