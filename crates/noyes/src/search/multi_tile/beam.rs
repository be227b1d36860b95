//! A beam that goes forward by multi-tile moves: a layer holds boards of as many moves.
//!
//! # Idea
//!
//! The evaluation is that of the [beam of single tiles](crate::search::beam), which tells how far
//! a board is from its goal in slides. What differs is what a layer is: all boards that one more
//! move leads to, of however many slides. So a long move costs no more than a short one, and the
//! first layer with the goal in it gives a solution with as many multi-tile moves as it is deep.
//!
//! A board reached by a column move goes on by row moves, and the other way round.
//!
//! # Invariants
//!
//! Candidates are ordered by score and hash, so the result does not depend on the number of
//! threads.
//!
//! # Cost
//!
//! A candidate's score is computed from scratch: about a microsecond on a 5×5 board with its net.
//! A board of the layer has rows − 1 or cols − 1 candidates.

use std::hash::Hasher;
use std::sync::Arc;

use rustc_hash::{FxHashSet, FxHasher};

use super::line_move::LineMove;
use crate::board::{Moves, Size};
use crate::goal::Instance;
use crate::guard::{Counts, Guard, Stop};
use crate::search::beam::{Beam, CanonicalInstance, Evaluation, Net};

/// Boards of a layer between two questions to the guard.
const CHUNK: usize = 256;
/// The width of the first beam; each is twice as wide as the one before.
const FIRST_WIDTH: usize = 64;
/// The widest beam: parents are numbered in 32 bits.
const WIDEST: usize = 1 << 24;

/// Beams of growing width for one instance.
#[derive(Debug)]
pub(crate) struct MultiTileBeam {
    canonical: CanonicalInstance,
    evaluation: Evaluation,
    width: usize,
}

/// A board one move below the layer.
#[derive(Clone, Copy)]
struct Candidate {
    score: i32,
    hash: u64,
    link: Link,
}

/// The parent's number in its layer and the move from it.
#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    by: LineMove,
}

/// The boards of one depth.
struct Layer {
    cells: usize,
    /// The labels of all boards, one board after the other.
    labels: Vec<u8>,
    /// The blank's cell of each board, and the kind of the move that led to it.
    blanks: Vec<(u8, u8)>,
}

impl Layer {
    fn len(&self) -> usize {
        self.blanks.len()
    }

    fn board(&self, number: usize) -> &[u8] {
        &self.labels[number * self.cells..(number + 1) * self.cells]
    }
}

impl MultiTileBeam {
    /// The beams of an instance, with a net of the caller's if it is of this size. None if its
    /// board is [too large](Beam::fits).
    pub fn new(instance: &Instance, net: Option<Arc<Net>>) -> Option<Self> {
        if !Beam::fits(instance.size()) {
            return None;
        }
        let canonical = CanonicalInstance::new(instance);
        let evaluation = Evaluation::with_net(instance.size(), canonical.blank_home, net);
        Some(Self {
            canonical,
            evaluation,
            width: FIRST_WIDTH,
        })
    }

    /// Runs the next width for a solution of fewer than `below` multi-tile moves.
    pub fn next_beam(
        &mut self,
        below: u32,
        guard: &Guard<'_>,
        counts: &mut Counts,
    ) -> Result<Option<Moves>, Stop> {
        let size = self.evaluation.size();
        if self.width > WIDEST {
            return Err(Stop::Memory);
        }
        let width = self.width;
        self.width *= 2;
        let labels = self.canonical.labels.clone();
        let home = self.canonical.blank_home as u8;
        let blank = labels.iter().position(|&label| label == home).unwrap_or(0);
        let mut layer = Layer {
            cells: size.cells(),
            blanks: vec![(blank as u8, u8::MAX)],
            labels,
        };
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        seen.insert(hash(layer.board(0)));
        let mut links: Vec<Vec<Link>> = Vec::new();
        for depth in 1..below {
            let longest = size.rows().max(size.cols());
            let bytes = width * longest * size_of::<Candidate>()
                + 2 * width * (layer.cells + 2)
                + 32 * seen.capacity()
                + depth as usize * width * size_of::<Link>();
            guard.check_memory(bytes)?;
            let (candidates, found) = self.candidates(&layer, guard, counts)?;
            if let Some(last) = found {
                return Ok(Some(self.path(&links, last, blank)));
            }
            let mut candidates: Vec<Candidate> = candidates
                .into_iter()
                .flatten()
                .filter(|candidate| seen.insert(candidate.hash))
                .collect();
            if candidates.is_empty() {
                break;
            }
            if candidates.len() > width {
                candidates.select_nth_unstable_by_key(width, |one| (one.score, one.hash));
                candidates.truncate(width);
            }
            layer = build(size, &layer, &candidates);
            links.push(candidates.iter().map(|one| one.link).collect());
        }
        Ok(None)
    }

