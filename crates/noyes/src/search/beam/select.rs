//! Selection: the best `width` candidates of a layer by score.
//!
//! A histogram of the scores finds the cut in one pass, where a sort would be the largest cost of a
//! layer.

/// Scores this far above the best, or further, share the last bucket.
const BUCKETS: usize = 1 << 15;

/// Counts of the scores of a layer's candidates.
#[derive(Debug)]
pub(super) struct Histogram {
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

impl Histogram {
    pub fn new() -> Self {
        Self {
            counts: vec![0; BUCKETS],
            used: 0,
        }
    }

    /// The cut that keeps `width` of the scores, which come in parts; all of them if there are
    /// fewer.
    pub fn cut<'a, I: Iterator<Item = &'a [i32]>>(
        &mut self,
        parts: impl Fn() -> I,
        width: usize,
    ) -> Cut {
        let least = |part: &[i32]| part.iter().copied().min();
        let least = parts().filter_map(least).min().unwrap_or(0);
        self.counts[..self.used].fill(0);
        let mut last = 0;
        for &score in parts().flatten() {
            let bucket = (score.wrapping_sub(least) as usize).min(BUCKETS - 1);
            self.counts[bucket] += 1;
            last = last.max(bucket);
        }
        self.used = last + 1;
        let mut kept = 0;
        for (bucket, &count) in self.counts[..self.used].iter().enumerate() {
            if kept + count as usize > width {
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
            kept += count as usize;
        }
        Cut {
            score: i32::MAX,
            ties: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cut_keeps_the_best() {
        let mut histogram = Histogram::new();
        let scores = [5, -3, 9, 5, 5, 100, 0];
        let mut cut = |width| histogram.cut(|| scores.chunks(3), width);
        assert_eq!(cut(4), Cut { score: 5, ties: 2 });
        assert_eq!(cut(2), Cut { score: 5, ties: 0 });
        assert_eq!(cut(7).score, i32::MAX);
        assert_eq!(cut(1), Cut { score: 0, ties: 0 });
    }

    #[test]
    fn counts_of_the_layer_before_are_cleared() {
        let mut histogram = Histogram::new();
        let (far, near) = ([0, 1000, 2000], [0, 1, 1000]);
        let mut cut = |scores: &[i32], width| histogram.cut(|| scores.chunks(2), width).score;
        assert_eq!(cut(&far, 2), 2000);
        assert_eq!(cut(&near, 2), 1000);
        assert_eq!(cut(&far, 2), 2000);
        assert_eq!(cut(&near, 1), 1);
    }
}
