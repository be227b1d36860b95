//! One iteration: everything below the seeds, in parts that threads take in turn.
//!
//! A *part* is some dozens of seeds in a row. A thread takes the next part nobody has taken,
//! searches it to its end, and comes back. A part is the unit of what is done and counted: on one
//! thread the parts are done in order, so that the counts of an iteration that was broken off
//! and taken up again are the same as if it had not been. What one part has met spares work to the next
//! (see `memory`); so there, parts are done by the stretch, and a stretch begins with nothing met.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::batch::NodeCounts;
use super::lookups::{Lookups, Pruning};
use super::node::Node;
use super::pool::Pool;
use super::proof_state::ProofState;
use super::search_below::{Dive, dive};
use super::transpositions::Transpositions;
use crate::guard::{Counts, Event, Guard, Stop};

/// Nodes expanded between two questions to the guard.
const ALLOWANCE: u64 = 1 << 14;
/// Seeds of a part.
const PART: usize = 64;
/// Parts that one thread does before any of them counts as done. What it has met is forgotten
/// then, so that a search taken up again goes the same way from there.
const STRETCH: usize = 256;

/// What an iteration is done with.
#[derive(Clone, Copy)]
pub(super) struct Iteration<'a> {
    pub lookups: &'a Lookups,
    pub pruning: &'a Pruning,
    pub guard: &'a Guard<'a>,
    /// Whether to go on when a goal is found, so that the counts do not depend on when it was.
    pub to_the_end: bool,
    /// Told after every part how things stand.
    pub keeper: Option<&'a (dyn Fn(&ProofState) + Sync)>,
}

/// How an iteration ended.
pub(super) struct End {
    pub stop: Option<Stop>,
    /// The counts of all work, that of unfinished parts included.
    pub counts: Counts,
}

/// What the threads of an iteration share.
struct Crew<'a, const S: usize> {
    iteration: Iteration<'a>,
    bound: u32,
    seeds: &'a [Node<S>],
    done_before: Vec<bool>,
    next: AtomicUsize,
    /// Parts done, before and now.
    done: AtomicUsize,
    over: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
    stored: u64,
    standing: Mutex<&'a mut ProofState>,
    stop: Mutex<Option<Stop>>,
}

