//! What a tile's distance from home is worth on a tour.

/// Points to the move.
pub(super) const POINTS: i32 = 64;

/// Moves in points.
pub(super) fn points(moves: f64) -> i32 {
    (moves * f64::from(POINTS)).round() as i32
}

/// Points of a tile's distances, weighed by what the stage is about.
#[derive(Clone, Debug)]
pub(super) struct Worth {
    powers: Vec<i32>,
    /// The weight of each label, in quarters.
    weights: Vec<u8>,
    /// Points for two near tiles in their line in the wrong order.
    pub conflict: i32,
}

impl Worth {
    pub fn new(cells: usize, longest: usize, power: f64, conflict: f64) -> Self {
        Self {
            powers: (0..=longest)
                .map(|far| points((far as f64).powf(power) / 4.0))
                .collect(),
            weights: vec![4; cells],
            conflict: points(conflict),
        }
    }

    #[inline(always)]
    pub fn power(&self, far: usize) -> i32 {
        self.powers[far]
    }

    #[inline(always)]
    pub fn weight(&self, label: usize) -> i32 {
        i32::from(self.weights[label])
    }

    pub fn set_all(&mut self, weight: u8) {
        self.weights.fill(weight);
    }

    pub fn set_weight(&mut self, label: usize, weight: u8) {
        self.weights[label] = weight;
    }
}
