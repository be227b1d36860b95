//! Shortens a finished path: windows of it are re-solved, and boards met twice are joined.
//!
//! A pass walks the path once with a window of some 20 to 50 moves. What the window's search
//! (`shortcut.rs`) finds shorter replaces it at once, and the window goes on by a part of its
//! length. The pass streams: what lies behind the window is done, what lies before it has not
//! been looked at, so a path of millions of moves is never shifted in memory. Long paths are cut
//! into one piece a thread.
//!
//! Window length and node limit of a pass come from its number and the seed: short cheap windows
//! first, longer ones later.

mod loops;
mod shortcut;

use std::collections::VecDeque;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub use loops::without_loops;
use shortcut::Shortcut;

use super::{Counts, Guard, Stop};
use crate::board::{Direction, Moves};
use crate::goal::Instance;

/// A pass over a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Moves of a window.
    pub length: usize,
    /// Moves the window goes on each time.
    pub stride: usize,
    /// Nodes a window may take.
    pub nodes: u64,
    /// Where the first window starts.
    pub offset: usize,
}

impl Pass {
    /// The pass of a number, for a seed.
    pub fn new(number: usize, seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed ^ (number as u64) << 32);
        let level = number.min(12);
        let length = 20 + 3 * level + random.random_range(0..8);
        Self {
            length,
            stride: length / 4,
            nodes: 400 << level,
            offset: random.random_range(0..length),
        }
    }
}

/// A path no longer than the one given, after one pass on the threads of the guard.
///
/// When the guard stops it, what was found so far is kept: the path returned is always whole.
pub fn shorten(
    instance: &Instance,
    moves: &Moves,
    pass: Pass,
    guard: &Guard<'_>,
    counts: &mut Counts,
) -> (Moves, Option<Stop>) {
    let threads = guard.threads();
    let pieces = threads.count().clamp(1, (moves.len() / 4000).max(1));
    let spent = *counts;
    let guard = guard.share(spent.generated, pieces as u64);
    let size = instance.size();
    let mut board = Shortcut::new(size, instance.labels(), instance.blank());
    let mut starts = Vec::with_capacity(pieces);
    for piece in 0..pieces {
        let range = piece * moves.len() / pieces..(piece + 1) * moves.len() / pieces;
        let slides = &moves[range];
        let (labels, blank) = board.board();
        starts.push((Shortcut::new(size, labels, blank), slides));
        if piece + 1 < pieces {
            slides.iter().for_each(|&by| board.advance(by));
        }
    }
    let walked = threads.map(pieces, |piece| {
        let (start, slides) = &starts[piece];
        walk(&mut start.clone(), slides, pass, &guard, spent)
    });
    let mut joined: Vec<Direction> = Vec::with_capacity(moves.len());
    let mut stopped = None;
    for (part, nodes, stop) in walked {
        joined.extend(part);
        counts.generated += nodes;
        stopped = stopped.or(stop);
    }
    (Moves::from(joined).without_undoing(), stopped)
}

/// One pass over one piece, after `spent` elsewhere: the path, the nodes, and why it ended early.
fn walk(
    board: &mut Shortcut,
    slides: &[Direction],
    pass: Pass,
    guard: &Guard<'_>,
    spent: Counts,
) -> (Vec<Direction>, u64, Option<Stop>) {
    let mut done = Vec::with_capacity(slides.len());
    let mut ahead = slides.iter().copied();
    let mut window: VecDeque<Direction> = VecDeque::with_capacity(pass.length);
    let mut counts = spent;
    let mut stop = None;
    let mut go = pass.offset;
    loop {
        // The window goes on.
        for _ in 0..go {
            let Some(by) = window.pop_front().or_else(|| ahead.next()) else {
                break;
            };
            board.advance(by);
            done.push(by);
        }
        window.extend(ahead.by_ref().take(pass.length - window.len()));
        if window.len() < 2 {
            break;
        }
        go = pass.stride.max(1);
        if let Some(shorter) = board.find(window.make_contiguous(), pass.nodes) {
            window = shorter.into();
            // Perhaps there is more to win here.
            go = 0;
        }
        if spent.generated + board.nodes >= counts.generated + (1 << 18) {
            counts.generated = spent.generated + board.nodes;
            stop = guard.check(&counts).err();
            if stop.is_some() {
                break;
            }
        }
    }
    done.extend(window);
    done.extend(ahead);
    (done, board.nodes, stop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::goal::Goal;
    use crate::scramble::Scrambler;
    use crate::search::{Silent, construct};
    use crate::verify::verify;
    use crate::workers::Workers;

    #[test]
    fn a_constructed_path_becomes_shorter_and_stays_right() {
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
