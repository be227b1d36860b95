//! A*: the open node with the least moves made + distance is expanded next.
//!
//! # Idea
//!
//! As the course teaches it: a search node is an arrangement, the moves made, the previous node and
//! the cached distance. The goal is recognised when it is *dequeued*. Among equal priorities the
//! node
//! nearer the goal goes first.
//!
//! With a weight above one the priority is moves + weight × distance (Pohl 1970). What the search
//! finds is at most weight times as long as the minimum.
//!
//! # Duplicates
//!
//! Boards are generated again on other paths. [`Duplicates`] says what is done about it: the
//! course's
//! grandparent check leaves out only the board before the last move; the index stores each
//! arrangement once, with its shortest path so far. A node that is found again on a shorter path is
//! queued again, and its older entry is passed over when it is dequeued. So answers are right for
//! inconsistent heuristics too.
//!
//! # Invariants
//!
//! The search advances step by step, so that two can run in lockstep and its first steps can be
//! drawn.
//!
//! # Cost
//!
//! Memory for all nodes generated: see `arena`.
//!
//! # Citation
//!
//! Hart, Nilsson & Raphael, "A formal basis for the heuristic determination of minimum cost paths",
//! IEEE Transactions on Systems Science and Cybernetics 4 (1968).

use super::arena::{Arena, GraphNode, NO_NODE, NodeId};
use super::{Counts, Event, Finding, Guard, MinPq, Source, Stop, Weight};
use crate::board::{Direction, Moves, Packed, SlideTable};
use crate::goal::Instance;
use crate::heuristic::{Heuristic, Slide};

/// How arrangements that are generated again are treated.
///
/// [`Solver`](crate::Solver) does it as the course does, and [`search`](super::search()) has an
/// index:
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::{Algorithm, Weight, search};
/// use noyes::solve::{Priority, Solvability};
/// use noyes::{Board, Goal, Instance, Solver};
///
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// let solver = Solver::with(&board, Priority::Manhattan, Solvability::Parity);
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let (kind, guard) = (HeuristicKind::Manhattan, Guard::new(&Silent));
/// let found = search(&instance, Algorithm::AStar, kind, Weight::ONE, &guard)?;
/// assert_eq!(found.moves.map(|moves| moves.len()), solver.moves());
/// assert!(found.counts.stored < solver.insertions());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Duplicates {
    /// Only the board before the last move is left out, as in the course.
    Grandparent,
    /// Each arrangement is stored once: open and closed nodes are indexed.
    Index,
}

