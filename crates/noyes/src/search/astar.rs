//! A*: the open node with the least moves made + distance is expanded next.
//!
//! # Idea
//!
//! As the course teaches it: a search node is an arrangement, the moves made, the previous node and
//! the cached distance. The goal is recognised when it is *dequeued*.
//!
//! # Ties
//!
//! Among equal priorities the node nearer the goal goes first, and among those the newest. The
//! order is total, so counts depend on nothing else: not on the heap, and not on the machine.
//! Neighbours are made in the order up, left, right, down of the tile that slides.
//!
//! With a weight above one the priority is moves + weight × distance (Pohl 1970). What the search
//! finds is at most weight times as long as the minimum.
//!
//! # Duplicates
//!
//! Boards are generated again on other paths. [`Duplicates`] says which of them are refused. The
//! index stores each arrangement once, with its shortest path so far.
//!
//! # Invariants
//!
//! The search advances step by step, so that two can run in lockstep and its first steps can be
//! drawn.
//!
//! # Cost
//!
//! Memory for all nodes generated: see `search_graph`.
//!
//! # Citation
//!
//! Hart, Nilsson & Raphael, "A formal basis for the heuristic determination of minimum cost paths",
//! IEEE Transactions on Systems Science and Cybernetics 4 (1968).

use super::search_graph::{NodeId, SearchGraph};
use super::stored_node::StoredNode;
use super::{Counts, Duplicates, Event, Guard, MinPq, QueueCounts, Stop, Weight};
use crate::board::{Direction, Moves, Packed, SlideTable};
use crate::goal::Instance;
use crate::heuristic::{Heuristic, Slide};
use crate::search_tree::Refusal;

/// An entry of the queue: least priority first, then least distance, then the newest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    priority: u64,
    distance: u32,
    age: u32,
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The goal was dequeued: this node.
    Goal(NodeId),
    /// This node was expanded.
    Expanded(NodeId),
    /// The queue is empty: the goal cannot be reached.
    Exhausted,
}

/// Is told what a step does. A search that is not recorded has `()`, which costs nothing.
pub(super) trait Record<P> {
    /// Whether boards are told that the search refuses without making them.
    const IS_ON: bool;
    /// A node was enqueued at a priority.
    fn inserted(&mut self, id: NodeId, priority: u64);
    /// A board was refused.
    fn refused(&mut self, state: &P, why: Refusal);
    /// A stale entry of the queue was passed over.
    fn passed_over(&mut self, id: NodeId, priority: u64);
}

impl<P> Record<P> for () {
    const IS_ON: bool = false;
    fn inserted(&mut self, _: NodeId, _: u64) {}
    fn refused(&mut self, _: &P, _: Refusal) {}
    fn passed_over(&mut self, _: NodeId, _: u64) {}
}

/// A* as a machine.
#[derive(Debug)]
pub(super) struct AStar<'a, H: Heuristic, P: Packed> {
    heuristic: &'a H,
    slide_table: SlideTable,
    goal: P,
    weight: Weight,
    duplicates: Duplicates,
    pub(super) nodes: SearchGraph<StoredNode<P, H::Memo>>,
    queue: MinPq<Entry>,
    pub(super) counts: Counts,
    pub(super) queue_counts: QueueCounts,
    bound: u32,
}

impl<'a, H: Heuristic, P: Packed> AStar<'a, H, P> {
    pub(super) fn new(
        instance: &Instance,
        heuristic: &'a H,
        weight: Weight,
        duplicates: Duplicates,
        guard: &Guard<'_>,
    ) -> Result<Self, Stop> {
        let cells = instance.size().cells();
        let identity: Vec<u16> = (0..cells as u16).collect();
        let mut search = Self {
            heuristic,
            slide_table: SlideTable::new(instance.size()),
            goal: P::pack(&identity),
            weight,
            duplicates,
            nodes: SearchGraph::new(cells, duplicates == Duplicates::Index),
            queue: MinPq::new(),
            counts: Counts::default(),
            queue_counts: QueueCounts::default(),
            bound: 0,
        };
        let memo = heuristic.start(instance.labels());
        let start = StoredNode::start(P::pack(instance.labels()), memo, instance.blank());
        search.bound = heuristic.value(memo);
        search.enqueue(start, guard)?;
        Ok(search)
    }

    /// The distance the heuristic gives a node.
    pub(super) fn distance(&self, id: NodeId) -> u32 {
        self.heuristic.value(self.nodes.get(id).memo)
    }

    /// No solution is shorter than this, after what was searched.
    pub(super) fn lower_bound(&self) -> u32 {
        self.bound
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.bytes() + self.queue_bytes()
    }

    fn queue_bytes(&self) -> usize {
        self.queue.capacity() * size_of::<Entry>()
    }

