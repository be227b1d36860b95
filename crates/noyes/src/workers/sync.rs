//! The locks, atomic numbers and threads of the pool and of the transposition table. `fuzz/loom`
//! puts others in their place.

#[cfg(feature = "threads")]
pub use std::{
    hint::spin_loop,
    sync::atomic::AtomicUsize,
    sync::{Arc, Condvar, Mutex, MutexGuard},
    thread::{self, JoinHandle, ThreadId},
};

pub use std::sync::atomic::{AtomicBool, Ordering};

/// How often a waiting thread looks again before it sleeps.
#[cfg(feature = "threads")]
pub const SPINS: usize = 256;
