//! The beam's inner loops in the forms that processors can run; the choice is made here.
//!
//! All forms do the same. Tests compare each with the portable one.

#[cfg(target_arch = "x86_64")]
mod avx2;
pub(super) mod scalar;

#[cfg(target_arch = "x86_64")]
use super::evaluation::Evaluation;
use super::layer_slice::{FillContext, LayerSlice};
use super::net::{LabelSlide, Net};
use super::pairs::PairTable;
use super::score::{LayerPart, ScoreContext};
#[cfg(target_arch = "x86_64")]
use crate::guard::InstructionSet;
use scalar::Portable;

/// The parts of a score that a form may do in its own way.
///
/// # Safety
///
/// Callers of all functions promise that the processor can run the form, that the board is a
/// permutation of the labels of the net's size, that the slide is one of this board, and that the
/// sums have the net's units.
pub(super) trait Kernel {
    /// The number of cells of the boards, or 0 for any.
    const CELLS: usize;
    /// The number of units of the net, or 0 for any.
    const UNITS: usize;

    /// The number of cells of a board, as a constant if it is one.
    #[inline(always)]
    fn cells(cells: usize) -> usize {
        if Self::CELLS == 0 { cells } else { Self::CELLS }
    }

    /// The number of units of a net, as a constant if it is one.
    #[inline(always)]
    fn units(units: usize) -> usize {
        if Self::UNITS == 0 { units } else { Self::UNITS }
    }

    /// What a slide adds to the points of pairs: [`PairTable::change`].
    unsafe fn pair_change(pairs: &PairTable, board: &[u8], slide: &LabelSlide) -> i32;

    /// The net's output after a slide: [`Net::output_after`].
    unsafe fn output_after(net: &Net, before: &[i16], slide: &LabelSlide) -> i32;

    /// The net's hidden sums after a slide: [`Net::sums_after`].
    unsafe fn sums_after(net: &Net, before: &[i16], slide: &LabelSlide, after: &mut [i16]);
}

/// Whether an evaluation may use AVX2, and the processor has it.
#[cfg(target_arch = "x86_64")]
fn uses_avx2(evaluation: &Evaluation) -> bool {
    evaluation.instruction_set >= InstructionSet::Avx2 && avx2::is_available()
}

/// Scores the successors of a part: step 3 of a [run](super::run).
///
/// The layer's boards are permutations of the evaluation's labels: `Beam::run` has checked the
/// first.
pub(super) fn score(context: &ScoreContext<'_>, part: &mut LayerPart) {
    #[cfg(target_arch = "x86_64")]
    if uses_avx2(context.evaluation) {
        // SAFETY: the processor has what it needs, and the boards are permutations.
        unsafe { avx2::score(context, part) };
        return;
    }
    // SAFETY: the portable form needs nothing.
    unsafe { scalar::score::<Portable>(context, part) };
}

/// Builds the survivors of a part, given by the numbers of its candidates: step 5 of a
/// [run](super::run). The boards are as for [`score`].
pub(super) fn fill(
    context: &FillContext<'_>,
    slice: &mut LayerSlice<'_>,
    part: &LayerPart,
    survivors: &[usize],
) {
    #[cfg(target_arch = "x86_64")]
    if uses_avx2(context.evaluation) {
        // SAFETY: the processor has what it needs, and the boards are permutations.
        unsafe { avx2::fill(context, slice, part, survivors) };
        return;
    }
    // SAFETY: the portable form needs nothing.
    unsafe { scalar::fill::<Portable>(context, slice, part, survivors) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, SlideTable};
    use crate::search::beam::net::tests::some_net;

    /// The sums after a slide, the change of pairs and the output, as a kernel has them.
    #[cfg(target_arch = "x86_64")]
    unsafe fn by<K: Kernel>(
        net: &Net,
        board: &[u8],
        before: &[i16],
        slide: &LabelSlide,
    ) -> (Vec<i16>, i32, i32) {
        let mut after = vec![0; before.len()];
        // SAFETY: the caller's.
        unsafe {
            K::sums_after(net, before, slide, &mut after);
            let change = K::pair_change(net.pairs().unwrap(), board, slide);
            (after, change, K::output_after(net, before, slide))
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn the_kernel_of_avx2_agrees_with_the_portable_one() {
        if !avx2::is_available() {
            return;
        }
        let size = Size::new(6, 6).unwrap();
        let slide_table = SlideTable::new(size);
        for units in [16, 48, 64] {
            let net = some_net(size, units);
            let pairs = net.pairs().unwrap();
            for step in [5, 7, 11] {
                let board: Vec<u8> = (0..36).map(|cell| (cell * step % 36) as u8).collect();
                let to = board.iter().position(|&label| label == 35).unwrap();
                let before = net.sums(&board);
                for (_, from) in slide_table.slides(to) {
                    let slide = LabelSlide {
                        label: usize::from(board[from]),
                        from,
                        to,
                        blank_label: 35,
                    };
                    // SAFETY: the processor has AVX2, and all is of this net and board.
                    let (after, change, output) = unsafe {
                        if units == 64 {
                            by::<avx2::Avx2<36, 64>>(&net, &board, &before, &slide)
                        } else {
                            by::<avx2::Avx2<0, 0>>(&net, &board, &before, &slide)
                        }
                    };
                    let mut next = board.clone();
                    next.swap(from, to);
                    assert_eq!(after, net.sums(&next));
                    assert_eq!(output, net.output(&after));
                    assert_eq!(change, pairs.points(&next) - pairs.points(&board));
                }
            }
        }
    }
}
