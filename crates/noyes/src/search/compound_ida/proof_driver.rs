//! The driver of a proof on many workers: which task is next, and what a result means.
//!
//! It does no input or output, starts no thread and reads no clock. A caller asks for tasks, runs
//! them anywhere, and hands the results back; a process pool, a cluster and a simulation are such
//! callers.
//!
//! # Policy
//!
//! | Case | What is done |
//! |---|---|
//! | an iteration is predicted to take one worker less than [`HOME_SECONDS`] | one task, which the caller runs itself |
//! | others | ranges of seeds with equal predicted work, at most [`PARTS`] for each worker |
//! | a part is larger than predicted | its budget ends it, and its rest is dealt into up to [`DEAL`] tasks |
//! | several tasks wait | rests go first: they hold the most work |
//! | a worker is lost | its task is given out again; of two results one is used |
//! | a worker has nothing to do | the oldest task runs a second time ([`ProofDriver::spare_task`]) |
//! | a solution is found | the proof is over; with `full`, once the iteration is |
//! | a solution is known from elsewhere, such as a beam | the proof is over once its bound is that long |
//!
//! A part's work predicts its work in the next iteration (the logarithms have a correlation of
//! 0.99), so the parts of an iteration are cut by the counts of the one before.

mod consistency;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;
use std::ops::Range;

use super::proof_progress::{self, CutRange, DriverProgress};
use super::proof_task::{ProofResult, ProofTask, Roots, Stub};
use crate::board::Moves;
use crate::guard::Counts;

/// Seconds of one worker below which an iteration is not worth being sent.
pub const HOME_SECONDS: f64 = 5.0;
/// Parts of an iteration for each worker.
pub const PARTS: u64 = 20;
/// The most tasks that a rest is dealt into, and those for each worker.
const DEAL: (usize, usize) = (8, 2);
/// The least and the most seconds of a task.
const TASK_SECONDS: (f64, f64) = (0.5, 10.0);
/// The least seconds after which a task hands back its rest: a part of the least length that is
/// somewhat larger than predicted ends before.
const LEAST_BUDGET: f64 = 2.0 * TASK_SECONDS.0;
/// Tasks a second that a scheduler is trusted with, a third of what it can.
const TASKS_PER_SECOND: f64 = 200.0;
/// Nodes a second that a worker expands, before it is known.
const USUAL_RATE: f64 = 3e6;
/// How much larger an iteration is than the one before, before it is known.
const USUAL_GROWTH: f64 = 8.0;

/// What a driver decides by.
///
/// ```
/// use noyes::search::DriverOptions;
///
/// let options = DriverOptions { workers: 16, ..DriverOptions::default() };
/// assert_eq!(options.home_seconds, 5.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DriverOptions {
    /// How many tasks run at once.
    pub workers: u32,
    /// Iterations predicted to take one worker fewer seconds are run by the caller.
    pub home_seconds: f64,
    /// Nodes that a task may expand; none lets the driver choose by predicted work.
    pub budget: Option<NonZeroU64>,
}

impl Default for DriverOptions {
    fn default() -> Self {
        Self {
            workers: 1,
            home_seconds: HOME_SECONDS,
            budget: None,
        }
    }
}

/// A task that is given out.
///
/// ```
#[doc = include_str!("driver_example.txt")]
/// let assignment = driver.next_task().unwrap();
/// // The first iteration is so small that the caller runs it itself.
/// assert!(assignment.at_home);
/// let result = solver.run_task(&frontier, &assignment.task, &guard)?;
/// driver.done(assignment.id, result, None)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Assignment {
    /// Its number, for [`ProofDriver::done`].
    pub id: u64,
    /// The task.
    pub task: ProofTask,
    /// Whether it is so small that the caller should run it itself.
    pub at_home: bool,
}

/// Some roots of the iteration that are not done.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Part {
    roots: Roots,
    /// The number of the range that it was cut from, to which its work is credited.
    range: usize,
}

