//! The beam's inner loops, and their portable form.
//!
//! They are inlined into their callers, so that the other files here compile the same code with
//! kernels of their own.

use super::super::layer::{Layer, NodeHeader};
use super::super::layer_slice::{FillContext, LayerSlice};
use super::super::line_codes::{self, LineCodes};
use super::super::net::{LabelSlide, NetView, OUTPUT_SHIFT};
use super::super::pairs::PairTable;
use super::super::score::{LayerPart, Link, ScoreContext};
use super::super::slide_steps::{SlideSteps, Step};
use super::super::tuples::TupleTable;
use super::{BLOCK, Kernel, at, at_mut, at_ref, row, row_mut};
use crate::splitmix::split_mix;

/// The parts of a score as `net.rs` and `pairs.rs` have them.
#[derive(Debug)]
pub(in super::super) struct Portable;

impl Kernel for Portable {
    const CELLS: usize = 0;
    const UNITS: usize = 0;
    const CHECKED: bool = true;
    type Total = i32;
    const NO_TOTAL: i32 = 0;

    #[inline(always)]
    unsafe fn pair_change(pairs: &PairTable, board: &[u8], slide: &LabelSlide) -> i32 {
        pairs.change(board, slide)
    }

    #[inline(always)]
    unsafe fn total_after(net: NetView<'_>, before: &[i16], slide: &LabelSlide) -> i32 {
        net.total_after(before, slide)
    }

    #[inline(always)]
    unsafe fn tuple_total(tuples: &TupleTable, board: &[u8], slide: &LabelSlide) -> i32 {
        tuples.change(board, slide)
    }

    #[inline(always)]
    unsafe fn sum_totals(totals: &[i32; BLOCK]) -> [i32; BLOCK] {
        *totals
    }

    #[inline(always)]
    unsafe fn sums_after(net: NetView<'_>, before: &[i16], slide: &LabelSlide, after: &mut [i16]) {
        net.sums_after(before, slide, after);
    }

    #[inline(always)]
    unsafe fn line_word(codes: &LineCodes, board: &[u8], line: usize) -> u64 {
        codes.word(board, line)
    }

    #[inline(always)]
    unsafe fn list_new(part: &mut LayerPart) -> usize {
        list_new(part)
    }

    #[inline(always)]
    unsafe fn list_survivors(part: &mut LayerPart, cut: i32) {
        list_survivors(part, cut);
    }
}

/// What tells the slides of links: the parts of a layer and of the table of slides.
#[derive(Clone, Copy)]
struct Slides<'a> {
    headers: &'a [NodeHeader],
    boards: &'a [u8],
    cells: usize,
    sources: &'a [u8],
    keys: &'a [u64],
    steps: &'a [Step],
}

impl<'a> Slides<'a> {
    #[inline(always)]
    fn new<K: Kernel>(layer: &'a Layer, steps: &'a SlideSteps) -> Self {
        Self {
            headers: &layer.headers,
            boards: &layer.boards,
            cells: K::cells(layer.cells),
            sources: &steps.sources,
            keys: &steps.keys,
            steps: &steps.steps,
        }
    }

    /// The slide of a link: its parent's header and board, and the slide.
    ///
    /// # Safety
    ///
    /// As for the kernel, and the link is one of a slide from this layer.
    #[inline(always)]
    unsafe fn of<K: Kernel>(&self, link: Link) -> (&'a NodeHeader, &'a [u8], LabelSlide) {
        // SAFETY: the caller's.
        unsafe {
            let header = at_ref::<K, _>(self.headers, link.parent());
            let board = row::<K, _>(self.boards, link.parent(), self.cells);
            let to = usize::from(header.blank);
            let edge = 4 * to + (link.0 & 3) as usize;
            let from = usize::from(at::<K, _>(self.sources, edge));
            let label = usize::from(at::<K, _>(board, from));
            let slide = LabelSlide {
                label,
                from,
                to,
                edge,
            };
            (header, board, slide)
        }
    }

    /// What the slide changes in the hash.
    ///
    /// # Safety
    ///
    /// As for the kernel.
    #[inline(always)]
    unsafe fn key<K: Kernel>(&self, slide: &LabelSlide) -> u64 {
        // SAFETY: the caller's.
        unsafe { at::<K, _>(self.keys, slide.edge * self.cells + slide.label) }
    }

    /// What the slide changes in the base score.
    ///
    /// # Safety
    ///
    /// As for the kernel.
    #[inline(always)]
    unsafe fn step<K: Kernel>(&self, slide: &LabelSlide) -> Step {
        // SAFETY: the caller's.
        unsafe { at::<K, _>(self.steps, slide.edge * self.cells + slide.label) }
    }
}

