//! What came of the boards of a chunk, as bytes: how results travel from workers.
//!
//! A pickled row has the names of its fields in it and takes 15 times as long as these bytes.
//!
//! ```text
//! a row: 0, unsolvable | 1, failed, then a text | 2, solved, then the fields of a solution
//! a text: its length in four bytes, then UTF-8
//! a number: eight bytes, the seconds as a float
//! what may be missing: 0 | 1, then what it is
//! ```
//!
//! Numbers are little-endian.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::batch::Row;
use crate::board::value_error;
use crate::outcome::Fields;

const UNSOLVABLE: u8 = 0;
const FAILED: u8 = 1;
const SOLVED: u8 = 2;

/// The bytes of some rows.
pub fn pack_rows<'py>(py: Python<'py>, rows: &[Row]) -> Bound<'py, PyBytes> {
    let mut bytes = Vec::new();
    for row in rows {
        match row {
            Row::Unsolvable => bytes.push(UNSOLVABLE),
            Row::Failed(words) => {
                bytes.push(FAILED);
                put_text(&mut bytes, words);
            }
            Row::Solved(outcome) => {
                bytes.push(SOLVED);
                put_fields(&mut bytes, &Fields::of(outcome));
            }
        }
    }
    PyBytes::new(py, &bytes)
}

fn put_fields(bytes: &mut Vec<u8>, fields: &Fields<'_>) {
    put_choice(bytes, fields.moves.as_deref(), put_text);
    put_choice(bytes, fields.length.map(u64::from), put_number);
    put_number(bytes, fields.lower_bound.into());
    bytes.push(fields.optimal.into());
    for name in [fields.algorithm, fields.heuristic, fields.metric] {
        put_text(bytes, name);
    }
    for number in [fields.expanded, fields.generated, fields.stored] {
        put_number(bytes, number);
    }
    put_number(bytes, fields.seconds.to_bits());
    put_choice(bytes, fields.stop, put_text);
}

fn put_number(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend(number.to_le_bytes());
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    // No text is longer than the moves of a solution, which are counted in 32 bits.
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
}

fn put_choice<T>(bytes: &mut Vec<u8>, choice: Option<T>, put: impl Fn(&mut Vec<u8>, T)) {
    bytes.push(choice.is_some().into());
    if let Some(value) = choice {
        put(bytes, value);
    }
}

/// The rows of such bytes: a tuple of fields, `None` for an unsolvable board, a sentence for one
/// that failed.
#[pyfunction]
pub fn unpack_rows<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyList>> {
    let rows = PyList::empty(py);
    let mut rest = Rest(bytes);
    let cut_off = || value_error("the bytes of the results are cut off: send them again");
    while !rest.0.is_empty() {
        match rest.byte().ok_or_else(cut_off)? {
            UNSOLVABLE => rows.append(py.None())?,
            FAILED => rows.append(rest.text().ok_or_else(cut_off)?)?,
            _ => rows.append(rest.fields().ok_or_else(cut_off)?.tuple(py)?)?,
        }
    }
    Ok(rows)
}

/// The bytes that were not read yet. Reading gives nothing where they are cut off.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn fields(&mut self) -> Option<Fields<'a>> {
        Some(Fields {
            moves: self.choice(Self::text)?.map(Into::into),
            length: self.choice(Self::number)?.map(|length| length as u32),
            lower_bound: self.number()? as u32,
            optimal: self.byte()? != 0,
            algorithm: self.text()?,
            heuristic: self.text()?,
            metric: self.text()?,
            expanded: self.number()?,
            generated: self.number()?,
            stored: self.number()?,
            seconds: f64::from_bits(self.number()?),
            stop: self.choice(Self::text)?,
        })
    }

    fn chunk<const LENGTH: usize>(&mut self) -> Option<[u8; LENGTH]> {
        let (&chunk, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(chunk)
    }

    fn byte(&mut self) -> Option<u8> {
        self.chunk().map(|[byte]| byte)
    }

    fn number(&mut self) -> Option<u64> {
        self.chunk().map(u64::from_le_bytes)
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = u32::from_le_bytes(self.chunk()?);
        let (text, rest) = self.0.split_at_checked(length as usize)?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }

    fn choice<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        match self.byte()? {
            0 => Some(None),
            _ => read(self).map(Some),
        }
    }
}
