//! The steps of the hot loop, eight children at a time, with AVX-512.
//!
//! # Idea
//!
//! A probe is some seventy instructions of arithmetic around a few reads from small tables, and no
//! two probes depend on each other. So eight of them run side by side, one in each 64-bit lane of
//! a vector. A gather, which reads eight addresses, costs as much as eight reads. So most reads
//! are replaced:
//!
//! ```text
//! slide     cells of tile and blank by a shuffle of bytes, the masks by shifts
//! rank      the digits spread to bytes, multiplied by their factorials, added up
//! pattern   address of its table by a shuffle of words
//! ```
//!
//! Gathers are left for the parent's words, the entry of the cell set, and the rotated window.
//! The entries are indexed by the mask of the cells, in half a megabyte. That is 3 % faster here
//! than the two smaller tables of the scalar form.
//!
//! Children are listed eight parents at a time, in lanes of sixteen bits. Nodes are made by
//! transposing the changed words of eight children (see `children`).
//!
//! # Invariants
//!
//! * The same children in the same order as from the scalar form. Tests compare the two.
//! * Lanes past the end of a list repeat its last child, so that every lane reads valid memory.

mod children;
mod probe;
mod shuffle_tables;
mod vectors;

use std::arch::x86_64::*;
use std::mem::offset_of;

use self::probe::{ProbeList, probe, read};
pub use self::shuffle_tables::ShuffleTables;
use self::vectors::{all_below, load, splat, store};
use crate::search::pattern_ida::child::{BATCH, Child, MAX_CHILDREN};
use crate::search::pattern_ida::context::{Context, NodeCounts, SearchEnd};
use crate::search::pattern_ida::node::Node;
use crate::search::pattern_ida::open_list::OpenList;
use crate::search::pattern_ida::search_below::search_batches;
use crate::search::pattern_ida::transpositions::Transpositions;

/// The 64-bit lanes of a vector: children probed together.
const LANES: usize = 8;
/// The length of a list of children: up to 32 are written at a time.
const LIST: usize = MAX_CHILDREN + 32;
/// The last word of a node, which has its slacks, state, blank and moves left; and where they
/// begin.
const LAST_WORD: usize = 7;
const STATE_SHIFT: u32 = 16;
const BLANK_SHIFT: u32 = 32;
const LEFT_SHIFT: u32 = 40;
const _: () = assert!(
    size_of::<Node>() == 64
        && offset_of!(Node, cells) == 0
        && offset_of!(Node, digits) == 16
        && offset_of!(Node, path) == 32
        && offset_of!(Node, slack) == 8 * LAST_WORD
        && offset_of!(Node, state) == 8 * LAST_WORD + STATE_SHIFT as usize / 8
        && offset_of!(Node, blank) == 8 * LAST_WORD + BLANK_SHIFT as usize / 8
        && offset_of!(Node, moves_left) == 8 * LAST_WORD + LEFT_SHIFT as usize / 8
);
/// The bit of a changed word of cells that is set if the distance rose; no field has it.
const ROSE: u32 = 63;

/// Evidence that the processor has the features of this form.
#[derive(Clone, Copy, Debug)]
pub struct Detected(());

impl Detected {
    pub fn new() -> Option<Self> {
        let has_features = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512vbmi")
            && std::arch::is_x86_feature_detected!("avx512vbmi2")
            && std::arch::is_x86_feature_detected!("avx512vl")
            && std::arch::is_x86_feature_detected!("avx512vpopcntdq")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt");
        has_features.then_some(Self(()))
    }
}

/// See [`super::Arch::search_below`].
///
/// # Safety
///
/// As there; and the processor has the features.
#[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
pub unsafe fn search_below(
    context: Context<'_>,
    transpositions: Option<&Transpositions>,
    open: &mut OpenList,
    allowance: u64,
    counts: &mut NodeCounts,
) -> SearchEnd {
    let mut expander = Expander::new();
    let mut few = Vec::new();
    search_batches(
        transpositions,
        open,
        allowance,
        counts,
        |batch, count, open, counts| {
            // Where the open list uses its stack, nodes are made right there.
            let nodes = open.crowded_stack().unwrap_or(&mut few);
            // SAFETY: a batch has reachable nodes from the open list, after them earlier ones or
            // empty ones in the start state.
            let goal = unsafe { expander.expand(context, batch, count, counts, nodes) };
            // By reference: taken out one by one, they would be copied in pieces.
            few.iter().for_each(|node| open.push(node));
            few.clear();
            goal
        },
    )
}