/// Lists the successors of a part's boards: step 1 of a [run](super::super::run).
///
/// # Safety
///
/// As for the kernel.
#[inline(always)]
pub(in super::super) unsafe fn generate<K: Kernel>(
    context: &FillContext<'_>,
    part: &mut LayerPart,
) {
    /// Boards after which room is made for more successors.
    const STRETCH: usize = 32;
    let (layer, steps) = (context.layer, context.steps);
    let slides = Slides::new::<K>(layer, steps);
    let cells = slides.cells;
    let onwards = &steps.onward[..];
    let lists = &mut part.successors[..];
    let mask = lists.len() - 1;
    lists.iter_mut().for_each(|list| list.count = 0);
    let end = part.start + part.count;
    let mut parent = part.start;
    while parent < end {
        lists.iter_mut().for_each(|list| list.reserve(4 * STRETCH));
        for parent in parent..end.min(parent + STRETCH) {
            // SAFETY: the parents are boards of the layer; room for four successors of each has been
            // made.
            unsafe {
                let header = at_ref::<K, _>(slides.headers, parent);
                let board = row::<K, _>(slides.boards, parent, cells);
                let to = usize::from(header.blank);
                let (onward, count) = at_ref::<K, _>(onwards, 5 * to + usize::from(header.by));
                let mut number = 0;
                // Whether there are two or three cannot be predicted: the third is written in any
                // case. There are four at the start only.
                while number < 3 || (number < 4 && *count == 4) {
                    let edge = 4 * to + usize::from(onward[number]);
                    let from = usize::from(at::<K, _>(slides.sources, edge));
                    let label = usize::from(at::<K, _>(board, from));
                    let hash = header.hash ^ at::<K, _>(slides.keys, edge * cells + label);
                    let list = at_mut::<K, _>(lists, (hash >> 61) as usize & mask);
                    *at_mut::<K, _>(&mut list.hashes, list.count) = hash;
                    let link = Link((parent as u32) << 2 | u32::from(onward[number]));
                    *at_mut::<K, _>(&mut list.links, list.count) = link;
                    list.count += usize::from(number < *count);
                    number += 1;
                }
            }
        }
        parent += STRETCH;
    }
}

/// Lists the marked slides, followed by room for a block.
#[inline(always)]
pub(super) fn list_new(part: &mut LayerPart) -> usize {
    // A link is written for every direction, and the next one over it if it is not new: the
    // processor could not predict a branch.
    part.links
        .resize(64 * part.new_slides.len() + BLOCK, Link(0));
    let mut listed = 0;
    for (number, &slides) in part.new_slides.iter().enumerate() {
        let first = 4 * part.start + 64 * number;
        for slide in 0..64 {
            part.links[listed] = Link((first + slide) as u32);
            listed += (slides >> slide & 1) as usize;
        }
    }
    listed
}

