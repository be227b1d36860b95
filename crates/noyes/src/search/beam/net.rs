//! The learned part of the evaluation: a small network whose hidden sums are updated by slides.
//!
//! It is built as the efficiently updatable networks of chess engines are (Y. Nasu, "ƎUИИ", 2018).
//! Every pair of label and cell is an input with a row of weights. The hidden sums of a board are
//! the biases plus the rows of its labels, the blank's included, so a slide changes four rows. The
//! output is the weighted sum of the hidden sums that are above zero.
//!
//! Beside the hidden units a net has four parts of the [base score](super::Evaluation): the points
//! of every label at every cell, those of a line conflict, those of [pairs](super::MatePair) of
//! near tiles, and those of [tuples](super::Tuples) of near cells. All outputs are in points,
//! [`POINTS`] to the move.
//!
//! **Invariant.** Weights are 8-bit and sums 16-bit: the sums of a board of 100 cells cannot
//! overflow.
//!
//! The file, little-endian:
//!
//! ```text
//! field                              type     count
//! "NYNET2"                           bytes    6
//! rows, columns                      u8       2
//! hidden units                       u16      1
//! points of a line conflict          i16      1
//! points by label and cell           i16      cells²
//! biases of the hidden units         i16      units
//! output weights                     i16      units
//! weights by label, cell and unit    i8       cells² × units
//! points of pairs by block           i8       blocks × cells²
//! ```
//!
//! The file of a net without pairs begins with "NYNET1" and ends before them. A file that begins
//! with "NYNET3" has [shared points](super::SharedPairs) of pairs in their place, `i8` each. A file
//! with tuples begins with "NYNET4". After the header it has the digit of what it would be without
//! them, and at its end the points of tuples, `i16` each.
//!
//! Training: `examples/train_beam`.

use std::fmt;

use super::aligned::AlignedVec;
use super::pairs::{MatePair, PairTable};
use super::shared_pairs::{SharedPairTable, SharedPairs};
use super::tuples::{TupleTable, Tuples};
use crate::board::Size;
use crate::search::prefetch::prefetch;

/// Points to the move in every score of the beam.
pub const POINTS: i32 = 64;

/// An output weight of `1 << OUTPUT_SHIFT` is one point for 1 of a hidden sum.
pub const OUTPUT_SHIFT: u32 = 8;

const MAGIC: &[u8; 5] = b"NYNET";
/// What follows the magic word, and what says in a file with tuples which pairs there are.
const PLAIN: u8 = b'1';
const OWN_PAIRS: u8 = b'2';
const SHARED_PAIRS: u8 = b'3';
const TUPLES: u8 = b'4';
const HEADER: usize = 12;
/// Hidden units in one vector register of AVX2.
const VECTOR: usize = 16;
/// Hidden units whose sums fill a cache line, and a register of AVX-512.
const LINE_UNITS: usize = 32;

/// A learned evaluation of one size, for goals with the blank in the last cell.
#[derive(Clone, PartialEq, Eq)]
pub struct Net {
    size: Size,
    units: usize,
    parameters: NetParameters,
    rows: NetRows,
    pairs: Option<PairTable>,
    shared_pairs: Option<SharedPairTable>,
    tuples: Option<TupleTable>,
}

/// The numbers of a net, as training makes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetParameters {
    /// Points of a line conflict.
    pub conflict_points: i16,
    /// Points by label and cell.
    pub tile_points: Vec<i16>,
    /// Biases of the hidden units, whose number is a multiple of 16.
    pub biases: Vec<i16>,
    /// Output weights of the hidden units, in points times `1 << OUTPUT_SHIFT`.
    pub outputs: Vec<i16>,
    /// Weights by label, cell and hidden unit.
    pub weights: Vec<i8>,
    /// Points by block of [mates](MatePair), first and second label; empty in a net without pairs.
    pub pairs: Vec<i8>,
    /// [Shared points](SharedPairs) of pairs; empty in a net without them.
    pub shared_pairs: Vec<i8>,
    /// Points of [tuples](Tuples); empty in a net without them.
    pub tuples: Vec<i16>,
}

impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Net")
            .field("size", &self.size)
            .field("units", &self.units)
            .finish_non_exhaustive()
    }
}

impl Net {
    /// The net shipped for a size. None if there is none, or without the feature `nets`.
    ///
    /// Every call reads the net again, which costs a copy of its bytes and the layout of its pairs:
    /// some milliseconds at 10×10.
    pub fn shipped(size: Size) -> Option<Self> {
        Self::from_bytes(shipped_bytes(size)?).ok()
    }

    /// A net of these parameters, if they fit each other and the size.
    pub fn new(size: Size, parameters: NetParameters) -> Option<Self> {
        let units = parameters.biases.len();
        let inputs = size.cells() * size.cells();
        let fits = units > 0
            && units.is_multiple_of(VECTOR)
            && parameters.outputs.len() == units
            && parameters.tile_points.len() == inputs
            && parameters.weights.len() == inputs * units
            && (parameters.pairs.is_empty()
                || parameters.pairs.len() == MatePair::blocks(size) * inputs)
            && [0, SharedPairs::COUNT].contains(&parameters.shared_pairs.len())
            && (parameters.pairs.is_empty() || parameters.shared_pairs.is_empty())
            && [0, Tuples::COUNT].contains(&parameters.tuples.len());
        if !fits {
            return None;
        }
        let has_pairs = !parameters.pairs.is_empty();
        let has_shared = !parameters.shared_pairs.is_empty();
        let tuples = match parameters.tuples.as_slice() {
            [] => None,
            points => Some(TupleTable::new(size, points)?),
        };
        Some(Self {
            shared_pairs: has_shared.then(|| SharedPairTable::new(size, &parameters.shared_pairs)),
            pairs: has_pairs.then(|| PairTable::new(size, &parameters.pairs)),
            tuples,
            rows: NetRows::new(size, &parameters),
            size,
            units,
            parameters,
        })
    }

