//! The net in floating point, and how it learns to rank.
//!
//! For a set (the path's board, others of its layer) the loss is the mean of
//! ln(1 + e^(score of the path's − score of the other)), scores in moves: the path's board is to
//! come before the others. Every weight has its own rate (Duchi, Hazan & Singer, "Adaptive
//! subgradient methods", JMLR 12, 2011: Adagrad). A board and its transpose are worth the same,
//! so every other time a set is turned.
//!
//! A net that is *refined* keeps what it knows: its first round only measures slopes, so that rates begin as
//! small as if it had never stopped, and the net written is a running average of the weights, which
//! forgets the noise of the last steps (B. T. Polyak & A. B. Juditsky, "Acceleration of stochastic
//! approximation by averaging", SIAM Journal on Control and Optimization 30, 1992). Started afresh
//! instead, the 10×10 net lost 0.04 of its held-out score in a round and had not regained it after five.

use noyes::Size;
use noyes::search::beam::{ANSWER_SHIFT, Evaluation, Net, POINTS, Parts};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// Steps of a unit's sum to one.
const STEPS: f32 = 40.0;
const RATE: f32 = 0.03;
/// Others looked at in one fit of a set.
const LOOKED_AT: usize = 6;

/// A board of a solution's path and others of the same depth.
pub struct Set {
    pub path: Vec<u8>,
    pub others: Vec<Vec<u8>>,
}

/// Share of the present weights in the average, each time it is taken.
const SHARE: f32 = 0.001;
/// Sets between two averages.
const AVERAGED_EVERY: usize = 250;

/// Weights, the sums of their squared slopes, and perhaps the running average.
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

    fn averaged(values: Vec<f32>) -> Self {
        Self {
            average: Some(values.clone()),
            ..Self::new(values)
        }
    }

    fn take_average(&mut self) {
        for (average, value) in self.average.iter_mut().flatten().zip(&self.values) {
            *average += SHARE * (value - *average);
        }
    }

    /// What is written: the average if there is one.
    fn settled(&self) -> &[f32] {
        self.average.as_ref().unwrap_or(&self.values)
    }

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

/// The net in floating point; everything in moves.
pub struct Model {
    size: Size,
    units: usize,
    plain: Evaluation,
    rate: f32,
    fits: usize,
    aside: Learned,
    table: Learned,
    biases: Learned,
    answers: Learned,
    weights: Learned,
}

/// A board's score and what led to it.
struct Scored<'a> {
    board: &'a [u8],
    sums: Vec<f32>,
    aside: f32,
    score: f32,
}

impl Model {
    /// The plain evaluation with units that say almost nothing yet.
    pub fn new(size: Size, units: usize, random: &mut ChaCha8Rng) -> Self {
        let cells = size.cells();
        let far = |index: usize| size.distance(index / cells, index % cells) as f32;
        let worth = |index: usize| {
            if index / cells == cells - 1 {
                0.0
            } else {
                far(index).powf(1.3)
            }
        };
        let mut draw = |most: f32| random.random_range(-most..most);
        Self {
            size,
            units,
            plain: Evaluation::plain(size, cells - 1, 1.3),
            rate: RATE,
            fits: 0,
            aside: Learned::new(vec![2.0]),
            table: Learned::new((0..cells * cells).map(worth).collect()),
            biases: Learned::new(vec![0.0; units]),
            answers: Learned::new((0..units).map(|_| draw(0.3)).collect()),
            weights: Learned::new((0..cells * cells * units).map(|_| draw(0.2)).collect()),
        }
    }

