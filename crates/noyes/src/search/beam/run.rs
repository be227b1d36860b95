//! One run of the beam: layer after layer, the best boards of each depth.
//!
//! ```text
//! 1. spread   every board of the layer names its neighbours: hash and link, by shard of the hash
//! 2. sift     a shard of all hashes drops the names it has seen
//! 3. judge    the rest are scored, and what cannot beat the best is dropped
//! 4. cut      a histogram of all scores says where the width ends
//! 5. settle   the survivors are copied from their parents and moved, into the next layer
//! ```
//!
//! Steps 1, 3 and 5 are run by all threads over parts of the layer, step 2 over the shards. A shard
//! takes its names in the order of the layer whoever made them, and the numbers of parts and shards depend
//! on the width alone, so that the result is the same with any number of threads. Nothing is
//! copied before step 5: a board costs its cells once, if it survives.
//!
//! The way back is one 32-bit link a node (parent and slide), kept for all layers; boards only for
//! two. Width 100,000 on a 10×10 board of 900 moves: 360 MB of links, 25 MB of boards.
//!
//! A part is small enough for its boards to stay near the processor while their neighbours are named,
//! judged and made, and so is a shard's table. Judged shard by shard, as it was, every board is
//! fetched once for each of its neighbours: 15.5 s instead of 13.1 s for two 10×10 boards at width
//! 16,000 on one thread of a busy machine.
//!
//! Cost: on one thread of a 2.x GHz Zen 3, beside other work, 8–10 M boards a second at 10×10 with 32 or 64
//! units. De-duplication before scoring saves a third of the scores; scoring in step 1 and removing doubles
//! afterwards was slower with a net, equal without.
//!
//! Tried at 10×10, width 1000, twenty boards (1.697 with the first net), and dropped: a quota of boards for each cell
//! of the blank, of 10, 3, 2 and 1.5 % of the width, gives 1.695, 1.679, 1.701 and 1.737, at 8×8 1.60 instead of
//! 1.54; a width that grows towards the end, at the same cost, 1.695. With a later net, less a share
//! of the outlook from the best board, as on tours: 1.597 instead of 1.599 on thirty 10×10 boards with a share of
//! 0.15, longer with more; 1.514 instead of 1.517 on forty 8×8 boards with 0.3, 1.535 with 0.6.

use super::evaluation::Evaluation;
use super::judge::{Court, Link, Name, Part};
use super::layer::{Head, Layer};
use super::own_tiles::OwnTiles;
use super::room::Room;
use super::seen::{Keys, Seen, Shard, mix};
use super::select::Histogram;
use super::wide;
use crate::board::{Moves, Size, SlideTable};
use crate::search::{Counts, Guard, Stop};
use crate::workers::Threads;

/// Widths from here on are worked on in parts and shards, and by all threads.
const SHARED_FROM: usize = 1 << 9;
const SHARDS: usize = 8;
/// Parts of a layer, at least, and the most boards in one.
const PARTS: usize = 8;
const BOARDS_A_PART: usize = 1 << 11;
/// The seen table has so many slots for every board of a layer.
const SLOTS_PER_BOARD: usize = 12;

/// What a run is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Boards kept a layer.
    pub width: usize,
    /// Only solutions with fewer moves than this are wanted.
    pub below: u32,
    /// Runs with different salts break ties differently.
    pub salt: u64,
}

/// A beam search of one size, its memory kept from run to run.
#[derive(Debug)]
pub struct Beam {
    pub(super) evaluation: Evaluation,
    steps: SlideTable,
    keys: Keys,
    shards: Vec<Shard>,
    parts: Vec<Part>,
    histogram: Histogram,
    layer: Layer,
    next: Layer,
    links: Vec<Vec<Link>>,
    runs: u64,
}

impl Beam {
    /// The most cells of a board: labels are bytes.
    const MOST_CELLS: usize = 256;

    /// Whether there are beams for a size.
    pub fn fits(size: Size) -> bool {
        let longest = size.rows().max(size.cols());
        size.cells() <= Self::MOST_CELLS && longest <= OwnTiles::MOST_PLACES
    }