    /// Reads a net from the bytes of its file, which may come from anywhere: a page of a browser
    /// fetches the net of the size that it needs.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetError> {
        let header = bytes.get(..HEADER).ok_or(NetError::NotANet)?;
        let kind = header[5];
        if &header[..5] != MAGIC || !(PLAIN..=TUPLES).contains(&kind) {
            return Err(NetError::NotANet);
        }
        let size = Size::new(usize::from(header[6]), usize::from(header[7]));
        let size = size.map_err(|_| NetError::NotANet)?;
        let units = usize::from(u16::from_le_bytes([header[8], header[9]]));
        let inputs = size.cells() * size.cells();
        let mut rest = &bytes[HEADER..];
        let has_tuples = kind == TUPLES;
        let kind_of_pairs = if has_tuples {
            let (&first, after) = rest.split_first().ok_or(NetError::Damaged)?;
            rest = after;
            first
        } else {
            kind
        };
        let mut words = |count: usize| {
            let (words, after) = rest.split_at_checked(2 * count).ok_or(NetError::Damaged)?;
            rest = after;
            let word = |pair: &[u8]| i16::from_le_bytes([pair[0], pair[1]]);
            Ok(words.chunks_exact(2).map(word).collect::<Vec<i16>>())
        };
        let (tile_points, biases, outputs) = (words(inputs)?, words(units)?, words(units)?);
        let own_pairs = MatePair::blocks(size) * inputs;
        let count = match kind_of_pairs {
            OWN_PAIRS => own_pairs,
            SHARED_PAIRS => SharedPairs::COUNT,
            PLAIN => 0,
            _ => return Err(NetError::Damaged),
        };
        let (weights, rest) = rest
            .split_at_checked(inputs * units)
            .ok_or(NetError::Damaged)?;
        let (pairs, rest) = rest.split_at_checked(count).ok_or(NetError::Damaged)?;
        let tuples = if has_tuples { Tuples::COUNT } else { 0 };
        if rest.len() != 2 * tuples {
            return Err(NetError::Damaged);
        }
        let tuples = rest.chunks_exact(2);
        let tuples = tuples.map(|two| i16::from_le_bytes([two[0], two[1]]));
        let (pairs, shared_pairs): (&[u8], &[u8]) = if kind_of_pairs == SHARED_PAIRS {
            (&[], pairs)
        } else {
            (pairs, &[])
        };
        let signed = |bytes: &[u8]| bytes.iter().map(|&byte| byte as i8).collect();
        let parameters = NetParameters {
            conflict_points: i16::from_le_bytes([header[10], header[11]]),
            tile_points,
            biases,
            outputs,
            weights: signed(weights),
            pairs: signed(pairs),
            shared_pairs: signed(shared_pairs),
            tuples: tuples.collect(),
        };
        Self::new(size, parameters).ok_or(NetError::Damaged)
    }

    /// The bytes of the net's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let parameters = &self.parameters;
        let kind_of_pairs = if !parameters.pairs.is_empty() {
            OWN_PAIRS
        } else if !parameters.shared_pairs.is_empty() {
            SHARED_PAIRS
        } else {
            PLAIN
        };
        let has_tuples = !parameters.tuples.is_empty();
        let mut bytes = MAGIC.to_vec();
        bytes.push(if has_tuples { TUPLES } else { kind_of_pairs });
        bytes.extend([self.size.rows() as u8, self.size.cols() as u8]);
        bytes.extend((self.units as u16).to_le_bytes());
        bytes.extend(parameters.conflict_points.to_le_bytes());
        if has_tuples {
            bytes.push(kind_of_pairs);
        }
        let (biases, outputs) = (&parameters.biases, &parameters.outputs);
        for words in [&parameters.tile_points, biases, outputs] {
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        }
        let (weights, pairs) = (&parameters.weights, &parameters.pairs);
        let all = weights.iter().chain(pairs).chain(&parameters.shared_pairs);
        bytes.extend(all.map(|&signed| signed as u8));
        let tuples = parameters.tuples.iter();
        bytes.extend(tuples.flat_map(|points| points.to_le_bytes()));
        bytes
    }

    /// The numbers of the net, for training it further.
    pub fn parameters(&self) -> &NetParameters {
        &self.parameters
    }

    /// The number of hidden units.
    pub fn units(&self) -> usize {
        self.units
    }

    /// The size of the boards that it was trained for.
    pub fn size(&self) -> Size {
        self.size
    }

    pub(super) fn conflict_points(&self) -> i32 {
        i32::from(self.parameters.conflict_points)
    }

    pub(super) fn tile_points(&self) -> &[i16] {
        &self.parameters.tile_points
    }

    /// The weights as slides read them.
    #[inline(always)]
    pub(super) fn rows(&self) -> NetView<'_> {
        let rows = &self.rows;
        NetView {
            cells: rows.cells,
            width: rows.width,
            weights: &rows.weights,
            blank_steps: &rows.blank_steps,
            outputs: &rows.outputs,
        }
    }

    /// The points of pairs, if the net has any.
    pub(super) fn pairs(&self) -> Option<&PairTable> {
        self.pairs.as_ref()
    }

    /// The shared points of pairs, if the net has any.
    pub(super) fn shared_pairs(&self) -> Option<&SharedPairTable> {
        self.shared_pairs.as_ref()
    }

    /// The points of tuples, if the net has any.
    pub(super) fn tuples(&self) -> Option<&TupleTable> {
        self.tuples.as_ref()
    }

    /// The weights of an input.
    fn row(&self, label: usize, cell: usize) -> &[i8] {
        let start = (label * self.size.cells() + cell) * self.units;
        &self.parameters.weights[start..start + self.units]
    }

    /// The hidden sums of a board, from scratch.
    pub fn sums(&self, board: &[u8]) -> Vec<i16> {
        let mut sums = self.parameters.biases.clone();
        for (cell, &label) in board.iter().enumerate() {
            for (sum, &weight) in sums.iter_mut().zip(self.row(usize::from(label), cell)) {
                *sum += i16::from(weight);
            }
        }
        sums
    }

    /// The same, followed by zeros: as many as a layer stores.
    pub(super) fn padded_sums(&self, board: &[u8]) -> Vec<i16> {
        let mut sums = self.sums(board);
        sums.resize(self.rows.width, 0);
        sums
    }

    /// The output, in points, for given hidden sums.
    pub(super) fn output(&self, sums: &[i16]) -> i32 {
        let mut total = 0;
        for (&sum, &output) in sums.iter().zip(&self.parameters.outputs) {
            total += i32::from(sum.max(0)) * i32::from(output);
        }
        total >> OUTPUT_SHIFT
    }
}

