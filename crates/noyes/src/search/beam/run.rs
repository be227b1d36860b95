//! One run of the beam: layer after layer, the best boards of each depth.
//!
//! # Idea
//!
//! ```text
//! 1. generate    every board of the layer lists its successors (hash and link), by shard of hash
//! 2. duplicates  each shard tells which successors it has seen before
//! 3. score       the others are scored, in the order of their parents; those that cannot beat the
//!                best solution are dropped
//! 4. select      a histogram of all scores gives the cut
//! 5. build       the boards of the survivors are copied from their parents into the next layer
//! ```
//!
//! All threads work on the parts of the layer in steps 1, 3 and 5, and on the shards in step 2. No
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
//! One thread scores 8 to 16 million boards a second at 10×10. What was measured, and what was
//! tried and dropped, is in `bench/records/2026-11-notes-large-boards.md`.

use super::arch;
use super::evaluation::Evaluation;
use super::layer::{Layer, NodeHeader};
use super::layer_slice::{FillContext, LayerSlice};
use super::line_conflicts::LineConflicts;
use super::score::{LayerPart, Link, ScoreContext, Successor};
use super::select::Histogram;
use super::shard::{Shard, ZobristKeys};
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
    slide_table: SlideTable,
    keys: ZobristKeys,
    shards: Vec<Shard>,
    parts: Vec<LayerPart>,
    histogram: Histogram,
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
        Self {
            slide_table: SlideTable::new(size),
            keys: ZobristKeys::new(size.cells()),
            shards: Vec::new(),
            parts: Vec::new(),
            histogram: Histogram::new(),
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
        if self.layer.headers[0].base.bound == 0 {
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
            let candidates = |part: &LayerPart| part.candidates.len();
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
            part.successors.resize_with(shards, Vec::new);
        }
        for shard in &mut self.shards {
            shard.successors.resize_with(parts, Vec::new);
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
        self.layer.headers[0] = NodeHeader {
            hash: self.keys.hash(board, blank),
            base: self.evaluation.base(board),
            blank: blank as u8,
            by: 4,
        };
        self.links.clear();
    }

    /// Step 1.
    fn generate(&mut self, threads: Threads<'_>) {
        let (shards, parts) = (self.shards.len(), self.parts.len());
        let (layer, slide_table, keys) = (&self.layer, &self.slide_table, &self.keys);
        let count = layer.len();
        let fill = |number: usize, part: &mut LayerPart| {
            part.successors.iter_mut().for_each(Vec::clear);
            part.start = number * count / parts;
            part.count = (number + 1) * count / parts - part.start;
            for parent in part.start..part.start + part.count {
                let header = &layer.headers[parent];
                let board = layer.board(parent);
                let to = usize::from(header.blank);
                for (by, from) in slide_table.slides(to) {
                    // Opposite directions add up to 3: the slide would undo the last one.
                    if by as u8 + header.by == 3 {
                        continue;
                    }
                    let label = usize::from(board[from]);
                    let hash = header.hash ^ keys.of(label, from) ^ keys.of(label, to);
                    let link = Link::new(parent, by);
                    let shard = (hash >> 61) as usize & (shards - 1);
                    part.successors[shard].push(Successor {
                        hash,
                        link,
                        is_new: true,
                    });
                }
            }
        };
        threads.for_each_mut(&mut self.parts, fill);
    }

    /// Step 2. Returns how many successors there were.
    fn find_duplicates(&mut self, threads: Threads<'_>, salt: u64) -> u64 {
        let successors = self.parts.iter().flat_map(|part| &part.successors);
        let generated = successors.map(Vec::len).sum::<usize>() as u64;
        self.exchange();
        threads.for_each_mut(&mut self.shards, |_, shard| {
            shard.find_duplicates(salt);
        });
        self.exchange();
        generated
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
            slide_table: &self.slide_table,
            keys: &self.keys,
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
        let parts = &self.parts;
        let cut = self
            .histogram
            .cut(|| parts.iter().map(|part| part.scores.as_slice()), width);
        let mut ties = cut.ties;
        // For each part: how many survive, and how many of them are equal to the cut.
        let survivors: Vec<(usize, usize)> = parts
            .iter()
            .map(|part| {
                let below = part.scores.iter().filter(|&&score| score < cut.score);
                let equal = part.scores.iter().filter(|&&score| score == cut.score);
                let allowed = equal.count().min(ties);
                ties -= allowed;
                (below.count() + allowed, allowed)
            })
            .collect();
        let kept = survivors.iter().map(|&(count, _)| count).sum();
        self.next.resize(kept);
        let mut links = vec![Link(0); kept];
        let context = FillContext {
            evaluation: &self.evaluation,
            slide_table: &self.slide_table,
            layer: &self.layer,
        };
        let mut rest = LayerSlice {
            headers: &mut self.next.headers,
            boards: &mut self.next.boards,
            sums: &mut self.next.sums,
            links: &mut links,
        };
        let (cells, units) = (context.layer.cells, context.layer.units);
        let mut slices: Vec<(LayerSlice<'_>, &LayerPart, usize)> = Vec::with_capacity(parts.len());
        for (part, &(count, ties)) in parts.iter().zip(&survivors) {
            let (slice, after) = rest.split(count, cells, units);
            slices.push((slice, part, ties));
            rest = after;
        }
        threads.for_each_mut(&mut slices, |_, (slice, part, ties)| {
            slice.fill(&context, part, cut, *ties);
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
    use crate::guard::Silent;
    use crate::scramble::Scrambler;
    use crate::search::beam::CanonicalInstance;

    #[test]
    fn both_compilations_score_alike() {
        let size = Size::new(6, 6).unwrap();
        let board = Scrambler::new(size, &Goal::BlankLast, 4).unwrap().uniform();
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let labels = CanonicalInstance::new(&instance).labels;
        let task = Task {
            width: 100,
            below: 40,
            salt: 1,
        };
        // The same layer twice, whose successors are scored by either compilation.
        let scored = |is_portable: bool| {
            let mut beam = Beam::new(Evaluation::best(size, 35));
            let mut counts = Counts::default();
            let guard = Guard::new(&Silent);
            let found = beam.run(&labels, task, &guard, &mut counts, &mut |_| {});
            assert_eq!(found, Ok(None));
            beam.generate(Threads::ONE);
            let context = ScoreContext {
                evaluation: &beam.evaluation,
                slide_table: &beam.slide_table,
                keys: &beam.keys,
                layer: &beam.layer,
                below: 1000,
                salt: 9,
            };
            let part = &mut beam.parts[0];
            if is_portable {
                // SAFETY: the portable form needs nothing.
                unsafe { arch::scalar::score::<arch::scalar::Portable>(&context, part) };
            } else {
                arch::score(&context, part);
            }
            let hashes = part.candidates.iter().map(|c| c.hash);
            hashes.zip(part.scores.clone()).collect::<Vec<_>>()
        };
        assert_eq!(scored(true), scored(false));
    }
}
