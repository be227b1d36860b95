//! A task on several threads of one process, which share its transposition table.
//!
//! # Idea
//!
//! The roots of the task are dealt into a queue. A thread takes some of them, searches for a
//! *slice* of nodes and puts what is left back on top. So a thread without roots waits for at most
//! a slice, however unequal the subtrees are. Once the budget is used up, the queue is the rest.
//!
//! # Invariants
//!
//! * Each root is in the queue, in the hands of one thread, or searched. So the counts of the task
//!   and of its rest are those of the whole, as on one thread (see `task_search`). What is left
//!   when the budget is used up depends on the threads; the sums do not.
//! * A budget is overrun by at most a slice for each thread, a quarter of it in all.
//!
//! # Cost
//!
//! The stubs of a slice are built again from their slides: about a millisecond, for some 200 ms.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::pool::Pool;
use super::proof_task::{Roots, Stub};
use super::task_search::{TaskAbort, TaskEnd, TaskSearch};
use super::word::Word;
use crate::board::Moves;
use crate::guard::{Counts, Guard};

/// The most nodes that a thread expands before it looks whether another one needs roots.
const SLICE: u64 = 1 << 19;
/// Ranges of seeds that a task is dealt into at first, for each thread.
const RANGES: usize = 4;

/// What the threads of a task share.
pub(super) struct SharedTask<'a, W: Word, const S: usize> {
    search: &'a TaskSearch<'a, W, S>,
    guard: &'a Guard<'a>,
    roots: &'a Roots,
    budget: u64,
    slice: NonZeroU64,
    queue: Mutex<Queue>,
    /// Told when the queue changes.
    changed: Condvar,
    /// Whether the task ends before its roots do.
    is_over: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
}

#[derive(Default)]
struct Queue {
    /// The last is taken first.
    open: Vec<Roots>,
    /// Threads that search, and threads that wait for roots.
    searching: usize,
    waiting: usize,
    solution: Option<Moves>,
    abort: Option<TaskAbort>,
}

/// What a task on several threads came back with.
pub(super) struct SharedEnd {
    pub solution: Option<Moves>,
    pub counts: Counts,
    pub rest: Vec<Roots>,
}

/// Roots in the hands of a thread. A thread that panics leaves none waiting.
struct InHand<'a, 'b, W: Word, const S: usize>(&'a SharedTask<'b, W, S>);

impl<W: Word, const S: usize> Drop for InHand<'_, '_, W, S> {
    fn drop(&mut self) {
        self.0.queue().searching -= 1;
        self.0.changed.notify_all();
    }
}

