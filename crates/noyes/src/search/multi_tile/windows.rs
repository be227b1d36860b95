//! A path shortened window by window in multi-tile moves, and the proof where the goal is near.
//!
//! A window is a stretch of some moves of a path. Where a search from both ends of it finds fewer
//! moves, they take its place. Windows that start at different moves are searched at the same time,
//! each on the path as it was; of those that overlap, the first that gained is taken.

use super::both_ends::{Extent, Meeting, shortest_between};
use crate::board::{Direction, Metric, Moves, MutableBoard, Packed, with_packed};
use crate::goal::Instance;
use crate::guard::{Counts, Guard, Stop};
use crate::workers::Threads;

/// The shape of a pass of windows.
#[derive(Clone, Copy, Debug)]
struct Pass {
    /// Moves of a window.
    length: usize,
    /// Moves from the start of one window to that of the next.
    stride: usize,
    /// The most boards of the search of a window.
    boards: usize,
}

impl Pass {
    /// Windows get longer from pass to pass, and their searches larger.
    fn new(number: usize) -> Self {
        let level = number.min(5);
        Self {
            length: 8 + 2 * level,
            stride: 2,
            boards: 4000 << level,
        }
    }
}

/// One window: where it is in the path, in slides, and the boards at its ends.
struct Window {
    slides: std::ops::Range<usize>,
    moves: u32,
    ends: [Vec<u16>; 2],
}

/// A path with no more multi-tile moves than the one given, after pass `number` of windows on the
/// threads of the guard. If the guard stops it, the path comes back as it was.
pub(crate) fn shorten_multi_tile(
    instance: &Instance,
    moves: &Moves,
    number: usize,
    guard: &Guard<'_>,
    counts: &mut Counts,
) -> Result<Moves, Stop> {
    let pass = Pass::new(number);
    let windows = windows(instance, moves, pass);
    let threads = guard.threads();
    let spent = *counts;
    // Every search asks with the counts of its own, as if all others had ended.
    let alone = guard.share(spent.generated, threads.count() as u64);
    let alone = alone.on(Threads::ONE);
    let found = threads.map(windows.len(), |index| {
        let window = &windows[index];
        let extent = Extent {
            boards: pass.boards,
            below: window.moves,
        };
        let mut counts = spent;
        let ends = [window.ends[0].as_slice(), window.ends[1].as_slice()];
        let found = between(instance, ends, extent, &alone, &mut counts);
        (found, counts.generated - spent.generated)
    });
    let mut shortened: Vec<Direction> = Vec::with_capacity(moves.len());
    let mut done = 0;
    for (window, (found, generated)) in windows.iter().zip(found) {
        counts.generated += generated;
        if let Meeting {
            moves: Some(way), ..
        } = found?
            && window.slides.start >= done
        {
            shortened.extend_from_slice(&moves[done..window.slides.start]);
            shortened.extend_from_slice(&way);
            done = window.slides.end;
        }
    }
    shortened.extend_from_slice(&moves[done..]);
    let shortened = Moves::from(shortened).without_undoing();
    let is_better = Metric::Multi.length(&shortened) < Metric::Multi.length(moves);
    Ok(if is_better { shortened } else { moves.clone() })
}

/// The windows of a path.
fn windows(instance: &Instance, moves: &Moves, pass: Pass) -> Vec<Window> {
    // The slides made, and the board, before each move and after the last.
    let mut board = MutableBoard::new(instance.size(), instance.labels(), instance.blank());
    let mut stops = vec![(0, board.labels.clone())];
    for (direction, slides) in moves.runs() {
        (0..slides).for_each(|_| board.slide(direction));
        let before = stops.last().map_or(0, |stop| stop.0);
        stops.push((before + slides, board.labels.clone()));
    }
    let last = stops.len() - 1;
    let starts = (0..last).step_by(pass.stride);
    let window = |start: usize| {
        let end = (start + pass.length).min(last);
        Window {
            slides: stops[start].0..stops[end].0,
            moves: (end - start) as u32,
            ends: [stops[start].1.clone(), stops[end].1.clone()],
        }
    };
    starts.map(window).collect()
}

/// The fewest multi-tile moves of a board, by a search from both ends of at most `boards` boards,
/// for solutions of fewer than `below` moves.
pub(crate) fn prove_multi_tile(
    instance: &Instance,
    boards: usize,
    below: u32,
    guard: &Guard<'_>,
    counts: &mut Counts,
) -> Result<(Option<Moves>, u32), Stop> {
    let goal: Vec<u16> = (0..instance.size().cells() as u16).collect();
    let ends = [instance.labels(), goal.as_slice()];
    let found = between(instance, ends, Extent { boards, below }, guard, counts)?;
    Ok((found.moves, found.lower_bound))
}

fn between(
    instance: &Instance,
    ends: [&[u16]; 2],
    extent: Extent,
    guard: &Guard<'_>,
    counts: &mut Counts,
) -> Result<Meeting, Stop> {
    let (size, home) = (instance.size(), instance.blank_home() as u16);
    // Boards of up to 16 cells have tables, and hardly ever come here: no copy is made for them.
    let cells = size.cells().max(u64::MOST_CELLS + 1);
    with_packed!(cells, P => shortest_between::<P>(size, ends, home, extent, guard, counts))
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
    fn a_constructed_path_gets_fewer_moves_and_stays_a_solution() {
        for (rows, cols) in [(5, 5), (4, 7)] {
            let size = Size::new(rows, cols).unwrap();
            let board = Scrambler::new(size, &Goal::BlankLast, 2).unwrap().uniform();
            let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
            let workers = Workers::new(2);
            let guard = Guard::new(&Silent).on(workers.all());
            let mut best = construct(&instance, &guard).moves.unwrap();
            let first = Metric::Multi.length(&best);
            let mut counts = Counts::default();
            for number in 0..2 {
                let before = Metric::Multi.length(&best);
                best = shorten_multi_tile(&instance, &best, number, &guard, &mut counts).unwrap();
                assert!(Metric::Multi.length(&best) <= before);
                assert_eq!(verify(&board, instance.goal(), &best), Ok(()));
            }
            assert!(Metric::Multi.length(&best) < first);
            assert!(counts.generated > 0);
        }
    }
}
