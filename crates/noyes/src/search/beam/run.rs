//! One run of the beam: layer after layer, the best boards of each depth.
//!
//! # Idea
//!
//! ```text
//! 1. generate    every board of the layer lists its successors (hash and link), by shard of hash
//! 2. duplicates  each shard tells which successors it has seen before
//! 3. score       the others are scored, in the order of their parents; those that cannot beat the
//!                best solution are dropped
//! 4. select      histograms of all scores give the cut
//! 5. build       the boards of the survivors are copied from their parents into the next layer
//! ```
//!
//! All threads work on the parts of the layer in steps 1, 3, 4 and 5, and on the shards in step 2. No
//! board is copied before step 5. Duplicates are found before scoring, which saves a third of the
//! scores.
//!
//! # Invariants
//!
//! * The result does not depend on the number of threads. The numbers of parts and shards follow
//!   from the width alone, and a shard takes its successors in the order of the layer.
//! * A part is small enough for its boards to stay in the processor's cache during steps 1, 3 and
//!   5, and a shard's filter during step 2.
//!
//! # Cost
//!
//! Boards are stored for two layers only; for all layers one 32-bit link a node gives the path.
//! Width 100,000 on a 10×10 board of 900 moves:
//!
//! ```text
//! links    360 MB
//! boards    25 MB
//! ```
//!
//! What was measured, and what was tried and dropped, is in `bench/records/2026-11-19-beam-speed.md`
//! and `bench/records/2026-11-notes-large-boards.md`.

use super::arch;
use super::evaluation::Evaluation;
use super::layer::{Layer, NodeHeader};
use super::layer_slice::{FillContext, LayerSlice};
use super::line_conflicts::LineConflicts;
use super::score::{LayerPart, Link, ScoreContext, Successors};
use super::select::Selection;
use super::shard::{Shard, ZobristKeys};
use super::slide_steps::SlideSteps;
use crate::board::{Moves, Size, SlideTable};
use crate::guard::{Counts, Guard, Stop};
use crate::search::duplicate_filter::DuplicateFilter;
use crate::splitmix::split_mix;
use crate::workers::Threads;

/// Layers of at least this width are split into parts and shards.
const LEAST_SPLIT_WIDTH: usize = 1 << 9;
const SHARDS: usize = 8;
/// The fewest parts of a layer that is split, and the most boards of a part.
const LEAST_PARTS: usize = 8;
const MOST_BOARDS_PER_PART: usize = 1 << 11;
/// Slots of the duplicate filters for each board of the width.
const SLOTS_PER_BOARD: usize = 12;

/// What a run is to do.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The most boards of a layer.
    pub width: usize,
    /// Only solutions of fewer moves than this are wanted.
    pub below: u32,
    /// Runs with different salts break ties differently.
    pub salt: u64,
}

/// A beam search of one size. Its memory is reused from run to run.
#[derive(Debug)]
pub struct Beam {
    pub(super) evaluation: Evaluation,
    steps: SlideSteps,
    keys: ZobristKeys,
    shards: Vec<Shard>,
    parts: Vec<LayerPart>,
    selection: Selection,
    layer: Layer,
    next: Layer,
    /// By depth and index in the layer; the start has none.
    links: Vec<Vec<Link>>,
    runs: u64,
}

impl Beam {
    /// The most cells of a board: labels are bytes.
    const MOST_CELLS: usize = 256;

    /// Whether a beam can search boards of a size.
    pub fn fits(size: Size) -> bool {
        let longest = size.rows().max(size.cols());
        size.cells() <= Self::MOST_CELLS && longest <= LineConflicts::MOST_PLACES
    }

    /// A beam for the boards of an evaluation.
    pub fn new(evaluation: Evaluation) -> Self {
        let size = evaluation.size();
        debug_assert!(Self::fits(size));
        let keys = ZobristKeys::new(size.cells());
        Self {
            steps: SlideSteps::new(&evaluation, &SlideTable::new(size), &keys),
            keys,
            shards: Vec::new(),
            parts: Vec::new(),
            selection: Selection::default(),
            layer: Layer::default(),
            next: Layer::default(),
            links: Vec::new(),
            runs: 0,
            evaluation,
        }
    }

    /// About how many bytes a run of `moves` layers takes; `usize::MAX` if that cannot be
    /// addressed.
    pub fn memory(&self, width: usize, moves: usize) -> usize {
        let node = 24 + self.evaluation.size().cells() + 2 * self.evaluation.units();
        let fixed = 2 * node + 4 * SLOTS_PER_BOARD * 2 + 3 * (24 + 16);
        let per_board = moves.saturating_mul(4).saturating_add(fixed);
        width.saturating_mul(per_board)
    }

