//! The net in floating point, and how it learns to rank.
//!
//! A set is the board of the solution's path at one depth, and others of its layer. The path's
//! board should score below the others, so the loss is the mean of ln(1 + e^(score of the path's
//! board − score of the other)), with scores in moves. Every weight has a learning rate of its own:
//! Adagrad (J. Duchi, E. Hazan & Y. Singer, "Adaptive subgradient methods", Journal of Machine
//! Learning Research 12, 2011). A board and its transpose need the same moves, so half of the sets
//! are transposed.
//!
//! A net that is *refined* is not disturbed: its first round only measures gradients, so that the
//! learning rates begin as small as they ended. The net written is a running average of the
//! weights, which is free of the noise of the last steps (B. T. Polyak & A. B. Juditsky,
//! "Acceleration of stochastic approximation by averaging", SIAM Journal on Control and
//! Optimization 30, 1992). What a refinement without this lost is in
//! `bench/records/2026-11-notes-large-boards.md`.

use noyes::Size;
use noyes::search::beam::{Evaluation, Net, NetParameters, OUTPUT_SHIFT, POINTS};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// The integer that stands for 1 in the hidden sums.
const ONE: f32 = 40.0;
const RATE: f32 = 0.03;
/// Others that one fit of a set compares with.
const COMPARED: usize = 6;

/// A board of a solution's path and others of the same depth.
pub struct Set {
    pub path: Vec<u8>,
    pub others: Vec<Vec<u8>>,
}

/// Share of the present weights in the average, each time it is updated.
const SHARE: f32 = 0.001;
/// Fits between two updates of the average.
const AVERAGED_EVERY: usize = 250;

/// Weights, the sums of their squared gradients, and perhaps the running average.
struct Learned {
    values: Vec<f32>,
    squares: Vec<f32>,
    average: Option<Vec<f32>>,
}

impl Learned {
    fn new(values: Vec<f32>) -> Self {
        let squares = vec![1e-3; values.len()];
        Self {
            values,
            squares,
            average: None,
        }
    }

    fn with_average(values: Vec<f32>) -> Self {
        Self {
            average: Some(values.clone()),
            ..Self::new(values)
        }
    }

    fn update_average(&mut self) {
        for (average, value) in self.average.iter_mut().flatten().zip(&self.values) {
            *average += SHARE * (value - *average);
        }
    }

    /// The weights to be written: the average if there is one.
    fn averaged_values(&self) -> &[f32] {
        self.average.as_ref().unwrap_or(&self.values)
    }

    /// One step of Adagrad for the weights from `start` on, which stay within ±`most`.
    fn descend(&mut self, start: usize, slopes: &[f32], most: f32, rate: f32) {
        let end = start + slopes.len();
        let values = &mut self.values[start..end];
        let squares = &mut self.squares[start..end];
        for ((value, square), &slope) in values.iter_mut().zip(squares).zip(slopes) {
            *square += slope * slope;
            *value = (*value - rate * slope / square.sqrt()).clamp(-most, most);
        }
    }
}

/// The net in floating point. All scores are in moves.
pub struct Model {
    size: Size,
    units: usize,
    plain: Evaluation,
    rate: f32,
    fits: usize,
    conflict: Learned,
    tile_points: Learned,
    biases: Learned,
    outputs: Learned,
    weights: Learned,
}

/// A board's score and what it is made of.
struct Scored<'a> {
    board: &'a [u8],
    sums: Vec<f32>,
    conflicts: f32,
    score: f32,
}

