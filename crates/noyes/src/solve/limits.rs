//! How much a solve may spend.

use std::time::Duration;

/// What a solve may spend; none means no limit.
///
/// ```
/// use std::time::Duration;
/// use noyes::solve::Limits;
///
/// let time = Some(Duration::from_secs(2));
/// let limits = Limits { time, threads: Some(1), ..Limits::default() };
/// assert_eq!(limits.nodes, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time from the start of the solve.
    pub time: Option<Duration>,
    /// Nodes generated.
    pub nodes: Option<u64>,
    /// Bytes of memory for the whole process.
    pub memory: Option<usize>,
    /// Threads; never more than the engine has.
    pub threads: Option<usize>,
}

/// What is left to the program itself, its stacks and the allocator's slack; of a smaller limit, a
/// half, so that a small board can be searched within it.
const OVERHEAD: usize = 24 << 20;

impl Limits {
    /// The memory limit whose [`Limits::search_memory`] is at least this.
    pub(super) fn for_search_memory(bytes: usize) -> usize {
        bytes.saturating_add((bytes / 16).max(OVERHEAD))
    }

    /// The bytes searches may store, where `available` tells what the machine has left.
    pub(super) fn search_memory(&self, available: impl FnOnce() -> usize) -> usize {
        match self.memory {
            Some(limit) => limit - (limit / 32).max(OVERHEAD).min(limit / 2),
            None => available() / 4 * 3,
        }
    }
}
