//! ARA*: a solution soon, then shorter ones with falling weights, and the minimum at last.
//!
//! # Idea
//!
//! Weighted A* is run again and again with a smaller weight, and each search keeps what the last
//! one has: the boards, the moves to them, and the open nodes. A board is expanded at most once in
//! a search. If it is then found on a shorter path, it waits among the *inconsistent* nodes, which
//! the next search opens again. With weight 1 the search is A*, and ends with the minimum.
//!
//! The first weight is that of the request; each next one is halfway to 1.
//!
//! # Invariants
//!
//! * A search with weight w ends with a solution of at most w times the minimum.
//! * Between searches, the least moves + distance of the open and the inconsistent nodes is a lower
//!   bound: a shorter solution would have to pass through one of them. It is reported, and so is
//!   each shorter solution. Nodes that cannot beat the best solution are not stored.
//!
//! # Cost
//!
//! Memory for all nodes generated, as A*. From weight 26 the searches together expand about twice
//! as many nodes as A* does alone: see `bench/records/`.
//!
//! # What it is for
//!
//! An answer with a known quality at any time: stopped by a limit, it has its best solution and a
//! bound. Beams find shorter solutions of large boards, without a bound of their own.
//!
//! # Citation
//!
//! Likhachev, Gordon & Thrun, "ARA*: anytime A* with provable bounds on sub-optimality", NIPS 2003.

use super::insert_within::{insert_within, queue_bytes};
use super::search_graph::{NodeId, SearchGraph};
use super::stored_node::StoredNode;
use super::{Counts, Event, Finding, Guard, MinPq, Source, Stop, Weight};
use crate::board::{Direction, Moves, Packed, SlideTable};
use crate::goal::Instance;
use crate::heuristic::{Heuristic, Slide};

/// Priority, distance, newest first.
type Entry = (u64, u32, u32);

struct Ara<'a, H: Heuristic, P: Packed> {
    heuristic: &'a H,
    slide_table: SlideTable,
    goal: P,
    nodes: SearchGraph<StoredNode<P, H::Memo>>,
    queue: MinPq<Entry>,
    weight: Weight,
    /// The number of the search, from 1.
    search: u8,
    /// The goal's node and its moves, once it is found.
    best: Option<(NodeId, u32)>,
    counts: Counts,
    bound: u32,
}

/// Runs ARA* from a first weight to its end or its limit.
pub(super) fn ara<H: Heuristic, P: Packed>(
    instance: &Instance,
    heuristic: &H,
    weight: Weight,
    guard: &Guard<'_>,
) -> Finding {
    let cells = instance.size().cells();
    let identity: Vec<u16> = (0..cells as u16).collect();
    let mut search = Ara {
        heuristic,
        slide_table: SlideTable::new(instance.size()),
        goal: P::pack(&identity),
        nodes: SearchGraph::new(cells, true),
        queue: MinPq::new(),
        weight,
        search: 1,
        best: None,
        counts: Counts::default(),
        bound: heuristic.value(heuristic.start(instance.labels())),
    };
    let stop = search.run(instance, guard).err();
    Finding {
        moves: search.best.map(|(id, _)| search.path(id)),
        lower_bound: search.bound.min(search.length()),
        counts: search.counts,
        stop,
    }
}

