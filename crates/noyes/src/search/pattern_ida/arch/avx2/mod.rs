//! The steps of the hot loop with AVX2: where the bits of eight children lie is found side by side.
//!
//! # Idea
//!
//! Between a child and the address of its bit are some sixty instructions. No two children depend
//! on each other, and every number on the way fits into 32 bits. So eight of them are found at
//! once (see `probe`), with few reads besides the parent's words:
//!
//! ```text
//! slide     cells of tile and blank by shuffles of bytes, the masks by shifts
//! field     read at the byte in which it begins, so that 32 bits hold it
//! counts    of tiles passed and of tiles after them, by shuffles of bytes
//! rank      the digits spread to bytes, multiplied by their factorials, added up
//! ```
//!
//! A gather of AVX2 costs as much as its reads or more. So the entry of the cell set, the bit in
//! the pattern table, and the nodes themselves are read and written child by child, but without a
//! branch on what the tables say: what is dropped is overwritten. The entries are those of the
//! scalar form. By the mask of the cells, as with AVX-512, they cost as much and need 512 KB.
//!
//! A board with a single view is left to the scalar form, compiled with these instructions.
//!
//! # Invariants
//!
//! * The same children in the same order as from the scalar form. Tests compare the two.
//! * Lanes past the end of a list repeat its last child, so that every lane reads valid memory.

mod children;
mod constants;
mod digits;
mod probe;

use std::arch::x86_64::*;

use self::constants::Constants;
use self::probe::{ProbeList, probe};
use super::scalar::{self, list_children};
use crate::search::pattern_ida::child::{BATCH, Child};
use crate::search::pattern_ida::context::{Context, NodeCounts, SearchEnd};
use crate::search::pattern_ida::node::Node;
use crate::search::pattern_ida::open_list::OpenList;
use crate::search::pattern_ida::search_below::search_batches;
use crate::search::pattern_ida::transpositions::Transpositions;

/// The 32-bit lanes of a vector: children probed together.
const LANES: usize = 8;

/// Evidence that the processor has the features of this form.
#[derive(Clone, Copy, Debug)]
pub struct Detected(());

impl Detected {
    pub fn new() -> Option<Self> {
        let has_features = std::arch::is_x86_feature_detected!("avx2")
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
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub unsafe fn search_below(
    context: Context<'_>,
    transpositions: Option<&Transpositions>,
    open: &mut OpenList,
    allowance: u64,
    counts: &mut NodeCounts,
) -> SearchEnd {
    // The closures stand here because a closure has the features of the function that it stands in,
    // and what is inlined into it too.
    if context.tables.views() == 1 {
        let mut expander = scalar::Expander::new();
        return search_batches(
            transpositions,
            open,
            allowance,
            counts,
            |batch, count, open, counts| {
                let mut push = |child| open.push(&child);
                // SAFETY: batches come from the open list.
                unsafe { expander.expand::<1>(context, batch, count, counts, &mut push) }
            },
        );
    }
    let mut expander = Expander::new(context);
    let mut few = Vec::new();
    search_batches(
        transpositions,
        open,
        allowance,
        counts,
        |batch, count, open, counts| {
            // Where the open list uses its stack, nodes are made right there.
            let nodes = open.crowded_stack().unwrap_or(&mut few);
            // SAFETY: batches come from the open list.
            let goal = unsafe { expander.expand(context, batch, count, counts, nodes) };
            few.iter().for_each(|node| open.push(node));
            few.clear();
            goal
        },
    )
}

/// The children of a batch, from step to step.
pub struct Expander {
    constants: Constants,
    /// As probed first: the lists without and with rotations.
    first: [ProbeList; 2],
    /// What is left of each, probed in the other view.
    second: [ProbeList; 2],
}

impl Expander {
    /// An expander for this context's tables.
    pub fn new(context: Context<'_>) -> Self {
        Self {
            constants: Constants::new(context.tables),
            first: [ProbeList::EMPTY; 2],
            second: [ProbeList::EMPTY; 2],
        }
    }

    /// As the scalar `expand` with two views. The nodes of the children are added to `nodes`; if a
    /// goal is among them, also those after it.
    ///
    /// # Safety
    ///
    /// The nodes are reachable in this context, which is the expander's and has two views.
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    pub unsafe fn expand(
        &mut self,
        context: Context<'_>,
        batch: &[Node; BATCH],
        count: usize,
        counts: &mut NodeCounts,
        nodes: &mut Vec<Node>,
    ) -> Option<Node> {
        let tables = context.tables;
        let constants = &self.constants;
        // 1. List the children that the automaton allows.
        let [straight, rotating] = &mut self.first;
        let lists = [&mut straight.children, &mut rotating.children];
        // SAFETY: the caller's nodes are reachable.
        let ends = unsafe { list_children::<2>(context, batch, count, lists) };
        [straight.count, rotating.count] = ends;
        counts.expanded += count as u64;
        counts.generated += (straight.count + rotating.count) as u64;
        // 2. Probe in the view with less slack. What rotates is mostly found far away in memory, so
        // it is asked for first and read last.
        // SAFETY: the children are legal slides of reachable nodes, listed by whether they rotate.
        unsafe {
            probe::<true>(tables, constants, batch, rotating);
            probe::<false>(tables, constants, batch, straight);
        }
        // 3. Drop the children without slack, and probe the others in the second view.
        let [straight_left, rotating_left] = &mut self.second;
        // SAFETY: both lists have been probed; then as in step 2.
        unsafe {
            straight.prune(constants, batch, straight_left);
            if tables.rotation_alternates {
                probe::<true>(tables, constants, batch, straight_left);
            } else {
                probe::<false>(tables, constants, batch, straight_left);
            }
            rotating.prune(constants, batch, rotating_left);
            if tables.rotation_alternates {
                probe::<false>(tables, constants, batch, rotating_left);
            } else {
                probe::<true>(tables, constants, batch, rotating_left);
            }
        }
        // 4. Make the children that have slack there too.
        let before = nodes.len();
        let mut has_goal = false;
        for (first, second) in self.first.iter().zip(&self.second) {
            // SAFETY: both lists have been probed, for this batch.
            has_goal |= unsafe { second.make_nodes(context, constants, first, batch, nodes) };
        }
        let mut made = nodes[before..].iter();
        has_goal.then(|| made.find(|node| node.moves_left == 0).copied())?
    }
}

/// A vector with the same value in every lane.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn splat(value: u32) -> __m256i {
    _mm256_set1_epi32(value as i32)
}

/// Eight numbers of a list.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn store(list: &mut [u32], from: usize, value: __m256i) {
    let eight = &mut list[from..from + LANES];
    // SAFETY: the slice has eight numbers of 32 bits.
    unsafe { _mm256_storeu_si256(eight.as_mut_ptr().cast(), value) }
}

/// Eight children of a list, one in each lane.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn load_children(list: &[Child], from: usize) -> __m256i {
    let eight = &list[from..from + LANES];
    // SAFETY: the slice has eight children of sixteen bits.
    unsafe { _mm256_cvtepu16_epi32(_mm_loadu_si128(eight.as_ptr().cast())) }
}

/// Whether every lane is below a limit: what assertions check before a gather.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn all_below(numbers: __m256i, limit: u32) -> bool {
    let most = splat(limit - 1);
    let below = _mm256_cmpeq_epi32(_mm256_max_epu32(numbers, most), most);
    _mm256_movemask_epi8(below) == -1
}
