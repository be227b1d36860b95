//! How much of an iteration is left, by the parts that are done.
//!
//! # Idea
//!
//! An iteration is cut into ranges of seeds, each with predicted nodes. The ranges that are done
//! say how far predictions are off, in all and from range to range: the first scales the
//! prediction of the others, the second is the spread of the estimate.
//!
//! ```text
//! ratio    = nodes taken ÷ nodes predicted, over the ranges that are done
//! left     = Σ max(ratio · predicted − taken, a tenth of taken), over the others
//! spread   = 2 σ √(1 ÷ (done + 1) + 1 ÷ others), σ the deviation of log(taken ÷ predicted)
//! ```

use std::ops::Range;

/// How far a prediction is off before anything is known: growth is mostly within a third of that of
/// the iteration before, which is two deviations.
const USUAL_DEVIATION: f64 = 0.15;

/// How far a proof has come, by [`ProofDriver::progress`](super::ProofDriver::progress).
///
/// ```
/// use noyes::search::DriverProgress;
#[doc = include_str!("driver_example.txt")]
/// driver.next_task();
/// let DriverProgress { bound, running, waiting, done, .. } = driver.progress();
/// assert_eq!((bound, running, waiting, done), (14, 1, 0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DriverProgress {
    /// No solution is shorter than this.
    pub bound: u32,
    /// The share of the iteration's work that is done, from 0 to 1, as far as it can be told.
    pub share: f64,
    /// Nodes that are predicted to be left in the iteration.
    pub nodes_left: f64,
    /// The spread of this prediction: the least and the most nodes that are likely to be left.
    pub nodes_left_spread: (f64, f64),
    /// How much larger the next iteration is predicted to be than this one.
    pub growth: f64,
    /// Nodes a second that a worker expands.
    pub rate: f64,
    /// Tasks given out and not back.
    pub running: usize,
    /// Tasks that wait.
    pub waiting: usize,
    /// Tasks that are done, in all iterations.
    pub done: u64,
}

/// A range of seeds that an iteration was cut into.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct CutRange {
    pub seeds: Range<u32>,
    /// Nodes that it is predicted to take, and has taken.
    pub predicted: f64,
    pub taken: f64,
    /// Tasks below its seeds that wait or run.
    pub open: usize,
}

/// What is left of an iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Estimate {
    pub share: f64,
    pub left: f64,
    pub spread: (f64, f64),
}

/// What is left of an iteration that was cut into these ranges.
pub(super) fn estimate(ranges: &[CutRange]) -> Estimate {
    let sum = |of: fn(&CutRange) -> f64, is_done: bool| -> f64 {
        let ranges = ranges.iter().filter(|range| (range.open == 0) == is_done);
        ranges.map(of).sum()
    };
    let (predicted, taken) = (sum(|one| one.predicted, true), sum(|one| one.taken, true));
    let all = predicted + sum(|one| one.predicted, false);
    let done = ranges.iter().filter(|range| range.open == 0).count();
    let others = ranges.len() - done;
    // As if one more range had been as predicted.
    let mean = (all / ranges.len().max(1) as f64).max(1.0);
    let ratio = (taken + mean) / (predicted + mean);
    let off = |range: &CutRange| ((range.taken + 1.0) / (ratio * range.predicted + 1.0)).ln();
    let squares = ranges.iter().filter(|range| range.open == 0);
    let squares: f64 = squares.map(|range| off(range).powi(2)).sum();
    let done = done as f64 + 1.0;
    let deviation = ((squares + USUAL_DEVIATION.powi(2)) / done).sqrt();
    let of_range =
        |range: &CutRange| (ratio * range.predicted - range.taken).max(range.taken / 10.0);
    let open = ranges.iter().filter(|range| range.open > 0);
    let left: f64 = open.map(of_range).sum();
    let spread = 1.0 + 2.0 * deviation * (1.0 / done + 1.0 / others.max(1) as f64).sqrt();
    let taken = taken + sum(|one| one.taken, false);
    Estimate {
        share: match taken + left {
            0.0 => 0.0,
            whole => taken / whole,
        },
        left,
        spread: (left / spread, left * spread),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(predicted: f64, taken: f64, open: usize) -> CutRange {
        CutRange {
            seeds: 0..1,
            predicted,
            taken,
            open,
        }
    }

    #[test]
    fn what_is_done_scales_what_is_left() {
        let mut ranges = vec![range(1e6, 0.0, 1); 10];
        let first = estimate(&ranges);
        assert_eq!((first.share, first.left), (0.0, 1e7));
        assert!(first.spread.0 < first.left && first.left < first.spread.1);
        // All ranges turn out to be twice as large as predicted.
        for range in &mut ranges[..5] {
            (range.taken, range.open) = (2e6, 0);
        }
        let half = estimate(&ranges);
        assert!((half.left - 1e7).abs() < 1e6, "{half:?}");
        assert!((half.share - 0.5).abs() < 0.05, "{half:?}");
        let width = |one: Estimate| one.spread.1 / one.left;
        assert!(width(half) < width(first), "{half:?}");
        // Ranges that differ widen the spread.
        ranges[0].taken = 4e5;
        ranges[1].taken = 1e7;
        assert!(width(estimate(&ranges)) > 1.3 * width(half));
        ranges.iter_mut().for_each(|range| range.open = 0);
        let end = estimate(&ranges);
        assert_eq!((end.share, end.left), (1.0, 0.0));
    }

    #[test]
    fn nothing_predicted_is_nothing_claimed() {
        let estimate = estimate(&[range(0.0, 0.0, 1)]);
        assert_eq!((estimate.share, estimate.left), (0.0, 0.0));
        assert_eq!(super::estimate(&[]).left, 0.0);
    }
}
