//! A field on the blank's position: where it is worth being, whatever the tiles.
//!
//! Left alone, the blank of a narrow beam is driven to the edge: tiles near an edge want inward on
//! the whole, so the blank goes outward and is trapped there among tiles it has just moved. The
//! field is a hill wherever the blank has been, a bowl in the middle and a valley where there is
//! work to do, all smoothed by diffusion, so that it slopes from far away.

use super::Settings;
use super::ground::Ground;
use super::worth::POINTS;

/// Points to be added for the blank in each cell.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub points: Vec<i32>,
    visits: Vec<f32>,
    rough: Vec<f32>,
    smooth: Vec<f32>,
}

impl Field {
    pub fn new(cells: usize) -> Self {
        Self {
            points: vec![0; cells],
            visits: vec![0.0; cells],
            rough: vec![0.0; cells],
            smooth: vec![0.0; cells],
        }
    }

    pub fn visit(&mut self, cell: usize) {
        if let Some(visits) = self.visits.get_mut(cell) {
            *visits += 1.0;
        }
    }

    /// Makes the field anew for the present board.
    pub fn renew(&mut self, ground: &Ground, settings: &Settings) {
        let (rows, cols) = (ground.size.rows(), ground.size.cols());
        let middle = |lines: usize| (lines as f32 - 1.0) / 2.0;
        for cell in 0..rows * cols {
            let label = usize::from(ground.cells[cell]);
            let far = ground.far(label, cell) as f32;
            let work = if label == ground.blank_home {
                0.0
            } else {
                far.powf(settings.work_power)
            };
            let down = (f32::from(ground.rows[cell]) - middle(rows)) / rows as f32;
            let right = (f32::from(ground.cols[cell]) - middle(cols)) / cols as f32;
            let bowl = down * down + right * right;
            self.rough[cell] = settings.hill * self.visits[cell] - settings.work * work
                + settings.bowl * bowl * (rows + cols) as f32;
        }
        for _ in 0..settings.diffusion {
            diffuse(&self.rough, &mut self.smooth, rows, cols);
            std::mem::swap(&mut self.rough, &mut self.smooth);
        }
        for (points, value) in self.points.iter_mut().zip(&self.rough) {
            *points = (value * POINTS as f32) as i32;
        }
    }
}

/// Every cell becomes the mean of itself (twice) and its neighbours; the edge reflects.
fn diffuse(from: &[f32], to: &mut [f32], rows: usize, cols: usize) {
    for row in 0..rows {
        let up = row.saturating_sub(1) * cols;
        let down = (row + 1).min(rows - 1) * cols;
        let here = row * cols;
        for col in 0..cols {
            let left = col.saturating_sub(1);
            let right = (col + 1).min(cols - 1);
            let sum = from[up + col] + from[down + col] + from[here + left] + from[here + right];
            to[here + col] = (2.0 * from[here + col] + sum) / 6.0;
        }
    }
}
