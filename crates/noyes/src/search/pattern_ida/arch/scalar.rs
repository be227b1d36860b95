//! The steps of the hot loop, child by child, for every processor.

use crate::search::pattern_ida::child::{BATCH, Child, MAX_CHILDREN};
use crate::search::pattern_ida::context::{Context, NodeCounts, SearchEnd};
use crate::search::pattern_ida::node::Node;
use crate::search::pattern_ida::open_list::OpenList;
use crate::search::pattern_ida::probe::{FieldChange, Probe};
use crate::search::pattern_ida::probe_tables::ProbeTables;
use crate::search::pattern_ida::search_below::search_batches;
use crate::search::pattern_ida::transpositions::Transpositions;

/// The length of a list of children: up to eight are written past its end.
pub const LIST: usize = MAX_CHILDREN + 8;

/// See [`super::Arch::search_below`].
///
/// # Safety
///
/// As there.
#[inline(always)]
pub unsafe fn search_below(
    context: Context<'_>,
    transpositions: Option<&Transpositions>,
    open: &mut OpenList,
    allowance: u64,
    counts: &mut NodeCounts,
) -> SearchEnd {
    // SAFETY: the caller's nodes are reachable.
    unsafe {
        match context.tables.views() {
            1 => search_views::<1>(context, transpositions, open, allowance, counts),
            _ => search_views::<2>(context, transpositions, open, allowance, counts),
        }
    }
}

/// # Safety
///
/// As [`search_below`], with `VIEWS` views.
#[inline(always)]
unsafe fn search_views<const VIEWS: usize>(
    context: Context<'_>,
    transpositions: Option<&Transpositions>,
    open: &mut OpenList,
    allowance: u64,
    counts: &mut NodeCounts,
) -> SearchEnd {
    let mut expander = Expander::new();
    search_batches(
        transpositions,
        open,
        allowance,
        counts,
        |batch, count, open, counts| {
            let mut push = |child| open.push(&child);
            // SAFETY: batches come from the open list.
            unsafe { expander.expand::<VIEWS>(context, batch, count, counts, &mut push) }
        },
    )
}

/// A list of children of one kind: those whose slide rotates digits in the view in which they are
/// probed first, or those whose slide does not.
struct ChildList {
    children: [Child; LIST],
    probes: [Probe; MAX_CHILDREN],
    /// The places of the children in the list that they come from.
    origins: [u16; MAX_CHILDREN],
    count: usize,
}

impl ChildList {
    const EMPTY: Self = Self {
        children: [Child::EMPTY; LIST],
        probes: [Probe::EMPTY; MAX_CHILDREN],
        origins: [0; MAX_CHILDREN],
        count: 0,
    };

    /// Probes all children of the list.
    ///
    /// # Safety
    ///
    /// As [`Probe::new`], for each child.
    #[inline(always)]
    unsafe fn probe<const ROTATES: bool>(&mut self, tables: &ProbeTables, batch: &[Node; BATCH]) {
        let children = self.children[..self.count].iter();
        for (&child, probe) in children.zip(&mut self.probes) {
            // SAFETY: the caller's.
            *probe = unsafe { Probe::new::<ROTATES>(tables, child.parent(batch), child) };
        }
    }

    /// Reads the bits of all children, and lists those with slack for the other view.
    ///
    /// # Safety
    ///
    /// The list has been probed.
    #[inline(always)]
    unsafe fn prune(&mut self, batch: &[Node; BATCH], left: &mut Self) {
        let children = self.children[..self.count].iter();
        left.count = 0;
        for (place, (&child, probe)) in children.zip(&mut self.probes).enumerate() {
            // SAFETY: the list has been probed.
            let rises = unsafe { probe.read() };
            let end = left.count % MAX_CHILDREN;
            left.children[end] = child.in_other_view();
            left.origins[end] = place as u16;
            left.count += usize::from(rises <= child.parent(batch).slack[child.view()]);
        }
    }
}

/// Lists the children of the first `count` nodes of a batch that the automaton allows, each in the
/// view in which it is to be probed first: those whose slide rotates no digits there, and those
/// whose slide does. Returns the lengths of both lists.
///
/// # Safety
///
/// The nodes are reachable in this context.
#[inline(always)]
pub unsafe fn list_children<const VIEWS: usize>(
    Context { tables, pruning }: Context<'_>,
    batch: &[Node; BATCH],
    count: usize,
    mut lists: [&mut [Child; LIST]; 2],
) -> [usize; 2] {
    let mut ends = [0; 2];
    for (parent, node) in batch[..count].iter().enumerate() {
        debug_assert!(usize::from(node.state) < pruning.allowed.len());
        // SAFETY: the states of reachable nodes come from the automaton itself.
        let allowed = unsafe { *pruning.allowed.get_unchecked(usize::from(node.state)) };
        let open = tables.legal[usize::from(node.blank & 15)] & allowed;
        let view = if VIEWS == 1 { 0 } else { node.first_view() };
        let sorted = &tables.sorted_slides[view][usize::from(open & 15)];
        let same = u64::from(node.blank & 15) << 3 | (parent as u64) << Child::SLIDE_BITS;
        let same = same * 0x0001_0001_0001_0001;
        for (kind, (list, end)) in lists.iter_mut().zip(&mut ends).enumerate() {
            let children = sorted.slides[kind] + same;
            let children = [0, 16, 32, 48].map(|shift| Child((children >> shift) as u16));
            let place = *end % MAX_CHILDREN;
            list[place..place + 4].copy_from_slice(&children);
            *end += usize::from(sorted.counts[kind]);
        }
    }
    ends
}

