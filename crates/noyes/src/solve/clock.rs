//! The clock of an engine.

use std::fmt;
use std::time::Duration;

/// Tells how much time has passed since some fixed moment.
///
/// Time limits, checkpoints and the seconds of an answer come from here. The default reads the
/// system's monotonic clock; WebAssembly has none, so a page hands in its own.
///
/// ```
/// use std::time::Duration;
/// use noyes::solve::{Clock, Engine};
///
/// #[derive(Debug)]
/// struct Midnight;
///
/// impl Clock for Midnight {
///     fn now(&self) -> Duration {
///         Duration::ZERO
///     }
/// }
/// assert_eq!(Engine::builder().clock(Midnight).build().clock().now(), Duration::ZERO);
/// ```
pub trait Clock: fmt::Debug + Send + Sync {
    /// Time since a moment that stays the same. It must never go backwards: the time of a solve
    /// would seem to be less than it is, and its time limit would be passed.
    ///
    /// ```
    /// use noyes::solve::{Clock, SystemClock};
    ///
    /// let clock = SystemClock::new();
    /// let (first, second) = (clock.now(), clock.now());
    /// assert!(first <= second);
    /// ```
    fn now(&self) -> Duration;
}

/// The system's monotonic clock.
///
/// ```
/// use noyes::solve::{Clock, SystemClock};
///
/// let clock = SystemClock::new();
/// let first = clock.now();
/// assert!(clock.now() >= first);
/// ```
#[cfg(not(target_family = "wasm"))]
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    started: std::time::Instant,
}

#[cfg(not(target_family = "wasm"))]
impl SystemClock {
    /// A clock that begins now.
    ///
    /// ```
    /// use std::time::Duration;
    /// use noyes::solve::{Clock, SystemClock};
    ///
    /// assert!(SystemClock::new().now() < Duration::from_secs(1000));
    /// ```
    pub fn new() -> Self {
        Self {
            started: std::time::Instant::now(),
        }
    }
}

#[cfg(not(target_family = "wasm"))]
impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(not(target_family = "wasm"))]
impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.started.elapsed()
    }
}

/// A clock that stands still, for places without one: time limits never end a solve there.
///
/// ```
/// use std::time::Duration;
/// use noyes::solve::{Engine, StoppedClock};
///
/// let engine = Engine::builder().clock(StoppedClock).build();
/// assert_eq!(engine.clock().now(), Duration::ZERO);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct StoppedClock;

impl Clock for StoppedClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}