impl Model {
    /// The plain evaluation, and hidden units with small random weights.
    pub fn new(size: Size, units: usize, random: &mut ChaCha8Rng) -> Self {
        let cells = size.cells();
        let distance = |index: usize| size.distance(index / cells, index % cells) as f32;
        let points = |index: usize| {
            if index / cells == cells - 1 {
                0.0
            } else {
                distance(index).powf(1.3)
            }
        };
        let mut draw = |most: f32| random.random_range(-most..most);
        Self {
            size,
            units,
            plain: Evaluation::plain(size, cells - 1, 1.3),
            rate: RATE,
            fits: 0,
            conflict: Learned::new(vec![2.0]),
            tile_points: Learned::new((0..cells * cells).map(points).collect()),
            biases: Learned::new(vec![0.0; units]),
            outputs: Learned::new((0..units).map(|_| draw(0.3)).collect()),
            weights: Learned::new((0..cells * cells * units).map(|_| draw(0.2)).collect()),
        }
    }

    /// A net to be refined, with more hidden units if `units` is larger. Until [`Model::begin`] it
    /// only measures gradients.
    pub fn from_net(net: &Net, units: usize, random: &mut ChaCha8Rng) -> Self {
        let parameters = net.parameters();
        let (old, points) = (net.units(), POINTS as f32);
        let units = units.max(old);
        let output = ONE / (points * (1 << OUTPUT_SHIFT) as f32);
        let floats = |words: &[i16], scale: f32| -> Vec<f32> {
            words.iter().map(|&word| f32::from(word) * scale).collect()
        };
        let mut draw = |most: f32| random.random_range(-most..most);
        let mut biases = floats(&parameters.biases, 1.0 / ONE);
        biases.resize(units, 0.0);
        let mut outputs = floats(&parameters.outputs, output);
        outputs.resize_with(units, || draw(0.1));
        let mut weights = Vec::with_capacity(parameters.weights.len() / old * units);
        for row in parameters.weights.chunks_exact(old) {
            weights.extend(row.iter().map(|&weight| f32::from(weight) / ONE));
            weights.extend((old..units).map(|_| draw(0.2)));
        }
        Self {
            size: net.size(),
            units,
            plain: Evaluation::plain(net.size(), net.size().cells() - 1, 1.3),
            rate: 0.0,
            fits: 0,
            conflict: Learned::with_average(vec![f32::from(parameters.conflict_points) / points]),
            tile_points: Learned::with_average(floats(&parameters.tile_points, 1.0 / points)),
            biases: Learned::with_average(biases),
            outputs: Learned::with_average(outputs),
            weights: Learned::with_average(weights),
        }
    }

    /// Gradients have been measured: from now on weights change.
    pub fn begin(&mut self) {
        self.rate = RATE;
    }

    /// The net in integers.
    pub fn net(&self) -> Option<Net> {
        let points = POINTS as f32;
        let output = points * (1 << OUTPUT_SHIFT) as f32 / ONE;
        let words = |learned: &Learned, scale: f32| {
            let word = |value: &f32| (value * scale).round().clamp(-32767.0, 32767.0) as i16;
            learned
                .averaged_values()
                .iter()
                .map(word)
                .collect::<Vec<i16>>()
        };
        let parameters = NetParameters {
            conflict_points: words(&self.conflict, points)[0],
            tile_points: words(&self.tile_points, points),
            biases: words(&self.biases, ONE),
            outputs: words(&self.outputs, output),
            weights: words(&self.weights, ONE).iter().map(|&w| w as i8).collect(),
        };
        Net::new(self.size, parameters)
    }

