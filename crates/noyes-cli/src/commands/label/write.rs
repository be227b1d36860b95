//! Labels as csv, as lines of JSON, and as an array of records.

use std::io::{self, Write};

use anyhow::{Result, bail};
use clap::ValueEnum;
use noyes::Size;
use noyes::solve::{Label, LabelError};
use noyes_api::solve::stop_name;

use super::block::{Block, Item};
use super::npy;
use crate::csv;
use crate::printable::printable_json;

/// How labels are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LabelFormat {
    /// Comma-separated values
    Csv,
    /// One JSON object a line
    Jsonl,
    /// An array of records for NumPy
    Npy,
}

/// How many boards were what.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub boards: u64,
    /// With all that was asked for.
    pub proven: u64,
    pub unsolvable: u64,
    pub unproven: u64,
    pub contradicting: u64,
    pub unreadable: u64,
}

/// The rows that are not written yet.
pub struct Sheet {
    format: LabelFormat,
    text: Vec<u8>,
    /// The size of all boards of an array.
    size: Option<Size>,
    pub counts: Counts,
    /// The first boards that cannot be read, and why.
    pub unreadable: Vec<String>,
}

/// The most boards that are told to be unreadable one by one.
const MOST_TOLD: usize = 10;

/// A row: its name, its tiles, and its label or why there is none.
struct Row<'a> {
    name: &'a str,
    tiles: Option<(Size, &'a [u16])>,
    label: Result<Option<&'a Label>, String>,
}

impl Sheet {
    pub fn new(format: LabelFormat) -> Self {
        let head: &[u8] = match format {
            LabelFormat::Csv => {
                b"name,rows,cols,tiles,solvable,minimum,lower_bound,first_moves,stop\n"
            }
            LabelFormat::Jsonl | LabelFormat::Npy => b"",
        };
        Self {
            format,
            text: head.to_vec(),
            size: None,
            counts: Counts::default(),
            unreadable: Vec::new(),
        }
    }

    /// Adds the rows of a block.
    pub fn take(&mut self, block: &Block, labels: &[Result<Label, LabelError>]) -> Result<()> {
        let size = block.size();
        let cells = size.map_or(1, Size::cells);
        let mut boards = block.tiles().chunks(cells).zip(labels);
        let mut place = String::with_capacity(block.source.len() + 20);
        for item in block.items() {
            let (Item::Board { number, .. } | Item::Unreadable { number, .. }) = item;
            place.clear();
            place.push_str(&block.source);
            place.push(':');
            place.push_str(Digits::new(*number as u64).text());
            let row = match item {
                Item::Unreadable { why, .. } => Row {
                    name: &place,
                    tiles: None,
                    label: Err(why.clone()),
                },
                Item::Board { name, known, .. } => {
                    let Some((tiles, label)) = boards.next() else {
                        break;
                    };
                    let label = match label {
                        Ok(label) => Ok(Some(label)),
                        Err(LabelError::Unsolvable) => Ok(None),
                        Err(error) => Err(error.to_string()),
                    };
                    self.count(&label, *known);
                    Row {
                        name: name.as_deref().unwrap_or(&place),
                        tiles: size.map(|size| (size, tiles)),
                        label,
                    }
                }
            };
            self.counts.boards += 1;
            if let Err(why) = &row.label {
                self.counts.unreadable += 1;
                if self.unreadable.len() < MOST_TOLD {
                    self.unreadable.push(format!("{}: {why}", row.name));
                }
            }
            match self.format {
                LabelFormat::Csv => self.csv(&row),
                LabelFormat::Jsonl => self.jsonl(&row),
                LabelFormat::Npy => self.record(&row)?,
            }
        }
        Ok(())
    }