    /// Searches from a board of labels, on the threads of the guard. None if the beam runs empty,
    /// or reaches `task.below` moves. `on_layer` is called with each layer after the first.
    pub fn run(
        &mut self,
        board: &[u8],
        task: Task,
        guard: &Guard<'_>,
        counts: &mut Counts,
        on_layer: &mut dyn FnMut(&Layer),
    ) -> Result<Option<Moves>, Stop> {
        self.evaluation.instruction_set = guard.instruction_set();
        self.prepare(board, task);
        let threads = guard.threads();
        let salt = split_mix(task.salt ^ split_mix(self.runs));
        self.runs += 1;
        let mut depth = 0;
        if self.layer.headers[0].bound == 0 {
            return Ok((task.below > 0).then(Moves::new));
        }
        while !self.layer.is_empty() && depth + 1 < task.below {
            guard.check(counts)?;
            depth += 1;
            counts.expanded += self.layer.len() as u64;
            self.generate(threads);
            counts.generated += self.find_duplicates(threads, salt);
            self.score(threads, task.below - depth, salt);
            if let Some(link) = self.parts.iter().find_map(|part| part.solved) {
                return Ok(Some(self.path_to(link)));
            }
            let candidates = |part: &LayerPart| part.scores.len();
            let found: usize = self.parts.iter().map(candidates).sum();
            counts.stored = counts.stored.max((found + self.layer.len()) as u64);
            self.select_and_build(threads, task.width);
            on_layer(&self.layer);
        }
        Ok(None)
    }

    /// Sizes all memory for a task and makes the first layer.
    fn prepare(&mut self, board: &[u8], task: Task) {
        let (shards, parts) = if task.width < LEAST_SPLIT_WIDTH {
            (1, 1)
        } else {
            (SHARDS, (task.width / MOST_BOARDS_PER_PART).max(LEAST_PARTS))
        };
        let slots = task.width * SLOTS_PER_BOARD / shards;
        if self.shards.len() != shards || self.shards[0].filter.len() < slots {
            let shard = || Shard {
                filter: DuplicateFilter::new(slots),
                successors: Vec::new(),
            };
            self.shards = (0..shards).map(|_| shard()).collect();
        }
        self.parts.resize_with(parts, LayerPart::default);
        for part in &mut self.parts {
            part.successors.resize_with(shards, Successors::default);
        }
        for shard in &mut self.shards {
            shard.successors.resize_with(parts, Successors::default);
        }
        let home = self.evaluation.blank_home();
        let blank = board.iter().position(|&label| usize::from(label) == home);
        let blank = blank.unwrap_or(home);
        for layer in [&mut self.layer, &mut self.next] {
            layer.cells = board.len();
            layer.units = self.evaluation.units();
        }
        // The inner loops rely on it.
        assert!(
            is_permutation(board) && board.len() == self.evaluation.size().cells(),
            "the labels of a board of the evaluation's size"
        );
        self.layer.resize(1);
        self.layer.boards.copy_from_slice(board);
        self.layer
            .sums
            .copy_from_slice(&self.evaluation.sums(board));
        let base = self.evaluation.base(board);
        self.layer.headers[0] = NodeHeader {
            hash: self.keys.hash(board, blank),
            points: base.points,
            bound: base.bound as u16,
            blank: blank as u8,
            by: 4,
        };
        self.links.clear();
    }

    /// Step 1.
    fn generate(&mut self, threads: Threads<'_>) {
        let (count, parts) = (self.layer.len(), self.parts.len());
        let context = FillContext {
            evaluation: &self.evaluation,
            steps: &self.steps,
            layer: &self.layer,
        };
        threads.for_each_mut(&mut self.parts, |number, part| {
            part.start = number * count / parts;
            part.count = (number + 1) * count / parts - part.start;
            arch::generate(&context, part);
        });
    }

    /// Step 2. Returns how many successors there were.
    fn find_duplicates(&mut self, threads: Threads<'_>, salt: u64) -> u64 {
        let successors = self.parts.iter().flat_map(|part| &part.successors);
        let generated = successors.map(|successors| successors.count).sum::<usize>();
        self.exchange();
        threads.for_each_mut(&mut self.shards, |_, shard| {
            shard.drop_duplicates(salt);
        });
        self.exchange();
        generated as u64
    }

    /// Moves the successors from the parts to the shards, or back.
    fn exchange(&mut self) {
        for (number, shard) in self.shards.iter_mut().enumerate() {
            for (part, successors) in self.parts.iter_mut().zip(&mut shard.successors) {
                std::mem::swap(&mut part.successors[number], successors);
            }
        }
    }

    /// Step 3.
    fn score(&mut self, threads: Threads<'_>, below: u32, salt: u64) {
        let context = ScoreContext {
            evaluation: &self.evaluation,
            steps: &self.steps,
            layer: &self.layer,
            below,
            salt,
        };
        threads.for_each_mut(&mut self.parts, |_, part| {
            arch::score(&context, part);
        });
    }