/// Scores the successors of a part: step 3 of a [run](super::super::run).
///
/// Line conflicts change with some slides only, and the processor could not predict with which. So
/// these slides are listed on the way, and their conflicts are counted in a loop of their own.
///
/// # Safety
///
/// As for the kernel.
#[inline(always)]
pub(in super::super) unsafe fn score<K: Kernel>(context: &ScoreContext<'_>, part: &mut LayerPart) {
    let (evaluation, layer, steps) = (context.evaluation, context.layer, context.steps);
    let slides = Slides::new::<K>(layer, steps);
    let (all_sums, units) = (&layer.sums[..], K::units(layer.units));
    let (pairs, shared) = (evaluation.pairs(), evaluation.shared_pairs());
    let tuples = evaluation.tuples();
    let net = evaluation.net().map(|net| net.rows());
    part.mark_new();
    // SAFETY: the caller's.
    let count = unsafe { K::list_new(part) };
    part.solved = None;
    // The last block is filled up with one link.
    let padded = count.next_multiple_of(BLOCK);
    let last = part.links[count.saturating_sub(1)];
    part.links[count..padded].fill(last);
    part.resize(padded);
    let mut touching = 0;
    let touched = &mut part.touched[..padded];
    for start in (0..padded).step_by(BLOCK) {
        let links = &part.links[start..start + BLOCK];
        let mut points = [0; BLOCK];
        let mut bounds = [0; BLOCK];
        let mut hashes = [0; BLOCK];
        let mut moved = [LabelSlide::default(); BLOCK];
        // The processor waits for memory in the loops below, and looks ahead a few hundred
        // instructions. So each has as few as it can, and the slides of many successors are under way
        // at the same time.
        for lane in 0..BLOCK {
            // SAFETY: the link is one of the layer's slides.
            unsafe {
                let (header, _, slide) = slides.of::<K>(links[lane]);
                let step = slides.step::<K>(&slide);
                hashes[lane] = header.hash ^ slides.key::<K>(&slide);
                bounds[lane] = header.bound.wrapping_add_signed(i16::from(step.bound));
                points[lane] = header.points + step.points;
                moved[lane] = slide;
                *at_mut::<K, _>(touched, touching) = (start + lane) as u32;
                touching += usize::from(step.enters != 0);
            }
            if let Some(net) = net {
                net.prefetch(&moved[lane]);
            }
        }
        if let Some(pairs) = pairs {
            for lane in 0..BLOCK {
                // SAFETY: the slide is one of this board.
                unsafe {
                    let board = row::<K, _>(slides.boards, links[lane].parent(), slides.cells);
                    points[lane] += K::pair_change(pairs, board, &moved[lane]);
                }
            }
        }
        if let Some(shared) = shared {
            for lane in 0..BLOCK {
                // SAFETY: the slide is one of this board.
                unsafe {
                    let board = row::<K, _>(slides.boards, links[lane].parent(), slides.cells);
                    points[lane] += shared.change_by::<K>(board, &moved[lane]);
                }
            }
        }
        if let Some(tuples) = tuples {
            let mut totals = [K::NO_TOTAL; BLOCK];
            // SAFETY: the slides are of these boards.
            let changes = unsafe {
                for lane in 0..BLOCK {
                    let board = row::<K, _>(slides.boards, links[lane].parent(), slides.cells);
                    totals[lane] = K::tuple_total(tuples, board, &moved[lane]);
                }
                K::sum_totals(&totals)
            };
            for lane in 0..BLOCK {
                points[lane] += changes[lane];
            }
        }
        let mut totals = [K::NO_TOTAL; BLOCK];
        if let Some(net) = net {
            for lane in 0..BLOCK {
                // SAFETY: the slide is one of this board.
                unsafe {
                    let sums = row::<K, _>(all_sums, links[lane].parent(), units);
                    totals[lane] = K::total_after(net, sums, &moved[lane]);
                }
            }
        }
        // SAFETY: the caller's.
        let totals = unsafe { K::sum_totals(&totals) };
        let scores = &mut part.scores[start..start + BLOCK];
        for lane in 0..BLOCK {
            // Noise from the hash breaks ties, and near ties.
            let noise = (split_mix(hashes[lane] ^ context.salt) & 15) as i32;
            scores[lane] = points[lane] + noise + (totals[lane] >> OUTPUT_SHIFT);
        }
        part.points[start..start + BLOCK].copy_from_slice(&points);
        part.bounds[start..start + BLOCK].copy_from_slice(&bounds);
    }
    while touching > 0 && part.touched[touching - 1] as usize >= count {
        touching -= 1;
    }
    // SAFETY: the caller's.
    unsafe { add_conflicts::<K>(context, part, touching) };
    part.resize(count);
    drop_hopeless(part, context.below);
}

/// Takes into account the line conflicts of the first `touching` of the successors touched.
///
/// # Safety
///
/// As for [`score`]; the successors have been scored.
#[inline(always)]
unsafe fn add_conflicts<K: Kernel>(
    context: &ScoreContext<'_>,
    part: &mut LayerPart,
    touching: usize,
) {
    let evaluation = context.evaluation;
    let slides = Slides::new::<K>(context.layer, context.steps);
    let mut add = |number: usize, more: i32| {
        let points = evaluation.conflict_points() * more;
        part.points[number] += points;
        part.scores[number] += points;
        part.bounds[number] = part.bounds[number].wrapping_add_signed(2 * more as i16);
    };
    let Some(codes) = evaluation.line_codes() else {
        for &number in &part.touched[..touching] {
            let number = number as usize;
            // SAFETY: the link is one of the layer's slides.
            let (board, label, step) = unsafe {
                let (_, board, slide) = slides.of::<K>(part.links[number]);
                (board, slide.label, slides.step::<K>(&slide))
            };
            let conflicts = evaluation.conflicts_of(board, label, &step) as i32;
            add(number, i32::from(step.enters) * conflicts);
        }
        return;
    };
    for numbers in part.touched[..touching].chunks(line_codes::BOARDS) {
        let mut words = [0; line_codes::BOARDS];
        let mut tiles = [0; line_codes::BOARDS];
        let mut signs = [0; line_codes::BOARDS];
        for (lane, &number) in numbers.iter().enumerate() {
            // SAFETY: the link is one of the layer's slides.
            unsafe {
                let link = at::<K, _>(&part.links, number as usize);
                let (_, board, slide) = slides.of::<K>(link);
                let step = slides.step::<K>(&slide);
                let line = usize::from(step.line);
                let code = at::<K, _>(&codes.codes, line * codes.labels + slide.label);
                let shift = 4 * u32::from(step.place);
                words[lane] = K::line_word(codes, board, line) & !(15 << shift);
                tiles[lane] = u64::from(code) << shift;
                signs[lane] = i32::from(step.enters);
            }
        }
        // For squares the compiler knows the number of steps.
        let side = K::CELLS.isqrt();
        let added = if codes.places == side {
            LineCodes::added(&words, &tiles, side)
        } else {
            LineCodes::added(&words, &tiles, codes.places)
        };
        for (lane, &number) in numbers.iter().enumerate() {
            add(number as usize, signs[lane] * added[lane]);
        }
    }
}

