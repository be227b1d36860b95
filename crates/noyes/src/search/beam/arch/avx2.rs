//! The beam's inner loops for AVX2 and BMI2: sixteen sums of a net at a time.
//!
//! The loops are those of `scalar.rs`. [`Avx2`] has the parts of a score that are written with
//! vectors, or without checks of bounds.

use std::arch::x86_64::*;

use super::super::layer_slice::{FillContext, LayerSlice};
use super::super::line_codes::LineCodes;
use super::super::net::{LabelSlide, NetView};
use super::super::pairs::{MATES, PairTable};
use super::super::score::{LayerPart, ScoreContext};
use super::super::tuples::TupleTable;
use super::{BLOCK, Kernel, compile_loops, scalar};

/// Hidden units in a register.
const VECTOR: usize = 16;

/// Whether the processor has what the functions below need.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

compile_loops!(Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");

/// The kernel for AVX2, boards of so many cells and nets of so many units; with 0, of any.
#[derive(Debug)]
pub(super) struct Avx2<const CELLS: usize, const UNITS: usize>;

impl<const CELLS: usize, const UNITS: usize> Kernel for Avx2<CELLS, UNITS> {
    const CELLS: usize = CELLS;
    const UNITS: usize = UNITS;
    const CHECKED: bool = false;
    type Total = [i32; 8];
    const NO_TOTAL: [i32; 8] = [0; 8];

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
    unsafe fn total_after(net: NetView<'_>, before: &[i16], slide: &LabelSlide) -> [i32; 8] {
        let units = Self::units(net.width);
        debug_assert_eq!((units % VECTOR, before.len()), (0, units));
        // SAFETY: the rows of the net and the outputs have as many numbers as there are units,
        // which are a multiple of a vector. The processor has AVX2.
        unsafe {
            let rows = rows::<CELLS>(net, units, slide);
            let mut total = _mm256_setzero_si256();
            let mut unit = 0;
            while unit < units {
                let sums = after(before.as_ptr(), rows, unit);
                let sums = _mm256_max_epi16(sums, _mm256_setzero_si256());
                let outputs = _mm256_loadu_si256(net.outputs.as_ptr().add(unit).cast());
                total = _mm256_add_epi32(total, _mm256_madd_epi16(sums, outputs));
                unit += VECTOR;
            }
            let mut parts = [0; 8];
            _mm256_storeu_si256(parts.as_mut_ptr().cast(), total);
            parts
        }
    }

    #[inline(always)]
    unsafe fn tuple_total(tuples: &TupleTable, board: &[u8], slide: &LabelSlide) -> [i32; 8] {
        [tuples.change(board, slide), 0, 0, 0, 0, 0, 0, 0]
    }

    #[inline(always)]
    unsafe fn sum_totals(totals: &[[i32; 8]; BLOCK]) -> [i32; BLOCK] {
        let mut sums = [0; BLOCK];
        // SAFETY: the processor has AVX2.
        unsafe {
            for number in [0, 8] {
                let (a, b) = (four(totals, number), four(totals, number + 4));
                let low = _mm256_permute2x128_si256::<0x20>(a, b);
                let high = _mm256_permute2x128_si256::<0x31>(a, b);
                let eight = _mm256_add_epi32(low, high);
                _mm256_storeu_si256(sums.as_mut_ptr().add(number).cast(), eight);
            }
        }
        sums
    }

    #[inline(always)]
    unsafe fn sums_after(
        net: NetView<'_>,
        before: &[i16],
        slide: &LabelSlide,
        after_slide: &mut [i16],
    ) {
        let units = Self::units(net.width);
        debug_assert_eq!((before.len(), after_slide.len()), (units, units));
        // SAFETY: as above.
        unsafe {
            let rows = rows::<CELLS>(net, units, slide);
            let mut unit = 0;
            while unit < units {
                let sums = after(before.as_ptr(), rows, unit);
                _mm256_storeu_si256(after_slide.as_mut_ptr().add(unit).cast(), sums);
                unit += VECTOR;
            }
        }
    }

    #[inline(always)]
    unsafe fn line_word(codes: &LineCodes, board: &[u8], line: usize) -> u64 {
        // SAFETY: the caller's.
        unsafe { line_word(codes, board, line) }
    }

    #[inline(always)]
    unsafe fn list_new(part: &mut LayerPart) -> usize {
        scalar::list_new(part)
    }

    #[inline(always)]
    unsafe fn list_survivors(part: &mut LayerPart, cut: i32) {
        scalar::list_survivors(part, cut);
    }
}

/// Four totals, from a number on: in each half a part of their sums.
///
/// # Safety
///
/// The processor has AVX2.
#[inline(always)]
unsafe fn four(totals: &[[i32; 8]; BLOCK], number: usize) -> __m256i {
    // SAFETY: the caller's.
    unsafe {
        let ab = _mm256_hadd_epi32(load(&totals[number]), load(&totals[number + 1]));
        let cd = _mm256_hadd_epi32(load(&totals[number + 2]), load(&totals[number + 3]));
        _mm256_hadd_epi32(ab, cd)
    }
}

/// A total.
///
/// # Safety
///
/// The processor has AVX2.
#[inline(always)]
unsafe fn load(total: &[i32; 8]) -> __m256i {
    // SAFETY: the caller's.
    unsafe { _mm256_loadu_si256(total.as_ptr().cast()) }
}

/// See [`LineCodes::word`].
///
/// # Safety
///
/// The line is one of the board.
#[inline(always)]
pub(super) unsafe fn line_word(codes: &LineCodes, board: &[u8], line: usize) -> u64 {
    let mut word = 0;
    // SAFETY: the caller's. Behind the cells of a line stands cell 0, whose code is masked.
    unsafe {
        let of_line = codes.codes.as_ptr().add(line * codes.labels);
        let cells = codes.cells.get_unchecked(line);
        let mut place = 0;
        while place < codes.places {
            let label = *board.get_unchecked(usize::from(cells[place]));
            word |= u64::from(*of_line.add(usize::from(label))) << (4 * place);
            place += 1;
        }
        let places = codes.masks.get_unchecked(line).count_ones();
        word & !(u64::MAX << (4 * places))
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

/// What a slide adds to the sums: see [`NetView::sums_after`].
#[derive(Clone, Copy)]
struct Rows {
    blank: *const i16,
    entered: *const i8,
    left: *const i8,
}

/// The rows of a slide.
///
/// # Safety
///
/// The slide is one of a board of the net's size, and the net's rows have `units` units.
#[inline(always)]
unsafe fn rows<const CELLS: usize>(net: NetView<'_>, units: usize, slide: &LabelSlide) -> Rows {
    let cells = if CELLS == 0 { net.cells } else { CELLS };
    let start = |cell| (slide.label * cells + cell) * units;
    debug_assert!(start(slide.to.max(slide.from)) + units <= net.weights.len());
    // SAFETY: the caller's.
    unsafe {
        Rows {
            blank: net.blank_steps.as_ptr().add(slide.edge * units),
            entered: net.weights.as_ptr().add(start(slide.to)),
            left: net.weights.as_ptr().add(start(slide.from)),
        }
    }
}

/// Sixteen hidden sums after a slide, from `unit` on.
///
/// # Safety
///
/// `before` and the rows have at least `unit + 16` numbers. The processor has AVX2.
#[inline(always)]
unsafe fn after(before: *const i16, rows: Rows, unit: usize) -> __m256i {
    // SAFETY: the caller's.
    unsafe {
        let blank = _mm256_loadu_si256(rows.blank.add(unit).cast());
        let before = _mm256_loadu_si256(before.add(unit).cast());
        let change = _mm256_sub_epi16(widened(rows.entered, unit), widened(rows.left, unit));
        _mm256_add_epi16(_mm256_add_epi16(before, blank), change)
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
