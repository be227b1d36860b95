//! The hot loop: several nodes expanded together, in stages.
//!
//! # Idea
//!
//! Ten to twenty tables of 24 MB answer from main memory, and what a child needs from them is
//! known early. So a batch of nodes is expanded together, in three passes over their children, and
//! between asking memory (prefetch) and reading what it answers lies work for other children:
//!
//! ```text
//! list   the children the automaton lets pass
//! sift   look at each in the first table that could end it, and drop those it ends
//! make   look at the others in all their tables, drop those they end; copy the parent, change it
//! ```
//!
//! A look has three parts, some children apart: the set (`aim`), the bit (`find`), and reading it.
//! Sets are in the outer caches, bits in memory.
//!
//! # What can end a child
//!
//! A slide changes one pattern's distance in every look, by one. A look with slack left survives
//! that whatever the bit says; only a look with none (*tight*) can end a child, and only when its
//! distance rises. So tight looks come first, and children without any are not sifted.
//! On the 24-puzzle nine children of ten have one; sifting drops four of ten and making one.
//!
//! # Slack in bytes
//!
//! The slack of all looks is one `u128`, a byte each, below 128. A rise takes the lowest bit of
//! its looks' bytes away, all in one subtraction that never borrows; a zero byte is found by
//! `(slack | 0x80…) − 0x01…`, whose highest bits are gone where a byte was zero.
//!
//! # Invariants
//!
//! * Slack is never negative: a child with less is not made. A node with no moves left and no
//!   negative slack has distance 0, so it is the goal; that is the only goal test.
//! * Nodes are made only by `Node::root` and here, by possible slides; so masks, ranks and states
//!   are always those of a real board, which is what the unchecked reads rely on.

use super::look::{Look, aim};
use super::lookups::{HIGHEST, LOWEST, Lookups, MOST_LOOKS, Pruning, Step};
use super::node::Node;
use super::pool::Pool;
use super::transpositions::Transpositions;

/// How many nodes are taken from the stack at once.
pub(super) const BATCH: usize = 16;
/// Children of a batch at most.
const CHILDREN: usize = 4 * BATCH;
/// Children between asking for a set and reading it, where each child has one.
const SETS_AHEAD: usize = 4;
/// Children between asking for their sets and reading their bits.
const BITS_AHEAD: usize = 6;

/// What has been done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeCounts {
    pub expanded: u64,
    pub generated: u64,
}

/// A child to be: its parent's place in the pool, its slide and the tile that slides.
#[derive(Clone, Copy, Default)]
struct Job {
    parent: u32,
    /// Four times the blank's cell and the direction.
    step: u8,
    label: u8,
    /// The first tight state among those touched.
    first: u8,
}

impl Job {
    #[inline(always)]
    fn step<'l>(&self, lookups: &'l Lookups) -> &'l Step {
        &lookups.steps[usize::from(self.step & 127)]
    }
}

/// Some jobs.
struct Jobs {
    list: [Job; CHILDREN],
    count: usize,
}

impl Jobs {
    const NONE: Self = Self {
        list: [Job {
            parent: 0,
            step: 0,
            label: 0,
            first: 0,
        }; CHILDREN],
        count: 0,
    };

    #[inline(always)]
    fn push(&mut self, job: Job) {
        self.list[self.count % CHILDREN] = job;
        self.count += 1;
    }
}

/// The working space of a batch.
pub(super) struct Batch {
    pub parents: [u32; BATCH],
    /// Children that a tight look could end, and the bit that will tell.
    doubtful: Jobs,
    probes: [Look; CHILDREN],
    /// Children to be looked at in all tables.
    hopeful: Jobs,
    looks: [[Look; MOST_LOOKS]; CHILDREN],
}

impl Batch {
    pub fn new() -> Self {
        Self {
            parents: [0; BATCH],
            doubtful: Jobs::NONE,
            probes: [Look::NONE; CHILDREN],
            hopeful: Jobs::NONE,
            looks: [[Look::NONE; MOST_LOOKS]; CHILDREN],
        }
    }

    /// Puts the children of the first `taken` parents on the stack and gives back the parents'
    /// places. The place of a goal, if there is one among the children.
    #[inline(always)]
    pub fn expand<const S: usize>(
        &mut self,
        lookups: &Lookups,
        pruning: &Pruning,
        pool: &mut Pool<S>,
        taken: usize,
        tally: &mut NodeCounts,
    ) -> Option<u32> {
        self.list(lookups, pruning, pool, taken, tally);
        self.sift(lookups, pool);
        let found = self.make(lookups, pruning, pool);
        for &parent in &self.parents[..taken] {
            pool.give_back(parent);
        }
        found
    }

