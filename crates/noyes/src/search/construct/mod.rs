//! A solution of every board, at once: sweep, fill lines from the outside in, solve the rest
//! exactly.
//!
//! Three phases, each of which works for every rectangle and every goal:
//!
//! 1. **Sweep** (`sweep.rs`). The blank crosses the board on its most profitable paths until the
//!    tiles are near home. This phase could be left out; it halves the length of the solution.
//! 2. **Fill** (`fill.rs`, `outer_lines.rs`). The open rectangle loses one outer line after the
//!    other, always the cheapest of its four sides. A filled line is never touched again. The line
//!    of the blank's goal cell stays open. A tile is carried home with the fewest slides
//!    (`carry.rs`, `walk.rs`), two neighbours together where that is shorter, and the last two of a
//!    line always together (`tile_pair.rs`). After each line the rest is swept again, since the
//!    carriages have moved its tiles.
//! 3. **Last rectangle** (`last_rectangle.rs`). What is left, at most 3×3 and around the blank's
//!    goal cell, is solved with the fewest slides.
//!
//! Filling alone is the method of I. Parberry, "A real-time algorithm for the (n²−1)-puzzle",
//! Information Processing Letters 56 (1995). It takes 8n³/3 slides on average ("Solving the
//! (n²−1)-puzzle with 8/3 n³ expected moves", Algorithms 8, 2015), four times the mean Manhattan
//! distance of 2n³/3. Slides over Manhattan distance, mean of five boards (`cargo run --release
//! --example construct`, which also prints the time):
//!
//! ```text
//! n                       5     10     20     30     50    127
//! filling alone        2.45   3.27   3.56   3.76   3.83   3.91
//! all phases           2.31   2.21   2.00   1.86   1.71   1.54
//! ```
//!
//! Small boards are constructed several times, with other directions and prices of the sweeps, and
//! the shortest solution is used.
//!
//! The answer that is always there must not wait until a large board is swept
//! ([`construct_always`]). Where the guard says stop, the rest of the board is filled as it is,
//! each tile on the way that its open cost points to (`plain.rs`): that takes tens of milliseconds
//! at 127×127, and what was swept by then is not lost.
//!
//! **Invariants.**
//!
//! * The done cells are those outside the open rectangle, and a stretch at one or both ends of the
//!   line being filled.
//! * The open part of that line is at least two cells long, so it is never a dead end.
//! * The blank is in the open part.
//! * The sum of squared distances falls with every sweep, and the open rectangle shrinks with every
//!   line. So construction ends.
//!
//! **Cost.** A carriage expands little more than its own path; a sweep reads every open cell. On
//! large boards the sweeps take most of the time (about a second at 127×127), on small ones the
//! exact searches for two tiles.

mod carry;
mod fill;
mod last_rectangle;
mod outer_lines;
mod partial_board;
mod plain;
mod sweep;
mod tile_pair;
mod walk;

use carry::Carrier;
use fill::Line;
use last_rectangle::{is_small, solve_last_rectangle};
use outer_lines::{outer_lines, without_line};
use partial_board::PartialBoard;
use plain::finish_plainly;
use sweep::{Sweeper, UNIT};

use crate::board::{Moves, Rectangle};
use crate::goal::Instance;
use crate::guard::{Counts, Finding, Guard, Silent, Stop};

/// The number of attempts is such that they have about this many cells together.
const CELLS_OF_ALL_ATTEMPTS: usize = 3_200;
/// The most attempts of one board.
const MOST_ATTEMPTS: usize = 8;
/// The last prices of sweeps, by attempt. The last of them allows no sweep.
const LAST_PRICES: [i64; 4] = [UNIT * 5 / 4, UNIT, UNIT * 3 / 2, i64::MAX];
/// Boards of at most so many cells are constructed in milliseconds, whatever the guard says.
const CELLS_AT_ONCE: usize = 400;

