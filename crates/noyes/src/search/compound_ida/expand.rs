//! The hot loop: several nodes are expanded together, so that memory latency overlaps.
//!
//! # Idea
//!
//! Ten to twenty tables of 24 MB are read from main memory, and the addresses that a child needs
//! are known early. So a batch of nodes is expanded together, in three passes over their children.
//! Between the prefetch for a child and the read lies work for other children:
//!
//! ```text
//! list    list the children that the automaton allows
//! prune   probe each in the first table that could prune it, and drop those it prunes
//! make    probe the others in all their tables, drop those they prune; copy and update the parent
//! ```
//!
//! A probe has three steps, some children apart (see `probe`): sets of cells are read from the
//! outer caches, bits from memory.
//!
//! # What can prune a child
//!
//! A slide changes the distance of one pattern in each sum, by one. A sum with slack left survives
//! that whatever the bit says. Only a *tight* sum, one with no slack, can prune a child, and only
//! when its distance rises. So tables of tight sums are probed first, and children without a tight
//! sum skip the second pass.
//!
//! ```text
//! children on the 24-puzzle       share
//! with a tight sum                 90 %
//! dropped by the second pass       40 %
//! dropped by the third             10 %
//! ```
//!
//! # Slack in bytes
//!
//! The slack of all sums is one `u128`, a byte for each, below 128. A rise subtracts the lowest bit
//! of the bytes of its sums, all in one subtraction that never borrows. Zero bytes are found by
//! `(slack | 0x80…) − 0x01…`, which clears the highest bit of exactly those bytes.
//!
//! # Invariants
//!
//! * Slack is never negative: a child with less is not made. A node with no moves left and no
//!   negative slack has distance 0, so it is the goal; that is the only goal test.
//! * Nodes are made only by `Node::root` and here, by possible slides. So masks, ranks and states
//!   are always those of a real board, which is what the unchecked reads rely on.

use super::node::Node;
use super::pool::Pool;
use super::probe::Probe;
use super::probe_tables::{HIGHEST, LABELS, LOWEST, MOST_SUMS, ProbeTables, SlideMasks};
use super::pruning::Pruning;
use super::transpositions::Transpositions;
use super::word::{PackedBoard, Word};

/// How many nodes are taken from the stack at once.
pub(super) const BATCH: usize = 16;
/// The most children of a batch.
const CHILDREN: usize = 4 * BATCH;
/// Children between the prefetch of a set and its read in the second pass.
const SETS_AHEAD: usize = 4;
/// Children between the prefetch of their sets and the read of their bits in the third pass.
const BITS_AHEAD: usize = 6;

/// Nodes expanded and generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NodeCounts {
    pub expanded: u64,
    pub generated: u64,
}

/// A child that is not made yet: the slot of its parent, the slide and the tile that slides.
#[derive(Clone, Copy, Default)]
struct Candidate {
    parent: u32,
    /// Four times the blank's cell plus the direction.
    slide: u8,
    label: u8,
    /// The first table of the tile that is part of a tight sum.
    tight_table: u8,
}

impl Candidate {
    #[inline(always)]
    fn slide<'l, W: Word>(&self, probe_tables: &'l ProbeTables<W>) -> &'l SlideMasks<W> {
        &probe_tables.slides[usize::from(self.slide)]
    }
}

struct Candidates {
    list: [Candidate; CHILDREN],
    count: usize,
}

impl Candidates {
    const NONE: Self = Self {
        list: [Candidate {
            parent: 0,
            slide: 0,
            label: 0,
            tight_table: 0,
        }; CHILDREN],
        count: 0,
    };

    #[inline(always)]
    fn push(&mut self, candidate: Candidate) {
        self.list[self.count % CHILDREN] = candidate;
        self.count += 1;
    }
}

