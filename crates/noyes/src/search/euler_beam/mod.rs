//! Large boards: a narrow beam that brings all tiles near their homes, then line after line.
//!
//! A beam that copies boards is too slow from about 12×12 on, and a beam that is not guided gets
//! stuck. A *tour* keeps one board, on which the beam's tree is walked (`euler.rs`), and goes in
//! two acts:
//!
//! 1. **near** (`near.rs`): all tiles at once, until their mean distance from home is about one.
//!    The evaluation is Σ |rows|^p + |columns|^p (`worth.rs`), near tiles reversed in their line,
//!    and the *outlook* from the blank's cell (`outlook.rs`), what it can still earn from there,
//!    without which it is trapped.
//! 2. **lines** (`lines.rs`): the outer rows, a few at a time, to and fro, with finished rows as
//!    walls, then columns across what is left. The next tile of the order weighs more than the
//!    others, and the blank is drawn to it. Where the beam makes no progress the board goes back to
//!    where most was done, and that one tile is brought home in a small region around it, the
//!    rest walled off (`rescue.rs`): in the open the beam fills up with boards that differ only in
//!    where the blank wanders. After a rescue strictly more is done, so the act ends. The last 3×3,
//!    or whatever could not be finished, is constructed.
//!
//! Cost: a layer is a walk over the tree, some thousand slides at width 50, whatever the board's
//! size: 5–7 M nodes a second; memory a few boards and the path. Four random boards (one of 127×127), one
//! thread beside other work, slides over Manhattan distance and seconds
//! (`cargo run --release --example tour`):
//!
//! ```text
//! n                     20           30           50           127
//! widths 25, 4n         1.61  0.3 s  1.52  0.9 s  1.43  3.2 s  1.36  44 s
//! widths 100, 400       1.56  0.5 s  1.48  1.9 s  1.41  6.0 s
//! widths 400, 1600      1.52  1.8 s  1.44  4.8 s
//! widths 1600, 6400     1.49  7.6 s  1.42 11 s (1600, 1600)
//! ```
//!
//! Both widths count. Passes of windows take off another half to one part in a hundred.
//!
//! Tried and dropped: a field of diffused hills in place of the outlook (see there). Eight beams side by side,
//! of which every 100 to 2,000 slides the best by points goes on: no shorter. Columns and rows in turn,
//! as the construction does: the blank has to cross the board between chunks, 1.61 instead of 1.47 at 50×50.
//! The next eight or sixteen tiles weighing more instead of the next one: 2–6 % longer at 30×30. No
//! weight for the next tile: 2 % longer there, twice the rescues. Tiles of the chunk weighed three times
//! the rest: stuck on every board. Without rescues: 2.0–2.5. Exponents in the first act: 1.6, 1.7, 1.8, 2.0 give
//! 1.478, 1.444, 1.439, 1.439 at 50×50; a straight line and a steeper part from the mean distance on 1.47 to
//! 1.53; exponents that rise or fall on the way 1.48 to 1.55. (Of 500 boards of 30×30 half-way, what the rest of the
//! act takes is (Σ d^1.8)^(1/1.8), scaled, to 1.3 %; who wants what beside whom makes it 1.1 %.)

mod euler;
mod ground;
mod lines;
mod near;
mod outlook;
mod rescue;
mod worth;

use ground::Ground;
use lines::finish_lines;
use near::bring_near;

use super::{Counts, Guard, Silent, Stop, construct};
use crate::board::{Direction, Moves};
use crate::goal::Instance;

/// How a tour is made.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Leaves of the beam while all tiles are brought near.
    pub width: usize,
    /// Leaves while lines are finished.
    pub line_width: usize,
    /// Ties are broken differently with another salt.
    pub salt: u64,
    /// Exponent of distances.
    pub power: f64,
    /// Moves for two near tiles reversed in their line.
    pub conflict: f64,
    /// Prices, for each line of the board, that the blank should see ahead of it.
    pub reach: f64,
    /// Layers between two outlooks, at least; more on large boards, where one costs more.
    pub renewal: usize,
    /// Mean distance from home at which lines are begun.
    pub near: f64,
    /// Layers without progress after which a tile is brought home by itself.
    pub patience: usize,
    /// Lines finished at a time.
    pub chunk: usize,
    /// Weight of the tiles of the lines being finished, in quarters.
    pub weight: u8,
    /// Weight of the other tiles meanwhile, in quarters.
    pub rest: u8,
    /// Exponent of distances meanwhile.
    pub line_power: f64,
    /// Moves for two near tiles reversed in their line, meanwhile.
    pub line_conflict: f64,
    /// Moves a step from the blank to the next work.
    pub pull: f64,
    /// Moves a step of the next tile's way home.
    pub next: f64,
    /// Moves for each tile done.
    pub done: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            width: 100,
            line_width: 300,
            salt: 1,
            power: 1.8,
            conflict: 1.0,
            reach: 0.5,
            renewal: 5,
            near: 1.0,
            patience: 80,
            chunk: 4,
            weight: 4,
            rest: 5,
            line_power: 1.5,
            line_conflict: 2.0,
            pull: 1.0,
            next: 2.0,
            done: 2.0,
        }
    }
}

/// A solution of a board of any size, if the guard does not stop it.
pub fn tour(
    instance: &Instance,
    settings: &Settings,
    guard: &Guard<'_>,
    counts: &mut Counts,
) -> Result<Moves, Stop> {
    let mut ground = Ground::new(instance);
    let mut moves = Vec::new();
    bring_near(&mut ground, settings, &mut moves, guard, counts)?;
    finish_lines(&mut ground, settings, &mut moves, guard, counts)?;
    let rest = construct_rest(instance, &moves);
    moves.extend(rest.iter());
    Ok(Moves::from(moves).without_undoing())
}

/// What a constructive solver makes of the board after some moves.
fn construct_rest(instance: &Instance, moves: &[Direction]) -> Moves {
    let mut board = instance.board().clone();
    if let Ok(tiles) = crate::verify::replay(&board, &moves.to_vec().into()) {
        board = crate::board::Board::from_permutation(board.size(), tiles.into());
    }
    let rest = Instance::unchecked(&board, instance.goal());
    construct(&rest, &Guard::new(&Silent))
        .moves
        .unwrap_or_default()
}