    /// Steps 4 and 5.
    fn select_and_build(&mut self, threads: Threads<'_>, width: usize) {
        let cut = self.selection.cut(threads, &mut self.parts, width);
        let (mut ties, mut kept) = (cut.ties, 0);
        for part in &mut self.parts {
            part.ties = part.at_cut.min(ties);
            ties -= part.ties;
            kept += part.below_cut + part.ties;
        }
        self.next.resize(kept);
        let mut links = vec![Link(0); kept];
        let context = FillContext {
            evaluation: &self.evaluation,
            steps: &self.steps,
            layer: &self.layer,
        };
        let mut rest = LayerSlice {
            headers: &mut self.next.headers,
            boards: &mut self.next.boards,
            sums: &mut self.next.sums,
            links: &mut links,
        };
        let (cells, units) = (context.layer.cells, context.layer.units);
        let mut slices: Vec<(LayerSlice<'_>, &mut LayerPart)> =
            Vec::with_capacity(self.parts.len());
        for part in &mut self.parts {
            let (slice, after) = rest.split(part.below_cut + part.ties, cells, units);
            slices.push((slice, part));
            rest = after;
        }
        threads.for_each_mut(&mut slices, |_, (slice, part)| {
            arch::fill(&context, slice, part, cut.score);
        });
        drop(slices);
        self.links.push(links);
        std::mem::swap(&mut self.layer, &mut self.next);
    }

    /// The slides from the start to a successor of the present layer.
    fn path_to(&self, last: Link) -> Moves {
        let mut slides = vec![last.by()];
        let mut node = last.parent();
        for links in self.links.iter().rev() {
            slides.push(links[node].by());
            node = links[node].parent();
        }
        slides.reverse();
        slides.into()
    }
}

/// Whether every number below the length is there once.
fn is_permutation(board: &[u8]) -> bool {
    let mut seen = vec![false; board.len()];
    board.iter().all(|&label| {
        let place = seen.get_mut(usize::from(label));
        place.is_some_and(|seen| !std::mem::replace(seen, true))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::{Goal, Instance};
    use crate::guard::InstructionSet;
    use crate::guard::Silent;
    use crate::scramble::Scrambler;
    use crate::search::beam::CanonicalInstance;
    use crate::search::beam::net::tests::{some_net, some_shared_net};

    /// A beam whose run was stopped after some layers.
    fn stopped(evaluation: &Evaluation, labels: &[u8], width: usize, set: InstructionSet) -> Beam {
        let mut beam = Beam::new(evaluation.clone());
        let guard = Guard::new(&Silent).with_instruction_set(set);
        let guard = guard.nodes(20 * width as u64);
        let task = Task {
            width,
            below: 10_000,
            salt: 1,
        };
        let found = beam.run(labels, task, &guard, &mut Counts::default(), &mut |_| {});
        assert!(found.is_err());
        beam
    }

    #[test]
    fn all_forms_make_the_same_layers_and_they_are_right() {
        // A net of 36 cells whose board is not a square runs in the form for 6×6.
        for (rows, cols) in [(6, 6), (4, 9), (8, 8), (10, 10), (4, 7), (2, 18)] {
            let size = Size::new(rows, cols).unwrap();
            let home = size.cells() - 1;
            let evaluation = match (rows, cols) {
                (4, 9) => Evaluation::learned(some_net(size, 64)),
                (8, 8) => Evaluation::learned(some_shared_net(size, 64)),
                _ => Evaluation::best(size, home),
            };
            let board = Scrambler::new(size, &Goal::BlankLast, 4).unwrap().uniform();
            let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
            let labels = CanonicalInstance::new(&instance).labels;
            for width in [100, 600] {
                let sets = InstructionSet::ALL;
                let [beam, others @ ..] = sets.map(|set| stopped(&evaluation, &labels, width, set));
                let (layer, units) = (&beam.layer, evaluation.units());
                assert!(layer.len() > width / 2);
                for (index, header) in layer.headers.iter().enumerate() {
                    let board = layer.board(index);
                    let base = evaluation.base(board);
                    assert_eq!(
                        (header.points, u32::from(header.bound)),
                        (base.points, base.bound)
                    );
                    assert_eq!(usize::from(board[usize::from(header.blank)]), home);
                    assert_eq!(header.hash, beam.keys.hash(board, header.blank.into()));
                    let sums = &layer.sums[index * units..(index + 1) * units];
                    assert_eq!(sums, evaluation.sums(board));
                }
                for other in others {
                    assert_eq!(layer.headers, other.layer.headers);
                    assert_eq!(layer.boards, other.layer.boards);
                    assert_eq!(*layer.sums, *other.layer.sums);
                    for (part, other) in beam.parts.iter().zip(&other.parts) {
                        assert_eq!(part.scores, other.scores);
                    }
                }
            }
        }
    }
}