    fn score<'a>(&self, board: &'a [u8]) -> Scored<'a> {
        let cells = board.len();
        let mut sums = self.biases.values.clone();
        let mut score = 0.0;
        for (cell, &label) in board.iter().enumerate() {
            let input = usize::from(label) * cells + cell;
            score += self.tile_points.values[input];
            let row = &self.weights.values[input * self.units..(input + 1) * self.units];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        let conflicts = self.plain.line_conflicts(board) as f32;
        score += conflicts * self.conflict.values[0];
        let outputs = sums.iter().zip(&self.outputs.values);
        score += outputs
            .map(|(sum, output)| sum.max(0.0) * output)
            .sum::<f32>();
        Scored {
            board,
            sums,
            conflicts,
            score,
        }
    }

    /// The loss of a set, compared with all its others, by the weights and not by their average.
    pub fn loss(&self, set: &Set) -> f64 {
        let path = self.score(&set.path).score;
        let others = set.others.iter();
        let losses = others.map(|other| loss(self.score(other).score - path));
        losses.sum::<f64>() / set.others.len() as f64
    }

    /// One step on a set.
    pub fn fit(&mut self, set: &Set, random: &mut ChaCha8Rng) {
        let is_transposed: bool = random.random();
        let orient = |board: &[u8]| {
            if is_transposed {
                transposed(board, self.size.rows())
            } else {
                board.to_vec()
            }
        };
        let path = orient(&set.path);
        let others: Vec<Vec<u8>> = (0..COMPARED.min(set.others.len()))
            .map(|_| orient(&set.others[random.random_range(0..set.others.len())]))
            .collect();
        let path = self.score(&path);
        let others: Vec<Scored<'_>> = others.iter().map(|other| self.score(other)).collect();
        let share = 1.0 / others.len() as f32;
        let mut pull = 0.0;
        let mut gradient = Gradient::new(self.size.cells(), self.units);
        for other in &others {
            let lead = other.score - path.score;
            let factor = share / (1.0 + lead.exp());
            pull += factor;
            gradient.add(other, -factor, &self.outputs.values);
        }
        gradient.add(&path, pull, &self.outputs.values);
        self.descend(&gradient);
        self.fits += 1;
        if self.fits.is_multiple_of(AVERAGED_EVERY) {
            let learned = [&mut self.conflict, &mut self.tile_points, &mut self.biases];
            learned.into_iter().for_each(Learned::update_average);
            self.outputs.update_average();
            self.weights.update_average();
        }
    }

    /// Moves every weight against its gradient.
    fn descend(&mut self, gradient: &Gradient) {
        let blank = self.size.cells() - 1;
        let (most, rate) = (127.0 / ONE, self.rate);
        let rows = gradient.rows.chunks_exact(self.units);
        for ((&input, row), &factor) in gradient.inputs.iter().zip(rows).zip(&gradient.tile_points)
        {
            self.weights.descend(input * self.units, row, most, rate);
            if input / self.size.cells() != blank {
                self.tile_points.descend(input, &[factor], 400.0, rate);
            }
        }
        self.biases.descend(0, &gradient.biases, 100.0, rate);
        self.outputs.descend(0, &gradient.outputs, 50.0, rate);
        self.conflict.descend(0, &[gradient.conflict], 10.0, rate);
    }
}

/// The gradient of a set's loss. The boards of a set have most inputs in common, where the parts of
/// the path's board and of the others cancel. So they are added before Adagrad squares them.
struct Gradient {
    /// The row of an input, or [`Gradient::NONE`].
    row_of: Vec<u32>,
    inputs: Vec<usize>,
    /// By row and hidden unit.
    rows: Vec<f32>,
    /// By row.
    tile_points: Vec<f32>,
    biases: Vec<f32>,
    outputs: Vec<f32>,
    conflict: f32,
}

impl Gradient {
    const NONE: u32 = u32::MAX;

    fn new(cells: usize, units: usize) -> Self {
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

    /// Adds a board's part. `factor` is the derivative of the loss by the board's score.
    fn add(&mut self, scored: &Scored<'_>, factor: f32, outputs: &[f32]) {
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

/// ln(1 + e^-lead), also where e^-lead overflows.
fn loss(lead: f32) -> f64 {
    let lead = f64::from(lead);
    if lead > -30.0 {
        (-lead).exp().ln_1p()
    } else {
        -lead
    }
}

/// The board mirrored along its main diagonal, labels as well as cells.
fn transposed(board: &[u8], n: usize) -> Vec<u8> {
    let mirror = |cell: usize| cell % n * n + cell / n;
    (0..board.len())
        .map(|cell| mirror(usize::from(board[mirror(cell)])) as u8)
        .collect()
}
