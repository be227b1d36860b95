//! What the bits of children say, and the nodes of those that have slack.

use std::arch::x86_64::*;
use std::mem::offset_of;

use super::constants::Constants;
use super::probe::{FALLS_SHIFT, FIELD_SHIFT, PATTERN_SHIFT, ProbeList};
use crate::search::pattern_ida::child::{BATCH, Child, MAX_CHILDREN};
use crate::search::pattern_ida::context::Context;
use crate::search::pattern_ida::node::Node;
use crate::search::pattern_ida::probe_tables::DISTANCE_SHIFT;

/// Where the last word of a node has its state, its blank and its moves left; the slacks are
/// lowest.
const STATE_SHIFT: u32 = 16;
const BLANK_SHIFT: u32 = 32;
const LEFT_SHIFT: u32 = 40;
const _: () = assert!(
    size_of::<Node>() == 64
        && offset_of!(Node, cells) == 0
        && offset_of!(Node, digits) == 16
        && offset_of!(Node, path) == 32
        && offset_of!(Node, slack) == 56
        && offset_of!(Node, state) == 56 + STATE_SHIFT as usize / 8
        && offset_of!(Node, blank) == 56 + BLANK_SHIFT as usize / 8
        && offset_of!(Node, moves_left) == 56 + LEFT_SHIFT as usize / 8
);

impl ProbeList {
    /// Reads the bit of a child: 1 if the distance rises.
    ///
    /// # Safety
    ///
    /// The list has been probed with these constants, and has the place.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    unsafe fn read(&self, constants: &Constants, place: usize) -> u8 {
        let (details, position) = (self.details[place], self.positions[place]);
        let bits = constants.bits[(details >> PATTERN_SHIFT & 3) as usize];
        // SAFETY: `probe` found the position of a bit of this pattern's table.
        let byte = unsafe { *bits.add((position >> 3) as usize) };
        ((u32::from(byte) >> (position & 7)) ^ details >> FALLS_SHIFT) as u8 & 1
    }

    /// What a child changes in its parent's word of cells, and in that of digits.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn changes(&self, place: usize, rises: u8) -> (u64, u64) {
        let shift = self.details[place] >> FIELD_SHIFT & 63;
        let fell = u32::from(rises ^ 1) << (DISTANCE_SHIFT + 1);
        let cells = u64::from(self.cells[place] ^ fell) << shift;
        (cells, u64::from(self.digits[place]) << shift)
    }

    /// Reads the bits of all children, and lists those with slack for the other view.
    ///
    /// # Safety
    ///
    /// The list has been probed with these constants, for this batch.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    pub unsafe fn prune(&mut self, constants: &Constants, batch: &[Node; BATCH], left: &mut Self) {
        let mut end = 0;
        for place in 0..self.count.min(MAX_CHILDREN) {
            let child = self.children[place];
            // SAFETY: the list has been probed.
            let rises = unsafe { self.read(constants, place) };
            self.rises[place] = rises;
            left.children[end % MAX_CHILDREN] = child.in_other_view();
            left.origins[end % MAX_CHILDREN] = place as u16;
            end += usize::from(rises <= child.parent(batch).slack[child.view()]);
        }
        left.count = end;
    }

    /// Adds the nodes of the children that have slack in this view too. Returns whether one is the
    /// goal.
    ///
    /// # Safety
    ///
    /// This list and `first`, from which it comes, have been probed with these constants, for this
    /// batch, whose nodes are reachable in this context.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    pub unsafe fn make_nodes(
        &self,
        Context { tables, pruning }: Context<'_>,
        constants: &Constants,
        first: &Self,
        batch: &[Node; BATCH],
        nodes: &mut Vec<Node>,
    ) -> bool {
        let states = pruning.automaton.table();
        // A child that is dropped is written too, and the next one written over it.
        nodes.reserve(self.count + 1);
        let before = nodes.len();
        let mut end = nodes.as_mut_ptr().wrapping_add(before);
        let mut has_goal = false;
        for place in 0..self.count.min(MAX_CHILDREN) {
            let child = self.children[place];
            let (parent, view, direction) = (child.parent(batch), child.view(), child.direction());
            let origin = usize::from(self.origins[place]) % MAX_CHILDREN;
            // SAFETY: the list has been probed.
            let other_rises = unsafe { self.read(constants, place) };
            let rises = first.rises[origin];
            let passes = other_rises <= parent.slack[view];
            let (cells, digits) = first.changes(origin, rises);
            let (other_cells, other_digits) = self.changes(place, other_rises);
            // The last word: one move less, the slacks less what rose, the next state, the blank's
            // cell.
            debug_assert!(usize::from(parent.state) < states.len());
            // SAFETY: the states of reachable nodes come from the automaton itself.
            let state = unsafe { states.get_unchecked(usize::from(parent.state))[direction] };
            let cell = tables.slide_views[usize::from(child.0 & Child::SLIDE)].cell;
            let spent = u64::from(rises) << (8 * (view ^ 1)) | u64::from(other_rises) << (8 * view);
            // SAFETY: a node is 64 bytes, of which its last word is the last eight.
            unsafe {
                let words: *const u64 = std::ptr::from_ref(parent).cast();
                let spent = spent + (1 << LEFT_SHIFT);
                let last = (*words.add(7)).wrapping_sub(spent);
                has_goal |= passes && last >> LEFT_SHIFT & 0xff == 0;
                let last = last & !(0xff << BLANK_SHIFT | 0xffff << STATE_SHIFT)
                    | u64::from(state) << STATE_SHIFT
                    | u64::from(cell) << BLANK_SHIFT;
                // The path with the slide, and that word.
                let upper = _mm256_load_si256(words.add(4).cast());
                let longer = _mm256_slli_epi64::<2>(upper);
                let carried = _mm256_permute4x64_epi64::<0x90>(_mm256_srli_epi64::<62>(upper));
                let ends = _mm256_set_epi64x(last as i64, 0, 0, direction as i64);
                let upper = _mm256_or_si256(longer, _mm256_blend_epi32::<0x03>(carried, ends));
                let upper = _mm256_blend_epi32::<0xc0>(upper, ends);
                // The stack has room for every child that passes and for one more.
                debug_assert!(nodes.as_ptr().wrapping_add(nodes.capacity()) > end.cast_const());
                let made: *mut u64 = end.cast();
                *made.add(view) = parent.cells[view] ^ other_cells;
                *made.add(view ^ 1) = parent.cells[view ^ 1] ^ cells;
                *made.add(2 + view) = parent.digits[view] ^ other_digits;
                *made.add(2 + (view ^ 1)) = parent.digits[view ^ 1] ^ digits;
                _mm256_store_si256(made.add(4).cast(), upper);
            }
            end = end.wrapping_add(usize::from(passes));
        }
        // SAFETY: `end` points into the vector's memory, and all nodes before it have been written.
        unsafe {
            let length = end.offset_from(nodes.as_ptr()) as usize;
            debug_assert!(length <= nodes.capacity());
            nodes.set_len(length);
        }
        has_goal
    }
}
