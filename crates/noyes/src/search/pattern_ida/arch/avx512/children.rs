//! Nodes of eight children at a time, made from vectors that hold one word of each.

use std::arch::x86_64::*;

use super::probe::read;
use super::vectors::{all_below, load, shuffle_bytes, splat};
use super::{BLANK_SHIFT, Expander, LANES, LEFT_SHIFT, ROSE, STATE_SHIFT};
use crate::search::pattern_ida::child::{BATCH, Child};
use crate::search::pattern_ida::node::Node;
use crate::search::pattern_ida::probe_tables::ProbeTables;

impl Expander {
    /// Adds the nodes of the children that have slack in the second view too, and returns one that
    /// is the goal.
    ///
    /// # Safety
    ///
    /// Both views of the children have been probed, for this batch and with these tables.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
    pub(super) unsafe fn make_nodes(
        &mut self,
        tables: &ProbeTables,
        batch: &[Node; BATCH],
        nodes: &mut Vec<Node>,
    ) -> Option<Node> {
        let zero = splat(0);
        let before = nodes.len();
        // A child that is dropped is written too, and the next one written over it.
        nodes.reserve(self.second.count + 1);
        let limit = nodes.as_ptr().wrapping_add(nodes.capacity());
        let mut end = nodes.as_mut_ptr().wrapping_add(before);
        let mut is_goal = false;
        for from in (0..self.second.count).step_by(LANES) {
            // SAFETY: the list has been probed.
            let read = unsafe { read(&self.last_words, &self.second, from) };
            // What changes in each view.
            let slide = _mm512_and_si512(read.children, splat(u64::from(Child::SLIDE)));
            let is_second = _mm512_test_epi64_mask(slide, splat(u64::from(Child::VIEW)));
            let (first, second) = (load(&self.cells, from), read.cells);
            let cells = [
                _mm512_mask_mov_epi64(second, is_second, first),
                _mm512_mask_mov_epi64(first, is_second, second),
            ];
            let (first, second) = (load(&self.digits, from), load(&self.second.digits, from));
            let digits = [
                _mm512_mask_mov_epi64(second, is_second, first),
                _mm512_mask_mov_epi64(first, is_second, second),
            ];
            let [one, other] = cells.map(|cells| _mm512_srli_epi64::<ROSE>(cells));
            let cells = cells.map(|cells| _mm512_and_si512(cells, splat(!(1 << ROSE))));
            // The last word: one move less, the slacks less what rose, the next state, the blank's
            // cell.
            let direction = _mm512_and_si512(_mm512_srli_epi64::<1>(slide), splat(3));
            let parent = _mm512_srli_epi64::<{ Child::SLIDE_BITS }>(read.children);
            debug_assert!(all_below(parent, BATCH as u64));
            // SAFETY: the parents are in the batch.
            let next =
                unsafe { _mm512_i64gather_epi64::<8>(parent, self.next_states.as_ptr().cast()) };
            let next = _mm512_srlv_epi64(next, _mm512_slli_epi64::<4>(direction));
            let next = _mm512_and_si512(next, splat(0xffff));
            let cell = _mm512_and_si512(shuffle_bytes(&tables.shuffles.cells, slide), splat(0xff));
            let spent = _mm512_or_si512(one, _mm512_slli_epi64::<8>(other));
            let spent = _mm512_or_si512(spent, splat(1 << LEFT_SHIFT));
            let last = _mm512_sub_epi64(read.last_word, spent);
            let replaced = 0xff << BLANK_SHIFT | 0xffff << STATE_SHIFT;
            let last = _mm512_and_si512(last, splat(!replaced));
            let last = _mm512_or_si512(last, _mm512_slli_epi64::<STATE_SHIFT>(next));
            let last = _mm512_or_si512(last, _mm512_slli_epi64::<BLANK_SHIFT>(cell));
            let without_moves = _mm512_testn_epi64_mask(last, splat(0xff << LEFT_SHIFT));
            is_goal |= without_moves & read.passing != 0;
            let last = _mm512_xor_si512(last, read.last_word);
            // Transpose: from one word of eight children to all eight words of each child.
            let pairs = [
                (cells[0], cells[1]),
                (digits[0], digits[1]),
                (direction, zero),
                (zero, last),
            ];
            let even = pairs.map(|(one, other)| _mm512_unpacklo_epi64(one, other));
            let odd = pairs.map(|(one, other)| _mm512_unpackhi_epi64(one, other));
            let [even, odd] = [even, odd].map(|[a, b, c, d]| {
                let (low, high) = (
                    _mm512_shuffle_i64x2::<0x44>(a, b),
                    _mm512_shuffle_i64x2::<0x44>(c, d),
                );
                let (low_after, high_after) = (
                    _mm512_shuffle_i64x2::<0xee>(a, b),
                    _mm512_shuffle_i64x2::<0xee>(c, d),
                );
                [
                    _mm512_shuffle_i64x2::<0x88>(low, high),
                    _mm512_shuffle_i64x2::<0xdd>(low, high),
                    _mm512_shuffle_i64x2::<0x88>(low_after, high_after),
                    _mm512_shuffle_i64x2::<0xdd>(low_after, high_after),
                ]
            });
            for lane in 0..LANES {
                let change = [even, odd][lane % 2][lane / 2];
                let child = self.second.children[from + lane];
                let parent: *const Node = child.parent(batch);
                debug_assert!(end.cast_const() < limit);
                // SAFETY: a node is 64 bytes without padding. The stack has room for every child
                // that passes and for one more, since a dropped child is written and overwritten.
                unsafe {
                    // The parent with two more bits of path, and what changes.
                    let parent = _mm512_loadu_si512(parent.cast());
                    let longer = _mm512_mask_slli_epi64::<2>(parent, 0x70, parent);
                    let carried = _mm512_alignr_epi64::<7>(parent, parent);
                    let carried = _mm512_maskz_srli_epi64::<62>(0x60, carried);
                    let node = _mm512_ternarylogic_epi64::<0x96>(longer, carried, change);
                    _mm512_storeu_si512(end.cast(), node);
                }
                end = end.wrapping_add(usize::from(read.passing >> lane & 1));
            }
        }
        // SAFETY: `end` points into the vector's memory, and all nodes before it have been written.
        unsafe {
            let length = end.offset_from(nodes.as_ptr()) as usize;
            debug_assert!(length <= nodes.capacity());
            nodes.set_len(length);
        }
        let made = &nodes[before..];
        if is_goal {
            made.iter().find(|node| node.moves_left == 0).copied()
        } else {
            None
        }
    }
}