    /// The nodes in the queue in order, each with the priority of its entry.
    pub(super) fn queue(&self) -> impl Iterator<Item = (NodeId, u64)> + '_ {
        self.queue.iter().map(|entry| (!entry.age, entry.priority))
    }

    /// The priority of a node.
    pub(super) fn priority(&self, id: NodeId) -> u64 {
        self.weight
            .priority(self.nodes.get(id).moves, self.distance(id))
    }

    /// Stores a node and enqueues it: its number and its priority.
    fn enqueue(
        &mut self,
        node: StoredNode<P, H::Memo>,
        guard: &Guard<'_>,
    ) -> Result<(NodeId, u64), Stop> {
        let others = self.queue_bytes();
        let id = self.nodes.push(node, guard, others, &self.counts)?;
        self.counts.generated += 1;
        self.counts.stored = self.nodes.len() as u64;
        Ok((id, self.queue_up(id, guard)?))
    }

    /// Enqueues a stored node: its priority.
    fn queue_up(&mut self, id: NodeId, guard: &Guard<'_>) -> Result<u64, Stop> {
        if self.queue.len() == self.queue.capacity() {
            // A quarter more at a time, since old and new exist at once while it is copied.
            let more = (self.queue.len() / 4).max(1 << 10);
            let grown = (self.queue.len() + more) * size_of::<Entry>();
            guard.check_memory(self.bytes() + grown)?;
            self.queue.reserve_exact(more);
        }
        let node = self.nodes.get(id);
        let distance = self.heuristic.value(node.memo);
        let priority = self.weight.priority(node.moves, distance);
        self.queue.insert(Entry {
            priority,
            distance,
            age: !id,
        });
        self.queue_counts.enqueued += 1;
        self.queue_counts.largest = self.queue_counts.largest.max(self.queue.len() as u64);
        Ok(priority)
    }

    /// Counts the different boards among the nodes enqueued. `others` is what is held besides this
    /// search, in bytes. The queue is given up for it: the search is over.
    pub(super) fn count_distinct(&mut self, guard: &Guard<'_>, others: usize) -> Result<(), Stop> {
        self.queue = MinPq::new();
        let progress = Event::Progress {
            counts: self.counts,
        };
        let distinct = self.nodes.distinct(guard, others, &progress)?;
        self.queue_counts.distinct = Some(distinct);
        Ok(())
    }

    /// Dequeues one node and expands it.
    pub(super) fn step(&mut self, guard: &Guard<'_>) -> Result<Step, Stop> {
        self.step_recorded(guard, &mut ())
    }

    /// The same, and tells what it does.
    pub(super) fn step_recorded<R: Record<P>>(
        &mut self,
        guard: &Guard<'_>,
        record: &mut R,
    ) -> Result<Step, Stop> {
        let id = loop {
            let Some(entry) = self.queue.del_min() else {
                return Ok(Step::Exhausted);
            };
            self.queue_counts.dequeued += 1;
            let id = !entry.age;
            let moves = self.nodes.get(id).moves;
            // An entry is stale if its node has since been reached on a shorter path.
            if self.weight.priority(moves, entry.distance) == entry.priority {
                break id;
            }
            record.passed_over(id, entry.priority);
        };
        if self.weight.is_one() {
            // Some node of a shortest path is open, so the least priority is never above the
            // minimum.
            let node = self.nodes.get(id);
            let priority = node.moves.saturating_add(self.heuristic.value(node.memo));
            self.bound = self.bound.max(priority);
        }
        if self.nodes.get(id).state == self.goal {
            return Ok(Step::Goal(id));
        }
        self.expand(id, guard, record)?;
        Ok(Step::Expanded(id))
    }

    fn expand<R: Record<P>>(
        &mut self,
        id: NodeId,
        guard: &Guard<'_>,
        record: &mut R,
    ) -> Result<(), Stop> {
        self.counts.expanded += 1;
        let node = self.nodes.get(id);
        let (state, memo, moves) = (node.state.clone(), node.memo, node.moves);
        let blank = usize::from(node.blank);
        // The blank going back where it came from makes the previous board.
        let back = match self.duplicates {
            Duplicates::None => None,
            _ => self.nodes.previous_blank(id),
        };
        for direction in Direction::ALL {
            let Some(from) = self.slide_table.source_cell(blank, direction) else {
                continue;
            };
            if Some(from) == back {
                if R::IS_ON {
                    record.refused(&state.swapped(blank, from), Refusal::PreviousBoard);
                }
                continue;
            }
            let child = state.swapped(blank, from);
            let found = match self.duplicates {
                Duplicates::None | Duplicates::Previous => None,
                Duplicates::Chain if self.nodes.is_on_path(id, &child, from) => {
                    self.counts.generated += 1;
                    record.refused(&child, Refusal::OnPath);
                    continue;
                }
                Duplicates::Chain => None,
                Duplicates::Index => self.nodes.find(&child),
            };
            if let Some(known) = found {
                self.counts.generated += 1;
                let node = self.nodes.get_mut(known);
                if node.moves > moves + 1 {
                    node.moves = moves + 1;
                    node.parent = id;
                    if self.weight.counts_moves() {
                        let priority = self.queue_up(known, guard)?;
                        record.inserted(known, priority);
                    }
                } else {
                    record.refused(&child, Refusal::EnqueuedBefore);
                }
                continue;
            }
            let slide = Slide {
                label: child.at(blank),
                from,
                to: blank,
            };
            let memo = self.heuristic.step(memo, slide, &child);
            let node = StoredNode::start(child, memo, from).reached(id, moves + 1);
            let (child, priority) = self.enqueue(node, guard)?;
            record.inserted(child, priority);
        }
        Ok(())
    }

    /// The slides from the start to a node.
    pub(super) fn path(&self, id: NodeId) -> Moves {
        self.nodes.path(id, &self.slide_table)
    }
}
