//! How much the distance to the goal counts against the moves already made.

use std::fmt;
use std::str::FromStr;

/// The weight of the distance in a priority: 1 for the shortest path, more for a faster search.
///
/// Stored in thousandths, so that priorities are whole numbers and compare exactly.
///
/// ```
/// use noyes::search::Weight;
///
/// let weight: Weight = "1.5".parse()?;
/// assert_eq!(weight, Weight::new(1.5)?);
/// assert!(Weight::new(0.5).is_err());
/// # Ok::<(), noyes::search::WeightError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    thousandths: u64,
}

/// Why a weight cannot be used.
///
/// ```
/// use noyes::search::{Weight, WeightError};
///
/// assert_eq!(Weight::new(0.5), Err(WeightError));
/// assert_eq!("heavy".parse::<Weight>(), Err(WeightError));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the weight must be a number from 1 to 1000, such as 1.5 or 26")]
pub struct WeightError;

impl Weight {
    /// Moves and distance count alike: the shortest path.
    pub const ONE: Self = Self { thousandths: 1000 };

    /// The classic choice for a fast solution.
    pub const CLASSIC: Self = Self {
        thousandths: 26_000,
    };

    /// A choice for a shorter solution.
    pub const THREE: Self = Self { thousandths: 3_000 };

    /// A weight from 1 to 1000.
    pub fn new(weight: f64) -> Result<Self, WeightError> {
        if (1.0..=1000.0).contains(&weight) {
            Ok(Self {
                thousandths: (weight * 1000.0).round() as u64,
            })
        } else {
            Err(WeightError)
        }
    }

    /// Whether this is weight one, with which the shortest path is found.
    pub fn is_one(self) -> bool {
        self == Self::ONE
    }

    /// The priority of a node, in thousandths.
    #[inline]
    pub(super) fn priority(self, moves: u32, distance: u32) -> u64 {
        1000 * u64::from(moves) + self.thousandths * u64::from(distance)
    }

    /// The least the minimum can be when a search with this weight found `length` moves.
    pub(super) fn least(self, length: u32) -> u32 {
        (u64::from(length) * 1000).div_ceil(self.thousandths) as u32
    }
}

impl FromStr for Weight {
    type Err = WeightError;

    fn from_str(text: &str) -> Result<Self, WeightError> {
        Self::new(text.trim().parse().map_err(|_| WeightError)?)
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.thousandths as f64 / 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_and_written() {
        for text in ["1", "1.5", "26", "1000", "1.001"] {
            assert_eq!(text.parse::<Weight>().unwrap().to_string(), text);
        }
        for text in ["0", "0.99", "-3", "nan", "inf", "x", "", "1001"] {
            assert_eq!(text.parse::<Weight>(), Err(WeightError));
        }
    }

    #[test]
    fn the_least_minimum_rounds_up() {
        assert_eq!(Weight::ONE.least(57), 57);
        assert_eq!("2".parse::<Weight>().unwrap().least(57), 29);
    }
}
