//! The threads of an engine ([`Workers`]), and those of them that one piece of work may use
//! ([`Threads`]).
//!
//! # Idea
//!
//! A piece of parallel work is a function of an index, `work(0) … work(n − 1)`, where the calls may
//! run in any order. [`Threads::run`] lets the calling thread take indices itself; idle threads of
//! the pool join in. The caller returns when all indices are done.
//!
//! # Invariants
//!
//! * **The caller runs only its own indices.** It never picks up the work of another call while it
//!   waits. So a time limit counts the caller's own solve, and calls from inside a foreign thread
//!   pool (a `par_iter`, say) cannot nest solves.
//! * **The caller needs no help.** It can finish all indices alone. So a pool whose threads are
//!   busy delays no caller for ever, and `run` inside `run` cannot deadlock.
//! * No lock is held while `work` runs.
//!
//! # Cost
//!
//! One allocation and one wake-up for each call. A thread that runs out of work spins for some
//! microseconds before it sleeps, since beams call once for each layer.
//!
//! Without the feature `threads` every call runs on the calling thread.
//!
//! ```
//! use noyes::workers::Workers;
//!
//! let workers = Workers::new(4);
//! assert_eq!(workers.all().map(4, |index| index * index), [0, 1, 4, 9]);
//! ```

#[cfg(feature = "threads")]
mod pool;
pub(crate) mod sync;

use std::fmt;

/// The threads that an engine owns. They are started when first used and joined when this is
/// dropped.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::workers::Workers;
///
/// let workers = Workers::new(2);
/// let guard = Guard::new(&Silent).on(workers.all());
/// assert_eq!(guard.threads().count(), workers.all().count());
/// assert_eq!(workers.all().map(3, |index| 10 * index), [0, 10, 20]);
/// ```
pub struct Workers {
    threads: usize,
    #[cfg(feature = "threads")]
    pool: pool::Pool,
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workers")
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

impl Workers {
    /// The most threads of an engine.
    ///
    /// ```
    /// use noyes::workers::Workers;
    ///
    /// // Threads start when they are first used.
    /// assert_eq!(Workers::new(usize::MAX).all().count(), Workers::MOST);
    /// ```
    pub const MOST: usize = 1024;

    /// Threads that run work together, from 1 to [`Workers::MOST`]: other numbers are taken for the
    /// nearer end. The calling thread counts as one of them.
    ///
    /// ```
    /// use noyes::workers::Workers;
    ///
    /// let workers = Workers::new(4);
    /// let squares = workers.all().map(10, |index| index * index);
    /// assert_eq!(squares[9], 81);
    /// ```
    pub fn new(threads: usize) -> Self {
        let threads = threads.clamp(1, Self::MOST);
        Self {
            threads: if cfg!(feature = "threads") {
                threads.max(1)
            } else {
                1
            },
            #[cfg(feature = "threads")]
            pool: pool::Pool::new(threads.max(1) - 1),
        }
    }

    /// How many threads the machine runs at once; 1 where it does not say.
    ///
    /// ```
    /// assert!(noyes::workers::Workers::available() >= 1);
    /// ```
    pub fn available() -> usize {
        #[cfg(feature = "threads")]
        return std::thread::available_parallelism().map_or(1, usize::from);
        #[cfg(not(feature = "threads"))]
        1
    }

    /// All of the threads.
    ///
    /// ```
    /// use noyes::workers::Workers;
    ///
    /// assert_eq!(Workers::new(3).all().count(), 3);
    /// ```
    pub fn all(&self) -> Threads<'_> {
        Threads {
            workers: Some(self),
            count: self.threads,
        }
    }
}

/// Threads that one piece of work may use: some of an engine's, or only the calling one.
///
/// ```
/// use noyes::workers::{Threads, Workers};
///
/// let workers = Workers::new(4);
/// let two = workers.all().at_most(2);
/// assert!(two.count() <= 2 && Threads::ONE.count() == 1);
/// assert_eq!(two.join(|| 1 + 1, || "side by side".len()), (2, 12));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Threads<'a> {
    workers: Option<&'a Workers>,
    count: usize,
}

