//! The stream of events of one solve, from the thread that searches to the client.
//!
//! # Invariants
//!
//! * A search never waits for its client. Where the client reads slowly, events give way to later
//!   ones of their kind, and none of the last kind does: the best solution, the highest bound and
//!   the result always arrive.
//! * So a queue holds at most [`MAX_QUEUED`] events, and of those in excess of [`MAX_BYTES`] one of
//!   each kind.
//! * When the body is dropped, the search is told to stop.
//! * A stream is never silent for longer than its heartbeat: a comment, which readers of events skip,
//!   tells the client, and every proxy on the way, that the search goes on.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tokio::time::{Instant, Sleep};

/// Events that wait for a client.
const MAX_QUEUED: usize = 64;
/// Bytes that wait for a client, beyond which only the last event of each kind is kept.
const MAX_BYTES: usize = 1 << 20;
/// What a heartbeat is: a comment of the format `text/event-stream`.
const HEARTBEAT: &str = ":\n\n";

/// The end of a stream where the search writes.
#[derive(Clone, Debug, Default)]
pub struct EventQueue {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    is_left: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    queued: VecDeque<Queued>,
    bytes: usize,
    is_closed: bool,
    reader: Option<Waker>,
}

#[derive(Debug)]
struct Queued {
    kind: String,
    text: String,
}

impl EventQueue {
    /// Whether the client has left.
    pub fn is_left(&self) -> bool {
        self.shared.is_left.load(Ordering::Relaxed)
    }

    /// Queues an event of a kind, given as JSON on one line.
    pub fn send(&self, kind: &str, data: &str) {
        let text = format!("event: {kind}\ndata: {data}\n\n");
        self.state().push(kind, text);
        self.wake();
    }

    /// Ends the stream.
    pub fn close(&self) {
        self.state().is_closed = true;
        self.wake();
    }

    /// The body of the response, with a heartbeat after every silence of that length.
    pub fn body(&self, silence: Duration) -> EventBody {
        EventBody {
            shared: Arc::clone(&self.shared),
            silence,
            next_beat: None,
        }
    }

    fn wake(&self) {
        let reader = self.state().reader.take();
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state()
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn push(&mut self, kind: &str, text: String) {
        if self.queued.len() >= MAX_QUEUED || self.bytes + text.len() > MAX_BYTES {
            self.queued.retain(|queued| queued.kind != kind);
            self.bytes = self.queued.iter().map(|queued| queued.text.len()).sum();
        }
        self.bytes += text.len();
        let kind = kind.to_owned();
        self.queued.push_back(Queued { kind, text });
    }
}

/// The body of a response that streams events. Dropping it stops the search.
#[derive(Debug)]
pub struct EventBody {
    shared: Arc<Shared>,
    silence: Duration,
    /// When the present silence is too long; none before the first.
    next_beat: Option<Pin<Box<Sleep>>>,
}

impl Drop for EventBody {
    fn drop(&mut self) {
        self.shared.is_left.store(true, Ordering::Relaxed);
    }
}

impl EventBody {
    /// The text of the next event, or a heartbeat; none at the end of the stream.
    pub fn poll_text(&mut self, context: &mut Context<'_>) -> Poll<Option<String>> {
        let event = self.poll_event(context);
        let end = Instant::now() + self.silence;
        let beat = || Box::pin(tokio::time::sleep_until(end));
        let next_beat = self.next_beat.get_or_insert_with(beat);
        if event.is_ready() {
            next_beat.as_mut().reset(end);
            return event;
        }
        if next_beat.as_mut().poll(context).is_pending() {
            return Poll::Pending;
        }
        next_beat.as_mut().reset(end);
        Poll::Ready(Some(HEARTBEAT.to_owned()))
    }

    fn poll_event(&self, context: &mut Context<'_>) -> Poll<Option<String>> {
        let mut state = self.shared.state();
        if let Some(Queued { text, .. }) = state.queued.pop_front() {
            state.bytes -= text.len();
            return Poll::Ready(Some(text));
        }
        if state.is_closed {
            return Poll::Ready(None);
        }
        state.reader = Some(context.waker().clone());
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_reader_gets_the_last_of_each_kind() {
        let queue = EventQueue::default();
        for number in 0..100_000 {
            queue.send("progress", &format!("{number}"));
            if number % 1000 == 0 {
                queue.send("improved", &"U".repeat(100_000));
            }
        }
        queue.send("result", "{}");
        let state = queue.state();
        assert!(
            state.queued.len() <= MAX_QUEUED + 1,
            "{}",
            state.queued.len()
        );
        assert!(state.bytes <= MAX_BYTES + 200_000, "{}", state.bytes);
        let last = |kind: &str| {
            let mut queued = state.queued.iter().rev();
            queued
                .find(|queued| queued.kind == kind)
                .unwrap()
                .text
                .clone()
        };
        assert!(last("progress").contains("99999"));
        assert!(last("improved").contains("UUU") && last("result").contains("{}"));
    }

    #[test]
    fn a_silent_stream_has_a_heartbeat_until_its_end() {
        let queue = EventQueue::default();
        let mut body = queue.body(Duration::from_millis(1));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        let mut next = || runtime.block_on(std::future::poll_fn(|context| body.poll_text(context)));
        assert_eq!(next().as_deref(), Some(HEARTBEAT));
        assert_eq!(next().as_deref(), Some(HEARTBEAT));
        queue.send("result", "{}");
        assert_eq!(next().as_deref(), Some("event: result\ndata: {}\n\n"));
        assert_eq!(next().as_deref(), Some(HEARTBEAT));
        queue.close();
        assert_eq!(next(), None);
    }

    #[test]
    fn dropping_the_body_tells_the_search() {
        let queue = EventQueue::default();
        let body = queue.body(Duration::from_secs(5));
        assert!(!queue.is_left());
        drop(body);
        assert!(queue.is_left());
    }
}
