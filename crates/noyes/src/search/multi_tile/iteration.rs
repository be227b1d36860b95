//! One iteration: depth-first searches below the frontier, which threads share.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::line_move::LineMove;
use super::{MultiTileSolver, Node};
use crate::board::Moves;
use crate::guard::{Counts, Guard, Stop};

/// Nodes between two checks of the guard.
const CHECK_INTERVAL: u64 = 1 << 16;

/// What the threads of one iteration share.
pub(super) struct SharedIteration<'a> {
    solver: &'a MultiTileSolver,
    labels: &'a [u16],
    guard: &'a Guard<'a>,
    over: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
    end: Mutex<(Option<Moves>, Option<Stop>)>,
}

impl<'a> SharedIteration<'a> {
    /// An iteration before which these nodes were counted.
    pub fn new(
        solver: &'a MultiTileSolver,
        labels: &'a [u16],
        guard: &'a Guard<'a>,
        counts: Counts,
    ) -> Self {
        Self {
            solver,
            labels,
            guard,
            over: AtomicBool::new(false),
            generated: AtomicU64::new(counts.generated),
            expanded: AtomicU64::new(counts.expanded),
            end: Mutex::new((None, None)),
        }
    }

    /// What the iteration found, why it stopped, and all nodes so far.
    pub fn end(self) -> (Option<Moves>, Option<Stop>, Counts) {
        let counts = Counts {
            generated: self.generated.into_inner(),
            expanded: self.expanded.into_inner(),
            stored: 0,
        };
        let (moves, stop) = self.end.into_inner().unwrap_or_default();
        (moves, stop, counts)
    }

    /// Searches below a node, unless the iteration is over.
    pub fn search_below(&self, node: Node, path: &[(u8, u8)], left: u32) {
        if self.over.load(Ordering::Relaxed) || !self.solver.may_reach(&node, left) {
            return;
        }
        let mut search = DepthFirst {
            shared: self,
            path: path.to_vec(),
            expanded: 0,
            generated: 0,
        };
        let end = search.solve_within(node, left);
        let since = search.expanded;
        let counts = self.count(&mut search.expanded, &mut search.generated);
        match end {
            // The searches below single nodes may all be too small to ask by themselves.
            Ok(None) if counts.expanded % CHECK_INTERVAL < since => {
                if let Err(stop) = self.guard.check(&counts) {
                    self.finish(None, Some(stop));
                }
            }
            Ok(Some(moves)) => self.finish(Some(moves), None),
            Err(stop) => self.finish(None, stop),
            Ok(None) => {}
        }
    }

    fn count(&self, expanded: &mut u64, generated: &mut u64) -> Counts {
        let add = |total: &AtomicU64, more: &mut u64| {
            total.fetch_add(*more, Ordering::Relaxed) + std::mem::take(more)
        };
        Counts {
            expanded: add(&self.expanded, expanded),
            generated: add(&self.generated, generated),
            stored: 0,
        }
    }

    fn finish(&self, moves: Option<Moves>, stop: Option<Stop>) {
        self.over.store(true, Ordering::Relaxed);
        if let Ok(mut end) = self.end.lock() {
            end.0 = end.0.take().or(moves);
            end.1 = end.1.or(stop);
        }
    }
}

/// The depth-first search of one thread below one node.
struct DepthFirst<'a> {
    shared: &'a SharedIteration<'a>,
    path: Vec<(u8, u8)>,
    expanded: u64,
    generated: u64,
}

impl DepthFirst<'_> {
    /// A solution of exactly `left` more moves. An error without a stop means that another thread
    /// has ended the iteration.
    fn solve_within(&mut self, node: Node, left: u32) -> Result<Option<Moves>, Option<Stop>> {
        if left == 0 {
            return Ok(self.solution());
        }
        self.expanded += 1;
        if self.expanded == CHECK_INTERVAL {
            let counts = self.shared.count(&mut self.expanded, &mut self.generated);
            if self.shared.over.load(Ordering::Relaxed) {
                return Err(None);
            }
            self.shared.guard.check(&counts).map_err(Some)?;
        }
        let solver = self.shared.solver;
        let kind = usize::from(node.next);
        // The next move is of the other kind: of this kind, half of the rest is left, rounded down.
        let most = (left - 1) / 2;
        for to in 0..solver.lines(kind) {
            if to == usize::from(node.blank[kind]) {
                continue;
            }
            let child = solver.moved(node, to);
            self.generated += 1;
            if solver.bound(&child, kind) > most {
                continue;
            }
            self.path.push((node.next, to as u8));
            if let Some(moves) = self.solve_within(child, left - 1)? {
                return Ok(Some(moves));
            }
            self.path.pop();
        }
        Ok(None)
    }

    /// The path as slides, if it really leads home: colours alone do not tell.
    fn solution(&self) -> Option<Moves> {
        let size = self.shared.solver.size;
        let home = self.shared.solver.home;
        let mut labels = self.shared.labels.to_vec();
        let mut blank = labels
            .iter()
            .position(|&label| usize::from(label) == home)?;
        let mut moves = Moves::new();
        for &(kind, to) in &self.path {
            for (direction, cell) in (LineMove { kind, to }).slides(size, blank) {
                labels.swap(blank, cell);
                blank = cell;
                moves.push(direction);
            }
        }
        let solved = labels.iter().copied().eq(0..labels.len() as u16);
        solved.then_some(moves)
    }
}