    /// Drops those of the first `taken` parents that need not be searched; how many are left.
    #[inline(always)]
    pub fn drop_known<const S: usize>(
        &mut self,
        memory: &Transpositions,
        pool: &mut Pool<S>,
        taken: usize,
    ) -> usize {
        let mut kept = 0;
        for number in 0..taken {
            let parent = self.parents[number];
            if memory.knows(pool.node(parent)) {
                pool.give_back(parent);
            } else {
                self.parents[kept] = parent;
                kept += 1;
            }
        }
        kept
    }

    /// Lists the children the automaton lets pass.
    #[inline(always)]
    fn list<const S: usize>(
        &mut self,
        lookups: &Lookups,
        pruning: &Pruning,
        pool: &Pool<S>,
        taken: usize,
        tally: &mut NodeCounts,
    ) {
        self.doubtful.count = 0;
        self.hopeful.count = 0;
        let mut generated = 0;
        for &parent in &self.parents[..taken] {
            let node = pool.node(parent);
            // SAFETY: states come from the automaton itself.
            let passes = unsafe { *pruning.passes.get_unchecked(usize::from(node.state)) };
            let mut open = lookups.legal[usize::from(node.blank & 31)] & passes;
            generated += open.count_ones();
            let tight = tight(node.slack);
            while open != 0 {
                let number = (node.blank & 31) << 2 | (open.trailing_zeros() as u8 & 3);
                open &= open - 1;
                let step = &lookups.steps[usize::from(number)];
                let label = (node.board >> step.shift) as u8 & 31;
                let looks = &lookups.touched[usize::from(label)].looks;
                let first = looks.iter().position(|looks| looks & tight != 0);
                let job = Job {
                    parent,
                    step: number,
                    label,
                    first: first.unwrap_or(0) as u8,
                };
                if first.is_some() {
                    self.doubtful.push(job);
                } else {
                    self.hopeful.push(job);
                }
            }
        }
        tally.expanded += taken as u64;
        tally.generated += u64::from(generated);
    }

    /// Looks at the doubtful children in the first table that could end them.
    #[inline(always)]
    fn sift<const S: usize>(&mut self, lookups: &Lookups, pool: &Pool<S>) {
        let of = |job: &Job| {
            let touched = &lookups.touched[usize::from(job.label & 31)];
            let place = usize::from(job.first);
            // SAFETY: `list` found it there.
            let touch = unsafe { touched.touches.get_unchecked(place) };
            let seen = &job.step(lookups).seen;
            (&seen[usize::from(place >= touched.first)], touch)
        };
        let count = self.doubtful.count.min(CHILDREN);
        for turn in 0..count + SETS_AHEAD {
            if turn < count {
                let job = &self.doubtful.list[turn];
                let (seen, touch) = of(job);
                let (word, perm) = pool.node(job.parent).state(touch.state);
                self.probes[turn] = aim::<true>(lookups, seen, touch, word, perm);
            }
            if turn >= SETS_AHEAD {
                let (seen, touch) = of(&self.doubtful.list[turn - SETS_AHEAD]);
                // SAFETY: it was aimed some turns before.
                unsafe { self.probes[turn - SETS_AHEAD].find(seen, touch) };
            }
        }
        let jobs = self.doubtful.list[..count].iter();
        for (job, probe) in jobs.zip(&self.probes) {
            let end = self.hopeful.count % CHILDREN;
            self.hopeful.list[end] = *job;
            // SAFETY: `find` was done.
            self.hopeful.count += 1 - unsafe { probe.rises() } as usize;
        }
    }

