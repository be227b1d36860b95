//! Depth-first iterative deepening: depth-first searches to depth 0, 1, 2, … without a heuristic.
//!
//! # Idea
//!
//! IDA* with a distance of 0 for all boards: the threshold is the depth. The first solution that a
//! search finds is a shortest one, since all shallower depths have been searched.
//!
//! # The last two slides
//!
//! Nearly all nodes are at the last two depths. How many there are depends on the cell of the blank
//! alone, so they are counted without being slid to: the goal is looked for where the blank can
//! come home with the last slide. Nodes at the depth of the search are expanded too, as in IDA*:
//! their neighbours are generated, and lie beyond it.
//!
//! # Invariants
//!
//! After a search to depth d without a solution, the minimum is more than d: the bound rises by one
//! with each search. So no board above the depth of a search is the goal.
//!
//! # Cost
//!
//! Memory for one path only. On a board of n cells the blank has a little more than two ways that
//! do not lead back, so time grows about as 2.13 to the depth on the 15-puzzle and as 1.73 to the
//! depth on the 8-puzzle. A hard 8-puzzle takes a second, and a 15-puzzle of 40 moves days.
//!
//! # What it is for
//!
//! The uninformed search that needs no memory, and the yardstick for `ida`.
//!
//! # Citation
//!
//! Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
//! Intelligence 27 (1985).

use super::sliding::{Sliding, with_sliding};
use super::ways::{Row, Way, Ways};
use super::{Counts, Event, Finding, Guard, Source, Stop};
use crate::board::{Direction, Moves};
use crate::goal::Instance;

/// A node of the path, and the slide that leads on from it.
#[derive(Clone, Copy, Debug)]
struct Frame<'a, B> {
    row: &'a Row,
    /// How many slides have been tried, that of the path included.
    tried: usize,
    before: B,
}

impl<B> Frame<'_, B> {
    fn way(&self) -> Way {
        self.row.ways()[self.tried - 1]
    }
}

/// A solution: the slides of the path, that of the last frame, and one more.
struct Found<'a, B> {
    frame: Frame<'a, B>,
    last: Way,
}

struct Search<'a, T: Sliding> {
    ways: &'a Ways,
    tiles: T,
    /// By cell of the blank: the goal with the blank there, if that is one slide from the goal.
    before_goal: Vec<Option<T>>,
    home: usize,
    /// The nodes before the current one.
    path: Vec<Frame<'a, T::Before>>,
    counts: Counts,
    /// The guard is polled when this many nodes are expanded.
    next_poll: u64,
}

const POLL_EVERY: u64 = 4096;

/// Runs depth-first iterative deepening to its end or its limit.
pub(super) fn iddfs(instance: &Instance, guard: &Guard<'_>) -> Finding {
    with_sliding!(instance.size().cells(), T => run::<T>(instance, guard))
}

fn run<T: Sliding>(instance: &Instance, guard: &Guard<'_>) -> Finding {
    let (size, home) = (instance.size(), instance.blank_home());
    let identity: Vec<u16> = (0..size.cells() as u16).collect();
    let goal = T::pack(&identity);
    let ways = Ways::new(size, Direction::ALL);
    let mut before_goal = vec![None; size.cells()];
    for way in ways.at_start(home).ways() {
        let from = usize::from(way.from);
        before_goal[from] = Some(goal.swapped(from, home));
    }
    let mut search = Search {
        ways: &ways,
        tiles: T::pack(instance.labels()),
        before_goal,
        home,
        path: Vec::new(),
        counts: Counts::default(),
        next_poll: POLL_EVERY,
    };
    let start = ways.at_start(instance.blank());
    let mut depth = 0;
    let (moves, stop) = loop {
        search.counts.generated += 1;
        if instance.is_solved() {
            break (Some(Moves::default()), None);
        }
        match search.search_to(depth, start, guard) {
            Ok(Some(moves)) => break (Some(moves), None),
            Ok(None) => depth += 1,
            Err(stop) => break (None, Some(stop)),
        }
        let raised = Event::BoundRaised {
            bound: depth as u32,
            source: Source::Ida,
            counts: search.counts,
        };
        if let Err(stop) = guard.tell(&raised) {
            break (None, Some(stop));
        }
    };
    Finding {
        moves,
        lower_bound: depth as u32,
        counts: search.counts,
        stop,
    }
}

