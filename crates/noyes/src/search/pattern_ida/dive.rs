//! The hot loop.

use super::lookups::Lookups;
use super::node::Node;

/// How many nodes are taken from the stack at once.
const BATCH: usize = 16;

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

/// A child that waits for its bits.
#[derive(Clone, Copy)]
struct Pending {
    node: Node,
    bits: [*const u8; 2],
    row: [u8; 2],
    slot: [u8; 2],
}

/// Searches below the nodes of `stack` until it is empty, a goal is found, or `allowance` nodes
/// are expanded.
pub(super) fn dive(lookups: &Lookups, stack: &mut Vec<Node>, allowance: u64, tally: &mut Tally) -> Dive {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("popcnt")
    {
        // SAFETY: the features were just found.
        return unsafe { dive_v3(lookups, stack, allowance, tally) };
    }
    dive_any(lookups, stack, allowance, tally)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn dive_v3(lookups: &Lookups, stack: &mut Vec<Node>, allowance: u64, tally: &mut Tally) -> Dive {
    dive_any(lookups, stack, allowance, tally)
}

#[inline(always)]
fn dive_any(lookups: &Lookups, stack: &mut Vec<Node>, allowance: u64, tally: &mut Tally) -> Dive {
    match lookups.views() {
        1 => dive_views::<1>(lookups, stack, allowance, tally),
        _ => dive_views::<2>(lookups, stack, allowance, tally),
    }
}

#[inline(always)]
fn dive_views<const VIEWS: usize>(
    lookups: &Lookups,
    stack: &mut Vec<Node>,
    allowance: u64,
    tally: &mut Tally,
) -> Dive {
    let mut pending: Vec<Pending> = Vec::with_capacity(4 * BATCH);
    let mut expanded = 0;
    while let Some(rest) = stack.len().checked_sub(1) {
        let rest = (rest + 1).saturating_sub(BATCH);
        if expanded >= allowance {
            tally.expanded += expanded;
            return Dive::Paused;
        }
        pending.clear();
        for node in &stack[rest..] {
            let open = lookups.legal[usize::from(node.blank & 15)]
                & lookups.passes[usize::from(node.state)];
            let mut open = open;
            while open != 0 {
                let direction = open.trailing_zeros() as usize & 3;
                open &= open - 1;
                // SAFETY: see `child`.
                pending.push(unsafe { child::<VIEWS>(lookups, node, direction) });
            }
        }
        expanded += (stack.len() - rest) as u64;
        stack.truncate(rest);
        tally.generated += pending.len() as u64;
        for pending in &pending {
            let mut node = pending.node;
            let mut pruned = false;
            for view in 0..VIEWS {
                // SAFETY: `child` made the pointer from a row and a rank of the slot's table.
                let byte = unsafe { *pending.bits[view] };
                let bit = byte >> pending.row[view] & 1;
                let shift = 2 * pending.slot[view];
                let low = node.low[view] >> shift & 3;
                let rises = u8::from(bit == (low + 1) >> 1 & 1);
                let change = low ^ (low.wrapping_sub(1).wrapping_add(2 * rises) & 3);
                node.low[view] ^= change << shift;
                pruned |= rises > node.slack[view];
                node.slack[view] = node.slack[view].wrapping_sub(rises);
            }
            if pruned {
                continue;
            }
            if node.left == 0 {
                tally.expanded += expanded;
                return Dive::Found(Box::new(node));
            }
            stack.push(node);
        }
    }
    tally.expanded += expanded;
    Dive::Empty
}

/// Makes a child, all but its bounds, and asks memory for their bits.
///
/// # Safety
///
/// `node` must come from `Node::root` with these lookups, by slides that are possible, and
/// `direction` must be possible: then every mask, rank and row is one of its table's.
#[inline(always)]
unsafe fn child<const VIEWS: usize>(lookups: &Lookups, node: &Node, direction: usize) -> Pending {
    let blank = usize::from(node.blank & 15);
    let step = &lookups.steps[blank][direction];
    let cell = usize::from(step.cell);
    let label = (node.board >> (4 * cell)) & 15;
    let mut child = *node;
    child.board ^= label << (4 * cell) | label << (4 * blank);
    child.path = node.path << 2 | direction as u128;
    // SAFETY: states come from the automaton itself.
    child.state = unsafe { lookups.automaton.table().get_unchecked(usize::from(node.state)) }[direction];
    child.blank = cell as u8;
    child.left = node.left - 1;
    let mut pending = Pending {
        node: child,
        bits: [std::ptr::null(); 2],
        row: [0; 2],
        slot: [0; 2],
    };
    for view in 0..VIEWS {
        let seen = &step.seen[view];
        let slot = usize::from(lookups.slot_of[view][label as usize]);
        let shift = 16 * slot;
        let mask = (node.masks[view] >> shift) as u16;
        let perm = (node.perms[view] >> shift) as u16;
        let past = (mask & seen.between).count_ones() as usize;
        let place = (mask & seen.below).count_ones() as usize;
        let start = lookups.starts
            [(((slot * 2 + usize::from(seen.forward)) * 4 + past) * 16 + place) & 511];
        // SAFETY: a start and a rank of the same slot lie within the rotations; where no tile is
        // passed the start is 0, and there is an entry for every rank of the largest pattern or
        // at least as many.
        let rotated = unsafe { *lookups.rotations.get_unchecked(start as usize + usize::from(perm)) };
        let turned = if past == 0 { perm } else { rotated };
        let moved = mask ^ seen.flip;
        let entry = lookups.sets[usize::from(moved)];
        let row = (entry & 0xffff) + (entry >> seen.region_shift & 7);
        pending.node.masks[view] ^= u64::from(seen.flip) << shift;
        pending.node.perms[view] ^= u64::from(perm ^ turned) << shift;
        let table = &lookups.slots[slot];
        // SAFETY: the rank is below k! and the row below the number of rows, so the byte is one
        // of the table's.
        let bits = unsafe { table.bits.add(usize::from(turned) * table.stride + (row >> 3) as usize) };
        prefetch(bits);
        pending.bits[view] = bits;
        pending.row[view] = row as u8 & 7;
        pending.slot[view] = slot as u8;
    }
    pending
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