/// The children of a batch, from step to step.
#[repr(C, align(64))]
pub struct Expander {
    /// Of each parent: its last word, and the automaton's next state by direction, sixteen bits
    /// each.
    last_words: [u64; BATCH],
    next_states: [u64; BATCH],
    /// The children whose slide rotates digits in the view in which they are probed first.
    rotating: [Child; LIST],
    first: ProbeList,
    second: ProbeList,
    /// How many children of a list rotate nothing in their first view; they come first in it.
    straight: usize,
    /// What the first view of the children of `second` changes, with [`ROSE`].
    cells: [u64; LIST],
    digits: [u64; LIST],
}

impl Expander {
    pub fn new() -> Self {
        Self {
            last_words: [0; BATCH],
            next_states: [0; BATCH],
            rotating: [Child::EMPTY; LIST],
            first: ProbeList::EMPTY,
            second: ProbeList::EMPTY,
            straight: 0,
            cells: [0; LIST],
            digits: [0; LIST],
        }
    }

    /// As the scalar `expand` with two views. The nodes of the children are added to `nodes`; if a
    /// goal is among them, also those after it.
    ///
    /// # Safety
    ///
    /// The first `count` nodes of the batch are reachable in this context, and the states of the
    /// others are the automaton's. The tables were made for AVX-512.
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
    pub unsafe fn expand(
        &mut self,
        context: Context<'_>,
        batch: &[Node; BATCH],
        count: usize,
        counts: &mut NodeCounts,
        nodes: &mut Vec<Node>,
    ) -> Option<Node> {
        assert!(count <= BATCH);
        let tables = context.tables;
        // SAFETY: the caller's nodes are reachable. Lists are probed before they are read.
        unsafe {
            // 1. List the children that the automaton allows.
            self.list_children(context, batch, count);
            counts.expanded += count as u64;
            counts.generated += self.first.count as u64;
            // 2. Probe in the view with less slack.
            let straight = self.straight;
            probe(tables, batch, &mut self.first, straight..LIST);
            // 3. Drop the children without slack, and probe the others in the second view.
            self.prune();
            let straight = self.straight;
            let rotating = if tables.rotation_alternates {
                0..straight
            } else {
                straight..LIST
            };
            probe(tables, batch, &mut self.second, rotating);
            // 4. Make the children that have slack there too.
            self.make_nodes(tables, batch, nodes)
        }
    }

