//! The net in floating point, and how it learns to rank.
//!
//! A set is the board of the solution's path at one depth, and others of its layer. The path's
//! board should score below the others, so the loss is the mean of ln(1 + e^(score of the path's
//! board − score of the other)), with scores in moves. A board and its transpose need the same
//! moves, so half of the sets are transposed.
//!
//! A net that is *refined* is not disturbed: its first round only measures gradients, so that the
//! learning rates begin as small as they ended.

use noyes::Size;
use noyes::search::beam::{
    Evaluation, MatePair, Net, NetParameters, OUTPUT_SHIFT, POINTS, SharedPairs, Tuples,
};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::gradient::Gradient;
use super::learned::Learned;
use super::pair_weights::PairWeights;
use super::weights::Weights;

/// The integer that stands for 1 in the hidden sums.
const ONE: f32 = 40.0;
const RATE: f32 = 0.03;
/// The learning rate of pairs, as a share of the others'.
const PAIR_SHARE: f32 = 0.7;
/// The same of tuples.
const TUPLE_SHARE: f32 = 0.7;
/// The most moves that a tuple's weight may count.
const MOST_TUPLE: f32 = 50.0;
/// Fits between two updates of the average.
const AVERAGED_EVERY: usize = 250;
/// The largest weights, in the units of the file: they are 8-bit.
const MOST: f32 = 127.0;

/// A board of a solution's path and others of the same depth: the path's comes first.
pub struct Set {
    pub boards: Vec<u8>,
}

/// The net in floating point. All scores are in moves.
pub struct Model {
    size: Size,
    units: usize,
    plain: Evaluation,
    pub rate: f32,
    fits: usize,
    conflict: Learned,
    tile_points: Learned,
    biases: Learned,
    outputs: Learned,
    weights: Learned,
    pairs: PairWeights,
    tuples: Weights,
    /// Whether all places share the points of pairs.
    shares_pairs: bool,
    /// Whether the net that is refined has no points of pairs yet. They learn quickly at first.
    begins_pairs: bool,
    /// The same for tuples.
    begins_tuples: bool,
    mates: Vec<MatePair>,
    transposed: Vec<u8>,
    gradient: Gradient,
}

/// A board's score and what it is made of.
pub struct Scored {
    pub board: Vec<u8>,
    pub sums: Vec<f32>,
    pub conflicts: f32,
    /// The weights of the board's pairs.
    pub pairs: Vec<u32>,
    /// The weights of the board's tuples.
    pub tuples: Vec<u32>,
    pub score: f32,
}