impl<'a, W: Word, const S: usize> SharedTask<'a, W, S> {
    /// Searches below the roots on all threads of the guard.
    pub fn run(
        search: &'a TaskSearch<'a, W, S>,
        roots: &'a Roots,
        budget: Option<NonZeroU64>,
        guard: &'a Guard<'a>,
    ) -> Result<SharedEnd, TaskAbort> {
        let threads = guard.threads().count();
        let budget = budget.map_or(u64::MAX, NonZeroU64::get);
        let slice = (budget / (4 * threads as u64)).clamp(1, SLICE);
        let open = match roots {
            Roots::Seeds(seeds) => {
                let (start, end) = (seeds.start, seeds.end.min(search.frontier.len() as u32));
                let length = end
                    .saturating_sub(start)
                    .div_ceil((RANGES * threads) as u32);
                let ranges = (start..end).step_by(length.max(1) as usize);
                let range = |first: u32| Roots::Seeds(first..end.min(first + length));
                ranges.map(range).rev().collect()
            }
            Roots::Stubs(stubs) => hands(stubs.clone(), threads),
        };
        let task = Self {
            search,
            guard,
            roots,
            budget,
            slice: NonZeroU64::new(slice).unwrap_or(NonZeroU64::MIN),
            queue: Mutex::new(Queue {
                open,
                ..Queue::default()
            }),
            changed: Condvar::new(),
            is_over: AtomicBool::new(false),
            expanded: AtomicU64::new(0),
            generated: AtomicU64::new(0),
        };
        // Each call takes roots until there are none, so that the first alone is enough.
        guard.threads().run(threads, |_| task.work());
        let counts = task.counts();
        let queue = task
            .queue
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        match queue.abort {
            Some(abort) => Err(abort),
            None => Ok(SharedEnd {
                // A solution ends the task, unless all counts are wanted.
                rest: match queue.solution {
                    Some(_) if !search.full => Vec::new(),
                    _ => gathered(queue.open),
                },
                solution: queue.solution,
                counts,
            }),
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn counts(&self) -> Counts {
        Counts {
            expanded: self.expanded.load(Ordering::Relaxed),
            generated: self.generated.load(Ordering::Relaxed),
            stored: 0,
        }
    }

    /// Takes roots until there are none, or the task is over.
    fn work(&self) {
        let mut pool = Pool::new();
        while let Some(roots) = self.take() {
            let in_hand = InHand(self);
            let mut end = TaskEnd::default();
            let slice = Some(self.slice);
            let run = self
                .search
                .run(&roots, slice, &mut pool, &mut end, &mut |now, _| {
                    self.expanded.fetch_add(now.expanded, Ordering::Relaxed);
                    self.generated.fetch_add(now.generated, Ordering::Relaxed);
                    match self.is_over.load(Ordering::Relaxed) {
                        true => Err(None),
                        false => self.guard.check(&self.counts()).map_err(Some),
                    }
                });
            self.put(&roots, run, end);
            drop(in_hand);
        }
    }

    /// Some roots to search; none if the task is over or its budget used up.
    fn take(&self) -> Option<Roots> {
        let mut queue = self.queue();
        loop {
            let is_spent = self.expanded.load(Ordering::Relaxed) >= self.budget;
            if is_spent || self.is_over.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(roots) = queue.open.pop() {
                queue.searching += 1;
                return Some(roots);
            }
            if queue.searching == 0 {
                return None;
            }
            queue.waiting += 1;
            let woken = self.changed.wait(queue);
            queue = woken.unwrap_or_else(PoisonError::into_inner);
            queue.waiting -= 1;
        }
    }

    /// Takes what came of some roots.
    fn put(&self, roots: &Roots, run: Result<(), TaskAbort>, end: TaskEnd) {
        let mut queue = self.queue();
        let has_solution = end.solution.is_some();
        if queue.solution.is_none() {
            queue.solution = end.solution;
        }
        let share = queue.waiting + 1;
        // Stubs come before seeds, and go on top.
        for rest in end.rest.into_iter().rev() {
            match rest {
                Roots::Stubs(stubs) => queue.open.extend(hands(stubs, share)),
                seeds => queue.open.push(seeds),
            }
        }
        match run {
            Ok(()) if has_solution && !self.search.full => {}
            // Another thread has ended the task.
            Ok(()) | Err(TaskAbort::Stopped(None)) => return,
            Err(TaskAbort::Root(number)) => {
                let number = self.number(roots, number);
                queue.abort.get_or_insert(TaskAbort::Root(number));
            }
            Err(abort) => {
                queue.abort.get_or_insert(abort);
            }
        }
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// The number that a stub of a hand has in the task.
    fn number(&self, hand: &Roots, number: usize) -> usize {
        match (self.roots, hand) {
            (Roots::Stubs(all), Roots::Stubs(hand)) => {
                all.iter().position(|stub| *stub == hand[number])
            }
            _ => None,
        }
        .unwrap_or(number)
    }
}

/// Stubs dealt to a number of hands in turn.
fn hands(stubs: Vec<Stub>, count: usize) -> Vec<Roots> {
    let mut hands: Vec<Vec<Stub>> = vec![Vec::new(); count.clamp(1, stubs.len().max(1))];
    let count = hands.len();
    for (number, stub) in stubs.into_iter().enumerate() {
        hands[number % count].push(stub);
    }
    let hands = hands.into_iter().filter(|hand| !hand.is_empty());
    hands.map(Roots::Stubs).collect()
}

/// All stubs in one list, and then the ranges of seeds.
fn gathered(open: Vec<Roots>) -> Vec<Roots> {
    let (mut stubs, mut rest) = (Vec::new(), Vec::new());
    for roots in open {
        match roots {
            Roots::Stubs(hand) => stubs.extend(hand),
            seeds => rest.push(seeds),
        }
    }
    if !stubs.is_empty() {
        rest.insert(0, Roots::Stubs(stubs));
    }
    rest
}
