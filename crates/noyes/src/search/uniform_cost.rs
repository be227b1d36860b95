//! Uniform-cost search (Dijkstra): the board with the fewest moves made is expanded next.
//!
//! # Idea
//!
//! A* without a heuristic: every distance is 0, so the priority is the number of moves made. All
//! slides cost the same, so boards leave the queue layer by layer, as in breadth-first search. The
//! goal is recognised when it is dequeued, not when it is generated, so the layer before it is
//! expanded as a whole.
//!
//! # The queue
//!
//! Nodes are numbered as they are enqueued, so a layer is a range of numbers: this range is the
//! queue's part with the least priority (a bucket, after Dial 1969), and taking a node out costs
//! nothing. Among equal priorities the newest goes first, as in `astar`.
//!
//! # Invariants
//!
//! What is dequeued has the fewest moves of all open nodes. That number is a proven lower bound,
//! and at the goal it is the minimum. No node is reached again by fewer moves.
//!
//! # Cost
//!
//! Memory for all boards up to the depth of the goal: the 8-puzzle fits whole, the 15-puzzle up to
//! about 25 moves. `bfs` stops a layer earlier.
//!
//! # What it is for
//!
//! The yardstick for heuristics: what A* costs if the heuristic says nothing.
//!
//! # Citation
//!
//! Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik 1 (1959).
//! Dial, "Algorithm 360: shortest-path forest with topological ordering", Communications of the ACM
//! 12 (1969).

use super::search_graph::{NodeId, SearchGraph};
use super::stored_node::StoredNode;
use super::{Counts, Event, Finding, Guard, Source, Stop};
use crate::board::{Direction, Packed, SlideTable};
use crate::goal::Instance;

struct Search<P: Packed> {
    nodes: SearchGraph<StoredNode<P, u32>>,
    slide_table: SlideTable,
    goal: P,
    counts: Counts,
    /// The moves of what is dequeued.
    depth: u32,
}

/// Runs uniform-cost search to its end or its limit.
pub(super) fn uniform_cost<P: Packed>(instance: &Instance, guard: &Guard<'_>) -> Finding {
    let cells = instance.size().cells();
    let identity: Vec<u16> = (0..cells as u16).collect();
    let mut search = Search {
        nodes: SearchGraph::new(cells, true),
        slide_table: SlideTable::new(instance.size()),
        goal: P::pack(&identity),
        counts: Counts::default(),
        depth: 0,
    };
    let (goal, stop) = match search.run(instance, guard) {
        Ok(goal) => (goal, None),
        Err(stop) => (None, Some(stop)),
    };
    Finding {
        moves: goal.map(|id| search.nodes.path(id, &search.slide_table)),
        lower_bound: search.depth,
        counts: search.counts,
        stop,
    }
}

impl<P: Packed> Search<P> {
    /// Dequeues until the goal comes: its node, or none if it cannot be reached.
    fn run(&mut self, instance: &Instance, guard: &Guard<'_>) -> Result<Option<NodeId>, Stop> {
        let state = P::pack(instance.labels());
        self.enqueue(StoredNode::start(state, 0, instance.blank()), guard)?;
        let mut layer = 0..1;
        while !layer.is_empty() {
            let next = layer.end;
            for id in layer.rev() {
                if self.nodes.is_to_ask(self.counts.expanded) {
                    guard.check(&self.counts)?;
                }
                if self.nodes.get(id).state == self.goal {
                    return Ok(Some(id));
                }
                self.expand(id, guard)?;
            }
            layer = next..self.nodes.len() as NodeId;
            self.depth += 1;
            guard.tell(&Event::BoundRaised {
                bound: self.depth,
                source: Source::AStar,
                counts: self.counts,
            })?;
        }
        Ok(None)
    }

    fn enqueue(&mut self, node: StoredNode<P, u32>, guard: &Guard<'_>) -> Result<(), Stop> {
        self.nodes.push(node, guard, 0, &self.counts)?;
        self.counts.generated += 1;
        self.counts.stored = self.nodes.len() as u64;
        Ok(())
    }

    fn expand(&mut self, id: NodeId, guard: &Guard<'_>) -> Result<(), Stop> {
        self.counts.expanded += 1;
        let node = self.nodes.get(id);
        let (state, blank) = (node.state.clone(), usize::from(node.blank));
        let back = self.nodes.previous_blank(id);
        for direction in Direction::ALL {
            let Some(from) = self.slide_table.source_cell(blank, direction) else {
                continue;
            };
            if Some(from) == back {
                continue;
            }
            let child = state.swapped(blank, from);
            if self.nodes.find(&child).is_some() {
                self.counts.generated += 1;
                continue;
            }
            let node = StoredNode::start(child, 0, from).reached(id, self.depth + 1);
            self.enqueue(node, guard)?;
        }
        Ok(())
    }
}