impl Model {
    /// The plain evaluation, and hidden units with small random weights.
    pub fn new(size: Size, units: usize, shares_pairs: bool, random: &mut ChaCha8Rng) -> Self {
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
            pairs: if shares_pairs {
                PairWeights::shared()
            } else {
                PairWeights::new(size)
            },
            tuples: Weights::new(Tuples::WEIGHTS),
            shares_pairs,
            begins_pairs: true,
            begins_tuples: true,
            mates: MatePair::all(size),
            gradient: Gradient::new(cells, units),
            transposed: (0..cells)
                .map(|cell| (size.col(cell) * size.rows() + size.row(cell)) as u8)
                .collect(),
        }
    }

    /// A net to be refined, with so many hidden units: new ones where the net has fewer, and those
    /// that count most where it has more. Until [`Model::begin`] it only measures gradients.
    pub fn from_net(net: &Net, units: usize, shares_pairs: bool, random: &mut ChaCha8Rng) -> Self {
        let parameters = net.parameters();
        let (old, points) = (net.units(), POINTS as f32);
        let kept = strongest(net, units);
        let output = ONE / (points * (1 << OUTPUT_SHIFT) as f32);
        let floats = |words: &[i16], scale: f32| -> Vec<f32> {
            words.iter().map(|&word| f32::from(word) * scale).collect()
        };
        let of_kept = |words: &[i16], scale: f32| -> Vec<f32> {
            let kept = kept.iter().map(|&unit| f32::from(words[unit]) * scale);
            kept.collect()
        };
        let mut model = Self::new(net.size(), units, shares_pairs, random);
        let mut draw = |most: f32| random.random_range(-most..most);
        let mut biases = of_kept(&parameters.biases, 1.0 / ONE);
        biases.resize(units, 0.0);
        let mut outputs = of_kept(&parameters.outputs, output);
        outputs.resize_with(units, || draw(0.1));
        let mut weights = Vec::with_capacity(parameters.weights.len() / old * units);
        for row in parameters.weights.chunks_exact(old) {
            weights.extend(kept.iter().map(|&unit| f32::from(row[unit]) / ONE));
            weights.extend((kept.len()..units).map(|_| draw(0.2)));
        }
        model.rate = 0.0;
        model.conflict = Learned::new(vec![f32::from(parameters.conflict_points) / points]);
        model.tile_points = Learned::new(floats(&parameters.tile_points, 1.0 / points));
        model.biases = Learned::new(biases);
        model.outputs = Learned::new(outputs);
        model.weights = Learned::new(weights);
        let pairs = if shares_pairs {
            &parameters.shared_pairs
        } else {
            &parameters.pairs
        };
        model.begins_pairs = pairs.is_empty();
        if !pairs.is_empty() {
            let pairs = pairs.iter();
            model
                .pairs
                .start_at(pairs.map(|&one| f32::from(one) / points));
        }
        model.start_tuples(&parameters.tuples);
        model
    }

    /// Begins with the points of tuples of a net, if it has any.
    pub fn start_tuples(&mut self, points: &[i16]) {
        self.begins_tuples &= points.is_empty();
        let points = points.iter();
        self.tuples
            .start_at(points.map(|&one| f32::from(one) / POINTS as f32));
    }

    /// Gradients have been measured: from now on weights change.
    pub fn begin(&mut self) {
        self.rate = RATE;
        if self.begins_pairs {
            self.pairs.forget_gradients();
        }
        if self.begins_tuples {
            self.tuples.forget_gradients();
        }
    }

    fn all_learned(&mut self) -> [&mut Learned; 5] {
        [
            &mut self.conflict,
            &mut self.tile_points,
            &mut self.biases,
            &mut self.outputs,
            &mut self.weights,
        ]
    }

    /// Everything that fits change, for a checkpoint.
    pub fn checkpoint(&mut self) -> Vec<u8> {
        let mut bytes = self.rate.to_le_bytes().to_vec();
        bytes.extend((self.fits as u64).to_le_bytes());
        for learned in self.all_learned() {
            learned.write(&mut bytes);
        }
        self.pairs.write(&mut bytes);
        self.tuples.write(&mut bytes);
        bytes
    }

    /// Goes on from a checkpoint of the same size and units. None if it is damaged.
    pub fn restore(&mut self, mut bytes: &[u8]) -> Option<()> {
        let (front, rest) = bytes.split_at_checked(12)?;
        self.rate = f32::from_le_bytes(front[..4].try_into().ok()?);
        self.fits = u64::from_le_bytes(front[4..].try_into().ok()?) as usize;
        bytes = rest;
        for learned in self.all_learned() {
            learned.read(&mut bytes)?;
        }
        self.pairs.read(&mut bytes)?;
        self.tuples.read(&mut bytes)?;
        bytes.is_empty().then_some(())
    }

    /// The net in integers, made of averages.
    pub fn net(&self) -> Option<Net> {
        let points = POINTS as f32;
        let output = points * (1 << OUTPUT_SHIFT) as f32 / ONE;
        let words = |learned: &Learned, scale: f32| -> Vec<i16> {
            let word = |value: &f32| (value * scale).round().clamp(-32767.0, 32767.0) as i16;
            learned.average.iter().map(word).collect()
        };
        let byte = |value: f32| value.round().clamp(-MOST, MOST) as i8;
        let pairs = || {
            let pairs = self.pairs.averages();
            pairs.map(|pair| byte(pair * points)).collect()
        };
        let weights = self.weights.average.iter();
        let parameters = NetParameters {
            conflict_points: words(&self.conflict, points)[0],
            tile_points: words(&self.tile_points, points),
            biases: words(&self.biases, ONE),
            outputs: words(&self.outputs, output),
            weights: weights.map(|weight| byte(weight * ONE)).collect(),
            pairs: if self.shares_pairs {
                Vec::new()
            } else {
                pairs()
            },
            shared_pairs: if self.shares_pairs {
                pairs()
            } else {
                Vec::new()
            },
            tuples: Tuples::fold(self.tuples.averages())
                .iter()
                .map(|value| (value * points).round().clamp(-32767.0, 32767.0) as i16)
                .collect(),
        };
        Net::new(self.size, parameters)
    }

    /// Scores a board by the weights, or by their averages.
    fn score(&self, board: &[u8], by_average: bool) -> Scored {
        let cells = board.len();
        let numbers = |learned| numbers(learned, by_average);
        let mut sums = numbers(&self.biases).to_vec();
        let (tile_points, weights) = (numbers(&self.tile_points), numbers(&self.weights));
        let mut score = 0.0;
        for (cell, &label) in board.iter().enumerate() {
            let input = usize::from(label) * cells + cell;
            score += tile_points[input];
            let row = &weights[input * self.units..(input + 1) * self.units];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        let conflicts = self.plain.line_conflicts(board) as f32;
        score += conflicts * numbers(&self.conflict)[0];
        let outputs = sums.iter().zip(numbers(&self.outputs));
        score += outputs
            .map(|(sum, output)| sum.max(0.0) * output)
            .sum::<f32>();
        let pairs = if self.shares_pairs {
            SharedPairs::numbers(self.size, board)
        } else {
            self.own_pairs(board)
        };
        let points = pairs
            .iter()
            .map(|&index| self.pairs.points(index as usize, by_average));
        score += points.sum::<f32>();
        let tuples = Tuples::numbers(self.size, board);
        let points = tuples
            .iter()
            .map(|&index| self.tuples.points(index as usize, by_average));
        score += points.sum::<f32>();
        Scored {
            board: board.to_vec(),
            sums,
            conflicts,
            pairs,
            tuples,
            score,
        }
    }

    /// The weights of a board's pairs, where every pair of cells has its own.
    fn own_pairs(&self, board: &[u8]) -> Vec<u32> {
        let (cells, blank) = (board.len(), (board.len() - 1) as u8);
        let mut pairs = Vec::with_capacity(self.mates.len());
        for mates in &self.mates {
            let (mut a, mut b) = (board[mates.first], board[mates.second]);
            if a == blank || b == blank {
                continue;
            }
            if mates.is_transposed {
                a = self.transposed[usize::from(a)];
                b = self.transposed[usize::from(b)];
            }
            let index = (mates.block * cells + usize::from(a)) * cells + usize::from(b);
            pairs.push(index as u32);
        }
        pairs
    }

    /// The loss of a set, compared with all its others, by the averages of the weights.
    pub fn loss(&self, set: &Set) -> f64 {
        let boards = set.boards.chunks_exact(self.size.cells());
        let scores: Vec<f32> = boards.map(|board| self.score(board, true).score).collect();
        let losses = scores[1..].iter().map(|other| loss(other - scores[0]));
        losses.sum::<f64>() / (scores.len() - 1) as f64
    }

    /// One step on a set.
    pub fn fit(&mut self, set: &Set, random: &mut ChaCha8Rng) {
        let is_transposed: bool = random.random();
        let scored: Vec<Scored> = set
            .boards
            .chunks_exact(self.size.cells())
            .map(|board| {
                if is_transposed {
                    self.score(&self.transposed_board(board), false)
                } else {
                    self.score(board, false)
                }
            })
            .collect();
        let share = 1.0 / (scored.len() - 1) as f32;
        let mut pull = 0.0;
        for other in &scored[1..] {
            let lead = other.score - scored[0].score;
            let factor = share / (1.0 + lead.exp());
            pull += factor;
            self.gradient.add(other, -factor, &self.outputs.values);
            self.pairs.add_slopes(&other.pairs, -factor);
            self.tuples.add_slopes(&other.tuples, -factor);
        }
        self.gradient.add(&scored[0], pull, &self.outputs.values);
        self.pairs.add_slopes(&scored[0].pairs, pull);
        self.tuples.add_slopes(&scored[0].tuples, pull);
        self.descend();
        self.fits += 1;
        if self.fits.is_multiple_of(AVERAGED_EVERY) {
            let updates = self.fits / AVERAGED_EVERY - 1;
            for learned in self.all_learned() {
                learned.update_average(updates);
            }
            self.pairs.update_average(updates);
            self.tuples.update_average(updates);
        }
    }

    /// Moves every weight against its gradient.
    fn descend(&mut self) {
        let blank = self.size.cells() - 1;
        let (gradient, rate) = (&self.gradient, self.rate);
        let rows = gradient.rows.chunks_exact(self.units);
        for ((&input, row), &factor) in gradient.inputs.iter().zip(rows).zip(&gradient.tile_points)
        {
            let start = input * self.units;
            self.weights.descend(start, row, MOST / ONE, rate);
            if input / self.size.cells() != blank {
                self.tile_points.descend(input, &[factor], 400.0, rate);
            }
        }
        self.biases.descend(0, &gradient.biases, 100.0, rate);
        self.outputs.descend(0, &gradient.outputs, 50.0, rate);
        self.conflict.descend(0, &[gradient.conflict], 10.0, rate);
        self.pairs.descend(rate * PAIR_SHARE, MOST / POINTS as f32);
        self.tuples
            .descend(rate * TUPLE_SHARE, MOST_TUPLE, &mut |_, _| {});
        self.gradient.clear();
    }

    /// The board mirrored along its main diagonal, labels as well as cells.
    fn transposed_board(&self, board: &[u8]) -> Vec<u8> {
        let mirror = |cell: u8| self.transposed[usize::from(cell)];
        let cells = 0..board.len();
        cells
            .map(|cell| mirror(board[usize::from(mirror(cell as u8))]))
            .collect()
    }
}

/// The `most` units of a net that count most, by output weight and size of the weights, in the
/// order of the net; all if there are no more.
fn strongest(net: &Net, most: usize) -> Vec<usize> {
    let (parameters, old) = (net.parameters(), net.units());
    let mut squares = vec![0i64; old];
    for row in parameters.weights.chunks_exact(old) {
        for (square, &weight) in squares.iter_mut().zip(row) {
            *square += i64::from(weight).pow(2);
        }
    }
    let strength = |&unit: &usize| squares[unit] * i64::from(parameters.outputs[unit]).pow(2);
    let mut units: Vec<usize> = (0..old).collect();
    units.sort_by_key(|unit| std::cmp::Reverse(strength(unit)));
    units.truncate(most);
    units.sort_unstable();
    units
}

/// The weights, or their averages.
fn numbers(learned: &Learned, by_average: bool) -> &[f32] {
    if by_average {
        &learned.average
    } else {
        &learned.values
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
