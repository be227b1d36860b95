//! The lock of a bucket, for which no thread waits. `fuzz/loom` tests it in all orders of threads.

use crate::workers::sync::{AtomicBool, Ordering};

/// A lock. Zero is unlocked.
#[derive(Default)]
pub struct TryLock {
    is_locked: AtomicBool,
}

impl TryLock {
    /// Takes the lock, unless another thread has it. What the last owner wrote is seen from then
    /// on.
    #[inline(always)]
    pub fn try_lock(&self) -> bool {
        !self.is_locked.swap(true, Ordering::Acquire)
    }

    /// Gives the lock back. The calling thread must have it.
    #[inline(always)]
    pub fn unlock(&self) {
        self.is_locked.store(false, Ordering::Release);
    }
}
