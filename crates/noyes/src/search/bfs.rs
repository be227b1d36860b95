//! Breadth-first search: layer by layer, without a heuristic.
//!
//! Moore, "The shortest path through a maze" (1959). Each arrangement is stored once, so memory is
//! the limit: the 3×3 board fits whole (181,440 arrangements), the 4×4 board only in its first
//! layers.

use super::search_graph::{GraphNode, NO_NODE, NodeId, SearchGraph};
use super::{Counts, Event, Finding, Guard, Source, Stop};
use crate::board::{Direction, Packed, SlideTable};
use crate::goal::Instance;

struct Node<P> {
    state: P,
    parent: NodeId,
    blank: u16,
}

impl<P: Packed> GraphNode for Node<P> {
    type State = P;
    fn state(&self) -> &P {
        &self.state
    }
    fn parent(&self) -> NodeId {
        self.parent
    }
    fn blank(&self) -> usize {
        usize::from(self.blank)
    }
}

struct Search<P: Packed> {
    nodes: SearchGraph<Node<P>>,
    slide_table: SlideTable,
    goal: P,
    counts: Counts,
    depth: u32,
}

/// Runs breadth-first search to its end or its limit.
pub(super) fn bfs<P: Packed>(instance: &Instance, guard: &Guard<'_>) -> Finding {
    let cells = instance.size().cells();
    let identity: Vec<u16> = (0..cells as u16).collect();
    let mut search = Search {
        nodes: SearchGraph::new(cells, true),
        slide_table: SlideTable::new(instance.size()),
        goal: P::pack(&identity),
        counts: Counts::default(),
        depth: 0,
    };
    let (moves, stop) = match search.run(instance, guard) {
        Ok(goal) => (
            goal.map(|id| search.nodes.path(id, &search.slide_table)),
            None,
        ),
        Err(stop) => (None, Some(stop)),
    };
    // The goal is none of the boards up to the current depth.
    let next_depth = if instance.is_solved() {
        0
    } else {
        search.depth + 1
    };
    Finding {
        lower_bound: moves
            .as_ref()
            .map_or(next_depth, |moves| moves.len() as u32),
        moves,
        counts: search.counts,
        stop,
    }
}

impl<P: Packed> Search<P> {
    fn run(&mut self, instance: &Instance, guard: &Guard<'_>) -> Result<Option<NodeId>, Stop> {
        let start = Node {
            state: P::pack(instance.labels()),
            parent: NO_NODE,
            blank: instance.blank() as u16,
        };
        self.counts.generated = 1;
        let start = self.nodes.push(start, guard, 0, &self.counts)?;
        if self.nodes.get(start).state == self.goal {
            return Ok(Some(start));
        }
        let mut layer = start..1;
        while !layer.is_empty() {
            for id in layer.clone() {
                if self.nodes.is_to_ask(self.counts.expanded) {
                    guard.check(&self.counts)?;
                }
                if let Some(goal) = self.expand(id, guard)? {
                    return Ok(Some(goal));
                }
            }
            layer = layer.end..self.nodes.len() as NodeId;
            self.depth += 1;
            guard.tell(&Event::BoundRaised {
                bound: self.depth + 1,
                source: Source::Bfs,
                counts: self.counts,
            })?;
        }
        Ok(None)
    }

    /// Generates the neighbours of a node: the goal, if it is among them.
    fn expand(&mut self, id: NodeId, guard: &Guard<'_>) -> Result<Option<NodeId>, Stop> {
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
            self.counts.generated += 1;
            let child = state.swapped(blank, from);
            if self.nodes.find(&child).is_some() {
                continue;
            }
            let is_goal = child == self.goal;
            let node = Node {
                state: child,
                parent: id,
                blank: from as u16,
            };
            let child = self.nodes.push(node, guard, 0, &self.counts)?;
            self.counts.stored = self.nodes.len() as u64;
            if is_goal {
                return Ok(Some(child));
            }
        }
        Ok(None)
    }
}
