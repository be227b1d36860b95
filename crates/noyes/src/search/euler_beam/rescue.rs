//! One tile brought home where the beam of a line has lost its way.

use super::Settings;
use super::euler::{Aim, Tour};
use super::ground::Ground;
use super::worth::{POINTS, Worth};
use crate::board::Direction;

/// Brings the first tile of the order home in a small region around it, everything else walled
/// off: there the beam cannot wander.
pub(super) fn rescue(
    ground: &mut Ground,
    order: &[u16],
    settings: &Settings,
    tour: &mut Tour,
    moves: &mut Vec<Direction>,
) -> bool {
    let size = ground.size;
    let is_home = |ground: &Ground, label: u16| ground.places[usize::from(label)] == label;
    let Some(place) = order.iter().position(|&label| !is_home(ground, label)) else {
        return true;
    };
    let label = usize::from(order[place]);
    let walls = ground.walls.clone();
    for (margin, width) in [(2, 1500), (3, 1500), (5, 1500), (4, 6000), (8, 6000)] {
        let tile = usize::from(ground.places[label]);
        let span = |lines: &[u8], count: usize| {
            let (a, b) = (usize::from(lines[tile]), usize::from(lines[label]));
            (
                a.min(b).saturating_sub(margin),
                (a.max(b) + margin).min(count - 1),
            )
        };
        let (top, bottom) = span(&ground.rows, size.rows());
        let (left, right) = span(&ground.cols, size.cols());
        let inside = |cell: usize| {
            (top..=bottom).contains(&size.row(cell)) && (left..=right).contains(&size.col(cell))
        };
        let Some(way) = way_into(ground, &inside) else {
            return false;
        };
        for by in way {
            ground.slide(by);
            moves.push(by);
        }
        for (cell, &wall) in walls.iter().enumerate() {
            ground.walls[cell] = wall || !inside(cell);
        }
        let inner: Vec<u16> = order[..=place]
            .iter()
            .copied()
            .filter(|&label| inside(usize::from(label)))
            .collect();
        let longest = size.rows().max(size.cols());
        let mut worth = Worth::new(size.cells(), longest, 1.2, settings.line_conflict);
        worth.set_all(0);
        for &label in &inner {
            worth.set_weight(usize::from(label), 4);
        }
        let aim = Aim {
            order: &inner,
            pull: POINTS,
            next: 0,
            done: 0,
            enough: u32::MAX,
        };
        tour.plant(ground, &aim, 0);
        let mut found = usize::from(tour.most_done().1) == inner.len();
        for _ in 0..40 + 40 * margin {
            if found || tour.is_empty() {
                break;
            }
            if let Some(leaf) = tour.grow(ground, &worth, None, &aim, width) {
                tour.commit(leaf, ground, moves);
                found = true;
            }
        }
        ground.walls.clone_from(&walls);
        if found {
            return true;
        }
    }
    false
}

/// The blank's shortest way to a cell that is inside, around the walls.
fn way_into(ground: &Ground, inside: &dyn Fn(usize) -> bool) -> Option<Vec<Direction>> {
    let mut reached: Vec<Option<Direction>> = vec![None; ground.cells.len()];
    let mut queue = std::collections::VecDeque::from([ground.blank]);
    while let Some(cell) = queue.pop_front() {
        if inside(cell) {
            let mut way = Vec::new();
            let mut cell = cell;
            while cell != ground.blank {
                let by = reached[cell]?;
                way.push(by);
                cell = ground.steps.source_cell(cell, by.opposite())?;
            }
            way.reverse();
            return Some(way);
        }
        for (by, next) in ground.steps.slides(cell) {
            if !ground.walls[next] && next != ground.blank && reached[next].is_none() {
                reached[next] = Some(by);
                queue.push_back(next);
            }
        }
    }
    None
}