    /// All boards one move below the layer, scored, by chunk of the layer; and one that is the
    /// goal, if there is one.
    fn candidates(
        &self,
        layer: &Layer,
        guard: &Guard<'_>,
        counts: &mut Counts,
    ) -> Result<(Vec<Vec<Candidate>>, Option<Link>), Stop> {
        let before = *counts;
        let chunks = guard.threads().map(layer.len().div_ceil(CHUNK), |chunk| {
            guard.check(&before)?;
            let numbers = chunk * CHUNK..layer.len().min((chunk + 1) * CHUNK);
            Ok(self.score(layer, numbers))
        });
        let chunks = chunks.into_iter().collect::<Result<Vec<_>, Stop>>()?;
        counts.expanded += layer.len() as u64;
        let all = chunks.iter().map(|(candidates, _)| candidates.len() as u64);
        counts.generated += all.sum::<u64>();
        counts.stored = counts.stored.max(layer.len() as u64);
        let found = chunks.iter().find_map(|(_, found)| *found);
        let candidates = chunks.into_iter().map(|(candidates, _)| candidates);
        Ok((candidates.collect(), found))
    }

    fn score(
        &self,
        layer: &Layer,
        numbers: std::ops::Range<usize>,
    ) -> (Vec<Candidate>, Option<Link>) {
        let size = self.evaluation.size();
        let mut candidates = Vec::with_capacity(8 * numbers.len());
        let mut found = None;
        let mut board = vec![0; layer.cells];
        for number in numbers {
            let (blank, last) = layer.blanks[number];
            for kind in (0..2).filter(|&kind| kind != last) {
                for by in LineMove::along(size, kind) {
                    board.copy_from_slice(layer.board(number));
                    let to = slide(size, &mut board, usize::from(blank), by);
                    if to == usize::from(blank) {
                        continue;
                    }
                    let link = Link {
                        parent: number as u32,
                        by,
                    };
                    if (0..).zip(&board).all(|(cell, &label)| cell == label) {
                        found = found.or(Some(link));
                    }
                    candidates.push(Candidate {
                        score: self.evaluation.points(&board),
                        hash: hash(&board),
                        link,
                    });
                }
            }
        }
        (candidates, found)
    }

    /// The slides from the start to a board one move below the last layer.
    fn path(&self, links: &[Vec<Link>], last: Link, mut blank: usize) -> Moves {
        let mut line_moves = vec![last.by];
        let mut number = last.parent as usize;
        for layer in links.iter().rev() {
            line_moves.push(layer[number].by);
            number = layer[number].parent as usize;
        }
        let mut moves = Moves::new();
        for by in line_moves.into_iter().rev() {
            for (direction, cell) in by.slides(self.evaluation.size(), blank) {
                moves.push(direction);
                blank = cell;
            }
        }
        self.canonical.restore(&moves)
    }
}

/// Makes a move and gives the blank's new cell.
fn slide(size: Size, board: &mut [u8], mut blank: usize, by: LineMove) -> usize {
    for (_, cell) in by.slides(size, blank) {
        board.swap(blank, cell);
        blank = cell;
    }
    blank
}

fn hash(board: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(board);
    hasher.finish()
}

/// The boards of the candidates that were kept.
fn build(size: Size, layer: &Layer, kept: &[Candidate]) -> Layer {
    let mut next = Layer {
        cells: layer.cells,
        labels: Vec::with_capacity(kept.len() * layer.cells),
        blanks: Vec::with_capacity(kept.len()),
    };
    for candidate in kept {
        let Link { parent, by } = candidate.link;
        let start = next.labels.len();
        next.labels.extend_from_slice(layer.board(parent as usize));
        let blank = usize::from(layer.blanks[parent as usize].0);
        let to = slide(size, &mut next.labels[start..], blank, by);
        next.blanks.push((to as u8, by.kind));
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Metric;
    use crate::goal::Goal;
    use crate::guard::Silent;
    use crate::scramble::Scrambler;
    use crate::verify::verify;
    use crate::workers::Workers;

    #[test]
    fn solutions_are_as_long_as_their_layer_and_the_same_on_any_threads() {
        for (rows, cols, goal) in [
            (5, 5, Goal::BlankLast),
            (4, 6, Goal::BlankFirst),
            (5, 5, Goal::Snail),
        ] {
            let size = Size::new(rows, cols).unwrap();
            let board = Scrambler::new(size, &goal, 4).unwrap().walk(60);
            let instance = Instance::new(&board, &goal).unwrap();
            let found = [1, 3].map(|threads| {
                let workers = Workers::new(threads);
                let guard = Guard::new(&Silent).on(workers.all());
                let mut beam = MultiTileBeam::new(&instance, None).unwrap();
                let mut counts = Counts::default();
                let first = beam.next_beam(200, &guard, &mut counts).unwrap().unwrap();
                let length = Metric::Multi.length(&first);
                // Nothing as long is found when less is asked for.
                let second = beam.next_beam(length, &guard, &mut counts).unwrap();
                assert!(second.is_none_or(|moves| Metric::Multi.length(&moves) < length));
                first
            });
            assert_eq!(verify(&board, instance.goal(), &found[0]), Ok(()));
            assert_eq!(found[0], found[1]);
        }
    }
}
