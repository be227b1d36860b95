//! HDA*: A* on several threads, each of which owns the boards with its hashes.
//!
//! # Idea
//!
//! A hash of the board says which *shard* owns it. A shard has its own open list and its own index,
//! so no lock is needed and no board is held twice. A neighbour that another shard owns is sent to
//! it as a message.
//!
//! The work is done in rounds. In a round every shard expands, in its own order, open nodes whose
//! priority is at most the least of all shards when the round began. Then all messages are
//! delivered.
//!
//! # Invariants
//!
//! * Between rounds no message is under way. So the least priority of all open lists is then a
//!   proven lower bound, and when it reaches the length of the best solution found, that is the
//!   minimum. In the paper threads run on by themselves, and the end has to be detected.
//! * What a shard does in a round depends on its own state alone, and messages are taken in the
//!   order of their senders. So results and counts depend on the number of shards, which is the
//!   number of threads allowed, and not on how fast the threads are, or whether all are free.
//!
//! # Cost
//!
//! Memory for all nodes generated, as A*, in as many parts as there are threads, each with its
//! share of the memory limit. A round goes on after the goal is found, and boards are found on
//! longer paths first a little more often than in A*, so more nodes are expanded.
//!
//! # What it is for
//!
//! A* where there are cores and memory to use. `ida` with tables is far faster on these puzzles.
//!
//! # Citation
//!
//! Kishimoto, Fukunaga & Botea, "Scalable, parallel best-first search for optimal sequential
//! planning", ICAPS 2009.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::insert_within::{insert_within, queue_bytes};
use super::search_graph::{GraphNode, NO_NODE, NodeId, SearchGraph};
use super::{Counts, Event, Finding, Guard, MinPq, Source, Stop};
use crate::board::{Direction, Moves, Packed, SlideTable};
use crate::goal::Instance;
use crate::heuristic::{Heuristic, Slide};
use crate::splitmix::split_mix;

/// The most nodes that a shard expands in a round.
const ROUND: usize = 2048;

/// The most cells of a board with so many.
const ROUND_CELLS: usize = 100;

/// A board on its way to its shard, and there.
#[derive(Clone, Debug)]
struct Node<P, M> {
    state: P,
    memo: M,
    /// The shard and the number of the node before, or [`NO_NODE`] for the start.
    parent: (u32, NodeId),
    moves: u32,
    blank: u16,
    /// The slide that led here.
    by: Direction,
}

impl<P: Packed, M: Send + 'static> GraphNode for Node<P, M> {
    type State = P;
    fn state(&self) -> &P {
        &self.state
    }
    fn parent(&self) -> NodeId {
        self.parent.1
    }
    fn blank(&self) -> usize {
        usize::from(self.blank)
    }
}

/// The boards that a hash gives to one thread.
struct Shard<P: Packed, M: Send + 'static> {
    number: u32,
    nodes: SearchGraph<Node<P, M>>,
    /// Priority, distance, newest first.
    queue: MinPq<(u32, u32, u32)>,
    /// Messages by receiver.
    sent: Vec<Vec<Node<P, M>>>,
    /// Messages by sender.
    received: Vec<Vec<Node<P, M>>>,
    /// The goal's node here and its moves, once it is found.
    best: Option<(NodeId, u32)>,
    counts: Counts,
    /// The counts of the whole search, as they were last told.
    told: Counts,
    stop: Option<Stop>,
}

/// What all shards share.
struct Shared<'a, H: Heuristic, P: Packed> {
    heuristic: &'a H,
    slide_table: SlideTable,
    goal: P,
    shards: u64,
    /// How many nodes a shard expands in a round.
    round: usize,
    /// The guard of one shard, with its share of the memory.
    guard: Guard<'a>,
}

