//! Memory of millions of nodes, given back beside what comes next.
//!
//! A board of more than 25 cells has memory of its own in each node, and an ordered set has many
//! small pieces: a search that filled a gigabyte takes a tenth of a second or more to free it. An
//! answer need not wait for that, least of all after Ctrl-C.

/// Fewer nodes are freed sooner than a thread is started.
#[cfg(not(target_family = "wasm"))]
const MANY: usize = 100_000;

/// Frees the memory of so many nodes, in a thread of its own where they are many. Freeing is
/// several times quicker than filling, so a search that begins meanwhile stays within the same
/// limit.
pub(super) fn free_later<T: Send + 'static>(nodes: usize, memory: T) {
    #[cfg(not(target_family = "wasm"))]
    if nodes >= MANY {
        let thread = std::thread::Builder::new().name("free".to_owned());
        // Where there is no thread, what it would have freed is freed here.
        let _ = thread.spawn(move || drop(memory));
        return;
    }
    let _ = nodes;
    drop(memory);
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use std::sync::mpsc::{Sender, channel};
    use std::thread::{self, ThreadId};

    use super::*;

    /// Tells which thread drops it.
    struct Told(Sender<ThreadId>);

    impl Drop for Told {
        fn drop(&mut self) {
            let _ = self.0.send(thread::current().id());
        }
    }

    #[test]
    fn many_nodes_are_freed_by_another_thread_and_few_at_once() {
        for (nodes, is_here) in [(MANY - 1, true), (MANY, false)] {
            let (sender, receiver) = channel();
            free_later(nodes, Told(sender));
            assert_eq!(receiver.recv() == Ok(thread::current().id()), is_here);
            // It was dropped once: nothing else holds the channel.
            assert!(receiver.recv().is_err());
        }
    }
}
