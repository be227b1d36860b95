//! MM: a search from both ends that meets in the middle.
//!
//! # Idea
//!
//! As in `bidirectional`, one side starts from the board and one from the goal. A node's priority
//! is the maximum of its moves + distance and twice its moves + 1, and the node with the least
//! priority of both sides is expanded. So no side expands a node with more than half of the moves
//! of a shortest solution, whatever the heuristic: the two meet in the middle.
//!
//! # Invariants
//!
//! With U the length of the shortest join so far, no solution is shorter than the maximum of
//!
//! * the least priority of all open nodes,
//! * the least moves + distance of each side,
//! * the least moves of both sides together, plus one slide between them.
//!
//! That maximum is reported as the lower bound. When it reaches U, U is the minimum.
//!
//! # Cost
//!
//! Memory for the nodes of both sides. With Manhattan distance it expands about as many nodes as A*
//! (`bench/records/`); where the heuristic is weak, far fewer.
//!
//! # What it is for
//!
//! The bidirectional search with the guarantee in its name. `nbs` has a guarantee on the number of
//! nodes instead.
//!
//! # Citation
//!
//! Holte, Felner, Sharon & Sturtevant, "Bidirectional search that is guaranteed to meet in the
//! middle", AAAI 2016. This is MMε with ε = 1, the cost of a slide.

use super::insert_within::{insert_within, queue_bytes};
use super::search_graph::NodeId;
use super::two_sides::{BACKWARD, FORWARD, Histogram, TwoSides};
use super::{Finding, Guard, MinPq, Source, Stop};
use crate::board::Packed;
use crate::goal::Instance;
use crate::heuristic::Heuristic;

/// The open nodes of one side.
#[derive(Default)]
struct OpenList {
    /// Priority, moves, newest first. Of equal priorities the fewest moves go first.
    queue: MinPq<(u32, u32, u32)>,
    /// How many open nodes there are with each number of moves, and with each moves + distance.
    moves: Histogram,
    sums: Histogram,
}

struct Mm<'a, H: Heuristic, P: Packed> {
    both: TwoSides<'a, H, P>,
    open: [OpenList; 2],
}

/// The priority of a node.
fn priority(moves: u32, distance: u32) -> u32 {
    (moves + distance).max(2 * moves + 1)
}

/// Runs MM to its end or its limit. `backward` is the heuristic of the reversed instance.
pub(super) fn mm<H: Heuristic, P: Packed>(
    instance: &Instance,
    forward: &H,
    backward: &H,
    guard: &Guard<'_>,
) -> Finding {
    let mut search = Mm::<H, P> {
        both: TwoSides::new(instance, forward, backward, Source::Mm),
        open: Default::default(),
    };
    let stop = search.run(instance, guard).err();
    search.both.finding(stop)
}

impl<H: Heuristic, P: Packed> Mm<'_, H, P> {
    fn run(&mut self, instance: &Instance, guard: &Guard<'_>) -> Result<(), Stop> {
        for side in [FORWARD, BACKWARD] {
            self.both.start(side, instance, guard)?;
            self.queue_opened(side, guard)?;
        }
        loop {
            let least = [self.least_priority(FORWARD), self.least_priority(BACKWARD)];
            let [forward, backward] = &self.open;
            let through = forward.moves.least().saturating_add(backward.moves.least());
            let sums = forward.sums.least().max(backward.sums.least());
            let bound = sums.max(through.saturating_add(1));
            let priority = least[0].min(least[1]);
            if self.both.raise(bound.max(priority), guard)? {
                return Ok(());
            }
            let side = usize::from(least[BACKWARD] < least[FORWARD]);
            let Some((_, _, age)) = self.open[side].queue.del_min() else {
                return Ok(());
            };
            let id = !age;
            let (moves, distance) = self.measure(side, id);
            self.open[side].remove(moves, distance);
            let queues = self.queue_bytes();
            self.both.expand(side, id, guard, queues)?;
            self.queue_opened(side, guard)?;
        }
    }

    fn queue_bytes(&self) -> usize {
        self.open.iter().map(|open| queue_bytes(&open.queue)).sum()
    }

    /// Moves and distance of a node.
    fn measure(&self, side: usize, id: NodeId) -> (u32, u32) {
        let at = &self.both.sides[side];
        (at.nodes.get(id).moves, at.distance(id))
    }

    /// The least priority of a side, after its stale entries are dropped.
    fn least_priority(&mut self, side: usize) -> u32 {
        let (nodes, queue) = (&self.both.sides[side].nodes, &mut self.open[side].queue);
        while let Some(&(priority, moves, age)) = queue.min() {
            let node = nodes.get(!age);
            if node.is_open && node.moves == moves {
                return priority;
            }
            queue.del_min();
        }
        u32::MAX
    }

    fn queue_opened(&mut self, side: usize, guard: &Guard<'_>) -> Result<(), Stop> {
        for index in 0..self.both.opened.len() {
            let opened = self.both.opened[index];
            let (moves, distance) = self.measure(side, opened.id);
            let others = self.both.bytes() + queue_bytes(&self.open[1 - side].queue);
            let open = &mut self.open[side];
            if let Some(before) = opened.before {
                open.remove(before, distance);
            }
            open.moves.add(moves);
            open.sums.add(moves + distance);
            let entry = (priority(moves, distance), moves, !opened.id);
            insert_within(&mut open.queue, entry, guard, others)?;
        }
        Ok(())
    }
}

impl OpenList {
    fn remove(&mut self, moves: u32, distance: u32) {
        self.moves.remove(moves);
        self.sums.remove(moves + distance);
    }
}
