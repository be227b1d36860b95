//! The beam's inner loops for AVX2 and BMI2: sixteen sums of a net at a time.
//!
//! The loops are those of `scalar.rs`. [`Avx2`] has the parts of a score that are written with
//! vectors, or without checks of bounds.

use std::arch::x86_64::*;

use super::super::layer_slice::{FillContext, LayerSlice};
use super::super::net::{LabelSlide, Net, OUTPUT_SHIFT};
use super::super::pairs::{MATES, PairTable};
use super::super::score::{LayerPart, ScoreContext};
use super::{Kernel, scalar};

/// Hidden units in a register.
const VECTOR: usize = 16;

/// Whether the processor has what the functions below need.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// Calls a function of this file for the number of cells and units of an evaluation. Those of the
/// shipped nets are constants, which saves a third of the instructions.
macro_rules! for_shape {
    ($evaluation:expr, $function:ident($($argument:expr),*)) => {
        match ($evaluation.size().cells(), $evaluation.units()) {
            (25, 64) => $function::<25, 64>($($argument),*),
            (36, 64) => $function::<36, 64>($($argument),*),
            (49, 64) => $function::<49, 64>($($argument),*),
            (64, 64) => $function::<64, 64>($($argument),*),
            (81, 64) => $function::<81, 64>($($argument),*),
            (100, 64) => $function::<100, 64>($($argument),*),
            _ => $function::<0, 0>($($argument),*),
        }
    };
}

