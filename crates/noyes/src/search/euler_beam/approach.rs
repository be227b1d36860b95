//! First phase: all tiles are brought near their homes.

use super::EulerBeamOptions;
use super::beam_tree::{BeamTree, Objective};
use super::blank_potential::BlankPotential;
use super::neighbour_points::{NeighbourPoints, NeighbourTable, Orientation};
use super::walled_board::WalledBoard;
use super::weights::{POINTS, Weights, points};
use crate::board::Direction;
use crate::guard::{Counts, Guard, InstructionSet, Stop};

/// Cells of a board for each layer between two renewals of the potential, so that the renewals of a
/// large board cost no more than its layers.
const CELLS_PER_LAYER: usize = 800;
/// Layers between two commits of the trunk.
const LAYERS_PER_COMMIT: usize = 8;

/// Slides until the mean distance of the tiles is small.
pub(super) fn approach(
    board: &mut WalledBoard,
    options: &EulerBeamOptions<'_>,
    moves: &mut Vec<Direction>,
    guard: &Guard<'_>,
    counts: &mut Counts,
) -> Result<(), Stop> {
    let size = board.size();
    let longest = size.rows().max(size.cols());
    let mut weights = Weights::new(size.cells(), longest, options.exponent, options.conflict);
    let objective = Objective {
        order: &[],
        blank_pull: 0,
        next_tile: 0,
        done_bonus: 0,
        end_distance: (options.near_distance * size.cells() as f64) as u32,
    };
    let start = board.manhattan();
    if start <= objective.end_distance {
        return Ok(());
    }
    // The first price is what a step earns at the mean distance along one axis.
    let mean = f64::from(start) / size.cells() as f64 / 2.0;
    let price = points(0.6 * options.exponent * mean.powf(options.exponent - 1.0));
    let reach = options.reach * longest as f64;
    let mut potential = BlankPotential::new(board, &weights, price, reach);
    let mut last_price = 0;
    let mut tree = BeamTree::new(options.width, options.salt);
    tree.reset(board, &objective, start);
    let most_layers = 4 * start as usize + 1000;
    let renewal = options.renewal.max(size.cells() / CELLS_PER_LAYER);
    for layer in 0..most_layers {
        if layer % renewal == 0 {
            let most = guard.instruction_set();
            renew_at_best_leaf(most, &mut potential, &tree, board, &weights);
            rescale(
                &mut weights,
                options.approach_points,
                &mut last_price,
                potential.price(),
            );
            counts.generated += std::mem::take(&mut tree.generated);
            guard.check(counts)?;
        }
        let end = tree.grow(board, &weights, Some(&potential), &objective, options.width);
        if let Some(leaf) = end {
            tree.commit_leaf(leaf, board, moves);
            return Ok(());
        }
        if layer % LAYERS_PER_COMMIT == 0 {
            let blank = board.tiles.blank;
            let committed = tree.commit_trunk(board, moves);
            let slides = &moves[moves.len() - committed..];
            measure_along(&mut potential, board, &weights, blank, slides);
        }
    }
    if let Some(leaf) = tree.best() {
        tree.commit_leaf(leaf, board, moves);
    }
    Ok(())
}

/// Lays out the points of neighbours anew where the price has changed by a twentieth.
///
/// What a pair costs rises less than the price. So it is charged at the geometric mean of the price
/// and a move.
fn rescale(
    weights: &mut Weights,
    points: Option<&NeighbourPoints>,
    last_price: &mut i32,
    price: i32,
) {
    if 20 * (price - *last_price).abs() > *last_price {
        *last_price = price;
        let mean = (POINTS * price).isqrt();
        let table = |points| NeighbourTable::new(points, mean, Orientation::default());
        weights.neighbours = points.map(table);
    }
}

/// Renews the potential on the board of the best leaf. The board is left as it was.
fn renew_at_best_leaf(
    most: InstructionSet,
    potential: &mut BlankPotential,
    tree: &BeamTree,
    board: &mut WalledBoard,
    weights: &Weights,
) {
    let path = tree.best().map(|leaf| tree.path_to(leaf));
    let path = path.unwrap_or_default();
    let back: Vec<Direction> = path.iter().rev().map(|by| by.opposite()).collect();
    slide_and_measure(potential, board, weights, &path);
    potential.renew(most, board.blank_position());
    slide_and_measure(potential, board, weights, &back);
}

/// Makes slides and measures the tiles that have moved.
fn slide_and_measure(
    potential: &mut BlankPotential,
    board: &mut WalledBoard,
    weights: &Weights,
    slides: &[Direction],
) {
    let blank = board.tiles.blank;
    slides.iter().for_each(|&by| board.slide(by));
    measure_along(potential, board, weights, blank, slides);
}

/// Measures the tiles that slides have moved. The blank was at `blank` before them.
fn measure_along(
    potential: &mut BlankPotential,
    board: &WalledBoard,
    weights: &Weights,
    mut blank: usize,
    slides: &[Direction],
) {
    potential.measure(board, weights, blank);
    for &by in slides {
        if let Some(from) = board.tiles.slide_table.source_cell(blank, by) {
            blank = from;
            potential.measure(board, weights, blank);
        }
    }
    debug_assert_eq!(blank, board.tiles.blank);
}
