//! The beam's inner loops for AVX-512 with VBMI and VNNI: 32 sums of a net at a time.
//!
//! The loops are those of `scalar.rs`. A board of up to 64 cells is one register, a larger one of up
//! to 128 is two, so the labels of many cells are found at once.

use std::arch::x86_64::*;

use super::super::layer_slice::{FillContext, LayerSlice};
use super::super::line_codes::LineCodes;
use super::super::net::{LabelSlide, NetView};
use super::super::pairs::{EDGE_MATES, MATES, PairTable};
use super::super::score::{LayerPart, Link, ScoreContext};
use super::super::tuples::{
    BEARINGS, BEYOND, BLANK, HOME, Neighbourhood, PLACES, SLID, STARTS, TupleTable, WINDOWS,
};
use super::{BLOCK, Kernel, avx2, compile_loops, scalar};

/// Hidden units in a register.
const VECTOR: usize = 32;

/// Whether the processor has what the functions below need.
pub(super) fn is_available() -> bool {
    avx2::is_available()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vnni")
        && is_x86_feature_detected!("avx512vpopcntdq")
}

compile_loops!(
    Avx512,
    "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vnni,avx512vpopcntdq"
);

/// The kernel for AVX-512, boards of so many cells and nets of so many units; with 0, of any.
#[derive(Debug)]
pub(super) struct Avx512<const CELLS: usize, const UNITS: usize>;

impl<const CELLS: usize, const UNITS: usize> Kernel for Avx512<CELLS, UNITS> {
    const CELLS: usize = CELLS;
    const UNITS: usize = UNITS;
    const CHECKED: bool = false;
    type Total = __m512i;
    // SAFETY: all bits may be zero.
    const NO_TOTAL: __m512i = unsafe { std::mem::zeroed() };

    #[inline(always)]
    unsafe fn pair_change(pairs: &PairTable, board: &[u8], slide: &LabelSlide) -> i32 {
        if CELLS == 0 || CELLS > 128 {
            // SAFETY: the caller's.
            return unsafe { avx2::Avx2::<CELLS, UNITS>::pair_change(pairs, board, slide) };
        }
        // SAFETY: mates are cells of the board, whose labels are less than its number of cells. A
        // row of points has as many for each mate.
        unsafe {
            let mates = pairs.edge_mates().get_unchecked(slide.edge).as_ptr();
            let mates = _mm512_castsi256_si512(_mm256_loadu_si256(mates.cast()));
            let labels = _mm512_castsi512_si256(Board::<CELLS>::load(board).at(mates));
            let mut of_mates = [0u8; EDGE_MATES];
            _mm256_storeu_si256(of_mates.as_mut_ptr().cast(), labels);
            // Volatile, or the compiler would take the labels out of the register one by one, which
            // takes three times the instructions.
            let of_mates = of_mates.as_ptr();
            let (_, entered) = pairs.row_unchecked(slide.label, slide.to, CELLS);
            let (_, left) = pairs.row_unchecked(slide.label, slide.from, CELLS);
            let mut change = 0;
            let mut step = 0;
            while step < MATES {
                let label = usize::from(of_mates.add(step).read_volatile());
                change += i32::from(*entered.add(step * CELLS + label));
                let label = usize::from(of_mates.add(EDGE_MATES / 2 + step).read_volatile());
                change -= i32::from(*left.add(step * CELLS + label));
                step += 1;
            }
            change
        }
    }

    #[inline(always)]
    unsafe fn total_after(net: NetView<'_>, before: &[i16], slide: &LabelSlide) -> __m512i {
        let units = Self::units(net.width);
        debug_assert_eq!((units % VECTOR, before.len()), (0, units));
        // SAFETY: the rows of the net and the outputs have as many numbers as there are units,
        // which are a multiple of a vector. The processor has AVX-512.
        unsafe {
            let mut total = _mm512_setzero_si512();
            let mut unit = 0;
            while unit < units {
                let sums = after::<CELLS>(net, units, before, slide, unit);
                let sums = _mm512_max_epi16(sums, _mm512_setzero_si512());
                let outputs = _mm512_loadu_si512(net.outputs.as_ptr().add(unit).cast());
                total = _mm512_dpwssd_epi32(total, sums, outputs);
                unit += VECTOR;
            }
            total
        }
    }