    /// A beam for the boards of an evaluation.
    pub fn new(evaluation: Evaluation) -> Self {
        let size = evaluation.size();
        debug_assert!(Self::fits(size));
        Self {
            steps: SlideTable::new(size),
            keys: Keys::new(size.cells()),
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

    /// About how many bytes a run takes.
    pub fn memory(&self, width: usize, moves: usize) -> usize {
        let node = 24 + self.evaluation.size().cells() + 2 * self.evaluation.units();
        width * (2 * node + 4 * SLOTS_PER_BOARD * 2 + 3 * (24 + 16) + 4 * moves)
    }

    /// Searches from a board of labels. `None` means that the beam ran dry.
    pub fn run(
        &mut self,
        board: &[u8],
        task: Task,
        guard: &Guard<'_>,
        counts: &mut Counts,
        on_layer: &mut dyn FnMut(&Layer),
    ) -> Result<Option<Moves>, Stop> {
        self.prepare(board, task);
        let threads = guard.threads();
        let salt = mix(task.salt ^ mix(self.runs));
        self.runs += 1;
        let mut depth = 0;
        if self.layer.heads[0].worth.bound == 0 {
            return Ok((task.below > 0).then(Moves::new));
        }
        while !self.layer.is_empty() && depth + 1 < task.below {
            guard.check(counts)?;
            depth += 1;
            counts.expanded += self.layer.len() as u64;
            self.spread(threads);
            counts.generated += self.sift(threads, salt);
            self.judge(threads, task.below - depth, salt);
            if let Some(link) = self.parts.iter().find_map(|part| part.solved) {
                return Ok(Some(self.way_to(link)));
            }
            let candidates = |part: &Part| part.candidates.len();
            let found: usize = self.parts.iter().map(candidates).sum();
            counts.stored = counts.stored.max((found + self.layer.len()) as u64);
            self.settle(threads, task.width);
            on_layer(&self.layer);
        }
        Ok(None)
    }

    fn prepare(&mut self, board: &[u8], task: Task) {
        let (shards, parts) = if task.width < SHARED_FROM {
            (1, 1)
        } else {
            (SHARDS, (task.width / BOARDS_A_PART).max(PARTS))
        };
        let slots = task.width * SLOTS_PER_BOARD / shards;
        if self.shards.len() != shards || self.shards[0].seen.len() < slots {
            let shard = || Shard {
                seen: Seen::new(slots),
                names: Vec::new(),
            };
            self.shards = (0..shards).map(|_| shard()).collect();
        }
        self.parts.resize_with(parts, Part::default);
        for part in &mut self.parts {
            part.names.resize_with(shards, Vec::new);
        }
        for shard in &mut self.shards {
            shard.names.resize_with(parts, Vec::new);
        }
        let home = self.evaluation.blank_home();
        let blank = board.iter().position(|&label| usize::from(label) == home);
        let blank = blank.unwrap_or(home);
        for layer in [&mut self.layer, &mut self.next] {
            layer.cells = board.len();
            layer.units = self.evaluation.units();
        }
        self.layer.resize(1);
        self.layer.boards.copy_from_slice(board);
        self.layer
            .sums
            .copy_from_slice(&self.evaluation.sums(board));
        self.layer.heads[0] = Head {
            hash: self.keys.hash(board, blank),
            worth: self.evaluation.start(board),
            blank: blank as u8,
            by: 4,
        };
        self.links.clear();
    }

    /// Step 1.
    fn spread(&mut self, threads: Threads<'_>) {
        let (shards, parts) = (self.shards.len(), self.parts.len());
        let (layer, steps, keys) = (&self.layer, &self.steps, &self.keys);
        let count = layer.len();
        let fill = |number: usize, part: &mut Part| {
            part.names.iter_mut().for_each(Vec::clear);
            for parent in number * count / parts..(number + 1) * count / parts {
                let head = &layer.heads[parent];
                let board = layer.board(parent);
                let to = usize::from(head.blank);
                for (by, from) in steps.slides(to) {
                    if by as u8 + head.by == 3 {
                        continue;
                    }
                    let label = usize::from(board[from]);
                    let hash = head.hash ^ keys.of(label, from) ^ keys.of(label, to);
                    let link = Link::new(parent, by);
                    let shard = (hash >> 61) as usize & (shards - 1);
                    part.names[shard].push(Name { hash, link });
                }
            }
        };
        threads.for_each_mut(&mut self.parts, fill);
    }

    /// Step 2. Returns how many names there were.
    fn sift(&mut self, threads: Threads<'_>, salt: u64) -> u64 {
        let names = self.parts.iter().flat_map(|part| &part.names);
        let generated = names.map(Vec::len).sum::<usize>() as u64;
        self.exchange();
        threads.for_each_mut(&mut self.shards, |_, shard| {
            shard.sift(salt);
        });
        self.exchange();
        generated
    }

    /// Names go from parts to shards, or back.
    fn exchange(&mut self) {
        for (shard, mine) in self.shards.iter_mut().enumerate() {
            for (part, names) in self.parts.iter_mut().zip(&mut mine.names) {
                std::mem::swap(&mut part.names[shard], names);
            }
        }
    }

    /// Step 3.
    fn judge(&mut self, threads: Threads<'_>, below: u32, salt: u64) {
        let court = Court {
            evaluation: &self.evaluation,
            steps: &self.steps,
            layer: &self.layer,
            below,
            salt,
        };
        threads.for_each_mut(&mut self.parts, |_, part| {
            wide::judge(&court, part);
        });
    }

    /// Steps 4 and 5.
    fn settle(&mut self, threads: Threads<'_>, width: usize) {
        let parts = &self.parts;
        let cut = self
            .histogram
            .cut(|| parts.iter().map(|part| part.scores.as_slice()), width);
        let mut ties = cut.ties;
        let jobs: Vec<(usize, usize)> = parts
            .iter()
            .map(|part| {
                let below = part.scores.iter().filter(|&&score| score < cut.score);
                let equal = part.scores.iter().filter(|&&score| score == cut.score);
                let allowed = equal.count().min(ties);
                ties -= allowed;
                (below.count() + allowed, allowed)
            })
            .collect();
        let kept = jobs.iter().map(|job| job.0).sum();
        self.next.resize(kept);
        let mut links = vec![Link(0); kept];
        let (layer, evaluation, steps) = (&self.layer, &self.evaluation, &self.steps);
        let mut room = Room {
            heads: &mut self.next.heads,
            boards: &mut self.next.boards,
            sums: &mut self.next.sums,
            links: &mut links,
        };
        let (cells, units) = (layer.cells, layer.units);
        let mut rooms: Vec<(Room<'_>, &Part, usize)> = Vec::with_capacity(jobs.len());
        for (part, &(count, ties)) in parts.iter().zip(&jobs) {
            let (mine, rest) = room.split(count, cells, units);
            rooms.push((mine, part, ties));
            room = rest;
        }
        threads.for_each_mut(&mut rooms, |_, (room, part, ties)| {
            room.fill(layer, evaluation, steps, part, cut, *ties);
        });
        drop(rooms);
        self.links.push(links);
        std::mem::swap(&mut self.layer, &mut self.next);
    }

    /// The slides from the start to a child of the present layer.
    fn way_to(&self, last: Link) -> Moves {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::{Goal, Instance};
    use crate::scramble::Scrambler;
    use crate::search::Silent;
    use crate::search::beam::Turned;

    #[test]
    fn both_compilations_judge_alike() {
        let size = Size::new(6, 6).unwrap();
        let board = Scrambler::new(size, &Goal::BlankLast, 4).unwrap().uniform();
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let labels = Turned::new(&instance).labels;
        let task = Task {
            width: 100,
            below: 40,
            salt: 1,
        };
        // Twice the same layer, then each way of judging its neighbours.
        let judged = |safe: bool| {
            let mut beam = Beam::new(Evaluation::best(size, 35));
            let mut counts = Counts::default();
            let guard = Guard::new(&Silent);
            let found = beam.run(&labels, task, &guard, &mut counts, &mut |_| {});
            assert_eq!(found, Ok(None));
            beam.spread(Threads::ONE);
            let court = Court {
                evaluation: &beam.evaluation,
                steps: &beam.steps,
                layer: &beam.layer,
                below: 1000,
                salt: 9,
            };
            let part = &mut beam.parts[0];
            if safe {
                super::super::judge::judge(&court, part);
            } else {
                wide::judge(&court, part);
            }
            let hashes = part.candidates.iter().map(|c| c.hash);
            hashes.zip(part.scores.clone()).collect::<Vec<_>>()
        };
        assert_eq!(judged(true), judged(false));
    }
}
