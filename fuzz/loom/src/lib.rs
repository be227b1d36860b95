//! The pool of threads and the lock of the transposition table, in every order of their threads
//! that the memory model of C and Rust allows.
//!
//! The files are those of the library. They take locks, atomic numbers and threads from
//! `workers::sync`, which is the standard library there and loom here. Loom (after Norris and
//! Demsky, "CDSChecker", OOPSLA 2013) runs a test once for each order.
//!
//! `fuzz/sanitize loom` runs them. Loom takes sequentially consistent accesses for weaker ones than
//! they are, so the files have none.

#![cfg(test)]

pub mod sync {
    pub use loom::hint::spin_loop;
    pub use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    pub use loom::sync::{Arc, Condvar, Mutex, MutexGuard};
    pub use loom::thread::{self, JoinHandle, ThreadId};

    /// A thread that looks again finds nothing new unless another one runs, which loom lets it do
    /// anyway.
    pub const SPINS: usize = 0;
}

/// Where the files look for it.
mod workers {
    pub use crate::sync;
}

#[path = "../../../crates/noyes/src/workers/pool.rs"]
mod pool;
#[path = "../../../crates/noyes/src/search/transposition_table/try_lock.rs"]
mod try_lock;

mod pool_tests;
mod try_lock_tests;