/// All that a driver knows: what it takes to go on in another process. With the feature `serde` it
/// can be stored and sent.
///
/// ```
/// use noyes::pattern::Tier;
/// use noyes::search::{CompoundSolver, DriverOptions, ProofDriver};
#[doc = include_str!("solver_example.txt")]
/// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
/// let whole = frontier.task(Tier::Small, frontier.bound(), 0..frontier.len(), None, true);
/// let (most, laid) = (frontier.most_bound(), frontier.counts());
/// let mut driver = ProofDriver::new(whole, most, laid, None, DriverOptions::default());
/// while let Some(assignment) = driver.next_task() {
///     let result = solver.run_task(&frontier, &assignment.task, &guard)?;
///     driver.done(assignment.id, result, None)?;
/// }
/// assert!(driver.is_over());
/// assert_eq!((driver.bound(), driver.solution().map(|moves| moves.len())), (14, Some(14)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ProofDriver {
    /// A task over all seeds, whose bound is that of the iteration.
    whole: ProofTask,
    most_bound: u32,
    options: DriverOptions,
    counts: Counts,
    /// Nodes that each seed took in the iteration before, and takes in this one.
    before: Vec<f64>,
    now: Vec<f64>,
    growth: f64,
    /// Nodes that the iteration is predicted to take.
    predicted: f64,
    /// What the iteration was cut into.
    ranges: Vec<CutRange>,
    rate: f64,
    /// Parts that wait; the last is given out first.
    waiting: Vec<Part>,
    running: BTreeMap<u64, Part>,
    /// Those of them that run twice.
    twice: BTreeSet<u64>,
    next_id: u64,
    tasks_done: u64,
    at_home: bool,
    solution: Option<Moves>,
    /// The length of a solution that is known from elsewhere.
    known: Option<u32>,
    is_over: bool,
}

/// Why a proof cannot go on, or a state not be resumed.
///
/// ```
#[doc = include_str!("driver_example.txt")]
/// let other = ProofTask { signature: !whole.signature, ..whole };
/// let refused = driver.state().resumed(&other, DriverOptions::default());
/// assert_eq!(refused.err(), Some(DriverError::OtherFrontier));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DriverError {
    /// The bound has passed the longest solution that the search can hold.
    #[error("the bound passed the longest solution that this proof can hold")]
    Depth,
    /// The state is that of another frontier.
    #[error(
        "the state is of another board, other tables or another version of noyes: start the proof \
         from the beginning"
    )]
    OtherFrontier,
    /// The state is none that a proof can be in.
    #[error("the state is damaged: start the proof from the beginning")]
    Damaged,
}

