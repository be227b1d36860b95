//! Bidirectional A*: from the board and from the goal at once, until no path can be shorter.
//!
//! # Idea
//!
//! Both sides index their nodes. When one generates a node that the other has, the two paths join.
//! The first join need not be the shortest, and stopping there is the classic mistake. With U the
//! length of the shortest join so far, each undiscovered path from board to goal
//!
//! * leaves the forward side through an open node, so it is at least the least open forward
//!   priority; likewise backward;
//! * consists of a forward part, one slide, and a backward part through open nodes of both sides,
//!   so
//!   it is at least the least open moves of both sides together, plus one.
//!
//! When the maximum of the three reaches U, U is the minimum. Nodes whose priority reaches U are
//! not
//! stored. The side with fewer open nodes goes next.
//!
//! # Citation
//!
//! The termination rule is that of Kaindl & Kainz 1997 and Holte et al., "MM: a bidirectional
//! search
//! algorithm that is guaranteed to meet in the middle", Artificial Intelligence 252 (2017).

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
    /// Priority, distance, newest first.
    queue: MinPq<(u32, u32, u32)>,
    /// How many open nodes there are with each number of moves.
    moves: Histogram,
}

struct Search<'a, H: Heuristic, P: Packed> {
    both: TwoSides<'a, H, P>,
    open: [OpenList; 2],
}

/// Runs bidirectional A* to its end or its limit. `backward` is the heuristic of the reversed
/// instance.
pub(super) fn bidirectional<H: Heuristic, P: Packed>(
    instance: &Instance,
    forward: &H,
    backward: &H,
    guard: &Guard<'_>,
) -> Finding {
    let mut search = Search::<H, P> {
        both: TwoSides::new(instance, forward, backward, Source::Bidirectional),
        open: Default::default(),
    };
    let stop = search.run(instance, guard).err();
    search.both.finding(stop)
}

impl<H: Heuristic, P: Packed> Search<'_, H, P> {
    fn run(&mut self, instance: &Instance, guard: &Guard<'_>) -> Result<(), Stop> {
        for side in [FORWARD, BACKWARD] {
            self.both.start(side, instance, guard)?;
            self.queue_opened(side, guard)?;
        }
        loop {
            self.drop_stale(FORWARD);
            self.drop_stale(BACKWARD);
            let [forward, backward] = &self.open;
            let through = forward.moves.least().saturating_add(backward.moves.least());
            let bound = forward.least_priority().max(backward.least_priority());
            if self
                .both
                .raise(bound.max(through.saturating_add(1)), guard)?
            {
                return Ok(());
            }
            let side = usize::from(backward.moves.total() < forward.moves.total());
            let Some((_, _, age)) = self.open[side].queue.del_min() else {
                return Ok(());
            };
            let id = !age;
            self.open[side]
                .moves
                .remove(self.both.sides[side].nodes.get(id).moves);
            let queues = self.queue_bytes();
            self.both.expand(side, id, guard, queues)?;
            self.queue_opened(side, guard)?;
        }
    }

    fn queue_bytes(&self) -> usize {
        self.open.iter().map(|open| queue_bytes(&open.queue)).sum()
    }

    fn queue_opened(&mut self, side: usize, guard: &Guard<'_>) -> Result<(), Stop> {
        for index in 0..self.both.opened.len() {
            let opened = self.both.opened[index];
            let at = &self.both.sides[side];
            let (moves, distance) = (at.nodes.get(opened.id).moves, at.distance(opened.id));
            let others = self.both.bytes() + queue_bytes(&self.open[1 - side].queue);
            let open = &mut self.open[side];
            if let Some(before) = opened.before {
                open.moves.remove(before);
            }
            open.moves.add(moves);
            let entry = (moves + distance, distance, !opened.id);
            insert_within(&mut open.queue, entry, guard, others)?;
        }
        Ok(())
    }

    /// Drops entries at the head of the queue that are not those of an open node.
    fn drop_stale(&mut self, side: usize) {
        let (nodes, queue) = (&self.both.sides[side].nodes, &mut self.open[side].queue);
        while let Some(&(priority, distance, age)) = queue.min() {
            let node = nodes.get(!age as NodeId);
            if node.is_open && node.moves + distance == priority {
                break;
            }
            queue.del_min();
        }
    }
}

impl OpenList {
    fn least_priority(&self) -> u32 {
        let least = self.queue.min();
        least.map_or(u32::MAX, |&(priority, ..)| priority)
    }
}
