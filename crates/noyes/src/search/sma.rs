//! SMA*: A* within a fixed memory, which forgets the worst leaf when it is full.
//!
//! # Idea
//!
//! The tree of A* is kept as far as memory allows. When it is full, the leaf with the greatest
//! value is forgotten, the shallowest first, and its parent remembers its value. If that value
//! later becomes the least of all, the parent makes the child again. So the search spends time
//! where it has no memory, and never forgets how good a forgotten branch was.
//!
//! # Invariants
//!
//! * Every slide of a node that leads on is *pending* with a value, or has a *live* child. The
//!   value is a lower bound of all solutions below that slide: the priority of the node, or what
//!   was backed up when the child was forgotten.
//! * The least pending value of all nodes is a proven lower bound. A goal is returned only when its
//!   length is that least value: it is the minimum.
//! * The worst leaf is never the node that is about to have a child. If there is no other leaf, a
//!   path to the goal does not fit into memory, and the search stops at its memory limit.
//!
//! # Cost
//!
//! The memory limit, of which every node takes about 130 bytes on boards up to 4×4. While the tree
//! fits, the search is A* that refuses only the previous board; beyond that, branches are generated
//! again and again, and time can grow without limit. There is no index of boards: a board
//! is held once for each path to it.
//!
//! # What it is for
//!
//! To see what a memory limit does to A*: `--memory-limit 1MB`. On these puzzles `ida` is faster in
//! less memory.
//!
//! # Citation
//!
//! Russell, "Efficient memory-bounded search methods", ECAI 1992. This form makes one child at a
//! time, as there, and keeps the value of each forgotten child apart.

use std::collections::BTreeSet;

use super::free_later::free_later;
use super::search_graph::is_to_ask;
use super::{Counts, Event, Finding, Guard, Source, Stop};
use crate::board::{Direction, Moves, Packed, SlideTable};
use crate::goal::Instance;
use crate::heuristic::{Heuristic, Slide};

type Id = u32;

/// What is known of a slide of a node.
#[derive(Clone, Copy, Debug)]
enum Branch {
    /// There is no such slide, or it leads back.
    None,
    /// No solution below it is shorter than this.
    Pending(u32),
    /// Its child is held.
    Live,
}

#[derive(Debug)]
struct Node<P, M> {
    state: P,
    memo: M,
    branches: [Branch; 4],
    parent: Id,
    moves: u32,
    blank: u16,
    /// The slide that led here.
    by: Direction,
    is_goal: bool,
}

impl<P, M> Node<P, M> {
    /// The least value of what is pending; at the goal, its length.
    fn value(&self) -> Option<u32> {
        if self.is_goal {
            return Some(self.moves);
        }
        let pending = |branch: &Branch| match *branch {
            Branch::Pending(value) => Some(value),
            Branch::None | Branch::Live => None,
        };
        self.branches.iter().filter_map(pending).min()
    }

    fn is_leaf(&self) -> bool {
        let is_live = |branch: &Branch| matches!(branch, Branch::Live);
        !self.branches.iter().any(is_live)
    }
}

/// Least value first, then the deepest. The last is the worst: the greatest value, the shallowest.
type Key = (u32, u32, Id);

const CHUNK: usize = 1 << 10;
const NO_NODE: Id = Id::MAX;

struct Sma<'a, H: Heuristic, P: Packed> {
    heuristic: &'a H,
    slide_table: SlideTable,
    goal: P,
    /// Nodes in chunks, so that growing copies nothing.
    chunks: Vec<Vec<Node<P, H::Memo>>>,
    len: usize,
    /// Nodes that were forgotten, to be used again.
    free: Vec<Id>,
    /// The most nodes that may be held.
    most: usize,
    /// Bytes of heap that a node's board takes.
    heap_bytes: usize,
    /// Nodes with something pending.
    open: BTreeSet<Key>,
    /// Those of them without a live child.
    leaves: BTreeSet<Key>,
    counts: Counts,
    bound: u32,
}

/// Bytes of a node's entry in an ordered set, as it is filled on average.
const ENTRY_BYTES: usize = 36;

