//! One thread at a time touches a bucket of the transposition table.

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;

use crate::try_lock::TryLock;

/// A bucket of one entry, as the table uses it.
struct Bucket {
    entry: UnsafeCell<[u64; 2]>,
    lock: TryLock,
}

// SAFETY: the entry is touched only with the lock.
unsafe impl Sync for Bucket {}

/// In every order of three threads no two touch an entry at a time, of which loom would tell, and
/// an entry is never half of one thread's and half of another's.
///
/// That the lock is free in the end is not asked: loom lets a swap that failed count as the last
/// write although it read an earlier one, which the memory model forbids.
#[test]
fn one_thread_at_a_time_touches_a_bucket() {
    loom::model(|| {
        let bucket = Arc::new(Bucket {
            entry: UnsafeCell::new([0; 2]),
            lock: TryLock::default(),
        });
        let touch = |bucket: &Bucket, number: u64| {
            if bucket.lock.try_lock() {
                bucket.entry.with_mut(|entry| {
                    // SAFETY: this thread has the lock.
                    let entry = unsafe { &mut *entry };
                    assert_eq!(entry[0], entry[1]);
                    *entry = [number; 2];
                });
                bucket.lock.unlock();
            }
        };
        let others = [1, 2].map(|number| {
            let bucket = Arc::clone(&bucket);
            thread::spawn(move || touch(&bucket, number))
        });
        touch(&bucket, 3);
        for other in others {
            other.join().expect("it does not panic");
        }
        // SAFETY: all other threads have ended.
        let entry = bucket.entry.with(|entry| unsafe { *entry });
        assert!(entry[0] != 0, "the first to come found it unlocked");
    });
}