    /// Lists the children of the first `count` nodes of a batch, first those that rotate nothing.
    ///
    /// # Safety
    ///
    /// As [`Expander::expand`].
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
    unsafe fn list_children(
        &mut self,
        Context { tables, pruning }: Context<'_>,
        batch: &[Node; BATCH],
        count: usize,
    ) {
        let shuffles = &tables.shuffles;
        let nodes: *const i64 = batch.as_ptr().cast();
        let states = pruning.automaton.table();
        let numbers = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
        // The lowest sixteen bits of each lane, four times.
        let four = _mm512_set1_epi64(0x0100_0100_0100_0100);
        let four = _mm512_add_epi8(
            four,
            _mm512_set4_epi64(0x0808_0808_0808_0808, 0, 0x0808_0808_0808_0808, 0),
        );
        let [mut straight, mut rotating] = [0; 2];
        for from in (0..count).step_by(LANES) {
            let parent = _mm512_add_epi64(numbers, splat(from as u64));
            debug_assert!(all_below(parent, BATCH as u64));
            let word = _mm512_add_epi64(_mm512_slli_epi64::<3>(parent), splat(LAST_WORD as u64));
            // SAFETY: the length of a batch is a multiple of eight, and a node is eight words.
            let last_word = unsafe { _mm512_i64gather_epi64::<8>(word, nodes) };
            let state = _mm512_srli_epi64::<STATE_SHIFT>(last_word);
            let state = _mm512_and_si512(state, splat(0xffff));
            debug_assert!(all_below(state, states.len() as u64));
            // SAFETY: the states of all nodes of the batch are the automaton's.
            let next = unsafe { _mm512_i64gather_epi64::<8>(state, states.as_ptr().cast()) };
            store(&mut self.last_words, from, last_word);
            store(&mut self.next_states, from, next);
            let blank = _mm512_srli_epi64::<BLANK_SHIFT>(last_word);
            let blank = _mm512_and_si512(blank, splat(15));
            let legal = _mm512_permutex2var_epi64(
                load(&shuffles.legal, 0),
                blank,
                load(&shuffles.legal, LANES),
            );
            let one = _mm512_and_si512(last_word, splat(0xff));
            let other = _mm512_and_si512(_mm512_srli_epi64::<8>(last_word), splat(0xff));
            let (less, equal) = (
                _mm512_cmplt_epu64_mask(other, one),
                _mm512_cmpeq_epi64_mask(one, other),
            );
            let by_first_view = |words: &[u64; 3]| {
                let word = _mm512_mask_mov_epi64(splat(words[0]), less, splat(words[1]));
                _mm512_mask_mov_epi64(word, equal, splat(words[2]))
            };
            // The children of all four slides, and which of them are open.
            let child = _mm512_or_si512(
                _mm512_slli_epi64::<3>(blank),
                _mm512_slli_epi64::<{ Child::SLIDE_BITS }>(parent),
            );
            let directions = splat(0x0006_0004_0002_0000);
            let children = _mm512_or_si512(
                _mm512_shuffle_epi8(child, four),
                _mm512_or_si512(by_first_view(&shuffles.views), directions),
            );
            let allowed = _mm512_cmpneq_epi16_mask(next, splat(u64::MAX));
            let in_batch = !0u32 >> (4 * (LANES - (count - from).min(LANES)));
            let open = _mm512_mask_test_epi16_mask(allowed & in_batch, legal, legal);
            let rotates = by_first_view(&shuffles.rotates);
            let rotates = _mm512_mask_test_epi16_mask(open, rotates, rotates);
            for (list, end, which) in [
                (&mut self.first.children, &mut straight, open & !rotates),
                (&mut self.rotating, &mut rotating, rotates),
            ] {
                let children = _mm512_maskz_compress_epi16(which, children);
                debug_assert!(*end + 32 <= LIST);
                // SAFETY: a list has room for 32 beyond the most children.
                unsafe { _mm512_storeu_si512(list.as_mut_ptr().add(*end).cast(), children) };
                *end += which.count_ones() as usize;
            }
        }
        for from in (0..rotating).step_by(32) {
            debug_assert!(straight + from + 32 <= LIST);
            // SAFETY: both lists together have at most the most children, and each has room for 32
            // beyond them.
            unsafe {
                let children = _mm512_loadu_si512(self.rotating.as_ptr().add(from).cast());
                let to = self.first.children.as_mut_ptr().add(straight + from);
                _mm512_storeu_si512(to.cast(), children);
            }
        }
        self.first.count = straight + rotating;
        self.straight = straight;
    }

    /// Reads the bits of all children in their first view, and lists those with slack for the
    /// other.
    ///
    /// # Safety
    ///
    /// The first list has been probed.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
    unsafe fn prune(&mut self) {
        let (mut left, mut straight) = (0, 0);
        for from in (0..self.first.count).step_by(LANES) {
            // SAFETY: the list has been probed.
            let read = unsafe { read(&self.last_words, &self.first, from) };
            let children = _mm512_xor_si512(read.children, splat(u64::from(Child::VIEW)));
            let children = _mm512_maskz_compress_epi64(read.passing, children);
            debug_assert!(left + LANES <= LIST);
            // SAFETY: a list has room for more than eight beyond the most children.
            unsafe {
                let to = self.second.children.as_mut_ptr().add(left).cast();
                _mm_storeu_si128(to, _mm512_cvtepi64_epi16(children));
            }
            let cells = _mm512_maskz_compress_epi64(read.passing, read.cells);
            store(&mut self.cells, left, cells);
            let digits = load(&self.first.digits, from);
            let digits = _mm512_maskz_compress_epi64(read.passing, digits);
            store(&mut self.digits, left, digits);
            let passing = u32::from(read.passing);
            let straight_here = self.straight.saturating_sub(from).min(LANES);
            straight += (passing & !(!0 << straight_here)).count_ones();
            left += passing.count_ones() as usize;
        }
        self.straight = straight as usize;
        self.second.count = left;
    }
}
