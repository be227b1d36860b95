//! Large boards: a narrow beam that brings all tiles near their homes, then line after line.
//!
//! A beam that copies boards is too slow from about 12×12 on, and a beam that is not guided gets
//! stuck. A *tour* keeps one board, on which the beam's tree is walked (`euler.rs`), and goes in
//! two acts:
//!
//! 1. **near** (`near.rs`): all tiles at once, until their mean distance from home is about one.
//!    The evaluation is Σ |rows|^p + |columns|^p (`worth.rs`), near tiles reversed in their line,
//!    and a field on the blank's position (`field.rs`) without which the blank is trapped.
//! 2. **lines** (`lines.rs`): the outer lines, a few at a time, to and fro, with finished lines
//!    as walls and a pull from the next tile of the sweep on the blank. Where the beam makes no
//!    progress the board goes back to where most was done, and that one tile is brought home in a
//!    small region around it, the rest walled off (`rescue.rs`): in the open the beam fills up
//!    with boards that differ only in where the blank wanders. After a rescue strictly more is done,
//!    so the act ends. The last 3×3, or whatever could not be finished, is constructed.
//!
//! Cost: a layer is a walk over the tree, some thousand slides at width 50, whatever the board's
//! size: 2–3 M nodes a second; memory a few boards and the path. Random boards, one thread, width
//! 50 and 300: 20×20 1.68 × Manhattan in 0.5 s of CPU, of which 1.38 in the first act.
//!
//! Tried and dropped: counting for the field the slides each cell has still to see (tiles' steps
//! spread over the rectangles they have to cross): 5,240 moves instead of 4,970 to a mean distance
//! of 4 at 20×20. Tiles of the chunk weighed three times the rest: stuck on every board, 2.6 ×
//! Manhattan; the same or twice the weight: 1.68–1.70. Without rescues: 2.0–2.5. One or two
//! lines at a time: 1.71. Exponents ≤ 1.4 in the first act: 5–8 % longer.

mod euler;
mod field;
mod ground;
mod lines;
mod near;
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
    /// The field: height of the hill a visit leaves.
    pub hill: f32,
    /// The field: depth of work.
    pub work: f32,
    /// The field: exponent of distance as work.
    pub work_power: f32,
    /// The field: depth of the bowl.
    pub bowl: f32,
    /// The field: rounds of smoothing.
    pub diffusion: usize,
    /// Layers between two fields; more on large boards, where a field costs more.
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
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            width: 100,
            line_width: 300,
            salt: 1,
            power: 1.7,
            conflict: 1.0,
            hill: 4.0,
            work: 0.5,
            work_power: 1.0,
            bowl: 4.0,
            diffusion: 10,
            renewal: 5,
            near: 1.2,
            patience: 80,
            chunk: 3,
            weight: 4,
            rest: 2,
            line_power: 1.2,
            line_conflict: 2.0,
            pull: 1.0,
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
