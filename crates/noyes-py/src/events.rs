//! What a search tells, kept until Python asks.
//!
//! No thread of a search calls Python: events wait here, and the thread that asked for the search
//! takes them. Of those that only say how far the work is, the last one is kept.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use noyes::guard::{Control, Counts, Event, Observer};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::solver::letters;

/// The longest time without asking for signals.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);

/// A solution that a search has found on its way.
#[derive(Clone, Debug)]
pub struct Improvement {
    pub length: u32,
    pub moves: String,
    /// The bound at that time.
    pub lower_bound: u32,
    pub source: &'static str,
    pub counts: Counts,
}

/// The interval of the minimum at some moment: seconds since the start, the length of the best
/// solution, and the bound.
pub type Interval = (f64, Option<u32>, u32);

/// What is known of a search.
#[derive(Debug, Default)]
pub struct Known {
    pub improvements: Vec<Improvement>,
    pub lower_bound: u32,
    /// The interval whenever it has changed.
    pub intervals: Vec<Interval>,
    pub counts: Counts,
    /// Events that were not taken.
    events: VecDeque<Event>,
    /// Changes with everything that may wake a waiter.
    pub version: u64,
}

/// The observer of a search that Python watches.
#[derive(Debug)]
pub struct Watch {
    begun: Instant,
    known: Mutex<Known>,
    changed: Condvar,
    is_stopped: AtomicBool,
    wants_events: bool,
}

impl Default for Watch {
    fn default() -> Self {
        Self::new(false)
    }
}

impl Watch {
    /// A watch that keeps events only if they are wanted.
    pub fn new(wants_events: bool) -> Self {
        Self {
            begun: Instant::now(),
            known: Mutex::default(),
            changed: Condvar::new(),
            is_stopped: AtomicBool::new(false),
            wants_events,
        }
    }

    /// What is known now.
    pub fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the search to stop.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.wake();
    }

    /// Whether the search was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Wakes all who wait.
    pub fn wake(&self) {
        self.known().version += 1;
        self.changed.notify_all();
    }

    /// Waits until something has changed since `seen`, at most this long. Returns the version.
    pub fn wait(&self, seen: u64, at_most: Duration) -> u64 {
        let until = Instant::now() + at_most;
        let mut known = self.known();
        while known.version == seen {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let waited = self.changed.wait_timeout(known, left);
            known = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        known.version
    }

    /// The events since the last call, as JSON.
    pub fn take_events(&self) -> Vec<String> {
        let events = std::mem::take(&mut self.known().events);
        let texts = events.iter().map(serde_json::to_string);
        texts.filter_map(Result::ok).collect()
    }
}

/// Whether an event only says how far the work is.
fn is_passing(event: &Event) -> bool {
    matches!(
        event,
        Event::Progress { .. }
            | Event::Iteration { .. }
            | Event::Table { .. }
            | Event::Drawn { .. }
    )
}

impl Observer for Watch {
    fn on(&self, event: &Event) -> Control {
        let mut known = self.known();
        if let Some(&counts) = event.counts() {
            known.counts = counts;
        }
        match event {
            Event::BoundRaised { bound, .. } => known.lower_bound = known.lower_bound.max(*bound),
            Event::Improved {
                length,
                moves,
                source,
                counts,
            } => {
                let improvement = Improvement {
                    length: *length,
                    moves: letters(moves),
                    lower_bound: known.lower_bound,
                    source: source.name(),
                    counts: *counts,
                };
                known.improvements.push(improvement);
            }
            _ => {}
        }
        let best = known.improvements.last().map(|one| one.length);
        let now = (best, known.lower_bound);
        let last = known.intervals.last();
        if last.map_or((None, 0), |&(_, best, bound)| (best, bound)) != now {
            let seconds = self.begun.elapsed().as_secs_f64();
            known.intervals.push((seconds, now.0, now.1));
        }
        if self.wants_events {
            if is_passing(event) && known.events.back().is_some_and(is_passing) {
                known.events.pop_back();
            }
            known.events.push_back(event.clone());
        }
        if self.wants_events || !is_passing(event) {
            known.version += 1;
            self.changed.notify_all();
        }
        match self.is_stopped() {
            true => Control::Stop,
            false => Control::Continue,
        }
    }
}

/// Does some work on a thread of its own while this one asks for signals. A signal whose handler
/// raises, such as Ctrl-C, stops the work.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    while_wanted(py, || Ok(()), work)
}

/// As [`interruptible`]. The work is also stopped when `ask`, which is called as often, fails: its
/// exception is raised then.
pub fn while_wanted<T: Send>(
    py: Python<'_>,
    mut ask: impl FnMut() -> PyResult<()>,
    work: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    let (watch, is_done) = (&Watch::new(false), &AtomicBool::new(false));
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let result = work(watch);
            is_done.store(true, Ordering::Release);
            watch.wake();
            result
        });
        let mut raised = Ok(());
        let mut seen = 0;
        while !is_done.load(Ordering::Acquire) {
            seen = py.detach(|| watch.wait(seen, BETWEEN_SIGNALS));
            if raised.is_ok() {
                raised = py.check_signals().and_then(|()| ask());
                if raised.is_err() {
                    watch.stop();
                }
            }
        }
        let result = py.detach(|| worker.join());
        raised?;
        result.map_err(|_| PyRuntimeError::new_err("the search crashed; please report the board"))
    })
}
