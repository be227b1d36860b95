//! The events of a running search as JSON: docs/book/progress.md lists them.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use noyes::guard::{Control, Event, Observer};
use noyes::solve::Clock;
use serde_json::Value;

/// The least time between two frequent events.
const INTERVAL: Duration = Duration::from_millis(100);

/// Turns events into objects. Every object has the `seconds` since the start; of the frequent
/// events, at most ten a second are let through.
///
/// ```
/// use std::time::Duration;
/// use noyes::guard::{Counts, Event};
/// use noyes_api::events::EventWriter;
///
/// let writer = EventWriter::default();
/// let event = Event::Progress { counts: Counts::default() };
/// let object = writer.object(&event, Duration::from_millis(1500)).unwrap();
/// assert_eq!((&object["event"], &object["seconds"]), (&"progress".into(), &1.5.into()));
/// assert_eq!(writer.object(&event, Duration::from_millis(1550)), None);
/// ```
#[derive(Debug, Default)]
pub struct EventWriter {
    /// When a frequent event was last let through.
    last_frequent: Mutex<Option<Duration>>,
}

impl EventWriter {
    /// The object of an event at a time since the start; none if it is too soon for another one.
    pub fn object(&self, event: &Event, elapsed: Duration) -> Option<Value> {
        if is_frequent(event) && !self.is_due(elapsed) {
            return None;
        }
        let mut object = serde_json::to_value(event).ok()?;
        object["seconds"] = rounded_seconds(elapsed).into();
        Some(object)
    }

    fn is_due(&self, elapsed: Duration) -> bool {
        let last = self.last_frequent.lock();
        let mut last = last.unwrap_or_else(PoisonError::into_inner);
        let is_due = last.is_none_or(|last| elapsed.saturating_sub(last) >= INTERVAL);
        if is_due {
            *last = Some(elapsed);
        }
        is_due
    }
}

fn is_frequent(event: &Event) -> bool {
    matches!(
        event,
        Event::Progress { .. }
            | Event::Table { .. }
            | Event::Iteration { .. }
            | Event::Drawn { .. }
    )
}

/// Seconds in whole microseconds.
pub fn rounded_seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// An observer that passes every event on as an object, and stops when the receiver says so.
///
/// The receiver is asked for every event, also for those that are too frequent to be told: it gets
/// none then.
pub struct EventStream<'a, F> {
    clock: &'a dyn Clock,
    started: Duration,
    writer: EventWriter,
    receive: F,
}

impl<F> std::fmt::Debug for EventStream<'_, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EventStream").finish_non_exhaustive()
    }
}

impl<'a, F: Fn(Option<&Value>) -> Control + Sync> EventStream<'a, F> {
    /// A stream that begins now.
    pub fn new(clock: &'a dyn Clock, receive: F) -> Self {
        Self {
            clock,
            started: clock.now(),
            writer: EventWriter::default(),
            receive,
        }
    }
}

impl<F: Fn(Option<&Value>) -> Control + Sync> Observer for EventStream<'_, F> {
    fn on(&self, event: &Event) -> Control {
        let elapsed = self.clock.now().saturating_sub(self.started);
        (self.receive)(self.writer.object(event, elapsed).as_ref())
    }
}