    /// A net that is to learn more, and units it does not have yet. Until [`Model::begin`] it
    /// only measures slopes.
    pub fn from_net(net: &Net, units: usize, random: &mut ChaCha8Rng) -> Self {
        let parts = net.parts();
        let (old, points) = (net.units(), POINTS as f32);
        let units = units.max(old);
        let answer = STEPS / (points * (1 << ANSWER_SHIFT) as f32);
        let floats = |words: &[i16], scale: f32| -> Vec<f32> {
            words.iter().map(|&word| f32::from(word) * scale).collect()
        };
        let mut draw = |most: f32| random.random_range(-most..most);
        let mut biases = floats(&parts.biases, 1.0 / STEPS);
        biases.resize(units, 0.0);
        let mut answers = floats(&parts.answers, answer);
        answers.resize_with(units, || draw(0.1));
        let mut weights = Vec::with_capacity(parts.weights.len() / old * units);
        for row in parts.weights.chunks_exact(old) {
            weights.extend(row.iter().map(|&weight| f32::from(weight) / STEPS));
            weights.extend((old..units).map(|_| draw(0.2)));
        }
        Self {
            size: net.size(),
            units,
            plain: Evaluation::plain(net.size(), net.size().cells() - 1, 1.3),
            rate: 0.0,
            fits: 0,
            aside: Learned::averaged(vec![f32::from(parts.aside) / points]),
            table: Learned::averaged(floats(&parts.table, 1.0 / points)),
            biases: Learned::averaged(biases),
            answers: Learned::averaged(answers),
            weights: Learned::averaged(weights),
        }
    }

    /// Slopes have been measured: weights move from now on.
    pub fn begin(&mut self) {
        self.rate = RATE;
    }

    /// The net in whole numbers.
    pub fn net(&self) -> Option<Net> {
        let points = POINTS as f32;
        let answer = points * (1 << ANSWER_SHIFT) as f32 / STEPS;
        let words = |learned: &Learned, scale: f32| {
            let word = |value: &f32| (value * scale).round().clamp(-32767.0, 32767.0) as i16;
            learned.settled().iter().map(word).collect::<Vec<i16>>()
        };
        let parts = Parts {
            aside: words(&self.aside, points)[0],
            table: words(&self.table, points),
            biases: words(&self.biases, STEPS),
            answers: words(&self.answers, answer),
            weights: words(&self.weights, STEPS)
                .iter()
                .map(|&w| w as i8)
                .collect(),
        };
        Net::new(self.size, parts)
    }

    fn score<'a>(&self, board: &'a [u8]) -> Scored<'a> {
        let cells = board.len();
        let mut sums = self.biases.values.clone();
        let mut score = 0.0;
        for (cell, &label) in board.iter().enumerate() {
            let input = usize::from(label) * cells + cell;
            score += self.table.values[input];
            let row = &self.weights.values[input * self.units..(input + 1) * self.units];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        let aside = self.plain.tiles_aside(board) as f32;
        score += aside * self.aside.values[0];
        let answers = sums.iter().zip(&self.answers.values);
        score += answers
            .map(|(sum, answer)| sum.max(0.0) * answer)
            .sum::<f32>();
        Scored {
            board,
            sums,
            aside,
            score,
        }
    }

    /// The loss of a set, all others looked at, by the weights themselves and not their average.
    pub fn loss(&self, set: &Set) -> f64 {
        let path = self.score(&set.path).score;
        let others = set.others.iter();
        let losses = others.map(|other| loss(self.score(other).score - path));
        losses.sum::<f64>() / set.others.len() as f64
    }

    /// One step on a set.
    pub fn fit(&mut self, set: &Set, random: &mut ChaCha8Rng) {
        let turned: bool = random.random();
        let turn = |board: &[u8]| {
            if turned {
                transposed(board, self.size.rows())
            } else {
                board.to_vec()
            }
        };
        let path = turn(&set.path);
        let others: Vec<Vec<u8>> = (0..LOOKED_AT.min(set.others.len()))
            .map(|_| turn(&set.others[random.random_range(0..set.others.len())]))
            .collect();
        let path = self.score(&path);
        let others: Vec<Scored<'_>> = others.iter().map(|other| self.score(other)).collect();
        let share = 1.0 / others.len() as f32;
        let mut pull = 0.0;
        let mut slopes = Slopes::new(self.size.cells(), self.units);
        for other in &others {
            let lead = other.score - path.score;
            let slope = share / (1.0 + lead.exp());
            pull += slope;
            slopes.add(other, -slope, &self.answers.values);
        }
        slopes.add(&path, pull, &self.answers.values);
        self.descend(&slopes);
        self.fits += 1;
        if self.fits.is_multiple_of(AVERAGED_EVERY) {
            let parts = [&mut self.aside, &mut self.table, &mut self.biases];
            parts.into_iter().for_each(Learned::take_average);
            self.answers.take_average();
            self.weights.take_average();
        }
    }

    /// Moves every weight against its slope.
    fn descend(&mut self, slopes: &Slopes) {
        let blank = self.size.cells() - 1;
        let (most, rate) = (127.0 / STEPS, self.rate);
        let rows = slopes.rows.chunks_exact(self.units);
        for ((&input, row), &slope) in slopes.inputs.iter().zip(rows).zip(&slopes.table) {
            self.weights.descend(input * self.units, row, most, rate);
            if input / self.size.cells() != blank {
                self.table.descend(input, &[slope], 400.0, rate);
            }
        }
        self.biases.descend(0, &slopes.biases, 100.0, rate);
        self.answers.descend(0, &slopes.answers, 50.0, rate);
        self.aside.descend(0, &[slopes.aside], 10.0, rate);
    }
}

