//! The hot loop: sixteen nodes at a time, in stages.
//!
//! # Idea
//!
//! A table of 178 MB answers from main memory, some hundred nanoseconds away; a child's index
//! takes ten. So nodes are not expanded one by one. The best sixteen are taken from the queue and go
//! through stages, each a loop over all their children, and between the stage that asks memory for
//! a bit (prefetch) and the one that reads it lie all the others:
//!
//! ```text
//! 1  list the children the automaton lets pass, in two kinds (see `look`)
//! 2  look at each from its parent's view with less slack, or the cheaper: index, prefetch
//! 3  read the bits; keep the children that have not risen too far; look from the other view
//! 4  read the bits; make the nodes of those that have not risen too far there, and queue them
//! ```
//!
//! On Korf's 100 with 7-8 tables 58 of 100 children get to stage 3's second look, and 51 are made.
//!
//! # Invariants
//!
//! * `slack` is never negative: a child with less is not made. A node with no moves left and no
//!   negative slack has distance 0, so it is the goal; that is the only goal test.
//! * Nodes are made only by [`Node::root`] and here, by possible slides; so masks, digits and
//!   states are always those of a real board, which is what the unchecked reads rely on.
//!
//! # Tried and dropped
//!
//! * Making every child before looking, and changing it in place afterwards: 9 % of the samples
//!   were waits for a wide copy of what had just been written narrowly.
//! * The rank after each rotation for all ranks, and sets by their mask (see `lookups`): tables
//!   of 0.5 to 2.3 MB that do not stay in the second-level cache. Going to digits, and from nodes
//!   of 128 bytes to 64 in the same step, took 3.9 s to 2.7 s of CPU.
//! * A second partition to look at what two views have not pruned. Eight 6-6-3 ones beside the 7-8:
//!   0 to 4 % fewer nodes on 80-move boards, and on the worst board 0 to 4 %, the best two 13 and
//!   16 %; every node kept would cost two more looks. The 7-7-1 of the small tables saves nothing at
//!   all, since each of its patterns, mirrored, is part of one of the 7-8. Another 7-8 partition does
//!   save a third and more, for twice the memory (docs/decisions/0007).
//! * Thirty-two nodes at a time: as long a node, and a tenth more of them on Korf's 100.
//! * Copying the tables into huge pages: up to 20 % in one run, nothing in another (some systems give
//!   mapped files huge pages by themselves), and 60 ms to a second at the start.
//! * Prefetching past the second-level cache (NTA): no difference.
//! * Solving the inverse board instead, where the blank is in a corner: eight of ten known 80-move
//!   boards are their own inverses, the other two each other's, and the worst board is its own.

use super::look::{Look, look};
use super::lookups::{Lookups, Pruning};
use super::memory::Memory;
use super::node::Node;
use super::open::Open;

/// How many nodes are taken at once.
const BATCH: usize = 16;
/// Children of a batch at most.
const CHILDREN: usize = 4 * BATCH;

/// How a dive ended.
#[derive(Debug)]
pub(super) enum Dive {
    /// Everything below the seeds is searched, without a solution.
    Empty,
    /// A goal.
    Found(Box<Node>),
    /// The nodes allowed are used up; the rest is still open.
    Paused,
}

/// What a dive has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub expanded: u64,
    pub generated: u64,
}

/// Replaces the nodes by their children. A goal among them ends it and is returned.
pub(super) fn dive_one_layer(
    lookups: &Lookups,
    pruning: &Pruning,
    nodes: &mut Vec<Node>,
    tally: &mut Tally,
) -> Option<Node> {
    let mut children = Vec::new();
    let mut work = Work::new();
    let mut batch = [Node::EMPTY; BATCH];
    for some in nodes.chunks(BATCH) {
        batch[..some.len()].copy_from_slice(some);
        let count = some.len();
        let mut push = |node| children.push(node);
        let goal = if lookups.views() == 1 {
            work.expand::<1>(lookups, pruning, &batch, count, tally, &mut push)
        } else {
            work.expand::<2>(lookups, pruning, &batch, count, tally, &mut push)
        };
        if goal.is_some() {
            return goal;
        }
    }
    *nodes = children;
    None
}

