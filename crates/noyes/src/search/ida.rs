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
//! the start's.
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

use super::{CountAs, Counts, Event, Finding, Guard, Source, Stop};
use crate::board::{Direction, Moves, SlideTable};
use crate::goal::Instance;
use crate::heuristic::{Heuristic, Manhattan, Slide};

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
    /// The order in which slides are tried.
    order: [Direction; 4],
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
    let memo = heuristic.start(instance.labels());
    let mut search = Ida {
        heuristic,
        order,
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
    let stop = loop {
        match search.iterate(lower_bound, guard) {
            Ok(Iteration::Found) => break None,
            Ok(Iteration::Beyond(Some(least))) => lower_bound = least,
            Ok(Iteration::Beyond(None)) => break None,
            Err(stop) => break Some(stop),
        }
        if count_as == CountAs::Korf1985 {
            // The next iteration counts the start again.
            search.counts.generated -= 1;
        }
        let raised = Event::BoundRaised {
            bound: lower_bound,
            source: Source::Ida,
            counts: search.counts,
        };
        if let Err(stop) = guard.tell(&raised) {
            break Some(stop);
        }
    };
    let moves: Option<Moves> = match stop {
        None => Some(search.path[1..].iter().map(|frame| frame.by).collect()),
        Some(_) => None,
    };
    Finding {
        moves,
        lower_bound,
        counts: search.counts,
        stop,
    }
}

impl<H: Heuristic> Ida<'_, H> {
    fn iterate(&mut self, threshold: u32, guard: &Guard<'_>) -> Result<Iteration, Stop> {
        debug_assert_eq!(self.path.len(), 1);
        let mut beyond: Option<u32> = None;
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
            let direction = self.order[usize::from(top.next)];
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
            let priority = depth as u32 + distance;
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