    #[inline(always)]
    unsafe fn tuple_total(tuples: &TupleTable, board: &[u8], slide: &LabelSlide) -> __m512i {
        // SAFETY: the caller's; numbers of windows are numbers of points.
        unsafe {
            if CELLS == 0 || CELLS > 128 {
                return _mm512_zextsi128_si512(_mm_cvtsi32_si128(tuples.change(board, slide)));
            }
            let places = tuples.places.get_unchecked(slide.edge);
            let bearings = bearings::<CELLS>(tuples, board, places);
            let frame = tuples.frames.get_unchecked(usize::from(places.is_down));
            let after = SLID.get_unchecked(usize::from(places.after));
            _mm512_sub_epi32(
                window_points(frame, after, bearings),
                window_points(frame, &SLID[0], bearings),
            )
        }
    }

    #[inline(always)]
    unsafe fn sum_totals(totals: &[__m512i; BLOCK]) -> [i32; BLOCK] {
        // SAFETY: the processor has AVX-512.
        unsafe {
            let low = quarters(four(totals, 0), four(totals, 4));
            let all = quarters(low, quarters(four(totals, 8), four(totals, 12)));
            let mut sums = [0; BLOCK];
            _mm512_storeu_si512(sums.as_mut_ptr().cast(), all);
            sums
        }
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
            let mut unit = 0;
            while unit < units {
                let sums = after::<CELLS>(net, units, before, slide, unit);
                _mm512_storeu_si512(after_slide.as_mut_ptr().add(unit).cast(), sums);
                unit += VECTOR;
            }
        }
    }

    #[inline(always)]
    unsafe fn line_word(codes: &LineCodes, board: &[u8], line: usize) -> u64 {
        if CELLS == 0 || CELLS > 128 {
            // SAFETY: the caller's.
            return unsafe { avx2::line_word(codes, board, line) };
        }
        // SAFETY: the line has a row of 64 codes or 128, as many as labels fit into a board's
        // registers.
        unsafe {
            let cells = _mm_loadu_si128(codes.cells.get_unchecked(line).as_ptr().cast());
            let labels = Board::<CELLS>::load(board).at(_mm512_castsi128_si512(cells));
            let of_line = codes.codes.as_ptr().add(line * codes.labels);
            let of_labels = if CELLS <= 64 {
                _mm512_permutexvar_epi8(labels, _mm512_loadu_si512(of_line.cast()))
            } else {
                let high = _mm512_loadu_si512(of_line.add(64).cast());
                _mm512_permutex2var_epi8(_mm512_loadu_si512(of_line.cast()), labels, high)
            };
            let places = *codes.masks.get_unchecked(line);
            let bytes = _mm_maskz_mov_epi8(places, _mm512_castsi512_si128(of_labels));
            let low = _pext_u64(_mm_cvtsi128_si64(bytes) as u64, NIBBLES);
            if CELLS <= 64 && codes.places <= 8 {
                return low;
            }
            let high = _mm_extract_epi64::<1>(bytes) as u64;
            low | _pext_u64(high, NIBBLES) << 32
        }
    }

    #[inline(always)]
    unsafe fn list_new(part: &mut LayerPart) -> usize {
        part.links
            .resize(64 * part.new_slides.len() + BLOCK, Link(0));
        let mut listed = 0;
        // SAFETY: there is room for all slides and a register more.
        unsafe {
            let links = part.links.as_mut_ptr();
            let numbers = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            let first = _mm512_set1_epi32(4 * part.start as i32);
            let mut slides = _mm512_add_epi32(numbers, first);
            for &word in &part.new_slides {
                for quarter in 0..4 {
                    let mask = (word >> (16 * quarter)) as u16;
                    let new = _mm512_maskz_compress_epi32(mask, slides);
                    _mm512_storeu_si512(links.add(listed).cast(), new);
                    listed += mask.count_ones() as usize;
                    slides = _mm512_add_epi32(slides, _mm512_set1_epi32(16));
                }
            }
        }
        listed
    }

    #[inline(always)]
    unsafe fn list_survivors(part: &mut LayerPart, cut: i32) {
        let mut ties = part.ties as u32;
        let mut listed = 0;
        part.survivors.resize(part.scores.len() + BLOCK, 0);
        // SAFETY: numbers behind the scores are masked; there is room for all of them and a
        // register more.
        unsafe {
            let survivors = part.survivors.as_mut_ptr();
            let mut numbers =
                _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            let cut = _mm512_set1_epi32(cut);
            for scores in part.scores.chunks(BLOCK) {
                let valid = u16::MAX >> (BLOCK - scores.len());
                let scores = _mm512_maskz_loadu_epi32(valid, scores.as_ptr());
                let below = _mm512_mask_cmplt_epi32_mask(valid, scores, cut);
                let equal = _mm512_mask_cmpeq_epi32_mask(valid, scores, cut);
                let allowed = _pdep_u32((1 << ties.min(16)) - 1, equal.into()) as u16;
                ties -= allowed.count_ones();
                let found = _mm512_maskz_compress_epi32(below | allowed, numbers);
                _mm512_storeu_si512(survivors.add(listed).cast(), found);
                listed += (below | allowed).count_ones() as usize;
                numbers = _mm512_add_epi32(numbers, _mm512_set1_epi32(16));
            }
        }
        part.survivors.truncate(listed);
    }
}