impl<'a> Threads<'a> {
    /// The calling thread alone.
    ///
    /// ```
    /// use noyes::workers::Threads;
    ///
    /// assert_eq!(Threads::ONE.map(3, |index| index + 1), [1, 2, 3]);
    /// ```
    pub const ONE: Threads<'static> = Threads {
        workers: None,
        count: 1,
    };

    /// How many threads there are, the calling one included; at least 1. How work is split may
    /// depend on this number; whether the others have time to help changes no result.
    ///
    /// ```
    /// use noyes::workers::{Threads, Workers};
    ///
    /// assert_eq!((Threads::ONE.count(), Workers::new(2).all().count()), (1, 2));
    /// ```
    pub fn count(self) -> usize {
        self.count
    }

    /// The same threads, but at most `count` of them at a time. 0 counts as 1: the calling thread
    /// always works.
    ///
    /// ```
    /// use noyes::workers::Workers;
    ///
    /// let workers = Workers::new(4);
    /// assert_eq!(workers.all().at_most(2).count(), 2);
    /// assert_eq!((workers.all().at_most(0).count(), workers.all().at_most(9).count()), (1, 4));
    /// ```
    pub fn at_most(self, count: usize) -> Self {
        Self {
            count: self.count.min(count).max(1),
            ..self
        }
    }

    /// Calls `work` once with every index below `calls`, in any order and at the same time.
    ///
    /// Indices are taken in rising order. If a call panics, the panic reaches the caller after the
    /// calls under way have ended. A call must not wait for another one of the same run: with one
    /// thread it would wait for ever.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// use noyes::workers::Workers;
    ///
    /// let sum = AtomicUsize::new(0);
    /// Workers::new(2).all().run(5, |index| {
    ///     sum.fetch_add(index, Ordering::Relaxed);
    /// });
    /// assert_eq!(sum.into_inner(), 10);
    /// ```
    pub fn run(self, calls: usize, work: impl Fn(usize) + Sync) {
        #[cfg(feature = "threads")]
        if let Some(workers) = self.workers
            && self.count > 1
            && calls > 1
        {
            let helpers = (self.count - 1).min(calls - 1);
            return workers.pool.run(calls, helpers, &work);
        }
        #[cfg(not(feature = "threads"))]
        let _ = self.workers;
        (0..calls).for_each(work);
    }

    /// The results of `work` for every index below `calls`, in the order of the indices. What
    /// [`Threads::run`] says of `work` holds here too.
    ///
    /// ```
    /// use noyes::workers::Workers;
    ///
    /// assert_eq!(Workers::new(2).all().map(4, |index| index * index), [0, 1, 4, 9]);
    /// ```
    pub fn map<R: Send>(self, calls: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
        let mut results: Vec<Option<R>> = (0..calls).map(|_| None).collect();
        self.for_each_mut(&mut results, |index, result| *result = Some(work(index)));
        results.into_iter().flatten().collect()
    }

    /// Calls `work` once with every item and its index. What [`Threads::run`] says of `work` holds
    /// here too.
    ///
    /// ```
    /// use noyes::workers::Workers;
    ///
    /// let mut items = [10, 20, 30];
    /// Workers::new(2).all().for_each_mut(&mut items, |index, item| *item += index);
    /// assert_eq!(items, [10, 21, 32]);
    /// ```
    pub fn for_each_mut<T: Send>(self, items: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
        /// A pointer that threads may share: each index is used by one of them.
        struct Items<T>(*mut T);
        // SAFETY: every item is touched by the one thread that has taken its index, and `T: Send`.
        unsafe impl<T: Send> Sync for Items<T> {}
        impl<T> Items<T> {
            /// # Safety
            /// The index is inside the slice, and no other thread uses its item.
            #[expect(clippy::mut_from_ref)]
            unsafe fn item(&self, index: usize) -> &mut T {
                // SAFETY: as above.
                unsafe { &mut *self.0.add(index) }
            }
        }
        let count = items.len();
        let items = Items(items.as_mut_ptr());
        self.run(count, |index| {
            // SAFETY: `run` calls with every index below `count` once, while the slice is borrowed.
            work(index, unsafe { items.item(index) });
        });
    }

    /// The results of two functions that may run at the same time. Neither may wait for the other.
    /// A panic of either reaches the caller.
    ///
    /// ```
    /// use noyes::workers::Workers;
    ///
    /// let (low, high) = Workers::new(2).all().join(|| 1 + 1, || 10 * 10);
    /// assert_eq!((low, high), (2, 100));
    /// ```
    pub fn join<A: Send, B: Send>(
        self,
        first: impl FnOnce() -> A + Send,
        second: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        let mut sides = (Side::Waiting(first), Side::Waiting(second));
        let mut both: [&mut dyn Run; 2] = [&mut sides.0, &mut sides.1];
        self.for_each_mut(&mut both, |_, side| side.run());
        (sides.0.result(), sides.1.result())
    }

    /// As [`Threads::for_each_mut`] on the `length`-long chunks of a slice; the last may be
    /// shorter.
    ///
    /// # Panics
    ///
    /// If `length` is 0.
    ///
    /// ```
    /// use noyes::workers::Workers;
    ///
    /// let mut cells = [0; 5];
    /// Workers::new(2).all().for_each_chunk(&mut cells, 2, |index, chunk| chunk.fill(index));
    /// assert_eq!(cells, [0, 0, 1, 1, 2]);
    /// ```
    pub fn for_each_chunk<T: Send>(
        self,
        slice: &mut [T],
        length: usize,
        work: impl Fn(usize, &mut [T]) + Sync,
    ) {
        let mut chunks: Vec<&mut [T]> = slice.chunks_mut(length).collect();
        self.for_each_mut(&mut chunks, |index, chunk| work(index, chunk));
    }
}

