//! Points for the distances of tiles from home, weighted by tile.

use super::neighbour_points::NeighbourTable;

/// Points to the move.
pub(super) const POINTS: i32 = 64;

/// Moves in points.
pub(super) fn points(moves: f64) -> i32 {
    (moves * f64::from(POINTS)).round() as i32
}

/// What a phase of the search charges for distances and conflicts.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// Points by distance along one axis, for a weight of 1.
    distance_points: Vec<i32>,
    /// The weight of each label; 4 is the usual one.
    labels: Vec<u8>,
    /// Points for two near tiles that are reversed in their goal line.
    pub conflict: i32,
    /// Points of neighbouring tiles, if they count.
    pub neighbours: Option<NeighbourTable>,
}

impl Weights {
    /// The usual weight of a label.
    pub const USUAL: u8 = 4;

    /// Distances to the power `exponent` and `conflict` moves a reversed pair, all labels alike.
    pub fn new(cells: usize, longest: usize, exponent: f64, conflict: f64) -> Self {
        let usual = f64::from(Self::USUAL);
        Self {
            distance_points: (0..=longest)
                .map(|distance| points((distance as f64).powf(exponent) / usual))
                .collect(),
            labels: vec![Self::USUAL; cells],
            conflict: points(conflict),
            neighbours: None,
        }
    }

    #[inline(always)]
    pub fn distance_points(&self, distance: usize) -> i32 {
        self.distance_points[distance]
    }

    #[inline(always)]
    pub fn of_label(&self, label: usize) -> i32 {
        i32::from(self.labels[label])
    }

    pub fn set_all(&mut self, weight: u8) {
        self.labels.fill(weight);
    }

    pub fn set(&mut self, label: usize, weight: u8) {
        self.labels[label] = weight;
    }
}
