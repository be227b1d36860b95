//! Windows: a finished path is shortened by solving short stretches of it again.
//!
//! A pass moves a window of some 20 to 50 moves along the path. Where the search of a window
//! (`shortcut.rs`) finds a shorter path between its two ends, that replaces the window at once.
//! Then the window moves on by a part of its length. [`without_cycles`] is the second means: it
//! cuts out what lies between two visits of the same board.
//!
//! A pass streams: what is behind the window is done, what is ahead has not been read, so a path of
//! millions of moves is never shifted in memory. A long path is cut into one piece for each thread.
//!
//! The length of the windows and their node limit follow from the number of the pass and the seed:
//! short and cheap windows first, longer ones later.

mod cycles;
mod shortcut;

use std::collections::VecDeque;

pub use cycles::without_cycles;
use shortcut::Shortcut;

use super::{Counts, Guard, Stop};
use crate::board::{Direction, Moves};
use crate::goal::Instance;
use crate::random::Random;

/// The fewest moves of a piece, if there is more than one.
const MOVES_PER_PIECE: usize = 4000;
/// Nodes between two questions to the guard.
const NODES_PER_CHECK: u64 = 1 << 18;

/// A pass over a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Moves of a window.
    pub length: usize,
    /// Moves by which the window moves on.
    pub stride: usize,
    /// The most nodes of the search of a window.
    pub nodes: u64,
    /// The start of the first window.
    pub offset: usize,
}

impl Pass {
    /// The pass with this number, for a seed.
    pub fn new(number: usize, seed: u64) -> Self {
        let mut random = Random::new(seed ^ (number as u64) << 32);
        let level = number.min(12);
        let length = 20 + 3 * level + random.below(8) as usize;
        Self {
            length,
            stride: length / 4,
            nodes: 400 << level,
            offset: random.below(length as u32) as usize,
        }
    }
}

/// A path no longer than the one given, after one pass on the threads of the guard.
///
/// If the guard stops it, what was found until then is used: the path returned is always whole. The
/// result depends on the number of threads, since the path is cut into pieces.
pub fn shorten(
    instance: &Instance,
    moves: &Moves,
    pass: Pass,
    guard: &Guard<'_>,
    counts: &mut Counts,
) -> (Moves, Option<Stop>) {
    let threads = guard.threads();
    let count = threads
        .count()
        .clamp(1, (moves.len() / MOVES_PER_PIECE).max(1));
    let spent = *counts;
    let guard = guard.share(spent.generated, count as u64);
    let mut board = Shortcut::new(instance.size(), instance.labels(), instance.blank());
    let mut pieces: Vec<Piece<'_>> = Vec::with_capacity(count);
    for number in 0..count {
        let (start, end) = (
            number * moves.len() / count,
            (number + 1) * moves.len() / count,
        );
        let slides = &moves[start..end];
        pieces.push(Piece {
            board: board.clone(),
            slides,
            shortened: Vec::new(),
            stop: None,
        });
        if number + 1 < count {
            slides.iter().for_each(|&by| board.advance(by));
        }
    }
    threads.for_each_mut(&mut pieces, |_, piece| piece.run(pass, &guard, spent));
    let mut joined: Vec<Direction> = Vec::with_capacity(moves.len());
    let mut stop = None;
    for piece in pieces {
        joined.extend(piece.shortened);
        counts.generated += piece.board.nodes;
        stop = stop.or(piece.stop);
    }
    (Moves::from(joined).without_undoing(), stop)
}

/// A stretch of the path that one thread works on.
struct Piece<'a> {
    /// The board at the piece's start, then as the pass goes on.
    board: Shortcut,
    slides: &'a [Direction],
    /// The piece after the pass.
    shortened: Vec<Direction>,
    /// Why the pass ended early, if it did.
    stop: Option<Stop>,
}

impl Piece<'_> {
    /// One pass over the piece, after `spent` elsewhere.
    fn run(&mut self, pass: Pass, guard: &Guard<'_>, spent: Counts) {
        let mut done = Vec::with_capacity(self.slides.len());
        let mut ahead = self.slides.iter().copied();
        let mut window: VecDeque<Direction> = VecDeque::with_capacity(pass.length);
        let mut counts = spent;
        let mut step = pass.offset;
        loop {
            // The window moves on.
            for _ in 0..step {
                let Some(by) = window.pop_front().or_else(|| ahead.next()) else {
                    break;
                };
                self.board.advance(by);
                done.push(by);
            }
            window.extend(ahead.by_ref().take(pass.length - window.len()));
            if window.len() < 2 {
                break;
            }
            step = pass.stride.max(1);
            if let Some(shorter) = self.board.find(window.make_contiguous(), pass.nodes) {
                window = shorter.into();
                // With the moves that follow, the same place may give more.
                step = 0;
            }
            let generated = spent.generated + self.board.nodes;
            if generated >= counts.generated + NODES_PER_CHECK {
                counts.generated = generated;
                self.stop = guard.check(&counts).err();
                if self.stop.is_some() {
                    break;
                }
            }
        }
        done.extend(window);
        done.extend(ahead);
        self.shortened = done;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::goal::Goal;
    use crate::guard::Silent;
    use crate::scramble::Scrambler;
    use crate::search::construct;
    use crate::verify::verify;
    use crate::workers::Workers;

    #[test]
    fn a_constructed_path_becomes_shorter_and_stays_a_solution() {
        for (rows, cols) in [(4, 4), (7, 5), (20, 20)] {
            let size = Size::new(rows, cols).unwrap();
            let board = Scrambler::new(size, &Goal::BlankLast, 2).unwrap().uniform();
            let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
            let workers = Workers::new(2);
            let guard = Guard::new(&Silent).on(workers.all());
            let first = construct(&instance, &guard).moves.unwrap();
            let mut counts = Counts::default();
            let mut best = first.clone();
            for number in 0..3 {
                let pass = Pass::new(number, 1);
                let (shorter, stop) = shorten(&instance, &best, pass, &guard, &mut counts);
                assert_eq!(stop, None);
                assert!(shorter.len() <= best.len());
                assert_eq!(verify(&board, instance.goal(), &shorter), Ok(()));
                best = shorter;
            }
            assert!(best.len() < first.len());
        }
    }
}
