//! Selection: the best `width` candidates of a layer by score.
//!
//! A histogram of the scores finds the cut in one pass, where a sort would be the largest cost of a
//! layer. Threads count the scores of different parts; sums do not depend on who counts.

use super::score::LayerPart;
use crate::workers::Threads;

/// Scores this far above the best, or further, share the last bucket.
const BUCKETS: usize = 1 << 15;
/// Parts that are counted together, at the least.
const PARTS: usize = 4;

/// The histograms of a layer's scores.
#[derive(Debug, Default)]
pub(super) struct Selection {
    histograms: Vec<Histogram>,
}

/// Counts of the scores of some parts.
#[derive(Debug, Default)]
struct Histogram {
    counts: Vec<u32>,
    /// The buckets from this one on are 0.
    used: usize,
}

/// The cut: candidates with scores below `score` survive, and `ties` of those equal to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub score: i32,
    pub ties: usize,
}

impl Selection {
    /// The cut that keeps `width` of the candidates of all parts; all of them if there are fewer.
    /// Counts for each part how many are below the cut, and equal to it.
    pub fn cut(&mut self, threads: Threads<'_>, parts: &mut [LayerPart], width: usize) -> Cut {
        let least = parts.iter().filter(|part| !part.scores.is_empty());
        let least = least.map(|part| part.least_score).min().unwrap_or(0);
        let chunk = parts.len().div_ceil(threads.count()).max(PARTS);
        let chunks = parts.len().div_ceil(chunk);
        self.histograms.resize_with(chunks, Histogram::default);
        let shared = &*parts;
        threads.for_each_mut(&mut self.histograms, |number, histogram| {
            let end = shared.len().min((number + 1) * chunk);
            histogram.count(&shared[number * chunk..end], least);
        });
        let cut = self.find(least, width);
        threads.for_each_mut(parts, |_, part| {
            part.below_cut = count(&part.scores, |score| score < cut.score);
            part.at_cut = count(&part.scores, |score| score == cut.score);
        });
        cut
    }

    /// The cut of the scores that have been counted.
    fn find(&self, least: i32, width: usize) -> Cut {
        let mut kept = 0;
        let used = self.histograms.iter().map(|histogram| histogram.used);
        for bucket in 0..used.max().unwrap_or(0) {
            let counts = self.histograms.iter();
            let count = counts.map(|histogram| histogram.counts[bucket] as usize);
            let count: usize = count.sum();
            if kept + count > width {
                let is_last = bucket == BUCKETS - 1;
                return Cut {
                    score: if is_last {
                        i32::MAX
                    } else {
                        least + bucket as i32
                    },
                    ties: width - kept,
                };
            }
            kept += count;
        }
        Cut {
            score: i32::MAX,
            ties: 0,
        }
    }
}

impl Histogram {
    fn count(&mut self, parts: &[LayerPart], least: i32) {
        self.counts.resize(BUCKETS, 0);
        self.counts[..self.used].fill(0);
        let mut last = 0;
        for part in parts {
            for &score in &part.scores {
                let bucket = (score.wrapping_sub(least) as u32 as usize).min(BUCKETS - 1);
                self.counts[bucket] += 1;
                last = last.max(bucket);
            }
        }
        self.used = last + 1;
    }
}

/// How many scores are as asked for.
fn count(scores: &[i32], is_it: impl Fn(i32) -> bool) -> usize {
    // A sum of 32 bits is vector code.
    let counts = scores.chunks(1 << 16).map(|chunk| {
        let ones = chunk.iter().map(|&score| u32::from(is_it(score)));
        ones.sum::<u32>() as usize
    });
    counts.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(scores: &[i32]) -> Vec<LayerPart> {
        let part = |scores: &[i32]| LayerPart {
            scores: scores.to_vec(),
            least_score: *scores.iter().min().unwrap(),
            ..LayerPart::default()
        };
        scores.chunks(3).map(part).collect()
    }

    #[test]
    fn the_cut_keeps_the_best() {
        let mut selection = Selection::default();
        let mut parts = parts(&[5, -3, 9, 5, 5, 100, 0]);
        let mut cut = |width| selection.cut(Threads::ONE, &mut parts, width);
        assert_eq!(cut(7).score, i32::MAX);
        assert_eq!(cut(1), Cut { score: 0, ties: 0 });
        assert_eq!(cut(2), Cut { score: 5, ties: 0 });
        assert_eq!(cut(4), Cut { score: 5, ties: 2 });
        let counts: Vec<_> = parts
            .iter()
            .map(|part| (part.below_cut, part.at_cut))
            .collect();
        assert_eq!(counts, [(1, 1), (0, 2), (1, 0)]);
    }

    #[test]
    fn counts_of_the_layer_before_are_cleared() {
        let mut selection = Selection::default();
        let (far, near) = ([0, 1000, 2000], [0, 1, 1000]);
        let mut cut =
            |scores: &[i32], width| selection.cut(Threads::ONE, &mut parts(scores), width).score;
        assert_eq!(cut(&far, 2), 2000);
        assert_eq!(cut(&near, 2), 1000);
        assert_eq!(cut(&far, 2), 2000);
        assert_eq!(cut(&near, 1), 1);
    }
}
