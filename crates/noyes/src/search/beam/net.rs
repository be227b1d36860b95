//! The small learned part of the evaluation: tile-at-cell inputs, rectified units, one sum.
//!
//! In the manner of the efficiently updatable networks of chess engines (Y. Nasu, "ƎUИИ", 2018):
//! every pair (tile, cell) has a row of weights, the units of a board are the sum of the rows of
//! its tiles, the blank's included, and a slide changes four rows. The answer is the weighted
//! sum of the units that are above zero.
//!
//! Besides the units there is a table of one number a pair (tile, cell), which replaces the
//! distance raised to a power, and a weight for tiles that must step aside in their line. All of
//! it is in points, [`POINTS`] to the move. Weights of the units are bytes, sums 16-bit: a board
//! of 100 cells cannot overflow them.
//!
//! The file, little-endian: `NYNET1`, rows, cols (a byte each), units (u16), weight of a tile
//! aside (i16), the table by label and cell (i16), the units' biases (i16), their answers (i16),
//! their weights by label, cell and unit (i8). Training: `examples/train_beam.rs`.

use crate::board::Size;

/// Points to the move in every score of the beam.
pub const POINTS: i32 = 64;

/// An answer weight of `1 << ANSWER_SHIFT` is one point for one step of a unit.
pub const ANSWER_SHIFT: u32 = 8;

const MAGIC: &[u8; 6] = b"NYNET1";
const HEADER: usize = 12;
/// Units are worked on so many at a time.
pub(super) const LANES: usize = 16;

/// A learned evaluation of one size, for goals whose blank is in the last cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    size: Size,
    units: usize,
    aside: i16,
    table: Vec<i16>,
    biases: Vec<i16>,
    answers: Vec<i16>,
    weights: Vec<i8>,
}

/// The parts of a net, as training makes them.
#[derive(Clone, Debug)]
pub struct Parts {
    /// Points for a tile that must step aside.
    pub aside: i16,
    /// Points by label and cell.
    pub table: Vec<i16>,
    /// Biases of the units; their number is a multiple of 16.
    pub biases: Vec<i16>,
    /// Answer weights of the units: points for a step of the unit, times `1 << ANSWER_SHIFT`.
    pub answers: Vec<i16>,
    /// Unit weights by label, cell and unit.
    pub weights: Vec<i8>,
}

impl Net {
    /// The net shipped for a size, if there is one and the feature `nets` is on. Every call reads it
    /// anew, which is one copy of its bytes.
    pub fn shipped(size: Size) -> Option<Self> {
        Self::read(shipped_bytes(size)?).ok()
    }

    /// Puts a net together, if the parts fit each other and the size.
    pub fn new(size: Size, parts: Parts) -> Option<Self> {
        let units = parts.biases.len();
        let inputs = size.cells() * size.cells();
        let fits = units > 0
            && units.is_multiple_of(LANES)
            && parts.answers.len() == units
            && parts.table.len() == inputs
            && parts.weights.len() == inputs * units;
        fits.then_some(Self {
            size,
            units,
            aside: parts.aside,
            table: parts.table,
            biases: parts.biases,
            answers: parts.answers,
            weights: parts.weights,
        })
    }

