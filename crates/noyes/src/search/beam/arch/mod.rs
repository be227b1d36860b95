//! The beam's inner loops, compiled for any processor and for AVX2; the choice is made here.
//!
//! Both compilations are of the same portable code, so they do the same. Tests compare them.

#[cfg(target_arch = "x86_64")]
mod avx2;
pub(super) mod scalar;

use super::evaluation::Evaluation;
use super::net::LabelSlide;
use super::score::{LayerPart, ScoreContext};

/// Scores the successors of a part: step 3 of a [run](super::run).
pub(super) fn score(context: &ScoreContext<'_>, part: &mut LayerPart) {
    #[cfg(target_arch = "x86_64")]
    if avx2::is_available() {
        // SAFETY: the processor has AVX2 and BMI2.
        unsafe { avx2::score(context, part) };
        return;
    }
    scalar::score(context, part);
}

/// The net's hidden sums after a slide.
pub(super) fn sums_after(
    evaluation: &Evaluation,
    before: &[i16],
    slide: &LabelSlide,
    after: &mut [i16],
) {
    #[cfg(target_arch = "x86_64")]
    if avx2::is_available() {
        // SAFETY: the processor has AVX2 and BMI2.
        unsafe { avx2::sums_after(evaluation, before, slide, after) };
        return;
    }
    scalar::sums_after(evaluation, before, slide, after);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    #[test]
    fn both_compilations_update_the_sums_alike() {
        let size = Size::new(5, 5).unwrap();
        let evaluation = Evaluation::best(size, 24);
        let board: Vec<u8> = (0..25).map(|cell| (cell * 7 + 3) % 25).collect();
        let to = board.iter().position(|&label| label == 24).unwrap();
        let from = if to % 5 > 0 { to - 1 } else { to + 1 };
        let slide = LabelSlide {
            label: usize::from(board[from]),
            from,
            to,
            blank_label: 24,
        };
        let before = evaluation.sums(&board);
        let (mut dispatched, mut portable) = (before.clone(), before.clone());
        sums_after(&evaluation, &before, &slide, &mut dispatched);
        scalar::sums_after(&evaluation, &before, &slide, &mut portable);
        assert_eq!(dispatched, portable);
        let mut after = board.clone();
        after.swap(from, to);
        assert_eq!(dispatched, evaluation.sums(&after));
    }
}
