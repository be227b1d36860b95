//! The beam's inner loops in the forms that processors can run; the choice is made here.
//!
//! All forms do the same. Tests compare each with the portable one.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub(super) mod scalar;

use super::layer_slice::{FillContext, LayerSlice};
use super::line_codes::LineCodes;
use super::net::{LabelSlide, NetView};
use super::pairs::PairTable;
use super::score::{LayerPart, ScoreContext};
use super::tuples::TupleTable;
#[cfg(target_arch = "x86_64")]
use crate::guard::InstructionSet;
use scalar::Portable;

/// Successors that are scored side by side.
pub(super) const BLOCK: usize = 16;

/// The parts of the loops that a form may do in its own way.
///
/// # Safety
///
/// Callers of all functions promise that the processor can run the form, that the board is a
/// permutation of the labels of the net's size, that the slide is one of this board, and that the
/// sums are a row of a layer.
pub(super) trait Kernel {
    /// The number of cells of the boards, or 0 for any.
    const CELLS: usize;
    /// The number of sums of a board in a layer, or 0 for any.
    const UNITS: usize;
    /// Whether indices are checked.
    const CHECKED: bool;

    /// The net's output before its parts are added up.
    type Total: Copy;
    /// That of no net.
    const NO_TOTAL: Self::Total;

    /// The number of cells of a board, as a constant if it is one.
    #[inline(always)]
    fn cells(cells: usize) -> usize {
        if Self::CELLS == 0 { cells } else { Self::CELLS }
    }

    /// The number of sums of a board, as a constant if it is one.
    #[inline(always)]
    fn units(units: usize) -> usize {
        if Self::UNITS == 0 { units } else { Self::UNITS }
    }

    /// What a slide adds to the points of pairs: [`PairTable::change`].
    unsafe fn pair_change(pairs: &PairTable, board: &[u8], slide: &LabelSlide) -> i32;