impl ProofDriver {
    /// A driver of a proof.
    ///
    /// | Argument | Contract |
    /// |---|---|
    /// | `whole` | A task over all seeds of a frontier with its first bound: [`ProofFrontier::task`](super::ProofFrontier::task). With fewer roots the bounds are not proven. |
    /// | `most_bound` | That of the frontier. |
    /// | `counts` | The work that laid the frontier. |
    /// | `known` | The length of a solution in hand: once it is proven minimal the proof is over. It must be that of a real solution. With `full` it is not asked. |
    /// | `options` | See [`DriverOptions`]. No workers count as one. |
    ///
    /// ```
    #[doc = include_str!("solver_example.txt")]
    /// let frontier = solver.lay_frontier(&instance, 4, &guard)?;
    /// let whole = frontier.task(Tier::Small, frontier.bound(), 0..frontier.len(), None, false);
    /// let (most, laid) = (frontier.most_bound(), frontier.counts());
    /// // A solution of 14 moves is in hand, and no solution is shorter: nothing is left to do.
    /// let driver = ProofDriver::new(whole, most, laid, Some(14), DriverOptions::default());
    /// assert!(driver.is_over());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        whole: ProofTask,
        most_bound: u32,
        counts: Counts,
        known: Option<u32>,
        options: DriverOptions,
    ) -> Self {
        let seeds = match &whole.roots {
            Roots::Seeds(seeds) => seeds.end as usize,
            Roots::Stubs(_) => 0,
        };
        let known = known.filter(|_| !whole.full);
        let mut driver = Self {
            most_bound,
            counts,
            before: Vec::new(),
            now: vec![0.0; seeds],
            growth: USUAL_GROWTH,
            predicted: 0.0,
            ranges: Vec::new(),
            rate: USUAL_RATE,
            waiting: Vec::new(),
            running: BTreeMap::new(),
            twice: BTreeSet::new(),
            next_id: 0,
            tasks_done: 0,
            at_home: true,
            solution: None,
            is_over: known.is_some_and(|known| known <= whole.bound),
            known,
            options,
            whole,
        };
        driver.cut();
        driver
    }

    /// The next task, if there is one to give out now. There may be others once results are back.
    ///
    /// ```
    #[doc = include_str!("driver_example.txt")]
    /// let assignment = driver.next_task().unwrap();
    /// assert_eq!((assignment.id, assignment.task.bound), (0, 14));
    /// // It is the whole iteration: there is no other before its result is back.
    /// assert_eq!(driver.next_task(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next_task(&mut self) -> Option<Assignment> {
        if self.is_over {
            return None;
        }
        let part = self.waiting.pop()?;
        let id = self.next_id;
        self.next_id += 1;
        let task = ProofTask {
            roots: part.roots.clone(),
            budget: self.budget(),
            ..self.whole.clone()
        };
        self.running.insert(id, part);
        Some(Assignment {
            id,
            task,
            at_home: self.at_home,
        })
    }

    /// A task that is out already, to be run a second time by a worker that has nothing else to do:
    /// near the end of an iteration all wait for the slowest. The oldest comes first, each at most
    /// once. Its number is the same, and of its two results the first is used.
    ///
    /// ```
    #[doc = include_str!("driver_example.txt")]
    /// # let options = DriverOptions { home_seconds: 0.0, ..DriverOptions::default() };
    /// # let mut driver = ProofDriver::new(whole, most, laid, None, options);
    /// let oldest = driver.next_task().unwrap();
    /// while driver.next_task().is_some() {}
    /// // All tasks are out.
    /// assert_eq!(driver.spare_task(), Some(oldest));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn spare_task(&mut self) -> Option<Assignment> {
        if self.is_over || self.at_home || !self.waiting.is_empty() {
            return None;
        }
        let is_alone = |id: &&u64| !self.twice.contains(*id);
        let id = *self.running.keys().find(is_alone)?;
        self.twice.insert(id);
        let task = ProofTask {
            roots: self.running[&id].roots.clone(),
            budget: self.budget(),
            ..self.whole.clone()
        };
        Some(Assignment {
            id,
            task,
            at_home: false,
        })
    }

    /// Takes the result of a task, and the seconds that it took, if they are known. The result of
    /// a task that is not out, such as the second of two, is ignored.
    ///
    /// `result` must be what [`CompoundSolver::run_task`](super::CompoundSolver::run_task) gave for
    /// the task of this number. It is believed: with that of another task the bound may be wrong.
    /// The error is [`DriverError::Depth`], where the next bound is more than the search can hold.
    ///
    /// ```
    #[doc = include_str!("driver_example.txt")]
    /// let assignment = driver.next_task().unwrap();
    /// let result = solver.run_task(&frontier, &assignment.task, &guard)?;
    /// driver.done(assignment.id, result.clone(), Some(0.1))?;
    /// driver.done(assignment.id, result, None)?;
    /// assert_eq!(driver.progress().done, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn done(
        &mut self,
        id: u64,
        result: ProofResult,
        seconds: Option<f64>,
    ) -> Result<(), DriverError> {
        let Some(part) = self.running.remove(&id) else {
            return Ok(());
        };
        self.twice.remove(&id);
        if self.is_over {
            return Ok(());
        }
        self.tasks_done += 1;
        self.counts = self.counts.plus(result.counts);
        let expanded = result.counts.expanded as f64;
        let range = &mut self.ranges[part.range];
        range.taken += expanded;
        range.open -= 1;
        let credited = &mut self.now[range.seeds.start as usize..range.seeds.end as usize];
        let each = expanded / credited.len().max(1) as f64;
        credited.iter_mut().for_each(|nodes| *nodes += each);
        if let Some(seconds) = seconds.filter(|&seconds| seconds > 0.05) {
            self.rate += (expanded / seconds - self.rate) * 0.2;
        }
        if result.solution.is_some() && self.solution.is_none() {
            self.solution = result.solution;
            self.is_over = !self.whole.full;
        }
        for roots in result.rest {
            self.deal(roots, part.range);
        }
        if self.waiting.is_empty() && self.running.is_empty() {
            self.end_iteration()?;
        }
        Ok(())
    }

    /// Takes the length of a solution that was found elsewhere: once it is proven minimal the proof
    /// is over. It must be that of a real solution: with a shorter one the proof ends too early.
    /// With `full` it is not asked.
    ///
    /// ```
    #[doc = include_str!("driver_example.txt")]
    /// # let whole = ProofTask { full: false, ..whole };
    /// # let mut driver = ProofDriver::new(whole, most, laid, None, DriverOptions::default());
    /// driver.know(16);
    /// assert!(!driver.is_over());
    /// driver.know(14);
    /// assert!(driver.is_over());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn know(&mut self, length: u32) {
        if self.whole.full {
            return;
        }
        let known = self.known.map_or(length, |known| known.min(length));
        self.known = Some(known);
        self.is_over |= known <= self.whole.bound;
    }

    /// Gives a task out again whose worker is lost. A number that is not out is ignored.
    ///
    /// ```
    #[doc = include_str!("driver_example.txt")]
    /// let lost = driver.next_task().unwrap();
    /// driver.lost(lost.id);
    /// let again = driver.next_task().unwrap();
    /// assert_eq!(again.task, lost.task);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lost(&mut self, id: u64) {
        // A copy that is still out may be the one that comes back.
        if !self.twice.remove(&id)
            && let Some(part) = self.running.remove(&id)
        {
            self.waiting.push(part);
        }
    }

    /// Whether the minimum is proven.
    ///
    /// ```
    #[doc = include_str!("driver_example.txt")]
    /// while let Some(assignment) = driver.next_task() {
    ///     assert!(!driver.is_over());
    ///     let result = solver.run_task(&frontier, &assignment.task, &guard)?;
    ///     driver.done(assignment.id, result, None)?;
    /// }
    /// assert!(driver.is_over());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// No solution is shorter than this.
    ///
    /// ```
    #[doc = include_str!("driver_example.txt")]
    /// assert_eq!(driver.bound(), frontier.bound());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bound(&self) -> u32 {
        self.whole.bound
    }

    /// The solution, if a task has found it. There is none where the known one is minimal.
    ///
    /// ```
    #[doc = include_str!("driver_example.txt")]
    /// assert_eq!(driver.solution(), None);
    /// let assignment = driver.next_task().unwrap();
    /// driver.done(assignment.id, solver.run_task(&frontier, &assignment.task, &guard)?, None)?;
    /// assert_eq!(driver.solution().map(|moves| moves.len()), Some(14));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solution(&self) -> Option<&Moves> {
        self.solution.as_ref()
    }

    /// The work of the frontier and of all tasks that are done.
    ///
    /// ```
    #[doc = include_str!("driver_example.txt")]
    /// assert_eq!(driver.counts(), frontier.counts());
    /// let assignment = driver.next_task().unwrap();
    /// let result = solver.run_task(&frontier, &assignment.task, &guard)?;
    /// let both = frontier.counts().plus(result.counts);
    /// driver.done(assignment.id, result, None)?;
    /// assert_eq!(driver.counts(), both);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// How far the proof has come.
    ///
    /// ```
    #[doc = include_str!("driver_example.txt")]
    /// let progress = driver.progress();
    /// assert_eq!((progress.running, progress.waiting, progress.share), (0, 1, 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn progress(&self) -> DriverProgress {
        let estimate = proof_progress::estimate(&self.ranges);
        DriverProgress {
            bound: self.bound(),
            share: estimate.share,
            nodes_left: estimate.left,
            nodes_left_spread: estimate.spread,
            growth: self.growth,
            rate: self.rate,
            running: self.running.len(),
            waiting: self.waiting.len(),
            done: self.tasks_done,
        }
    }

    /// The driver as it would go on in another process: tasks that are out count as lost.
    ///
    /// ```
    #[doc = include_str!("driver_example.txt")]
    /// let out = driver.next_task().unwrap();
    /// let mut elsewhere = driver.state();
    /// assert_eq!(elsewhere.next_task().map(|again| again.task), Some(out.task));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn state(&self) -> Self {
        let mut state = self.clone();
        let running = std::mem::take(&mut state.running);
        state.waiting.extend(running.into_values());
        state.twice.clear();
        state
    }

    /// The same driver below a frontier that was laid again, with other options.
    ///
    /// `whole` is a task over all seeds of that frontier. If it is that of another board, other
    /// tables or other seeds, it is [`DriverError::OtherFrontier`]. A state that contradicts itself
    /// is [`DriverError::Damaged`]; what it says was done is believed.
    ///
    /// ```
    #[doc = include_str!("driver_example.txt")]
    /// let stored = driver.state();
    /// let again = solver.lay_frontier(&instance, 4, &guard)?;
    /// let whole = again.task(Tier::Small, again.bound(), 0..again.len(), None, true);
    /// let options = DriverOptions { workers: 2, ..DriverOptions::default() };
    /// assert_eq!(stored.resumed(&whole, options)?.bound(), 14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resumed(self, whole: &ProofTask, options: DriverOptions) -> Result<Self, DriverError> {
        let is_same = (&self.whole.board, &self.whole.goal, self.whole.tier)
            == (&whole.board, &whole.goal, whole.tier)
            && (self.whole.signature, self.whole.full) == (whole.signature, whole.full)
            && self.whole.roots == whole.roots;
        if !is_same {
            return Err(DriverError::OtherFrontier);
        }
        let state = self.state();
        match state.is_consistent(whole) {
            true => Ok(Self { options, ..state }),
            false => Err(DriverError::Damaged),
        }
    }

    /// Nodes that a task may expand: none at home, where nothing is shared.
    fn budget(&self) -> Option<NonZeroU64> {
        if self.at_home {
            return None;
        }
        let share = self.predicted / (PARTS * u64::from(self.options.workers.max(1))) as f64;
        let (least, most) = (self.least_seconds().max(LEAST_BUDGET), TASK_SECONDS.1);
        let chosen = share.clamp(least * self.rate, most * self.rate) as u64;
        self.options.budget.or(NonZeroU64::new(chosen.max(1)))
    }

    /// The least seconds of a task: more with many workers, which wait for one scheduler.
    fn least_seconds(&self) -> f64 {
        let (least, most) = TASK_SECONDS;
        (f64::from(self.options.workers) / TASKS_PER_SECOND).clamp(least, most)
    }

    /// Cuts the iteration into parts of equal predicted work.
    fn cut(&mut self) {
        let seeds = self.now.len() as u32;
        let workers = u64::from(self.options.workers.max(1));
        self.predicted = self.before.iter().sum::<f64>() * self.growth;
        let seconds = self.predicted / self.rate;
        self.at_home = self.before.is_empty() && self.options.home_seconds > 0.0
            || seconds < self.options.home_seconds;
        let mut ranges: Vec<Range<u32>> = Vec::new();
        if self.at_home {
            ranges.push(0..seeds);
        } else {
            // A seed without nodes so far still takes one.
            let work = |seed: usize| self.before.get(seed).map_or(1.0, |nodes| nodes + 1.0);
            let total: f64 = (0..self.now.len()).map(work).sum();
            // As many parts as the workers can use, and none shorter than a task should be.
            let least = match self.options.budget {
                Some(budget) => budget.get() as f64,
                None => self.least_seconds() * self.rate,
            };
            // Of the first iteration nothing is known: it is small, and has budgets.
            let parts = match self.before.is_empty() {
                true => workers as f64,
                false => self.predicted / least,
            };
            let each = total / parts.clamp(1.0, (PARTS * workers) as f64);
            let (mut start, mut sum) = (0, 0.0);
            for seed in 0..seeds {
                sum += work(seed as usize);
                if sum >= each || seed + 1 == seeds {
                    ranges.push(start..seed + 1);
                    (start, sum) = (seed + 1, 0.0);
                }
            }
        }
        let part = |(range, seeds): (usize, &Range<u32>)| Part {
            roots: Roots::Seeds(seeds.clone()),
            range,
        };
        self.waiting = ranges.iter().enumerate().rev().map(part).collect();
        let cut = |seeds: Range<u32>| {
            let before = self.before.get(seeds.start as usize..seeds.end as usize);
            let before: f64 = before.unwrap_or_default().iter().sum();
            CutRange {
                seeds,
                predicted: before * self.growth,
                taken: 0.0,
                open: 1,
            }
        };
        self.ranges = ranges.into_iter().map(cut).collect();
    }

    /// Deals a rest into several parts, which are given out before all others.
    fn deal(&mut self, roots: Roots, range: usize) {
        let part = |roots: Roots| Part { roots, range };
        let before = self.waiting.len();
        match roots {
            Roots::Seeds(seeds) => {
                let half = seeds.start + (seeds.end - seeds.start).div_ceil(2);
                let halves = [half..seeds.end, seeds.start..half];
                let halves = halves.into_iter().filter(|half| !half.is_empty());
                self.waiting
                    .extend(halves.map(|half| part(Roots::Seeds(half))));
            }
            Roots::Stubs(stubs) => {
                let count = DEAL.0.min(DEAL.1 * self.options.workers.max(1) as usize);
                let mut hands: Vec<Vec<Stub>> = vec![Vec::new(); count];
                for (number, stub) in stubs.into_iter().enumerate() {
                    hands[number % count].push(stub);
                }
                let hands = hands.into_iter().filter(|hand| !hand.is_empty()).rev();
                self.waiting
                    .extend(hands.map(|hand| part(Roots::Stubs(hand))));
            }
        }
        self.ranges[range].open += self.waiting.len() - before;
    }

    /// All parts are done: either there is a solution, or the next bound is proven.
    fn end_iteration(&mut self) -> Result<(), DriverError> {
        if self.solution.is_some() {
            self.is_over = true;
            return Ok(());
        }
        let (last, total) = (
            self.before.iter().sum::<f64>(),
            self.now.iter().sum::<f64>(),
        );
        if last > 1000.0 && total > last {
            self.growth = (total / last).clamp(2.0, 20.0);
        }
        self.whole.bound += 2;
        self.is_over = self.known.is_some_and(|known| known <= self.whole.bound);
        if !self.is_over && self.whole.bound > self.most_bound {
            return Err(DriverError::Depth);
        }
        let fresh = vec![0.0; self.now.len()];
        self.before = std::mem::replace(&mut self.now, fresh);
        self.cut();
        Ok(())
    }
}