    /// Reads the file form.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let header = bytes.get(..HEADER).ok_or(NetError::NotANet)?;
        if &header[..6] != MAGIC {
            return Err(NetError::NotANet);
        }
        let size = Size::new(usize::from(header[6]), usize::from(header[7]));
        let size = size.map_err(|_| NetError::NotANet)?;
        let units = usize::from(u16::from_le_bytes([header[8], header[9]]));
        let inputs = size.cells() * size.cells();
        let mut rest = &bytes[HEADER..];
        let mut words = |count: usize| {
            let (words, after) = rest.split_at_checked(2 * count).ok_or(NetError::Damaged)?;
            rest = after;
            let word = |pair: &[u8]| i16::from_le_bytes([pair[0], pair[1]]);
            Ok(words.chunks_exact(2).map(word).collect::<Vec<i16>>())
        };
        let (table, biases, answers) = (words(inputs)?, words(units)?, words(units)?);
        let parts = Parts {
            aside: i16::from_le_bytes([header[10], header[11]]),
            table,
            biases,
            answers,
            weights: rest.iter().map(|&byte| byte as i8).collect(),
        };
        Self::new(size, parts).ok_or(NetError::Damaged)
    }

    /// Writes the file form.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([self.size.rows() as u8, self.size.cols() as u8]);
        bytes.extend((self.units as u16).to_le_bytes());
        bytes.extend(self.aside.to_le_bytes());
        for words in [&self.table, &self.biases, &self.answers] {
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        }
        bytes.extend(self.weights.iter().map(|&weight| weight as u8));
        bytes
    }

    /// The parts it was put together from, for training it further.
    pub fn parts(&self) -> Parts {
        Parts {
            aside: self.aside,
            table: self.table.clone(),
            biases: self.biases.clone(),
            answers: self.answers.clone(),
            weights: self.weights.clone(),
        }
    }

    /// How many units a board has.
    pub fn units(&self) -> usize {
        self.units
    }

    /// The size it was trained for.
    pub fn size(&self) -> Size {
        self.size
    }

    pub(super) fn aside(&self) -> i32 {
        i32::from(self.aside)
    }

    pub(super) fn table(&self) -> &[i16] {
        &self.table
    }

    fn row(&self, label: usize, cell: usize) -> &[i8] {
        let start = (label * self.size.cells() + cell) * self.units;
        &self.weights[start..start + self.units]
    }

    /// The units' sums of a board, from scratch.
    pub fn sums(&self, board: &[u8]) -> Vec<i16> {
        let mut sums = self.biases.clone();
        for (cell, &label) in board.iter().enumerate() {
            for (sum, &weight) in sums.iter_mut().zip(self.row(usize::from(label), cell)) {
                *sum += i16::from(weight);
            }
        }
        sums
    }

    /// The four rows a slide changes: two that come, two that go.
    #[inline(always)]
    fn rows(&self, slide: &Slide) -> [&[i8]; 4] {
        [
            self.row(slide.label, slide.to),
            self.row(slide.blank, slide.from),
            self.row(slide.label, slide.from),
            self.row(slide.blank, slide.to),
        ]
    }

    /// The sums after a slide.
    #[inline(always)]
    pub(super) fn step(&self, before: &[i16], slide: &Slide, after: &mut [i16]) {
        let [in1, in2, out1, out2] = self.rows(slide);
        let rows = in1.iter().zip(in2).zip(out1.iter().zip(out2));
        for ((after, &before), ((&in1, &in2), (&out1, &out2))) in
            after.iter_mut().zip(before).zip(rows)
        {
            *after = before + i16::from(in1) + i16::from(in2) - i16::from(out1) - i16::from(out2);
        }
    }

    /// The answer, in points, for given sums.
    pub(super) fn answer(&self, sums: &[i16]) -> i32 {
        let mut total = 0;
        for (&sum, &answer) in sums.iter().zip(&self.answers) {
            total += i32::from(sum.max(0)) * i32::from(answer);
        }
        total >> ANSWER_SHIFT
    }

    /// The answer after a slide, without keeping the sums.
    #[inline(always)]
    pub(super) fn answer_after(&self, before: &[i16], slide: &Slide) -> i32 {
        let [in1, in2, out1, out2] = self.rows(slide);
        let mut total = 0;
        let chunks = before
            .chunks_exact(LANES)
            .zip(self.answers.chunks_exact(LANES))
            .zip(in1.chunks_exact(LANES).zip(in2.chunks_exact(LANES)))
            .zip(out1.chunks_exact(LANES).zip(out2.chunks_exact(LANES)));
        for (((before, answers), (in1, in2)), (out1, out2)) in chunks {
            for lane in 0..LANES {
                let sum = before[lane] + i16::from(in1[lane]) + i16::from(in2[lane])
                    - i16::from(out1[lane])
                    - i16::from(out2[lane]);
                total += i32::from(sum.max(0)) * i32::from(answers[lane]);
            }
        }
        total >> ANSWER_SHIFT
    }
}

/// Why bytes are no net.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetError {
    /// They do not begin as the file of a net does.
    #[error("this is not the file of a net: give one that `train_beam` has written")]
    NotANet,
    /// They are too few or too many, or the parts do not fit each other.
    #[error("the file of the net is damaged: copy it again")]
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

/// A tile's slide into the blank, as the evaluation sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slide {
    /// The tile's label.
    pub label: usize,
    /// The cell it leaves.
    pub from: usize,
    /// The blank's cell, which it comes to.
    pub to: usize,
    /// The blank's label.
    pub blank: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_net(size: Size, units: usize) -> Net {
        let inputs = size.cells() * size.cells();
        let some =
            |count: usize, step: usize| (0..count).map(move |k| (k * step % 201) as i32 - 100);
        Net::new(
            size,
            Parts {
                aside: 120,
                table: some(inputs, 37).map(|x| x as i16).collect(),
                biases: some(units, 11).map(|x| x as i16).collect(),
                answers: some(units, 71).map(|x| x as i16).collect(),
                weights: some(inputs * units, 89).map(|x| x as i8).collect(),
            },
        )
        .unwrap()
    }

    #[test]
    fn what_is_written_is_read() {
        let net = some_net(Size::new(3, 4).unwrap(), 32);
        assert_eq!(Net::read(&net.write()), Ok(net.clone()));
        let bytes = net.write();
        assert_eq!(Net::read(&bytes[..bytes.len() - 1]), Err(NetError::Damaged));
        assert_eq!(Net::read(b"nothing"), Err(NetError::NotANet));
    }

    #[test]
    fn a_slide_changes_the_sums_as_a_fresh_count_does() {
        let size = Size::new(3, 3).unwrap();
        let net = some_net(size, 16);
        let mut board: Vec<u8> = vec![3, 1, 2, 0, 8, 4, 6, 5, 7];
        let before = net.sums(&board);
        let slide = Slide {
            label: 1,
            from: 1,
            to: 4,
            blank: 8,
        };
        board.swap(1, 4);
        let mut after = vec![0; 16];
        net.step(&before, &slide, &mut after);
        assert_eq!(after, net.sums(&board));
        assert_eq!(net.answer_after(&before, &slide), net.answer(&after));
    }
}