impl<H: Heuristic, P: Packed> Ara<'_, H, P> {
    fn run(&mut self, instance: &Instance, guard: &Guard<'_>) -> Result<(), Stop> {
        let memo = self.heuristic.start(instance.labels());
        let start = StoredNode::start(P::pack(instance.labels()), memo, instance.blank());
        self.add(start, guard)?;
        loop {
            let before = self.length();
            self.improve(guard)?;
            if let Some((id, _)) = self.best.filter(|&(_, length)| length < before) {
                let moves = self.path(id);
                guard.tell(&Event::improved(&moves, Source::Ara, self.counts))?;
            }
            if self.weight.is_one() {
                self.bound = self.length();
                return Ok(());
            }
            self.weight = self.weight.halfway_to_one();
            self.search += 1;
            let least = self.reopen(guard)?;
            self.raise(least.min(self.length()), guard)?;
            if least >= self.length() {
                return Ok(());
            }
        }
    }

    /// The length of the best solution.
    fn length(&self) -> u32 {
        self.best.map_or(u32::MAX, |(_, length)| length)
    }

    fn path(&self, id: NodeId) -> Moves {
        self.nodes.path(id, &self.slide_table)
    }

    fn raise(&mut self, bound: u32, guard: &Guard<'_>) -> Result<(), Stop> {
        if bound <= self.bound || bound == u32::MAX {
            return Ok(());
        }
        self.bound = bound;
        guard.tell(&Event::BoundRaised {
            bound,
            source: Source::Ara,
            counts: self.counts,
        })
    }

    /// One search: until no open node promises less than the solution in hand.
    fn improve(&mut self, guard: &Guard<'_>) -> Result<(), Stop> {
        loop {
            if self.nodes.is_to_ask(self.counts.expanded) {
                guard.check(&self.counts)?;
            }
            let Some(&(priority, distance, age)) = self.queue.min() else {
                return Ok(());
            };
            if priority >= self.weight.priority(self.length(), 0) {
                return Ok(());
            }
            self.queue.del_min();
            let (id, search) = (!age, self.search);
            let node = self.nodes.get(id);
            // An entry is stale if its node was expanded, or reached on a shorter path.
            if !node.is_open || self.weight.priority(node.moves, distance) != priority {
                continue;
            }
            if self.weight.is_one() {
                let least = node.moves + distance;
                self.raise(least, guard)?;
            }
            let node = self.nodes.get_mut(id);
            (node.is_open, node.expanded_in) = (false, search);
            self.expand(id, guard)?;
        }
    }

    fn expand(&mut self, id: NodeId, guard: &Guard<'_>) -> Result<(), Stop> {
        self.counts.expanded += 1;
        let node = self.nodes.get(id);
        let (state, memo, moves) = (node.state.clone(), node.memo, node.moves + 1);
        let blank = usize::from(node.blank);
        let back = self.nodes.previous_blank(id);
        for direction in Direction::ALL {
            let from = self.slide_table.source_cell(blank, direction);
            let Some(from) = from.filter(|&from| Some(from) != back) else {
                continue;
            };
            let child = state.swapped(blank, from);
            if let Some(known) = self.nodes.find(&child) {
                self.counts.generated += 1;
                self.shorten(known, id, moves, guard)?;
                continue;
            }
            let slide = Slide {
                label: child.at(blank),
                from,
                to: blank,
            };
            let memo = self.heuristic.step(memo, slide, &child);
            if moves + self.heuristic.value(memo) >= self.length() {
                self.counts.generated += 1;
                continue;
            }
            let node = StoredNode::start(child, memo, from).reached(id, moves);
            self.add(node, guard)?;
        }
        Ok(())
    }

    /// Takes a shorter path to a board that is known.
    fn shorten(
        &mut self,
        known: NodeId,
        parent: NodeId,
        moves: u32,
        guard: &Guard<'_>,
    ) -> Result<(), Stop> {
        let search = self.search;
        let node = self.nodes.get_mut(known);
        if node.moves <= moves {
            return Ok(());
        }
        (node.moves, node.parent, node.is_open) = (moves, parent, true);
        let is_inconsistent = node.expanded_in == search;
        if node.state == self.goal {
            self.best = Some((known, moves));
        }
        if is_inconsistent {
            return Ok(());
        }
        self.queue_up(known, guard)
    }

    fn add(&mut self, node: StoredNode<P, H::Memo>, guard: &Guard<'_>) -> Result<(), Stop> {
        let (is_goal, moves) = (node.state == self.goal, node.moves);
        let id = self
            .nodes
            .push(node, guard, queue_bytes(&self.queue), &self.counts)?;
        self.counts.generated += 1;
        self.counts.stored = self.nodes.len() as u64;
        if is_goal {
            self.best = Some((id, moves));
        }
        self.queue_up(id, guard)
    }

    fn queue_up(&mut self, id: NodeId, guard: &Guard<'_>) -> Result<(), Stop> {
        let node = self.nodes.get(id);
        let distance = self.heuristic.value(node.memo);
        let priority = self.weight.priority(node.moves, distance);
        let others = self.nodes.bytes();
        insert_within(&mut self.queue, (priority, distance, !id), guard, others)
    }

    /// Queues all open and inconsistent nodes for the next search: the least moves + distance among
    /// them.
    fn reopen(&mut self, guard: &Guard<'_>) -> Result<u32, Stop> {
        self.queue = MinPq::new();
        let mut least = u32::MAX;
        for id in 0..self.nodes.len() as NodeId {
            let node = self.nodes.get(id);
            let sum = node.moves + self.heuristic.value(node.memo);
            if !node.is_open || sum >= self.length() {
                continue;
            }
            least = least.min(sum);
            self.queue_up(id, guard)?;
        }
        Ok(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::goal::Goal;
    use crate::guard::{Control, Observer, Silent};
    use crate::heuristic::{ComputedHeuristic, Manhattan};
    use std::sync::Mutex;

    struct Lengths(Mutex<Vec<u32>>);

    impl Observer for Lengths {
        fn on(&self, event: &Event) -> Control {
            if let Event::Improved { length, .. } = event {
                self.0.lock().unwrap().push(*length);
            }
            Control::Continue
        }
    }

    /// Solutions become shorter, the last is the minimum, and a stopped search keeps its best.
    #[test]
    fn solutions_become_shorter() {
        let board = Board::new(&[[5, 2, 4, 8], [10, 0, 3, 14], [13, 6, 11, 12], [1, 15, 9, 7]]);
        let instance = Instance::new(&board.unwrap(), &Goal::BlankLast).unwrap();
        let manhattan = Manhattan::new(instance.size(), instance.blank_home()).unwrap();
        let lengths = Lengths(Mutex::new(Vec::new()));
        let run = |guard: &Guard<'_>| {
            ara::<Manhattan, u64>(&instance, &manhattan, Weight::CLASSIC, guard)
        };
        let whole = run(&Guard::new(&lengths));
        let lengths = lengths.0.into_inner().unwrap();
        assert!(
            lengths.len() > 1 && lengths.is_sorted_by(|a, b| a > b),
            "{lengths:?}"
        );
        let length = whole.moves.unwrap().len() as u32;
        assert_eq!((Some(&length), whole.lower_bound), (lengths.last(), length));
        let stopped = run(&Guard::new(&Silent).nodes(whole.counts.generated / 2));
        assert_eq!(stopped.stop, Some(Stop::Nodes));
        assert!(stopped.moves.unwrap().len() as u32 >= length);
        assert!(stopped.lower_bound <= length);
    }
}
