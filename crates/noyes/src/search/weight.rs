//! How much the distance to the goal counts against the moves already made.

use std::fmt;
use std::str::FromStr;

use crate::board::Size;
use crate::decimal;

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
    /// What a move made counts, in thousandths: 1000, or 0 in greedy search.
    moves: u64,
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
#[error("the weight must be a number from 1 to 1000, such as 1.5 or 26, or the word size")]
pub struct WeightError;

impl Weight {
    /// Moves and distance count alike: the shortest path.
    ///
    /// ```
    /// use noyes::search::Weight;
    ///
    /// assert_eq!("1".parse(), Ok(Weight::ONE));
    /// ```
    pub const ONE: Self = Self::of(1000);

    /// The classic choice for a fast solution.
    ///
    /// ```
    /// assert_eq!(noyes::search::Weight::CLASSIC.to_string(), "26");
    /// ```
    pub const CLASSIC: Self = Self::of(26_000);

    /// A choice for a shorter solution.
    ///
    /// ```
    /// assert_eq!(noyes::search::Weight::THREE.to_string(), "3");
    /// ```
    pub const THREE: Self = Self::of(3_000);

    /// Only the distance counts: greedy search.
    pub(super) const GREEDY: Self = Self {
        thousandths: 1000,
        moves: 0,
    };

    const fn of(thousandths: u64) -> Self {
        Self {
            thousandths,
            moves: 1000,
        }
    }

    /// The weight that grows with the board: n/2 up to 4×4, n²/2 above, in whole numbers, where n
    /// is the longer side. [`Weight::on`] says what it is on a size.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::search::Weight;
    ///
    /// assert_eq!("size".parse(), Ok(Weight::SIZE));
    /// assert_eq!(Weight::SIZE.on(Size::new(6, 6)?).to_string(), "18");
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub const SIZE: Self = Self::of(0);

    /// This weight on boards of a size: a number, also where this is [`Weight::SIZE`].
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::search::Weight;
    ///
    /// let weight = |n| Size::new(n, n).map(|size| Weight::SIZE.on(size).to_string());
    /// assert_eq!((weight(3)?.as_str(), weight(4)?.as_str()), ("1", "2"));
    /// assert_eq!((weight(5)?.as_str(), weight(9)?.as_str()), ("12", "40"));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    #[must_use]
    pub fn on(self, size: Size) -> Self {
        if self != Self::SIZE {
            return self;
        }
        let n = size.rows().max(size.cols()) as u64;
        Self::of(1000 * if n <= 4 { n / 2 } else { n * n / 2 })
    }

    /// A weight from 1 to 1000, rounded to thousandths. Other numbers, and what is no number, are
    /// an error.
    ///
    /// ```
    /// use noyes::search::{Weight, WeightError};
    ///
    /// assert_eq!(Weight::new(1.25)?.to_string(), "1.25");
    /// assert_eq!(Weight::new(f64::NAN), Err(WeightError));
    /// # Ok::<(), WeightError>(())
    /// ```
    pub fn new(weight: f64) -> Result<Self, WeightError> {
        if (1.0..=1000.0).contains(&weight) {
            Ok(Self::of((weight * 1000.0).round() as u64))
        } else {
            Err(WeightError)
        }
    }

    /// Whether this is weight one, with which the shortest path is found.
    ///
    /// ```
    /// use noyes::search::Weight;
    ///
    /// assert!(Weight::ONE.is_one() && !Weight::THREE.is_one());
    /// ```
    pub fn is_one(self) -> bool {
        self == Self::ONE
    }

    /// The weight halfway between this one and 1; 1 if this is near it.
    pub(super) fn halfway_to_one(self) -> Self {
        match self.thousandths {
            ..1100 => Self::ONE,
            thousandths => Self::of(1000 + (thousandths - 1000) / 2),
        }
    }

    /// Whether the moves made count, so that a shorter path to a board changes its priority.
    pub(super) fn counts_moves(self) -> bool {
        self.moves > 0
    }

    /// The priority of a node, in thousandths.
    #[inline]
    pub(super) fn priority(self, moves: u32, distance: u32) -> u64 {
        self.moves * u64::from(moves) + self.thousandths * u64::from(distance)
    }

    /// The least the minimum can be when a search with this weight found `length` moves.
    pub(super) fn least(self, length: u32) -> u32 {
        (u64::from(length) * self.moves).div_ceil(self.thousandths) as u32
    }
}

impl FromStr for Weight {
    type Err = WeightError;

    fn from_str(text: &str) -> Result<Self, WeightError> {
        match text.trim() {
            "size" => Ok(Self::SIZE),
            number => Self::new(decimal::read(number).ok_or(WeightError)?),
        }
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::SIZE => f.write_str("size"),
            Self { thousandths, .. } => write!(f, "{}", thousandths as f64 / 1000.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_and_written() {
        for text in ["1", "1.5", "26", "1000", "1.001", "size"] {
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