/// A search node.
#[derive(Debug)]
pub(super) struct Node<P, M> {
    pub(super) state: P,
    memo: M,
    pub(super) parent: NodeId,
    pub(super) moves: u32,
    pub(super) blank: u16,
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

/// A* as a machine.
#[derive(Debug)]
pub(super) struct AStar<'a, H: Heuristic, P: Packed> {
    heuristic: &'a H,
    slide_table: SlideTable,
    goal: P,
    weight: Weight,
    duplicates: Duplicates,
    pub(super) nodes: Arena<Node<P, H::Memo>>,
    queue: MinPq<Entry>,
    pub(super) counts: Counts,
    pub(super) deletions: u64,
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
            nodes: Arena::new(cells, duplicates == Duplicates::Index),
            queue: MinPq::new(),
            counts: Counts::default(),
            deletions: 0,
            bound: 0,
        };
        let memo = heuristic.start(instance.labels());
        let start = Node {
            state: P::pack(instance.labels()),
            memo,
            parent: NO_NODE,
            moves: 0,
            blank: instance.blank() as u16,
        };
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

    fn enqueue(&mut self, node: Node<P, H::Memo>, guard: &Guard<'_>) -> Result<(), Stop> {
        let others = self.queue_bytes();
        let id = self.nodes.push(node, guard, others)?;
        self.counts.generated += 1;
        self.counts.stored = self.nodes.len() as u64;
        self.queue_up(id, guard)
    }

    fn queue_up(&mut self, id: NodeId, guard: &Guard<'_>) -> Result<(), Stop> {
        if self.queue.len() == self.queue.capacity() {
            // A quarter more at a time, since old and new exist at once while it is copied.
            let more = (self.queue.len() / 4).max(1 << 10);
            let grown = (self.queue.len() + more) * size_of::<Entry>();
            guard.check_memory(self.bytes() + grown)?;
            self.queue.reserve_exact(more);
        }
        let node = self.nodes.get(id);
        let distance = self.heuristic.value(node.memo);
        self.queue.insert(Entry {
            priority: self.weight.priority(node.moves, distance),
            distance,
            age: !id,
        });
        Ok(())
    }

    /// Dequeues one node and expands it.
    pub(super) fn step(&mut self, guard: &Guard<'_>) -> Result<Step, Stop> {
        let id = loop {
            let Some(entry) = self.queue.del_min() else {
                return Ok(Step::Exhausted);
            };
            self.deletions += 1;
            let id = !entry.age;
            let moves = self.nodes.get(id).moves;
            // An entry is stale if its node has since been reached on a shorter path.
            if self.weight.priority(moves, entry.distance) == entry.priority {
                break id;
            }
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
        self.expand(id, guard)?;
        Ok(Step::Expanded(id))
    }

    fn expand(&mut self, id: NodeId, guard: &Guard<'_>) -> Result<(), Stop> {
        self.counts.expanded += 1;
        let node = self.nodes.get(id);
        let (state, memo, moves) = (node.state.clone(), node.memo, node.moves);
        let blank = usize::from(node.blank);
        // The blank going back where it came from makes the previous board.
        let back = self.nodes.previous_blank(id);
        for direction in Direction::ALL {
            let from = self.slide_table.source_cell(blank, direction);
            let Some(from) = from.filter(|&cell| Some(cell) != back) else {
                continue;
            };
            let child = state.swapped(blank, from);
            let found = match self.duplicates {
                Duplicates::Grandparent => None,
                Duplicates::Index => self.nodes.find(&child),
            };
            if let Some(known) = found {
                self.counts.generated += 1;
                let node = self.nodes.get_mut(known);
                if node.moves > moves + 1 {
                    node.moves = moves + 1;
                    node.parent = id;
                    self.queue_up(known, guard)?;
                }
                continue;
            }
            let slide = Slide {
                label: child.at(blank),
                from,
                to: blank,
            };
            let memo = self.heuristic.step(memo, slide, &child);
            let node = Node {
                state: child,
                memo,
                parent: id,
                moves: moves + 1,
                blank: from as u16,
            };
            self.enqueue(node, guard)?;
        }
        Ok(())
    }

    /// The slides from the start to a node.
    pub(super) fn path(&self, id: NodeId) -> Moves {
        self.nodes.path(id, &self.slide_table)
    }
}

/// Runs A*, weighted or not, to its end or its limit.
pub(super) fn astar<H: Heuristic, P: Packed>(
    instance: &Instance,
    heuristic: &H,
    weight: Weight,
    guard: &Guard<'_>,
) -> Finding {
    let start = heuristic.value(heuristic.start(instance.labels()));
    let mut search = match AStar::<H, P>::new(instance, heuristic, weight, Duplicates::Index, guard)
    {
        Ok(search) => search,
        Err(stop) => {
            return Finding {
                moves: None,
                lower_bound: start,
                counts: Counts::default(),
                stop: Some(stop),
            };
        }
    };
    let (moves, stop) = match run(&mut search, guard) {
        Ok(goal) => (goal.map(|id| search.path(id)), None),
        Err(stop) => (None, Some(stop)),
    };
    let lower_bound = match &moves {
        Some(moves) => weight.least(moves.len() as u32).max(search.bound),
        None => search.bound,
    };
    Finding {
        moves,
        lower_bound,
        counts: search.counts,
        stop,
    }
}

fn run<H: Heuristic, P: Packed>(
    search: &mut AStar<'_, H, P>,
    guard: &Guard<'_>,
) -> Result<Option<NodeId>, Stop> {
    let mut told = search.bound;
    loop {
        if search.counts.expanded.is_multiple_of(1024) {
            guard.check(&search.counts)?;
            if search.bound > told {
                told = search.bound;
                guard.tell(&Event::BoundRaised {
                    bound: told,
                    source: Source::AStar,
                    counts: search.counts,
                })?;
            }
        }
        match search.step(guard)? {
            Step::Goal(id) => return Ok(Some(id)),
            Step::Expanded(_) => {}
            Step::Exhausted => return Ok(None),
        }
    }
}
