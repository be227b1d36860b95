//! Children made as they lie in memory, from eight lanes.

use std::arch::x86_64::*;

use super::looks::read;
use super::words::{load, shuffled};
use super::{BLANK, LANES, LEFT, Lanes, ROSE, STATE};
use crate::search::pattern_ida::lookups::Lookups;
use crate::search::pattern_ida::node::Node;
use crate::search::pattern_ida::stages::{BATCH, Job};

impl Lanes {
    /// Makes the children that have not risen too far in the second view either; or returns one that is
    /// the goal.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
    pub(super) fn make(
        &mut self,
        lookups: &Lookups,
        batch: &[Node; BATCH],
        children: &mut Vec<Node>,
    ) -> Option<Node> {
        let same = |value: u64| _mm512_set1_epi64(value as i64);
        let zero = same(0);
        let before = children.len();
        children.reserve(self.second.count + 1);
        let mut end = children.as_mut_ptr().wrapping_add(before);
        let mut is_goal = false;
        for from in (0..self.second.count).step_by(LANES) {
            // By view: what changes.
            let read = read(&self.rests, &self.second, from);
            let seen = _mm512_and_si512(read.jobs, same(u64::from(Job::SEEN)));
            let is_second = _mm512_test_epi64_mask(seen, same(u64::from(Job::VIEW)));
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
            let cells = cells.map(|cells| _mm512_and_si512(cells, same(!(1 << ROSE))));
            // The rest: a move less, slacks less what rose, the next state and cell of the blank.
            let direction = _mm512_and_si512(_mm512_srli_epi64::<1>(seen), same(3));
            let parent = _mm512_srli_epi64::<{ Job::SEEN_BITS }>(read.jobs);
            // SAFETY: a job's parent is in the batch.
            let next = unsafe { _mm512_i64gather_epi64::<8>(parent, self.next.as_ptr().cast()) };
            let next = _mm512_srlv_epi64(next, _mm512_slli_epi64::<4>(direction));
            let next = _mm512_and_si512(next, same(0xffff));
            let cell = _mm512_and_si512(shuffled(&lookups.shuffles.cells, seen), same(0xff));
            let spent = _mm512_or_si512(one, _mm512_slli_epi64::<8>(other));
            let rest = _mm512_sub_epi64(read.rest, _mm512_or_si512(spent, same(1 << LEFT)));
            let rest = _mm512_and_si512(rest, same(!(0xff << BLANK | 0xffff << STATE)));
            let rest = _mm512_or_si512(rest, _mm512_slli_epi64::<STATE>(next));
            let rest = _mm512_or_si512(rest, _mm512_slli_epi64::<BLANK>(cell));
            let at_home = _mm512_testn_epi64_mask(rest, same(0xff << LEFT));
            is_goal |= at_home & read.kept != 0;
            let rest = _mm512_xor_si512(rest, read.rest);
            // Lanes to lines: words, digits, path and rest of each child.
            let pairs = [
                (cells[0], cells[1]),
                (digits[0], digits[1]),
                (direction, zero),
                (zero, rest),
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
                let job = self.second.jobs[from + lane];
                let node: *const Node = job.parent(batch);
                // SAFETY: a node is 64 bytes, without padding; there is room for one more than are kept.
                unsafe {
                    let node = _mm512_loadu_si512(node.cast());
                    let longer = _mm512_mask_slli_epi64::<2>(node, 0x70, node);
                    let carried = _mm512_alignr_epi64::<7>(node, node);
                    let carried = _mm512_maskz_srli_epi64::<62>(0x60, carried);
                    let child = _mm512_ternarylogic_epi64::<0x96>(longer, carried, change);
                    _mm512_storeu_si512(end.cast(), child);
                }
                end = end.wrapping_add(usize::from(read.kept >> lane & 1));
            }
        }
        // SAFETY: so many were written.
        unsafe {
            let made = end.offset_from(children.as_ptr()) as usize;
            debug_assert!(made <= children.capacity());
            children.set_len(made);
        }
        let made = &children[before..];
        if is_goal {
            made.iter().find(|child| child.left == 0).copied()
        } else {
            None
        }
    }
}