/// Runs HDA* to its end or its limit, on the threads of the guard.
pub(super) fn hda<H: Heuristic, P: Packed>(
    instance: &Instance,
    heuristic: &H,
    guard: &Guard<'_>,
) -> Finding {
    let cells = instance.size().cells();
    let identity: Vec<u16> = (0..cells as u16).collect();
    let count = guard.threads().count();
    let shared = Shared {
        heuristic,
        slide_table: SlideTable::new(instance.size()),
        goal: P::pack(&identity),
        shards: count as u64,
        // The guard is asked once a round, and a large board takes longer to copy.
        round: (ROUND * ROUND_CELLS / cells).clamp(ROUND / 16, ROUND),
        guard: guard.memory(guard.memory_limit() / count),
    };
    let shard = |number| Shard {
        number,
        nodes: SearchGraph::new(cells, true),
        queue: MinPq::new(),
        sent: (0..count).map(|_| Vec::new()).collect(),
        received: Vec::new(),
        best: None,
        counts: Counts::default(),
        told: Counts::default(),
        stop: None,
    };
    let mut shards: Vec<Shard<P, H::Memo>> = (0..count as u32).map(shard).collect();
    let memo = heuristic.start(instance.labels());
    let mut bound = heuristic.value(memo);
    let start = Node {
        state: P::pack(instance.labels()),
        memo,
        parent: (0, NO_NODE),
        moves: 0,
        blank: instance.blank() as u16,
        by: Direction::Up,
    };
    let owner = shared.owner(&start.state);
    shards[owner].received.push(vec![start]);
    shards[owner].counts.generated = 1;
    let stop = rounds(&shared, &mut shards, &mut bound, guard).err();
    let best = best(&shards);
    Finding {
        moves: best.map(|(shard, id, _)| path(&shards, shard, id)),
        lower_bound: bound.min(best.map_or(u32::MAX, |(_, _, length)| length)),
        counts: counts(&shards),
        stop,
    }
}

/// Rounds until the minimum is known.
fn rounds<H: Heuristic, P: Packed>(
    shared: &Shared<'_, H, P>,
    shards: &mut [Shard<P, H::Memo>],
    bound: &mut u32,
    guard: &Guard<'_>,
) -> Result<(), Stop> {
    loop {
        guard
            .threads()
            .for_each_mut(shards, |_, shard| shard.receive(shared));
        if let Some(stop) = shards.iter().find_map(|shard| shard.stop) {
            return Err(stop);
        }
        let counts = counts(shards);
        guard.check(&counts)?;
        shards.iter_mut().for_each(|shard| shard.told = counts);
        let least = shards.iter_mut().map(Shard::least_priority).min();
        let least = least.unwrap_or(u32::MAX);
        let length = best(shards).map_or(u32::MAX, |(_, _, length)| length);
        if least >= length {
            *bound = length;
            return Ok(());
        }
        if least > *bound {
            *bound = least;
            guard.tell(&Event::BoundRaised {
                bound: least,
                source: Source::Hda,
                counts,
            })?;
        }
        let expand = |_: usize, shard: &mut Shard<P, H::Memo>| shard.expand_all(shared, least);
        guard.threads().for_each_mut(shards, expand);
        deliver(shards);
    }
}

/// Hands every message to its receiver.
fn deliver<P: Packed, M: Send + 'static>(shards: &mut [Shard<P, M>]) {
    for sender in 0..shards.len() {
        for receiver in 0..shards.len() {
            let messages = std::mem::take(&mut shards[sender].sent[receiver]);
            if !messages.is_empty() {
                shards[receiver].received.push(messages);
            }
        }
    }
}

/// The shortest solution of all shards: shard, node and length.
fn best<P: Packed, M: Send + 'static>(shards: &[Shard<P, M>]) -> Option<(u32, NodeId, u32)> {
    let of = |shard: &Shard<P, M>| shard.best.map(|(id, length)| (shard.number, id, length));
    shards
        .iter()
        .filter_map(of)
        .min_by_key(|&(.., length)| length)
}

fn counts<P: Packed, M: Send + 'static>(shards: &[Shard<P, M>]) -> Counts {
    let sum = |of: fn(&Counts) -> u64| shards.iter().map(|shard| of(&shard.counts)).sum();
    Counts {
        expanded: sum(|counts| counts.expanded),
        generated: sum(|counts| counts.generated),
        stored: sum(|counts| counts.stored),
    }
}

/// The slides from the start to a node.
fn path<P: Packed, M: Send + 'static>(shards: &[Shard<P, M>], shard: u32, id: NodeId) -> Moves {
    let mut slides = Vec::new();
    let mut node = shards[shard as usize].nodes.get(id);
    while node.parent.1 != NO_NODE {
        slides.push(node.by);
        let (shard, id) = node.parent;
        node = shards[shard as usize].nodes.get(id);
    }
    slides.reverse();
    slides.into()
}

impl<H: Heuristic, P: Packed> Shared<'_, H, P> {
    /// The shard that owns a board.
    fn owner(&self, state: &P) -> usize {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        // The index of a shard takes the bits of the hash itself.
        (split_mix(hasher.finish()) % self.shards) as usize
    }
}

