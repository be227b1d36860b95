//! The hot loop: depth first, sixteen nodes at a time, in stages.
//!
//! # Idea
//!
//! A table of 178 MB answers from main memory, some hundred nanoseconds away; a child's index
//! takes ten. So nodes are not expanded one by one. A batch of nodes is taken from the top of the
//! stack and goes through stages, each a loop over all of the batch, and between the stage that
//! asks memory for a bit (prefetch) and the one that reads it lie all the other children:
//!
//! ```text
//! 1  take up to 16 nodes; list the children the automaton lets pass
//! 2  look at each child from its parent's view with less slack: index, prefetch
//! 3  read the bits; keep the children that have not risen too far; look from the other view
//! 4  read the bits; drop those that rose there; order the rest
//! 5  make the nodes of those, and push them
//! ```
//!
//! Most pruned children never get to stage 3's second look, and none to be made.
//!
//! # Order
//!
//! Only the last iteration cares. What is left after stage 4 is pushed in the order of twice the
//! slack of both views plus the depth, the largest last and so taken next: 23 % fewer nodes in all on Korf's 100 than
//! unordered (7-8: 1.78 M → 1.37 M generated; 7-7-1: 5.17 M → 4.01 M), of which half belong to
//! the iterations before the last and cannot be saved. By slack alone 1.42 M, by the smaller
//! slack 1.41 M.
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
//! * Ordering by counting smaller keys, without branches, instead of sorting: as fast, and more to
//!   read.
//! * A second partition to look at what two views have not pruned. Eight 6-6-3 ones beside the 7-8:
//!   0 to 4 % fewer nodes on 80-move boards, and on the worst board 0 to 4 %, the best two 13 and
//!   16 %; every node kept would cost two more looks. The 7-7-1 of the small tables saves nothing at
//!   all, since each of its patterns, mirrored, is part of one of the 7-8.
//! * A table of boards met in the same iteration that leaves out the later (in dictionary order) of
//!   two paths of one length to one board. That goes together with the automaton, whatever the order
//!   of visits: a beginning of the earliest shortest solution is never the later. In a plain depth
//!   first search it took the 64-move iteration of the worst board from 7.28 M generated to 5.25 M.
//!   Here, with batches, asked at every third level: 126 M to 106 M in all on that board, 0 to 3 %
//!   on the 80-move boards, and every node 40 % dearer. (A table that leaves out whichever path comes
//!   second does *not* go with the automaton; one that compares its states as well finds 3 %.)
//! * Copying the tables into huge pages: 5 %, and 60 ms at the start.

use super::lookups::{DIGIT_BITS, Lookups, MASK_BITS, Pruning};
use super::node::Node;

/// How many nodes are taken from the stack at once.
const BATCH: usize = 16;

/// Replaces the nodes by their children. A goal among them ends it.
pub(super) fn dive_one_layer(
    lookups: &Lookups,
    pruning: &Pruning,
    nodes: &mut Vec<Node>,
    tally: &mut Tally,
) -> Dive {
    let mut children = Vec::new();
    for batch in nodes.chunks(BATCH) {
        let mut stack = batch.to_vec();
        // One batch is one turn of the loop.
        let end = dive(lookups, pruning, &mut stack, 1, tally);
        children.append(&mut stack);
        if let Dive::Found(_) = end {
            return end;
        }
    }
    *nodes = children;
    Dive::Paused
}

/// How a dive ended.
#[derive(Debug)]
pub(super) enum Dive {
    /// Everything below the seeds is searched, without a solution.
    Empty,
    /// A goal.
    Found(Box<Node>),
    /// The nodes allowed are used up; the rest is on the stack.
    Paused,
}

/// What a dive has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub expanded: u64,
    pub generated: u64,
}

/// A child looked at from one view: where its bit lies, and what its digits become.
#[derive(Clone, Copy)]
struct Look {
    bits: *const u8,
    change: u32,
    row: u8,
    slot: u8,
    /// The two low bits of the pattern's distance in the parent.
    low: u8,
}