/// Solves any instance at once. The solution is not meant to be short.
///
/// The lower bound is the Manhattan distance. *Generated* counts slides made, those taken back
/// included; nothing is expanded or stored. The guard is asked before every sweep and every line.
/// If it says stop before the first solution there are no moves, and after that the moves are the
/// shortest solution so far.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::search::construct;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let finding = construct(&instance, &Guard::new(&Silent));
/// assert_eq!(finding.moves.unwrap().to_string(), "LULU");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn construct(instance: &Instance, guard: &Guard<'_>) -> Finding {
    construct_until(instance, guard, AfterStop::Nothing)
}

/// The same, but there always are moves: a guard that says stop is obeyed by filling what is left
/// at once. On small boards it is not asked.
pub(crate) fn construct_always(instance: &Instance, guard: &Guard<'_>) -> Finding {
    match instance.size().cells() <= CELLS_AT_ONCE {
        true => construct(instance, &Guard::new(&Silent)),
        false => construct_until(instance, guard, AfterStop::Plain),
    }
}

/// What is done when the guard says stop before the first solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AfterStop {
    /// There are no moves.
    Nothing,
    /// The rest is filled at once.
    Plain,
}

fn construct_until(instance: &Instance, guard: &Guard<'_>, after_stop: AfterStop) -> Finding {
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
    let attempts = match is_small(Rectangle::whole(size)) {
        true => 1,
        false => (CELLS_OF_ALL_ATTEMPTS / size.cells()).clamp(1, MOST_ATTEMPTS),
    };
    for attempt in 0..attempts {
        let mut board = PartialBoard::new(instance);
        board.slides = finding.counts.generated;
        let last_price = LAST_PRICES[attempt % LAST_PRICES.len()];
        let mut sweeper = Sweeper::new(size, last_price, attempt / LAST_PRICES.len());
        let mut open = Rectangle::whole(size);
        let home = instance.blank_home();
        let built = build(&mut board, &mut sweeper, &mut open, home, guard);
        if let Err(stop) = built {
            finding.stop = Some(stop);
            if finding.moves.is_some() || after_stop == AfterStop::Nothing {
                finding.counts = board.counts();
                break;
            }
            finish_plainly(&mut board, open, home);
        }
        finding.counts = board.counts();
        debug_assert!(
            board
                .tiles
                .labels
                .iter()
                .copied()
                .eq(0..size.cells() as u16)
        );
        let moves = Moves::from(board.moves).without_undoing();
        if finding
            .moves
            .as_ref()
            .is_none_or(|best| moves.len() < best.len())
        {
            finding.moves = Some(moves);
        }
        if finding.stop.is_some() {
            break;
        }
    }
    finding
}

/// One construction: the three phases. After a stop the cells outside `open` are done.
fn build(
    board: &mut PartialBoard,
    sweeper: &mut Sweeper,
    open: &mut Rectangle,
    blank_home: usize,
    guard: &Guard<'_>,
) -> Result<(), Stop> {
    let mut carrier = Carrier::new(board.tiles.size);
    if !is_small(*open) {
        sweeper.settle(board, *open, guard)?;
    }
    while !is_small(*open) {
        guard.check(&board.counts())?;
        let Some(line) = nearest_line(board, *open, blank_home) else {
            break;
        };
        line.fill(board, &mut carrier);
        *open = without_line(*open, line.inward);
        debug_assert!(open.contains(board.tiles.size, board.tiles.blank));
        debug_assert!(open.contains(board.tiles.size, blank_home));
        sweeper.settle_again(board, *open, guard)?;
    }
    solve_last_rectangle(board);
    Ok(())
}

/// The outer line of the open rectangle that is cheapest to fill.
fn nearest_line(board: &PartialBoard, open: Rectangle, blank_home: usize) -> Option<Line> {
    let lines = outer_lines(open, board.tiles.size, blank_home);
    let nearest = lines.into_iter().min_by_key(|line| line.price(board));
    debug_assert!(
        nearest.is_some(),
        "of two opposite lines one is not the line of the blank's goal cell"
    );
    nearest
}