/// Runs SMA* to its end or its limit.
pub(super) fn sma<H: Heuristic, P: Packed>(
    instance: &Instance,
    heuristic: &H,
    guard: &Guard<'_>,
) -> Finding {
    let cells = instance.size().cells();
    let identity: Vec<u16> = (0..cells as u16).collect();
    let node_bytes =
        size_of::<Node<P, H::Memo>>() + P::heap_bytes(cells) + size_of::<Id>() + 2 * ENTRY_BYTES;
    let mut search = Sma {
        heuristic,
        slide_table: SlideTable::new(instance.size()),
        goal: P::pack(&identity),
        chunks: Vec::new(),
        len: 0,
        free: Vec::new(),
        most: (guard.memory_limit() / node_bytes).min(NO_NODE as usize),
        heap_bytes: P::heap_bytes(cells),
        open: BTreeSet::new(),
        leaves: BTreeSet::new(),
        counts: Counts::default(),
        bound: heuristic.value(heuristic.start(instance.labels())),
    };
    let (moves, stop) = match search.run(instance, guard) {
        Ok(goal) => (goal.map(|id| search.path(id)), None),
        Err(stop) => (None, Some(stop)),
    };
    let (lower_bound, counts) = (search.bound, search.counts);
    free_later(search.len, (search.chunks, search.open, search.leaves));
    Finding {
        lower_bound,
        moves,
        counts,
        stop,
    }
}

