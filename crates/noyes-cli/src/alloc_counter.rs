//! Counts the bytes the program holds, for `noyes compare`: the most at one moment.
//!
//! Every allocation passes through here. While nobody measures, all it costs is the look at one
//! flag; what was taken before a measurement and is given back during it makes the count go
//! below zero for a while, which is why it is signed. Tables mapped from disk are not counted
//! here: they are the system's, and shared; the comparison adds them to whoever uses them.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering::Relaxed};

#[global_allocator]
static COUNTED: Counted = Counted;

static MEASURING: AtomicBool = AtomicBool::new(false);
static HELD: AtomicIsize = AtomicIsize::new(0);
static MOST: AtomicIsize = AtomicIsize::new(0);

struct Counted;

fn count(bytes: isize) {
    if MEASURING.load(Relaxed) {
        let held = HELD.fetch_add(bytes, Relaxed) + bytes;
        MOST.fetch_max(held, Relaxed);
    }
}

// SAFETY: every call is passed on unchanged to the system's allocator, which keeps the contract;
// counting touches only atomics and allocates nothing.
unsafe impl GlobalAlloc for Counted {
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

/// Does some work and tells the most bytes it held at one moment.
///
/// One measurement at a time: threads outside the work are counted with it.
pub fn most_held<T>(work: impl FnOnce() -> T) -> (T, usize) {
    HELD.store(0, Relaxed);
    MOST.store(0, Relaxed);
    MEASURING.store(true, Relaxed);
    let result = work();
    MEASURING.store(false, Relaxed);
    (result, MOST.load(Relaxed).max(0) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_is_remembered_after_it_is_given_back() {
        let (sum, most) = most_held(|| {
            let block = vec![1u8; 10_000_000];
            block.iter().map(|&byte| usize::from(byte)).sum::<usize>()
        });
        assert_eq!(sum, 10_000_000);
        assert!(most >= 10_000_000);
    }
}
