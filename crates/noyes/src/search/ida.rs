//! IDA*: depth-first search under a rising threshold, with memory only for the path.
//!
//! # Idea
//!
//! Each iteration walks all paths whose moves + distance stay within the threshold. The least
//! priority beyond it is the next threshold, and a proven lower bound. With a weight above one the
//! distance counts more, as in weighted A*.
//!
//! # Invariants
//!
//! The path is an explicit stack of frames over one arrangement that is slid forth and back, so a
//! path of a million moves needs memory but no call stack. Between iterations the arrangement is
//! the
//! start's.
//!
//! # Cost
//!
//! Nodes are not stored, so boards reached by several paths are expanded once for each. This search
//! is generic over the heuristic; `pattern_ida` is made for pattern tables.
//!
//! # Citation
//!
//! Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
//! Intelligence 27 (1985).

use super::{Counts, Event, Finding, Guard, Source, Stop, Weight};
use crate::board::{Direction, Moves, SlideTable};
use crate::goal::Instance;
use crate::heuristic::{Heuristic, Slide};

/// An arrangement of the path: how it was reached, and which slide is tried next.
#[derive(Clone, Copy, Debug)]
struct Frame<M> {
    memo: M,
    blank: u16,
    /// The blank's cell before, or this one at the start.
    back: u16,
    /// The slide that led here; meaningless at the start.
    by: Direction,
    next: u8,
}

struct Ida<'a, H: Heuristic> {
    heuristic: &'a H,
    weight: Weight,
    slide_table: SlideTable,
    cells: Vec<u16>,
    path: Vec<Frame<H::Memo>>,
    counts: Counts,
}

/// How an iteration ended.
enum Iteration {
    /// The path leads to the goal.
    Found,
    /// Nothing within the threshold; the least priority beyond it, if any.
    Beyond(Option<u64>),
}

/// Runs IDA*, weighted or not, to its end or its limit.
pub(super) fn ida<H: Heuristic>(
    instance: &Instance,
    heuristic: &H,
    weight: Weight,
    guard: &Guard<'_>,
) -> Finding {
    let memo = heuristic.start(instance.labels());
    let mut search = Ida {
        heuristic,
        weight,
        slide_table: SlideTable::new(instance.size()),
        cells: instance.labels().to_vec(),
        path: vec![Frame {
            memo,
            blank: instance.blank() as u16,
            back: instance.blank() as u16,
            by: Direction::Up,
            next: 0,
        }],
        counts: Counts::default(),
    };
    let mut lower_bound = heuristic.value(memo);
    let mut threshold = weight.priority(0, lower_bound);
    let stop = loop {
        match search.iterate(threshold, guard) {
            Ok(Iteration::Found) => break None,
            Ok(Iteration::Beyond(Some(least))) => threshold = least,
            Ok(Iteration::Beyond(None)) => break None,
            Err(stop) => break Some(stop),
        }
        if weight.is_one() {
            lower_bound = (threshold / 1000) as u32;
            let raised = Event::BoundRaised {
                bound: lower_bound,
                source: Source::Ida,
                counts: search.counts,
            };
            if let Err(stop) = guard.tell(&raised) {
                break Some(stop);
            }
        }
    };
    let moves: Option<Moves> = match stop {
        None => Some(search.path[1..].iter().map(|frame| frame.by).collect()),
        Some(_) => None,
    };
    if let Some(moves) = &moves {
        lower_bound = lower_bound.max(weight.least(moves.len() as u32));
    }
    Finding {
        moves,
        lower_bound,
        counts: search.counts,
        stop,
    }
}

impl<H: Heuristic> Ida<'_, H> {
    fn iterate(&mut self, threshold: u64, guard: &Guard<'_>) -> Result<Iteration, Stop> {
        debug_assert_eq!(self.path.len(), 1);
        let mut beyond: Option<u64> = None;
        self.path[0].next = 0;
        self.counts.generated += 1;
        let home = self.cells[usize::from(self.path[0].blank)];
        if self.heuristic.value(self.path[0].memo) == 0 && self.is_goal() {
            return Ok(Iteration::Found);
        }
        self.enter(guard)?;
        loop {
            let depth = self.path.len();
            let top = &mut self.path[depth - 1];
            if top.next == 4 {
                // Take the slide back.
                let frame = *top;
                if depth == 1 {
                    return Ok(Iteration::Beyond(beyond));
                }
                self.path.pop();
                let (blank, back) = (usize::from(frame.blank), usize::from(frame.back));
                self.cells[blank] = self.cells[back];
                self.cells[back] = home;
                continue;
            }
            let direction = Direction::ALL[usize::from(top.next)];
            top.next += 1;
            let (to, memo, back) = (usize::from(top.blank), top.memo, usize::from(top.back));
            let Some(from) = self.slide_table.source_cell(to, direction) else {
                continue;
            };
            if from == back {
                continue;
            }
            // Slide, evaluate, and go on only within the threshold.
            let label = self.cells[from];
            self.cells[to] = label;
            self.cells[from] = home;
            self.counts.generated += 1;
            let slide = Slide {
                label: usize::from(label),
                from,
                to,
            };
            let memo = self.heuristic.step(memo, slide, self.cells.as_slice());
            let distance = self.heuristic.value(memo);
            let priority = self.weight.priority(depth as u32, distance);
            if priority > threshold {
                beyond = Some(beyond.map_or(priority, |least| least.min(priority)));
                self.cells[from] = label;
                self.cells[to] = home;
                continue;
            }
            self.path.push(Frame {
                memo,
                blank: from as u16,
                back: to as u16,
                by: direction,
                next: 0,
            });
            if distance == 0 && self.is_goal() {
                return Ok(Iteration::Found);
            }
            self.enter(guard)?;
        }
    }

    /// Counts an expansion, and polls the guard every 4096.
    fn enter(&mut self, guard: &Guard<'_>) -> Result<(), Stop> {
        self.counts.expanded += 1;
        self.counts.stored = self.counts.stored.max(self.path.len() as u64);
        if self.counts.expanded.is_multiple_of(4096) {
            guard.check(&self.counts)?;
            guard.check_memory(self.path.capacity() * size_of::<Frame<H::Memo>>())?;
        }
        Ok(())
    }

    /// A distance of zero is not proof of the goal: the blank does not count in it.
    fn is_goal(&self) -> bool {
        (0..).zip(&self.cells).all(|(cell, &label)| cell == label)
    }
}
