//! An answer for every board, at once: sweep, fill lines from the outside in, finish exactly.
//!
//! Three acts, each of which works for every rectangle and every goal:
//!
//! 1. **Sweep** (`sweep`). The blank crosses the board on its most profitable ways until the
//!    tiles are near home. This act may be left out; it makes the answer half as long.
//! 2. **Fill** (`fill`, `open`). One outer line of the open rectangle after the other gets its
//!    tiles, from whichever of the four sides is nearest to done, and is never touched again.
//!    The line of the blank's home stays open. A tile is carried home with the fewest slides
//!    (`carry`, `walk`), two neighbours together where that is shorter, and the last two of a
//!    line always together (`pair`). After each line the rest is swept again, since the carriages
//!    have stirred it.
//! 3. **Finish** (`finish`). The last rectangle, at most 3×3 and around the blank's home, is
//!    solved with the fewest slides.
//!
//! Filling alone is I. Parberry's method, "A real-time algorithm for the (n²−1)-puzzle",
//! Information Processing Letters 56 (1995): some 8n³/3 slides on average ("Solving the
//! (n²−1)-puzzle with 8/3 n³ expected moves", Algorithms 8 (2015)), which is four times the
//! Manhattan distance of 2n³/3. Slides over Manhattan distance, mean of five boards (`cargo run
//! --release --example construct`, which also tells the time):
//!
//! ```text
//! n                       5     10     20     30     50    127
//! filling alone        2.45   3.27   3.56   3.76   3.83   3.91
//! all three acts       2.31   2.21   2.00   1.86   1.71   1.54
//! ```
//!
//! Small boards are constructed several times, with other directions and prices of the sweeps,
//! and the shortest answer is kept.
//!
//! Invariants: done cells form the outside of the open rectangle and a stretch at one or both
//! ends of the line being filled; the open part of that line is at least two cells long, so it
//! is never a dead end; the blank is always in the open part. The sum of squared distances falls
//! with every sweep, and the open rectangle shrinks with every line, so construction ends.
//!
//! Cost: a carriage looks at little more than its own way, a sweep at every open cell. The sweeps
//! take most of the time on large boards (some 10,000 of them at 127×127, about a second in all),
//! the exact searches for two tiles on small ones.

mod carry;
mod fill;
mod finish;
mod open;
mod pair;
mod sweep;
mod tray;
mod walk;

use carry::Carrier;
use open::Open;
use sweep::{Sweeper, UNIT};
use tray::Tray;

use crate::board::Moves;
use crate::goal::Instance;
use crate::guard::{Counts, Finding, Guard, Stop};

/// Attempts of a board are so many that they have about this many cells together.
const CELLS_OF_ALL_ATTEMPTS: usize = 3_200;
/// The most attempts of one board.
const MOST_ATTEMPTS: usize = 8;
/// The last prices of sweeps, in the order they are tried; the last of them allows no sweep.
const LAST_PRICES: [i64; 4] = [UNIT * 5 / 4, UNIT, UNIT * 3 / 2, i64::MAX];

/// Solves any instance at once, without any claim that the solution is short.
///
/// The lower bound is the Manhattan distance. *Generated* counts slides made, those taken back
/// included; nothing is expanded or stored. The guard is asked before every sweep and every
/// line. If it says stop before the first answer there are no moves; after that, the moves are
/// the shortest answer so far.
///
/// ```
/// use noyes::search::{Guard, Silent, construct};
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let finding = construct(&instance, &Guard::new(&Silent));
/// assert_eq!(finding.moves.unwrap().to_string(), "LULU");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn construct(instance: &Instance, guard: &Guard<'_>) -> Finding {
    let size = instance.size();
    let far = |(cell, &home): (usize, &u16)| match cell == instance.blank() {
        true => 0,
        false => size.distance(cell, usize::from(home)),
    };
    let labels = instance.labels().iter();
    let mut finding = Finding {
        moves: None,
        lower_bound: labels.enumerate().map(far).sum::<usize>() as u32,
        counts: Counts::default(),
        stop: None,
    };
    let attempts = match Open::all(size).is_small() {
        true => 1,
        false => (CELLS_OF_ALL_ATTEMPTS / size.cells()).clamp(1, MOST_ATTEMPTS),
    };
    for attempt in 0..attempts {
        let mut tray = Tray::new(instance);
        tray.slides = finding.counts.generated;
        let last_price = LAST_PRICES[attempt % LAST_PRICES.len()];
        let mut sweeper = Sweeper::new(size, last_price, attempt / LAST_PRICES.len());
        let built = build(&mut tray, &mut sweeper, instance.blank_home(), guard);
        finding.counts = tray.counts();
        if let Err(stop) = built {
            finding.stop = Some(stop);
            break;
        }
        debug_assert!(tray.labels.iter().copied().eq(0..size.cells() as u16));
        let moves = Moves::from(tray.moves).without_undoing();
        if finding
            .moves
            .as_ref()
            .is_none_or(|best| moves.len() < best.len())
        {
            finding.moves = Some(moves);
        }
    }
    finding
}

/// One construction: the three acts.
fn build(
    tray: &mut Tray,
    sweeper: &mut Sweeper,
    blank_home: usize,
    guard: &Guard<'_>,
) -> Result<(), Stop> {
    let mut carrier = Carrier::new(tray.size);
    let mut open = Open::all(tray.size);
    if !open.is_small() {
        sweeper.settle(tray, open, guard)?;
    }
    while !open.is_small() {
        guard.check(&tray.counts())?;
        let lines = open.lines(tray.size, blank_home);
        let nearest = lines.into_iter().min_by_key(|line| line.price(tray));
        debug_assert!(
            nearest.is_some(),
            "one of two opposite lines has no blank's home"
        );
        let Some(line) = nearest else { break };
        line.fill(tray, &mut carrier);
        open = open.without(line.inward);
        debug_assert!(open.contains(tray.size, tray.blank));
        debug_assert!(open.contains(tray.size, blank_home));
        sweeper.settle_again(tray, open, guard)?;
    }
    finish::finish(tray);
    Ok(())
}
