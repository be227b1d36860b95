//! How points learn to rank.
//!
//! A set is the board of the solution's path at one depth, and others of its layer. The path's
//! board should score below the others, so the loss is the mean of ln(1 + e^−lead), where the lead
//! is the score of the other less that of the path's board, in moves. Only the points of pairs
//! change; the rest of a score is as the beam had it.

use noyes::search::euler_beam::NeighbourPoints;

use super::learned::Learned;

const RATE: f32 = 0.03;
/// Fits between two updates of the average.
const AVERAGED_EVERY: usize = 250;
/// The number of the factor of the rest of a score, which is learned too: how far the beam is to
/// trust the rest. Points are divided by it in the end, so that it is 1.
const REST: usize = NeighbourPoints::COUNT;
/// The most that a pair may cost, in moves.
const MOST: f32 = 5.0;

/// The leads of others of a layer over the board of the path.
pub struct Set {
    /// The pairs of the path's board.
    path: Vec<(u16, i16)>,
    path_rest: f64,
    /// By other: how many more pairs it has, and how much more the rest of its score is.
    others: Vec<(Vec<(u16, i16)>, f32)>,
}

impl Set {
    pub fn new(path: &[(u16, i16)], rest: f64) -> Self {
        Self {
            path: path.to_vec(),
            path_rest: rest,
            others: Vec::new(),
        }
    }

    pub fn push(&mut self, pairs: &[(u16, i16)], rest: f64) {
        let mut more = Vec::new();
        let (mut mine, mut theirs) = (self.path.iter().peekable(), pairs.iter().peekable());
        loop {
            let number = match (mine.peek(), theirs.peek()) {
                (Some(a), Some(b)) => a.0.min(b.0),
                (Some(a), None) => a.0,
                (None, Some(b)) => b.0,
                (None, None) => break,
            };
            let count = theirs
                .next_if(|pair| pair.0 == number)
                .map_or(0, |pair| pair.1)
                - mine
                    .next_if(|pair| pair.0 == number)
                    .map_or(0, |pair| pair.1);
            if count != 0 {
                more.push((number, count));
            }
        }
        self.others.push((more, (rest - self.path_rest) as f32));
    }

    pub fn is_empty(&self) -> bool {
        self.others.is_empty()
    }
}

/// The points in floating point, in moves.
pub struct Model {
    learned: Learned,
    fits: usize,
    slopes: Vec<f32>,
    touched: Vec<u16>,
}

impl Model {
    pub fn new() -> Self {
        let mut weights = vec![0.0; NeighbourPoints::COUNT];
        weights.push(1.0);
        Self {
            learned: Learned::new(weights),
            fits: 0,
            slopes: vec![0.0; NeighbourPoints::COUNT],
            touched: Vec::new(),
        }
    }

    /// The factor of the rest of a score.
    pub fn rest(&self) -> f32 {
        self.learned.average[REST]
    }

    /// The points, made of averages.
    pub fn points(&self) -> NeighbourPoints {
        let parts = NeighbourPoints::PARTS as f32;
        let (points, rest) = self.learned.average.split_at(REST);
        let points = points
            .iter()
            .map(|points| (points / rest[0] * parts).round() as i16);
        NeighbourPoints::new(points.collect()).expect("one for each number")
    }

    /// The loss of a set by the averages.
    pub fn loss(&self, set: &Set) -> f64 {
        let losses = set.others.iter().map(|other| {
            let lead = f64::from(lead(&self.learned.average, other));
            (-lead).max(0.0) + (-lead.abs()).exp().ln_1p()
        });
        losses.sum::<f64>() / set.others.len() as f64
    }

    /// One step on a set.
    pub fn fit(&mut self, set: &Set) {
        let share = 1.0 / set.others.len() as f32;
        let mut rest = 0.0;
        for other in &set.others {
            let factor = share / (1.0 + lead(&self.learned.values, other).exp());
            rest -= factor * other.1;
            for &(number, count) in &other.0 {
                let slope = &mut self.slopes[usize::from(number)];
                if *slope == 0.0 {
                    self.touched.push(number);
                }
                *slope -= factor * f32::from(count);
            }
        }
        self.learned.descend(REST, &[rest], MOST, RATE);
        for number in self.touched.drain(..) {
            let slope = std::mem::take(&mut self.slopes[usize::from(number)]);
            if slope != 0.0 {
                self.learned.descend(number.into(), &[slope], MOST, RATE);
            }
        }
        self.fits += 1;
        if self.fits.is_multiple_of(AVERAGED_EVERY) {
            self.learned.update_average(self.fits / AVERAGED_EVERY - 1);
        }
    }

    /// All numbers, for a checkpoint.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.fits as u64).to_le_bytes());
        self.learned.write(bytes);
    }

    /// Takes the numbers of a checkpoint from the front of `bytes`.
    pub fn read(&mut self, bytes: &mut &[u8]) -> Option<()> {
        let (front, rest) = bytes.split_at_checked(8)?;
        self.fits = u64::from_le_bytes(front.try_into().ok()?) as usize;
        *bytes = rest;
        self.learned.read(bytes)
    }
}

/// The lead of an other, by some points.
fn lead(points: &[f32], (pairs, rest): &(Vec<(u16, i16)>, f32)) -> f32 {
    let of_pairs = pairs
        .iter()
        .map(|&(number, count)| points[usize::from(number)] * f32::from(count));
    points[REST] * rest + of_pairs.sum::<f32>()
}
