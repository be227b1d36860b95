//! The beam's inner loops in portable code.
//!
//! They are inlined into their callers, so that `avx2.rs` compiles the same code for AVX2.

use super::super::evaluation::Evaluation;
use super::super::net::LabelSlide;
use super::super::score::{Candidate, LayerPart, ScoreContext};
use crate::splitmix::split_mix;

/// Scores the successors of a part.
#[inline(always)]
pub(in super::super) fn score(context: &ScoreContext<'_>, part: &mut LayerPart) {
    let (evaluation, layer) = (context.evaluation, context.layer);
    part.candidates.clear();
    part.scores.clear();
    part.solved = None;
    part.list_new();
    let blank_label = evaluation.blank_home();
    for &link in &part.links {
        let parent = link.parent();
        let header = &layer.headers[parent];
        let board = layer.board(parent);
        let to = usize::from(header.blank);
        let Some(from) = context.slide_table.source_cell(to, link.by()) else {
            continue;
        };
        let slide = LabelSlide {
            label: usize::from(board[from]),
            from,
            to,
            blank_label,
        };
        let base = evaluation.base_after(header.base, board, &slide);
        if base.bound >= context.below {
            continue;
        }
        if base.bound == 0 {
            part.solved = Some(link);
            return;
        }
        let keys = context.keys;
        let hash = header.hash ^ keys.of(slide.label, from) ^ keys.of(slide.label, to);
        // Noise from the hash breaks ties, and near ties.
        let noise = (split_mix(hash ^ context.salt) & 15) as i32;
        let score = base.points + evaluation.net_after(layer.sums(parent), &slide) + noise;
        part.scores.push(score);
        part.candidates.push(Candidate { hash, base, link });
    }
}

/// The net's hidden sums after a slide.
#[inline(always)]
pub(in super::super) fn sums_after(
    evaluation: &Evaluation,
    before: &[i16],
    slide: &LabelSlide,
    after: &mut [i16],
) {
    evaluation.sums_after(before, slide, after);
}