/// The working space of a batch.
pub(super) struct Batch<W> {
    pub parents: [u32; BATCH],
    /// Children that a tight sum could prune, and the probe that will tell.
    tight: Candidates,
    tight_probes: [Probe<W>; CHILDREN],
    /// Children that are probed in all tables of their tile.
    remaining: Candidates,
    probes: [[Probe<W>; MOST_SUMS]; CHILDREN],
}

impl<W: Word> Batch<W> {
    pub fn new() -> Self {
        Self {
            parents: [0; BATCH],
            tight: Candidates::NONE,
            tight_probes: [Probe::none(); CHILDREN],
            remaining: Candidates::NONE,
            probes: [[Probe::none(); MOST_SUMS]; CHILDREN],
        }
    }

    /// Puts the children of the first `taken` parents on the stack and releases the parents' slots.
    /// Returns the slot of a goal, if there is one among the children.
    #[inline(always)]
    pub fn expand<const S: usize>(
        &mut self,
        probe_tables: &ProbeTables<W>,
        pruning: &Pruning,
        pool: &mut Pool<W, S>,
        taken: usize,
        counts: &mut NodeCounts,
    ) -> Option<u32> {
        self.list(probe_tables, pruning, pool, taken, counts);
        self.prune(probe_tables, pool);
        let goal = self.make(probe_tables, pruning, pool);
        for &parent in &self.parents[..taken] {
            pool.release(parent);
        }
        goal
    }

    /// Drops those of the first `taken` parents that are duplicates; returns how many are left.
    #[inline(always)]
    pub fn drop_duplicates<const S: usize>(
        &mut self,
        transpositions: &Transpositions<'_>,
        pool: &mut Pool<W, S>,
        taken: usize,
    ) -> usize {
        let mut left = 0;
        for number in 0..taken {
            let parent = self.parents[number];
            if transpositions.is_duplicate(pool.node(parent)) {
                pool.release(parent);
            } else {
                self.parents[left] = parent;
                left += 1;
            }
        }
        left
    }

    /// Lists the children that the automaton allows.
    #[inline(always)]
    fn list<const S: usize>(
        &mut self,
        probe_tables: &ProbeTables<W>,
        pruning: &Pruning,
        pool: &Pool<W, S>,
        taken: usize,
        counts: &mut NodeCounts,
    ) {
        self.tight.count = 0;
        self.remaining.count = 0;
        let mut generated = 0;
        for &parent in &self.parents[..taken] {
            let node = pool.node(parent);
            // SAFETY: states come from the automaton itself.
            let allowed = unsafe { *pruning.allowed.get_unchecked(usize::from(node.state)) };
            let mut open = probe_tables.legal[usize::from(node.blank) % LABELS] & allowed;
            generated += open.count_ones();
            let tight = tight(node.slack);
            while open != 0 {
                let number = node.blank << 2 | (open.trailing_zeros() as u8 & 3);
                open &= open - 1;
                let slide = &probe_tables.slides[usize::from(number)];
                let label = node.board.at(usize::from(slide.cell));
                let sums = &probe_tables.tables[usize::from(label) % LABELS].sums;
                let tight_table = sums.iter().position(|sums| sums & tight != 0);
                let candidate = Candidate {
                    parent,
                    slide: number,
                    label,
                    tight_table: tight_table.unwrap_or(0) as u8,
                };
                if tight_table.is_some() {
                    self.tight.push(candidate);
                } else {
                    self.remaining.push(candidate);
                }
            }
        }
        counts.expanded += taken as u64;
        counts.generated += u64::from(generated);
    }