impl Look {
    /// A look at nothing.
    const NONE: Self = Self {
        bits: std::ptr::null(),
        change: 0,
        row: 0,
        slot: 0,
        low: 0,
    };
}

/// A child: its parent's place in the batch, its direction, and the view that looks first.
#[derive(Clone, Copy)]
struct Job {
    parent: u8,
    direction: u8,
}

/// Searches below the nodes of `stack` until it is empty, a goal is found, or `allowance` nodes
/// are expanded. The states of the nodes must be those of `pruning`.
pub(super) fn dive(
    lookups: &Lookups,
    pruning: &Pruning,
    stack: &mut Vec<Node>,
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
        return unsafe { dive_v3(lookups, pruning, stack, allowance, tally) };
    }
    dive_any(lookups, pruning, stack, allowance, tally)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn dive_v3(
    lookups: &Lookups,
    pruning: &Pruning,
    stack: &mut Vec<Node>,
    allowance: u64,
    tally: &mut Tally,
) -> Dive {
    dive_any(lookups, pruning, stack, allowance, tally)
}

#[inline(always)]
fn dive_any(
    lookups: &Lookups,
    pruning: &Pruning,
    stack: &mut Vec<Node>,
    allowance: u64,
    tally: &mut Tally,
) -> Dive {
    match lookups.views() {
        1 => dive_views::<1>(lookups, pruning, stack, allowance, tally),
        _ => dive_views::<2>(lookups, pruning, stack, allowance, tally),
    }
}

