//! One iteration below the frontier, in parts that threads take in turn.
//!
//! A *part* is a task over some dozens of seeds, without a budget (see `task_search`). A thread
//! takes the next part, searches it to its end, and takes another. A part is the unit of what is
//! done and counted: an iteration that is interrupted and resumed redoes only unfinished parts.
//!
//! On one thread the parts are done in order, and the counts of a resumed iteration are those of an
//! uninterrupted one. With a transposition table, what one part has stored saves work in the next.
//! So there, parts are done in blocks, the table is cleared before each block, and a block is the
//! unit of what is done.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::astar_frontier::Frontier;
use super::expand::NodeCounts;
use super::pool::Pool;
use super::probe_tables::ProbeTables;
use super::proof_state::ProofState;
use super::proof_task::Roots;
use super::pruning::Pruning;
use super::task_search::{PART, TaskAbort, TaskEnd, TaskSearch};
use super::transpositions::SharedTable;
use super::word::Word;
use crate::board::Moves;
use crate::guard::{Counts, Event, Guard, Stop};

/// Parts of a block: see the module documentation.
const BLOCK: usize = 256;

/// What an iteration is done with.
#[derive(Clone, Copy)]
pub(super) struct Iteration<'a, W: Word> {
    pub probe_tables: &'a ProbeTables<W>,
    pub pruning: &'a Pruning,
    pub guard: &'a Guard<'a>,
    /// Whether to go on when a solution is found, so that the counts do not depend on when it was.
    pub full: bool,
    /// Called after each part.
    pub on_part_done: Option<&'a (dyn Fn(&ProofState) + Sync)>,
}

/// The transposition table of an iteration.
pub(super) enum IterationTable<'t> {
    None,
    /// A table of this search alone, which one thread clears before each block.
    Exclusive(&'t mut SharedTable),
    /// A table that other searches use at the same time.
    Shared(&'t SharedTable),
}

/// How an iteration ended.
pub(super) struct IterationEnd {
    pub stop: Option<Stop>,
    /// The counts of all work, that of unfinished parts included.
    pub counts: Counts,
}

/// What the threads of an iteration share.
struct Run<'a, W: Word, const S: usize> {
    iteration: Iteration<'a, W>,
    frontier: &'a Frontier<W, S>,
    bound: u32,
    parts: Vec<Range<u32>>,
    done_before: Vec<bool>,
    /// The next part that no thread has taken.
    next: AtomicUsize,
    /// How many parts are done, in all.
    done: AtomicUsize,
    is_over: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
    stored: u64,
    state: Mutex<RunState<'a>>,
    stop: Mutex<Option<Stop>>,
}

struct RunState<'a> {
    proof: &'a mut ProofState,
    /// The part that the solution was found in.
    solution_part: usize,
}

impl<W: Word> Iteration<'_, W> {
    /// Searches below those of the seeds whose parts are not done. What was found and done is noted
    /// in `state`. The frontier must allow the state's bound and hold no goal within it.
    pub fn run<const S: usize>(
        &self,
        frontier: &Frontier<W, S>,
        seeds: Range<u32>,
        table: IterationTable<'_>,
        state: &mut ProofState,
    ) -> IterationEnd {
        let parts = parts(frontier, seeds, state.bound);
        state.done.resize(parts.len(), false);
        let run = Run {
            iteration: *self,
            frontier,
            bound: state.bound,
            done_before: state.done.clone(),
            next: AtomicUsize::new(0),
            done: AtomicUsize::new(state.done.iter().filter(|&&done| done).count()),
            is_over: AtomicBool::new(false),
            expanded: AtomicU64::new(state.counts.expanded),
            generated: AtomicU64::new(state.counts.generated),
            stored: state.counts.stored,
            state: Mutex::new(RunState {
                proof: state,
                solution_part: 0,
            }),
            stop: Mutex::new(None),
            parts,
        };
        let threads = self.guard.threads();
        let is_alone = threads.count() <= 1 || run.parts.len() <= 1;
        match table {
            IterationTable::None if is_alone => run.work_alone(None),
            IterationTable::Exclusive(table) if is_alone => run.work_alone(Some(table)),
            table => {
                let table = match &table {
                    IterationTable::None => None,
                    IterationTable::Exclusive(table) => Some(&**table),
                    IterationTable::Shared(table) => Some(*table),
                };
                // Every call works until no part is left, so the work is done even if only one
                // runs.
                threads.run(threads.count(), |_| run.work(table));
            }
        }
        IterationEnd {
            counts: run.counts(),
            stop: *lock(&run.stop),
        }
    }
}

