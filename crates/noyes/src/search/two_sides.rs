//! Two searches that grow towards each other: what `bidirectional`, `mm` and `nbs` share.
//!
//! # Idea
//!
//! One side starts from the board, the other from the goal, each with an index of its boards and a
//! heuristic towards the other end. When one side generates a board that the other has, the two
//! paths join. The algorithms differ in which node is expanded next and in when no join can be
//! shorter; each has queues of its own.
//!
//! # Invariants
//!
//! * A board is held once by each side, with the fewest moves to it so far. It is *open* until it
//!   is expanded, and again when a shorter path to it is found.
//! * `best` is the shortest join of all boards that both sides hold.
//! * Boards whose moves + distance reach the length of `best` are not stored: no shorter path leads
//!   through them.

use super::search_graph::{NodeId, SearchGraph};
use super::stored_node::StoredNode;
use super::{Counts, Event, Finding, Guard, Source, Stop};
use crate::board::{Cells, Direction, Moves, Packed, SlideTable};
use crate::goal::Instance;
use crate::heuristic::{Heuristic, Slide};

/// The side that starts from the board.
pub(super) const FORWARD: usize = 0;
/// The side that starts from the goal.
pub(super) const BACKWARD: usize = 1;

/// An arrangement with other labels: the goal cells of the opposite direction.
struct Renamed<'a, P> {
    state: &'a P,
    names: &'a [u16],
}

impl<P: Cells> Cells for Renamed<'_, P> {
    #[inline]
    fn at(&self, cell: usize) -> usize {
        usize::from(self.names[self.state.at(cell)])
    }
}

/// One of the two searches.
pub(super) struct Side<'a, H: Heuristic, P: Packed> {
    heuristic: &'a H,
    /// What this side's heuristic calls each label.
    names: Vec<u16>,
    pub(super) nodes: SearchGraph<StoredNode<P, H::Memo>>,
}

impl<H: Heuristic, P: Packed> Side<'_, H, P> {
    /// The distance of a node to the other end.
    pub(super) fn distance(&self, id: NodeId) -> u32 {
        self.heuristic.value(self.nodes.get(id).memo)
    }
}

/// The shortest join so far.
struct Meeting {
    length: u32,
    ids: Option<(NodeId, NodeId)>,
}

/// A node that has become open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opened {
    pub id: NodeId,
    /// Its moves before, if it was open with more.
    pub before: Option<u32>,
}

/// Both searches and their best join.
pub(super) struct TwoSides<'a, H: Heuristic, P: Packed> {
    pub(super) sides: [Side<'a, H, P>; 2],
    slide_table: SlideTable,
    best: Meeting,
    pub(super) counts: Counts,
    bound: u32,
    source: Source,
    /// The nodes that the last expansion has opened.
    pub(super) opened: Vec<Opened>,
}

impl<'a, H: Heuristic, P: Packed> TwoSides<'a, H, P> {
    /// Both searches with nothing in them. `backward` is the heuristic of the reversed instance.
    pub(super) fn new(
        instance: &Instance,
        forward: &'a H,
        backward: &'a H,
        source: Source,
    ) -> Self {
        let cells = instance.size().cells();
        let identity: Vec<u16> = (0..cells as u16).collect();
        // Backward, a tile is called by its cell on the board to solve.
        let mut backward_names = identity.clone();
        for (cell, &label) in (0..).zip(instance.labels()) {
            backward_names[usize::from(label)] = cell;
        }
        let side = |heuristic, names| Side {
            heuristic,
            names,
            nodes: SearchGraph::new(cells, true),
        };
        Self {
            sides: [side(forward, identity), side(backward, backward_names)],
            slide_table: SlideTable::new(instance.size()),
            best: Meeting {
                length: u32::MAX,
                ids: None,
            },
            counts: Counts::default(),
            bound: 0,
            source,
            opened: Vec::new(),
        }
    }

    /// Opens the first node of a side.
    pub(super) fn start(
        &mut self,
        side: usize,
        instance: &Instance,
        guard: &Guard<'_>,
    ) -> Result<(), Stop> {
        self.opened.clear();
        let goal: Vec<u16> = (0..instance.size().cells() as u16).collect();
        let (labels, blank) = match side {
            FORWARD => (instance.labels(), instance.blank()),
            _ => (goal.as_slice(), instance.blank_home()),
        };
        let (at, state) = (&self.sides[side], P::pack(labels));
        let memo = at.heuristic.start(&Renamed {
            state: &state,
            names: &at.names,
        });
        self.add(side, StoredNode::start(state, memo, blank), guard, 0)
    }

    /// The length of the best join; [`u32::MAX`] without one.
    pub(super) fn length(&self) -> u32 {
        self.best.length
    }

    /// Takes a proven lower bound: whether the best join is that short.
    pub(super) fn raise(&mut self, bound: u32, guard: &Guard<'_>) -> Result<bool, Stop> {
        if bound >= self.best.length {
            self.bound = self.best.length;
            return Ok(true);
        }
        if bound > self.bound {
            self.bound = bound;
            guard.tell(&Event::BoundRaised {
                bound,
                source: self.source,
                counts: self.counts,
            })?;
        }
        Ok(false)
    }

    /// What the search comes back with.
    pub(super) fn finding(&self, stop: Option<Stop>) -> Finding {
        Finding {
            lower_bound: self.bound.min(self.best.length),
            moves: self.best.ids.map(|ids| self.join(ids)),
            counts: self.counts,
            stop,
        }
    }