#[inline(always)]
fn dive_views<const VIEWS: usize>(
    lookups: &Lookups,
    pruning: &Pruning,
    stack: &mut Vec<Node>,
    allowance: u64,
    tally: &mut Tally,
) -> Dive {
    let mut batch = [Node::EMPTY; BATCH];
    let mut jobs = [Job {
        parent: 0,
        direction: 0,
    }; 4 * BATCH + 4];
    let mut looks = [[Look::NONE; 2]; 4 * BATCH];
    let mut kept = [0u8; 4 * BATCH];
    let mut order = [0u32; 4 * BATCH];
    let mut expanded = 0;
    let mut generated = 0;
    let end = loop {
        if stack.is_empty() {
            break Dive::Empty;
        }
        if expanded >= allowance {
            break Dive::Paused;
        }
        // 1. Take nodes from the top of the stack and list their children.
        let taken = stack.len().min(BATCH);
        let rest = stack.len() - taken;
        batch[..taken].copy_from_slice(&stack[rest..]);
        stack.truncate(rest);
        let mut count = 0;
        for (parent, node) in batch[..taken].iter().enumerate() {
            // SAFETY: states come from the automaton itself.
            let passes = unsafe { *pruning.passes.get_unchecked(usize::from(node.state)) };
            let open = lookups.legal[usize::from(node.blank & 15)] & passes;
            let list = OPEN[usize::from(open & 15)];
            for (place, direction) in list.into_iter().enumerate() {
                jobs[count + place] = Job {
                    parent: parent as u8,
                    direction,
                };
            }
            count += open.count_ones() as usize;
        }
        expanded += taken as u64;
        generated += count as u64;
        // 2. Look from the view with less slack.
        for (job, looks) in jobs[..count].iter().zip(&mut looks) {
            let node = &batch[usize::from(job.parent) % BATCH];
            let first = if VIEWS == 1 { 0 } else { node.first() };
            looks[0] = look(lookups, node, usize::from(job.direction), first);
        }
        // 3. Keep those that have not risen too far, and look from the other view.
        let mut left = 0;
        for (number, (job, looks)) in jobs[..count].iter().zip(&looks).enumerate() {
            let node = &batch[usize::from(job.parent) % BATCH];
            let first = if VIEWS == 1 { 0 } else { node.first() };
            // SAFETY: `look` made the pointer from a row and a rank of the slot's table.
            let rises = unsafe { looks[0].rises() };
            kept[left] = number as u8;
            left += usize::from(rises <= node.slack[first]);
        }
        if VIEWS == 2 {
            for &number in &kept[..left] {
                let number = usize::from(number) % (4 * BATCH);
                let job = jobs[number];
                let node = &batch[usize::from(job.parent) % BATCH];
                looks[number][1] =
                    look(lookups, node, usize::from(job.direction), 1 - node.first());
            }
        }
        // 4. Drop those that have risen too far there, and order the rest: the more slack, and
        // the deeper, the later they are pushed and the sooner taken.
        let mut pushed = 0;
        for &number in &kept[..left] {
            let (look, node) = (&looks[usize::from(number) % (4 * BATCH)], &batch);
            let node = &node[usize::from(jobs[usize::from(number)].parent) % BATCH];
            // By view again, so that everything below is at fixed places.
            let first = if VIEWS == 1 { 0 } else { node.first() };
            // SAFETY: `look` made the pointers.
            let mut rises = [unsafe { look[first].rises() }, 0];
            if VIEWS == 2 {
                // SAFETY: as above.
                rises[1] = unsafe { look[1 - first].rises() };
            }
            let room = (node.slack[0] + node.slack[1]).wrapping_sub(rises[0] + rises[1]);
            let key = 2 * u32::from(room) + u32::from(u8::MAX - node.left);
            order[pushed] =
                key << 16 | u32::from(rises[1] << 1 | rises[0]) << 8 | u32::from(number);
            let stays = rises[0] <= node.slack[0] && (VIEWS == 1 || rises[1] <= node.slack[1]);
            pushed += usize::from(stays);
        }
        order[..pushed].sort_unstable();
        // 5. Push them.
        stack.reserve(pushed);
        let mut found = None;
        for &entry in &order[..pushed] {
            let number = entry as usize % (4 * BATCH);
            let job = jobs[number];
            let node = &batch[usize::from(job.parent) % BATCH];
            let first = if VIEWS == 1 { 0 } else { node.first() };
            let looks = [&looks[number][first], &looks[number][1 - first]];
            let rises = [(entry >> 8) as u8 & 1, (entry >> 9) as u8 & 1];
            let child = child::<VIEWS>(
                lookups,
                pruning,
                node,
                usize::from(job.direction),
                looks,
                rises,
            );
            if child.left == 0 {
                found = Some(stack.len());
            }
            stack.push(child);
        }
        if let Some(place) = found {
            break Dive::Found(Box::new(stack[place]));
        }
    };
    tally.expanded += expanded;
    tally.generated += generated;
    end
}

/// The directions in a mask of them, first those there.
const OPEN: [[u8; 4]; 16] = {
    let mut lists = [[0; 4]; 16];
    let mut mask = 0;
    while mask < 16 {
        let (mut direction, mut count) = (0, 0);
        while direction < 4 {
            if mask >> direction & 1 == 1 {
                lists[mask][count] = direction;
                count += 1;
            }
            direction += 1;
        }
        mask += 1;
    }
    lists
};

impl Look {
    /// 1 if the distance rises, 0 if it falls.
    ///
    /// # Safety
    ///
    /// The look must come from [`look`].
    #[inline(always)]
    unsafe fn rises(&self) -> u8 {
        // SAFETY: the caller's.
        let byte = unsafe { *self.bits };
        // Bit 1 of h + 1 and of h − 1 differ.
        !(byte >> (self.row & 7) ^ (self.low + 1) >> 1) & 1
    }
}

