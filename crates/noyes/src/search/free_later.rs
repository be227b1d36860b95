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