/// The children of a batch, from step to step.
pub struct Expander {
    /// As probed first: the lists without and with rotations.
    first: [ChildList; 2],
    /// What is left of each, probed in the other view.
    second: [ChildList; 2],
}

impl Expander {
    pub fn new() -> Self {
        Self {
            first: [ChildList::EMPTY; 2],
            second: [ChildList::EMPTY; 2],
        }
    }

    /// Hands the children of the first `count` nodes of a batch to `push`, those that can still
    /// lead to a solution; or returns a child that is the goal.
    ///
    /// # Safety
    ///
    /// The nodes are reachable in this context, which has `VIEWS` views.
    #[inline(always)]
    pub unsafe fn expand<const VIEWS: usize>(
        &mut self,
        context: Context<'_>,
        batch: &[Node; BATCH],
        count: usize,
        counts: &mut NodeCounts,
        push: &mut impl FnMut(Node),
    ) -> Option<Node> {
        let tables = context.tables;
        // 1. List the children that the automaton allows.
        let [straight, rotating] = &mut self.first;
        let lists = [&mut straight.children, &mut rotating.children];
        // SAFETY: the caller's nodes are reachable.
        let ends = unsafe { list_children::<VIEWS>(context, batch, count, lists) };
        [straight.count, rotating.count] = ends;
        counts.expanded += count as u64;
        counts.generated += (straight.count + rotating.count) as u64;
        // 2. Probe in the view with less slack. What rotates is mostly found far away in memory, so
        // it is asked for first and read last.
        // SAFETY: the children are legal slides of reachable nodes, listed by whether they rotate.
        unsafe {
            rotating.probe::<true>(tables, batch);
            straight.probe::<false>(tables, batch);
        }
        // 3. Drop the children without slack, and probe the others in the second view.
        let [straight_left, rotating_left] = &mut self.second;
        // SAFETY: both lists have been probed; then as in step 2.
        unsafe {
            straight.prune(batch, straight_left);
            if VIEWS == 2 {
                if tables.rotation_alternates {
                    straight_left.probe::<true>(tables, batch);
                } else {
                    straight_left.probe::<false>(tables, batch);
                }
            }
            rotating.prune(batch, rotating_left);
            if VIEWS == 2 {
                if tables.rotation_alternates {
                    rotating_left.probe::<false>(tables, batch);
                } else {
                    rotating_left.probe::<true>(tables, batch);
                }
            }
        }
        // 4. Make the children that have slack there too.
        for (first, second) in self.first.iter().zip(&mut self.second) {
            for place in 0..second.count.min(MAX_CHILDREN) {
                let child = second.children[place];
                let parent = child.parent(batch);
                let other = &mut second.probes[place];
                // SAFETY: the list has been probed.
                if VIEWS == 2 && unsafe { other.read() } > parent.slack[child.view()] {
                    continue;
                }
                let one = &first.probes[usize::from(second.origins[place]) % MAX_CHILDREN];
                // By view, so that everything below is at fixed places.
                let probes = if child.view() == 1 {
                    [one, &*other]
                } else {
                    [&*other, one]
                };
                let mut changes = [FieldChange::default(); 2];
                for (change, probe) in changes.iter_mut().zip(probes).take(VIEWS) {
                    *change = probe.change();
                }
                // SAFETY: the parent is reachable.
                let node = unsafe { make_node(context, parent, child, changes) };
                if node.moves_left == 0 {
                    return Some(node);
                }
                push(node);
            }
        }
        None
    }
}

/// The node of a child, given what changes in each view.
///
/// # Safety
///
/// The parent is reachable in this context.
#[inline(always)]
unsafe fn make_node(
    Context { tables, pruning }: Context<'_>,
    parent: &Node,
    child: Child,
    changes: [FieldChange; 2],
) -> Node {
    let direction = child.direction();
    let states = pruning.automaton.table();
    debug_assert!(usize::from(parent.state) < states.len());
    // SAFETY: the states of reachable nodes come from the automaton itself.
    let next = unsafe { states.get_unchecked(usize::from(parent.state)) };
    let [one, other] = changes;
    Node {
        cells: [parent.cells[0] ^ one.cells, parent.cells[1] ^ other.cells],
        digits: [
            parent.digits[0] ^ one.digits,
            parent.digits[1] ^ other.digits,
        ],
        path: [
            parent.path[0] << 2 | direction as u64,
            parent.path[1] << 2 | parent.path[0] >> 62,
            parent.path[2] << 2 | parent.path[1] >> 62,
        ],
        slack: [parent.slack[0] - one.rises, parent.slack[1] - other.rises],
        state: next[direction],
        blank: tables.slide_views[child.slide()].cell,
        moves_left: parent.moves_left - 1,
        padding: 0,
    }
}
