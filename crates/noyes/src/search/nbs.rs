//! NBS: a search from both ends that expands at most twice the nodes that any must.
//!
//! # Idea
//!
//! A pair of open nodes, u of the forward side and v of the backward side, allows a solution of no
//! less than
//!
//! ```text
//! lb(u, v) = max(moves + distance of u, moves + distance of v, moves of u + moves of v + 1)
//! ```
//!
//! To prove a minimum, every search must expand one of each pair whose lb is below it. NBS always
//! takes a pair with the least lb and expands both, so it expands at most twice as many nodes as
//! the fewest that any search of its kind could.
//!
//! Each side has two queues. *Waiting* nodes are ordered by moves + distance; those at most the
//! current bound become *ready*, where they are ordered by moves.
//!
//! # Invariants
//!
//! The bound is the least lb of all pairs. It rises when no ready pair has it, and is reported.
//! When it reaches the length of the shortest join, that is the minimum.
//!
//! # Cost
//!
//! Memory for the nodes of both sides, and two queue entries for a node at most.
//!
//! # What it is for
//!
//! The bidirectional search that is never far from the best possible, whatever the heuristic.
//!
//! # Citation
//!
//! Chen, Holte, Zilles & Sturtevant, "Front-to-end bidirectional heuristic search with near-optimal
//! node expansions", IJCAI 2017.

use super::insert_within::{insert_within, queue_bytes};
use super::search_graph::NodeId;
use super::two_sides::{BACKWARD, FORWARD, TwoSides};
use super::{Finding, Guard, MinPq, Source, Stop};
use crate::board::Packed;
use crate::goal::Instance;
use crate::heuristic::Heuristic;

/// An entry of a queue: the value that orders it, the moves of its node, the newest first.
type Entry = (u32, u32, u32);

/// The open nodes of one side.
#[derive(Default)]
struct OpenList {
    /// By moves + distance.
    waiting: MinPq<Entry>,
    /// By moves.
    ready: MinPq<Entry>,
}

struct Nbs<'a, H: Heuristic, P: Packed> {
    both: TwoSides<'a, H, P>,
    open: [OpenList; 2],
    /// The least lb of all pairs.
    bound: u32,
}

/// Runs NBS to its end or its limit. `backward` is the heuristic of the reversed instance.
pub(super) fn nbs<H: Heuristic, P: Packed>(
    instance: &Instance,
    forward: &H,
    backward: &H,
    guard: &Guard<'_>,
) -> Finding {
    let mut search = Nbs::<H, P> {
        both: TwoSides::new(instance, forward, backward, Source::Nbs),
        open: Default::default(),
        bound: 0,
    };
    let stop = search.run(instance, guard).err();
    search.both.finding(stop)
}

impl<H: Heuristic, P: Packed> Nbs<'_, H, P> {
    fn run(&mut self, instance: &Instance, guard: &Guard<'_>) -> Result<(), Stop> {
        for side in [FORWARD, BACKWARD] {
            self.both.start(side, instance, guard)?;
            self.queue_opened(side, guard)?;
        }
        while let Some(pair) = self.best_pair(guard)? {
            for (side, id) in [FORWARD, BACKWARD].into_iter().zip(pair) {
                // The first of the pair may have met the other side, and joined with the second.
                if self.both.length() <= self.bound {
                    break;
                }
                self.open[side].ready.del_min();
                let queues = self.queue_bytes();
                self.both.expand(side, id, guard, queues)?;
                self.queue_opened(side, guard)?;
            }
        }
        Ok(())
    }

    /// A pair with the least lb, at the heads of the ready queues; none when the minimum is known.
    fn best_pair(&mut self, guard: &Guard<'_>) -> Result<Option<[NodeId; 2]>, Stop> {
        loop {
            if self.both.raise(self.bound, guard)? {
                return Ok(None);
            }
            // What cannot wait any more becomes ready.
            for side in [FORWARD, BACKWARD] {
                while self.least_waiting(side) < self.bound {
                    self.make_ready(side, guard)?;
                }
            }
            let ready = [self.least_ready(FORWARD), self.least_ready(BACKWARD)];
            let through = match ready {
                [Some((u, _)), Some((v, _))] => u + v + 1,
                _ => u32::MAX,
            };
            if let [Some((_, u)), Some((_, v))] = ready
                && through <= self.bound
            {
                return Ok(Some([u, v]));
            }
            let waiting = [self.least_waiting(FORWARD), self.least_waiting(BACKWARD)];
            match waiting.iter().position(|&least| least <= self.bound) {
                Some(side) => self.make_ready(side, guard)?,
                None => {
                    let is_over = |side: usize| ready[side].is_none() && waiting[side] == u32::MAX;
                    if is_over(FORWARD) || is_over(BACKWARD) {
                        // A side has no open node left: no path is shorter than the best join.
                        self.bound = u32::MAX;
                    } else {
                        self.bound = waiting[0].min(waiting[1]).min(through);
                    }
                }
            }
        }
    }

    fn queue_bytes(&self) -> usize {
        let bytes = |open: &OpenList| queue_bytes(&open.waiting) + queue_bytes(&open.ready);
        self.open.iter().map(bytes).sum()
    }

    fn queue_opened(&mut self, side: usize, guard: &Guard<'_>) -> Result<(), Stop> {
        for index in 0..self.both.opened.len() {
            let id = self.both.opened[index].id;
            let at = &self.both.sides[side];
            let moves = at.nodes.get(id).moves;
            let entry = (moves + at.distance(id), moves, !id);
            let others = self.both.bytes() + self.queue_bytes();
            insert_within(&mut self.open[side].waiting, entry, guard, others)?;
        }
        Ok(())
    }

    /// Moves the head of the waiting queue to the ready one.
    fn make_ready(&mut self, side: usize, guard: &Guard<'_>) -> Result<(), Stop> {
        let others = self.both.bytes() + self.queue_bytes();
        let open = &mut self.open[side];
        if let Some((_, moves, age)) = open.waiting.del_min() {
            insert_within(&mut open.ready, (moves, moves, age), guard, others)?;
        }
        Ok(())
    }

    /// The least moves + distance that waits; [`u32::MAX`] if nothing does.
    fn least_waiting(&mut self, side: usize) -> u32 {
        let nodes = &self.both.sides[side].nodes;
        let queue = &mut self.open[side].waiting;
        let is_current = |moves, id| nodes.get(id).is_open && nodes.get(id).moves == moves;
        head(queue, is_current).map_or(u32::MAX, |(least, _)| least)
    }

    /// The ready node with the fewest moves, and these.
    fn least_ready(&mut self, side: usize) -> Option<(u32, NodeId)> {
        let nodes = &self.both.sides[side].nodes;
        let queue = &mut self.open[side].ready;
        head(queue, |moves, id| {
            nodes.get(id).is_open && nodes.get(id).moves == moves
        })
    }
}

/// The value and the node at the head of a queue, after stale entries are dropped.
fn head(
    queue: &mut MinPq<Entry>,
    is_current: impl Fn(u32, NodeId) -> bool,
) -> Option<(u32, NodeId)> {
    while let Some(&(value, moves, age)) = queue.min() {
        if is_current(moves, !age) {
            return Some((value, !age));
        }
        queue.del_min();
    }
    None
}
