//! Weighted IDA* with a set of visited boards: depth-first below a rising threshold.
//!
//! # Idea
//!
//! A board's priority is moves + weight × distance. Each iteration is a depth-first search on a
//! stack, which leaves out boards whose priority is above the threshold; the least priority that
//! was left out is the next threshold. Within an iteration a set holds the boards that have been
//! visited, and a map the fewest moves to each board that was put on the stack:
//!
//! * a visited board is not visited again;
//! * a board goes on the stack again only with fewer moves than before.
//!
//! Both are cleared for each threshold. Of a board's neighbours, the nearest to the goal is visited
//! first. Among those equally near, the one that slides on in the direction of the last slide goes
//! first, and then the first in the order down, right, left, up of the tile. Which boards are
//! solved in a given time depends on this order: see `bench/records/`.
//!
//! # Invariants
//!
//! A depth-first search often reaches a board by a long path first. Its own neighbours may then be
//! above the threshold, and the shorter path comes too late: the board is in the set. So the
//! set costs the guarantee of IDA*: with weight 1 solutions need not be minimal, with weight w they
//! may be longer than w times the minimum, and the threshold is no lower bound. The only bound that
//! this search reports is that of the start.
//!
//! # Cost
//!
//! Sixteen bytes for each board reached in an iteration, in a table that is at most 5/8 full. Where
//! the memory limit is reached, further boards are not put into the set, and the search goes on.
//! With the weight `size` (n/2 up to 4×4, n²/2 above) most boards from 3×3 to 9×9 are solved in
//! seconds, in thousands of moves: see `bench/records/`.
//!
//! # What it is for
//!
//! Any solution of a board that is too large for A*, from a heuristic alone. For the shortest use
//! `ida`; for short ones of large boards, `beam`.
//!
//! # Citation
//!
//! The algorithm is that of a well-known student project, the Java program *FifteenPuzzleSolver*.
//! The iterations are those of Korf 1985, the weight is that of Pohl 1970, and the map of fewest
//! moves is the transposition table of Reinefeld & Marsland, "Enhanced iterative-deepening search",
//! IEEE Transactions on Pattern Analysis and Machine Intelligence 16 (1994).

mod transpositions;

use std::cmp::Reverse;

use self::transpositions::{BoardKey, Reached, Transpositions};
use super::memo_after::memo_after;
use super::{Counts, Finding, Guard, Stop, Weight};
use crate::board::{Direction, Moves, MutableBoard};
use crate::goal::Instance;
use crate::heuristic::Heuristic;

/// A board that waits on the stack, as a slide from the board before it.
#[derive(Clone, Copy, Debug)]
struct Waiting<M> {
    key: u64,
    memo: M,
    distance: u32,
    /// Moves made, this slide included.
    moves: u32,
    /// The cell that the tile leaves.
    from: u16,
    by: Direction,
}

/// A slide of the path.
#[derive(Clone, Copy, Debug)]
struct Made {
    /// The blank's cell before it.
    to: u16,
    by: Direction,
}

struct Search<'a, H: Heuristic> {
    heuristic: &'a H,
    weight: Weight,
    board: MutableBoard,
    keys: BoardKey,
    path: Vec<Made>,
    stack: Vec<Waiting<H::Memo>>,
    reached: Transpositions,
    counts: Counts,
}

/// How an iteration ended.
enum Iteration {
    /// The path leads to the goal.
    Found,
    /// Nothing within the threshold; the least priority beyond it, if any.
    Beyond(Option<u64>),
}

/// Runs weighted IDA* to its end or its limit.
pub(super) fn weighted_ida<H: Heuristic>(
    instance: &Instance,
    heuristic: &H,
    weight: Weight,
    guard: &Guard<'_>,
) -> Finding {
    let memo = heuristic.start(instance.labels());
    let lower_bound = heuristic.value(memo);
    let mut search = Search {
        heuristic,
        weight,
        board: MutableBoard::new(instance.size(), instance.labels(), instance.blank()),
        keys: BoardKey::new(instance.size().cells()),
        path: Vec::new(),
        stack: Vec::new(),
        reached: Transpositions::new(),
        counts: Counts::default(),
    };
    let mut threshold = weight.priority(0, lower_bound);
    let (found, stop) = loop {
        match search.iterate(memo, threshold, guard) {
            Ok(Iteration::Found) => break (true, None),
            Ok(Iteration::Beyond(Some(least))) => threshold = least,
            Ok(Iteration::Beyond(None)) => break (false, None),
            Err(stop) => break (false, Some(stop)),
        }
    };
    let moves: Option<Moves> = found.then(|| search.path.iter().map(|made| made.by).collect());
    Finding {
        moves,
        lower_bound,
        counts: search.counts,
        stop,
    }
}

