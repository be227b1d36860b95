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

use super::arena::{Arena, GraphNode, NO_NODE, NodeId};
use super::{Counts, Event, Finding, Guard, MinPq, Source, Stop};
use crate::board::{Cells, Direction, Moves, Packed, SlideTable};
use crate::goal::Instance;
use crate::heuristic::{Heuristic, Slide};

struct Node<P, M> {
    state: P,
    memo: M,
    parent: NodeId,
    moves: u32,
    blank: u16,
    open: bool,
}

impl<P: Packed, M> GraphNode for Node<P, M> {
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
struct Side<'a, H: Heuristic, P: Packed> {
    heuristic: &'a H,
    /// What this side's heuristic calls each label.
    names: Vec<u16>,
    nodes: Arena<Node<P, H::Memo>>,
    /// Priority, distance, newest first.
    queue: MinPq<(u32, u32, u32)>,
    /// How many open nodes there are with each number of moves.
    open_moves: Vec<u64>,
    open: u64,
    least_moves: usize,
}

impl<'a, H: Heuristic, P: Packed> Side<'a, H, P> {
    fn new(heuristic: &'a H, names: Vec<u16>, cells: usize) -> Self {
        Self {
            heuristic,
            names,
            nodes: Arena::new(cells, true),
            queue: MinPq::new(),
            open_moves: Vec::new(),
            open: 0,
            least_moves: 0,
        }
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.queue.capacity() * size_of::<(u32, u32, u32)>()
    }

    fn distance(&self, id: NodeId) -> u32 {
        self.heuristic.value(self.nodes.get(id).memo)
    }

    fn queue_up(&mut self, id: NodeId, guard: &Guard<'_>) -> Result<(), Stop> {
        if self.queue.len() == self.queue.capacity() {
            let more = (self.queue.len() / 4).max(1 << 10);
            let grown = (self.queue.len() + more) * size_of::<(u32, u32, u32)>();
            guard.check_memory(self.bytes() + grown)?;
            self.queue.reserve_exact(more);
        }
        let distance = self.distance(id);
        let moves = self.nodes.get(id).moves as usize;
        self.queue.insert((moves as u32 + distance, distance, !id));
        if self.open_moves.len() <= moves {
            self.open_moves.resize(moves + 1, 0);
        }
        self.open_moves[moves] += 1;
        self.open += 1;
        self.least_moves = self.least_moves.min(moves);
        Ok(())
    }

    fn close(&mut self, moves: u32) {
        self.open_moves[moves as usize] -= 1;
        self.open -= 1;
        while self.least_moves < self.open_moves.len() && self.open_moves[self.least_moves] == 0 {
            self.least_moves += 1;
        }
    }

    /// Drops entries at the head of the queue that are not those of an open node.
    fn drop_stale(&mut self) {
        while let Some(&(priority, distance, age)) = self.queue.min() {
            let node = self.nodes.get(!age);
            if node.open && node.moves + distance == priority {
                break;
            }
            self.queue.del_min();
        }
    }

    fn least_priority(&self) -> u32 {
        self.queue
            .min()
            .map_or(u32::MAX, |&(priority, ..)| priority)
    }
}

/// The shortest join so far.
struct Meeting {
    length: u32,
    ids: Option<(NodeId, NodeId)>,
}

struct Search<'a, H: Heuristic, P: Packed> {
    sides: [Side<'a, H, P>; 2],
    slide_table: SlideTable,
    best: Meeting,
    counts: Counts,
    bound: u32,
}

/// Runs bidirectional A* to its end or its limit. `backward` is the heuristic of the reversed
/// instance.
pub(super) fn bidirectional<H: Heuristic, P: Packed>(
    instance: &Instance,
    forward: &H,
    backward: &H,
    guard: &Guard<'_>,
) -> Finding {
    let cells = instance.size().cells();
    let identity: Vec<u16> = (0..cells as u16).collect();
    // Backward, a tile is called by its cell on the board to solve.
    let mut backward_names = identity.clone();
    for (cell, &label) in (0..).zip(instance.labels()) {
        backward_names[usize::from(label)] = cell;
    }
    let mut search = Search {
        sides: [
            Side::new(forward, identity.clone(), cells),
            Side::new(backward, backward_names, cells),
        ],
        slide_table: SlideTable::new(instance.size()),
        best: Meeting {
            length: u32::MAX,
            ids: None,
        },
        counts: Counts::default(),
        bound: 0,
    };
    let starts = [
        (P::pack(instance.labels()), instance.blank()),
        (P::pack(&identity), instance.blank_home()),
    ];
    let stop = search.run(starts, guard).err();
    let moves = match (stop, search.best.ids) {
        (None, Some(ids)) => Some(search.join(ids)),
        _ => None,
    };
    Finding {
        lower_bound: search.bound.min(search.best.length),
        moves,
        counts: search.counts,
        stop,
    }
}