/// Searches below the open nodes until there is none, a goal is found, or `allowance` nodes
/// are expanded. The states of the nodes must be those of `pruning`.
pub(super) fn dive(
    lookups: &Lookups,
    pruning: &Pruning,
    memory: Option<&Memory>,
    open: &mut Open,
    allowance: u64,
    tally: &mut Tally,
) -> Dive {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("popcnt")
    {
        // SAFETY: the features were just found.
        return unsafe { dive_v3(lookups, pruning, memory, open, allowance, tally) };
    }
    dive_any(lookups, pruning, memory, open, allowance, tally)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn dive_v3(
    lookups: &Lookups,
    pruning: &Pruning,
    memory: Option<&Memory>,
    open: &mut Open,
    allowance: u64,
    tally: &mut Tally,
) -> Dive {
    dive_any(lookups, pruning, memory, open, allowance, tally)
}

#[inline(always)]
fn dive_any(
    lookups: &Lookups,
    pruning: &Pruning,
    memory: Option<&Memory>,
    open: &mut Open,
    allowance: u64,
    tally: &mut Tally,
) -> Dive {
    match lookups.views() {
        1 => dive_views::<1>(lookups, pruning, memory, open, allowance, tally),
        _ => dive_views::<2>(lookups, pruning, memory, open, allowance, tally),
    }
}

#[inline(always)]
fn dive_views<const VIEWS: usize>(
    lookups: &Lookups,
    pruning: &Pruning,
    memory: Option<&Memory>,
    open: &mut Open,
    allowance: u64,
    tally: &mut Tally,
) -> Dive {
    let mut batch = [Node::EMPTY; BATCH];
    let mut work = Work::new();
    let last = tally.expanded + allowance;
    while !open.is_empty() {
        if tally.expanded >= last {
            return Dive::Paused;
        }
        let mut count = open.take(&mut batch);
        if let Some(memory) = memory {
            count = memory.drop_known(&mut batch, count);
        }
        let mut push = |node| open.push(node);
        let goal = work.expand::<VIEWS>(lookups, pruning, &batch, count, tally, &mut push);
        if let Some(goal) = goal {
            return Dive::Found(Box::new(goal));
        }
    }
    Dive::Empty
}

/// A child to be looked at: the parent's place in the batch, and 16 times the slide as a view sees it
/// (see [`Lookups::seens`]).
#[derive(Clone, Copy)]
pub(super) struct Job(u16);

impl Job {
    /// The same child from the other view.
    #[inline(always)]
    fn turned(self) -> Self {
        Self(self.0 ^ 16)
    }

    #[inline(always)]
    pub fn view(self) -> usize {
        usize::from(self.0 >> 4 & 1)
    }

    #[inline(always)]
    pub fn seen(self) -> usize {
        usize::from(self.0 >> 4 & 127)
    }

    #[inline(always)]
    fn parent(self, batch: &[Node; BATCH]) -> &Node {
        &batch[usize::from(self.0) % BATCH]
    }

    #[inline(always)]
    fn direction(self) -> usize {
        usize::from(self.0 >> 5 & 3)
    }
}

/// A list of children of one kind: those whose slide turns digits in the view they are looked at
/// from, or those whose does not.
struct Kind {
    /// Four are written at a time, so there is room for three more.
    jobs: [Job; CHILDREN + 3],
    looks: [Look; CHILDREN],
    /// Where they stood in the list they come from.
    origins: [u8; CHILDREN],
    count: usize,
}

impl Kind {
    const EMPTY: Self = Self {
        jobs: [Job(0); CHILDREN + 3],
        looks: [Look::NONE; CHILDREN],
        origins: [0; CHILDREN],
        count: 0,
    };

    /// Looks at all children of the list.
    #[inline(always)]
    fn look<const TURNS: bool>(&mut self, lookups: &Lookups, batch: &[Node; BATCH]) {
        let jobs = self.jobs[..self.count].iter();
        for (&job, slot) in jobs.zip(&mut self.looks) {
            *slot = look::<TURNS>(lookups, job.parent(batch), job);
        }
    }

    /// Reads the bits of all, and lists those that have not risen too far, the other view's turn.
    #[inline(always)]
    fn sift(&mut self, batch: &[Node; BATCH], kept: &mut Self) {
        let jobs = self.jobs[..self.count].iter();
        kept.count = 0;
        for (place, (&job, look)) in jobs.zip(&mut self.looks).enumerate() {
            // SAFETY: `look` made it.
            let stays = unsafe { look.read() } <= job.parent(batch).slack[job.view()];
            let end = kept.count % CHILDREN;
            kept.jobs[end] = job.turned();
            kept.origins[end] = place as u8;
            kept.count += usize::from(stays);
        }
    }
}

/// The children of a batch, from stage to stage.
struct Work {
    /// As first looked at: the lists without and with turns.
    first: [Kind; 2],
    /// What was left of each, looked at from the other view.
    second: [Kind; 2],
}

impl Work {
    fn new() -> Self {
        Self {
            first: [Kind::EMPTY; 2],
            second: [Kind::EMPTY; 2],
        }
    }

    /// Hands the children of the first `count` nodes of a batch to `push`, those that can still be
    /// on the way to a solution; or returns one that is the goal.
    #[inline(always)]
    fn expand<const VIEWS: usize>(
        &mut self,
        lookups: &Lookups,
        pruning: &Pruning,
        batch: &[Node; BATCH],
        count: usize,
        tally: &mut Tally,
        push: &mut impl FnMut(Node),
    ) -> Option<Node> {
        // 1. List the children the automaton lets pass.
        let [plain, turning] = &mut self.first;
        (plain.count, turning.count) = (0, 0);
        for (parent, node) in batch[..count].iter().enumerate() {
            // SAFETY: states come from the automaton itself.
            let passes = unsafe { *pruning.passes.get_unchecked(usize::from(node.state)) };
            let open = lookups.legal[usize::from(node.blank & 15)] & passes;
            let view = if VIEWS == 1 { 0 } else { node.first() };
            let split = &lookups.splits[view][usize::from(open & 15)];
            let same = (parent as u64 | u64::from(node.blank & 15) << 7) * 0x0001_0001_0001_0001;
            for (kind, list) in [&mut *plain, &mut *turning].into_iter().enumerate() {
                let jobs = split.lists[kind] + same;
                let jobs = [0, 16, 32, 48].map(|shift| Job((jobs >> shift) as u16));
                let place = list.count % CHILDREN;
                list.jobs[place..place + 4].copy_from_slice(&jobs);
                list.count += usize::from(split.counts[kind]);
            }
        }
        tally.expanded += count as u64;
        tally.generated += (plain.count + turning.count) as u64;
        // 2. Look from the view with less slack.
        plain.look::<false>(lookups, batch);
        turning.look::<true>(lookups, batch);
        // 3. Keep those that have not risen too far, and look from the other view.
        for (first, second) in self.first.iter_mut().zip(&mut self.second) {
            first.sift(batch, second);
        }
        if VIEWS == 2 {
            let [plain, turning] = &mut self.second;
            if lookups.swaps {
                plain.look::<true>(lookups, batch);
                turning.look::<false>(lookups, batch);
            } else {
                plain.look::<false>(lookups, batch);
                turning.look::<true>(lookups, batch);
            }
        }
        // 4. Make those that have not risen too far there either.
        for (first, second) in self.first.iter().zip(&mut self.second) {
            for place in 0..second.count.min(CHILDREN) {
                let job = second.jobs[place];
                let node = job.parent(batch);
                let other = &mut second.looks[place];
                // SAFETY: `look` made it.
                if VIEWS == 2 && unsafe { other.read() } > node.slack[job.view()] {
                    continue;
                }
                let one = &first.looks[usize::from(second.origins[place]) % CHILDREN];
                // By view, so that everything below is at fixed places.
                let looks = if job.view() == 1 {
                    [one, &*other]
                } else {
                    [&*other, one]
                };
                let child = child::<VIEWS>(lookups, pruning, node, job, looks);
                if child.left == 0 {
                    return Some(child);
                }
                push(child);
            }
        }
        None
    }
}

/// The child that these looks, one a view, are of.
#[inline(always)]
fn child<const VIEWS: usize>(
    lookups: &Lookups,
    pruning: &Pruning,
    node: &Node,
    job: Job,
    looks: [&Look; 2],
) -> Node {
    let direction = job.direction();
    // SAFETY: states come from the automaton itself.
    let next = unsafe {
        pruning
            .automaton
            .table()
            .get_unchecked(usize::from(node.state))
    };
    let mut child = Node {
        path: [
            node.path[0] << 2 | direction as u64,
            node.path[1] << 2 | node.path[0] >> 62,
            node.path[2] << 2 | node.path[1] >> 62,
        ],
        state: next[direction],
        blank: lookups.seens[job.seen()].cell,
        left: node.left - 1,
        ..*node
    };
    for (view, look) in looks.into_iter().enumerate().take(VIEWS) {
        child.words[view] ^= look.change();
        child.perms[view] ^= u64::from(look.digits) << (look.shift & 63);
        child.slack[view] -= look.rises;
    }
    child
}
