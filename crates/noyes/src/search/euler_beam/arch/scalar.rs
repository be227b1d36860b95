//! The passes of the blank potential in portable code.
//!
//! They are inlined into their callers, so that `avx2.rs` compiles the same code for AVX2.

use super::super::blank_potential::{Passes, Profits, Ways};

/// Computes the potential line after line, by the recurrence in the documentation of
/// `blank_potential`.
#[inline(always)]
pub(in super::super) fn run_passes(passes: &mut Passes, price: i32) {
    let (width, price) = (passes.width, [price; 4]);
    let (line, forth) = (&mut passes.line, &mut passes.forth);
    line.fill([0; 4]);
    let mut next_line: Option<&[Profits]> = None;
    let potential = passes.potential.chunks_exact_mut(width);
    for (profits, potential) in passes.profits.chunks_exact(width).zip(potential) {
        if let Some(next) = next_line {
            for (out, next) in line.iter_mut().zip(next) {
                *out = max(minus(plus(*out, next.on), price), [0; 4]);
            }
        }
        next_line = Some(profits);
        let mut ahead = [i32::MIN / 2; 4];
        for ((&out, profits), forth) in line.iter().zip(profits).zip(&mut *forth).rev() {
            ahead = max(out, ahead);
            *forth = ahead;
            ahead = minus(plus(ahead, profits.forth), price);
        }
        let mut behind = [i32::MIN / 2; 4];
        let places = line.iter_mut().zip(profits).zip(potential);
        for (((line, profits), potential), &forth) in places.zip(&*forth) {
            behind = max(*line, behind);
            *potential = max(behind, forth);
            *line = *potential;
            behind = minus(plus(behind, profits.back), price);
        }
    }
}

#[inline(always)]
fn max(one: Ways, other: Ways) -> Ways {
    std::array::from_fn(|way| one[way].max(other[way]))
}

#[inline(always)]
fn plus(points: Ways, profit: Ways) -> Ways {
    std::array::from_fn(|way| points[way] + profit[way])
}

#[inline(always)]
fn minus(points: Ways, price: Ways) -> Ways {
    std::array::from_fn(|way| points[way] - price[way])
}