    /// Probes the children with a tight sum in the first table that could prune them.
    #[inline(always)]
    fn prune<const S: usize>(&mut self, probe_tables: &ProbeTables<W>, pool: &Pool<W, S>) {
        let probed = |candidate: &Candidate| {
            let tables = &probe_tables.tables[usize::from(candidate.label) % LABELS];
            let number = usize::from(candidate.tight_table);
            // SAFETY: `list` found it there.
            let table = unsafe { tables.refs.get_unchecked(number) };
            let views = &candidate.slide(probe_tables).views;
            (&views[usize::from(number >= tables.first_view)], table)
        };
        let count = self.tight.count.min(CHILDREN);
        for turn in 0..count + SETS_AHEAD {
            if turn < count {
                let candidate = &self.tight.list[turn];
                let (slide, table) = probed(candidate);
                let (word, perm) = pool.node(candidate.parent).projection(table.projection);
                // SAFETY: the parent's projection, and a table that holds the sliding tile.
                self.tight_probes[turn] =
                    unsafe { Probe::locate_set::<true>(probe_tables, slide, table, word, perm) };
            }
            if turn >= SETS_AHEAD {
                let (slide, table) = probed(&self.tight.list[turn - SETS_AHEAD]);
                // SAFETY: its set was located some turns before.
                unsafe { self.tight_probes[turn - SETS_AHEAD].locate_bit(slide, table) };
            }
        }
        let candidates = self.tight.list[..count].iter();
        for (candidate, probe) in candidates.zip(&self.tight_probes) {
            let end = self.remaining.count % CHILDREN;
            self.remaining.list[end] = *candidate;
            // SAFETY: its bit was located.
            self.remaining.count += 1 - unsafe { probe.rises() } as usize;
        }
    }

    /// Probes the remaining children in all tables of their tile, and makes those that survive.
    /// Each turn locates the sets of one child and the bits of the one before, and makes an earlier
    /// one.
    #[inline(always)]
    fn make<const S: usize>(
        &mut self,
        probe_tables: &ProbeTables<W>,
        pruning: &Pruning,
        pool: &mut Pool<W, S>,
    ) -> Option<u32> {
        let mut goal = None;
        let count = self.remaining.count.min(CHILDREN);
        let candidates = &self.remaining.list;
        for turn in 0..count + BITS_AHEAD {
            if turn < count {
                let candidate = &candidates[turn];
                let node = pool.node(candidate.parent);
                let probes = &mut self.probes[turn];
                let turns = candidate.slide(probe_tables).turns;
                // SAFETY: `list` made the candidate from this parent, and its slide turns so.
                unsafe {
                    match turns {
                        [false, false] => {
                            locate_sets::<W, S, false, false>(probe_tables, node, candidate, probes)
                        }
                        [false, true] => {
                            locate_sets::<W, S, false, true>(probe_tables, node, candidate, probes)
                        }
                        [true, false] => {
                            locate_sets::<W, S, true, false>(probe_tables, node, candidate, probes)
                        }
                        [true, true] => {
                            locate_sets::<W, S, true, true>(probe_tables, node, candidate, probes)
                        }
                    }
                }
            }
            if (1..=count).contains(&turn) {
                let (candidate, probes) = (&candidates[turn - 1], &mut self.probes[turn - 1]);
                // SAFETY: their sets were located in the last turn.
                unsafe { locate_bits(probe_tables, candidate, probes) };
            }
            if turn >= BITS_AHEAD {
                let back = turn - BITS_AHEAD;
                let (candidate, probes) = (&candidates[back], &mut self.probes[back]);
                // SAFETY: their bits were located some turns before, and are read once.
                unsafe { make_child(probe_tables, pruning, pool, candidate, probes, &mut goal) };
            }
        }
        goal
    }
}