    /// Looks at the hopeful children in all their tables, and makes those that live. Every turn
    /// asks for the sets of one child, the bits of the one before, and makes one some turns back.
    #[inline(always)]
    fn make<const S: usize>(
        &mut self,
        lookups: &Lookups,
        pruning: &Pruning,
        pool: &mut Pool<S>,
    ) -> Option<u32> {
        let mut found = None;
        let count = self.hopeful.count.min(CHILDREN);
        let jobs = &self.hopeful.list;
        for turn in 0..count + BITS_AHEAD {
            if turn < count {
                let job = &jobs[turn];
                let node = pool.node(job.parent);
                let looks = &mut self.looks[turn];
                match job.step(lookups).turns {
                    [false, false] => aim_all::<S, false, false>(lookups, node, job, looks),
                    [false, true] => aim_all::<S, false, true>(lookups, node, job, looks),
                    [true, false] => aim_all::<S, true, false>(lookups, node, job, looks),
                    [true, true] => aim_all::<S, true, true>(lookups, node, job, looks),
                }
            }
            if (1..=count).contains(&turn) {
                let (job, looks) = (&jobs[turn - 1], &mut self.looks[turn - 1]);
                // SAFETY: they were aimed in the last turn.
                unsafe { find_all(lookups, job, looks) };
            }
            if turn >= BITS_AHEAD {
                let back = turn - BITS_AHEAD;
                make(
                    lookups,
                    pruning,
                    pool,
                    &jobs[back],
                    &mut self.looks[back],
                    &mut found,
                );
            }
        }
        found
    }
}

/// Aims at all tables that a child touches. Whether its slide may turn the order of the tiles is
/// told for each view.
#[inline(always)]
fn aim_all<const S: usize, const FIRST: bool, const SECOND: bool>(
    lookups: &Lookups,
    node: &Node<S>,
    job: &Job,
    looks: &mut [Look; MOST_LOOKS],
) {
    let touched = &lookups.touched[usize::from(job.label & 31)];
    let [one, other] = &job.step(lookups).seen;
    let mut touches = touched.touches.iter().zip(looks);
    for (touch, look) in touches.by_ref().take(touched.first) {
        let (word, perm) = node.state(touch.state);
        *look = aim::<FIRST>(lookups, one, touch, word, perm);
    }
    for (touch, look) in touches {
        let (word, perm) = node.state(touch.state);
        *look = aim::<SECOND>(lookups, other, touch, word, perm);
    }
}

/// Finds the bits of a child in all tables.
///
/// # Safety
///
/// The looks must come from [`aim_all`] with the same job.
#[inline(always)]
unsafe fn find_all(lookups: &Lookups, job: &Job, looks: &mut [Look; MOST_LOOKS]) {
    let touched = &lookups.touched[usize::from(job.label & 31)];
    let [one, other] = &job.step(lookups).seen;
    let mut touches = touched.touches.iter().zip(looks);
    for (touch, look) in touches.by_ref().take(touched.first) {
        // SAFETY: the caller's.
        unsafe { look.find(one, touch) };
    }
    for (touch, look) in touches {
        // SAFETY: the caller's.
        unsafe { look.find(other, touch) };
    }
}

/// Reads the bits of a child, and puts it on the stack if it lives. Its place is noted if it is the
/// goal.
#[inline(always)]
fn make<const S: usize>(
    lookups: &Lookups,
    pruning: &Pruning,
    pool: &mut Pool<S>,
    job: &Job,
    looks: &mut [Look; MOST_LOOKS],
    found: &mut Option<u32>,
) {
    let touched = &lookups.touched[usize::from(job.label & 31)];
    let mut fall = 0u128;
    for (look, &of_look) in looks.iter_mut().zip(&touched.looks) {
        // SAFETY: they were found some turns before.
        let rises = unsafe { look.read() };
        fall |= of_look & u128::from(rises).wrapping_neg();
    }
    if fall & tight(pool.node(job.parent).slack) != 0 {
        return;
    }
    let step = job.step(lookups);
    let direction = job.step & 3;
    let place = pool.copy(job.parent);
    let node = pool.node_mut(place);
    for (look, touch) in looks.iter().zip(&touched.touches) {
        let state = usize::from(touch.state) % S;
        node.words[state] = look.word;
        node.perms[state] = look.perm;
    }
    node.slack -= fall >> 7;
    node.board ^= step.cells * u128::from(job.label ^ lookups.blank_label);
    for word in (1..node.path.len()).rev() {
        node.path[word] = node.path[word] << 2 | node.path[word - 1] >> 62;
    }
    node.path[0] = node.path[0] << 2 | u64::from(direction);
    // SAFETY: states come from the automaton itself.
    let next = unsafe { pruning.next.get_unchecked(usize::from(node.state)) };
    node.state = next[usize::from(direction)];
    node.blank = step.cell;
    node.left -= 1;
    if node.left == 0 {
        *found = Some(place);
    }
    pool.stack.push(place);
}

/// The highest bit of the bytes that are zero; all must be below 128.
#[inline(always)]
fn tight(slack: u128) -> u128 {
    !((slack | HIGHEST) - LOWEST) & HIGHEST
}