impl<'a, T: Sliding> Search<'a, T> {
    /// Searches to a depth from the start, which is not the goal: the solution.
    fn search_to(
        &mut self,
        depth: usize,
        start: &'a Row,
        guard: &Guard<'_>,
    ) -> Result<Option<Moves>, Stop> {
        debug_assert!(self.path.is_empty());
        self.counts.expanded += 1;
        let (mut row, mut tried) = (start, 0);
        match depth {
            0 => {
                self.counts.generated += start.ways().len() as u64;
                self.counts.stored = 1;
                return Ok(None);
            }
            1 => {
                let last = self.last_slide(start, depth);
                return Ok(last.map(|way| Moves::from(vec![way.by])));
            }
            2 => {
                let found = self.last_two(start, depth);
                return Ok(found.map(|found| self.solution(found)));
            }
            _ => {}
        }
        loop {
            let Some(&way) = row.ways().get(tried) else {
                // Back to the node before.
                let Some(frame) = self.path.pop() else {
                    return Ok(None);
                };
                let (from, to) = (usize::from(row.blank), usize::from(frame.row.blank));
                self.tiles.take_back(frame.before, from, to);
                (row, tried) = (frame.row, frame.tried);
                continue;
            };
            tried += 1;
            let (from, to) = (usize::from(way.from), usize::from(row.blank));
            let before = self.tiles.slide(from, to);
            self.counts.generated += 1;
            self.counts.expanded += 1;
            let next = self.ways.after(way);
            let frame = Frame { row, tried, before };
            if self.path.len() + 3 < depth {
                self.path.push(frame);
                (row, tried) = (next, 0);
                continue;
            }
            if let Some(found) = self.last_two(next, depth) {
                self.path.push(frame);
                return Ok(Some(self.solution(found)));
            }
            self.tiles.take_back(before, from, to);
            if self.counts.expanded >= self.next_poll {
                self.poll(guard)?;
            }
        }
    }

    /// The nodes below one with two slides left: the solution, if it is among them.
    #[inline]
    fn last_two(&mut self, row: &'a Row, depth: usize) -> Option<Found<'a, T::Before>> {
        for (tried, &way) in (1..).zip(row.ways()) {
            self.counts.generated += 1;
            self.counts.expanded += 1;
            let next = self.ways.after(way);
            let from = usize::from(way.from);
            if self.before_goal[from].is_none() {
                self.count_last(next, depth);
                continue;
            }
            let before = self.tiles.slide(from, usize::from(row.blank));
            if let Some(last) = self.last_slide(next, depth) {
                let frame = Frame { row, tried, before };
                return Some(Found { frame, last });
            }
            self.tiles.take_back(before, from, usize::from(row.blank));
        }
        None
    }

    /// The nodes below the current one, which has one slide left: the slide to the goal, if there
    /// is one.
    fn last_slide(&mut self, row: &Row, depth: usize) -> Option<Way> {
        if self.before_goal[usize::from(row.blank)].as_ref() != Some(&self.tiles) {
            self.count_last(row, depth);
            return None;
        }
        for &way in row.ways() {
            self.counts.generated += 1;
            if usize::from(way.from) == self.home {
                return Some(way);
            }
            self.counts.expanded += 1;
            self.counts.generated += self.ways.after(way).ways().len() as u64;
            self.counts.stored = depth as u64 + 1;
        }
        None
    }

    /// Counts the nodes at the depth of the search, and those beyond it.
    #[inline]
    fn count_last(&mut self, row: &Row, depth: usize) {
        let nodes = row.ways().len() as u64;
        self.counts.expanded += nodes;
        self.counts.generated += nodes + u64::from(row.two_ahead);
        self.counts.stored = depth as u64 + 1;
    }

    fn solution(&self, found: Found<'a, T::Before>) -> Moves {
        let frames = self.path.iter().chain([&found.frame]);
        let ways = frames.map(Frame::way).chain([found.last]);
        ways.map(|way| way.by).collect()
    }

    #[cold]
    fn poll(&mut self, guard: &Guard<'_>) -> Result<(), Stop> {
        self.next_poll = self.counts.expanded + POLL_EVERY;
        guard.check(&self.counts)?;
        guard.check_memory(self.path.capacity() * size_of::<Frame<'_, T::Before>>())
    }
}
