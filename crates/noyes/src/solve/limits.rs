//! How much a solve may spend.

use std::time::Duration;

/// What a solve may spend; none means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time from the start of the solve.
    pub time: Option<Duration>,
    /// Nodes generated.
    pub nodes: Option<u64>,
    /// Bytes of memory for the whole process.
    pub memory: Option<usize>,
    /// Threads.
    pub threads: Option<usize>,
}

impl Limits {
    /// Threads to use: all there are, without a limit.
    pub(super) fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(all).max(1)
    }

    /// The bytes searches may store. Without a limit of the caller's it is three quarters of what
    /// the machine has left, so that a search ends with a bound instead of being killed.
    pub(super) fn search_memory(&self) -> usize {
        match self.memory {
            // The program itself, its stacks and the allocator's slack want some of it.
            Some(limit) => limit.saturating_sub((limit / 32).max(24 << 20)),
            None => available_memory() / 4 * 3,
        }
    }
}

/// Bytes the machine has left, or 4 GB where it does not say.
fn available_memory() -> usize {
    let read = || {
        let text = std::fs::read_to_string("/proc/meminfo").ok()?;
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("MemAvailable:"))?;
        let kilobytes: usize = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
        Some(kilobytes << 10)
    };
    read().unwrap_or(4 << 30)
}