/// The weights as slides read them: rows begin at cache lines, and have zeros in place of units
/// that would be needed to fill one.
#[derive(Clone, PartialEq, Eq)]
struct NetRows {
    cells: usize,
    width: usize,
    weights: AlignedVec<i8>,
    blank_steps: AlignedVec<i16>,
    outputs: AlignedVec<i16>,
}

/// The same by reference.
#[derive(Clone, Copy)]
pub(super) struct NetView<'a> {
    pub cells: usize,
    /// Units of a row, those that fill it up included.
    pub width: usize,
    /// By label, cell and unit.
    pub weights: &'a [i8],
    /// By edge and unit: what the blank's step adds, since it is the same for all tiles.
    pub blank_steps: &'a [i16],
    /// By unit.
    pub outputs: &'a [i16],
}

impl NetRows {
    fn new(size: Size, parameters: &NetParameters) -> Self {
        let cells = size.cells();
        let units = parameters.biases.len();
        let width = units.next_multiple_of(LINE_UNITS);
        let mut weights = AlignedVec::new(&vec![0; cells * cells * width]);
        let rows = weights.chunks_exact_mut(width);
        for (row, of_net) in rows.zip(parameters.weights.chunks_exact(units)) {
            row[..units].copy_from_slice(of_net);
        }
        let mut outputs = AlignedVec::new(&vec![0; width]);
        outputs[..units].copy_from_slice(&parameters.outputs);
        let mut rows = Self {
            cells,
            width,
            weights,
            blank_steps: AlignedVec::new(&vec![0; 4 * cells * width]),
            outputs,
        };
        for to in 0..cells {
            for from in (0..cells).filter(|&from| size.distance(from, to) == 1) {
                let blank = cells - 1;
                let edge = LabelSlide::new(blank, from, to).edge;
                for unit in 0..width {
                    let [entered, left] =
                        [from, to].map(|cell| rows.weights[(blank * cells + cell) * width + unit]);
                    rows.blank_steps[edge * width + unit] = i16::from(entered) - i16::from(left);
                }
            }
        }
        rows
    }
}

impl<'a> NetView<'a> {
    /// Where the weights of a label on a cell begin.
    #[inline(always)]
    fn start(&self, label: usize, cell: usize) -> usize {
        (label * self.cells + cell) * self.width
    }

    /// Asks memory for the rows of a slide.
    #[inline(always)]
    pub fn prefetch(&self, slide: &LabelSlide) {
        for cell in [slide.to, slide.from] {
            prefetch(
                self.weights
                    .as_ptr()
                    .wrapping_add(self.start(slide.label, cell))
                    .cast(),
            );
        }
    }

    /// What a slide adds to the hidden sums: to each the first, the second, and less the third.
    #[inline(always)]
    fn changes(&self, slide: &LabelSlide) -> (&'a [i16], &'a [i8], &'a [i8]) {
        let row = |cell| {
            let start = self.start(slide.label, cell);
            &self.weights[start..start + self.width]
        };
        let blank = &self.blank_steps[slide.edge * self.width..(slide.edge + 1) * self.width];
        (blank, row(slide.to), row(slide.from))
    }

