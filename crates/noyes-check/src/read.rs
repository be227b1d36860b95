//! Boards as text.
//!
//! Four forms are read. Numbers stand between spaces, commas or line ends; `_` and `.` are the
//! blank.
//!
//! * the course's file: n, or rows and columns, on the first line, then the tiles;
//! * rows between slashes: `8 1 3/4 0 2/7 6 5`;
//! * rows in brackets: `[[8,1,3],[4,0,2],[7,6,5]]`;
//! * rows on lines of their own, or all tiles of a square board on one line.

use std::str::FromStr;

use crate::error::CheckError;
use crate::grid::Grid;

impl FromStr for Grid {
    type Err = CheckError;

    fn from_str(text: &str) -> Result<Self, CheckError> {
        let text = text.trim();
        if text.starts_with('[') {
            let rows: Vec<Vec<u16>> = serde_json::from_str(text)
                .map_err(|error| CheckError::Board(format!("rows in brackets: {error}")))?;
            return joined(&rows);
        }
        if text.contains('/') {
            return of_rows(text.split('/'));
        }
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        if let [_] = lines[..] {
            return square(numbers(text)?);
        }
        let Some((first, rest)) = lines.split_first() else {
            return Err(CheckError::Board("the text is empty".to_owned()));
        };
        let (head, tiles) = (numbers(first)?, numbers(&rest.join(" "))?);
        let sides = match head[..] {
            [side] => Some((side, side)),
            [rows, cols] => Some((rows, cols)),
            _ => None,
        };
        // Two columns look like a head of rows and columns: the number of tiles decides.
        match sides {
            Some((rows, cols)) if usize::from(rows) * usize::from(cols) == tiles.len() => {
                Self::new(rows.into(), cols.into(), tiles)
            }
            _ => of_rows(lines.into_iter()),
        }
    }
}

/// A square board of all its tiles.
fn square(tiles: Vec<u16>) -> Result<Grid, CheckError> {
    let side = (2..=Grid::MOST_SIDE).find(|side| side * side == tiles.len());
    match side {
        Some(side) => Grid::new(side, side, tiles),
        None => {
            let words = format!("{} numbers on one line are no square", tiles.len());
            Err(CheckError::Board(words))
        }
    }
}

/// A board of its rows.
fn of_rows<'a>(rows: impl Iterator<Item = &'a str>) -> Result<Grid, CheckError> {
    let rows: Vec<Vec<u16>> = rows.map(numbers).collect::<Result<_, _>>()?;
    joined(&rows)
}

/// A board of the numbers of its rows.
fn joined(rows: &[Vec<u16>]) -> Result<Grid, CheckError> {
    let cols = rows.first().map_or(0, Vec::len);
    if let Some(odd) = rows.iter().position(|row| row.len() != cols) {
        let words = format!(
            "row {} has {} numbers and row 1 has {cols}",
            odd + 1,
            rows[odd].len()
        );
        return Err(CheckError::Board(words));
    }
    Grid::new(rows.len(), cols, rows.concat())
}

/// The numbers of a text.
fn numbers(text: &str) -> Result<Vec<u16>, CheckError> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',');
    let number = |word: &str| match word {
        "_" | "." => Ok(0),
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits
            .parse()
            .map_err(|_| CheckError::Board(format!("{} is too large", shortened(digits)))),
        other => Err(CheckError::Board(format!(
            "{:?} is no number",
            shortened(other)
        ))),
    };
    words.filter(|word| !word.is_empty()).map(number).collect()
}

/// The first characters of a word.
fn shortened(word: &str) -> String {
    word.chars().take(20).collect()
}