    /// The net's output after a slide: [`NetView::total_after`].
    unsafe fn total_after(net: NetView<'_>, before: &[i16], slide: &LabelSlide) -> Self::Total;

    /// What a slide adds to the points of tuples, in parts: [`TupleTable::change`].
    unsafe fn tuple_total(tuples: &TupleTable, board: &[u8], slide: &LabelSlide) -> Self::Total;

    /// The parts of outputs, or of tuples, added up.
    unsafe fn sum_totals(totals: &[Self::Total; BLOCK]) -> [i32; BLOCK];

    /// The net's hidden sums after a slide: [`NetView::sums_after`].
    unsafe fn sums_after(net: NetView<'_>, before: &[i16], slide: &LabelSlide, after: &mut [i16]);

    /// The word of a line of a board: [`LineCodes::word`].
    unsafe fn line_word(codes: &LineCodes, board: &[u8], line: usize) -> u64;

    /// Lists the marked slides of a part, followed by room for a block: [`scalar::list_new`].
    unsafe fn list_new(part: &mut LayerPart) -> usize;

    /// Lists the candidates that survive a cut: [`scalar::list_survivors`].
    unsafe fn list_survivors(part: &mut LayerPart, cut: i32);
}

/// An element of a slice, by an index that a form may not check.
///
/// # Safety
///
/// If it does not, the index is within the slice.
#[inline(always)]
pub(super) unsafe fn at<K: Kernel, T: Copy>(slice: &[T], index: usize) -> T {
    // SAFETY: the caller's.
    unsafe { *at_ref::<K, T>(slice, index) }
}

/// The same by reference.
///
/// # Safety
///
/// As for [`at`].
#[inline(always)]
unsafe fn at_ref<K: Kernel, T>(slice: &[T], index: usize) -> &T {
    if K::CHECKED {
        return &slice[index];
    }
    debug_assert!(index < slice.len());
    // SAFETY: the caller's.
    unsafe { slice.get_unchecked(index) }
}

/// The same to be written.
///
/// # Safety
///
/// As for [`at`].
#[inline(always)]
unsafe fn at_mut<K: Kernel, T>(slice: &mut [T], index: usize) -> &mut T {
    if K::CHECKED {
        return &mut slice[index];
    }
    debug_assert!(index < slice.len());
    // SAFETY: the caller's.
    unsafe { slice.get_unchecked_mut(index) }
}

/// A row of a table whose rows are `width` long.
///
/// # Safety
///
/// As for [`at`], for all elements of the row.
#[inline(always)]
unsafe fn row<K: Kernel, T>(table: &[T], index: usize, width: usize) -> &[T] {
    let elements = index * width..(index + 1) * width;
    if K::CHECKED {
        return &table[elements];
    }
    debug_assert!(elements.end <= table.len());
    // SAFETY: the caller's.
    unsafe { table.get_unchecked(elements) }
}

/// The same to be written.
///
/// # Safety
///
/// As for [`row`].
#[inline(always)]
unsafe fn row_mut<K: Kernel, T>(table: &mut [T], index: usize, width: usize) -> &mut [T] {
    let elements = index * width..(index + 1) * width;
    if K::CHECKED {
        return &mut table[elements];
    }
    debug_assert!(elements.end <= table.len());
    // SAFETY: the caller's.
    unsafe { table.get_unchecked_mut(elements) }
}

/// Compiles the loops of `scalar.rs` with a kernel for processors with some features. The numbers of
/// cells and units of the shipped nets are constants, which saves a third of the instructions.
#[cfg(target_arch = "x86_64")]
macro_rules! compile_loops {
    ($kernel:ident, $features:literal) => {
        compile_loops!(
            $kernel, $features, generate, context.evaluation,
            (context: &FillContext<'_>, part: &mut LayerPart)
        );
        compile_loops!(
            $kernel, $features, score, context.evaluation,
            (context: &ScoreContext<'_>, part: &mut LayerPart)
        );
        compile_loops!(
            $kernel, $features, fill, context.evaluation,
            (
                context: &FillContext<'_>, slice: &mut LayerSlice<'_>, part: &mut LayerPart, cut: i32
            )
        );
    };
    (
        $kernel:ident, $features:literal, $function:ident, $context:ident . $evaluation:ident,
        ($($name:ident: $type:ty),*)
    ) => {
        /// See `scalar.rs`.
        ///
        /// # Safety
        ///
        /// The processor has what [`is_available`] asks for. The layer's boards are permutations of
        /// the evaluation's labels.
        pub(super) unsafe fn $function($($name: $type),*) {
            #[target_feature(enable = $features)]
            unsafe fn shaped<const CELLS: usize, const UNITS: usize>($($name: $type),*) {
                // SAFETY: the caller's.
                unsafe { scalar::$function::<$kernel<CELLS, UNITS>>($($name),*) };
            }
            let evaluation = $context.$evaluation;
            // SAFETY: the caller's.
            unsafe {
                match (evaluation.size().cells(), evaluation.units()) {
                    (25, 64) => shaped::<25, 64>($($name),*),
                    (36, 64) => shaped::<36, 64>($($name),*),
                    (49, 64) => shaped::<49, 64>($($name),*),
                    (64, 64) => shaped::<64, 64>($($name),*),
                    (81, 64) => shaped::<81, 64>($($name),*),
                    (100, 64) => shaped::<100, 64>($($name),*),
                    _ => shaped::<0, 0>($($name),*),
                }
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
use compile_loops;

/// Runs a loop in the best form that the evaluation may use and the processor has.
macro_rules! best_form {
    ($context:ident, $function:ident($($argument:expr),*)) => {{
        #[cfg(target_arch = "x86_64")]
        {
            let most = $context.evaluation.instruction_set;
            if most >= InstructionSet::Avx512 && avx512::is_available() {
                // SAFETY: the processor has what it needs, and the boards are permutations.
                return unsafe { avx512::$function($($argument),*) };
            }
            if most >= InstructionSet::Avx2 && avx2::is_available() {
                // SAFETY: the processor has what it needs, and the boards are permutations.
                return unsafe { avx2::$function($($argument),*) };
            }
        }
        // SAFETY: the portable form needs nothing.
        unsafe { scalar::$function::<Portable>($($argument),*) }
    }};
}

/// Lists the successors of a part: step 1 of a [run](super::run).
///
/// The layer's boards are permutations of the evaluation's labels: `Beam::run` has checked the
/// first.
pub(super) fn generate(context: &FillContext<'_>, part: &mut LayerPart) {
    best_form!(context, generate(context, part))
}

/// Scores the successors of a part: step 3 of a [run](super::run). The boards are as for
/// [`generate`].
pub(super) fn score(context: &ScoreContext<'_>, part: &mut LayerPart) {
    best_form!(context, score(context, part))
}

/// Builds the survivors of a part for a cut: step 5 of a [run](super::run). The boards are as for
/// [`generate`].
pub(super) fn fill(
    context: &FillContext<'_>,
    slice: &mut LayerSlice<'_>,
    part: &mut LayerPart,
    cut: i32,
) {
    best_form!(context, fill(context, slice, part, cut))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, SlideTable};
    use crate::search::beam::evaluation::Evaluation;
    use crate::search::beam::net::OUTPUT_SHIFT;
    use crate::search::beam::net::tests::{some_net, some_shared_net, with_tuples};

    /// The sums after a slide, the change of pairs, of shared pairs and of tuples, the output and the
    /// words of lines, as a kernel has them.
    #[cfg(target_arch = "x86_64")]
    unsafe fn by<K: Kernel>(
        evaluations: &[Evaluation; 2],
        board: &[u8],
        slide: &LabelSlide,
    ) -> (Vec<i16>, [i32; 4], Vec<u64>) {
        let [evaluation, shared] = evaluations;
        let net = evaluation.net().unwrap();
        let before = evaluation.sums(board);
        let mut after = vec![0; before.len()];
        let codes = evaluation.line_codes().unwrap();
        // SAFETY: the caller's.
        unsafe {
            K::sums_after(net.rows(), &before, slide, &mut after);
            let pairs = K::pair_change(net.pairs().unwrap(), board, slide);
            let shared = shared.shared_pairs().unwrap().change_by::<K>(board, slide);
            let mut totals = [K::NO_TOTAL; BLOCK];
            let mut added = vec![];
            for lane in 0..BLOCK {
                totals = [K::NO_TOTAL; BLOCK];
                totals[lane] = K::total_after(net.rows(), &before, slide);
                added.push(K::sum_totals(&totals));
                let is_there = |(other, &total): (usize, &i32)| other == lane || total == 0;
                assert!(added[lane].iter().enumerate().all(is_there));
            }
            totals[0] = totals[BLOCK - 1];
            assert_eq!(K::sum_totals(&totals)[0], added[0][0]);
            let output = added[3][3] >> OUTPUT_SHIFT;
            totals = [K::NO_TOTAL; BLOCK];
            totals[5] = K::tuple_total(net.tuples().unwrap(), board, slide);
            let tuples = K::sum_totals(&totals)[5];
            let words = (0..codes.cells.len()).map(|line| K::line_word(codes, board, line));
            (after, [pairs, shared, tuples, output], words.collect())
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn all_kernels_agree_with_an_evaluation_from_scratch() {
        for (rows, cols) in [(6, 6), (4, 9), (10, 10), (3, 5)] {
            let size = Size::new(rows, cols).unwrap();
            let slide_table = SlideTable::new(size);
            let cells = size.cells();
            for units in [16, 48, 64] {
                let nets = [some_net(size, units), some_shared_net(size, units)];
                let evaluations = nets.map(|net| Evaluation::learned(with_tuples(&net)));
                for step in [7, 11, 13] {
                    let board: Vec<u8> =
                        (0..cells).map(|cell| (cell * step % cells) as u8).collect();
                    let to = board
                        .iter()
                        .position(|&label| usize::from(label) == cells - 1);
                    let to = to.unwrap();
                    for (_, from) in slide_table.slides(to) {
                        let slide = LabelSlide::new(usize::from(board[from]), from, to);
                        let all = (&evaluations, &board[..], &slide);
                        // SAFETY: the processor has what the kernels need, and all is of this net
                        // and board.
                        let found = unsafe { by_all(all.0, all.1, all.2, cells, units) };
                        let mut next = board.clone();
                        next.swap(from, to);
                        let [evaluation, shared] = &evaluations;
                        let net = evaluation.net().unwrap();
                        let pairs = net.pairs().unwrap();
                        let of_shared = shared.shared_pairs().unwrap();
                        let tuples = net.tuples().unwrap();
                        let numbers = [
                            pairs.points(&next) - pairs.points(&board),
                            of_shared.points(&next) - of_shared.points(&board),
                            tuples.points(&next) - tuples.points(&board),
                            net.output(&net.sums(&next)),
                        ];
                        let codes = evaluation.line_codes().unwrap();
                        let lines = 0..rows + cols;
                        let words = lines.map(|line| codes.word(&board, line)).collect();
                        let expected = (evaluation.sums(&next), numbers, words);
                        for found in found {
                            assert_eq!(found, expected);
                        }
                    }
                }
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    unsafe fn by_all(
        evaluations: &[Evaluation; 2],
        board: &[u8],
        slide: &LabelSlide,
        cells: usize,
        units: usize,
    ) -> Vec<(Vec<i16>, [i32; 4], Vec<u64>)> {
        // SAFETY: the caller's, and the features were found.
        unsafe {
            let mut all = vec![by::<Portable>(evaluations, board, slide)];
            if avx2::is_available() {
                all.push(by::<avx2::Avx2<0, 0>>(evaluations, board, slide));
                if (cells, units) == (36, 64) {
                    all.push(by::<avx2::Avx2<36, 64>>(evaluations, board, slide));
                }
            }
            if avx512::is_available() {
                all.push(by::<avx512::Avx512<0, 0>>(evaluations, board, slide));
                if (cells, units) == (36, 64) {
                    all.push(by::<avx512::Avx512<36, 64>>(evaluations, board, slide));
                }
                if (cells, units) == (100, 64) {
                    all.push(by::<avx512::Avx512<100, 64>>(evaluations, board, slide));
                }
            }
            all
        }
    }
}
