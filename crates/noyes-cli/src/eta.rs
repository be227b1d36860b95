//! Estimates of the time that work will still take.
//!
//! The boards of a list are assumed to take equally long. An iteration of IDA* has many parts of
//! different size, so its remaining time is an interval. One end assumes the mean rate since the
//! iteration began, the other the rate of the later half so far. There is no estimate before a
//! twentieth of the iteration is done. The estimate is for this iteration alone: a solution may
//! come sooner, and without one the next iteration takes several times as long.

use std::time::{Duration, Instant};

/// The progress of one iteration.
#[derive(Debug)]
pub struct Eta {
    pub bound: u32,
    /// The parts done at some moments.
    samples: Vec<(Duration, u64)>,
    began: Instant,
    total: u64,
}

impl Eta {
    /// An iteration that begins now, with `done` of its parts done already.
    pub fn new(bound: u32, done: u64, total: u64) -> Self {
        Self {
            bound,
            samples: vec![(Duration::ZERO, done)],
            began: Instant::now(),
            total,
        }
    }

    /// Records that `done` parts are done by now.
    pub fn record(&mut self, done: u64) {
        self.samples.push((self.began.elapsed(), done));
    }

    /// The share that is done, and the time that the rest will take.
    pub fn words(&self) -> String {
        let done = self.samples.last().map_or(0, |sample| sample.1);
        let percent = 100 * done / self.total.max(1);
        let bound = self.bound;
        match self.seconds_left() {
            Some((least, most)) => format!(
                "{percent} % of iteration {bound}, {} to {} left in it",
                span(least),
                span(most)
            ),
            None => format!("{percent} % of iteration {bound}"),
        }
    }

    /// The lower and the upper estimate of the remaining seconds.
    fn seconds_left(&self) -> Option<(f64, f64)> {
        let (&(now, done), &(_, first)) = (self.samples.last()?, self.samples.first()?);
        if (done - first) * 20 < self.total - first {
            return None;
        }
        let left = (self.total - done) as f64;
        let by_mean_rate = now.as_secs_f64() * left / (done - first) as f64;
        let middle = self.samples.iter().find(|sample| 2 * sample.0 >= now)?;
        let since = (done - middle.1).max(1) as f64;
        let by_late_rate = (now - middle.0).as_secs_f64() * left / since;
        let (a, b) = (by_mean_rate, by_late_rate);
        Some((a.min(b), a.max(b)))
    }
}

/// The seconds that the rest of `total` parts takes at the rate so far.
pub fn seconds_left(done: u64, total: u64, elapsed: Duration) -> Option<f64> {
    let left = total.saturating_sub(done) as f64;
    (done > 0).then(|| elapsed.as_secs_f64() * left / done as f64)
}

/// A piece of work, the share that is done, and the time that the rest will take.
pub fn words(work: &str, done: u64, total: u64, elapsed: Duration) -> String {
    let percent = 100 * done / total.max(1);
    // The first parts say little about the others.
    match seconds_left(done, total, elapsed).filter(|_| percent >= 5) {
        Some(left) => format!("{work}: {percent} %, about {} to go", span(left.max(1.0))),
        None => format!("{work}: {percent} %"),
    }
}

/// A time in seconds, minutes or hours.
pub fn span(seconds: f64) -> String {
    match seconds {
        ..100.0 => format!("{seconds:.0} s"),
        100.0..6000.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_no_estimate_before_the_first_part() {
        let elapsed = Duration::from_secs(3);
        assert_eq!(seconds_left(0, 4, elapsed), None);
        assert_eq!(seconds_left(1, 4, elapsed), Some(9.0));
        assert_eq!(seconds_left(4, 4, elapsed), Some(0.0));
    }

    #[test]
    fn the_interval_spans_both_rates() {
        let mut eta = Eta::new(97, 0, 100);
        assert_eq!(eta.words(), "0 % of iteration 97");
        let seconds = Duration::from_secs;
        eta.samples = vec![(seconds(0), 0), (seconds(10), 10), (seconds(20), 40)];
        // 20 s for 40 parts leave 30 s for 60; 10 s for the last 30 parts leave 20 s.
        assert_eq!(eta.seconds_left(), Some((20.0, 30.0)));
        assert_eq!(eta.words(), "40 % of iteration 97, 20 s to 30 s left in it");
        assert_eq!(
            (span(600.0), span(7200.0)),
            ("10 min".into(), "2.0 h".into())
        );
    }
}