/// Locates the sets of a child in all tables of its tile. `FIRST` and `SECOND` tell for each view
/// whether the slide may change the order of the tiles.
///
/// # Safety
///
/// `node` is the candidate's parent, from which its slide can be made.
#[inline(always)]
unsafe fn locate_sets<W: Word, const S: usize, const FIRST: bool, const SECOND: bool>(
    probe_tables: &ProbeTables<W>,
    node: &Node<W, S>,
    candidate: &Candidate,
    probes: &mut [Probe<W>; MOST_SUMS],
) {
    let tables = &probe_tables.tables[usize::from(candidate.label) % LABELS];
    let [first, second] = &candidate.slide(probe_tables).views;
    let mut tables_and_probes = tables.refs.iter().zip(probes);
    for (table, probe) in tables_and_probes.by_ref().take(tables.first_view) {
        let (word, perm) = node.projection(table.projection);
        // SAFETY: the parent's projection in the first view; the table holds the sliding tile.
        *probe = unsafe { Probe::locate_set::<FIRST>(probe_tables, first, table, word, perm) };
    }
    for (table, probe) in tables_and_probes {
        let (word, perm) = node.projection(table.projection);
        // SAFETY: the same in the second view.
        *probe = unsafe { Probe::locate_set::<SECOND>(probe_tables, second, table, word, perm) };
    }
}

/// Locates the bits of a child in all tables of its tile.
///
/// # Safety
///
/// The probes come from [`locate_sets`] with the same candidate.
#[inline(always)]
unsafe fn locate_bits<W: Word>(
    probe_tables: &ProbeTables<W>,
    candidate: &Candidate,
    probes: &mut [Probe<W>; MOST_SUMS],
) {
    let tables = &probe_tables.tables[usize::from(candidate.label) % LABELS];
    let [first, second] = &candidate.slide(probe_tables).views;
    let mut tables_and_probes = tables.refs.iter().zip(probes);
    for (table, probe) in tables_and_probes.by_ref().take(tables.first_view) {
        // SAFETY: the caller's.
        unsafe { probe.locate_bit(first, table) };
    }
    for (table, probe) in tables_and_probes {
        // SAFETY: the caller's.
        unsafe { probe.locate_bit(second, table) };
    }
}

/// Reads the bits of a child, and puts it on the stack if it survives. Its slot is noted if it is
/// the goal.
///
/// # Safety
///
/// The probes come from [`locate_bits`] with the same candidate, and were not read before.
#[inline(always)]
unsafe fn make_child<W: Word, const S: usize>(
    probe_tables: &ProbeTables<W>,
    pruning: &Pruning,
    pool: &mut Pool<W, S>,
    candidate: &Candidate,
    probes: &mut [Probe<W>; MOST_SUMS],
    goal: &mut Option<u32>,
) {
    let tables = &probe_tables.tables[usize::from(candidate.label) % LABELS];
    let mut rising = 0u128;
    for (probe, &sums) in probes.iter_mut().zip(&tables.sums) {
        // SAFETY: the caller's.
        let rises = unsafe { probe.read() };
        rising |= sums & u128::from(rises).wrapping_neg();
    }
    if rising & tight(pool.node(candidate.parent).slack) != 0 {
        return;
    }
    let slide = candidate.slide(probe_tables);
    let direction = candidate.slide & 3;
    let slot = pool.copy(candidate.parent);
    let node = pool.node_mut(slot);
    for (probe, table) in probes.iter().zip(&tables.refs) {
        let projection = usize::from(table.projection) % S;
        node.words[projection] = probe.word;
        node.perms[projection] = probe.perm;
    }
    node.slack -= rising >> 7;
    let change = candidate.label ^ probe_tables.blank_label;
    node.board = node.board.slid(&slide.cells, change);
    for word in (1..node.path.len()).rev() {
        node.path[word] = node.path[word] << 2 | node.path[word - 1] >> 62;
    }
    node.path[0] = node.path[0] << 2 | u64::from(direction);
    // SAFETY: states come from the automaton itself.
    let next = unsafe { pruning.next.get_unchecked(usize::from(node.state)) };
    node.state = next[usize::from(direction)];
    node.blank = slide.cell;
    node.left -= 1;
    if node.left == 0 {
        *goal = Some(slot);
    }
    pool.stack.push(slot);
}

/// The highest bit of the bytes that are zero; all bytes must be below 128.
#[inline(always)]
fn tight(slack: u128) -> u128 {
    !((slack | HIGHEST) - LOWEST) & HIGHEST
}
