//! The beam's inner loops compiled for AVX2 and BMI2: sixteen sums of a net at a time.
//!
//! The code is that of `scalar.rs`. Nothing here is unsafe but to call it on another processor.

use super::super::evaluation::Evaluation;
use super::super::net::LabelSlide;
use super::super::score::{LayerPart, ScoreContext};
use super::scalar;

/// Whether the processor has what the functions below need.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2")
}

#[target_feature(enable = "avx2,bmi2")]
pub(super) fn score(context: &ScoreContext<'_>, part: &mut LayerPart) {
    scalar::score(context, part);
}

#[target_feature(enable = "avx2,bmi2")]
pub(super) fn sums_after(
    evaluation: &Evaluation,
    before: &[i16],
    slide: &LabelSlide,
    after: &mut [i16],
) {
    scalar::sums_after(evaluation, before, slide, after);
}