/// The slopes of a set's loss in all weights. Boards of a set have most tiles in common, and what
/// pulls the path's board down pushes the others up: added together first, that cancels, and does not
/// wear down the rates.
struct Slopes {
    /// Where an input has its row, or [`Slopes::NONE`].
    places: Vec<u32>,
    inputs: Vec<usize>,
    /// By place and unit.
    rows: Vec<f32>,
    /// By place.
    table: Vec<f32>,
    biases: Vec<f32>,
    answers: Vec<f32>,
    aside: f32,
}

impl Slopes {
    const NONE: u32 = u32::MAX;

    fn new(cells: usize, units: usize) -> Self {
        Self {
            places: vec![Self::NONE; cells * cells],
            inputs: Vec::new(),
            rows: Vec::new(),
            table: Vec::new(),
            biases: vec![0.0; units],
            answers: vec![0.0; units],
            aside: 0.0,
        }
    }

    /// Adds a board's share; `slope` is that of the loss in its score.
    fn add(&mut self, scored: &Scored<'_>, slope: f32, answers: &[f32]) {
        let (cells, units) = (scored.board.len(), answers.len());
        let mut through = vec![0.0; units];
        for unit in 0..units {
            if scored.sums[unit] > 0.0 {
                through[unit] = slope * answers[unit];
                self.answers[unit] += slope * scored.sums[unit];
            }
        }
        for (cell, &label) in scored.board.iter().enumerate() {
            let input = usize::from(label) * cells + cell;
            if self.places[input] == Self::NONE {
                self.places[input] = self.inputs.len() as u32;
                self.inputs.push(input);
                self.table.push(0.0);
                self.rows.resize(self.rows.len() + units, 0.0);
            }
            let place = self.places[input] as usize;
            self.table[place] += slope;
            let row = &mut self.rows[place * units..(place + 1) * units];
            for (sum, share) in row.iter_mut().zip(&through) {
                *sum += share;
            }
        }
        for (sum, share) in self.biases.iter_mut().zip(&through) {
            *sum += share;
        }
        self.aside += slope * scored.aside;
    }
}

/// ln(1 + e^-lead), where e^-lead may be too large to be written down.
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
    let turn = |cell: usize| cell % n * n + cell / n;
    (0..board.len())
        .map(|cell| turn(usize::from(board[turn(cell)])) as u8)
        .collect()
}
