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

/// What is left to the program itself, its stacks and the allocator's slack.
const OVERHEAD: usize = 24 << 20;

/// Of a smaller limit half is left, so that small boards can be searched within it, but never less
/// than the program holds before it searches.
const PROGRAM: usize = 9 << 20;

impl Limits {
    /// The memory limit whose [`Limits::search_memory`] is at least this.
    pub(super) fn for_search_memory(bytes: usize) -> usize {
        bytes.saturating_add((bytes / 16).max(OVERHEAD))
    }

    /// The bytes searches may store, where `available` tells what the machine has left.
    pub(super) fn search_memory(&self, available: impl FnOnce() -> usize) -> usize {
        match self.memory {
            Some(limit) => {
                let overhead = (limit / 32).max(OVERHEAD);
                limit.saturating_sub(overhead.min((limit / 2).max(PROGRAM)))
            }
            None => available() / 4 * 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_limit_leaves_something_to_search_with() {
        let search = |limit| {
            let limits = Limits {
                memory: Some(limit),
                ..Limits::default()
            };
            limits.search_memory(|| usize::MAX)
        };
        assert_eq!(search(5_000_000), 0);
        assert_eq!(search(20_000_000), 10_000_000);
        assert_eq!(search(100_000_000), 100_000_000 - OVERHEAD);
        for bytes in [0, 1_000, 10_000_000, 100_000_000, 10_000_000_000] {
            assert!(search(Limits::for_search_memory(bytes)) >= bytes);
        }
    }
}