/// Four totals, from a number on: in each quarter a part of their sums.
///
/// # Safety
///
/// The processor has AVX-512.
#[inline(always)]
unsafe fn four(totals: &[__m512i; BLOCK], number: usize) -> __m512i {
    // SAFETY: the caller's.
    unsafe {
        let (a, b, c, d) = (
            totals[number],
            totals[number + 1],
            totals[number + 2],
            totals[number + 3],
        );
        let ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
        let cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
        let (low, high) = (_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
        _mm512_add_epi32(low, high)
    }
}

/// The sums of the first two and of the last two quarters, of both registers.
///
/// # Safety
///
/// The processor has AVX-512.
#[inline(always)]
unsafe fn quarters(a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: the caller's.
    unsafe {
        let even = _mm512_shuffle_i32x4::<0b10_00_10_00>(a, b);
        _mm512_add_epi32(even, _mm512_shuffle_i32x4::<0b11_01_11_01>(a, b))
    }
}

/// The lower halves of all bytes.
const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;

/// The labels of a board of up to 128 cells.
struct Board<const CELLS: usize> {
    low: __m512i,
    high: __m512i,
}

impl<const CELLS: usize> Board<CELLS> {
    /// # Safety
    ///
    /// The board has so many cells. The processor has AVX-512.
    #[inline(always)]
    unsafe fn load(board: &[u8]) -> Self {
        let bytes = board.as_ptr().cast();
        // SAFETY: the caller's; bytes behind the board are masked.
        unsafe {
            if CELLS <= 64 {
                let mask = u64::MAX >> (64 - CELLS);
                return Self {
                    low: _mm512_maskz_loadu_epi8(mask, bytes),
                    high: _mm512_setzero_si512(),
                };
            }
            let mask = u64::MAX >> (128 - CELLS);
            Self {
                low: _mm512_loadu_epi8(bytes),
                high: _mm512_maskz_loadu_epi8(mask, bytes.add(64)),
            }
        }
    }

    /// The labels of 64 cells.
    ///
    /// # Safety
    ///
    /// The processor has AVX-512.
    #[inline(always)]
    unsafe fn at(&self, cells: __m512i) -> __m512i {
        // SAFETY: the caller's.
        unsafe {
            if CELLS <= 64 {
                _mm512_permutexvar_epi8(cells, self.low)
            } else {
                _mm512_permutex2var_epi8(self.low, cells, self.high)
            }
        }
    }
}

/// The bearings of the places that a slide reads, and zeros behind them.
///
/// # Safety
///
/// The places are those of a slide of this board, which has so many cells. The processor has AVX-512.
#[inline(always)]
unsafe fn bearings<const CELLS: usize>(
    tuples: &TupleTable,
    board: &[u8],
    places: &Neighbourhood,
) -> __m512i {
    // SAFETY: the caller's.
    unsafe {
        let load = |bytes: &[u8; 32]| _mm256_loadu_si256(bytes.as_ptr().cast());
        let cells = _mm512_castsi256_si512(load(&places.cells));
        let labels = Board::<CELLS>::load(board).at(cells);
        let home = |by_label: &[u8; 128]| {
            let bytes = by_label.as_ptr();
            let low = _mm512_loadu_si512(bytes.cast());
            let homes = if CELLS <= 64 {
                _mm512_permutexvar_epi8(labels, low)
            } else {
                _mm512_permutex2var_epi8(low, labels, _mm512_loadu_si512(bytes.add(64).cast()))
            };
            _mm512_castsi512_si256(homes)
        };
        let (home_rows, home_cols) = (home(&tuples.home_rows), home(&tuples.home_cols));
        let (rows, cols) = (load(&places.rows), load(&places.cols));
        let byte = |value: u8| _mm256_set1_epi8(value as i8);
        let mut bearings = byte(HOME);
        for (homes, places, more) in [(home_rows, rows, byte(3)), (home_cols, cols, byte(1))] {
            let after = _mm256_cmpgt_epu8_mask(homes, places);
            let before = _mm256_cmplt_epu8_mask(homes, places);
            bearings = _mm256_mask_add_epi8(bearings, after, bearings, more);
            bearings = _mm256_mask_sub_epi8(bearings, before, bearings, more);
        }
        let labels = _mm512_castsi512_si256(labels);
        let blanks = _mm256_cmpeq_epu8_mask(labels, byte(CELLS as u8 - 1));
        bearings = _mm256_mask_mov_epi8(bearings, blanks, byte(BLANK));
        bearings = _mm256_mask_mov_epi8(bearings, places.beyond, byte(BEYOND));
        _mm512_zextsi256_si512(_mm256_maskz_mov_epi8((1 << PLACES) - 1, bearings))
    }
}

/// The points of all windows.
///
/// # Safety
///
/// The bearings are those of [`bearings`], and the points those of a frame. The processor has AVX-512.
#[inline(always)]
unsafe fn window_points(
    points: &[i32],
    windows: &[[u8; 4]; WINDOWS],
    bearings: __m512i,
) -> __m512i {
    const BASE: i32 = BEARINGS as i32;
    // SAFETY: a number of four digits less than the base, or of three behind a zero, and the start of
    // its kind are less than the number of points.
    unsafe {
        let places = _mm512_loadu_si512(windows.as_ptr().cast());
        let digits = _mm512_permutexvar_epi8(places, bearings);
        let pairs = _mm512_maddubs_epi16(digits, _mm512_set1_epi16((1 << 8) | BASE as i16));
        let numbers = _mm512_madd_epi16(pairs, _mm512_set1_epi32((1 << 16) | (BASE * BASE)));
        let starts = _mm512_loadu_si512(STARTS.as_ptr().cast());
        let numbers = _mm512_add_epi32(numbers, starts);
        _mm512_i32gather_epi32::<4>(numbers, points.as_ptr())
    }
}

/// 32 hidden sums after a slide, from `unit` on.
///
/// # Safety
///
/// The slide is one of a board of the net's size. `before` and the net's rows have `units` numbers,
/// of which `unit` and 31 more are some. The processor has AVX-512.
#[inline(always)]
unsafe fn after<const CELLS: usize>(
    net: NetView<'_>,
    units: usize,
    before: &[i16],
    slide: &LabelSlide,
    unit: usize,
) -> __m512i {
    let cells = if CELLS == 0 { net.cells } else { CELLS };
    // SAFETY: the caller's.
    unsafe {
        let blank = net.blank_steps.as_ptr().add(slide.edge * units + unit);
        let blank = _mm512_loadu_si512(blank.cast());
        let before = _mm512_loadu_si512(before.as_ptr().add(unit).cast());
        let change = _mm512_sub_epi16(
            weights(net, (slide.label * cells + slide.to) * units + unit),
            weights(net, (slide.label * cells + slide.from) * units + unit),
        );
        _mm512_add_epi16(_mm512_add_epi16(before, blank), change)
    }
}

/// 32 weights of a net, from a number on.
///
/// # Safety
///
/// There are so many. The processor has AVX-512.
#[inline(always)]
unsafe fn weights(net: NetView<'_>, start: usize) -> __m512i {
    debug_assert!(start + VECTOR <= net.weights.len());
    // SAFETY: the caller's.
    unsafe { _mm512_cvtepi8_epi16(_mm256_loadu_si256(net.weights.as_ptr().add(start).cast())) }
}