    /// Closes a node and opens its neighbours, which are then in `opened`. `others` is what the
    /// search holds besides the nodes, in bytes.
    pub(super) fn expand(
        &mut self,
        side: usize,
        id: NodeId,
        guard: &Guard<'_>,
        others: usize,
    ) -> Result<(), Stop> {
        self.opened.clear();
        if self.sides[0].nodes.is_to_ask(self.counts.expanded) {
            guard.check(&self.counts)?;
        }
        let at = &mut self.sides[side];
        let node = at.nodes.get_mut(id);
        node.is_open = false;
        let (state, memo, moves) = (node.state.clone(), node.memo, node.moves + 1);
        let blank = usize::from(node.blank);
        self.counts.expanded += 1;
        let back = at.nodes.previous_blank(id);
        let cells = Direction::ALL.map(|direction| self.slide_table.source_cell(blank, direction));
        for from in cells.into_iter().flatten() {
            if Some(from) == back {
                continue;
            }
            let child = state.swapped(blank, from);
            let at = &mut self.sides[side];
            if let Some(known) = at.nodes.find(&child) {
                self.counts.generated += 1;
                self.shorten(side, known, id, moves);
                continue;
            }
            let names = &at.names;
            let slide = Slide {
                label: usize::from(names[child.at(blank)]),
                from,
                to: blank,
            };
            let after = Renamed {
                state: &child,
                names,
            };
            let memo = at.heuristic.step(memo, slide, &after);
            if moves + at.heuristic.value(memo) >= self.best.length {
                self.counts.generated += 1;
                continue;
            }
            let node = StoredNode::start(child, memo, from).reached(id, moves);
            self.add(side, node, guard, others)?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        side: usize,
        node: StoredNode<P, H::Memo>,
        guard: &Guard<'_>,
        others: usize,
    ) -> Result<(), Stop> {
        let others = others + self.sides[1 - side].nodes.bytes();
        let id = self.sides[side]
            .nodes
            .push(node, guard, others, &self.counts)?;
        self.opened.push(Opened { id, before: None });
        self.counts.generated += 1;
        self.counts.stored = (self.sides[0].nodes.len() + self.sides[1].nodes.len()) as u64;
        self.meet(side, id);
        Ok(())
    }

    /// Takes a shorter path to a board that a side holds.
    fn shorten(&mut self, side: usize, known: NodeId, parent: NodeId, moves: u32) {
        let node = self.sides[side].nodes.get_mut(known);
        if node.moves <= moves {
            return;
        }
        let before = node.is_open.then_some(node.moves);
        (node.moves, node.parent, node.is_open) = (moves, parent, true);
        self.opened.push(Opened { id: known, before });
        self.meet(side, known);
    }

    /// Joins the two paths if the other side has the arrangement too.
    fn meet(&mut self, side: usize, id: NodeId) {
        let node = self.sides[side].nodes.get(id);
        let Some(other) = self.sides[1 - side].nodes.find(&node.state) else {
            return;
        };
        let length = node.moves + self.sides[1 - side].nodes.get(other).moves;
        if length < self.best.length {
            let ids = if side == FORWARD {
                (id, other)
            } else {
                (other, id)
            };
            self.best = Meeting {
                length,
                ids: Some(ids),
            };
        }
    }

    /// The forward path, then the backward one turned round.
    fn join(&self, (forward, backward): (NodeId, NodeId)) -> Moves {
        let [there, back] = &self.sides;
        let there = there.nodes.path(forward, &self.slide_table);
        let back = back.nodes.path(backward, &self.slide_table);
        let undone = back.iter().rev().map(|direction| direction.opposite());
        there.iter().copied().chain(undone).collect()
    }

    /// Bytes of the nodes of both sides.
    pub(super) fn bytes(&self) -> usize {
        self.sides.iter().map(|side| side.nodes.bytes()).sum()
    }
}

/// How many open nodes have each value, and the least value that one has.
#[derive(Debug, Default)]
pub(super) struct Histogram {
    counts: Vec<u64>,
    least: usize,
    total: u64,
}

impl Histogram {
    pub(super) fn add(&mut self, value: u32) {
        let value = value as usize;
        if self.counts.len() <= value {
            self.counts.resize(value + 1, 0);
        }
        self.least = match self.total {
            0 => value,
            _ => self.least.min(value),
        };
        self.counts[value] += 1;
        self.total += 1;
    }

    /// Takes away a value that was added.
    pub(super) fn remove(&mut self, value: u32) {
        self.counts[value as usize] -= 1;
        self.total -= 1;
        while self.least < self.counts.len() && self.counts[self.least] == 0 {
            self.least += 1;
        }
    }

    /// The least value; [`u32::MAX`] without any.
    pub(super) fn least(&self) -> u32 {
        match self.total {
            0 => u32::MAX,
            _ => self.least as u32,
        }
    }

    /// How many values there are.
    pub(super) fn total(&self) -> u64 {
        self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_of_many_values() {
        let mut histogram = Histogram::default();
        assert_eq!(histogram.least(), u32::MAX);
        for value in [5, 3, 9, 3] {
            histogram.add(value);
        }
        assert_eq!((histogram.least(), histogram.total()), (3, 4));
        histogram.remove(3);
        assert_eq!(histogram.least(), 3);
        histogram.remove(3);
        assert_eq!(histogram.least(), 5);
        histogram.add(2);
        assert_eq!(histogram.least(), 2);
        for value in [2, 5, 9] {
            histogram.remove(value);
        }
        assert_eq!(histogram.least(), u32::MAX);
        histogram.add(7);
        assert_eq!(histogram.least(), 7);
    }
}