/// Finds a goal among the candidates, and drops those whose bound says that they come too late.
#[inline(always)]
fn drop_hopeless(part: &mut LayerPart, below: u32) {
    let below = below.min(u32::from(u16::MAX)) as u16;
    let (mut least, mut most) = (u16::MAX, 0);
    for &bound in &part.bounds {
        (least, most) = (least.min(bound), most.max(bound));
    }
    if least == 0 {
        let goal = part.bounds.iter().position(|&bound| bound == 0);
        part.solved = goal.map(|number| part.links[number]);
    }
    if most >= below {
        let mut kept = 0;
        for number in 0..part.bounds.len() {
            let bound = part.bounds[number];
            part.links[kept] = part.links[number];
            part.points[kept] = part.points[number];
            part.scores[kept] = part.scores[number];
            part.bounds[kept] = bound;
            kept += usize::from(bound < below);
        }
        part.resize(kept);
    }
    part.least_score = part.scores.iter().copied().min().unwrap_or(0);
}

/// Lists the candidates that survive a cut: those below it, and the first of those equal to it.
#[inline(always)]
pub(super) fn list_survivors(part: &mut LayerPart, cut: i32) {
    let mut ties = part.ties;
    // Whether a candidate survives cannot be predicted: its number is written in any case.
    part.survivors.resize(part.scores.len() + 1, 0);
    let mut count = 0;
    for (number, &score) in part.scores.iter().enumerate() {
        part.survivors[count] = number as u32;
        let is_tie = score == cut && ties > 0;
        ties -= usize::from(is_tie);
        count += usize::from(score < cut || is_tie);
    }
    part.survivors.truncate(count);
}

/// Writes the survivors of a part for a cut into their slice of the next layer: step 5 of a
/// [run](super::super::run). The slice is exactly as long as there are survivors.
///
/// # Safety
///
/// As for the kernel.
#[inline(always)]
pub(super) unsafe fn fill<K: Kernel>(
    context: &FillContext<'_>,
    slice: &mut LayerSlice<'_>,
    part: &mut LayerPart,
    cut: i32,
) {
    let (layer, steps) = (context.layer, context.steps);
    let slides = Slides::new::<K>(layer, steps);
    let (cells, units) = (slides.cells, K::units(layer.units));
    let net = context.evaluation.net().map(|net| net.rows());
    // SAFETY: the caller's.
    unsafe { K::list_survivors(part, cut) };
    debug_assert_eq!(part.survivors.len(), slice.headers.len());
    for (block, numbers) in part.survivors.chunks(BLOCK).enumerate() {
        let first = block * BLOCK;
        let mut moved = [(0, LabelSlide::default()); BLOCK];
        // Two loops, as in `score`.
        for (lane, &number) in numbers.iter().enumerate() {
            let number = number as usize;
            // SAFETY: the link is one of the layer's slides, and the slice has room for it.
            unsafe {
                let link = at::<K, _>(&part.links, number);
                let (before, board, slide) = slides.of::<K>(link);
                moved[lane] = (link.parent(), slide);
                let after = row_mut::<K, _>(slice.boards, first + lane, cells);
                after.copy_from_slice(board);
                *at_mut::<K, _>(after, slide.from) = at::<K, _>(board, slide.to);
                *at_mut::<K, _>(after, slide.to) = slide.label as u8;
                *at_mut::<K, _>(slice.headers, first + lane) = NodeHeader {
                    hash: before.hash ^ slides.key::<K>(&slide),
                    points: at::<K, _>(&part.points, number),
                    bound: at::<K, _>(&part.bounds, number),
                    blank: slide.from as u8,
                    by: (link.0 & 3) as u8,
                };
                *at_mut::<K, _>(slice.links, first + lane) = link;
            }
        }
        let Some(net) = net else { continue };
        for (lane, (parent, slide)) in moved[..numbers.len()].iter().enumerate() {
            // SAFETY: the slide is one of this board.
            unsafe {
                let sums = row::<K, _>(&layer.sums, *parent, units);
                let sums_after = row_mut::<K, _>(slice.sums, first + lane, units);
                K::sums_after(net, sums, slide, sums_after);
            }
        }
    }
}