impl<H: Heuristic, P: Packed> Sma<'_, H, P> {
    fn run(&mut self, instance: &Instance, guard: &Guard<'_>) -> Result<Option<Id>, Stop> {
        let state = P::pack(instance.labels());
        let memo = self.heuristic.start(instance.labels());
        let blank = instance.blank();
        self.add(NO_NODE, Direction::Up, state, memo, blank, self.bound);
        loop {
            if is_to_ask(self.counts.generated, self.heap_bytes) {
                guard.check(&self.counts)?;
            }
            let Some(&(value, _, best)) = self.open.first() else {
                return Ok(None);
            };
            if value > self.bound {
                self.bound = value;
                guard.tell(&Event::BoundRaised {
                    bound: value,
                    source: Source::Sma,
                    counts: self.counts,
                })?;
            }
            if self.node(best).is_goal {
                return Ok(Some(best));
            }
            if self.held() >= self.most {
                self.forget_worst(best)?;
            }
            self.make_child(best, value);
        }
    }

    fn node(&self, id: Id) -> &Node<P, H::Memo> {
        &self.chunks[id as usize / CHUNK][id as usize % CHUNK]
    }

    fn node_mut(&mut self, id: Id) -> &mut Node<P, H::Memo> {
        &mut self.chunks[id as usize / CHUNK][id as usize % CHUNK]
    }

    /// How many nodes are held.
    fn held(&self) -> usize {
        self.len - self.free.len()
    }

    /// Changes a branch of a node, and its place in the orders.
    fn set_branch(&mut self, id: Id, by: Direction, branch: Branch) {
        self.leave(id);
        self.node_mut(id).branches[by as usize] = branch;
        self.join(id);
    }

    fn key(&self, id: Id) -> Option<Key> {
        let node = self.node(id);
        Some((node.value()?, u32::MAX - node.moves, id))
    }

    fn join(&mut self, id: Id) {
        if let Some(key) = self.key(id) {
            self.open.insert(key);
            if self.node(id).is_leaf() {
                self.leaves.insert(key);
            }
        }
    }

    fn leave(&mut self, id: Id) {
        if let Some(key) = self.key(id) {
            self.open.remove(&key);
            self.leaves.remove(&key);
        }
    }

    /// Forgets the worst leaf but `best`, whose parent remembers its value.
    fn forget_worst(&mut self, best: Id) -> Result<(), Stop> {
        let worst = self.leaves.iter().rev().find(|&&(_, _, id)| id != best);
        let &(value, _, id) = worst.ok_or(Stop::Memory)?;
        let (parent, by) = (self.node(id).parent, self.node(id).by);
        self.leave(id);
        self.free.push(id);
        if parent != NO_NODE {
            self.set_branch(parent, by, Branch::Pending(value));
        }
        Ok(())
    }

    /// Makes the child of the first slide of `id` that is pending with `value`.
    fn make_child(&mut self, id: Id, value: u32) {
        let node = self.node(id);
        let is_wanted = |&by: &Direction| matches!(node.branches[by as usize], Branch::Pending(v) if v == value);
        let blank = usize::from(node.blank);
        let slide = Direction::ALL.into_iter().find(is_wanted);
        let slide = slide.and_then(|by| Some((by, self.slide_table.source_cell(blank, by)?)));
        let Some((by, from)) = slide else {
            debug_assert!(false, "an open node has a slide that is pending");
            return;
        };
        let state = node.state.swapped(blank, from);
        let slide = Slide {
            label: state.at(blank),
            from,
            to: blank,
        };
        let memo = self.heuristic.step(node.memo, slide, &state);
        self.counts.expanded += u64::from(node.is_leaf());
        self.set_branch(id, by, Branch::Live);
        self.add(id, by, state, memo, from, value);
    }

    /// Adds a node below whose slide no solution is shorter than `value`.
    fn add(
        &mut self,
        parent: Id,
        by: Direction,
        state: P,
        memo: H::Memo,
        blank: usize,
        value: u32,
    ) {
        let is_start = parent == NO_NODE;
        let moves = match is_start {
            true => 0,
            false => self.node(parent).moves + 1,
        };
        let value = value.max(moves + self.heuristic.value(memo));
        let branches = Direction::ALL.map(|slide| {
            let leads_back = !is_start && slide == by.opposite();
            match self.slide_table.source_cell(blank, slide) {
                Some(_) if !leads_back => Branch::Pending(value),
                _ => Branch::None,
            }
        });
        let node = Node {
            is_goal: state == self.goal,
            state,
            memo,
            branches,
            parent,
            moves,
            blank: blank as u16,
            by,
        };
        let id = match self.free.pop() {
            Some(id) => {
                *self.node_mut(id) = node;
                id
            }
            None => {
                if self.len == self.chunks.len() * CHUNK {
                    self.chunks.push(Vec::with_capacity(CHUNK));
                }
                self.chunks[self.len / CHUNK].push(node);
                self.len += 1;
                self.len as Id - 1
            }
        };
        self.join(id);
        self.counts.generated += 1;
        self.counts.stored = self.counts.stored.max(self.held() as u64);
    }

    fn path(&self, mut id: Id) -> Moves {
        let mut slides = Vec::new();
        while self.node(id).parent != NO_NODE {
            slides.push(self.node(id).by);
            id = self.node(id).parent;
        }
        slides.reverse();
        slides.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::goal::Goal;
    use crate::guard::Silent;
    use crate::heuristic::{ComputedHeuristic, Manhattan};

    /// A board of 20 moves in ever less memory: the same length, or the memory limit.
    #[test]
    fn the_minimum_in_any_memory_that_holds_a_path() {
        let board = Board::new(&[[1, 4, 0], [8, 5, 3], [6, 7, 2]]).unwrap();
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let manhattan = Manhattan::new(board.size(), instance.blank_home()).unwrap();
        let run = |bytes| {
            let guard = Guard::new(&Silent).memory(bytes);
            sma::<Manhattan, u64>(&instance, &manhattan, &guard)
        };
        let free = run(usize::MAX);
        let length = free.moves.as_ref().unwrap().len();
        assert_eq!((free.lower_bound as usize, length), (20, 20));
        let node_bytes = 132;
        for part in [2, 4, 8] {
            let tight = run(node_bytes * free.counts.stored as usize / part);
            assert_eq!(tight.moves.unwrap().len(), length, "a part in {part}");
            assert!(tight.counts.stored < free.counts.stored);
            assert!(tight.counts.generated >= free.counts.generated);
        }
        let hopeless = run(2_000);
        assert_eq!((hopeless.stop, hopeless.moves), (Some(Stop::Memory), None));
        assert!(hopeless.lower_bound as usize <= length);
    }
}
