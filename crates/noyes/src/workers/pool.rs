//! The threads themselves: jobs are posted, idle threads join them, the caller leaves last.
//!
//! # How many work at once
//!
//! Threads of the pool join only while fewer threads than the engine has are at work, callers
//! included. With more callers than that, every caller works alone. Otherwise a caller would wait
//! for a thread that has taken one of its indices and then waits for a processor itself: solves
//! inside a pool of 8 threads on two processors were 200 ms over their limits for that.
//!
//! `fuzz/loom` tests this file in all orders of threads.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::PoisonError;

use super::sync::{
    Arc, AtomicBool, AtomicUsize, Condvar, JoinHandle, Mutex, MutexGuard, Ordering, SPINS,
    ThreadId, spin_loop, thread,
};

/// How many of these times it only pauses; after that it yields to other threads each time.
const PAUSES: usize = 192;

/// Waits until `is_over` is true or a short time has passed; returns whether it is true.
fn spin(is_over: impl Fn() -> bool) -> bool {
    for round in 0..SPINS {
        if is_over() {
            return true;
        }
        if round < PAUSES {
            spin_loop();
        } else {
            thread::yield_now();
        }
    }
    is_over()
}

/// One call of `run`.
struct Job {
    /// The thread that called.
    caller: ThreadId,
    /// The caller's function, whose lifetime is hidden: see `Pool::run`.
    work: &'static (dyn Fn(usize) + Sync),
    calls: usize,
    /// The next index to be taken.
    next: AtomicUsize,
    /// Threads that may still join.
    places: AtomicUsize,
    /// Threads of the pool that are inside.
    inside: AtomicUsize,
    /// Whether the caller sleeps until no thread is inside.
    is_awaited: AtomicBool,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

impl Job {
    /// Takes indices until there are none.
    fn work(&self) {
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.calls {
                return;
            }
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (self.work)(index))) {
                self.next.store(self.calls, Ordering::Relaxed);
                lock(&self.panic).get_or_insert(panic);
                return;
            }
        }
    }

    fn wants_help(&self) -> bool {
        self.places.load(Ordering::Relaxed) > 0 && self.next.load(Ordering::Relaxed) < self.calls
    }
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Arc<Job>>,
    threads: Vec<JoinHandle<()>>,
    /// Threads that sleep until there is a job.
    sleeping: usize,
    /// Threads of the pool that are inside a job.
    helping: Vec<ThreadId>,
}

impl State {
    /// How many threads are at work: inside a job, or calling one. A thread that calls a job from
    /// inside another counts once.
    fn at_work(&self) -> usize {
        let callers = self.jobs.iter().map(|job| job.caller);
        let mut counted: Vec<ThreadId> = Vec::with_capacity(self.jobs.len());
        for caller in callers.filter(|caller| !self.helping.contains(caller)) {
            if !counted.contains(&caller) {
                counted.push(caller);
            }
        }
        counted.len() + self.helping.len()
    }

    /// The place of a job that a thread of the pool should join, where `most` may be at work.
    fn job_to_join(&self, most: usize) -> Option<usize> {
        let place = self.jobs.iter().position(|job| job.wants_help())?;
        (self.at_work() < most).then_some(place)
    }
}

struct Shared {
    /// The most threads that work at once, callers included.
    most: usize,
    state: Mutex<State>,
    /// Jobs posted so far: what a spinning thread looks at.
    posted: AtomicUsize,
    is_closing: AtomicBool,
    /// Told when there is a job.
    posting: Condvar,
    /// Told when a thread has left a job.
    leaving: Condvar,
}

pub(super) struct Pool {
    helpers: usize,
    shared: Arc<Shared>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    pub(super) fn new(helpers: usize) -> Self {
        Self {
            helpers,
            shared: Arc::new(Shared {
                most: helpers + 1,
                state: Mutex::default(),
                posted: AtomicUsize::new(0),
                is_closing: AtomicBool::new(false),
                posting: Condvar::new(),
                leaving: Condvar::new(),
            }),
        }
    }

    pub(super) fn run(&self, calls: usize, helpers: usize, work: &(dyn Fn(usize) + Sync)) {
        // SAFETY: only threads inside the job call `work`. `Leave` takes the job out of the
        // list and waits until no thread is inside, before this function returns or unwinds.
        let work = unsafe {
            std::mem::transmute::<&(dyn Fn(usize) + Sync), &'static (dyn Fn(usize) + Sync)>(work)
        };
        let job = Arc::new(Job {
            caller: thread::current().id(),
            work,
            calls,
            next: AtomicUsize::new(0),
            places: AtomicUsize::new(helpers),
            inside: AtomicUsize::new(0),
            is_awaited: AtomicBool::new(false),
            panic: Mutex::new(None),
        });
        let leave = Leave {
            pool: self,
            job: &job,
        };
        self.post(&job, helpers);
        job.work();
        drop(leave);
        if let Some(panic) = lock(&job.panic).take() {
            resume_unwind(panic);
        }
    }

