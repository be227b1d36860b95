//! The gradient of a set's loss.
//!
//! The boards of a set have most inputs in common, where the parts of the path's board and of the
//! others cancel. So they are added before Adagrad squares them.

use super::model::Scored;

/// The gradient by all weights but those of pairs.
pub struct Gradient {
    /// The row of an input, or [`Gradient::NONE`].
    row_of: Vec<u32>,
    pub inputs: Vec<usize>,
    /// By row and hidden unit.
    pub rows: Vec<f32>,
    /// By row.
    pub tile_points: Vec<f32>,
    pub biases: Vec<f32>,
    pub outputs: Vec<f32>,
    pub conflict: f32,
}

impl Gradient {
    const NONE: u32 = u32::MAX;

    pub fn new(cells: usize, units: usize) -> Self {
        Self {
            row_of: vec![Self::NONE; cells * cells],
            inputs: Vec::new(),
            rows: Vec::new(),
            tile_points: Vec::new(),
            biases: vec![0.0; units],
            outputs: vec![0.0; units],
            conflict: 0.0,
        }
    }

    /// Makes room for the next set.
    pub fn clear(&mut self) {
        for input in self.inputs.drain(..) {
            self.row_of[input] = Self::NONE;
        }
        self.rows.clear();
        self.tile_points.clear();
        self.biases.fill(0.0);
        self.outputs.fill(0.0);
        self.conflict = 0.0;
    }

    /// Adds a board's part. `factor` is the derivative of the loss by the board's score.
    pub fn add(&mut self, scored: &Scored, factor: f32, outputs: &[f32]) {
        let (cells, units) = (scored.board.len(), outputs.len());
        let mut through = vec![0.0; units];
        for unit in 0..units {
            if scored.sums[unit] > 0.0 {
                through[unit] = factor * outputs[unit];
                self.outputs[unit] += factor * scored.sums[unit];
            }
        }
        for (cell, &label) in scored.board.iter().enumerate() {
            let input = usize::from(label) * cells + cell;
            if self.row_of[input] == Self::NONE {
                self.row_of[input] = self.inputs.len() as u32;
                self.inputs.push(input);
                self.tile_points.push(0.0);
                self.rows.resize(self.rows.len() + units, 0.0);
            }
            let index = self.row_of[input] as usize;
            self.tile_points[index] += factor;
            let row = &mut self.rows[index * units..(index + 1) * units];
            for (sum, share) in row.iter_mut().zip(&through) {
                *sum += share;
            }
        }
        for (sum, share) in self.biases.iter_mut().zip(&through) {
            *sum += share;
        }
        self.conflict += factor * scored.conflicts;
    }
}
