//! First act: all tiles near their homes.

use super::Settings;
use super::euler::{Aim, Tour};
use super::ground::Ground;
use super::outlook::Outlook;
use super::worth::{Worth, points};
use crate::board::Direction;
use crate::search::{Counts, Guard, Stop};

/// Cells a board may have for each layer between two outlooks: an outlook costs about as much as
/// so many layers.
const CELLS_A_LAYER: usize = 800;

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
        next: 0,
        done: 0,
        enough: (settings.near * size.cells() as f64) as u32,
    };
    let start = ground.manhattan();
    if start <= aim.enough {
        return Ok(());
    }
    // The first price: what a step is worth at the mean distance along one line.
    let mean = f64::from(start) / size.cells() as f64 / 2.0;
    let price = points(0.6 * settings.power * mean.powf(settings.power - 1.0));
    let mut outlook = Outlook::new(ground, &worth, price, settings.reach * longest as f64);
    let mut tour = Tour::new(settings.width, settings.salt);
    tour.plant(ground, &aim, start);
    let most = 4 * start as usize + 1000;
    let renewal = settings.renewal.max(size.cells() / CELLS_A_LAYER);
    for layer in 0..most {
        if layer % renewal == 0 {
            look_out(&mut outlook, &tour, ground, &worth);
            counts.generated += std::mem::take(&mut tour.generated);
            guard.check(counts)?;
        }
        let end = tour.grow(ground, &worth, Some(&outlook), &aim, settings.width);
        if let Some(leaf) = end {
            tour.commit(leaf, ground, moves);
            return Ok(());
        }
        if layer % 8 == 0 {
            let was = ground.blank;
            let settled = tour.settle(ground, moves);
            note(
                &mut outlook,
                ground,
                &worth,
                was,
                &moves[moves.len() - settled..],
            );
        }
    }
    if let Some(leaf) = tour.best() {
        tour.commit(leaf, ground, moves);
    }
    Ok(())
}

/// Makes the outlook anew, on the board of the best leaf: some dozens of slides from the trunk, and the
/// other leaves are near it. What the leaves have earned on the way is not to be earned again.
fn look_out(outlook: &mut Outlook, tour: &Tour, ground: &mut Ground, worth: &Worth) {
    let way = tour.best().map(|leaf| tour.way(leaf)).unwrap_or_default();
    let back: Vec<Direction> = way.iter().rev().map(|by| by.opposite()).collect();
    go(outlook, ground, worth, &way);
    let (row, col) = (ground.rows[ground.blank], ground.cols[ground.blank]);
    outlook.renew(usize::from(row), usize::from(col));
    go(outlook, ground, worth, &back);
}

/// Slides, and takes note of the tiles that have moved.
fn go(outlook: &mut Outlook, ground: &mut Ground, worth: &Worth, slides: &[Direction]) {
    let was = ground.blank;
    for &by in slides {
        ground.slide(by);
    }
    note(outlook, ground, worth, was, slides);
}

/// Takes note of the tiles that slides from `blank` on have moved.
fn note(
    outlook: &mut Outlook,
    ground: &Ground,
    worth: &Worth,
    mut blank: usize,
    slides: &[Direction],
) {
    outlook.measure(ground, worth, blank);
    for &by in slides {
        if let Some(from) = ground.steps.source_cell(blank, by) {
            blank = from;
            outlook.measure(ground, worth, blank);
        }
    }
    debug_assert_eq!(blank, ground.blank);
}