impl<H: Heuristic> Search<'_, H> {
    fn iterate(
        &mut self,
        memo: H::Memo,
        threshold: u64,
        guard: &Guard<'_>,
    ) -> Result<Iteration, Stop> {
        let mut beyond: Option<u64> = None;
        self.unwind(0);
        self.stack.clear();
        self.reached.clear();
        self.counts.generated += 1;
        let key = self.keys.of(&self.board.labels);
        self.reached.set(key, Reached::Visited, guard);
        if self.heuristic.value(memo) == 0 && self.board.is_goal() {
            return Ok(Iteration::Found);
        }
        self.expand(key, memo, threshold, &mut beyond, guard)?;
        while let Some(next) = self.stack.pop() {
            let is_stale = match self.reached.get(next.key) {
                Some(Reached::Visited) => true,
                Some(Reached::Waiting(moves)) => moves < next.moves,
                None => false,
            };
            if is_stale {
                continue;
            }
            self.unwind(next.moves as usize - 1);
            let to = self.board.blank as u16;
            self.path.push(Made { to, by: next.by });
            self.board.slide_from(usize::from(next.from));
            self.reached.set(next.key, Reached::Visited, guard);
            if next.distance == 0 && self.board.is_goal() {
                return Ok(Iteration::Found);
            }
            self.expand(next.key, next.memo, threshold, &mut beyond, guard)?;
        }
        Ok(Iteration::Beyond(beyond))
    }

    /// Takes slides back until the path has `length`.
    fn unwind(&mut self, length: usize) {
        for made in self.path.drain(length..).rev() {
            self.board.slide_from(usize::from(made.to));
        }
    }

    /// Puts the neighbours of the current board on the stack, the nearest to the goal on top.
    fn expand(
        &mut self,
        key: u64,
        memo: H::Memo,
        threshold: u64,
        beyond: &mut Option<u64>,
        guard: &Guard<'_>,
    ) -> Result<(), Stop> {
        self.counts.expanded += 1;
        if self.counts.expanded.is_multiple_of(4096) {
            guard.check(&self.counts)?;
            let stack = self.stack.capacity() * size_of::<Waiting<H::Memo>>();
            let path = self.path.capacity() * size_of::<Made>();
            guard.check_memory(self.reached.bytes() + stack + path)?;
        }
        let (to, moves) = (self.board.blank, self.path.len() as u32 + 1);
        let blank = usize::from(self.board.blank_label);
        let last = self.path.last().copied();
        let back = last.map(|made| usize::from(made.to));
        let first = self.stack.len();
        // The table is read for all neighbours at once.
        let neighbours = Direction::ALL.map(|direction| {
            let from = self.board.source_cell(direction);
            let from = from.filter(|&from| Some(from) != back)?;
            let label = usize::from(self.board.labels[from]);
            let key = self.keys.after(key, label, blank, from, to);
            self.reached.prefetch(key);
            Some((direction, from, key))
        });
        for (direction, from, key) in neighbours.into_iter().flatten() {
            self.counts.generated += 1;
            match self.reached.get(key) {
                Some(Reached::Visited) => continue,
                Some(Reached::Waiting(fewest)) if fewest <= moves => continue,
                _ => {}
            }
            let memo = memo_after(self.heuristic, memo, &mut self.board, from);
            let distance = self.heuristic.value(memo);
            let priority = self.weight.priority(moves, distance);
            if priority > threshold {
                *beyond = Some(beyond.map_or(priority, |least| least.min(priority)));
                continue;
            }
            self.reached.set(key, Reached::Waiting(moves), guard);
            self.stack.push(Waiting {
                key,
                memo,
                distance,
                moves,
                from: from as u16,
                by: direction,
            });
        }
        self.stack[first..].sort_by_key(|waiting| {
            let is_straight = last.is_some_and(|made| made.by == waiting.by);
            (Reverse(waiting.distance), is_straight)
        });
        self.counts.stored = self.counts.stored.max(self.reached.len() as u64);
        Ok(())
    }
}