/// Finds where the bit of a child lies, and asks memory for it.
///
/// `node` must come from `Node::root` with these lookups, by slides that are possible, and
/// `direction` must be possible: then every mask, rank and row is one of its table's.
#[inline(always)]
fn look(lookups: &Lookups, node: &Node, direction: usize, view: usize) -> Look {
    let step = &lookups.steps[usize::from(node.blank & 15)][direction & 3];
    let seen = &step.seen[view];
    let label = (node.board >> (4 * step.cell)) as usize & 15;
    let slot = usize::from(lookups.slot_of[view][label] & 3);
    let table = &lookups.slots[slot];
    let mask = (node.masks[view] >> (MASK_BITS * slot)) as u32 & 0xffff;
    let moved = mask ^ u32::from(seen.flip);
    // The digits, the last (always 0) included, and their window.
    let perm = (node.perms[view] >> (DIGIT_BITS * slot) << 3) as u32 & 0xff_ffff;
    let past = (mask & u32::from(seen.between)).count_ones();
    let tail = 3 * (mask & u32::from(seen.above)).count_ones();
    let lead = 8u32 << (3 * past);
    let window = perm >> tail & (lead - 1);
    let turned = lookups.turns[(u32::from(seen.turns) + lead + window) as usize & 0x3fff];
    let change = (window ^ u32::from(turned)) << tail;
    let perm = perm ^ change;
    let rank = u32::from(lookups.weights_low[perm as usize & 0xfff])
        + u32::from(lookups.weights_high[(perm >> 12) as usize & 0xfff]);
    let low = moved as usize & 0xff;
    let set = usize::from(lookups.ranks_low[low])
        + usize::from(lookups.ranks_high[low.count_ones() as usize][(moved >> 8) as usize & 0xff]);
    // SAFETY: `set` is the rank of a set of as many cells as the slot has tiles.
    let entry = unsafe { *lookups.sets.get_unchecked(table.sets + set) };
    let row = (entry & 0xffff) + (entry >> seen.region_shift & 7);
    // SAFETY: the rank is below k! and the row below the number of rows, so the byte is one
    // of the table's.
    let bits = unsafe {
        table
            .bits
            .add(rank as usize * table.stride + (row >> 3) as usize)
    };
    prefetch(bits);
    Look {
        bits,
        change: change >> 3,
        row: row as u8 & 7,
        slot: slot as u8,
        low: node.low[view] >> (2 * slot) & 3,
    }
}

/// The child that these looks, one a view, are of.
#[inline(always)]
fn child<const VIEWS: usize>(
    lookups: &Lookups,
    pruning: &Pruning,
    node: &Node,
    direction: usize,
    looks: [&Look; 2],
    rises: [u8; 2],
) -> Node {
    let blank = usize::from(node.blank & 15);
    let step = &lookups.steps[blank][direction & 3];
    let label = (node.board >> (4 * step.cell)) & 15;
    // SAFETY: states come from the automaton itself.
    let next = unsafe {
        pruning
            .automaton
            .table()
            .get_unchecked(usize::from(node.state))
    };
    let [mut masks, mut perms, mut low, mut slack] = [(); 4].map(|()| [0u64; 2]);
    for view in 0..VIEWS {
        let look = looks[view];
        let slot = usize::from(look.slot);
        masks[view] = node.masks[view] ^ u64::from(step.seen[view].flip) << (MASK_BITS * slot);
        perms[view] = node.perms[view] ^ u64::from(look.change) << (DIGIT_BITS * slot);
        // One more or one less, of which bit 0 changes always and bit 1 if it carries.
        let carry = (look.low ^ !rises[view]) & 1;
        low[view] = u64::from(node.low[view] ^ (1 | carry << 1) << (2 * slot));
        slack[view] = u64::from(node.slack[view] - rises[view]);
    }
    Node {
        board: node.board ^ (label << (4 * step.cell) | label << (4 * blank)),
        masks,
        perms,
        path: [
            node.path[0] << 2 | direction as u64,
            node.path[1] << 2 | node.path[0] >> 62,
        ],
        low: low.map(|low| low as u8),
        slack: slack.map(|slack| slack as u8),
        state: next[direction & 3],
        blank: step.cell,
        left: node.left - 1,
    }
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
