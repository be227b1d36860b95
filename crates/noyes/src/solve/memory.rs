//! How much memory there is for searches.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Tells how many bytes the machine has left.
///
/// A plan without a memory limit takes three quarters of it, so that a search ends with a bound
/// instead of being killed.
///
/// ```
/// use noyes::solve::{Engine, FixedMemory, MemoryProbe, SystemMemory};
///
/// assert!(SystemMemory.available() > 0);
/// let engine = Engine::builder().memory_probe(FixedMemory(1_000_000_000)).build();
/// ```
pub trait MemoryProbe: fmt::Debug + Send + Sync {
    /// Bytes that can still be used. It is asked for plans without a memory limit, at most ten times
    /// a second. With too large a number a search may be killed by the system, with too small a one
    /// it ends early.
    ///
    /// ```
    /// use noyes::solve::MemoryProbe;
    ///
    /// /// Half of what the machine has left.
    /// #[derive(Debug)]
    /// struct Half;
    ///
    /// impl MemoryProbe for Half {
    ///     fn available(&self) -> usize {
    ///         noyes::solve::SystemMemory.available() / 2
    ///     }
    /// }
    ///
    /// let engine = noyes::Engine::builder().memory_probe(Half).build();
    /// ```
    fn available(&self) -> usize;
}

/// What the system says: its free memory, what the control group of the process leaves, and what
/// its limit of addresses leaves (`ulimit -v`).
///
/// ```
/// use noyes::solve::{MemoryProbe, SystemMemory};
///
/// assert!(SystemMemory.available() > 1_000_000);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemMemory;

/// What is assumed where the system says nothing.
const UNKNOWN: u64 = 4_000_000_000;

impl MemoryProbe for SystemMemory {
    fn available(&self) -> usize {
        let known = [free(), control_group(), addresses()]
            .into_iter()
            .flatten()
            .min();
        // A 32-bit process cannot use more than its addresses, whatever the machine has.
        let most = usize::MAX as u64 / 2;
        known.unwrap_or(UNKNOWN).min(most) as usize
    }
}

/// A fixed number of bytes: for tests, and where the caller knows better.
///
/// ```
/// use noyes::solve::{Engine, FixedMemory, MemoryProbe};
///
/// let memory = FixedMemory(500_000_000);
/// assert_eq!(memory.available(), 500_000_000);
/// let engine = Engine::builder().memory_probe(memory).build();
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FixedMemory(pub usize);

impl MemoryProbe for FixedMemory {
    fn available(&self) -> usize {
        self.0
    }
}

/// What a probe said a moment ago. To ask the system takes longer than an easy board.
#[derive(Debug)]
pub(super) struct RecentMemory {
    probe: Box<dyn MemoryProbe>,
    /// When it was asked last, and what it said.
    last: Mutex<Option<(Duration, usize)>>,
}

impl RecentMemory {
    /// For so long an answer is believed.
    const MOMENT: Duration = Duration::from_millis(100);

    pub fn new(probe: impl MemoryProbe + 'static) -> Self {
        Self {
            probe: Box::new(probe),
            last: Mutex::default(),
        }
    }

    /// What the probe says at a time, or said less than a moment before.
    pub fn available(&self, now: Duration) -> usize {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match *last {
            Some((time, bytes)) if now.saturating_sub(time) < Self::MOMENT => bytes,
            _ => {
                let bytes = self.probe.available();
                *last = Some((now, bytes));
                bytes
            }
        }
    }
}

/// `MemAvailable` of Linux.
fn free() -> Option<u64> {
    let text = read("/proc/meminfo")?;
    let mut lines = text.lines();
    let line = lines.find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// The least that the control group of the process, or one that holds it, has left.
fn control_group() -> Option<u64> {
    let text = read("/proc/self/cgroup")?;
    let mut group = text.lines().find_map(|line| line.strip_prefix("0::"))?;
    let mut least = None;
    loop {
        let number = |name: &str| -> Option<u64> {
            let path = format!("/sys/fs/cgroup{}/{name}", group.trim_end_matches('/'));
            read(&path)?.trim().parse().ok()
        };
        // A group without a limit says "max", which is no number.
        if let (Some(most), Some(used)) = (number("memory.max"), number("memory.current")) {
            let left = most.saturating_sub(used);
            least = Some(least.map_or(left, |least: u64| least.min(left)));
        }
        match group.rfind('/') {
            Some(0) if group.len() > 1 => group = "/",
            Some(0) | None => return least,
            Some(end) => group = &group[..end],
        }
    }
}

/// Addresses that stacks and the allocator reserve for threads, whatever they hold.
const RESERVED: u64 = 128 << 20;

/// What the limit of addresses of the process leaves on Linux: half of it. A list that grows is
/// copied to a place of twice its size, and the allocator keeps addresses that hold nothing.
fn addresses() -> Option<u64> {
    let limits = read("/proc/self/limits")?;
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max address space"))?;
    // Without a limit it says "unlimited", which is no number.
    let most: u64 = line.split_whitespace().next()?.parse().ok()?;
    let pages = read("/proc/self/statm")?;
    let used: u64 = pages.split_whitespace().next()?.parse().ok()?;
    Some(most.saturating_sub((used << 12) + RESERVED) / 2)
}

#[cfg(all(feature = "files", not(target_family = "wasm")))]
fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

#[cfg(not(all(feature = "files", not(target_family = "wasm"))))]
fn read(_: &str) -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn there_is_some_memory() {
        assert!(SystemMemory.available() > 1_000_000);
        assert_eq!(FixedMemory(7).available(), 7);
    }

    #[test]
    fn a_probe_is_asked_again_after_a_moment() {
        /// Says how often it was asked.
        #[derive(Debug, Default)]
        struct Counter(AtomicUsize);

        impl MemoryProbe for Counter {
            fn available(&self) -> usize {
                self.0.fetch_add(1, Ordering::Relaxed) + 1
            }
        }

        let memory = RecentMemory::new(Counter::default());
        let asked =
            [0, 99, 100, 150, 250, 60].map(|ms| memory.available(Duration::from_millis(ms)));
        assert_eq!(asked, [1, 1, 2, 2, 3, 3]);
    }
}
