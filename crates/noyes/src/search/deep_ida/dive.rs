//! The hot loop: depth first, several nodes at a time, in stages.
//!
//! # Idea
//!
//! Ten to twenty tables of 24 MB answer from main memory, and what a child needs from them is
//! known early. So a batch of nodes goes through stages, each a loop over all of the batch, and
//! between the stage that asks memory (prefetch) and the one that reads lie all other children:
//!
//! ```text
//! 1  list the children the automaton lets pass
//! 2  aim each at the first table that could end it: rank of set and permutation; ask for the set
//! 3  the row within the table; ask for the bit
//! 4  read the bit, drop the children it ends, and aim the others at all their other tables
//! 5  rows, and ask for the bits
//! 6  read the bits, drop the children they end; copy the parent and change it
//! ```
//!
//! # What can end a child
//!
//! A slide changes one pattern's distance in every look, by one. A look with slack left survives
//! that whatever the bit says; only a look with none (*tight*) can end a child, and only when its
//! distance rises. So tight looks come first, and children without any go straight to stage 4.
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

use super::lookups::{HIGHEST, LOWEST, Lookups, MOST_LOOKS, Pruning, Seen, Set};
use super::node::Node;
use super::pool::Pool;

/// How many nodes are taken from the stack at once.
pub(super) const BATCH: usize = 8;

/// What a dive has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub expanded: u64,
    pub generated: u64,
}

/// How a dive ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dive {
    /// Everything below the seeds is searched, without a solution.
    Empty,
    /// A goal is at this place of the pool.
    Found(u32),
    /// The nodes allowed are used up; the rest is on the stack.
    Paused,
}

/// A child to be: its parent's place in the pool and its slide.
#[derive(Clone, Copy, Default)]
struct Job {
    parent: u32,
    direction: u8,
    label: u8,
    /// The first tight state among those touched; their number if there is none.
    first: u8,
}

/// A child's place in one table: the set first, the byte of its bit later.
#[derive(Clone, Copy)]
struct Aim {
    set: *const Set,
    byte: *const u8,
    perm: u16,
    row: u8,
}

impl Aim {
    const NONE: Self = Self {
        set: std::ptr::null(),
        byte: std::ptr::null(),
        perm: 0,
        row: 0,
    };
}

/// Searches below the nodes on the pool's stack until it is empty, a goal is found, or
/// `allowance` nodes are expanded.
pub(super) fn dive<const S: usize>(
    lookups: &Lookups,
    pruning: &Pruning,
    pool: &mut Pool<S>,
    allowance: u64,
    tally: &mut Tally,
) -> Dive {
    #[cfg(target_arch = "x86_64")]
    if has_v3() {
        // SAFETY: the features were just found.
        return unsafe { dive_v3(lookups, pruning, pool, allowance, tally) };
    }
    dive_any(lookups, pruning, pool, allowance, tally)
}

/// Replaces the nodes at these places of the pool, at most [`BATCH`], by their children, which
/// are put on the stack.
pub(super) fn expand<const S: usize>(
    lookups: &Lookups,
    pruning: &Pruning,
    pool: &mut Pool<S>,
    parents: &[u32],
    tally: &mut Tally,
) -> Option<u32> {
    let mut batch = Batch::new();
    batch.parents[..parents.len()].copy_from_slice(parents);
    #[cfg(target_arch = "x86_64")]
    if has_v3() {
        // SAFETY: the features were just found.
        return unsafe { expand_v3(lookups, pruning, pool, &mut batch, parents.len(), tally) };
    }
    batch.expand(lookups, pruning, pool, parents.len(), tally)
}

