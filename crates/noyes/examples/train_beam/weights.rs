//! Many weights, of which a set reads and changes a few thousand.
//!
//! What a fit needs of a weight is in one place, since the reads that miss the cache are most of
//! the cost of a fit.

use super::learned::{FIRST_SQUARE, share};

/// Slopes below this are what rounding leaves of parts that cancel.
const LEAST_SLOPE: f32 = 1e-6;

/// A weight that is fitted by Adagrad.
#[derive(Clone, Copy)]
struct Weight {
    value: f32,
    square: f32,
    slope: f32,
}

const ZERO: Weight = Weight {
    value: 0.0,
    square: FIRST_SQUARE,
    slope: 0.0,
};

/// Weights of one kind, their averages, and those that have slopes.
pub struct Weights {
    all: Vec<Weight>,
    averages: Vec<f32>,
    listed: Vec<u32>,
}

impl Weights {
    pub fn new(count: usize) -> Self {
        Self {
            averages: vec![0.0; count],
            all: vec![ZERO; count],
            listed: Vec::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn averages(&self) -> &[f32] {
        &self.averages
    }

    /// Begins with these values for the first weights.
    pub fn start_at(&mut self, values: impl Iterator<Item = f32>) {
        let weights = self.all.iter_mut().zip(&mut self.averages);
        for ((weight, average), value) in weights.zip(values) {
            (weight.value, *average) = (value, value);
        }
    }

    /// Gives all weights the learning rates that they begin with.
    pub fn forget_gradients(&mut self) {
        let weights = self.all.iter_mut();
        weights.for_each(|weight| weight.square = FIRST_SQUARE);
    }

    /// A weight, or its average.
    #[inline(always)]
    pub fn points(&self, index: usize, by_average: bool) -> f32 {
        if by_average {
            self.averages[index]
        } else {
            self.all[index].value
        }
    }

    /// Adds to the slope of a weight, and lists the weight if it had none.
    #[inline(always)]
    pub fn add_slope(&mut self, index: u32, slope: f32) {
        let weight = &mut self.all[index as usize];
        if weight.slope == 0.0 {
            self.listed.push(index);
        }
        weight.slope += slope;
    }

    /// Adds to the slopes of some weights.
    pub fn add_slopes(&mut self, indices: &[u32], slope: f32) {
        for &index in indices {
            self.add_slope(index, slope);
        }
    }

    /// One step of Adagrad for every weight that has a slope, which is cleared. `on_slope` is
    /// called with each of them.
    pub fn descend(&mut self, rate: f32, most: f32, on_slope: &mut dyn FnMut(u32, f32)) {
        for index in self.listed.drain(..) {
            let weight = &mut self.all[index as usize];
            let slope = std::mem::take(&mut weight.slope);
            if slope.abs() > LEAST_SLOPE {
                weight.square += slope * slope;
                let step = rate * slope / weight.square.sqrt();
                weight.value = (weight.value - step).clamp(-most, most);
            }
            on_slope(index, slope);
        }
    }

    pub fn update_average(&mut self, updates: usize) {
        let share = share(updates);
        for (average, weight) in self.averages.iter_mut().zip(&self.all) {
            *average += share * (weight.value - *average);
        }
    }

    /// All numbers, for a checkpoint.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        for (weight, average) in self.all.iter().zip(&self.averages) {
            for number in [weight.value, weight.square, *average] {
                bytes.extend(number.to_le_bytes());
            }
        }
    }

    /// Takes the numbers of a checkpoint from the front of `bytes`. None if they are too few.
    pub fn read(&mut self, bytes: &mut &[u8]) -> Option<()> {
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
