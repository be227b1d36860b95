//! IDA*: depth-first search under a rising threshold, with memory only for the path.
//!
//! # Idea
//!
//! Each iteration walks all paths whose moves + distance stay within the threshold. The least
//! priority beyond it is the next threshold, and a proven lower bound. `weighted_ida` is the form
//! with a weight.
//!
//! # Invariants
//!
//! The path is an explicit stack of frames over one arrangement that is slid forth and back, so a
//! path of a million moves needs memory but no call stack. Between iterations the arrangement is
//! the start's. An iteration that a limit stops keeps its place and can go on from there.
//!
//! # Cost
//!
//! Nodes are not stored, so boards reached by several paths are expanded once for each. Up to 16
//! cells the arrangement is one word, and a node takes some ten nanoseconds. This search is generic
//! over the heuristic; `pattern_ida` is made for pattern tables.
//!
//! # Citation
//!
//! Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
//! Intelligence 27 (1985).

use super::sliding::{Sliding, with_sliding};
use super::ways::{Row, Way, Ways};
use super::{CountAs, Counts, Event, Finding, Guard, Source, Stop};
use crate::board::{Direction, Moves};
use crate::goal::Instance;
use crate::heuristic::{Heuristic, Manhattan, Slide};

/// A node of the path, and the slide that leads on from it.
#[derive(Clone, Copy, Debug)]
struct Frame<'a, M, B> {
    memo: M,
    row: &'a Row,
    /// How many slides have been tried, that of the path included.
    tried: usize,
    before: B,
}

impl<M, B> Frame<'_, M, B> {
    fn way(&self) -> Way {
        self.row.ways()[self.tried - 1]
    }
}

/// Where an iteration stands, beside its path.
#[derive(Clone, Copy, Debug)]
struct Place<'a, M> {
    memo: M,
    row: &'a Row,
    tried: usize,
    /// The least priority beyond the threshold so far.
    beyond: u32,
}

/// IDA* that goes on where a limit has stopped it.
pub(super) trait Resumable {
    /// Goes on with the iterations until the goal is found or the guard says stop. The counts are
    /// those since the first start, and the guard is asked with them.
    fn go_on(&mut self, guard: &Guard<'_>) -> Finding;

    /// The bound so far.
    fn bound(&self) -> u32;

    /// The nodes of the iteration that goes on, so far, and those of the one before it.
    fn iteration(&self) -> (u64, u64);
}

/// IDA* on an instance, which has not begun.
pub(super) fn resumable<'a, H: Heuristic>(
    instance: &Instance,
    heuristic: &'a H,
    ways: &'a Ways,
    source: Source,
) -> Box<dyn Resumable + 'a> {
    with_sliding!(instance.size().cells(), T => {
        Box::new(Ida::<H, T>::new(instance, heuristic, ways, CountAs::Noyes, source))
    })
}

struct Ida<'a, H: Heuristic, T: Sliding> {
    heuristic: &'a H,
    ways: &'a Ways,
    tiles: T,
    goal: T,
    /// The start's memo and blank.
    start: (H::Memo, usize),
    threshold: u32,
    /// The nodes before the current one.
    path: Vec<Frame<'a, H::Memo, T::Before>>,
    /// Where the last iteration was stopped.
    stopped: Option<Place<'a, H::Memo>>,
    counts: Counts,
    /// The nodes generated when the iteration began, and those of the one before it.
    began: u64,
    last: u64,
    count_as: CountAs,
    /// Named in the events.
    source: Source,
}

/// How an iteration ended.
enum Iteration {
    /// The path leads to the goal.
    Found,
    /// Nothing within the threshold; the least priority beyond it, if any.
    Beyond(Option<u32>),
}

/// Runs IDA* to its end or its limit.
pub(super) fn ida<H: Heuristic>(instance: &Instance, heuristic: &H, guard: &Guard<'_>) -> Finding {
    ida_in_order(instance, heuristic, Direction::ALL, CountAs::Noyes, guard)
}

/// Runs IDA* with Manhattan distance, counting as [`CountAs::Korf1985`] says.
pub(crate) fn korf1985(instance: &Instance, guard: &Guard<'_>) -> Finding {
    let heuristic = Manhattan::of(instance.size(), instance.blank_home());
    let mut order = Direction::ALL;
    // The blank goes up, left, right, down where the goal has it in the first corner. Elsewhere the
    // board is seen turned round, as these boards are usually given.
    if instance.blank_home() == 0 {
        order.reverse();
    }
    ida_in_order(instance, &heuristic, order, CountAs::Korf1985, guard)
}

fn ida_in_order<H: Heuristic>(
    instance: &Instance,
    heuristic: &H,
    order: [Direction; 4],
    count_as: CountAs,
    guard: &Guard<'_>,
) -> Finding {
    with_sliding!(instance.size().cells(), T => {
        run::<H, T>(instance, heuristic, order, count_as, guard)
    })
}

fn run<H: Heuristic, T: Sliding>(
    instance: &Instance,
    heuristic: &H,
    order: [Direction; 4],
    count_as: CountAs,
    guard: &Guard<'_>,
) -> Finding {
    let ways = Ways::new(instance.size(), order);
    Ida::<H, T>::new(instance, heuristic, &ways, count_as, Source::Ida).go_on(guard)
}

