//! Insertion into a priority queue within a memory limit.

use super::{Guard, MinPq, Stop};

/// Inserts an item, unless the queue would have to grow beyond the memory limit. `others` is what
/// the search holds besides this queue, in bytes.
pub(super) fn insert_within<T: Ord>(
    queue: &mut MinPq<T>,
    item: T,
    guard: &Guard<'_>,
    others: usize,
) -> Result<(), Stop> {
    if queue.len() == queue.capacity() {
        // A quarter more at a time, since old and new exist at once while it is copied.
        let more = (queue.len() / 4).max(1 << 10);
        let both = queue.capacity() + queue.len() + more;
        guard.check_memory(others + both * size_of::<T>())?;
        queue.reserve_exact(more);
    }
    queue.insert(item);
    Ok(())
}

/// The bytes that a queue holds.
pub(super) fn queue_bytes<T: Ord>(queue: &MinPq<T>) -> usize {
    queue.capacity() * size_of::<T>()
}
