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

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// Events that wait for a client.
const MAX_QUEUED: usize = 64;
/// Bytes that wait for a client, beyond which only the last event of each kind is kept.
const MAX_BYTES: usize = 1 << 20;

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

    /// The body of the response.
    pub fn body(&self) -> EventBody {
        EventBody {
            shared: Arc::clone(&self.shared),
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
}

impl Drop for EventBody {
    fn drop(&mut self) {
        self.shared.is_left.store(true, Ordering::Relaxed);
    }
}

impl EventBody {
    /// The text of the next event; none at the end of the stream.
    pub fn poll_text(&self, context: &mut Context<'_>) -> Poll<Option<String>> {
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
    fn dropping_the_body_tells_the_search() {
        let queue = EventQueue::default();
        let body = queue.body();
        assert!(!queue.is_left());
        drop(body);
        assert!(queue.is_left());
    }
}