    /// The hidden sums after a slide.
    #[inline(always)]
    pub fn sums_after(&self, before: &[i16], slide: &LabelSlide, after: &mut [i16]) {
        let (blank, entered, left) = self.changes(slide);
        let rows = blank.iter().zip(entered.iter().zip(left));
        for ((after, &before), (&blank, (&entered, &left))) in
            after.iter_mut().zip(before).zip(rows)
        {
            *after = before + blank + i16::from(entered) - i16::from(left);
        }
    }

    /// The output after a slide in parts of a point, for which the sums are not stored.
    #[inline(always)]
    pub fn total_after(&self, before: &[i16], slide: &LabelSlide) -> i32 {
        let (blank, entered, left) = self.changes(slide);
        let mut total = 0;
        let chunks = before
            .chunks_exact(VECTOR)
            .zip(self.outputs.chunks_exact(VECTOR))
            .zip(blank.chunks_exact(VECTOR))
            .zip(entered.chunks_exact(VECTOR).zip(left.chunks_exact(VECTOR)));
        for (((before, outputs), blank), (entered, left)) in chunks {
            for unit in 0..VECTOR {
                let sum =
                    before[unit] + blank[unit] + i16::from(entered[unit]) - i16::from(left[unit]);
                total += i32::from(sum.max(0)) * i32::from(outputs[unit]);
            }
        }
        total
    }
}

/// Why bytes are not a net.
///
/// ```
/// use noyes::Engine;
/// use noyes::search::NetError;
///
/// assert_eq!(Engine::new().add_net(b"NYNET0"), Err(NetError::NotANet));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetError {
    /// They do not begin as a net's file does.
    #[error("these bytes are not a net: give a file that `train_beam` has written")]
    NotANet,
    /// They are too few or too many for the net's size.
    #[error("the net is damaged: get its file again")]
    Damaged,
}

/// The file of the net shipped for a size.
#[cfg(feature = "nets")]
fn shipped_bytes(size: Size) -> Option<&'static [u8]> {
    Some(match (size.rows(), size.cols()) {
        (5, 5) => include_bytes!("../../../data/nets/5.net"),
        (6, 6) => include_bytes!("../../../data/nets/6.net"),
        (7, 7) => include_bytes!("../../../data/nets/7.net"),
        (8, 8) => include_bytes!("../../../data/nets/8.net"),
        (9, 9) => include_bytes!("../../../data/nets/9.net"),
        (10, 10) => include_bytes!("../../../data/nets/10.net"),
        _ => return None,
    })
}

/// Without the feature `nets` no net is shipped.
#[cfg(not(feature = "nets"))]
fn shipped_bytes(_: Size) -> Option<&'static [u8]> {
    None
}

/// A slide as the evaluation reads it, with the labels of the tile and the blank.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LabelSlide {
    /// The tile's label.
    pub label: usize,
    /// The cell it leaves.
    pub from: usize,
    /// The blank's cell, which it enters.
    pub to: usize,
    /// The number of both cells: see [`super::slide_steps`].
    pub edge: usize,
}

impl LabelSlide {
    /// The slide of a tile from a cell to a neighbour of it.
    pub fn new(label: usize, from: usize, to: usize) -> Self {
        let is_across = from.abs_diff(to) == 1;
        // Up, left, right, down; the tile slides against the order of cells in the first two.
        let by = usize::from(from < to) * 2 + usize::from((from < to) != is_across);
        Self {
            label,
            from,
            to,
            edge: 4 * to + by,
        }
    }