/// See [`scalar::score`].
///
/// # Safety
///
/// The processor has what [`is_available`] asks for. The layer's boards are permutations of the
/// evaluation's labels.
pub(super) unsafe fn score(context: &ScoreContext<'_>, part: &mut LayerPart) {
    // SAFETY: the caller's.
    unsafe { for_shape!(context.evaluation, score_shape(context, part)) };
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn score_shape<const CELLS: usize, const UNITS: usize>(
    context: &ScoreContext<'_>,
    part: &mut LayerPart,
) {
    // SAFETY: the caller's.
    unsafe { scalar::score::<Avx2<CELLS, UNITS>>(context, part) };
}

/// See [`scalar::fill`].
///
/// # Safety
///
/// As for [`score`].
pub(super) unsafe fn fill(
    context: &FillContext<'_>,
    slice: &mut LayerSlice<'_>,
    part: &LayerPart,
    survivors: &[usize],
) {
    // SAFETY: the caller's.
    unsafe {
        for_shape!(
            context.evaluation,
            fill_shape(context, slice, part, survivors)
        )
    };
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn fill_shape<const CELLS: usize, const UNITS: usize>(
    context: &FillContext<'_>,
    slice: &mut LayerSlice<'_>,
    part: &LayerPart,
    survivors: &[usize],
) {
    // SAFETY: the caller's.
    unsafe { scalar::fill::<Avx2<CELLS, UNITS>>(context, slice, part, survivors) };
}

/// The kernel for AVX2, boards of so many cells and nets of so many units; with 0, of any.
#[derive(Debug)]
pub(super) struct Avx2<const CELLS: usize, const UNITS: usize>;

impl<const CELLS: usize, const UNITS: usize> Kernel for Avx2<CELLS, UNITS> {
    const CELLS: usize = CELLS;
    const UNITS: usize = UNITS;

    #[inline(always)]
    unsafe fn pair_change(pairs: &PairTable, board: &[u8], slide: &LabelSlide) -> i32 {
        let cells = Self::cells(board.len());
        debug_assert_eq!(cells, board.len());
        // SAFETY: the caller's.
        unsafe {
            let (mates, points) = pairs.row_unchecked(slide.label, slide.to, cells);
            let entered = sum_of_mates(board.as_ptr(), mates, points, cells);
            let (mates, points) = pairs.row_unchecked(slide.label, slide.from, cells);
            entered - sum_of_mates(board.as_ptr(), mates, points, cells)
        }
    }

    #[inline(always)]
    unsafe fn output_after(net: &Net, before: &[i16], slide: &LabelSlide) -> i32 {
        let units = Self::units(before.len());
        let outputs = net.outputs();
        debug_assert_eq!((units % VECTOR, outputs.len()), (0, units));
        // SAFETY: the rows of the net and the outputs have as many numbers as there are units,
        // which are a multiple of a vector. The processor has AVX2.
        unsafe {
            let rows = rows(net, Self::cells(net.size().cells()), units, slide);
            let mut total = _mm256_setzero_si256();
            let mut unit = 0;
            while unit < units {
                let sums = after(before.as_ptr(), rows, unit);
                let sums = _mm256_max_epi16(sums, _mm256_setzero_si256());
                let outputs = _mm256_loadu_si256(outputs.as_ptr().add(unit).cast());
                total = _mm256_add_epi32(total, _mm256_madd_epi16(sums, outputs));
                unit += VECTOR;
            }
            let half = _mm256_extracti128_si256::<1>(total);
            let total = _mm_add_epi32(_mm256_castsi256_si128(total), half);
            let total = _mm_add_epi32(total, _mm_shuffle_epi32::<0b01_00_11_10>(total));
            let total = _mm_add_epi32(total, _mm_shuffle_epi32::<0b10_11_00_01>(total));
            _mm_cvtsi128_si32(total) >> OUTPUT_SHIFT
        }
    }

    #[inline(always)]
    unsafe fn sums_after(net: &Net, before: &[i16], slide: &LabelSlide, after_slide: &mut [i16]) {
        let units = Self::units(before.len());
        debug_assert_eq!((before.len(), after_slide.len()), (units, units));
        // SAFETY: as above.
        unsafe {
            let rows = rows(net, Self::cells(net.size().cells()), units, slide);
            let mut unit = 0;
            while unit < units {
                let sums = after(before.as_ptr(), rows, unit);
                _mm256_storeu_si256(after_slide.as_mut_ptr().add(unit).cast(), sums);
                unit += VECTOR;
            }
        }
    }
}

/// The sum of a tile's points with its mates.
///
/// # Safety
///
/// The board is a permutation of `cells` labels, and the points are those of a row for it.
#[inline(always)]
unsafe fn sum_of_mates(
    board: *const u8,
    mates: &[u8; MATES],
    mut points: *const i8,
    cells: usize,
) -> i32 {
    let mut sum = 0;
    // An iterator is not unrolled.
    let mut step = 0;
    while step < MATES {
        // SAFETY: mates are cells of the board, whose labels are less than its number of cells. The
        // row has as many points for each step.
        unsafe {
            let label = usize::from(*board.add(usize::from(mates[step])));
            sum += i32::from(*points.add(label));
            points = points.add(cells);
        }
        step += 1;
    }
    sum
}

/// The rows that a slide changes: two that are added, two that are taken away.
///
/// # Safety
///
/// The slide is one of a board of the net's size, and the net has `units` units.
#[inline(always)]
unsafe fn rows(net: &Net, cells: usize, units: usize, slide: &LabelSlide) -> [*const i8; 4] {
    // SAFETY: the caller's.
    unsafe {
        [
            row(net, cells, units, slide.label, slide.to),
            row(net, cells, units, slide.blank_label, slide.from),
            row(net, cells, units, slide.label, slide.from),
            row(net, cells, units, slide.blank_label, slide.to),
        ]
    }
}

/// The weights of a label on a cell.
///
/// # Safety
///
/// Both are of the net's size, which is `cells`, and the net has `units` units.
#[inline(always)]
unsafe fn row(net: &Net, cells: usize, units: usize, label: usize, cell: usize) -> *const i8 {
    let (weights, start) = (net.weights(), (label * cells + cell) * units);
    debug_assert!(start + units <= weights.len());
    // SAFETY: the caller's.
    unsafe { weights.as_ptr().add(start) }
}

/// Sixteen hidden sums after a slide, from `unit` on.
///
/// # Safety
///
/// `before` and the rows have at least `unit + 16` numbers. The processor has AVX2.
#[inline(always)]
unsafe fn after(before: *const i16, rows: [*const i8; 4], unit: usize) -> __m256i {
    // SAFETY: the caller's.
    unsafe {
        let [in1, in2, out1, out2] = rows;
        let plus = _mm256_add_epi16(widened(in1, unit), widened(in2, unit));
        let minus = _mm256_add_epi16(widened(out1, unit), widened(out2, unit));
        let before = _mm256_loadu_si256(before.add(unit).cast());
        _mm256_add_epi16(before, _mm256_sub_epi16(plus, minus))
    }
}

/// Sixteen weights of a row, from `unit` on.
///
/// # Safety
///
/// The row has at least `unit + 16` numbers. The processor has AVX2.
#[inline(always)]
unsafe fn widened(row: *const i8, unit: usize) -> __m256i {
    // SAFETY: the caller's.
    unsafe { _mm256_cvtepi8_epi16(_mm_loadu_si128(row.add(unit).cast())) }
}