    fn count(&mut self, label: &Result<Option<&Label>, String>, known: Option<u32>) {
        let counts = &mut self.counts;
        let contradicts = |label: &Label| {
            known.is_some_and(|known| match label.minimum {
                Some(minimum) => minimum != known,
                None => label.lower_bound > known,
            })
        };
        match label {
            Ok(Some(label)) => {
                let all = &mut [&mut counts.proven, &mut counts.unproven];
                *all[usize::from(label.stop.is_some())] += 1;
                counts.contradicting += u64::from(contradicts(label));
            }
            Ok(None) => {
                counts.unsolvable += 1;
                counts.contradicting += u64::from(known.is_some());
            }
            Err(_) => {}
        }
    }

    /// Writes the rows so far; an array waits for its end, since its head says how many there are.
    pub fn write(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.format != LabelFormat::Npy {
            out.write_all(&self.text)?;
            out.flush()?;
            self.text.clear();
        }
        Ok(())
    }

    /// Writes what is left.
    pub fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.format == LabelFormat::Npy {
            let (rows, cols) = self.size.map_or((0, 0), |size| (size.rows(), size.cols()));
            let number = if self.is_wide() { "<u2" } else { "|u1" };
            let descr = format!(
                "[('tiles', '{number}', ({rows}, {cols})), ('minimum', '<i2'), ('lower_bound', '<u2'), ('first_moves', '|u1')]"
            );
            npy::write_head(out, &descr, self.counts.boards as usize)?;
        }
        out.write_all(&self.text)
    }

    /// Whether tiles take two bytes.
    fn is_wide(&self) -> bool {
        self.size.is_some_and(|size| size.cells() > 1 << 8)
    }

    fn csv(&mut self, row: &Row<'_>) {
        let text = &mut self.text;
        // A plain name is written as it is: `csv::cell` looks at every character.
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b":._-".contains(&byte);
        let starts_plain = row
            .name
            .as_bytes()
            .first()
            .is_some_and(u8::is_ascii_alphanumeric);
        if starts_plain && row.name.bytes().all(is_plain) {
            text.extend_from_slice(row.name.as_bytes());
        } else {
            text.extend_from_slice(csv::cell(row.name).as_bytes());
        }
        text.push(b',');
        if let Some((size, tiles)) = row.tiles {
            push_number(text, size.rows() as u64);
            text.push(b',');
            push_number(text, size.cols() as u64);
            text.push(b',');
            push_tiles(text, tiles, b' ');
        } else {
            text.extend_from_slice(b",,");
        }
        match &row.label {
            Ok(Some(label)) => {
                text.extend_from_slice(b",true,");
                if let Some(minimum) = label.minimum {
                    push_number(text, minimum.into());
                }
                text.push(b',');
                push_number(text, label.lower_bound.into());
                text.push(b',');
                if let Some(first_moves) = label.first_moves {
                    text.extend_from_slice(first_moves.letters().as_bytes());
                }
                text.push(b',');
                text.extend_from_slice(label.stop.map_or("", stop_name).as_bytes());
            }
            Ok(None) => text.extend_from_slice(b",false,,,,"),
            Err(_) => text.extend_from_slice(b",,,,,"),
        }
        text.push(b'\n');
    }

    fn jsonl(&mut self, row: &Row<'_>) {
        let text = &mut self.text;
        let quoted = |words: &str| printable_json(&words.into());
        text.extend_from_slice(b"{\"name\":");
        text.extend_from_slice(quoted(row.name).as_bytes());
        if let Some((size, tiles)) = row.tiles {
            text.extend_from_slice(b",\"rows\":");
            push_number(text, size.rows() as u64);
            text.extend_from_slice(b",\"cols\":");
            push_number(text, size.cols() as u64);
            text.extend_from_slice(b",\"tiles\":[");
            push_tiles(text, tiles, b',');
            text.push(b']');
        }
        match &row.label {
            Ok(Some(label)) => {
                text.extend_from_slice(b",\"solvable\":true,\"minimum\":");
                match label.minimum {
                    Some(minimum) => push_number(text, minimum.into()),
                    None => text.extend_from_slice(b"null"),
                }
                text.extend_from_slice(b",\"lower_bound\":");
                push_number(text, label.lower_bound.into());
                match label.first_moves {
                    Some(moves) => {
                        text.extend_from_slice(b",\"first_moves\":\"");
                        text.extend_from_slice(moves.letters().as_bytes());
                        text.push(b'"');
                    }
                    None => text.extend_from_slice(b",\"first_moves\":null"),
                }
                let stop = label.stop.map_or("null".to_owned(), |stop| quoted(stop_name(stop)));
                text.extend_from_slice(b",\"stop\":");
                text.extend_from_slice(stop.as_bytes());
            }
            Ok(None) => text.extend_from_slice(
                b",\"solvable\":false,\"minimum\":null,\"lower_bound\":null,\"first_moves\":null,\"stop\":null",
            ),
            Err(why) => {
                text.extend_from_slice(b",\"error\":");
                text.extend_from_slice(quoted(why).as_bytes());
            }
        }
        text.extend_from_slice(b"}\n");
    }

    fn record(&mut self, row: &Row<'_>) -> Result<()> {
        let Some((size, tiles)) = row.tiles.filter(|_| row.label.is_ok()) else {
            let why = row
                .label
                .as_ref()
                .err()
                .map_or("it has no tiles", String::as_str);
            bail!(
                "{}: {why}; every record of an array is a board: mend it, or use csv",
                row.name
            );
        };
        if *self.size.get_or_insert(size) != size {
            bail!(
                "{}: all boards of an array have one size: split the list, or use csv",
                row.name
            );
        }
        for &tile in tiles {
            match self.is_wide() {
                true => self.text.extend_from_slice(&tile.to_le_bytes()),
                false => self.text.push(tile as u8),
            }
        }
        let label = row.label.as_ref().ok().copied().flatten();
        let minimum = match label {
            None => UNSOLVABLE,
            Some(label) => label.minimum.map_or(UNPROVEN, |minimum| minimum as i16),
        };
        let first_moves = match label {
            None => 0,
            Some(label) => label.first_moves.map_or(UNKNOWN, |moves| moves.bits()),
        };
        let bound = label.map_or(0, |label| label.lower_bound.min(u16::MAX.into()) as u16);
        self.text.extend_from_slice(&minimum.to_le_bytes());
        self.text.extend_from_slice(&bound.to_le_bytes());
        self.text.push(first_moves);
        Ok(())
    }
}