impl<H: Heuristic, T: Sliding> Resumable for Ida<'_, H, T> {
    fn go_on(&mut self, guard: &Guard<'_>) -> Finding {
        let stop = loop {
            match self.iterate(guard) {
                Ok(Iteration::Found) => break None,
                Ok(Iteration::Beyond(Some(least))) => self.threshold = least,
                Ok(Iteration::Beyond(None)) => break None,
                Err(stop) => break Some(stop),
            }
            if self.count_as == CountAs::Korf1985 {
                // The next iteration counts the start again.
                self.counts.generated -= 1;
            }
            self.last = self.counts.generated - self.began;
            self.began = self.counts.generated;
            let raised = Event::BoundRaised {
                bound: self.threshold,
                source: self.source,
                counts: self.counts,
            };
            if let Err(stop) = guard.tell(&raised) {
                break Some(stop);
            }
        };
        let moves: Option<Moves> = match stop {
            None => Some(self.path.iter().map(|frame| frame.way().by).collect()),
            Some(_) => None,
        };
        Finding {
            moves,
            lower_bound: self.threshold,
            counts: self.counts,
            stop,
        }
    }

    fn bound(&self) -> u32 {
        self.threshold
    }

    fn iteration(&self) -> (u64, u64) {
        (self.counts.generated - self.began, self.last)
    }
}

impl<'a, H: Heuristic, T: Sliding> Ida<'a, H, T> {
    fn new(
        instance: &Instance,
        heuristic: &'a H,
        ways: &'a Ways,
        count_as: CountAs,
        source: Source,
    ) -> Self {
        let identity: Vec<u16> = (0..instance.size().cells() as u16).collect();
        let memo = heuristic.start(instance.labels());
        Self {
            heuristic,
            ways,
            tiles: T::pack(instance.labels()),
            goal: T::pack(&identity),
            start: (memo, instance.blank()),
            threshold: heuristic.value(memo),
            path: Vec::new(),
            stopped: None,
            counts: Counts::default(),
            began: 0,
            last: 0,
            count_as,
            source,
        }
    }

    /// Walks all paths within the threshold, or those that are left of an iteration that was
    /// stopped.
    fn iterate(&mut self, guard: &Guard<'_>) -> Result<Iteration, Stop> {
        let place = match self.stopped.take() {
            Some(place) => place,
            None => {
                debug_assert!(self.path.is_empty());
                let (memo, blank) = self.start;
                self.counts.generated += 1;
                if self.heuristic.value(memo) == 0 && self.tiles == self.goal {
                    return Ok(Iteration::Found);
                }
                let start = Place {
                    memo,
                    row: self.ways.at_start(blank),
                    tried: 0,
                    beyond: u32::MAX,
                };
                self.enter(start, guard)?;
                start
            }
        };
        let threshold = self.threshold;
        let (mut memo, mut row) = (place.memo, place.row);
        let (mut tried, mut beyond) = (place.tried, place.beyond);
        loop {
            let Some(&way) = row.ways().get(tried) else {
                // Back to the node before.
                let Some(frame) = self.path.pop() else {
                    let none_beyond = beyond == u32::MAX;
                    return Ok(Iteration::Beyond((!none_beyond).then_some(beyond)));
                };
                let (from, to) = (usize::from(row.blank), usize::from(frame.row.blank));
                self.tiles.take_back(frame.before, from, to);
                (memo, row, tried) = (frame.memo, frame.row, frame.tried);
                continue;
            };
            tried += 1;
            // Slide, evaluate, and go on only within the threshold.
            let (from, to) = (usize::from(way.from), usize::from(row.blank));
            let label = self.tiles.at(from);
            let before = self.tiles.slide(from, to);
            self.counts.generated += 1;
            let slide = Slide { label, from, to };
            let child = self.heuristic.step(memo, slide, &self.tiles);
            let distance = self.heuristic.value(child);
            let priority = self.path.len() as u32 + 1 + distance;
            if priority > threshold {
                beyond = beyond.min(priority);
                self.tiles.take_back(before, from, to);
                continue;
            }
            self.path.push(Frame {
                memo,
                row,
                tried,
                before,
            });
            if distance == 0 && self.tiles == self.goal {
                return Ok(Iteration::Found);
            }
            (memo, row, tried) = (child, self.ways.after(way), 0);
            let place = Place {
                memo,
                row,
                tried,
                beyond,
            };
            self.enter(place, guard)?;
        }
    }

    /// Counts an expansion, and polls the guard every 4096.
    #[inline]
    fn enter(&mut self, place: Place<'a, H::Memo>, guard: &Guard<'_>) -> Result<(), Stop> {
        self.counts.expanded += 1;
        self.counts.stored = self.counts.stored.max(self.path.len() as u64 + 1);
        if self.counts.expanded.is_multiple_of(4096) {
            return self.poll(place, guard);
        }
        Ok(())
    }

    #[cold]
    fn poll(&mut self, place: Place<'a, H::Memo>, guard: &Guard<'_>) -> Result<(), Stop> {
        let bytes = self.path.capacity() * size_of::<Frame<'_, H::Memo, T::Before>>();
        let checked = guard.check(&self.counts);
        checked
            .and_then(|()| guard.check_memory(bytes))
            .inspect_err(|_| self.stopped = Some(place))
    }
}
