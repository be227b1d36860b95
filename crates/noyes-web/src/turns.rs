//! Turns: of all searches that are under way, only some compute at one time.
//!
//! # Idea
//!
//! A search takes a turn before it begins, and passes it on after a slice of time if others wait.
//! So however many searches a server allows, the threads that answer short calls, read and write
//! share the machine with few of them: a hint does not wait behind hundreds of searches. There are
//! two turns for each core, so that no core is idle while a turn is passed on.
//!
//! Searches that have not begun get every second turn that becomes free. So a short search ends
//! before long ones do, and long ones go on under any load.
//!
//! # Invariants
//!
//! * At most `most` searches have a turn.
//! * A search that waits is in one queue, and a turn that is free while one waits is given at once.
//!
//! # Cost
//!
//! A search computes again after `ROUND`, or later if others poll seldom; that is how late it may
//! notice its time limit under load. A slice is at least `LEAST_SLICE`, so that hundreds
//! of searches do not spend their time on changing places.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Thread, current, park, park_timeout};
use std::time::{Duration, Instant};

/// The time in which every search gets a turn, if slices are not shorter than `LEAST_SLICE` then.
const ROUND: Duration = Duration::from_millis(200);
const LEAST_SLICE: Duration = Duration::from_millis(5);
/// How often a search that has not begun looks whether it is still wanted.
const CHECK_EVERY: Duration = Duration::from_millis(100);

/// The turns of a server.
#[derive(Debug)]
pub struct Turns {
    most: usize,
    least_slice: Duration,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    free: usize,
    /// Searches that have not begun.
    new: VecDeque<Arc<Ticket>>,
    /// Searches that have had a turn.
    old: VecDeque<Arc<Ticket>>,
    /// Whether the next free turn is for one that has not begun.
    is_for_new: bool,
}

/// The place of a waiting search in a queue.
#[derive(Debug)]
struct Ticket {
    thread: Thread,
    is_called: AtomicBool,
}

impl Ticket {
    fn is_called(&self) -> bool {
        self.is_called.load(Ordering::Acquire)
    }
}

impl Turns {
    /// Turns for so many searches at one time, at least 1.
    pub fn new(most: usize) -> Self {
        Self::with_slice(most, LEAST_SLICE)
    }

    fn with_slice(most: usize, least_slice: Duration) -> Self {
        let most = most.max(1);
        let state = State {
            free: most,
            new: VecDeque::new(),
            old: VecDeque::new(),
            is_for_new: true,
        };
        Self {
            most,
            least_slice,
            state: Mutex::new(state),
        }
    }

    /// Waits for the first turn of a search; none if it is not wanted any more.
    pub fn begin(&self, is_wanted: impl Fn() -> bool) -> Option<Turn<'_>> {
        if let Some(ticket) = self.take_or_queue(|state| &mut state.new) {
            while !ticket.is_called() {
                park_timeout(CHECK_EVERY);
                if !is_wanted() && self.leave(&ticket) {
                    return None;
                }
            }
        }
        let since = Mutex::new(Instant::now());
        Some(Turn { turns: self, since })
    }

    /// Takes a turn that is free, or queues for one.
    fn take_or_queue(
        &self,
        queue: impl Fn(&mut State) -> &mut VecDeque<Arc<Ticket>>,
    ) -> Option<Arc<Ticket>> {
        let mut state = self.state();
        if state.free > 0 {
            state.free -= 1;
            return None;
        }
        let ticket = Arc::new(Ticket {
            thread: current(),
            is_called: AtomicBool::new(false),
        });
        queue(&mut state).push_back(Arc::clone(&ticket));
        Some(ticket)
    }

    /// Takes a ticket out of its queue; whether it was still there, and not called meanwhile.
    fn leave(&self, ticket: &Arc<Ticket>) -> bool {
        let new = &mut self.state().new;
        let place = new.iter().position(|other| Arc::ptr_eq(other, ticket));
        place.and_then(|place| new.remove(place)).is_some()
    }

    /// Gives a turn to the next search that waits, or keeps it for one that comes.
    fn release(&self) {
        let mut state = self.state();
        let next = match state.is_for_new {
            true => state.new.pop_front().or_else(|| state.old.pop_front()),
            false => state.old.pop_front().or_else(|| state.new.pop_front()),
        };
        state.is_for_new = !state.is_for_new;
        let Some(ticket) = next else {
            state.free += 1;
            return;
        };
        drop(state);
        ticket.is_called.store(true, Ordering::Release);
        ticket.thread.unpark();
    }

    /// How long a search computes before it passes its turn on; none if no other one waits.
    fn slice(&self) -> Option<Duration> {
        let state = self.state();
        let waiting = state.new.len() + state.old.len();
        let share = |waiting: usize| ROUND * self.most as u32 / waiting as u32;
        (waiting > 0).then(|| share(waiting).max(self.least_slice).min(ROUND))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The turn of one search, which it gives back when it ends.
#[derive(Debug)]
pub struct Turn<'a> {
    turns: &'a Turns,
    /// When the slice began. Locked while the search waits.
    since: Mutex<Instant>,
}