/// The minimum of a record whose board cannot be solved.
const UNSOLVABLE: i16 = -1;
/// The minimum of a record where it is not proven.
const UNPROVEN: i16 = -2;
/// The first moves of a record where not all are known.
const UNKNOWN: u8 = 255;

/// A number in decimal digits.
struct Digits {
    digits: [u8; 20],
    start: usize,
}

impl Digits {
    fn new(mut number: u64) -> Self {
        let (mut digits, mut start) = ([b'0'; 20], 20);
        while number > 0 || start == 20 {
            start -= 1;
            digits[start] = b'0' + (number % 10) as u8;
            number /= 10;
        }
        Self { digits, start }
    }

    fn bytes(&self) -> &[u8] {
        &self.digits[self.start..]
    }

    fn text(&self) -> &str {
        str::from_utf8(self.bytes()).unwrap_or_default()
    }
}

fn push_number(text: &mut Vec<u8>, number: u64) {
    match number {
        0..10 => text.push(b'0' + number as u8),
        _ => text.extend_from_slice(Digits::new(number).bytes()),
    }
}

fn push_tiles(text: &mut Vec<u8>, tiles: &[u16], separator: u8) {
    for (place, &tile) in tiles.iter().enumerate() {
        if place > 0 {
            text.push(separator);
        }
        push_number(text, tile.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_format_writes_them() {
        for number in [0, 7, 9, 10, 19, 100, 65_535, u64::MAX] {
            let mut text = Vec::new();
            push_number(&mut text, number);
            assert_eq!(text, number.to_string().into_bytes());
            assert_eq!(Digits::new(number).text(), number.to_string());
        }
    }
}
