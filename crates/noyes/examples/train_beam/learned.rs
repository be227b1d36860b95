//! Weights that are fitted by Adagrad, and their running average.
//!
//! Every weight has a learning rate of its own, which falls with the gradients that it has seen (J.
//! Duchi, E. Hazan & Y. Singer, "Adaptive subgradient methods", Journal of Machine Learning
//! Research 12, 2011). The net that is written is made of running averages, which are free of the
//! noise of the last steps (B. T. Polyak & A. B. Juditsky, "Acceleration of stochastic
//! approximation by averaging", SIAM Journal on Control and Optimization 30, 1992).

/// Least share of the present weights in the average, each time it is updated. Earlier updates take
/// a larger share, so that the average soon forgets how training began.
const LEAST_SHARE: f32 = 0.001;
const FIRST_UPDATES: f32 = 8.0;
/// The sum of squared gradients that a weight begins with.
pub const FIRST_SQUARE: f32 = 1e-3;

/// The share of the present weights in the average after so many updates.
pub fn share(updates: usize) -> f32 {
    (FIRST_UPDATES / (FIRST_UPDATES + updates as f32)).max(LEAST_SHARE)
}

/// Weights, the sums of their squared gradients, and the running average.
pub struct Learned {
    pub values: Vec<f32>,
    squares: Vec<f32>,
    pub average: Vec<f32>,
}

impl Learned {
    pub fn new(values: Vec<f32>) -> Self {
        Self {
            squares: vec![FIRST_SQUARE; values.len()],
            average: values.clone(),
            values,
        }
    }

    /// Takes the present weights into the average. `updates` is the number of updates before.
    pub fn update_average(&mut self, updates: usize) {
        let share = share(updates);
        for (average, value) in self.average.iter_mut().zip(&self.values) {
            *average += share * (value - *average);
        }
    }

    /// One step of Adagrad for the weights from `start` on, which stay within ±`most`.
    pub fn descend(&mut self, start: usize, slopes: &[f32], most: f32, rate: f32) {
        let end = start + slopes.len();
        let values = &mut self.values[start..end];
        let squares = &mut self.squares[start..end];
        for ((value, square), &slope) in values.iter_mut().zip(squares).zip(slopes) {
            *square += slope * slope;
            *value = (*value - rate * slope / square.sqrt()).clamp(-most, most);
        }
    }

    /// All numbers, for a checkpoint.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        for numbers in [&self.values, &self.squares, &self.average] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
    }

    /// Takes the numbers of a checkpoint from the front of `bytes`. None if they are too few.
    pub fn read(&mut self, bytes: &mut &[u8]) -> Option<()> {
        for numbers in [&mut self.values, &mut self.squares, &mut self.average] {
            let (front, rest) = bytes.split_at_checked(4 * numbers.len())?;
            *bytes = rest;
            for (number, four) in numbers.iter_mut().zip(front.chunks_exact(4)) {
                *number = f32::from_le_bytes(four.try_into().ok()?);
            }
        }
        Some(())
    }
}
