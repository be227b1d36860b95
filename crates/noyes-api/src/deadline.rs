//! The end of a request that is made of several pieces of work.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use noyes::guard::{Control, Event, Observer};

use crate::Engine;

/// Stops all work of a request together when its time is over, or when the observer says so.
pub(crate) struct Deadline<'a> {
    engine: &'a Engine,
    end: Option<Duration>,
    observer: &'a dyn Observer,
    is_stopped: AtomicBool,
}

impl<'a> Deadline<'a> {
    pub(crate) fn new(
        engine: &'a Engine,
        time: Option<Duration>,
        observer: &'a dyn Observer,
    ) -> Self {
        Self {
            engine,
            end: time.map(|time| engine.clock().now() + time),
            observer,
            is_stopped: AtomicBool::new(false),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        let is_late = self.end.is_some_and(|end| self.engine.clock().now() >= end);
        is_late || self.is_stopped.load(Ordering::Relaxed)
    }
}

impl Observer for Deadline<'_> {
    fn on(&self, event: &Event) -> Control {
        if self.observer.on(event) == Control::Stop || self.is_over() {
            self.is_stopped.store(true, Ordering::Relaxed);
            return Control::Stop;
        }
        Control::Continue
    }
}
