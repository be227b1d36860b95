//! The beam's inner loops compiled twice: for any processor, and for those with AVX2.
//!
//! The sums of a net are added and weighed sixteen at a time where the processor can. The two
//! compilations are of the same code, the safe twin, so they cannot differ in what they do; a
//! test holds them together all the same.

use super::evaluation::Evaluation;
use super::judge::{self, Court, Part};
use super::net::Slide;

/// Judges a part's names: see the steps of a run.
pub(super) fn judge(court: &Court<'_>, part: &mut Part) {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the processor has AVX2 and BMI2: it was asked.
        unsafe { judge_avx2(court, part) };
        return;
    }
    judge::judge(court, part);
}

/// The units' sums after a slide.
pub(super) fn step_sums(evaluation: &Evaluation, before: &[i16], slide: &Slide, after: &mut [i16]) {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the processor has AVX2 and BMI2: it was asked.
        unsafe { step_sums_avx2(evaluation, before, slide, after) };
        return;
    }
    evaluation.step_sums(before, slide, after);
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2")]
fn judge_avx2(court: &Court<'_>, part: &mut Part) {
    judge::judge(court, part);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2")]
fn step_sums_avx2(evaluation: &Evaluation, before: &[i16], slide: &Slide, after: &mut [i16]) {
    evaluation.step_sums(before, slide, after);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    #[test]
    fn both_compilations_step_alike() {
        let size = Size::new(5, 5).unwrap();
        let evaluation = Evaluation::best(size, 24);
        let board: Vec<u8> = (0..25).map(|cell| (cell * 7 + 3) % 25).collect();
        let to = board.iter().position(|&label| label == 24).unwrap();
        let from = if to % 5 > 0 { to - 1 } else { to + 1 };
        let slide = Slide {
            label: usize::from(board[from]),
            from,
            to,
            blank: 24,
        };
        let before = evaluation.sums(&board);
        let (mut one, mut other) = (before.clone(), before.clone());
        step_sums(&evaluation, &before, &slide, &mut one);
        evaluation.step_sums(&before, &slide, &mut other);
        assert_eq!(one, other);
        let mut after = board.clone();
        after.swap(from, to);
        assert_eq!(one, evaluation.sums(&after));
    }
}