    /// Whether the tile stays in its row. A board has at least two columns, so only neighbours in a
    /// row have numbers that differ by one.
    #[inline(always)]
    pub fn is_across(&self) -> bool {
        self.from.abs_diff(self.to) == 1
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A net of numbers that look random, with pairs.
    pub fn some_net(size: Size, units: usize) -> Net {
        let inputs = size.cells() * size.cells();
        let some =
            |count: usize, step: usize| (0..count).map(move |k| (k * step % 201) as i32 - 100);
        Net::new(
            size,
            NetParameters {
                conflict_points: 120,
                // The blank has no points.
                tile_points: some(inputs - size.cells(), 37)
                    .map(|x| x as i16)
                    .chain(vec![0; size.cells()])
                    .collect(),
                biases: some(units, 11).map(|x| x as i16).collect(),
                outputs: some(units, 71).map(|x| x as i16).collect(),
                weights: some(inputs * units, 89).map(|x| x as i8).collect(),
                pairs: some(inputs * MatePair::blocks(size), 53)
                    .map(|x| x as i8)
                    .collect(),
                shared_pairs: Vec::new(),
                tuples: Vec::new(),
            },
        )
        .unwrap()
    }

    /// The same with shared points of pairs instead.
    pub fn some_shared_net(size: Size, units: usize) -> Net {
        let mut parameters = some_net(size, units).parameters().clone();
        parameters.pairs.clear();
        let shared = (0..SharedPairs::COUNT).map(|k| (k * 67 % 201) as i32 - 100);
        parameters.shared_pairs = shared.map(|points| points as i8).collect();
        Net::new(size, parameters).unwrap()
    }

    /// The same with points of tuples besides.
    pub fn with_tuples(net: &Net) -> Net {
        let mut parameters = net.parameters().clone();
        let tuples = (0..Tuples::COUNT).map(|k| (k * 67 % 401) as i16 - 200);
        parameters.tuples = tuples.collect();
        Net::new(net.size(), parameters).unwrap()
    }

    #[test]
    fn bytes_give_the_same_net() {
        let net = some_net(Size::new(3, 4).unwrap(), 32);
        assert_eq!(Net::from_bytes(&net.to_bytes()), Ok(net.clone()));
        let mut parameters = net.parameters().clone();
        parameters.pairs.clear();
        let old = Net::new(net.size(), parameters).unwrap();
        assert!(old.to_bytes().starts_with(b"NYNET1"));
        assert_eq!(Net::from_bytes(&old.to_bytes()), Ok(old.clone()));
        let shared = some_shared_net(net.size(), 32);
        assert!(shared.to_bytes().starts_with(b"NYNET3"));
        assert_eq!(Net::from_bytes(&shared.to_bytes()), Ok(shared.clone()));
        for net in [net.clone(), old, shared] {
            let net = with_tuples(&net);
            let bytes = net.to_bytes();
            assert!(bytes.starts_with(b"NYNET4"));
            assert_eq!(
                Net::from_bytes(&bytes[..bytes.len() - 1]),
                Err(NetError::Damaged)
            );
            assert_eq!(Net::from_bytes(&bytes), Ok(net));
        }
        let bytes = net.to_bytes();
        assert!(bytes.starts_with(b"NYNET2"));
        assert_eq!(
            Net::from_bytes(&bytes[..bytes.len() - 1]),
            Err(NetError::Damaged)
        );
        assert_eq!(Net::from_bytes(b"nothing"), Err(NetError::NotANet));
    }

    #[test]
    fn updated_sums_agree_with_sums_from_scratch() {
        let size = Size::new(3, 3).unwrap();
        let net = some_net(size, 16);
        let mut board: Vec<u8> = vec![3, 1, 2, 0, 8, 4, 6, 5, 7];
        let before = net.padded_sums(&board);
        let slide = LabelSlide::new(1, 1, 4);
        board.swap(1, 4);
        let mut after = vec![0; 32];
        net.rows().sums_after(&before, &slide, &mut after);
        assert_eq!(after, net.padded_sums(&board));
        let total = net.rows().total_after(&before, &slide);
        assert_eq!(total >> OUTPUT_SHIFT, net.output(&net.sums(&board)));
    }
}
