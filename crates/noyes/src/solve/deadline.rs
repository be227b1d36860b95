//! The clock of one solve and its time limit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::{Engine, StopReason};
use crate::guard::{Control, Stop};

/// When a solve began, and whether its time is up.
pub(super) struct Deadline<'a> {
    engine: &'a Engine,
    passed: Mutex<Passed>,
    limit: Option<Duration>,
    is_time_up: AtomicBool,
}

/// The time that has passed, read by read.
///
/// A clock that is put back, against its contract, takes no time away: only what it goes forward is
/// counted. Otherwise a limit would be passed by as much as the clock was put back.
struct Passed {
    last: Duration,
    sum: Duration,
}

impl<'a> Deadline<'a> {
    pub(super) fn start(engine: &'a Engine, limit: Option<Duration>) -> Self {
        Self {
            engine,
            passed: Mutex::new(Passed {
                last: engine.clock().now(),
                sum: Duration::ZERO,
            }),
            limit,
            is_time_up: AtomicBool::new(false),
        }
    }

    /// Time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        let mut passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner);
        // Read under the lock, so that readings are in order.
        let now = self.engine.clock().now();
        let last = std::mem::replace(&mut passed.last, now);
        passed.sum += now.saturating_sub(last);
        passed.sum
    }

    /// The observer's answer, or stop if all but a `reserve` of the time is up. At least half of
    /// the time is there for searching.
    pub(super) fn or_stop(&self, answer: Control, reserve: impl FnOnce() -> Duration) -> Control {
        let is_up = |limit: Duration| {
            let left = limit.saturating_sub(self.elapsed());
            left <= limit / 2 && left <= reserve()
        };
        if self.limit.is_some_and(is_up) {
            self.is_time_up.store(true, Ordering::Relaxed);
            return Control::Stop;
        }
        answer
    }

    /// Why a search ended early, in the words of an outcome.
    pub(super) fn reason(&self, stop: Stop) -> StopReason {
        StopReason::new(stop, self.is_time_up.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;
    use crate::solve::Clock;

    /// A clock that goes on by a second at every reading, and is put back by an hour at some.
    #[derive(Debug)]
    struct PutBack {
        readings: AtomicU64,
        at: u64,
    }

    impl Clock for PutBack {
        fn now(&self) -> Duration {
            let reading = self.readings.fetch_add(1, Ordering::Relaxed);
            let hour = if reading >= self.at { 0 } else { 3600 };
            Duration::from_secs(hour + reading)
        }
    }

    #[test]
    fn a_clock_that_is_put_back_neither_passes_a_limit_nor_ends_it_early() {
        for at in [1, 3, 7] {
            let readings = AtomicU64::new(0);
            let engine = Engine::builder().clock(PutBack { readings, at }).build();
            let deadline = Deadline::start(&engine, Some(Duration::from_secs(10)));
            let asked = (1..100)
                .find(|_| deadline.or_stop(Control::Continue, || Duration::ZERO) == Control::Stop);
            // The second in which it was put back is lost.
            assert_eq!(asked, Some(11), "{at}");
            assert_eq!(deadline.elapsed(), Duration::from_secs(11));
        }
    }

    #[test]
    fn a_reserve_is_left_but_no_more_than_half() {
        for (reserve, stopped) in [(0, 10), (3, 7), (5, 5), (100, 5)] {
            let readings = AtomicU64::new(0);
            let at = 1000;
            let engine = Engine::builder().clock(PutBack { readings, at }).build();
            let deadline = Deadline::start(&engine, Some(Duration::from_secs(10)));
            let reserve = || Duration::from_secs(reserve);
            let asked =
                (1..100).find(|_| deadline.or_stop(Control::Continue, reserve) == Control::Stop);
            assert_eq!(asked, Some(stopped), "{reserve:?}", reserve = reserve());
        }
    }
}