impl<P: Packed, M: Copy + Send + 'static> Shard<P, M> {
    /// Takes the messages in the order of their senders.
    fn receive<H: Heuristic<Memo = M>>(&mut self, shared: &Shared<'_, H, P>) {
        for node in std::mem::take(&mut self.received).into_iter().flatten() {
            self.take(node, shared);
        }
    }

    /// Takes a board of this shard, if it is new or its path is shorter than before.
    fn take<H: Heuristic<Memo = M>>(&mut self, node: Node<P, M>, shared: &Shared<'_, H, P>) {
        let (moves, is_goal) = (node.moves, node.state == shared.goal);
        let distance = shared.heuristic.value(node.memo);
        let id = match self.nodes.find(&node.state) {
            Some(known) if self.nodes.get(known).moves <= moves => return,
            Some(known) => {
                let held = self.nodes.get_mut(known);
                (held.moves, held.parent, held.by) = (moves, node.parent, node.by);
                Ok(known)
            }
            None => {
                let others = queue_bytes(&self.queue);
                self.nodes.push(node, &shared.guard, others, &self.told)
            }
        };
        let entry = |id: NodeId| (moves + distance, distance, !id);
        let others = self.nodes.bytes();
        let queued = id.and_then(|id| {
            insert_within(&mut self.queue, entry(id), &shared.guard, others)?;
            Ok(id)
        });
        match queued {
            Ok(id) if is_goal => self.best = Some((id, moves)),
            Ok(_) => {}
            Err(stop) => self.stop = Some(stop),
        }
        self.counts.stored = self.nodes.len() as u64;
    }

    /// The least priority of its open nodes, after stale entries are dropped.
    fn least_priority(&mut self) -> u32 {
        while let Some(&(priority, distance, age)) = self.queue.min() {
            if self.nodes.get(!age).moves + distance == priority {
                return priority;
            }
            self.queue.del_min();
        }
        u32::MAX
    }

    /// One round: expands nodes with a priority of at most `limit`.
    fn expand_all<H: Heuristic<Memo = M>>(&mut self, shared: &Shared<'_, H, P>, limit: u32) {
        for _ in 0..shared.round {
            if self.stop.is_some() || self.least_priority() > limit {
                return;
            }
            if let Some((_, _, age)) = self.queue.del_min() {
                self.expand(!age, shared);
            }
        }
    }

    fn expand<H: Heuristic<Memo = M>>(&mut self, id: NodeId, shared: &Shared<'_, H, P>) {
        self.counts.expanded += 1;
        let node = self.nodes.get(id).clone();
        let blank = usize::from(node.blank);
        for (by, from) in shared.slide_table.slides(blank) {
            if node.parent.1 != NO_NODE && by == node.by.opposite() {
                continue;
            }
            self.counts.generated += 1;
            let state = node.state.swapped(blank, from);
            let slide = Slide {
                label: state.at(blank),
                from,
                to: blank,
            };
            let child = Node {
                memo: shared.heuristic.step(node.memo, slide, &state),
                state,
                parent: (self.number, id),
                moves: node.moves + 1,
                blank: from as u16,
                by,
            };
            match shared.owner(&child.state) {
                owner if owner == self.number as usize => self.take(child, shared),
                owner => self.sent[owner].push(child),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::goal::Goal;
    use crate::guard::Silent;
    use crate::heuristic::{ComputedHeuristic, Manhattan};
    use crate::verify::verify;
    use crate::workers::Workers;

    /// The same moves and counts with helpers that are free, and with none.
    #[test]
    fn timing_changes_nothing() {
        let board = Board::new(&[[5, 2, 4, 8], [10, 0, 3, 14], [13, 6, 11, 12], [1, 15, 9, 7]]);
        let instance = Instance::new(&board.unwrap(), &Goal::BlankLast).unwrap();
        let manhattan = Manhattan::new(instance.size(), instance.blank_home()).unwrap();
        for threads in [1, 2, 5] {
            let workers = Workers::new(threads);
            let run = || {
                let guard = Guard::new(&Silent).on(workers.all());
                hda::<Manhattan, u64>(&instance, &manhattan, &guard)
            };
            let free = run();
            let moves = free.moves.clone().unwrap();
            assert_eq!(verify(instance.board(), instance.goal(), &moves), Ok(()));
            assert_eq!(free.lower_bound as usize, moves.len());
            // Both threads of a join search at once, so they get in each other's way.
            let (one, two) = workers.all().join(run, run);
            assert_eq!((&one, &two), (&free, &free), "{threads} threads");
        }
    }
}
