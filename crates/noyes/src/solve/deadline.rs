//! The clock of one solve and its time limit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::{Engine, StopReason};
use crate::guard::{Control, Stop};

/// When a solve began, and whether its time is up.
pub(super) struct Deadline<'a> {
    engine: &'a Engine,
    started: Duration,
    limit: Option<Duration>,
    is_time_up: AtomicBool,
}

impl<'a> Deadline<'a> {
    pub(super) fn start(engine: &'a Engine, limit: Option<Duration>) -> Self {
        Self {
            engine,
            started: engine.clock().now(),
            limit,
            is_time_up: AtomicBool::new(false),
        }
    }

    /// Time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.engine.clock().now().saturating_sub(self.started)
    }

    /// The observer's answer, or stop if time is up.
    pub(super) fn or_stop(&self, answer: Control) -> Control {
        if self.limit.is_some_and(|limit| self.elapsed() >= limit) {
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
