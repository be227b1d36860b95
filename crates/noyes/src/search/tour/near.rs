//! First act: all tiles near their homes.

use super::Settings;
use super::euler::{Aim, Tour};
use super::field::Field;
use super::ground::Ground;
use super::worth::Worth;
use crate::board::Direction;
use crate::search::{Counts, Guard, Stop};

/// All tiles near their homes.
pub(super) fn bring_near(
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
    let renewal = settings.renewal.max(size.cells() / 80);
    for layer in 0..most {
        if layer % renewal == 0 {
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
