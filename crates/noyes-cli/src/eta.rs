//! How long work will still take, and how sure that is.
//!
//! Boards of a list are taken to be alike. An iteration has many parts of different size. The time left is told as a span: by the pace
//! since the iteration began, and by the pace of its later half so far. It is told from a
//! twentieth on, and it is the time of this iteration only: a solution may come sooner, and if there
//! is none in it, the next takes several times as long.

use std::time::{Duration, Instant};

/// The progress of one iteration.
#[derive(Debug)]
pub struct Eta {
    pub bound: u32,
    marks: Vec<(Duration, u64)>,
    began: Instant,
    total: u64,
}

impl Eta {
    /// An iteration that has just been heard of.
    pub fn new(bound: u32, done: u64, total: u64) -> Self {
        Self {
            bound,
            marks: vec![(Duration::ZERO, done)],
            began: Instant::now(),
            total,
        }
    }

    /// So many parts are done by now.
    pub fn note(&mut self, done: u64) {
        self.marks.push((self.began.elapsed(), done));
    }

    /// What is done, in words, and how long the rest will take.
    pub fn words(&self) -> String {
        let done = self.marks.last().map_or(0, |mark| mark.1);
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

    /// The least and the most seconds that the rest is likely to take.
    fn seconds_left(&self) -> Option<(f64, f64)> {
        let (&(now, done), &(_, first)) = (self.marks.last()?, self.marks.first()?);
        if (done - first) * 20 < self.total - first {
            return None;
        }
        let left = (self.total - done) as f64;
        let whole = now.as_secs_f64() * left / (done - first) as f64;
        let middle = self.marks.iter().find(|mark| 2 * mark.0 >= now)?;
        let since = (done - middle.1).max(1) as f64;
        let late = (now - middle.0).as_secs_f64() * left / since;
        Some((whole.min(late), whole.max(late)))
    }
}

/// The seconds that the rest of `total` parts takes if they are like those done.
pub fn seconds_left(done: u64, total: u64, elapsed: Duration) -> Option<f64> {
    let left = total.saturating_sub(done) as f64;
    (done > 0).then(|| elapsed.as_secs_f64() * left / done as f64)
}

/// A piece of work and how far it is.
pub fn words(work: &str, done: u64, total: u64, elapsed: Duration) -> String {
    let percent = 100 * done / total.max(1);
    // The first parts may be small, and say little about the others.
    match seconds_left(done, total, elapsed).filter(|_| percent >= 5) {
        Some(left) => format!("{work}: {percent} %, about {} to go", span(left.max(1.0))),
        None => format!("{work}: {percent} %"),
    }
}

/// A time as people say it.
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
    fn nothing_done_tells_nothing() {
        let elapsed = Duration::from_secs(3);
        assert_eq!(seconds_left(0, 4, elapsed), None);
        assert_eq!(seconds_left(1, 4, elapsed), Some(9.0));
        assert_eq!(seconds_left(4, 4, elapsed), Some(0.0));
    }

    #[test]
    fn the_span_holds_both_paces() {
        let mut pace = Eta::new(97, 0, 100);
        assert_eq!(pace.words(), "0 % of iteration 97");
        let seconds = Duration::from_secs;
        pace.marks = vec![(seconds(0), 0), (seconds(10), 10), (seconds(20), 40)];
        // 20 s for 40 parts leave 30 s for 60; 10 s for the last 30 parts leave 20 s.
        assert_eq!(pace.seconds_left(), Some((20.0, 30.0)));
        assert_eq!(
            pace.words(),
            "40 % of iteration 97, 20 s to 30 s left in it"
        );
        assert_eq!(
            (span(600.0), span(7200.0)),
            ("10 min".into(), "2.0 h".into())
        );
    }
}