/// The seeds that are open at this bound, in ranges of [`PART`] open seeds.
fn parts<W: Word, const S: usize>(
    frontier: &Frontier<W, S>,
    seeds: Range<u32>,
    bound: u32,
) -> Vec<Range<u32>> {
    let seeds = seeds.start..seeds.end.min(frontier.len() as u32);
    let open: Vec<u32> = seeds
        .filter(|&number| frontier.is_open(number, bound))
        .collect();
    let range = |part: &[u32]| part[0]..part[part.len() - 1] + 1;
    open.chunks(PART).map(range).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<W: Word, const S: usize> Run<'_, W, S> {
    fn counts(&self) -> Counts {
        Counts {
            expanded: self.expanded.load(Ordering::Relaxed),
            generated: self.generated.load(Ordering::Relaxed),
            stored: self.stored,
        }
    }

    /// Takes part after part until there are none or the iteration is over.
    fn work(&self, table: Option<&SharedTable>) {
        let mut pool = Pool::new();
        while !self.is_over.load(Ordering::Relaxed) {
            let part = self.next.fetch_add(1, Ordering::Relaxed);
            match self.done_before.get(part) {
                None => return,
                Some(true) => continue,
                Some(false) => {}
            }
            let mut counts = NodeCounts::default();
            let done = self.part(part, table, &mut pool, &mut counts);
            // Noted first: a finished part is not lost when the observer says stop.
            let result = done.and_then(|()| {
                self.note_done(part..part + 1, counts);
                self.tell()
            });
            if let Err(stop) = result {
                return self.end(stop);
            }
        }
    }

    /// Does all parts in order, in blocks if there is a table.
    fn work_alone(&self, mut table: Option<&mut SharedTable>) {
        let mut pool = Pool::new();
        let parts = self.parts.len();
        let length = if table.is_some() { BLOCK } else { 1 };
        for start in (0..parts).step_by(length) {
            let block = start..parts.min(start + length);
            if !self.done_before[block.clone()].contains(&false) {
                continue;
            }
            if let Some(table) = table.as_deref_mut() {
                table.clear();
            }
            let mut counts = NodeCounts::default();
            let result = block.clone().try_for_each(|part| {
                self.part(part, table.as_deref(), &mut pool, &mut counts)?;
                if part + 1 == block.end {
                    self.note_done(block.clone(), counts);
                }
                self.tell()
            });
            if let Err(stop) = result {
                return self.end(stop);
            }
        }
    }

    /// Ends the work of all threads.
    fn end(&self, stop: Option<Stop>) {
        if let Some(stop) = stop {
            lock(&self.stop).get_or_insert(stop);
        }
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Does a part, unless it was done before. An error ends the iteration, without a reason if a
    /// solution was found.
    fn part(
        &self,
        part: usize,
        table: Option<&SharedTable>,
        pool: &mut Pool<W, S>,
        counts: &mut NodeCounts,
    ) -> Result<(), Option<Stop>> {
        if self.done_before[part] {
            return Ok(());
        }
        let Iteration {
            probe_tables,
            pruning,
            guard,
            full,
            ..
        } = self.iteration;
        let search = TaskSearch {
            probe_tables,
            pruning,
            frontier: self.frontier,
            transpositions: table.map(|table| table.at_bound(self.bound, probe_tables.sums)),
            bound: self.bound,
            full,
            instruction_set: guard.instruction_set(),
        };
        let roots = Roots::Seeds(self.parts[part].clone());
        let mut end = TaskEnd::default();
        let result = search.run(&roots, None, pool, &mut end, &mut |now, is_paused| {
            self.expanded.fetch_add(now.expanded, Ordering::Relaxed);
            self.generated.fetch_add(now.generated, Ordering::Relaxed);
            match is_paused {
                true if self.is_over.load(Ordering::Relaxed) => Err(None),
                true => guard.check(&self.counts()).map_err(Some),
                false => Ok(()),
            }
        });
        counts.expanded += end.counts.expanded;
        counts.generated += end.counts.generated;
        let has_solution = end.solution.is_some();
        if let Some(solution) = end.solution {
            self.note_solution(part, solution);
        }
        match result {
            Ok(()) if has_solution && !full => Err(None),
            Ok(()) => {
                self.done.fetch_add(1, Ordering::Relaxed);
                Ok(())
            }
            Err(TaskAbort::Stopped(stop)) => Err(stop),
            Err(TaskAbort::Root(_)) => unreachable!("a range of seeds is always a root"),
        }
    }

    /// Tells the observer how far all threads have come.
    fn tell(&self) -> Result<(), Option<Stop>> {
        let event = Event::Iteration {
            bound: self.bound,
            done: self.done.load(Ordering::Relaxed) as u64,
            total: self.parts.len() as u64,
            counts: self.counts(),
        };
        let guard = self.iteration.guard;
        guard.tell(&event).map_err(Some)?;
        // A part that ends before its first pause has asked for no limit.
        guard.check_nodes(&self.counts()).map_err(Some)
    }

    /// Notes that parts are done.
    fn note_done(&self, parts: Range<usize>, counts: NodeCounts) {
        let mut state = lock(&self.state);
        let proof = &mut state.proof;
        proof.done[parts].fill(true);
        proof.counts.expanded += counts.expanded;
        proof.counts.generated += counts.generated;
        if let Some(on_part_done) = self.iteration.on_part_done {
            // It may write to a disk: no other thread waits for that.
            let proof = proof.clone();
            drop(state);
            on_part_done(&proof);
        }
    }

    /// Notes a solution; that of the first part stays, so that the last one noted does not depend
    /// on the threads if all parts are done.
    fn note_solution(&self, part: usize, solution: Moves) {
        let state = &mut *lock(&self.state);
        if state.proof.found.is_none() || part < state.solution_part {
            state.proof.found = Some(solution);
            state.solution_part = part;
        }
    }
}