impl Turn<'_> {
    /// To be called wherever a search polls: passes the turn on if its slice is over and another
    /// search waits, and waits for the next one.
    pub fn pass(&self) {
        // Of several threads of a search, one waits; the others soon wait for that one.
        let Ok(mut since) = self.since.try_lock() else {
            return;
        };
        let is_over = |slice| since.elapsed() >= slice;
        if !self.turns.slice().is_some_and(is_over) {
            return;
        }
        self.turns.release();
        if let Some(ticket) = self.turns.take_or_queue(|state| &mut state.old) {
            while !ticket.is_called() {
                park();
            }
        }
        *since = Instant::now();
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.turns.release();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::thread::{scope, yield_now};

    use super::*;

    impl Turns {
        /// Waits until so many new and old searches wait.
        fn until_waiting(&self, new: usize, old: usize) {
            while {
                let state = self.state();
                (state.new.len(), state.old.len()) != (new, old)
            } {
                yield_now();
            }
        }
    }

    #[test]
    fn no_more_compute_than_there_are_turns_and_all_get_on() {
        let turns = Turns::with_slice(2, Duration::ZERO);
        let (computing, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        scope(|threads| {
            for _ in 0..20 {
                threads.spawn(|| {
                    let turn = turns.begin(|| true).unwrap();
                    for _ in 0..50 {
                        let now = computing.fetch_add(1, Ordering::SeqCst) + 1;
                        most.fetch_max(now, Ordering::SeqCst);
                        yield_now();
                        computing.fetch_sub(1, Ordering::SeqCst);
                        turn.pass();
                    }
                });
            }
        });
        assert_eq!(most.into_inner(), 2);
        assert_eq!(turns.state().free, 2);
    }

    #[test]
    fn new_searches_and_old_ones_take_turns() {
        let turns = Turns::with_slice(1, Duration::ZERO);
        let order = Mutex::new(Vec::new());
        let note = |name| order.lock().unwrap().push(name);
        scope(|threads| {
            let first = turns.begin(|| true);
            for (name, waiting) in [("old 1", 1), ("old 2", 2)] {
                let (turns, note) = (&turns, &note);
                threads.spawn(move || {
                    let ticket = turns.take_or_queue(|state| &mut state.old).unwrap();
                    while !ticket.is_called() {
                        park();
                    }
                    note(name);
                    turns.release();
                });
                turns.until_waiting(0, waiting);
            }
            for (name, waiting) in [("new 1", 1), ("new 2", 2), ("new 3", 3)] {
                let (turns, note) = (&turns, &note);
                threads.spawn(move || {
                    let _turn = turns.begin(|| true);
                    note(name);
                });
                turns.until_waiting(waiting, 2);
            }
            drop(first);
        });
        let order = order.into_inner().unwrap();
        assert_eq!(order, ["new 1", "old 1", "new 2", "old 2", "new 3"]);
    }

    #[test]
    fn a_search_alone_keeps_its_turn() {
        let turns = Turns::with_slice(1, Duration::ZERO);
        let turn = turns.begin(|| true).unwrap();
        turn.pass();
        assert_eq!(turns.state().free, 0);
        drop(turn);
        assert_eq!(turns.state().free, 1);
    }

    #[test]
    fn a_search_that_is_not_wanted_any_more_leaves_its_queue() {
        let turns = Turns::with_slice(1, Duration::ZERO);
        let first = turns.begin(|| true);
        assert!(turns.begin(|| false).is_none());
        turns.until_waiting(0, 0);
        drop(first);
        assert_eq!(turns.state().free, 1);
    }
}
