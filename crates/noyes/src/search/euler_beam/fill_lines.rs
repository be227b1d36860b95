//! Second phase: lines are finished a few at a time, to and fro. What is finished becomes a wall.

use super::EulerBeamOptions;
use super::beam_tree::{BeamTree, Objective};
use super::layer::{LineLayer, OnLayer};
use super::neighbour_points::{NeighbourTable, Orientation};
use super::unstick::unstick;
use super::walled_board::WalledBoard;
use super::weights::{POINTS, Weights, points};
use crate::board::{Direction, Rectangle};
use crate::guard::{Counts, Guard, Stop};

/// The side of the square that is left to the constructive solver.
const LAST_SIDE: usize = 3;
/// Layers between two commits of the trunk.
const LAYERS_PER_COMMIT: usize = 8;

/// Takes a chunk of outer lines off the open rectangle. Returns their labels in the order in which
/// they are to come home, swept from one end of the lines or, if `is_back`, from the other. None
/// when a 3×3 is left.
///
/// The lines are rows as long as there are many, so that one chunk ends where the next begins, on
/// the side away from the blank's home. Then they are columns, across the rows that are left.
fn take_chunk(
    open: &mut Rectangle,
    board: &WalledBoard,
    most: usize,
    is_back: bool,
) -> Option<(Vec<u16>, Orientation)> {
    let (rows, cols) = (open.rows(), open.cols());
    if rows <= LAST_SIDE && cols <= LAST_SIDE {
        return None;
    }
    let size = board.size();
    let by_rows = rows >= cols || rows > LAST_SIDE + most;
    let (first, last, home, count) = if by_rows {
        let home = size.row(board.blank_home);
        (&mut open.top, &mut open.bottom, home, rows)
    } else {
        let home = size.col(board.blank_home);
        (&mut open.left, &mut open.right, home, cols)
    };
    let (before, after) = (home - *first, *last - home);
    let chunk = most.min(count - LAST_SIDE).min(before.max(after)).max(1);
    let lines: Vec<usize> = if before >= after {
        *first += chunk;
        (*first - chunk..*first).collect()
    } else {
        *last -= chunk;
        (*last + 1..=*last + chunk).rev().collect()
    };
    let (start, end) = if by_rows {
        (open.left, open.right)
    } else {
        (open.top, open.bottom)
    };
    let mut order = Vec::with_capacity(lines.len() * (end - start + 1));
    for step in 0..=end - start {
        let across = if is_back { end - step } else { start + step };
        for &line in &lines {
            let (row, col) = if by_rows {
                (line, across)
            } else {
                (across, line)
            };
            order.push((row * size.cols() + col) as u16);
        }
    }
    let orientation = Orientation {
        is_transposed: !by_rows,
        is_flipped: before < after,
        is_back,
    };
    Some((order, orientation))
}

/// Finishes chunk after chunk until a 3×3 is left, or until one cannot be finished.
pub(super) fn fill_lines(
    board: &mut WalledBoard,
    options: &EulerBeamOptions<'_>,
    moves: &mut Vec<Direction>,
    guard: &Guard<'_>,
    counts: &mut Counts,
    on_layer: &mut OnLayer<'_>,
) -> Result<(), Stop> {
    let mut open = Rectangle::whole(board.size());
    let mut tree = BeamTree::new(options.line_width, options.salt);
    let mut is_back = false;
    while let Some((order, orientation)) = take_chunk(&mut open, board, options.chunk, is_back) {
        is_back = !is_back;
        let mut chunk = Chunk {
            board,
            options,
            order: &order,
            orientation,
            tree: &mut tree,
            moves,
            counts,
            on_layer,
        };
        if !chunk.fill(guard)? {
            break;
        }
        for &label in &order {
            board.close(usize::from(label));
        }
    }
    Ok(())
}

/// One chunk of lines.
struct Chunk<'a, 'b> {
    board: &'a mut WalledBoard,
    options: &'a EulerBeamOptions<'a>,
    order: &'a [u16],
    orientation: Orientation,
    tree: &'a mut BeamTree,
    moves: &'a mut Vec<Direction>,
    counts: &'a mut Counts,
    on_layer: &'a mut OnLayer<'b>,
}

impl Chunk<'_, '_> {
    /// Beams and single tiles in turn until the chunk is home. Each single tile makes strictly more
    /// done, so this ends. Returns false if a tile could not be brought home.
    fn fill(&mut self, guard: &Guard<'_>) -> Result<bool, Stop> {
        let (size, options) = (self.board.size(), self.options);
        let longest = size.rows().max(size.cols());
        let (exponent, conflict) = (options.line_exponent, options.line_conflict);
        let mut weights = Weights::new(size.cells(), longest, exponent, conflict);
        let neighbours = options.line_points;
        weights.neighbours =
            neighbours.map(|points| NeighbourTable::new(points, POINTS, self.orientation));
        weights.set_all(options.rest_weight);
        for &label in self.order {
            weights.set(usize::from(label), options.line_weight);
        }
        let objective = Objective {
            order: self.order,
            blank_pull: points(options.blank_pull),
            next_tile: points(options.next_tile),
            done_bonus: points(options.done_bonus),
            end_distance: u32::MAX,
        };
        for _ in 0..=self.order.len() {
            if self.run_beam(&weights, &objective, guard)? {
                return Ok(true);
            }
            let (board, tree) = (&mut *self.board, &mut *self.tree);
            if !unstick(board, self.order, options, tree, self.moves) {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Runs the beam until the chunk is home: then true. If it makes no progress for a while, the
    /// board goes back to where most was done.
    fn run_beam(
        &mut self,
        weights: &Weights,
        objective: &Objective<'_>,
        guard: &Guard<'_>,
    ) -> Result<bool, Stop> {
        let (board, tree, moves) = (&mut *self.board, &mut *self.tree, &mut *self.moves);
        let width = self.options.line_width;
        tree.reset(board, objective, 0);
        let mut most = tree.most_done();
        if usize::from(most.1) == objective.order.len() {
            return Ok(true);
        }
        // Where most was done: the moves until then, and the path from the root of that time.
        let mut saved = (moves.len(), Vec::new());
        let mut idle_layers = 0;
        while idle_layers <= self.options.patience && !tree.is_empty() {
            if let Some(leaf) = tree.grow(board, weights, None, objective, width) {
                tree.commit_leaf(leaf, board, moves);
                return Ok(true);
            }
            (self.on_layer)(&mut LineLayer {
                moves,
                tree,
                board,
                orientation: self.orientation,
            });
            idle_layers += 1;
            let now = tree.most_done();
            if now.1 > most.1 {
                most = now;
                idle_layers = 0;
                saved = (moves.len(), tree.path_to(now.0));
            }
            if idle_layers % LAYERS_PER_COMMIT == 0 {
                tree.commit_trunk(board, moves);
                self.counts.generated += std::mem::take(&mut tree.generated);
                guard.check(self.counts)?;
            }
        }
        for by in moves.drain(saved.0..).rev() {
            board.slide(by.opposite());
        }
        board.follow(saved.1, moves);
        Ok(false)
    }
}
