//! Large boards: a narrow beam on one board, do and undo.
//!
//! A beam that copies boards is too slow from about 12×12 on, and a narrow beam without guidance
//! gets stuck. This search keeps one board, on which it walks the tree of its beam
//! (`beam_tree.rs`), and works in two phases:
//!
//! 1. **Approach** (`approach.rs`): all tiles together, until their mean distance from home is
//!    about one. The evaluation is Σ |rows|^p + |columns|^p (`weights.rs`), plus near tiles
//!    reversed in their goal line, minus the blank potential (`blank_potential.rs`). Neighbouring
//!    tiles have points besides (`neighbour_points.rs`), here and in the second phase.
//! 2. **Lines** (`fill_lines.rs`): the outer rows, a few at a time, to and fro, with finished rows
//!    as walls; then columns across what is left. The next tile of the order weighs more than the
//!    others, and the blank is drawn to it. Where the beam makes no progress, that one tile is
//!    brought home in a small region around it (`unstick.rs`). The last 3×3, or what could not be
//!    finished, goes to the constructive solver.
//!
//! **Cost.** A layer is one walk over the tree, some thousand slides at width 50, whatever the size
//! of the board: 5 to 13 million nodes a second. Memory is a few boards and the path. Slides over
//! Manhattan distance, mean of four random boards (two at 50×50; one at 127×127, widths 25 and 320)
//! (`cargo run --release --example euler_beam`):
//!
//! ```text
//! n                     14     20     50     127
//! widths 25, 4n                1.55   1.39   1.34
//! widths 100, 400              1.47
//! widths 100, 300       1.55
//! widths 400, 1600             1.45
//! ```
//!
//! Window passes take off another 0.5 to 1 %. What was tried and dropped is in
//! `bench/records/2026-11-notes-large-boards.md` and `bench/records/2026-11-19-large-boards.md`.

mod approach;
mod arch;
mod beam_tree;
mod blank_potential;
mod fill_lines;
mod layer;
mod neighbour_points;
mod unstick;
mod walled_board;
mod weights;

use approach::approach;
use fill_lines::fill_lines;
pub use layer::{LineLayer, OnLayer};
pub use neighbour_points::NeighbourPoints;
use walled_board::WalledBoard;

use super::{Counts, Guard, Silent, Stop, construct};
use crate::board::{Board, Direction, Moves};
use crate::goal::Instance;
use crate::verify::replay;

/// How an Euler beam searches. Lengths in moves are converted to points inside.
#[derive(Clone, Copy, Debug)]
pub struct EulerBeamOptions<'a> {
    /// The width of the beam in the first phase.
    pub width: usize,
    /// The width of the beam in the second phase.
    pub line_width: usize,
    /// Searches with different salts break ties differently.
    pub salt: u64,
    /// First phase: the exponent of distances.
    pub exponent: f64,
    /// First phase: moves charged for two near tiles that are reversed in their goal line.
    pub conflict: f64,
    /// First phase: the blank potential that the price is steered to, in prices for each line of
    /// the board's longer side.
    pub reach: f64,
    /// First phase: the fewest layers between two renewals of the blank potential. Large boards,
    /// where one costs more, have more.
    pub renewal: usize,
    /// The mean distance from home at which the first phase ends.
    pub near_distance: f64,
    /// Second phase: layers without progress after which a tile is brought home by itself.
    pub patience: usize,
    /// Second phase: lines finished at a time.
    pub chunk: usize,
    /// Second phase: the weight of the tiles of these lines, in quarters.
    pub line_weight: u8,
    /// Second phase: the weight of the other tiles, in quarters.
    pub rest_weight: u8,
    /// Second phase: the exponent of distances.
    pub line_exponent: f64,
    /// Second phase: moves charged for two near tiles that are reversed in their goal line.
    pub line_conflict: f64,
    /// Second phase: moves charged for a step between the blank and the next tile.
    pub blank_pull: f64,
    /// Second phase: moves charged for a step of the next tile from its home.
    pub next_tile: f64,
    /// Second phase: moves taken off for each tile done.
    pub done_bonus: f64,
    /// First phase: the points of neighbouring tiles.
    pub approach_points: Option<&'a NeighbourPoints>,
    /// Second phase: the points of neighbouring tiles.
    pub line_points: Option<&'a NeighbourPoints>,
}

impl Default for EulerBeamOptions<'_> {
    fn default() -> Self {
        Self {
            width: 100,
            line_width: 300,
            salt: 1,
            exponent: 1.8,
            conflict: 1.0,
            reach: 0.5,
            renewal: 5,
            near_distance: 1.0,
            patience: 80,
            chunk: 4,
            line_weight: 4,
            rest_weight: 5,
            line_exponent: 1.5,
            line_conflict: 2.0,
            blank_pull: 1.0,
            next_tile: 2.0,
            done_bonus: 2.0,
            approach_points: NeighbourPoints::APPROACH,
            line_points: NeighbourPoints::LINES,
        }
    }
}

/// A solution of a board of any size, unless the guard stops the search. It runs on one thread.
pub fn euler_beam(
    instance: &Instance,
    options: &EulerBeamOptions<'_>,
    guard: &Guard<'_>,
    counts: &mut Counts,
) -> Result<Moves, Stop> {
    let moves = euler_beam_observed(instance, options, guard, counts, &mut |_| {})?;
    Ok(Moves::from(moves).without_undoing())
}

/// The same, and `on_layer` is called with every layer of the second phase. The slides are those of
/// the beam, where one may undo the one before.
pub fn euler_beam_observed(
    instance: &Instance,
    options: &EulerBeamOptions<'_>,
    guard: &Guard<'_>,
    counts: &mut Counts,
    on_layer: &mut OnLayer<'_>,
) -> Result<Vec<Direction>, Stop> {
    let mut board = WalledBoard::new(instance);
    let mut moves = Vec::new();
    approach(&mut board, options, &mut moves, guard, counts)?;
    fill_lines(&mut board, options, &mut moves, guard, counts, on_layer)?;
    let rest = construct_rest(instance, &moves);
    moves.extend(rest.iter());
    Ok(moves)
}

/// The constructive solver's answer for the board after some moves.
fn construct_rest(instance: &Instance, moves: &[Direction]) -> Moves {
    let mut board = instance.board().clone();
    if let Ok(tiles) = replay(&board, &moves.to_vec().into()) {
        board = Board::from_permutation(board.size(), tiles.into());
    }
    let rest = Instance::unchecked(&board, instance.goal());
    construct(&rest, &Guard::new(&Silent))
        .moves
        .unwrap_or_default()
}