#[cfg(target_arch = "x86_64")]
fn has_v3() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn dive_v3<const S: usize>(
    lookups: &Lookups,
    pruning: &Pruning,
    pool: &mut Pool<S>,
    allowance: u64,
    tally: &mut Tally,
) -> Dive {
    dive_any(lookups, pruning, pool, allowance, tally)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn expand_v3<const S: usize>(
    lookups: &Lookups,
    pruning: &Pruning,
    pool: &mut Pool<S>,
    batch: &mut Batch,
    taken: usize,
    tally: &mut Tally,
) -> Option<u32> {
    batch.expand(lookups, pruning, pool, taken, tally)
}

#[inline(always)]
fn dive_any<const S: usize>(
    lookups: &Lookups,
    pruning: &Pruning,
    pool: &mut Pool<S>,
    allowance: u64,
    tally: &mut Tally,
) -> Dive {
    let mut batch = Batch::new();
    let end = tally.expanded + allowance;
    loop {
        if pool.stack.is_empty() {
            return Dive::Empty;
        }
        if tally.expanded >= end {
            return Dive::Paused;
        }
        let taken = pool.stack.len().min(BATCH);
        let rest = pool.stack.len() - taken;
        batch.parents[..taken].copy_from_slice(&pool.stack[rest..]);
        pool.stack.truncate(rest);
        if let Some(goal) = batch.expand(lookups, pruning, pool, taken, tally) {
            return Dive::Found(goal);
        }
    }
}

/// The working space of a batch.
struct Batch {
    parents: [u32; BATCH],
    jobs: [Job; 4 * BATCH],
    kept: [u8; 4 * BATCH],
    aims: [[Aim; MOST_LOOKS]; 4 * BATCH],
}

impl Batch {
    fn new() -> Self {
        Self {
            parents: [0; BATCH],
            jobs: [Job::default(); 4 * BATCH],
            kept: [0; 4 * BATCH],
            aims: [[Aim::NONE; MOST_LOOKS]; 4 * BATCH],
        }
    }

    /// Puts the children of the first `taken` parents on the stack and gives back the parents'
    /// places. The place of a goal, if there is one among the children.
    #[inline(always)]
    fn expand<const S: usize>(
        &mut self,
        lookups: &Lookups,
        pruning: &Pruning,
        pool: &mut Pool<S>,
        taken: usize,
        tally: &mut Tally,
    ) -> Option<u32> {
        // 1. List the children, and for each the first state that could end it.
        let mut count = 0;
        for &parent in &self.parents[..taken] {
            let node = pool.node(parent);
            // SAFETY: states come from the automaton itself.
            let passes = unsafe { *pruning.passes.get_unchecked(usize::from(node.state)) };
            let mut open = lookups.legal[usize::from(node.blank & 31)] & passes;
            let tight = tight(node.slack);
            while open != 0 {
                let direction = open.trailing_zeros() as usize;
                open &= open - 1;
                let step = &lookups.steps[usize::from(node.blank & 31)][direction & 3];
                let label = (node.board >> (5 * step.cell)) as u8 & 31;
                let touched = &lookups.touched[usize::from(label)];
                let states = touched.states[..usize::from(touched.count) % (MOST_LOOKS + 1)].iter();
                let looks = |&&state: &&u8| lookups.looks_of(state) & tight != 0;
                let loose = |state: &u8| !looks(&state);
                let first = states.take_while(|&state| loose(state)).count();
                self.jobs[count % (4 * BATCH)] = Job {
                    parent,
                    direction: direction as u8,
                    label,
                    first: first as u8,
                };
                count += 1;
            }
        }
        tally.expanded += taken as u64;
        tally.generated += count as u64;
        // 2. Aim at that state's table.
        for (job, aims) in self.jobs[..count].iter().zip(&mut self.aims) {
            let touched = &lookups.touched[usize::from(job.label & 31)];
            if job.first < touched.count {
                let place = usize::from(job.first) % MOST_LOOKS;
                aims[place] = aim(lookups, pool.node(job.parent), job, touched.states[place]);
            }
        }
        // 3. The row, and the bit.
        for (job, aims) in self.jobs[..count].iter().zip(&mut self.aims) {
            let touched = &lookups.touched[usize::from(job.label & 31)];
            if job.first < touched.count {
                let place = usize::from(job.first) % MOST_LOOKS;
                let node = pool.node(job.parent);
                resolve(lookups, node, job, touched.states[place], &mut aims[place]);
            }
        }
        // 4. Drop the children that rose there, and aim the others at all other tables.
        let mut kept = 0;
        for (number, (job, aims)) in self.jobs[..count].iter().zip(&mut self.aims).enumerate() {
            let touched = &lookups.touched[usize::from(job.label & 31)];
            let node = pool.node(job.parent);
            if job.first < touched.count {
                let place = usize::from(job.first) % MOST_LOOKS;
                let low = node.low[usize::from(touched.states[place]) % S];
                // SAFETY: `resolve` made the pointer.
                if unsafe { aims[place].rises(low) } != 0 {
                    continue;
                }
            }
            self.kept[kept] = number as u8;
            kept += 1;
            for (place, aims) in aims[..usize::from(touched.count) % (MOST_LOOKS + 1)]
                .iter_mut()
                .enumerate()
            {
                if place != usize::from(job.first) {
                    *aims = aim(lookups, node, job, touched.states[place]);
                }
            }
        }
        // 5. Rows, and their bits.
        for &number in &self.kept[..kept] {
            let number = usize::from(number) % (4 * BATCH);
            let job = &self.jobs[number];
            let touched = &lookups.touched[usize::from(job.label & 31)];
            let node = pool.node(job.parent);
            for (place, aims) in self.aims[number][..usize::from(touched.count) % (MOST_LOOKS + 1)]
                .iter_mut()
                .enumerate()
            {
                if place != usize::from(job.first) {
                    resolve(lookups, node, job, touched.states[place], aims);
                }
            }
        }
        // 6. Drop those that rose too far, make the others.
        let mut found = None;
        for &number in &self.kept[..kept] {
            let number = usize::from(number) % (4 * BATCH);
            let job = self.jobs[number];
            let touched = &lookups.touched[usize::from(job.label & 31)];
            let aims = &self.aims[number][..usize::from(touched.count) % (MOST_LOOKS + 1)];
            let node = pool.node(job.parent);
            let mut rises = [0u8; MOST_LOOKS];
            let mut fall = 0u128;
            for ((aim, &state), rises) in aims.iter().zip(&touched.states).zip(&mut rises) {
                // SAFETY: `resolve` made the pointer.
                *rises = unsafe { aim.rises(node.low[usize::from(state) % S]) };
                fall |= lookups.looks_of(state) & u128::from(*rises).wrapping_neg();
            }
            if fall & tight(node.slack) != 0 {
                continue;
            }
            let step = lookups.steps[usize::from(node.blank & 31)][usize::from(job.direction & 3)];
            let child = pool.copy(job.parent);
            let node = pool.node_mut(child);
            node.slack -= fall >> 7;
            for ((aim, &state), &rises) in aims.iter().zip(&touched.states).zip(&rises) {
                let view = lookups.view_of(state);
                let state = usize::from(state) % S;
                node.masks[state] ^= step.seen[view & 1].flip;
                node.perms[state] = aim.perm;
                node.low[state] = node.low[state].wrapping_add(2 * rises).wrapping_sub(1) & 3;
            }
            let change = u128::from(job.label) ^ lookups.blank_label;
            node.board ^= change << (5 * step.cell) | change << (5 * node.blank);
            for word in (1..node.path.len()).rev() {
                node.path[word] = node.path[word] << 2 | node.path[word - 1] >> 62;
            }
            node.path[0] = node.path[0] << 2 | u64::from(job.direction);
            // SAFETY: states come from the automaton itself.
            let next = unsafe { pruning.next.get_unchecked(usize::from(node.state)) };
            node.state = next[usize::from(job.direction & 3)];
            node.blank = step.cell;
            node.left -= 1;
            if node.left == 0 {
                found = Some(child);
            }
            pool.stack.push(child);
        }
        for &parent in &self.parents[..taken] {
            pool.give_back(parent);
        }
        found
    }
}

/// The highest bit of the bytes that are zero; all must be below 128.
#[inline(always)]
fn tight(slack: u128) -> u128 {
    !((slack | HIGHEST) - LOWEST) & HIGHEST
}

impl Lookups {
    #[inline(always)]
    fn looks_of(&self, state: u8) -> u128 {
        // SAFETY: `touched` lists states that are there.
        unsafe { self.states.get_unchecked(usize::from(state)).looks }
    }

    #[inline(always)]
    fn view_of(&self, state: u8) -> usize {
        // SAFETY: as above.
        usize::from(unsafe { self.states.get_unchecked(usize::from(state)).view })
    }

    /// The slide of a job, as a state sees it.
    #[inline(always)]
    fn seen(&self, blank: u8, job: &Job, state: u8) -> &Seen {
        let step = &self.steps[usize::from(blank & 31)][usize::from(job.direction & 3)];
        &step.seen[self.view_of(state) & 1]
    }
}

impl Aim {
    /// 1 if the distance rises, 0 if it falls; `low` is the parent's two low bits.
    ///
    /// # Safety
    ///
    /// The aim must have been through [`resolve`].
    #[inline(always)]
    unsafe fn rises(&self, low: u8) -> u8 {
        // SAFETY: the caller's.
        let byte = unsafe { *self.byte };
        // Bit 1 of h + 1 and of h − 1 differ.
        !(byte >> (self.row & 7) ^ (low + 1) >> 1) & 1
    }
}

/// Finds the set and the permutation of a child in one table, and asks memory for the set.
#[inline(always)]
fn aim<const S: usize>(lookups: &Lookups, node: &Node<S>, job: &Job, state: u8) -> Aim {
    let seen = lookups.seen(node.blank, job, state);
    let number = usize::from(state);
    // SAFETY: `touched` lists states that are there.
    let info = unsafe { lookups.states.get_unchecked(number) };
    let mask = node.masks[number % S];
    let past = (mask & seen.between).count_ones();
    let place = (mask & seen.below).count_ones();
    let rotation = (past * 2 + u32::from(seen.forward)) * u32::from(info.tiles) + place;
    let rotation = if past == 0 { 0 } else { rotation };
    let before = u32::from(node.perms[number % S]);
    let at = info.rotations + rotation * u32::from(info.perms) + before;
    debug_assert!((at as usize) < lookups.rotations.len());
    // SAFETY: the rotation is one of the table's and the rank below the number of permutations.
    let perm = unsafe { *lookups.rotations.get_unchecked(at as usize) };
    let moved = mask ^ seen.flip;
    let (low, mid, high) = (moved & 0x1ff, moved >> 9 & 0xff, moved >> 17 & 0xff);
    let below = (low.count_ones(), (moved & 0x1_ffff).count_ones());
    let rank = lookups.rank_low[low as usize]
        + lookups.rank_mid[below.0 as usize & 7][mid as usize]
        + lookups.rank_high[below.1 as usize & 7][high as usize];
    let at = (info.sets + rank) as usize;
    debug_assert!(at < lookups.sets.len());
    // SAFETY: the rank is that of a set of as many cells as the pattern has tiles.
    let set: *const Set = unsafe { lookups.sets.get_unchecked(at) };
    prefetch(set.cast());
    Aim {
        set,
        byte: std::ptr::null(),
        perm,
        row: 0,
    }
}

/// Finds the byte of the bit of a child in one table, and asks memory for it.
#[inline(always)]
fn resolve<const S: usize>(lookups: &Lookups, node: &Node<S>, job: &Job, state: u8, aim: &mut Aim) {
    let cell = lookups.seen(node.blank, job, state).cell & 31;
    // SAFETY: `touched` lists states that are there.
    let info = unsafe { lookups.states.get_unchecked(usize::from(state)) };
    // SAFETY: `aim` made the pointer.
    let set = unsafe { &*aim.set };
    let plane = |number: usize| (set.planes[number] >> cell & 1) << number;
    let row = set.base + (plane(0) | plane(1) | plane(2));
    aim.row = row as u8 & 7;
    let at = usize::from(aim.perm) * info.stride as usize + (row >> 3) as usize;
    // SAFETY: the rank is below the number of permutations and the row below the number of rows,
    // so the byte is one of the table's.
    aim.byte = unsafe { info.bits.add(at) };
    prefetch(aim.byte);
}

/// Asks memory for a byte that will be read soon.
#[inline(always)]
fn prefetch(byte: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch of any address is harmless.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(byte.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = byte;
}
