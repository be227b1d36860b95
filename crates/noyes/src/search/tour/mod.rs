//! Large boards: a narrow beam that brings all tiles near their homes, then line after line.
//!
//! (essay to come)

mod euler;
mod field;
mod ground;
mod worth;

use euler::{Aim, Tour};
use field::Field;
use ground::Ground;
use worth::{POINTS, Worth};

use super::{Counts, Guard, Stop, construct};
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
    /// Layers between two fields.
    pub renewal: usize,
    /// Mean distance from home at which lines are begun.
    pub near: f64,
    /// Lines finished at a time.
    pub chunk: usize,
    /// Weight of the tiles of the lines being finished.
    pub weight: u8,
    /// Moves a step from the blank to the next work.
    pub pull: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            width: 100,
            line_width: 300,
            salt: 1,
            power: 1.5,
            conflict: 1.0,
            hill: 4.0,
            work: 0.5,
            work_power: 1.0,
            bowl: 4.0,
            diffusion: 20,
            renewal: 50,
            near: 1.0,
            chunk: 3,
            weight: 3,
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
    if std::env::var("TRACE").is_ok() {
        eprintln!(
            "near after {} moves, {} left",
            moves.len(),
            ground.manhattan()
        );
    }
    finish_lines(&mut ground, settings, &mut moves, guard, counts)?;
    if std::env::var("TRACE").is_ok() {
        eprintln!(
            "lines after {} moves, {} left",
            moves.len(),
            ground.manhattan()
        );
    }
    let rest = construct_rest(instance, &moves, guard);
    moves.extend(rest.iter());
    Ok(Moves::from(moves).without_undoing())
}

/// All tiles near their homes.
fn bring_near(
    ground: &mut Ground,
    settings: &Settings,
    moves: &mut Vec<Direction>,
    guard: &Guard<'_>,
    counts: &mut Counts,
) -> Result<(), Stop> {
    let size = ground.size;
    let longest = size.rows().max(size.cols());
    let worth = Worth::new(size.cells(), longest, settings.power, settings.conflict);
    let aim = Aim {
        order: &[],
        pull: 0,
        enough: (settings.near * size.cells() as f64) as u32,
    };
    let mut field = Field::new(size.cells());
    let mut tour = Tour::new(settings.width, settings.salt);
    let start = ground.manhattan();
    if start <= aim.enough {
        return Ok(());
    }
    tour.plant(ground, &aim, start);
    let most = 4 * start as usize + 1000;
    for layer in 0..most {
        if layer % settings.renewal == 0 {
            field.renew(ground, settings);
            counts.generated += std::mem::take(&mut tour.generated);
            guard.check(counts)?;
        }
        let end = tour.grow(ground, &worth, &field, &aim, settings.width);
        if let Some(leaf) = end {
            tour.commit(leaf, ground, moves);
            return Ok(());
        }
        if layer % 8 == 0 {
            tour.settle(ground, moves, &mut field);
        }
    }
    if let Some(leaf) = tour.best() {
        tour.commit(leaf, ground, moves);
    }
    Ok(())
}

/// Lines finished a few at a time, to and fro; what is finished becomes a wall.
fn finish_lines(
    ground: &mut Ground,
    settings: &Settings,
    moves: &mut Vec<Direction>,
    guard: &Guard<'_>,
    counts: &mut Counts,
) -> Result<(), Stop> {
    let size = ground.size;
    let longest = size.rows().max(size.cols());
    let mut tour = Tour::new(settings.line_width, settings.salt);
    let mut top = 0;
    let mut left = 0;
    let mut is_odd = false;
    loop {
        let (rows, cols) = (size.rows() - top, size.cols() - left);
        let take_rows = rows >= cols;
        let open = rows.max(cols);
        if rows.min(cols) <= 3 && open <= 3 {
            return Ok(());
        }
        let chunk = settings.chunk.min(open - 3).max(1);
        let mut order: Vec<u16> = Vec::new();
        if take_rows {
            for k in 0..cols {
                let col = if is_odd {
                    size.cols() - 1 - k
                } else {
                    left + k
                };
                for row in top..top + chunk {
                    order.push((row * size.cols() + col) as u16);
                }
            }
        } else {
            for k in 0..rows {
                let row = if is_odd { size.rows() - 1 - k } else { top + k };
                for col in left..left + chunk {
                    order.push((row * size.cols() + col) as u16);
                }
            }
        }
        is_odd = !is_odd;
        let mut worth = Worth::new(size.cells(), longest, settings.power, settings.conflict);
        for &label in &order {
            worth.set_weight(usize::from(label), settings.weight);
        }
        let aim = Aim {
            order: &order,
            pull: (settings.pull * f64::from(POINTS)) as i32,
            enough: u32::MAX,
        };
        let field = Field::new(size.cells());
        tour.plant(ground, &aim, 0);
        let mut scrap = Field::new(size.cells());
        let mut best = tour.standing().1;
        let mut since = 0;
        let solved = loop {
            if usize::from(best) == order.len() {
                break true;
            }
            if let Some(leaf) = tour.grow(ground, &worth, &field, &aim, settings.line_width) {
                tour.commit(leaf, ground, moves);
                break true;
            }
            if tour.is_empty() {
                break false;
            }
            since += 1;
            let (_, done) = tour.standing();
            if done > best {
                best = done;
                since = 0;
            }
            if since > 2000 {
                if let Some(leaf) = tour.best() {
                    tour.commit(leaf, ground, moves);
                }
                break false;
            }
            if since % 8 == 0 {
                tour.settle(ground, moves, &mut scrap);
                counts.generated += std::mem::take(&mut tour.generated);
                guard.check(counts)?;
            }
        };
        if !solved {
            if std::env::var("TRACE").is_ok() {
                eprintln!("stuck at top {top} left {left} done {best}/{}", order.len());
            }
            return Ok(());
        }
        for &label in &order {
            ground.walls[usize::from(label)] = true;
        }
        if take_rows {
            top += chunk;
        } else {
            left += chunk;
        }
    }
}

/// What a constructive solver makes of the board after some moves.
fn construct_rest(instance: &Instance, moves: &[Direction], guard: &Guard<'_>) -> Moves {
    let mut board = instance.board().clone();
    if let Ok(tiles) = crate::verify::replay(&board, &moves.to_vec().into()) {
        board = crate::board::Board::from_permutation(board.size(), tiles.into());
    }
    let rest = Instance::unchecked(&board, instance.goal());
    construct(&rest, guard).moves.unwrap_or_default()
}
