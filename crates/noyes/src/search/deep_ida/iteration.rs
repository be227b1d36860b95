//! One iteration: everything below the seeds, in parts that threads take in turn.
//!
//! A *part* is some dozens of seeds in a row. A thread takes the next part nobody has taken,
//! searches it to its end, and comes back. A part is the unit of what is done and counted: on one
//! thread the parts are done in order, so that the counts of an iteration that was broken off
//! and taken up again are the same as if it had not been.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::dive::{Dive, Tally, dive};
use super::lookups::{Lookups, Pruning};
use super::node::Node;
use super::pool::Pool;
use crate::guard::{Counts, Guard, Stop};

/// Nodes expanded between two questions to the guard.
const ALLOWANCE: u64 = 1 << 14;
/// Seeds of a part.
const PART: usize = 64;

/// What an iteration is done with.
#[derive(Clone, Copy)]
pub(super) struct Iteration<'a> {
    pub lookups: &'a Lookups,
    pub pruning: &'a Pruning,
    pub guard: &'a Guard<'a>,
    pub threads: usize,
    /// Whether to go on when a goal is found, so that the counts do not depend on when it was.
    pub to_the_end: bool,
}

/// How an iteration ended.
pub(super) struct End<const S: usize> {
    pub goal: Option<Node<S>>,
    pub stop: Option<Stop>,
    pub counts: Counts,
}

/// What the threads of an iteration share.
struct Crew<'a, const S: usize> {
    iteration: Iteration<'a>,
    seeds: &'a [Node<S>],
    next: AtomicUsize,
    over: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
    stored: u64,
    goal: Mutex<Option<Node<S>>>,
    stop: Mutex<Option<Stop>>,
}

impl Iteration<'_> {
    /// Searches below all seeds; `counts` are those of the work before.
    pub fn run<const S: usize>(&self, seeds: &[Node<S>], counts: Counts) -> End<S> {
        let crew = Crew {
            iteration: *self,
            seeds,
            next: AtomicUsize::new(0),
            over: AtomicBool::new(false),
            expanded: AtomicU64::new(counts.expanded),
            generated: AtomicU64::new(counts.generated),
            stored: counts.stored,
            goal: Mutex::new(None),
            stop: Mutex::new(None),
        };
        if self.threads <= 1 || seeds.len() <= PART {
            crew.work();
        } else {
            std::thread::scope(|scope| {
                for _ in 1..self.threads {
                    scope.spawn(|| crew.work());
                }
                crew.work();
            });
        }
        End {
            counts: crew.counts(),
            goal: *lock(&crew.goal),
            stop: *lock(&crew.stop),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl<const S: usize> Crew<'_, S> {
    fn counts(&self) -> Counts {
        Counts {
            expanded: self.expanded.load(Ordering::Relaxed),
            generated: self.generated.load(Ordering::Relaxed),
            stored: self.stored,
        }
    }

    /// Takes part after part until there are none or someone is done.
    fn work(&self) {
        let mut pool = Pool::new();
        loop {
            let part = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(seeds) = self.seeds.chunks(PART).nth(part) else {
                return;
            };
            if !self.search(seeds, &mut pool) {
                return;
            }
        }
    }

    /// Searches a part; false if that ends the iteration.
    fn search(&self, seeds: &[Node<S>], pool: &mut Pool<S>) -> bool {
        let Iteration {
            lookups,
            pruning,
            guard,
            ..
        } = self.iteration;
        pool.clear();
        for seed in seeds.iter().rev() {
            let place = pool.add(seed);
            pool.stack.push(place);
        }
        loop {
            if self.over.load(Ordering::Relaxed) {
                return false;
            }
            let mut tally = Tally::default();
            let end = dive(lookups, pruning, pool, ALLOWANCE, &mut tally);
            self.expanded.fetch_add(tally.expanded, Ordering::Relaxed);
            self.generated.fetch_add(tally.generated, Ordering::Relaxed);
            match end {
                Dive::Empty => return true,
                Dive::Found(place) => {
                    lock(&self.goal).get_or_insert(*pool.node(place));
                    if !self.iteration.to_the_end {
                        self.over.store(true, Ordering::Relaxed);
                        return false;
                    }
                    // Goals have nothing below them.
                    pool.drop_goals();
                }
                Dive::Paused => {
                    if let Err(stop) = guard.check(&self.counts()) {
                        lock(&self.stop).get_or_insert(stop);
                        self.over.store(true, Ordering::Relaxed);
                        return false;
                    }
                }
            }
        }
    }
}
