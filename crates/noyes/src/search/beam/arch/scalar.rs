//! The beam's inner loops in portable code.
//!
//! They are inlined into their callers, so that the other files here compile the same code with
//! kernels of their own.

use super::super::layer::NodeHeader;
use super::super::layer_slice::{FillContext, LayerSlice};
use super::super::net::{LabelSlide, Net};
use super::super::pairs::PairTable;
use super::super::score::{Candidate, LayerPart, ScoreContext};
use super::Kernel;
use crate::splitmix::split_mix;

/// The parts of a score as `net.rs` and `pairs.rs` have them.
#[derive(Debug)]
pub(in super::super) struct Portable;

impl Kernel for Portable {
    const CELLS: usize = 0;
    const UNITS: usize = 0;

    #[inline(always)]
    unsafe fn pair_change(pairs: &PairTable, board: &[u8], slide: &LabelSlide) -> i32 {
        pairs.change(board, slide)
    }

    #[inline(always)]
    unsafe fn output_after(net: &Net, before: &[i16], slide: &LabelSlide) -> i32 {
        net.output_after(before, slide)
    }

    #[inline(always)]
    unsafe fn sums_after(net: &Net, before: &[i16], slide: &LabelSlide, after: &mut [i16]) {
        net.sums_after(before, slide, after);
    }
}

/// Scores the successors of a part.
///
/// Line conflicts change with some slides only, and the processor could not predict with which. So
/// these slides are listed on the way, and their conflicts are counted in a loop of their own.
///
/// # Safety
///
/// As for the kernel.
#[inline(always)]
pub(in super::super) unsafe fn score<K: Kernel>(context: &ScoreContext<'_>, part: &mut LayerPart) {
    let (evaluation, layer, keys) = (context.evaluation, context.layer, context.keys);
    let (pairs, shared) = (evaluation.pairs(), evaluation.shared_pairs());
    let (tuples, net) = (evaluation.tuples(), evaluation.net());
    let (cells, units) = (K::cells(layer.cells), K::units(layer.units));
    part.list_new();
    part.solved = None;
    let count = part.links.len();
    part.candidates.resize(count, Candidate::EMPTY);
    part.scores.resize(count, 0);
    part.touched.resize(count, 0);
    let mut touching = 0;
    let found = part.candidates.iter_mut().zip(&mut part.scores);
    for (number, (&link, (candidate, score))) in part.links.iter().zip(found).enumerate() {
        let (header, board, slide) = context.successor(link, cells);
        let mut base = evaluation.steps_after(header.base, &slide, cells);
        if let Some(pairs) = pairs {
            // SAFETY: the slide is one of this board.
            base.points += unsafe { K::pair_change(pairs, board, &slide) };
        }
        if let Some(shared) = shared {
            base.points += shared.change(board, &slide);
        }
        if let Some(tuples) = tuples {
            base.points += tuples.change(board, &slide);
        }
        let (from, to) = (
            keys.of(slide.label, slide.from),
            keys.of(slide.label, slide.to),
        );
        let hash = header.hash ^ from ^ to;
        // Noise from the hash breaks ties, and near ties.
        *score = (split_mix(hash ^ context.salt) & 15) as i32;
        if let Some(net) = net {
            // SAFETY: the slide is one of this board.
            *score += unsafe { K::output_after(net, layer.sums(link.parent(), units), &slide) };
        }
        *candidate = Candidate { hash, base, link };
        part.touched[touching] = number as u32;
        touching += usize::from(evaluation.touches_own_line(&slide));
    }
    for &number in &part.touched[..touching] {
        let candidate = &mut part.candidates[number as usize];
        let (_, board, slide) = context.successor(candidate.link, cells);
        evaluation.add_conflicts(&mut candidate.base, board, &slide);
    }
    let mut kept = 0;
    for number in 0..count {
        let candidate = part.candidates[number];
        if candidate.base.bound == 0 {
            part.solved = Some(candidate.link);
            break;
        }
        part.scores[kept] = part.scores[number] + candidate.base.points;
        part.candidates[kept] = candidate;
        kept += usize::from(candidate.base.bound < context.below);
    }
    part.candidates.truncate(kept);
    part.scores.truncate(kept);
}

/// Writes the survivors of a part, given by the numbers of its candidates, into their slice of the
/// next layer.
///
/// # Safety
///
/// As for the kernel.
#[inline(always)]
pub(super) unsafe fn fill<K: Kernel>(
    context: &FillContext<'_>,
    slice: &mut LayerSlice<'_>,
    part: &LayerPart,
    survivors: &[usize],
) {
    let (layer, evaluation) = (context.layer, context.evaluation);
    let (cells, units) = (K::cells(layer.cells), K::units(layer.units));
    let boards = slice.boards.chunks_exact_mut(cells);
    let headers = slice.headers.iter_mut().zip(slice.links.iter_mut());
    for (index, ((&number, board), (header, link))) in
        survivors.iter().zip(boards).zip(headers).enumerate()
    {
        let candidate = &part.candidates[number];
        let (parent, by) = (candidate.link.parent(), candidate.link.by());
        let to = usize::from(layer.headers[parent].blank);
        let from = context.slide_table.source_cell(to, by).unwrap_or(to);
        board.copy_from_slice(layer.board_of(parent, cells));
        let slide = LabelSlide {
            label: usize::from(board[from]),
            from,
            to,
            blank_label: evaluation.blank_home(),
        };
        board.swap(from, to);
        if let Some(net) = evaluation.net() {
            let sums = &mut slice.sums[index * units..(index + 1) * units];
            // SAFETY: the slide is one of this board.
            unsafe { K::sums_after(net, layer.sums(parent, units), &slide, sums) };
        }
        *header = NodeHeader {
            hash: candidate.hash,
            base: candidate.base,
            blank: from as u8,
            by: by as u8,
        };
        *link = candidate.link;
    }
}