impl<H: Heuristic, P: Packed> Search<'_, H, P> {
    fn run(&mut self, starts: [(P, usize); 2], guard: &Guard<'_>) -> Result<(), Stop> {
        for (side, (state, blank)) in starts.into_iter().enumerate() {
            let at = &self.sides[side];
            let memo = at.heuristic.start(&Renamed {
                state: &state,
                names: &at.names,
            });
            let node = Node {
                state,
                memo,
                parent: NO_NODE,
                moves: 0,
                blank: blank as u16,
                open: true,
            };
            self.add(side, node, guard)?;
        }
        loop {
            let [forward, backward] = &mut self.sides;
            forward.drop_stale();
            backward.drop_stale();
            let through = forward.least_moves + backward.least_moves + 1;
            let priorities = forward.least_priority().max(backward.least_priority());
            let bound = priorities.max(through as u32);
            if bound >= self.best.length {
                self.bound = self.best.length;
                return Ok(());
            }
            if bound > self.bound {
                self.bound = bound;
                guard.tell(&Event::BoundRaised {
                    bound,
                    source: Source::Bidirectional,
                    counts: self.counts,
                })?;
            }
            let side = usize::from(backward.open < forward.open);
            if self.counts.expanded.is_multiple_of(1024) {
                guard.check(&self.counts)?;
            }
            self.expand(side, guard)?;
        }
    }

    fn expand(&mut self, side: usize, guard: &Guard<'_>) -> Result<(), Stop> {
        let at = &mut self.sides[side];
        let Some((_, _, age)) = at.queue.del_min() else {
            return Ok(());
        };
        let id = !age;
        let node = at.nodes.get_mut(id);
        node.open = false;
        let (state, memo, moves) = (node.state.clone(), node.memo, node.moves);
        let blank = usize::from(node.blank);
        at.close(moves);
        self.counts.expanded += 1;
        let back = at.nodes.previous_blank(id);
        let cells = Direction::ALL.map(|direction| self.slide_table.source_cell(blank, direction));
        for from in cells
            .into_iter()
            .flatten()
            .filter(|&from| Some(from) != back)
        {
            let child = state.swapped(blank, from);
            let at = &mut self.sides[side];
            if let Some(known) = at.nodes.find(&child) {
                self.counts.generated += 1;
                let node = at.nodes.get_mut(known);
                if node.moves > moves + 1 {
                    let (was_open, older) = (node.open, node.moves);
                    (node.moves, node.parent, node.open) = (moves + 1, id, true);
                    if was_open {
                        at.close(older);
                    }
                    let others = self.sides[1 - side].bytes();
                    self.sides[side].queue_up(known, &guard.less_memory(others))?;
                    self.meet(side, known);
                }
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
            if moves + 1 + at.heuristic.value(memo) >= self.best.length {
                self.counts.generated += 1;
                continue;
            }
            let node = Node {
                state: child,
                memo,
                parent: id,
                moves: moves + 1,
                blank: from as u16,
                open: true,
            };
            self.add(side, node, guard)?;
        }
        Ok(())
    }

    fn add(&mut self, side: usize, node: Node<P, H::Memo>, guard: &Guard<'_>) -> Result<(), Stop> {
        let guard = guard.less_memory(self.sides[1 - side].bytes());
        let at = &mut self.sides[side];
        let queue = at.bytes() - at.nodes.bytes();
        let id = at.nodes.push(node, &guard, queue)?;
        at.queue_up(id, &guard)?;
        self.counts.generated += 1;
        self.counts.stored = (self.sides[0].nodes.len() + self.sides[1].nodes.len()) as u64;
        self.meet(side, id);
        Ok(())
    }

    /// Joins the two paths if the other side has the arrangement too.
    fn meet(&mut self, side: usize, id: NodeId) {
        let node = self.sides[side].nodes.get(id);
        let Some(other) = self.sides[1 - side].nodes.find(&node.state) else {
            return;
        };
        let length = node.moves + self.sides[1 - side].nodes.get(other).moves;
        if length < self.best.length {
            let ids = if side == 0 { (id, other) } else { (other, id) };
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
}