    /// Puts a job on the list and wakes threads for it.
    fn post(&self, job: &Arc<Job>, helpers: usize) {
        let mut state = lock(&self.shared.state);
        state.jobs.push_back(Arc::clone(job));
        let wanted = self.helpers.min(helpers);
        while state.threads.len() < wanted {
            let shared = Arc::clone(&self.shared);
            let name = format!("noyes-{}", state.threads.len() + 1);
            let thread = thread::Builder::new()
                .name(name)
                .spawn(move || help(&shared));
            match thread {
                Ok(thread) => state.threads.push(thread),
                // The system gives no more threads: the caller does the work alone.
                Err(_) => break,
            }
        }
        // Threads that may not join are not disturbed.
        let joining = self.shared.most.saturating_sub(state.at_work());
        if joining == 0 {
            return;
        }
        self.shared.posted.fetch_add(1, Ordering::Relaxed);
        let asleep = state.sleeping.min(wanted).min(joining);
        drop(state);
        for _ in 0..asleep {
            self.shared.posting.notify_one();
        }
    }
}

/// Takes a job out of the list and waits for the threads inside, also when the caller unwinds.
struct Leave<'a> {
    pool: &'a Pool,
    job: &'a Arc<Job>,
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        let shared = &self.pool.shared;
        self.job.next.store(self.job.calls, Ordering::Relaxed);
        let mut state = lock(&shared.state);
        state.jobs.retain(|job| !Arc::ptr_eq(job, self.job));
        // A job that no thread could join before may now have one.
        let can_join = state.sleeping > 0 && state.job_to_join(shared.most).is_some();
        drop(state);
        if can_join {
            shared.posting.notify_one();
        }
        // From here on no thread can enter.
        if spin(|| self.job.inside.load(Ordering::Acquire) == 0) {
            return;
        }
        let mut state = lock(&shared.state);
        self.job.is_awaited.store(true, Ordering::Relaxed);
        while self.job.inside.load(Ordering::Acquire) > 0 {
            state = shared
                .leaving
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The life of a thread of the pool.
fn help(shared: &Shared) {
    let mut state = lock(&shared.state);
    loop {
        if shared.is_closing.load(Ordering::Relaxed) {
            return;
        }
        let Some(place) = state.job_to_join(shared.most) else {
            state = wait(shared, state);
            continue;
        };
        // Behind the others: the next thread goes to another job, if there is one.
        if let Some(job) = state.jobs.remove(place) {
            state.jobs.push_back(Arc::clone(&job));
            job.places.fetch_sub(1, Ordering::Relaxed);
            job.inside.fetch_add(1, Ordering::Relaxed);
            let own = thread::current().id();
            state.helping.push(own);
            drop(state);
            job.work();
            job.places.fetch_add(1, Ordering::Relaxed);
            job.inside.fetch_sub(1, Ordering::Release);
            state = lock(&shared.state);
            state.helping.retain(|&helping| helping != own);
            // The caller falls asleep under the lock: either it has seen this thread leave, or this
            // thread sees that it sleeps.
            if job.is_awaited.load(Ordering::Relaxed) {
                shared.leaving.notify_all();
            }
        }
    }
}

/// Waits for a job: for a moment awake, then asleep.
fn wait<'a>(shared: &'a Shared, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
    let seen = shared.posted.load(Ordering::Relaxed);
    drop(state);
    spin(|| shared.posted.load(Ordering::Relaxed) != seen);
    let mut state = lock(&shared.state);
    // Asked under the lock under which it falls asleep, so that no wake-up is missed.
    let can_join = state.job_to_join(shared.most).is_some();
    if can_join || shared.is_closing.load(Ordering::Relaxed) {
        return state;
    }
    state.sleeping += 1;
    let mut state = shared
        .posting
        .wait(state)
        .unwrap_or_else(PoisonError::into_inner);
    state.sleeping -= 1;
    state
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut state = lock(&self.shared.state);
        self.shared.is_closing.store(true, Ordering::Relaxed);
        let threads = std::mem::take(&mut state.threads);
        drop(state);
        self.shared.posting.notify_all();
        for thread in threads {
            // A thread of the pool may itself drop the last owner.
            if thread.thread().id() != thread::current().id() {
                // It caught every panic of its jobs.
                let _ = thread.join();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(caller: ThreadId) -> Arc<Job> {
        Arc::new(Job {
            caller,
            work: &|_| {},
            calls: 2,
            next: AtomicUsize::new(0),
            places: AtomicUsize::new(1),
            inside: AtomicUsize::new(0),
            is_awaited: AtomicBool::new(false),
            panic: Mutex::new(None),
        })
    }

    #[test]
    fn no_thread_joins_where_enough_are_at_work() {
        let [one, two, helper] = [(); 3].map(|()| {
            let id = thread::spawn(|| thread::current().id());
            id.join().unwrap()
        });
        let joins = |callers: &[ThreadId], helping: &[ThreadId], most| {
            let state = State {
                jobs: callers.iter().map(|&caller| job(caller)).collect(),
                helping: helping.to_vec(),
                ..State::default()
            };
            state.job_to_join(most).is_some()
        };
        assert!(!joins(&[], &[], 2), "there is no job");
        assert!(joins(&[one], &[], 2), "a caller gets help");
        assert!(!joins(&[one, two], &[], 2), "two callers work alone");
        assert!(joins(&[one, two], &[], 3));
        assert!(joins(&[one, one], &[], 2), "a job inside a job counts once");
        assert!(!joins(&[one], &[helper], 2), "a thread helps already");
        assert!(joins(&[one, helper], &[helper], 3), "it calls from inside");
    }
}
