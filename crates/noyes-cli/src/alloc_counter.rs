//! Measures the peak of allocated bytes, for `noyes compare` and `noyes solve --stats`.
//!
//! Every allocation passes through this allocator. Outside a measurement it costs one test of a
//! flag. The count is signed: memory that was allocated before a measurement and is freed during
//! it makes the count negative for a while. Tables mapped from disk are not allocations and are not
//! counted; the comparison adds them to every run that uses them.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use noyes_api::compare::MemoryMeter;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

static MEASURING: AtomicBool = AtomicBool::new(false);
static ALLOCATED: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

struct CountingAllocator;

fn count(bytes: isize) {
    if MEASURING.load(Relaxed) {
        let allocated = ALLOCATED.fetch_add(bytes, Relaxed) + bytes;
        PEAK.fetch_max(allocated, Relaxed);
    }
}

// SAFETY: every call is passed on unchanged to the system's allocator, which keeps the contract;
// counting uses only atomics and allocates nothing.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promises are the system allocator's conditions.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: as in `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: as in `alloc`; the block came from the system's allocator.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        // SAFETY: as in `dealloc`.
        unsafe { System.realloc(block, layout, size) }
    }
}

/// Does some work and returns the most bytes that were allocated at one moment of it.
///
/// Measurements wait for each other. Threads outside the work are counted too.
pub fn peak_bytes<T>(work: impl FnOnce() -> T) -> (T, usize) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    ALLOCATED.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    MEASURING.store(true, Relaxed);
    let result = work();
    MEASURING.store(false, Relaxed);
    (result, PEAK.load(Relaxed).max(0) as usize)
}

/// The meter of a comparison's runs.
pub struct AllocCounter;

impl MemoryMeter for AllocCounter {
    fn peak_bytes(&self, work: &mut dyn FnMut()) -> Option<usize> {
        Some(peak_bytes(work).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_remains_after_memory_is_freed() {
        let (sum, peak) = peak_bytes(|| {
            let block = vec![1u8; 50_000_000];
            block.iter().map(|&byte| usize::from(byte)).sum::<usize>()
        });
        assert_eq!(sum, 50_000_000);
        // Other tests may free memory meanwhile.
        assert!(peak >= 40_000_000, "{peak}");
    }
}