impl Iteration<'_> {
    /// Searches below the seeds of all parts that are not done, but not below boards met. What was
    /// found and done is noted in `standing`.
    pub fn run<const S: usize>(
        &self,
        seeds: &[Node<S>],
        memory: Option<&mut Transpositions>,
        standing: &mut ProofState,
    ) -> End {
        let parts = seeds.len().div_ceil(PART);
        standing.done.resize(parts, false);
        let crew = Crew {
            iteration: *self,
            bound: standing.bound,
            seeds,
            done_before: standing.done.clone(),
            next: AtomicUsize::new(0),
            done: AtomicUsize::new(standing.done.iter().filter(|&&done| done).count()),
            over: AtomicBool::new(false),
            expanded: AtomicU64::new(standing.counts.expanded),
            generated: AtomicU64::new(standing.counts.generated),
            stored: standing.counts.stored,
            standing: Mutex::new(standing),
            stop: Mutex::new(None),
        };
        let threads = self.guard.threads();
        if threads.count() <= 1 || seeds.len() <= PART {
            crew.work_alone(memory);
        } else {
            // Each call takes parts until there are none: the first alone can do them all.
            let memory = memory.as_deref();
            threads.run(threads.count(), |_| crew.work(memory));
        }
        End {
            counts: crew.counts(),
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
    fn work(&self, memory: Option<&Transpositions>) {
        let mut pool = Pool::new();
        loop {
            let part = self.next.fetch_add(1, Ordering::Relaxed);
            match self.done_before.get(part) {
                None => return,
                Some(true) => continue,
                Some(false) => {}
            }
            let mut tally = NodeCounts::default();
            let done = self.part(part, memory, &mut pool, &mut tally);
            // Noted first: a part that is done is not lost when the observer says stop.
            let told = done.and_then(|()| {
                self.note(part..part + 1, tally);
                self.tell()
            });
            if let Err(stop) = told {
                return self.end(stop);
            }
        }
    }

    /// Takes stretch after stretch.
    fn work_alone(&self, mut memory: Option<&mut Transpositions>) {
        let mut pool = Pool::new();
        let parts = self.done_before.len();
        let length = if memory.is_some() { STRETCH } else { 1 };
        for start in (0..parts).step_by(length) {
            let stretch = start..parts.min(start + length);
            if !self.done_before[stretch.clone()].contains(&false) {
                continue;
            }
            if let Some(memory) = memory.as_deref_mut() {
                memory.clear();
            }
            let mut tally = NodeCounts::default();
            let told = stretch.clone().try_for_each(|part| {
                self.part(part, memory.as_deref(), &mut pool, &mut tally)?;
                if part + 1 == stretch.end {
                    self.note(stretch.clone(), tally);
                }
                self.tell()
            });
            if let Err(stop) = told {
                return self.end(stop);
            }
        }
    }

    /// Ends the work of all.
    fn end(&self, stop: Option<Stop>) {
        if let Some(stop) = stop {
            lock(&self.stop).get_or_insert(stop);
        }
        self.over.store(true, Ordering::Relaxed);
    }

    /// Does a part, unless it was done before.
    fn part(
        &self,
        part: usize,
        memory: Option<&Transpositions>,
        pool: &mut Pool<S>,
        tally: &mut NodeCounts,
    ) -> Result<(), Option<Stop>> {
        if self.done_before[part] {
            return Ok(());
        }
        let end = self.seeds.len().min((part + 1) * PART);
        self.search(&self.seeds[part * PART..end], memory, pool, tally)?;
        self.done.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Tells how far all have come.
    fn tell(&self) -> Result<(), Option<Stop>> {
        let event = Event::Iteration {
            bound: self.bound,
            done: self.done.load(Ordering::Relaxed) as u64,
            total: self.done_before.len() as u64,
            counts: &self.counts(),
        };
        self.iteration.guard.tell(&event).map_err(Some)
    }

    /// Notes that parts are done.
    fn note(&self, parts: std::ops::Range<usize>, tally: NodeCounts) {
        let mut standing = lock(&self.standing);
        standing.done[parts].fill(true);
        standing.counts.expanded += tally.expanded;
        standing.counts.generated += tally.generated;
        if let Some(keeper) = self.iteration.keeper {
            keeper(&standing);
        }
    }

    /// Searches a part; an error ends the iteration, without a reason if a goal was found.
    fn search(
        &self,
        seeds: &[Node<S>],
        memory: Option<&Transpositions>,
        pool: &mut Pool<S>,
        tally: &mut NodeCounts,
    ) -> Result<(), Option<Stop>> {
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
                return Err(None);
            }
            let before = *tally;
            let end = dive(lookups, pruning, memory, pool, ALLOWANCE, tally);
            let count = |all: &AtomicU64, now: u64, before: u64| {
                all.fetch_add(now - before, Ordering::Relaxed);
            };
            count(&self.expanded, tally.expanded, before.expanded);
            count(&self.generated, tally.generated, before.generated);
            match end {
                Dive::Empty => return Ok(()),
                Dive::Found(place) => {
                    let mut standing = lock(&self.standing);
                    let bound = self.bound as usize;
                    let goal = pool.node(place);
                    standing.found.get_or_insert_with(|| goal.slides(bound));
                    if !self.iteration.to_the_end {
                        return Err(None);
                    }
                    // Goals have nothing below them.
                    pool.drop_goals();
                }
                Dive::Paused => guard.check(&self.counts()).map_err(Some)?,
            }
        }
    }
}