/// One side of a [`Threads::join`]: what is to be done, then what came of it.
enum Side<F, R> {
    Waiting(F),
    Done(R),
    Running,
}

trait Run: Send {
    fn run(&mut self);
}

impl<R: Send, F: FnOnce() -> R + Send> Run for Side<F, R> {
    fn run(&mut self) {
        if let Self::Waiting(work) = std::mem::replace(self, Self::Running) {
            *self = Self::Done(work());
        }
    }
}

impl<F, R> Side<F, R> {
    fn result(self) -> R {
        match self {
            Self::Done(result) => result,
            Self::Waiting(_) | Self::Running => unreachable!("every side has run"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn every_index_once_on_any_number_of_threads() {
        for threads in [1, 2, 3, 8] {
            let workers = Workers::new(threads);
            for calls in [0, 1, 2, 7, 1000] {
                let seen: Vec<AtomicUsize> = (0..calls).map(|_| AtomicUsize::new(0)).collect();
                workers.all().run(calls, |index| {
                    seen[index].fetch_add(1, Ordering::Relaxed);
                });
                assert!(seen.iter().all(|seen| seen.load(Ordering::Relaxed) == 1));
            }
        }
    }

    #[test]
    fn results_keep_the_order_of_their_indices() {
        let workers = Workers::new(4);
        let doubled = workers.all().map(100, |index| 2 * index);
        assert_eq!(doubled, (0..100).map(|index| 2 * index).collect::<Vec<_>>());
        let mut numbers: Vec<usize> = vec![0; 1001];
        workers
            .all()
            .for_each_chunk(&mut numbers, 10, |index, chunk| chunk.fill(index));
        assert_eq!((numbers[0], numbers[999], numbers[1000]), (0, 99, 100));
        assert_eq!(workers.all().join(|| 1, || "two"), (1, "two"));
        assert_eq!(Threads::ONE.join(|| 1, || "two"), (1, "two"));
    }

    #[test]
    fn calls_inside_calls_and_from_many_threads_end() {
        let workers = Workers::new(3);
        let sum = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        workers.all().run(5, |_| {
                            workers.all().run(5, |_| {
                                sum.fetch_add(1, Ordering::Relaxed);
                            });
                        });
                    }
                });
            }
        });
        assert_eq!(sum.into_inner(), 8 * 20 * 25);
    }

    #[test]
    fn a_panic_reaches_the_caller_and_the_threads_live_on() {
        let workers = Workers::new(4);
        for index in [0, 5, 9] {
            let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                workers.all().run(10, |call| assert_ne!(call, index));
            }));
            assert!(caught.is_err());
        }
        assert_eq!(workers.all().map(3, |index| index), [0, 1, 2]);
    }

    #[test]
    fn at_most_so_many_at_once() {
        let workers = Workers::new(8);
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        workers.all().at_most(2).run(200, |_| {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            std::thread::yield_now();
            now.fetch_sub(1, Ordering::SeqCst);
        });
        assert!((1..=2).contains(&most.into_inner()));
        assert_eq!(workers.all().at_most(0).count(), 1);
    }
}
